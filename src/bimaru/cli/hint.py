"""`bimaru hint`: the next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from textwrap import fill

import click

from bimaru import deduction
from bimaru.board import Board
from bimaru.cli import options
from bimaru.cli.batch import Asked, answered, asked
from bimaru.cli.group import Exit
from bimaru.cli.output import opened
from bimaru.deduction import Advice, NoBoard
from bimaru.deduction.hints import STRENGTHS
from bimaru.drawing.terminal import PAGE
from bimaru.formats.boards import read_boards
from bimaru.puzzle import Puzzle


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
@options.as_json
@options.output
def hint(path: str, board: str | None, strength: str, as_json: bool, target: str | None) -> Exit:
    """Tell the next step, or the mistake in a half-filled board.

    The step is the easiest that there is.

    FILE is the JSON of a board or a picture as solve prints it, with ? or a dot in the middle
    for what is unknown; where PATH holds many puzzles, as many boards in the same order.

    \b
    With --json, one object a puzzle:
      {"id", "mistake", "where", "technique", "step"}
    What does not apply, or is stronger than asked for, is null. A mistake is
      {"squares", "text"}
    and a step as explain prints it.

    \b
    Example:
      bimaru hint puzzle.txt
      bimaru hint --strength where puzzle.txt
      bimaru solve puzzle.txt > solved.txt
      bimaru hint puzzle.txt --board solved.txt
    """
    if path == board == "-":
        raise click.UsageError("PATH and --board cannot both be standard input.")
    worst = Exit.DONE
    with opened(target, ".json" if as_json else ".txt") as output:
        for one, advice in answered(asked([path]), partial(_advice, board=board)):
            text = _as_json(one, advice, strength) if as_json else _as_text(one, advice, strength)
            output.put(one.puzzle.id, text)
            worst = max(worst, _exit_of(advice))
    return worst


def _advice(puzzles: Iterator[Puzzle], board: str | None) -> Iterator[Advice | NoBoard]:
    if board is None:
        yield from (_advised(puzzle, None) for puzzle in puzzles)
        return
    asked_for: list[Puzzle] = []

    def noted() -> Iterator[Puzzle]:
        for puzzle in puzzles:
            asked_for.append(puzzle)
            yield puzzle

    for filled in read_boards(board, noted()):
        yield _advised(asked_for.pop(), filled)


def _advised(puzzle: Puzzle, board: Board | None) -> Advice | NoBoard:
    try:
        return deduction.hint(puzzle, board)
    except NoBoard as reason:
        return reason


def _exit_of(advice: Advice | NoBoard) -> Exit:
    return Exit.FAILED if isinstance(advice, NoBoard) or advice.mistake else Exit.DONE


def _as_json(one: Asked, advice: Advice | NoBoard, strength: str) -> str:
    told = Advice() if isinstance(advice, NoBoard) else advice
    return json.dumps({"id": one.puzzle.id} | told.to_data(strength)) + "\n"


def _as_text(one: Asked, advice: Advice | NoBoard, strength: str) -> str:
    lines = [f"{one.title}:"] if one.title else []
    return "".join(f"{fill(line, PAGE)}\n" for line in [*lines, *_told(advice, strength)])


def _told(advice: Advice | NoBoard, strength: str) -> Iterator[str]:
    if isinstance(advice, NoBoard):
        yield "The puzzle has no solution."
    elif advice.mistake:
        yield advice.mistake.text
    elif advice.step is None:
        yield "Nothing more follows."
    else:
        strengths = (advice.where or "", f"Technique: {advice.technique}.", advice.step.text)
        yield from strengths[: STRENGTHS.index(strength) + 1]
