"""The engine `automaton`: lines are words that an automaton accepts, with channelling to squares.

C. Lecoutre and N. Szczepanski, "PyCSP3: Modeling Combinatorial Constrained Problems in Python", and its model
SolitaireBattleship.py of CSPLib's prob014. A square has the length of its ship, negative if that is
upright, and 0 for water; one automaton reads the rows and one the columns. Here grids have no border of
water, and need not be square: a line may end within or right behind a ship. Straight ships.

CP-SAT, Choco and CPMpy take the automata as they are; for other solvers, and in files, they are paths.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import ClassVar, Final

from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.formulation import Formulation, exactly
from bimaru.engines.mathopt import ENGINES, SPLITS, MipEngine
from bimaru.engines.model_engine import ModelRun, Solver
from bimaru.engines.model_size import Ways
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.engines.regular import (
    START,
    Automaton,
    Word,
    Words,
    choco_words,
    cp_sat_words,
    cpmpy_words,
    with_paths,
)
from bimaru.engines.square_model import corners, own_cover, squares_and_clues, squares_of
from bimaru.puzzle import Puzzle
from bimaru.squares import Square, row_name, square_name

_NATIVE: Final = {"cp-sat": cp_sat_words, "choco": choco_words, "cpmpy": cpmpy_words}
"""Solvers that have automata."""
_CROSSED: Final = 1
"""The state behind a square of a ship that lies across the line; in `START` anything may follow."""


class LinesEngine(MipEngine):
    """Takes straight ships without letters. `solver` is one of MathOpt's or of another engine's."""

    name = "automaton"
    takes_letters = False
    takes_shapes = False
    option_values: ClassVar = {
        "solver": (*_NATIVE, "highs", "scip", *(name for name in ENGINES if name not in _NATIVE)),
        "split": SPLITS,
    }

    def __init__(self, solver: str = "cp-sat", split: str = "squares") -> None:
        """Raises `ValueError` for an unknown solver or way to split."""
        super().__init__(solver, split=split)

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return with_paths(squares_and_kinds(puzzle), words(puzzle))

    def nonzeros(self, puzzle: Puzzle, _ways: Ways, /) -> int:
        """Each step of both words through a square is in up to three constraints."""
        lengths = [ship.length for ship, _ in puzzle.ships]
        return 6 * puzzle.height * puzzle.width * (2 + sum(length + 2 for length in lengths))

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if self._solver not in _NATIVE:
            return super().run(puzzle, budget)
        check_takes(self, puzzle)
        return ModelRun(partial(squares_and_kinds, puzzle), partial(self._solver_with_words, puzzle), budget)

    def _solver_with_words(self, puzzle: Puzzle, formulation: Formulation) -> Solver:
        return _NATIVE[self._solver](formulation, words(puzzle))


def kinds_of(puzzle: Puzzle) -> list[int]:
    """The values of ship squares: the lengths, negative for upright ships. A single square lies across."""
    lengths = [ship.length for ship, _ in puzzle.ships]
    return [*lengths, *(-length for length in lengths if length > 1)]


def squares_and_kinds(puzzle: Puzzle) -> Formulation:
    """The squares and the clues, the kind of each square, how many squares are of each kind, and no contact
    at corners; without the words."""
    squares = squares_and_clues(puzzle)
    kinds, letters = kinds_of(puzzle), words(puzzle).letters
    names = (
        f"{'lying' if kind > 0 else 'upright'}_{square_name(at)}_{abs(kind)}"
        for at in squares_of(puzzle)
        for kind in kinds
    )
    channels = (
        exactly(0, f"kind_{square_name(at)}", {**dict.fromkeys(letters[i].values(), 1), i: -1})
        for i, at in enumerate(squares_of(puzzle))
    )
    fleet = (
        exactly(
            ship.length * number,
            f"squares_{ship.length}",
            {letter[kind]: 1 for letter in letters for kind in (ship.length, -ship.length) if kind in letter},
        )
        for ship, number in puzzle.ships
    )
    return replace(
        squares,
        variables=(*squares.variables, *names),
        constraints=(
            *squares.constraints,
            *checked(chain(channels, fleet, corners(puzzle, own_cover(puzzle)))),
        ),
    )


def words(puzzle: Puzzle) -> Words:
    """The rows and columns, whose letters are the squares."""
    squares, kinds = squares_of(puzzle), kinds_of(puzzle)
    letters = [
        {kind: len(squares) + i * len(kinds) + k for k, kind in enumerate(kinds)} for i in range(len(squares))
    ]
    across, down = automata(puzzle)
    number = {at: i for i, at in enumerate(squares)}
    rows = (
        Word(f"row_{row_name(r)}", _numbers(line, number), across)
        for r, line in enumerate(lines.rows(puzzle))
    )
    columns = (
        Word(f"column_{c}", _numbers(line, number), down) for c, line in enumerate(lines.columns(puzzle), 1)
    )
    return Words(letters, [*rows, *columns])


def _numbers(line: lines.LineSquares, number: dict[Square, int]) -> tuple[int, ...]:
    return tuple(number[at] for at in line)


def automata(puzzle: Puzzle) -> tuple[Automaton, Automaton]:
    """Those that read rows and columns."""
    lengths = tuple(ship.length for ship, _ in puzzle.ships)
    return automaton(lengths, 1, -1), automaton(lengths, -1, 1)


@lru_cache(maxsize=64)  # a puzzle has two
def automaton(lengths: tuple[int, ...], along: int, across: int) -> Automaton:
    """For lines along which ships have the sign `along`, and across which they have the sign `across`: a ship
    of length k takes k squares of the line or one, and then comes water."""
    transitions = [(START, 0, START), (_CROSSED, 0, START)]
    final = [START, _CROSSED]
    state = _CROSSED
    for length in lengths:
        if length > 1:
            transitions.append((START, across * length, _CROSSED))
        before = START
        for _ in range(length):
            state += 1
            transitions.append((before, length if length == 1 else along * length, state))
            before = state
        transitions.append((before, 0, START))
        final.append(before)
    return Automaton(transitions, final)
