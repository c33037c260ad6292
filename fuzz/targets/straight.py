"""The kernel finds the boards that the enumerator finds, for small puzzles of straight ships."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from fuzz.agreement import expect_boards, expect_limited, expect_number, puzzle_of
from fuzz.enumerator import RawPuzzle
from fuzz.puzzles import Clues, Size, made, small_enough

_MOST_WORK: Final = 20_000
_MOST_BOARDS: Final = 400
_SIDES: Final = (1, 2, 3, 4, 5, 5, 6, 6, 7)
_ENGINE: Final = "search"


def case(random: Random) -> None:
    """One puzzle, all its boards, some of them, and their number."""
    raw, boards = small_enough(random, _puzzle, _MOST_WORK, _MOST_BOARDS)
    puzzle = puzzle_of(raw)
    expect_boards(puzzle, _ENGINE, boards)
    expect_limited(puzzle, _ENGINE, boards, random.randint(0, min(len(boards), 5) + 1))
    expect_number(puzzle, _ENGINE, len(boards))


def _puzzle(random: Random) -> RawPuzzle:
    size, number = random.choices((_usual, _thin, _large), (90, 5, 5))[0](random)
    longest = min(max(size), random.choice((1, 2, 3, 3, 4, 5, 7)))
    ships = sorted(min(random.randint(1, longest), random.randint(1, longest)) for _ in range(number))
    clues = Clues(
        missing=random.choice((0, 0.1, 0.3, 0.3, 0.6, 0.6, 1)),
        givens=random.choice((0, 0, 1, 2, 3, 5)),
        falsified=0.15,
        impossible=0.03,
    )
    puzzle = made(random, size, ships[::-1], clues)
    return _with_straight_shapes(random, puzzle) if random.random() < 0.02 else puzzle


def _usual(random: Random) -> tuple[Size, int]:
    """A small grid, with any number of ships from 1 to 7, seldom none."""
    return (random.choice(_SIDES), random.choice(_SIDES)), random.choice(
        (0, *(1, 2, 3, 3, 4, 4, 5, 5, 6, 7) * 4)
    )


def _thin(random: Random) -> tuple[Size, int]:
    """One to three lines of up to 64 squares."""
    size = (random.randint(1, 3), random.randint(1, random.choice((14, 16, 18, 64))))
    return random.choice((size, size[::-1])), random.randint(1, 3)


def _large(random: Random) -> tuple[Size, int]:
    """A grid of up to 18x18, beyond what the kernel's narrow lanes hold."""
    return (random.randint(5, 18), random.randint(5, 18)), random.randint(1, 3)


def _with_straight_shapes(random: Random, puzzle: RawPuzzle) -> RawPuzzle:
    """The same ships, some of them written as shapes."""
    lengths = [length for length, number in puzzle.fleet.items() if number]
    if not lengths:
        return puzzle
    length = random.choice(lengths)
    shape = random.choice((("#" * length,), ("#",) * length))
    return replace(puzzle, fleet={**puzzle.fleet, length: puzzle.fleet[length] - 1}, shapes=[shape])
