"""The engine `diagram`: all boards at once, as a binary decision diagram that is counted or walked through.

R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", IEEE Transactions on Computers
C-35(8), 1986; the package is OxiDD (N. Husung, C. Dubslaff, H. Hermanns and M. A. Köhl, TACAS 2024). The
constraints of the ship-based model become diagrams (N. Eén and N. Sörensson, "Translating Pseudo-Boolean
Constraints into SAT", 2006, section 5.1) over the placements, in the order of their first squares, and
are conjoined from the top of the grid to the bottom, so that what is above is settled before what is below
begins. `count` needs no enumeration. It takes every puzzle; where the diagram becomes too large, it gives up,
which shows only then: it refuses the puzzle in the middle of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Final

from bimaru.clock import clock
from bimaru.engines.formulation import Formulation, Variable
from bimaru.engines.mathopt import solve_in_process
from bimaru.engines.matrix import Matrix, Row
from bimaru.engines.matrix_engine import MatrixEngine, MatrixSolver, Search
from bimaru.engines.model_engine import ModelRun, Solver
from bimaru.engines.packages import check_installed
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from oxidd.bdd import BDDFunction, BDDManager

MOST_NODES: Final = 1 << 24
"""The nodes that there is room for, in about half a gigabyte."""


class Diagram(MatrixEngine):
    """Takes every puzzle."""

    name = "diagram"
    package = "oxidd"

    def solver_for(self, _puzzle: Puzzle, formulation: Formulation) -> Solver:
        check_installed(self.package, f"the engine {self.name}", self.extra)
        return DiagramSolver(self.name, solve_with_oxidd, formulation)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return DiagramRun(partial(self.model, puzzle), partial(self.solver_for, puzzle), budget, puzzle)


class DiagramSolver(MatrixSolver):
    """OxiDD with a formulation."""

    def count(self, deadline: float | None) -> int | None:
        """The number of solutions; `None` if there is no time. Raises `UnsupportedPuzzleError` if there is no
        room for the diagram."""
        answer = solve_in_process(self._name, deadline, count_with_oxidd, self._size, self._matrix)
        number, refusal = answer or (None, "")
        if refusal:
            raise UnsupportedPuzzleError(self._name, refusal)
        return number


class DiagramRun(ModelRun):
    """The boards of a diagram. Before the first, they are counted without enumeration; but not if there are
    words, which may change places on one board."""

    def __init__(
        self,
        formulate: Callable[[], Formulation],
        load: Callable[[Formulation], Solver],
        budget: Budget,
        puzzle: Puzzle,
    ) -> None:
        super().__init__(formulate, load, budget)
        self._is_counted_at_once = not puzzle.words and budget.boards is None

    def count(self) -> int:
        if self._loaded is None or self._n_yielded or not self._is_counted_at_once:
            return super().count()
        start = perf_counter()
        _, solver = self._loaded
        number = solver.count(self._deadline) if isinstance(solver, DiagramSolver) else None
        self.stats["solve_seconds"] += perf_counter() - start
        self._exhausted = self.complete = number is not None
        return number or 0


def count_with_oxidd(size: int, matrix: Matrix, seconds: float | None) -> tuple[int | None, str]:
    """The number of solutions of linear constraints in that many variables, `None` if there is no time or no
    room for the diagram; and the reason if there is no room."""
    from oxidd.util import DDMemoryError

    end = inf if seconds is None else clock.now() + seconds
    try:
        diagram, _ = _conjoined(size, matrix, lambda: clock.now() < end) or (None, ())
    except DDMemoryError:
        return None, _too_large()
    return None if diagram is None else diagram.sat_count(size), ""


def solve_with_oxidd(search: Search) -> None:
    """Make the diagram, and walk through its solutions."""
    from oxidd.util import DDMemoryError

    try:
        made = _conjoined(search.size, search.matrix, search.has_time)
    except DDMemoryError:
        made, search.refusal = None, _too_large()
    search.begin()
    if made is None:
        return
    diagram, order = made
    for levels in _solutions(diagram, len(order)):
        if not search.has_time() or not search.found(sorted(order[level] for level in levels)):
            return
    search.exhausted = True


def _too_large() -> str:
    return f"its diagram has more than {MOST_NODES:,} nodes"


def _conjoined(
    size: int, matrix: Matrix, has_time: Callable[[], bool]
) -> tuple[BDDFunction, Sequence[Variable]] | None:
    """The diagram of all constraints, and the variables in its order; `None` if there is no time for it.

    Raises `DDMemoryError` if there is no room."""
    from oxidd.bdd import BDDManager

    rows = [*matrix.rows()]
    order = _top_down(size, rows)
    level_of = {variable: level for level, variable in enumerate(order)}
    rows.sort(key=lambda row: max((level_of[column] for column in row.columns), default=-1))
    manager = BDDManager(MOST_NODES, MOST_NODES // 4, 1)
    manager.add_vars(size)
    made = manager.true()
    for row in rows:
        made &= _linear(manager, row, level_of)
        if not has_time():
            return None
    return made, order


def _top_down(size: int, rows: Iterable[Row]) -> list[Variable]:
    """The variables in the order in which the windows mention them, from the top to the bottom: the
    constraints that at most one of their variables is 1."""
    windows = (row.columns for row in rows if (row.low, row.high) == (-inf, 1))
    return [*dict.fromkeys(chain(chain.from_iterable(windows), range(size)))]


def _linear(manager: BDDManager, row: Row, level_of: Mapping[Variable, int]) -> BDDFunction:
    """The diagram of a linear constraint: below a level it depends on the sum above only."""
    terms = sorted(
        (level_of[column], factor) for column, factor in zip(row.columns, row.factors, strict=True)
    )
    least = [*accumulate((min(0, factor) for _, factor in reversed(terms)), initial=0.0)][::-1]
    most = [*accumulate((max(0, factor) for _, factor in reversed(terms)), initial=0.0)][::-1]

    def verdict(n_above: int, total: float) -> BDDFunction | None:
        """The diagram below that many terms with this sum, if the rest makes no difference."""
        if row.low <= total + least[n_above] and total + most[n_above] <= row.high:
            return manager.true()
        if total + most[n_above] < row.low or row.high < total + least[n_above]:
            return manager.false()
        return None

    sums: list[set[float]] = [{0}]
    for n_above, (_, factor) in enumerate(terms):
        unsettled = [total for total in sums[-1] if verdict(n_above, total) is None]
        sums.append({total + more for total in unsettled for more in (0, factor)})
    below: dict[float, BDDFunction] = {}
    for n_above in range(len(terms), -1, -1):
        settled = {total: verdict(n_above, total) for total in sums[n_above]}
        level, factor = terms[n_above] if n_above < len(terms) else (0, 0)
        below = {
            total: manager.var(level).ite(below[total + factor], below[total]) if found is None else found
            for total, found in settled.items()
        }
    return below[0]


def _solutions(diagram: BDDFunction, n_levels: int) -> Iterator[list[int]]:
    """The levels that are 1 in each solution. Where no node of a level is on the way, it may be 0 or 1."""
    open_nodes: list[tuple[BDDFunction, int, tuple[int, ...]]] = [(diagram, 0, ())]
    while open_nodes:
        node, level, chosen = open_nodes.pop()
        if not node.satisfiable():
            continue
        if level == n_levels:
            yield [*chosen]
            continue
        parts = node.cofactors() if node.node_level() == level else (node, node)
        if parts is not None:
            true, false = parts
            open_nodes += [(false, level + 1, chosen), (true, level + 1, (*chosen, level))]
