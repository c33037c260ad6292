"""Case analysis: which suppositions lead on where no plain technique does.

A supposition is a square's value or a ship's place, tried out with the same rungs of the ladder.
What fails is out; what all the others agree on stays. Of all that would do, the one is taken that
a person finds first: a single square before places of ships, short before long, none nested in
another as long as anything else does.
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
    Place,
    Trial,
    supposing,
    supposing_place,
)
from bimaru.deduction.minimise import shortest

Masks: TypeAlias = tuple[int, ...]
"""A mask a row."""
Forced: TypeAlias = Sequence[str]
"""The squares that are the same on every board of the puzzle, as rows of a board; where the puzzle has no
board, `NEITHER` on every square."""
NEITHER: Final = "!"
"""A square that is neither ship nor water on any board, for there is none."""

NESTED: Final = SUPPOSE + 1
"""The rungs within a supposition, where another one may be nested in it."""
_HARDER: Final = 4
"""A supposition may take so many steps more than the shortest if it leads further."""


_FEW: Final = 6
"""Cases that a person can keep in mind. Where it takes more, a smaller analysis is looked for."""


class Analysis(NamedTuple):
    """One case analysis. `refuted` are the suppositions that fail, in an order in which they do; each
    by the rungs before `last`. If the last of them is a square's value, the other is settled; if it
    is a place, the plain techniques go on without those places, or fail where no place is left.
    `agreeing` are suppositions one of which holds: `ship` and `water` is what they share."""

    refuted: tuple[int, ...]
    last: int = PLAIN_RUNGS
    agreeing: tuple[int, ...] = ()
    ship: Masks = ()
    water: Masks = ()

    @property
    def depth(self) -> int:
        """1, or 2 if a supposition is nested in another."""
        return 1 if self.last == PLAIN_RUNGS else 2

    @property
    def size(self) -> int:
        """How many suppositions it takes."""
        return len(self.refuted) + len(self.agreeing)


def find_analysis(ladder: Ladder, forced: Forced) -> Analysis | None:
    """The case analysis that a person would go for; `None` where none of them leads on."""
    wrong = list(_wrong_values(ladder, forced))
    return (
        _square(ladder, wrong)
        or _few(chain([_agreement(ladder, forced)], _ways_by_places(ladder, wrong, PLAIN_RUNGS)))
        or _nested(ladder, wrong)
        or _few(_ways_by_places(ladder, wrong, NESTED))
    )


def _few(analyses: Iterable[Analysis | None]) -> Analysis | None:
    """The first that a person can keep in mind; where none is, that with the fewest suppositions."""
    fewest: Analysis | None = None
    for one in analyses:
        if one is not None and (fewest is None or one.size < fewest.size):
            fewest = one
        if fewest is not None and fewest.size <= _FEW:
            break
    return fewest


def _wrong_values(ladder: Ladder, forced: Forced) -> Iterator[int]:
    """The suppositions that must fail: for each open square that is forced, the other value; both values
    where there is no board."""
    for r, (marks, known) in enumerate(zip(ladder.marks(), forced, strict=True)):
        for c, mark in enumerate(marks):
            if mark == UNKNOWN and known[c] != UNKNOWN:
                yield supposing((r, c), known[c] in (WATER, NEITHER))
                if known[c] == NEITHER:
                    yield supposing((r, c), False)


def _square(ladder: Ladder, wrong: Iterable[int]) -> Analysis | None:
    """One value of a square fails. Among the shortest to see, the one that leads furthest."""
    failing: list[tuple[int, int]] = []
    most = NO_END
    for supposition in wrong:
        trial = ladder.try_out(supposition, PLAIN_RUNGS, most)
        if trial.failed:
            failing.append((trial.steps, supposition))
            most = min(most, trial.steps + _HARDER)
    near = [supposition for steps, supposition in failing if steps <= most]
    if not near:
        return None
    best = max(near, key=lambda supposition: _size(ladder.try_out(supposition ^ 1, PLAIN_RUNGS, NO_END)))
    return Analysis((best,))


def _size(trial: Trial) -> int:
    """How many squares are known in the end; a contradiction leads further than any number of them."""
    if trial.failed:
        return NO_END
    return sum(map(int.bit_count, trial.ship)) + sum(map(int.bit_count, trial.water))


# What all the alternatives share


def _agreement(ladder: Ladder, forced: Forced) -> Analysis | None:
    found = (_shared(ladder, alternatives) for alternatives in _alternatives(ladder, forced))
    best = max((one for one in found if one is not None), key=lambda one: one[0], default=None)
    return None if best is None else best[1]


def _alternatives(ladder: Ladder, forced: Forced) -> Iterator[tuple[int, ...]]:
    """Suppositions of which one holds: both values of a square, every place of the only ship of a
    length."""
    for length, number in ladder.wanted().items():
        if number == 1:
            yield tuple(map(supposing_place, ladder.places_of(length)))
    for r, marks in enumerate(ladder.marks()):
        for c, mark in enumerate(marks):
            if mark == UNKNOWN and forced[r][c] != UNKNOWN:
                yield supposing((r, c), True), supposing((r, c), False)


def _shared(ladder: Ladder, alternatives: tuple[int, ...]) -> tuple[tuple[int, int], Analysis] | None:
    """What the alternatives that do not fail agree on, with how good that is. Where all of them fail, there
    is no board, which is the most that can come of them."""
    trials = {one: ladder.try_out(one, PLAIN_RUNGS, NO_END) for one in alternatives}
    holding = {one: trial for one, trial in trials.items() if not trial.failed}
    if alternatives and not holding:
        return (-len(alternatives), NO_END), Analysis(alternatives)
    known_ship, known_water = ladder.rows()
    ship = _fresh([trial.ship for trial in holding.values()], known_ship)
    water = _fresh([trial.water for trial in holding.values()], known_water)
    if not (any(ship) or any(water)):
        return None
    refuted = tuple(one for one in alternatives if one not in holding)
    steps = sum(trial.steps for trial in trials.values())
    gain = sum(map(int.bit_count, ship + water))
    return (-len(alternatives), gain - steps), Analysis(refuted, PLAIN_RUNGS, tuple(holding), ship, water)


def _fresh(boards: Sequence[Masks], known: Masks) -> Masks:
    rows = zip(*boards, strict=True)
    return tuple(reduce(and_, row) & ~before for row, before in zip(rows, known, strict=True))


# Places of ships that are out


def _ways_by_places(ladder: Ladder, wrong: Sequence[int], last: int) -> Iterator[Analysis | None]:
    """What comes of places of ships of one length, and of those of all."""
    lengths = [length for length, number in ladder.wanted().items() if number]
    for length in lengths:
        yield _places(ladder, wrong, last, [length])
    if len(lengths) > 1:
        yield _places(ladder, wrong, last, lengths)


def _places(ladder: Ladder, wrong: Sequence[int], last: int, lengths: Sequence[int]) -> Analysis | None:
    """Places of ships fail, until a plain technique goes on without them, or a square's value fails."""
    notes: list[Place] = []
    try:
        while _note_places(ladder, last, lengths, notes):
            if _leads_on(ladder):
                return Analysis(_needed(ladder, last, notes, None), last)
            for supposition in wrong:
                if _fails(ladder, supposition, PLAIN_RUNGS):
                    return Analysis((*_needed(ladder, last, notes, supposition), supposition), last)
    finally:
        _unbar(ladder, notes)
    return None


