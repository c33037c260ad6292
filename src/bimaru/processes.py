"""The same work on many things by several processes: in order, and in constant memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_CHUNK: Final = 64
"""Items sent to a process at once: enough to make the sending cheap."""


def in_processes(
    work: Callable[[Item], Answer], items: Iterable[Item], workers: int
) -> Iterator[Answer]:
    """`map(work, items)` by so many processes; `work` must be importable, as pickle wants it.

    Only a few chunks for each worker are read ahead. An error that `work` raises comes out
    here, at its item's turn."""
    from concurrent.futures import Future, ProcessPoolExecutor

    source = iter(items)
    with ProcessPoolExecutor(workers) as pool:
        try:
            ahead: deque[Future[list[Answer]]] = deque()
            while chunk := list(islice(source, _CHUNK)):
                ahead.append(pool.submit(_all, work, chunk))
                if len(ahead) > 2 * workers:
                    yield from ahead.popleft().result()
            while ahead:
                yield from ahead.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _all(work: Callable[[Item], Answer], items: list[Item]) -> list[Answer]:
    return [work(item) for item in items]
