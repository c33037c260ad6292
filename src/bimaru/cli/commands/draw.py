"""`bimaru draw`: pictures of puzzles, and booklets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from textwrap import fill
from typing import Final, Literal, NamedTuple, TypeAlias, cast

import click

from bimaru import deduction
from bimaru.board import Board
from bimaru.books.booklet import MOST_ON_A_PAGE, PAPERS, Entry, Paper, Style, booklet
from bimaru.books.labels import LABELS
from bimaru.books.lesson import Lesson, lessons
from bimaru.cli import combinations, options
from bimaru.cli.batch import InputPuzzle, pair_with_boards, puzzle_batch, read_puzzles, single_puzzle
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.language import language
from bimaru.cli.output import choose_look, is_directory, numbered_name, open_output
from bimaru.deduction import CannotExplainError, Explanation, Step, UngradableError
from bimaru.deduction.grading import GRADES
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.drawing import layout, terminal
from bimaru.drawing.animation import SECONDS, animated
from bimaru.drawing.argument import State, overview, scenes_of, states_of
from bimaru.drawing.figures import pdf, png
from bimaru.drawing.palette import Theme
from bimaru.drawing.scene import Scene, in_words, scene
from bimaru.drawing.strip import strip
from bimaru.drawing.svg import SIZE, SvgTheme, svg_of
from bimaru.drawing.terminal import PAGE, Look
from bimaru.drawing.typesetting import Typefaces, typefaces_of
from bimaru.errors import PictureTooLargeError
from bimaru.formats.board_text import read_boards
from bimaru.puzzle import Puzzle
from bimaru.solving import Result, solve
from bimaru.squares import square_names

Sequencing: TypeAlias = Literal["strip", "animation"]
"""Boards side by side, or one after another."""

_SUFFIXES: Final = {".svg": "svg", ".pdf": "pdf", ".png": "png", ".txt": "text"}
_THEMES: Final = ("light", "dark", "auto")
_POINTS: Final = 0.75
"""Points in a pixel, as browsers print it."""
_NOTES: Final = {
    "multiple": ("one of several solutions", Exit.DONE),
    "none": ("no solution", Exit.FAILED),
    "unknown": ("undecided within the time limit", Exit.UNDECIDED),
}
"""For each status of an answer, what is wrong with it and the exit code."""


@click.command()
@combinations.exclusive("--answer", "--board", "--step", "--explanation")
@combinations.needs("--strip", "--step", "--explanation")
@combinations.needs("--animation", "--step", "--explanation")
@combinations.needs("--columns", "--strip")
@combinations.needs("--seconds", "--animation")
@options.paths
@click.option("--answer", "with_answer", is_flag=True, help="Draw the solution.")
@click.option("--board", type=options.INPUT, metavar="FILE", help="Draw this board, full or half filled.")
@click.option("--step", type=options.number(), metavar="N", help="Draw step N of the explanation.")
@click.option("--explanation", is_flag=True, help="Draw every step of the explanation.")
@click.option(
    "--strip",
    "sequence",
    flag_value="strip",
    help="Draw the boards of the case analysis of a step, or of all steps, side by side.",
)
@click.option("--animation", "sequence", flag_value="animation", help="The same one after another (SVG).")
@click.option(
    "--columns", type=options.number(), metavar="N", help="Boards in a row of a strip.  [default: 4]"
)
@click.option(
    "--seconds",
    type=options.Real(0.1, 60),
    metavar="S",
    help=f"Seconds for each board of an animation.  [default: {SECONDS}]",
)
@click.option(
    "--to",
    "format",
    type=click.Choice(tuple(_SUFFIXES.values())),
    help="Format, unless the name of FILE implies it.  [default: svg]",
)
@click.option(
    "--theme",
    type=click.Choice(_THEMES),
    default="light",
    show_default=True,
    help="Colours; auto (SVG only) follows the reader's system.",
)
@click.option(
    "--size",
    type=options.Real(4, 400),
    metavar="PIXELS",
    help=f"Side of a square in a picture.  [default: {SIZE}]",
)
@click.option("--names/--no-names", default=None, help="Show row letters and column numbers beside the grid.")
@click.option("--fleet/--no-fleet", default=True, help="Show the ships below the grid.")
@click.option("--paper", type=click.Choice(PAPERS), help="Paper of a booklet.  [default: a4]")
@click.option(
    "--per-page",
    type=options.number(most=MOST_ON_A_PAGE),
    metavar="N",
    help=f"Puzzles on a page of a booklet, 1 to {MOST_ON_A_PAGE}.  [default: 2]",
)
@click.option("--title", metavar="TEXT", help="Title of a booklet.")
@click.option("--no-rules", is_flag=True, help="Omit the page of rules from a booklet.")
@click.option("--no-answers", is_flag=True, help="Omit the answers from a booklet.")
@click.option("--grades", is_flag=True, help="Grade the puzzles of a booklet that have no grade.")
@click.option("--font", metavar="FILE", help="Font file for the text of PDF and PNG.")
@click.option(
    "--title-font",
    metavar="FILE",
    help="Font file for the titles of a booklet.  [default: FILE of --font]",
)
@language
@options.time_limit
@options.output
def draw(
    paths: tuple[str, ...],
    with_answer: bool,
    board: str | None,
    step: int | None,
    explanation: bool,
    sequence: Sequencing | None,
    columns: int | None,
    seconds: float | None,
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
    font: str | None,
    title_font: str | None,
    language: str,
    time_limit: float | None,
    target: str | None,
) -> Exit:
    """Draw puzzles, or make a booklet of them.

    A picture is SVG, PDF, PNG or text. A file holds one; for many, give -o a directory. On a
    filled board, given squares are grey. In the PDF of an explanation, the text is beside the pictures.
    --strip and --animation show a supposition, what follows link by link, and the contradiction.
    An animation stands still where the reader's system asks for reduced motion.

    Many puzzles in one PDF make a booklet: the rules, numbered puzzles, and at the end their
    answers, which are recomputed and checked even if the puzzles come with solutions. PDF and
    PNG need bimaru[print]; text that no typeface has, such as Chinese, is refused: give --font.

    \b
    Example:
      bimaru draw puzzle.txt > puzzle.svg
      bimaru draw --answer --theme dark puzzle.txt -o answer.svg
      bimaru draw --explanation puzzle.txt -o lesson.pdf
      bimaru draw --step 11 --animation puzzle.txt -o step.svg
      bimaru draw --per-page 4 --title "Calm seas" puzzle.txt -o book.pdf
      bimaru draw --to png puzzles.jsonl -o pictures/
    """
    chosen = format or _format_of(target)
    if (font or title_font) and chosen not in ("pdf", "png"):
        raise click.UsageError("--font and --title-font need PDF or PNG.")
    typefaces = typefaces_of(font or "", title_font or "") if font or title_font else Typefaces()
    content = Content(with_answer, board, step, explanation, time_limit, sequence is not None, language)
    book_style = Style(
        title or LABELS[language]["title"],
        paper or "a4",
        per_page or 2,
        not no_rules,
        not no_answers,
        bool(names),
        fleet,
        language,
        typefaces,
    )
    look = choose_look(target, ascii=False)
    style = PictureStyle(
        theme,
        size or SIZE,
        names is not False,
        fleet,
        look,
        sequence,
        columns or 4,
        seconds or SECONDS,
        typefaces,
    )
    _check_options(content, style, paths, chosen, target)
    puzzles = read_puzzles(paths)
    if board is not None:
        puzzles = pair_with_boards(puzzles, partial(read_boards, board))
    is_document = any((paper, per_page, title, no_rules, no_answers, grades))
    if chosen == "pdf" and not is_directory(target):
        first = list(islice(puzzles, 2))
        puzzles = chain(first, puzzles)
        is_document = is_document or (explanation and not sequence) or len(first) > 1
    elif is_document:
        raise click.UsageError(
            "--paper, --per-page, --title, --no-rules, --no-answers and --grades need a booklet."
        )
    if not is_document:
        return _draw_pictures(puzzles, content, style, chosen, target)
    if size or theme != "light":
        raise click.UsageError("--size and --theme do not apply to booklets.")
    if explanation or step:
        return _draw_lessons(puzzles, content, book_style, target)
    return _draw_booklet(puzzles, content, book_style, grades, target)


def _check_options(
    content: Content, style: PictureStyle, paths: Iterable[str], format: str, target: str | None
) -> None:
    """Raise `UsageError` for options that cannot be combined."""
    if content.board == "-" and "-" in paths:
        raise click.UsageError("PATH and --board cannot both be standard input.")
    if style.theme == "auto" and format != "svg":
        raise click.UsageError("--theme auto needs SVG.")
    if style.sequence == "strip" and format == "text":
        raise click.UsageError("--strip needs SVG, PDF or PNG.")
    if style.sequence == "animation" and format != "svg":
        raise click.UsageError("--animation needs SVG.")
    if format in ("png", "pdf") and target is None and sys.stdout.isatty():
        raise click.UsageError(f"a terminal cannot show {format.upper()}: give -o FILE")


def _format_of(target: str | None) -> str:
    """The format that the name of the output implies."""
    if target is None or target == "-" or is_directory(target):
        return "svg"
    suffix = Path(target).suffix.lower()
    if suffix not in _SUFFIXES:
        raise click.UsageError(
            f"{target}: the name ends in none of {' '.join(_SUFFIXES)}; give the format with --to."
        )
    return _SUFFIXES[suffix]


# Pictures


class Content(NamedTuple):
    """What to draw of each puzzle besides its clues: nothing, the answer, a board from a file, one step of
    its explanation, or all steps; with `is_sequence` the boards of these in one picture."""

    answer: bool = False
    board: str | None = None
    step: int | None = None
    explanation: bool = False
    time_limit: float | None = None
    is_sequence: bool = False
    language: str = "en"


class PictureStyle(NamedTuple):
    """How pictures look. `size`: the side of a square in pixels; `columns` and `seconds` are those of a
    sequence of boards."""

    theme: SvgTheme
    size: float
    names: bool
    fleet: bool
    text: Look
    sequence: Sequencing | None = None
    columns: int = 4
    seconds: float = SECONDS
    typefaces: Typefaces = Typefaces()


class Picture(NamedTuple):
    """What to draw. `number` counts the steps of an explanation; `note` is what is wrong with the answer,
    and `code` the exit code for that. `states` are the boards of a sequence."""

    puzzle: Puzzle
    board: Board | None = None
    step: Step | None = None
    number: int = 0
    note: str = ""
    code: Exit = Exit.DONE
    states: tuple[State, ...] = ()


def _pictures_of(content: Content, item: InputPuzzle) -> list[Picture]:
    """The pictures of a puzzle. Raises `BadInputError` and `CannotExplainError`."""
    puzzle = item.puzzle
    if content.answer:
        return [_answer(puzzle, solve(puzzle, time_limit=content.time_limit))]
    if isinstance(item.board, Board):
        return [_filled(puzzle, item.board)]
    if content.is_sequence:
        return [_sequence(puzzle, _explained(puzzle, content), content.step)]
    if content.explanation or content.step is not None:
        return _steps(puzzle, _explained(puzzle, content), content.step)
    return [Picture(puzzle)]


def _explained(puzzle: Puzzle, content: Content) -> Explanation:
    return deduction.explain(puzzle, time_limit=content.time_limit, language=content.language)


def _answer(puzzle: Puzzle, result: Result) -> Picture:
    """The first solution, if there is one, with what is wrong with it."""
    note, code = _NOTES.get(result.status, ("", Exit.DONE))
    return Picture(puzzle, result.board, note=note, code=code)


def _filled(puzzle: Puzzle, board: Board) -> Picture:
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        sizes = f"{board.height}x{board.width}, the puzzle {puzzle.height}x{puzzle.width}"
        raise BadInputError(f"--board: the board is {sizes}")
    return Picture(puzzle, board)


def _steps(puzzle: Puzzle, explanation: Explanation, number: int | None) -> list[Picture]:
    """The step of that number, or all steps of an explanation (if it has none, the puzzle).

    Raises `BadInputError`."""
    if number is not None and number > len(explanation):
        raise BadInputError(f"--step {number}: the explanation has {len(explanation)} steps")
    if number is not None:
        return [Picture(puzzle, None, explanation[number - 1], number)]
    note, code = _outcome(explanation)
    pictures = [Picture(puzzle, None, step, i, note, code) for i, step in enumerate(explanation, 1)]
    return pictures or [Picture(puzzle, note=note, code=code)]


def _sequence(puzzle: Puzzle, explanation: Explanation, number: int | None) -> Picture:
    """The boards of the case analysis of a step, or of all steps. Raises `BadInputError`."""
    if number is not None:
        (step,) = (picture.step for picture in _steps(puzzle, explanation, number))
        before = Board.unknown(puzzle.height, puzzle.width)
        states = states_of(explanation[number - 2].board if number > 1 else before, step) if step else []
        if not states:
            raise BadInputError(f"--step {number}: a plain step, without a case analysis to go through")
        return Picture(puzzle, None, step, number, states=tuple(states))
    if not explanation.steps:
        raise BadInputError("--explanation: the explanation has no steps")
    note, code = _outcome(explanation)
    return Picture(puzzle, note=note, code=code, states=tuple(overview(explanation)))


def _outcome(explanation: Explanation) -> tuple[str, Exit]:
    """What is missing in an explanation, and the exit code for that."""
    if not explanation.complete:
        return ("not explained within the time limit", Exit.UNDECIDED)
    if explanation.status == "unique" and not explanation.solved:
        return ("the techniques do not solve it", Exit.UNDECIDED)
    return _NOTES.get(explanation.status, ("", Exit.DONE))


def _conclusion(explanation: Explanation, words: Language) -> Iterator[str]:
    """The sentences after the last step."""
    squares = square_names(explanation.open)
    if explanation.status == "none":
        failure = explanation.failure
        yield words.phrase("impossible", reason=failure.text if failure else words.phrase("by_search"))
    elif explanation.solved and explanation.grade is not None:
        yield words.phrase("lesson_graded", grade=words.grades[explanation.grade])
    elif explanation.solved and explanation.complete:
        yield words.phrase("solved_by_search")
    elif not explanation.complete:
        yield words.phrase("lesson_late", squares=squares)
    else:
        name = "lesson_ambiguous" if explanation.status == "multiple" else "lesson_stuck"
        yield words.phrase(name, squares=squares)


def _scene(picture: Picture, style: PictureStyle) -> Scene:
    return scene(picture.puzzle, picture.board, picture.step, names=style.names, fleet=style.fleet)


def _boards(picture: Picture, style: PictureStyle) -> list[layout.Picture]:
    """The boards of a sequence."""
    scenes = scenes_of(picture.puzzle, picture.states, names=style.names)
    return [layout.picture(board) for board in scenes]


def _drawn(picture: Picture, style: PictureStyle) -> layout.Picture:
    if picture.states:
        return strip(_boards(picture, style), style.columns)
    return layout.picture(_scene(picture, style))


def _as_svg(picture: Picture, style: PictureStyle) -> str:
    if style.sequence == "animation":
        return animated(_boards(picture, style), style.theme, style.size, style.seconds)
    return svg_of(_drawn(picture, style), style.theme, style.size)


def _as_png(picture: Picture, style: PictureStyle) -> bytes:
    try:
        return png(_drawn(picture, style), cast(Theme, style.theme), style.size, style.typefaces)
    except PictureTooLargeError as error:
        raise BadInputError(f"--size {style.size:g}: {error}") from error


def _as_pdf(picture: Picture, style: PictureStyle) -> bytes:
    return pdf(_drawn(picture, style), cast(Theme, style.theme), style.size * _POINTS, style.typefaces)


def _as_text(picture: Picture, style: PictureStyle) -> str:
    step, puzzle = picture.step, picture.puzzle
    text = fill(f"{picture.number}. {in_words(step)}", PAGE) if step else ""
    drawing = terminal.picture(puzzle, step.board if step else picture.board, style.text)
    ships = terminal.fleet(puzzle, style.text) if style.fleet else ""
    parts = (text, drawing, ships)
    return "".join(f"{part}\n\n" for part in parts if part)


_RENDERERS: Final[dict[str, Callable[[Picture, PictureStyle], str | bytes]]] = {
    "svg": _as_svg,
    "pdf": _as_pdf,
    "png": _as_png,
    "text": _as_text,
}
"""What renders a picture in each format."""


def _file_name(item: InputPuzzle, picture: Picture) -> str | int | None:
    """The name of a picture's file; each step of an explanation has its number in it."""
    if not picture.number:
        return item.puzzle.id
    puzzle = numbered_name(item.number) if item.puzzle.id is None else item.puzzle.id
    return f"{puzzle}-{picture.number:03}"


