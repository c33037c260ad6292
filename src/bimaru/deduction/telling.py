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
from bimaru.deduction.turning import Turn
from bimaru.puzzle import Hint, Part, Square, square_names

_SHIPS: Final = {1: "submarine", 2: "destroyer", 3: "cruiser", 4: "battleship"}
_PARTS: Final = {
    Part.SUBMARINE: "a submarine",
    Part.LEFT: "a left end",
    Part.RIGHT: "a right end",
    Part.TOP: "a top end",
    Part.BOTTOM: "a bottom end",
}
_MOST_LISTED: Final = 6
"""Places that a sentence lists."""


def ship_name(length: int, number: int = 1) -> str:
    """What a ship of that length is called; the plural for a number of them."""
    name = _SHIPS.get(length, f"ship of {length}")
    return name if number == 1 else name.replace("ship of", "ships of") if " " in name else f"{name}s"


def names(squares: Iterable[Square]) -> str:
    """Squares as people read them: `A1-A4, C7`."""
    return square_names(squares).replace(" ", ", ")


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


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

    def __init__(self, turn: Turn, ladder: Ladder, hints: Iterable[Hint]) -> None:
        self._turn = turn
        self._ladder = ladder
        self._kinds = {hint.square: hint.kind for hint in hints}

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

    # Reasons

    def reason(self, finding: Finding, before: Before) -> Reason:
        """Why the squares of a finding are what they are."""
        found = self._about(finding, before)
        return found._replace(text=_FINDING[finding.rung](found))

    def failure(self, before: Before) -> Reason:
        """Why nothing is possible any more, after the ladder has failed."""
        ladder = self._ladder
        where = ladder.failed_where
        nothing = Finding(ladder.failed_rung, where, (), (), (), ())
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
            reason = bare._replace(line=self.line(where), needs=self._needs(where, before))
            return self._with_places(reason, finding)
        if rung in _ON_KINDS:
            length = list(before.wanted)[where]
            return self._with_places(bare, finding)._replace(length=length, wanted=before.wanted[length])
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
            lengths = {len(place) for place in places}
            return reason._replace(
                places=places, starved=tuple(one for one in starved if len(one.squares) in lengths)
            )
        about = {*reason.ship, *reason.water} if finding.rung in _ON_LINES else {*reason.squares}
        return reason._replace(places=places, starved=tuple(one for one in starved if about & {*one.squares}))

    def _needs(self, line: int, before: Before) -> int | None:
        """How many ship squares a line still needs, where the puzzle tells."""
        height: int = self._ladder.height
        tally = self._ladder.told(line)
        if tally is None:
            return None
        if line < height:
            return tally - before.ship[line].bit_count()
        return tally - sum(mask >> (line - height) & 1 for mask in before.ship)

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
    return "" if reason.part is None else _PARTS[Part(reason.part)]


def _line(reason: Reason) -> str:
    return "" if reason.line is None else reason.line.name


def _of_kind(reason: Reason) -> str:
    """`the cruiser`, `the 2 cruisers`."""
    number, length = reason.wanted or 0, reason.length or 0
    return f"the {ship_name(length)}" if number == 1 else f"the {number} {ship_name(length, number)}"


def _places(reason: Reason) -> str:
    """The places, where they are few enough to list."""
    if not 0 < len(reason.places) <= _MOST_LISTED:
        return ""
    return joined([names(place) for place in reason.places], "or")


def _starving(reason: Reason) -> str:
    """Which places are out, and why."""
    if not reason.starved:
        return ""
    first = reason.starved[:_MOST_LISTED]
    lines = list(dict.fromkeys(one.line for one in first))
    which = joined([_starving_line(line, first) for line in lines])
    more = len(reason.starved) - len(first)
    return capital(f"{which}{f' (and {more} more such places are out)' if more else ''}. ")


def _starving_line(line: Line, starved: Iterable[Starved]) -> str:
    places: dict[int, list[str]] = {}
    for at, other in starved:
        if other == line:
            places.setdefault(len(at), []).append(names(at))
    ships = [f"a {ship_name(length)} on {joined(where, 'or')}" for length, where in places.items()]
    return f"{joined(ships, 'or')} would starve {line.name}"


