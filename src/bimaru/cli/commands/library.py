"""`bimaru library`: a collection of one's own puzzles, and which of them are solved."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click

from bimaru.cli import combinations, options
from bimaru.cli.batch import printable, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, flag, group, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import open_output
from bimaru.cli.progress import counted_items
from bimaru.cli.workers import in_processes
from bimaru.formats import write
from bimaru.grading.grades import GRADES, score_text
from bimaru.library import Entry, Filter, Library, Row, library_row
from bimaru.puzzle import Puzzle

VARIABLE: Final = "BIMARU_LIBRARY"
"""The environment variable with the path of the library, if no option gives it."""
_SQLITE_NUMBER: Final = 2**63 - 1


def default_path() -> Path:
    """The user's own library, where the system keeps application data."""
    if sys.platform in ("win32", "darwin"):
        return Path(click.get_app_dir("bimaru", roaming=False)) / "library.db"
    directory = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(directory) / "bimaru" / "library.db"


@click.group()
def library() -> None:
    """Keep puzzles in a library and record which are solved.

    A library is one file. The default one is your own; BIMARU_LIBRARY or the --library of a command names
    another. Each puzzle is kept once, even if it is added again rotated or reflected, and has a
    number. Several programs may use a library at once.

    \b
    Example:
      bimaru library add --grade --tag seaside puzzles.jsonl
      bimaru library list --unsolved
      bimaru library pick --seed 1
      bimaru library solved --seconds 312 1
      bimaru library export -o kept.jsonl
    """


_path = option("--library FILE", "Library to use.", type=click.Path(dir_okay=False), envvar=VARIABLE)
_numbers = argument(
    metavar="NUMBER...",
    nargs=-1,
    required=True,
    type=options.Number(most=_SQLITE_NUMBER),
    callback=lambda _ctx, _param, numbers: tuple(dict.fromkeys(numbers)),  # each once
)
_tags = option("--tag TAG", "Tag to add; repeatable.", multiple=True)


def _filter(unsolved: Any) -> Any:
    """The options that select puzzles, beside that one."""
    return group(
        Filter,
        unsolved=unsolved,
        grades=option(
            "--grade GRADE",
            f"Only puzzles of this grade: {', '.join(GRADES)}; repeatable.",
            multiple=True,
            choices=GRADES,
        ),
        size=option("--size HEIGHTxWIDTH", "Only puzzles of this size.", parse=options.size_in),
        tags=option("--tag TAG", "Only puzzles with this tag; repeatable.", multiple=True),
    )


_all_or_unsolved = _filter(flag("--unsolved", "Only puzzles that are not solved yet."))


@contextmanager
def _open_library(path: str | None, *, create: bool = False) -> Iterator[Library]:
    """The library at `path` or the default path. Raises `LibraryError`, and `BadInputError` without one."""
    file = Path(path) if path else default_path()
    if not (create or file.exists()):
        raise BadInputError(f"the library {file} does not exist; bimaru library add creates it")
    with Library(file, create=create) as library:
        yield library


@command(group=library)
def add(
    paths: tuple[str, ...] = options.paths,
    tags: tuple[str, ...] = _tags,
    computes_grades: bool = flag("--grade", "Grade puzzles that have no grade."),
    workers: int = options.workers,
    path: str | None = _path,
) -> Exit:
    """Add puzzles from files.

    A puzzle that the library already has, even rotated or reflected, is not added again, but gets
    the tags. Grades recorded in the puzzles are kept; --grade computes missing ones, which
    takes time.

    \b
    Example:
      bimaru library add --tag seaside puzzles.jsonl
    """
    batch = puzzle_batch(paths)
    work = puzzle_work(_graded_row if computes_grades else library_row)
    puzzles = batch.answers(work, in_processes(workers if computes_grades else 1))
    with _open_library(path, create=True) as opened, counted_items(puzzles) as answers:
        added = opened.add_rows((row for _, row in answers), tags)
    known = f", {added.known} already there" if added.known else ""
    click.echo(f"{added.new} new puzzle{'' if added.new == 1 else 's'}{known}")
    return batch.end()


def _graded_row(puzzle: Puzzle) -> Row:
    """The columns of a puzzle, with its grade if it can be graded; may be computed in a worker."""
    from bimaru.advice import UngradableError, grade
    from bimaru.deduction import CannotExplainError

    if puzzle.provenance.grade not in GRADES:
        with suppress(CannotExplainError, UngradableError):
            puzzle = puzzle.replace(extra={**puzzle.extra, **grade(puzzle).to_data()})
    return library_row(puzzle)


