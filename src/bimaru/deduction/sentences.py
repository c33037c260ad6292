"""The sentences of explanations, each rendered from a `Reason`.

Findings have a sentence that says what follows, contradictions a clause that says what is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bimaru.deduction.reasons import Line, Reason, Squares, Starved
from bimaru.squares import Part, Square, square_names

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
_MAX_LISTED: Final = 12
"""Placements that a sentence lists."""


def ship_name(length: int, number: int = 1) -> str:
    """The name of a ship of some length, in the plural unless `number` is 1."""
    name = _SHIPS.get(length, f"ship of {length}")
    return name if number == 1 else name.replace("ship of", "ships of") if " " in name else f"{name}s"


def ships_name(length: int, missing: int, total: int) -> str:
    """The ships of a length that are not placed yet: `the cruiser`, `the last 2 destroyers`."""
    last = "last " if missing < total else ""
    number = "" if missing == 1 else f"{missing} "
    return f"the {last}{number}{ship_name(length, missing)}"


def names(squares: Iterable[Square]) -> str:
    """The names of squares: `A1-A4, C7`."""
    return square_names(squares).replace(" ", ", ")


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capitalised(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def part_name(kind: str) -> str:
    """What a square shows, in words: `a left end`, `ship`, `water`."""
    return _PARTS.get(Part(kind), "a corner")


def values(ship: Squares, water: Squares) -> str:
    """`B4 is ship; B5, C3 are water`."""
    return "; ".join(
        f"{names(squares)} {'is' if len(squares) == 1 else 'are'} {value}"
        for squares, value in ((ship, "ship"), (water, "water"))
        if squares
    )


def conclusion(reason: Reason) -> str:
    """What the squares of a reason are: `B4 is ship; B5, C3 are water`."""
    return values(reason.ship, reason.water)


def _part_name(reason: Reason) -> str:
    return "" if reason.part is None else part_name(reason.part)


def _line_name(reason: Reason) -> str:
    return "" if reason.line is None else reason.line.name


def _missing_ships(reason: Reason) -> str:
    """`the cruiser`, `the last 2 destroyers`."""
    return ships_name(reason.length or 0, reason.wanted or 0, reason.total or 0)


def _ship_squares(number: int) -> str:
    return f"{number} more ship square{'' if number == 1 else 's'}"


def _either(places: Iterable[Squares]) -> str:
    return joined([names(place) for place in places], "or")


def _ruled_out(starved: Sequence[Starved]) -> str:
    """Which placements are ruled out, and by which lines."""
    first = starved[:_MAX_LISTED]
    which = joined([_ruled_out_by(line, first) for line in starved_lines(first)])
    more = len(starved) - len(first)
    return f"{which}{f' (and {more} more placements are ruled out)' if more else ''}"


def _ruled_out_by(line: Line, starved: Iterable[Starved]) -> str:
    places: dict[int, list[str]] = {}
    for one in starved:
        if one.line == line:
            places.setdefault(len(one.squares), []).append(names(one.squares))
    ships = [
        f"a {ship_name(length)} on {joined(places[length], 'or')}" for length in sorted(places, reverse=True)
    ]
    return f"{joined(ships, 'or')} would leave too few squares in {line.name}"


def line_order(line: Line) -> tuple[bool, int]:
    """The order in which lines are named: rows first."""
    return line.axis == "column", line.number


def starved_lines(starved: Iterable[Starved]) -> list[Line]:
    """The lines that would starve, rows first."""
    return sorted({one.line for one in starved}, key=line_order)


def _ruled_out_first(reason: Reason) -> str:
    """The sentence on the placements that are ruled out, to precede what follows from that."""
    return f"{capitalised(_ruled_out(reason.starved))}. " if reason.starved else ""


# What follows, each as a sentence


def given_part(reason: Reason) -> str:
    """What a given part shows of the squares around it."""
    return f"{names(reason.squares)} is {_part_name(reason)}: {conclusion(reason)}."


def diagonals(reason: Reason) -> str:
    """Squares at the corners of a ship are water."""
    return f"The squares diagonal to {names(reason.squares)} are water: {names(reason.water)}."


def rest_water(reason: Reason) -> str:
    """A line has all its ship squares."""
    has = "has all its" if reason.tally else "has no"
    return f"{capitalised(_line_name(reason))} {has} ship squares: {conclusion(reason)}."


def rest_ship(reason: Reason) -> str:
    """A line needs all its open squares."""
    needs = reason.needs or 0
    left = {1: "its last open square", 2: "both its open squares"}.get(needs, f"all its {needs} open squares")
    return f"{capitalised(_line_name(reason))} needs {left}: {conclusion(reason)}."


def finished_ship(reason: Reason) -> str:
    """No ship is longer, so the ends of this one are water."""
    return (
        f"The ship on {names(reason.squares)} is complete, because no ship still to be found is longer: "
        f"{conclusion(reason)}."
    )


def middle(reason: Reason, obstacle: str) -> str:
    """A middle can run in only one direction; `obstacle`: the line it cannot lie in, and why."""
    where = names(reason.squares)
    return f"The ship through the middle on {where} cannot lie in {obstacle}: {conclusion(reason)}."


def unreached(reason: Reason) -> str:
    """No ship fits on some squares."""
    where = f"{'' if len(reason.water) == 1 else 'any of '}{names(reason.water)}"
    verdict = "it is water" if len(reason.water) == 1 else "they are water"
    if reason.starved:
        lines = joined([line.name for line in starved_lines(reason.starved)], "or")
        return f"A ship on {where} would leave too few squares in {lines}: {verdict}."
    return f"No ship still to be found fits on {where}: {verdict}."


def growth(reason: Reason) -> str:
    """What the placements of a ship that is found in part share."""
    where = names(reason.squares)
    if len(reason.places) > _MAX_LISTED:
        return f"Wherever the ship on {where} lies, {conclusion(reason)}."
    return f"The ship on {where} can only be {_either(reason.places)}: {conclusion(reason)}."


def missing_tally(reason: Reason) -> str:
    """What the fleet leaves for a line without a tally."""
    if reason.tally is None or reason.line is None:
        must = "must have all its open squares" if reason.ship else "can have no more ship squares"
        return f"Counting the fleet's squares, {_line_name(reason)} {must}: {conclusion(reason)}."
    then = "it needs all its open squares" if reason.ship else "it has them all"
    return (
        f"The other {reason.line.axis}s leave {reason.tally or 'none'} of the fleet's squares for "
        f"{_line_name(reason)}{f', and {then}' if reason.tally else ''}: {conclusion(reason)}."
    )


def last_placements(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left."""
    places = joined([names(place) for place in reason.places])
    ships = capitalised(_missing_ships(reason))
    return f"{_ruled_out_first(reason)}{ships} can only lie on {places}: {conclusion(reason)}."


