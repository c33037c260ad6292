"""What the sentences of every language share: the notation of squares, and what they take from the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from bimaru.deduction.reasons import Line, Reason, Squares, Starved, line_order
from bimaru.squares import row_name, square_names

_MANY: Final = 2
"""Placements in a row that a sentence lists one by one."""
MAX_SHIPS: Final = 4
"""Ships that a sentence lists where they lie already."""
MAX_LISTED: Final = 6
"""Placements, or other things, that a sentence lists."""


MAX_CLUES: Final = 8
"""Clues that a sentence gives with their values."""
_MANY_LINES: Final = 3
"""Lines that a sentence lists one by one where a ship is longer than their tally."""


class Found(NamedTuple):
    """The ships of a length whose number is cited: those among the premises, of how many."""

    length: int
    ships: list[Squares]
    number: int

    @property
    def is_all(self) -> bool:
        """Whether all of them are among the premises."""
        return len(self.ships) >= self.number

    @property
    def is_exact(self) -> bool:
        """Whether those among the premises are all of them; part of a longer ship can look like one."""
        return len(self.ships) == self.number


def names(squares: Iterable[tuple[int, int]]) -> str:
    """The names of squares: `A1-A4, C7`."""
    return square_names(squares).replace(" ", ", ")


def place_name(place: Iterable[tuple[int, int]]) -> str:
    """The squares of one placement, or of one way to fill a line: `C1-C2+C5`."""
    return square_names(place).replace(" ", "+")


def label(line: Line) -> str:
    """The letters of a row, or the number of a column: `C`, `4`."""
    return row_name(line.number) if line.axis == "row" else str(line.number + 1)


def within(places: Sequence[Squares]) -> Squares:
    """All squares of placements that lie one beside the other, if there are too many to list them one by one;
    otherwise none."""
    if len(places) > _MANY and all(_is_next(one, other) for one, other in pairwise(places)):
        return tuple({square for place in places for square in place})
    return ()


def _is_next(place: Squares, other: Squares) -> bool:
    """Whether a placement of several squares is another one moved by a square along its line."""
    return len(place) > 1 and place[1:] == other[:-1] and len({*place, *other}) == len(place) + 1


def starved_lines(starved: Iterable[Starved]) -> list[Line]:
    """The lines that would starve, rows first."""
    return sorted({one.line for one in starved}, key=line_order)


def by_length(places: Iterable[Squares]) -> dict[int, list[Squares]]:
    """Placements by the length of the ship, the longest first."""
    groups: dict[int, list[Squares]] = {}
    for place in places:
        groups.setdefault(len(place), []).append(place)
    return dict(sorted(groups.items(), reverse=True))


def starving(line: Line, starved: Iterable[Starved]) -> dict[int, list[Squares]]:
    """The placements that would starve a line, by the length of the ship, the longest first."""
    return by_length(one.squares for one in starved if one.line == line)


def found_ships(reason: Reason) -> Iterator[Found]:
    """The ships of each length whose number is cited, but the length and the squares that the reason is
    about."""
    runs = [run for run in runs_of(reason.premises.ship) if not {*run} & {*reason.squares}]
    for length, number in reason.fleet:
        if length != reason.length:
            yield Found(length, [run for run in runs if len(run) == length], number)


def barred_lines(reason: Reason) -> list[Line]:
    """The lines in which the placements lie that were barred before, as far as cited; none if they are too
    many to list."""
    lines = {
        Line("column", place[0][1]) if len({c for _, c in place}) < len(place) else Line("row", place[0][0])
        for place in reason.premises.barred
    }
    return sorted(lines, key=line_order) if len(lines) <= MAX_LISTED else []


def lines_to_name(reason: Reason) -> list[Line]:
    """The lines in which many placements lie that were barred before; none where the steps that barred them
    are listed: that is enough to find them."""
    are_listed = 0 < len(ranges(reason.barred_in)) <= MAX_LISTED
    return [] if are_listed else barred_lines(reason)


def are_all_there(reason: Reason) -> bool:
    """Whether each placement that was barred before, as far as cited, covers one of the squares that the
    reason is about."""
    return all({*place} & {*reason.squares} for place in reason.premises.barred)


def ranges(numbers: Iterable[int], named: Callable[[int], str] = str) -> list[str]:
    """Numbers in order, by their names, three or more in a row as a range: `4`, `9-12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text
        for run in runs
        for text in ([f"{named(run[0])}-{named(run[-1])}"] if len(run) > 2 else map(named, run))
    ]


def are_several(labels: Sequence[str]) -> bool:
    """Whether labels, some of them ranges, are several."""
    return len(labels) > 1 or "-" in labels[0]


def line_ranges(lines: Iterable[Line]) -> dict[str, list[str]]:
    """The labels of lines, those of rows first, three or more side by side as a range: `A-C`."""
    found: dict[str, list[str]] = {}
    for axis, group in groupby(sorted(lines, key=line_order), key=lambda line: line.axis):
        named = {line.number: label(line) for line in group}
        found[axis] = ranges(named, named.__getitem__)
    return found


def steps_text(numbers: Sequence[int]) -> list[str]:
    """Numbers of steps, in order; of many the first and the last."""
    texts = ranges(numbers)
    return texts if len(texts) <= MAX_LISTED else [f"{numbers[0]}-{numbers[-1]}"]


def touching_squares(reason: Reason) -> Squares:
    """The two ship squares that would touch at a corner."""
    return tuple(sorted({*reason.squares, *reason.premises.ship}))


def line_by_line(reasons: Sequence[Reason], *, is_ship: bool) -> str:
    """What several lines settle, in the order of the lines: `A2-A4, B3, C5-D5`."""
    named: set[tuple[int, int]] = set()
    parts = []
    for reason in sorted(reasons, key=_order_of_line):
        fresh = [at for at in (reason.ship if is_ship else reason.water) if at not in named]
        named.update(fresh)
        parts += [names(fresh)] if fresh else []
    return ", ".join(parts)


def _order_of_line(reason: Reason) -> tuple[bool, int]:
    return (False, 0) if reason.line is None else line_order(reason.line)


def runs_of(squares: Squares) -> list[Squares]:
    """Connected squares."""
    left = dict.fromkeys(squares)
    runs: list[Squares] = []
    while left:
        frontier = [next(iter(left))]
        del left[frontier[0]]
        for r, c in frontier:
            for near in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
                if near in left:
                    del left[near]
                    frontier.append(near)
        runs.append(tuple(sorted(frontier)))
    return runs


def overfull_lines(reason: Reason) -> tuple[Sequence[Line], int]:
    """The lines to list that placements would overfill, and the length below which the tallies of further
    ones are; 0 if all are to be listed, because they are few."""
    rest = [line for line in reason.overfull if line not in reason.short]
    if len(reason.overfull) <= _MANY_LINES or len(reason.short) <= 1 or reason.length is None:
        return reason.overfull, 0
    return rest, reason.length


def labels_by_axis(lines: Iterable[Line]) -> dict[str, list[str]]:
    """The labels of lines, those of rows first."""
    found: dict[str, list[str]] = {}
    for line in sorted(lines, key=lambda line: line.axis == "column"):
        found.setdefault(line.axis, []).append(label(line))
    return found


def crossing(reason: Reason) -> Line:
    """The line in which the ship through a middle cannot lie."""
    ((r, c),) = reason.squares
    line = Line("column", c) if any(r == row for row, _ in reason.ship) else Line("row", r)
    return Line("column", c) if not reason.ship and any(c == col for _, col in reason.water) else line
