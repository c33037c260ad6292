"""The messages between the server and its workers: requests, time budgets and answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

JSON: Final = "application/json"
PICTURES: Final = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}
"""The formats of pictures, and their media types."""
BOOKLET_PUZZLES: Final = 100
"""The most puzzles of a booklet."""
LENGTH: Final = 4
"""Bytes of the length that precedes each frame, in network order."""
TIMED_OUT: Final = 0
"""The status of an answer that exceeded its time budget."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request. `body` is JSON, not yet decoded; `options` are validated; `time_limit` is in seconds;
    `side` is the most rows or columns accepted."""

    operation: str
    body: bytes
    options: Mapping[str, Any]
    time_limit: float
    side: int


class TimeBudget(NamedTuple):
    """Seconds allowed for a request: by the clock and, unless `None`, of processor time."""

    clock: float
    processor: float | None = None


class Answer(NamedTuple):
    """The content of an HTTP response."""

    status: int
    media_type: str
    content: bytes


def framed(header: Mapping[str, object], body: bytes) -> bytes:
    """A message: a header in JSON and a body, each preceded by its length."""
    return b"".join(len(data).to_bytes(LENGTH) + data for data in (json.dumps(header).encode(), body))


def as_json(data: object, status: int = 200) -> Answer:
    """An answer of JSON data."""
    return Answer(status, JSON, json.dumps(data, allow_nan=False).encode())


def error_answer(status: int, error: str, *faults: str) -> Answer:
    """The answer for an error: a sentence, and one for each fault if known."""
    return as_json({"error": error, "faults": list(faults)}, status)
