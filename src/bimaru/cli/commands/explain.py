"""`bimaru explain`: every step that leads to the solution, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from textwrap import fill
from typing import Final

import click

from bimaru import deduction
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, of_puzzle, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import look, opened
from bimaru.deduction import Explanation, Step
from bimaru.deduction.sentences import names
from bimaru.drawing.terminal import PAGE, Look, picture

_INDENT: Final = "   "


@click.command()
@options.paths
@click.option("--draw", is_flag=True, help="Draw the board after every step.")
@options.time_limit
@options.as_json
@options.ascii_only
@options.output
def explain(
    paths: tuple[str, ...],
    draw: bool,
    time_limit: float | None,
    as_json: bool,
    ascii_only: bool,
    target: str | None,
) -> Exit:
    """Explain puzzles step by step, as a person solves them.

    Each step uses the easiest technique that makes progress; docs/reference/techniques.md
    describes them. Where there are several solutions, the squares common to all of them
    are explained, and the others listed.
    Where there is none, the steps lead to the contradiction.

    \b
    With --json, one object a puzzle:
      {"id", "status", "solved", "complete", "grade", "score",
       "steps": [{"technique", "depth", "water", "ship", "text",
                  "reasons", "cases"}],
       "failure", "open", "boards"}
    The depth of a step is 0 for plain deduction, 1 for case analysis,
    2 for one nested in another. Where the time limit came first,
    "complete" is false: more may follow than is told.

    \b
    Example:
      bimaru explain puzzle.txt
      bimaru explain --draw puzzle.txt
      bimaru explain --json --time-limit 10 puzzles.jsonl
    """
    drawn = look(target, ascii=ascii_only)
    text = _as_json if as_json else partial(_as_text, drawn=drawn, draw=draw)
    work = of_puzzle(partial(deduction.explain, time_limit=time_limit))
    with opened(target, ".json" if as_json else ".txt") as output:
        return batch_of_puzzles().tell_each(asked(paths), work, writing(output, text, _exit_of))


def _exit_of(explanation: Explanation) -> Exit:
    if explanation.status == "none":
        return Exit.FAILED
    is_stuck = explanation.status == "unique" and not explanation.solved
    return Exit.UNDECIDED if is_stuck or not explanation.complete else Exit.DONE


def _as_json(one: Asked, explanation: Explanation) -> str:
    return json.dumps({"id": one.puzzle.id} | explanation.to_data()) + "\n"


def _as_text(one: Asked, explanation: Explanation, drawn: Look, draw: bool) -> str:
    """Title, steps, picture and verdict, with a blank line after each."""
    steps = (_step(one, number, step, drawn, draw) for number, step in enumerate(explanation, 1))
    final = "" if draw and explanation.steps else picture(one.puzzle, explanation.board, drawn)
    verdict = "\n".join(fill(line, PAGE) for line in _verdict(explanation))
    boards = (picture(one.puzzle, board, drawn) for board in explanation.boards)
    parts = [one.title, *steps, final, verdict, *boards]
    return "".join(f"{part}\n\n" for part in parts if part)


def _step(one: Asked, number: int, step: Step, drawn: Look, draw: bool) -> str:
    head = f"{number}. {step.technique[:1].upper()}{step.technique[1:]}."
    first, *rest = _paragraphs(step)
    begun = fill(f"{head} {first}", PAGE, subsequent_indent=_INDENT)
    told = "\n".join(
        [begun, *(fill(one, PAGE, initial_indent=_INDENT, subsequent_indent=_INDENT) for one in rest)]
    )
    return f"{told}\n\n{picture(one.puzzle, step.board, drawn)}" if draw else told


def _paragraphs(step: Step) -> list[str]:
    """What a step says; of several cases, each by itself, and then what follows from them."""
    if len(step.cases) < 2:
        return [step.text]
    cases = [case.text for case in step.cases]
    return [*cases, step.text[len(" ".join(cases)) + 1 :]]


def _verdict(explanation: Explanation) -> Iterator[str]:
    if explanation.status == "none":
        why = "search proves it" if explanation.failure is None else explanation.failure.text
        yield f"No solution: {why}."
    elif explanation.solved and explanation.grade is not None:
        yield f"The only solution. Grade: {explanation.grade} ({explanation.grade.score:.2f})."
    else:
        yield from _what_stays_open(explanation)


def _what_stays_open(explanation: Explanation) -> Iterator[str]:
    """Why not all is explained, and which squares that leaves."""
    squares = names(explanation.open)
    known = {"unique": "There is one solution", "multiple": "There are several solutions"}
    is_known = known.get(explanation.status, "It is not known whether there is one solution")
    if not explanation.complete:
        left = f" {squares} {'is' if len(explanation.open) == 1 else 'are'} open." if squares else ""
        yield f"The time ran out.{left} {is_known}."
    elif explanation.status == "multiple":
        yield f"{is_known}: nothing more follows, and {squares} stay open."
    else:
        yield f"{is_known}, but no technique leads on, and {squares} stay open."
    if explanation.boards:
        yield "Two solutions that differ:"
