"""The sentences of explanations in German, each from the values of one link.

The conditional states what cannot be (`hätte`, `wäre`), and a colon stands before what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from bimaru.capitals import capitalised
from bimaru.deduction.languages.de import words
from bimaru.deduction.languages.de.words import (
    Noun,
    all_of,
    are_squares,
    axis_name,
    because_squares_are,
    either,
    joined,
    kind_text,
    line_name,
    line_names,
    no_kind,
    noun_of_length,
    squares_are,
)
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


def conclusion(reason: Reason) -> str:
    """What the squares of a reason are: `B4 ist ein Schiffsfeld; B5, C3 sind Wasser`."""
    return squares_are(reason.ship, reason.water)


def _can(number: int | None) -> str:
    return "kann" if number == 1 else "können"


def _on(places: Sequence[Squares]) -> str:
    """`auf A1-A2 oder C3-C4`; `innerhalb von A1-A4` for all placements there, one beside the other."""
    if squares := within(places):
        return f"innerhalb von {names(squares)}"
    return f"auf {either(places)}"


def _ruled_out_first(reason: Reason) -> str:
    """The sentence on the placements that are ruled out, to precede what follows from that."""
    return f"{capitalised(_ruled_out(reason.starved))}. " if reason.starved else ""


def _ruled_out(starved: Sequence[Starved]) -> str:
    """Which placements are ruled out, and by which lines."""
    first = starved[:MAX_LISTED]
    which = joined([_ruled_out_by(line, first) for line in starved_lines(first)])
    more = len(starved) - len(first)
    further = "ein weiterer Platz scheidet" if more == 1 else f"{more} weitere Plätze scheiden"
    return f"{which}{f' ({further} aus)' if more else ''}"


def _ruled_out_by(line: Line, starved: Sequence[Starved]) -> str:
    ships = [
        f"{noun_of_length(length).indefinite()} auf {either(places)}"
        for length, places in starving(line, starved).items()
    ]
    return f"{joined(ships, 'oder')} ließe in {line_name(line)} zu wenige Felder frei"


def _without(reason: Reason) -> str:
    """`, ohne Zeile A oder Spalte 3 auszuhungern oder Zeile B zu überfüllen`: what ships would do to lines,
    as far as cited."""
    starved = starved_lines(reason.starved)
    parts = [f"{_any_of(starved)} auszuhungern"] if starved else []
    parts += [f"{_overfull(reason, 'oder')} zu überfüllen"] if reason.overfull else []
    return f", ohne {' oder '.join(parts)}" if parts else ""


def _any_of(lines: Sequence[Line]) -> str:
    """`Zeile A oder Spalte 3`."""
    found = labels_by_axis(lines).items()
    return joined([f"{axis_name(axis)} {joined(labels, 'oder')}" for axis, labels in found], "oder")


def _others(reason: Reason, *, are_starved_known: bool = False) -> str:
    """`andere würden Zeile A aushungern oder die Zeilen B und C überfüllen`: what other placements would
    do to lines, as far as cited; without those that starve if they have been named."""
    starved = starved_lines(reason.starved)
    parts = [f"{line_names(starved, 'die')} aushungern"] if starved and not are_starved_known else []
    parts += [f"{_overfull(reason, 'und')} überfüllen"] if reason.overfull else []
    return f"andere würden {' oder '.join(parts)}" if parts else ""


def _overfull(reason: Reason, last: str) -> str:
    """`Zeile A und Linien unter 3`: the lines that ships would overfill, with their last
    conjunction."""
    lines, length = overfull_lines(reason)
    listed = [line_names(lines, "die") if last == "und" else _any_of(lines)] if lines else []
    return joined([*listed, *([f"Linien unter {length}"] if length else [])], last)


# What an argument cites besides


def _causes(reason: Reason, *more: str) -> str:
    """What rules other placements out besides the squares on the board: ships that are found, placements
    barred before, and `more`; empty, or in parentheses, with a semicolon after ships, which may be a list."""
    found, others = [*_found_ships(reason)], [*_barred(reason), *filter(None, more)]
    causes = "; ".join(", ".join(part) for part in (found, others) if part)
    return f" ({causes})" if causes else ""


def _found_ships(reason: Reason) -> Iterator[str]:
    """The ships of the kinds that are all found, as far as cited."""
    yield from (f"{ships} {verb}{rest}" for ships, verb, rest in _found(reason))
    if not all(one.is_all for one in found_ships(reason)):
        yield "nach der Zahl der Schiffsfelder der Flotte"


def _because_found(reason: Reason) -> Iterator[str]:
    """The same after a conjunction."""
    return (f"{ships}{rest} {verb}" for ships, verb, rest in _found(reason))


def _found(reason: Reason) -> Iterator[tuple[str, str, str]]:
    """Of each of these clauses the subject, the verb, and the rest, which a conjunction moves before the
    verb; ships of several kinds are not listed."""
    found = [one for one in found_ships(reason) if one.is_all]
    for one in found:
        noun = noun_of_length(one.length).definite(1)
        if one.number == 1:
            yield (
                (noun, "liegt", f" auf {names(one.ships[0])}") if one.is_exact else (noun, "ist", " gefunden")
            )
    many = [one for one in found if one.number > 1]
    if len(many) == 1 and many[0].is_exact and many[0].number <= MAX_SHIPS:
        yield f"die {noun_of_length(many[0].length).many}", "liegen", f" auf {all_of(many[0].ships)}"
    elif many:
        yield f"alle {joined([noun_of_length(one.length).many for one in many])}", "sind", " gefunden"


def _barred(reason: Reason) -> Iterator[str]:
    """The placements barred before, as far as cited; of many their number, and where they lie."""
    places = reason.premises.barred
    if len(places) > MAX_LISTED:
        lines = line_names(lines_to_name(reason), "den")
        where = " dort" if are_all_there(reason) else f" in {lines}" if lines else ""
        steps = steps_text(reason.barred_in)
        yield f"{len(places)} Plätze{where} schieden {_in_steps(steps) if steps else 'schon'} aus"
    elif places:
        named = [names(place) if len(place) > 1 else f"ein U-Boot auf {names(place)}" for place in places]
        yield f"{joined(named)} {'scheidet' if len(places) == 1 else 'scheiden'} aus"


def _in_steps(steps: Sequence[str]) -> str:
    """`in den Schritten 4, 9-12 und 15`."""
    return f"in {'den Schritten' if are_several(steps) else 'Schritt'} {joined(steps)}"


# What follows, each as a sentence


def given_part(reason: Reason) -> str:
    """What a given part shows of the squares around it."""
    return f"{names(reason.squares)} ist {kind_text(reason.part or '')}: {conclusion(reason)}."


def diagonals(reason: Reason) -> str:
    """Squares at the corners of a ship are water."""
    lie, are = ("liegt", "ist") if len(reason.water) == 1 else ("liegen", "sind")
    return f"{names(reason.water)} {lie} schräg neben {names(reason.premises.ship)} und {are} Wasser."


def rest_water(reason: Reason) -> str:
    """A line has all its ship squares."""
    line = line_name(reason.line)
    if not reason.tally:
        return f"In {line} liegt kein Schiffsfeld: {conclusion(reason)}."
    if reason.tally == 1:
        return f"{line} hat ihr einziges Schiffsfeld schon: {conclusion(reason)}."
    return f"{line} hat ihre {reason.tally} Schiffsfelder schon: {conclusion(reason)}."


def rest_ship(reason: Reason) -> str:
    """A line needs all its open squares."""
    needs = reason.needs or 0
    left = {1: "ihr letztes offenes Feld", 2: "ihre beiden offenen Felder"}
    squares = left.get(needs, f"alle ihre {needs} offenen Felder")
    return f"{line_name(reason.line)} braucht {squares}: {conclusion(reason)}."


def finished_ship(reason: Reason) -> str:
    """No ship is longer, so the ends of this one are water."""
    why = joined([*_because_found(reason)]) or "kein Schiff länger ist"
    return f"Das Schiff auf {names(reason.squares)} ist vollständig, weil {why}: {conclusion(reason)}."


def middle(reason: Reason) -> str:
    """A middle can run in only one direction."""
    return (
        f"Das Schiff durch das Mittelteil auf {names(reason.squares)} kann nicht in "
        f"{line_name(crossing(reason))} liegen, {_obstacle(reason)}: {conclusion(reason)}."
    )


def _obstacle(reason: Reason) -> str:
    """Why the ship through a middle cannot lie in its line, as a clause."""
    if any(clue.kind in ("row", "column") for clue in reason.clues):
        return "deren Zahl dafür keinen Platz lässt"
    if not reason.premises:
        return "weil das Gitter dort endet"
    return f"weil {because_squares_are(reason.premises.ship, reason.premises.water)}"


def unreached(reason: Reason) -> str:
    """No ship fits on some squares."""
    if reason.length is not None:
        return f"{_too_long(reason)}: {squares_verdict(reason.water)}."
    starved = starved_lines(reason.starved)
    parts = [f"ohne dass in {_any_of(starved)} zu wenige Felder frei bleiben"] if starved else []
    parts += [f"ohne {_overfull(reason, 'oder')} zu überfüllen"] if reason.overfull else []
    without = f", {' oder '.join(parts)}" if parts else ""
    return (
        f"Auf {names(reason.water)} passt kein Schiff{without}{_causes(reason)}: "
        f"{squares_verdict(reason.water)}."
    )


def _too_long(reason: Reason) -> str:
    """`Mit E5 würde ein Schiff länger als alle`."""

    return f"Mit {names(reason.water)} würde ein Schiff länger als alle der Flotte"


def squares_verdict(squares: Squares) -> str:
    """Squares that have just been named are water."""
    return "Das Feld ist Wasser" if len(squares) == 1 else "Die Felder sind Wasser"


def growth(reason: Reason) -> str:
    """What the placements of a ship that is found in part share."""
    where, causes = names(reason.squares), _causes(reason, _others(reason))
    if len(reason.places) > MAX_LISTED or not reason.places:
        return f"Wie auch immer das Schiff auf {where} liegt{causes}: {conclusion(reason)}."
    places = either(reason.places)
    return f"Das Schiff auf {where} kann nur {places} sein{causes}: {conclusion(reason)}."


def missing_tally(reason: Reason) -> str:
    """What the fleet leaves for a line without a tally."""
    line = line_name(reason.line)
    if reason.tally is None or reason.line is None:
        must = "braucht {} alle ihre offenen Felder" if reason.ship else "hat {} keine weiteren Schiffsfelder"
        return f"Zählt man die Felder der Flotte, so {must.format(line)}: {conclusion(reason)}."
    then = "sie braucht alle ihre offenen Felder" if reason.ship else "sie hat sie alle schon"
    return (
        f"Die übrigen {axis_name(reason.line.axis, 2)} lassen {fleet_squares(reason.tally)} für "
        f"{line}{f', und {then}' if reason.tally else ''}: {conclusion(reason)}."
    )


def fleet_squares(number: int) -> str:
    """A number of squares of the fleet, in the accusative."""
    words = {0: "kein Feld", 1: "ein Feld"}
    return f"{words.get(number, f'{number} Felder')} der Flotte"


def _missing_ships(reason: Reason) -> str:
    """`der Kreuzer`, `die letzten 2 Zerstörer außer A1-A2`."""
    return _missing(reason, "nominative")


def _missing(reason: Reason, case: words.Case) -> str:
    """The ships that are not placed yet, and those that are, unless they are many."""
    ships = noun_of_length(reason.length or 0).last(reason.wanted or 0, reason.total or 0, case)
    return f"{ships} außer {all_of(reason.found)}" if 0 < len(reason.found) <= MAX_SHIPS else ships


def _for_missing_ships(reason: Reason) -> str:
    """`für den Kreuzer`, `für die letzten 2 Zerstörer`."""
    return f"für {_missing(reason, 'accusative')}"


def last_placements(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left."""
    causes = _causes(reason, _others(reason, are_starved_known=True))
    return f"{_ruled_out_first(reason)}{_lie_only(reason)}{causes}: {conclusion(reason)}."


