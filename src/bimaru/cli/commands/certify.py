"""`bimaru certify`: proofs of uniqueness that others can check."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final, NamedTuple

import click

from bimaru.cli import options
from bimaru.cli.batch import Asked, Batch, asked, place_of
from bimaru.cli.files import free_path
from bimaru.cli.main_group import BadInputError, Exit
from bimaru.cli.output import blamed_on, opened
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
    help="The directory to make; of many puzzles each gets one in it, named by its id.",
)
@options.time_limit
@options.as_json
def certify(paths: tuple[str, ...], target: Path, time_limit: float | None, as_json: bool) -> Exit:
    """Prove that puzzles have one solution, for others to check.

    A certificate holds the puzzle, its solution, clauses (DIMACS) that only another solution
    would satisfy, a proof (DRAT) that nothing satisfies them, and a manifest with the digests
    of all four. For a puzzle with no solution, or with several, nothing is written.

    \b
    With --json, one object a puzzle; the path is null where nothing was written:
      {"id", "status", "path"}

    \b
    Example:
      bimaru certify puzzle.txt -o certificate
    """
    text = _as_json if as_json else _as_text
    with opened(None, "") as output:

        def tell(item: _Placed, status: Status) -> Exit:
            output.put(item.one.puzzle.id, text(*item, status))
            return _EXITS[status]

        batch = Batch(_name)
        return batch.tell_each(_placed(asked(paths), target), partial(_certify, time_limit=time_limit), tell)


class _Placed(NamedTuple):
    """A puzzle with the directory for its certificate."""

    one: Asked
    place: Path


def _name(item: _Placed) -> str:
    return place_of(item.one)


def _placed(puzzles: Iterator[Asked], target: Path) -> Iterator[_Placed]:
    first = list(islice(puzzles, 2))
    if len(first) == 1:
        yield _Placed(first[0], target)
        return
    for one in chain(first, puzzles):
        yield _Placed(one, free_path(target, one.puzzle.id, one.number))


def _certify(item: _Placed, time_limit: float | None) -> Status:
    one, place = item
    try:
        certificate = certificates.certify(one.puzzle, time_limit)
    except NotUniqueError as error:
        return error.status
    except OutOfTimeError:
        return "unknown"
    except TooManyClausesError as error:
        raise BadInputError(str(error)) from error
    with blamed_on(str(place)):
        certificates.save(certificate, place)
    return "unique"


def _as_json(one: Asked, place: Path, status: Status) -> str:
    path = str(place) if status == "unique" else None
    return json.dumps({"id": one.puzzle.id, "status": status, "path": path}) + "\n"


def _as_text(one: Asked, place: Path, status: Status) -> str:
    title = f"{one.title}: " if one.title else ""
    verdict = {
        "unique": f"one solution, certified in {place}",
        "multiple": "not certified, it has several solutions",
        "none": "not certified, it has no solution",
        "unknown": "not decided within the limit",
    }
    return f"{title}{verdict[status]}\n"
