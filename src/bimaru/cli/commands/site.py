"""`bimaru site`: the page and puzzles as static files for any web host."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import click

from bimaru.cli import options
from bimaru.cli.batch import InputPuzzle, puzzle_batch
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.workers import in_processes
from bimaru.solving import solve
from bimaru.web.gallery import Entry, Gallery, entry_of
from bimaru.web.static_site import BrowserEngine, site_files, write_site

_TIME = 5.0
"""Seconds to solve a puzzle, and to grade it."""
_UNFIT: Final = {"none": "no solution", "multiple": "several solutions"}


@command()
def site(
    names: tuple[str, ...] = argument(metavar="DIR [PUZZLES]...", nargs=-1, type=click.Path()),
    engine: Path | None = option(
        "--engine DIR",
        "Add the engine that `make site` builds (build/engine): hints, explanations, new puzzles.",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
    ),
    title: str = option("--title TEXT", "Title of the list of puzzles.", default="Battleship puzzles"),
    time_limit: float | None = options.time_limit,
    workers: int = options.workers,
    target: str | None = option(
        "-o, --output DIR", "Write to DIR; then all other names are puzzles.", type=click.Path()
    ),
) -> Exit:
    """Make a static website for playing puzzles.

    Any web host can serve it, under any path. With PUZZLES, the site begins with a list of them, with
    pictures and grades, and a puzzle of the day. Each puzzle must have exactly one solution, which is
    computed; otherwise no site is made. A puzzle without a grade is graded. Each takes at most --time-limit
    seconds (5 by default). Without --engine, the page only plays and checks. An earlier site in DIR is
    replaced; other files there stay.

    \b
    Example:
      bimaru generate --count 3 --grade easy -o puzzles.jsonl
      bimaru site public puzzles.jsonl --title "Calm seas"
    """
    directory, paths = _directory_and_puzzles(names, target)
    found = None if engine is None else BrowserEngine.open(engine)
    entries, code = _entries(paths, _TIME if time_limit is None else time_limit, workers)
    gallery = Gallery(title, entries) if entries else None
    if gallery is None and paths:
        return code
    files = site_files(found, gallery)
    write_site(directory, files)
    number = len(entries)
    what = f"{number} puzzle{'' if number == 1 else 's'}" if number else "no puzzles of its own"
    click.echo(f"{directory}: a site with {what}, {len(files)} files")
    click.echo(f"Browsers run it from a web server, not from the disk: bimaru serve --site {directory}")
    if found is None:
        click.echo("It is for playing and checking only: hints, explanations and new puzzles need --engine.")
    return code


def _directory_and_puzzles(names: tuple[str, ...], target: str | None) -> tuple[Path, tuple[str, ...]]:
    """The directory to write to, the first of the names unless `-o` names it, and the paths of puzzles.

    Raises `UsageError`."""
    context = click.get_current_context()
    place, *rest = (target, *names) if target else names or (None,)
    if place is None:
        raise click.UsageError("Missing argument 'DIR': the directory to write the site to.", context)
    if Path(place).is_file():
        raise click.UsageError(
            f"{place} is a file, not the directory to write to; name that with -o DIR", context
        )
    return Path(place), tuple(options.INPUT.convert(path, None, context) for path in rest)


def _entries(paths: tuple[str, ...], time_limit: float, workers: int) -> tuple[tuple[Entry, ...], Exit]:
    """The graded puzzles in their order, and the exit code of the worst error in one."""
    batch = puzzle_batch(paths, skips_malformed=False)
    answers = batch.answers(partial(_entry, time_limit), in_processes(workers))
    entries = tuple(entry for _, entry in answers)
    return entries, batch.end()


def _entry(time_limit: float, item: InputPuzzle) -> Entry:
    """The puzzle as an entry. Raises `BadInputError` unless it has exactly one solution."""
    status = solve(item.puzzle, time_limit=time_limit).status
    if status != "unique":
        found = _UNFIT.get(status, f"not decided within {time_limit:g} s (--time-limit)")
        raise BadInputError(f"{found}; a site needs exactly one solution of each puzzle")
    return entry_of(item.puzzle, item.number, time_limit)
