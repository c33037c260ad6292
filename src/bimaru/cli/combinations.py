"""Which options of a command go together: rules that `command` and groups of options take."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

Rule: TypeAlias = Callable[[Set[str]], str]
"""What is wrong with the options of a call, each by all of its names; empty if nothing is."""


def exclusive(*names: str) -> Rule:
    """At most one of these options may be given."""
    text = f"{', '.join(names[:-1])} and {names[-1]} cannot be combined."
    return lambda given: text if len(given & {*names}) > 1 else ""


def apart(these: Collection[str], others: Collection[str], text: str = "") -> Rule:
    """None of these options may be given with one of the others. The text says why; `{}` in it stands for
    those of the others that were given."""
    text = text or f"{' and '.join(these)} cannot be combined with {' or '.join(others)}."

    def fault(given: Set[str]) -> str:
        found = ", ".join(name for name in others if name in given)
        return text.format(found) if found and given & {*these} else ""

    return fault


def any_of(*names: str) -> Rule:
    """At least one of these options has to be given."""
    return lambda given: "" if given & {*names} else f"Give {' or '.join(names)}."


def needs(name: str, *others: str, text: str = "") -> Rule:
    """The option `name` may be given only with one of the others, which the text says in other words."""

    def fault(given: Set[str]) -> str:
        if name not in given or given & {*others}:
            return ""
        if text:
            return text
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
    if not _is_nothing(param.to_info_dict()["default"]):
        source = click.get_current_context().get_parameter_source(str(param.name))
        return source is ParameterSource.COMMANDLINE
    return not _is_nothing(value)


def _is_nothing(value: object) -> bool:
    """Whether this is the value of an option without a default that is left out."""
    return value is None or value is False or value == ()


def _usage(param: click.Parameter) -> str:
    """An option with what follows it."""
    return f"{param.opts[0]} {param.metavar}" if param.metavar else param.opts[0]
