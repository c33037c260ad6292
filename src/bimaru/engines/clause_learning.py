# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A SAT solver for many small searches of one formula, where python-sat is not installed.

Conflict-driven clause learning (Joao Marques-Silva and Karem Sakallah, "GRASP: a search algorithm for
propositional satisfiability", IEEE Transactions on Computers 48(5), 1999) with two watched literals,
assumptions and final conflicts as in MiniSat (Niklas Eén and Niklas Sörensson, "An extensible SAT-solver",
SAT 2003), a queue of variables moved to the front (Armin Biere and Andreas Fröhlich, "Evaluating CDCL
variable scoring schemes", SAT 2015), and restarts by Luby's sequence (Michael Luby, Alistair Sinclair and
David Zuckerman, "Optimal speedup of Las Vegas algorithms", Information Processing Letters 47(4), 1993). It is
compiled (Cython, pure-Python mode), and also runs uncompiled, slower.

A literal is `2 * v` for variable `v` and `2 * v + 1` for its negation, variables from 1 as outside. Clauses
are lists of literals, the first two of which are watched; an empty list is a clause that was dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

_RESTART = cython.declare(cython.int, 50)
"""Conflicts that Luby's sequence is multiplied by. 20 and 200 take about as long: on 60 puzzles with no or
several solutions 94 and 88 CPU seconds, 50 takes 95."""
_MOST_LEARNT = cython.declare(cython.int, 3000)
"""Learnt clauses that are kept at first. On the same puzzles 20,000 take as long; 500 take 78
seconds, too little difference on a busy machine to choose by."""
_MORE_LEARNT = cython.declare(cython.int, 300)
"""By how much that grows whenever half of them are dropped: without growth, a search might never end. It is
seldom reached: the conflicts of seven CSPLib boards with a wrong clue took at most 395 learnt clauses."""


@cython.cfunc
@cython.exceptval(check=False)
def _luby(i: cython.int) -> cython.int:
    """The `i`-th number of 1, 1, 2, 1, 1, 2, 4, ..., from 0."""
    size: cython.int = 1
    power: cython.int = 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) >> 1
        power -= 1
        i = i % size
    return 1 << power


