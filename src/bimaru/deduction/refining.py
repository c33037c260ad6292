"""Refining: removes from a proof the case analyses that no later step needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bimaru.deduction.ladder import FAILED, PLAIN_RUNGS, Link, Placement, Proof, Prover, Value, decode
from bimaru.deduction.proof_search import Failure, Move, apply, packed, packed_bit, size
from bimaru.deduction.word_count import is_longer
from bimaru.errors import OutOfTimeError

_PASSES: Final = 2
"""Passes over a proof: the second still finds a few analyses that the first made superfluous."""
_WORK: Final = 100_000_000
"""Bounds the work of pruning: runs of the ladder times the square of the number of squares."""
_LONG: Final = 95
"""The most words of an analysis that may replace a briefer one if that makes another superfluous."""


def refined(moves: Sequence[Move], start: Callable[[], Prover], goal: int | None = None) -> Iterable[Move]:
    """The moves of a proof that are needed, in order. If the time runs out, all of them.

    `goal`: the squares to be known in the end, as one number, water in the lower rows; without it all that
    the proof leads to, or the contradiction."""
    proofs = _cited(moves)
    try:
        prover = start()
        state = State(*prover.known_rows(), tuple(prover.barred_placements()))
        budget = _Budget(prover)
        for _ in range(_PASSES):
            before = len(proofs)
            proofs = _pruned(proofs, prover, state, budget, goal)
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


class _Kept(NamedTuple):
    """A refutation of a proof, and what is known before it: squares as one number, and barred placements."""

    proof: Proof
    known: int
    barred: frozenset[Placement]


def _pruned(
    proofs: list[Proof], prover: Prover, start: State, budget: _Budget, wanted: int | None
) -> list[Proof]:
    """The refutations that are needed: from the last to the first, each is dropped if the others still
    lead to the end."""
    if len(proofs) > budget.left:
        return proofs
    states, reached = _states(proofs, prover, start)
    goal = reached if wanted is None else wanted
    kept: list[_Kept] = []
    for i in range(len(proofs) - 1, -1, -1):
        if budget.left <= 0:
            return [*proofs[: i + 1], *(one.proof for one in kept)]
        state = states[i]
        known = _packed_board(state.ship, state.water)
        if _is_settled(proofs[i], known):
            continue
        rest = None
        if _may_lead(prover, state, kept, goal, budget):
            prover.restart(*state)
            links = sum(size(one.proof) for one in kept) + size(proofs[i])
            rest = _replayed(prover, kept, goal, links, budget)
        kept = [_Kept(proofs[i], known, frozenset(state.barred)), *kept] if rest is None else rest
    return [one.proof for one in kept]


class State(NamedTuple):
    """What is known at some point of a proof: squares, one mask a row, and barred placements."""

    ship: Sequence[int]
    water: Sequence[int]
    barred: Sequence[Placement]


def _states(proofs: Sequence[Proof], prover: Prover, start: State) -> tuple[list[State], int | None]:
    """What is known before each refutation, and the squares known in the end, as one number; `None` for a
    contradiction."""
    states: list[State] = []
    barred = [*start.barred]
    prover.restart(*start)
    for proof in proofs:
        prover.run(PLAIN_RUNGS)
        states.append(State(*prover.known_rows(), tuple(barred)))
        apply(prover, proof)
        meaning = decode(proof.supposition)
        if not isinstance(meaning, Value):
            barred.append(meaning)
    outcome = prover.run(PLAIN_RUNGS)
    return states, None if outcome == FAILED else _known(prover)


def _known(prover: Prover) -> int:
    return _packed_board(*prover.known_rows())


def _packed_board(ship: Sequence[int], water: Sequence[int]) -> int:
    """The squares known as ship and as water, one mask a row, as one number: water in the lower rows."""
    return packed([*ship, *water])


def _may_lead(prover: Prover, state: State, kept: Sequence[_Kept], goal: int | None, budget: _Budget) -> bool:
    """Whether all that some refutations settle, marked at once, leads to the goal. What they settle one
    after another leads no further, so that most attempts in vain end here."""
    budget.left -= 1
    prover.restart(*state)
    for one in kept:
        apply(prover, one.proof)
    return _reaches(prover, goal)


def _reaches(prover: Prover, goal: int | None) -> bool:
    outcome = prover.run(PLAIN_RUNGS)
    return outcome == FAILED if goal is None else goal & ~_known(prover) == 0


def _replayed(
    prover: Prover, kept: Sequence[_Kept], goal: int | None, links: int, budget: _Budget
) -> list[_Kept] | None:
    """The refutations that still settle something, if they still lead to the goal and have fewer than
    `links` links together."""
    again: list[_Kept] = []
    barred = prover.barred_placements()
    for i, (proof, known_before, barred_before) in enumerate(kept):
        budget.left -= 1
        if prover.run(PLAIN_RUNGS) == FAILED:
            return again if goal is None else None
        known = _known(prover)
        if known_before & ~known == 0 and barred >= barred_before:
            return [*again, *kept[i:]] if sum(size(one.proof) for one in kept[i:]) < links else None
        if _is_settled(proof, known):
            continue
        held = proof if _holds(proof, known, barred) else _again(prover, proof)
        if held is None or size(held) >= links:
            return None
        links -= size(held)
        again.append(_Kept(held, known, frozenset(barred)))
        apply(prover, held)
        meaning = decode(held.supposition)
        if not isinstance(meaning, Value):
            barred.add(meaning)
    return again if _reaches(prover, goal) else None


def _again(prover: Prover, proof: Proof) -> Proof | None:
    """Another refutation of the same supposition, from what is known now; `None` if there is none, or only
    a long one."""
    again = prover.proof(proof.supposition)
    return None if again is None or is_longer(again, proof, _LONG) else again


def _is_settled(proof: Proof, known: int) -> bool:
    """Whether a supposition is known to be wrong already; a placement is not looked up."""
    meaning = decode(proof.supposition)
    if not isinstance(meaning, Value):
        return False
    (r, c), is_ship = meaning
    height = len(proof.from_ship)
    row = r + height if is_ship else r  # a supposed ship is wrong where water is known, and the reverse
    return bool(known >> packed_bit((row, c), 2 * height) & 1)


def _holds(proof: Proof, known: int, barred: set[Placement]) -> bool:
    """Whether what a refutation needs is known."""
    needed = _packed_board(proof.from_ship, proof.from_water)
    return needed & ~known == 0 and barred.issuperset(proof.from_barred)


def runs(moves: Iterable[Move]) -> Iterator[tuple[Move, ...]]:
    """The moves in order; placements that are ruled out one after another, before anything else is settled,
    are together, and so are the same wrong values of squares that are refuted one after another."""
    run: list[Move] = []
    for move in moves:
        if run and (_kind(move) is None or _kind(move) != _kind(run[0])):
            yield tuple(run)
            run = []
        run.append(move)
        if _kind(move) is None:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _kind(move: Move) -> str | None:
    """What a refutation supposes; `None` for other moves."""
    if not isinstance(move, Proof):
        return None
    meaning = decode(move.supposition)
    return "placement" if not isinstance(meaning, Value) else "ship" if meaning.is_ship else "water"
