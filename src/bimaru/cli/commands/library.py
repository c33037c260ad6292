"""`bimaru library`: the puzzles that somebody keeps, and which of them they have solved."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from bimaru.cli import options
from bimaru.cli.batch import asked, batch_of_puzzles, of_puzzle
from bimaru.cli.counted_items import passing
from bimaru.cli.main_group import BadInputError, Exit
from bimaru.cli.output import opened
from bimaru.deduction.grading import GRADES
from bimaru.formats import write
from bimaru.library import Choice, Entry, Library, LibraryError, Row, row_of
from bimaru.puzzle import Puzzle

VARIABLE: Final = "BIMARU_LIBRARY"
"""What names the library where the command does not."""
_SQLITE_NUMBER: Final = 2**63 - 1


def usual_path() -> Path:
    """The library of whoever is working, where their system keeps such things."""
    if sys.platform in ("win32", "darwin"):
        return Path(click.get_app_dir("bimaru", roaming=False)) / "library.db"
    place = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(place) / "bimaru" / "library.db"


@click.group()
def library() -> None:
    """Keep puzzles, and note which are solved.

    A library is one file. The usual one is yours alone; BIMARU_LIBRARY or --library name
    another. Every puzzle has a number in it, and is kept once, however it is turned or
    flipped. Several programs may use a library at once.

    \b
    Example:
      bimaru library add --grade --tag seaside puzzles.jsonl
      bimaru library list --unsolved
      bimaru library pick --seed 1
      bimaru library solved --seconds 312 1
      bimaru library export -o kept.jsonl
    """


_path = click.option(
    "--library",
    "path",
    type=click.Path(dir_okay=False),
    envvar=VARIABLE,
    metavar="FILE",
    help="The library to use.",
)
_numbers = click.argument(
    "numbers", metavar="NUMBER...", nargs=-1, required=True, type=options.number(most=_SQLITE_NUMBER)
)
_tags = click.option(
    "--tag", "tags", multiple=True, metavar="TAG", help="Tag them so; more than once for more."
)


def _choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose puzzles."""
    for option in (
        click.option("--unsolved", is_flag=True, help="Only those that are not solved yet."),
        click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only those with that tag."),
        click.option(
            "--size",
            callback=lambda ctx, param, value: value and options.size_in(ctx, param, value),
            metavar="HEIGHTxWIDTH",
            help="Only those of that size.",
        ),
        click.option(
            "--grade",
            "grades",
            multiple=True,
            type=click.Choice(GRADES),
            metavar="GRADE",
            help=f"Only those of that grade: {', '.join(GRADES)}.",
        ),
    ):
        command = option(command)
    return command


@contextmanager
def _used(path: str | None, *, create: bool = False) -> Iterator[Library]:
    """The library that is meant. Raises `BadInputError` where there is none, or what is asked of it goes
    wrong."""
    file = Path(path) if path else usual_path()
    if not (create or file.exists()):
        raise BadInputError(f"the library {file}: there is none yet; bimaru library add makes one")
    try:
        with Library(file, create=create) as kept:
            yield kept
    except LibraryError as error:
        raise BadInputError(str(error)) from error


@library.command()
@options.paths
@_tags
@click.option("--grade", "grades_them", is_flag=True, help="Grade those that come without a grade.")
@options.workers
@_path
def add(
    paths: tuple[str, ...], tags: tuple[str, ...], grades_them: bool, workers: int, path: str | None
) -> Exit:
    """Add puzzles from files.

    What the library has already, turned or flipped perhaps, is not added again, but gets the
    tags. Grades that come with the puzzles are kept; --grade makes those that are missing, which
    takes its time.

    \b
    Example:
      bimaru library add --tag seaside puzzles.jsonl
    """
    batch = batch_of_puzzles()
    work = of_puzzle(partial(_as_row, grades_them=grades_them))
    puzzles = batch.answers(asked(paths), work, workers if grades_them else 1)
    with _used(path, create=True) as kept, passing(puzzles) as answers:
        added = kept.add_rows((row for _, row in answers), tags)
    known = f", {added.known} that were there already" if added.known else ""
    click.echo(f"{added.new} new puzzle{'' if added.new == 1 else 's'}{known}")
    return batch.end()


def _as_row(puzzle: Puzzle, grades_them: bool) -> Row:
    """What a library keeps of a puzzle."""
    return row_of(_with_grade(puzzle) if grades_them else puzzle)


