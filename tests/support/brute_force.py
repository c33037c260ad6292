"""The slow obvious thing, every arrangement of the ships that the referee finds no fault with,
and puzzles small enough for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from hypothesis import strategies as st

from bimaru.board import NO_LETTER, WATER, Board
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import Edges, Puzzle
from bimaru.rules import check
from bimaru.ships import Ship
from bimaru.squares import Part, Square
from puzzle_strategies import shapes

STRAIGHT: Final = st.integers(1, 4).map(Ship.straight)
LETTERED: Final = st.text("AB", min_size=1, max_size=3).map(Ship.lettered)
POLYOMINO: Final = shapes(max_squares=4).map(Ship.polyomino)
SHIPS: Final = STRAIGHT | LETTERED | POLYOMINO
UP_TO_THREE: Final = st.lists(STRAIGHT, max_size=3) | st.lists(SHIPS, max_size=3)
_FIRST: Final = slice(None, 1)
_LAST: Final = slice(-1, None)


@cache
def boards_of(puzzle: Puzzle) -> frozenset[Board]:
    """Every board of a puzzle with few ships on a small grid."""
    ships = [ship for ship, number in puzzle.ships for _ in range(number)]
    boards = (board_of(puzzle, laid) for laid in _arrangements(puzzle, ships, []))
    return frozenset(board for board in boards if not check(puzzle, board))


def _arrangements(puzzle: Puzzle, ships: list[Ship], laid: list[Placement]) -> Iterator[list[Placement]]:
    if not ships:
        yield laid
        return
    for placement in placements(ships[0], puzzle.height, puzzle.width):
        if all(_are_apart(placement, other) for other in laid):
            yield from _arrangements(puzzle, ships[1:], [*laid, placement])


def _are_apart(one: Placement, other: Placement) -> bool:
    return set(one.squares).isdisjoint((*other.squares, *other.surroundings))


def small_puzzles() -> st.SearchStrategy[Puzzle]:
    """Puzzles with up to three ships of any kind on up to 5x5 squares. They are made from an
    arrangement of their ships, so that most have boards; now and then a tally is falsified."""
    return puzzles_from_boards().map(lambda made: made[0])


@st.composite
def puzzles_from_boards(
    draw: st.DrawFn, ships: st.SearchStrategy[list[Ship]] = UP_TO_THREE
) -> tuple[Puzzle, Board]:
    """Such puzzles, each with the board that it was made from: of those of the `ships` that fit."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    laid = draw(_arrangements_of(draw(ships), height, width))
    puzzle = open_puzzle(height, width, [placement.ship for placement in laid])
    board = board_of(puzzle, laid)
    columns = ["".join(column) for column in zip(*board.rows, strict=True)]
    with_clues = puzzle.replace(
        rows=draw(_tallies(board.rows)),
        cols=draw(_tallies(columns)),
        givens=draw(_givens(height, width, laid)),
        edges=draw(_edges(board)),
    )
    return with_clues, board


def open_puzzle(height: int, width: int, ships: Sequence[Ship]) -> Puzzle:
    """The puzzle that tells its ships and nothing else."""
    plain = [ship.length for ship in ships if ship.is_straight and ship.word is None]
    return Puzzle(
        [None] * height,
        [None] * width,
        {length: plain.count(length) for length in plain},
        words=[ship.word for ship in ships if ship.word is not None],
        shapes=[_drawn(ship) for ship in ships if not ship.is_straight],
    )


@st.composite
def _arrangements_of(draw: st.DrawFn, ships: Sequence[Ship], height: int, width: int) -> list[Placement]:
    laid: list[Placement] = []
    for ship in ships:
        free = [p for p in placements(ship, height, width) if all(_are_apart(p, other) for other in laid)]
        if free:
            laid.append(draw(st.sampled_from(free)))
    return laid


def _drawn(ship: Ship) -> list[str]:
    rows, columns = (range(max(square[axis] for square in ship.squares) + 1) for axis in (0, 1))
    return ["".join("#" if (r, c) in ship.squares else "." for c in columns) for r in rows]


@st.composite
def _tallies(draw: st.DrawFn, lines: Sequence[str]) -> list[int | None]:
    sums = [len(line) - line.count(WATER) for line in lines]
    tallies = [draw(st.sampled_from([tally, None])) for tally in sums]
    if draw(st.sampled_from([False] * 9 + [True])):
        tallies[0] = sums[0] + 1
    return tallies


@st.composite
def _givens(draw: st.DrawFn, height: int, width: int, laid: Sequence[Placement]) -> dict[Square, str]:
    """Some squares, each as one of the things that may be said of it."""
    sayings: dict[Square, list[str]] = {(r, c): [Part.WATER] for r in range(height) for c in range(width)}
    for placement in laid:
        for i, (at, part) in enumerate(zip(placement.squares, placement.parts, strict=True)):
            sayings[at] = [Part.SHIP, part, *(f"={letter}" for letter in placement.letters[i : i + 1])]
    squares = draw(st.lists(st.sampled_from(sorted(sayings)), max_size=3, unique=True))
    return {at: draw(st.sampled_from(sayings[at])) for at in squares}


@st.composite
def _edges(draw: st.DrawFn, board: Board) -> Edges:
    rows = board.letters or ()
    columns = tuple("".join(column) for column in zip(*rows, strict=True))
    return Edges(
        *(
            tuple(draw(st.sampled_from([None, *line.replace(NO_LETTER, "")[at]])) for line in lines)
            for lines, at in ((columns, _FIRST), (columns, _LAST), (rows, _FIRST), (rows, _LAST))
        )
    )
