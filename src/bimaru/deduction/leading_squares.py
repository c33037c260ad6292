"""Where the techniques end: the square that leads furthest when a search settles it.

Sets of clues that force such a square are of little use to a person: on grids of 20x20 and more even a
minimal one has some 60 clues, and takes seconds to find. So the square is chosen by what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.ladder import NO_END, PLAIN_RUNGS, Prover, Value, encode_value
from bimaru.deduction.proof_search import NEITHER, Forced, Search, mark_opposite, rule_out

_FINALISTS: Final = 8
"""The squares for which contradictions count, too: those from which most follows by plain techniques."""


def leading_square(start: Callable[[], Prover], forced: Forced) -> Value | None:
    """Of the open squares that are `forced`, the one from whose value most follows, with that value; `None`
    if there is none. `start` returns a prover that knows what is settled."""
    prover = start()
    values = sorted(_open_values(prover, forced), key=lambda value: -_known_plainly(prover, value))
    finalists = values[:_FINALISTS]
    return max(finalists, key=lambda value: _known_after(start(), value, forced), default=None)


def _open_values(prover: Prover, forced: Forced) -> Iterator[Value]:
    """The values of the open squares that are forced."""
    for r, (marks, known) in enumerate(zip(prover.marks(), forced, strict=True)):
        for c, mark in enumerate(marks):
            if mark == UNKNOWN and known[c] not in (UNKNOWN, NEITHER):
                yield Value((r, c), known[c] != WATER)


def _known_plainly(prover: Prover, value: Value) -> int:
    """The number of squares known after a value, by plain techniques."""
    prover.refute(encode_value(*value), NO_END)
    return 0 if prover.reached is None else sum(map(_number, prover.reached))


def _known_after(prover: Prover, value: Value, forced: Forced) -> int:
    """The number of squares known after a value, by plain techniques and contradictions."""
    mark_opposite(prover, Value(value.square, not value.is_ship))
    search = Search(prover, forced)
    prover.run(PLAIN_RUNGS)
    while not prover.is_solved():
        failing, _ = search.all_failing()
        if not failing:
            break
        for supposition, _ in failing:
            rule_out(prover, supposition)
        prover.run(PLAIN_RUNGS)
    return sum(map(_number, prover.known_rows()))


def _number(masks: tuple[int, ...]) -> int:
    return sum(mask.bit_count() for mask in masks)
