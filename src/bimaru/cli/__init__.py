"""The command `bimaru`. Every subcommand is a file in `commands`: it parses, calls and prints."""

from __future__ import annotations

from typing import Final

import click

from bimaru import __version__
from bimaru.cli.application import CommandGroup

COMMANDS: Final = {
    "solve": "bimaru.cli.commands.solve:solve",
    "count": "bimaru.cli.commands.count:count",
    "check": "bimaru.cli.commands.check:check",
    "explain": "bimaru.cli.commands.explain:explain",
    "hint": "bimaru.cli.commands.hint:hint",
    "grade": "bimaru.cli.commands.grade:grade",
    "draw": "bimaru.cli.commands.draw:draw",
    "stats": "bimaru.cli.commands.stats:stats",
    "export": "bimaru.cli.commands.export:export",
    "convert": "bimaru.cli.commands.convert:convert",
    "formats": "bimaru.cli.commands.formats:formats",
    "engines": "bimaru.cli.commands.engines:engines",
    "model": "bimaru.cli.commands.model:model",
    "compare": "bimaru.cli.commands.compare:compare",
    "arrangements": "bimaru.cli.commands.arrangements:arrangements",
    "generate": "bimaru.cli.commands.generate:generate",
    "minimise": "bimaru.cli.commands.minimise:minimise",
    "library": "bimaru.cli.commands.library:library",
    "certify": "bimaru.cli.commands.certify:certify",
    "verify": "bimaru.cli.commands.verify:verify",
    "serve": "bimaru.cli.commands.serve:serve",
    "site": "bimaru.cli.commands.site:site",
}
"""Name to `module:command`, in the order of the help; each is imported when it is called."""


@click.group(
    cls=CommandGroup, import_paths=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="bimaru", message="%(prog)s %(version)s")
def main() -> None:
    """Solve, explain, generate, draw and serve Battleship puzzles (Solitaire
    Battleships, Bimaru, Yubotu).

    Input files hold one puzzle or many, in any of the formats that
    bimaru formats lists; the format is detected. A - stands for standard input.

    \b
    Example:
      bimaru solve puzzles.jsonl
      bimaru solve --json puzzles.jsonl > solved.jsonl
      bimaru check puzzles.jsonl solved.jsonl

    Exit codes: 0 everything decided, and every puzzle has a solution; 1 a puzzle has none, or a
    check failed; 2 bad input or usage; 3 a limit was reached before the answer was known;
    70 an internal error; 130 interrupted. In a batch, the first of 70, 2, 3 and 1 that occurred:
    an error in one puzzle is reported, and the others are still answered.
    """
