"""`bimaru draw`: pictures of puzzles, and booklets."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final

import click

from bimaru import deduction
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, only_one, with_boards
from bimaru.cli.drawings import DRAWN, Content, Looks, Shown, closing, file_name, shown, steps
from bimaru.cli.main_group import Exit
from bimaru.cli.output import is_directory, look, opened
from bimaru.deduction import CannotExplainError, Explanation, UngradableError
from bimaru.deduction.grading import GRADES
from bimaru.drawing.booklet import MOST_ON_A_PAGE, Entry, Style, booklet
from bimaru.drawing.lesson import Lesson, lessons
from bimaru.drawing.pages import PAPERS, TITLE, Paper
from bimaru.drawing.svg import SIZE, SvgTheme
from bimaru.formats.board_text import read_boards
from bimaru.puzzle import Puzzle

_SUFFIXES: Final = {".svg": "svg", ".pdf": "pdf", ".png": "png", ".txt": "text"}
_FORMATS: Final = tuple(DRAWN)
_THEMES: Final = ("light", "dark", "auto")


@click.command()
@options.paths
@click.option("--answer", "with_answer", is_flag=True, help="Draw the answer.")
@click.option("--board", type=options.INPUT, metavar="FILE", help="Draw this board, filled or half filled.")
@click.option("--step", type=options.number(), metavar="N", help="Draw step N of the explanation.")
@click.option("--explanation", is_flag=True, help="Draw every step of the explanation.")
@click.option(
    "--to",
    "format",
    type=click.Choice(_FORMATS),
    help="The format, where the name of FILE does not tell it.  [default: svg]",
)
@click.option(
    "--theme",
    type=click.Choice(_THEMES),
    default="light",
    show_default=True,
    help="The colours; auto, for SVG, follows the reader's system.",
)
@click.option(
    "--size",
    type=options.Real(4, 400),
    metavar="PIXELS",
    help=f"The side of a square in a picture.  [default: {SIZE}]",
)
@click.option("--names/--no-names", default=None, help="With A B C and 1 2 3 beside the grid, or without.")
@click.option("--fleet/--no-fleet", default=True, help="With the ships below the grid, or without.")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), help="The paper of a booklet.  [default: a4]")
@click.option(
    "--per-page",
    type=options.number(most=MOST_ON_A_PAGE),
    metavar="N",
    help=f"Puzzles on a page of a booklet, 1 to {MOST_ON_A_PAGE}.  [default: 2]",
)
@click.option("--title", metavar="TEXT", help="The title of a booklet.")
@click.option("--no-rules", is_flag=True, help="A booklet without the page of rules.")
@click.option("--no-answers", is_flag=True, help="A booklet without answers.")
@click.option("--grades", is_flag=True, help="Grade the puzzles of a booklet that come without a grade.")
@options.time_limit
@options.output
def draw(
    paths: tuple[str, ...],
    with_answer: bool,
    board: str | None,
    step: int | None,
    explanation: bool,
    format: str | None,
    theme: SvgTheme,
    size: float | None,
    names: bool | None,
    fleet: bool,
    paper: Paper | None,
    per_page: int | None,
    title: str | None,
    no_rules: bool,
    no_answers: bool,
    grades: bool,
    time_limit: float | None,
    target: str | None,
) -> Exit:
    """Draw puzzles, or make a booklet of them.

    A picture is SVG, PDF, PNG or text. A file holds one; for many, give -o a directory. Given
    squares are grey where others are filled. Explanations in a PDF have their words beside
    the pictures.

    Many puzzles in one PDF are a booklet: the rules, numbered puzzles, and at the end their
    answers, which are found anew and judged, whatever the puzzles come with. PDF and PNG
    need bimaru[print].

    \b
    Example:
      bimaru draw puzzle.txt > puzzle.svg
      bimaru draw --answer --theme dark puzzle.txt -o answer.svg
      bimaru draw --explanation puzzle.txt -o lesson.pdf
      bimaru draw --per-page 4 --title "Calm seas" puzzle.txt -o book.pdf
      bimaru draw --to png puzzles.jsonl -o pictures/
    """
    content = Content(with_answer, board, step, explanation, time_limit)
    style = Style(
        title or TITLE, paper or "a4", per_page or 2, not no_rules, not no_answers, bool(names), fleet
    )
    looks = Looks(theme, size or SIZE, names is not False, fleet, look(target, ascii=False))
    chosen = format or _format_of(target)
    _check(content, paths, chosen, theme, target)
    puzzles = asked(paths)
    if board is not None:
        puzzles = with_boards(puzzles, partial(read_boards, board))
    is_document = any((paper, per_page, title, no_rules, no_answers, grades))
    if chosen == "pdf" and not is_directory(target):
        first = list(islice(puzzles, 2))
        puzzles = chain(first, puzzles)
        is_document = is_document or explanation or len(first) > 1
    elif is_document:
        raise click.UsageError(
            "--paper, --per-page, --title, --no-rules, --no-answers and --grades are for booklets."
        )
    if not is_document:
        return _pictures(puzzles, content, looks, chosen, target)
    if size or theme != "light":
        raise click.UsageError("--size and --theme are for pictures, not for booklets.")
    if explanation or step:
        return _explained(puzzles, content, style, target)
    return _book(puzzles, content, style, grades, target)


def _check(content: Content, paths: Iterable[str], format: str, theme: str, target: str | None) -> None:
    """Raise `UsageError` for what does not go together."""
    ways = (content.answer, content.board is not None, content.step is not None, content.explanation)
    if sum(ways) > 1:
        raise click.UsageError("--answer, --board, --step and --explanation exclude each other.")
    if content.board == "-" and "-" in paths:
        raise click.UsageError("PATH and --board cannot both be standard input.")
    if theme == "auto" and format != "svg":
        raise click.UsageError("--theme auto is for SVG.")
    if format in ("png", "pdf") and target is None and sys.stdout.isatty():
        raise click.UsageError(f"a {format.upper()} is not for a terminal: -o FILE")


def _format_of(target: str | None) -> str:
    """What the name of the output asks for."""
    if target is None or target == "-" or is_directory(target):
        return "svg"
    suffix = Path(target).suffix.lower()
    if suffix not in _SUFFIXES:
        raise click.UsageError(
            f"{target}: its name ends in none of {' '.join(_SUFFIXES)}; --to tells the format."
        )
    return _SUFFIXES[suffix]


# Pictures


def _pictures(
    puzzles: Iterator[Asked], content: Content, looks: Looks, format: str, target: str | None
) -> Exit:
    suffix = next(suffix for suffix, name in _SUFFIXES.items() if name == format)
    is_single = format != "text" and not is_directory(target)
    if is_single and content.explanation:
        raise click.UsageError("an explanation takes many pictures: -o DIRECTORY/, or a PDF.")
    if is_single:
        puzzles = only_one(puzzles, format.upper())
    with opened(target, suffix) as output:

        def tell(one: Asked, pictures: Sequence[Shown]) -> Exit:
            title = f"{one.title}\n\n" if format == "text" and one.title else ""
            for picture in pictures:
                drawn = DRAWN[format](picture, looks)
                output.put(file_name(one, picture), title + drawn if isinstance(drawn, str) else drawn)
            return _tell(one, pictures[-1])

        return batch_of_puzzles().tell_each(puzzles, partial(shown, content), tell)


def _tell(one: Asked, picture: Shown) -> Exit:
    """Say on standard error what is wrong with an answer; returns the exit code for that."""
    if picture.note:
        click.echo(f"{one.title or 'puzzle 1'}: {picture.note}", err=True)
    return picture.code


# Documents


class _Course:
    """How far a document is, and how its puzzles ended."""

    def __init__(self) -> None:
        self.number = 0
        self.batch = batch_of_puzzles()

    def __str__(self) -> str:
        return f"puzzle {self.number}"

    def take(self, one: Asked, picture: Shown) -> None:
        self.number = one.number
        self.batch.note(_tell(one, picture))


def _explained(puzzles: Iterator[Asked], content: Content, style: Style, target: str | None) -> Exit:
    course = _Course()
    file = io.BytesIO()
    with opened(target, ".pdf", course.__str__) as output:
        lessons(file, _lessons(puzzles, content, course), style.title, style.paper)
        output.put(None, file.getvalue())
        return course.batch.end()


def _lessons(puzzles: Iterator[Asked], content: Content, course: _Course) -> Iterator[Lesson]:
    def work(one: Asked) -> tuple[Explanation, list[Shown]]:
        explanation = deduction.explain(one.puzzle, time_limit=content.time_limit)
        return explanation, steps(one.puzzle, explanation, content.step)

    for one, (explanation, pictures) in course.batch.answers(puzzles, work):
        course.take(one, pictures[-1])
        told = [(picture.number, picture.step) for picture in pictures if picture.step]
        end = [] if content.step else [*closing(explanation)]
        yield Lesson(one.title or "A puzzle", one.puzzle, told, end)


def _book(puzzles: Iterator[Asked], content: Content, style: Style, grades: bool, target: str | None) -> Exit:
    if content.answer or content.board:
        style = style._replace(instructions=False, answers=False)
    course = _Course()
    file = io.BytesIO()
    with opened(target, ".pdf", course.__str__) as output:
        booklet(file, _entries(puzzles, content, style, grades, course), style)
        output.put(None, file.getvalue())
        return course.batch.end()


def _entries(
    puzzles: Iterator[Asked], content: Content, style: Style, grades: bool, course: _Course
) -> Iterator[Entry]:
    """The puzzles with the answers for the end of the book, or with the boards that it shows."""
    in_book = Content(answer=True, time_limit=content.time_limit) if style.answers else content

    def work(one: Asked) -> tuple[Shown, str]:
        (picture,) = shown(in_book, one)
        return picture, _grade(one.puzzle, grades)

    for one, (picture, grade) in course.batch.answers(puzzles, work):
        course.take(one, picture)
        if style.answers:
            yield Entry(one.puzzle, None, grade, picture.board, picture.note)
        else:
            yield Entry(one.puzzle, picture.board, grade)


def _grade(puzzle: Puzzle, asked: bool) -> str:
    """The grade that a puzzle comes with, or, where that is asked for, has."""
    if puzzle.provenance.grade in GRADES:
        return puzzle.provenance.grade
    if not asked:
        return ""
    try:
        return deduction.grade(puzzle)
    except (CannotExplainError, UngradableError):
        return ""
