"""What commands answer with, and where it can go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeAlias

Text: TypeAlias = str | bytes | Iterator[str]
"""An answer, as one string or as an iterable of pieces."""


class Output(Protocol):
    """A destination of answers."""

    def put(self, id: str | int | None, text: Text) -> None:
        """Add the answer for the puzzle of that `id`; text ends with a newline."""


class NoOutput:
    """An output that discards everything, for a progress line without answers."""

    def put(self, id: object, text: object) -> None:
        """Do nothing."""
