"""Fleets to draw arrangements of, and how even the frequencies of draws are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from brute_force import open_puzzle

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""A fleet: lengths, and how many ships have them."""

STANDARD_FLEET: Final = ((4, 1), (3, 2), (2, 3), (1, 4))

FLEETS: Final = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 2)), max_size=3, unique_by=lambda pair: pair[0]
)


def puzzle_of(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> Puzzle:
    return open_puzzle(height, width, [Ship.straight(n) for n, count in fleet for _ in range(count)])


def chi_squared(seen: Counter[Any], kinds: int) -> float:
    """How far the frequencies are from even ones, in standard deviations of what chance does to them."""
    expected = seen.total() / kinds
    total = sum((n - expected) ** 2 / expected for n in seen.values()) + (kinds - len(seen)) * expected
    return float((total - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)
