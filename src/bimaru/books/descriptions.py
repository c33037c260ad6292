"""Boards in words, in the language of a document, for readers who do not see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from bimaru.board import UNKNOWN, Board
from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import square_name, square_names

Label: TypeAlias = Callable[[str], str]
"""Gives the words of a language by name."""


def described(puzzle: Puzzle, board: Board | None, label: Label) -> str:
    """A puzzle, or a board of it, in words; `label` gives the words by name."""
    return " ".join(_sentences(puzzle, board, label))


def fleet_described(puzzle: Puzzle, label: Label) -> str:
    """The ships of a puzzle in words."""
    counts = [*puzzle.fleet.items(), *Counter(puzzle.words).items()]
    ships = [(count, length) for length, count in counts]
    ships += [(count, "/".join(shape)) for shape, count in Counter(puzzle.shapes).items()]
    listed = ", ".join(label("alt_ship").format(count=count, length=length) for count, length in ships)
    return label("alt_ships").format(ships=listed)


def _sentences(puzzle: Puzzle, board: Board | None, label: Label) -> Iterator[str]:
    yield label("alt_grid").format(height=puzzle.height, width=puzzle.width)
    for name, tallies in (("alt_rows", puzzle.rows), ("alt_columns", puzzle.cols)):
        if any(tally is not None for tally in tallies):
            yield label(name).format(numbers=_numbers(tallies))
    if puzzle.fleet or puzzle.words or puzzle.shapes:
        yield fleet_described(puzzle, label)
    yield from _edges(puzzle, label)
    if puzzle.givens:
        kinds = dict(entry.split(" ", 1) for entry in label("alt_kinds").split("|"))
        shown = (f"{square_name(one.square)} {kinds.get(one.kind, one.kind[-1])}" for one in puzzle.givens)
        yield label("alt_given").format(squares=", ".join(shown))
    if board is not None:
        yield label("alt_board").format(squares=", ".join(map(square_names, board.ships())) or "–")
        if unknown := sum(row.count(UNKNOWN) for row in board.rows):
            yield label("alt_open").format(number=unknown)


def _numbers(tallies: tuple[Tally, ...]) -> str:
    return " ".join("?" if tally is None else str(tally) for tally in tallies)


def _edges(puzzle: Puzzle, label: Label) -> Iterator[str]:
    sides = zip(label("alt_sides").split(), puzzle.edges._asdict().values(), strict=True)
    shown = [f"{side} {' '.join(letter or '-' for letter in letters)}" for side, letters in sides if letters]
    if shown:
        yield label("alt_edges").format(letters="; ".join(shown))
