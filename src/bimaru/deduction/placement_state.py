"""Deduction on placements: techniques for every kind of ship, letters and edges included, from any of the
clues.

What is known are squares that are ship, squares that are water, and placements that are ruled out. Every
piece of knowledge is recorded with the clues and the knowledge that it follows from, so that an argument
consists of exactly what its end needs.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeAlias

from bimaru.deduction.layout import Edge, Kind, Layout, Mask, TallyLine, bits
from bimaru.deduction.placement_techniques import (
    LAST,
    LETTER,
    LINE_SHIP,
    LINE_WATER,
    NO_SHIP,
    ON_SQUARE,
    SHARED,
    SUMS,
    SUPPOSED,
)
from bimaru.deduction.reasons import Clue
from bimaru.puzzle import Given
from bimaru.squares import Part

Fact: TypeAlias = int
"""A ship square (3 * number), a water square (+ 1), or a placement that is ruled out (3 * its number + 2)."""
_SHIP: Final = 0
_WATER: Final = 1
_OUT: Final = 2


class Support(NamedTuple):
    """The clues and facts that a conclusion follows from."""

    clues: tuple[Clue, ...] = ()
    facts: tuple[Fact, ...] = ()


_NOTHING: Final = Support()


@dataclass(frozen=True, slots=True)
class Link:
    """What a technique settles: ship and water squares; neither where the board cannot be completed.

    `about`: the squares that it starts from; `line`, `kind` and `edge`: what it is about; `places`: the
    placements that it compares."""

    technique: str
    ship: Mask
    water: Mask
    support: Support
    about: Mask = 0
    line: TallyLine | None = None
    kind: Kind | None = None
    edge: Edge | None = None
    places: tuple[int, ...] = ()
    cases: tuple[Refutation, ...] = ()


@dataclass(frozen=True, slots=True)
class Refutation:
    """A supposition, the links that follow from it, and the contradiction at the end; `support`: the facts
    before it that it rests on. `board` is what is known at the end."""

    supposed: Given
    links: tuple[Link, ...]
    ending: Link
    support: Support
    board: Placing


@dataclass(slots=True)
class Placing:
    """What is known of a board, and from what. `failure` is set if the board cannot be completed."""

    layout: Layout
    check: Callable[[], None]
    ship: Mask = 0
    water: Mask = 0
    alive: Mask = 0
    failure: Link | None = None
    shown: Mask | None = None
    """The water that is known before what is supposed; `None` where nothing is: then all water is."""
    link_of: dict[Fact, Link | None] = field(default_factory=dict)
    """The link that settled a square, in order; `None` for what was known or supposed."""
    support_of: dict[Fact, Support] = field(default_factory=dict)
    """What rules a placement out, and what known squares rest on."""

    @classmethod
    def start(cls, layout: Layout, known: Iterable[Given], check: Callable[[], None]) -> Placing:
        """What the givens in force and the known squares of a board show."""
        placing = cls(layout, check, alive=(1 << len(layout.places)) - 1)
        for given in layout.givens:
            placing.add(given, Support((Clue("given", given.square),)))
        for given in known:
            placing.add(given, Support())
        placing._check_sums()
        return placing

    def copy(self) -> Placing:
        """The same knowledge, to suppose something on top of it."""
        return Placing(
            self.layout, self.check, self.ship, self.water, self.alive, self.failure,
            self.shown, dict(self.link_of), dict(self.support_of),
        )  # fmt: skip

    @property
    def open(self) -> Mask:
        """The squares that are neither ship nor water."""
        return ((1 << len(self.layout.covering)) - 1) & ~(self.ship | self.water)

    @property
    def is_solved(self) -> bool:
        """Whether every square and every letter is known."""
        if self.open:
            return False
        return not self.layout.puzzle.words or all(len(self.letters_on(at)) == 1 for at in bits(self.ship))

    def letters_on(self, at: int) -> set[str | None]:
        """The letters that a square can show; `None` is ship without a letter."""
        over = bits(self.alive & self.layout.covering[at])
        return {self.layout.places[number].letters.get(at) for number in over}

    # Knowledge

    def add(self, given: Given, support: Support) -> None:
        """Take a square to show something; `support` is what that rests on."""
        at = self.layout.number(given.square)
        if given.kind == Part.WATER:
            self._settle(0, 1 << at, None, support)
            return
        self._settle(1 << at, 0, None, support)
        if given.kind != Part.SHIP:
            self._rule_out(self.layout.clashing(given), Support(support.clues, (3 * at + _SHIP,)))

    def _settle(self, ship: Mask, water: Mask, link: Link | None, support: Support = _NOTHING) -> None:
        for at in bits(ship & ~self.ship):
            self.link_of[3 * at + _SHIP] = link
            self.support_of[3 * at + _SHIP] = support if link is None else link.support
            self._rule_out(self.layout.near[at], Support((), (3 * at + _SHIP,)))
        for at in bits(water & ~self.water):
            self.link_of[3 * at + _WATER] = link
            self.support_of[3 * at + _WATER] = support if link is None else link.support
            self._rule_out(self.layout.covering[at], Support((), (3 * at + _WATER,)))
        self.ship |= ship
        self.water |= water
        if clash := self.ship & self.water:
            at = next(bits(clash))
            facts = (3 * at + _SHIP, 3 * at + _WATER)
            self._fail(Link(SUPPOSED, 0, 0, Support((), facts), about=1 << at))

    def _rule_out(self, places: Mask, support: Support) -> bool:
        """Rule out placements. Returns whether any was still possible."""
        out = places & self.alive
        for number in bits(out):
            self.support_of[3 * number + _OUT] = support
        self.alive &= ~out
        return out != 0

    def _fail(self, link: Link) -> None:
        if self.failure is None:
            self.failure = link

    def apply(self, link: Link) -> Link | None:
        """Settle what a link says. Returns the link with what is new, `None` if nothing is."""
        new = replace(link, ship=link.ship & ~self.ship, water=link.water & ~self.water)
        if not (new.ship or new.water):
            return None
        self._settle(new.ship, new.water, new)
        return new

    def rule_out_letters(self, given: Given, support: Support) -> None:
        """Rule out the placements on a square that do not show what is given."""
        self._rule_out(self.layout.clashing(given), support)

    def settle(self, refutation: Refutation, opposite: Given) -> Link | None:
        """Record a refuted supposition: its `opposite` is then known. Returns the link, as `apply`."""
        at = 1 << self.layout.number(opposite.square)
        ship, water = (0, at) if opposite.kind == Part.WATER else (at, 0)
        link = Link(SUPPOSED, ship, water, refutation.support, about=at, cases=(refutation,))
        return self.apply(link)

    # Climbing

    def run(self) -> None:
        """Apply the techniques, easiest first, as far as they lead or to a contradiction."""
        while self.step():
            pass

    def step(self) -> tuple[Link, ...]:
        """Apply the easiest technique that settles a square, wherever it does; its links. None at the end,
        or at a contradiction."""
        # Lines first, so that placements on their water are impossible at sight, and not by a tally.
        if self.shown is None and (found := self._applied(self._full_lines())):
            if not self.open:
                self._weed_out()  # the letters that are left
            return found
        self._weed_out()
        for technique in (
            self._full_lines, self._on_squares, self._uncovered, self._edge_squares, self._last, self._shared
        ):  # fmt: skip
            self.check()
            if self.failure is not None:
                return ()
            if found := self._applied(technique()):
                return found
        return ()

    def _applied(self, links: Iterable[Link]) -> tuple[Link, ...]:
        """The links that settle something new, until one fails; only those of the first one's technique, so
        that a step has a single name."""
        found: list[Link] = []
        for link in links:
            if self.failure is not None:
                break
            if found and link.technique != found[0].technique:
                continue
            new = self.apply(link)
            found += [] if new is None else [new]
        return tuple(found)

    # Ruling out placements, until nothing changes

    def _weed_out(self) -> None:
        while self.failure is None and any((self._by_lines(), self._by_edges(), self._by_numbers())):
            self.check()

    def _by_lines(self) -> bool:
        """Placements that would give a line too many ship squares, or leave it too few."""
        changed = False
        layout = self.layout
        states = [
            (line, (line.squares & self.ship).bit_count(), (line.squares & ~self.water).bit_count())
            for line in layout.lines
        ]
        for number in bits(self.alive):
            place = layout.places[number]
            for i in layout.through[number]:
                line, has, left = states[i]
                inside = place.squares & line.squares
                extra = (inside & ~self.ship).bit_count()
                if has + extra > line.tally:
                    outside = self.ship & line.squares & ~inside
                    changed |= self._rule_out(1 << number, self._of_line(line, outside, _SHIP))
                    break
                if left - (place.around & line.squares & ~self.water).bit_count() < line.tally:
                    outside = self.water & line.squares & ~place.around
                    changed |= self._rule_out(1 << number, self._of_line(line, outside, _WATER))
                    break
        return changed

    def _of_line(self, line: TallyLine, squares: Mask, value: int) -> Support:
        return Support(line.clues, tuple(3 * at + value for at in bits(squares)))

    def _by_edges(self) -> bool:
        """Placements that would show another letter in front of the first letter from an edge."""
        changed = False
        for edge in self.layout.edges:
            before: list[Fact] = []
            for at in edge.squares:
                named = self.layout.showing[at, edge.letter]
                support = Support((edge.clue,), tuple(before))
                changed |= self._rule_out(self.layout.lettered[at] & ~named, support)
                if named & self.alive:
                    break
                before += self._outs(named)
            else:
                self._fail(Link(LETTER, 0, 0, Support((edge.clue,), tuple(before)), edge=edge))
            changed |= self._single_letter(edge)
        return changed

    def _single_letter(self, edge: Edge) -> bool:
        """Where only one square can show the letter of an edge, other placements on it are out."""
        squares = [at for at in edge.squares if self.layout.showing[at, edge.letter] & self.alive]
        if len(squares) != 1:
            return False
        (at,) = squares
        support = Support((edge.clue,), self._missing(edge, at))
        others = self.layout.covering[at] & ~self.layout.showing[at, edge.letter]
        return self._rule_out(others, support)

    def _missing(self, edge: Edge, but: int) -> tuple[Fact, ...]:
        """Why the other squares of a line cannot show the letter at its edge."""
        others = (at for at in edge.squares if at != but)
        return tuple(fact for at in others for fact in self._outs(self.layout.showing[at, edge.letter]))

    def _by_numbers(self) -> bool:
        """Placements of a kind of which all ships are found."""
        changed = False
        for index, kind in enumerate(self.layout.kinds):
            if kind.number is None:
                continue
            found, support = self._found(index, kind)
            if len(found) > kind.number:
                self._fail(Link(LAST, 0, 0, support, kind=kind, places=tuple(found)))
            elif len(found) == kind.number:
                lying = {self.layout.places[number].squares for number in found}
                rest = (
                    number
                    for number in bits(kind.places & self.alive)
                    if self.layout.places[number].squares not in lying
                )
                out = sum(1 << number for number in rest)
                changed |= self._rule_out(out, support)
        return changed

    def _found(self, index: int, kind: Kind) -> tuple[list[int], Support]:
        """The ships of a kind that are complete and cannot be of another; a placement of each."""
        found: dict[Mask, int] = {}
        facts: list[Fact] = []
        for number in bits(kind.places & self.alive):
            place = self.layout.places[number]
            if place.squares & ~self.ship or place.around & ~self.water or place.squares in found:
                continue
            rivals = self._rivals(place.squares)
            if all(self.layout.places[other].kind == index for other in bits(rivals & self.alive)):
                found[place.squares] = number
                facts += [3 * at + _SHIP for at in bits(place.squares)]
                facts += [3 * at + _WATER for at in bits(place.around)]
                facts += [
                    3 * other + _OUT for other in bits(rivals) if self.layout.places[other].kind != index
                ]
        return [*found.values()], Support((kind.clue,), tuple(facts))

    def _rivals(self, squares: Mask) -> Mask:
        """The placements of all kinds on exactly these squares."""
        over = self.layout.covering[next(bits(squares))]
        return sum(1 << number for number in bits(over) if self.layout.places[number].squares == squares)

    # Techniques

    def _full_lines(self) -> Iterator[Link]:
        for line in self.layout.lines:
            ship, water = line.squares & self.ship, line.squares & self.water
            rest = line.squares & ~(ship | water)
            left = (line.squares & ~water).bit_count()
            has = ship.bit_count()
            if has > line.tally or (has == line.tally and rest):
                support = self._of_line(line, ship, _SHIP)
                link = Link(LINE_WATER, 0, rest if has == line.tally else 0, support, about=ship, line=line)
            elif left < line.tally or (left == line.tally and rest):
                support = self._of_line(line, water, _WATER)
                link = Link(LINE_SHIP, rest if left == line.tally else 0, 0, support, about=ship, line=line)
            else:
                continue
            if link.ship or link.water:
                yield link
            else:
                self._fail(link)

    def _uncovered(self) -> Iterator[Link]:
        for at in bits(self.open):
            if not self.layout.covering[at] & self.alive:
                support = Support((), self._outs(self.layout.covering[at]))
                yield Link(NO_SHIP, 0, 1 << at, support, about=1 << at)

    def _outs(self, places: Mask) -> tuple[Fact, ...]:
        """Why the impossible ones of some placements are so: water that is shown on a square of theirs, which
        a person sees at once, or else what ruled them out."""
        shown = self.water if self.shown is None else self.shown
        facts: dict[Fact, None] = {}
        for number in bits(places & ~self.alive):
            water = self.layout.places[number].squares & shown
            facts[3 * next(bits(water)) + _WATER if water else 3 * number + _OUT] = None
        return tuple(facts)

    def _on_squares(self) -> Iterator[Link]:
        """What every ship that can lie on a ship square covers, and leaves water."""
        for at in bits(self.ship):
            over = self.layout.covering[at]
            possible = over & self.alive
            if not possible:
                facts = (3 * at + _SHIP, *self._outs(over))
                self._fail(Link(ON_SQUARE, 0, 0, Support((), facts), about=1 << at))
                return
            ship, water = self._common(possible)
            yield from self._agreement(
                ON_SQUARE, over, ship, water, Support((), (3 * at + _SHIP,)), about=1 << at
            )

    def _common(self, places: Mask) -> tuple[Mask, Mask]:
        """The squares that all placements cover, and those that all surround, as far as they are new."""
        ship, water = ~self.ship, ~self.water
        for number in bits(places):
            ship &= self.layout.places[number].squares
            water &= self.layout.places[number].around
            if not (ship or water):
                break
        return ship, water

    def _agreement(
        self, technique: str, all_places: Mask, ship: Mask, water: Mask, support: Support,
        about: Mask = 0, kind: Kind | None = None,
    ) -> Iterator[Link]:  # fmt: skip
        """Links for what the possible ones of some placements share: the others that do not share it are
        out."""
        for part, is_ship in ((ship, True), (water, False)):
            if part:
                others = sum(
                    1 << number
                    for number in bits(all_places & ~self.alive)
                    if part
                    & ~(self.layout.places[number].squares if is_ship else self.layout.places[number].around)
                )
                whole = Support(support.clues, (*support.facts, *self._outs(others)))
                places = tuple(bits(all_places & self.alive))
                squares = (part, 0) if is_ship else (0, part)
                yield Link(technique, *squares, whole, about=about, kind=kind, places=places)

    def _edge_squares(self) -> Iterator[Link]:
        """The only square where the letter of an edge can be is ship; what is in front of it is water."""
        for edge in self.layout.edges:
            squares = [at for at in edge.squares if self.layout.showing[at, edge.letter] & self.alive]
            if len(squares) == 1:
                support = Support((edge.clue,), self._missing(edge, squares[0]))
                yield Link(LETTER, 1 << squares[0], 0, support, edge=edge)

    def _last(self) -> Iterator[Link]:
        """The ships of a kind for which just enough places are left."""
        for kind in self.layout.kinds:
            if kind.number is None:
                continue
            possible = kind.places & self.alive
            places = {self.layout.places[number].squares: number for number in bits(possible)}
            if len(places) > kind.number:
                continue
            support = Support((kind.clue,), self._outs(kind.places))
            if len(places) < kind.number:
                self._fail(Link(LAST, 0, 0, support, kind=kind, places=tuple(places.values())))
                return
            ship = water = 0
            for number in places.values():
                ship |= self.layout.places[number].squares
                water |= self.layout.places[number].around
            yield Link(LAST, ship, water, support, kind=kind, places=tuple(places.values()))

    def _shared(self) -> Iterator[Link]:
        """What all places of the last ship of a kind share."""
        for index, kind in enumerate(self.layout.kinds):
            if not kind.number:
                continue
            found, known = self._found(index, kind)
            if len(found) != kind.number - 1:
                continue
            lying = {self.layout.places[number].squares for number in found}
            rest = sum(
                1 << number for number in bits(kind.places) if self.layout.places[number].squares not in lying
            )
            if not rest & self.alive:  # since what another kind shares was applied; *last places* follows
                continue
            ship, water = self._common(rest & self.alive)
            yield from self._agreement(SHARED, rest, ship, water, known, kind=kind)

    def _check_sums(self) -> None:
        """Tallies of all rows, all columns, and the fleet, that do not add up."""
        layout = self.layout
        squares = layout.fleet_squares()
        sums: dict[str, tuple[int, tuple[Clue, ...], bool]] = {}
        for axis, number in (("row", layout.puzzle.height), ("column", layout.puzzle.width)):
            found = [line for line in layout.lines if line.line.axis == axis and len(line.clues) == 1]
            clues = tuple(line.clues[0] for line in found)
            sums[axis] = (sum(line.tally for line in found), clues, len(found) == number)
        ships = tuple(kind.clue for kind in layout.kinds)
        for total, clues, is_whole in sums.values():
            if squares is not None and (total > squares or (is_whole and total < squares)):
                self._fail(Link(SUMS, 0, 0, Support((*clues, *ships))))
        (rows, row_clues, all_rows), (cols, col_clues, all_cols) = sums.values()
        if (all_rows and cols > rows) or (all_cols and rows > cols):
            self._fail(Link(SUMS, 0, 0, Support((*row_clues, *col_clues))))

    # Arguments

    def supposing(self, given: Given) -> Placing:
        """Everything that follows from supposing that a square shows something."""
        trial = self.copy()
        trial.shown = self.water if self.shown is None else self.shown
        trial.add(given, Support())
        trial.run()
        return trial

    def refute(self, given: Given) -> Refutation | None:
        """Why a square does not show something, if the techniques lead from it to a contradiction."""
        trial = self.supposing(given)
        if trial.failure is None:
            return None
        ending = trial.failure
        links = trial.chain([], ending, after=self)
        facts: list[Fact] = []
        clues = dict.fromkeys(ending.support.clues)
        for fact in trial.needed(ending.support.facts, until=self.support_of):
            if fact in self.support_of:
                facts.append(fact)
            else:
                clues |= dict.fromkeys(trial.support_of[fact].clues)
        return Refutation(given, links, ending, Support(tuple(clues), tuple(facts)), trial)

    def chain(
        self, facts: Iterable[Fact], ending: Link | None = None, after: Placing | None = None
    ) -> tuple[Link, ...]:
        """The links that facts, and the ending, rest on, in order, each with only what is needed of it.

        Links that were there already `after` some earlier knowledge are left out."""
        needed = self.needed([*facts, *(ending.support.facts if ending else ())])
        found: dict[int, Link] = {}
        for fact, link in self.link_of.items():
            if link is None or fact not in needed or (after is not None and fact in after.link_of):
                continue
            at = 1 << fact // 3
            before = found.get(id(link)) or replace(link, ship=0, water=0)
            is_ship = fact % 3 == _SHIP
            found[id(link)] = replace(
                before, ship=before.ship | at * is_ship, water=before.water | at * (not is_ship)
            )
        return tuple(found.values())

    def needed(self, facts: Sequence[Fact], until: Container[Fact] = ()) -> dict[Fact, None]:
        """The facts that some facts rest on, themselves included, but not what those in `until` rest on."""
        needed: dict[Fact, None] = {}
        left = [*facts]
        while left:
            fact = left.pop()
            if fact not in needed:
                needed[fact] = None
                if fact not in until:
                    left += self.support_of[fact].facts
        return needed

    def premises(self, link: Link) -> tuple[tuple[Clue, ...], Mask, Mask]:
        """The clues and the known ship and water squares that a link follows from: what ruled out the
        placements that it takes for impossible is among them."""
        clues = dict.fromkeys(link.support.clues)
        ship = water = 0
        seen: set[Fact] = set()
        left = [*link.support.facts]
        while left:
            fact = left.pop()
            if fact in seen:
                continue
            seen.add(fact)
            if fact % 3 == _OUT:
                support = self.support_of[fact]
                clues |= dict.fromkeys(support.clues)
                left += support.facts
            elif fact % 3 == _SHIP:
                ship |= 1 << fact // 3
            else:
                water |= 1 << fact // 3
        return tuple(clues), ship, water

    def fact_of(self, given: Given) -> Fact:
        """The fact that a square is water, or ship of whatever kind."""
        return 3 * self.layout.number(given.square) + (_WATER if given.kind == Part.WATER else _SHIP)

    def initial(self) -> Placing:
        """A copy with only the squares that were known at the start."""
        start = self.copy()
        start.ship = start.water = 0
        for fact, link in self.link_of.items():
            if link is None:
                at = 1 << fact // 3
                start.ship |= at if fact % 3 == _SHIP else 0
                start.water |= at if fact % 3 == _WATER else 0
        return start
