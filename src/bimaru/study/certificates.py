"""Making certificates: CaDiCaL refutes the clauses that the checker writes from the puzzle and its boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from os import PathLike
from pathlib import Path
from typing import Final

from bimaru.atomic_files import temporary_path, write_errors
from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.cadical import Cadical
from bimaru.errors import BimaruError, OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.solving import Status, solve
from bimaru.study.certificate_checker import (
    BOARDS,
    CLAUSES,
    HINTED_PROOF,
    MANIFEST,
    PROOF,
    PUZZLE,
    Contents,
    clauses_text,
    manifest,
)
from bimaru.study.lrat import with_hints
from bimaru.study.specification import Specification, specify

MOST_SOLUTIONS: Final = 1000
"""The most solutions that are certified: each takes a clause, and makes the proof longer."""
_EMPTY: Final = "0"


class FalseClaimError(BimaruError, ValueError):
    """The puzzle does not have the number of solutions that was to be certified. `status` is as in a
    result, `number` how many it has, or at least has if `is_more`."""

    def __init__(self, status: Status, number: int, *, is_more: bool = False) -> None:
        at_least = "at least " if is_more else ""
        super().__init__(f"the puzzle has {at_least}{in_words(number)}")
        self.status = status
        self.number = number
        self.is_more = is_more


def in_words(number: int) -> str:
    """A number of solutions: `no solution`, `one solution`, `2 solutions`."""
    return {0: "no solution", 1: "one solution"}.get(number, f"{number} solutions")


def certify(
    puzzle: Puzzle,
    time_limit: float | None = None,
    *,
    solutions: int | None = 1,
    hints: bool = False,
) -> Contents:
    """The files of a certificate that a puzzle has exactly this number of `solutions`, `None` for whatever
    number up to `MOST_SOLUTIONS` it has; with `hints` also the proof in LRAT. `time_limit` is in seconds.

    Raises `FalseClaimError`, `TooManyClausesError`, `UnsupportedPuzzleError`, `MissingExtraError` and
    `OutOfTimeError`, and `ValueError` for a number outside 0 to `MOST_SOLUTIONS`."""
    if solutions is not None and not 0 <= solutions <= MOST_SOLUTIONS:
        raise ValueError(f"solutions is {solutions}, expected a number from 0 to {MOST_SOLUTIONS}")
    deadline = None if time_limit is None else clock.now() + time_limit
    boards = _all_boards(puzzle, deadline) if solutions is None else _boards(puzzle, solutions, deadline)
    claim = specify(puzzle, boards)
    proof = _refutation(claim.clauses, deadline)
    if proof is None:
        status = "multiple" if boards else solve(puzzle, time_limit=_rest(deadline)).status
        raise FalseClaimError(status, len(boards) + 1, is_more=True)
    files = {PUZZLE: _json(puzzle.to_data()), BOARDS: _json([board.to_data() for board in boards])}
    files |= {CLAUSES: clauses_text(claim, files), PROOF: _text(proof)}
    if hints:
        files[HINTED_PROOF] = _hinted(claim, proof, deadline)
    return files | {MANIFEST: _json(manifest(files))}


def _boards(puzzle: Puzzle, number: int, deadline: float | None) -> Sequence[Board]:
    """This number of solutions, of which there may be more."""
    if number == 0:
        return ()
    result = solve(puzzle, limit=number, time_limit=_rest(deadline))
    if len(result.boards) < number:
        if not result.complete:
            raise OutOfTimeError
        raise FalseClaimError(result.status, len(result.boards))
    return result.boards


def _all_boards(puzzle: Puzzle, deadline: float | None) -> Sequence[Board]:
    result = solve(puzzle, limit=MOST_SOLUTIONS + 1, time_limit=_rest(deadline))
    if len(result.boards) > MOST_SOLUTIONS:
        raise FalseClaimError("multiple", MOST_SOLUTIONS + 1, is_more=True)
    if not result.complete:
        raise OutOfTimeError
    return result.boards


def _rest(deadline: float | None) -> float | None:
    """The seconds until a deadline."""
    return None if deadline is None else max(0.0, deadline - clock.now())


def _hinted(claim: Specification, proof: Sequence[str], deadline: float | None) -> bytes:
    try:
        with building_until(deadline):
            return _text(with_hints(claim.variables, claim.clauses, proof))
    except OutOfBudgetError:
        raise OutOfTimeError from None


def save(certificate: Contents, directory: str | PathLike[str]) -> None:
    """Write the files of a certificate, all of them or none.

    Raises `WriteError`, also for a directory that has something in it already."""
    with temporary_path(Path(directory)) as part, write_errors(str(directory)):
        part.mkdir(parents=True)
        for name, data in certificate.items():
            (part / name).write_bytes(data)


def _refutation(clauses: list[list[int]], deadline: float | None) -> list[str] | None:
    """The lines of a proof, up to the empty clause; `None` for satisfiable clauses."""
    cadical = Cadical("certify", clauses, with_proof=True)
    satisfiable = cadical.solve(deadline)
    if satisfiable is None:
        raise OutOfTimeError
    if satisfiable:
        return None
    return [*takewhile(lambda line: line != _EMPTY, cadical.proof()), _EMPTY]


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _json(data: object) -> bytes:
    return f"{json.dumps(data)}\n".encode()
