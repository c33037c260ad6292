"""The sentences of explanations in English, each from the values of one link.

Links have a sentence that says what follows, contradictions a clause that says what is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from bimaru.capitals import capitalised
from bimaru.deduction.languages.notation import (
    MAX_LISTED,
    MAX_SHIPS,
    are_all_there,
    are_several,
    by_length,
    crossing,
    found_ships,
    labels_by_axis,
    line_by_line,
    line_ranges,
    lines_to_name,
    names,
    overfull_lines,
    place_name,
    runs_of,
    starved_lines,
    starving,
    steps_text,
    touching_squares,
    within,
)
from bimaru.deduction.reasons import Case, Line, Reason, Squares, Starved, line_order, run_through
from bimaru.squares import Part

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


def ship_name(length: int, number: int = 1) -> str:
    """The name of a ship of some length, in the plural unless `number` is 1."""
    name = _SHIPS.get(length, f"ship of {length}")
    return name if number == 1 else name.replace("ship of", "ships of") if " " in name else f"{name}s"


def ships_name(length: int, missing: int, total: int) -> str:
    """The ships of a length that are not placed yet: `the cruiser`, `the last 2 destroyers`."""
    last = "last " if missing < total else ""
    number = "" if missing == 1 else f"{missing} "
    return f"the {last}{number}{ship_name(length, missing)}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


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
    """`the cruiser`, `the last 2 destroyers besides A1-A2`."""
    ships = ships_name(reason.length or 0, reason.wanted or 0, reason.total or 0)
    is_listed = 0 < len(reason.found) <= MAX_SHIPS
    return f"{ships} besides {joined([names(one) for one in reason.found])}" if is_listed else ships


def _ship_squares(number: int) -> str:
    return f"{number} more ship square{'' if number == 1 else 's'}"


def _either(places: Sequence[Squares]) -> str:
    """`A1-A2 or C3-C4`; `within A1-A4` for all placements there, one beside the other."""
    if squares := within(places):
        return f"within {names(squares)}"
    return joined([names(place) for place in places], "or")


def _on(places: Sequence[Squares]) -> str:
    where = _either(places)
    return where if where.startswith("within ") else f"on {where}"


def _ruled_out(starved: Sequence[Starved]) -> str:
    """Which placements are ruled out, and by which lines."""
    first = starved[:MAX_LISTED]
    which = joined([_ruled_out_by(line, first) for line in starved_lines(first)])
    more = len(starved) - len(first)
    placements = "placement is" if more == 1 else "placements are"
    return f"{which}{f' (and {more} more {placements} ruled out)' if more else ''}"


def _ruled_out_by(line: Line, starved: Iterable[Starved]) -> str:
    ships = [
        f"a {ship_name(length)} on {joined([names(place) for place in places], 'or')}"
        for length, places in starving(line, starved).items()
    ]
    return f"{joined(ships, 'or')} would leave too few squares in {line.name}"


def _without(reason: Reason, starving: str = "starving", between: str = "") -> str:
    """` without starving row A or column 3, or overfilling row B`: what ships would do to lines, as far as
    cited. Other words can stand for `starving`; `between` stands before its lines."""
    starved = starved_lines(reason.starved)
    parts = [f"{starving} {between}{_any_of(starved)}"] if starved else []
    parts += [f"overfilling {_overfull(reason, 'or')}"] if reason.overfull else []
    return f" without {', or '.join(parts)}" if parts else ""


def _any_of(lines: Sequence[Line]) -> str:
    """`row A or column 3`."""
    found = labels_by_axis(lines).items()
    return joined([f"{axis} {joined(labels, 'or')}" for axis, labels in found], "or")


def _others(reason: Reason, *, are_starved_known: bool = False) -> str:
    """`others starve row A or overfill rows B and C`: what other placements would do to lines, as far
    as cited; without those that starve if they have been named."""
    starved = starved_lines(reason.starved)
    parts = [f"starve {line_names(starved)}"] if starved and not are_starved_known else []
    parts += [f"overfill {_overfull(reason, 'and')}"] if reason.overfull else []
    return f"others {' or '.join(parts)}" if parts else ""


def _overfull(reason: Reason, last: str) -> str:
    """`row A and lines under 3`: the lines that ships would overfill, with their last
    conjunction."""
    lines, length = overfull_lines(reason)
    listed = [line_names(lines) if last == "and" else _any_of(lines)] if lines else []
    return joined([*listed, *([f"lines under {length}"] if length else [])], last)


def _ruled_out_first(reason: Reason) -> str:
    """The sentence on the placements that are ruled out, to precede what follows from that."""
    return f"{capitalised(_ruled_out(reason.starved))}. " if reason.starved else ""


# What an argument cites besides


def _causes(reason: Reason, *more: str) -> str:
    """What rules other placements out besides the squares on the board: ships that are found, placements
    barred before, and `more`; empty, or in parentheses, with a semicolon after ships, which may be a list."""
    found, others = [*_found_ships(reason)], [*_barred(reason), *filter(None, more)]
    causes = "; ".join(", ".join(part) for part in (found, others) if part)
    return f" ({causes})" if causes else ""


def _found_ships(reason: Reason) -> Iterator[str]:
    """The ships of the kinds that are all found, as far as cited; those of several kinds are not listed."""
    cited = [*found_ships(reason)]
    found = [one for one in cited if one.is_all]
    for one in found:
        if one.number == 1 and one.is_exact:
            yield f"the {ship_name(one.length)} is {names(one.ships[0])}"
        elif one.number == 1:
            yield f"the {ship_name(one.length)} is found"
    many = [one for one in found if one.number > 1]
    if len(many) == 1 and many[0].is_exact and many[0].number <= MAX_SHIPS:
        ships = joined([names(ship) for ship in many[0].ships])
        yield f"the {ship_name(many[0].length, 2)} are {ships}"
    elif many:
        yield f"all {joined([ship_name(one.length, 2) for one in many])} are found"
    if len(found) < len(cited):
        yield "by the count of the fleet's squares"


def line_names(lines: Sequence[Line]) -> str:
    """`rows A and C and column 4`, `rows A-C`."""
    found = line_ranges(lines).items()
    return joined([f"{axis}{'s' if are_several(labels) else ''} {joined(labels)}" for axis, labels in found])


def _barred(reason: Reason) -> Iterator[str]:
    """The placements barred before, as far as cited; of many their number, and where they lie."""
    barred = reason.premises.barred
    if len(barred) > MAX_LISTED:
        lines = line_names(lines_to_name(reason))
        where = " there" if are_all_there(reason) else f" in {lines}" if lines else ""
        steps = steps_text(reason.barred_in)
        yield f"{len(barred)} places{where} ruled out {_in_steps(steps) if steps else 'before'}"
    elif barred:
        single = [names(place) for place in barred if len(place) == 1]
        named = [names(place) for place in barred if len(place) > 1]
        named += [f"a {ship_name(1)} on {joined(single, 'or')}"] if single else []
        yield f"{joined(named)} ruled out"


def _in_steps(steps: Sequence[str]) -> str:
    """`in steps 4, 9-12 and 15`."""
    return f"in step{'s' if are_several(steps) else ''} {joined(steps)}"


# What follows, each as a sentence


def given_part(reason: Reason) -> str:
    """What a given part shows of the squares around it."""
    return f"{names(reason.squares)} is {_part_name(reason)}: {conclusion(reason)}."


def diagonals(reason: Reason) -> str:
    """Squares at the corners of a ship are water."""
    return f"{capitalised(_are_water(reason.water))}, diagonal to {names(reason.premises.ship)}."


def _are_water(squares: Squares) -> str:
    return f"{names(squares)} {'is' if len(squares) == 1 else 'are'} water"


def rest_water(reason: Reason) -> str:
    """A line has all its ship squares."""
    if not reason.tally:
        return f"{capitalised(_line_name(reason))} has no ship squares: {conclusion(reason)}."
    if reason.tally == 1:
        return f"{capitalised(_line_name(reason))} has its only ship square: {conclusion(reason)}."
    return f"{capitalised(_line_name(reason))} has its {reason.tally} ship squares: {conclusion(reason)}."


def rest_ship(reason: Reason) -> str:
    """A line needs all its open squares."""
    needs = reason.needs or 0
    left = {1: "its last open square", 2: "both its open squares"}.get(needs, f"all its {needs} open squares")
    return f"{capitalised(_line_name(reason))} needs {left}: {conclusion(reason)}."


def finished_ship(reason: Reason) -> str:
    """No ship is longer, so the ends of this one are water."""
    found = [*_found_ships(reason)]
    why = f"because {joined(found)}" if found else "because no ship is longer"
    return f"The ship on {names(reason.squares)} is complete, {why}: {conclusion(reason)}."


def middle(reason: Reason) -> str:
    """A middle can run in only one direction."""
    return (
        f"The ship through the middle on {names(reason.squares)} cannot lie in {_obstacle(reason)}: "
        f"{conclusion(reason)}."
    )


def _obstacle(reason: Reason) -> str:
    """The line in which the ship through a middle cannot lie, and why."""
    line = crossing(reason)
    lines = [clue for clue in reason.clues if clue.kind in ("row", "column")]
    if lines:
        return f"{line.name}, whose tally leaves no room for it"
    if not reason.premises:
        return f"{line.name}, because the grid ends there"
    return f"{line.name}, because {values(reason.premises.ship, reason.premises.water)}"


def unreached(reason: Reason) -> str:
    """No ship fits on some squares."""
    if reason.length is not None:
        return f"{_too_long(reason)}: {_verdict(reason.water)}."
    without = _without(reason, "leaving too few squares", "in ")
    return f"No ship fits on {names(reason.water)}{without}{_causes(reason)}: {_verdict(reason.water)}."


def _too_long(reason: Reason) -> str:
    """`E5 would make a ship longer than any`."""
    each = " each" if len(reason.water) > 1 else ""
    return f"{names(reason.water)} would{each} make a ship longer than any"


def _verdict(squares: Squares) -> str:
    return "it is water" if len(squares) == 1 else "they are water"


def growth(reason: Reason) -> str:
    """What the placements of a ship that is found in part share."""
    return _growth(reason, "can only be")


def _growth(reason: Reason, can_be: str) -> str:
    where, causes = names(reason.squares), _causes(reason, _others(reason))
    if len(reason.places) > MAX_LISTED or not reason.places:
        return f"Wherever the ship on {where} lies{causes}, {conclusion(reason)}."
    places = joined([names(place) for place in reason.places], "or")
    return f"The ship on {where} {can_be} {places}{causes}: {conclusion(reason)}."


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
    lie = f"{capitalised(_missing_ships(reason))} can only lie on {places}"
    causes = _causes(reason, _others(reason, are_starved_known=True))
    return f"{_ruled_out_first(reason)}{lie}{causes}: {conclusion(reason)}."


def overlap(reason: Reason) -> str:
    """What the placements left for the ships of a length share."""
    others = _others(reason, are_starved_known=True)
    return f"{_ruled_out_first(reason)}{_overlapping(reason, others)}: {conclusion(reason)}."


def _overlapping(reason: Reason, *more: str, lies: str = "can only lie") -> str:
    kind, number, causes = _missing_ships(reason), len(reason.places), _causes(reason, *more)
    if number > MAX_LISTED and reason.wanted == 1:
        return f"All {number} places left for {kind}{causes} agree"
    if number > 2 * MAX_LISTED:
        return (
            f"The {number} places left for {kind}{causes} form {reason.wanted} groups with room for one each"
        )
    if reason.wanted == 1:
        return f"{capitalised(kind)} {lies} {_on(reason.places)}{causes}"
    groups = [f"one {'' if number else 'lies '}{_on(group)}" for number, group in enumerate(reason.groups)]
    return f"Of {kind}, {joined(groups)}{causes}"


def filling(reason: Reason) -> str:
    """What all ways to fill a line share."""
    causes = _causes(reason, _others(reason, are_starved_known=True))
    if reason.ways:
        return f"{_ruled_out_first(reason)}{_ways(reason)}{causes}: {conclusion(reason)}."
    needs = (
        ""
        if reason.needs is None or reason.needs <= 0
        else f" with {reason.needs} more of {names(reason.choice)}"
    )
    ways = "every way" if reason.n_ways is None else f"each of the {reason.n_ways} ways"
    return (
        f"{_ruled_out_first(reason)}In {ways} to fill {_line_name(reason)}{needs}{causes}, "
        f"{conclusion(reason)}."
    )


def _ways(reason: Reason, takes: str = "can take only") -> str:
    """The ways to fill a line: `row C can take only C1, or C3+C5`."""
    ways = joined([_way(way) for way in reason.ways], "or")
    return f"{capitalised(_line_name(reason))} {takes} {ways}"


def _way(way: Squares) -> str:
    """`C1-C2+C5`."""
    return place_name(way) or "no more"


# The same in a chain, where every word counts


def brief_diagonals(reason: Reason) -> str:
    """Squares at the corners of a ship are water."""
    makes = "makes" if len(reason.premises.ship) == 1 else "make"
    return f"{names(reason.premises.ship)} {makes} {names(reason.water)} water."


def brief_water(reason: Reason) -> str:
    """A line has all its ship squares."""
    return f"{capitalised(_line_name(reason))} is full: {conclusion(reason)}."


def brief_ship(reason: Reason) -> str:
    """A line needs all its open squares."""
    return f"{capitalised(_line_name(reason))} needs {names(reason.ship)}."


def brief_unreached(reason: Reason) -> str:
    """No ship fits on some squares."""
    if reason.length is not None:
        return unreached(reason)
    return f"No ship fits on {names(reason.water)}{_without(reason)}{_causes(reason)}."


def brief_filling(reason: Reason) -> str:
    """What all ways to fill a line share."""
    if reason.ways:
        known = reason.ship if len(reason.ways) > 1 else ()
        then = f": {values(known, reason.water)}" if known or reason.water else ""
        return f"{_ways(reason, 'takes')}{_causes(reason, _others(reason))}{then}."
    parts = [f"with {names(reason.ship)}"] if reason.ship else []
    parts += [f"without {names(reason.water)}"] if reason.water else []
    takes = f"takes {reason.needs} of {names(reason.choice)}" if (reason.needs or 0) > 0 else "can be filled"
    why = _causes(reason, _others(reason))
    return f"{capitalised(_line_name(reason))} {takes}, always {joined(parts)}{why}."


def brief_growth(reason: Reason) -> str:
    """What the placements of a ship that is found in part share."""
    return _growth(reason, "is")


def brief_placements(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left."""
    places = joined([names(place) for place in reason.places])
    ships = capitalised(_missing_ships(reason))
    then = f": {values((), reason.water)}" if reason.water else ""
    lie = "lies" if reason.wanted == 1 else "lie"
    return f"{ships} {lie} on {places}{_causes(reason, _others(reason))}{then}."


