"""Generating puzzles of ships with letters (Literowce), with the engines that take them.

The fleet is drawn like any other. Words and their directions are then assigned to its ships at random. Of
the squares, in a random order, as many are given as uniqueness needs, and redundant ones are dropped. Only
whether there is another board is used, never which one, so the puzzle does not depend on the engine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.board import NO_LETTER, WATER, Board
from bimaru.generation.clue_selection import choose_tally_lines, drop_redundant
from bimaru.generation.recipe import Recipe, RejectedFleetError, first_success
from bimaru.puzzle import Edges, Given, Provenance, Puzzle, Tally
from bimaru.solving import solve
from bimaru.squares import LETTER_MARK, Part, Square

_SECONDS_A_TEST: Final = 60.0
"""Time limit of a uniqueness test; one that runs out counts as not unique."""


def put_letters(board: Board, words: Sequence[str], chance: Chance) -> Board:
    """The board with each word on one of its ships, forwards or backwards.

    Every assignment is equally likely, and all boards with ships of the same lengths have equally many. So
    if the boards are drawn uniformly, so are the lettered ones."""
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
    """The numbers of ship squares of each row and of each column."""
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
    """The most informative given of a square: its letter, its part, or water."""
    letter = board.letter(square)
    if letter is not None:
        return Given(*square, f"{LETTER_MARK}{letter}")
    return Given(*square, Part.WATER if board[square] == WATER else board[square])


def irreducible_givens(puzzle: Puzzle, givens: Sequence[Given]) -> list[Given]:
    """The first of the givens that make the puzzle unique, without redundant ones.

    Raises `RejectedFleetError` if all of them don't."""

    def is_unique(given: Sequence[Given]) -> bool:
        return solve(puzzle.replace(givens=[*given]), time_limit=_SECONDS_A_TEST).status == "unique"

    if not is_unique(givens):
        raise RejectedFleetError("had other solutions with every possible given")
    number = bisect_left(range(len(givens)), True, key=lambda first: is_unique(givens[:first]))
    return drop_redundant(givens[:number], is_unique)


class LetteredMaker:
    """Makes the puzzles of a recipe with words, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the ships fit."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._stream = recipe.stream
        height, width = recipe.size
        self._open = Puzzle([None] * height, [None] * width, recipe.fleet, words=recipe.words)
        self._fleets = fleet_sampler(height, width, recipe.ships)

    def make(self, seed: int) -> Puzzle:
        """The puzzle of a seed, with the same `extra` as `Maker.make`. Raises `CannotGenerateError`."""
        chance = Chance(seed, self._stream)
        return first_success(self.recipe.tries, lambda _: self._attempt(chance, seed))

    def _attempt(self, chance: Chance, seed: int) -> Puzzle:
        """The puzzle of the next fleet. Raises `RejectedFleetError`."""
        board = put_letters(self._fleets.board(chance), self.recipe.words, chance)
        rows, cols = self._tallies(board, chance)
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
        return puzzle.replace(givens=irreducible_givens(puzzle, allowed))

    def _tallies(self, board: Board, chance: Chance) -> tuple[Sequence[Tally], Sequence[Tally]]:
        """The tallies of the rows and of the columns, without the missing ones."""
        tallies: list[Tally] = [None] * sum(self.recipe.size)
        rows, cols = tallies_of(board)
        for line in choose_tally_lines(self.recipe, chance):
            at = line - self.recipe.squares
            tallies[at] = (*rows, *cols)[at]
        return tallies[: board.height], tallies[board.height :]


def _kind(given: Given) -> str:
    """The recipe's kind of a given."""
    return "water" if given.kind == Part.WATER else "parts"
