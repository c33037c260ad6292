"""The command `bimaru`. Every subcommand is a file in `commands`: it parses, calls and prints."""

from __future__ import annotations

import platform
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import click

from bimaru import __version__
from bimaru.cli.application import CommandGroup

COMMANDS: Final = (
    "solve",
    "count",
    "check",
    "explain",
    "why",
    "hint",
    "grade",
    "book",
    "draw",
    "stats",
    "export",
    "convert",
    "formats",
    "engines",
    "model",
    "compare",
    "audit",
    "arrangements",
    "generate",
    "minimise",
    "library",
    "certify",
    "verify",
    "serve",
    "site",
)
"""The commands, in the order of the help; the file of that name is imported when one is called."""


_COMPILED: Final = (
    "rules",
    "engines.propagation",
    "engines.kernel",
    "engines.pose_rules",
    "engines.placement_search",
    "engines.clause_learning",
    "engines.sweep_kernel",
    "engines.batch_search",
    "formats.raw_json",
    "grading.ladder.lines",
    "grading.ladder.line_techniques",
    "grading.ladder.ladder",
    "deduction.finding.facts",
    "deduction.finding.placement_techniques",
    "deduction.finding.citations",
    "arrangements.rejection",
    "generation.square_groups",
    "generation.alternatives",
    "generation.clue_ladder",
    "generation.placement_alternatives",
    "study.unit_propagation",
)
"""The modules that `setup.py` compiles; without a C compiler they run as Python."""


_COMPILER: Final = Path(__file__).parents[1] / "compiler.txt"
"""What `setup.py` notes about the compiler; missing where nothing is compiled."""


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value:
        click.echo(f"bimaru {__version__}")
        click.echo(f"Python {platform.python_version()}, {platform.python_implementation()}")
        click.echo(_describe_build())
        if _COMPILER.exists():
            click.echo(f"compiled by {_COMPILER.read_text(encoding='utf-8').strip()}")
        ctx.exit()


def _describe_build() -> str:
    """Which modules are compiled, and what it means if some are not."""
    slow = [name for name in _COMPILED if _is_python(name)]
    if not slow:
        return f"compiled modules: {', '.join(_COMPILED)}"
    names = ", ".join(slow)
    return f"not compiled, some hundred times slower: {names}. Install a C compiler, then bimaru again."


def _is_python(module: str) -> bool:
    """Whether a module lies here without its compiled form. (To import it would load all that it needs.)"""
    path = Path(__file__).parents[1].joinpath(*module.split("."))
    return not any(path.with_name(path.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)


_SHORT_USAGE: Final = """\
Battleship puzzles: solve, explain, generate, grade, draw and more.

  bimaru solve puzzle.txt                     the solution, and whether it is the only one
  bimaru explain puzzle.txt                   the steps of a person who solves it
  bimaru generate --count 12 -o booklet.pdf   new puzzles, to print

bimaru --help lists all commands; bimaru help COMMAND describes one."""


@click.group(
    cls=CommandGroup,
    names=COMMANDS,
    short_usage=_SHORT_USAGE,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Show the version, and which modules are compiled, by what.",
)  # fmt: skip
def main() -> None:
    """Solve, explain, generate, draw and serve Battleship puzzles (Solitaire
    Battleships, Bimaru, Yubotu).

    Input files hold one puzzle or many, in any of the formats that
    bimaru formats lists; the format is detected. A - stands for standard input, and so does leaving
    out the file. Output goes where -o says, in the format that the ending of its name decides: .txt,
    .json, .csv, .parquet, .svg, .png, .pdf, as far as a command can write it. Of a directory, the
    files ending in .jsonl, .jsonl.gz and .parquet are read.

    \b
    Example:
      bimaru solve puzzles.jsonl
      bimaru solve --json puzzles.jsonl > solved.jsonl
      bimaru check puzzles.jsonl solved.jsonl

    Exit codes: 0 everything decided, and every puzzle has a solution; 1 a puzzle has none, or a
    check failed; 2 bad input or usage; 3 a limit was reached before the answer was known;
    70 an internal error; 130 interrupted. The exit code of a batch is the first of 70, 2, 3 and 1
    that occurred: an error in one puzzle is reported and does not stop the others, nor does a malformed
    line of JSON Lines. Other input that cannot be read ends the batch: what comes before is answered,
    the rest is not read.
    """
