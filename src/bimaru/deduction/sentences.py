"""Sentences: what the rungs of the ladder find, as reasons in the words of people.

The ladder counts lines and squares of the turned puzzle; everything here speaks of the puzzle as it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from bimaru.deduction import ladder as rungs
from bimaru.deduction.ladder import Finding, Ladder, Place
from bimaru.deduction.reasons import Line, Reason, Squares, Starved
from bimaru.deduction.techniques import CONTRADICTION, PLAIN
from bimaru.puzzle import Given
from bimaru.squares import Part, Square, square_names
from bimaru.symmetry import Turn

_SHIPS: Final = {1: "submarine", 2: "destroyer", 3: "cruiser", 4: "battleship"}
_PARTS: Final = {
    Part.SUBMARINE: "a submarine",
    Part.LEFT: "a left end",
    Part.RIGHT: "a right end",
    Part.TOP: "a top end",
    Part.BOTTOM: "a bottom end",
    Part.MIDDLE: "a middle",
    Part.SHIP: "ship",
    Part.WATER: "water",
}
_MOST_LISTED: Final = 12
"""Places that a sentence lists."""


def ship_name(length: int, number: int = 1) -> str:
    """What a ship of that length is called; the plural for a number of them."""
    name = _SHIPS.get(length, f"ship of {length}")
    return name if number == 1 else name.replace("ship of", "ships of") if " " in name else f"{name}s"


def ships_name(length: int, wanted: int, total: int) -> str:
    """What the ships of a length still to be found are called: `the cruiser`, `the last 2 destroyers`."""
    last = "last " if wanted < total else ""
    number = "" if wanted == 1 else f"{wanted} "
    return f"the {last}{number}{ship_name(length, wanted)}"


def names(squares: Iterable[Square]) -> str:
    """Squares as people read them: `A1-A4, C7`."""
    return square_names(squares).replace(" ", ", ")


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def part_name(kind: str) -> str:
    """What a square shows, in words: `a left end`, `ship`, `water`."""
    return _PARTS.get(Part(kind), "a corner")


def settled(ship: Squares, water: Squares) -> str:
    """`B4 is ship; B5, C3 are water`."""
    told = ((ship, "ship"), (water, "water"))
    return "; ".join(
        f"{names(squares)} {'is' if len(squares) == 1 else 'are'} {kind}" for squares, kind in told if squares
    )


class Before(NamedTuple):
    """What is known when a technique is used: masks of the turned puzzle, and the ships to come."""

    ship: tuple[int, ...]
    water: tuple[int, ...]
    wanted: dict[int, int]


class Teller:
    """Makes reasons of what a ladder finds."""

    def __init__(self, turn: Turn, ladder: Ladder, givens: Iterable[Given]) -> None:
        self._turn = turn
        self._ladder = ladder
        self._fleet = ladder.fleet()
        # What is merely told to be ship does not hide the part that is given.
        self._kinds = {given.square: given.kind for given in givens if given.kind != Part.SHIP}

    def before(self) -> Before:
        """What is known now."""
        return Before(*self._ladder.rows(), self._ladder.wanted())

    # From the ladder's numbers to values of the puzzle as it is given

    def masked(self, masks: Sequence[int]) -> Squares:
        """The squares of a mask a row."""
        found = ((r, c) for r, mask in enumerate(masks) for c in range(self._ladder.width) if mask >> c & 1)
        return tuple(sorted(map(self._turn.back, found)))

    def square(self, where: int) -> Square:
        """The square that a number means."""
        return self._turn.back(divmod(where, 64))

    def turned_back(self, square: Square) -> Square:
        """The square of the puzzle as it is given."""
        return self._turn.back(square)

    def line(self, number: int) -> Line:
        """The line that a number means."""
        row, col = self._squares_of(number)[0]
        is_row = (number < self._ladder.height) != self._turn.transposed
        return Line("row", row) if is_row else Line("column", col)

    def _squares_of(self, number: int) -> Squares:
        height, width = self._ladder.height, self._ladder.width
        if number < height:
            return tuple(self._turn.back((number, c)) for c in range(width))
        return tuple(self._turn.back((r, number - height)) for r in range(height))

    def place(self, place: Place) -> Squares:
        """The squares of a place."""
        line, start, length = place
        return tuple(sorted(self._squares_of(line)[start : start + length]))

    def one_of(self, length: int) -> str:
        """What one ship of those to come is called: `a cruiser`, or `the last cruiser`."""
        wanted = self._ladder.wanted()[length]
        return f"a {ship_name(length)}" if wanted != 1 else ships_name(length, wanted, self._fleet[length])

    # Reasons

    def reasons(self, findings: Iterable[Finding], before: Before) -> tuple[Reason, ...]:
        """Why the squares of the findings of a step are what they are, in the order in which people read
        a board, without those that say nothing new."""
        told: set[tuple[Square, bool]] = set()
        reasons: list[Reason] = []
        for found in sorted((self._reason(one, before) for one in findings), key=_reading_order):
            says = {
                (at, is_ship) for is_ship in (True, False) for at in (found.ship if is_ship else found.water)
            }
            if not says <= told:
                reasons.append(found)
            told |= says
        return tuple(reasons)

    def _reason(self, finding: Finding, before: Before) -> Reason:
        found = self._about(finding, before)
        if finding.rung == rungs.MIDDLE:
            return found._replace(text=self._middle(found, before))
        return found._replace(text=_FINDING[finding.rung](found))

    def failure(self, before: Before) -> Reason:
        """Why nothing is possible any more, after the ladder has failed."""
        ladder = self._ladder
        where = ladder.failed_where
        nothing = Finding(ladder.failed_rung, where, (), (), (), (), ladder.starved_places())
        if ladder.clash >= 0:
            square = self.square(ladder.clash)
            text = f"{names([square])} would have to be both ship and water"
            return Reason(CONTRADICTION.name, (), (), text, squares=(square,))
        if ladder.failed_rung == rungs.SUPPOSE:
            square = self.square(where // 2)
            text = f"{names([square])} could be neither ship nor water"
            return Reason(CONTRADICTION.name, (), (), text, squares=(square,))
        found = self._about(nothing, before)
        return found._replace(text=_FAILING[ladder.failed_rung](found))

    def _about(self, finding: Finding, before: Before) -> Reason:
        """The data of a finding, without its sentence."""
        rung, where = finding.rung, finding.where
        bare = Reason(PLAIN[rung].name, self.masked(finding.ship), self.masked(finding.water), "")
        if rung in _ON_LINES:
            tally = self._tally(where)
            needs = None if tally is None else tally - self._taken(where, before)
            reason = bare._replace(line=self.line(where), tally=tally, needs=needs)
            return self._with_places(reason, finding)
        if rung in _ON_KINDS:
            length = list(before.wanted)[where]
            counted = bare._replace(length=length, wanted=before.wanted[length], total=self._fleet[length])
            return self._with_places(counted, finding)
        if rung == rungs.COMPLETE:
            return bare._replace(squares=self._run(*divmod(where, 64), before))
        square = self.square(where)
        if rung == rungs.PART:
            return bare._replace(squares=(square,), part=self._kinds[square])
        return self._with_places(bare._replace(squares=(square,)), finding)

    def _with_places(self, reason: Reason, finding: Finding) -> Reason:
        """The reason with the places that it is about, and those of them that would starve a line."""
        places = tuple(map(self.place, finding.places))
        starved = tuple(Starved(self.place(place), self.line(line)) for place, line in finding.starving)
        if finding.rung in _ON_KINDS:
            near = (one for one in starved if len(one.squares) == reason.length)
        else:
            about = {*self._about_squares(reason, finding)}
            near = (one for one in starved if about & {*one.squares})
        return reason._replace(
            places=tuple(sorted(places)),
            groups=_grouped(places, finding.groups),
            starved=tuple(sorted(near)),
        )

    def _about_squares(self, reason: Reason, finding: Finding) -> Squares:
        """The squares on which a place must lie to matter."""
        return self._squares_of(finding.where) if finding.rung in _ON_LINES else reason.squares

    def _middle(self, reason: Reason, before: Before) -> str:
        """Why the ship through a middle can only run in the direction in which it does."""
        (square,) = reason.squares
        row, col = self._turn.to(square)
        ways = ((row, col), (self._ladder.height + col, row))
        why = next(filter(None, (self._obstacle(line, at, before) for line, at in ways)), "")
        return f"The ship through the middle on {names([square])} cannot lie in {why}: {_settles(reason)}."

    def _obstacle(self, line: int, at: int, before: Before) -> str | None:
        """A line with the reason why no ship runs through a square along it, if there is one."""
        squares, name = self._squares_of(line), self.line(line).name
        if not 0 < at < len(squares) - 1:
            return f"{name}, which ends there"
        beside = (squares[at - 1], squares[at + 1])
        if water := [one for one in beside if self._has(before.water, one)]:
            return f"{name}, for {settled((), tuple(water))}"
        if ship := [
            one for one in self._beside(squares[at]) if one not in beside and self._has(before.ship, one)
        ]:
            return f"{name}, for {settled(tuple(ship), ())}"
        tally = self._ladder.told(line)
        needs = None if tally is None else tally - self._taken(line, before)
        if needs is not None and needs < sum(not self._has(before.ship, one) for one in beside):
            return f"{name}, which needs {needs or 'no'} more ship square{'' if needs == 1 else 's'}"
        return None

    def _beside(self, square: Square) -> Squares:
        row, col = square
        return ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))

    def _has(self, masks: Sequence[int], square: Square) -> bool:
        row, col = self._turn.to(square)
        return min(row, col) >= 0 and row < len(masks) and masks[row] >> col & 1 == 1

    def _tally(self, line: int) -> int | None:
        """The tally of a line: told, or what the others of its kind leave of the fleet's squares."""
        told = self._ladder.told
        if told(line) is not None:
            return told(line)
        height = self._ladder.height
        alike = range(height) if line < height else range(height, height + self._ladder.width)
        others = [told(other) for other in alike if other != line]
        squares = sum(length * number for length, number in self._fleet.items())
        return None if None in others else squares - sum(filter(None, others))

    def _taken(self, line: int, before: Before) -> int:
        """How many ship squares a line has."""
        height: int = self._ladder.height
        if line < height:
            return before.ship[line].bit_count()
        return sum(mask >> (line - height) & 1 for mask in before.ship)

    def _run(self, line: int, start: int, before: Before) -> Squares:
        """The ship squares that follow each other in a line from a square on."""
        height = self._ladder.height
        squares: list[Square] = []
        at = start
        while True:
            r, c = (line, at) if line < height else (at, line - height)
            if not (r < height and c < self._ladder.width and before.ship[r] >> c & 1):
                return tuple(sorted(squares))
            squares.append(self._turn.back((r, c)))
            at += 1


