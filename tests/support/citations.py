"""Whether links follow from what they cite, by SAT: a check that shares nothing with the ladder.

Granted are the rules (ships do not touch, and every ship has a length that the fleet has) and, of the puzzle,
only the clues and premises cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical153

from bimaru.deduction import Clue, Reason
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

Place = tuple[Square, ...]
_AROUND = [at for at in product((-1, 0, 1), repeat=2) if at != (0, 0)]
_TOWARDS = {Part.LEFT: (0, 1), Part.RIGHT: (0, -1), Part.TOP: (1, 0), Part.BOTTOM: (-1, 0)}


class Citations:
    """The rules of a puzzle as clauses, and each of its clues as further ones that an assumption turns on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._solver: Any = Cadical153()
        self._top = puzzle.height * puzzle.width
        self._places: dict[Place, int] = {}
        self._switches: dict[Clue, int] = {}
        self._add_rules()
        for clue, clauses in self._clues():
            switch = self._switches[clue] = self._new()
            for clause in clauses:
                self._solver.add_clause([-switch, *clause])

    def follows(self, reason: Reason, without: Clue | None = None) -> bool:
        """Whether what a link concludes follows from what it cites; without one clue, if that is given."""
        known = [self._switches[clue] for clue in reason.clues if clue != without]
        known += [self._square(at) for at in reason.premises.ship]
        known += [-self._square(at) for at in reason.premises.water]
        known += [-self._places[place] for place in reason.premises.barred]
        against = [
            *(-self._square(at) for at in reason.ship),
            *(self._square(at) for at in reason.water),
            *(self._places[place] for place in reason.barred),
        ]
        if not against:
            return not self._solver.solve(assumptions=known)
        return all(not self._solver.solve(assumptions=[*known, one]) for one in against)

    def allows_only(self, link: Reason, ship: Iterable[Square], water: Iterable[Square]) -> bool:
        """Whether one of the `ways` of a link is how its line is filled: from what it cites, and the squares
        of the line that are known."""
        line = link.line
        assert line is not None
        squares = [at for at in self._all_squares() if at[line.axis == "column"] == line.number]
        dry, wet = {*water} & {*squares}, {*ship} & {*squares}
        known = [self._switches[clue] for clue in link.clues]
        known += [self._square(at) for at in {*link.premises.ship} | wet]
        known += [-self._square(at) for at in {*link.premises.water} | dry]
        known += [-self._places[place] for place in link.premises.barred]
        other = self._new()
        for way in link.ways:
            filled = wet | {*way}
            self._solver.add_clause(
                [-other, *(-self._square(at) if at in filled else self._square(at) for at in squares)]
            )
        return not self._solver.solve(assumptions=[*known, other])

    def superfluous(self, reason: Reason) -> list[Clue]:
        """The clues cited without which the conclusion still follows."""
        return [clue for clue in reason.clues if self.follows(reason, clue)]

    # The rules

    def _new(self) -> int:
        self._top += 1
        return self._top

    def _square(self, at: Square) -> int:
        return at[0] * self._puzzle.width + at[1] + 1

    def _on_grid(self, squares: Iterable[Square]) -> list[Square]:
        height, width = self._puzzle.height, self._puzzle.width
        return [(r, c) for r, c in squares if 0 <= r < height and 0 <= c < width]

    def _add_rules(self) -> None:
        covering: dict[Square, list[int]] = {at: [] for at in self._all_squares()}
        for place in self._all_places():
            number = self._places[place] = self._new()
            around = self._on_grid((r + down, c + right) for (r, c), (down, right) in product(place, _AROUND))
            literals = [self._square(at) for at in place]
            literals += [-self._square(at) for at in {*around} - {*place}]
            for literal in literals:
                self._solver.add_clause([-number, literal])
            self._solver.add_clause([number, *(-literal for literal in literals)])
            for at in place:
                covering[at].append(number)
        for at, numbers in covering.items():
            self._solver.add_clause([-self._square(at), *numbers])

    def _all_squares(self) -> Iterator[Square]:
        return product(range(self._puzzle.height), range(self._puzzle.width))

    def _all_places(self) -> Iterator[Place]:
        for (r, c), length in product(self._all_squares(), self._puzzle.fleet):
            if c + length <= self._puzzle.width:
                yield tuple((r, c + i) for i in range(length))
            if r + length <= self._puzzle.height and length > 1:
                yield tuple((r + i, c) for i in range(length))

    # The clues

    def _clues(self) -> Iterator[tuple[Clue, Iterable[list[int]]]]:
        puzzle = self._puzzle
        for r, tally in enumerate(puzzle.rows):
            if tally is not None:
                squares = [self._square((r, c)) for c in range(puzzle.width)]
                yield Clue("row", r), self._exactly(squares, tally)
        for c, tally in enumerate(puzzle.cols):
            if tally is not None:
                squares = [self._square((r, c)) for r in range(puzzle.height)]
                yield Clue("column", c), self._exactly(squares, tally)
        for length, number in puzzle.fleet.items():
            places = [one for place, one in self._places.items() if len(place) == length]
            yield Clue("fleet", length), self._exactly(places, number)
        for given in puzzle.givens:
            yield Clue("given", given.square), self._given(given.square, given.kind)

    def _exactly(self, literals: list[int], number: int) -> list[list[int]]:
        if number > len(literals) or number < 0:
            return [[]]
        encoded = CardEnc.equals(literals, number, top_id=self._top, encoding=EncType.seqcounter)
        self._top = max(self._top, encoded.nv)
        return [list(clause) for clause in encoded.clauses]

    def _given(self, at: Square, kind: str) -> list[list[int]]:
        """The clauses of a given square."""
        if kind == Part.WATER:
            return [[-self._square(at)]]
        clauses = [[self._square(at)]]
        beside = {step: self._on_grid([(at[0] + step[0], at[1] + step[1])]) for step in _TOWARDS.values()}
        if kind == Part.MIDDLE:
            across, down = (
                [beside[step] for step in steps] for steps in (((0, 1), (0, -1)), ((1, 0), (-1, 0)))
            )
            ways = [[self._square(one[0]) for one in way] for way in (across, down) if all(way)]
            return [*clauses, *([*pair] for pair in product(*ways))] if ways else [[]]
        if kind == Part.SHIP:
            return clauses
        for step, squares in beside.items():
            must = kind != Part.SUBMARINE and _TOWARDS[Part(kind)] == step
            clauses += [[self._square(one) if must else -self._square(one)] for one in squares]
            if must and not squares:
                return [[]]
        return clauses


def all_links(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """All links of a tree: those, and all within their cases."""
    for reason in reasons:
        yield reason
        for case in reason.cases:
            yield from all_links(case.reasons)
            if case.ending is not None:
                yield case.ending