def _part(reason: Reason) -> str:
    return f"{names(reason.squares)} is {_part_name(reason)}: {_settles(reason)}."


def _touching(reason: Reason) -> str:
    return f"What is diagonal to {names(reason.squares)} cannot be ship: {_settles(reason)}."


def _full(reason: Reason) -> str:
    return f"{capital(_line(reason))} has all its ship squares: {_settles(reason)}."


def _needed(reason: Reason) -> str:
    squares = f"{reason.needs} more ship square{'' if reason.needs == 1 else 's'}"
    return f"{capital(_line(reason))} needs {squares} and has only {reason.needs} left: {_settles(reason)}."


def _complete(reason: Reason) -> str:
    return (
        f"The ship on {names(reason.squares)} cannot be longer, for no longer one is left: "
        f"{_settles(reason)}."
    )


def _middle(reason: Reason) -> str:
    return (
        f"The ship through the middle on {names(reason.squares)} can run in one direction only: "
        f"{_settles(reason)}."
    )


def _unreached(reason: Reason) -> str:
    where = names(reason.water)
    if reason.starved:
        lines = joined(list(dict.fromkeys(one.line.name for one in reason.starved)), "or")
        return f"Any ship on {where} would starve {lines}: it is water."
    return f"No ship that is still to be found fits on {where}: it is water."


def _growing(reason: Reason) -> str:
    listed = _places(reason)
    where = f"can only be {listed}" if listed else "can only lie in so many ways"
    return f"The ship on {names(reason.squares)} {where}: {_settles(reason)}."


def _missing(reason: Reason) -> str:
    all_or_none = "all its open squares" if reason.ship else "no more ship squares"
    return f"Counting the fleet's squares, {_line(reason)} must have {all_or_none}: {_settles(reason)}."


def _last_places(reason: Reason) -> str:
    places = joined([names(place) for place in reason.places])
    return f"{_starving(reason)}{capital(_of_kind(reason))} can only lie on {places}: {_settles(reason)}."


def _overlap(reason: Reason) -> str:
    listed = _places(reason) if reason.wanted == 1 else ""
    where = f"can only lie on {listed}" if listed else "fit in only so many places"
    return f"{_starving(reason)}{capital(_of_kind(reason))} {where}, and all ways share: {_settles(reason)}."


def _filling(reason: Reason) -> str:
    needs = (
        ""
        if reason.needs is None
        else f" with {reason.needs} more ship square{'' if reason.needs == 1 else 's'}"
    )
    return f"{_starving(reason)}However {_line(reason)} is filled{needs}: {_settles(reason)}."


def told(reasons: Sequence[Reason]) -> str:
    """The sentences of what a rung found in several places; what they would repeat is said once."""
    if len(reasons) < 2 or not all(_is_bare(reason) for reason in reasons):
        return " ".join(reason.text for reason in reasons)
    where = names(square for reason in reasons for square in reason.water)
    return f"No ship that is still to be found fits on {where}: they are water."


def _is_bare(reason: Reason) -> bool:
    """Whether all that there is to say is that no ship fits."""
    return reason.technique == PLAIN[rungs.UNREACHED].name


_FINDING: Final[dict[int, _Sentence]] = {
    rungs.PART: _part,
    rungs.TOUCHING: _touching,
    rungs.FULL: _full,
    rungs.NEEDED: _needed,
    rungs.COMPLETE: _complete,
    rungs.MIDDLE: _middle,
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
    needs = (
        "too few squares left"
        if reason.needs is None
        else f"too few squares left for the {reason.needs} it needs"
    )
    return f"{_line(reason)} would have {needs}"


def _miscounted(reason: Reason) -> str:
    return f"{_line(reason)} could not have what the fleet's squares leave for it"


def _no_direction(reason: Reason) -> str:
    return f"the middle on {names(reason.squares)} could run in neither direction"


def _no_ship(reason: Reason) -> str:
    return f"no ship would fit on {names(reason.squares)}"


def _no_place(reason: Reason) -> str:
    if (reason.wanted or 0) < 0:
        return f"there would be too many {ship_name(reason.length or 0, 2)}"
    return f"there would be no room left for {_of_kind(reason)} still to be found"


def _unfilled(reason: Reason) -> str:
    return f"there would be no way left to fill {_line(reason)}"


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
