"""Arguments from a set of clues and known squares, as steps of the techniques on placements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.languages.language import Language
from bimaru.deduction.layout import Layout
from bimaru.deduction.oracle import Item
from bimaru.deduction.placement_sentences import Narrator
from bimaru.deduction.placement_state import Fact, Link, Placing, Refutation
from bimaru.deduction.placement_techniques import NO_SHIP, SUPPOSED
from bimaru.deduction.reasons import Clue, Reason
from bimaru.deduction.session import Step
from bimaru.deduction.time_limit import Deadline
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part

_MAX_TRIALS: Final = 400
"""Suppositions that are tried for one argument."""


class Proof(NamedTuple):
    """The steps of an argument, and the contradiction in which they end, if they do."""

    steps: tuple[Step, ...]
    failure: Reason | None = None


def opposite(given: Given) -> Given:
    """Water for ship of any kind, ship for water."""
    return given._replace(kind=Part.SHIP if given.kind == Part.WATER else Part.WATER)


def prove_failure(
    puzzle: Puzzle, items: Iterable[Item], deadline: Deadline, language: Language
) -> Proof | None:
    """That some clues and known squares leave no board; `None` if the techniques do not lead there."""
    placing = _start(puzzle, [*items], deadline)
    for _ in _advances(placing):
        if placing.failure is not None:
            break
    return None if placing.failure is None else _proof(placing, language, (), placing.failure)


def prove_not(
    puzzle: Puzzle, items: Iterable[Item], wrong: Given, deadline: Deadline, language: Language
) -> Proof | None:
    """That a square does not show something; `None` if the techniques do not lead there.

    The shorter of two arguments is taken: forward to the opposite, or from the supposition to a
    contradiction."""
    chosen = [*items]
    direct = _start(puzzle, chosen, deadline)
    by_contradiction = direct.refute(wrong)
    best = None if by_contradiction is None else _refutation(direct, language, wrong, by_contradiction)
    fact = direct.fact_of(opposite(wrong))
    for _ in _advances(direct):
        if direct.failure is not None:
            return _proof(direct, language, (), direct.failure)
        if fact in direct.link_of:
            break
    if fact in direct.link_of:
        forward = _proof(direct, language, (fact,))
        return min((each for each in (forward, best) if each), key=_length)
    return best


def _refutation(placing: Placing, language: Language, wrong: Given, refutation: Refutation) -> Proof:
    """An argument by contradiction."""
    if wrong.kind in (Part.WATER, Part.SHIP):
        settled = placing.copy()
        settled.settle(refutation, opposite(wrong))
        return _proof(settled, language, (settled.fact_of(opposite(wrong)),))
    before = _steps(placing, language, placing.chain(refutation.support.facts))
    about = 1 << placing.layout.number(wrong.square)
    narrator = Narrator(placing, language)
    reason = narrator.reason(Link(SUPPOSED, 0, 0, refutation.support, about=about, cases=(refutation,)))
    reason = replace(reason, text=language.placements.refuted(wrong))
    return Proof((*before, _step(narrator, SUPPOSED, [reason])))


def _start(puzzle: Puzzle, items: Sequence[Item], deadline: Deadline) -> Placing:
    clues = [item for item in items if isinstance(item, Clue)]
    known = [item for item in items if isinstance(item, Given)]
    return Placing.start(Layout(puzzle, clues), known, deadline.check)


def _advances(placing: Placing) -> Iterator[None]:
    """Advance by plain techniques, and where these end by refuting a square, shortest refutation first."""
    trials = _MAX_TRIALS
    refuted: list[Refutation] = []
    yield
    while placing.failure is None:
        if not placing.step() and placing.failure is None:
            if not refuted:
                refuted = refutations(placing, trials=trials)
                trials = max(0, trials - 2 * placing.open.bit_count())
            if not refuted:
                return
            shortest = refuted.pop(0)
            placing.settle(shortest, opposite(shortest.supposed))
        yield


def refutations(placing: Placing, forced: Board | None = None, trials: int | None = None) -> list[Refutation]:
    """Why suppositions about one square fail, fewest links first. Only wrong values are supposed where
    `forced` shows what is right. One that fails at once is taken alone."""
    found: list[Refutation] = []
    for wrong in islice(_suppositions(placing, forced), trials):
        refuted = placing.refute(wrong)
        if refuted is not None and not refuted.links:
            return [refuted]
        found += [] if refuted is None else [refuted]
    return sorted(found, key=lambda refuted: len(refuted.links))


def _suppositions(placing: Placing, forced: Board | None) -> Iterator[Given]:
    """Both values of every open square, but not those that are right."""
    for square in placing.layout.squares(placing.open):
        mark = UNKNOWN if forced is None else forced[square]
        if mark in (UNKNOWN, WATER):
            yield Given(*square, Part.SHIP.value)
        if mark != WATER:
            yield Given(*square, Part.WATER.value)


def _proof(placing: Placing, language: Language, facts: Sequence[Fact], failure: Link | None = None) -> Proof:
    steps = tuple(_steps(placing, language, placing.chain(facts, failure)))
    return Proof(steps, None if failure is None else Narrator(placing, language).reason(failure))


def _length(proof: Proof) -> int:
    return sum(
        max(len(step.reasons), *(len(case.reasons) + 1 for case in step.cases), 0) for step in proof.steps
    )


def _steps(placing: Placing, language: Language, links: Sequence[Link]) -> Iterator[Step]:
    """The links as steps, one each; squares in a row where no ship fits are one step."""
    replayed = placing.initial()
    group: list[Link] = []
    for link in links:
        if group and not (link.technique == group[-1].technique == NO_SHIP):
            yield step_of(placing, replayed, group, language)
            group = []
        group.append(link)
    if group:
        yield step_of(placing, replayed, group, language)


def step_of(placing: Placing, replayed: Placing, links: Sequence[Link], language: Language) -> Step:
    """Links found together as a step, after which the board is `replayed`, to which they are added."""
    for link in links:
        replayed.ship |= link.ship
        replayed.water |= link.water
    return _step(Narrator(replayed, language), links[0].technique, Narrator(placing, language).reasons(links))


def _step(narrator: Narrator, technique: str, reasons: Sequence[Reason]) -> Step:
    cases = tuple(case for reason in reasons for case in reason.cases)
    ship = tuple(sorted({at for reason in reasons for at in reason.ship}))
    water = tuple(sorted({at for reason in reasons for at in reason.water}))
    text = " ".join([*(case.text for case in cases), *(reason.text for reason in reasons)])
    board, language = narrator.board(), narrator.language.code
    return Step(technique, int(bool(cases)), water, ship, text, tuple(reasons), cases, board, (), language)
