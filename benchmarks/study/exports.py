"""Exported models, solved by other programs and read back, as engines of the study.

Such an engine is named `mip-ship in lp by glpsol`. It finds up to two boards: the second, or the proof that
there is none, with the model that excludes the first.
"""

from __future__ import annotations

import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import Final, NamedTuple

from bimaru.board import Board
from bimaru.engines import engine_named
from bimaru.engines.protocol import NO_LIMIT, Budget, Engine, Run
from bimaru.errors import MissingExtraError, UnsupportedPuzzleError
from bimaru.processes.program import run_program
from bimaru.puzzle import Puzzle
from bimaru.squares import Part
from bimaru.study import Answer, read_answer
from bimaru.study.models import SUFFIXES, model_text

PROGRAMS: Final = {
    "glpsol": "glpsol --lp MODEL -o ANSWER",
    "cbc": "cbc MODEL solve solu ANSWER",
    "cadical": "cadical -q MODEL",
    "minisat": "minisat MODEL ANSWER",
    "clasp": "clasp MODEL",
    "clingo": "clingo MODEL",
    "z3": "z3 MODEL",
    "gecode": "minizinc --solver gecode MODEL",
    "ace": "java -cp ACE main.Head MODEL",
}
"""The programs and their commands. What does not write ANSWER prints it. PyCSP3 brings ACE."""
EXPORTS: Final = (
    "mip-ship in lp by glpsol",
    "mip-ship in mps by cbc",
    "mip-pairs in mps by cbc",
    "mip-heads in mps by cbc",
    "mip-cell in lp by cbc",
    "sat in dimacs by cadical",
    "sat in dimacs by minisat",
    "sat-boats in dimacs by minisat",
    "mip-ship in opb by clasp",
    "mip-ship in asp by clingo",
    "mip-ship in smt2 by z3",
    "mip-ship in minizinc-matrix by gecode",
    "mip-ship in minizinc by gecode",
    "mip-cell in minizinc by gecode",
    "mip-pairs in minizinc by gecode",
    "mip-ship in xcsp3 by ace",
)
PEER: Final = "multi-puzzle-solver"
_NUMBERED: Final = ("dimacs", "opb")
"""Formats whose answers have numbers in place of names."""
_BOARDS: Final = 2


class MissingProgramError(MissingExtraError):
    """A program is not installed."""

    def __str__(self) -> str:
        return f"{self.args[0]} needs the program {self.args[1]}"


class ExportedModel(NamedTuple):
    """A model, the format that it is exported to, and the program that solves it."""

    model: str
    to: str
    program: str

    @property
    def name(self) -> str:
        return f"{self.model} in {self.to} by {self.program}"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """As the engine's whose model it is."""
        return engine_named(self.model).refusal(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        """Raises `UnsupportedPuzzleError`, and `MissingProgramError` if the program is not installed."""
        if reason := self.refusal(puzzle):
            raise UnsupportedPuzzleError(self.name, reason)
        command = PROGRAMS[self.program].split()
        if which(command[0]) is None:
            raise MissingProgramError(self.name, command[0])
        if "ACE" in command and not _ace():
            raise MissingProgramError(self.name, "ACE")
        return ExportedRun(self, puzzle, budget.seconds)

    def answer(self, puzzle: Puzzle, another: Board | None, seconds: float | None) -> Answer:
        """The program's answer for a puzzle, `unknown` if it takes longer.

        Raises `InvalidAnswerError`, `UnsupportedPuzzleError` and `OSError`."""
        with tempfile.TemporaryDirectory(prefix="bimaru-") as directory:
            model, written = Path(directory, f"model{SUFFIXES[self.to]}"), Path(directory, "answer")
            model.write_text(model_text(self.model, puzzle, self.to, another=another), encoding="utf-8")
            places = {"MODEL": str(model), "ANSWER": str(written), "ACE": _ace()}
            command = [places.get(word, word) for word in PROGRAMS[self.program].split()]
            ended = run_program(command, seconds)
            if ended is None:
                return Answer(self.program, "unknown")
            if not written.exists():
                written.write_text(ended.text, encoding="utf-8")
            return read_answer(written, puzzle, exported=model if self.to in _NUMBERED else None)


class ExportedRun(Run):
    """The boards that a program finds, at most two."""

    def __init__(self, exported: ExportedModel, puzzle: Puzzle, seconds: float | None) -> None:
        super().__init__()
        self._exported, self._puzzle = exported, puzzle
        self._deadline = None if seconds is None else perf_counter() + seconds
        self._found: list[Board] = []

    def __next__(self) -> Board:
        left = None if self._deadline is None else self._deadline - perf_counter()
        if self.complete or len(self._found) == _BOARDS or (left is not None and left <= 0):
            raise StopIteration
        answer = self._exported.answer(self._puzzle, self._found[0] if self._found else None, left)
        self.complete = answer.status == "none"
        if answer.board is None:
            raise StopIteration
        self._found.append(answer.board)
        return answer.board


@cache
def _ace() -> str:
    """The file of ACE, empty if PyCSP3 is not installed."""
    spec = find_spec("pycsp3")
    found = spec and spec.origin and next(Path(spec.origin).parent.glob("solvers/*/ACE*.jar"), None)
    return str(found or "")


class Peer(NamedTuple):
    """A solver from the Python package index, as its users call it: its boards come at its end."""

    name: str

    def refusal(self, puzzle: Puzzle) -> str | None:
        """As the solver's own rules have it."""
        from benchmarks import peer

        return (
            None if peer.takes(puzzle) else "takes only puzzles with all tallies and givens with their parts"
        )

    def run(self, puzzle: Puzzle, _budget: Budget = NO_LIMIT) -> Run:
        """Raises `UnsupportedPuzzleError`, and `MissingProgramError` if the package is not installed."""
        try:
            if reason := self.refusal(puzzle):
                raise UnsupportedPuzzleError(self.name, reason)
        except ImportError as error:
            raise MissingProgramError(self.name, self.name) from error
        return PeerRun(puzzle)


class PeerRun(Run):
    """All boards that the peer finds; it has no limit."""

    def __init__(self, puzzle: Puzzle) -> None:
        from benchmarks import peer

        super().__init__()
        self._boards = (
            Board.of_parts(puzzle.height, puzzle.width, dict.fromkeys(squares, Part.SHIP)).with_parts()
            for squares in peer.solve(puzzle).boards
        )

    def __next__(self) -> Board:
        board = next(self._boards, None)
        self.complete = board is None
        if board is None:
            raise StopIteration
        return board


def engine_of(name: str) -> Engine:
    """The engine, the exported model or the peer of this name."""
    if name == PEER:
        return Peer(name)
    model, _, rest = name.partition(" in ")
    to, _, program = rest.partition(" by ")
    return ExportedModel(model, to, program) if program else engine_named(name)
