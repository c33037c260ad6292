"""The line about long work, where nothing is put out before the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bimaru.cli.progress import Output, counted

Item = TypeVar("Item")


@contextmanager
def passing(items: Iterable[Item]) -> Iterator[Iterator[Item]]:
    """The same items, with the line about how many have passed."""
    with counted(_Nowhere()) as line:
        yield _counting(items, line)


def _counting(items: Iterable[Item], line: Output) -> Iterator[Item]:
    for item in items:
        line.put(None, "")
        yield item


class _Nowhere:
    """An output that keeps nothing."""

    def put(self, id: object, text: object) -> None:
        """Forget it."""
