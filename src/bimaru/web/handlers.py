"""The operations of the API, each from a request to an answer. They run in a worker."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Final, cast

import bimaru
from bimaru.advice import InvalidSquareError
from bimaru.errors import FontError, OutOfReachError, PictureTooLargeError
from bimaru.formats import UnknownFormatError
from bimaru.web.messages import Answer, Request, error_answer
from bimaru.web.operations.requests import InvalidOptionError, OptionConflictError

_INVALID: Final[dict[type[Any], str]] = {
    InvalidOptionError: "invalid request",
    bimaru.InvalidPuzzleError: "invalid puzzle",
    bimaru.InvalidBoardError: "invalid board",
    bimaru.InvalidRecipeError: "invalid options for a puzzle",
    InvalidSquareError: "invalid square",
}
"""Errors with `faults`, and their summaries."""
_IMPOSSIBLE: Final = (
    bimaru.CannotGenerateError,
    bimaru.CannotWriteError,
    bimaru.UnsupportedPuzzleError,
    bimaru.FleetDoesNotFitError,
    bimaru.MissingExtraError,
    UnknownFormatError,
    bimaru.NotUniqueError,
    bimaru.OutOfTimeError,
    OutOfReachError,
    FontError,
    PictureTooLargeError,
    OptionConflictError,
)


def answer(request: Request) -> Answer:
    """The answer to a request, invalid and impossible ones included."""
    try:
        return OPERATIONS[request.operation](request)
    except tuple(_INVALID) as error:
        summary = next(text for kind, text in _INVALID.items() if isinstance(error, kind))
        return error_answer(422, summary, *error.faults)
    except _IMPOSSIBLE as error:
        return error_answer(422, str(error))


_OPERATIONS: Final = {
    "solving": ("solve", "count", "check", "convert"),
    "advice": ("explain", "hint", "why", "review", "grade"),
    "making": ("generate", "daily", "minimise", "complete"),
    "pictures": ("draw", "booklet"),
}
"""The operations by their modules, each of which is imported when it is first needed: a browser's first hint
needs only one."""


def _module(name: str) -> ModuleType:
    return import_module(f"bimaru.web.operations.{name}")


def load_all() -> None:
    """Import the modules of all operations, so that no request waits for it."""
    for name in _OPERATIONS:
        _module(name)


def _operation(module: str, name: str) -> Callable[[Request], Answer]:
    return lambda request: cast(Answer, getattr(_module(module), name)(request))


OPERATIONS: Final = {
    name: _operation(module, name) for module, names in _OPERATIONS.items() for name in names
}
"""The operations by name."""
