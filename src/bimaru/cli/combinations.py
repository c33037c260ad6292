"""Which options of a command go together, declared above it like the options themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import wraps
from typing import Any, TypeAlias

import click

Run: TypeAlias = Callable[..., Any]
"""The function of a command."""


def exclusive(*names: str) -> Callable[[Run], Run]:
    """At most one of these options may be given."""

    def fault(given: Set[str]) -> str:
        if len(given & {*names}) < 2:
            return ""
        return f"{', '.join(names[:-1])} and {names[-1]} cannot be combined."

    return _checked(fault)


def needs(name: str, *others: str) -> Callable[[Run], Run]:
    """The option `name` may be given only with one of the others."""

    def fault(given: Set[str]) -> str:
        if name not in given or given & {*others}:
            return ""
        wanted = [param for param in click.get_current_context().command.params if {*others} & {*param.opts}]
        return f"{name} needs {' or '.join(map(_usage, wanted))}."

    return _checked(fault)


def _checked(fault: Callable[[Set[str]], str]) -> Callable[[Run], Run]:
    """A command that raises `UsageError` first if its options have a fault."""

    def decorate(run: Run) -> Run:
        @wraps(run)
        def checked(**values: Any) -> Any:
            if text := fault(_given(values)):
                raise click.UsageError(text)
            return run(**values)

        return checked

    return decorate


def _given(values: Mapping[str, Any]) -> set[str]:
    """The options that have a value, each by all of its names."""
    params = click.get_current_context().command.params
    return {name for param in params if _is_given(param, values) for name in param.opts}


def _is_given(param: click.Parameter, values: Mapping[str, Any]) -> bool:
    value = values.get(str(param.name))  # options such as --quiet are not passed on
    if isinstance(param, click.Option) and isinstance(param.flag_value, str):  # one of the values of a choice
        return bool(value == param.flag_value)
    return not (value is None or value is False or value == ())


def _usage(param: click.Parameter) -> str:
    """An option with what follows it."""
    return f"{param.opts[0]} {param.metavar}" if param.metavar else param.opts[0]
