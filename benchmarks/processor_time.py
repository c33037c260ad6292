"""The processor time of running processes, on Linux."""

from __future__ import annotations

import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Times(NamedTuple):
    """The CPU seconds of a process, and those of its children that have ended."""

    own: float
    ended: float


def process_times(pid: int) -> dict[int, Times]:
    """Of a process and of all that it has started, by their numbers."""
    times, children = {}, defaultdict(list)
    for child, parent, found in _all_times():
        times[child] = found
        children[parent].append(child)
    tree, left = {}, [pid]
    while left:
        if (one := left.pop()) in times:
            tree[one] = times[one]
            left += children[one]
    return tree


def _all_times() -> list[tuple[int, int, Times]]:
    """Each process with its parent and its times: proc(5), fields 4 and 14 to 17."""
    second = os.sysconf("SC_CLK_TCK")
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            user, system, user_of_ended, system_of_ended = map(int, fields[11:15])
            times = Times((user + system) / second, (user_of_ended + system_of_ended) / second)
            found.append((int(path.parent.name), int(fields[1]), times))
    return found