def _with_grade(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its grade among its notes, if it has one."""
    from bimaru.deduction import CannotExplainError, UngradableError, grade

    if puzzle.provenance.grade in GRADES:
        return puzzle
    try:
        return puzzle.replace(extra={**puzzle.extra, **grade(puzzle).to_data()})
    except (CannotExplainError, UngradableError):
        return puzzle


@library.command("list")
@_choosing
@options.as_json
@_path
def list_(
    grades: tuple[str, ...],
    size: tuple[int, int] | None,
    tags: tuple[str, ...],
    unsolved: bool,
    as_json: bool,
    path: str | None,
) -> None:
    """List the puzzles: number, size, grade and score, how often solved, id, and tags.

    \b
    With --json, one object a puzzle:
      {"number", "id", "source", "height", "width", "grade", "score", "added",
       "tags": [...], "solved": [{"at", "seconds"}]}

    \b
    Example:
      bimaru library list --size 2x2 --unsolved
    """
    told = _as_json if as_json else _as_text
    with _used(path) as kept, opened(None, "") as output:
        for entry in kept.entries(Choice(grades, size, tags, unsolved)):
            output.put(entry.puzzle.id, told(entry))


def _as_json(entry: Entry) -> str:
    return json.dumps(entry.to_data()) + "\n"


def _as_text(entry: Entry) -> str:
    puzzle = entry.puzzle
    grade = "-" if entry.grade is None else entry.grade
    score = "" if entry.score is None else f" {entry.score:.2f}"
    name = "" if puzzle.id is None else ascii(puzzle.id)[1:-1] if isinstance(puzzle.id, str) else puzzle.id
    tags = "".join(f" #{tag}" for tag in entry.tags)
    size = f"{puzzle.height}x{puzzle.width}"
    line = f"{entry.number:>6}  {size:5}  {grade + score:17}  {_times(len(entry.solvings)):8}  {name}{tags}"
    return line.rstrip() + "\n"


def _times(number: int) -> str:
    return {0: "unsolved", 1: "solved"}.get(number, f"solved {number}x")


@library.command()
@_choosing
@click.option(
    "--count", type=options.number(), metavar="N", default=1, show_default=True, help="Pick so many."
)
@options.seed
@click.option("--solved", "marks", is_flag=True, help="Note that they are solved.")
@options.as_json
@_path
@options.output
def pick(
    grades: tuple[str, ...],
    size: tuple[int, int] | None,
    tags: tuple[str, ...],
    unsolved: bool,  # noqa: ARG001  # that is how they are picked
    count: int,
    seed: int | None,
    marks: bool,
    as_json: bool,
    path: str | None,
    target: str | None,
) -> None:
    """Pick puzzles that are not solved yet, by chance, and print them.

    They are printed as text, or with --json as JSON, each with its number in the library. Nothing
    is noted unless --solved asks for it.

    \b
    Example:
      bimaru library pick --grade easy --seed 7
    """
    with _used(path) as kept, opened(target, ".json" if as_json else ".txt") as output:
        picked = kept.pick(Choice(grades, size, tags, unsolved=True), count, seed)
        if not picked:
            raise BadInputError(f"the library {kept.path}: there is no such puzzle that is not solved yet")
        for place, entry in enumerate(picked):
            output.put(_name(entry), _picked_json(entry) if as_json else _picked_text(entry, place))
        if marks:
            kept.solved([entry.number for entry in picked])


def _name(entry: Entry) -> str | int:
    """What a file with the puzzle is called."""
    return entry.number if entry.puzzle.id is None else entry.puzzle.id


def _picked_json(entry: Entry) -> str:
    puzzle = entry.with_notes()
    return write(puzzle.replace(extra={**puzzle.extra, "number": entry.number}), "json")


def _picked_text(entry: Entry, place: int) -> str:
    grade = "" if entry.grade is None else f", {entry.grade}"
    line = "---\n" if place else ""
    return f"{line}# number {entry.number}{grade}\n{write(entry.puzzle, 'text')}"


@library.command()
@_choosing
@_path
@options.output
def export(
    grades: tuple[str, ...],
    size: tuple[int, int] | None,
    tags: tuple[str, ...],
    unsolved: bool,
    path: str | None,
    target: str | None,
) -> None:
    """Write puzzles as JSON Lines, with their grades, for any other command.

    \b
    Example:
      bimaru library export --tag seaside -o seaside.jsonl
    """
    with _used(path) as kept, opened(target, ".jsonl") as output:
        for entry in kept.entries(Choice(grades, size, tags, unsolved)):
            output.put(_name(entry), write(entry.with_notes(), "json"))


@library.command()
@_numbers
@click.option("--seconds", type=options.seconds(), metavar="S", help="How long it took.")
@_path
def solved(numbers: tuple[int, ...], seconds: float | None, path: str | None) -> None:
    """Note that puzzles were solved, now.

    \b
    Example:
      bimaru library solved --seconds 312 1
    """
    with _used(path) as kept:
        kept.solved(numbers, seconds)


@library.command()
@_numbers
@_tags
@click.option("--remove", "removed", multiple=True, metavar="TAG", help="Take that tag away.")
@_path
def tag(numbers: tuple[int, ...], tags: tuple[str, ...], removed: tuple[str, ...], path: str | None) -> None:
    """Tag puzzles, or take tags away.

    \b
    Example:
      bimaru library tag --tag favourite --remove seaside 1
    """
    if not (tags or removed):
        raise click.UsageError("Give a --tag to add, or one to --remove.")
    with _used(path) as kept:
        kept.tag(numbers, tags)
        kept.untag(numbers, removed)


@library.command()
@_numbers
@_path
def remove(numbers: tuple[int, ...], path: str | None) -> None:
    """Remove puzzles, with all that is noted about them.

    \b
    Example:
      bimaru library remove 1
    """
    with _used(path) as kept:
        kept.remove(numbers)
