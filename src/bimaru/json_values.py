"""Values whose JSON is declared once, at their type: it is written from the declaration, and the HTTP API
describes it from the same (`web/value_models.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Final, NamedTuple

_PLAIN: Final = frozenset({NoneType, bool, int, float, str})


class JsonValue:
    """A value that is an object in JSON, with attributes of its own as keys."""

    __slots__ = ()

    KEYS: ClassVar[tuple[str, ...]] = ()
    """The attributes, in order; by default all fields of the dataclass."""
    OPTIONAL: ClassVar[tuple[str, ...]] = ()
    """The attributes that follow, each left out where it is `None` or empty."""
    RENAMED: ClassVar[Mapping[str, str]] = {}
    """The keys of attributes that have another name."""
    TEXTS: ClassVar[tuple[str, ...]] = ()
    """The attributes of which only their `text` is shown."""

    def to_data(self) -> dict[str, object]:
        """The value as JSON."""
        data = {}
        for name, attribute, is_optional in keys_of(type(self)):  # type: ignore[arg-type]  # classes are hashable
            value = getattr(self, attribute)
            if attribute in self.TEXTS:
                value = value and value.text
            if not is_optional or value or type(value) is int:
                data[name] = _as_json(value)
        return data


class Key(NamedTuple):
    """A key of the JSON of a type, the attribute that it shows, and whether it may be left out."""

    name: str
    attribute: str
    is_optional: bool


@cache
def keys_of(cls: Any) -> tuple[Key, ...]:
    """The keys of the JSON of a dataclass."""
    declared = cls if issubclass(cls, JsonValue) else JsonValue
    always = declared.KEYS or tuple(field.name for field in fields(cls))
    return tuple(
        Key(declared.RENAMED.get(name, name), name, name in declared.OPTIONAL)
        for name in (*always, *declared.OPTIONAL)
    )


def _as_json(value: Any) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, tuple):
        # Most parts are squares, so numbers: without a call for each, an explanation takes half the time.
        return [part if type(part) is int else _as_json(part) for part in value]
    return value.to_data() if hasattr(value, "to_data") else value