@cython.cclass
class ClauseLearner:
    """A formula, and what has been learnt about it. Unusable after a `MemoryError`."""

    # By literal.
    value: list  # type: ignore[type-arg]  # 1 if true, -1 if false, 0 if open; Cython knows no `list[int]`
    watches: list  # type: ignore[type-arg]  # the clauses of three literals or more that watch it
    pairs: list  # type: ignore[type-arg]  # the other literals of its clauses of two
    # By variable.
    phase: list  # type: ignore[type-arg]  # the sign that it had last: the lowest bit of a literal
    level: list  # type: ignore[type-arg]  # the decisions made when it was assigned
    reason: list  # type: ignore[type-arg]  # the clause that assigned it, or `None`
    is_marked: list  # type: ignore[type-arg]  # by the analysis of a conflict
    older: list  # type: ignore[type-arg]  # its neighbours in the queue, 0 at the ends,
    newer: list  # type: ignore[type-arg]
    stamp: list  # type: ignore[type-arg]  # and which move to the front was its last
    # Of the search.
    trail: list  # type: ignore[type-arg]  # the literals assigned, in order
    level_starts: list  # type: ignore[type-arg]  # the length of the trail at each decision
    learnt: list  # type: ignore[type-arg]  # clauses of three literals or more
    final: list  # type: ignore[type-arg]  # assumptions of which one must be false
    model: list  # type: ignore[type-arg]  # the values of the last model
    n_variables: cython.int
    n_propagated: cython.int  # literals of the trail whose clauses have been looked at
    newest: cython.int  # the front of the queue
    next_choice: cython.int  # all variables newer than this one are assigned
    n_moves: cython.int  # to the front
    most_learnt: cython.int  # clauses to keep
    n_restarts: cython.int
    is_consistent: cython.bint

    def __init__(self) -> None:
        """The empty formula."""
        self.value, self.watches, self.pairs = [0, 0], [[], []], [[], []]
        self.phase, self.level, self.reason, self.is_marked = [1], [0], [None], [0]
        self.older, self.newer, self.stamp = [0], [0], [0]
        self.trail, self.level_starts, self.learnt, self.final, self.model = [], [], [], [], []
        self.n_variables = self.n_propagated = self.newest = self.next_choice = self.n_moves = (
            self.n_restarts
        ) = 0
        self.most_learnt = _MOST_LEARNT
        self.is_consistent = True

    # Building

    @cython.cfunc
    def _grow(self, top: cython.int) -> cython.void:
        """Add variables up to `top`."""
        while self.n_variables < top:
            self.n_variables += 1
            self.value.extend((0, 0))
            self.watches.append([])
            self.watches.append([])
            self.pairs.append([])
            self.pairs.append([])
            self.phase.append(1)
            self.level.append(0)
            self.reason.append(None)
            self.is_marked.append(0)
            self.n_moves += 1
            self.stamp.append(self.n_moves)
            self.older.append(self.newest)
            self.newer.append(0)
            self.newer[self.newest] = self.n_variables
            self.newest = self.n_variables
            self.next_choice = self.n_variables

    def add(self, clause: Sequence[int]) -> None:
        """Require a clause, literals as in DIMACS, of every later model."""
        self._back(0)
        literals: set = set()  # type: ignore[type-arg]
        for number in clause:
            signed: cython.int = number
            variable: cython.int = -signed if signed < 0 else signed
            self._grow(variable)
            literals.add(2 * variable + (1 if signed < 0 else 0))
        kept: list = []  # type: ignore[type-arg]
        for one in sorted(literals):
            literal: cython.int = one
            if self.value[literal] > 0 or (literal ^ 1) in literals:
                return
            if self.value[literal] == 0:
                kept.append(literal)
        if not kept:
            self.is_consistent = False
        elif len(kept) == 1:
            self._assign(kept[0], None)
            if self._propagate() is not None:
                self.is_consistent = False
        else:
            self._attach(kept)

    @cython.cfunc
    def _attach(self, clause: list) -> cython.void:  # type: ignore[type-arg]
        if len(clause) == 2:
            cython.cast(list, self.pairs[clause[0]]).append(clause[1])
            cython.cast(list, self.pairs[clause[1]]).append(clause[0])
        else:
            cython.cast(list, self.watches[clause[0]]).append(clause)
            cython.cast(list, self.watches[clause[1]]).append(clause)

    # Searching

    def solve(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Whether there is a model with the assumptions true; `None` if that is undecided after the given
        number of conflicts. Another call then continues."""
        supposed: list = []  # type: ignore[type-arg]
        for number in assumptions:
            signed: cython.int = number
            variable: cython.int = -signed if signed < 0 else signed
            self._grow(variable)
            supposed.append(2 * variable + (1 if signed < 0 else 0))
        self.final = []
        self._back(0)
        left: cython.int = conflicts
        while self.is_consistent and left > 0:
            most: cython.int = min(left, _RESTART * _luby(self.n_restarts))
            self.n_restarts += 1
            left -= most
            found: cython.int = self._run(supposed, most)
            if found > 0:
                return True
            if found < 0:
                return False
        return None if self.is_consistent else False

    @cython.cfunc
    def _run(self, supposed: list, left: cython.int) -> cython.int:  # type: ignore[type-arg]
        """Search for at most `left` conflicts. Returns 1 for a model, -1 if there is none, 0 if undecided."""
        literal: cython.int
        while True:
            conflict: list = self._propagate()  # type: ignore[type-arg]
            if conflict is not None:
                left -= 1
                if len(self.level_starts) == 0:
                    self.is_consistent = False
                    return -1
                self._learn(conflict)
                continue
            if left <= 0:
                self._back(0)
                return 0
            if len(self.learnt) > self.most_learnt + len(self.trail):
                self._forget()
            literal = -1
            while len(self.level_starts) < len(supposed):
                one: cython.int = supposed[len(self.level_starts)]
                if self.value[one] < 0:
                    self._explain(one)
                    return -1
                if self.value[one] == 0:
                    literal = one
                    break
                self.level_starts.append(len(self.trail))
            if literal < 0:
                literal = self._choice()
            if literal < 0:
                self.model = self.value[:]
                return 1
            self.level_starts.append(len(self.trail))
            self._assign(literal, None)

    @cython.cfunc
    def _choice(self) -> cython.int:
        """The open variable moved to the front last, with its last value; -1 if all have one."""
        variable: cython.int = self.next_choice
        while variable and self.value[2 * variable] != 0:
            variable = self.older[variable]
        self.next_choice = variable
        return 2 * variable + cython.cast(cython.int, self.phase[variable]) if variable else -1

    @cython.cfunc
    def _assign(self, literal: cython.int, reason: object) -> cython.void:
        variable: cython.int = literal >> 1
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level[variable] = len(self.level_starts)
        self.reason[variable] = reason
        self.trail.append(literal)

    @cython.cfunc
    def _propagate(self) -> list:  # type: ignore[type-arg]
        """Assign what follows. Returns the clause that is false then, or `None`."""
        value: list = self.value  # type: ignore[type-arg]
        literal: cython.int
        other: cython.int
        first: cython.int
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        kept: cython.Py_ssize_t
        n: cython.Py_ssize_t
        truth: cython.int
        while self.n_propagated < len(self.trail):
            literal = self.trail[self.n_propagated]
            literal ^= 1
            self.n_propagated += 1
            partners: list = self.pairs[literal]  # type: ignore[type-arg]
            for i in range(len(partners)):
                other = partners[i]
                truth = value[other]
                if truth < 0:
                    return [other, literal]
                if truth == 0:
                    self._assign(other, [other, literal])
            watching: list = self.watches[literal]  # type: ignore[type-arg]
            n = len(watching)
            kept = i = 0
            while i < n:
                clause: list = watching[i]  # type: ignore[type-arg]
                i += 1
                if len(clause) == 0:
                    continue
                first = clause[0]
                if first == literal:
                    first = clause[1]
                    clause[0] = first
                    clause[1] = literal
                truth = value[first]
                if truth <= 0:
                    for k in range(2, len(clause)):
                        other = clause[k]
                        if cython.cast(cython.int, value[other]) >= 0:
                            clause[1] = other
                            clause[k] = literal
                            cython.cast(list, self.watches[other]).append(clause)
                            break
                    else:
                        watching[kept] = clause
                        kept += 1
                        if truth < 0:
                            while i < n:
                                watching[kept] = watching[i]
                                kept += 1
                                i += 1
                            del watching[kept:]
                            return clause
                        self._assign(first, clause)
                    continue
                watching[kept] = clause
                kept += 1
            del watching[kept:]
        return None  # type: ignore[return-value]  # see pyproject.toml

    # Learning

    @cython.cfunc
    def _learn(self, conflict: list) -> cython.void:  # type: ignore[type-arg]
        """Learn the clause of the first unique implication point, and go back to where it is a unit."""
        seen: list = self.is_marked  # type: ignore[type-arg]
        level: list = self.level  # type: ignore[type-arg]
        learnt: list = [0]  # type: ignore[type-arg]
        marked: list = []  # type: ignore[type-arg]
        current: cython.int = len(self.level_starts)
        paths: cython.int = 0
        at: cython.Py_ssize_t = len(self.trail)
        literal: cython.int = -1
        variable: cython.int
        one: cython.int
        clause: list = conflict  # type: ignore[type-arg]
        while True:
            for item in clause:
                one = item
                variable = one >> 1
                if one == literal or seen[variable] or level[variable] == 0:
                    continue
                seen[variable] = 1
                marked.append(variable)
                if level[variable] == current:
                    paths += 1
                else:
                    learnt.append(one)
            at -= 1
            while not seen[cython.cast(cython.int, self.trail[at]) >> 1]:
                at -= 1
            literal = self.trail[at]
            paths -= 1
            if paths == 0:
                break
            clause = self.reason[literal >> 1]
        learnt[0] = literal ^ 1
        kept: list = [learnt[0]]  # type: ignore[type-arg]
        for position in range(1, len(learnt)):
            one = learnt[position]
            if not self._is_implied(one):
                kept.append(one)
        for item in marked:
            seen[item] = 0
        self._to_front(marked)
        target: cython.int = 0
        for position in range(1, len(kept)):
            one = kept[position]
            if cython.cast(cython.int, level[one >> 1]) > target:
                target = level[one >> 1]
                kept[position] = kept[1]
                kept[1] = one
        self._back(target)
        if len(kept) == 1:
            self._assign(kept[0], None)
            return
        self._attach(kept)
        if len(kept) > 2:
            self.learnt.append(kept)
        self._assign(kept[0], kept)

    @cython.cfunc
    def _is_implied(self, literal: cython.int) -> cython.bint:
        """Whether the other literals of a learnt clause already imply that one of them is false."""
        reason: list = self.reason[literal >> 1]  # type: ignore[type-arg]
        if reason is None:
            return False
        for item in reason:
            other: cython.int = item
            if other >> 1 != literal >> 1 and not self.is_marked[other >> 1] and self.level[other >> 1] != 0:
                return False
        return True

    @cython.cfunc
    def _to_front(self, variables: list) -> cython.void:  # type: ignore[type-arg]
        """Move variables to the front of the queue, in their order there."""
        order: list = []  # type: ignore[type-arg]
        for item in variables:
            order.append((self.stamp[item], item))
        order.sort()
        for _, item in order:
            variable: cython.int = item
            if variable == self.newest:
                continue
            before: cython.int = self.older[variable]
            after: cython.int = self.newer[variable]
            if self.next_choice == variable and self.value[2 * variable] != 0:
                self.next_choice = before if before else after
            self.newer[before] = after
            self.older[after] = before
            self.older[variable] = self.newest
            self.newer[variable] = 0
            self.newer[self.newest] = variable
            self.newest = variable
            self.n_moves += 1
            self.stamp[variable] = self.n_moves
        self.next_choice = self.newest

    @cython.cfunc
    def _explain(self, failed: cython.int) -> cython.void:
        """Collect the assumptions that make one of them false."""
        self.final = [failed]
        seen: list = self.is_marked  # type: ignore[type-arg]
        seen[failed >> 1] = 1
        at: cython.Py_ssize_t = len(self.trail)
        while at > 0:
            at -= 1
            literal: cython.int = self.trail[at]
            variable: cython.int = literal >> 1
            if not seen[variable]:
                continue
            seen[variable] = 0
            reason: list = self.reason[variable]  # type: ignore[type-arg]
            if self.level[variable] == 0:
                continue
            if reason is None:
                if literal != failed:
                    self.final.append(literal)
                continue
            for item in reason:
                other: cython.int = item
                if other >> 1 != variable:
                    seen[other >> 1] = 1
        seen[failed >> 1] = 0

    @cython.cfunc
    def _back(self, level: cython.int) -> cython.void:
        """Take back the assignments above a level."""
        if len(self.level_starts) <= level:
            return
        limit: cython.Py_ssize_t = self.level_starts[level]
        at: cython.Py_ssize_t = len(self.trail)
        while at > limit:
            at -= 1
            literal: cython.int = self.trail[at]
            variable: cython.int = literal >> 1
            self.value[literal] = 0
            self.value[literal ^ 1] = 0
            self.phase[variable] = literal & 1
            stamp: cython.int = self.stamp[variable]
            if stamp > cython.cast(cython.int, self.stamp[self.next_choice]):
                self.next_choice = variable
        del self.trail[limit:]
        del self.level_starts[level:]
        self.n_propagated = limit

    @cython.cfunc
    def _forget(self) -> cython.void:
        """Drop the longer half of the learnt clauses, but no reasons, and keep more from now on."""
        lengths: list = []  # type: ignore[type-arg]
        for item in self.learnt:
            lengths.append(len(item))
        lengths.sort()
        middle: cython.int = lengths[len(lengths) // 2]
        kept: list = []  # type: ignore[type-arg]
        for item in self.learnt:
            clause: list = item  # type: ignore[type-arg]
            first: cython.int = clause[0]
            if len(clause) <= middle or self.reason[first >> 1] is clause:
                kept.append(clause)
            else:
                del clause[:]
        self.learnt = kept
        self.most_learnt += _MORE_LEARNT

    # Results

    def core(self) -> list[int]:
        """Assumptions, of those of the last search, that already leave no model."""
        found: list = []  # type: ignore[type-arg]
        for item in self.final:
            literal: cython.int = item
            found.append(-(literal >> 1) if literal & 1 else literal >> 1)
        return found

    def true_variables(self) -> list[int]:
        """The variables that are true in the model found last."""
        found: list = []  # type: ignore[type-arg]
        for variable in range(1, len(self.model) // 2):
            if self.model[2 * variable] > 0:
                found.append(variable)
        return found
