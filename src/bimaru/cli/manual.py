"""Pages for `man` and completion files for shells, from the help of the commands.

    python -m bimaru.cli.manual DIRECTORY

`setup.py` runs this for a wheel, which puts the files where `man` and the shells look for them: below
`share` of the environment. They bear no date, so that a wheel is the same byte for byte.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from bimaru import __version__
from bimaru.cli import main

_UNWRAPPED: Final = "\b"
"""What click's help has at the top of a paragraph whose lines stay as they are."""
_COMPLETION: Final = {
    "bash-completion/completions/bimaru": BashComplete,
    "zsh/site-functions/_bimaru": ZshComplete,
    "fish/vendor_completions.d/bimaru.fish": FishComplete,
}
"""Where each shell looks for the completion of a command, below `share`."""


def manual() -> dict[str, str]:
    """Every file by its path below `share`: a page for each command, and a completion for each shell."""
    contexts = [*_contexts(main, "bimaru")]
    pages = {f"man/man1/{_page_name(context)}.1": _page(context) for context in contexts}
    return pages | {path: _completion(shell) for path, shell in _COMPLETION.items()}


def _contexts(
    command: click.Command, name: str, parent: click.Context | None = None
) -> Iterator[click.Context]:
    """A command, then its subcommands in the order in which it lists them."""
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    yield context
    for each in _subcommands(context):
        found = command.get_command(context, each) if isinstance(command, click.Group) else None
        if found is not None:
            yield from _contexts(found, each, context)


def _subcommands(context: click.Context) -> list[str]:
    command = context.command
    return command.list_commands(context) if isinstance(command, click.Group) else []


def _page_name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _page(context: click.Context) -> str:
    """The page of a command, in the macros of man(7)."""
    name = _page_name(context)
    summary = context.command.get_short_help_str(limit=200).removesuffix(".")
    usage = " ".join(context.command.collect_usage_pieces(context))
    lines = [
        f'.TH {_quoted(name.upper())} 1 "" {_quoted(f"bimaru {__version__}")}',
        ".SH NAME",
        rf"{_escaped(name)} \- {_escaped(summary)}",
        ".SH SYNOPSIS",
        rf"\fB{_escaped(context.command_path)}\fR {_escaped(usage)}",
        ".SH DESCRIPTION",
        *_description(context.command.help or ""),
        ".SH OPTIONS",
        *_options(context),
    ]
    related = [f"{name}-{each}" for each in _subcommands(context)]
    if context.parent is not None:
        related.insert(0, _page_name(context.parent))
    if related:
        lines += [".SH SEE ALSO", ",\n".join(rf"\fB{_escaped(each)}\fR(1)" for each in related)]
    return "\n".join(lines) + "\n"


def _description(text: str) -> Iterator[str]:
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line.strip()]
        yield ".PP"
        if lines[0] == _UNWRAPPED:
            yield from (".nf", *map(_escaped, lines[1:]), ".fi")
        else:
            yield from map(_escaped, lines)


def _options(context: click.Context) -> Iterator[str]:
    for param in context.command.get_params(context):
        record = param.get_help_record(context)
        if record is not None and record[1]:
            names, text = record
            yield from (".TP", rf"\fB{_escaped(names)}\fR", _escaped(text))


def _escaped(text: str) -> str:
    """Text as roff prints it: hyphens that can be copied, and no line that is taken for a request."""
    found = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{found}" if found.startswith((".", "'")) else found


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _completion(shell: type[ShellComplete]) -> str:
    """The file that a shell loads. (Click's own method for Bash asks for the version of this machine's.)"""
    return ShellComplete.source(shell(main, {}, "bimaru", "_BIMARU_COMPLETE"))


def write_manual(directory: Path) -> list[Path]:
    """Write every file below a directory. Returns their paths."""
    written = []
    for name, text in manual().items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


if __name__ == "__main__":
    for file in write_manual(Path(sys.argv[1])):
        print(file)
