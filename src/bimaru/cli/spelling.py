"""Spellings that people try besides those of the help: of commands, options and values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import click

COMMANDS: Final = {
    "create": "generate",
    "make": "generate",
    "minimize": "minimise",
    "rate": "grade",
}
"""Other names of commands."""

OPTIONS: Final = {
    "--answer": ("--answers",),
    "--count": ("-n", "--n", "--num", "--number"),
    "--engine": ("-e",),
    "--fleet": ("--ships",),
    "--grade": ("--difficulty", "--level"),
    "--language": ("--lang",),
    "--licence": ("--license",),
    "--output": ("--out", "--outfile"),
    "--size": ("-s",),
    "--time-limit": ("--timeout", "--timelimit", "--max-time"),
    "--to": ("--format",),
    "--workers": ("-j", "--jobs", "--threads", "--processes"),
}
"""Other names of options, where a command has no option of that name."""

ADVICE: Final = {
    "--height": "the size is one option: --size HEIGHTxWIDTH, as in --size 8x10",
    "--width": "the size is one option: --size HEIGHTxWIDTH, as in --size 8x10",
    "--file": "name the file itself, without an option",
    "--input": "name the file itself, without an option",
    "-i": "name the file itself, without an option",
}
"""What to do instead of using an option that does not exist."""

VALUES: Final = {
    "jsonl": "json",
    "medium": "intermediate",
    "ndjson": "json",
    "normal": "intermediate",
    "or-tools": "cp-sat",
    "ortools": "cp-sat",
    "plain": "text",
    "txt": "text",
}
"""Other names of values, where they mean one that an option accepts."""


def _key(text: str) -> str:
    """The letters and digits of a name, without case."""
    return "".join(filter(str.isalnum, text.casefold()))


def meant(text: str, names: Iterable[str], others: Mapping[str, str] = VALUES) -> str | None:
    """The one of the `names` that a text plainly means: but for case, hyphens and the like, or by another
    name; `None` if there is none."""
    known = {_key(name): name for name in names}
    return known.get(_key(text)) or known.get(_key(others.get(text.casefold(), "")))


def suggestion(text: str, names: Collection[str]) -> str:
    """A sentence with the names that are close to a text; empty if none is."""
    from difflib import get_close_matches  # imported late: only for errors

    close = get_close_matches(text.casefold(), names, 3, 0.6)
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


class Choice(click.Choice[str]):
    """One of several names, in any spelling that plainly means it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name that is meant."""
        if isinstance(value, str):
            value = meant(value, self.choices) or value
        return super().convert(value, param, ctx)


def rewritten(args: Sequence[str], options: Collection[str], choices: Collection[str]) -> list[str]:
    """The arguments of a command with these `options`, whose `--to` takes `choices`: `--to json` as `--json`
    where that is the option, and `--to text` as nothing where text is printed anyway.

    Raises `UsageError` for a size in two words."""
    found: list[str] = []
    rest = iter(args)
    for arg in rest:
        name, equals, value = arg.partition("=")
        if name in ("--to", "--format") and "--json" in options and not {"json", "text"} & {*choices}:
            value = value if equals else next(rest, "")
            form = meant(value, ("json", "text"))
            found += {"json": ["--json"], "text": []}.get(form or "", [name, value])
        elif arg in ("--size", "-s") and "--size" in options:
            found += [arg, *_side(rest)]
        else:
            found.append(arg)
            if arg == "--":
                break
    return [*found, *rest]


def _side(rest: Iterable[str]) -> list[str]:
    """The value of `--size`, and the argument after it. Raises `UsageError` if both are numbers."""
    values = [value for _, value in zip(range(2), rest, strict=False)]
    if len(values) == 2 and all(map(str.isdecimal, values)):
        height, width = values
        raise click.UsageError(
            f"--size {height} {width}: did you mean --size {height}x{width}, or --size {height} with --count?"
        )
    return values
