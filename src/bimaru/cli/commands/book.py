"""`bimaru book`: a book of puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from bimaru.books.cover import printed_cover
from bimaru.books.epub import epub
from bimaru.books.hypertext import html
from bimaru.books.labels import labels_of
from bimaru.books.layout_folder import PICTURES, left_in, write_folder
from bimaru.books.manuscript import Manuscript, manuscript
from bimaru.books.press import expected_pages, number_of_pages, printed_book
from bimaru.books.puzzles import FruitlessChapterError, collect
from bimaru.books.settings import FOR_PRINT, KEYS, Book, InvalidBookError, Key, chapter_entry, read_book
from bimaru.cli import options
from bimaru.cli.command import command, is_empty
from bimaru.cli.declarations import argument, flag, group, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import is_directory, open_directory, open_output
from bimaru.cli.puzzle_totals import number_of_puzzles
from bimaru.drawing.typesetting import Typefaces, typefaces_of
from bimaru.errors import OutOfReachError
from bimaru.formats import write_all


def _setting_option(key: Key) -> Any:
    """The option for a setting of a book; it has no value if it is left out."""
    name = key.name.replace("_", "-")
    if key.type is bool:
        default = "yes" if key.default else "no"
        return option(f"--{name}/--no-{name}", f"{key.help}  [default: {default}]", default=None)
    types: dict[type, Any] = {
        int: options.Number(int(key.least), int(key.most)),
        float: options.Real(key.least, key.most),
        str: click.Choice(key.choices) if key.choices else str,
    }
    shown = f"  [default: {key.default}]" if key.default not in ("", 0.0) else ""
    metavar = {int: " N", float: " NUMBER"}.get(key.type, "")
    return option(f"--{name}{metavar}", key.help + shown, type=types[key.type])


@command()
def book(
    paths: tuple[str, ...] = argument(metavar="[BOOK.toml] [PUZZLES]...", nargs=-1, type=options.INPUT),
    chapters: Sequence[tuple[str, str]] = option(
        "--chapter TITLE PUZZLES",
        "A chapter, after those of the book file: PUZZLES is a path, or the keys of the chapter's "
        "table in TOML, in braces. May be repeated.",
        nargs=2,
        multiple=True,
    ),
    labels: Sequence[tuple[str, str]] = option(
        "--label NAME TEXT",
        "Replace a printed text, as the table [labels] does; an unknown NAME lists all. May be repeated.",
        nargs=2,
        multiple=True,
    ),
    settings: Mapping[str, Any] = group(dict, **{key.name: _setting_option(key) for key in KEYS}),
    to: str | None = option("--to", "Format of the pictures in a folder.  [default: svg]", choices=PICTURES),
    cover: bool = flag("--cover", "Write the cover: back, spine and front, for the pages of the book."),
    time_limit: float | None = options.time_limit_on("solving each puzzle"),
    target: str = options.output_option(
        "Write the book to FILE.pdf, .epub or .html, its puzzles to FILE.jsonl, or pictures of puzzles and "
        "answers to DIRECTORY/.",
        required=True,
    ),
) -> Exit:
    """Make a book of puzzles: PDF for print, EPUB or HTML.

    PUZZLES become one chapter; --chapter makes several. A book file, in TOML, has the settings, under
    the names of the options with _ for -, and chapters with files or a recipe. Options replace settings
    of the file. Each puzzle must have exactly one solution, which is computed. With -o DIRECTORY/, a
    folder for layout programs: a picture of each puzzle and answer, and puzzles.csv. With -o FILE.jsonl,
    the puzzles of the book, which a later volume names as --not-in.

    \b
    Example:
      bimaru book --title "Calm seas" puzzle.txt -o book.pdf
      bimaru book --trim a5 --per-page 1 --chapter "One" puzzle.txt -o large.pdf
      bimaru book --chapter "One" puzzle.txt --to pdf -o pictures/
      bimaru book --chapter "One" puzzle.txt -o book.epub
      bimaru book --chapter "Two" '{recipe = {count = 2}}' -o two.pdf
    """
    if cover and (is_directory(target) or _suffix(target) != ".pdf"):
        raise click.UsageError("--cover is for PDF: -o FILE.pdf")
    if to not in (None, "pdf") and not is_directory(target):
        raise click.UsageError(f"--to {to} is for a folder of pictures: -o DIRECTORY/")
    given = {name: value for name, value in settings.items() if value is not None}
    _check_ending(target, given)
    if not (paths or chapters or is_empty(sys.stdin)):
        paths = ("-",)
    files = [path for path in paths if path.lower().endswith(".toml")]
    if len(files) > 1:
        raise click.UsageError(f"{' and '.join(files)} are both book files.")
    try:
        more = [chapter_entry(title, text) for title, text in chapters]
        if puzzles := [path for path in paths if path not in files]:
            title = labels_of(given.get("language", "en"))["puzzles_begin"]
            more.insert(0, {"title": title, "files": puzzles})
        printed = read_book(Path(files[0]) if files else None, given, more, dict(labels))
        return _make(printed, to, time_limit, target, cover=cover)
    except InvalidBookError as error:
        raise BadInputError(str(error)) from error
    except (FruitlessChapterError, OutOfReachError) as error:
        click.echo(f"Error: {error}", err=True)
        return Exit.UNDECIDED


def _check_ending(target: str, given: Mapping[str, Any]) -> None:
    """Raise `UsageError` if the name of the output implies no format, or one that an option is not for."""
    if is_directory(target):
        return
    if target != "-" and Path(target).suffix.lower() not in _ENDINGS:
        raise click.UsageError(f"-o {target}: the name ends in none of {' '.join(_ENDINGS)}")
    unused = next((name for name in FOR_PRINT if name in given and _suffix(target) != ".pdf"), None)
    if unused:
        raise click.UsageError(f"--{unused.replace('_', '-')} is for print: -o FILE.pdf")


def _make(book: Book, to: str | None, time_limit: float | None, target: str, *, cover: bool) -> Exit:
    if is_directory(target):
        with open_directory(target) as part:
            write_folder(part, book, collect(book, time_limit), to or PICTURES[0])
            left = left_in(Path(target), [file.name for file in part.iterdir()])
        if left:
            listed = f"{left[0]} and {len(left) - 1} more" if len(left) > 1 else left[0]
            click.echo(f"warning: {target} still has pictures of another book: {listed}", err=True)
        return Exit.DONE
    typefaces = typefaces_of(book.font, book.title_font)
    progress = _Progress(book)
    with open_output(target, _suffix(target), progress.describe) as output:
        collected = collect(book, time_limit, progress.note("solving"))
        sections = [section for section in collected if section.entries]
        if _suffix(target) == _PUZZLES:
            puzzles = (entry.puzzle for section in sections for entry in section.entries)
            output.put(None, write_all(puzzles, "json"))
            return Exit.DONE
        on_screen = _suffix(target) != ".pdf"
        written = manuscript(book, sections, typefaces, progress.note("writing"), on_screen=on_screen)
        progress.activity = f"typesetting about {expected_pages(written.data)} pages"
        make = _cover if cover else _WRITERS[_suffix(target)]
        output.put(None, make(written, book, typefaces))
    return Exit.DONE


def _suffix(target: str) -> str:
    """The format that the name of a file implies."""
    suffix = Path(target).suffix.lower()
    return suffix if suffix in _ENDINGS else ".pdf"


def _cover(written: Manuscript, book: Book, typefaces: Typefaces) -> bytes:
    pages = number_of_pages(printed_book(written, book, typefaces))
    return printed_cover(written, book, pages, typefaces)


_WRITERS: Final[dict[str, Callable[[Manuscript, Book, Typefaces], bytes]]] = {
    ".pdf": printed_book,
    ".epub": lambda written, *_: epub(written),
    ".html": lambda written, *_: html(written),
}
"""What writes a book in each format, by the ending of the file's name."""
_PUZZLES: Final = ".jsonl"
"""The ending of a file with only the puzzles of a book."""
_ENDINGS: Final = (*_WRITERS, _PUZZLES)


class _Progress:
    """What is being worked on, for the progress line: the puzzle that is being solved, then the pages."""

    def __init__(self, book: Book) -> None:
        self.activity = ""
        self._first = book.first_number
        in_files = number_of_puzzles([str(path) for chapter in book.chapters for path in chapter.files])
        others = sum(chapter.number for chapter in book.chapters)
        self._of = "" if in_files is None else f" of {in_files + others}"

    def note(self, work: str) -> Callable[[int], None]:
        """A function that takes the numbers of puzzles on which this work is done."""

        def note_puzzle(number: int) -> None:
            self.activity = f"{work} puzzle {number - self._first + 1}{self._of}"

        return note_puzzle

    def describe(self) -> str:
        """What is being worked on."""
        return self.activity
