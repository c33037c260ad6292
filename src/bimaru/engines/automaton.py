"""The engine `automaton`: lines are words that an automaton accepts, with channelling to squares.

C. Lecoutre and N. Szczepanski, "PyCSP3: Modeling Combinatorial Constrained Problems in Python", and its model
SolitaireBattleship.py of CSPLib's prob014. A square has the length of its ship, negative if that is
upright, and 0 for water; one automaton reads the rows and one the columns. Here grids have no border of
water, and need not be square: a line may end within or right behind a ship. Straight ships.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from bimaru.engines import lines
from bimaru.engines.square_model import Shape, SquareEngine, Squares, diagonals_apart
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Transition: TypeAlias = tuple[int, int, int]
"""A state, the value read there, and the next state."""
_WATER: Final = 0
"""The state in which anything may follow; also the value of water."""
_CROSSED: Final = 1
"""The state behind a square of a ship that lies across the line."""


class Automaton(SquareEngine):
    """Takes straight ships without letters."""

    name = "automaton"

    def shape(self) -> Shape:
        return fleet_by_automata


def fleet_by_automata(model: cp_model.CpModel, puzzle: Puzzle, ship: Squares) -> None:
    """Types of squares, their channelling, their numbers, and the automata."""
    lengths = {one.length: number for one, number in puzzle.ships}
    types = [*lengths, *(-length for length in lengths if length > 1)]
    has_type = {at: {kind: model.new_bool_var("") for kind in types} for at in ship}
    for at, is_ship in ship.items():
        model.add_exactly_one(~is_ship, *has_type[at].values())
    for length, number in lengths.items():
        model.add(
            sum(has_type[at][kind] for at in ship for kind in {length, -length} & {*types}) == length * number
        )
    diagonals_apart(model, puzzle, ship)
    if not types:
        return
    type_of = {at: _channelled(model, types, has_type[at]) for at in ship}
    for along, across, found in ((1, -1, lines.rows(puzzle)), (-1, 1, lines.columns(puzzle))):
        transitions, final = automaton(tuple(lengths), along, across)
        for line in found:
            model.add_automaton([type_of[at] for at in line], _WATER, final, transitions)


def _channelled(
    model: cp_model.CpModel, types: list[int], has_type: dict[int, cp_model.IntVar]
) -> cp_model.IntVar:
    """The type of a square as a number, 0 for water."""
    from ortools.sat.python import cp_model

    number = model.new_int_var_from_domain(cp_model.Domain.from_values([0, *types]), "")
    model.add(number == sum(kind * literal for kind, literal in has_type.items()))
    return number


@lru_cache(maxsize=64)  # a puzzle has two
def automaton(lengths: tuple[int, ...], along: int, across: int) -> tuple[list[Transition], list[int]]:
    """The transitions and the final states for lines along which ships have the sign `along`, and across
    which they have the sign `across`: a ship of length k takes k squares of the line or one, and then
    comes water."""
    transitions = [(_WATER, _WATER, _WATER), (_CROSSED, _WATER, _WATER)]
    final = [_WATER, _CROSSED]
    state = _CROSSED
    for length in lengths:
        if length > 1:
            transitions.append((_WATER, across * length, _CROSSED))
        before = _WATER
        for _ in range(length):
            state += 1
            transitions.append((before, length if length == 1 else along * length, state))
            before = state
        transitions.append((before, _WATER, _WATER))
        final.append(before)
    return transitions, final
