"""The option `--language`, and sentences that commands share. Not among the common options: the languages are
imported with it."""

from __future__ import annotations

from collections.abc import Iterator

from bimaru.advice import Explanation
from bimaru.cli.declarations import option
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.languages.language import Language
from bimaru.grading.grades import score_text
from bimaru.squares import square_names

language = option(
    "--language", "Language of the sentences.", choices=LANGUAGES, shown_default=next(iter(LANGUAGES))
)


def conclusion(explanation: Explanation, words: Language, *, is_lesson: bool = False) -> Iterator[str]:
    """The sentences after the last step; in a lesson they are shorter."""
    yield from _verdict(explanation, words, is_lesson=is_lesson)
    if explanation.n_searched:
        yield words.words.say("only searched", explanation.n_searched, n=explanation.n_searched)


def _verdict(explanation: Explanation, words: Language, *, is_lesson: bool) -> Iterator[str]:
    """Whether there is one solution, and whether the steps lead to it."""
    grade = explanation.grade
    if explanation.status == "none":
        failure = explanation.failure
        yield words.phrase("impossible", reason=failure.text if failure else words.phrase("by_search"))
    elif explanation.solved and grade is not None:
        name = "lesson_graded" if is_lesson else "graded"
        yield words.phrase(name, grade=words.grades[grade], score=score_text(grade.score))
        if explanation.n_searched:
            yield words.phrase("too_long_to_tell")
    elif explanation.solved and explanation.complete:
        yield words.phrase("solved_by_search")
    elif is_lesson:
        stuck = "lesson_ambiguous" if explanation.status == "multiple" else "lesson_stuck"
        name = stuck if explanation.complete else "lesson_late"
        yield words.phrase(name, squares=square_names(explanation.open))
    else:
        yield from _open_squares(explanation, words)


def _open_squares(explanation: Explanation, words: Language) -> Iterator[str]:
    """Why the explanation stops, and which squares stay open."""
    squares = words.words.squares(explanation.open)
    status = explanation.status
    known = words.phrase(status if status in ("unique", "multiple") else "unknown")
    if not explanation.complete:
        name = {0: "late", 1: "late_with_one_open"}.get(len(explanation.open), "late_with_open")
        yield words.phrase(name, squares=squares, known=known)
    else:
        yield words.phrase("ambiguous" if status == "multiple" else "stuck", squares=squares, known=known)
    if explanation.boards:
        yield words.phrase("two_boards")