def brief_overlap(reason: Reason) -> str:
    """What the placements left for the ships of a length share."""
    lies = _overlapping(reason, _others(reason), lies="lies")
    return f"{lies}: {conclusion(reason)}."


# Why the board cannot be completed, each as a clause


def no_part(reason: Reason) -> str:
    """A given part points off the grid."""
    return f"{names(reason.squares)} cannot be {_part_name(reason)}, because the grid ends there"


def touching(reason: Reason) -> str:
    """Two ships would touch."""
    return f"{joined([names([at]) for at in touching_squares(reason)])} would touch at a corner"


def too_many(reason: Reason) -> str:
    """A line would have too many ship squares."""
    tally = reason.tally or 0
    most = f"more than {tally} ship square{'' if tally == 1 else 's'}" if tally else "a ship square"
    return f"{_line_name(reason)} would have {most}"


def too_few(reason: Reason) -> str:
    """A line would have too few squares left."""
    return f"{_line_name(reason)} would have no room for {reason.needs} more"


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
    if reason.length is not None:
        return f"{names(reason.squares)} would be {len(reason.squares)} in a row, more than any ship has"
    run = run_through(reason.squares[0], reason.premises.ship)
    return f"no ship would fit on {names(run)}{_without(reason)}{_causes(reason)}"


