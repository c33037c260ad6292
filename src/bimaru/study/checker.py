"""Checking uniqueness certificates without trusting their contents or their author.

A certificate is a directory of five files: a puzzle, its board, clauses satisfied exactly by its other
boards, a proof that nothing satisfies them, and a manifest with the digests of those four. Here the referee
judges the board, the clauses are written again from the puzzle (`bimaru.study.specification`) and must be
the same to the letter, and the proof must refute them (`bimaru.study.refutation`). None of this shares
code with an engine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from bimaru.board import Board
from bimaru.errors import BimaruError, InvalidBoardError, InvalidPuzzleError
from bimaru.formats import InvalidTextError
from bimaru.formats.jsonl import values
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.study.dimacs import dimacs
from bimaru.study.refutation import InvalidProofError, check_refutation
from bimaru.study.specification import Specification, TooManyClausesError, specify

PUZZLE: Final = "puzzle.json"
BOARD: Final = "board.json"
CLAUSES: Final = "another-board.cnf"
PROOF: Final = "refutation.drat"
MANIFEST: Final = "manifest.json"
FILES: Final = (PUZZLE, BOARD, CLAUSES, PROOF, MANIFEST)

Contents: TypeAlias = Mapping[str, bytes]
"""The contents of files, by name."""


class InvalidCertificateError(BimaruError, ValueError):
    """The certificate proves nothing; the message names the file and its fault."""


class NotACertificateError(BimaruError, ValueError):
    """The directory has no manifest, so it is not a certificate."""


def verify(directory: Path) -> tuple[Puzzle, Board]:
    """The puzzle of a valid certificate, and its only board.

    Raises `InvalidCertificateError`, `NotACertificateError` and `OSError`."""
    contents = _read(directory)
    puzzle, board = _puzzle(contents), _board(contents)
    if broken := check(puzzle, board):
        raise InvalidCertificateError(f"{BOARD}: {broken[0].text}")
    try:
        clauses = specify(puzzle, board)
    except TooManyClausesError as error:
        raise InvalidCertificateError(f"{PUZZLE}: {error}") from None
    if contents[CLAUSES] != clauses_text(clauses):
        raise InvalidCertificateError(f"{CLAUSES}: not the clauses of this puzzle and board")
    try:
        check_refutation(clauses.variables, clauses.clauses, _lines(contents, PROOF))
    except InvalidProofError as error:
        raise InvalidCertificateError(f"{PROOF}: {error}") from None
    return puzzle, board


def clauses_text(specification: Specification) -> bytes:
    """The contents of the file `CLAUSES`."""
    return dimacs(specification, f"The boards of {PUZZLE} other than {BOARD}.").encode()


def manifest(contents: Contents) -> dict[str, object]:
    """The manifest of the other files."""
    digests = {name: hashlib.sha256(contents[name]).hexdigest() for name in FILES if name != MANIFEST}
    return {"certificate": "bimaru uniqueness 1", "sha256": digests}


def _read(directory: Path) -> Contents:
    """The files of a certificate, whose names and digests agree with its manifest."""
    present = {entry.name for entry in directory.iterdir()}
    if MANIFEST not in present:
        raise NotACertificateError(f"no certificate: it has no {MANIFEST}")
    if wrong := sorted(present ^ set(FILES)):
        raise InvalidCertificateError(
            f"{wrong[0]}: {'missing' if wrong[0] in FILES else 'not part of a certificate'}"
        )
    contents = {name: (directory / name).read_bytes() for name in FILES}
    found, expected = _value(contents, MANIFEST), manifest(contents)
    if found != expected:
        raise InvalidCertificateError(_manifest_fault(found, expected))
    return contents


def _manifest_fault(found: Any, expected: Any) -> str:
    digests = found.get("sha256") if isinstance(found, dict) else None
    if found == expected | {"sha256": digests} and isinstance(digests, dict):
        for name, digest in expected["sha256"].items():
            if digests.get(name, digest) != digest:
                return f"{name}: its digest differs from that in {MANIFEST}"
    return f"{MANIFEST}: not the manifest of a certificate that this version of bimaru checks"


def _puzzle(contents: Contents) -> Puzzle:
    try:
        return Puzzle.from_data(_value(contents, PUZZLE))
    except InvalidPuzzleError as error:
        raise InvalidCertificateError(f"{PUZZLE}: {error}") from None


def _board(contents: Contents) -> Board:
    try:
        return Board.from_data(_value(contents, BOARD))
    except InvalidBoardError as error:
        raise InvalidCertificateError(f"{BOARD}: {error}") from None


def _value(contents: Contents, name: str) -> object:
    """The JSON value of a file, which must hold exactly one."""
    try:
        found = list(values(iter(_lines(contents, name))))
    except InvalidTextError as error:
        raise InvalidCertificateError(f"{name}: {error}") from None
    if len(found) != 1:
        raise InvalidCertificateError(f"{name}: {len(found)} JSON values, expected one")
    return found[0][1]


def _lines(contents: Contents, name: str) -> list[str]:
    try:
        return contents[name].decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise InvalidCertificateError(f"{name}: not text") from None
