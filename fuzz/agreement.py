"""What a target compares: the answers of bimaru with those expected."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from bimaru import Board, Puzzle, count, is_unique, solve, write
from bimaru.engines.registry import engine_named
from fuzz.enumerator import WATER, RawPuzzle, Shown


class Finding(Exception):
    """Something is wrong in bimaru."""


def expect(what: str, found: object, expected: object, puzzle: Puzzle) -> None:
    """Raise `Finding`, with the puzzle as JSON, unless what was found is as expected."""
    if found != expected:
        raise Finding(f"{what}: {found!r}, expected {expected!r}, for {write(puzzle, 'json')}")


def puzzle_of(raw: RawPuzzle) -> Puzzle:
    """The puzzle as bimaru's value."""
    return Puzzle(
        raw.rows, raw.cols, raw.fleet, raw.givens, words=raw.words, shapes=raw.shapes, edges=raw.edges
    )


def raw_of(puzzle: Puzzle) -> RawPuzzle:
    """The puzzle as plain values."""
    return RawPuzzle(
        rows=puzzle.rows,
        cols=puzzle.cols,
        fleet=dict(puzzle.fleet),
        givens={given.square: given.kind for given in puzzle.givens},
        words=puzzle.words,
        shapes=puzzle.shapes,
        edges={side: letters for side, letters in puzzle.edges._asdict().items() if letters},
    )


def shown(board: Board) -> Shown:
    """A board of bimaru as the enumerator shows it."""
    marks = "".join(board.rows)
    return marks, WATER * len(marks) if board.letters is None else "".join(board.letters)


def expect_boards(puzzle: Puzzle, engine: str, expected: Collection[Shown]) -> None:
    """All boards, and the status, that `solve` finds without a limit."""
    result = solve(puzzle, engine=engine, limit=None)
    _expect_set(f"boards of {engine}", result.boards, set(expected), puzzle)
    status = "none" if not expected else "unique" if len(expected) == 1 else "multiple"
    expect(f"status and completeness of {engine}", (result.status, result.complete), (status, True), puzzle)


def expect_limited(puzzle: Puzzle, engine: str, expected: Collection[Shown], limit: int) -> None:
    """Up to `limit` of the boards. They are known to be all only if there are no more."""
    result = solve(puzzle, engine=engine, limit=limit)
    number = min(limit, len(expected))
    found = {shown(board) for board in result.boards}
    expect(f"number of boards of {engine} up to {limit}", len(found), number, puzzle)
    expect(f"boards of {engine} that are none", found - set(expected), set(), puzzle)
    if result.complete or limit > len(expected):
        expect(
            f"completeness of {engine} up to {limit}",
            (result.complete, number),
            (True, len(expected)),
            puzzle,
        )
    few = ("none", "unique") if result.complete else ("unknown", "unknown")
    expect(f"status of {engine} up to {limit}", result.status, (*few, "multiple")[min(number, 2)], puzzle)


def expect_number(puzzle: Puzzle, engine: str, expected: int) -> None:
    """What `count` and `is_unique` answer."""
    number = count(puzzle, engine=engine)
    expect(f"count of {engine}", (int(number), number.complete), (expected, True), puzzle)
    expect(f"is_unique of {engine}", is_unique(puzzle, engine=engine), expected == 1, puzzle)


def expect_boards_of_models(
    random: Random, puzzle: Puzzle, expected: Collection[Shown], others: Iterable[str], share: float
) -> None:
    """The answers of `auto` or `sat`, and in a share of the cases those of each other engine that takes
    the puzzle."""
    engine = random.choice(("auto", "sat"))
    expect_boards(puzzle, engine, expected)
    if random.random() < 0.2:
        expect_limited(puzzle, engine, expected, random.randint(0, min(len(expected), 5) + 1))
    elif random.random() < 0.2:
        expect_number(puzzle, engine, len(expected))
    for other in others:
        if random.random() < share and engine_named(other).refusal(puzzle) is None:
            expect_boards(puzzle, other, expected)


def _expect_set(what: str, found: Collection[Board], expected: set[Shown], puzzle: Puzzle) -> None:
    boards = {shown(board) for board in found}
    expect(f"{what}: repeated", len(found) - len(boards), 0, puzzle)
    expect(f"{what}: missing", expected - boards, set(), puzzle)
    expect(f"{what}: too many", boards - expected, set(), puzzle)
