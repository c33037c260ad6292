"""The German sentences of puzzles with letters or bent ships, each from the values of one link."""

from __future__ import annotations

from collections.abc import Sequence

from bimaru.capitals import capitalised
from bimaru.deduction import placement_techniques as names_of
from bimaru.deduction.clues import edge_of
from bimaru.deduction.languages.de.clues import FROM, because_of, clue_texts
from bimaru.deduction.languages.de.sentences import fleet_squares, squares_verdict
from bimaru.deduction.languages.de.words import (
    all_of,
    are_squares,
    axis_name,
    either,
    in_words,
    joined,
    kind_text,
    line_name,
    no_kind,
    noun_of,
    squares_are,
)
from bimaru.deduction.languages.notation import MAX_CLUES, MAX_LISTED, names
from bimaru.deduction.layout import Kind, Layout, TallyLine
from bimaru.deduction.placement_state import Link
from bimaru.deduction.reasons import Clue, Facts, Reason, Squares
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import square_name


def supposition(given: Given) -> str:
    """What is supposed, as a sentence."""
    return f"Angenommen, {square_name(given.square)} ist {kind_text(given.kind)}."


def refuted(given: Given) -> str:
    """What a square does not show, as a sentence."""
    return f"Also ist {square_name(given.square)} {no_kind(given.kind)}."


def nowhere(puzzle: Puzzle, clues: Sequence[Clue], water: Squares) -> str:
    """No ship fits on any of some squares."""
    because = because_of(puzzle, clues)
    return f"Auf keines der Felder {names(water)} passt {because}ein Schiff: {squares_verdict(water)}."


def forced(puzzle: Puzzle, clues: Sequence[Clue], premises: Facts, given: Given) -> str:
    """What clues and known squares force together."""
    clauses = [clue_texts(puzzle, clues, MAX_CLUES)] if clues else []
    clauses += [squares_are(premises.ship, premises.water)] if premises else []
    claim = f"{square_name(given.square)} {kind_text(given.kind)} ist"
    return f"{capitalised('; '.join(clauses))}: Zusammen folgt daraus, dass {claim}."


def finding(layout: Layout, link: Link, reason: Reason) -> str:
    """What follows from a link, as a sentence."""
    settled = squares_are(reason.ship, reason.water)
    because = _because(layout, link, reason)
    line, kind, edge = link.line, link.kind, link.edge
    if line is not None:
        return f"{_line(link, line)}: {settled}."
    if link.technique == names_of.NO_SHIP:
        water = reason.water
        return f"Auf {names(water)} passt {because}kein Schiff: {squares_verdict(water)}."
    if link.technique == names_of.ON_SQUARE:
        return f"{_on_square(reason, because)}: {settled}."
    if edge is not None:
        first = f"das {edge.letter}, das {FROM[edge_of(edge.clue)[0]]} zuerst kommt,"
        return (
            f"In {line_name(edge.line)} kann {because}{first} nur auf {names(reason.ship)} stehen: {settled}."
        )
    if kind is not None and link.technique == names_of.LAST:
        return f"{capitalised(_last(kind, reason, because))}: {settled}."
    if kind is not None:
        return f"{capitalised(_shared(kind, reason, because))}: {settled}."
    return f"Also {are_squares(reason.ship, reason.water)}."


def _because(layout: Layout, link: Link, reason: Reason) -> str:
    """The clues that rule out the other placements."""
    own = link.kind.clue if link.kind else link.edge.clue if link.edge else None
    return because_of(layout.puzzle, (clue for clue in reason.clues if clue != own))


def _line(link: Link, line: TallyLine) -> str:
    name, subject = line_name(line.line), line_name(line.line)
    before = ""
    if len(line.clues) > 1:
        number = fleet_squares(line.tally)
        before = f"{name}: Die übrigen {axis_name(line.line.axis, 2)} lassen {number} für sie; "
        subject = "sie"
    if link.water:
        has = {0: "keine Schiffsfelder", 1: "ihr einziges Schiffsfeld schon"}
        return f"{before}{subject} hat {has.get(line.tally, f'ihre {line.tally} Schiffsfelder schon')}"
    return f"{before}{subject} braucht alle ihre offenen Felder"  # some may not be in the link


def _on_square(reason: Reason, because: str) -> str:
    where = names(reason.squares)
    if len(reason.places) > MAX_LISTED:
        return f"Wie auch immer das Schiff auf {where} {because}liegt"
    if reason.places == (reason.squares,):
        return f"Das Schiff auf {where} kann {because}nur ein einzelnes Feld sein"
    return f"Das Schiff auf {where} kann {because}nur {either(reason.places)} sein"


def _last(kind: Kind, reason: Reason, because: str) -> str:
    noun = noun_of(kind.ship)
    if not kind.number:
        return f"es gibt {because}keine {noun.many}"
    can = "kann" if kind.number == 1 else "können"
    number = "" if kind.number == 1 else in_words(kind.number)
    ships = noun.definite(kind.number, words=number)
    return f"{ships} {can} {because}nur auf {all_of(reason.places)} liegen"


def _shared(kind: Kind, reason: Reason, because: str) -> str:
    name = noun_of(kind.ship).last(1, kind.number or 0)
    if len(reason.places) > MAX_LISTED:
        return f"wie auch immer {name} {because}liegt"
    return f"{name} kann {because}nur auf {either(reason.places)} liegen"


# Contradictions


def failure(layout: Layout, link: Link, reason: Reason) -> str:
    """Why the board cannot be completed, as a clause."""
    because = _because(layout, link, reason)
    if link.technique == names_of.SUMS:
        return _sums(layout, reason.clues)
    if link.line is not None:
        many = link.technique == names_of.LINE_WATER
        number = f"zu {'viele' if many else 'wenige'} Schiffsfelder für ihre {link.line.tally}"
        return f"{line_name(link.line.line)} hätte {number}"
    if link.edge is not None:
        side = FROM[edge_of(link.edge.clue)[0]]
        first = f"das {link.edge.letter}, das in {line_name(link.edge.line)} {side} zuerst kommt,"
        return f"{first} würde {because}nirgends passen"
    if link.technique == names_of.ON_SQUARE:
        return f"auf {names(reason.squares)} würde {because}kein Schiff passen"
    if link.kind is not None:
        return _wrong_number(link.kind, len(reason.places), because)
    return f"{names(reason.squares)} müsste zugleich Schiffsfeld und Wasser sein"


def _wrong_number(kind: Kind, places: int, because: str) -> str:
    noun = noun_of(kind.ship)
    if places > (kind.number or 0):
        return f"es gäbe {because}zu viele {noun.many}"
    if places == 0:
        ships = noun.definite(kind.number or 0, "accusative")
        return f"für {ships} wäre {because}kein Platz"
    one = "einen" if noun.is_masculine else "eines"
    only = one if places == 1 else in_words(places)
    return f"es wäre {because}nur Platz für {only} der {in_words(kind.number or 0)} {noun.many}"


def _sums(layout: Layout, clues: Sequence[Clue]) -> str:
    clauses = [
        f"die {axis_name(axis, 2)} haben {number} {'Schiffsfelder' if number > 1 else 'Schiffsfeld'}"
        for axis, number in layout.sums(clues).items()
        if number
    ]
    if any(clue.kind in ("fleet", "word", "shape") for clue in clues):
        clauses.append(f"die Schiffe haben {layout.fleet_squares()}")
    return joined(clauses)
