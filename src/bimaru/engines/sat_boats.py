"""The engine `sat-boats`: the formula of Mirkin, Ivanova, Demoulin and Raggoo, "Battleships" (2022).

Boat k has a variable B(i, j, k) for each square that may be its first, O(k) for standing
upright and X(i, j, k) for each square that it may occupy, as in their section 2.1. Beyond their
constraints (2.2), an occupied square needs its boat, or X could be true anywhere; boats of one
length come in the order of their first squares, or every exchange of two would count as another
board; and C(i, j) says that any boat occupies the square.
It takes straight ships without letters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, count, pairwise
from typing import Final, NamedTuple

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines.cadical import CnfEngine
from bimaru.engines.cnf import (
    Clause,
    Cnf,
    Encoding,
    Fresh,
    Literal,
    SquareVariables,
    given_clauses,
    is_any,
    tally_clauses,
    tally_clauses_bound,
)
from bimaru.engines.model_size import Ways
from bimaru.placements import Placement, contradicting, fitting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, square_name

_A_SQUARE: Final = 10
"""The most clauses that a boat takes for each square, whatever its placements."""


class Boat(NamedTuple):
    """The ways that one boat can lie, and its variables."""

    ship: Ship
    ways: Sequence[Placement]
    first: SquareVariables
    upright: int
    occupies: SquareVariables

    def position(self, way: Placement) -> tuple[Literal, Literal]:
        """What is true exactly if the boat lies this way."""
        return self.first[way.squares[0]], self.upright if _is_upright(way) else -self.upright


class SatBoats(CnfEngine):
    """The boat-based formula. The paper counts with the `binomial` encoding."""

    name = "sat-boats"

    def refusal(self, puzzle: Puzzle) -> str | None:
        return super().refusal(puzzle) if puzzle.is_plain else "it takes only straight ships without letters"

    def size(self, puzzle: Puzzle, ways: Ways) -> int:
        squares = puzzle.height * puzzle.width
        boats = puzzle.fleet.size
        of_each = self.encoding.size(squares, 1) + _A_SQUARE * squares
        of_ways = sum(number * ways[ship] * (3 * ship.length + 6) for ship, number in puzzle.ships)
        pairs = squares * boats * (boats - 1) // 2
        return tally_clauses_bound(puzzle, self.encoding) + boats * of_each + of_ways + pairs

    def formula(self, puzzle: Puzzle) -> Cnf:
        fresh = count(1).__next__
        ways = fitting(puzzle)
        occupied = _marks((at for found in ways.values() for way in found for at in way.squares), fresh)
        boats = [_boat(ship, ways[ship], fresh) for ship, number in puzzle.ships for _ in range(number)]
        clauses = {
            "position": chain.from_iterable(
                _position(boat, occupied, self.encoding, fresh) for boat in boats
            ),
            "occupation": _occupation(boats, occupied),
            "order": _in_order(boats, fresh),
            "tally": tally_clauses(puzzle, occupied, self.encoding, fresh),
            "given": given_clauses(puzzle, occupied),
            "part": chain.from_iterable(_given_parts(puzzle, boat) for boat in boats),
        }
        return Cnf.of(
            clauses,
            fresh,
            distinguishing=range(1, len(occupied) + 1),
            read=partial(_board, puzzle, occupied),
            names=partial(_names, boats, occupied),
        )


def _is_upright(way: Placement) -> bool:
    """Submarines count as upright."""
    return way.squares[0][1] == way.squares[-1][1]


def _marks(squares: Iterable[Square], fresh: Fresh) -> SquareVariables:
    return {at: fresh() for at in sorted(set(squares))}


def _boat(ship: Ship, ways: Sequence[Placement], fresh: Fresh) -> Boat:
    first = _marks((way.squares[0] for way in checked(ways)), fresh)
    return Boat(ship, ways, first, fresh(), _marks((at for way in ways for at in way.squares), fresh))


def _position(boat: Boat, occupied: SquareVariables, encoding: Encoding, fresh: Fresh) -> Iterator[Clause]:
    """The boat lies in one way (2.2.1), on its squares and on no others, with water around (2.2.4)."""
    yield from encoding.exactly(list(boat.first.values()), 1, fresh)
    fits = {boat.position(way) for way in checked(boat.ways)}
    for first in boat.first.values():
        yield from ([-first, -turn] for turn in (boat.upright, -boat.upright) if (first, turn) not in fits)
    reaching: dict[tuple[int, Literal], Clause] = defaultdict(list)
    for way in boat.ways:
        first, turn = boat.position(way)
        for at in way.squares:
            yield [-first, -turn, boat.occupies[at]]
            reaching[boat.occupies[at], turn].append(first)
        yield from ([-first, -turn, -occupied[at]] for at in way.surroundings if at in occupied)
    for mark in boat.occupies.values():
        for turn in (boat.upright, -boat.upright):
            yield [-mark, -turn, *reaching[mark, turn]]


def _given_parts(puzzle: Puzzle, boat: Boat) -> Iterator[Clause]:
    """The boat does not lie in a way that contradicts a given."""
    for found in contradicting(puzzle, boat.ways).values():
        for index in found:
            first, turn = boat.position(boat.ways[index])
            yield [-first, -turn]


def _occupation(boats: Sequence[Boat], occupied: SquareVariables) -> Iterator[Clause]:
    """A square is occupied exactly if one boat occupies it (2.2.2)."""
    for at, mark in occupied.items():
        here = [boat.occupies[at] for boat in boats if at in boat.occupies]
        yield from is_any(mark, here)
        yield from ([-one, -other] for one, other in combinations(here, 2))


def _in_order(boats: Sequence[Boat], fresh: Fresh) -> Iterator[Clause]:
    """Of two boats of one length, the first square of the earlier comes first."""
    for earlier, later in pairwise(boats):
        if earlier.ship == later.ship:
            yield from _before(list(earlier.first.values()), list(later.first.values()), fresh)


def _before(earlier: Sequence[int], later: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The true variable of `later` comes after that of `earlier`."""
    so_far: Clause = []
    for one, other in zip(earlier, later, strict=True):
        yield [-other, *so_far]
        here_or_before = fresh()
        yield [-here_or_before, one, *so_far]
        yield from ([-before, here_or_before] for before in (one, *so_far))
        so_far = [here_or_before]


def _board(puzzle: Puzzle, occupied: SquareVariables, true: Iterable[int]) -> Board:
    squares = {mark: at for at, mark in occupied.items()}
    ship = {squares[variable]: Part.SHIP for variable in true if variable in squares}
    return Board.of_parts(puzzle.height, puzzle.width, ship).with_parts()


def _names(boats: Sequence[Boat], occupied: SquareVariables) -> dict[int, str]:
    named = {mark: f"C_{square_name(at)}" for at, mark in occupied.items()}
    for k, boat in enumerate(boats, 1):
        named[boat.upright] = f"O_{k}"
        named |= {variable: f"B_{square_name(at)}_{k}" for at, variable in boat.first.items()}
        named |= {variable: f"X_{square_name(at)}_{k}" for at, variable in boat.occupies.items()}
    return named
