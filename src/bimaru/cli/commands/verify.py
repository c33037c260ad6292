"""`bimaru verify`: checks certificates, with no code shared with `certify`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from bimaru.cli import options
from bimaru.cli.batch import read_puzzles
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import open_output
from bimaru.cli.progress import expect
from bimaru.formats.source import name_of
from bimaru.puzzle import Puzzle
from bimaru.study.certificate_checker import (
    MANIFEST,
    PUZZLE,
    InvalidCertificateError,
    NotACertificateError,
    UncheckedCertificateError,
    Verified,
)
from bimaru.study.certificate_checker import verify as verify_one


@click.command()
@click.argument(
    "directories",
    metavar="DIR...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--puzzle",
    "path",
    type=options.INPUT,
    metavar="FILE",
    help="Accept only certificates of the puzzles in FILE.",
)
@options.time_limit_on("each certificate")
@options.as_json
def verify(directories: tuple[Path, ...], path: str | None, time_limit: float | None, as_json: bool) -> Exit:
    """Verify certificates of the number of solutions of puzzles.

    Checks the digests of all files, the solutions and the clauses against the puzzle, and every
    step of the proof. DIR is a certificate, or a directory of certificates. With --puzzle, the
    clues and the fleet of a certificate's puzzle must be those of one of yours. With a file of
    puzzles in place of DIR, it is bimaru solve or, with a second file, bimaru check.

    \b
    With --json, one object per certificate; fault is null if it is valid,
    solutions and sha256 (the digest of its manifest) are null if it is not:
      {"id", "path", "valid", "fault", "solutions", "sha256"}
    and "complete": false, with valid null, if the time limit was reached, or the
    check took too much search.

    \b
    Example:
      bimaru certify puzzle.txt -o certificate
      bimaru verify certificate --puzzle puzzle.txt
    """
    worst = Exit.DONE
    expected = None if path is None else [item.puzzle for item in read_puzzles([path])]
    certificates = [*_certificates(directories)]
    expect(lambda: len(certificates))
    with open_output(None, "") as output:
        for directory in certificates:
            try:
                verified, fault = _check(directory, expected, path, time_limit)
            except UncheckedCertificateError as reason:
                output.put(None, _unchecked(directory, reason, as_json=as_json))
                worst = Exit.UNDECIDED
                continue
            answer = _as_json(directory, verified, fault) if as_json else _as_text(directory, verified, fault)
            output.put(None, answer)
            worst = max(worst, Exit.FAILED if fault else Exit.DONE)
    return worst


def _unchecked(directory: Path, reason: UncheckedCertificateError, *, as_json: bool) -> str:
    """The answer for a certificate of which it is not known whether it is valid."""
    if not as_json:
        return f"{directory}: not known: {reason}\n"
    unknown = dict.fromkeys(("valid", "fault", "solutions", "sha256"))
    return json.dumps({"id": None, "path": str(directory), **unknown, "complete": False}) + "\n"


def _certificates(directories: tuple[Path, ...]) -> Iterator[Path]:
    for directory in directories:
        if not directory.is_dir():
            raise BadInputError(
                f"{directory}: a file; a certificate is a directory, written by bimaru certify"
            )
        within = sorted(path.parent for path in directory.glob(f"*/{MANIFEST}"))
        yield from [directory] if (directory / MANIFEST).exists() or not within else within


def _check(
    directory: Path, expected: Sequence[Puzzle] | None, path: str | None, time_limit: float | None
) -> tuple[Verified | None, str | None]:
    """What a valid certificate proves, or the fault of the certificate."""
    try:
        verified = verify_one(directory, time_limit)
    except InvalidCertificateError as error:
        return None, str(error)
    except NotACertificateError as error:
        raise BadInputError(f"{directory}: {error}") from error
    if expected is None:
        return verified, None
    same = next((puzzle for puzzle in expected if puzzle == verified.puzzle), None)
    if same is None:
        return None, f"{PUZZLE}: another puzzle than in {name_of(path or '')}"
    return verified._replace(puzzle=same), None


def _as_json(directory: Path, verified: Verified | None, fault: str | None) -> str:
    answer = {
        "id": None if verified is None else verified.puzzle.id,
        "path": str(directory),
        "valid": fault is None,
        "fault": fault,
        "solutions": None if verified is None else len(verified.boards),
        "sha256": None if verified is None else verified.digest,
    }
    return json.dumps(answer) + "\n"


def _as_text(directory: Path, verified: Verified | None, fault: str | None) -> str:
    if verified is None:
        return f"{directory}: not valid: {fault}\n"
    name = "the puzzle" if verified.puzzle.id is None else str(verified.puzzle.id)
    match len(verified.boards):
        case 0:
            found = "no solution"
        case 1:
            found = "exactly one solution"
        case number:
            found = f"exactly {number} solutions"
    return f"{directory}: valid: {name} has {found}\n"
