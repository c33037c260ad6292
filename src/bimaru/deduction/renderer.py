"""Rendering: from links and proofs in the grid's own numbers to the tree of a step, about the puzzle as
given.

The ladder numbers the lines and squares of the turned puzzle. Nothing is worded here: see `wording`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeAlias

from bimaru.deduction.effects import EffectFinder
from bimaru.deduction.ladder import (
    CLASH,
    PLAIN_RUNGS,
    SUPPOSE,
    Link,
    Placement,
    Proof,
    Value,
    decode,
)
from bimaru.deduction.ordering import Marks
from bimaru.deduction.proof_search import squares_in, squares_of
from bimaru.deduction.reasons import (
    Case,
    Clue,
    Facts,
    Line,
    Reason,
    Squares,
    Starved,
    line_order,
    run_through,
    sides_of,
)
from bimaru.deduction.techniques import CONTRADICTION, FAILING_PLACEMENTS, NESTED, PLAIN, Technique
from bimaru.deduction.trimming import suppose
from bimaru.puzzle import Given, Puzzle, Tally
from bimaru.squares import Part, Square
from bimaru.symmetry import Turn

OpenPlaces: TypeAlias = Callable[[int], Iterable[Placement]]
"""The placements that the board leaves for ships of a length."""

MAX_LOST: Final = 6
"""Placements that were left before a case, and are listed where it leaves none."""
MAX_WAYS: Final = 5
"""Ways to fill a line that are listed."""


class Renderer:
    """Renders what the ladder finds of a puzzle."""

    def __init__(self, puzzle: Puzzle, turn: Turn, givens: Iterable[Given]) -> None:
        """`givens`: those of the puzzle, and the squares that a half-filled board shows."""
        self._turn = turn
        self._fleet: Mapping[int, int] = puzzle.fleet
        self._size = (puzzle.width, puzzle.height) if turn.transposed else (puzzle.height, puzzle.width)
        self._tallies: tuple[Tally, ...] = tuple(tally for side in turn.tallies(puzzle) for tally in side)
        self._effects = EffectFinder(self._tallies, *self._size, self._fleet)
        # On a square that the board shows as ship, the part that is given counts.
        self._kinds = {given.square: given.kind for given in givens if given.kind != Part.SHIP}

    # Squares, lines, clues

    def squares(self, masks: Sequence[int]) -> Squares:
        """The squares of one mask a row."""
        found: list[tuple[int, int]] = []
        for r, mask in enumerate(masks):
            while mask:
                found.append(self._turn.back((r, (mask & -mask).bit_length() - 1)))
                mask &= mask - 1
        return tuple(sorted(found))

    def line(self, number: int) -> Line:
        """The line of that number."""
        height = self._size[0]
        is_row = (number < height) != self._turn.transposed
        row, col = self._turn.back((number, 0) if number < height else (0, number - height))
        return Line("row", row) if is_row else Line("column", col)

    def _lines(self, numbers: Iterable[int]) -> tuple[Line, ...]:
        return tuple(sorted(map(self.line, numbers), key=line_order))

    def placement(self, placement: Placement) -> Squares:
        """The squares of a placement."""
        return tuple(sorted(map(self._turn.back, squares_of(placement, self._size[0]))))

    def _placements(self, placements: Iterable[Placement]) -> tuple[Squares, ...]:
        return tuple(sorted(map(self.placement, placements)))

    def _clues(self, link: Link) -> tuple[Clue, ...]:
        lines = sorted(map(self.line, link.lines), key=line_order)
        givens = sorted(map(self._turn.back, link.givens))
        return (
            *(Clue(line.axis, line.number) for line in lines),
            *(Clue("given", square) for square in givens),
            *(Clue("fleet", length) for length in link.lengths),
        )

    # Links

    def links(self, links: Iterable[Link], marks: Marks) -> tuple[Reason, ...]:
        """The links in order, those of one scan in reading order. `marks` are known before, and are brought
        up to date."""
        reasons: list[Reason] = []
        for _, group in groupby(links, key=lambda link: (link.rung, link.scan)):
            same = [*group]
            reasons += sorted((self.link(link, marks) for link in same), key=_reading_order)
            for link in same:
                marks.add(link.ship, link.water)
        return tuple(reasons)

    def link(self, link: Link, marks: Marks) -> Reason:
        """What one link concludes, and from what; `marks` are known before."""
        if link.rung == SUPPOSE and link.proof is not None:
            return self.refutation(link.proof, marks)
        technique = CONTRADICTION if link.rung in (CLASH, SUPPOSE) else PLAIN[link.rung]
        effects = self._effects.of(link, marks.water)
        starving = (*link.starving, *effects.starving)
        reason = Reason(
            technique.name,
            self.squares(link.ship),
            self.squares(link.water),
            "",
            clues=self._clues(link),
            premises=Facts(
                self.squares(link.from_ship),
                self.squares(link.from_water),
                self._placements(link.from_barred),
            ),
            places=self._placements(link.places),
            groups=self._groups(link),
            starved=tuple(sorted(self._starved(starving), key=_starved_order)),
            overfull=self._lines(effects.overfull),
            short=self._lines(effects.too_short),
            fleet=tuple((length, self._fleet[length]) for length in link.lengths),
        )
        return self._with_subject(reason, link, marks)

    def _with_subject(self, reason: Reason, link: Link, marks: Marks) -> Reason:
        """The reason with what it is about."""
        subject = link.subject
        about = "square" if link.rung in (CLASH, SUPPOSE) else PLAIN[link.rung].subject
        if about == "line":
            tally = self._tally(subject)
            needs = None if tally is None else tally - marks.ships_in(subject)
            reason = replace(reason, line=self.line(subject), tally=tally, needs=needs)
            return self._with_ways(reason, link, marks) if PLAIN[link.rung].method == "fillings" else reason
        if about == "ships":
            length = [*self._fleet][subject]
            found = self._placements(link.found)
            return replace(reason, length=length, wanted=link.missing, total=self._fleet[length], found=found)
        if about == "run":
            return replace(reason, squares=self._run(link))
        square = self._turn.back(divmod(subject, 64))
        if about == "square" and link.rung < PLAIN_RUNGS and PLAIN[link.rung].method == "unreached":
            run = self._long_run(reason, square)
            if run:
                return replace(reason, squares=run, length=max(self._fleet, default=0))
        if about == "given part":
            return replace(reason, squares=(square,), part=self._kinds[square])
        if link.rung < PLAIN_RUNGS and PLAIN[link.rung].is_merged and (link.lines or reason.water):
            return replace(
                reason, squares=reason.premises.ship if about == "ship" else reason.water or (square,)
            )
        return replace(reason, squares=(square,))

    def _tally(self, line: int) -> int | None:
        """The tally of a line: given, or what the other rows or columns leave of the fleet's squares."""
        height = self._size[0]
        if (tally := self._tallies[line]) is not None:
            return tally
        parallel = range(height) if line < height else range(height, len(self._tallies))
        others = [self._tallies[other] for other in parallel if other != line]
        squares = sum(length * number for length, number in self._fleet.items())
        return None if None in others else squares - sum(filter(None, others))

    def _run(self, link: Link) -> Squares:
        """The consecutive ship squares that a link is about: from its subject on, as far as it cites them."""
        line, at = divmod(link.subject, 64)
        height = self._size[0]
        squares: list[tuple[int, int]] = []
        while True:
            r, c = (line, at) if line < height else (at, line - height)
            if not (r < height and c < self._size[1] and link.from_ship[r] >> c & 1):
                return tuple(sorted(map(self._turn.back, squares)))
            squares.append((r, c))
            at += 1

    def _groups(self, link: Link) -> tuple[tuple[Squares, ...], ...]:
        """The placements of each group, both in reading order."""
        members: dict[int, list[Squares]] = {}
        for place, group in zip(link.places, link.groups, strict=False):
            members.setdefault(group, []).append(self.placement(place))
        return tuple(sorted(tuple(sorted(group)) for group in members.values()))

    def _starved(self, starving: Iterable[tuple[Placement, int]]) -> Iterator[Starved]:
        for placement, line in dict.fromkeys(starving):
            yield Starved(self.placement(placement), self.line(line))

    def _with_ways(self, reason: Reason, link: Link, marks: Marks) -> Reason:
        """The reason with the open squares of its line, and with the ways to fill it that agree with its
        known squares, each as what it adds to them: with their number if they are not too many for that, and
        one by one if they are few."""
        ship, water = marks.masks_of(link.subject)
        height = self._size[0]
        size = self._size[1] if link.subject < height else height
        ways = [way & ~ship for way in link.ways if not ship & ~way and not water & way]
        return replace(
            reason,
            choice=self._in_line(link.subject, ((1 << size) - 1) & ~(ship | water)),
            n_ways=len(ways) or None,
            ways=tuple(sorted(self._in_line(link.subject, way) for way in ways if len(ways) <= MAX_WAYS)),
        )

    def _in_line(self, line: int, mask: int) -> Squares:
        """The squares of a line in a mask of its positions."""
        return tuple(sorted(self._turn.back(at) for at in squares_in(line, mask, self._size[0])))

    def _long_run(self, reason: Reason, square: Square) -> Squares:
        """The squares in a row that no ship is as long as, if that is why no ship fits on some squares:
        water, or one that is ship. Empty if that is not why; of several squares, the first row."""
        if reason.premises.barred or any(clue.kind != "given" for clue in reason.clues):
            return ()
        ship = {*reason.premises.ship}
        for clue in reason.clues:
            ship |= self._through_middle(clue.value, ship)
        runs = [run_through(at, ship) for at in reason.water or (square,)]
        return runs[0] if min(map(len, runs)) > max(self._fleet, default=0) else ()

    def _through_middle(self, value: object, ship: set[Square]) -> set[Square]:
        """The squares on both sides of a given middle, if one is ship."""
        return {
            at
            for square, kind in self._kinds.items()
            if square == value and kind == Part.MIDDLE
            for pair in sides_of(square)
            if ship.intersection(pair)
            for at in pair
        }

    # Suppositions

    def refutation(self, proof: Proof, marks: Marks, left: OpenPlaces | None = None) -> Reason:
        """What the refutation of a supposition concludes, with the refutation as its case; `left` on the
        board before it."""
        case = self.case(proof, marks, left)
        ship = case.supposed if case.is_water else ()
        water = case.supposed if case.kind == "ship" else ()
        barred = (case.supposed,) if case.is_placement else ()
        clues = dict.fromkeys(clue for reason in _all_links(case) for clue in reason.clues)
        premises = Facts(
            self.squares(proof.from_ship), self.squares(proof.from_water), self._placements(proof.from_barred)
        )
        return Reason(
            technique_of(proof).name,
            ship,
            water,
            "",
            squares=case.supposed,
            cases=(case,),
            barred=barred,
            clues=tuple(sorted(clues, key=_clue_order)),
            premises=premises,
        )

    def case(self, proof: Proof, marks: Marks, left: OpenPlaces | None = None) -> Case:
        """A supposition, and how it ends in a contradiction; `marks` are known before, and `left` there."""
        meaning = decode(proof.supposition)
        marks = marks.copy()
        suppose(proof.supposition, marks, self._size[1])
        if isinstance(meaning, Value):
            squares: Squares = (self._turn.back(meaning.square),)
            is_water = not meaning.is_ship
        else:
            squares, is_water = self.placement(meaning), False
        links, last = _with_ending(proof)
        reasons = self.links(links, marks)
        ending = self.link(last, marks)
        if last is not proof.ending:
            ending = replace(ending, squares=self.link(proof.ending, marks).squares)
        ending = replace(ending, lost=self._lost(ending, reasons, left))
        return Case(squares, is_water, reasons, ending, "", not isinstance(meaning, Value))

    def _lost(
        self, ending: Reason, reasons: Sequence[Reason], left: OpenPlaces | None
    ) -> tuple[Squares, ...]:
        """The placements that were left before for ships for which there is none in the end: in the last link
        about them or, without one, on the board before the case."""
        if ending.length is None or ending.places or (ending.wanted or 0) <= 0:
            return ()
        for reason in reversed(reasons):
            if reason.length == ending.length and reason.places:
                return tuple(place for place in reason.places if place not in ending.found)
        places = () if left is None else self._placements(left(ending.length))
        return places if len(places) <= MAX_LOST else ()


