"""What `bimaru compare` prints of a puzzle: a table, JSON or comma-separated values."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from textwrap import fill
from typing import Final, NamedTuple

from bimaru.cli.batch import Asked
from bimaru.cli.output import is_directory, look
from bimaru.drawing.terminal import PAGE, Look, picture
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import Claim, Comparison, Disagreement, Outcome, Trial


class Form(NamedTuple):
    """How files in that form end, and what writes a comparison in it."""

    suffix: str
    write: Callable[[Asked, Comparison], str]


def form(name: str, target: str | None) -> Form:
    """The form of that name (`text`, `json` or `csv`), for the output `target`."""
    if name == "json":
        return Form(".json", _as_json)
    if name == "csv":
        return Form(".csv", partial(_as_csv, has_own_heads=is_directory(target)))
    return Form(".txt", partial(_as_text, drawn=look(target, ascii=False)))


def _as_json(one: Asked, comparison: Comparison) -> str:
    answer = {
        "id": one.puzzle.id,
        "agree": comparison.is_sound,
        "engines": [trial.figures() for trial in comparison.trials],
        "disagreements": [_disagreement_as_data(found) for found in comparison.disagreements()],
    }
    return json.dumps(answer) + "\n"


def _disagreement_as_data(disagreement: Disagreement) -> dict[str, object]:
    claims = [
        {"engine": claim.engine, "solution": claim.board.to_data() if claim.board else None}
        for claim in disagreement.claims
    ]
    return {"text": disagreement.text, "claims": claims}


def _as_csv(one: Asked, comparison: Comparison, *, has_own_heads: bool) -> str:
    """A line an engine, with heads above the first."""
    agree = comparison.is_sound
    lines = [{"id": one.puzzle.id, "agree": agree, **trial.figures()} for trial in comparison.trials]
    text = io.StringIO()
    writer = csv.DictWriter(text, lines[0], lineterminator="\n")
    if one.number == 1 or has_own_heads:
        writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


_HEADS: Final = (
    ("", "", "", "vari-", "con-", "nonzeros,", "nodes,", "build", "solve"),
    ("engine", "status", "boards", "ables", "straints", "clauses", "conflicts", "ms", "ms"),
)
_WORDS: Final = 2
"""How many of the columns hold words, which stand to the left of them."""
_SAID: Final[dict[Outcome, str]] = {
    "unique": "one solution",
    "multiple": "several solutions",
    "none": "no solution",
    "unknown": "a solution",
}


def _as_text(one: Asked, comparison: Comparison, *, drawn: Look) -> str:
    """The title and the table, what went wrong, and the verdict, with a blank line after each."""
    unheard = [trial for trial in comparison.trials if trial.trouble and trial.outcome != "wrong"]
    troubles = "\n".join(_sentence(trial.trouble) for trial in unheard)
    disagreements = [_disagreement(found, one.puzzle, drawn) for found in comparison.disagreements()]
    verdict = "The engines disagree." if disagreements else _verdict(comparison)
    table = "\n".join([*filter(None, [one.title]), *_table(comparison.trials)])
    return "".join(f"{part}\n\n" for part in (table, troubles, *disagreements, verdict) if part)


def _sentence(text: str) -> str:
    return fill(f"{text[:1].upper()}{text[1:]}.", PAGE)


def _table(trials: Iterable[Trial]) -> Iterator[str]:
    lines = [*_HEADS, *map(_cells, trials)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            cell.ljust(width) if place < _WORDS else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
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
    """Three digits, down to a microsecond."""
    if seconds is None:
        return "-"
    spent = 1000 * seconds
    return f"{spent:.0f}" if spent >= 100 else f"{round(spent, 3):.3g}"


def _verdict(comparison: Comparison) -> str:
    run = sum(trial.has_run for trial in comparison.trials)
    decided = len(comparison.decided)
    if not decided:
        return "Not decided within the limit." if run else ""
    said = _SAID[comparison.answer]
    agreed = f"{decided} engines agree: {said}." if decided > 1 else f"{said.capitalize()}."
    return f"{agreed} {run - decided} did not finish." if run > decided else agreed


def _disagreement(found: Disagreement, puzzle: Puzzle, drawn: Look) -> str:
    return "\n\n".join([_sentence(found.text), *(_claim(claim, puzzle, drawn) for claim in found.claims)])


def _claim(claim: Claim, puzzle: Puzzle, drawn: Look) -> str:
    board = claim.board
    if board is None:
        return f"{claim.engine}: no solution"
    is_drawn = (board.height, board.width) == (puzzle.height, puzzle.width)
    return f"{claim.engine}:\n" + (picture(puzzle, board, drawn) if is_drawn else "\n".join(board.rows))
