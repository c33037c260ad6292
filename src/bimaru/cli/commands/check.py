"""`bimaru check`: the referee."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from textwrap import fill
from typing import Final

import click

from bimaru import rules
from bimaru.board import Board
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, with_boards, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import opened
from bimaru.drawing.terminal import PAGE
from bimaru.formats.board_text import read_boards_found
from bimaru.rules import Fault
from bimaru.squares import square_name, square_names

_NO_BOARD: Final = Fault("board", (), "there is no board for this puzzle")


@click.command()
@click.argument("puzzle", type=options.INPUT)
@click.argument("board", type=options.INPUT)
@options.as_json
@options.output
def check(puzzle: str, board: str, as_json: bool, target: str | None) -> Exit:
    """Check a board against its puzzle and tell every broken rule.

    BOARD is the JSON of a board, what solve --json prints (of several solutions the first is
    taken), its plain rows, or the picture that solve prints, also half filled. Where PUZZLE
    holds many puzzles, BOARD holds as many boards in the same order. A puzzle for which solve --json found
    no board fails, and the others are checked.

    \b
    With --json, one object a puzzle:
      {"id", "faults": [{"rule", "squares", "text"}]}

    \b
    Example:
      bimaru solve puzzle.txt > solved.txt
      bimaru check puzzle.txt solved.txt
    """
    if puzzle == board == "-":
        raise click.UsageError("PUZZLE and BOARD cannot both be standard input.")
    puzzles = with_boards(asked([puzzle]), partial(read_boards_found, board))
    with opened(target, ".json" if as_json else ".txt") as output:
        tell = writing(output, _as_json if as_json else _as_text, _exit_of)
        return batch_of_puzzles().tell_each(puzzles, _broken, tell)


def _exit_of(broken: Sequence[Fault]) -> Exit:
    return Exit.FAILED if broken else Exit.DONE


def _broken(one: Asked) -> Sequence[Fault]:
    return rules.check(one.puzzle, one.board) if isinstance(one.board, Board) else [_NO_BOARD]


def _as_json(one: Asked, broken: Sequence[Fault]) -> str:
    return json.dumps({"id": one.puzzle.id, "faults": [fault.to_data() for fault in broken]}) + "\n"


def _as_text(one: Asked, broken: Sequence[Fault]) -> str:
    verdict = "wrong" if broken else "right"
    title = f"{one.title}: {verdict}" if one.title else verdict.capitalize()
    return "".join(f"{line}\n" for line in (title, *map(_told, broken)))


def _told(fault: Fault) -> str:
    """The rule, the sentence, and the squares that the sentence does not name."""
    named = all(square_name(square) in fault.text for square in fault.squares)
    squares = "" if named else f" ({square_names(fault.squares)})"
    rule = f"  {fault.rule:11}"
    return fill(fault.text + squares, PAGE, initial_indent=rule, subsequent_indent=" " * len(rule))
