"""The engine `sat`: a variable for every placement and every square, and CaDiCaL.

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
from bimaru.engines.cardinality import Clause, Encoding, Fresh
from bimaru.engines.cnf import Cnf, Marked, either, tallied, tallied_size, with_givens
from bimaru.engines.model_size import Ways
from bimaru.engines.placement_variables import names
from bimaru.placements import Placement, board_of, fitting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square, square_name

Placed: TypeAlias = Mapping[int, Placement]
"""Placements by their variable."""


class Sat(CnfEngine):
    """The placement-based formula."""

    name = "sat"

    def size(self, puzzle: Puzzle, ways: Ways) -> int:
        squares = puzzle.height * puzzle.width
        letters = len(set("".join(puzzle.words)))
        size = tallied_size(puzzle, self.encoding) + squares * (2 + 5 * letters)
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
        clauses = chain(
            (clause for at, is_ship in squares.items() for clause in either(is_ship, covering[at])),
            _apart(placed, squares),
            _complete(puzzle, fleet, self.encoding, fresh),
            tallied(puzzle, squares, self.encoding, fresh),
            with_givens(puzzle, squares),
            _lettered(puzzle, placed, fresh),
        )
        return Cnf.of(
            clauses,
            fresh,
            telling=range(1, len(placed) + 1),
            read=lambda true: board_of(puzzle, [placed[variable] for variable in true if variable in placed]),
            names=partial(_names, placed, squares),
        )


def _around(ship: Ship) -> int:
    """Clauses of one placement: each square is ship and shows its letter, at most two for each
    square and six more are water."""
    return 4 * ship.length + 6


def _covering(placed: Placed) -> dict[Square, list[int]]:
    """The placements that cover each square, in reading order."""
    covering = defaultdict(list)
    for variable, one in checked(placed.items()):
        for at in one.squares:
            covering[at].append(variable)
    return dict(sorted(covering.items()))


def _apart(placed: Placed, squares: Marked) -> Iterator[Clause]:
    """Around a placement is water, so the only others that can meet it are on the very same
    squares, with other letters."""
    rivals = defaultdict(list)
    for variable, one in checked(placed.items()):
        rivals[one.squares].append(variable)
        for at in one.surroundings:
            if at in squares:
                yield [-variable, -squares[at]]
    for group in rivals.values():
        yield from ([-one, -other] for one, other in combinations(group, 2))


def _complete(
    puzzle: Puzzle, fleet: Mapping[Ship, Placed], encoding: Encoding, fresh: Fresh
) -> Iterator[Clause]:
    """Of every ship as many lie as there are."""
    for ship, number in puzzle.ships:
        yield from encoding.exactly(list(fleet[ship]), number, fresh)


def _lettered(puzzle: Puzzle, placed: Placed, fresh: Fresh) -> Iterator[Clause]:
    """A line whose nearest letter is told has that letter, and any other only behind it."""
    if puzzle.edges == NO_EDGES:
        return
    showing = defaultdict(list)
    for variable, one in placed.items():
        for at, letter in zip(one.squares, one.letters, strict=False):
            showing[at, letter].append(variable)
    marks = {shown: fresh() for shown in showing}
    for shown, mark in marks.items():
        yield from either(mark, showing[shown])
    letters = sorted({letter for _, letter in marks})
    for line, wanted in lines.lettered(puzzle):
        nearer: Clause = []
        for at in line:
            others = (marks.get((at, letter)) for letter in letters if letter != wanted)
            yield from ([-other, *nearer] for other in others if other)
            nearer += [marks[at, wanted]] if (at, wanted) in marks else []
        yield nearer


def _names(placed: Placed, squares: Marked) -> dict[int, str]:
    of_placements = dict(zip(placed, names(list(placed.values())), strict=True))
    return of_placements | {mark: f"ship_at_{square_name(at)}" for at, mark in squares.items()}
