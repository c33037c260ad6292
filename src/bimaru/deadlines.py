"""A time limit on what many small functions build together.

A model is written by generators and comprehensions that know nothing of a budget. Those that may be long
go through `checked` items, which is where the limit of `building_until` takes effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Final, TypeVar

from bimaru.errors import BimaruError

Item = TypeVar("Item")

_STRIDE: Final = 32
"""Items between two looks at the clock."""
_deadline: Final[ContextVar[float | None]] = ContextVar("deadline", default=None)


class OutOfBudgetError(BimaruError, RuntimeError):
    """The deadline came before all was built."""


@contextmanager
def building_until(deadline: float | None) -> Iterator[None]:
    """Within it, `checked` items end with `OutOfBudgetError` at the deadline, by `time.perf_counter`; with
    `None`, never."""
    token = _deadline.set(deadline)
    try:
        yield
    finally:
        _deadline.reset(token)


def checked(items: Iterable[Item]) -> Iterator[Item]:
    """The items. Raises `OutOfBudgetError` before one of them when the deadline is past."""
    deadline = _deadline.get()
    return iter(items) if deadline is None else _until(deadline, items)


def _until(deadline: float, items: Iterable[Item]) -> Iterator[Item]:
    for number, item in enumerate(items):
        if number % _STRIDE == 0 and perf_counter() >= deadline:
            raise OutOfBudgetError
        yield item
