"""The engine `minizinc`: the cell-based model of CSPLib, for MiniZinc and any of its solvers.

P. J. Stuckey's sb.mzn (2009; CSPLib prob014 and the MiniZinc benchmarks), in our words: squares show one of
seven pieces, ends and middles fit together, and pieces and ships are counted. Width and height, which the
source mixes up, are kept apart; what is off the grid is water without a border; tallies may be missing, and
a given may be ship of unknown part. The program `minizinc` is needed, with the solver: `minizinc --solvers`
lists those that are installed. Straight ships.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from time import perf_counter
from typing import Final

from bimaru.clock import clock
from bimaru.engines import lines, solver_log
from bimaru.engines.formulation import Constraint, Formulation
from bimaru.engines.model_engine import FormulationEngine, SearchOutcome, Solver, SolverFailedError
from bimaru.engines.model_size import Ways
from bimaru.engines.square_model import squares_and_clues
from bimaru.errors import MissingExtraError
from bimaru.processes.program import Output, run_program
from bimaru.puzzle import Puzzle
from bimaru.squares import Part

PIECES: Final = {
    Part.WATER: "Water",
    Part.SUBMARINE: "Submarine",
    Part.LEFT: "Left",
    Part.RIGHT: "Right",
    Part.TOP: "Top",
    Part.BOTTOM: "Bottom",
    Part.MIDDLE: "Middle",
}
"""The pieces, by their names in `MODEL`."""
MODEL: Final = """\
int: Water = 1;
int: Submarine = 2;
int: Left = 3;
int: Right = 4;
int: Top = 5;
int: Bottom = 6;
int: Middle = 7;
set of int: PIECE = 1..7;
int: height;
int: width;
int: longest;                          % length of the longest ship
array[1..longest] of int: fleet;       % number of ships of each length
array[1..height] of int: row_tally;    % -1: not given
array[1..width] of int: column_tally;

set of int: ROW = 1..height;
set of int: COLUMN = 1..width;
array[ROW, COLUMN] of set of int: given;   % what a square may show
array[ROW, COLUMN] of var PIECE: board;
array[ROW, COLUMN] of var bool: ship;
array[0..height + 1, 0..width + 1] of var bool: at =   % the same with water around the grid
  array2d(0..height + 1, 0..width + 1,
    [if r in ROW /\\ c in COLUMN then ship[r, c] else false endif | r in 0..height + 1, c in 0..width + 1]);

constraint forall (r in ROW, c in COLUMN) (
  board[r, c] in given[r, c]
  /\\ (ship[r, c] <-> board[r, c] != Water)
  % Ships do not touch at a corner.
  /\\ (ship[r, c] -> not at[r + 1, c - 1] /\\ not at[r + 1, c + 1])
  % Each piece is closed and open on the right sides.
  /\\ (board[r, c] = Submarine -> not (at[r, c - 1] \\/ at[r, c + 1] \\/ at[r - 1, c] \\/ at[r + 1, c]))
  /\\ (board[r, c] = Left -> at[r, c + 1] /\\ not (at[r, c - 1] \\/ at[r - 1, c] \\/ at[r + 1, c]))
  /\\ (board[r, c] = Right -> at[r, c - 1] /\\ not (at[r, c + 1] \\/ at[r - 1, c] \\/ at[r + 1, c]))
  /\\ (board[r, c] = Top -> at[r + 1, c] /\\ not (at[r - 1, c] \\/ at[r, c - 1] \\/ at[r, c + 1]))
  /\\ (board[r, c] = Bottom -> at[r - 1, c] /\\ not (at[r + 1, c] \\/ at[r, c - 1] \\/ at[r, c + 1]))
  /\\ (board[r, c] = Middle -> at[r, c - 1] = at[r, c + 1] /\\ at[r - 1, c] = at[r + 1, c]
                              /\\ at[r, c - 1] != at[r - 1, c])
);

% Tallies.
constraint forall (r in ROW where row_tally[r] >= 0) (sum (c in COLUMN) (ship[r, c]) = row_tally[r]);
constraint forall (c in COLUMN where column_tally[c] >= 0) (sum (r in ROW) (ship[r, c]) = column_tally[c]);

function var int: number(int: piece) = sum (r in ROW, c in COLUMN) (board[r, c] = piece);

