"""Clues in German: what they say, and what they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from bimaru.deduction.clues import (
    edge_of,
    line_of,
    number_of,
    ordered,
    ships_of,
    square_of,
    tally_of,
)
from bimaru.deduction.languages.de.words import (
    axis_name,
    in_words,
    joined,
    kind_text,
    line_name,
    noun_of,
)
from bimaru.deduction.languages.notation import label
from bimaru.deduction.reasons import Clue, Line
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import square_name

_FROM: Final = {"top": "von oben", "bottom": "von unten", "left": "von links", "right": "von rechts"}
_PLACE: Final = {"top": "über", "bottom": "unter", "left": "links von", "right": "rechts von"}


def clue_text(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as a clause: `Zeile C hat 4`, `B2 ist ein linkes Ende`, `es gibt zwei Kreuzer`."""
    if clue.kind == "row" or clue.kind == "column":
        return f"{line_name(Line(clue.kind, number_of(clue)))} hat {tally_of(puzzle, clue)}"
    if clue.kind == "edge":
        side, position = edge_of(clue)
        letter = puzzle.edges._asdict()[side][position]
        return f"{line_name(line_of(clue))} hat {_FROM[side]} zuerst {letter}"
    if clue.kind == "given":
        return given_text(next(given for given in puzzle.givens if given.square == clue.value))
    ship, number = ships_of(puzzle)[clue]
    noun = noun_of(ship)
    if number == 1:
        return f"es gibt {noun.indefinite('accusative')}"
    return f"es gibt {in_words(number) if number else 'keine'} {noun.many}"


def clue_texts(puzzle: Puzzle, clues: Collection[Clue]) -> str:
    """Clues in one sentence: `die Zeilen A und C haben 4 und 1, B2 ist ein linkes Ende`."""
    lines = [_line_texts(puzzle, clues, kind) for kind in ("row", "column")]
    others = [clue_text(puzzle, clue) for clue in ordered(clues) if clue.kind not in ("row", "column")]
    return joined([*filter(None, lines), *others])


def _line_texts(puzzle: Puzzle, clues: Collection[Clue], kind: str) -> str:
    found = [clue for clue in ordered(clues) if clue.kind == kind]
    if len(found) < 2:
        return "".join(clue_text(puzzle, clue) for clue in found)
    tallies = [str(tally_of(puzzle, clue)) for clue in found]
    have = f"je {tallies[0]}" if len(set(tallies)) == 1 else joined(tallies)
    return f"die {axis_name(kind, 2)} {_labels(found)} haben {have}"


def _labels(clues: Iterable[Clue]) -> str:
    """`A und C`."""
    return joined([label(Line("row" if clue.kind == "row" else "column", number_of(clue))) for clue in clues])


def given_text(given: Given) -> str:
    """What a given shows, as a clause: `B2 ist ein linkes Ende`."""
    return f"{square_name(given.square)} ist {kind_text(given.kind)}"


def because_of(puzzle: Puzzle, clues: Iterable[Clue]) -> str:
    """Clues as a reason in the middle of a sentence, with a space after it: `wegen der Zeilen C und D und der
    Vorgabe B2 `; empty without any."""
    chosen = ordered(clues)
    found = []
    for kind in ("row", "column"):
        lines = [clue for clue in chosen if clue.kind == kind]
        if lines:
            found.append(f"der {axis_name(kind, len(lines))} {_labels(lines)}")
    found += [_genitive(puzzle, clue) for clue in chosen if clue.kind not in ("row", "column")]
    return f"wegen {joined(found)} " if found else ""


def _genitive(puzzle: Puzzle, clue: Clue) -> str:
    """A clue but a tally in the genitive: `der Vorgabe B2`, `der Anzahl der Kreuzer`."""
    if clue.kind == "given":
        return f"der Vorgabe {square_name(square_of(clue))}"
    line = line_of(clue)
    if line is not None:
        return f"des Buchstabens {_PLACE[edge_of(clue)[0]]} {line_name(line)}"
    return f"der Anzahl der {noun_of(ships_of(puzzle)[clue][0]).many}"
