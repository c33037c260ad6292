"""The engine `minizinc`: readable models, for MiniZinc and any of its solvers.

`cells` is P. J. Stuckey's sb.mzn (2009; CSPLib prob014 and the MiniZinc benchmarks), in our words: squares
show one of seven pieces, ends and middles fit together, and pieces and ships are counted. Width and height,
which the source mixes up, are kept apart; tallies may be missing, and a given may be ship of unknown part.
The other models are those of further engines. The program `minizinc` is needed, with the solver: `minizinc
--solvers` lists those that are installed. Straight ships.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import ClassVar, Final

from bimaru.board import MARKS, WATER
from bimaru.clock import clock
from bimaru.engines import lines, solver_log
from bimaru.engines.formulation import Constraint, Formulation
from bimaru.engines.minizinc_text import MODELS, PART_NAMES, data_of, data_text, model_text
from bimaru.engines.model_engine import FormulationEngine, SearchOutcome, Solver, SolverFailedError
from bimaru.engines.model_size import Ways
from bimaru.engines.options import check_value
from bimaru.engines.square_model import squares_and_clues
from bimaru.errors import MissingExtraError
from bimaru.processes.program import Output, run_program
from bimaru.puzzle import Puzzle

_SOLUTION: Final = "-" * 10
_ROW: Final = re.compile(rf"[{re.escape(MARKS)}]+")
_ALL, _NONE, _ERROR = "==========", "=====UNSAT", "=====ERROR====="
"""What MiniZinc prints at the end. `UNSATorUNBOUNDED` is no solution, too: every variable is bounded."""
_NO_SOLVER: Final = re.compile(
    r"no solver with tag|plugin loading error|cannot load \w+ dll|Error occurred when executing FZN solver"
)
"""What it reports if it does not know the solver, or does not find its library or its program."""
_ENUMERATING: Final = ("gecode", "chuffed")
"""Solvers that look for several solutions in one search."""
_GRACE: Final = 0.3
"""Seconds that MiniZinc may overrun its limit before it is ended."""


class MissingMiniZincError(MissingExtraError):
    """The program is not installed, which no extra does."""

    def __str__(self) -> str:
        return f"{self.args[0]} needs the program {self.args[1]}, of the distribution or from minizinc.org"


class MissingSolverError(MissingExtraError):
    """MiniZinc is installed, but not this solver."""

    def __str__(self) -> str:
        return f"{self.args[0]} needs the solver {self.args[1]}, which MiniZinc does not find"


class MiniZinc(FormulationEngine):
    """Takes straight ships without letters. `solver` is the name of one of MiniZinc's solvers, `model` one of
    `MODELS`."""

    name = "minizinc"
    takes_letters = False
    takes_shapes = False
    option_values: ClassVar = {"model": MODELS}

    def __init__(self, solver: str = "gecode", model: str = "cells") -> None:
        """Raises `ValueError` for what cannot be the name of a solver, and for an unknown model."""
        check_value("model", model, MODELS)
        if not re.fullmatch(r"[\w.@-]+", solver):
            raise ValueError(f"the option solver takes the name of a solver of MiniZinc, not {solver!r}")
        self._solver, self._model = solver, model

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The squares and the clues; the model in MiniZinc has its own constraints."""
        return squares_and_clues(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """About the pieces and neighbours of squares, and the squares of placements."""
        squares = 100 * puzzle.height * puzzle.width
        return squares + sum(number * (2 + ship.length) for ship, number in ways.items())

    def solver_for(self, puzzle: Puzzle, _formulation: Formulation) -> Solver:
        if which("minizinc") is None:
            raise MissingMiniZincError(f"the engine {self.name}", "minizinc")
        return MiniZincSolver(puzzle, self._solver, self._model)


class MiniZincSolver:
    """MiniZinc with the model of a puzzle, started anew for every search."""

    def __init__(self, puzzle: Puzzle, solver: str, model: str) -> None:
        self._puzzle, self._solver, self._model = puzzle, solver, model
        self._excluded: list[list[int]] = []

    def add(self, constraint: Constraint) -> None:
        """Exclude a board."""
        squares = range(self._puzzle.height * self._puzzle.width)
        self._excluded.append([int(square in constraint.terms) for square in squares])

    def _text(self) -> str:
        """The model and its data. Givens that no straight ship shows are a contradiction."""
        puzzle = self._puzzle
        shown = {given.square: PART_NAMES[given.kind] for given in puzzle.givens if given.kind in PART_NAMES}
        is_possible = lines.tallies_add_up(puzzle) and len(shown) == len(puzzle.givens)
        data = data_text(data_of(puzzle, shown, self._excluded))
        return model_text(self._model) + data + ("" if is_possible else "constraint false;\n")

    def search(self, limit: int, deadline: float | None, _nodes: int | None, /) -> SearchOutcome:
        """Nodes are counted, if the solver reports them, and not limited."""
        start = perf_counter()
        seconds = None if deadline is None else max(0.001, deadline - clock.now())
        with tempfile.TemporaryDirectory(prefix="bimaru-") as directory:
            path = Path(directory, "model.mzn")
            path.write_text(self._text(), encoding="utf-8")
            command = [*self._command(limit, seconds), str(path)]
            ended = run_program(command, None if seconds is None else seconds + _GRACE)
        solve_seconds = {"solve_seconds": perf_counter() - start}
        if ended is None:
            return SearchOutcome((), False, solve_seconds)
        output = ended.text
        solver_log.add(output)
        if ended.code or _ERROR in output:
            raise self._failure(ended)
        is_all = _ALL in output or _NONE in output
        return SearchOutcome(list(_solutions(output)), is_all, _statistics(output) | solve_seconds)

    def _failure(self, ended: Output) -> MissingSolverError | SolverFailedError:
        """Why there is no result."""
        if _NO_SOLVER.search(ended.messages):
            return MissingSolverError("the engine minizinc", self._solver)
        messages = " ".join(ended.messages.split())[-300:] or f"exit code {ended.code}"
        return SolverFailedError(f"minizinc with {self._solver}: {messages}")

    def _command(self, limit: int, seconds: float | None) -> Iterator[str]:
        yield from ("minizinc", "--solver", self._solver, "--statistics")
        if seconds is not None:
            yield from ("--time-limit", str(max(1, int(1000 * seconds))))
        if self._solver in _ENUMERATING and limit > 1:
            yield from ("-n", str(limit))


def _solutions(output: str) -> Iterator[list[int]]:
    """The ship squares of each solution, by their numbers in reading order."""
    rows: list[str] = []
    for line in output.splitlines():
        if line.startswith(_SOLUTION):
            yield [number for number, mark in enumerate("".join(rows)) if mark != WATER]
            rows = []
        elif _ROW.fullmatch(line):
            rows.append(line)


def _statistics(output: str) -> dict[str, int | float]:
    names = {"nodes": "nodes", "failures": "fails"}
    found = re.findall(r"^%%%mzn-stat: (nodes|failures)=(\d+)$", output, re.MULTILINE)
    return {names[name]: int(number) for name, number in found}
