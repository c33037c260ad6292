"""About how many words plain steps take, by what their sentences list: for a way that is known.

`Round.words` is coarser, but asks nothing of the board: with it ways are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import Basis, Link, State
from bimaru.deduction.finding.plain import Round

WORDS: Final = {
    "full line": 1.7,
    "line that needs all squares": 3.7,
    "ship on a square": 5.5,
    "argument about a line or a kind": 4.7,
    "placement": 2.0,
    "alternative": 4.3,
    "kind that is found": 3.7,
    "kind that is accounted for": 6.4,
    "line left short by others": 5.7,
    "squares that no ship fits": 9.3,
    "square that would leave lines short": 3.0,
    "lines left short": 11.2,
    "letter at an edge": 14.0,
}
"""How many words go with each thing that sentences have, as fitted by `benchmarks/grading.py` to made puzzles
up to *hard*; letters at edges were not fitted."""
_SAID: Final = {
    codes.LINE_WATER: "full line",
    codes.LINE_SHIP: "line that needs all squares",
    codes.ON_SQUARE: "ship on a square",
    codes.LAST: "argument about a line or a kind",
    codes.OVERLAP: "argument about a line or a kind",
    codes.WAYS: "argument about a line or a kind",
    codes.LETTER: "letter at an edge",
}
_LISTED: Final = {
    codes.ON_SQUARE: "placement",
    codes.LAST: "placement",
    codes.OVERLAP: "alternative",
    codes.WAYS: "alternative",
}
_OF_KIND: Final = (codes.LAST, codes.OVERLAP)
_MOST: Final = 12
"""Placements, or ways, beyond which a sentence lists none."""


def words_of(state: State, rounds: Iterable[Round]) -> float:
    """About how many words rounds take, which the state still holds, beyond those of every explanation."""
    return sum(WORDS[name] * number for one in rounds for name, number in contents(state, one))


def contents(state: State, one: Round) -> Iterator[tuple[str, int]]:
    """What the sentences of a round have, by the names of `WORDS`, and how much of it."""
    uncovered: list[Basis] = []
    for link in one.links:
        technique = link.technique
        if technique in _SAID:
            yield _SAID[technique], 1
        if technique in _LISTED:
            basis = _basis(state, link)
            yield _LISTED[technique], _n_listed(state, link)
            yield "kind that is found", len(basis.kinds) - (technique in _OF_KIND)
            yield "kind that is accounted for", len(basis.accounts)
            yield "line left short by others", len(_short(basis))
        elif technique == codes.NO_SHIP:
            uncovered.append(_basis(state, link))
    if uncovered:
        yield from _nowhere(uncovered)


def _nowhere(bases: Sequence[Basis]) -> Iterator[tuple[str, int]]:
    """The same of squares that no ship can cover, from what each of them rests on: they share a sentence."""
    plain = [basis for basis in bases if not basis.starving]
    short = [_short(basis) for basis in bases if basis.starving]
    yield "squares that no ship fits", int(bool(plain))
    yield "square that would leave lines short", len(short)
    yield "lines left short", len({*short})
    yield "kind that is found", len({kind for basis in plain for kind in basis.kinds})
    yield "kind that is accounted for", len({kind for basis in bases for kind, _ in basis.accounts})


def _n_listed(state: State, link: Link) -> int:
    """How many placements, or ways to fill a line, a sentence lists."""
    if link.technique == codes.WAYS:
        return len(state.ways_of(link.subject, link.since, _MOST) or ())
    if link.technique == codes.ON_SQUARE:
        placements = state.placements_on(link.subject, link.since)
    else:
        placements = state.placements_of(link.subject, link.since)
    return len(placements) if len(placements) <= _MOST else 0


def _basis(state: State, link: Link) -> Basis:
    return state.basis(link.technique, link.subject, link.facts, link.since)


def _short(basis: Basis) -> frozenset[int]:
    """The lines that other placements would leave too few squares."""
    return frozenset(line for _, line in basis.starving)
