"""Checking a proof that a set of clauses is unsatisfiable.

The proof is a list of lemmas that ends with the empty one. A lemma is accepted when assuming
the opposite of each of its literals leads to a contradiction by unit propagation alone (reverse
unit propagation: Goldberg and Novikov, DATE 2003). So every lemma follows from the clauses, and the
empty one is true only if nothing satisfies them. The format is DRAT's (Wetzler, Heule and Hunt,
SAT 2014) in text, of which only this, the larger part, is accepted.

A lemma may be deleted, which only makes later steps harder to prove. Literals found by unit
propagation stay true: they still follow from the clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from bimaru.errors import BimaruError
from bimaru.study.unit_propagation import Clauses

Clause: TypeAlias = tuple[int, ...]
"""A disjunction of literals: variables, counted from 1, or their negations."""


class InvalidProofError(BimaruError, ValueError):
    """The proof is not a refutation; the message names the faulty line, if there is one."""

    def __init__(self, line: int | None, fault: str) -> None:
        super().__init__(f"line {line} {fault}" if line else f"it {fault}")


_LINE: Final = re.compile(r"(d )?((?:-?[1-9][0-9]{0,8} )*)0")


def check_refutation(
    variables: int,
    clauses: Iterable[Sequence[int]],
    proof: Iterable[str],
    watch: Callable[[int], None] = lambda _: None,
) -> None:
    """Raise `InvalidProofError` unless the lines of `proof` refute the clauses, which are over the variables
    1 to `variables`. `watch` is called with the number of clauses visited, where a long one counts by its
    literals that are looked at, and may raise an exception."""
    known = Clauses(variables, watch)
    numbers: dict[Clause, list[int]] = {}  # in `known`, of each clause with its literals in order

    def add(clause: Sequence[int]) -> None:
        number = known.add(tuple(dict.fromkeys(clause)))
        numbers.setdefault(tuple(sorted(clause)), []).append(number)

    for clause in clauses:
        add(clause)
    is_refuted = False
    for number, line in enumerate(proof, 1):
        if is_refuted:
            raise InvalidProofError(number, "follows the empty clause")
        deletes, lemma = _parse(line, number)
        if any(abs(literal) > variables for literal in lemma):
            raise InvalidProofError(number, "has a variable that the clauses do not have")
        if deletes:
            copies = numbers.get(tuple(sorted(lemma)))
            if not copies:
                raise InvalidProofError(number, "deletes a clause that is not there")
            known.delete(copies.pop())
        elif known.implies(lemma):
            add(lemma)
            is_refuted = not lemma
        else:
            raise InvalidProofError(number, "does not follow by unit propagation")
    known.finish()
    if not is_refuted:
        raise InvalidProofError(None, "does not end with the empty clause")


def _parse(line: str, number: int) -> tuple[bool, Clause]:
    parts = _LINE.fullmatch(line)
    if not parts:
        raise InvalidProofError(number, "is not a clause that ends with 0")
    return bool(parts[1]), tuple(map(int, parts[2].split()))
