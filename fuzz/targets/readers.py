"""Readers and damaged text: valid text is read, any other raises the documented error, quickly.

A case tries `INPUTS` texts, since a single one takes less time than starting a case.
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
"""The damaged texts of a case."""
_MAX_SECONDS: Final = 2.0
"""The processor time for a case, which normally takes a thousandth of it."""
_MAX_BYTES: Final = 2**24
_MEASURED_SHARE: Final = 0.001
"""The share of cases whose memory is measured, which is slow."""


def case(random: Random) -> None:
    """Damage `INPUTS` texts of one reader, and read each."""
    name = random.choice(_names())
    texts = _texts()[name]
    others = texts if random.random() < 0.8 else _texts()[random.choice(_names())]
    damaged = [mutate(random, random.choice(texts), others) for _ in range(INPUTS)]
    is_measured = random.random() < _MEASURED_SHARE
    if is_measured:
        tracemalloc.start()
    start = time.process_time()
    for text in damaged:
        try_text(name, text)
    seconds = time.process_time() - start
    if is_measured:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        if peak > _MAX_BYTES:
            raise Wrong(f"{name}: {peak} bytes for {damaged!r}")
    elif seconds > _MAX_SECONDS:
        raise Wrong(f"{name}: {seconds} s for {damaged!r}")


def try_text(name: str, text: str) -> None:
    """Read a text. Raises `Wrong` with the text if the reader misbehaves."""
    try:
        READERS[name](text)
    except Exception as error:
        raise Wrong(f"{name}: {text!r}") from error


def try_bytes(data: bytes) -> None:
    """Read bytes, the first of which selects the reader; for byte-level fuzzers."""
    try_text(*text_in(data))


def text_in(data: bytes) -> tuple[str, str]:
    """The reader and the text that bytes encode."""
    names = _names()
    return names[data[0] % len(names) if data else 0], data[1:].decode("utf-8", "replace")


def seeds() -> list[bytes]:
    """The texts that are mutated, encoded as bytes."""
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


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Encoded bytes with the text changed, and sometimes the reader."""
    name, text = text_in(data)
    if random.random() < 0.05:
        name = random.choice(_names())
    text = mutate(random, text, _texts()[name])
    return bytes([_names().index(name)]) + text.encode("utf-8", "replace")
