"""Clues in English: what they say, and what they are."""

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
    shape_text,
    ships_of,
    square_of,
    tally_of,
)
from bimaru.deduction.languages.en.names import joined, line_names, part_name, ship_name
from bimaru.deduction.reasons import Clue, Line
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import Ship
from bimaru.squares import LETTER_MARK, square_name

FROM: Final = {
    "top": "from above",
    "bottom": "from below",
    "left": "from the left",
    "right": "from the right",
}
_PLACE: Final = {"top": "above", "bottom": "below", "left": "left of", "right": "right of"}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def clue_text(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as a clause: `row C has 4`, `B2 is a left end`, `there are two cruisers`."""
    if clue.kind == "row" or clue.kind == "column":
        return f"{Line(clue.kind, number_of(clue)).name} has {tally_of(puzzle, clue)}"
    if clue.kind == "edge":
        side, position = edge_of(clue)
        letter = puzzle.edges._asdict()[side][position]
        line = line_of(clue)
        return f"{line.name if line else ''} has {letter} first {FROM[side]}"
    if clue.kind == "given":
        return given_text(next(given for given in puzzle.givens if given.square == clue.value))
    ship, number = ships_of(puzzle)[clue]
    verb = "is" if number == 1 else "are"
    return f"there {verb} {in_words(number)} {kind_name(ship, number)}"


def clue_texts(puzzle: Puzzle, clues: Collection[Clue], most: int | None = None) -> str:
    """Clues in one sentence: `row A has 4, row C 1, B2 is a left end and there are two cruisers`; more than
    `most` only by their names."""
    if most is not None and len(clues) > most:
        return clue_names(puzzle, clues)
    others = [clue_text(puzzle, clue) for clue in ordered(clues) if clue.kind not in ("row", "column")]
    return joined([*_line_texts(puzzle, clues, "row"), *_line_texts(puzzle, clues, "column"), *others])


def _line_texts(puzzle: Puzzle, clues: Collection[Clue], kind: Literal["row", "column"]) -> Iterator[str]:
    """`row A has 4`, `row C 1`: each line beside its tally; `rows A and C have 4 each`: those in a row with
    the same."""
    tallies = {
        Line(kind, number_of(clue)): tally_of(puzzle, clue) for clue in ordered(clues) if clue.kind == kind
    }
    for number, (tally, group) in enumerate(groupby(tallies, key=lambda line: tallies[line])):
        lines = [*group]
        each, verb = (" each", "have ") if len(lines) > 1 else ("", "has ")
        yield f"{line_names(lines)} {'' if number else verb}{tally}{each}"


def given_text(given: Given) -> str:
    """What a given shows, as a clause: `B2 is a left end`."""
    return f"{square_name(given.square)} is {kind_text(given.kind)}"


def kind_text(kind: str) -> str:
    """What a square shows, in words, a letter included."""
    return f"the letter {kind[1:]}" if kind.startswith(LETTER_MARK) else part_name(kind)


def kind_name(ship: Ship, number: int = 1) -> str:
    """The name of a kind of ship, in the plural unless `number` is 1."""
    plural = "" if number == 1 else "s"
    if ship.word is not None:
        return f"ship{plural} {ship.word}"
    if ship.is_straight:
        return ship_name(ship.length, number)
    return f"ship{plural} of the shape {shape_text(ship.squares)}"


def in_words(number: int) -> str:
    """A small number in words."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def clue_names(puzzle: Puzzle, clues: Iterable[Clue]) -> str:
    """Clues as noun phrases: `rows C and D, column 2 and the given B2`."""
    chosen = ordered(clues)
    found = []
    for side, number in (("row", puzzle.height), ("column", puzzle.width)):
        lines = [line for clue in chosen if clue.kind == side and (line := line_of(clue)) is not None]
        if lines:
            found.append(f"all {side}s" if len(lines) == number > 1 else line_names(lines))
    found += [_letters(side, lines) for side, lines in lines_by_side(chosen).items()]
    givens = [square_name(square_of(clue)) for clue in chosen if clue.kind == "given"]
    found += [f"the given{'' if len(givens) == 1 else 's'} {joined(givens)}"] if givens else []
    ships = [clue for clue in chosen if clue.kind in ("fleet", "word", "shape")]
    return joined([*found, *(f"the number of {kind_name(ships_of(puzzle)[clue][0], 2)}" for clue in ships)])


def _letters(side: str, lines: Sequence[Line]) -> str:
    """`the letters right of rows A and C`."""
    return f"the letter{'' if len(lines) == 1 else 's'} {_PLACE[side]} {line_names(lines)}"