_ON_LINES: Final = frozenset((rungs.FULL, rungs.NEEDED, rungs.MISSING, rungs.FILLING, rungs.STARVED_FILLING))
_ON_KINDS: Final = frozenset((rungs.PLACES, rungs.OVERLAP, rungs.STARVED_PLACES, rungs.STARVED_OVERLAP))

_Sentence: TypeAlias = Callable[[Reason], str]


def _settles(reason: Reason) -> str:
    return settled(reason.ship, reason.water)


def _part_name(reason: Reason) -> str:
    return "" if reason.part is None else part_name(reason.part)


def _line(reason: Reason) -> str:
    return "" if reason.line is None else reason.line.name


def _of_kind(reason: Reason) -> str:
    """`the cruiser`, `the last 2 destroyers`."""
    return ships_name(reason.length or 0, reason.wanted or 0, reason.total or 0)


def _ship_squares(number: int) -> str:
    return f"{number} more ship square{'' if number == 1 else 's'}"


def _either(places: Iterable[Squares]) -> str:
    return joined([names(place) for place in places], "or")


def _starving(starved: Sequence[Starved]) -> str:
    """Which places are out, and why."""
    first = starved[:_MOST_LISTED]
    which = joined([_starving_line(line, first) for line in _lines(first)])
    more = len(starved) - len(first)
    return f"{which}{f' (and {more} more such places are out)' if more else ''}"


