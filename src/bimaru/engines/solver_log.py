"""What solvers print while they solve, for those who want to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_write: Final[ContextVar[Callable[[str], object] | None]] = ContextVar("solver_log", default=None)


@contextmanager
def logging_to(write: Callable[[str], object]) -> Iterator[None]:
    """A context in which engines hand over the logs of their solvers, search by search."""
    token = _write.set(write)
    try:
        yield
    finally:
        _write.reset(token)


def is_wanted() -> bool:
    """Whether solvers should write a log."""
    return _write.get() is not None


def add(text: str) -> None:
    """Hand over the log of one search."""
    write = _write.get()
    if write is not None and text.strip():
        write(text.rstrip() + "\n")
