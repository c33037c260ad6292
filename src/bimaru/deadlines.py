"""A time limit on building a model, which is the work of many small functions.

The generators and comprehensions that write a model take no budget. Long ones pass their items through
`checked`, where the limit of `building_until` takes effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from bimaru.clock import clock
from bimaru.errors import BimaruError

Item = TypeVar("Item")

_STRIDE: Final = 32
"""Items between two readings of the clock."""
_deadline: Final[ContextVar[float | None]] = ContextVar("deadline", default=None)


class OutOfBudgetError(BimaruError, RuntimeError):
    """The deadline passed before the model was built."""


@contextmanager
def building_until(deadline: float | None) -> Iterator[None]:
    """A context in which `checked` raises `OutOfBudgetError` after the deadline, by `clock`;
    never if it is `None`."""
    token = _deadline.set(deadline)
    try:
        yield
    finally:
        _deadline.reset(token)


def checked(items: Iterable[Item]) -> Iterator[Item]:
    """The items. Raises `OutOfBudgetError` instead of the next one once the deadline has passed."""
    deadline = _deadline.get()
    return iter(items) if deadline is None else _until(deadline, items)


def _until(deadline: float, items: Iterable[Item]) -> Iterator[Item]:
    for number, item in enumerate(items):
        if number % _STRIDE == 0 and clock.now() >= deadline:
            raise OutOfBudgetError
        yield item
