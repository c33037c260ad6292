"""Checking certificates without trusting their contents or their author.

A certificate claims that a puzzle has exactly certain boards: one, none or several. It is a directory of a
puzzle, its boards, clauses satisfied exactly by its other boards, a proof that nothing satisfies them
(`PROOF`, and the same with hints, if present), and a manifest with the digests of all these files. Here the
referee judges the boards, the clauses are written again from the puzzle (`bimaru.study.specification`) and
must be the same to the letter, and the proofs must refute them (`bimaru.study.drat_check`,
`bimaru.study.lrat_check`). None of this shares code with an engine.
"""

from __future__ import annotations

import hashlib
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeAlias

from bimaru.board import Board
from bimaru.errors import BimaruError, InvalidBoardError, InvalidPuzzleError
from bimaru.formats import InvalidTextError
from bimaru.formats.json_format import values
from bimaru.outcome import WholeOutcome
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.study.dimacs import dimacs
from bimaru.study.drat_check import InvalidProofError, check_refutation
from bimaru.study.lrat_check import check_lrat
from bimaru.study.specification import Specification, TooManyClausesError, number_of_placements, specify

PUZZLE: Final = "puzzle.json"
BOARDS: Final = "boards.json"
CLAUSES: Final = "another-board.cnf"
PROOF: Final = "refutation.drat"
HINTED_PROOF: Final = "refutation.lrat"
MANIFEST: Final = "manifest.json"
MOST_VISITS: Final = 400_000_000
"""Limit of checking a certificate, in visits of clauses: some seconds, compiled."""
FILES: Final = (PUZZLE, BOARDS, CLAUSES, PROOF, MANIFEST)
"""The files of every certificate; `HINTED_PROOF` may be there, too."""
CLAIM: Final = "bimaru 2: the puzzle has exactly these boards"

Contents: TypeAlias = Mapping[str, bytes]
"""The contents of files, by name."""


class InvalidCertificateError(BimaruError, ValueError):
    """The certificate proves nothing; the message names the file and its fault."""


class NotACertificateError(BimaruError, ValueError):
    """The directory has no manifest, so it is not a certificate."""


class UncheckedCertificateError(BimaruError, ValueError):
    """The check was cut off: it is not known whether the certificate is valid."""


@dataclass(frozen=True, slots=True)
class Verified(WholeOutcome):
    """A puzzle and all its boards, as proved by a certificate whose manifest has this SHA-256 digest."""

    puzzle: Puzzle
    boards: tuple[Board, ...]
    digest: str


_OTHER_CLAUSES: Final = "not the clauses of this puzzle and these boards"


def verify(
    directory: str | PathLike[str], time_limit: float | None = None, most: int = MOST_VISITS
) -> Verified:
    """The puzzle of a valid certificate, and all its boards. `most` is how many clauses may be visited.

    Raises `InvalidCertificateError`, `NotACertificateError` and `OSError`; `UncheckedCertificateError` if
    the proofs take more visits or, in seconds, time."""
    watch = _Limit(time_limit, most).watch
    contents = _read(Path(directory))
    puzzle, boards = _puzzle(contents), _boards(contents)
    for number, board in enumerate(boards, 1):
        if broken := check(puzzle, board):
            raise InvalidCertificateError(f"{BOARDS}: board {number}: {broken[0].text}")
    try:
        # Not more than the file has: what someone forged must not take longer than what it is made of.
        claim = _specified(puzzle, boards, contents[CLAUSES].count(b"\n"))
        watch(len(claim.clauses))
    except TooManyClausesError:
        raise InvalidCertificateError(f"{CLAUSES}: {_OTHER_CLAUSES}") from None
    _check_exclusions(puzzle, claim.clauses[len(claim.clauses) - len(boards) :])
    if contents[CLAUSES] != clauses_text(claim, contents):
        raise InvalidCertificateError(f"{CLAUSES}: {_OTHER_CLAUSES}")
    _check_proof(contents, PROOF, claim, partial(check_refutation, watch=watch))
    if HINTED_PROOF in contents:
        _check_proof(contents, HINTED_PROOF, claim, partial(check_lrat, watch=watch))
    return Verified(puzzle, boards, _digest(contents[MANIFEST]))


