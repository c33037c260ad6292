"""A puzzle while it is being read: its lines, and what was found wrong with them so far."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.protocol import InvalidTextError, TextFault
from bimaru.puzzle import Puzzle, Tally
from bimaru.sizes import MAX_FAULTS, MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK
from bimaru.validation import more_faults, number_in

_ID: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})")


class Line(NamedTuple):
    """A line that is not blank, stripped; `number` is counted from 1."""

    number: int
    text: str


def filled(lines: Iterable[str], comment: str | None = None) -> Iterator[Line]:
    """The lines that are neither blank nor begin with the mark of a comment."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not (comment and text.startswith(comment)):
            yield Line(number, text)


def first_line(head: Sequence[str], comment: str) -> str:
    """The first line that is no comment."""
    return next((line for line in head if not line.startswith(comment)), "")


def id_in(text: str) -> str | int:
    """An id: a whole number, if that is how it is written, or else the text itself."""
    return int(text) if _ID.fullmatch(text) else text


def quoted(text: str) -> str:
    """Text as a message quotes it: short, whatever its size."""
    return repr(text) if len(text) <= 40 else repr(text[:37]) + "..."


class Draft:
    """Collects the faults of one puzzle, so that they are all told at once.

    `line` is where the puzzle starts, and where a fault is placed that has no line of its own.
    """

    def __init__(self, line: int = 1) -> None:
        self.line = line
        self.faults: list[TextFault] = []

    def fault(self, text: str, line: int | None = None) -> None:
        """Note a fault. Raises `InvalidTextError` when there are too many to go on."""
        self.faults.append(TextFault(line or self.line, text))
        if len(self.faults) >= MAX_FAULTS:
            self.check()

    def fail(self, text: str, line: int | None = None) -> NoReturn:
        """Note a fault after which nothing more can be read. Raises `InvalidTextError`."""
        self.faults.append(TextFault(line or self.line, text))
        raise InvalidTextError(sorted(self.faults, key=_line))

    def check(self) -> None:
        """Raises `InvalidTextError` if anything was found wrong."""
        if self.faults:
            found = sorted(self.faults, key=_line)
            if (more := len(found) - MAX_FAULTS) > 0:
                found[MAX_FAULTS - 1 :] = [TextFault(self.line, more_faults(more + 1))]
            raise InvalidTextError(found)

    def number(self, text: str, what: str, line: int | None = None) -> int:
        """A number; 0, with a fault noted, where the text is none."""
        if (number := number_in(text)) is None:
            self.fault(f"{what}: {quoted(text)} is not a number from 0 to {MAX_NUMBER}", line)
        return number or 0

    def tallies(
        self, texts: Sequence[str], what: str, line: int | None = None, missing: str = ""
    ) -> tuple[Tally, ...]:
        """Tallies; each of the characters of `missing` stands for one that is not told.

        Raises `InvalidTextError` where there are more than any grid has."""
        if len(texts) > 2 * MAX_SIDE:
            self.fail(f"{what}: {len(texts)} tallies; a grid has at most {MAX_SIDE} a side", line)
        return tuple(self.tally(text, f"{what}, tally {i}", line, missing) for i, text in enumerate(texts, 1))

    def tally(self, text: str, what: str, line: int | None = None, missing: str = "") -> Tally:
        """One tally, as in `tallies`."""
        return None if len(text) == 1 and text in missing else self.number(text, what, line)

    def fleet(self, pairs: Iterable[tuple[int, int]], line: int | None = None) -> dict[int, int]:
        """The fleet of lengths and counts; a length that is given twice is a fault."""
        fleet: dict[int, int] = {}
        for length, count in pairs:
            if length in fleet:
                self.fault(f"fleet: length {length} is given twice", line)
            fleet[length] = count
        return fleet

    def expect(self, found: Sequence[object], count: int, what: str, line: int | None = None) -> None:
        """Note a fault if there are not `count` of something."""
        if len(found) != count:
            self.fault(f"{len(found)} {what} where {count} were expected", line)

    def givens(
        self,
        rows: Iterable[tuple[int, Sequence[str]]],
        kinds: Mapping[str, str | None],
        *,
        has_letters: bool = False,
    ) -> list[tuple[int, int, str]]:
        """The givens of a grid: rows of marks, each with its line; `kinds` maps every mark to what it means.
        With `has_letters` letters may be given, too. What lies outside the largest grid is left out."""
        givens = []
        for r, (line, marks) in enumerate(islice(rows, MAX_SIDE + 1)):
            for c, mark in enumerate(islice(marks, MAX_SIDE + 1)):
                if has_letters and mark.startswith(LETTER_MARK):
                    givens.append((r, c, mark))
                elif mark not in kinds:
                    self.fault(
                        f"row {r + 1}, square {c + 1}: {quoted(mark)} is not one of {' '.join(kinds)}", line
                    )
                elif kind := kinds[mark]:
                    givens.append((r, c, kind))
        return givens

    def puzzle(self, **given: Any) -> Puzzle:
        """The puzzle of these constructor arguments. Raises `InvalidTextError` with all that is wrong."""
        try:
            puzzle = Puzzle(**given)
        except InvalidPuzzleError as error:
            self.faults += [TextFault(self.line, fault) for fault in error.faults]
        self.check()
        return puzzle


def _line(fault: TextFault) -> int:
    return fault.line or 0


def tally_text(tally: Tally, missing: str) -> str:
    """A tally as text; `missing` where it is not told."""
    return missing if tally is None else str(tally)


def blank_run(length: int, letters: str) -> str:
    """So many blank squares as letters, of which the first stands for one, the second for two, and so on."""
    longest, rest = divmod(length, len(letters))
    return letters[-1] * longest + (letters[rest - 1] if rest else "")


def marks_of(puzzle: Puzzle, kinds: Mapping[str, str], blank: str) -> list[list[str]]:
    """The grid of a puzzle, row by row: `blank`, or the mark that `kinds` has for the kind of the given."""
    marks = {kind: mark for mark, kind in kinds.items()}
    grid = [[blank] * puzzle.width for _ in range(puzzle.height)]
    for given in puzzle.givens:
        grid[given.row][given.col] = marks[given.kind]
    return grid
