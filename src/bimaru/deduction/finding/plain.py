"""The order in which people take plain techniques: the easiest first, and few hard facts that nothing
needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import Link, State
from bimaru.deduction.techniques import Technique, named

_TOO_LARGE: Final = 400
"""Squares of a grid beyond which comparing the ways would take longer than telling one."""


class Round(NamedTuple):
    """What one use of the easiest technique settles; `starves`: placements were ruled out for it that would
    starve a line."""

    links: list[Link]
    starves: bool

    def techniques(self) -> list[Technique]:
        """The techniques by which the links settle squares."""
        table = self._by_number
        return [named(table[link.technique].technique) for link in self.links if link.technique in table]

    def sentences(self) -> Iterator[tuple[int, int]]:
        """The technique of each sentence, by its number, and how many squares that shows to be water. Squares
        that no ship fits share one."""
        if n_uncovered := sum(link.technique == codes.NO_SHIP for link in self.links):
            yield codes.NO_SHIP, n_uncovered
        for link in self.links:
            if link.technique != codes.NO_SHIP:
                yield link.technique, sum(fact & 1 for fact in link.facts)

    def words(self) -> float:
        """About how many words the links take, beyond those of every explanation."""
        words = 0.0
        for number, n_water in self.sentences():
            if number in self._by_number:
                told = self._by_number[number]
                words += told.step + told.water * n_water
        return words

    @property
    def _by_number(self) -> Mapping[int, codes.Named]:
        return codes.BY_NUMBER_STARVED if self.starves else codes.BY_NUMBER


def rounds(state: State, *, starves: bool = True, since: int = codes.NEVER) -> Iterator[Round]:
    """Apply the easiest technique that settles a square until none does. The first round is what was settled
    since the trail had that length. Placements that would starve a line are ruled out only when nothing else
    follows, or not at all."""
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


def briefest_rounds(state: State) -> Iterator[Round]:
    """The same, but what only makes the way longer is left until nothing else follows."""
    since = state.top
    state.wait(briefest(state)[1])
    try:
        yield from rounds(state, since=since)
    finally:
        state.wait(())


def briefest(state: State) -> tuple[float, list[int]]:
    """About how many words the plain techniques take, and the squares where a ship would starve a line, but
    where saying so only makes the way to their end longer; in large grids, none is left out. Adds to the
    board only what follows at once from new facts."""
    state.look_again()
    waiting: list[int] = []
    tried: set[int] = set()
    words, squares = _way(state, waiting)
    if state.n > _TOO_LARGE:
        return words, []
    while left := [at for at in squares if at not in tried]:
        tried.add(left[0])
        without, others = _way(state, [*waiting, left[0]])
        if without < words:
            words, squares = without, others
            waiting.append(left[0])
    return words, waiting


def _way(state: State, waiting: list[int]) -> tuple[float, list[int]]:
    """About how many words the plain techniques take from here where some squares wait, and the squares on
    which a ship would starve a line; none where the board cannot be completed."""
    mark = state.top
    state.wait(waiting)
    words = 0.0
    squares: list[int] = []
    for one in rounds(state):
        words += one.words()
        if one.starves:
            squares += [link.subject for link in one.links if link.technique == codes.NO_SHIP]
    if state.failure >= 0:
        squares = []
    state.undo(mark)
    state.look_again()
    state.wait(())
    return words, squares
