"""The engines agree with each other, for puzzles too large for the enumerator."""

from __future__ import annotations

from random import Random
from typing import Final

from bimaru import Puzzle, Result, count, solve
from bimaru.engines.registry import engine_named
from fuzz.agreement import expect, puzzle_of
from fuzz.puzzles import CORNERS, STRAIGHT_KINDS, Clues, Ship, made, random_shape

_SIDES: Final = (8, 8, 9, 10, 10, 11, 12)
_FLEETS: Final = (
    (4, 3, 3, 2, 2, 2, 1, 1, 1, 1),
    (5, 4, 4, 3, 3, 3, 2, 2, 2, 2),
    (5, 4, 3, 3, 2),
    (6, 5, 4, 3, 2, 1),
    (3, 3, 3, 2, 2, 2, 1, 1, 1),
)
_WORDS: Final = ("123", "21", "32", "1", "2", "3", "ABBA", "AB", "BA")
_OTHERS: Final = {
    "sat-boats": 0.1,
    "cp-sat": 0.05,
    "backtracking": 0.03,
    "mip-ship": 0.01,
    "mip-pairs": 0.01,
    "mip-cell": 0.01,
    "mip-heads": 0.01,
}
"""Shares of the puzzles that other engines are tried with."""
_SECOND_OPINIONS: Final = ("backtracking", "cp-sat", "cp-sat", "mip-ship")
"""The engines that check `sat`, to which `auto` gives puzzles that are not plain."""
_LIMIT: Final = 30
_SMALL_LIMIT: Final = 3
_SECONDS: Final = 2.0
"""An engine that takes longer than this leaves the question open."""


def case(random: Random) -> None:
    """One puzzle, solved by `auto` and at least one other engine."""
    puzzle = _puzzle(random)
    known = solve(puzzle, engine="auto", limit=_LIMIT, time_limit=_SECONDS)
    if puzzle.is_plain:
        _expect_agreement(puzzle, known, solve(puzzle, engine="sat", limit=_LIMIT, time_limit=_SECONDS))
    else:
        _try(puzzle, known, random.choice(_SECOND_OPINIONS))
    for engine, share in _OTHERS.items():
        if random.random() < share:
            _try(puzzle, known, engine)
    if known.complete and random.random() < 0.2:
        number = count(puzzle, time_limit=_SECONDS)
        if number.complete:
            expect("count", int(number), len(known.boards), puzzle)


def _try(puzzle: Puzzle, known: Result, engine: str) -> None:
    if engine_named(engine).refusal(puzzle) is None:
        _expect_agreement(
            puzzle, known, solve(puzzle, engine=engine, limit=_SMALL_LIMIT, time_limit=_SECONDS)
        )


def _expect_agreement(puzzle: Puzzle, one: Result, other: Result) -> None:
    """The results know all boards, or know no others than the one that does."""
    names = f"{one.engine} and {other.engine}"
    ours, theirs = set(one.boards), set(other.boards)
    if one.complete and other.complete:
        expect(f"boards that only one of {names} has", ours ^ theirs, set(), puzzle)
        expect(f"status, by {names}", one.status, other.status, puzzle)
    elif one.complete:
        expect(f"boards of {other.engine} beyond all of {one.engine}", theirs - ours, set(), puzzle)
    elif other.complete:
        expect(f"boards of {one.engine} beyond all of {other.engine}", ours - theirs, set(), puzzle)


def _puzzle(random: Random) -> Puzzle:
    ships: list[Ship] = [*random.choice(_FLEETS)]
    kind = random.choice(("plain", "plain", "plain", "polyomino", "lettered"))
    if kind == "polyomino":
        ships = [random_shape(random, random.randint(3, 5)) for _ in range(random.randint(1, 6))] + ships[-4:]
    elif kind == "lettered":
        ships = [*random.sample(_WORDS, random.randint(2, 6)), *ships[-random.randint(0, 3) :]]
    clues = Clues(
        missing=random.choice((0, 0, 0, 0.05, 0.1, 0.2)),
        givens=random.choice((0, 2, 4, 8, 12)),
        edges=random.choice((0, 0.5, 1)),
        falsified=0.1,
        impossible=0.03,
        kinds=STRAIGHT_KINDS + CORNERS,
    )
    return puzzle_of(made(random, (random.choice(_SIDES), random.choice(_SIDES)), ships, clues))
