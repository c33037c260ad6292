"""`bimaru verify`: checks certificates, with no code shared with `certify`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from bimaru.cli import options
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import open_output
from bimaru.puzzle import Puzzle
from bimaru.study.checker import MANIFEST, InvalidCertificateError, NotACertificateError
from bimaru.study.checker import verify as verify_one


@click.command()
@click.argument(
    "directories",
    metavar="DIR...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@options.as_json
def verify(directories: tuple[Path, ...], as_json: bool) -> Exit:
    """Verify certificates that puzzles have exactly one solution.

    Checks the digests of all files, the solution and the clauses against the puzzle, and every
    step of the proof. DIR is a certificate, or a directory of certificates.

    \b
    With --json, one object a certificate; the fault of a valid one is null:
      {"id", "path", "valid", "fault"}

    \b
    Example:
      bimaru certify puzzle.txt -o certificate
      bimaru verify certificate
    """
    worst = Exit.DONE
    with open_output(None, "") as output:
        for directory in _certificates(directories):
            puzzle, fault = _check(directory)
            answer = _as_json(directory, puzzle, fault) if as_json else _as_text(directory, puzzle, fault)
            output.put(None, answer)
            worst = max(worst, Exit.FAILED if fault else Exit.DONE)
    return worst


def _certificates(directories: tuple[Path, ...]) -> Iterator[Path]:
    for directory in directories:
        within = sorted(path.parent for path in directory.glob(f"*/{MANIFEST}"))
        yield from [directory] if (directory / MANIFEST).exists() or not within else within


def _check(directory: Path) -> tuple[Puzzle | None, str | None]:
    """The puzzle of a valid certificate, or the fault of the certificate."""
    try:
        return verify_one(directory)[0], None
    except InvalidCertificateError as error:
        return None, str(error)
    except NotACertificateError as error:
        raise BadInputError(f"{directory}: {error}") from error


def _as_json(directory: Path, puzzle: Puzzle | None, fault: str | None) -> str:
    answer = {
        "id": None if puzzle is None else puzzle.id,
        "path": str(directory),
        "valid": fault is None,
        "fault": fault,
    }
    return json.dumps(answer) + "\n"


def _as_text(directory: Path, puzzle: Puzzle | None, fault: str | None) -> str:
    if puzzle is None:
        return f"{directory}: not valid: {fault}\n"
    name = "the puzzle" if puzzle.id is None else str(puzzle.id)
    return f"{directory}: valid: {name} has exactly one solution\n"
