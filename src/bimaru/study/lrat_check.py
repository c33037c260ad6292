"""Checking a proof with hints that a set of clauses is unsatisfiable.

The format is LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient Certified RAT
Verification", CADE 2017) without its RAT steps. Clauses are numbered from 1; each line adds a lemma, with the
numbers of the clauses that lead to a contradiction when its literals are assumed to be false: each is then
unit, and the last is false. Or it deletes clauses, which only makes later steps harder to prove.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bimaru.study.drat_check import Clause, InvalidProofError

_NUMBERS: Final = r"(?:[1-9][0-9]{0,11} )*"
_LEMMA: Final = re.compile(rf"([1-9][0-9]{{0,11}}) ((?:-?[1-9][0-9]{{0,8}} )*)0 ({_NUMBERS})0")
_DELETION: Final = re.compile(rf"[1-9][0-9]{{0,11}} d ({_NUMBERS})0")


def check_lrat(
    variables: int,
    clauses: Iterable[Sequence[int]],
    proof: Iterable[str],
    watch: Callable[[int], None] = lambda _: None,
) -> None:
    """Raise `InvalidProofError` unless the lines of `proof` refute the clauses, which are over the variables
    1 to `variables`. `watch` is called with about the number of clauses visited, and may raise an
    exception."""
    known = {number: tuple(clause) for number, clause in enumerate(clauses, 1)}
    last, is_refuted = len(known), False
    for line, text in enumerate(proof, 1):
        watch(1 + text.count(" "))
        if is_refuted:
            raise InvalidProofError(line, "follows the empty clause")
        if _DELETION.fullmatch(text):
            for word in text.split()[2:-1]:
                if known.pop(int(word), None) is None:
                    raise InvalidProofError(line, "deletes a clause that is not there")
            continue
        number, lemma, hints = _parse(text, line)
        if number <= last:
            raise InvalidProofError(line, "has a number that is not higher than those before")
        if any(abs(literal) > variables for literal in lemma):
            raise InvalidProofError(line, "has a variable that the clauses do not have")
        if not _follows(lemma, hints, known):
            raise InvalidProofError(line, "does not follow from its hints")
        known[number] = lemma
        last, is_refuted = number, not lemma
    if not is_refuted:
        raise InvalidProofError(None, "does not end with the empty clause")


def _parse(text: str, line: int) -> tuple[int, Clause, Iterable[int]]:
    """The number of a lemma, its literals and its hints."""
    parts = _LEMMA.fullmatch(text)
    if not parts:
        raise InvalidProofError(line, "is neither a lemma with hints nor a deletion")
    return int(parts[1]), tuple(map(int, parts[2].split())), map(int, parts[3].split())


def _follows(lemma: Clause, hints: Iterable[int], known: dict[int, Clause]) -> bool:
    """Whether the hints, one after the other, lead from the opposite of the lemma to a contradiction."""
    false = set(lemma)
    for number in hints:
        if number not in known:
            return False
        possible = {literal for literal in known[number] if literal not in false}
        if len(possible) > 1:
            return False
        if not possible:
            return True
        false.add(-possible.pop())
    return False
