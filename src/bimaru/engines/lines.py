"""Rows and columns as the engines see them: squares in order, with what is told about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import Square

Line: TypeAlias = tuple[Square, ...]


def rows(puzzle: Puzzle) -> list[Line]:
    """The rows, each from the left."""
    return [tuple((r, c) for c in range(puzzle.width)) for r in range(puzzle.height)]


def columns(puzzle: Puzzle) -> list[Line]:
    """The columns, each from the top."""
    return [tuple((r, c) for r in range(puzzle.height)) for c in range(puzzle.width)]


def tallied(puzzle: Puzzle) -> Iterator[tuple[Line, int]]:
    """The lines whose tally is told, with it."""
    for line, tally in zip(rows(puzzle) + columns(puzzle), puzzle.rows + puzzle.cols, strict=True):
        if tally is not None:
            yield line, tally


def lettered(puzzle: Puzzle) -> Iterator[tuple[Line, str]]:
    """The lines whose nearest letter is told, from the edge that tells it."""
    top, bottom, left, right = puzzle.edges
    for sides, forward in (((top, bottom), columns(puzzle)), ((left, right), rows(puzzle))):
        for letters, step in zip(sides, (1, -1), strict=True):
            for line, letter in zip(forward, letters, strict=False):
                if letter is not None:
                    yield line[::step], letter


def add_up(puzzle: Puzzle) -> bool:
    """Whether the tallies of the rows, and those of the columns, can sum to the squares of the
    fleet. A model that counts line by line would have to try every filling to find out."""
    squares = sum(ship.length * number for ship, number in puzzle.ships)
    return all(_can_sum(tallies, squares) for tallies in (puzzle.rows, puzzle.cols))


def _can_sum(tallies: tuple[Tally, ...], squares: int) -> bool:
    told = sum(tally for tally in tallies if tally is not None)
    return told <= squares if None in tallies else told == squares
