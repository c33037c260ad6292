"""Clues in German: what they say, and what they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from bimaru.deduction.clues import (
    edge_of,
    line_of,
    lines_by_side,
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
    line_names,
    noun_of,
)
from bimaru.deduction.reasons import Clue, Line
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import square_name

FROM: Final = {"top": "von oben", "bottom": "von unten", "left": "von links", "right": "von rechts"}
_PLACE: Final = {"top": "über", "bottom": "unter", "left": "links von", "right": "rechts von"}


def clue_text(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as a clause: `Zeile C hat 4`, `B2 ist ein linkes Ende`, `es gibt zwei Kreuzer`."""
    if clue.kind == "row" or clue.kind == "column":
        return f"{line_name(Line(clue.kind, number_of(clue)))} hat {tally_of(puzzle, clue)}"
    if clue.kind == "edge":
        side, position = edge_of(clue)
        letter = puzzle.edges._asdict()[side][position]
        return f"{line_name(line_of(clue))} hat {FROM[side]} zuerst {letter}"
    if clue.kind == "given":
        return given_text(next(given for given in puzzle.givens if given.square == clue.value))
    ship, number = ships_of(puzzle)[clue]
    noun = noun_of(ship)
    if number == 1:
        return f"es gibt {noun.indefinite('accusative')}"
    return f"es gibt {in_words(number) if number else 'keine'} {noun.many}"


def clue_texts(puzzle: Puzzle, clues: Collection[Clue], most: int | None = None) -> str:
    """Clues in one sentence: `Zeile A hat 4, Zeile C 1 und B2 ist ein linkes Ende`; more than `most` only by
    their names, in the genitive."""
    if most is not None and len(clues) > most:
        return because_of(puzzle, clues).strip()
    others = [clue_text(puzzle, clue) for clue in ordered(clues) if clue.kind not in ("row", "column")]
    return joined([*_line_texts(puzzle, clues, "row"), *_line_texts(puzzle, clues, "column"), *others])


def _line_texts(puzzle: Puzzle, clues: Collection[Clue], kind: Literal["row", "column"]) -> Iterator[str]:
    """`Zeile A hat 4`, `Zeile C 1`: each line beside its tally; `die Zeilen A und C haben je 4`: those in a
    row with the same."""
    tallies = {
        Line(kind, number_of(clue)): tally_of(puzzle, clue) for clue in ordered(clues) if clue.kind == kind
    }
    for number, (tally, group) in enumerate(groupby(tallies, key=lambda line: tallies[line])):
        lines = [*group]
        each, verb = ("je ", "haben ") if len(lines) > 1 else ("", "hat ")
        yield f"{line_names(lines, 'die')} {'' if number else verb}{each}{tally}"


def given_text(given: Given) -> str:
    """What a given shows, as a clause: `B2 ist ein linkes Ende`."""
    return f"{square_name(given.square)} ist {kind_text(given.kind)}"


def because_of(puzzle: Puzzle, clues: Iterable[Clue]) -> str:
    """Clues as a reason in the middle of a sentence, with a space after it: `wegen der Zeilen C und D und der
    Vorgabe B2 `; empty without any."""
    chosen = ordered(clues)
    found = []
    for side, number in (("row", puzzle.height), ("column", puzzle.width)):
        lines = [line for clue in chosen if clue.kind == side and (line := line_of(clue)) is not None]
        every = f"aller {axis_name(side, 2)}"
        named = every if len(lines) == number > 1 else f"der {line_names(lines)}"
        found += [named] if lines else []
    found += [_letters(side, lines) for side, lines in lines_by_side(chosen).items()]
    givens = [square_name(square_of(clue)) for clue in chosen if clue.kind == "given"]
    found += [f"der Vorgabe{'' if len(givens) == 1 else 'n'} {joined(givens)}"] if givens else []
    ships = [clue for clue in chosen if clue.kind in ("fleet", "word", "shape")]
    found += [f"der Anzahl der {noun_of(ships_of(puzzle)[clue][0]).many}" for clue in ships]
    return f"wegen {joined(found)} " if found else ""


def _letters(side: str, lines: Sequence[Line]) -> str:
    """`der Buchstaben rechts von den Zeilen A und C`."""
    letters = "des Buchstabens" if len(lines) == 1 else "der Buchstaben"
    return f"{letters} {_PLACE[side]} {line_names(lines, 'den')}"
