"""Options and arguments, declared as the defaults of the parameters of a command's function:

    @command()
    def count(paths: tuple[str, ...] = options.paths, engine: str = option("--engine NAME", "...")) -> Exit:

The name of a parameter is that of its value, so that each option is written once, with its type. (What these
functions return is not typed, as it stands where a value of that type is passed later.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click

from bimaru.cli.combinations import Rule
from bimaru.cli.spelling import Choice

T = TypeVar("T")


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


class Declared:
    """What a parameter of that name takes, its value, of all values of a call by their names, and which
    options go together."""

    def __init__(
        self,
        params: Callable[[str], list[click.Parameter]],
        value: Callable[[str, Mapping[str, Any]], Any] = lambda name, values: values[name],
        rules: tuple[Rule, ...] = (),
    ) -> None:
        self.params = params
        self.value = value
        self.rules = rules


def option(
    usage: str,
    help: str,
    *,
    choices: Iterable[str] | None = None,
    parse: Callable[[str], object] | None = None,
    shown_default: object = None,
    **attributes: Any,
) -> Any:
    """An option, with its names and what follows them as in the help: `-o, --output FILE`. Its value is one
    of the `choices`, or what `parse` makes of a text; the help shows a `shown_default`. Other attributes are
    those of `click.Option`."""
    *others, last = usage.split(", ")
    name, _, metavar = last.partition(" ")
    if choices is not None:
        attributes["type"] = Choice([*choices], case_sensitive=False)
    if shown_default is not None:
        attributes |= {"default": shown_default, "show_default": True}
    if parse is not None:
        attributes["callback"] = parsed(parse)
    return _declared(click.Option, *others, name, metavar=metavar or None, help=help, **attributes)


def flag(usage: str, help: str) -> Any:
    """An option without a value."""
    return option(usage, help, is_flag=True)


def argument(**attributes: Any) -> Any:
    """An argument; the attributes are those of `click.Argument`."""
    return _declared(click.Argument, **attributes)


def _declared(kind: type[click.Parameter], *names: str, **attributes: Any) -> Declared:
    def params(name: str) -> list[click.Parameter]:
        param = kind([name, *names], **attributes)
        if param.type is click.STRING:
            param.type = Text()
        return [param]

    return Declared(params)


def parsed(parse: Callable[[str], T]) -> Callable[[click.Context, click.Parameter, str | None], T | None]:
    """A callback that parses the value of a parameter; `None` for one that is left out and has no default.
    The `ValueError` of a text that `parse` refuses says what is wrong with it."""

    def callback(ctx: click.Context, param: click.Parameter, value: str | None) -> T | None:
        try:
            return None if value is None else parse(value)
        except ValueError as error:
            raise click.BadParameter(f"{error}.", ctx, param) from error

    return callback


def either(*options: Any) -> Any:
    """Options that set one value; the last of a call counts."""
    return Declared(lambda name: [param for each in options for param in each.params(name)])


def group(make: Callable[..., Any], *rules: Rule, **options: Any) -> Any:
    """Options by the names of their values, of which `make` makes one; an `ExitStack` is entered. The options
    of a call have to meet the rules."""
    return Declared(
        lambda _: [param for name, each in options.items() for param in each.params(name)],
        lambda _, values: make(**{name: values[name] for name in options}),
        rules,
    )
