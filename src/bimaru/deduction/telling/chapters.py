"""Chapters of long explanations: the ships that their steps find, or else lines or squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bimaru.board import UNKNOWN, Board
from bimaru.capitals import capitalised
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import MAX_LISTED, steps_text
from bimaru.deduction.languages.words import Words
from bimaru.deduction.reasons import Line, Squares
from bimaru.deduction.telling.step import Step
from bimaru.json_values import JsonValue
from bimaru.placements import surroundings
from bimaru.puzzle import Puzzle
from bimaru.rules import ships_by_kind
from bimaru.ships import Ship
from bimaru.squares import Square

MANY: Final = 12
"""Steps with cases beyond which an explanation has chapters."""
_LONG: Final = 10
"""Steps of a chapter after which another begins, even if it has not found all ships of a kind."""
_Ships: TypeAlias = Mapping[Ship, Sequence[Squares]]
"""The ships of a solution by their kind, the longest first."""


@dataclass(frozen=True, slots=True)
class Chapter(JsonValue):
    """Consecutive steps of an explanation, and what they find."""

    title: str
    first: int
    """The number of its first step, from 1."""
    last: int
    text: str
    """The title with the numbers of the steps."""


def chapters_of(
    puzzle: Puzzle, steps: Sequence[Step], solution: Board, language: Language
) -> tuple[Chapter, ...]:
    """The chapters of an explanation whose steps lead to `solution`; none of a short one. The first is the
    opening: the steps before the first case analysis."""
    if sum(bool(step.cases) for step in steps) <= MANY:
        return ()
    boards = [Board.unknown(puzzle.height, puzzle.width), *(step.board for step in steps)]
    ships = _ships_by_kind(puzzle, solution)
    words = language.words
    chapters = []
    for first, last in _ranges(steps, boards, ships):
        has_cases = bool(steps[first].cases)
        found = _found(boards[first], boards[last], ships, words) if has_cases else words.say("opening")
        title = capitalised(found)
        numbers = words.joined(steps_text(range(first + 1, last + 1)))
        text = words.say("chapter", title=title, steps=words.say("steps", last - first, steps=numbers))
        chapters.append(Chapter(title, first + 1, last, text))
    return tuple(chapters)


def _ships_by_kind(puzzle: Puzzle, solution: Board) -> _Ships:
    """The ships of a solution; lettered kinds with their words as the puzzle lists them."""
    found = ships_by_kind(solution)
    return {ship.listed(puzzle.words): found[ship] for ship in sorted(found, key=lambda ship: ship.rank)}


def _ranges(steps: Sequence[Step], boards: Sequence[Board], ships: _Ships) -> Iterator[tuple[int, int]]:
    """The chapters as ranges of steps. After the opening, one ends where the next case analysis begins, if it
    has found all ships of a kind, or is long."""
    first = 0
    for number in range(1, len(steps)):
        begins = steps[number].cases and not steps[number - 1].barred  # of what is ruled out, cases are left
        is_opening = not steps[first].cases
        is_long = number - first >= _LONG
        if begins and (is_opening or is_long or any(_kinds(boards[first], boards[number], ships))):
            yield first, number
            first = number
    yield first, len(steps)


def _kinds(before: Board, after: Board, ships: _Ships) -> Iterator[tuple[Ship, int]]:
    """The kinds of ships, with their numbers, all of which are complete on the board after, but not before:
    the squares round them are known, too."""
    height, width = after.height, after.width
    old, new = _open(before), _open(after)
    for ship, placements in ships.items():
        near = {
            at for placement in placements for at in (*placement, *surroundings(placement, height, width))
        }
        if near & old and not near & new:
            yield ship, len(placements)


def _open(board: Board) -> set[Square]:
    """The unknown squares of a board."""
    return {at for at, mark in board.squares() if mark == UNKNOWN}


def _found(before: Board, after: Board, ships: _Ships, words: Words) -> str:
    """What is found between two boards: kinds of ships, or else lines, or else squares, those of ships first;
    of many only some are named."""
    kinds = [str(words.the(ship, number, number)) for ship, number in _kinds(before, after, ships)]
    if kinds:
        return words.joined(kinds if len(kinds) < 3 else [kinds[0], words.say("rest")])
    rows = [Line("row", number) for number in _finished(before.rows, after.rows)]
    columns = _finished([*zip(*before.rows, strict=True)], [*zip(*after.rows, strict=True)])
    lines = max(rows, [Line("column", number) for number in columns], key=len)
    if lines:
        return str(words.lines(lines))
    settled = [at for at, mark in after.squares() if before[at] == UNKNOWN != mark]
    if not settled:
        return words.say("rest")
    ship = tuple(sorted(after.occupied() - before.occupied()))
    return str(words.values(ship[:MAX_LISTED], () if ship else tuple(settled[:MAX_LISTED])))


def _finished(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> Iterator[int]:
    """The numbers of the lines without an unknown square after, but not before."""
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if UNKNOWN in old and UNKNOWN not in new:
            yield number
