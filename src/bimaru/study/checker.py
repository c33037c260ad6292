"""Checking a uniqueness certificate, trusting neither what is in it nor who made it.

A certificate is a directory of five files: a puzzle, its board, clauses that say that there is
another board, a proof that they contradict each other, and a manifest with the digests of
those four. Here the referee judges the board, the clauses are written once more from the puzzle
(`bimaru.study.specification`) and must be the same to the letter, and the proof must refute
them (`bimaru.study.refutation`). None of this shares any code with an engine.
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
"""What is in the files, by their names."""


class InvalidCertificateError(BimaruError, ValueError):
    """The certificate proves nothing; the message says which file is to blame, and of what."""


class NotACertificateError(BimaruError, ValueError):
    """The directory has no manifest, so it was never meant as a certificate."""


def verify(directory: Path) -> tuple[Puzzle, Board]:
    """The puzzle, and the board that it is now known to have as its only one.

    Raises `InvalidCertificateError`, `NotACertificateError` and `OSError`."""
    contents = _read(directory)
    puzzle, board = _puzzle(contents), _board(contents)
    if broken := check(puzzle, board):
        raise InvalidCertificateError(f"{BOARD}: {broken[0].text}")
    try:
        claim = specify(puzzle, board)
    except TooManyClausesError as error:
        raise InvalidCertificateError(f"{PUZZLE}: {error}") from None
    if contents[CLAUSES] != clauses_text(claim):
        raise InvalidCertificateError(f"{CLAUSES}: not the clauses of this puzzle and board")
    try:
        check_refutation(claim.variables, claim.clauses, _lines(contents, PROOF))
    except InvalidProofError as error:
        raise InvalidCertificateError(f"{PROOF}: {error}") from None
    return puzzle, board


def clauses_text(claim: Specification) -> bytes:
    """The file of the clauses."""
    return dimacs(claim, f"The boards of {PUZZLE} other than {BOARD}.").encode()


def manifest(contents: Contents) -> dict[str, object]:
    """The manifest that goes with the other files."""
    digests = {name: hashlib.sha256(contents[name]).hexdigest() for name in FILES if name != MANIFEST}
    return {"certificate": "bimaru uniqueness 1", "sha256": digests}


def _read(directory: Path) -> Contents:
    """The files, if they are those that the manifest vouches for, and no others."""
    there = {entry.name for entry in directory.iterdir()}
    if MANIFEST not in there:
        raise NotACertificateError(f"no certificate: it has no {MANIFEST}")
    if wrong := sorted(there ^ set(FILES)):
        raise InvalidCertificateError(
            f"{wrong[0]}: {'missing' if wrong[0] in FILES else 'no part of a certificate'}"
        )
    contents = {name: (directory / name).read_bytes() for name in FILES}
    vouched, true = _value(contents, MANIFEST), manifest(contents)
    if vouched != true:
        raise InvalidCertificateError(_disagreement(vouched, true))
    return contents


def _disagreement(vouched: Any, true: Any) -> str:
    digests = vouched.get("sha256") if isinstance(vouched, dict) else None
    if vouched == true | {"sha256": digests} and isinstance(digests, dict):
        for name, digest in true["sha256"].items():
            if digests.get(name, digest) != digest:
                return f"{name}: not the file whose digest {MANIFEST} has"
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
    """The one JSON value in a file."""
    try:
        found = list(values(iter(_lines(contents, name))))
    except InvalidTextError as error:
        raise InvalidCertificateError(f"{name}: {error}") from None
    if len(found) != 1:
        raise InvalidCertificateError(f"{name}: {len(found)} values of JSON; it must be one")
    return found[0][1]


def _lines(contents: Contents, name: str) -> list[str]:
    try:
        return contents[name].decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise InvalidCertificateError(f"{name}: not text") from None
