"""The engine `sat`: a variable for every placement and every square, solved by CaDiCaL.

A placement makes its squares ship and its surroundings water; a square is ship only under a
placement; the rest is counting, the placements of each ship and the squares of each line.
Placements that a single given or tally forbids have no variable. It takes every puzzle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, combinations, count
from typing import TypeAlias

from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.cadical import CnfEngine
from bimaru.engines.cnf import (
    Clause,
    Cnf,
    Encoding,
    Fresh,
    SquareVariables,
    given_clauses,
    is_any,
    tally_clauses,
    tally_clauses_bound,
)
from bimaru.engines.model_size import Ways
from bimaru.engines.placement_variables import names
from bimaru.placements import Placement, board_of, contradicting, fitting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square, square_name

PlacementVariables: TypeAlias = Mapping[int, Placement]
"""Placements by their variable."""


class Sat(CnfEngine):
    """The placement-based formula."""

    name = "sat"

    def size(self, puzzle: Puzzle, ways: Ways) -> int:
        squares = puzzle.height * puzzle.width
        letters = len(set("".join(puzzle.words)))
        size = tally_clauses_bound(puzzle, self.encoding) + squares * (2 + 5 * letters)
        rivals = Counter[int]()
        for ship, number in puzzle.ships:
            size += self.encoding.size(ways[ship], number) + ways[ship] * _around(ship)
            rivals[ship.length] += ways[ship] if ship.word else 0
        return size + sum(rival * rival // squares for rival in rivals.values())

    def formula(self, puzzle: Puzzle) -> Cnf:
        fresh = count(1).__next__
        fleet = {ship: {fresh(): one for one in found} for ship, found in fitting(puzzle).items()}
        placed = {variable: one for found in fleet.values() for variable, one in found.items()}
        covering = _covering(placed)
        squares = {at: fresh() for at in covering}
        clauses = {
            "square": chain.from_iterable(is_any(mark, covering[at]) for at, mark in squares.items()),
            "apart": _apart(placed, squares),
            "fleet": _fleet(puzzle, fleet, self.encoding, fresh),
            "tally": tally_clauses(puzzle, squares, self.encoding, fresh),
            "given": given_clauses(puzzle, squares),
            "part": _given_parts(puzzle, placed),
            "edge": _edge_letters(puzzle, placed, fresh),
        }
        return Cnf.of(
            clauses,
            fresh,
            distinguishing=range(1, len(placed) + 1),
            read=lambda true: board_of(puzzle, [placed[variable] for variable in true if variable in placed]),
            names=partial(_names, placed, squares),
        )


def _around(ship: Ship) -> int:
    """Clauses of one placement: each square is ship and shows its letter, at most two for each
    square and six more are water."""
    return 4 * ship.length + 6


def _covering(placed: PlacementVariables) -> dict[Square, list[int]]:
    """The placements that cover each square, in reading order."""
    covering = defaultdict(list)
    for variable, one in checked(placed.items()):
        for at in one.squares:
            covering[at].append(variable)
    return dict(sorted(covering.items()))


def _apart(placed: PlacementVariables, squares: SquareVariables) -> Iterator[Clause]:
    """The squares around a placement are water, so another placement can overlap it only on the very same
    squares, with other letters."""
    rivals = defaultdict(list)
    for variable, one in checked(placed.items()):
        rivals[one.squares].append(variable)
        for at in one.surroundings:
            if at in squares:
                yield [-variable, -squares[at]]
    for group in rivals.values():
        yield from ([-one, -other] for one, other in combinations(group, 2))


def _fleet(
    puzzle: Puzzle, fleet: Mapping[Ship, PlacementVariables], encoding: Encoding, fresh: Fresh
) -> Iterator[Clause]:
    """As many placements of each kind of ship as the fleet has ships of it."""
    for ship, number in puzzle.ships:
        yield from encoding.exactly(list(fleet[ship]), number, fresh)


def _given_parts(puzzle: Puzzle, placed: PlacementVariables) -> Iterator[Clause]:
    """No placement contradicts a given."""
    variables = list(placed)
    for found in contradicting(puzzle, list(placed.values())).values():
        yield from ([-variables[index]] for index in found)


def _edge_letters(puzzle: Puzzle, placed: PlacementVariables, fresh: Fresh) -> Iterator[Clause]:
    """A line with a letter at its edge has that letter, and any other only behind it."""
    if puzzle.edges == NO_EDGES:
        return
    showing = defaultdict(list)
    for variable, one in placed.items():
        for at, letter in zip(one.squares, one.letters, strict=False):
            showing[at, letter].append(variable)
    marks = {shown: fresh() for shown in showing}
    for shown, mark in marks.items():
        yield from is_any(mark, showing[shown])
    letters = sorted({letter for _, letter in marks})
    for line, named in lines.with_letters(puzzle):
        nearer: Clause = []
        for at in line:
            others = (marks.get((at, letter)) for letter in letters if letter != named)
            yield from ([-other, *nearer] for other in others if other)
            nearer += [marks[at, named]] if (at, named) in marks else []
        yield nearer


def _names(placed: PlacementVariables, squares: SquareVariables) -> dict[int, str]:
    of_placements = dict(zip(placed, names(list(placed.values())), strict=True))
    return of_placements | {mark: f"ship_at_{square_name(at)}" for at, mark in squares.items()}
