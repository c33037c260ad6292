"""Rows and columns as the engines need them: their squares in order, with their clues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bimaru.puzzle import Puzzle, Tally
from bimaru.ships import squares_of_ships
from bimaru.squares import Square

LineSquares: TypeAlias = tuple[Square, ...]
"""The squares of a row or column."""


def rows(puzzle: Puzzle) -> list[LineSquares]:
    """The rows, each from the left."""
    return [tuple((r, c) for c in range(puzzle.width)) for r in range(puzzle.height)]


def columns(puzzle: Puzzle) -> list[LineSquares]:
    """The columns, each from the top."""
    return [tuple((r, c) for r in range(puzzle.height)) for c in range(puzzle.width)]


def with_tallies(puzzle: Puzzle) -> Iterator[tuple[LineSquares, int]]:
    """The lines that have a tally, with it."""
    for line, tally in zip(rows(puzzle) + columns(puzzle), puzzle.rows + puzzle.cols, strict=True):
        if tally is not None:
            yield line, tally


def with_letters(puzzle: Puzzle) -> Iterator[tuple[LineSquares, str]]:
    """The lines that have a letter at an edge, from that edge, with the letter."""
    top, bottom, left, right = puzzle.edges
    for sides, forward in (((top, bottom), columns(puzzle)), ((left, right), rows(puzzle))):
        for letters, step in zip(sides, (1, -1), strict=True):
            for line, letter in zip(forward, letters, strict=False):
                if letter is not None:
                    yield line[::step], letter


def tallies_add_up(puzzle: Puzzle) -> bool:
    """Whether the tallies of the rows, and those of the columns, can sum to the squares of the
    fleet. A model that counts line by line could only disprove it by trying every board."""
    squares = squares_of_ships(puzzle.ships)
    return all(_can_sum(tallies, squares) for tallies in (puzzle.rows, puzzle.cols))


def _can_sum(tallies: tuple[Tally, ...], squares: int) -> bool:
    known = sum(tally for tally in tallies if tally is not None)
    return known <= squares if None in tallies else known == squares
