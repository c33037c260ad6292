"""What the ending of an output's name decides, for each command: options, or another command.

A command is one line in `_TABLES`. What can be written for an ending is one of:

- `Implied`: options of the command itself;
- `Instead`: another command on the same puzzles, as a picture is drawn of what would be solved;
- `Then`: the command's own output in JSON Lines, passed on to another command, as a table is made of
  generated puzzles.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import click
from click.core import ParameterSource

from bimaru.cli.exit_codes import Exit, worst
from bimaru.cli.output import ASKED, is_directory
from bimaru.formats.registry import REGISTRY, format_named

SUFFIX: Final = "bimaru.suffix"
"""The key, in the data of a command's context, of a file's ending that was asked for without a
file: `--to png`, `--csv`."""
PASSED_ON: Final = "bimaru.passed_on"
"""The key, in the data of a command's context, of the options that are for another command."""

Values: TypeAlias = Mapping[str, Sequence[object]]
"""Parameters, each with the values that go with an ending; the first one is used if none is given."""


class Implied(NamedTuple):
    """Options that an ending implies."""

    values: Values


class Instead(NamedTuple):
    """Another command with these options, on the same paths."""

    command: str
    options: Mapping[str, object] = {}  # empty, and not changed


class Then(NamedTuple):
    """This command with those options, and then another command on the puzzles that it writes."""

    values: Values
    command: str


Ending: TypeAlias = Implied | Instead | Then

_JSON: Final = (".json", ".jsonl")
_PICTURES: Final = (".svg", ".pdf", ".png")
_COMPRESSED: Final = (".gz", ".bz2", ".xz", ".zst", ".zip")
_SUBJECTS: Final = frozenset({"with_answer", "board", "step", "explanation"})
"""Parameters of the command that draws, for what is drawn: one of them excludes the others."""
_FORMS: Final = ("csv", "parquet", "html", "svg", "pdf", "png")
"""Values of `--to` that are endings, and no formats of puzzles."""
_ANSWERS: Final[Mapping[str, Ending]] = {
    ".txt": Implied({"as_json": (False, True)}),
    **dict.fromkeys(_JSON, Implied({"as_json": (True,)})),
}
"""The endings of commands that print text, or JSON with `--json`."""
_RESULTS: Final[Mapping[str, Ending]] = {
    **_ANSWERS,
    ".csv": Then({"as_json": (True,)}, "tabulate"),
    ".parquet": Then({"as_json": (True,)}, "tabulate"),
}
"""The endings of commands whose answers are rows of a table."""


@cache
def _puzzles() -> Mapping[str, Ending]:
    """The endings of the formats of puzzles, as values of `--to`."""
    names: dict[str, list[str]] = {".txt": ["text"], ".json": ["json"]}
    for name in REGISTRY:
        names.setdefault(format_named(name).suffix, []).append(name)
        if name not in ("json", *names[".txt"]):
            names[".txt"].append(name)
    return {ending: Implied({"name": tuple(allowed)}) for ending, allowed in names.items()}


def _made(*formats: str) -> Mapping[str, Ending]:
    """The endings of commands that make puzzles, and print them in the format `--to`."""
    made: Values = {"name": ("json", *formats)}
    return {
        **_puzzles(),
        **dict.fromkeys((".csv", ".parquet"), Then(made, "export")),
        **dict.fromkeys(_PICTURES, Then({"name": ("json",)}, "draw")),
    }


def _converted() -> Mapping[str, Ending]:
    return {
        **_puzzles(),
        ".csv": Instead("export"),
        ".parquet": Implied({"name": ("parquet",)}),
        **dict.fromkeys(_PICTURES, Instead("draw")),
    }


def _modelled() -> Mapping[str, Ending]:
    from bimaru.study.models import SUFFIXES  # imported late: no other command needs it

    names: dict[str, list[str | None]] = {".txt": [None, *SUFFIXES]}  # the option `--to` says which
    for name, suffix in SUFFIXES.items():
        names.setdefault(suffix, []).append(name)
    names[".pl"].append("eclipse")  # as usual for Prolog
    return {ending: Implied({"to": tuple(allowed)}) for ending, allowed in names.items()}


