"""`bimaru hint`: the next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from textwrap import fill
from typing import TypeAlias

import click

from bimaru import deduction
from bimaru.board import Board
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, with_boards, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import opened
from bimaru.deduction import Advice, NoSolutionError
from bimaru.deduction.hints import STRENGTHS
from bimaru.drawing.terminal import PAGE
from bimaru.errors import OutOfTimeError
from bimaru.formats.board_text import read_boards

_Answer: TypeAlias = Advice | NoSolutionError | OutOfTimeError


@click.command()
@click.argument("path", type=options.INPUT)
@click.option("--board", type=options.INPUT, metavar="FILE", help="The half-filled board to go on from.")
@click.option(
    "--strength",
    type=click.Choice(STRENGTHS),
    default="step",
    show_default=True,
    help="How much to tell: where to look, also the technique, or the whole step.",
)
@options.time_limit
@options.as_json
@options.output
def hint(
    path: str,
    board: str | None,
    strength: str,
    time_limit: float | None,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Tell the next step, or the mistake in a half-filled board.

    The step is the easiest that there is.

    FILE is the JSON of a board or a picture as solve prints it, with ? or a dot in the middle
    for what is unknown; where PATH holds many puzzles, as many boards in the same order.

    \b
    With --json, one object a puzzle:
      {"id", "mistake", "where", "technique", "step"}
    What does not apply, or is stronger than asked for, is null. A mistake is
      {"squares", "text"}
    and a step as explain prints it. Where the time limit came first, all
    is null and "complete" false.

    \b
    Example:
      bimaru hint puzzle.txt
      bimaru hint --strength where puzzle.txt
      bimaru solve puzzle.txt > solved.txt
      bimaru hint puzzle.txt --board solved.txt
    """
    if path == board == "-":
        raise click.UsageError("PATH and --board cannot both be standard input.")
    puzzles = asked([path])
    if board is not None:
        puzzles = with_boards(puzzles, partial(read_boards, board))
    text = partial(_as_json if as_json else _as_text, strength=strength)
    with opened(target, ".json" if as_json else ".txt") as output:
        work = partial(_advised, time_limit=time_limit)
        return batch_of_puzzles().tell_each(puzzles, work, writing(output, text, _exit_of))


def _advised(one: Asked, time_limit: float | None) -> _Answer:
    board = one.board if isinstance(one.board, Board) else None
    try:
        return deduction.hint(one.puzzle, board, time_limit=time_limit)
    except (NoSolutionError, OutOfTimeError) as reason:
        return reason


def _exit_of(advice: _Answer) -> Exit:
    if isinstance(advice, OutOfTimeError):
        return Exit.UNDECIDED
    return Exit.FAILED if isinstance(advice, NoSolutionError) or advice.mistake else Exit.DONE


def _as_json(one: Asked, advice: _Answer, strength: str) -> str:
    told = advice if isinstance(advice, Advice) else Advice()
    late = advice.to_data() if isinstance(advice, OutOfTimeError) else {}
    return json.dumps({"id": one.puzzle.id} | told.to_data(strength) | late) + "\n"


def _as_text(one: Asked, advice: _Answer, strength: str) -> str:
    lines = [f"{one.title}:"] if one.title else []
    return "".join(f"{fill(line, PAGE)}\n" for line in [*lines, *_told(advice, strength)])


def _told(advice: _Answer, strength: str) -> Iterator[str]:
    if isinstance(advice, OutOfTimeError):
        yield f"No hint: {advice}."
    elif isinstance(advice, NoSolutionError):
        yield "The puzzle has no solution."
    elif advice.mistake:
        yield advice.mistake.text
    elif advice.step is None:
        yield "Nothing more follows."
    else:
        strengths = (advice.where or "", f"Technique: {advice.technique}.", advice.step.text)
        yield from strengths[: STRENGTHS.index(strength) + 1]
