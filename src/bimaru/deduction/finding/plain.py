"""Plain techniques, as people take them: the easiest first, and no fact that nothing needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.state import Link, State
from bimaru.deduction.techniques import BY_NAME, Technique

_USUAL: Final = {
    codes.CORNER: BY_NAME["ships do not touch"],
    codes.LINE_WATER: BY_NAME["rest of the line is water"],
    codes.LINE_SHIP: BY_NAME["rest of the line is ship"],
    codes.ON_SQUARE: Technique("ships on a square", 3, "easy"),
    codes.NO_SHIP: BY_NAME["no ship fits"],
    codes.LETTER: Technique("first letter from an edge", 4, "intermediate"),
    codes.LAST: BY_NAME["last places"],
    codes.OVERLAP: BY_NAME["overlap"],
    codes.WAYS: BY_NAME["ways to fill a line"],
}
"""The techniques on placements by their numbers."""
_STARVED: Final = _USUAL | {
    codes.NO_SHIP: BY_NAME["no ship fits: starved line"],
    codes.LAST: BY_NAME["last places: starved line"],
    codes.OVERLAP: BY_NAME["overlap: starved line"],
    codes.WAYS: BY_NAME["ways to fill a line: starved line"],
    codes.ON_SQUARE: BY_NAME["overlap: starved line"],  # of the placements that cover a square
}
"""The same where placements are ruled out that would starve a line."""


class Round(NamedTuple):
    """What one use of the easiest technique settles; `starves`: placements were ruled out for it that would
    starve a line."""

    links: list[Link]
    starves: bool

    def techniques(self) -> list[Technique]:
        """The techniques by which the links settle squares."""
        return [technique for technique, _ in self._uses()]

    def words(self) -> float:
        """About how many words the links take: squares that no ship fits are told together."""
        words = 0.0
        told: set[Technique] = set()
        for technique, link in self._uses():
            once, a_ship, a_water = technique.words
            n_water = sum(fact & 1 for fact in link.facts)
            words += 0 if link.technique == codes.NO_SHIP and technique in told else once
            words += a_ship * (len(link.facts) - n_water) + a_water * n_water
            told.add(technique)
        return words

    def _uses(self) -> list[tuple[Technique, Link]]:
        by_number = _STARVED if self.starves else _USUAL
        return [(by_number[link.technique], link) for link in self.links if link.technique in by_number]


def rounds(state: State, *, starves: bool = True, since: int = codes.NEVER) -> Iterator[Round]:
    """Apply the easiest technique that settles a square, as often as one does; first comes what was settled
    since the trail had a length. Placements that would starve a line are ruled out only where all others end,
    or not at all."""
    if links := state.links(since):
        yield Round(links, False)
    more = True
    while more:
        mark = state.top
        state.starve(False)
        more, for_starved = state.step(), False
        state.starve(True)
        if starves and not more and state.failure < 0:
            more, for_starved = state.step(), True
        if links := state.links(mark):
            yield Round(links, for_starved)


def unneeded(state: State) -> list[int]:
    """The squares that no ship fits, but of which that need not be said before all else ends: without them
    the way to where plain techniques end is no longer. On the board is added only what follows from new facts
    by themselves."""
    state.look_again()
    waiting: list[int] = []
    tried: set[int] = set()
    words, squares = _way(state, waiting)
    while left := [at for at in squares if at not in tried]:
        tried.add(left[0])
        without, others = _way(state, [*waiting, left[0]])
        if without <= words:
            words, squares = without, others
            waiting.append(left[0])
    return waiting


def _way(state: State, waiting: list[int]) -> tuple[float, list[int]]:
    """About how many words the plain techniques take from here where some squares wait, and the squares that
    no ship fits."""
    mark = state.top
    state.wait(waiting)
    words = 0.0
    squares: list[int] = []
    for one in rounds(state):
        words += one.words()
        squares += [link.subject for link in one.links if link.technique == codes.NO_SHIP]
    if state.failure >= 0:
        squares = []
    state.undo(mark)
    state.look_again()
    state.wait(())
    return words, squares