def _starving_line(line: Line, starved: Iterable[Starved]) -> str:
    places: dict[int, list[str]] = {}
    for at, other in starved:
        if other == line:
            places.setdefault(len(at), []).append(names(at))
    ships = [
        f"a {ship_name(length)} on {joined(places[length], 'or')}" for length in sorted(places, reverse=True)
    ]
    return f"{joined(ships, 'or')} would leave too few squares in {line.name}"


def _lines(starved: Iterable[Starved]) -> list[Line]:
    """The lines that would starve, rows first."""
    return sorted({one.line for one in starved}, key=_line_order)


def _without_starved(reason: Reason) -> str:
    """The sentence that tells which places are out, to stand before what follows from that."""
    return f"{capital(_starving(reason.starved))}. " if reason.starved else ""


def _part(reason: Reason) -> str:
    return f"{names(reason.squares)} is {_part_name(reason)}: {_settles(reason)}."


def _touching(reason: Reason) -> str:
    return f"What is diagonal to {names(reason.squares)} is water: {names(reason.water)}."


def _full(reason: Reason) -> str:
    has = "has all its" if reason.tally else "has no"
    return f"{capital(_line(reason))} {has} ship squares: {_settles(reason)}."


def _needed(reason: Reason) -> str:
    needs = reason.needs or 0
    left = {1: "its last open square", 2: "both its open squares"}.get(needs, f"all its {needs} open squares")
    return f"{capital(_line(reason))} needs {left}: {_settles(reason)}."


