"""Case analysis: the suppositions that make progress where no plain technique does.

A supposition is the value of a square or a placement, tried with the rungs of the ladder. Refuted ones are
ruled out; what all others agree on holds. The analysis chosen is the one that a person would find first:
a single square before placements, short before long, and nested suppositions last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain
from operator import and_
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.ladder import (
    FAILED,
    NO_END,
    PLAIN_RUNGS,
    SUPPOSE,
    Ladder,
    Placement,
    Trial,
    encode_placement,
    encode_value,
)
from bimaru.deduction.minimise import shortest

Masks: TypeAlias = tuple[int, ...]
"""A mask a row."""
Forced: TypeAlias = Sequence[str]
"""The squares that are the same in every solution, as rows of a board; `NEITHER` on every square of a puzzle
without a solution."""
NEITHER: Final = "!"
"""The mark of a square that can be neither ship nor water, because there is no solution."""

NESTED_RUNGS: Final = SUPPOSE + 1
"""The number of rungs within a supposition in which another one may be nested."""
_EXTRA_STEPS: Final = 4
"""A supposition may take this many more steps than the shortest if it leads further."""
_FEW: Final = 6
"""Cases that a person can keep in mind. A larger analysis is replaced by a smaller one, if there is any."""


class Analysis(NamedTuple):
    """One case analysis. `refuted`: the suppositions that fail by the first `rungs`, each after those
    before it. If the last one is the value of a square, the square has the other value; if it is a placement,
    the plain techniques continue without these placements, or fail where none is left. `agreeing`:
    suppositions of which one holds; `ship` and `water`: what they share."""

    refuted: tuple[int, ...]
    rungs: int = PLAIN_RUNGS
    agreeing: tuple[int, ...] = ()
    ship: Masks = ()
    water: Masks = ()

    @property
    def depth(self) -> int:
        """1, or 2 if a supposition is nested in another."""
        return 1 if self.rungs == PLAIN_RUNGS else 2

    @property
    def size(self) -> int:
        """The number of suppositions."""
        return len(self.refuted) + len(self.agreeing)


def find_analysis(ladder: Ladder, forced: Forced) -> Analysis | None:
    """The case analysis that a person would choose; `None` if none makes progress."""
    wrong = list(_wrong_values(ladder, forced))
    return (
        _contradiction(ladder, wrong)
        or _smallest(chain([_agreement(ladder, forced)], _by_placements(ladder, wrong, PLAIN_RUNGS)))
        or _nested(ladder, wrong)
        or _smallest(_by_placements(ladder, wrong, NESTED_RUNGS))
    )


def _smallest(analyses: Iterable[Analysis | None]) -> Analysis | None:
    """The first analysis with few suppositions; if there is none, the one with the fewest."""
    smallest: Analysis | None = None
    for analysis in analyses:
        if analysis is not None and (smallest is None or analysis.size < smallest.size):
            smallest = analysis
        if smallest is not None and smallest.size <= _FEW:
            break
    return smallest


def _wrong_values(ladder: Ladder, forced: Forced) -> Iterator[int]:
    """The suppositions that must fail: for each open square that is forced, the other value; both values
    if there is no solution."""
    for r, (marks, known) in enumerate(zip(ladder.marks(), forced, strict=True)):
        for c, mark in enumerate(marks):
            if mark == UNKNOWN and known[c] != UNKNOWN:
                yield encode_value((r, c), known[c] in (WATER, NEITHER))
                if known[c] == NEITHER:
                    yield encode_value((r, c), False)


def _contradiction(ladder: Ladder, wrong: Iterable[int]) -> Analysis | None:
    """One value of a square fails: among the shortest contradictions the one that leads furthest."""
    failing: list[tuple[int, int]] = []
    most = NO_END
    for supposition in wrong:
        trial = ladder.trial(supposition, PLAIN_RUNGS, most)
        if trial.failed:
            failing.append((trial.steps, supposition))
            most = min(most, trial.steps + _EXTRA_STEPS)
    near = [supposition for steps, supposition in failing if steps <= most]
    if not near:
        return None
    best = max(near, key=lambda supposition: _reach(ladder.trial(supposition ^ 1, PLAIN_RUNGS, NO_END)))
    return Analysis((best,))


def _reach(trial: Trial) -> int:
    """The number of squares known in the end; a contradiction counts for more than any number."""
    if trial.failed:
        return int(NO_END)
    return sum(map(int.bit_count, trial.ship)) + sum(map(int.bit_count, trial.water))


# What all alternatives share


def _agreement(ladder: Ladder, forced: Forced) -> Analysis | None:
    """The analysis of some alternatives, all of which share something."""
    found = (_shared(ladder, alternatives) for alternatives in _alternatives(ladder, forced))
    best = max(filter(None, found), key=lambda scored: scored[0], default=None)
    return None if best is None else best[1]


def _alternatives(ladder: Ladder, forced: Forced) -> Iterator[tuple[int, ...]]:
    """Suppositions of which one holds: both values of a square, all placements of the last ship of a
    length."""
    for length, number in ladder.missing_ships().items():
        if number == 1:
            yield tuple(map(encode_placement, ladder.placements_of(length)))
    for r, marks in enumerate(ladder.marks()):
        for c, mark in enumerate(marks):
            if mark == UNKNOWN and forced[r][c] != UNKNOWN:
                yield encode_value((r, c), True), encode_value((r, c), False)


def _shared(ladder: Ladder, alternatives: tuple[int, ...]) -> tuple[tuple[int, int], Analysis] | None:
    """What the alternatives that do not fail agree on, with a score. The best score is for alternatives that
    all fail: there is no solution."""
    trials = {supposition: ladder.trial(supposition, PLAIN_RUNGS, NO_END) for supposition in alternatives}
    holding = {supposition: trial for supposition, trial in trials.items() if not trial.failed}
    if alternatives and not holding:
        return (-len(alternatives), NO_END), Analysis(alternatives)
    known_ship, known_water = ladder.known_rows()
    ship = _common([trial.ship for trial in holding.values()], known_ship)
    water = _common([trial.water for trial in holding.values()], known_water)
    if not (any(ship) or any(water)):
        return None
    refuted = tuple(supposition for supposition in alternatives if supposition not in holding)
    steps = sum(trial.steps for trial in trials.values())
    gain = sum(map(int.bit_count, ship + water))
    return (-len(alternatives), gain - steps), Analysis(refuted, PLAIN_RUNGS, tuple(holding), ship, water)


def _common(boards: Sequence[Masks], known: Masks) -> Masks:
    """The squares that all boards share and that are not known yet."""
    rows = zip(*boards, strict=True)
    return tuple(reduce(and_, row) & ~before for row, before in zip(rows, known, strict=True))


# Placements that fail


def _by_placements(ladder: Ladder, wrong: Sequence[int], rungs: int) -> Iterator[Analysis | None]:
    """Analyses of the placements of ships of one length each, and of all lengths together."""
    lengths = [length for length, number in ladder.missing_ships().items() if number]
    for length in lengths:
        yield _failing_placements(ladder, wrong, rungs, [length])
    if len(lengths) > 1:
        yield _failing_placements(ladder, wrong, rungs, lengths)


def _failing_placements(
    ladder: Ladder, wrong: Sequence[int], rungs: int, lengths: Sequence[int]
) -> Analysis | None:
    """Placements fail, until a plain technique makes progress without them, or a square's value fails."""
    barred: list[Placement] = []
    try:
        while _bar_failing(ladder, rungs, lengths, barred):
            if _makes_progress(ladder):
                return Analysis(_needed(ladder, rungs, barred, None), rungs)
            for supposition in wrong:
                if _fails(ladder, supposition, PLAIN_RUNGS):
                    return Analysis((*_needed(ladder, rungs, barred, supposition), supposition), rungs)
    finally:
        _unbar(ladder, barred)
    return None


