"""Cases: what follows from a supposition, as the shortest chain of deductions that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bimaru.deduction.ladder import FAILED, FOUND, NO_END, PLAIN_RUNGS, SUPPOSE, Ladder, Value, decode
from bimaru.deduction.minimise import shortest
from bimaru.deduction.reasons import Case, Reason, Squares
from bimaru.deduction.renderer import Renderer, joined_text
from bimaru.deduction.sentences import names, values
from bimaru.deduction.techniques import CONTRADICTION


class Link(NamedTuple):
    """What one rung found about one subject; links of one `scan` were found on the same board."""

    scan: int
    rung: int
    subject: int


def case(
    ladder: Ladder,
    renderer: Renderer,
    supposition: int,
    rungs: int,
    goal: Goal | None = None,
    shared: str = "",
) -> Case:
    """A supposition with what follows from it by the first `rungs`: up to a contradiction or, with a
    goal, until it is reached; `shared` are the values of its squares in words."""
    links = _links(ladder, supposition, rungs)
    lengths: dict[int, int] = {}

    def fails(rung: int, subjects: set[int]) -> bool:
        """Whether this scan is the contradiction. Leaving out links must not make nested cases longer."""
        for subject in subjects if rung == SUPPOSE else ():
            trial = ladder.trial(subject, PLAIN_RUNGS, lengths.get(subject, NO_END))
            if not trial.failed:
                return False
            lengths.setdefault(subject, trial.steps)
        return bool(ladder.repeat(rung, subjects)[0] == FAILED)

    def suffices(kept: Sequence[Link]) -> bool:
        ladder.enter(supposition)
        failed = any(fails(rung, subjects) for rung, subjects in _scans(kept))
        reached = failed if goal is None else failed or goal(ladder)
        ladder.leave()
        return reached

    suffices(links)  # records the lengths of nested cases in the whole chain
    return _render(ladder, renderer, supposition, shortest(links, suffices), shared)


Goal = Callable[[Ladder], bool]


def _links(ladder: Ladder, supposition: int, rungs: int) -> list[Link]:
    """Everything that the rungs find after a supposition; the last is the failure, if it fails."""
    links: list[Link] = []
    ladder.enter(supposition)
    outcome = FOUND
    while outcome == FOUND:
        outcome, findings = ladder.step(rungs)
        scan = len(links)
        links += (Link(scan, finding.rung, finding.subject) for finding in findings)
        if outcome == FAILED:
            links += (Link(scan, ladder.failed_rung, subject) for subject in _failed_subjects(ladder))
    ladder.leave()
    return links


def _failed_subjects(ladder: Ladder) -> tuple[int, ...]:
    """The subjects of the failure: two where both values of a square were refuted."""
    subject = ladder.failed_subject
    is_both = ladder.failed_rung == SUPPOSE and ladder.clash < 0
    return (subject, subject + 1) if is_both else (subject,)


def _scans(links: Sequence[Link]) -> Iterator[tuple[int, set[int]]]:
    """The rung and the subjects of each scan."""
    for (_, rung), group in groupby(links, key=lambda link: link[:2]):
        yield rung, {link.subject for link in group}


def _render(
    ladder: Ladder, renderer: Renderer, supposition: int, links: Sequence[Link], shared: str = ""
) -> Case:
    squares, is_water, assumption = _assumption(renderer, supposition)
    reasons: list[Reason] = []
    sentences: list[str] = []
    ending = None
    ladder.enter(supposition)
    for rung, subjects in _scans(links):
        known = renderer.known()
        nested = [_nested(ladder, renderer, one) for one in sorted(subjects)] if rung == SUPPOSE else None
        outcome, findings = ladder.repeat(rung, subjects)
        found = renderer.reasons(findings, known) if nested is None else nested
        reasons += found
        sentences.append(joined_text(found))
        if outcome == FAILED:
            ending = renderer.failure(known)
            break
    ladder.leave()
    opening = f"Suppose {assumption}." if links or not shared else f"Suppose {assumption}: {shared}."
    parts = [opening, *filter(None, sentences)]
    if ending is not None:
        parts.append(f"Then {ending.text}.")
    return Case(
        squares, is_water, tuple(reasons), ending, " ".join(parts), not isinstance(decode(supposition), Value)
    )


def _assumption(renderer: Renderer, supposition: int) -> tuple[Squares, bool, str]:
    """The squares supposed, whether they would be water, and the supposition in words."""
    meaning = decode(supposition)
    if isinstance(meaning, Value):
        square = renderer.square(meaning.square)
        value = "ship" if meaning.is_ship else "water"
        return (square,), not meaning.is_ship, f"{names([square])} is {value}"
    squares = renderer.placement(meaning)
    return squares, False, f"{renderer.one_ship(len(squares))} lies on {names(squares)}"


def _nested(ladder: Ladder, renderer: Renderer, supposition: int) -> Reason:
    """The reason that refutes a supposition nested in another."""
    inner = case(ladder, renderer, supposition, PLAIN_RUNGS)
    ship, water = (inner.supposed, ()) if inner.is_water else ((), inner.supposed)
    text = f"({inner.text} So {values(ship, water)}.)"
    return Reason(CONTRADICTION.name, ship, water, text, squares=inner.supposed, cases=(inner,))
