"""`bimaru grade`: how hard puzzles are."""

from __future__ import annotations

import json
from functools import partial

import click

from bimaru import deduction
from bimaru.cli import options
from bimaru.cli.batch import Asked, answered, asked
from bimaru.cli.group import Exit
from bimaru.cli.output import opened
from bimaru.deduction import Grade, Ungradable
from bimaru.puzzle import Puzzle


@click.command()
@options.paths
@options.as_json
@options.output
def grade(paths: tuple[str, ...], as_json: bool, target: str | None) -> Exit:
    """Grade puzzles: easy, intermediate, hard or expert.

    The grade is that of the hardest technique that it takes to solve the puzzle. The score is a
    number from 1 to 5 whose whole part counts the grades; it grows with the number of steps.
    A puzzle without exactly one solution has neither.

    \b
    With --json, one object a puzzle:
      {"id", "grade", "score"}

    \b
    Example:
      bimaru grade puzzle.txt
      bimaru grade --json puzzles.jsonl
    """
    worst = Exit.DONE
    with opened(target, ".json" if as_json else ".txt") as output:
        for one, answer in answered(asked(paths), partial(map, _graded)):
            output.put(one.puzzle.id, _as_json(one, answer) if as_json else _as_text(one, answer))
            worst = max(worst, _exit_of(answer))
    return worst


def _graded(puzzle: Puzzle) -> Grade | Ungradable:
    try:
        return deduction.grade(puzzle)
    except Ungradable as reason:
        return reason


def _exit_of(answer: Grade | Ungradable) -> Exit:
    if isinstance(answer, Grade) or answer.status == "multiple":
        return Exit.DONE
    return Exit.FAILED if answer.status == "none" else Exit.UNDECIDED


def _as_json(one: Asked, answer: Grade | Ungradable) -> str:
    return json.dumps({"id": one.puzzle.id} | answer.to_data()) + "\n"


def _as_text(one: Asked, answer: Grade | Ungradable) -> str:
    title = f"{one.title}: " if one.title else ""
    if isinstance(answer, Grade):
        return f"{title}{answer} ({answer.score:.2f})\n"
    return f"{title}no grade: {answer.reason}\n"