@command(group=library)
def list_(
    chosen: Filter = _all_or_unsolved,
    as_json: bool = options.as_json,
    path: str | None = _path,
) -> None:
    """List the puzzles.

    \b
    With --json, one object per puzzle:
      {"number", "id", "source", "height", "width", "grade", "score", "grader",
       "added", "tags": [...], "solved": [{"at", "seconds"}]}

    \b
    Example:
      bimaru library list --size 2x2 --unsolved
    """
    text = _as_json if as_json else _as_text
    with _open_library(path) as opened, open_output(None, "") as output:
        for entry in opened.entries(chosen):
            output.put(entry.puzzle.id, text(entry))


def _as_json(entry: Entry) -> str:
    return json.dumps(entry.to_data()) + "\n"


def _as_text(entry: Entry) -> str:
    puzzle = entry.puzzle
    grade = "-" if entry.grade is None else entry.grade
    score = "" if entry.score is None else f" {score_text(entry.score)}"
    name = "" if puzzle.id is None else printable(str(puzzle.id))
    tags = "".join(f" #{tag}" for tag in entry.tags)
    size = f"{puzzle.height}x{puzzle.width}"
    times = len(entry.solves)
    solved = {0: "unsolved", 1: "solved"}.get(times, f"solved {times}x")
    line = f"{entry.number:>6}  {size:5}  {grade + score:17}  {solved:8}  {name}{tags}"
    return line.rstrip() + "\n"


@command(group=library)
def pick(
    chosen: Filter = _filter(
        option("--unsolved/--any", "Pick unsolved puzzles only, or any.", shown_default=True)
    ),
    count: int = options.number("--count N", "Number to pick.", default=1),
    seed: int | None = options.seed,
    marks: bool = flag("--solved", "Record the picked puzzles as solved."),
    as_json: bool = options.as_json,
    path: str | None = _path,
    target: str | None = options.output,
) -> None:
    """Pick unsolved puzzles at random and print them.

    They are printed as text, or with --json as JSON, each with its number in the library.
    Picking records nothing unless --solved is given.

    \b
    Example:
      bimaru library pick --grade easy --seed 7
    """
    suffix, separator = (".json", None) if as_json else (".txt", "---\n")
    with _open_library(path) as opened, open_output(target, suffix, separator=separator) as output:
        picked = opened.pick(chosen, count, seed)
        if not picked:
            kind = "unsolved puzzle" if chosen.unsolved else "puzzle"
            raise BadInputError(f"the library {opened.path} has no such {kind}")
        for entry in picked:
            output.put(_file_name(entry), _picked_json(entry) if as_json else _picked_text(entry))
        if marks:
            opened.record_solved([entry.number for entry in picked])


def _file_name(entry: Entry) -> str | int:
    """The name of a file with the puzzle."""
    return entry.number if entry.puzzle.id is None else entry.puzzle.id


def _picked_json(entry: Entry) -> str:
    puzzle = entry.with_notes()
    return write(puzzle.replace(extra={**puzzle.extra, "number": entry.number}), "json")


def _picked_text(entry: Entry) -> str:
    grade = "" if entry.grade is None else f", {entry.grade}"
    return f"# number {entry.number}{grade}\n{write(entry.puzzle, 'text')}"


@command(group=library)
def export(
    chosen: Filter = _all_or_unsolved,
    path: str | None = _path,
    target: str | None = options.output,
) -> None:
    """Write puzzles as JSON Lines.

    \b
    Example:
      bimaru library export --tag seaside -o seaside.jsonl
    """
    with _open_library(path) as opened, open_output(target, ".jsonl") as output:
        for entry in opened.entries(chosen):
            output.put(_file_name(entry), write(entry.with_notes(), "json"))


@command(group=library)
def solved(
    numbers: tuple[int, ...] = _numbers,
    seconds: float | None = option("--seconds S", "Time it took to solve them.", type=options.Seconds()),
    path: str | None = _path,
) -> None:
    """Record puzzles as solved now.

    \b
    Example:
      bimaru library solved --seconds 312 1
    """
    with _open_library(path) as opened:
        opened.record_solved(numbers, seconds)


@command(combinations.any_of("--tag", "--remove"), group=library)
def tag(
    numbers: tuple[int, ...] = _numbers,
    tags: tuple[str, ...] = _tags,
    removed: tuple[str, ...] = option("--remove TAG", "Tag to remove; repeatable.", multiple=True),
    path: str | None = _path,
) -> None:
    """Add tags to puzzles, or remove them.

    \b
    Example:
      bimaru library tag --tag favourite --remove seaside 1
    """
    with _open_library(path) as opened:
        opened.tag(numbers, tags)
        opened.untag(numbers, removed)


@command(group=library)
def remove(numbers: tuple[int, ...] = _numbers, path: str | None = _path) -> None:
    """Remove puzzles with their tags and records.

    \b
    Example:
      bimaru library remove 1
    """
    with _open_library(path) as opened:
        opened.remove(numbers)
