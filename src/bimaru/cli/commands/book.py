"""`bimaru book`: a book of puzzles."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from bimaru.atomic_files import temporary_directory
from bimaru.books.chapters import Section, UnfitPuzzleError, collect
from bimaru.books.folder import PICTURES, write_folder
from bimaru.books.fonts import FontError, fonts_of
from bimaru.books.plan import plan
from bimaru.books.printer import print_book
from bimaru.books.settings import KEYS, Book, InvalidBookError, Key, chapter_entry, read_book
from bimaru.cli import options
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import check_suffix, is_directory, open_output
from bimaru.errors import OutOfReachError
from bimaru.generation.recipe import CannotGenerateError


def _setting_options(command: options.FC) -> options.FC:
    """An option for each setting of a book; those that are left out have no value."""
    for key in reversed(KEYS):
        command = _setting_option(key)(command)
    return command


def _setting_option(key: Key) -> Callable[[options.FC], options.FC]:
    name = key.name.replace("_", "-")
    if key.type is bool:
        default = "yes" if key.default else "no"
        return click.option(
            f"--{name}/--no-{name}", key.name, default=None, help=f"{key.help}  [default: {default}]"
        )
    types: dict[type, Any] = {
        int: options.number(int(key.least), int(key.most)),
        float: options.Real(key.least, key.most),
        str: click.Choice(key.choices) if key.choices else str,
    }
    shown = f"  [default: {key.default}]" if key.default not in ("", 0.0) else ""
    metavar = {int: "N", float: "NUMBER"}.get(key.type)
    return click.option(f"--{name}", key.name, type=types[key.type], metavar=metavar, help=key.help + shown)


@click.command()
@click.argument(
    "file",
    metavar="[BOOK.toml]",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--chapter",
    "chapters",
    nargs=2,
    multiple=True,
    metavar="TITLE PUZZLES",
    help="A chapter, after those of the book file: PUZZLES is a path, or the keys of the chapter's table in "
    "TOML, in braces. May be repeated.",
)
@click.option(
    "--label",
    "labels",
    nargs=2,
    multiple=True,
    metavar="NAME TEXT",
    help="Replace a printed text, as the table [labels] does; an unknown NAME lists all. May be repeated.",
)
@_setting_options
@click.option(
    "--to",
    type=click.Choice(PICTURES),
    help="Format of the pictures in a folder.  [default: svg]",
)
@options.time_limit_on("solving each puzzle")
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(),
    callback=options.local_target,
    metavar="FILE",
    required=True,
    help="Write the book to FILE, as PDF. If it ends with /, write pictures of puzzles and answers there.",
)
def book(
    file: Path | None,
    chapters: Sequence[tuple[str, str]],
    labels: Sequence[tuple[str, str]],
    to: str | None,
    time_limit: float | None,
    target: str,
    **settings: Any,
) -> Exit:
    """Make a book of puzzles for print, as PDF.

    The book file, in TOML, has the settings, under the names of the options with _ for -, and
    chapters with files or a recipe. Options replace settings of the file. Each puzzle must have
    exactly one solution, which is computed. With -o DIRECTORY/, a folder for layout programs: a
    picture of each puzzle and answer, and puzzles.csv.

    \b
    Example:
      bimaru book --title "Calm seas" --chapter "One" puzzle.txt -o book.pdf
      bimaru book --trim a5 --per-page 1 --chapter "One" puzzle.txt -o large.pdf
      bimaru book --chapter "One" puzzle.txt --to pdf -o pictures/
      bimaru book --chapter "Two" '{recipe = {count = 2}}' -o two.pdf
    """
    check_suffix(target, "a book is written as PDF", [".pdf"])
    if to not in (None, "pdf") and not is_directory(target):
        raise click.UsageError(f"--to {to} is for a folder of pictures: -o DIRECTORY/")
    given = {name: value for name, value in settings.items() if value is not None}
    try:
        more = [chapter_entry(title, text) for title, text in chapters]
        printed = read_book(file, given, more, dict(labels))
        return _make(printed, to, time_limit, target)
    except (InvalidBookError, FontError, UnfitPuzzleError) as error:
        raise BadInputError(str(error)) from error
    except (CannotGenerateError, OutOfReachError) as error:
        click.echo(f"Error: {error}", err=True)
        return Exit.UNDECIDED


def _make(book: Book, to: str | None, time_limit: float | None, target: str) -> Exit:
    if is_directory(target):
        with temporary_directory(Path(target)) as part:
            write_folder(part, book, collect(book, time_limit), to or PICTURES[0])
        return Exit.DONE
    fonts = fonts_of(book.font, book.bold_font)
    progress = _Progress()
    with open_output(target, ".pdf", progress.describe) as output:
        sections = _with_puzzles(collect(book, time_limit, progress.note))
        written = io.BytesIO()
        print_book(written, book, plan(book, sections, fonts), fonts)
        output.put(None, written.getvalue())
    return Exit.DONE


def _with_puzzles(sections: list[Section]) -> list[Section]:
    return [section for section in sections if section.entries]


class _Progress:
    """The puzzle that is being solved, for the progress line."""

    def __init__(self) -> None:
        self._number = 0

    def note(self, number: int) -> None:
        self._number = number

    def describe(self) -> str:
        """What is being worked on."""
        return f"puzzle {self._number}"
