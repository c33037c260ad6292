"""Making a uniqueness certificate: CaDiCaL proves that the clauses of the checker contradict each other."""

from __future__ import annotations

import json
import time
from itertools import takewhile
from typing import Final, Literal, TypeAlias

from bimaru.engines.cadical import Cadical
from bimaru.formats.jsonl import to_data
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from bimaru.study.checker import BOARD, CLAUSES, MANIFEST, PROOF, PUZZLE, Contents, clauses_text, manifest
from bimaru.study.specification import specify

_EMPTY: Final = "0"
WhyNot: TypeAlias = Literal["none", "multiple", "unknown"]
"""The statuses of solving in which there is nothing to certify."""


class NotUnique(ValueError):
    """The puzzle has no board or several, or the time was out before that was known; `status` tells."""

    def __init__(self, status: WhyNot) -> None:
        super().__init__(_WHY_NOT[status])
        self.status = status


_WHY_NOT: dict[WhyNot, str] = {
    "none": "it has no solution",
    "multiple": "it has several solutions",
    "unknown": "whether it has one solution was not decided within the limit",
}


def certify(puzzle: Puzzle, time_limit: float | None = None) -> Contents:
    """The files of a certificate. `time_limit` is in seconds.

    Raises `NotUnique`, `TooLarge` for a puzzle that takes too many clauses, `EngineRefuses`, and
    `MissingExtra`."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    result = solve(puzzle, limit=1, time_limit=time_limit)
    if result.board is None:
        raise NotUnique("none" if result.complete else "unknown")
    claim = specify(puzzle, result.board)
    files = {
        PUZZLE: _json(to_data(puzzle)),
        BOARD: _json(result.board.to_data()),
        CLAUSES: clauses_text(claim),
        PROOF: "".join(f"{line}\n" for line in _refutation(claim.clauses, deadline)).encode(),
    }
    return files | {MANIFEST: _json(manifest(files))}


def _refutation(clauses: list[list[int]], deadline: float | None) -> list[str]:
    """The lines of a proof, up to the empty clause."""
    cadical = Cadical("certify", clauses, with_proof=True)
    satisfiable = cadical.solve(deadline)
    if satisfiable is not False:
        raise NotUnique("multiple" if satisfiable else "unknown")
    return [*takewhile(lambda line: line != _EMPTY, cadical.proof()), _EMPTY]


def _json(data: object) -> bytes:
    return f"{json.dumps(data)}\n".encode()
