"""Values whose JSON is declared once, at their type: it is written from the declaration, and the HTTP API
describes it from the same (`web/schema.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar


class JsonValue:
    """A value that is an object in JSON, with attributes of its own as keys."""

    __slots__ = ()

    KEYS: ClassVar[tuple[str, ...]] = ()
    """The attributes, in order; by default all fields of the dataclass."""
    OPTIONAL: ClassVar[tuple[str, ...]] = ()
    """The attributes that follow, each left out where it is `None` or empty."""
    RENAMED: ClassVar[Mapping[str, str]] = {}
    """The keys of attributes that have another name."""

    def to_data(self) -> dict[str, object]:
        """The value as JSON."""
        return {key: _as_json(value) for key, value in self._entries()}

    def _entries(self) -> Iterator[tuple[str, Any]]:
        for key, attribute in keys_of(type(self)).items():
            value = getattr(self, attribute)
            if attribute not in self.OPTIONAL or value or isinstance(value, int):
                yield key, value


def keys_of(cls: Any) -> dict[str, str]:
    """The keys of the JSON of a type, with the attributes that they show."""
    renamed = getattr(cls, "RENAMED", {})
    attributes = getattr(cls, "KEYS", ()) or tuple(field.name for field in fields(cls))
    return {renamed.get(name, name): name for name in (*attributes, *getattr(cls, "OPTIONAL", ()))}


def _as_json(value: Any) -> object:
    if isinstance(value, tuple):
        return [*map(_as_json, value)]
    return value.to_data() if hasattr(value, "to_data") else value
