"""Exports of puzzles that mix what models take and what they don't: written, or refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from bimaru import Puzzle, solve
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.errors import UnsupportedPuzzleError
from bimaru.study import minizinc_models
from bimaru.study.models import SUFFIXES, model_text, models, written_models
from bimaru.study.prolog_models import PROGRAMS
from bimaru.study.readable_models import UnsupportedExportError
from brute_force import boards_of
from command_line import bimaru, jsonl
from puzzle_strategies import puzzles

OPEN: Final = [None] * 3
PLAIN: Final = Puzzle(OPEN, OPEN, {2: 1, 1: 1})
LETTERED: Final = Puzzle(OPEN, OPEN, words=["AB"])
POLYOMINO: Final = Puzzle(OPEN, OPEN, shapes=[["##", "#."]])
UNUSUAL: Final = {
    "plain with a letter": PLAIN.replace(givens={(1, 2): "=A"}),
    "plain with a corner": PLAIN.replace(givens={(1, 2): "LT"}),
    "plain with an edge letter": PLAIN.replace(edges={"top": ["A", None, None]}),
    "lettered with a corner": LETTERED.replace(givens={(0, 0): "RB"}),
    "lettered with a part": LETTERED.replace(givens={(0, 0): "L"}),
    "lettered with a letter of no ship": LETTERED.replace(givens={(0, 0): "=Z"}),
    "polyomino with a letter": POLYOMINO.replace(givens={(0, 0): "=A"}),
    "polyomino with a corner": POLYOMINO.replace(givens={(0, 0): "RB"}),
    "polyomino with a middle": POLYOMINO.replace(givens={(0, 1): "M"}),
    "with a hole": Puzzle(OPEN, OPEN, shapes=[["###", "#.#", "###"]], givens={(1, 1): "W"}),
    "of all kinds": Puzzle(OPEN, [None] * 4, {1: 1}, words=["AB"], shapes=[["##", "#."]]),
    "with an end at the wrong border": PLAIN.replace(givens={(2, 0): "T"}),
    "with a ship too long": PLAIN.replace(fleet={9: 1}),
    "with too many ships": PLAIN.replace(fleet={1: 9}),
    "with a tally too large": PLAIN.replace(rows=[99, None, None]),
    "without ships": Puzzle(OPEN, OPEN, givens={(0, 0): "X"}),
}


def names_for(to: str) -> Sequence[str | None]:
    """The models that a format can have; `None` for its own."""
    return [None] if to in PROGRAMS else written_models()


@pytest.mark.parametrize("puzzle", UNUSUAL.values(), ids=UNUSUAL)
@pytest.mark.parametrize("to", SUFFIXES)
def test_an_export_is_written_or_refused(to: str, puzzle: Puzzle) -> None:
    for name, raw in product(names_for(to), (False, True)):
        try:
            assert model_text(name, puzzle, to, raw=raw)
        except UnsupportedExportError:
            assert to in {*PROGRAMS, *minizinc_models.SUFFIXES, "dlx"} or name not in models()
        except UnsupportedPuzzleError:
            assert name is not None
            assert engine_named(name).refusal(puzzle)


@settings(max_examples=25, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(puzzle=puzzles(max_side=4))
def test_so_is_one_of_any_puzzle(puzzle: Puzzle) -> None:
    for to, name in ((form, name) for form in SUFFIXES for name in names_for(form)):
        try:
            assert model_text(name, puzzle, to)
        except UnsupportedPuzzleError as refusal:
            assert ": " in str(refusal)  # noqa: PT017 - most exports raise nothing


@pytest.mark.parametrize("puzzle", UNUSUAL.values(), ids=UNUSUAL)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.needs(name)] * (name == "minizinc")) for name in REGISTRY]
)
def test_an_engine_finds_the_boards_or_refuses(name: str, puzzle: Puzzle) -> None:
    if engine_named(name).refusal(puzzle):
        with pytest.raises(UnsupportedPuzzleError):
            solve(puzzle, engine=name)
        return
    result = solve(puzzle, engine=name, limit=None)
    assert (frozenset(result.boards), result.complete) == (boards_of(puzzle), True)


@pytest.mark.parametrize(
    ("given", "reason"),
    [("=A", "and B3 shows a letter"), ("LT", "and B3 shows a corner of a polyomino ship")],
)
@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        *((["--to", to], f"the program for {to}") for to in PROGRAMS),
        (["--to", "minizinc", "--model", "mip-cell"], "the readable model of mip-cell"),
    ],
)
def test_the_reason_names_the_square(arguments: list[str], what: str, given: str, reason: str) -> None:
    puzzle = PLAIN.replace(givens={(1, 2): given})
    ran = bimaru("model", "-", *arguments, stdin=jsonl(puzzle.to_data()))
    assert (ran.code, ran.out) == (2, "")
    expected = f"{what} does not take this puzzle: it is for straight ships without letters, {reason}"
    assert expected in " ".join(ran.err.split())