def _complete(reason: Reason) -> str:
    return (
        f"The ship on {names(reason.squares)} is complete, for no ship still to be found is longer: "
        f"{_settles(reason)}."
    )


def _unreached(reason: Reason) -> str:
    where = f"{'' if len(reason.water) == 1 else 'any of '}{names(reason.water)}"
    verdict = "it is water" if len(reason.water) == 1 else "they are water"
    if reason.starved:
        lines = joined([line.name for line in _lines(reason.starved)], "or")
        return f"A ship on {where} would leave too few squares in {lines}: {verdict}."
    return f"No ship still to be found fits on {where}: {verdict}."


def _growing(reason: Reason) -> str:
    where = names(reason.squares)
    if len(reason.places) > _MOST_LISTED:
        return f"However the ship on {where} lies: {_settles(reason)}."
    return f"The ship on {where} can only be {_either(reason.places)}: {_settles(reason)}."


def _missing(reason: Reason) -> str:
    if reason.tally is None or reason.line is None:
        must = "must have all its open squares" if reason.ship else "can have no more ship squares"
        return f"Counting the fleet's squares, {_line(reason)} {must}: {_settles(reason)}."
    then = "it needs all its open squares" if reason.ship else "it has them all"
    return (
        f"The other {reason.line.axis}s leave {reason.tally or 'none'} of the fleet's squares for "
        f"{_line(reason)}{f', and {then}' if reason.tally else ''}: {_settles(reason)}."
    )


def _last_places(reason: Reason) -> str:
    places = joined([names(place) for place in reason.places])
    return (
        f"{_without_starved(reason)}{capital(_of_kind(reason))} can only lie on {places}: {_settles(reason)}."
    )


def _overlap(reason: Reason) -> str:
    return f"{_without_starved(reason)}{_overlapping(reason)}: {_settles(reason)}."


def _overlapping(reason: Reason) -> str:
    kind, number = _of_kind(reason), len(reason.places)
    if number > _MOST_LISTED and reason.wanted == 1:
        return f"All {number} places left for {kind} share"
    if number > _MOST_LISTED:
        return f"The {number} places left for {kind} form {reason.wanted} groups with room for one each"
    if reason.wanted == 1:
        return f"{capital(kind)} can only lie on {_either(reason.places)}, and all ways share"
    return f"Of {kind}, {joined([f'one lies on {_either(group)}' for group in reason.groups])}"


def _filling(reason: Reason) -> str:
    needs = "" if reason.needs is None else f" with {_ship_squares(reason.needs)}"
    return f"{_without_starved(reason)}In every way to fill {_line(reason)}{needs}, {_settles(reason)}."


def told(reasons: Sequence[Reason]) -> str:
    """The sentences of what a rung found in several places; what they would repeat is said once."""
    return " ".join(one.text for one in _merged(reasons))


