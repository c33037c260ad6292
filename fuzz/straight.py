"""Random puzzles of straight ships without letters, most of them almost solvable, with their boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from random import Random
from typing import Final

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.engines.kernel import KernelSearch
from bimaru.engines.protocol import NO_LIMIT
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square

PARTS: Final = (*"WSLRTBMX", "RB")
"""What a given may be; no puzzle of straight ships with a corner, which stands last, has a board."""
_LONGEST: Final = 4
_TRIES: Final = 8
"""Random placements tried for each ship."""


def random_puzzle(random: Random, most: int = 6) -> Puzzle:
    """A puzzle of up to `most` rows and columns: that of a random board, altered more often than not, or
    now and then one whose clues have nothing to do with each other."""
    size = random.randint(1, most), random.randint(1, most)
    if random.random() < 0.05:
        return _unrelated_clues(random, *size)
    puzzle = _with_some_clues(random, _random_board(random, *size))
    for _ in range(random.choice([0, 0, 1, 1, 1, 2])):
        puzzle = altered(random, puzzle)
    return puzzle


def altered(random: Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with one unit of a tally in another line, another tally, another given, or another ship."""
    change = random.choice([_moved_unit, _moved_unit, _other_tally, _other_given, _other_ship])
    return change(random, puzzle)


def boards_of(puzzle: Puzzle, most: int) -> list[Board] | None:
    """All boards of the puzzle, or `None` if it has more than `most`."""
    boards = [*islice(KernelSearch().run(puzzle, NO_LIMIT), most + 1)]
    return boards if len(boards) <= most else None


def shows(board: Board, mark: str, at: Square) -> bool:
    """Whether the full board has, on that square, what a half-filled board marks there."""
    return mark in (UNKNOWN, board[at]) or (mark == Part.SHIP and board[at] != WATER)


def _random_board(random: Random, height: int, width: int) -> Board:
    occupied: set[Square] = set()
    for length in sorted((random.randint(1, _LONGEST) for _ in range(random.randint(0, 6))), reverse=True):
        for _ in range(_TRIES):
            ship = _random_placement(random, height, width, length)
            if ship and occupied.isdisjoint(near for square in ship for near in _around(square)):
                occupied.update(ship)
                break
    rows = ("".join(Part.SHIP if (r, c) in occupied else WATER for c in range(width)) for r in range(height))
    return Board(tuple(rows)).with_parts()


def _random_placement(random: Random, height: int, width: int, length: int) -> list[Square]:
    """The squares of a ship, none if it does not fit."""
    down, right = random.choice([(0, 1), (1, 0)])
    last_row, last_col = height - 1 - down * (length - 1), width - 1 - right * (length - 1)
    if min(last_row, last_col) < 0:
        return []
    row, col = random.randint(0, last_row), random.randint(0, last_col)
    return [(row + i * down, col + i * right) for i in range(length)]


def _around(square: Square) -> Sequence[Square]:
    row, col = square
    return [(row + down, col + right) for down, right in product((-1, 0, 1), repeat=2)]


def _with_some_clues(random: Random, board: Board) -> Puzzle:
    lengths = [len(ship) for ship in board.ships()]
    rows = [len(row) - row.count(WATER) for row in board.rows]
    cols = [len(col) - col.count(WATER) for col in zip(*board.rows, strict=True)]
    missing = random.choice([0.0, 0.0, 0.0, 0.15, 0.5, 1.0])
    shown = random.choice([0.0, 0.05, 0.1, 0.3, 1.0])
    return Puzzle(
        [None if random.random() < missing else tally for tally in rows],
        [None if random.random() < missing else tally for tally in cols],
        {length: lengths.count(length) for length in lengths},
        givens=[_given(random, at, mark) for at, mark in board.squares() if random.random() < shown],
    )


def _given(random: Random, at: Square, mark: str) -> Given:
    if mark == WATER:
        return Given(*at, Part.WATER)
    return Given(*at, random.choice([mark, mark, Part.SHIP]))


def _unrelated_clues(random: Random, height: int, width: int) -> Puzzle:
    squares = random.sample(
        [*product(range(height), range(width))], random.randint(0, min(4, height * width))
    )
    return Puzzle(
        [random.choice([None, random.randint(0, width + 1)]) for _ in range(height)],
        [random.choice([None, random.randint(0, height + 1)]) for _ in range(width)],
        {random.randint(1, _LONGEST + 3): random.randint(0, 3) for _ in range(random.randint(0, 4))},
        givens=[Given(*at, random.choice(PARTS)) for at in squares],
    )


def _moved_unit(random: Random, puzzle: Puzzle) -> Puzzle:
    name = random.choice(["rows", "cols"])
    tallies = [*getattr(puzzle, name)]
    known = [i for i, tally in enumerate(tallies) if tally is not None]
    if not any(tallies[i] for i in known):
        return puzzle
    tallies[random.choice([i for i in known if tallies[i]])] -= 1
    tallies[random.choice(known)] += 1
    return puzzle.replace(rows=tallies) if name == "rows" else puzzle.replace(cols=tallies)


def _other_tally(random: Random, puzzle: Puzzle) -> Puzzle:
    name = random.choice(["rows", "cols"])
    tallies = [*getattr(puzzle, name)]
    tallies[random.randrange(len(tallies))] = random.choice([None, *range(6)])
    return puzzle.replace(rows=tallies) if name == "rows" else puzzle.replace(cols=tallies)


def _other_given(random: Random, puzzle: Puzzle) -> Puzzle:
    if not puzzle.givens:
        return puzzle
    givens = [*puzzle.givens]
    number = random.randrange(len(givens))
    givens[number] = givens[number]._replace(kind=random.choice(PARTS))
    return puzzle.replace(givens=givens)


def _other_ship(random: Random, puzzle: Puzzle) -> Puzzle:
    fleet = dict(puzzle.fleet)
    length = random.randint(1, _LONGEST + 1)
    fleet[length] = max(0, fleet.get(length, 0) + random.choice([-1, 1]))
    return puzzle.replace(fleet=fleet)