def no_placement(reason: Reason) -> str:
    """The ships of a length would be too many, or not fit."""
    if (reason.wanted or 0) < 0:
        found = [names(run) for run in runs_of(reason.premises.ship) if len(run) == reason.length]
        return f"there would be too many {ship_name(reason.length or 0, 2)}: {joined(found)}"
    if len(reason.places) >= (reason.wanted or 0) > len(reason.groups) > 0:
        return _too_few_groups(reason)
    if len(reason.places) >= (reason.wanted or 0) > 0:
        return _clashing_places(reason)
    room = f"only {len(reason.places)} places" if len(reason.places) > 1 else "only one place"
    left = f"{room} would be left for {_missing_ships(reason)}"
    if reason.places:
        return f"{left}{_listed(reason)}{_causes(reason, _others(reason))}"
    why = f"{_without(reason)}{_causes(reason)}"
    if not why and reason.lost:
        why = f", not even {_on(reason.lost)}"
    return f"{_missing_ships(reason)} would fit nowhere{why}"


def _too_few_groups(reason: Reason) -> str:
    """The placements left form fewer groups than there are ships, each with room for one."""
    number = "one" if len(reason.groups) == 1 else str(len(reason.groups))
    fit = f"only {number} of {_missing_ships(reason)} would fit"
    causes = _causes(reason, _others(reason))
    if len(reason.places) > MAX_LISTED:
        return f"{fit} in the {len(reason.places)} places left{causes}"
    if len(reason.groups) == 1:
        return f"{fit}, {_on(reason.groups[0])}{causes}"
    return f"{fit}, {joined([f'one {_on(group)}' for group in reason.groups])}{causes}"