def _lie_only(reason: Reason) -> str:
    ships = capitalised(_missing_ships(reason))
    return f"{ships} {_can(reason.wanted)} nur auf {all_of(reason.places)} liegen"


def overlap(reason: Reason) -> str:
    """What the placements left for the ships of a length share."""
    others = _others(reason, are_starved_known=True)
    return f"{_ruled_out_first(reason)}{_overlapping(reason, others)}: {conclusion(reason)}."


def _overlapping(reason: Reason, *more: str) -> str:
    number, causes = len(reason.places), _causes(reason, *more)
    left = f"{number} Plätze, die {_for_missing_ships(reason)} bleiben{causes}"
    if number > MAX_LISTED and reason.wanted == 1:
        return f"Alle {left}, stimmen überein"
    if number > 2 * MAX_LISTED:
        return f"Die {left}, bilden {reason.wanted} Gruppen mit Platz für je ein Schiff"
    if reason.wanted == 1:
        return f"{capitalised(_missing_ships(reason))} kann nur {_on(reason.places)} liegen{causes}"
    one = noun_of_length(reason.length or 0).pronoun
    groups = joined([f"{one} {_on(group)}" for group in reason.groups])
    return f"Von {_missing(reason, 'dative')} liegt {groups}{causes}"


def filling(reason: Reason) -> str:
    """What all ways to fill a line share."""
    causes = _causes(reason, _others(reason, are_starved_known=True))
    if reason.ways:
        return f"{_ruled_out_first(reason)}{_ways(reason)}{causes}: {conclusion(reason)}."
    needs = reason.needs or 0
    more = f" mit weiteren {needs} der Felder {names(reason.choice)}" if needs > 0 else ""
    how = "Wie auch immer" if reason.n_ways is None else f"Auf welche der {reason.n_ways} Weisen auch immer"
    line = line_name(reason.line)
    return f"{_ruled_out_first(reason)}{how} man {line}{more} füllt{causes}: {conclusion(reason)}."


