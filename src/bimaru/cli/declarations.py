"""Options and arguments, declared as the defaults of the parameters of a command's function:

    @command()
    def count(paths: tuple[str, ...] = options.paths, squares: bool = flag("--squares", help="...")) -> Exit:

The name of a parameter is that of its value, so that each option is written once, with its type. (What these
functions return is not typed, as it stands where a value of that type is passed later.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click

from bimaru.cli.spelling import Choice


class Text(click.types.StringParamType):
    """The type of a text in UTF-8. The bytes of arguments that are not UTF-8 cannot be written to a file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text. Fails for one in another encoding."""
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is not UTF-8.", param, ctx)
        return text


class Declared(NamedTuple):
    """What a parameter of that name takes, and its value, of all values of a call by their names."""

    params: Callable[[str], list[click.Parameter]]
    value: Callable[[str, Mapping[str, Any]], Any] = lambda name, values: values[name]


def option(*names: str, **attributes: Any) -> Any:
    """An option with these names; the attributes are those of `click.Option`."""
    return Declared(lambda name: [_tolerant(click.Option([name, *names], **attributes))])


def flag(*names: str, help: str) -> Any:
    """An option without a value."""
    return option(*names, is_flag=True, help=help)


def argument(**attributes: Any) -> Any:
    """An argument; the attributes are those of `click.Argument`."""
    return Declared(lambda name: [_tolerant(click.Argument([name], **attributes))])


def either(*options: Any) -> Any:
    """Options that set one value; the last of a call counts."""
    return Declared(lambda name: [param for each in options for param in each.params(name)])


def group(make: Callable[..., Any], **options: Any) -> Any:
    """Options by the names of their values, which `make` takes; a context that it returns is entered."""
    return Declared(
        lambda _: [param for name, each in options.items() for param in each.params(name)],
        lambda _, values: make(**{name: values[name] for name in options}),
    )


def _tolerant(param: click.Parameter) -> click.Parameter:
    """The parameter, which takes its choices in any spelling, and only text that can be written."""
    if type(param.type) is click.Choice:
        param.type = Choice(param.type.choices, case_sensitive=False)
    elif param.type is click.STRING:
        param.type = Text()
    return param
