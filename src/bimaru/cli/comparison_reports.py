"""Comparisons of engines as text, as JSON, and as comma-separated values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Final

from bimaru.capitals import capitalised
from bimaru.cli.batch import InputPuzzle
from bimaru.cli.tabulate import csv_of
from bimaru.drawing.terminal import PAGE, Look, picture
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import Claim, Comparison, Disagreement, Trial, TrialStatus


def as_json(item: InputPuzzle, comparison: Comparison) -> str:
    """One object, on a line."""
    return json.dumps({"id": item.puzzle.id} | comparison.to_data()) + "\n"


def as_csv(item: InputPuzzle, comparison: Comparison, *, file_each: bool) -> str:
    """A line for each engine, with headings above the first of a file. Puzzles without an id have their
    title, since the lines of one must be found together."""
    agree = comparison.is_sound
    name = item.title if item.puzzle.id is None else item.puzzle.id
    lines = [{"id": name, "agree": agree, **trial.figures()} for trial in comparison.trials]
    return "".join(csv_of([*lines[0]], lines, with_header=item.number == 1 or file_each))


_HEADINGS: Final = (
    ("", "", "", "vari-", "con-", "nonzeros,", "nodes,", "build", "solve"),
    ("engine", "status", "boards", "ables", "straints", "clauses", "conflicts", "ms", "ms"),
)
_LEFT_ALIGNED: Final = 2
"""The columns of text; numbers are aligned to the right."""
_VERDICTS: Final[dict[TrialStatus, str]] = {
    "unique": "one solution",
    "multiple": "several solutions",
    "none": "no solution",
    "unknown": "a solution",
}


def as_text(item: InputPuzzle, comparison: Comparison, *, look: Look) -> str:
    """Title, table, engines' failures, disagreements and verdict, with a blank line after each."""
    failed = [trial for trial in comparison.trials if trial.trouble and trial.outcome != "wrong"]
    troubles = "\n".join(_sentence(trial.trouble) for trial in failed)
    disagreements = [_disagreement(found, item.puzzle, look) for found in comparison.disagreements()]
    verdict = "The engines disagree." if disagreements else _verdict(comparison)
    table = "\n".join([*filter(None, [item.title]), *_table(comparison.trials)])
    bounds = "\n".join(filter(None, map(_bound, comparison.trials)))
    logs = (f"Log of {trial.engine}:\n\n{trial.log.rstrip()}" for trial in comparison.trials if trial.log)
    return "".join(
        f"{part}\n\n" for part in (*logs, table, bounds, troubles, *disagreements, verdict) if part
    )


def _bound(trial: Trial) -> str:
    """What the linear relaxation enforces, in a line."""
    found = trial.relaxation
    if found is None:
        return ""
    if not found.is_feasible:
        return f"{trial.engine}: the linear relaxation has no solution."
    squares = f"{found.lp_bound:.2f} of {found.n_squares} ship squares"
    return f"{trial.engine}: the linear relaxation enforces {squares}, gap {found.root_gap:.0%}."


def _sentence(text: str) -> str:
    return fill(f"{capitalised(text)}.", PAGE)


def _table(trials: Iterable[Trial]) -> Iterator[str]:
    lines = [*_HEADINGS, *map(_cells, trials)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            cell.ljust(width) if column < _LEFT_ALIGNED else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        yield " ".join(cells).rstrip()


def _cells(trial: Trial) -> tuple[str, ...]:
    stats = trial.stats
    solving = stats.get("solve_seconds", stats.get("seconds"))
    return (
        trial.engine,
        trial.outcome,
        str(len(trial.boards)) if trial.has_run else "-",
        _number(stats.get("variables")),
        _number(stats.get("constraints")),
        _number(stats.get("nonzeros", stats.get("clauses"))),
        _number(stats.get("conflicts", stats.get("nodes"))),
        _milliseconds(stats.get("build_seconds")),
        _milliseconds(solving),
    )


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.0f}"


def _milliseconds(seconds: float | None) -> str:
    """Milliseconds in three digits, down to a microsecond."""
    if seconds is None:
        return "-"
    milliseconds = 1000 * seconds
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{round(milliseconds, 3):.3g}"


def _verdict(comparison: Comparison) -> str:
    run = sum(trial.has_run for trial in comparison.trials)
    decided = len(comparison.decided)
    if not decided:
        return "Undecided within the time limit." if run else ""
    verdict = _VERDICTS[comparison.answer]
    verdict = f"{decided} engines agree: {verdict}." if decided > 1 else f"{verdict.capitalize()}."
    return f"{verdict} {run - decided} did not finish." if run > decided else verdict


def _disagreement(found: Disagreement, puzzle: Puzzle, look: Look) -> str:
    return "\n\n".join([_sentence(found.text), *(_claim(claim, puzzle, look) for claim in found.claims)])


def _claim(claim: Claim, puzzle: Puzzle, look: Look) -> str:
    board = claim.board
    if board is None:
        return f"{claim.engine}: no solution"
    fits = (board.height, board.width) == (puzzle.height, puzzle.width)
    return f"{claim.engine}:\n" + (picture(puzzle, board, look) if fits else "\n".join(board.rows))
