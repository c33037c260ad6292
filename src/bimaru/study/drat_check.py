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

Clause: TypeAlias = tuple[int, ...]
"""A disjunction of literals: variables, counted from 1, or their negations."""


class InvalidProofError(BimaruError, ValueError):
    """The proof is not a refutation; the message names the faulty line, if there is one."""

    def __init__(self, line: int | None, fault: str) -> None:
        super().__init__(f"line {line} {fault}" if line else f"it {fault}")


_LONG: Final = 8
"""Literals of a clause that are looked at in the time of a visit."""
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
    known = _Clauses(variables, watch)
    for clause in clauses:
        known.add(tuple(clause))
    is_refuted = False
    for number, line in enumerate(proof, 1):
        if is_refuted:
            raise InvalidProofError(number, "follows the empty clause")
        deletes, lemma = _parse(line, number)
        if any(abs(literal) > variables for literal in lemma):
            raise InvalidProofError(number, "has a variable that the clauses do not have")
        if deletes and not known.delete(lemma):
            raise InvalidProofError(number, "deletes a clause that is not there")
        if not deletes and not known.imply(lemma):
            raise InvalidProofError(number, "does not follow by unit propagation")
        if not deletes:
            known.add(lemma)
            is_refuted = not lemma
    if not is_refuted:
        raise InvalidProofError(None, "does not end with the empty clause")


def _parse(line: str, number: int) -> tuple[bool, Clause]:
    parts = _LINE.fullmatch(line)
    if not parts:
        raise InvalidProofError(number, "is not a clause that ends with 0")
    return bool(parts[1]), tuple(map(int, parts[2].split()))


class _Clauses:
    """Clauses, and the literals that are true by unit propagation.

    A clause is watched by its first two literals: it can only have become unit when one of
    those became false (Moskewicz et al., "Chaff", DAC 2001). A deleted clause is emptied."""

    def __init__(self, variables: int, watch: Callable[[int], None]) -> None:
        self._watch = watch
        # Lists by literal: the index -3 is the third from the end.
        self._is_true = bytearray(2 * variables + 1)
        self._watched: list[list[list[int]]] = [[] for _ in range(2 * variables + 1)]
        self._trail: list[int] = []
        self._known: dict[Clause, list[list[int]]] = {}
        self._contradictory = False

    def add(self, clause: Clause) -> None:
        """Add a true clause, and propagate."""
        possible = [literal for literal in dict.fromkeys(clause) if not self._is_true[-literal]]
        self._known.setdefault(tuple(sorted(clause)), []).append(possible)
        if len(possible) < 2:
            self._contradictory |= not (possible and self._assume_all(possible))
        elif not any(self._is_true[literal] for literal in possible):
            for literal in possible[:2]:
                self._watched[literal].append(possible)

    def delete(self, clause: Clause) -> bool:
        """Delete one copy of a clause, but not what followed from it; false if there is none."""
        copies = self._known.get(tuple(sorted(clause)))
        if not copies:
            return False
        copies.pop().clear()
        return True

    def imply(self, clause: Clause) -> bool:
        """Whether the clause follows by unit propagation."""
        before = len(self._trail)
        implied = self._contradictory or not self._assume_all([-literal for literal in clause])
        for literal in self._trail[before:]:
            self._is_true[literal] = False
        del self._trail[before:]
        return implied

    def _assume_all(self, literals: Iterable[int]) -> bool:
        """Assume literals and propagate; false at a contradiction."""
        done = len(self._trail)
        if not all(self._assume(literal) for literal in literals):
            return False
        while done < len(self._trail):
            if not self._propagate(-self._trail[done]):
                return False
            done += 1
        return True

    def _assume(self, literal: int) -> bool:
        if self._is_true[-literal]:
            return False
        if not self._is_true[literal]:
            self._is_true[literal] = True
            self._trail.append(literal)
        return True

    def _propagate(self, false: int) -> bool:
        """Visit the clauses watched by a literal that became false: each watches another literal that is not
        false or, if there is none, its first becomes true. False at a contradiction."""
        is_true, watched = self._is_true, self._watched
        watching, watched[false] = watched[false], []
        self._watch(len(watching))
        for i, clause in enumerate(watching):
            if not clause:
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if not is_true[clause[0]]:
                for k in range(2, len(clause)):
                    if not is_true[-clause[k]]:
                        clause[1], clause[k] = clause[k], false
                        break
                if len(clause) > _LONG:
                    self._watch(k // _LONG)
            watched[clause[1]].append(clause)
            if clause[1] == false and not self._assume(clause[0]):
                watched[false] += watching[i + 1 :]
                return False
        return True
