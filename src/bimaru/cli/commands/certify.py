"""`bimaru certify`: certificates of the number of solutions of a puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import click

from bimaru.cli import combinations, options
from bimaru.cli.batch import Batch, InputPuzzle, read_puzzles
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import free_path, open_output
from bimaru.errors import OutOfTimeError
from bimaru.solving import Status
from bimaru.study import certificates
from bimaru.study.certificate_checker import BOARDS
from bimaru.study.certificates import MOST_SOLUTIONS, FalseClaimError
from bimaru.study.specification import TooManyClausesError

_STATUS: Final[dict[int, Status]] = {0: "none", 1: "unique"}


def _directory(ctx: click.Context, param: click.Parameter, value: str) -> Path:
    """The directory to create. Raises `BadParameter`."""
    options.check_named(ctx, param, value)
    path = Path(value)
    return path if path.name else path.absolute()


@command(combinations.exclusive("--solutions", "--all"))
def certify(
    paths: tuple[str, ...] = options.paths,
    target: Path = option(
        "-o, --output DIR",
        "Directory to create. With several puzzles, each gets a subdirectory named after its id.",
        type=click.Path(file_okay=False),
        callback=_directory,
        required=True,
    ),
    solutions: int | None = options.number(
        "--solutions N",
        "Certify that there are exactly N solutions; 0 for none.  [default: 1]",
        least=0,
        most=MOST_SOLUTIONS,
    ),
    find_all: bool = flag("--all", f"Certify whatever number of solutions there is, up to {MOST_SOLUTIONS}."),
    lrat: bool = flag("--lrat", "Write the proof in LRAT, too, for verified checkers."),
    time_limit: float | None = options.time_limit,
    as_json: bool = options.as_json,
) -> Exit:
    """Write certificates of how many solutions puzzles have.

    A certificate holds the puzzle, its solutions, clauses (DIMACS) that only another solution
    would satisfy, a proof (DRAT) that they are unsatisfiable, and a manifest with the digests
    of all these files. Nothing is written for a puzzle with a different number of solutions.

    \b
    With --json, one object per puzzle; solutions and path are null if nothing was
    written:
      {"id", "status", "solutions", "path"}

    \b
    Example:
      bimaru certify puzzle.txt -o certificate
      bimaru certify impossible.txt --solutions 0 -o none
    """
    number = None if find_all else 1 if solutions is None else solutions
    text = _as_json if as_json else _as_text
    with open_output(None, "") as output:

        def write(job: _Job, outcome: _Outcome) -> Exit:
            output.put(job.item.puzzle.id, text(*job, outcome))
            return outcome.exit_code

        work = partial(_certify, solutions=number, hints=lrat, time_limit=time_limit)
        batch: Batch[_Job] = Batch(attrgetter("item.location"))
        return batch.run(_jobs(read_puzzles(paths, batch), target), work, write)


class _Job(NamedTuple):
    """A puzzle with the directory for its certificate."""

    item: InputPuzzle
    directory: Path


class _Outcome(NamedTuple):
    """What was found: `certified` is the number of solutions, `None` if nothing was written, and `fault`
    then says why."""

    status: Status
    certified: int | None
    fault: str
    exit_code: Exit


def _jobs(puzzles: Iterator[InputPuzzle], target: Path) -> Iterator[_Job]:
    first = list(islice(puzzles, 2))
    if len(first) == 1:
        yield _Job(first[0], target)
        return
    for item in chain(first, puzzles):
        yield _Job(item, free_path(target, item.puzzle.id, item.number))


def _certify(job: _Job, solutions: int | None, hints: bool, time_limit: float | None) -> _Outcome:
    item, directory = job
    try:
        certificate = certificates.certify(item.puzzle, time_limit, solutions=solutions, hints=hints)
    except FalseClaimError as error:
        return _Outcome(error.status, None, f"not certified: {error}", Exit.FAILED)
    except OutOfTimeError:
        return _Outcome("unknown", None, "undecided within the time limit", Exit.UNDECIDED)
    except TooManyClausesError as error:
        raise BadInputError(str(error)) from error
    certificates.save(certificate, directory)
    number = len(json.loads(certificate[BOARDS]))
    return _Outcome(_STATUS.get(number, "multiple"), number, "", Exit.DONE)


def _as_json(item: InputPuzzle, directory: Path, outcome: _Outcome) -> str:
    path = None if outcome.certified is None else str(directory)
    shown = {"id": item.puzzle.id, "status": outcome.status, "solutions": outcome.certified, "path": path}
    return json.dumps(shown) + "\n"


def _as_text(item: InputPuzzle, directory: Path, outcome: _Outcome) -> str:
    if outcome.certified is None:
        return f"{item.label}{outcome.fault}\n"
    return f"{item.label}{certificates.in_words(outcome.certified)}, certified in {directory}\n"
