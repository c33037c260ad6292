"""How tight a formulation is: its linear relaxation, measured by how much of a known board it enforces.

The models have no objective, so that their relaxation alone has no bound to report. A question has: which
board shares the fewest ship squares with the one that is known? A puzzle is unique exactly if the least
over the integers is all of them; the least over the relaxation is a lower bound, and the tighter the
formulation, the nearer to all it is. Squares are counted in every formulation, so that bounds compare;
with letters, a square is shared only if it shows the same one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import checked
from bimaru.engines.formulation import Formulation, Variable
from bimaru.engines.mathopt import proto_of, solve_in_process
from bimaru.engines.matrix import Matrix
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.packages import check_installed
from bimaru.puzzle import Puzzle
from bimaru.squares import Square


@dataclass(frozen=True, slots=True)
class Relaxation:
    """What the relaxation enforces of a board: at least `lp_bound` of its `n_squares` ship squares.

    `is_feasible` is false if the relaxation alone proves that there is no board; the rest is then 0."""

    is_feasible: bool
    lp_bound: float
    n_squares: int

    @property
    def kept(self) -> float:
        """The share of the board's ship squares that the relaxation enforces: at 1 no search is needed, as it
        proves alone that there is no other board."""
        return self.lp_bound / self.n_squares if self.n_squares else 1.0

    @property
    def root_gap(self) -> float:
        """The share that the relaxation leaves open."""
        return 1 - self.kept


def relaxation(
    engine: ModelEngine, puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None
) -> Relaxation | None:
    """The relaxation of an engine's model, measured with this board of the puzzle, or the first that the
    engine's solver finds; `None` if the time limit passes first or the relaxation is feasible but the model
    is not.

    Raises `UnsupportedPuzzleError`, `MissingExtraError` and `SolverFailedError`."""

    check_installed("ortools", "the linear relaxation")
    deadline = None if time_limit is None else clock.now() + time_limit
    model = engine.model(puzzle)
    if least_sum(model, {}, deadline) == []:
        return Relaxation(False, 0.0, 0)
    if board is None:
        outcome = engine.solver(model).search(1, deadline, None)
        if not outcome.solutions:
            return None
        board = model.read(outcome.solutions[0])
    known = board.filled()
    least = least_sum(model, _shared_squares(model, known), deadline)
    return Relaxation(True, least[0], len(known)) if least else None


def _shared_squares(model: Formulation, known: frozenset[tuple[Square, str | None]]) -> dict[Variable, int]:
    """How many of the known ship squares, with the same letter, each variable makes ship, of those from which
    boards are read."""
    every = checked(range(len(model.variables)))
    shared = {variable: len(known & model.read([variable]).filled()) for variable in every}
    return {variable: number for variable, number in shared.items() if number}


def least_sum(
    model: Formulation, weights: Mapping[Variable, int], deadline: float | None
) -> list[float] | None:
    """The least weighted sum of variables over the relaxation of a model, alone in a list; an empty one if it
    has no solution, `None` if the deadline passes."""
    size, matrix = len(model.variables), Matrix(model.constraints)
    return solve_in_process("GLOP", deadline, _solve_relaxed, size, matrix, dict(weights))


def _solve_relaxed(
    size: int, matrix: Matrix, weights: dict[Variable, int], seconds: float | None
) -> list[float] | None:
    """Solve in this process, by the simplex method."""
    from datetime import timedelta

    from ortools.math_opt.python import mathopt

    proto = proto_of(size, matrix, is_integer=False)
    for variable, weight in sorted(weights.items()):
        proto.objective.linear_coefficients.ids.append(variable)
        proto.objective.linear_coefficients.values.append(weight)
    parameters = mathopt.SolveParameters()
    if seconds is not None:
        parameters.time_limit = timedelta(seconds=seconds)
    result = mathopt.solve(mathopt.Model.from_model_proto(proto), mathopt.SolverType.GLOP, params=parameters)
    if result.termination.reason.name in ("INFEASIBLE", "INFEASIBLE_OR_UNBOUNDED"):
        return []
    if result.termination.reason.name != "OPTIMAL":
        return None
    return [max(0.0, result.objective_value())]