def overlap(reason: Reason) -> str:
    """What the placements left for the ships of a length share."""
    return f"{_ruled_out_first(reason)}{_overlapping(reason)}: {conclusion(reason)}."


def _overlapping(reason: Reason) -> str:
    kind, number = _missing_ships(reason), len(reason.places)
    if number > _MAX_LISTED and reason.wanted == 1:
        return f"All {number} places left for {kind} share"
    if number > _MAX_LISTED:
        return f"The {number} places left for {kind} form {reason.wanted} groups with room for one each"
    if reason.wanted == 1:
        return f"{capitalised(kind)} can only lie on {_either(reason.places)}, and all ways share"
    return f"Of {kind}, {joined([f'one lies on {_either(group)}' for group in reason.groups])}"


def filling(reason: Reason) -> str:
    """What all ways to fill a line share."""
    needs = "" if reason.needs is None else f" with {_ship_squares(reason.needs)}"
    return (
        f"{_ruled_out_first(reason)}In every way to fill {_line_name(reason)}{needs}, {conclusion(reason)}."
    )


# Why the board cannot be completed, each as a clause


def no_part(reason: Reason) -> str:
    """A given part points off the grid."""
    return f"{names(reason.squares)} cannot be {_part_name(reason)}, which ends at the border"


def touching(reason: Reason) -> str:
    """Two ships would touch."""
    return f"the ship on {names(reason.squares)} would touch another at a corner"


def too_many(reason: Reason) -> str:
    """A line would have too many ship squares."""
    return f"{_line_name(reason)} would have too many ship squares"


def too_few(reason: Reason) -> str:
    """A line would have too few squares left."""
    left = (
        "no square left for the one" if reason.needs == 1 else f"too few squares left for the {reason.needs}"
    )
    return f"{_line_name(reason)} would have {left} it needs"


def impossible_tally(reason: Reason) -> str:
    """A line without a tally could not have the ship squares that are left."""
    if reason.line is None:
        return ""
    if reason.tally is None or reason.tally < 0:
        return (
            f"the {reason.line.axis}s without a tally could not have what the fleet's squares leave for them"
        )
    return (
        f"{_line_name(reason)} could not have the {reason.tally} of the fleet's squares that the other "
        f"{reason.line.axis}s leave for it"
    )


def no_direction(reason: Reason) -> str:
    """A middle could run neither across nor down."""
    return f"the middle on {names(reason.squares)} could run in neither direction"


def no_ship(reason: Reason) -> str:
    """No ship would fit on a ship square."""
    if reason.starved:
        lines = joined([line.name for line in starved_lines(reason.starved)], "or")
        return f"any ship on {names(reason.squares)} would leave too few squares in {lines}"
    return f"no ship would fit on {names(reason.squares)}"


def no_placement(reason: Reason) -> str:
    """The ships of a length would be too many, or not fit."""
    if (reason.wanted or 0) < 0:
        return f"there would be too many {ship_name(reason.length or 0, 2)}"
    return f"there would be no room left for {_missing_ships(reason)}{_since(reason)}"


def no_filling(reason: Reason) -> str:
    """A line could not be filled."""
    return f"there would be no way left to fill {_line_name(reason)}{_since(reason)}"


def _since(reason: Reason) -> str:
    return f", since {_ruled_out(reason.starved)}" if reason.starved else ""


# Cases


def clash(square: Square) -> str:
    """A square would be both."""
    return f"{names([square])} would have to be both ship and water"


def neither(square: Square) -> str:
    """A square would be neither."""
    return f"{names([square])} could be neither ship nor water"
