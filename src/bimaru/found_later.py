"""Attributes that are computed when they are first read: computing them takes long, and few read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

T = TypeVar("T", bound=type)


class _Later:
    """Keeps its value in a slot: the value itself, or a function that returns it, until that was called."""

    def __init__(self, slot: Any) -> None:
        self._slot: Final = slot

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        value = self._slot.__get__(instance, owner)
        if callable(value):
            value = value()
            self._slot.__set__(instance, value)
        return value

    def __set__(self, instance: object, value: object) -> None:
        self._slot.__set__(instance, value)


def found_later(*names: str) -> Callable[[T], T]:
    """For a class with slots: lets the slots of these names be set to a function without arguments that
    returns the value, which is called when that is first read."""

    def decorated(owner: T) -> T:
        for name in names:
            setattr(owner, name, _Later(getattr(owner, name)))
        return owner

    return decorated
