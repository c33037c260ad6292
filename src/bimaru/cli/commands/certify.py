"""`bimaru certify`: certificates of the number of solutions of a puzzle."""

from __future__ import annotations

import json
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import click

from bimaru.cli import combinations, options
from bimaru.cli.batch import Form, InputPuzzle, puzzle_batch
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import free_path
from bimaru.errors import OutOfTimeError
from bimaru.solving import Status
from bimaru.study import certificates
from bimaru.study.certificate_checker import BOARDS
from bimaru.study.certificates import MOST_SOLUTIONS, FalseClaimError

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
    batch = puzzle_batch(paths)
    puzzles = iter(batch.items)
    first = [*islice(puzzles, 2)]
    batch.items = chain(first, puzzles)

    def certify_one(item: InputPuzzle) -> _Outcome:
        directory = target if len(first) == 1 else free_path(target, item.puzzle.id, item.number)
        try:
            certificate = certificates.certify(item.puzzle, time_limit, solutions=number, hints=lrat)
        except FalseClaimError as error:
            return _Outcome(error.status, Exit.FAILED, fault=f"not certified: {error}")
        except OutOfTimeError:
            return _Outcome("unknown", Exit.UNDECIDED, fault="undecided within the time limit")
        certificates.save(certificate, directory)
        found = len(json.loads(certificate[BOARDS]))
        return _Outcome(_STATUS.get(found, "multiple"), Exit.DONE, found, str(directory))

    form = Form(_as_text, _as_data, attrgetter("exit_code"))
    return form.run(batch, certify_one, as_json, None)


class _Outcome(NamedTuple):
    """What was found: `certified` is the number of solutions, and `path` where the certificate is; both
    are `None` if nothing was written, and `fault` then says why."""

    status: Status
    exit_code: Exit
    certified: int | None = None
    path: str | None = None
    fault: str = ""


def _as_data(_: InputPuzzle, outcome: _Outcome) -> dict[str, object]:
    return {"status": outcome.status, "solutions": outcome.certified, "path": outcome.path}


def _as_text(item: InputPuzzle, outcome: _Outcome) -> str:
    if outcome.certified is None:
        return f"{item.label}{outcome.fault}\n"
    return f"{item.label}{certificates.in_words(outcome.certified)}, certified in {outcome.path}\n"