def _draw_pictures(
    puzzles: Iterator[InputPuzzle], content: Content, style: PictureStyle, format: str, target: str | None
) -> Exit:
    suffix = next(suffix for suffix, name in _SUFFIXES.items() if name == format)
    is_single = format != "text" and not is_directory(target)
    if is_single and content.explanation and not content.is_sequence:
        raise click.UsageError("an explanation has many pictures: give -o DIRECTORY/, or a PDF.")
    if is_single:
        puzzles = single_puzzle(puzzles, format.upper())
    with open_output(target, suffix) as output:

        def write(item: InputPuzzle, pictures: Sequence[Picture]) -> Exit:
            title = f"{item.title}\n\n" if format == "text" and item.title else ""
            for picture in pictures:
                drawing = _RENDERERS[format](picture, style)
                output.put(
                    _file_name(item, picture), title + drawing if isinstance(drawing, str) else drawing
                )
            return _report(item, pictures[-1])

        return puzzle_batch().run(puzzles, partial(_pictures_of, content), write)


def _report(item: InputPuzzle, picture: Picture) -> Exit:
    """Report on standard error what is wrong with an answer; returns the exit code for that."""
    if picture.note:
        click.echo(f"{item.title or 'puzzle 1'}: {picture.note}", err=True)
    return picture.code


