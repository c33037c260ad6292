"""Narrowing: a refutation that cites no tally that its own techniques can do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from bimaru.deduction.ladder import Link, Proof, Prover
from bimaru.deduction.proof_search import size
from bimaru.deduction.techniques import PLAIN
from bimaru.deduction.word_count import is_longer

_MOST_LINKS: Final = 12
"""Links beyond which a chain stays as it is: there are many tallies to try, and few that can be left out."""
_BRIEF: Final = 90
"""Words up to which a chain may grow if that saves a tally."""
_LINK: Final = 4
"""The effort of reading one more link."""

ProverOf: TypeAlias = Callable[[Collection[int], Proof], Prover]
"""A prover that knows only the tallies of some lines and the premises of a refutation."""


def narrowed(proof: Proof, prover_of: ProverOf) -> Proof:
    """A refutation of the same supposition from the same premises, with no more work, that cites fewer
    tallies: none can be left out in the same way. A long one, or one with suppositions nested in it, stays as
    it is."""
    if len(proof.links) > _MOST_LINKS or any(link.proof is not None for link in proof.links):
        return proof
    needed: set[int] = set()
    while True:
        tried = next((line for line in _lines(proof) if line not in needed), None)
        if tried is None:
            return proof
        others = {*_lines(proof)} - {tried}
        prover = prover_of(others, proof)
        number = prover.refute(proof.supposition, size(proof))
        shorter = prover.proof(proof.supposition) if 0 <= number <= size(proof) else None
        if shorter is None or _work(shorter) > _work(proof) or is_longer(shorter, proof, _BRIEF):
            needed.add(tried)
        else:
            proof, needed = shorter, set()


def _work(proof: Proof) -> float:
    """How much work a refutation is to follow."""
    return sum(_LINK + PLAIN[link.rung].effort for link in _links(proof) if link.rung < len(PLAIN))


def _lines(proof: Proof) -> list[int]:
    """The lines whose tallies a refutation cites."""
    return sorted({line for link in _links(proof) for line in link.lines})


def _links(proof: Proof) -> Iterator[Link]:
    yield from proof.links
    yield proof.ending
