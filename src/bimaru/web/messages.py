"""What goes between the server and its workers: requests, answers, and how long work may take."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

JSON: Final = "application/json"
PICTURES: Final = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}
"""What pictures can be asked for, and their media types."""
LENGTH: Final = 4
"""Bytes, in network order, before each frame that say how long it is."""
OVERRAN: Final = 0
"""The status of an answer that was not found in time."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked. `body` is JSON, not looked at so far; `options` have been checked; `time_limit`
    is in seconds; `side` is the most rows or columns that are taken."""

    operation: str
    body: bytes
    options: Mapping[str, Any]
    time_limit: float
    side: int


class Spell(NamedTuple):
    """How long work may take, in seconds: by the clock, and of the processor, where that is counted."""

    clock: float
    processor: float | None = None


class Answer(NamedTuple):
    """An answer as it goes to the client."""

    status: int
    media_type: str
    content: bytes


def as_json(data: object, status: int = 200) -> Answer:
    """Data as an answer."""
    return Answer(status, JSON, json.dumps(data, allow_nan=False).encode())


def error_answer(status: int, error: str, *faults: str) -> Answer:
    """The answer to what is not done: a sentence, and each thing wrong where that is known."""
    return as_json({"error": error, "faults": list(faults)}, status)
