"""Booklets of puzzles and lessons in PDF."""

from __future__ import annotations

from collections.abc import Iterator

from bimaru import advice
from bimaru.advice import Explanation, UngradableError
from bimaru.board import Board
from bimaru.books.booklet import Entry, Style, booklet
from bimaru.books.labels import labels_of
from bimaru.books.lesson import Lesson, lessons
from bimaru.cli.batch import Batch, InputPuzzle
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import conclusion
from bimaru.cli.output import open_output
from bimaru.cli.pictures import Content, Picture, explained, pictures_of, report, steps
from bimaru.deduction import CannotExplainError
from bimaru.deduction.languages import language_of
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle


class _DocumentProgress:
    """How far a document is, and how its puzzles ended."""

    def __init__(self, batch: Batch[InputPuzzle]) -> None:
        self.activity = "puzzle 0"
        self.batch = batch

    def note(self, item: InputPuzzle, picture: Picture) -> None:
        """Record and report how a puzzle ended."""
        self.activity = f"puzzle {item.number}"
        self.batch.note(report(item, picture))


def write_lessons(batch: Batch[InputPuzzle], content: Content, style: Style, target: str | None) -> Exit:
    """Write the explanations of puzzles as a PDF, the boards of each step side by side with its text."""
    progress = _DocumentProgress(batch)
    with open_output(target, ".pdf", lambda: progress.activity) as output:
        explained = _lessons(content, progress)
        paper, typefaces, theme = style.paper, style.typefaces, style.theme
        output.put(None, lessons(explained, style.title, paper, typefaces, content.language, theme))
        return progress.batch.end()


def _lessons(content: Content, progress: _DocumentProgress) -> Iterator[Lesson]:
    def work(item: InputPuzzle) -> tuple[Explanation, list[Picture]]:
        explanation = explained(item.puzzle, content)
        return explanation, steps(item.puzzle, explanation, content.step)

    for item, (explanation, pictures) in progress.batch.answers(work):
        progress.note(item, pictures[-1])
        boards = [Board.unknown(item.puzzle.height, item.puzzle.width), *(step.board for step in explanation)]
        numbered = [(one.number, boards[one.number - 1], one.step) for one in pictures if one.step]
        words = language_of(content.language)
        end = [] if content.step else [*conclusion(explanation, words, is_lesson=True)]
        title = item.title or labels_of(content.language)["a_puzzle"]
        yield Lesson(title, item.puzzle, numbered, end, words.phrase("the_puzzle"))


def write_booklet(
    batch: Batch[InputPuzzle], content: Content, style: Style, grades: bool, target: str | None
) -> Exit:
    """Write puzzles as a PDF with rules and answers; `grades`: grade those that have no grade."""
    if content.answer or content.board:
        style = style._replace(instructions=False, answers=False)
    progress = _DocumentProgress(batch)
    with open_output(target, ".pdf", lambda: progress.activity) as output:
        output.put(None, booklet(_entries(content, style, grades, progress), style))
        return progress.batch.end()


def _entries(content: Content, style: Style, grades: bool, progress: _DocumentProgress) -> Iterator[Entry]:
    """The puzzles, with the answers for the end of the booklet or with the boards to draw in them."""
    to_draw = Content(answer=True, time_limit=content.time_limit) if style.answers else content

    def work(item: InputPuzzle) -> tuple[Picture, str]:
        (picture,) = pictures_of(to_draw, item)
        return picture, _grade(item.puzzle, style.language, compute=grades)

    for item, (picture, grade) in progress.batch.answers(work):
        progress.note(item, picture)
        if style.answers:
            yield Entry(item.puzzle, None, grade, picture.board, picture.note)
        else:
            yield Entry(item.puzzle, picture.board, grade)


def _grade(puzzle: Puzzle, language: str, *, compute: bool) -> str:
    """The grade recorded in a puzzle; otherwise the computed one, or nothing."""
    if puzzle.provenance.grade in GRADES:
        return labels_of(language)[puzzle.provenance.grade]
    if not compute:
        return ""
    try:
        return labels_of(language)[advice.grade(puzzle)]
    except (CannotExplainError, UngradableError):
        return ""
