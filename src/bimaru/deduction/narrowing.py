"""Narrowing: a refutation that cites no tally or number of ships that its own techniques can do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from bimaru.deduction.ladder import Link, Proof, Prover
from bimaru.deduction.proof_search import size
from bimaru.deduction.word_count import is_longer

_MOST_LINKS: Final = 30
"""Links beyond which a chain stays as it is: there are many clues to try, and few that can be left out."""
_MORE_LINKS: Final = 3
"""Links by which a chain may grow if that saves a clue."""
_BRIEF: Final = 90
"""Words up to which a chain may grow if that saves a clue."""

ProverOf: TypeAlias = Callable[[Collection[int], Collection[int], Proof], Prover]
"""A prover that knows only the tallies of some lines, the numbers of ships of some lengths, and the
premises of a refutation."""


def narrowed(proof: Proof, prover_of: ProverOf) -> Proof:
    """A refutation of the same supposition from the same premises that cites fewer tallies and numbers of
    ships: none can be left out in the same way, with hardly more links. A long one, or one with suppositions
    nested in it, stays as it is."""
    if len(proof.links) > _MOST_LINKS or any(link.proof is not None for link in proof.links):
        return proof
    while True:
        before = proof
        for line in _lines(proof):
            if line in _lines(proof):
                proof = _refuted_again(proof, prover_of({*_lines(proof)} - {line}, _lengths(proof), proof))
        for length in _lengths(proof):
            if length in _lengths(proof):
                proof = _refuted_again(proof, prover_of(_lines(proof), {*_lengths(proof)} - {length}, proof))
        if proof is before:
            return proof


def _refuted_again(proof: Proof, prover: Prover) -> Proof:
    """A refutation by a prover that knows fewer clues, hardly longer; the one before, if there is none."""
    most = size(proof) + _MORE_LINKS
    if not 0 <= prover.refute(proof.supposition, most) <= most:
        return proof
    fewer = prover.proof(proof.supposition)
    return proof if fewer is None or is_longer(fewer, proof, _BRIEF) else fewer


def _lines(proof: Proof) -> list[int]:
    """The lines whose tallies a refutation cites."""
    return sorted({line for link in _links(proof) for line in link.lines})


def _lengths(proof: Proof) -> list[int]:
    """The lengths of the ships whose number a refutation cites."""
    return sorted({length for link in _links(proof) for length in link.lengths})


def _links(proof: Proof) -> Iterator[Link]:
    yield from proof.links
    yield proof.ending