def _listed(reason: Reason) -> str:
    """`, A1-A3 and B5-D5`; nothing if the places are many."""
    if not 0 < len(reason.places) <= MAX_LISTED // 2:
        return ""
    return f", {joined([names(place) for place in reason.places])}"


def _clashing_places(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left, but these exclude each other."""
    causes = _causes(reason, _others(reason))
    both = f"{names(reason.squares)} would have to be both ship and water"
    if len(reason.places) != reason.wanted:
        overlapping = _overlapping(reason, _others(reason))
        return f"{both}, because {overlapping[:1].lower()}{overlapping[1:]}"
    places = joined([names(place) for place in reason.places])
    return f"{_missing_ships(reason)} could lie only on {places}{causes}, but {_why_apart(reason)}"


def _why_apart(reason: Reason) -> str:
    """Which of the placements that are left overlap or touch."""
    for one, other in combinations(reason.places, 2):
        if {*one} & {*other}:
            return "these overlap" if len(reason.places) == 2 else f"{names(one)} and {names(other)} overlap"
        if any(abs(r - row) <= 1 and abs(c - col) <= 1 for r, c in one for row, col in other):
            return "these touch" if len(reason.places) == 2 else f"{names(one)} and {names(other)} touch"
    return f"{names(reason.squares)} would have to be both ship and water"


def no_filling(reason: Reason) -> str:
    """A line could not be filled."""
    return f"there would be no way left to fill {_line_name(reason)}{_without(reason)}{_causes(reason)}"


# Cases


def clash(reason: Reason) -> str:
    """A square would be both."""
    return f"{names(reason.squares)} would have to be both ship and water"


def supposition(case: Case) -> str:
    """What is supposed, as a sentence."""
    if case.is_placement:
        return f"Suppose a {ship_name(len(case.supposed))} lies on {names(case.supposed)}."
    return f"Suppose {names(case.supposed)} is {'water' if case.is_water else 'ship'}."


def contradiction(clause: str) -> str:
    """How a case ends, as a sentence."""
    return f"Then {clause}."


def refuted(reason: Reason) -> str:
    """What follows from a contradiction, as a sentence."""
    if reason.barred:
        return f"So no {ship_name(len(reason.squares))} lies on {names(reason.squares)}."
    return f"So {conclusion(reason)}."


def family(cases: Sequence[Case]) -> str:
    """Placements that all fail at once in the same way, as a sentence."""
    clause = "" if cases[0].ending is None else cases[0].ending.text
    return f"{capitalised(joined(ships_on(cases, 'no'), 'and'))}: {clause}."


def shared_argument(cases: Sequence[Case], argument: str) -> str:
    """Placements, or values of squares, that fail by the same argument, with its sentences."""
    if not cases[0].is_placement:
        squares = tuple(at for case in cases for at in case.supposed)
        some = joined([names(case.supposed) for case in cases], "or")
        is_water = cases[0].is_water
        settled = values(squares if is_water else (), () if is_water else squares)
        return f"Suppose {some} is {'water' if is_water else 'ship'}. {argument} So {settled}."
    return f"Suppose {joined(ships_on(cases, 'a'), 'or')}. {argument} So these places are ruled out."


def ships_on(cases: Sequence[Case], article: str) -> list[str]:
    """`a cruiser lies on A1-A3 or A2-A4`, `a destroyer on B1-B2`, long ships first."""
    places = by_length(case.supposed for case in cases)
    return [
        f"{article} {ship_name(length)} {'' if number else 'lies '}on {joined([*map(names, those)], 'or')}"
        for number, (length, those) in enumerate(places.items())
    ]


def nested(text: str) -> str:
    """A supposition within another, with all its sentences."""
    return f"({text})"


def searched(reason: Reason) -> str:
    """What search finds where the techniques end."""
    square = names(reason.squares)
    kind, other = ("ship", "water") if reason.ship else ("water", "ship")
    return (
        f"The techniques tried here lead no further, but search shows that {square} is {kind}: "
        f"no board with {other} there meets all clues. No short argument for that is known; "
        "this square is shown because much follows from it."
    )


def rest_water_of(reasons: Sequence[Reason]) -> str:
    """Several lines have all their ship squares."""
    number = len({square for reason in reasons for square in reason.water})
    water = line_by_line(reasons, is_ship=False)
    return f"{capitalised(_of_lines(reasons))} are full: {water} {'is' if number == 1 else 'are'} water."


def rest_ship_of(reasons: Sequence[Reason]) -> str:
    """Several lines need all their open squares."""
    return f"{capitalised(_of_lines(reasons))} need {line_by_line(reasons, is_ship=True)}."


def _of_lines(reasons: Sequence[Reason]) -> str:
    return line_names(sorted({one.line for one in reasons if one.line is not None}, key=line_order))
