"""What follows from a supposition, as the shortest chain to it that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bimaru.deduction.ladder import FAILED, FOUND, PLAIN_RUNGS, SUPPOSE, Ladder, Value, supposed
from bimaru.deduction.reasons import Case, Reason, Squares
from bimaru.deduction.shortening import shortest
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.deduction.telling import Teller, names, settled, ship_name


class Link(NamedTuple):
    """What one rung found in one place; links of a `sweep` were found on the same board."""

    sweep: int
    rung: int
    where: int


def case(ladder: Ladder, teller: Teller, supposition: int, last: int, goal: Goal | None = None) -> Case:
    """The supposition with what follows from it by the rungs before `last`: up to a contradiction or,
    where a goal is given, until the squares of that are known."""
    links = _links(ladder, supposition, last)

    def suffice(kept: Sequence[Link]) -> bool:
        ladder.begin(supposition)
        failed = any(ladder.repeat(rung, wheres)[0] == FAILED for rung, wheres in _sweeps(kept))
        reached = failed if goal is None else failed or goal(ladder)
        ladder.end()
        return reached

    return _told(ladder, teller, supposition, shortest(links, suffice))


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
            links.append(Link(sweep, ladder.failed_rung, ladder.failed_where))
    ladder.end()
    return links


def _sweeps(links: Sequence[Link]) -> Iterator[tuple[int, set[int]]]:
    """The links of each sweep: a rung and where it is used."""
    for (_, rung), group in groupby(links, key=lambda link: link[:2]):
        yield rung, {link.where for link in group}


def _told(ladder: Ladder, teller: Teller, supposition: int, links: Sequence[Link]) -> Case:
    squares, is_water, assumption = _assumption(teller, supposition)
    reasons: list[Reason] = []
    ending = None
    ladder.begin(supposition)
    for rung, wheres in _sweeps(links):
        before = teller.before()
        nested = {where: _nested(ladder, teller, where) for where in wheres if rung == SUPPOSE}
        outcome, findings = ladder.repeat(rung, wheres)
        reasons += (
            nested[finding.where] if rung == SUPPOSE else teller.reason(finding, before)
            for finding in findings
        )
        if outcome == FAILED:
            ending = teller.failure(before)
            break
    ladder.end()
    parts = [f"Suppose {assumption}.", *(reason.text for reason in reasons)]
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
    return place, False, f"a {ship_name(len(place))} lies on {names(place)}"


def _nested(ladder: Ladder, teller: Teller, supposition: int) -> Reason:
    """A supposition within another, which fails."""
    inner = case(ladder, teller, supposition, PLAIN_RUNGS)
    ship, water = (inner.supposed, ()) if inner.is_water else ((), inner.supposed)
    text = f"({inner.text} So {settled(ship, water)}.)"
    return Reason(CONTRADICTION.name, ship, water, text, squares=inner.supposed, cases=(inner,))
