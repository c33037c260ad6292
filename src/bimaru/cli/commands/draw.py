"""`bimaru draw`: pictures of puzzles, and booklets."""

from __future__ import annotations

import sys
from itertools import chain, islice
from pathlib import Path
from typing import Final

import click

from bimaru.books.booklet import MOST_ON_A_PAGE, PAPERS, Paper, Style
from bimaru.cli import combinations, options
from bimaru.cli.batch import batch_with_boards
from bimaru.cli.command import command
from bimaru.cli.declarations import either, flag, option
from bimaru.cli.documents import write_booklet, write_lessons
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import language
from bimaru.cli.output import choose_look, is_directory
from bimaru.cli.pictures import SUFFIXES, Content, Format, PictureStyle, Sequencing, draw_pictures
from bimaru.drawing.animation import SECONDS
from bimaru.drawing.svg import SIZE, SIZES, SvgTheme
from bimaru.drawing.typesetting import Typefaces, typefaces_of

_THEMES: Final = ("light", "dark", "auto")


@command(
    combinations.exclusive("--answer", "--board", "--step", "--explanation"),
    combinations.needs("--strip", "--step", "--explanation"),
    combinations.needs("--animation", "--step", "--explanation"),
    combinations.needs("--columns", "--strip"),
    combinations.needs("--seconds", "--animation"),
)
def draw(
    paths: tuple[str, ...] = options.paths,
    with_answer: bool = flag("--answer", "Draw the solution."),
    board: str | None = option("--board FILE", "Draw this board, full or half filled.", type=options.INPUT),
    step: int | None = options.number("--step N", "Draw step N of the explanation."),
    explanation: bool = flag("--explanation", "Draw every step of the explanation."),
    sequence: Sequencing | None = either(
        option(
            "--strip",
            "Draw the boards of the case analysis of a step, or of all steps, side by side.",
            flag_value="strip",
        ),
        option("--animation", "The same one after another (SVG).", flag_value="animation"),
    ),
    columns: int | None = options.number("--columns N", "Boards in a row of a strip.  [default: 4]"),
    seconds: float | None = option(
        "--seconds S",
        f"Seconds for each board of an animation.  [default: {SECONDS}]",
        type=options.Real(0.1, 60),
    ),
    format: Format | None = option(
        "--to", "Format, unless the name of FILE implies it.  [default: svg]", choices=SUFFIXES.values()
    ),
    theme: SvgTheme = option(
        "--theme",
        "Colours; auto (SVG only) follows the reader's system.",
        choices=_THEMES,
        shown_default="light",
    ),
    size: float | None = option(
        "--size PIXELS", f"Side of a square in a picture.  [default: {SIZE}]", type=options.Real(*SIZES)
    ),
    names: bool | None = option(
        "--names/--no-names", "Show row letters and column numbers beside the grid.", default=None
    ),
    fleet: bool = option("--fleet/--no-fleet", "Show the ships below the grid.", default=True),
    paper: Paper | None = option("--paper", "Paper of a booklet.  [default: a4]", choices=PAPERS),
    per_page: int | None = options.number(
        "--per-page N",
        f"Puzzles on a page of a booklet, 1 to {MOST_ON_A_PAGE}.  [default: 2]",
        most=MOST_ON_A_PAGE,
    ),
    title: str | None = option("--title TEXT", "Title of a booklet."),
    no_rules: bool = flag("--no-rules", "Omit the page of rules from a booklet."),
    no_answers: bool = flag("--no-answers", "Omit the answers from a booklet."),
    grades: bool = flag("--grades", "Grade the puzzles of a booklet that have no grade."),
    black: bool = flag("--black", "Print a booklet, or an explanation in PDF, in black ink only."),
    font: str | None = option("--font FILE", "Font file for the text of PDF and PNG."),
    title_font: str | None = option(
        "--title-font FILE", "Font file for the titles of a booklet.  [default: FILE of --font]"
    ),
    language: str = language,
    time_limit: float | None = options.time_limit,
    target: str | None = options.output,
) -> Exit:
    """Draw puzzles, or make a booklet of them.

    A picture is SVG, PDF, PNG or text. A file holds one; for many, give -o a directory. On a
    filled board, given squares are grey. In the PDF of an explanation, the boards of
    each step are side by side, with its text.
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
        title or "",
        paper or "a4",
        per_page or 2,
        not no_rules,
        not no_answers,
        bool(names),
        fleet,
        language,
        typefaces,
        "black" if black else "light",
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
    _check_options(style, chosen, target)
    batch = batch_with_boards(paths, board)
    is_document = any((paper, per_page, title, no_rules, no_answers, grades, black))
    if chosen == "pdf" and not is_directory(target):
        puzzles = iter(batch.items)
        first = list(islice(puzzles, 2))
        batch.items = chain(first, puzzles)
        is_document = is_document or (explanation and not sequence) or len(first) > 1
    elif is_document:
        raise click.UsageError(
            "--paper, --per-page, --title, --no-rules, --no-answers, --grades and --black need a booklet."
        )
    if not is_document:
        return draw_pictures(batch, content, style, chosen, target)
    for name, is_given in (("--size", size), ("--theme", theme != "light")):
        if is_given:
            raise click.UsageError(f"{name} does not apply to booklets.")
    if explanation or step:
        if per_page or no_rules or no_answers or grades:
            raise click.UsageError(
                "--per-page, --no-rules, --no-answers and --grades do not apply to explanations."
            )
        return write_lessons(batch, content, book_style, target)
    return write_booklet(batch, content, book_style, grades, target)


def _check_options(style: PictureStyle, format: str, target: str | None) -> None:
    """Raise `UsageError` for options that cannot be combined."""
    if style.theme == "auto" and format != "svg":
        raise click.UsageError("--theme auto needs SVG.")
    if style.sequence == "strip" and format == "text":
        raise click.UsageError("--strip needs SVG, PDF or PNG.")
    if style.sequence == "animation" and format != "svg":
        raise click.UsageError("--animation needs SVG.")
    if format in ("png", "pdf") and target is None and sys.stdout.isatty():
        raise click.UsageError(f"a terminal cannot show {format.upper()}: give -o FILE")


def _format_of(target: str | None) -> Format:
    """The format that the name of the output implies."""
    if target is None or target == "-" or is_directory(target):
        return "svg"
    suffix = Path(target).suffix.lower()
    if suffix not in SUFFIXES:
        raise click.UsageError(
            f"{target}: the name ends in none of {' '.join(SUFFIXES)}; give the format with --to."
        )
    return SUFFIXES[suffix]
