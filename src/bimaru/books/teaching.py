"""What a book teaches: a worked example, a lesson a technique, hints, and how its hardest puzzle is solved.

All texts are those of explanations, in the language of the book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any, Final

from bimaru.advice import explain, hint
from bimaru.board import Board
from bimaru.books.pictures import Pictures
from bimaru.books.puzzles import MOST_PUZZLES, Entry
from bimaru.books.settings import Book
from bimaru.capitals import capitalised
from bimaru.deduction import CannotExplainError, Step
from bimaru.deduction.languages import language_of, technique_name
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Puzzle

_RANGE: Final = re.compile(r"(?<=[A-Z0-9])-(?=[A-Z]+\d*\b|\d+\b)")
EXPLAINING_SECONDS: Final = 30.0
"""Time limit on the explanation of a puzzle; after that the book goes without it."""
_LONGEST_LESSON: Final = 420
_LARGEST_LESSON: Final = 10
"""Characters of a lesson's text (some seventy words) and rows of its board up to which a step is as good as
any other, so that the first in the book is taken. Where none has as few, it is the smallest and briefest."""


def example_steps(book: Book, puzzle: Puzzle, pictures: Pictures) -> list[dict[str, Any]]:
    """The steps of the puzzle that the rules show."""
    return _frames(puzzle, explain(puzzle, language=book.language), pictures, "example")


def learning(book: Book, puzzles: Sequence[Puzzle], pictures: Pictures) -> list[dict[str, Any]]:
    """A lesson for each technique, in the order in which the puzzles need them: the first step on a small
    board that is briefly explained, or else the smallest and briefest. What can only be told by the numbers
    of other steps, which the book does not have, is no lesson."""
    found: dict[str, tuple[Puzzle, Board, Step]] = {}
    for puzzle in puzzles:
        board = Board.unknown(puzzle.height, puzzle.width)
        for step in _steps(puzzle, book.language):
            before = found.get(step.technique)
            if before is None or _burden(puzzle, step) < _burden(before[0], before[2]):
                found[step.technique] = (puzzle, board, step)
            board = step.board
    told = [(puzzle, board, _told_alone(step)) for puzzle, board, step in found.values()]
    alone = [lesson for lesson in told if not _refers_to_others(lesson[2])]
    return [_lesson(number, *lesson, pictures) for number, lesson in enumerate(alone, 1)]


def _told_alone(step: Step) -> Step:
    """A plain step that refers to others, with what these have ruled out; any other as it is."""
    if step.cases or not _refers_to_others(step):
        return step
    reasons = tuple(replace(reason, barred_in=()) for reason in step.reasons)
    text = " ".join(language_of(step.language).arguments.sentences(reasons))
    return replace(step, text=text, reasons=reasons)


def _refers_to_others(step: Step) -> bool:
    """Whether the text names other steps by their numbers."""
    words = {language_of(step.language).words.say("steps", number, steps="").strip() for number in (1, 2)}
    return any(re.search(rf"\b{word}\s\d", step.text) for word in words)


def _burden(puzzle: Puzzle, step: Step) -> tuple[bool, int, int]:
    """How much a lesson on a step is to take in: whether it refers to others, the size of the board, and the
    length of the text."""
    return (
        _refers_to_others(step),
        max(puzzle.height, puzzle.width, _LARGEST_LESSON),
        max(len(step.text), _LONGEST_LESSON),
    )


def _lesson(number: int, puzzle: Puzzle, board: Board, step: Step, pictures: Pictures) -> dict[str, Any]:
    before = pictures.put_puzzle(puzzle, board, f"lesson-{number}-before", names=True)
    after = pictures.put_step(puzzle, step, f"lesson-{number}-after")
    principle = language_of(step.language).principle(step.technique)
    title = capitalised(technique_name(step.technique, step.language))
    text = as_printed(step.text)
    return {"title": title, "principle": principle, "text": text, "before": before, "after": after}


def hint_texts(book: Book, entry: Entry) -> list[str]:
    """Hints for a puzzle in three strengths, about its first case analysis or, if there is none, the step in
    the middle: where to look, with which technique, and the step itself."""
    steps = _steps(entry.puzzle, book.language)
    if not steps:
        return ["–"] * 3
    return [as_printed(text) for text in _hints(book, entry, steps)]


def _hints(book: Book, entry: Entry, steps: Sequence[Step]) -> list[str]:
    key = next((i for i, step in enumerate(steps) if step.depth), len(steps) // 2)
    board = steps[key - 1].board if key else None
    step = steps[key]
    try:
        advice = hint(entry.puzzle, board, time_limit=EXPLAINING_SECONDS, language=book.language)
    except OutOfTimeError:
        return [step.title, step.title, step.text]
    step = advice.step or step
    return [
        advice.where or step.title,
        f"{step.title}. {advice.idea or ''}".strip(),
        advice.text or step.text,
    ]


def first_steps(book: Book, entry: Entry) -> str:
    """The first steps of a puzzle in sentences, as many as the book wants."""
    return "\n".join(map(_numbered, _steps(entry.puzzle, book.language)[: book.first_steps], count(1)))


def solution_frames(book: Book, entries: Sequence[Entry], pictures: Pictures) -> dict[str, Any] | None:
    """A board for every step of the hardest puzzle; `None` if it has none."""
    hardest = max(entries, key=lambda entry: (entry.stars, entry.score or 0.0))
    frames = _frames(hardest.puzzle, _steps(hardest.puzzle, book.language), pictures, "solved")
    title = book.label("solved").format(number=hardest.number)
    return {"title": title, "frames": frames} if frames else None


def _frames(puzzle: Puzzle, steps: Sequence[Step], pictures: Pictures, name: str) -> list[dict[str, Any]]:
    """A board and the sentences of each step."""
    return [
        {"board": pictures.put_step(puzzle, step, f"{name}-{number}"), "text": _numbered(step, number)}
        for number, step in enumerate(steps, 1)
    ]


def _numbered(step: Step, number: int) -> str:
    return f"{number}. {as_printed(step.text)}"


def as_printed(text: str) -> str:
    """Sentences with a dash in ranges of squares and of lines, and a paragraph for each case."""
    return _RANGE.sub("–", text).replace("\n- ", "\n")


@lru_cache(maxsize=MOST_PUZZLES)
def _steps(puzzle: Puzzle, language: str) -> Sequence[Step]:
    """The steps of an explanation, none if there is no explanation in time."""
    try:
        return explain(puzzle, time_limit=EXPLAINING_SECONDS, language=language).steps
    except (CannotExplainError, OutOfTimeError):
        return ()
