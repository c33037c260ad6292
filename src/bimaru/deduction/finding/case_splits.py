"""Splits: questions with few answers, of which one must be true.

Where can a ship lie, or two of a kind? How can a line be filled? Which ship covers a square? Is a square ship
or water? Each answer is a case: squares that would be ship and water.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.geometry import Geometry
from bimaru.deduction.limits import MAX_OF_PAIR

About: TypeAlias = Literal["ships", "line", "square", "value", "placement"]
"""What a split is about: the missing ships of a kind, a line, the ship on a square; or only one supposition,
of the value of a square or of a placement."""


class Case(NamedTuple):
    """Squares that would be ship, and water, and the placements that they would be, if any."""

    ship: tuple[int, ...]
    water: tuple[int, ...]
    placements: tuple[int, ...] = ()

    def agrees(self, values: Sequence[int]) -> bool:
        """Whether its squares have these values."""
        for at in self.ship:  # a plain loop, which is faster: this is called very often
            if values[at] != codes.SHIP:
                return False
        return all(values[at] == codes.WATER for at in self.water)


class Split(NamedTuple):
    """A question about a subject (a kind, a line, a square, or a placement) and the cases, one of which is
    true unless it is about a `value` or a `placement`: then the only case is refuted or leads nowhere."""

    about: About
    subject: int
    cases: tuple[Case, ...]

    @property
    def is_supposition(self) -> bool:
        """Whether it is not exhaustive."""
        return self.about in ("value", "placement")


class Width(NamedTuple):
    """The most cases of a split about a line, or the ship on a square, and about ships of a kind."""

    line: int
    ships: int

    def takes(self, split: Split) -> bool:
        """Whether a split has no more cases."""
        return len(split.cases) <= (self.ships if split.about == "ships" else self.line)


NO_WIDTH: Final = Width(0, 0)


def splits(state: State, width: Width, beyond: Width = NO_WIDTH) -> Iterator[Split]:
    """The splits that a board offers up to a width, those beyond another one: long ships first, then lines,
    then ships on squares."""
    subjects: list[tuple[About, int]] = [("ships", kind) for kind in state.geometry.longest_first]
    subjects += [("line", line) for line in range(state.geometry.n_lines)]
    subjects += [("square", at) for at in range(state.n) if state.known(at) == codes.SHIP]
    for about, subject in subjects:
        split = split_about(state, about, subject, width)
        if split is not None and not beyond.takes(split):
            yield split


def split_about(state: State, about: About, subject: int, width: Width) -> Split | None:
    """The split about a subject; `None` if it has fewer than two cases or too many."""
    if about == "ships":
        cases = _of_kind(state, subject, width.ships)
    elif about == "line":
        ways = state.ways_of(subject, most=width.line) or []
        cases = [Case(ship, water) for ship, water in ways]
    elif state.known(subject) != codes.SHIP:
        return None
    else:
        placements = state.geometry.one_a_body(state.placements_on(subject))
        cases = (
            [lying(state.geometry, placement) for placement in placements]
            if len(placements) <= width.line
            else []
        )
    return Split(about, subject, tuple(cases)) if len(cases) > 1 else None


def suppositions(state: State) -> Iterator[Split]:
    """Each value of each open square."""
    for at in range(state.n):
        if state.known(at) == codes.OPEN:
            yield Split("value", at, (Case((at,), ()),))
            yield Split("value", at, (Case((), (at,)),))


def placements_open(state: State) -> Iterator[Split]:
    """Each placement that is possible and not settled."""
    geometry = state.geometry
    for kind, ship in enumerate(geometry.ships):
        for placement in state.placements_of(kind, with_complete=ship.word is not None):
            settled = (
                state.known(at) != codes.OPEN
                for at in (*geometry.squares[placement], *geometry.around[placement])
            )
            if geometry.letters[geometry.squares.start[placement]] or not all(settled):
                yield Split("placement", placement, (lying(geometry, placement),))


def lying(geometry: Geometry, *placements: int) -> Case:
    """The case in which ships lie on placements."""
    ship, water = geometry.squares.tuples, geometry.around.tuples
    return Case(
        tuple(chain.from_iterable(map(ship.__getitem__, placements))),
        tuple(chain.from_iterable(map(water.__getitem__, placements))),
        placements,
    )


def missing_of(state: State, kind: int) -> int:
    """The number of ships of a kind that are not complete."""
    return state.number_of(kind) - len(state.geometry.one_a_body(state.complete_of(kind)))


def _of_kind(state: State, kind: int, most: int) -> list[Case]:
    """Where the missing ships of a kind can lie, if they are one or two."""
    if state.number_of(kind) < 1:
        return []
    geometry = state.geometry
    placements = geometry.one_a_body(state.placements_of(kind))
    missing = missing_of(state, kind)
    if missing == 1 and len(placements) <= most:
        return [lying(geometry, placement) for placement in placements]
    if missing == 2 and len(placements) <= MAX_OF_PAIR:
        pairs = [pair for pair in combinations(placements, 2) if state.are_apart(*pair)]
        return [lying(geometry, *pair) for pair in pairs] if len(pairs) <= most else []
    return []


def letters_on(state: State, at: int, since: int = codes.NEVER) -> set[str]:
    """The letters that a square could show when the trail had a length; a dot is ship without one."""
    geometry = state.geometry
    found = set()
    for placement in state.placements_on(at, since):
        index = geometry.squares[placement].index(at)
        found.add(geometry.placements[placement].letters[index : index + 1] or ".")
    return found
