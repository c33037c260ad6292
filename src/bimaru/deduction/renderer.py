"""Reasons, rendered from the findings of the ladder.

The ladder numbers the lines and squares of the turned puzzle; reasons are about the puzzle as it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bimaru.board import neighbours
from bimaru.deduction import sentences
from bimaru.deduction.ladder import SUPPOSE, Finding, Ladder, Placement
from bimaru.deduction.reasons import Line, Reason, Squares, Starved
from bimaru.deduction.sentences import line_order, ship_name, ships_name, starved_lines, values
from bimaru.deduction.techniques import BY_NAME, CONTRADICTION, PLAIN
from bimaru.puzzle import Given
from bimaru.squares import Part, Square
from bimaru.symmetry import Turn


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before a step: the squares of the turned puzzle, one mask a row, and the number of
    ships of each length that are not placed yet."""

    ship: tuple[int, ...]
    water: tuple[int, ...]
    missing_ships: dict[int, int]


class Renderer:
    """Renders what a ladder finds as reasons."""

    def __init__(self, turn: Turn, ladder: Ladder, givens: Iterable[Given]) -> None:
        self._turn = turn
        self._ladder = ladder
        self._fleet = ladder.fleet()
        # On a square that the board shows as ship, the part that is given counts.
        self._kinds = {given.square: given.kind for given in givens if given.kind != Part.SHIP}

    def known(self) -> Known:
        """What is known now."""
        return Known(*self._ladder.known_rows(), self._ladder.missing_ships())

    # From the ladder's numbers to values of the puzzle as it is given

    def squares_of_masks(self, masks: Sequence[int]) -> Squares:
        """The squares of one mask a row."""
        found = ((r, c) for r, mask in enumerate(masks) for c in range(self._ladder.width) if mask >> c & 1)
        return tuple(sorted(map(self._turn.back, found)))

    def square(self, square: Square) -> Square:
        """The square of the puzzle as it is given."""
        return self._turn.back(square)

    def line(self, number: int) -> Line:
        """The line of that number."""
        row, col = self._squares_of_line(number)[0]
        is_row = (number < self._ladder.height) != self._turn.transposed
        return Line("row", row) if is_row else Line("column", col)

    def placement(self, placement: Placement) -> Squares:
        """The squares of a placement."""
        line, start, length = placement
        return tuple(sorted(self._squares_of_line(line)[start : start + length]))

    def _squares_of_line(self, number: int) -> Squares:
        height, width = self._ladder.height, self._ladder.width
        if number < height:
            return tuple(self._turn.back((number, c)) for c in range(width))
        return tuple(self._turn.back((r, number - height)) for r in range(height))

    def one_ship(self, length: int) -> str:
        """One of the ships of a length that are not placed yet: `a cruiser`, or `the last cruiser`."""
        missing = self._ladder.missing_ships()[length]
        return f"a {ship_name(length)}" if missing != 1 else ships_name(length, missing, self._fleet[length])

    # Reasons

    def reasons(self, findings: Iterable[Finding], known: Known) -> tuple[Reason, ...]:
        """The reasons of a step in reading order, without those that settle nothing new."""
        settled: set[tuple[Square, bool]] = set()
        reasons: list[Reason] = []
        for reason in sorted((self._finding(finding, known) for finding in findings), key=_reading_order):
            new = {(at, True) for at in reason.ship} | {(at, False) for at in reason.water}
            if not new <= settled:
                reasons.append(reason)
            settled |= new
        return tuple(reasons)

    def failure(self, known: Known) -> Reason:
        """Why the board cannot be completed, after the ladder has failed."""
        ladder = self._ladder
        rung, subject = ladder.failed_rung, ladder.failed_subject
        if ladder.clash >= 0:
            square = self._square_of(ladder.clash)
            return Reason(CONTRADICTION.name, (), (), sentences.clash(square), squares=(square,))
        if rung == SUPPOSE:
            square = self._square_of(subject // 2)
            return Reason(CONTRADICTION.name, (), (), sentences.neither(square), squares=(square,))
        finding = Finding(rung, subject, (), (), (), (), ladder.starved_placements())
        return self._reason(finding, known, PLAIN[rung].failure or sentences.conclusion)

    def _finding(self, finding: Finding, known: Known) -> Reason:
        technique = PLAIN[finding.rung]
        if technique.subject != "middle":
            return self._reason(finding, known, technique.finding)
        obstacle = self._obstacle(finding.subject, known)
        return self._reason(finding, known, lambda reason: technique.finding(reason, obstacle))

    def _reason(self, finding: Finding, known: Known, sentence: Callable[[Reason], str]) -> Reason:
        """The reason of a finding, with the sentence that is rendered from it."""
        name = PLAIN[finding.rung].name
        ship, water = self.squares_of_masks(finding.ship), self.squares_of_masks(finding.water)
        details = self._details(finding, known)
        text = sentence(Reason(name, ship, water, "", **details))
        return Reason(name, ship, water, text, **details)

    def _square_of(self, number: int) -> Square:
        return self._turn.back(divmod(number, 64))

    def _details(self, finding: Finding, known: Known) -> dict[str, Any]:
        """What a finding rests on: the fields of its reason."""
        subject = finding.subject
        match PLAIN[finding.rung].subject:
            case "line":
                tally = self._tally(subject)
                needs = None if tally is None else tally - self._ship_squares_in(subject, known)
                placements = self._placements(finding, self._squares_of_line(subject))
                return {"line": self.line(subject), "tally": tally, "needs": needs} | placements
            case "ships":
                length = list(known.missing_ships)[subject]
                numbers = {"wanted": known.missing_ships[length], "total": self._fleet[length]}
                return {"length": length} | numbers | self._placements(finding, length=length)
            case "run":
                return {"squares": self._run(*divmod(subject, 64), known)}
            case "given part":
                square = self._square_of(subject)
                return {"squares": (square,), "part": self._kinds[square]}
            case _:
                squares = (self._square_of(subject),)
                return {"squares": squares} | self._placements(finding, squares)

    def _placements(self, finding: Finding, about: Squares = (), length: int | None = None) -> dict[str, Any]:
        """The placements of a finding, and those that a line rules out: of ships of a length, or on the
        squares that it is `about`."""
        places = tuple(map(self.placement, finding.placements))
        starved = [Starved(self.placement(one), self.line(line)) for one, line in finding.starving]
        near = (
            one
            for one in starved
            if (len(one.squares) == length if length is not None else {*about} & {*one.squares})
        )
        return {
            "places": tuple(sorted(places)),
            "groups": _grouped(places, finding.groups),
            "starved": tuple(sorted(near, key=_starved_order)),
        }

    def _tally(self, line: int) -> int | None:
        """The tally of a line: given, or what the other rows or columns leave of the fleet's squares."""
        tally_of = self._ladder.tally_of
        if (tally := tally_of(line)) is not None:
            return tally
        height = self._ladder.height
        parallel = range(height) if line < height else range(height, height + self._ladder.width)
        others = [tally_of(other) for other in parallel if other != line]
        squares = sum(length * number for length, number in self._fleet.items())
        return None if None in others else squares - sum(filter(None, others))

    def _ship_squares_in(self, line: int, known: Known) -> int:
        height: int = self._ladder.height
        if line < height:
            return known.ship[line].bit_count()
        return sum(mask >> (line - height) & 1 for mask in known.ship)

    def _run(self, line: int, start: int, known: Known) -> Squares:
        """The consecutive ship squares in a line from a square on."""
        height = self._ladder.height
        squares: list[Square] = []
        at = start
        while True:
            r, c = (line, at) if line < height else (at, line - height)
            if not (r < height and c < self._ladder.width and known.ship[r] >> c & 1):
                return tuple(sorted(squares))
            squares.append(self._turn.back((r, c)))
            at += 1

    # The direction of a middle

    def _obstacle(self, subject: int, known: Known) -> str:
        """The line in which the ship through a middle cannot lie, and why."""
        row, col = divmod(subject, 64)
        lines = ((row, col), (self._ladder.height + col, row))
        return next(filter(None, (self._obstacle_in(line, at, known) for line, at in lines)), "")

    def _obstacle_in(self, line: int, at: int, known: Known) -> str | None:
        """The line, and why no ship runs through a square along it; `None` if one can."""
        squares, name = self._squares_of_line(line), self.line(line).name
        if not 0 < at < len(squares) - 1:
            return f"{name}, which ends there"
        along = (squares[at - 1], squares[at + 1])
        if water := [near for near in along if self._is_in(known.water, near)]:
            return f"{name}, because {values((), tuple(water))}"
        across = [near for near in neighbours(squares[at]) if near not in along]
        if ship := [near for near in sorted(across) if self._is_in(known.ship, near)]:
            return f"{name}, because {values(tuple(ship), ())}"
        tally = self._ladder.tally_of(line)
        needs = None if tally is None else tally - self._ship_squares_in(line, known)
        if needs is not None and needs < sum(not self._is_in(known.ship, near) for near in along):
            return f"{name}, which needs {needs or 'no'} more ship square{'' if needs == 1 else 's'}"
        return None

    def _is_in(self, masks: Sequence[int], square: Square) -> bool:
        row, col = self._turn.to(square)
        return min(row, col) >= 0 and row < len(masks) and masks[row] >> col & 1 == 1


def joined_text(reasons: Sequence[Reason]) -> str:
    """The sentences of the reasons of a step; those of some techniques share one sentence."""
    groups: dict[object, list[Reason]] = {}
    for i, reason in enumerate(reasons):
        is_merged = BY_NAME[reason.technique].is_merged
        key = (reason.technique, *starved_lines(reason.starved)) if is_merged else i
        groups.setdefault(key, []).append(reason)
    return " ".join(group[0].text if len(group) == 1 else _merged_text(group) for group in groups.values())


def _merged_text(reasons: Sequence[Reason]) -> str:
    merged = replace(
        reasons[0],
        squares=tuple(square for reason in reasons for square in reason.squares),
        water=tuple(sorted({square for reason in reasons for square in reason.water})),
        starved=tuple(starved for reason in reasons for starved in reason.starved),
    )
    return BY_NAME[merged.technique].finding(merged)


def _reading_order(reason: Reason) -> tuple[object, ...]:
    """Squares in reading order, rows before columns, long ships before short ones."""
    if reason.squares:
        return reason.squares[0]
    return (-(reason.length or 0),) if reason.line is None else line_order(reason.line)


def _starved_order(starved: Starved) -> tuple[object, ...]:
    return (starved.squares, starved.line.axis, starved.line.number)


def _grouped(places: Sequence[Squares], groups: Sequence[int]) -> tuple[tuple[Squares, ...], ...]:
    """The placements of each group, both in reading order."""
    members: dict[int, list[Squares]] = {}
    for place, group in zip(places, groups, strict=bool(groups)):
        members.setdefault(group, []).append(place)
    return tuple(sorted(tuple(sorted(group)) for group in members.values()))
