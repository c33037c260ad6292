"""What every command has in common, whatever its file defines: other spellings, standard input as the
puzzles, the format by the ending of `-o`, and how much is said on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import copy
from functools import partial
from inspect import signature
from typing import Any, Final

import click

from bimaru.cli import combinations, file_endings, spelling
from bimaru.cli.combinations import Rule
from bimaru.cli.file_endings import Instead, Then
from bimaru.cli.options import INPUT, MeantOptionError, MissingPathError
from bimaru.cli.output import is_output, keep_inputs, with_output
from bimaru.cli.progress import QUIET, TOTAL
from bimaru.cli.puzzle_totals import number_of_puzzles
from bimaru.engines import engine_names
from bimaru.formats import InvalidTextError, sniff
from bimaru.squares import parse_square

_ENDING: Final = "bimaru.ending"
_FURTHER: Final = "bimaru.further"
"""The key, in the data of a command's context, of options that are for another command."""
_LEVELS: Final = ("debug", "info", "warning", "error")
_UNFETCHED: Final = " Addresses are not fetched: download the file first."


def command(*rules: Rule, group: click.Group | None = None) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command, of a group or of its own; `declarations` says what its parameters have as
    defaults. The options of a call have to meet the rules."""

    def decorate(run: Callable[..., Any]) -> Command:
        declared = {name: param.default for name, param in signature(run).parameters.items()}
        all_rules = (*rules, *(rule for each in declared.values() for rule in each.rules))

        def callback(**values: Any) -> Any:
            combinations.check(all_rules, values)
            found = {name: each.value(name, values) for name, each in declared.items()}
            with ExitStack() as stack:
                for context in found.values():
                    if isinstance(context, ExitStack):
                        stack.enter_context(context)
                return run(**found)

        name = run.__name__.rstrip("_")
        path = f"{group.name} {name}" if group else name
        params = [param for name, each in declared.items() for param in each.params(name)]
        made = Command(name, path, params, callback=callback, help=run.__doc__)
        if group:
            group.add_command(made)
        return made

    return decorate


class Command(click.Command):
    """A command that accepts what people type; `path` is its name, after that of its group if it has one."""

    def __init__(self, name: str, path: str, params: list[click.Parameter], **settings: Any) -> None:
        super().__init__(name, params=params, **settings)
        self.endings = file_endings.endings_of(path, [param.name or "" for param in params])
        """What can be written with `-o`."""
        self.input_name = _make_input_optional(params)
        """The last argument, if it is a file to read."""
        csv = _flag(["--csv"], partial(_note, file_endings.SUFFIX, ".csv"), "Print CSV.", hidden=True)
        hidden = [*verbosity(hidden=True), *([csv] if file_endings.are_rows(self.endings) else [])]
        taken = {name for param in params for name in param.opts}
        self.params = params + [option for option in hidden if taken.isdisjoint(option.opts)]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """All parameters, with those for another command that the call names, too."""
        return [*super().get_params(ctx), *ctx.meta.get(_FURTHER, ())]

    def make_parser(self, ctx: click.Context) -> click.parser._OptionParser:
        """A parser that knows other names of the options, too."""
        parser = super().make_parser(ctx)
        taken = {name for param in self.get_params(ctx) for name in (*param.opts, *param.secondary_opts)}
        for param in self.get_params(ctx):
            if isinstance(param, click.Option):
                others = [name for opt in param.opts for name in spelling.OPTIONS.get(opt, ())]
                if names := [name for name in others if name not in taken]:
                    hidden = copy(param)  # which the help does not show
                    hidden.opts, hidden.secondary_opts = names, []
                    hidden.add_to_parser(parser, ctx)
        return parser

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; what is left out is standard input, and the ending of `-o` decides."""
        rest = self._parse(ctx, args)
        if not ctx.resilient_parsing:
            self._take_standard_input(ctx)
            self._expect_puzzles(ctx)
            ctx.meta[_ENDING] = file_endings.decide(ctx, self.endings)
            keep_inputs(ctx.params.get("target"), self._input_paths(ctx))
        return rest

    def _parse(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        """Parse the arguments as they are meant."""
        reads_files = any(param.type is INPUT for param in self.params)
        choices = self._choices(ctx)
        plain = spelling.rewritten(
            file_endings.with_form(ctx, args, self.endings, choices.get("--to", ())),
            choices,
            ctx.info_name or "",
            reads_files=reads_files,
        )
        given = with_output(ctx, plain, self.endings)
        try:
            return super().parse_args(ctx, [*given])
        except click.NoSuchOption as error:
            if not (further := [*file_endings.options_passed_on(ctx, self.endings, choices)]):
                raise click.UsageError(self._advice(ctx, error.option_name), ctx) from error
            ctx.meta[_FURTHER] = further
        except MeantOptionError as error:
            if error.option in given:
                raise
            at = given.index(error.value)
            args = [*given[:at], error.option, *given[at:]]
        except MissingPathError as error:
            swapped = self._with_square_last(ctx, given, error.path)
            if swapped is None:
                text = error.message + self._path_advice(ctx, error.path, given)
                raise click.BadParameter(text, ctx, error.param) from error
            args = swapped
        ctx.params.clear()
        return self._parse(ctx, args)

    def _with_square_last(self, ctx: click.Context, args: list[str], square: str) -> list[str] | None:
        """The arguments of a command with a puzzle and a square, with the puzzle first, or standard input if
        only the square is there; `None` if that is not what is meant."""
        names = [param.name for param in self.params if isinstance(param, click.Argument)]
        if names[1:] != ["square"] or parse_square(square) is None:
            return None
        path = self.make_parser(ctx).parse_args([*args])[0].get("square")
        if not isinstance(path, str):
            return [*("-" if arg == square else arg for arg in args), square]
        if not os.path.exists(path):  # noqa: PTH110
            return None
        return [{square: path, path: square}.get(arg, arg) for arg in args]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, or what the ending of `-o` asks for instead."""
        _log_call(ctx)
        ending = ctx.meta.get(_ENDING)
        if isinstance(ending, Instead):
            return file_endings.run_instead(ctx, ending)
        if isinstance(ending, Then):
            return file_endings.run_then(ctx, ending, lambda: super(Command, self).invoke(ctx))
        return super().invoke(ctx)

    def _take_standard_input(self, ctx: click.Context) -> None:
        """Name standard input as the file, if none is named. Raises `MissingParameter` if it has nothing."""
        if self.input_name is None or ctx.params[self.input_name]:
            return
        param = next(param for param in self.params if param.name == self.input_name)
        if is_empty(sys.stdin):
            alone = spelling.ALONE.get(ctx.info_name or "", "")
            nothing = f"No file is named, and standard input has nothing.{alone}"
            raise click.MissingParameter(nothing, ctx, param)
        ctx.params[self.input_name] = ("-",) if param.nargs == -1 else "-"

    def _input_paths(self, ctx: click.Context) -> Sequence[str]:
        """The files to read."""
        paths = ctx.params.get(self.input_name or "") or ()
        return [paths] if isinstance(paths, str) else paths

    def _expect_puzzles(self, ctx: click.Context) -> None:
        """Note, for progress, where the number of puzzles can be found."""
        paths = self._input_paths(ctx)
        if paths and ctx.meta.get(TOTAL) is None:
            ctx.meta[TOTAL] = partial(number_of_puzzles, paths)

    def _choices(self, ctx: click.Context) -> dict[str, Sequence[str]]:
        """The options, each with its choices."""
        return {
            name: param.type.choices if isinstance(param.type, click.Choice) else ()
            for param in self.get_params(ctx)
            for name in param.opts
        }

    def _path_advice(self, ctx: click.Context, path: str, args: Sequence[str]) -> str:
        """What may be meant by a path that does not exist: an output, an engine, or a file beside it."""
        directory, name = os.path.split(path)
        if "://" in path:
            to_read = f" To read an address: echo '{path}' | bimaru {self.name} -"
            return to_read if _is_link(path) else _UNFETCHED
        if is_output(ctx, path, args, self.endings):
            return f" To write to it: -o {path}"
        if path.lstrip().startswith("{"):
            return f" To read the puzzle itself: echo '{path}' | bimaru {self.name}"
        if "--engine" in self._choices(ctx) and (engine := spelling.meant(path, engine_names())):
            return f" For the engine: --engine {engine}"
        if path in (*_commands_beside(ctx), "help"):
            return f" That is a command: bimaru {path}"
        beside = os.listdir(directory or ".") if os.path.isdir(directory or ".") else []  # noqa: PTH112, PTH208
        return spelling.suggestion(name, beside)

    def _advice(self, ctx: click.Context, option: str) -> str:
        """What may be meant by an option that the command does not have."""
        if advice := spelling.advice(ctx.info_name, option):
            return f"No such option {option!r}: {advice}"
        if option.removeprefix("--") in _commands_beside(ctx):
            return f"No such option {option!r}: that is a command, bimaru {option.removeprefix('--')}"
        shown = [param for param in self.params if isinstance(param, click.Option) and not param.hidden]
        names = {name: name for param in shown for name in (*param.opts, *param.secondary_opts)}
        others = {name: own for own, other in spelling.OPTIONS.items() if own in names for name in other}
        return f"No such option {option!r}.{spelling.suggestion(option, others | names)}"


def _commands_beside(ctx: click.Context) -> Sequence[str]:
    """The names of the commands of the same group."""
    group = ctx.parent and ctx.parent.command
    return group.list_commands(ctx) if isinstance(group, click.Group) else ()


def _make_input_optional(params: list[click.Parameter]) -> str | None:
    """Allow the last argument to be left out, if it is a file to read; its name."""
    arguments = [param for param in params if isinstance(param, click.Argument)]
    if not (arguments and arguments[-1].required and arguments[-1].type is INPUT):
        return None
    argument = arguments[-1]
    argument.required = False
    name = argument.make_metavar(click.Context(click.Command(None))).removesuffix("...")
    argument.metavar = f"[{name.strip('[]')}]{'...' if argument.nargs == -1 else ''}"
    return argument.name


def _is_link(address: str) -> bool:
    """Whether a reader finds a puzzle in it."""
    try:
        return bool(sniff(address))
    except InvalidTextError:
        return False


def is_empty(stream: Any) -> bool:
    """Whether nothing can be read from standard input: it is a terminal, or at its end."""
    if stream.isatty():
        return True
    binary = getattr(stream, "buffer", stream)
    if hasattr(binary, "peek"):
        return not binary.peek(1)
    if not binary.seekable():
        return False
    start = binary.tell()
    is_empty = not binary.read(1)
    binary.seek(start)
    return is_empty


# How much is said


def verbosity(*, hidden: bool) -> list[click.Option]:
    """The options about standard error."""
    return [
        _flag(["-q", "--quiet"], partial(_note, QUIET, True), "Show no progress.", hidden=hidden),
        _flag(
            ["-v", "--verbose"],
            partial(_log, level="info"),
            "Log what is done, on standard error: --log-level info.",
            hidden=hidden,
        ),
        click.Option(
            ["--log-level"], type=spelling.Choice(_LEVELS), metavar="LEVEL", expose_value=False,
            hidden=hidden, callback=lambda ctx, _, level: _log(ctx, level),
            help=f"Log messages of this weight: {', '.join(_LEVELS)}.",
        ),
        _flag(["--no-color"], _draw_without_colour, "Draw without colour.", hidden=True),
    ]  # fmt: skip


def _flag(
    names: list[str], apply: Callable[[click.Context], None], help: str, *, hidden: bool
) -> click.Option:
    """A flag that changes the context of the call; the command does not get it."""

    def callback(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
        if is_set:
            apply(ctx)

    return click.Option(names, is_flag=True, expose_value=False, hidden=hidden, callback=callback, help=help)


def _note(key: str, value: object, ctx: click.Context) -> None:
    ctx.meta[key] = value


def _draw_without_colour(ctx: click.Context) -> None:
    ctx.color = False


def _log_call(ctx: click.Context) -> None:
    """Log the command with the options that were given; nothing if no call has asked for a log."""
    if "logging" in sys.modules:
        given = {name: value for name, value in ctx.params.items() if file_endings.is_given(ctx, name)}
        sys.modules["logging"].getLogger("bimaru").info("%s %s", ctx.command_path, given)


def _log(ctx: click.Context, level: str | None) -> None:
    if level is None or ctx.resilient_parsing:
        return
    import logging  # imported late: few calls log

    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr, force=True)
    logger = logging.getLogger("bimaru")
    logger.setLevel(level.upper())
    ctx.call_on_close(lambda: logger.setLevel(logging.NOTSET))
