"""What follows from a supposition, as the shortest chain to it that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bimaru.deduction.ladder import FAILED, FOUND, NO_END, PLAIN_RUNGS, SUPPOSE, Ladder, Value, supposed
from bimaru.deduction.minimise import shortest
from bimaru.deduction.reasons import Case, Reason, Squares
from bimaru.deduction.sentences import Teller, names, settled, told
from bimaru.deduction.techniques import CONTRADICTION


class Link(NamedTuple):
    """What one rung found in one place; links of a `sweep` were found on the same board."""

    sweep: int
    rung: int
    where: int


def case(
    ladder: Ladder,
    teller: Teller,
    supposition: int,
    last: int,
    goal: Goal | None = None,
    shared: str = "",
) -> Case:
    """The supposition with what follows from it by the rungs before `last`: up to a contradiction or,
    where a goal is given, until its squares, in words `shared`, are known."""
    links = _links(ladder, supposition, last)
    lengths: dict[int, int] = {}

    def fails(rung: int, wheres: set[int]) -> bool:
        """Whether that is the contradiction. A supposition within may not get longer by what is left out."""
        for where in wheres if rung == SUPPOSE else ():
            trial = ladder.try_out(where, PLAIN_RUNGS, lengths.get(where, NO_END))
            if not trial.failed:
                return False
            lengths.setdefault(where, trial.steps)
        return ladder.repeat(rung, wheres)[0] == FAILED

    def suffice(kept: Sequence[Link]) -> bool:
        ladder.begin(supposition)
        failed = any(fails(rung, wheres) for rung, wheres in _sweeps(kept))
        reached = failed if goal is None else failed or goal(ladder)
        ladder.end()
        return reached

    suffice(links)  # to begin with, how long the suppositions within are
    return _told(ladder, teller, supposition, shortest(links, suffice), shared)


Goal = Callable[[Ladder], bool]


def _links(ladder: Ladder, supposition: int, last: int) -> list[Link]:
    """Everything that the rungs find after a supposition; the last is the failure, if it fails."""
    links: list[Link] = []
    ladder.begin(supposition)
    outcome = FOUND
    while outcome == FOUND:
        outcome, findings = ladder.step(last)
        sweep = len(links)
        links += (Link(sweep, finding.rung, finding.where) for finding in findings)
        if outcome == FAILED:
            links += (Link(sweep, ladder.failed_rung, where) for where in _failed_at(ladder))
    ladder.end()
    return links


def _failed_at(ladder: Ladder) -> tuple[int, ...]:
    """Where the ladder failed; where both values of a square did, that is in two places."""
    where = ladder.failed_where
    both = ladder.failed_rung == SUPPOSE and ladder.clash < 0
    return (where, where + 1) if both else (where,)


def _sweeps(links: Sequence[Link]) -> Iterator[tuple[int, set[int]]]:
    """The links of each sweep: a rung and where it is used."""
    for (_, rung), group in groupby(links, key=lambda link: link[:2]):
        yield rung, {link.where for link in group}


def _told(ladder: Ladder, teller: Teller, supposition: int, links: Sequence[Link], shared: str = "") -> Case:
    squares, is_water, assumption = _assumption(teller, supposition)
    reasons: list[Reason] = []
    sentences: list[str] = []
    ending = None
    ladder.begin(supposition)
    for rung, wheres in _sweeps(links):
        before = teller.before()
        nested = [_nested(ladder, teller, where) for where in sorted(wheres)] if rung == SUPPOSE else None
        outcome, findings = ladder.repeat(rung, wheres)
        found = teller.reasons(findings, before) if nested is None else nested
        reasons += found
        sentences.append(told(found))
        if outcome == FAILED:
            ending = teller.failure(before)
            break
    ladder.end()
    opening = f"Suppose {assumption}." if links or not shared else f"Suppose {assumption}: {shared}."
    parts = [opening, *filter(None, sentences)]
    if ending is not None:
        parts.append(f"Then {ending.text}.")
    return Case(squares, is_water, tuple(reasons), ending, " ".join(parts))


def _assumption(teller: Teller, supposition: int) -> tuple[Squares, bool, str]:
    """The squares supposed, whether they would be water, and that in words."""
    what = supposed(supposition)
    if isinstance(what, Value):
        square = teller.turned_back(what.square)
        kind = "ship" if what.is_ship else "water"
        return (square,), not what.is_ship, f"{names([square])} is {kind}"
    place = teller.place(what)
    return place, False, f"{teller.one_of(len(place))} lies on {names(place)}"


def _nested(ladder: Ladder, teller: Teller, supposition: int) -> Reason:
    """A supposition within another, which fails."""
    inner = case(ladder, teller, supposition, PLAIN_RUNGS)
    ship, water = (inner.supposed, ()) if inner.is_water else ((), inner.supposed)
    text = f"({inner.text} So {settled(ship, water)}.)"
    return Reason(CONTRADICTION.name, ship, water, text, squares=inner.supposed, cases=(inner,))
