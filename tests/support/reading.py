"""A board as the reader of an explanation has it at each point, and what that reader sees at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bimaru.deduction import Case, Reason, Step
from bimaru.deduction.limits import REMEMBERED
from bimaru.deduction.reasons import Squares
from bimaru.placements import surroundings
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square


class Known(NamedTuple):
    """Squares that are known to be ship, and water, and placements that were ruled out."""

    ship: frozenset[Square]
    water: frozenset[Square]
    barred: frozenset[Squares] = frozenset()

    def and_also(
        self, ship: Iterable[Square], water: Iterable[Square], barred: Iterable[Squares] = ()
    ) -> Known:
        """With further squares and placements."""
        return Known(self.ship | {*ship}, self.water | {*water}, self.barred | {*barred})

    def after(self, link: Reason | Step) -> Known:
        """With what a link, or a step, concludes."""
        return self.and_also(link.ship, link.water, link.barred)


class Read(NamedTuple):
    """A link where it is read: the number of its step, from 1, its case, if any, and what is known before."""

    number: int
    step: Step
    case: Case | None
    link: Reason
    known: Known


def start_of(puzzle: Puzzle) -> Known:
    """What the givens show."""
    water = frozenset(given.square for given in puzzle.givens if given.kind == Part.WATER)
    return Known(frozenset(given.square for given in puzzle.givens) - water, water)


def boards_of_steps(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[tuple[Step, Known]]:
    """Steps, each with what is known before. At a case analysis, the reader forgets notes that more than
    `REMEMBERED` others came after."""
    known = start_of(puzzle)
    answered = 0
    noted_at: dict[Squares, int] = {}
    for step in steps:
        if step.depth:
            notes = (placement for placement, at in noted_at.items() if answered - at <= REMEMBERED)
            known = known._replace(barred=frozenset(notes))
        yield step, known
        noted_at |= dict.fromkeys(step.barred, answered)
        answered += bool(step.depth and (step.ship or step.water))
        known = known.after(step)


def links_as_read(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Read]:
    """Every link of steps in order, those in cases before what they lead to."""
    for number, (step, before) in enumerate(boards_of_steps(puzzle, steps), 1):
        for case in step.cases:
            yield from _read_case(puzzle, number, step, case, before)
        known = before
        for link in step.reasons:
            yield Read(number, step, None, link, known)
            known = known.after(link)


def _read_case(puzzle: Puzzle, number: int, step: Step, case: Case, before: Known) -> Iterator[Read]:
    known = supposing(puzzle, case, before)
    for link in case.reasons:
        yield Read(number, step, case, link, known)
        known = known.after(link)
    for inner in case.cases:
        yield from _read_case(puzzle, number, step, inner, known)
    if case.ending is not None and not case.cases:
        yield Read(number, step, case, case.ending, known)


def supposing(puzzle: Puzzle, case: Case, known: Known) -> Known:
    """What would be known in a case."""
    if case.is_water:
        return known.and_also((), case.supposed)
    ship, water = {*case.supposed}, set[Square]()
    for placement in case.placements:
        water |= {*surroundings(placement, puzzle.height, puzzle.width)}
    if case.line is not None:
        water |= {*line_squares(puzzle, case.line.axis, case.line.number)} - ship - known.ship
    return known.and_also(ship, water)


def line_squares(puzzle: Puzzle, axis: str, number: int) -> list[Square]:
    """The squares of a row or a column."""
    if axis == "row":
        return [(number, col) for col in range(puzzle.width)]
    return [(row, number) for row in range(puzzle.height)]


def breaks(puzzle: Puzzle, ship: Iterable[Square], water: Iterable[Square], known: Known) -> str:
    """Which rule or tally some squares break by themselves on a board; empty if none."""
    added = {*ship}
    wet, dry = known.ship | added, known.water | {*water}
    if added & dry or {*water} & wet:
        return "a square would be both"
    corners = ((r + down, c + right) for r, c in added for down in (-1, 1) for right in (-1, 1))
    if not puzzle.shapes and wet.intersection(corners):
        return "ships touch at a corner"
    for axis, tallies in (("row", puzzle.rows), ("column", puzzle.cols)):
        for number, tally in enumerate(tallies):
            squares = line_squares(puzzle, axis, number)
            least = sum(at in wet for at in squares)
            most = sum(at not in dry for at in squares)
            if tally is not None and least > tally:
                return f"{axis} {number} has more than {tally}"
            if tally is not None and most < tally:
                return f"{axis} {number} cannot reach {tally}"
    return ""


def placement_breaks(puzzle: Puzzle, placements: Iterable[Squares], known: Known) -> str:
    """The same for complete ships."""
    chosen = [*placements]
    if known.barred.intersection(chosen):
        return "it was ruled out"
    ship = {at for placement in chosen for at in placement}
    water = {at for placement in chosen for at in surroundings(placement, puzzle.height, puzzle.width)}
    return breaks(puzzle, ship, water, known)


def seen_to_fail(puzzle: Puzzle, known: Known) -> str:
    """Which contradiction a reader sees on a board: a rule or a tally that is broken, a straight ship that is
    too long, or complete ships of which the fleet has fewer; empty if none."""
    fault = breaks(puzzle, (), (), known)
    if fault or not puzzle.is_plain:
        return fault
    complete: Counter[int] = Counter()
    for ship in ships_on(known):
        if len(ship) > max(puzzle.fleet):
            return f"a ship of {len(ship)}"
        near = {*surroundings(ship, puzzle.height, puzzle.width)}
        beside = {at for at in near if any(abs(at[0] - r) + abs(at[1] - c) == 1 for r, c in ship)}
        complete[len(ship)] += known.water.issuperset(beside)
    return next((f"too many of {n}" for n, count in complete.items() if count > puzzle.fleet.get(n, 0)), "")


def ships_on(known: Known) -> Iterator[Squares]:
    """The ship squares of a board, those that are connected together."""
    left = {*known.ship}
    while left:
        group, frontier = set[Square](), [left.pop()]
        while frontier:
            row, col = frontier.pop()
            group.add((row, col))
            near = {(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)} & left
            left -= near
            frontier += near
        yield tuple(sorted(group))


def links_too_many(puzzle: Puzzle, case: Case, known: Known) -> int:
    """How many links of a case come after the first board on which a reader sees the contradiction."""
    known = supposing(puzzle, case, known)
    for number, link in enumerate(case.reasons, 1):
        known = known.after(link)
        if number < len(case.reasons) and seen_to_fail(puzzle, known):
            return len(case.reasons) - number
    return max((links_too_many(puzzle, inner, known) for inner in case.cases), default=0)
