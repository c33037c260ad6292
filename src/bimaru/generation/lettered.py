"""Puzzles of ships with letters (Literowce), which the kernel does not take: made with the engines that do.

Where the ships lie is drawn as for other fleets; then chance has it which of them have which words, and
which way these are read. Of the squares, in a random order, as many are given as leave no
other board, and of these what can be spared is dropped. Only whether there is another board is
asked, never which: so the puzzle does not depend on the engine that tells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from bimaru.arrangements.random_fleets import fleets_of
from bimaru.arrangements.rejection import Chance
from bimaru.board import NO_LETTER, WATER, Board
from bimaru.generation.attempts import UnfitError, first_made
from bimaru.generation.clue_selection import told_lines, without_spare
from bimaru.generation.recipe import Recipe
from bimaru.puzzle import Edges, Given, Provenance, Puzzle, Tally
from bimaru.solving import solve
from bimaru.squares import LETTER_MARK, Part, Square

_PATIENCE: Final = 60.0
"""Seconds for one question; what takes longer counts as another board."""


def lettered(board: Board, words: Sequence[str], chance: Chance) -> Board:
    """The board with each of the words on one of its ships, in one of its two directions.

    Every way to put them there is equally likely, and all boards with ships of the same lengths have as many
    ways: where those are drawn evenly, so are the boards that come out."""
    letters: dict[Square, str] = {}
    ships = [*board.ships()]
    chance.shuffle(ships)
    for word in words:
        ship = next(ship for ship in ships if len(ship) == len(word))
        ships.remove(ship)
        letters.update(zip(ship, word[::-1] if chance.below(2) else word, strict=True))
    rows = ("".join(letters.get((r, c), NO_LETTER) for c in range(board.width)) for r in range(board.height))
    return Board(board.rows, tuple(rows))


# Clues


def tallies_of(board: Board) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    """The ship squares of each row and of each column."""
    occupied = board.occupied()
    return (
        tuple(sum((r, c) in occupied for c in range(board.width)) for r in range(board.height)),
        tuple(sum((r, c) in occupied for r in range(board.height)) for c in range(board.width)),
    )


def edges_of(board: Board, sides: Iterable[str]) -> Edges:
    """The letter nearest to each of the sides, line by line."""
    rows = board.letters or ()
    lines = {"left": rows, "top": ["".join(column) for column in zip(*rows, strict=True)]}
    lines["right"] = [row[::-1] for row in lines["left"]]
    lines["bottom"] = [column[::-1] for column in lines["top"]]
    return Edges(**{side: tuple(_first_letter(line) for line in lines[side]) for side in sides})


def _first_letter(line: str) -> str | None:
    return next((letter for letter in line if letter != NO_LETTER), None)


def given_at(board: Board, square: Square) -> Given:
    """What a square shows, as told as it can be: its letter, its part, or water."""
    letter = board.letter(square)
    if letter is not None:
        return Given(*square, f"{LETTER_MARK}{letter}")
    return Given(*square, Part.WATER if board[square] == WATER else board[square])


def unique(puzzle: Puzzle, givens: Sequence[Given]) -> list[Given]:
    """Of the givens, the first ones that leave no other board, without those that can be spared.

    Raises `UnfitError` where all of them are too few."""

    def is_unique(given: Sequence[Given]) -> bool:
        return solve(puzzle.replace(givens=[*given]), time_limit=_PATIENCE).status == "unique"

    if not is_unique(givens):
        raise UnfitError("had other solutions whatever givens were given")
    number = bisect_left(range(len(givens)), True, key=lambda first: is_unique(givens[:first]))
    return without_spare(givens[:number], is_unique)


class LetteredMaker:
    """Makes the puzzles of a recipe that has words, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` where it is not known whether the ships fit."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        height, width = recipe.size
        self._open = Puzzle([None] * height, [None] * width, recipe.fleet, words=recipe.words)
        self._fleets = fleets_of(height, width, recipe.ships)

    def make(self, seed: int) -> Puzzle:
        """The puzzle of that seed, as other makers make it. Raises `CannotGenerateError`."""
        chance = Chance(seed)
        return first_made(self.recipe.tries, lambda _: self._attempt(chance, seed))

    def _attempt(self, chance: Chance, seed: int) -> Puzzle:
        """The puzzle of the next fleet. Raises `UnfitError`."""
        board = lettered(self._fleets.board(chance), self.recipe.words, chance)
        rows, cols = self._told(board, chance)
        puzzle = self._open.replace(
            rows=rows,
            cols=cols,
            edges=edges_of(board, self.recipe.edges),
            provenance=Provenance(seed=seed, solution=board.to_data()),
            extra={"grade": None, **self._fleets.note},
        )
        allowed = [
            given for at, _ in board.squares() if _kind(given := given_at(board, at)) in self.recipe.givens
        ]
        chance.shuffle(allowed)
        return puzzle.replace(givens=unique(puzzle, allowed))

    def _told(self, board: Board, chance: Chance) -> tuple[Sequence[Tally], Sequence[Tally]]:
        """The tallies of the rows and of the columns, without those that are to be missing."""
        tallies: list[Tally] = [None] * sum(self.recipe.size)
        rows, cols = tallies_of(board)
        for line in told_lines(self.recipe, chance):
            at = line - self.recipe.squares
            tallies[at] = (*rows, *cols)[at]
        return tallies[: board.height], tallies[board.height :]


def _kind(given: Given) -> str:
    """Which of the kinds of givens of a recipe it is."""
    return "water" if given.kind == Part.WATER else "parts"
