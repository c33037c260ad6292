"""Smallest sets of clues and known squares that leave no board: minimal unsatisfiable subsets.

A *minimal* set is one from which nothing can be left out; a *smallest* one has the fewest items of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bimaru.advice.clue_sets.hitting_set import Effort, OutOfEffortError, find_hitting_set
from bimaru.advice.clue_sets.oracle import Item, Items, Oracle
from bimaru.deduction.limits import OutOfNodesError
from bimaru.engines.cnf import Literal
from bimaru.errors import OutOfTimeError

_EFFORT: Final = 20_000
"""Steps of the search for hitting sets."""


class MinimalSet(NamedTuple):
    """A set from which nothing can be left out, unless the effort ended first. `smallest`: no other has fewer
    items."""

    items: Items
    smallest: bool


def minimal_set(
    oracle: Oracle, items: Sequence[Item], also: Sequence[Literal], start: Sequence[Item] = ()
) -> Items | None:
    """Some of the items that leave no board where the literals are true, from which none can be left out;
    `None` if all together leave one. Of those in `start`, if they leave none already. Where the oracle's
    effort ends, what is left by then, from which more may be left out.

    Deletion with refinement by cores (Joao Marques-Silva, "Minimal unsatisfiability: models, algorithms and
    applications", ISMVL 2010). Raises `OutOfTimeError`."""
    core = (oracle.core(start, also) if start else None) or oracle.core(items, also)
    if core is None:
        return None
    left = [*core]
    needed: list[Item] = []
    while left:
        tried = left.pop(0)
        try:
            smaller = oracle.core([*needed, *left], also)
        except OutOfNodesError:
            needed += [tried, *left]
            break
        if smaller is None:
            needed.append(tried)
        else:
            left = [item for item in left if item in smaller]
    return tuple(item for item in items if item in needed)


def smallest_set(
    oracle: Oracle, items: Sequence[Item], also: Sequence[Literal] = (), start: Sequence[Item] = ()
) -> MinimalSet | None:
    """The fewest items that leave no board where the literals are true; `None` if all leave one. The search
    starts from a minimal set of those in `start`, if they leave none.

    Whatever is left out of a set that leaves a board, as large as can be, must be hit by every set that
    leaves none; so a smallest hitting set that leaves no board is a smallest set (Alexey Ignatiev,
    Alessandro Previti, Mark Liffiton and Joao Marques-Silva, "Smallest MUS extraction with minimal hitting
    set dualization", CP 2015). After the oracle's most rounds, or at the deadline, the best minimal set found
    so far. Raises `OutOfTimeError` if there is none yet."""
    best = minimal_set(oracle, items, also, start)
    if best is None:
        return None
    try:
        return _search(oracle, items, also, best)
    except (OutOfNodesError, OutOfTimeError):
        return MinimalSet(best, smallest=len(best) <= 1)


def _search(oracle: Oracle, items: Sequence[Item], also: Sequence[Literal], best: Items) -> MinimalSet:
    effort = Effort(_EFFORT)
    left_out: list[int] = []
    size = 0
    try:
        for _ in range(oracle.most_rounds):
            hitting = None
            while hitting is None and size < len(best):
                oracle.deadline.check()
                hitting = find_hitting_set(left_out, size, effort)
                size += hitting is None
            if hitting is None or size >= len(best):
                return MinimalSet(best, smallest=True)
            chosen = tuple(item for i, item in enumerate(items) if hitting >> i & 1)
            if not oracle.has_board(chosen, also):
                return MinimalSet(chosen, smallest=True)
            left_out.append(_missing(oracle, items, also))
    except OutOfEffortError:
        pass
    return MinimalSet(best, smallest=False)


def _missing(oracle: Oracle, items: Sequence[Item], also: Sequence[Literal]) -> int:
    """The items, as a mask, that a largest set with a board leaves out, grown from the board found last."""
    kept = [*oracle.holding(items)]
    for item in items:
        if item not in kept and oracle.has_board([*kept, item], also):
            kept = [*oracle.holding(items)]
    inside = set(kept)
    return sum(1 << i for i, item in enumerate(items) if item not in inside)