_TABLES: Final[Mapping[str, Callable[[], Mapping[str, Ending]]]] = {
    "solve": lambda: {**_RESULTS, **dict.fromkeys(_PICTURES, Instead("draw", {"with_answer": True}))},
    "count": lambda: _RESULTS,
    "grade": lambda: _RESULTS,
    "explain": lambda: {
        **_ANSWERS,
        ".html": Implied({"as_html": (True,)}),
        ".pdf": Instead("draw", {"explanation": True}),
        **dict.fromkeys((".svg", ".png"), Instead("draw", {"explanation": True, "sequence": "strip"})),
    },
    "compare": lambda: {**_ANSWERS, ".csv": Implied({"as_csv": (True,)})},
    "audit": lambda: {
        **_ANSWERS,
        ".xml": Implied({"report": ("junit",)}),
        ".html": Implied({"report": ("html",)}),
    },
    "generate": lambda: _made("parquet"),
    "minimise": lambda: _made(),
    "convert": _converted,
    "draw": lambda: {
        **{ending: Implied({"format": (ending[1:],)}) for ending in _PICTURES},
        ".txt": Implied({"format": ("text",)}),
    },
    "model": _modelled,
    "book": lambda: dict.fromkeys((".pdf", ".epub", ".html", ".jsonl"), Implied({})),
    "export": lambda: dict.fromkeys((".parquet", ".pq", ".csv"), Implied({})),
    "library export": lambda: dict.fromkeys(_JSON, Implied({})),
}
"""The endings of each command; those that are not here, but have `--json`, have the ones of `_ANSWERS`."""


def endings_of(command: str, parameters: Sequence[str]) -> Mapping[str, Ending]:
    """The endings of a command with those parameters; empty if any ending will do."""
    if "target" not in parameters:
        return {}
    if command in _TABLES:
        return _TABLES[command]()
    return _ANSWERS if "as_json" in parameters and command not in ("certify", "verify") else {}


def are_rows(endings: Mapping[str, Ending]) -> bool:
    """Whether the answers of a command with these endings are rows of a table."""
    return endings.get(".csv") == _RESULTS[".csv"]


def decide(ctx: click.Context, endings: Mapping[str, Ending]) -> Ending | None:
    """What the ending of `-o` decides; the options that it implies are set. `None` for a name that decides
    nothing: a directory, standard output, or a name without an ending.

    With `--to`, any ending is allowed that has no meaning in any command. Raises `UsageError` for other
    endings that the command cannot write, or that an option contradicts."""
    target = str(ctx.params.get("target") or "")
    if f".{target.lower()}" in endings and not is_directory(target):
        raise click.UsageError(f"-o {target}: the name of a file; for the format, --to {target}")
    suffix = os.path.splitext(target)[1].lower()  # noqa: PTH122
    asked: str = ctx.meta.get(SUFFIX, "")
    if asked:
        is_picture = asked in _PICTURES
        if suffix not in ("", asked) or (is_directory(target) and not is_picture):
            option = f"--{asked[1:]}" if are_rows(endings) and not is_picture else f"--to {asked[1:]}"
            raise click.UsageError(f"-o {target} and {option} contradict each other")
        suffix = asked
    decides = bool(asked or not is_directory(target)) and re.fullmatch(r"\.[a-z]\w*", suffix)
    ending = endings.get(suffix) if decides else None
    name = os.path.basename(target or "-")  # noqa: PTH119
    if decides and endings and ending is None:
        has_format = any(is_given(ctx, parameter) for parameter in ("to", "name"))
        if not (has_format and _is_free(suffix)):
            raise click.UsageError(f"-o {name}: {_cannot_write(ctx.command_path, endings, suffix)}")
    _refuse_passed_on(ctx, endings, ending)
    if isinstance(ending, Implied | Then):
        wanted = f"-o {name}" if target else f"--to {suffix[1:]}"
        _imply(ctx, wanted, ending, suffix[1:])
    return ending


