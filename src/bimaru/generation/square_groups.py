# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""The groups of squares that `alternatives` and `clue_ladder` choose givens from, for C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython


@cython.final
@cython.cclass
class SquareGroups:
    """The groups of squares that givens are chosen from, and the order in which a choice goes through some.

    A *group* is squares that are given together, numbered row by row, and a mask of what is revealed of the
    byte of each in a sheet of `AlternativeBoards`. They are the same for all boards of a
    recipe, so that numbers stand for them."""

    def __init__(self, groups: Sequence[Any], squares: int) -> None:
        """`squares` is the size of the grid. Raises `ValueError` for a square that it does not have."""
        n: cython.int = 0
        square: cython.int
        for group in groups:
            n += len(group[0])
        self.n = len(groups)
        self.n_ordered = 0
        if cython.compiled:
            self.allocate(n)
        else:
            self.start, self.square, self.order = [0] * (self.n + 1), [0] * n, [0] * self.n
        n = 0
        for i in range(self.n):
            for square in groups[i][0]:
                if not 0 <= square < squares:
                    raise ValueError(f"square {square}; the grid has {squares}")
                self.square[n] = square << 8 | cython.cast(cython.int, groups[i][1])
                n += 1
            self.start[i + 1] = n

    def allocate(self, squares: cython.Py_ssize_t) -> None:
        """The memory of the groups, with this number of squares in all."""
        self.memory = bytearray(4 * (2 * self.n + 1 + squares))
        memory: cython.p_char = self.memory
        self.start = cython.cast(cython.pointer(cython.int), memory)
        self.square = self.start + self.n + 1
        self.order = self.square + squares

    def load(self, numbers: Sequence[int]) -> None:
        """Write the numbers of groups to `order`. Raises `ValueError` for others, and for too many."""
        group: cython.int
        if len(numbers) > self.n:
            raise ValueError(f"{len(numbers)} groups; there are {self.n}")
        self.n_ordered = len(numbers)
        for i in range(self.n_ordered):
            group = numbers[i]
            if not 0 <= group < self.n:
                raise ValueError(f"group {group}; there are {self.n}")
            self.order[i] = group
