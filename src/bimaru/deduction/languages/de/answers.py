"""The German sentences of hints, arguments, and what is wrong with a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bimaru.board import UNKNOWN, WATER
from bimaru.capitals import capitalised
from bimaru.deduction.clues import line_of, square_of
from bimaru.deduction.languages.de.clues import clue_texts, given_text
from bimaru.deduction.languages.de.words import (
    joined,
    kind_text,
    line_name,
    line_names,
    no_kind,
    noun_of,
)
from bimaru.deduction.languages.notation import names
from bimaru.deduction.reasons import Case, Change, Clue, Line, Squares, Total
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square, square_name

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.rules import Fault
    from bimaru.ships import Ship


# Hints


def where(lines: Sequence[Line], squares: Squares) -> str:
    """Where to look."""
    focus = ", ".join(filter(None, [line_names(lines), names(squares)]))
    return f"Sehen Sie sich {focus} an."


def wrong_square(square: Square, is_water: bool, is_given: bool, case: Case | None) -> str:
    """A square cannot be what the board shows."""
    value, other = ("Wasser", "Schiffsfeld") if is_water else ("Schiffsfeld", "Wasser")
    text = f"{names([square])} kann kein {value} sein."
    if is_given:
        return f"{text} Es ist als {other} vorgegeben."
    is_other = f"In jeder Lösung ist dort {other if is_water is False else f'ein {other}'}."
    return f"{text} {is_other if case is None else case.text}"


def mistake_in(rows: Sequence[Line]) -> str:
    """In which rows a mistake is."""
    return f"In {line_names(rows, 'den')} ist ein Fehler."


def look_again(squares: Squares) -> str:
    """Which squares are wrong."""
    return f"Sehen Sie sich {names(squares)} noch einmal an."


def first_mark(square: Square, is_guess: bool) -> str:
    """The first mark of the player that is wrong."""
    known = "und sie war geraten" if is_guess else "dabei stand dieses Feld schon fest"
    return f"{names([square])} war die erste falsche Markierung, {known}."


def go_back(squares: Squares) -> str:
    """What to clear to go back to before a mistake."""
    return f"Wer {names(squares)} löscht, ist wieder bei dem Stand vor dem Fehler."


def wrong_part(square: Square) -> str:
    """A square is ship, but not the part that the board shows."""
    return f"{names([square])} ist ein Schiffsfeld, aber nicht der Teil, den das Brett zeigt."


def wrong_together(square: Square) -> str:
    """A square cannot be right together with the others."""
    return f"{names([square])} kann zusammen mit den anderen ausgefüllten Feldern nicht stimmen."


_RULES: Final = {
    "part": "{squares}: Dieser Teil eines Schiffs kann dort nicht liegen.",
    "fleet": "Die Schiffe auf dem Brett sind nicht die der Flotte.",
    "letter": "Die Buchstaben stehen nicht alle auf Schiffen: {squares}.",
    "edge": "In {squares} kommt ein anderer Buchstabe zuerst, als am Rand steht.",
    "unfinished": "Es sind noch Felder offen: {squares}.",
    "size": "Das Brett hat nicht die Größe des Rätsels.",
}


def fault(puzzle: Puzzle, board: Board, found: Fault) -> str:
    """What the referee finds."""
    if found.rule in ("row", "column"):
        return _line_fault(puzzle, board, found)
    if found.rule == "touching":
        one, other = found.squares
        return f"Die Schiffe auf {square_name(one)} und {square_name(other)} berühren einander über Eck."
    if found.rule == "given":
        given = next(given for given in puzzle.givens if given.square == found.squares[0])
        return f"{names(found.squares)} ist vorgegeben: {kind_text(given.kind)}."
    return _RULES[found.rule].format(squares=names(found.squares))


def _line_fault(puzzle: Puzzle, board: Board, found: Fault) -> str:
    """A line with too many or too few ship squares."""
    row, column = found.squares[0]
    line = Line("row", row) if found.rule == "row" else Line("column", column)
    tally = puzzle.rows[row] if line.axis == "row" else puzzle.cols[column]
    marks = [board[at] for at in found.squares]
    unknown = marks.count(UNKNOWN)
    ships = len(marks) - unknown - marks.count(WATER)
    number = f"{ships} Schiffsfeld{'' if ships == 1 else 'er'}"
    left = f" und {unknown} offene{'s' if unknown == 1 else ''}" if unknown else ""
    return f"{line_name(line)} hat {number}{left}, ihre Zahl ist {tally}."


def differing(square: Square, given: str, shown: str) -> str:
    """A square is given as one kind, but the board shows another."""
    text = f"{names([square])} ist vorgegeben ({kind_text(given)})"
    return f"{text}, aber das Brett zeigt etwas anderes ({kind_text(shown)})"


# Arguments


def argument(
    puzzle: Puzzle, claimed: Given, is_not: bool, clues: Sequence[Clue], squares: Squares, is_proved: bool
) -> str:
    """What forces a square."""
    name = square_name(claimed.square)
    kind = no_kind(claimed.kind) if is_not else kind_text(claimed.kind)
    if not (clues or squares):
        return f"{name} ist {kind}, wie auch immer die Hinweise lauten."
    clause = _together(puzzle, clues, squares)
    return (
        f"{clause}: Also ist {name} {kind}."
        if is_proved or len(clues) + len(squares) == 1
        else f"{clause}: Zusammen folgt daraus, dass {name} {kind} ist."
    )


def more_clues(puzzle: Puzzle, clues: Sequence[Clue]) -> str:
    """What the steps take beyond a smallest set."""
    return (
        "Eine kurze Begründung allein daraus ist nicht bekannt; die Schritte verwenden auch dies: "
        f"{clue_texts(puzzle, clues)}."
    )


def is_not(wrong: Given) -> str:
    """A square does not show something."""
    return f"Also ist {square_name(wrong.square)} {no_kind(wrong.kind)}."


def is_open(square: Square) -> str:
    """Solutions differ on a square."""
    return f"{square_name(square)} ist in manchen Lösungen ein Schiffsfeld und in anderen Wasser."


def is_possible(shown: Given) -> str:
    """A square shows something in some solution."""
    return f"{square_name(shown.square)} ist in einer Lösung {kind_text(shown.kind)}."


def _together(puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
    """Clues and known squares of a board, as a clause."""
    parts = [clue_texts(puzzle, clues)] if clues else []
    parts += [f"{names(squares)} wie auf dem Brett"] if squares else []
    return capitalised(", mit ".join(parts))


# What is wrong with a puzzle


def conflict(puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
    """Which clues and squares cannot be true together."""
    clause = _together(puzzle, clues, squares)
    return (
        f"{clause}: Schon damit gibt es keine Lösung."
        if len(clues) + len(squares) == 1
        else f"{clause}: Diese Angaben widersprechen einander."
    )


_SIDES: Final = {"row": "die Zeilen", "column": "die Spalten", "ship": "die Schiffe"}


def unequal_totals(one: Total, other: Total, is_with_ships: bool) -> str:
    """Two totals of ship squares that differ."""
    squares = f"Schiffsfeld{'' if one.number == 1 else 'er'}"
    text = f"{_SIDES[one.side]} haben {one.number} {squares} und {_SIDES[other.side]} haben {other.number}"
    return f"{text}, ebenso die Schiffe" if is_with_ships else text


def too_large(ship: Ship) -> str:
    """A ship fits nowhere on the empty grid."""
    plain = ship.is_straight and ship.word is None
    name = f"ein Schiff der Länge {ship.length}" if plain else noun_of(ship).indefinite()
    return f"{name} passt nicht auf das Brett"


def missing_ship(given: Given) -> str:
    """No ship of the fleet has a part that is given."""
    has_no = "U-Boote" if given.kind == Part.SUBMARINE else "Schiffe aus drei oder mehr Feldern"
    return f"{given_text(given)}, aber die Flotte hat keine {has_no}"


def repair(changes: Sequence[Change]) -> str:
    """Clues with other values: `Zeile C hat 3, nicht 4`, `B2 ist Wasser, nicht ein linkes Ende`."""
    return ", und ".join(_change(change) for change in changes)


def _change(change: Change) -> str:
    if change.clue.kind == "given":
        shown = (kind_text(str(kind)) for kind in (change.after, change.before))
        return f"{square_name(square_of(change.clue))} ist {', nicht '.join(shown)}"
    return f"{line_name(line_of(change.clue))} hat {change.after}, nicht {change.before}"


def ambiguity(squares: Squares, additions: Sequence[Sequence[Given]]) -> str:
    """Where the solutions differ, and what would decide between them."""
    sentences = [f"Die Lösungen unterscheiden sich auf {names(squares)}."] if squares else []
    if additions:
        ways = "; oder: ".join(joined([given_text(given) for given in each]) for each in additions)
        sentences.append(f"Nur eine Lösung bliebe mit einer dieser Vorgaben: {ways}.")
    return " ".join(sentences)