# Documents


class _DocumentProgress:
    """How far a document is, and how its puzzles ended."""

    def __init__(self) -> None:
        self.number = 0
        self.batch = puzzle_batch()

    def describe(self) -> str:
        """What is being worked on."""
        return f"puzzle {self.number}"

    def note(self, item: InputPuzzle, picture: Picture) -> None:
        """Record and report how a puzzle ended."""
        self.number = item.number
        self.batch.note(_report(item, picture))


def _draw_lessons(puzzles: Iterator[InputPuzzle], content: Content, style: Style, target: str | None) -> Exit:
    progress = _DocumentProgress()
    with open_output(target, ".pdf", progress.describe) as output:
        explained = _lessons(puzzles, content, progress)
        output.put(None, lessons(explained, style.title, style.paper, style.typefaces, content.language))
        return progress.batch.end()


def _lessons(
    puzzles: Iterator[InputPuzzle], content: Content, progress: _DocumentProgress
) -> Iterator[Lesson]:
    def work(item: InputPuzzle) -> tuple[Explanation, list[Picture]]:
        explanation = _explained(item.puzzle, content)
        return explanation, _steps(item.puzzle, explanation, content.step)

    for item, (explanation, pictures) in progress.batch.answers(puzzles, work):
        progress.note(item, pictures[-1])
        numbered = [(picture.number, picture.step) for picture in pictures if picture.step]
        end = [] if content.step else [*_conclusion(explanation, language_of(content.language))]
        title = item.title or LABELS[content.language]["a_puzzle"]
        heading = language_of(content.language).phrase("the_puzzle")
        yield Lesson(title, item.puzzle, numbered, end, heading)


