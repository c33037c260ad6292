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
from bimaru.cli.batch import InputPuzzle, answer_writer, pair_with_boards, puzzle_batch, read_puzzles
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import open_output
from bimaru.drawing.terminal import PAGE
from bimaru.formats.board_text import read_boards_or_faults
from bimaru.rules import Fault
from bimaru.squares import square_name, square_names

_NO_BOARD: Final = Fault("board", (), "no board for this puzzle")


@click.command()
@click.argument("puzzle", type=options.INPUT)
@click.argument("board", type=options.INPUT)
@options.as_json
@options.output
def check(puzzle: str, board: str, as_json: bool, target: str | None) -> Exit:
    """Check a board against its puzzle and list every broken rule.

    BOARD is the JSON of a board, a line of solve --json (the first of several solutions is
    checked), plain rows, or a picture as solve prints it; it may be half filled. If PUZZLE holds
    many puzzles, BOARD holds as many boards in the same order. A puzzle for which solve --json
    found no board fails, and the others are still checked.

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
    puzzles = pair_with_boards(read_puzzles([puzzle]), partial(read_boards_or_faults, board))
    with open_output(target, ".json" if as_json else ".txt") as output:
        write = answer_writer(output, _as_json if as_json else _as_text, _exit_code)
        return puzzle_batch().run(puzzles, _find_faults, write)


def _exit_code(found: Sequence[Fault]) -> Exit:
    return Exit.FAILED if found else Exit.DONE


def _find_faults(item: InputPuzzle) -> Sequence[Fault]:
    return rules.check(item.puzzle, item.board) if isinstance(item.board, Board) else [_NO_BOARD]


def _as_json(item: InputPuzzle, found: Sequence[Fault]) -> str:
    return json.dumps({"id": item.puzzle.id, "faults": [fault.to_data() for fault in found]}) + "\n"


def _as_text(item: InputPuzzle, found: Sequence[Fault]) -> str:
    verdict = "wrong" if found else "right"
    title = f"{item.label}{verdict}" if item.title else verdict.capitalize()
    return "".join(f"{line}\n" for line in (title, *map(_fault_lines, found)))


def _fault_lines(fault: Fault) -> str:
    """The rule, its sentence, and the squares unless the sentence names them."""
    named = all(square_name(square) in fault.text for square in fault.squares)
    squares = "" if named else f" ({square_names(fault.squares)})"
    rule = f"  {fault.rule:11}"
    return fill(fault.text + squares, PAGE, initial_indent=rule, subsequent_indent=" " * len(rule))
