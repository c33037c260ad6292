"""The group of commands: imports each when it is called, and ends every call with an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click

from bimaru.cli.command import verbosity
from bimaru.cli.error_reports import BadInputError, failure_of
from bimaru.cli.exit_codes import Exit
from bimaru.cli.options import REMOTE
from bimaru.cli.signals import signals_as_exceptions
from bimaru.cli.spelling import COMMANDS, INPUTS, SHOWN, SIMILAR, VALIDATED, beginning, meant, suggestion
from bimaru.cli.streams import discard_output, flush_output, message_of, open_closed_streams

_HANDLED: Final = (click.ClickException, click.exceptions.Exit, OSError)
"""Errors that `CommandGroup.main` turns into an exit code."""


class CommandGroup(click.Group):
    """A group whose commands are imported when they are called, and return their exit code."""

    def __init__(self, *args: Any, names: Sequence[str], short_usage: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        self.short_usage = short_usage
        self.params += verbosity(hidden=False)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments before the command: `help` and `version` are options, too, and a file may come
        first, as in `-i puzzle.txt solve`; a call without arguments prints a short help."""
        if not args and not ctx.resilient_parsing:
            click.echo(self.short_usage)
            ctx.exit(Exit.DONE)
        match args:
            case ["help" | "man" | "--help" | "-h", *names]:
                args = [*(name for name in names if name != "help"), "--help"]
            case ["version", *rest]:
                args = ["--version", *rest]
            case ["list", name, *rest] if meant(name, self.names, COMMANDS):
                args = [name, *rest]
            case [option, file, name, *rest] if option in INPUTS:
                args = [name, file, *rest]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = next((arg for arg in args if arg in self.names), "solve")
            example = f"options follow the command, as in bimaru {name} {error.option_name}"
            raise click.UsageError(f"No such option {error.option_name!r}: {example}", ctx) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument means; a file is solved. Raises `UsageError` with similar
        names."""
        name, *rest = args
        if name in SHOWN:
            name, rest = "draw", [*([] if {"-o", "--output"} & {*rest} else ["--to", "text"]), *rest]
        elif name == VALIDATED or (name == "verify" and "--puzzle" not in rest and _names_puzzles(rest)):
            name = "check" if sum(map(os.path.exists, rest)) > 1 else "solve"
        known = meant(name, self.names, COMMANDS) or beginning(name, self.names)
        if known is None and os.path.isfile(name):  # noqa: PTH113
            known, rest = "solve", args
        if known is None and not ctx.resilient_parsing and not name.startswith("-"):
            ctx.fail(f"{self._advice(name)} bimaru --help lists the commands.")
        return super().resolve_command(ctx, [known or name, *rest])

    def _advice(self, name: str) -> str:
        """What is wrong with a name that no command has, and what may be meant."""
        near = SIMILAR.get(name.casefold())
        close = f" Did you mean {near}?" if near else suggestion(name, [*self.names, *COMMANDS])
        return f"No such command {name!r}.{close}"

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of the commands, in order."""
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command of that name."""
        if cmd_name not in self.names:
            return None
        found: click.Command = getattr(import_module(f"bimaru.cli.commands.{cmd_name}"), cmd_name)
        return found

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; files that cannot be read or written are reported in one line."""
        open_closed_streams()
        try:
            with signals_as_exceptions():
                return super().main(*args, **kwargs)
        except KeyboardInterrupt:
            sys.exit(Exit.INTERRUPTED)
        except OSError as error:
            BadInputError(message_of(error)).show()
            sys.exit(Exit.BAD_INPUT)
        finally:
            flush_output()

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse the arguments; an interrupt exits with 130, where click would abort with 1."""
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(Exit.INTERRUPTED) from None

    def invoke(self, ctx: click.Context) -> None:
        """Run the command and exit with its code, whatever goes wrong."""
        try:
            with _remote_output(ctx):
                code = super().invoke(ctx) or Exit.DONE
            sys.stdout.flush()
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
        except BrokenPipeError:
            discard_output()
            code = Exit.BROKEN_PIPE
        except _HANDLED:
            raise
        except Exception as error:
            raise failure_of(error).as_error() from error
        ctx.exit(code)


@contextmanager
def _remote_output(ctx: click.Context) -> Iterator[None]:
    """A context in which a command runs. What it writes for an address goes there when it ends well."""
    try:
        yield
    except BaseException:
        if REMOTE in ctx.meta:
            ctx.meta[REMOTE].discard()
        raise
    if REMOTE in ctx.meta:
        ctx.meta[REMOTE].commit()


def _names_puzzles(arguments: list[str]) -> bool:
    """Whether arguments name files, and none names a certificate or a file of one."""
    from bimaru.study.certificate_checker import MANIFEST

    paths = [argument for argument in arguments if os.path.exists(argument)]  # noqa: PTH110
    return bool(paths) and not any(
        os.path.isdir(path) or os.path.isfile(os.path.join(os.path.dirname(path), MANIFEST))  # noqa: PTH112, PTH113, PTH118, PTH120
        for path in paths
    )
