"""The builder that readers use: it parses the values of one puzzle and collects their faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NoReturn

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.lines import InvalidTextError, TextFault
from bimaru.puzzle import Puzzle, Tally
from bimaru.sizes import MAX_FAULTS, MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK
from bimaru.validation import more_faults, number_in

_ID: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})")


def parse_id(text: str) -> str | int:
    """An id: an integer if it is written like one, otherwise the text itself."""
    return int(text) if _ID.fullmatch(text) else text


def quoted(text: str) -> str:
    """Text in quotes for a message, shortened if it is long."""
    return repr(text) if len(text) <= 40 else repr(text[:37]) + "..."


class Builder:
    """Collects the faults of one puzzle, so that all are reported at once.

    `line` is the first line of the puzzle, and the place of faults without a line of their own.
    """

    def __init__(self, line: int = 1) -> None:
        self.line = line
        self.faults: list[TextFault] = []

    def fault(self, text: str, line: int | None = None) -> None:
        """Record a fault. Raises `InvalidTextError` at `MAX_FAULTS` of them."""
        self.faults.append(TextFault(line or self.line, text))
        if len(self.faults) >= MAX_FAULTS:
            self.check()

    def fail(self, text: str, line: int | None = None) -> NoReturn:
        """Record a fault after which nothing more can be read, and raise `InvalidTextError`."""
        self.faults.append(TextFault(line or self.line, text))
        raise InvalidTextError(sorted(self.faults, key=_line))

    def check(self) -> None:
        """Raise `InvalidTextError` if there are faults."""
        if self.faults:
            faults = sorted(self.faults, key=_line)
            if (more := len(faults) - MAX_FAULTS) > 0:
                faults[MAX_FAULTS - 1 :] = [TextFault(self.line, more_faults(more + 1))]
            raise InvalidTextError(faults)

    def number(self, text: str, what: str, line: int | None = None) -> int:
        """The number that a text is, or 0 with a fault recorded."""
        if (number := number_in(text)) is None:
            self.fault(f"{what}: {quoted(text)} is not a number from 0 to {MAX_NUMBER}", line)
        return number or 0

    def tallies(
        self, texts: Sequence[str], what: str, line: int | None = None, missing: str = ""
    ) -> tuple[Tally, ...]:
        """Tallies; any character of `missing` is a missing one.

        Raises `InvalidTextError` for more than any grid has."""
        if len(texts) > 2 * MAX_SIDE:
            self.fail(f"{what}: {len(texts)} tallies; a grid has at most {MAX_SIDE} a side", line)
        return tuple(self.tally(text, f"{what}, tally {i}", line, missing) for i, text in enumerate(texts, 1))

    def tally(self, text: str, what: str, line: int | None = None, missing: str = "") -> Tally:
        """One tally, as in `tallies`."""
        return None if len(text) == 1 and text in missing else self.number(text, what, line)

    def fleet(self, pairs: Iterable[tuple[int, int]], line: int | None = None) -> dict[int, int]:
        """A fleet from lengths and counts; a repeated length is a fault."""
        fleet: dict[int, int] = {}
        for length, count in pairs:
            if length in fleet:
                self.fault(f"fleet: length {length} is given twice", line)
            fleet[length] = count
        return fleet

    def expect(self, items: Sequence[object], count: int, what: str, line: int | None = None) -> None:
        """Record a fault unless there are exactly `count` items."""
        if len(items) != count:
            self.fault(f"expected {count} {what}, found {len(items)}", line)

    def givens(
        self,
        rows: Iterable[tuple[int, Sequence[str]]],
        kinds: Mapping[str, str | None],
        *,
        has_letters: bool = False,
    ) -> list[tuple[int, int, str]]:
        """The givens of a grid.

        `rows` are line numbers and marks. `kinds` maps each mark to the kind of its given, `None` for no
        given. With `has_letters`, letters are marks too. Squares beyond the largest grid are left out."""
        givens = []
        for r, (line, marks) in enumerate(islice(rows, MAX_SIDE)):
            for c, mark in enumerate(islice(marks, MAX_SIDE)):
                if has_letters and mark.startswith(LETTER_MARK):
                    givens.append((r, c, mark))
                elif mark not in kinds:
                    self.fault(
                        f"row {r + 1}, column {c + 1}: {quoted(mark)} is not one of {' '.join(kinds)}", line
                    )
                elif kind := kinds[mark]:
                    givens.append((r, c, kind))
        return givens

    def build(self, **arguments: Any) -> Puzzle:
        """The puzzle with these constructor arguments. Raises `InvalidTextError` with every fault."""
        try:
            puzzle = Puzzle(**arguments)
        except InvalidPuzzleError as error:
            self.faults += [TextFault(self.line, fault) for fault in error.faults]
        self.check()
        return puzzle


def _line(fault: TextFault) -> int:
    return fault.line or 0


def tally_text(tally: Tally, missing: str) -> str:
    """A tally as text, `missing` for a missing one."""
    return missing if tally is None else str(tally)


def blank_run(length: int, letters: str) -> str:
    """`length` blank squares as letters, of which the first stands for one square, the second for two, ..."""
    longest, rest = divmod(length, len(letters))
    return letters[-1] * longest + (letters[rest - 1] if rest else "")


def grid_marks(puzzle: Puzzle, kinds: Mapping[str, str], blank: str) -> list[list[str]]:
    """The rows of a puzzle's grid, where `kinds` maps marks to the kinds of givens."""
    marks = {kind: mark for mark, kind in kinds.items()}
    grid = [[blank] * puzzle.width for _ in range(puzzle.height)]
    for given in puzzle.givens:
        grid[given.row][given.col] = marks[given.kind]
    return grid
