"""Puzzles of ships with letters (Literowce), which the kernel does not take: made with the engines that do.

The arrangement is drawn as for other fleets, every ship anywhere and all anew at the first touch,
so that each is equally likely. Of the squares, in a random order, as many are given as leave no
other board, and of these what can be spared is dropped. Only whether there is another board is
asked, never which: so the puzzle does not depend on the engine that tells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import NO_LETTER, WATER, Board
from bimaru.making.generating import CannotMake
from bimaru.making.recipe import Recipe
from bimaru.making.sampling import Chance
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import LETTER_MARK, Edges, Hint, Part, Puzzle, Ship, Square, Tally
from bimaru.solving import solve

Mask: TypeAlias = int
"""Squares of the grid, a bit each."""

MOST_DRAWS: Final = 200_000
"""Arrangements that are drawn before a fleet is said to be too dense."""


_PATIENCE: Final = 60.0
"""Seconds for one question; what takes longer counts as another board."""


class Way(NamedTuple):
    """One way that a ship can lie: the squares it takes, and those with what lies around it."""

    placement: Placement
    taken: Mask
    kept_free: Mask


def ways(ship: Ship, height: int, width: int) -> list[Way]:
    """Every way that a ship can lie in an empty grid."""

    def mask(squares: Iterable[Square]) -> Mask:
        return sum(1 << (r * width + c) for r, c in squares)

    return [
        Way(one, taken := mask(one.squares), taken | mask(one.surroundings))
        for one in placements(ship, height, width)
    ]


def draw(fleet: Sequence[Sequence[Way]], chance: Chance) -> list[Placement] | None:
    """A way for each ship, drawn evenly; `None` when two of them touch."""
    occupied = 0
    lain = []
    for ship in fleet:
        way = ship[chance.below(len(ship))]
        if way.kept_free & occupied:
            return None
        occupied |= way.taken
        lain.append(way.placement)
    return lain


def random_board(puzzle: Puzzle, chance: Chance) -> Board:
    """A board on which the ships of `puzzle` lie, every one equally likely; its clues don't count.

    Raises `CannotMake` where that many arrangements all had ships that touch."""
    fleet = [ways(ship, puzzle.height, puzzle.width) for ship, number in puzzle.ships for _ in range(number)]
    for _ in range(MOST_DRAWS if all(fleet) else 0):
        if lain := draw(fleet, chance):
            return board_of(puzzle, lain)
    raise CannotMake(MOST_DRAWS, {"had ships that touch": MOST_DRAWS})


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


def hint_at(board: Board, square: Square) -> Hint:
    """What a square shows, as told as it can be: its letter, its part, or water."""
    letter = board.letter(square)
    if letter not in (None, NO_LETTER):
        return Hint(*square, f"{LETTER_MARK}{letter}")
    return Hint(*square, Part.WATER if board[square] == WATER else board[square])


class NotUnique(ValueError):
    """Hints of the kinds that may be given leave other boards."""


def unique(puzzle: Puzzle, hints: Sequence[Hint]) -> list[Hint]:
    """Of the hints, the first ones that leave no other board, without those that can be spared.

    Raises `NotUnique` where all of them are too few."""

    def is_unique(given: Sequence[Hint]) -> bool:
        return solve(puzzle.replace(hints=[*given]), time_limit=_PATIENCE).status == "unique"

    if not is_unique(hints):
        raise NotUnique
    number = bisect_left(range(len(hints)), True, key=lambda first: is_unique(hints[:first]))
    needed = [*hints[:number]]
    for hint in hints[:number]:
        rest = [one for one in needed if one is not hint]
        if is_unique(rest):
            needed = rest
    return needed


class LetteredMaker:
    """Makes the puzzles of a recipe that has words, each from its seed."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        height, width = recipe.size
        self._open = Puzzle([None] * height, [None] * width, recipe.fleet, words=recipe.words)

    def make(self, seed: int) -> Puzzle:
        """The puzzle of that seed, as other makers make it. Raises `CannotMake`."""
        chance = Chance(seed)
        reasons: Counter[str] = Counter()
        for _ in range(self.recipe.tries):
            board = random_board(self._open, chance)
            try:
                return self._given(board, seed, chance)
            except NotUnique:
                reasons["had other solutions whatever hints were given"] += 1
        raise CannotMake(self.recipe.tries, reasons)

    def _given(self, board: Board, seed: int, chance: Chance) -> Puzzle:
        """The puzzle whose answer is that board. Raises `NotUnique`."""
        extra = {"seed": seed, "solution": board.to_data(), "grade": None}
        rows, cols = self._told(board, chance)
        puzzle = self._open.replace(
            rows=rows, cols=cols, edges=edges_of(board, self.recipe.edges), extra=extra
        )
        allowed = [
            hint for at, _ in board.squares() if _kind(hint := hint_at(board, at)) in self.recipe.hints
        ]
        chance.shuffle(allowed)
        return puzzle.replace(hints=unique(puzzle, allowed))

    def _told(self, board: Board, chance: Chance) -> tuple[Sequence[Tally], Sequence[Tally]]:
        """The tallies of the rows and of the columns, without those that are to be missing."""
        tallies: list[Tally] = [*chain(*tallies_of(board))]
        lines = [*range(len(tallies))]
        chance.shuffle(lines)
        for line in lines[: self.recipe.missing_tallies]:
            tallies[line] = None
        return tallies[: board.height], tallies[board.height :]


def _kind(hint: Hint) -> str:
    """Which of the kinds of hints of a recipe it is."""
    return "water" if hint.kind == Part.WATER else "parts"
