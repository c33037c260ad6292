"""Adding hints to a refutation: DRAT without RAT steps becomes LRAT, for verified checkers.

Each lemma is derived by unit propagation, as in `bimaru.study.drat_check`; its hints are the clauses
that the contradiction needs, found backwards from it (N. Wetzler, M. Heule and W. Hunt, "DRAT-trim", SAT
2014, section 4). Lemmas that the empty clause does not need are left out. What is written here need not be
trusted: `bimaru.study.lrat_check` checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bimaru.deadlines import checked


class Lemma(NamedTuple):
    """A lemma, and the numbers of the clauses that imply it, in the order of propagation."""

    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]


def with_hints(variables: int, clauses: Sequence[Sequence[int]], proof: Iterable[str]) -> list[str]:
    """The lines of an LRAT proof, from those of a DRAT proof that CaDiCaL has written.

    Raises `ValueError` where a lemma does not follow by unit propagation, and `OutOfBudgetError`."""
    lemmas = _needed(_derive(variables, clauses, proof), len(clauses))
    return list(_lines(lemmas))


def _derive(variables: int, clauses: Sequence[Sequence[int]], proof: Iterable[str]) -> list[Lemma]:
    """The lemmas up to the first that is, or implies, the empty clause."""
    known = _Propagation(variables)
    for number, clause in enumerate(checked(clauses), 1):
        known.add(number, tuple(clause))
    number = len(clauses)
    lemmas = []
    for line in checked(proof):
        literals = tuple(int(word) for word in line.removeprefix("d ").split()[:-1])
        if line.startswith("d "):
            known.delete(literals)
            continue
        number += 1
        lemmas.append(Lemma(number, literals, known.hints_for(literals)))
        if not literals:
            return lemmas
        known.add(number, literals)
    raise ValueError("the proof does not end with the empty clause")


def _needed(lemmas: list[Lemma], clauses: int) -> list[Lemma]:
    """The lemmas that the last one rests on."""
    needed = {lemmas[-1].number}
    kept = []
    for lemma in reversed(lemmas):
        if lemma.number in needed:
            needed.update(hint for hint in lemma.hints if hint > clauses)
            kept.append(lemma)
    return kept[::-1]


def _lines(lemmas: Sequence[Lemma]) -> Iterator[str]:
    """The lemmas, each followed by the deletion of the clauses that no later one needs."""
    last_use = {hint: lemma.number for lemma in lemmas for hint in lemma.hints}
    for lemma in lemmas:
        yield " ".join(map(str, (lemma.number, *lemma.literals, 0, *lemma.hints, 0)))
        unused = [hint for hint in dict.fromkeys(lemma.hints) if last_use[hint] == lemma.number]
        if unused and lemma.literals:
            yield " ".join(map(str, (lemma.number, "d", *unused, 0)))


class _Propagation:
    """Numbered clauses, and the literals that they make true, each with the clause that did.

    A clause is watched by its first two literals (Moskewicz et al., "Chaff", DAC 2001)."""

    def __init__(self, variables: int) -> None:
        # Lists by literal: the index -3 is the third from the end.
        self._is_true = bytearray(2 * variables + 1)
        self._reason = [0] * (2 * variables + 1)
        self._watched: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._trail: list[int] = []
        self._clauses: dict[int, list[int]] = {}
        self._numbers: dict[tuple[int, ...], list[int]] = {}
        self._contradiction = 0

    def add(self, number: int, literals: tuple[int, ...]) -> None:
        """Add a clause, and propagate."""
        clause = list(dict.fromkeys(literals))
        self._clauses[number] = clause
        self._numbers.setdefault(tuple(sorted(literals)), []).append(number)
        clause.sort(key=lambda literal: self._is_true[-literal])  # literals that are not false first
        for literal in clause[:2]:
            self._watched[literal].append(number)
        if self._contradiction or any(self._is_true[literal] for literal in clause):
            return
        if not clause or self._is_true[-clause[0]]:
            self._contradiction = number
        elif len(clause) == 1 or self._is_true[-clause[1]]:
            before = len(self._trail)
            self._assign(clause[0], number)
            self._contradiction = self._propagate(before)

    def delete(self, literals: tuple[int, ...]) -> None:
        """Delete a copy of a clause, unless it is the reason of a literal or the contradiction was found."""
        numbers = self._numbers.get(tuple(sorted(literals)))
        if (
            numbers
            and not self._contradiction
            and not any(self._reason[literal] == numbers[-1] for literal in literals)
        ):
            self._clauses.pop(numbers.pop())

    def hints_for(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """The clauses that imply a lemma. Raises `ValueError` if unit propagation does not suffice."""
        if self._contradiction:
            return self._explain(self._contradiction)
        before = len(self._trail)
        contradiction = 0
        for literal in literals:
            if self._is_true[literal]:
                contradiction = self._reason[literal]
                break
            if not self._is_true[-literal]:
                self._assign(-literal, 0)
        contradiction = contradiction or self._propagate(before)
        if not contradiction:
            raise ValueError("a lemma does not follow by unit propagation")
        hints = self._explain(contradiction)
        for literal in self._trail[before:]:
            self._is_true[literal] = False
        del self._trail[before:]
        return hints

    def _assign(self, literal: int, reason: int) -> None:
        self._is_true[literal] = True
        self._reason[literal] = reason
        self._trail.append(literal)

    def _propagate(self, done: int) -> int:
        """Propagate the literals on the trail from `done` on; the number of a false clause, or 0."""
        while done < len(self._trail):
            if contradiction := self._visit(-self._trail[done]):
                return contradiction
            done += 1
        return 0

    def _visit(self, false: int) -> int:
        """Visit the clauses that watch a literal that became false; the number of a false one, or 0."""
        is_true, watched = self._is_true, self._watched
        watching, watched[false] = watched[false], []
        for i, number in enumerate(watching):
            clause = self._clauses.get(number)
            if clause is None:
                continue
            if clause[0] == false and len(clause) > 1:
                clause[0], clause[1] = clause[1], false
            if len(clause) > 1 and not is_true[clause[0]]:
                for k in range(2, len(clause)):
                    if not is_true[-clause[k]]:
                        clause[1], clause[k] = clause[k], false
                        break
            watched[clause[-1] if len(clause) < 2 else clause[1]].append(number)
            if clause[min(1, len(clause) - 1)] == false and not is_true[clause[0]]:
                if is_true[-clause[0]]:
                    watched[false] += watching[i + 1 :]
                    return number
                self._assign(clause[0], number)
        return 0

    def _explain(self, contradiction: int) -> tuple[int, ...]:
        """The clause that is false, preceded by those that made its literals so, in order."""
        needed = {-literal for literal in self._clauses[contradiction]}
        hints = [contradiction]
        for literal in reversed(self._trail):
            reason = self._reason[literal]
            if literal in needed and reason and reason != contradiction:
                hints.append(reason)
                needed.update(-other for other in self._clauses[reason] if other != literal)
        return tuple(reversed(hints))