def _note_places(ladder: Ladder, last: int, lengths: Sequence[int], notes: list[Place]) -> bool:
    """Bar the places that fail, and note them, until that leads on. Whether there are any."""
    before = len(notes)
    for length in lengths:
        for place in ladder.places_of(length):
            if _fails(ladder, supposing_place(place), last):
                ladder.bar(place)
                notes.append(place)
                if _leads_on(ladder):
                    return True
    return len(notes) > before


def _fails(ladder: Ladder, supposition: int, last: int) -> bool:
    return ladder.try_out(supposition, last, NO_END).failed


def _leads_on(ladder: Ladder) -> bool:
    """Whether a plain technique finds something, or a contradiction."""
    ladder.begin()
    before = ladder.rows()
    found = ladder.run(PLAIN_RUNGS) == FAILED or ladder.rows() != before
    ladder.end()
    return found


def _needed(ladder: Ladder, last: int, notes: Sequence[Place], goal: int | None) -> tuple[int, ...]:
    """Those of the notes without which the goal would not be reached: a supposition that fails, or
    any plain technique that leads on."""

    def only_bar(kept: Iterable[Place]) -> None:
        _unbar(ladder, notes)
        for place in kept:
            ladder.bar(place)

    def is_reached(kept: Sequence[Place]) -> bool:
        only_bar(kept)
        return _leads_on(ladder) if goal is None else _fails(ladder, goal, PLAIN_RUNGS)

    def is_out(place: Place, kept: Sequence[Place]) -> bool:
        only_bar(kept)
        return _fails(ladder, supposing_place(place), last)

    def rests_on(place: Place, before: Sequence[Place]) -> Iterable[Place]:
        near = [one for one in before if one in needed]
        return shortest(near if is_out(place, near) else before, partial(is_out, place))

    needed = set(shortest(notes, is_reached))
    for i, place in reversed([*enumerate(notes)]):
        if place in needed and not is_out(place, ()):
            needed.update(rests_on(place, notes[:i]))
    kept = [place for place in notes if place in needed]
    holds = all(is_out(place, kept[:i]) for i, place in enumerate(kept)) and is_reached(kept)
    return tuple(map(supposing_place, kept if holds else notes))


def _unbar(ladder: Ladder, places: Iterable[Place]) -> None:
    for place in places:
        ladder.bar(place, False)


def _nested(ladder: Ladder, wrong: Sequence[int]) -> Analysis | None:
    """One value of a square fails by suppositions within it. First those that lead far by themselves."""
    order = sorted(wrong, key=lambda one: -_size(ladder.try_out(one, PLAIN_RUNGS, NO_END)))
    for supposition in order:
        if _fails(ladder, supposition, NESTED):
            return Analysis((supposition,), NESTED)
    return None
