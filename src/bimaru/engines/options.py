"""Options of engines, as values and as text: `backtracking:order=static,checks=overfull+givens`.

The options of an engine are the parameters of its class. Text is read by the type of the default: a number, a
truth value (`on`, `off`), a text, or a tuple of texts, joined by `+` (`none` is the empty one).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from bimaru.engines.protocol import Engine

Factory: TypeAlias = Callable[..., Engine]
"""What makes an engine of its options: usually its class."""

_NOTHING: Final = "none"
_TRUTH: Final = {"on": True, "off": False}


class Option(NamedTuple):
    """An option of an engine. `values` are those that it accepts, if there is a list of them; a tuple has any
    of them."""

    name: str
    default: Any
    values: tuple[str, ...]


@cache
def options_of(make: Factory) -> tuple[Option, ...]:
    """The options of an engine. What each accepts is in the attribute `option_values` of its class."""
    from inspect import signature  # slow to import, and to call: hence the cache

    known: Mapping[str, Collection[str]] = getattr(make, "option_values", {})
    return tuple(
        Option(
            one.name,
            one.default,
            tuple(_TRUTH) if isinstance(one.default, bool) else tuple(known.get(one.name, ())),
        )
        for one in signature(make).parameters.values()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    )


def split(spec: str) -> tuple[str, dict[str, str]]:
    """The name of an engine and the texts of its options. Raises `ValueError`."""
    name, colon, rest = spec.partition(":")
    texts: dict[str, str] = {}
    for item in rest.split(",") if colon else ():
        option, equals, text = (part.strip() for part in item.partition("="))
        if not (option and equals):
            raise ValueError(f"{spec!r}: expected options as NAME:OPTION=VALUE,OPTION=VALUE, not {item!r}")
        if option in texts:
            raise ValueError(f"{spec!r}: the option {option} is given twice")
        texts[option] = text
    return name, texts


def configured(name: str, make: Factory, given: Mapping[str, Any]) -> Engine:
    """The engine with these options, texts or values. Its name is this one, with the options that differ from
    their defaults.

    Raises `ValueError` for an unknown option and for a value that it does not accept."""
    options = {option.name: option for option in options_of(make)}
    if unknown := sorted(given.keys() - options.keys()):
        known = f"it has {', '.join(options)}" if options else "it has none"
        raise ValueError(f"the engine {name} has no option {', '.join(unknown)}; {known}")
    values = {key: _value(name, options[key], value) for key, value in given.items()}
    engine = make(**values)
    changed = {
        key: values[key]
        for key, option in options.items()
        if values.get(key, option.default) != option.default
    }
    settings = ",".join(f"{key}={as_text(value)}" for key, value in changed.items())
    full_name = f"{name}:{settings}" if settings else name
    if getattr(engine, "name", None) != full_name:
        vars(engine)["name"] = full_name
    return engine


def as_text(value: object) -> str:
    """The value of an option as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    if isinstance(value, Collection):
        return "+".join(map(str, value)) or _NOTHING
    return str(value)


def check_value(option: str, value: str, values: Collection[str]) -> None:
    """Raise `ValueError` if an option does not accept this value."""
    if value not in values:
        raise ValueError(f"the option {option} does not accept {value!r}; it accepts {', '.join(values)}")


def _value(engine: str, option: Option, given: object) -> object:
    """The value of an option; values are left as they are."""
    if not isinstance(given, str):
        return given
    if isinstance(option.default, bool):
        check_value(option.name, given, _TRUTH)
        return _TRUTH[given]
    if isinstance(option.default, int | float):
        try:
            return type(option.default)(given)
        except ValueError:
            text = f"the option {option.name} of the engine {engine} takes a number, not {given!r}"
            raise ValueError(text) from None
    if isinstance(option.default, tuple):
        return () if given in ("", _NOTHING) else tuple(given.split("+"))
    return given