def _merged(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons, those in one that can be told in one sentence."""
    groups: dict[object, list[Reason]] = {}
    for i, reason in enumerate(reasons):
        key = (reason.technique, *_lines(reason.starved)) if reason.technique in _MERGED else i
        groups.setdefault(key, []).append(reason)
    return [group[0] if len(group) == 1 else _as_one(group) for group in groups.values()]


def _as_one(reasons: Sequence[Reason]) -> Reason:
    one = reasons[0]._replace(
        squares=tuple(square for reason in reasons for square in reason.squares),
        water=tuple(sorted({square for reason in reasons for square in reason.water})),
        starved=tuple(line for reason in reasons for line in reason.starved),
    )
    return one._replace(text=_MERGED[one.technique](one))


_MERGED: Final[dict[str, _Sentence]] = {
    PLAIN[rungs.TOUCHING].name: _touching,
    PLAIN[rungs.UNREACHED].name: _unreached,
    PLAIN[rungs.STARVED].name: _unreached,
}


def _line_order(line: Line) -> tuple[bool, int]:
    return line.axis == "column", line.number


def _reading_order(reason: Reason) -> tuple[object, ...]:
    """Squares as people read them, rows before columns, long ships before short ones."""
    if reason.squares:
        return reason.squares[0]
    return (-(reason.length or 0),) if reason.line is None else _line_order(reason.line)


def _grouped(places: Sequence[Squares], groups: Sequence[int]) -> tuple[tuple[Squares, ...], ...]:
    """The places of each group, both in the order in which people read a board."""
    of: dict[int, list[Squares]] = {}
    for place, group in zip(places, groups, strict=bool(groups)):
        of.setdefault(group, []).append(place)
    return tuple(sorted(tuple(sorted(group)) for group in of.values()))


_FINDING: Final[dict[int, _Sentence]] = {
    rungs.PART: _part,
    rungs.TOUCHING: _touching,
    rungs.FULL: _full,
    rungs.NEEDED: _needed,
    rungs.COMPLETE: _complete,
    rungs.UNREACHED: _unreached,
    rungs.GROWING: _growing,
    rungs.MISSING: _missing,
    rungs.PLACES: _last_places,
    rungs.OVERLAP: _overlap,
    rungs.FILLING: _filling,
    rungs.STARVED: _unreached,
    rungs.STARVED_PLACES: _last_places,
    rungs.STARVED_OVERLAP: _overlap,
    rungs.STARVED_FILLING: _filling,
}


def _no_part(reason: Reason) -> str:
    return f"{names(reason.squares)} cannot be {_part_name(reason)}, which ends at the border"


def _touch(reason: Reason) -> str:
    return f"the ship on {names(reason.squares)} would touch another at a corner"


def _too_many(reason: Reason) -> str:
    return f"{_line(reason)} would have too many ship squares"


def _too_few(reason: Reason) -> str:
    left = (
        "no square left for the one" if reason.needs == 1 else f"too few squares left for the {reason.needs}"
    )
    return f"{_line(reason)} would have {left} it needs"


def _miscounted(reason: Reason) -> str:
    if reason.line is None:
        return ""
    if reason.tally is None or reason.tally < 0:
        return (
            f"the {reason.line.axis}s without a tally could not have what the fleet's squares leave for them"
        )
    return (
        f"{_line(reason)} could not have the {reason.tally} of the fleet's squares that the other "
        f"{reason.line.axis}s leave for it"
    )


def _no_direction(reason: Reason) -> str:
    return f"the middle on {names(reason.squares)} could run in neither direction"


def _no_ship(reason: Reason) -> str:
    if reason.starved:
        lines = joined([line.name for line in _lines(reason.starved)], "or")
        return f"any ship on {names(reason.squares)} would leave too few squares in {lines}"
    return f"no ship would fit on {names(reason.squares)}"


def _no_place(reason: Reason) -> str:
    if (reason.wanted or 0) < 0:
        return f"there would be too many {ship_name(reason.length or 0, 2)}"
    return f"there would be no room left for {_of_kind(reason)}{_since(reason)}"


def _unfilled(reason: Reason) -> str:
    return f"there would be no way left to fill {_line(reason)}{_since(reason)}"


def _since(reason: Reason) -> str:
    return f", since {_starving(reason.starved)}" if reason.starved else ""


_FAILING: Final[dict[int, _Sentence]] = {
    rungs.PART: _no_part,
    rungs.TOUCHING: _touch,
    rungs.FULL: _too_many,
    rungs.NEEDED: _too_few,
    rungs.MISSING: _miscounted,
    rungs.MIDDLE: _no_direction,
    rungs.UNREACHED: _no_ship,
    rungs.PLACES: _no_place,
    rungs.OVERLAP: _no_place,
    rungs.FILLING: _unfilled,
    rungs.STARVED: _no_ship,
    rungs.STARVED_PLACES: _no_place,
    rungs.STARVED_OVERLAP: _no_place,
    rungs.STARVED_FILLING: _unfilled,
}
