"""`bimaru certify`: certificates that a puzzle has one solution."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final, NamedTuple

import click

from bimaru.cli import options
from bimaru.cli.batch import Batch, InputPuzzle, read_puzzles
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import free_path, open_output
from bimaru.errors import OutOfTimeError
from bimaru.solving import NotUniqueError, Status
from bimaru.study import certificates
from bimaru.study.specification import TooManyClausesError

_EXITS: Final[dict[Status, Exit]] = {
    "unique": Exit.DONE,
    "multiple": Exit.FAILED,
    "none": Exit.FAILED,
    "unknown": Exit.UNDECIDED,
}


@click.command()
@options.paths
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    required=True,
    help="Directory to create. For many puzzles, each gets a directory in it, named by its id.",
)
@options.time_limit
@options.as_json
def certify(paths: tuple[str, ...], target: Path, time_limit: float | None, as_json: bool) -> Exit:
    """Write certificates that puzzles have exactly one solution.

    A certificate holds the puzzle, its solution, clauses (DIMACS) that only another solution
    would satisfy, a proof (DRAT) that they are unsatisfiable, and a manifest with the digests
    of all four. For a puzzle with no solution or several, nothing is written.

    \b
    With --json, one object a puzzle; the path is null if nothing was written:
      {"id", "status", "path"}

    \b
    Example:
      bimaru certify puzzle.txt -o certificate
    """
    text = _as_json if as_json else _as_text
    with open_output(None, "") as output:

        def write(job: _Job, status: Status) -> Exit:
            output.put(job.item.puzzle.id, text(*job, status))
            return _EXITS[status]

        batch = Batch(_location)
        return batch.run(_jobs(read_puzzles(paths), target), partial(_certify, time_limit=time_limit), write)


class _Job(NamedTuple):
    """A puzzle with the directory for its certificate."""

    item: InputPuzzle
    directory: Path


def _location(job: _Job) -> str:
    return job.item.location


def _jobs(puzzles: Iterator[InputPuzzle], target: Path) -> Iterator[_Job]:
    first = list(islice(puzzles, 2))
    if len(first) == 1:
        yield _Job(first[0], target)
        return
    for item in chain(first, puzzles):
        yield _Job(item, free_path(target, item.puzzle.id, item.number))


def _certify(job: _Job, time_limit: float | None) -> Status:
    item, directory = job
    try:
        certificate = certificates.certify(item.puzzle, time_limit)
    except NotUniqueError as error:
        return error.status
    except OutOfTimeError:
        return "unknown"
    except TooManyClausesError as error:
        raise BadInputError(str(error)) from error
    certificates.save(certificate, directory)
    return "unique"


def _as_json(item: InputPuzzle, directory: Path, status: Status) -> str:
    path = str(directory) if status == "unique" else None
    return json.dumps({"id": item.puzzle.id, "status": status, "path": path}) + "\n"


def _as_text(item: InputPuzzle, directory: Path, status: Status) -> str:
    verdict = {
        "unique": f"one solution, certified in {directory}",
        "multiple": "not certified: it has several solutions",
        "none": "not certified: it has no solution",
        "unknown": "undecided within the time limit",
    }
    return f"{item.label}{verdict[status]}\n"