def _ways(reason: Reason) -> str:
    """The ways to fill a line: `In Zeile C geht nur C1 oder C3+C5`."""
    return f"In {line_name(reason.line)} geht nur {joined([_way(way) for way in reason.ways], 'oder')}"


def _way(way: Squares) -> str:
    """`C1-C2+C5`."""
    return place_name(way) or "nichts mehr"


# The same in a chain, where every word counts


def brief_diagonals(reason: Reason) -> str:
    """Squares at the corners of a ship are water."""
    make = "macht" if len(reason.premises.ship) == 1 else "machen"
    return f"{names(reason.premises.ship)} {make} {names(reason.water)} zu Wasser."


def brief_water(reason: Reason) -> str:
    """A line has all its ship squares."""
    return f"{line_name(reason.line)} ist voll: {conclusion(reason)}."


def brief_ship(reason: Reason) -> str:
    """A line needs all its open squares."""
    return f"{line_name(reason.line)} braucht {names(reason.ship)}."


def brief_unreached(reason: Reason) -> str:
    """No ship fits on some squares."""
    if reason.length is not None:
        return unreached(reason)
    return f"Auf {names(reason.water)} passt kein Schiff{_without(reason)}{_causes(reason)}."


def brief_filling(reason: Reason) -> str:
    """What all ways to fill a line share."""
    if reason.ways:
        known = reason.ship if len(reason.ways) > 1 else ()
        then = f": {squares_are(known, reason.water)}" if known or reason.water else ""
        return f"{_ways(reason)}{_causes(reason, _others(reason))}{then}."
    parts = [f"mit {names(reason.ship)}"] if reason.ship else []
    parts += [f"ohne {names(reason.water)}"] if reason.water else []
    needs = reason.needs or 0
    line = line_name(reason.line)
    takes = (
        f"{line} nimmt {needs} von {names(reason.choice)} auf" if needs > 0 else f"{line} lässt sich füllen"
    )
    return f"{takes}, immer {joined(parts)}{_causes(reason, _others(reason))}."