def _with_ending(proof: Proof) -> tuple[tuple[Link, ...], Link]:
    """The links, and the one that shows the contradiction: the last link itself, if it is about ships that
    would make one square both ship and water."""
    ending = proof.ending
    last = proof.links[-1] if proof.links else ending
    if ending.rung == CLASH and last.rung < PLAIN_RUNGS and PLAIN[last.rung].subject == "ships":
        row, bit = ending.subject // 64, 1 << ending.subject % 64
        if last.ship[row] & last.water[row] & bit:
            nothing = (0,) * len(last.ship)
            return proof.links[:-1], last._replace(ship=nothing, water=nothing)
    return proof.links, ending


def technique_of(proof: Proof) -> Technique:
    """The technique that a refutation is."""
    if any(link.proof is not None for link in proof.links):
        return NESTED
    return CONTRADICTION if isinstance(decode(proof.supposition), Value) else FAILING_PLACEMENTS


def _all_links(case: Case) -> Iterator[Reason]:
    yield from case.reasons
    if case.ending is not None:
        yield case.ending


def _clue_order(clue: Clue) -> tuple[object, ...]:
    kinds = ("row", "column", "given", "fleet")
    value = clue.value if isinstance(clue.value, tuple) else (clue.value,)
    return (kinds.index(clue.kind), *(-one if clue.kind == "fleet" else one for one in value))  # type: ignore[operator]


def _reading_order(reason: Reason) -> tuple[object, ...]:
    """Squares in reading order, rows before columns, long ships before short ones."""
    if reason.squares:
        return reason.squares[0]
    return (-(reason.length or 0),) if reason.line is None else line_order(reason.line)


def _starved_order(starved: Starved) -> tuple[object, ...]:
    return (starved.squares, starved.line.axis, starved.line.number)
