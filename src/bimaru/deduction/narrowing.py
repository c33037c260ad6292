"""Narrowing: a refutation that cites no tally that its own techniques can do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from bimaru.deduction.ladder import Link, Proof, Prover
from bimaru.deduction.proof_search import size
from bimaru.deduction.word_count import is_longer

_MOST_LINKS: Final = 30
"""Links beyond which a chain stays as it is: there are many tallies to try, and few that can be left out."""
_BRIEF: Final = 90
"""Words up to which a chain may grow if that saves a tally."""

ProverOf: TypeAlias = Callable[[Collection[int], Proof], Prover]
"""A prover that knows only the tallies of some lines and the premises of a refutation."""


def narrowed(proof: Proof, prover_of: ProverOf) -> Proof:
    """A refutation of the same supposition from the same premises, with no more links, that cites fewer
    tallies: none can be left out in the same way. A long one, or one with suppositions nested in it, stays as
    it is."""
    if len(proof.links) > _MOST_LINKS or any(link.proof is not None for link in proof.links):
        return proof
    while True:
        before = proof
        for line in _lines(proof):
            if line in _lines(proof):
                proof = _without(line, proof, prover_of) or proof
        if proof is before:
            return proof


def _without(line: int, proof: Proof, prover_of: ProverOf) -> Proof | None:
    """A refutation that is as short, or brief, and does not cite the tally of a line."""
    prover = prover_of({*_lines(proof)} - {line}, proof)
    if not 0 <= prover.refute(proof.supposition, size(proof)) <= size(proof):
        return None
    fewer = prover.proof(proof.supposition)
    return None if fewer is None or is_longer(fewer, proof, _BRIEF) else fewer


def _lines(proof: Proof) -> list[int]:
    """The lines whose tallies a refutation cites."""
    return sorted({line for link in _links(proof) for line in link.lines})


def _links(proof: Proof) -> Iterator[Link]:
    yield from proof.links
    yield proof.ending
