"""`bimaru grade`: how hard puzzles are."""

from __future__ import annotations

import json
from functools import partial
from typing import TypeAlias

import click

from bimaru import deduction
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, of_puzzle, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import opened
from bimaru.deduction import Grade, UngradableError
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Puzzle

_Answer: TypeAlias = Grade | OutOfTimeError | UngradableError


@click.command()
@options.paths
@options.time_limit
@options.workers
@options.as_json
@options.output
def grade(
    paths: tuple[str, ...], time_limit: float | None, workers: int, as_json: bool, target: str | None
) -> Exit:
    """Grade puzzles: easy, intermediate, hard or expert.

    The grade is that of the hardest technique that it takes to solve the puzzle. The score is a
    number from 1 to 5 whose whole part counts the grades; it grows with the number of steps.
    A puzzle without exactly one solution has neither, nor has one for which the time limit or
    the techniques do not suffice.

    \b
    With --json, one object a puzzle:
      {"id", "grade", "score"}
    and "complete": false where the time limit came first.

    \b
    Example:
      bimaru grade puzzle.txt
      bimaru grade --json puzzles.jsonl
    """
    work = of_puzzle(partial(_graded, time_limit=time_limit))
    with opened(target, ".json" if as_json else ".txt") as output:
        tell = writing(output, _as_json if as_json else _as_text, _exit_of)
        return batch_of_puzzles().tell_each(asked(paths), work, tell, workers)


def _graded(puzzle: Puzzle, time_limit: float | None) -> _Answer:
    try:
        return deduction.grade(puzzle, time_limit=time_limit)
    except (OutOfTimeError, UngradableError) as reason:
        return reason


def _exit_of(answer: _Answer) -> Exit:
    if isinstance(answer, OutOfTimeError):
        return Exit.UNDECIDED
    if isinstance(answer, Grade) or answer.status == "multiple":
        return Exit.DONE
    return Exit.FAILED if answer.status == "none" else Exit.UNDECIDED


def _as_json(one: Asked, answer: _Answer) -> str:
    if isinstance(answer, OutOfTimeError):
        return json.dumps({"id": one.puzzle.id, "grade": None, "score": None} | answer.to_data()) + "\n"
    return json.dumps({"id": one.puzzle.id} | answer.to_data()) + "\n"


def _as_text(one: Asked, answer: _Answer) -> str:
    title = f"{one.title}: " if one.title else ""
    if isinstance(answer, Grade):
        return f"{title}{answer} ({answer.score:.2f})\n"
    reason = answer if isinstance(answer, OutOfTimeError) else answer.reason
    return f"{title}no grade: {reason}\n"
