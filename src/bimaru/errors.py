"""The base class of all errors, and the errors that several packages raise.

Every error that is defined here or beside the code that raises it derives from `BimaruError` and from the
builtin exception that fits it, so that either can be caught. An argument that is wrong whatever the puzzle
raises a plain `ValueError`, `TypeError` or `IndexError`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


class BimaruError(Exception):
    """The base of all errors that bimaru raises on purpose."""


class InvalidInputError(BimaruError, ValueError):
    """Malformed input. `faults` holds one sentence for each thing wrong."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.faults,))


class InvalidPuzzleError(InvalidInputError):
    """The input is not a puzzle."""


class InvalidBoardError(InvalidInputError):
    """The input is not a board."""


class UnsupportedPuzzleError(BimaruError, ValueError):
    """The engine does not support this puzzle."""

    def __init__(self, engine: str, reason: str) -> None:
        super().__init__(engine, reason)

    def __str__(self) -> str:
        return "the engine {} does not take this puzzle: {}".format(*self.args)


class MissingExtraError(BimaruError, ValueError):
    """A part of bimaru needs a package that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(what, extra)

    def __str__(self) -> str:
        if sys.platform == "emscripten":
            return f"{self.args[0]} is not available in a browser: it needs a package that does not run there"
        return "{} needs an extra: pip install 'bimaru[{}]'".format(*self.args)


class OutOfTimeError(BimaruError, TimeoutError):
    """The time limit passed before there was any answer; `progress` is how far it got, if known."""

    def __init__(self, progress: str = "") -> None:
        super().__init__(progress)
        self.progress = progress

    def to_data(self) -> dict[str, object]:
        """That there is no answer, as JSON."""
        return {"complete": False}

    def __str__(self) -> str:
        return (
            f"the time limit was reached; {self.progress}"
            if self.progress
            else "the time limit was reached before the answer was known"
        )


class NoSolutionError(BimaruError, ValueError):
    """The puzzle has no solution, so there is nothing to explain and no board to draw; `with_board`: it has
    solutions, but none agrees with the board."""

    def __init__(self, puzzle: object, *, with_board: bool = False) -> None:
        super().__init__(puzzle)
        self.with_board = with_board

    def __str__(self) -> str:
        if self.with_board:
            return f"no solution of {self.args[0]!r} agrees with the board"
        return f"{self.args[0]!r} has no solution"


class OutOfReachError(BimaruError, ValueError):
    """Counting or drawing the arrangements of this fleet takes more memory or time than is allowed."""


class FontError(BimaruError, ValueError):
    """A font cannot be read, or has no sign for a character of a text."""


class PictureTooLargeError(BimaruError, ValueError):
    """A picture would have more pixels than it may."""
