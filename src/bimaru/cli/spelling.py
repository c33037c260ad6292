"""Spellings that people try besides those of the help: of commands, options and values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import click

from bimaru.did_you_mean import close_names

COMMANDS: Final = {
    "create": "generate",
    "dataset": "export",
    "difficulty": "grade",
    "engine": "engines",
    "format": "formats",
    "info": "stats",
    "make": "generate",
    "minimize": "minimise",
    "new": "generate",
    "print": "draw",
    "rate": "grade",
    "statistics": "stats",
    "unique": "solve",
}
"""Other names of commands."""

SHOWN: Final = ("show", "view")
"""Words for drawing on the terminal, unless an output is named."""

VALIDATED: Final = "validate"
"""The word for checking a board against its puzzle or, without a board, for solving the puzzle; so is
`verify`, if it has files: certificates are directories."""

SIMILAR: Final = {
    "analyse": "'explain' or 'stats'",
    "analyze": "'explain' or 'stats'",
    "booklet": "'draw' or 'book'",
    "edit": "'serve --open', whose page has an editor",
    "epub": "'book'",
    "filter": "'export', for a table that other programs filter",
    "pdf": "'draw' or 'book'",
    "play": "'serve --open'",
    "png": "'draw'",
    "render": "'draw'",
    "server": "'serve'",
    "sort": "'export', for a table that other programs sort",
    "split": "'export --splits train:8,test:2'",
    "svg": "'draw'",
    "technique": "'explain', which names the technique of each step",
    "techniques": "'explain', which names the technique of each step",
    "test": "'check' or 'audit'",
    "web": "'serve --open'",
}
"""The commands for words that are none, and resemble none."""

OPTIONS: Final = {
    "--answer": ("--answers", "--solution", "--solutions"),
    "--count": ("-c", "-n", "--n", "--num", "--number"),
    "--engine": ("-e", "--engines"),
    "--fleet": ("--ships",),
    "--givens": ("--hints",),
    "--givens-number": ("--hints-number",),
    "--grade": ("-g", "--difficulty", "--grades", "--level"),
    "--language": ("--lang",),
    "--licence": ("--license",),
    "--log-level": ("--loglevel",),
    "--no-color": ("--no-colour",),
    "--output": ("--out", "--outfile"),
    "--seed": ("--random-seed",),
    "--size": ("-s", "--params"),
    "--strength": ("--level",),
    "--time-limit": ("--timeout", "--timelimit", "--max-time"),
    "--to": ("-f", "-t", "--format"),
    "--workers": ("-j", "--jobs", "--threads", "--processes", "--num-workers", "--num-threads"),
}
"""Other names of options, where a command has no option of that name."""

ANYWAY: Final = {
    "--all": ("count",),
    **dict.fromkeys(("--force", "--overwrite", "--yes", "-y"), ("--output", "--out", "-o")),
    "--progress": ("book", "count", "draw", "explain", "generate", "grade", "minimise", "solve"),
    "--score": ("grade",),
    "--stats": ("solve",),
    "--text": ("check", "count", "explain", "grade", "hint", "solve", "stats", "why"),
    "--unique": ("generate",),
}
"""Options for what is done anyway: a file is replaced, an answer has its cost, a puzzle one solution; each
with the commands that do it, or the options with which it is done."""

FLAGS: Final = {
    "--no-givens": ("--givens", "none"),
    "--no-hints": ("--givens", "none"),
}
"""Flags for a value of an option."""

INPUTS: Final = ("-i", "--file", "--in", "--input")
"""Options of other programs for the file to read, which here is an argument."""

SIDES: Final = {
    "--cols": "width",
    "--columns": "width",
    "--height": "height",
    "--rows": "height",
    "--width": "width",
}
"""Options of other programs for a side of the grid."""

ADVICE: Final = {
    **dict.fromkeys(
        ("-n", "--count"),
        "bimaru generate takes a number, other commands all puzzles; bimaru explain --steps N gives N steps",
    ),
    **dict.fromkeys(("draw --height", "draw --width"), "--size PIXELS is the side of a square"),
    **dict.fromkeys(
        ("book -n", "book --count", "book --grade"),
        "make the puzzles first: bimaru generate -o puzzles.jsonl",
    ),
    **dict.fromkeys(
        ("count --limit", "count --max"),
        "bimaru count counts all solutions; bimaru solve --limit N stops at N",
    ),
    **dict.fromkeys(
        ("generate --no-answers", "generate --no-solution", "generate --no-solutions"),
        "the answer is in JSON only, not with --to text",
    ),
    **dict.fromkeys(("compare --model", "count --model", "solve --model"), "did you mean --engine?"),
    "check --engine": "--model NAME is the model that a solver's answer is for",
    "model --engine": "did you mean --model?",
    "model --solver": "--model NAME and --to FORMAT give a file for any solver that reads FORMAT",
    "--engine": "bimaru solve, count and compare take an engine",
    "--solver": "bimaru solve, count and compare take a solver",
    "hint --square": "bimaru why PUZZLE SQUARE explains a square",
    "--dpi": "--size PIXELS is the side of a square",
    "--from": "the format of a file is detected",
    "--short": "bimaru hint gives the next step, bimaru explain --steps N the first N",
    "--sort": "write a table, as with -o grades.csv, and sort that",
    **dict.fromkeys(SIDES, "the size is one option: --size HEIGHTxWIDTH, as in --size 8x10"),
    **dict.fromkeys(INPUTS, "name the file itself, without an option"),
    "--stats": "the answer has them, as in --json",
    "--steps": "bimaru hint gives the next step, bimaru explain --steps N the first N, "
    "bimaru draw --step N a picture of one",
    "--title": "write the puzzles to a file, then bimaru draw --title or bimaru book --title",
}
"""What to do instead of using an option that does not exist, perhaps of one command."""


ALONE: Final = {"check": " bimaru solve proves whether a puzzle alone has one solution."}
"""What to do with a puzzle alone, of a command that takes two files."""


def advice(command: str | None, option: str) -> str | None:
    """What to do instead of using an option that does not exist."""
    from bimaru.grading.grades import GRADES  # late: no other spelling needs deduction

    if option.removeprefix("--") in {"medium", *GRADES}:
        return f"did you mean --grade {option.removeprefix('--')}?"
    return ADVICE.get(f"{command} {option}") or ADVICE.get(option)


VALUES: Final = {
    "cadical": "sat",
    "clingo": "asp",
    "deutsch": "de",
    "english": "en",
    "german": "de",
    "jsonl": "json",
    "medium": "intermediate",
    "ndjson": "json",
    "normal": "intermediate",
    "or-tools": "cp-sat",
    "ortools": "cp-sat",
    "plain": "text",
    "txt": "text",
    "z3": "smt",
}
"""Other names of values, where they mean one that an option accepts."""


_FEWEST: Final = 3
"""Letters with which the name of a command may begin to stand for it."""


def _key(text: str) -> str:
    """The letters and digits of a name, without case."""
    return "".join(filter(str.isalnum, text.casefold()))


def meant(text: str, names: Iterable[str], others: Mapping[str, str] = VALUES) -> str | None:
    """The one of the `names` that a text plainly means: but for case, hyphens and the like, or by another
    name; `None` if there is none."""
    known = {_key(name): name for name in names}
    return known.get(_key(text)) or known.get(_key(others.get(text.casefold(), "")))


def beginning(text: str, names: Iterable[str]) -> str | None:
    """The only one of the `names` that begins with these letters, three or more; `None` if there is none."""
    found = [name for name in names if name.startswith(text)] if len(text) >= _FEWEST else []
    return found[0] if len(found) == 1 else None


def suggestion(text: str, names: Collection[str]) -> str:
    """A sentence with the names that are close to a text, or of a mapping with what they stand for; empty if
    none is."""
    meanings = names if isinstance(names, Mapping) else {name: name for name in names}
    close = dict.fromkeys(meanings[name] for name in close_names(text, names, 3))
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


class Choice(click.Choice):  # type: ignore[type-arg]  # before Click 8.2 it takes no parameter
    """One of several names, in any spelling that plainly means it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name that is meant."""
        if isinstance(value, str):
            value = meant(value, self.choices) or value
        return super().convert(value, param, ctx)


def rewritten(
    args: Sequence[str],
    options: Mapping[str, Collection[str]],
    command: str = "",
    *,
    reads_files: bool = False,
) -> list[str]:
    """The arguments of a command with these `options`, each with its choices: `--to json` as `--json` where
    that is the option, and `--to text` as nothing where text is printed anyway; `--dark` as `--theme dark`;
    `--width 8 --height 6` as `--size 6x8`; without what is done anyway and, if the command reads files,
    without an option before the name of one.

    Raises `UsageError` for a size in two words."""
    flags = _flags(options)
    has_form = "--json" in options and {"json", "text"}.isdisjoint(options.get("--to", ()))
    has_sides = "--size" in options and command != "draw" and _has_sides(args)
    sides: dict[str, str] = {}
    found: list[str] = []
    rest: Iterator[str] = iter(args)
    for arg in rest:
        name, equals, value = arg.partition("=")
        name = name.replace("_", "-") if name.startswith("--") and name not in options else name
        if arg == "--":
            rest = chain([arg], rest)
            break
        if has_form and name in ("--to", *OPTIONS["--to"]):
            found += _form(name, value if equals else next(rest, ""), options)
        elif arg in ("--size", "-s") and "--size" in options:
            found += [arg, *_side(rest)]
        elif name in options:
            found.append(f"{name}{equals}{value}")
        elif reads_files and name in INPUTS:
            found += [value] if equals else []
        elif has_sides and name in SIDES:
            sides[name] = value if equals else next(rest, "")
        elif {command, *args}.isdisjoint(ANYWAY.get(arg, ())):
            found += flags.get(f"{name}{equals}{value}", (f"{name}{equals}{value}",))
    return [*found, *_as_size(sides), *rest]


def _has_sides(args: Sequence[str]) -> bool:
    """Whether both sides of the grid are given by options of their own."""
    return len({SIDES.get(arg.partition("=")[0]) for arg in args} - {None}) == 2


def _as_size(sides: Mapping[str, str]) -> list[str]:
    """The options for sides of the grid as one, if they are both."""
    by_side = {SIDES[name]: value for name, value in sides.items()}
    if len(by_side) < 2:
        return [part for pair in sides.items() for part in pair]
    return ["--size", f"{by_side['height']}x{by_side['width']}"]


def _form(name: str, value: str, options: Collection[str]) -> list[str]:
    """The option for a form of answers, if the command has one for it."""
    forms = {"json": ["--json"], "text": [], **({"csv": ["--csv"]} if "--csv" in options else {})}
    return forms.get(meant(value, forms) or "", [name, value])


def _flags(options: Mapping[str, Collection[str]]) -> dict[str, tuple[str, str]]:
    """The choices of options, as flags that no other option has."""
    flags = [(f"--{choice}", (option, choice)) for option, choices in options.items() for choice in choices]
    names = [flag for flag, _ in flags]
    others = {flag: both for flag, both in FLAGS.items() if both[0] in options}
    return others | {flag: both for flag, both in flags if flag not in options and names.count(flag) == 1}


def _side(rest: Iterable[str]) -> list[str]:
    """The value of `--size`, and the argument after it. Raises `UsageError` if both are numbers."""
    values = [value for _, value in zip(range(2), rest, strict=False)]
    if len(values) == 2 and all(map(str.isdecimal, values)):
        height, width = values
        raise click.UsageError(
            f"--size {height} {width}: did you mean --size {height}x{width}, or --size {height} with --count?"
        )
    return values
