"""The English sentences of puzzles with letters or bent ships, each from the values of one link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bimaru.capitals import capitalised
from bimaru.deduction import placement_techniques as names_of
from bimaru.deduction.clues import edge_of
from bimaru.deduction.languages.en.clues import FROM, clue_names, clue_texts, in_words, kind_name, kind_text
from bimaru.deduction.languages.en.sentences import joined, values
from bimaru.deduction.languages.notation import MAX_CLUES, MAX_LISTED, names, place_name
from bimaru.deduction.layout import Edge, Kind, Layout, TallyLine
from bimaru.deduction.placement_state import Link
from bimaru.deduction.reasons import Clue, Facts, Reason, Squares
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import square_name


def supposition(given: Given) -> str:
    """What is supposed, as a sentence."""
    return f"Suppose {square_name(given.square)} is {kind_text(given.kind)}."


def refuted(given: Given) -> str:
    """What a square does not show, as a sentence."""
    return f"So {square_name(given.square)} is not {kind_text(given.kind)}."


def nowhere(puzzle: Puzzle, clues: Sequence[Clue], water: Squares) -> str:
    """No ship fits on any of some squares."""
    return capitalised(f"{_given(puzzle, clues)}no ship fits on any of {names(water)}: they are water.")


def forced(puzzle: Puzzle, clues: Sequence[Clue], premises: Facts, given: Given) -> str:
    """What clues and known squares force together."""
    clauses = [clue_texts(puzzle, clues, MAX_CLUES)] if clues else []
    for squares, value in ((premises.ship, "ship"), (premises.water, "water")):
        if squares:
            clauses.append(f"{names(squares)} {'is' if len(squares) == 1 else 'are'} {value}")
    claim = f"{square_name(given.square)} is {kind_text(given.kind)}"
    return f"{capitalised('; '.join(clauses))}: together these force that {claim}."


def finding(layout: Layout, link: Link, reason: Reason) -> str:
    """What follows from a link, as a sentence."""
    settled = values(reason.ship, reason.water)
    own = link.kind.clue if link.kind else link.edge.clue if link.edge else None
    given = _given(layout.puzzle, (clue for clue in reason.clues if clue != own))
    line, kind, edge = link.line, link.kind, link.edge
    if line is not None:
        return f"{_line(link, line)}: {settled}."
    if link.technique == names_of.NO_SHIP:
        return f"{capitalised(f'{given}no ship fits on {names(reason.water)}')}: it is water."
    if link.technique == names_of.ON_SQUARE:
        return f"{capitalised(given + _on_square(reason))}: {settled}."
    if edge is not None:
        only = f"only {names(reason.ship)} can show {_first_letter(edge)}"
        return f"{capitalised(f'{given}{only}')}: {settled}."
    if kind is not None and link.technique == names_of.LAST:
        return f"{capitalised(given + _last(kind, reason))}: {settled}."
    if kind is not None:
        return f"{capitalised(given + _shared(kind, reason))}: {settled}."
    return f"So {settled}."


def _given(puzzle: Puzzle, clues: Iterable[Clue]) -> str:
    """The clues that rule out the other placements, to precede what follows from that."""
    named = clue_names(puzzle, clues)
    return f"because of {named}, " if named else ""


def _line(link: Link, line: TallyLine) -> str:
    name = capitalised(line.line.name)
    if len(line.clues) > 1:
        others = f"the other {line.line.axis}s leave {line.tally} of the fleet's squares for it"
        name = f"{name}: {others}; it"
    if link.water:
        has = {0: "no ship squares", 1: "its only ship square"}
        return f"{name} has {has.get(line.tally, f'its {line.tally} ship squares')}"
    return f"{name} needs all its open squares"  # some may not be in the link


def _first_letter(edge: Edge) -> str:
    """`the 3 that comes first from below in column 7`."""
    return f"the {edge.letter} that comes first {FROM[edge_of(edge.clue)[0]]} in {edge.line.name}"


def _on_square(reason: Reason) -> str:
    where = names(reason.squares)
    if len(reason.places) > MAX_LISTED:
        return f"wherever the ship on {where} lies"
    if reason.places == (reason.squares,):
        return f"the ship on {where} can only be a single square"
    return f"the ship on {where} can only be {_either(reason.places)}"


def _last(kind: Kind, reason: Reason) -> str:
    if not kind.number:
        return f"there are no {kind_name(kind.ship, 2)}"
    number = "" if kind.number == 1 else f"{in_words(kind.number)} "
    places = joined([place_name(place) for place in reason.places])
    return f"the {number}{kind_name(kind.ship, kind.number)} can only lie on {places}"


def _shared(kind: Kind, reason: Reason) -> str:
    name = f"the {'last ' if (kind.number or 0) > 1 else ''}{kind_name(kind.ship)}"
    if len(reason.places) > MAX_LISTED:
        return f"wherever {name} lies"
    return f"{name} can only lie on {_either(reason.places)}"


# Contradictions


def failure(layout: Layout, link: Link, reason: Reason) -> str:
    """Why the board cannot be completed, as a clause."""
    own = link.kind.clue if link.kind else link.edge.clue if link.edge else None
    given = _given(layout.puzzle, (clue for clue in reason.clues if clue != own))
    if link.technique == names_of.SUMS:
        return _sums(layout, reason.clues)
    if link.line is not None:
        many = link.technique == names_of.LINE_WATER
        number = f"too {'many' if many else 'few'} ship squares for its {link.line.tally}"
        return f"{link.line.line.name} would have {number}"
    if link.edge is not None:
        return f"{given}{_first_letter(link.edge)} would fit nowhere"
    if link.technique == names_of.ON_SQUARE:
        return f"{given}no ship would fit on {names(reason.squares)}"
    if link.kind is not None:
        return given + _wrong_number(link.kind, len(reason.places))
    return f"{names(reason.squares)} would have to be both ship and water"


def _wrong_number(kind: Kind, places: int) -> str:
    name = kind_name(kind.ship, 2)
    if places > (kind.number or 0):
        return f"there would be too many {name}"
    if kind.number == 1:
        return f"there would be no room for the {kind_name(kind.ship)}"
    return f"there would be room for only {in_words(places)} of the {in_words(kind.number or 0)} {name}"


def _sums(layout: Layout, clues: Sequence[Clue]) -> str:
    clauses = [
        f"the {axis}s have {number} ship square{'s' if number > 1 else ''}"
        for axis, number in layout.sums(clues).items()
        if number
    ]
    if any(clue.kind in ("fleet", "word", "shape") for clue in clues):
        clauses.append(f"the ships have {layout.fleet_squares()}")
    return joined(clauses)


def _either(places: Iterable[Squares]) -> str:
    return joined([place_name(place) for place in places], "or")