class _Limit:
    """What checking a certificate may take."""

    def __init__(self, time_limit: float | None, most: int) -> None:
        self._end = None if time_limit is None else time.monotonic() + time_limit
        self._left = most

    def watch(self, visits: int) -> None:
        """Count visits of clauses. Raises `UncheckedCertificateError`."""
        self._left -= visits
        if self._left < 0:
            raise UncheckedCertificateError("checking the proof takes too much search")
        if self._end is not None and time.monotonic() >= self._end:
            raise UncheckedCertificateError("the time limit was reached before the answer was known")


def _specified(puzzle: Puzzle, boards: Sequence[Board], most: int) -> Specification:
    """The clauses. Raises `TooManyClausesError`, at once where the placements are more: each has a clause."""
    if number_of_placements(puzzle) > most:
        raise TooManyClausesError
    return specify(puzzle, boards, most)


def clauses_text(specification: Specification, contents: Contents) -> bytes:
    """The contents of the file `CLAUSES`, which names those of `PUZZLE` and `BOARDS`."""
    puzzle, boards = (f"{name} (SHA-256 {_digest(contents[name])})" for name in (PUZZLE, BOARDS))
    return dimacs(specification, f"The boards of {puzzle} other than those in {boards}.").encode()


def manifest(contents: Contents) -> dict[str, object]:
    """The manifest of the other files."""
    digests = {name: _digest(contents[name]) for name in (*FILES, HINTED_PROOF) if name in contents}
    digests.pop(MANIFEST, None)
    return {"certificate": CLAIM, "sha256": digests}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _check_exclusions(puzzle: Puzzle, clauses: Sequence[Sequence[int]]) -> None:
    """Each of the clauses that exclude the boards must name every ship of the fleet, or it would exclude
    other boards as well; and no two may be the same."""
    ships = sum(number for _, number in puzzle.ships)
    if any(len(clause) != ships for clause in clauses):
        raise InvalidCertificateError(f"{BOARDS}: a board does not show the ships of the fleet")
    if len({frozenset(clause) for clause in clauses}) < len(clauses):
        raise InvalidCertificateError(f"{BOARDS}: a board is there twice")


def _check_proof(
    contents: Contents,
    name: str,
    claim: Specification,
    check: Callable[[int, Sequence[Sequence[int]], Sequence[str]], None],
) -> None:
    try:
        check(claim.variables, claim.clauses, _lines(contents, name))
    except InvalidProofError as error:
        raise InvalidCertificateError(f"{name}: {error}") from None


def _read(directory: Path) -> Contents:
    """The files of a certificate, whose names and digests agree with its manifest."""
    entries = {entry.name: entry for entry in directory.iterdir()}
    if MANIFEST not in entries:
        raise NotACertificateError(f"not a certificate: {MANIFEST} is missing")
    if wrong := sorted((entries.keys() - {HINTED_PROOF}) ^ set(FILES)):
        raise InvalidCertificateError(
            f"{wrong[0]}: {'missing' if wrong[0] in FILES else 'not part of a certificate'}"
        )
    contents = {name: _read_file(entry) for name, entry in entries.items()}
    found, expected = _value(contents, MANIFEST), manifest(contents)
    if found != expected:
        raise InvalidCertificateError(_manifest_fault(found, expected))
    return contents


def _read_file(path: Path) -> bytes:
    """The contents of a file; a link could lead anywhere, and a pipe has no end."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise InvalidCertificateError(f"{path.name}: not a regular file")
    return path.read_bytes()


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


def _boards(contents: Contents) -> tuple[Board, ...]:
    data = _value(contents, BOARDS)
    if not isinstance(data, list):
        raise InvalidCertificateError(f"{BOARDS}: not a list of boards")
    try:
        return tuple(map(Board.from_data, data))
    except InvalidBoardError as error:
        raise InvalidCertificateError(f"{BOARDS}: {error}") from None


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
