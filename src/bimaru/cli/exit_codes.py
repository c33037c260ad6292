"""Exit codes: of a call, of a batch, and of one whose failures have been reported."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import click


class Exit(IntEnum):
    """The exit codes of the command."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    INTERNAL_ERROR = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


_BY_WEIGHT: Final = (Exit.DONE, Exit.FAILED, Exit.UNDECIDED, Exit.BAD_INPUT, Exit.INTERNAL_ERROR)


def worst(*codes: Exit) -> Exit:
    """The exit code of a batch whose puzzles ended with `codes`: the first of 70, 2, 3, 1, 0 among them."""
    return max(codes, key=_BY_WEIGHT.index)


class ReportedExit(click.exceptions.Exit):
    """Ends the call with an exit code after every failure has been reported."""
