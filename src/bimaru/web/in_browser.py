"""The operations of the API in a browser, where Pyodide runs them in a worker of the page.

Only what the server does around them is done here in another way: the options of a request are validated
against the schemas of `/openapi.json`, which `make site` stores, since Pydantic is not there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bimaru.formats import REGISTRY, format_named
from bimaru.sizes import SERVER_MAX_SIDE
from bimaru.web import handlers
from bimaru.web.messages import Answer, Request, as_json, error_answer

Schema: TypeAlias = Mapping[str, Any]
"""A JSON schema of a query parameter, as in an OpenAPI document."""

_METHODS: Final = ("get", "post")


def schemas_of(document: Mapping[str, Any]) -> dict[str, dict[str, Schema]]:
    """The schemas of the options of each operation, in an OpenAPI document of the server."""
    return {
        path.removeprefix("/api/"): {
            option["name"]: option["schema"] for option in route[method].get("parameters", ())
        }
        for path, route in document["paths"].items()
        for method in _METHODS
        if method in route and path.startswith("/api/")
    }


class Engine:
    """Answers the requests of the page, one at a time."""

    def __init__(self, schemas: str, time_limit: float) -> None:
        """`schemas`: those of `schemas_of`, as JSON; `time_limit`: the most seconds for a request."""
        self._schemas: dict[str, dict[str, Schema]] = json.loads(schemas)
        self._time_limit = time_limit

    def answer(self, operation: str, body: str, options: str) -> tuple[int, str, bytes]:
        """The status, media type and content of the answer to a request; `body` and `options` are JSON."""
        try:
            return self._answer(operation, body.encode(), json.loads(options))
        except MemoryError:
            return error_answer(503, "the memory limit was exceeded")
        except Exception as error:
            return error_answer(500, f"internal error: {type(error).__name__}: {error}")

    def _answer(self, operation: str, body: bytes, given: Mapping[str, Any]) -> Answer:
        if operation not in self._schemas:
            return error_answer(404, f"there is no operation {operation!r} in the browser")
        options, faults = validated(given, self._schemas[operation])
        if faults:
            return error_answer(422, "invalid request", *faults)
        if operation == "formats":
            return as_json([format_named(name).to_data() for name in REGISTRY])
        limit = options.pop("time_limit", None)
        seconds = self._time_limit if limit is None else min(limit, self._time_limit)
        return handlers.answer(Request(operation, body, options, seconds, SERVER_MAX_SIDE))


def validated(given: Mapping[str, Any], schemas: Mapping[str, Schema]) -> tuple[dict[str, Any], list[str]]:
    """The options with their defaults, and one sentence for each fault. Numbers may be text, as in a URL."""
    faults = [f"{name}: there is no such option" for name in given if name not in schemas]
    options = {}
    for name, schema in schemas.items():
        value = given.get(name, schema.get("default"))
        try:
            options[name] = _value(value, schema)
        except ValueError as fault:
            faults.append(f"{name}: {fault}")
    return options, faults


def _value(value: Any, schema: Schema) -> Any:
    """The value in the type of its schema. Raises `ValueError` with what was expected."""
    choices = schema.get("anyOf", [schema])
    if value is None and any(choice.get("type") == "null" for choice in choices):
        return None
    schema = next(choice for choice in choices if choice.get("type") != "null")
    typed = _typed(value, schema["type"])
    if "enum" in schema and typed not in schema["enum"]:
        raise ValueError(f"unknown {typed!r}; expected one of {', '.join(map(str, schema['enum']))}")
    if typed < schema.get("minimum", typed) or typed > schema.get("maximum", typed):
        raise ValueError(f"{typed} is not from {schema.get('minimum')} to {schema.get('maximum', 'more')}")
    if "pattern" in schema and not re.search(schema["pattern"], str(typed)):
        raise ValueError(f"{typed!r} does not match {schema['pattern']}")
    return typed


_TYPES: Final[Mapping[str, tuple[str, str, Callable[[str], Any]]]] = {
    "integer": ("a whole number", r"-?[0-9]+", int),
    "number": ("a number", r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?", float),
    "boolean": ("true or false", "(?i:true|false)|1|0", lambda text: text.lower() in ("true", "1")),
}
"""What a value of each type but text is, how it is written, and what reads it."""


def _typed(value: Any, kind: str) -> Any:
    """The value as one of this type in JSON. Raises `ValueError` with what was expected."""
    if kind == "string":
        if isinstance(value, str):
            return value
        raise ValueError("expected text")
    expected, pattern, read = _TYPES[kind]
    text = str(value)
    if not re.fullmatch(pattern, text):
        raise ValueError(f"expected {expected}")
    return read(text)