% The number of pieces of each kind, which the ships imply.
constraint sum (s in 1..longest) (s * fleet[s]) = sum (r in ROW, c in COLUMN) (ship[r, c]);
constraint number(Left) = number(Right);
constraint number(Top) = number(Bottom);
constraint number(Left) + number(Top) = sum (s in 2..longest) (fleet[s]);
constraint number(Middle) = sum (s in 3..longest) ((s - 2) * fleet[s]);

% The number of ships of each length, from the left or from the top.
constraint forall (s in 1..longest) (
  if s = 1 then number(Submarine) = fleet[1]
  else
    sum (r in ROW, c in 1..width - s + 1) (
      board[r, c] = Left /\\ board[r, c + s - 1] = Right
      /\\ forall (k in c + 1..c + s - 2) (board[r, k] = Middle))
    + sum (r in 1..height - s + 1, c in COLUMN) (
      board[r, c] = Top /\\ board[r + s - 1, c] = Bottom
      /\\ forall (k in r + 1..r + s - 2) (board[k, c] = Middle))
    = fleet[s]
  endif
);
"""
OUTPUT: Final = """\
solve :: bool_search(array1d(ship), input_order, indomain_max, complete) satisfy;
output ["ship ", concat([if fix(ship[r, c]) then "1" else "0" endif | r in ROW, c in COLUMN]), "\\n"];
"""
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
    """Takes straight ships without letters. `solver` is the name of one of MiniZinc's solvers."""

    name = "minizinc"
    takes_letters = False
    takes_shapes = False

    def __init__(self, solver: str = "gecode") -> None:
        """Raises `ValueError` for what cannot be the name of a solver."""
        if not re.fullmatch(r"[\w.@-]+", solver):
            raise ValueError(f"the option solver takes the name of a solver of MiniZinc, not {solver!r}")
        self._solver = solver

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
        return MiniZincSolver(puzzle, self._solver)


def data_of(puzzle: Puzzle) -> str:
    """The data of a puzzle for `MODEL`."""
    numbers = {ship.length: number for ship, number in puzzle.ships}
    longest = max(numbers, default=0)
    kinds = {given.square: given.kind for given in puzzle.givens}
    rows = (", ".join(_pieces(kinds.get((r, c))) for c in range(puzzle.width)) for r in range(puzzle.height))
    return (
        f"height = {puzzle.height};\nwidth = {puzzle.width};\nlongest = {longest};\n"
        f"fleet = {[numbers.get(length, 0) for length in range(1, longest + 1)]};\n"
        f"row_tally = {[-1 if tally is None else tally for tally in puzzle.rows]};\n"
        f"column_tally = {[-1 if tally is None else tally for tally in puzzle.cols]};\n"
        f"given = [| {' | '.join(rows)} |];\n"
    )


def _pieces(given: str | None) -> str:
    """The set of pieces that a square may show."""
    if given is None:
        return "PIECE"
    if given == Part.SHIP:
        return "PIECE diff {Water}"
    return f"{{{next((name for part, name in PIECES.items() if part == given), '')}}}"


class MiniZincSolver:
    """MiniZinc with the model of a puzzle, started anew for every search."""

    def __init__(self, puzzle: Puzzle, solver: str) -> None:
        self._width, self._solver = puzzle.width, solver
        contradiction = "" if lines.tallies_add_up(puzzle) else "constraint false;\n"
        self._text = MODEL + data_of(puzzle) + contradiction + OUTPUT

    def add(self, constraint: Constraint) -> None:
        """Exclude a board."""
        squares = (divmod(variable, self._width) for variable in constraint.terms)
        terms = " /\\ ".join(f"ship[{r + 1}, {c + 1}]" for r, c in squares)
        self._text += f"constraint not ({terms or 'true'});\n"

    def search(self, limit: int, deadline: float | None, _nodes: int | None, /) -> SearchOutcome:
        """Nodes are counted, if the solver reports them, and not limited."""
        start = perf_counter()
        seconds = None if deadline is None else max(0.001, deadline - clock.now())
        with tempfile.TemporaryDirectory(prefix="bimaru-") as directory:
            path = Path(directory, "model.mzn")
            path.write_text(self._text, encoding="utf-8")
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
    for bits in re.findall(r"^ship ([01]*)$", output, re.MULTILINE):
        yield [number for number, bit in enumerate(bits) if bit == "1"]


def _statistics(output: str) -> dict[str, int | float]:
    names = {"nodes": "nodes", "failures": "fails"}
    found = re.findall(r"^%%%mzn-stat: (nodes|failures)=(\d+)$", output, re.MULTILINE)
    return {names[name]: int(number) for name, number in found}
