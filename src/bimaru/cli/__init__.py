"""The command `bimaru`. Every subcommand is a file here: it parses, calls and prints."""

from __future__ import annotations

from typing import Final

import click

from bimaru import __version__
from bimaru.cli.main_group import Commands

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
    "model": "bimaru.cli.commands.model:model",
    "compare": "bimaru.cli.commands.compare:compare",
    "arrangements": "bimaru.cli.commands.arrangements:arrangements",
    "generate": "bimaru.cli.commands.generate:generate",
    "minimise": "bimaru.cli.commands.minimise:minimise",
    "library": "bimaru.cli.commands.library:library",
    "certify": "bimaru.cli.commands.certify:certify",
    "verify": "bimaru.cli.commands.verify:verify",
    "serve": "bimaru.cli.commands.serve:serve",
}
"""Name to `module:command`, in the order of the help. Nothing is imported before it is used."""


@click.group(cls=Commands, lazily=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bimaru", message="%(prog)s %(version)s")
def main() -> None:
    """Battleship puzzles (Solitaire Battleships, Bimaru, Yubotu): solve them and prove that
    their solution is the only one, count, check and convert them.

    Files may hold one puzzle or a million, in any of the formats that
    bimaru formats lists; - is standard input.

    \b
    Example:
      bimaru solve puzzles.jsonl
      bimaru solve --json puzzles.jsonl > solved.jsonl
      bimaru check puzzles.jsonl solved.jsonl

    Exit codes: 0 done, and every puzzle has a solution; 1 a puzzle has none, or a check failed;
    2 the input or the call is wrong; 3 a limit came before the answer; 70 bimaru itself broke
    down; 130 interrupted. Of many puzzles, the first of 70, 2, 3 and 1 that occurred: what goes
    wrong with one puzzle is reported, and the others are answered all the same.
    """