def brief_growth(reason: Reason) -> str:
    """What the placements of a ship that is found in part share."""
    if len(reason.places) > MAX_LISTED or not reason.places:
        return growth(reason)
    causes = _causes(reason, _others(reason))
    return (
        f"Das Schiff auf {names(reason.squares)} ist {either(reason.places)}{causes}: {conclusion(reason)}."
    )


def brief_placements(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left."""
    then = f": {squares_are((), reason.water)}" if reason.water else ""
    ships, lie = capitalised(_missing_ships(reason)), "liegt" if reason.wanted == 1 else "liegen"
    return f"{ships} {lie} auf {all_of(reason.places)}{_causes(reason, _others(reason))}{then}."


def brief_overlap(reason: Reason) -> str:
    """What the placements left for the ships of a length share."""
    if reason.wanted == 1 and len(reason.places) <= MAX_LISTED:
        lies = f"{capitalised(_missing_ships(reason))} liegt {_on(reason.places)}"
        return f"{lies}{_causes(reason, _others(reason))}: {conclusion(reason)}."
    return f"{_overlapping(reason, _others(reason))}: {conclusion(reason)}."


def searched(reason: Reason) -> str:
    """What search finds where the techniques end."""
    square = names(reason.squares)
    kind, other = ("Schiff", "Wasser") if reason.ship else ("Wasser", "Schiff")
    return (
        f"Die hier versuchten Techniken führen nicht weiter, aber die Suche zeigt, dass {square} {kind} ist: "
        f"Mit {other} auf diesem Feld gibt es kein Brett, das alle Hinweise erfüllt. Eine kurze Begründung "
        "dafür ist nicht bekannt; dieses Feld wird gezeigt, weil viel aus ihm folgt."
    )


def rest_water_of(reasons: Sequence[Reason]) -> str:
    """Several lines have all their ship squares."""
    number = len({square for reason in reasons for square in reason.water})
    water = line_by_line(reasons, is_ship=False)
    return f"{capitalised(_of_lines(reasons))} sind voll: {water} {'ist' if number == 1 else 'sind'} Wasser."


def rest_ship_of(reasons: Sequence[Reason]) -> str:
    """Several lines need all their open squares."""
    return f"{capitalised(_of_lines(reasons))} brauchen {line_by_line(reasons, is_ship=True)}."


def _of_lines(reasons: Sequence[Reason]) -> str:
    lines = sorted({one.line for one in reasons if one.line is not None}, key=line_order)
    return line_names(lines, "die")


# Why the board cannot be completed, each as a clause


def no_part(reason: Reason) -> str:
    """A given part points off the grid."""
    return f"{names(reason.squares)} kann {no_kind(reason.part or '')} sein, weil das Gitter dort endet"


def touching(reason: Reason) -> str:
    """Two ships would touch."""
    return f"{joined([names([at]) for at in touching_squares(reason)])} würden sich über Eck berühren"


def too_many(reason: Reason) -> str:
    """A line would have too many ship squares."""
    tally = reason.tally or 0
    most = f"mehr als {tally} Schiffsfeld{'' if tally == 1 else 'er'}" if tally else "ein Schiffsfeld"
    return f"{line_name(reason.line)} hätte {most}"


def too_few(reason: Reason) -> str:
    """A line would have too few squares left."""
    more = "ein weiteres Schiffsfeld" if reason.needs == 1 else f"{reason.needs} weitere Schiffsfelder"
    return f"{line_name(reason.line)} hätte keinen Platz für {more}"


def impossible_tally(reason: Reason) -> str:
    """A line without a tally could not have the ship squares that are left."""
    if reason.line is None:
        return ""
    lines = axis_name(reason.line.axis, 2)
    if reason.tally is None or reason.tally < 0:
        return f"die {lines} ohne Zahl könnten nicht haben, was die Felder der Flotte für sie lassen"
    number = fleet_squares(reason.tally)
    return f"die übrigen {lines} lassen {number} für {line_name(reason.line)}, und das ginge nicht auf"


def no_direction(reason: Reason) -> str:
    """A middle could run neither across nor down."""
    return (
        f"das Schiff durch das Mittelteil auf {names(reason.squares)} könnte weder waagerecht noch "
        "senkrecht liegen"
    )


def no_ship(reason: Reason) -> str:
    """No ship would fit on a ship square."""
    if reason.length is not None:
        return (
            f"{names(reason.squares)} wären {len(reason.squares)} in einer Reihe, mehr als jedes Schiff hat"
        )
    run = run_through(reason.squares[0], reason.premises.ship)
    return f"kein Schiff würde auf {names(run)} passen{_without(reason)}{_causes(reason)}"


def no_placement(reason: Reason) -> str:
    """The ships of a length would be too many, or not fit."""
    noun = noun_of_length(reason.length or 0)
    if (reason.wanted or 0) < 0:
        found = [run for run in runs_of(reason.premises.ship) if len(run) == reason.length]
        return f"es gäbe zu viele {noun.many}: {all_of(found)}"
    number = len(reason.places)
    if number >= (reason.wanted or 0) > len(reason.groups) > 0:
        return _too_few_groups(reason)
    if number >= (reason.wanted or 0) > 0:
        return _clashing_places(reason)
    room = {0: "bliebe kein Platz", 1: "bliebe nur ein Platz"}.get(number, f"blieben nur {number} Plätze")
    if reason.places:
        return f"{_for_missing_ships(reason)} {room}{_listed(reason)}{_causes(reason, _others(reason))}"
    why = f"{_without(reason)}{_causes(reason)}"
    if not why and reason.lost:
        why = f", auch nicht {_on(reason.lost)}"
    return f"{_for_missing_ships(reason)} {room}{why}"


def _too_few_groups(reason: Reason) -> str:
    """The placements left form fewer groups than there are ships, each with room for one."""
    one, number = noun_of_length(reason.length or 0).pronoun, len(reason.groups)
    fit = f"fände nur {one}" if number == 1 else f"fänden nur {number}"
    fit = f"von {_missing(reason, 'dative')} {fit}"
    causes = _causes(reason, _others(reason))
    if len(reason.places) > MAX_LISTED:
        return f"{fit} auf den {len(reason.places)} Plätzen, die bleiben{causes}, Raum"
    if number == 1:
        return f"{fit} Platz, {_on(reason.groups[0])}{causes}"
    return f"{fit} Platz, {joined([f'{one} {_on(group)}' for group in reason.groups])}{causes}"


def _listed(reason: Reason) -> str:
    """`, A1-A3 und B5-D5`; nothing if the places are many."""
    if not 0 < len(reason.places) <= MAX_LISTED // 2:
        return ""
    return f", {all_of(reason.places)}"


def _clashing_places(reason: Reason) -> str:
    """The missing ships of a length have just enough placements left, but these exclude each other."""
    causes = _causes(reason, _others(reason))
    if len(reason.places) != reason.wanted:
        overlapping = _overlapping(reason, _others(reason))
        return f"{clash(reason)}, denn {overlapping[:1].lower()}{overlapping[1:]}"
    could = "könnte" if reason.wanted == 1 else "könnten"
    where = all_of(reason.places)
    return f"{_missing_ships(reason)} {could} nur auf {where} liegen{causes}, aber {_why_apart(reason)}"


def _why_apart(reason: Reason) -> str:
    """Which of the placements that are left overlap or touch."""
    for one, other in combinations(reason.places, 2):
        which = "diese" if len(reason.places) == 2 else f"{names(one)} und {names(other)}"
        if {*one} & {*other}:
            return f"{which} überlappen sich"
        if any(abs(r - row) <= 1 and abs(c - col) <= 1 for r, c in one for row, col in other):
            return f"{which} berühren sich"
    return clash(reason)


def no_filling(reason: Reason) -> str:
    """A line could not be filled."""
    return f"{line_name(reason.line)} ließe sich nicht mehr füllen{_without(reason)}{_causes(reason)}"


def clash(reason: Reason) -> str:
    """A square would be both."""
    return f"{names(reason.squares)} müsste zugleich Schiffsfeld und Wasser sein"


# Cases


def supposition(case: Case) -> str:
    """What is supposed, as a sentence."""
    where = names(case.supposed)
    if case.is_placement:
        return f"Angenommen, auf {where} liegt {noun_of_length(len(case.supposed)).indefinite()}."
    return f"Angenommen, {where} ist {'Wasser' if case.is_water else 'ein Schiffsfeld'}."


def contradiction(clause: str) -> str:
    """How a case ends, as a sentence. (`Dann` would change the order of words in the clause.)"""
    return f"Widerspruch: {capitalised(clause)}."


def refuted(reason: Reason) -> str:
    """What follows from a contradiction, as a sentence."""
    if reason.barred:
        return f"Also liegt auf {names(reason.squares)} {noun_of_length(len(reason.squares)).none()}."
    return f"Also {are_squares(reason.ship, reason.water)}."


def family(cases: Sequence[Case]) -> str:
    """Placements that all fail at once in the same way, as a sentence."""
    clause = "" if cases[0].ending is None else cases[0].ending.text
    return f"{capitalised(joined(ships_on(cases, Noun.none)))}: {capitalised(clause)}."


def shared_argument(cases: Sequence[Case], argument: str) -> str:
    """Placements, or values of squares, that fail by the same argument, with its sentences."""
    if not cases[0].is_placement:
        squares = tuple(at for case in cases for at in case.supposed)
        some = joined([names(case.supposed) for case in cases], "oder")
        is_water = cases[0].is_water
        settled = are_squares(squares if is_water else (), () if is_water else squares)
        value = "Wasser" if is_water else "ein Schiffsfeld"
        return f"Angenommen, {some} ist {value}. {argument} Also {settled}."
    ships = joined(ships_on(cases, Noun.indefinite), "oder")
    return f"Angenommen, {ships}. {argument} Diese Plätze scheiden also aus."


def ships_on(cases: Sequence[Case], form: Callable[[Noun], str]) -> list[str]:
    """`auf A1-A3 oder A2-A4 liegt ein Kreuzer`, `auf B1-B2 ein Zerstörer`, long ships first."""
    places = by_length(case.supposed for case in cases)
    return [
        f"auf {either(those)} {'' if number else 'liegt '}{form(noun_of_length(length))}"
        for number, (length, those) in enumerate(places.items())
    ]


def nested(text: str) -> str:
    """A supposition within another, with all its sentences."""
    return f"({text})"