def _is_free(suffix: str) -> bool:
    """Whether no command has a meaning for an ending, and readers have none."""
    return suffix not in _COMPRESSED and not any(suffix in table() for table in _TABLES.values())


def _cannot_write(command: str, endings: Mapping[str, Ending], suffix: str) -> str:
    """What a command with these endings writes instead of another one, and the commands that write that."""
    if suffix in _COMPRESSED:
        return f"{command} cannot write {suffix}: compress what it writes, as in | gzip > x.jsonl.gz"
    others = ", ".join(name for name, table in _TABLES.items() if suffix in table())
    elsewhere = f"; {suffix} is for bimaru {others}" if others else ""
    return f"{command} cannot write {suffix}; it writes {' '.join(endings)}{elsewhere}"


def no_format(example: str) -> click.UsageError:
    """The error where neither an option nor the ending of the output, such as `x.lp`, names a format."""
    return click.UsageError(f"give the format with --to, or with the ending of -o FILE, as in -o {example}")


def _imply(ctx: click.Context, wanted: str, ending: Implied | Then, form: str) -> None:
    """Set parameters to what an ending implies, unless they have other values that go with it; where another
    command follows, that is only the name of its format.

    Raises `UsageError` if one has a value that does not go with what is `wanted`."""
    for parameter, values in ending.values.items():
        allowed = [form] if isinstance(ending, Then) else values
        if is_given(ctx, parameter) and ctx.params[parameter] not in allowed:
            option = next(param for param in ctx.command.params if param.name == parameter)
            value = f" {ctx.params[parameter]}" if not getattr(option, "is_flag", False) else ""
            raise click.UsageError(f"{wanted} and {option.opts[-1]}{value} contradict each other")
        if isinstance(ending, Then) or not is_given(ctx, parameter):
            ctx.params[parameter] = values[0]


def is_given(ctx: click.Context, parameter: str) -> bool:
    """Whether the call itself gives a value to a parameter."""
    return ctx.get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def run_instead(ctx: click.Context, ending: Instead) -> Exit:
    """Run another command with the options that were given. Raises `UsageError` for one that it lacks."""
    other = _command(ctx, ending.command)
    names = {param.name for param in other.params}
    passed_on = _passed_on(ctx)
    implied = ending.options if _SUBJECTS.isdisjoint(passed_on) else {}
    options = {**implied, "paths": ctx.params["paths"], "target": ctx.params["target"]}
    for param in ctx.command.params:
        if param.name in ctx.params and is_given(ctx, param.name) and param.name not in options:
            if param.name not in names:
                target = os.path.basename(ctx.params["target"] or "-")  # noqa: PTH119
                raise click.UsageError(f"-o {target}: {param.opts[-1]} does not apply")
            options[param.name] = ctx.params[param.name]
    return _invoked(ctx, other, {**options, **passed_on})


def run_then(ctx: click.Context, ending: Then, run: Any) -> Exit:
    """Run this command into a file in JSON Lines, and another one on that file."""
    if ctx.info_name == "solve" and _are_only_tables(ctx):
        from bimaru.cli.solved_tables import solve_tables

        return solve_tables(ctx.params["paths"], ctx.params["target"], ctx.params["workers"])
    from tempfile import TemporaryDirectory  # imported late: it takes long to load

    target = ctx.meta[ASKED] = ctx.params["target"]
    with TemporaryDirectory(prefix="bimaru-") as directory:
        made = str(Path(directory, f"{Path(target or '').stem or 'answers'}.jsonl"))
        ctx.params["target"] = made
        code: Exit = run() or Exit.DONE
        if not Path(made).exists():  # nothing could be made, and that has been reported
            return code
        if ending.command == "tabulate":
            from bimaru.cli.tabulate import write_answers

            write_answers(Path(made), target)
            return code
        options = {**_passed_on(ctx), "paths": (made,), "target": target}
        return worst(code, _invoked(ctx, _command(ctx, ending.command), options))