def _draw_booklet(
    puzzles: Iterator[InputPuzzle], content: Content, style: Style, grades: bool, target: str | None
) -> Exit:
    if content.answer or content.board:
        style = style._replace(instructions=False, answers=False)
    progress = _DocumentProgress()
    with open_output(target, ".pdf", progress.describe) as output:
        output.put(None, booklet(_entries(puzzles, content, style, grades, progress), style))
        return progress.batch.end()


def _entries(
    puzzles: Iterator[InputPuzzle], content: Content, style: Style, grades: bool, progress: _DocumentProgress
) -> Iterator[Entry]:
    """The puzzles, with the answers for the end of the booklet or with the boards to draw in them."""
    to_draw = Content(answer=True, time_limit=content.time_limit) if style.answers else content

    def work(item: InputPuzzle) -> tuple[Picture, str]:
        (picture,) = _pictures_of(to_draw, item)
        return picture, _grade(item.puzzle, style.language, compute=grades)

    for item, (picture, grade) in progress.batch.answers(puzzles, work):
        progress.note(item, picture)
        if style.answers:
            yield Entry(item.puzzle, None, grade, picture.board, picture.note)
        else:
            yield Entry(item.puzzle, picture.board, grade)


def _grade(puzzle: Puzzle, language: str, *, compute: bool) -> str:
    """The grade recorded in a puzzle; otherwise the computed one, or nothing."""
    if puzzle.provenance.grade in GRADES:
        return LABELS[language][puzzle.provenance.grade]
    if not compute:
        return ""
    try:
        return LABELS[language][deduction.grade(puzzle)]
    except (CannotExplainError, UngradableError):
        return ""
