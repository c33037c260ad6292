"""The compiled modules where lanes and masks are full: sides next to 16, 32 and 64, and up to 64 lengths.

scripts/checked-build runs this file, too, with every index, pointer and shift checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

import pytest

from bimaru.arrangements.rejection import Chance, Rejection, as_board
from bimaru.board import SHIP, WATER, Board
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import PLAIN_RUNGS, encode_value
from bimaru.puzzle import Given, Puzzle
from bimaru.rules import check
from bimaru.sizes import LADDER_MAX_SIDE as LADDER_SIDE
from bimaru.solving import count, search
from instances import every_instance
from sampling import thorough

SIDES: Final = (1, 15, 16, 17, 31, 32, 33, 63, 64)
GRIDS: Final = tuple(product(SIDES, SIDES))
every_grid = pytest.mark.parametrize(("height", "width"), GRIDS, ids=lambda side: str(side))
NODES: Final = 300
"""What a search may cost here."""


def fleet_for(height: int, width: int) -> dict[int, int]:
    """A fleet for a grid: short ships, and one as long as its longer side where that leaves room for them."""
    squares = height * width
    short = {length: 1 + squares // 200 for length in (1, 2, 3, 4) if squares > 12 * length}
    return {**(short or {1: 1}), **({max(height, width): 1} if min(height, width) > 5 else {})}


def drawn(height: int, width: int, fleet: Mapping[int, int]) -> Board:
    """A random arrangement of the fleet, the same every time."""
    cells, laid = Rejection(height, width, fleet.items()).pursued(Chance(height, width), 10_000)
    assert laid
    return as_board(cells, width)


def told_by(board: Board, fleet: Mapping[int, int], share: int) -> Puzzle:
    """A puzzle that the board solves: all tallies, and one of so many squares, shown in full."""
    chance = Chance(board.height, board.width)
    givens = [
        Given(r, c, "W" if mark == WATER else mark)
        for (r, c), mark in board.squares()
        if not chance.below(share)
    ]
    rows = [sum(mark != WATER for mark in row) for row in board.rows]
    cols = [sum(mark != WATER for mark in col) for col in zip(*board.rows, strict=True)]
    return Puzzle(rows, cols, fleet, givens)


def audit(puzzle: Puzzle, nodes: int, engine: str = "search") -> tuple[int, bool]:
    """The number of boards and whether it is exact; behind each stands a board that the referee accepts."""
    number = count(puzzle, engine=engine, node_limit=nodes)
    # which has every board judged; one more is looked for where there should be none
    found = search(puzzle, engine=engine, limit=number + number.complete)
    assert len(set(found)) == found.found == number
    assert found.complete or not number.complete
    return int(number), number.complete


@every_grid
def test_every_board_behind_a_count_is_right(height: int, width: int) -> None:
    fleet = fleet_for(height, width)
    board = drawn(height, width, fleet)
    for share in (2, 20):
        puzzle = told_by(board, fleet, share)
        assert check(puzzle, board) == []
        number, exact = audit(puzzle, NODES)
        assert number or not exact
    audit(Puzzle([None] * height, [None] * width, fleet), NODES)


def test_every_board_behind_the_count_of_a_real_puzzle_is_right() -> None:
    for known in every_instance():
        if known.puzzle.is_plain:
            audit(known.puzzle, NODES)
        audit(known.puzzle, NODES // 10, "placements")


@pytest.mark.parametrize(
    ("height", "width"),
    [*product((1, 63, 64), (1, 31, 63, 64)), (65, 98), thorough(99, 99)],
    ids=str,
)
def test_every_board_behind_a_count_by_placements_is_right(height: int, width: int) -> None:
    fleet = fleet_for(height, width)
    board = Board(("." * width,) * height) if height > 64 else drawn(height, width, fleet)
    puzzle = Puzzle([None] * height, [None] * width, fleet) if height > 64 else told_by(board, fleet, 2)
    number, exact = audit(puzzle, 20, "placements")
    assert number or not exact
    audit(puzzle.replace(fleet={}, givens={}, words=["AB"], shapes=[["##", "#."]]), 20, "placements")


@every_grid
def test_the_kernel_finds_another_board_of_few_clues_and_none_of_all(height: int, width: int) -> None:
    fleet = fleet_for(height, width)
    board = drawn(height, width, fleet)
    others = AlternativeBoards(height, width, Puzzle([None], [None], fleet).fleet.pairs)
    sheet = others.sheet(bytes(mark != WATER for _, mark in board.squares()))
    assert others.find(sheet, b"\xff" * len(sheet), NODES) is None
    assert others.complete
    other = others.find(sheet, bytes(len(sheet)), NODES)
    assert other != sheet


@every_grid
def test_the_referee_finds_every_kind_of_fault(height: int, width: int) -> None:
    fleet = fleet_for(height, width)
    board = drawn(height, width, fleet)
    puzzle = told_by(board, fleet, 2)
    full = Board((SHIP * width,) * height)
    assert {fault.rule for fault in check(puzzle, full)} & {"row", "column"} or height * width == 1
    assert check(puzzle, Board(("." * width,) * height))
    assert {fault.rule for fault in check(puzzle, Board.unknown(height, width))} == {"unfinished"}


@pytest.mark.parametrize(
    ("height", "width"), [grid for grid in GRIDS if max(grid) <= LADDER_SIDE], ids=lambda side: str(side)
)
def test_what_the_techniques_find_agrees_with_the_board(height: int, width: int) -> None:
    fleet = fleet_for(height, width)
    board = drawn(height, width, fleet)
    for share in (2, 20):
        puzzle = told_by(board, fleet, share)
        ladder = Ladder(puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
        ladder.run(PLAIN_RUNGS)
        for square in product({0, height // 2, height - 1}, {0, width - 1}):
            ladder.trial(encode_value(square, is_ship=True))
        for rung in range(PLAIN_RUNGS):
            ladder.apply_rung(rung)
        for found, row in zip(ladder.marks(), board.rows, strict=True):
            assert all(
                mark in ("?", WATER if shown == WATER else "X")
                for mark, shown in zip(found, row, strict=True)
            )


# Numbers of lengths


def in_every_other_row() -> Board:
    """The ships of lengths 1 to 63 on a grid of 63x64: 1 and 62 in a row, 2 and 61 in the next but one."""
    rows = ["." * 64] * 63
    for i, length in enumerate(range(32)):
        ships = [n for n in (length, 63 - length) if n]
        rows[2 * i] = ".".join(SHIP * n for n in ships).ljust(64, ".")
    return Board(tuple(rows)).with_parts()


@pytest.mark.parametrize("share", [1, 2, 10])
def test_a_fleet_of_63_lengths_has_the_board_that_its_clues_come_from(share: int) -> None:
    fleet = dict.fromkeys(range(1, 64), 1)
    board = in_every_other_row()
    puzzle = told_by(board, fleet, share)
    assert check(puzzle, board) == []
    number, exact = audit(puzzle, NODES)
    assert number or not exact
    assert share > 1 or number == 1


@pytest.mark.parametrize(
    ("height", "width", "lengths"),
    [
        (64, 64, 64),
        (64, 33, 64),
        (33, 64, 64),
        (64, 1, 64),
        thorough(63, 63, 63),
        (64, 64, 65),
        (64, 64, 99),
        (1, 1, 9999),
    ],
)
def test_a_fleet_without_room_has_no_board(height: int, width: int, lengths: int) -> None:
    puzzle = Puzzle([None] * height, [None] * width, dict.fromkeys(range(1, lengths + 1), 1))
    assert audit(puzzle, NODES) == audit(puzzle, NODES, "placements") == (0, True)


@pytest.mark.parametrize(("lengths", "count"), [(1, 400), (62, 1), (63, 1)])
def test_a_fleet_of_many_lengths_without_clues_is_searched(lengths: int, count: int) -> None:
    fleet = dict.fromkeys(range(1, lengths + 1), count)
    audit(Puzzle([None] * 64, [None] * 64, fleet), NODES)
