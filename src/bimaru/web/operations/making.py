"""Puzzles: generated, of a day, without superfluous givens, and completed from a draft."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import bimaru
from bimaru.generation.completion import Target
from bimaru.generation.completion import complete as completed
from bimaru.generation.generator import SEED_BITS, maker_of, random_seed
from bimaru.generation.minimisation import minimisation
from bimaru.generation.recipe import Recipe, entries_in
from bimaru.web.daily import puzzle_of_day
from bimaru.web.messages import Answer, Request, as_json
from bimaru.web.operations.requests import object_in, puzzle_in, puzzle_with_board_in


def generate(request: Request) -> Answer:
    """Generate a puzzle with one solution, which is included."""
    return as_json(_generated_puzzle(object_in(request), request.side).to_data())


def _generated_puzzle(data: Mapping[str, Any], side: int) -> bimaru.Puzzle:
    """The puzzle generated with these options. Size and ships may be text, as on the command line."""
    options = {name: value for name, value in data.items() if value is not None}
    seed = options.pop("seed", None)
    if not (
        seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**SEED_BITS)
    ):
        raise bimaru.InvalidRecipeError([f"seed: not a whole number from 0 to {2**SEED_BITS - 1}"])
    recipe = Recipe.from_data(entries_in(options))
    if max(recipe.size) > side:
        raise bimaru.InvalidRecipeError([f"size: this server generates puzzles up to {side}x{side}"])
    return maker_of(recipe).make(random_seed() if seed is None else seed)


def daily(request: Request) -> Answer:
    """Return the puzzle of the day, the same for everyone: easy on Monday, expert on Sunday."""
    named = request.options["date"]
    try:
        day = datetime.now(UTC).date() if named is None else date.fromisoformat(named)
    except ValueError:
        raise bimaru.InvalidRecipeError(["date: no such day"]) from None
    return as_json(puzzle_of_day(day).to_data())


def minimise(request: Request) -> Answer:
    """Remove redundant clues, as many as the time limit allows; the puzzle keeps its one solution."""
    return as_json(minimisation(puzzle_in(request), time_limit=request.time_limit).puzzle.to_data())


def complete(request: Request) -> Answer:
    """Add givens to a part of a puzzle until it has one solution and meets a target."""
    draft, board = puzzle_with_board_in(request)
    options = request.options
    seed = random_seed() if options["seed"] is None else options["seed"]
    found = completed(
        draft, Target(options["grade"], options["givens"]), board, seed=seed, time_limit=request.time_limit
    )
    return as_json({"id": draft.id} | found.to_data())