def with_form(
    ctx: click.Context, args: Sequence[str], endings: Mapping[str, Ending], choices: Collection[str]
) -> list[str]:
    """The arguments without `--to png`, `--to csv` or the like, where another command draws the picture or
    writes the table; it is noted in the data of the context. `choices` are the command's own of `--to`.

    Raises `UsageError` for a form that only other commands write."""
    found: list[str] = []
    rest = iter(args)
    for arg in rest:
        name, equals, value = arg.partition("=")
        if name not in ("--to", "--format"):
            found.append(arg)
            continue
        value = value if equals else next(rest, "")
        suffix = f".{value.lower()}"
        if suffix in (*_PICTURES, ".csv") and isinstance(endings.get(suffix), Instead | Then):
            ctx.meta[SUFFIX] = suffix
        elif endings and value.lower() in _FORMS and suffix not in endings and value not in choices:
            raise click.UsageError(f"--to {value}: {_cannot_write(ctx.command_path, endings, suffix)}")
        else:
            found += [name, value]
    return found


def options_passed_on(
    ctx: click.Context, endings: Mapping[str, Ending], taken: Collection[str]
) -> Iterator[click.Option]:
    """The options of the command that draws pictures, if this one has it do so, without those whose names are
    `taken`: their values are kept for that command."""
    commands = {ending.command for ending in endings.values() if isinstance(ending, Instead | Then)}
    for param in _command(ctx, "draw").params if "draw" in commands else ():
        if isinstance(param, click.Option) and {*param.opts, *param.secondary_opts}.isdisjoint(taken):
            passed = copy(param)
            passed.hidden, passed.expose_value = True, False
            passed.callback = partial(_keep_for_picture, param.callback)
            yield passed


def _keep_for_picture(
    callback: Callable[..., Any] | None, ctx: click.Context, param: click.Parameter, value: Any
) -> None:
    value = callback(ctx, param, value) if callback else value
    if param.name and is_given(ctx, param.name):
        ctx.meta.setdefault(PASSED_ON, {})[param.name] = (param.opts[-1], value)


def _passed_on(ctx: click.Context) -> dict[str, object]:
    """The values of the options that are for the command that draws, and the format of a picture that is
    to be printed, without a file."""
    suffix = ctx.meta.get(SUFFIX, "")
    found: dict[str, object] = {"format": suffix[1:]} if suffix in _PICTURES else {}
    return found | {name: value for name, (_, value) in ctx.meta.get(PASSED_ON, {}).items()}


def _refuse_passed_on(ctx: click.Context, endings: Mapping[str, Ending], ending: Ending | None) -> None:
    """Raise `UsageError` if there are options for pictures, and none is drawn."""
    if PASSED_ON in ctx.meta and not (isinstance(ending, Instead | Then) and ending.command == "draw"):
        option = next(option for option, _ in ctx.meta[PASSED_ON].values())
        drawn = [suffix for suffix in _PICTURES if suffix in endings]
        raise click.UsageError(f"{option} is for pictures: -o FILE with the ending {' or '.join(drawn)}")


def _are_only_tables(ctx: click.Context) -> bool:
    """Whether a command is given tables in Parquet to make another one of, and no options but those about
    progress and workers."""
    paths = [*ctx.params["paths"], ctx.params["target"]]
    given = {name for name in ctx.params if is_given(ctx, name)}
    return given <= {"paths", "target", "workers"} and all(path.endswith(".parquet") for path in paths)


def _command(ctx: click.Context, name: str) -> click.Command:
    group = ctx.find_root().command
    found = group.get_command(ctx, name) if isinstance(group, click.Group) else None
    if found is None:
        raise LookupError(name)
    return found


def _invoked(ctx: click.Context, command: click.Command, options: Mapping[str, object]) -> Exit:
    """Run a command with these options, and its defaults for the others; a table is printed if there is no
    file for it."""
    if command.name == "export":
        options = {**options, "target": options["target"] or "-"}
    code: Exit = ctx.invoke(command, **options) or Exit.DONE
    return code
