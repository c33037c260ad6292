"""The cores of this machine."""

from __future__ import annotations

import os
import sys


def available_cores() -> int:
    """The number of cores that this process may use; 1 in a browser, where it can't start others."""
    if sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
