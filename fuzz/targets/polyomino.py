"""The engines find the boards that the enumerator finds, for small puzzles with polyomino ships."""

from __future__ import annotations

from random import Random
from typing import Final

from fuzz.agreement import expect_boards_of_models, puzzle_of
from fuzz.enumerator import RawPuzzle
from fuzz.puzzles import CORNERS, STRAIGHT_KINDS, Clues, Ship, made, random_shape, small_enough

_MOST_WORK: Final = 40_000
_MOST_BOARDS: Final = 60
_SIDES: Final = (1, 2, 3, 4, 4, 5, 5, 6, 6)
_OTHERS: Final = ("backtracking", "cp-sat", "mip-ship", "mip-pairs")
_SHARE_OF_OTHERS: Final = 0.004


def case(random: Random) -> None:
    """One puzzle, solved by `auto` or `sat`, and now and then by other engines."""
    raw, boards = small_enough(random, _puzzle, _MOST_WORK, _MOST_BOARDS)
    expect_boards_of_models(random, puzzle_of(raw), boards, _OTHERS, _SHARE_OF_OTHERS)


def _puzzle(random: Random) -> RawPuzzle:
    size = random.choice(_SIDES), random.choice(_SIDES)
    ships: list[Ship] = [random_shape(random, random.randint(1, 5)) for _ in range(random.randint(1, 4))]
    ships += [random.randint(1, 3) for _ in range(random.randint(0, 2))]
    clues = Clues(
        missing=random.choice((0, 0, 0.1, 0.3, 0.6, 1)),
        givens=random.choice((0, 1, 2, 3, 5)),
        falsified=0.15,
        impossible=0.03,
        kinds=STRAIGHT_KINDS + CORNERS,
    )
    return made(random, size, ships, clues)
