"""Which options of a command go together: rules that `command` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any, TypeAlias

import click

Rule: TypeAlias = Callable[[Set[str]], str]
"""What is wrong with the options of a call, each by all of its names; empty if nothing is."""


def exclusive(*names: str) -> Rule:
    """At most one of these options may be given."""
    text = f"{', '.join(names[:-1])} and {names[-1]} cannot be combined."
    return lambda given: text if len(given & {*names}) > 1 else ""


def needs(name: str, *others: str) -> Rule:
    """The option `name` may be given only with one of the others."""

    def fault(given: Set[str]) -> str:
        if name not in given or given & {*others}:
            return ""
        wanted = [param for param in click.get_current_context().command.params if {*others} & {*param.opts}]
        return f"{name} needs {' or '.join(map(_usage, wanted))}."

    return fault


def check(rules: tuple[Rule, ...], values: Mapping[str, Any]) -> None:
    """Raise `UsageError` if the options of the running command, with these values, break one of the rules."""
    params = click.get_current_context().command.params if rules else ()
    given = {name for param in params if _is_given(param, values) for name in param.opts}
    if text := next(filter(None, (rule(given) for rule in rules)), ""):
        raise click.UsageError(text)


def _is_given(param: click.Parameter, values: Mapping[str, Any]) -> bool:
    value = values.get(str(param.name))  # options such as --quiet are not passed on
    if isinstance(param, click.Option) and isinstance(param.flag_value, str):  # one of the values of a choice
        return bool(value == param.flag_value)
    return not (value is None or value is False or value == ())


def _usage(param: click.Parameter) -> str:
    """An option with what follows it."""
    return f"{param.opts[0]} {param.metavar}" if param.metavar else param.opts[0]
