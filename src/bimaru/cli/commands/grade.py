"""`bimaru grade`: how hard puzzles are."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from bimaru import advice
from bimaru.advice import UngradableError
from bimaru.cli import options
from bimaru.cli.batch import Form, InputPuzzle, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import language
from bimaru.cli.workers import Workers, shared_work
from bimaru.deduction.languages import language_of
from bimaru.errors import OutOfTimeError
from bimaru.grading import Grade
from bimaru.grading.grades import no_grade, score_text

_Outcome: TypeAlias = Grade | OutOfTimeError | UngradableError


@command()
def grade(
    paths: tuple[str, ...] = options.paths,
    language: str = language,
    time_limit: float | None = options.time_limit,
    workers: Workers = shared_work,
    as_json: bool = options.as_json,
    target: str | None = options.output,
) -> Exit:
    """Grade puzzles from easy to fiendish, with a score.

    The grade is that of the hardest technique needed to solve the puzzle; fiendish are also those
    with as much work as such puzzles. The score is a number from 1 to 7: its integer part is the
    grade, its fraction grows with the work of its steps. A puzzle gets neither unless it has
    exactly one solution that the techniques find within the time limit.

    \b
    With --json, one object per puzzle:
      {"id", "grade", "score", "grader"}
    and without a grade "ungraded", the reason, and "complete": false if the time
    limit was reached, or grading took too much search. "grader" is the version of
    the grader: only grades and scores of one version are comparable.

    \b
    Example:
      bimaru grade puzzle.txt
      bimaru grade --json puzzles.jsonl
    """
    work = puzzle_work(partial(advice.grade, time_limit=time_limit), OutOfTimeError, UngradableError)
    form = Form(partial(_as_text, language=language), _as_data, _exit_code)
    return form.run(puzzle_batch(paths), work, as_json, target, workers.map)


def _exit_code(outcome: Grade | UngradableError) -> Exit:
    if isinstance(outcome, Grade) or outcome.status == "multiple":
        return Exit.DONE
    return Exit.FAILED if outcome.status == "none" else Exit.UNDECIDED


def _as_data(_: InputPuzzle, outcome: _Outcome) -> dict[str, object]:
    missing = no_grade(str(outcome)) if isinstance(outcome, OutOfTimeError) else {}
    return missing | outcome.to_data()


def _as_text(item: InputPuzzle, outcome: _Outcome, language: str) -> str:
    words = language_of(language)
    if isinstance(outcome, Grade):
        return f"{item.label}{words.grades[outcome]} ({score_text(outcome.score)})\n"
    reason = words.phrase(_reason(outcome))
    return f"{item.label}{words.phrase('ungraded', reason=reason)}\n"


def _reason(outcome: OutOfTimeError | UngradableError) -> str:
    """The name of the phrase that says why there is no grade."""
    if isinstance(outcome, OutOfTimeError):
        return "no_answer_in_time"
    return f"ungraded_{outcome.status}" if outcome.complete else "ungraded_cut"
