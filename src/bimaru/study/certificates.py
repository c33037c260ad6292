"""Making uniqueness certificates: CaDiCaL refutes the clauses that the checker writes from the puzzle."""

from __future__ import annotations

import json
import time
from itertools import takewhile
from pathlib import Path
from typing import Final

from bimaru.atomic_files import temporary_path, write_errors
from bimaru.engines.cadical import Cadical
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.solving import NotUniqueError, solve
from bimaru.study.checker import BOARD, CLAUSES, MANIFEST, PROOF, PUZZLE, Contents, clauses_text, manifest
from bimaru.study.specification import specify

_EMPTY: Final = "0"


def certify(puzzle: Puzzle, time_limit: float | None = None) -> Contents:
    """The files of a certificate. `time_limit` is in seconds.

    Raises `NotUniqueError`, `TooManyClausesError`, `UnsupportedPuzzleError`, `MissingExtraError` and
    `OutOfTimeError`."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    result = solve(puzzle, limit=1, time_limit=time_limit)
    if result.board is None:
        if not result.complete:
            raise OutOfTimeError
        raise NotUniqueError(puzzle, "none")
    claim = specify(puzzle, result.board)
    files = {
        PUZZLE: _json(puzzle.to_data()),
        BOARD: _json(result.board.to_data()),
        CLAUSES: clauses_text(claim),
        PROOF: "".join(f"{line}\n" for line in _refutation(puzzle, claim.clauses, deadline)).encode(),
    }
    return files | {MANIFEST: _json(manifest(files))}


def save(certificate: Contents, directory: Path) -> None:
    """Write the files of a certificate, all of them or none.

    Raises `WriteError`, also for a directory that has something in it already."""
    with temporary_path(directory) as part, write_errors(str(directory)):
        part.mkdir(parents=True)
        for name, data in certificate.items():
            (part / name).write_bytes(data)


def _refutation(puzzle: Puzzle, clauses: list[list[int]], deadline: float | None) -> list[str]:
    """The lines of a proof, up to the empty clause."""
    cadical = Cadical("certify", clauses, with_proof=True)
    satisfiable = cadical.solve(deadline)
    if satisfiable is None:
        raise OutOfTimeError
    if satisfiable:
        raise NotUniqueError(puzzle, "multiple")
    return [*takewhile(lambda line: line != _EMPTY, cadical.proof()), _EMPTY]


def _json(data: object) -> bytes:
    return f"{json.dumps(data)}\n".encode()
