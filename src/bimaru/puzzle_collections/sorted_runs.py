"""Sorted runs: 64-bit numbers on disk, in which a number is found without reading much.

A run is a temporary file that has no name on Linux and macOS (on Windows, it is removed when it is closed),
so nothing is left of it however the process ends. It is mapped into memory: the system keeps the pages that
are in use, and drops them when memory is needed.
"""

from __future__ import annotations

import math
import mmap
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from bimaru.atomic_files import write_errors
from bimaru.processes.interrupts import handle_interrupts

_BITS: Final = 64
_AT_ONCE: Final = 2**16
"""Numbers that are written at a time."""
_DEVIATIONS: Final = 4
"""Standard deviations around its expected place within which a number is looked for first: of a million, at
most 63 lie beyond, for which the whole run is searched."""


class SortedRun:
    """Numbers on disk, at least one, in ascending order."""

    def __init__(self, numbers: Iterable[int], directory: Path | None) -> None:
        """Write numbers that are in ascending order to a file in the directory, by default the system's for
        temporary files. Raises `WriteError`."""
        rest = iter(numbers)
        name = f"a temporary file in {directory or 'the directory for them'}"
        with write_errors(name), TemporaryFile(dir=directory) as file:
            while chunk := array("Q", islice(rest, _AT_ONCE)):
                chunk.tofile(file)
                handle_interrupts()
            file.flush()
            self._numbers = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)).cast("Q")
        self._reach = math.ceil(_DEVIATIONS * math.sqrt(len(self._numbers)) / 2)

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __contains__(self, number: int) -> bool:
        """Whether a number is in the run. Of uniformly distributed numbers, few pages are read: the place of
        a number is known up to the deviation of a binomial distribution, half a square root at most."""
        first, last = 0, len(self._numbers) - 1
        expected = number * len(self._numbers) >> _BITS
        low, high = max(first, expected - self._reach), min(last, expected + self._reach)
        if not self._numbers[low] <= number <= self._numbers[high]:
            low, high = first, last
        return self._numbers[bisect_left(self._numbers, number, low, high)] == number


class SortedRuns:
    """Sets of numbers without common ones, each in a run; runs of similar size are merged, so that their
    number grows with the logarithm of that of the sets."""

    def __init__(self, directory: Path | None) -> None:
        """The runs are kept in the directory, by default the system's for temporary files."""
        self._directory = directory
        self.runs: list[SortedRun] = []

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def __contains__(self, number: int) -> bool:
        return any(number in run for run in self.runs)

    def add(self, numbers: Iterable[int]) -> None:
        """Add a set of numbers, at least one, in ascending order, of which none is there. Raises
        `WriteError`."""
        run = SortedRun(numbers, self._directory)
        while self.runs and len(self.runs[-1]) < 2 * len(run):
            run = SortedRun(merge(self.runs[-1], run), self._directory)
            del self.runs[-1]
        self.runs.append(run)
