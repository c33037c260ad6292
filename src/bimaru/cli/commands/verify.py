"""`bimaru verify`: checks certificates, with no code shared with `certify`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import click

from bimaru.cli import options
from bimaru.cli.batch import read_puzzles
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit, worst
from bimaru.cli.output import open_output
from bimaru.cli.progress import expect
from bimaru.formats.input_files import name_of
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

_Found: TypeAlias = Verified | InvalidCertificateError | UncheckedCertificateError


@command()
def verify(
    directories: tuple[Path, ...] = argument(
        metavar="DIR...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
    ),
    path: str | None = option(
        "--puzzle FILE", "Accept only certificates of the puzzles in FILE.", type=options.INPUT
    ),
    time_limit: float | None = options.time_limit_on("each certificate"),
    as_json: bool = options.as_json,
) -> Exit:
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
    expected = None if path is None else [item.puzzle for item in read_puzzles([path])]
    certificates = [*_certificates(directories)]
    expect(lambda: len(certificates))
    text = _as_json if as_json else _as_text
    code = Exit.DONE
    with open_output(None, "") as output:
        for directory in certificates:
            found = _check(directory, expected, path, time_limit)
            output.put(None, text(directory, found))
            code = worst(code, _exit_code(found))
    return code


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
) -> _Found:
    """What a valid certificate proves, the fault of the certificate, or why it is not known whether it is
    valid."""
    try:
        verified = verify_one(directory, time_limit)
    except (InvalidCertificateError, UncheckedCertificateError) as reason:
        return reason
    except NotACertificateError as error:
        raise BadInputError(f"{directory}: {error}") from error
    if expected is None:
        return verified
    same = next((puzzle for puzzle in expected if puzzle == verified.puzzle), None)
    if same is None:
        return InvalidCertificateError(f"{PUZZLE}: another puzzle than in {name_of(path or '')}")
    return replace(verified, puzzle=same)


def _exit_code(found: _Found) -> Exit:
    if isinstance(found, UncheckedCertificateError):
        return Exit.UNDECIDED
    return Exit.DONE if isinstance(found, Verified) else Exit.FAILED


def _as_json(directory: Path, found: _Found) -> str:
    data: dict[str, object] = {"complete": False}
    if isinstance(found, Verified):
        proved = {"solutions": len(found.boards), "sha256": found.digest}
        data = {"id": found.puzzle.id, "valid": True, **proved}
    elif isinstance(found, InvalidCertificateError):
        data = {"valid": False, "fault": str(found)}
    unknown = dict.fromkeys(("id", "path", "valid", "fault", "solutions", "sha256"))
    return json.dumps(unknown | {"path": str(directory)} | data) + "\n"


def _as_text(directory: Path, found: _Found) -> str:
    if not isinstance(found, Verified):
        kind = "not valid" if isinstance(found, InvalidCertificateError) else "not known"
        return f"{directory}: {kind}: {found}\n"
    name = "the puzzle" if found.puzzle.id is None else str(found.puzzle.id)
    number = len(found.boards)
    solutions = {0: "no solution", 1: "exactly one solution"}.get(number, f"exactly {number} solutions")
    return f"{directory}: valid: {name} has {solutions}\n"
