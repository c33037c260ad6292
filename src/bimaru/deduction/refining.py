"""Refining: removes from a proof the case analyses that no later step needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from bimaru.deduction.ladder import FAILED, PLAIN_RUNGS, Link, Placement, Proof, Prover, Value, decode
from bimaru.deduction.proof_search import Failure, Move, apply, packed, size
from bimaru.deduction.word_count import is_longer
from bimaru.errors import OutOfTimeError

_PASSES: Final = 2
"""Passes over a proof: the second still finds a few analyses that the first made superfluous."""
_WORK: Final = 100_000_000
"""Bounds the work of pruning: runs of the ladder times the square of the number of squares."""
_LONG: Final = 95
"""The most words of an analysis that may replace a briefer one if that makes another superfluous."""


def refined(moves: Sequence[Move], start: Callable[[], Prover]) -> Iterable[Move]:
    """The moves of a proof that are needed, in order. If the time runs out, all of them."""
    proofs = _cited(moves)
    try:
        budget = _Budget(start())
        for _ in range(_PASSES):
            before = len(proofs)
            proofs = _pruned(proofs, start, budget)
            if len(proofs) == before:
                break
        return [*_moves(proofs, start())]
    except OutOfTimeError:
        return moves


def _moves(proofs: Iterable[Proof], prover: Prover) -> Iterator[Move]:
    """These refutations, with the plain links that lead from one to the next."""
    for proof in proofs:
        links, _ = prover.advance()
        yield from links
        apply(prover, proof)
        yield proof
    links, failure = prover.advance()
    yield from links
    if failure is not None:
        yield Failure(failure)


def _cited(moves: Sequence[Move]) -> list[Proof]:
    """The refutations of values of squares, and those placements that later moves cite."""
    kept: list[Proof] = []
    cited: set[Placement] = set()
    for move in reversed(moves):
        if isinstance(move, Link):
            cited.update(move.from_barred)
        elif isinstance(move, Proof):
            meaning = decode(move.supposition)
            if isinstance(meaning, Value) or meaning in cited:
                kept.append(move)
                cited.update(move.from_barred)
        else:
            cited.update(move.link.from_barred)
    return kept[::-1]


class _Budget:
    """The number of times that the ladder may still be run, fewer on large grids."""

    def __init__(self, prover: Prover) -> None:
        self.left = _WORK // (prover.height * prover.width) ** 2


def _pruned(proofs: list[Proof], start: Callable[[], Prover], budget: _Budget) -> list[Proof]:
    """The refutations that are needed: from the last to the first, each is dropped if the others still
    lead to the end."""
    if len(proofs) > budget.left:
        return proofs
    states = _states(proofs, start())
    goal = _end(proofs, start())
    kept: list[Proof] = []
    for i in range(len(proofs) - 1, -1, -1):
        if budget.left <= 0:
            return [*proofs[: i + 1], *kept]
        prover = start()
        ship, water, barred = states[i]
        for placement in barred:
            prover.bar(placement)
        prover.add_known(ship, water)
        rest = _replayed(prover, kept, goal, sum(map(size, kept)) + size(proofs[i]), budget)
        kept = [proofs[i], *kept] if rest is None else rest
    return kept


State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[Placement, ...]]


def _states(proofs: Sequence[Proof], prover: Prover) -> list[State]:
    """The board and the barred placements before each refutation."""
    states: list[State] = []
    barred: list[Placement] = []
    for proof in proofs:
        prover.run(PLAIN_RUNGS)
        states.append((*prover.known_rows(), tuple(barred)))
        apply(prover, proof)
        meaning = decode(proof.supposition)
        if not isinstance(meaning, Value):
            barred.append(meaning)
    return states


def _end(proofs: Iterable[Proof], prover: Prover) -> int | None:
    """The squares known in the end, as one number; `None` for a contradiction."""
    for proof in proofs:
        prover.run(PLAIN_RUNGS)
        apply(prover, proof)
    outcome = prover.run(PLAIN_RUNGS)
    ship, water = prover.known_rows()
    return None if outcome == FAILED else packed([*ship, *water])


def _replayed(
    prover: Prover, proofs: Sequence[Proof], goal: int | None, most: int, budget: _Budget
) -> list[Proof] | None:
    """The refutations that still settle something, if they still lead to the goal."""
    kept: list[Proof] = []
    barred = prover.barred_placements()
    for proof in proofs:
        budget.left -= 1
        if prover.run(PLAIN_RUNGS) == FAILED:
            return kept if goal is None else None
        ship, water = prover.known_rows()
        if _is_settled(proof, ship, water):
            continue
        if not _holds(proof, ship, water, barred):
            again = prover.proof(proof.supposition)
            if again is None or is_longer(again, proof, _LONG):
                return None
            proof = again
        most -= size(proof)
        if most <= 0:
            return None
        kept.append(proof)
        apply(prover, proof)
        meaning = decode(proof.supposition)
        if not isinstance(meaning, Value):
            barred.add(meaning)
    if prover.run(PLAIN_RUNGS) == FAILED:
        return kept if goal is None else None
    ship, water = prover.known_rows()
    return kept if goal is not None and goal & ~packed([*ship, *water]) == 0 else None


def _is_settled(proof: Proof, ship: Sequence[int], water: Sequence[int]) -> bool:
    """Whether a supposition is known to be wrong already."""
    meaning = decode(proof.supposition)
    if not isinstance(meaning, Value):
        return False
    (r, c), is_ship = meaning
    return bool((water if is_ship else ship)[r] >> c & 1)


def _holds(proof: Proof, ship: Sequence[int], water: Sequence[int], barred: set[Placement]) -> bool:
    """Whether what a refutation needs is known."""
    return (
        all(need & ~known == 0 for need, known in zip(proof.from_ship, ship, strict=True))
        and all(need & ~known == 0 for need, known in zip(proof.from_water, water, strict=True))
        and barred.issuperset(proof.from_barred)
    )


def runs(moves: Iterable[Move]) -> Iterator[tuple[Move, ...]]:
    """The moves in order; placements that are ruled out one after another, before anything else is settled,
    are together."""
    run: list[Move] = []
    for move in moves:
        if isinstance(move, Proof) and not isinstance(decode(move.supposition), Value):
            run.append(move)
            continue
        if run:
            yield tuple(run)
        run = []
        yield (move,)
    if run:
        yield tuple(run)