def _bar_failing(ladder: Ladder, rungs: int, lengths: Sequence[int], barred: list[Placement]) -> bool:
    """Bar the placements that fail, and list them, until that makes progress. Returns whether any did."""
    before = len(barred)
    for length in lengths:
        for placement in ladder.placements_of(length):
            if _fails(ladder, encode_placement(placement), rungs):
                ladder.bar(placement)
                barred.append(placement)
                if _makes_progress(ladder):
                    return True
    return len(barred) > before


def _fails(ladder: Ladder, supposition: int, rungs: int) -> bool:
    return ladder.trial(supposition, rungs, NO_END).failed


def _makes_progress(ladder: Ladder) -> bool:
    """Whether a plain technique finds something, or a contradiction."""
    ladder.enter()
    before = ladder.known_rows()
    found = ladder.run(PLAIN_RUNGS) == FAILED or ladder.known_rows() != before
    ladder.leave()
    return found


def _needed(ladder: Ladder, rungs: int, barred: Sequence[Placement], goal: int | None) -> tuple[int, ...]:
    """The barred placements that the goal needs: that a supposition fails or, with `None`, that any
    plain technique makes progress."""

    def bar_only(kept: Iterable[Placement]) -> None:
        _unbar(ladder, barred)
        for placement in kept:
            ladder.bar(placement)

    def is_reached(kept: Sequence[Placement]) -> bool:
        bar_only(kept)
        return _makes_progress(ladder) if goal is None else _fails(ladder, goal, PLAIN_RUNGS)

    def is_refuted(placement: Placement, kept: Sequence[Placement]) -> bool:
        bar_only(kept)
        return _fails(ladder, encode_placement(placement), rungs)

    def premises(placement: Placement, earlier: Sequence[Placement]) -> Iterable[Placement]:
        near = [one for one in earlier if one in needed]
        return shortest(near if is_refuted(placement, near) else earlier, partial(is_refuted, placement))

    needed = set(shortest(barred, is_reached))
    for i, placement in reversed([*enumerate(barred)]):
        if placement in needed and not is_refuted(placement, ()):
            needed.update(premises(placement, barred[:i]))
    kept = [placement for placement in barred if placement in needed]
    holds = all(is_refuted(placement, kept[:i]) for i, placement in enumerate(kept)) and is_reached(kept)
    return tuple(map(encode_placement, kept if holds else barred))


def _unbar(ladder: Ladder, placements: Iterable[Placement]) -> None:
    for placement in placements:
        ladder.unbar(placement)


def _nested(ladder: Ladder, wrong: Sequence[int]) -> Analysis | None:
    """One value of a square fails by suppositions nested in it. Values that lead far come first."""
    order = sorted(wrong, key=lambda supposition: -_reach(ladder.trial(supposition, PLAIN_RUNGS, NO_END)))
    for supposition in order:
        if _fails(ladder, supposition, NESTED_RUNGS):
            return Analysis((supposition,), NESTED_RUNGS)
    return None
