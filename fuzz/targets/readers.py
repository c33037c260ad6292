"""Readers and damaged text: read what is legal, refuse the rest by the documented error, in little time.

A case tries `INPUTS` texts, for a single one takes less time than to begin a case.
"""

from __future__ import annotations

import time
import tracemalloc
from functools import cache
from random import Random
from typing import Final

from fuzz.mutation import mutate
from fuzz.reading import READERS, Wrong, corpus

INPUTS: Final = 50
"""Damaged texts of a case."""
_MOST_SECONDS: Final = 2.0
"""Processor time for a case: these texts take thousandths of that."""
_MOST_BYTES: Final = 2**24
_MEASURED: Final = 0.001
"""The share of cases whose memory is measured, which is slow."""


def case(random: Random) -> None:
    """Damage `INPUTS` texts of one reader, and read each."""
    name = random.choice(_names())
    texts = _texts()[name]
    others = texts if random.random() < 0.8 else _texts()[random.choice(_names())]
    chosen = [mutate(random, random.choice(texts), others) for _ in range(INPUTS)]
    is_measured = random.random() < _MEASURED
    if is_measured:
        tracemalloc.start()
    start = time.process_time()
    for text in chosen:
        try_text(name, text)
    taken = time.process_time() - start
    if is_measured:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        if peak > _MOST_BYTES:
            raise Wrong(f"{name}: {peak} bytes for {chosen!r}")
    elif taken > _MOST_SECONDS:
        raise Wrong(f"{name}: {taken} s for {chosen!r}")


def try_text(name: str, text: str) -> None:
    """Have a reader read a text. Raises `Wrong` with the text for anything but what it should do."""
    try:
        READERS[name](text)
    except Exception as error:
        raise Wrong(f"{name}: {text!r}") from error


def try_bytes(data: bytes) -> None:
    """Have the reader that the first byte chooses read the rest; for tools that choose bytes."""
    try_text(*text_in(data))


def text_in(data: bytes) -> tuple[str, str]:
    """The reader and the text that bytes stand for."""
    names = _names()
    return names[data[0] % len(names) if data else 0], data[1:].decode("utf-8", "replace")


def seeds() -> list[bytes]:
    """The texts that random ones are made of, as such bytes."""
    return [
        bytes([i]) + text.encode("utf-8", "replace")
        for i, name in enumerate(_names())
        for text in _texts()[name]
    ]


@cache
def _names() -> list[str]:
    return sorted(READERS)


@cache
def _texts() -> dict[str, list[str]]:
    return corpus()


def changed(random: Random, data: bytes) -> bytes:
    """Such bytes with their text changed, and sometimes the reader."""
    name, text = text_in(data)
    if random.random() < 0.05:
        name = random.choice(_names())
    text = mutate(random, text, _texts()[name])
    return bytes([_names().index(name)]) + text.encode("utf-8", "replace")
