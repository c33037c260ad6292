"""Narrowing: a refutation that cites no tally or number of ships that techniques can do without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Literal, TypeAlias

from bimaru.deduction.ladder import Proof, Prover
from bimaru.deduction.proof_search import size
from bimaru.deduction.word_count import estimated_words, is_longer

_MOST_LINKS: Final = 30
"""Links beyond which a chain stays as it is: there are many clues to try, and few that can be left out."""
_MORE_LINKS: Final = 3
"""Links by which a chain may grow if that saves a clue."""
_BRIEF: Final = 90
"""Words up to which a chain may grow if that saves a clue."""
_LONG: Final = 105
"""Words up to which a chain may become longer by a tenth if that saves a clue."""

Number: TypeAlias = tuple[Literal["line", "ships"], int]
"""A number that a puzzle gives: the tally of a line, or how many ships of a length there are."""
ProverOf: TypeAlias = Callable[[Collection[Number]], Prover]
"""A prover that knows the squares and the barred placements that are known before a refutation, and of the
numbers only some."""


def narrowed(proof: Proof, numbers: Collection[Number], prover_of: ProverOf) -> Proof:
    """A refutation of the same supposition that cites fewer of the `numbers` that the puzzle gives: it cannot
    do without any of those left, nor with fewer others, unless it takes more links or words. A long
    one, or one with suppositions nested in it, stays as it is."""
    if len(proof.links) > _MOST_LINKS or any(link.proof is not None for link in proof.links):
        return proof
    tried: set[Number] = set()
    while True:
        proof = _with_fewest(proof, prover_of)
        for number in cited(proof):
            if number in tried:
                continue
            tried.add(number)
            other = _from(numbers, number, proof, prover_of, tried)
            if other is not None:
                proof = other
                break
        else:
            return proof


def cited(proof: Proof) -> list[Number]:
    """The numbers that a refutation cites."""
    links = (*proof.links, proof.ending)
    lines = sorted({line for link in links for line in link.lines})
    lengths = sorted({length for link in links for length in link.lengths})
    return [*(("line", line) for line in lines), *(("ships", length) for length in lengths)]


def _with_fewest(proof: Proof, prover_of: ProverOf) -> Proof:
    """A refutation from as few of the numbers that one cites as possible. A number that a set cannot do
    without is not tried again with fewer."""
    needed: set[Number] = set()
    while True:
        before = proof
        for number in cited(before):
            left = cited(proof)
            if number in left and number not in needed:
                proof = _from(left, number, proof, prover_of, needed) or proof
        if proof is before:
            return proof


def _from(
    numbers: Iterable[Number], but: Number, proof: Proof, prover_of: ProverOf, needed: set[Number]
) -> Proof | None:
    """A refutation from all but one of these numbers that cites fewer in all than another one, and is hardly
    longer; `None` if there is none. If there is none of any length, the number is added to those `needed`."""
    prover = prover_of({*numbers} - {but})
    most = size(proof) + _MORE_LINKS
    links = prover.refute(proof.supposition, most)
    if links < 0:
        needed.add(but)
    if not 0 <= links <= most:
        return None
    other = prover.proof(proof.supposition)
    if other is None or len(cited(other)) >= len(cited(proof)) or _is_longer(other, proof):
        return None
    return other


def _is_longer(proof: Proof, before: Proof) -> bool:
    """Whether a refutation takes more words than it may in place of another one."""
    return is_longer(proof, before, max(_BRIEF, min(_LONG, 1.1 * estimated_words(before))))
