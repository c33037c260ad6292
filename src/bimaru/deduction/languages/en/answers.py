"""The English sentences of hints, arguments, and what is wrong with a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bimaru.capitals import capitalised
from bimaru.deduction.clues import line_of, square_of
from bimaru.deduction.languages.en.clues import clue_texts, given_text, kind_name, kind_text
from bimaru.deduction.languages.en.names import joined, line_names
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
    return f"Look at {focus}."


def wrong_square(square: Square, is_water: bool, is_given: bool, case: Case | None) -> str:
    """A square cannot be what the board shows."""
    value, other = ("water", "ship") if is_water else ("ship", "water")
    text = f"{names([square])} cannot be {value}."
    if is_given:
        return f"{text} It is given as {other}."
    return f"{text} {f'It is {other} in every solution.' if case is None else case.text}"


def mistake_in(rows: Sequence[Line]) -> str:
    """In which rows a mistake is."""
    return f"There is a mistake in {line_names(rows)}."


def look_again(squares: Squares) -> str:
    """Which squares are wrong."""
    return f"Look again at {names(squares)}."


def first_mark(square: Square, is_guess: bool) -> str:
    """The first mark of the player that is wrong."""
    known = "and a guess: nothing settled that square yet" if is_guess else "though it was settled by then"
    return f"{names([square])} was the first wrong mark, {known}."


def go_back(squares: Squares) -> str:
    """What to clear to go back to before a mistake."""
    return f"Clear {names(squares)} to go back to before it."


def wrong_part(square: Square) -> str:
    """A square is ship, but not the part that the board shows."""
    return f"{names([square])} is ship, but not the part that the board shows."


def wrong_together(square: Square) -> str:
    """A square cannot be right together with the others."""
    return f"{names([square])} cannot be right together with the other squares filled in."


def fault(puzzle: Puzzle, board: Board, found: Fault) -> str:  # noqa: ARG001
    """What the referee finds."""
    return f"{capitalised(found.text)}."


def differing(square: Square, given: str, shown: str) -> str:
    """A square is given as one kind, but the board shows another."""
    return f"{names([square])} is given as {kind_text(given)}, but the board shows {kind_text(shown)}"


# Arguments


def argument(
    puzzle: Puzzle, claimed: Given, is_not: bool, clues: Sequence[Clue], squares: Squares, is_proved: bool
) -> str:
    """What forces a square."""
    claim = f"{square_name(claimed.square)} is {'not ' if is_not else ''}{kind_text(claimed.kind)}"
    if not (clues or squares):
        return f"{claim}, whatever the clues are."
    clause = _together(puzzle, clues, squares)
    return (
        f"{clause}: so {claim}."
        if is_proved or len(clues) + len(squares) == 1
        else f"{clause}: together these force that {claim}."
    )


def more_clues(puzzle: Puzzle, clues: Sequence[Clue]) -> str:
    """What the steps take beyond a smallest set."""
    return (
        f"No short argument from these alone is known; the steps also use this: {clue_texts(puzzle, clues)}."
    )


def is_not(wrong: Given) -> str:
    """A square does not show something."""
    return f"So {square_name(wrong.square)} is not {kind_text(wrong.kind)}."


def is_open(square: Square) -> str:
    """Solutions differ on a square."""
    return f"{square_name(square)} is ship in some solutions and water in others."


def is_possible(shown: Given) -> str:
    """A square shows something in some solution."""
    return f"{square_name(shown.square)} is {kind_text(shown.kind)} in some solution."


def _together(puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
    """Clues and known squares of a board, as a clause."""
    parts = [clue_texts(puzzle, clues)] if clues else []
    parts += [f"{names(squares)} as on the board"] if squares else []
    return capitalised(", with ".join(parts))


# What is wrong with a puzzle


def conflict(puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
    """Which clues and squares cannot be true together."""
    clause = _together(puzzle, clues, squares)
    return (
        f"{clause}: with this alone there is no solution."
        if len(clues) + len(squares) == 1
        else f"{clause}: these contradict each other."
    )


def unequal_totals(one: Total, other: Total, is_with_ships: bool) -> str:
    """Two totals of ship squares that differ."""
    squares = f"ship square{'' if one.number == 1 else 's'}"
    text = f"the {one.side}s have {one.number} {squares} and the {other.side}s have {other.number}"
    return f"{text}, as the ships do" if is_with_ships else text


def too_large(ship: Ship) -> str:
    """A ship fits nowhere on the empty grid."""
    plain = ship.is_straight and ship.word is None
    name = f"a ship of length {ship.length}" if plain else f"a {kind_name(ship)}"
    return f"{name} does not fit"


def missing_ship(given: Given) -> str:
    """No ship of the fleet has a part that is given."""
    has_no = "submarines" if given.kind == Part.SUBMARINE else "ships of three or more squares"
    return f"{given_text(given)}, but the fleet has no {has_no}"


def repair(changes: Sequence[Change]) -> str:
    """Clues with other values: `row C has 3, not 4`, `B2 is water, not a left end`."""
    return ", and ".join(_change(change) for change in changes)


def _change(change: Change) -> str:
    if change.clue.kind == "given":
        shown = (kind_text(str(kind)) for kind in (change.after, change.before))
        return f"{square_name(square_of(change.clue))} is {', not '.join(shown)}"
    line = line_of(change.clue)
    return f"{line.name if line else ''} has {change.after}, not {change.before}"


def ambiguity(squares: Squares, additions: Sequence[Sequence[Given]]) -> str:
    """Where the solutions differ, and what would decide between them."""
    sentences = [f"The solutions differ on {names(squares)}."] if squares else []
    if additions:
        ways = "; or if ".join(joined([given_text(given) for given in each]) for each in additions)
        sentences.append(f"Only one solution would be left if {ways}.")
    return " ".join(sentences)
