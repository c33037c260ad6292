"""Formulas in conjunctive normal form, plain values that any SAT solver accepts, and counting in clauses.

A cardinality encoding states that exactly `k` of some literals are true. Its auxiliary variables add no
freedom: every assignment of the literals that satisfies it extends to them in exactly one way, so that the
formula has one model for each board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.options import check_value
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

Literal: TypeAlias = int
"""A variable, from 1, or its negation, as DIMACS writes them."""
Clause: TypeAlias = list[Literal]
Fresh: TypeAlias = Callable[[], int]
"""Returns an unused variable."""
MOST_CLAUSES: Final = 3_000_000
"""The largest formula that is built: some seconds and about a gigabyte."""

SquareVariables: TypeAlias = Mapping[Square, int]
"""A variable for each square, except squares that no ship can cover."""


class Group(NamedTuple):
    """Consecutive clauses that state one rule: its name and how many they are."""

    name: str
    clauses: int


@dataclass(frozen=True, slots=True, eq=False)
class Cnf:
    """Clauses over the variables 1 to `variables`. `read` turns the true variables of a model
    into its board; `names` names the variables, except the auxiliary ones of counting; `groups`
    divides the clauses by what they state.

    Every board has exactly one model. `distinguishing` are the variables that distinguish boards; every
    model has the same number of them true.
    """

    variables: int
    clauses: list[Clause]
    distinguishing: range
    read: Callable[[Iterable[int]], Board]
    names: Callable[[], Mapping[int, str]]
    groups: tuple[Group, ...] = ()

    @classmethod
    def of(
        cls,
        clauses: Mapping[str, Iterable[Clause]],
        fresh: Fresh,
        *,
        distinguishing: range,
        read: Callable[[Iterable[int]], Board],
        names: Callable[[], Mapping[int, str]],
    ) -> Cnf:
        """The formula of clauses, by group, that take their variables from `fresh` as they are written."""
        written: list[Clause] = []
        groups = []
        for name, group in clauses.items():
            before = len(written)
            written.extend(checked(group))
            groups.append(Group(name, len(written) - before))
        return cls(fresh() - 1, written, distinguishing, read, names, tuple(groups))

    def excluding(self, true: Iterable[int]) -> Clause:
        """The clause that excludes this model, and no other."""
        return [-variable for variable in true if variable in self.distinguishing]


def too_large(clauses: int) -> str | None:
    """Why a formula with this estimate of its clauses is refused, or `None`."""
    if clauses <= MOST_CLAUSES:
        return None
    return f"its formula may take {min(clauses, 10**12):,} clauses or more, the limit is {MOST_CLAUSES:,}"


def is_any(result: int, causes: Sequence[int]) -> Iterator[Clause]:
    """`result` is true exactly if one of `causes` is."""
    yield [-result, *causes]
    yield from ([-cause, result] for cause in causes)


def tally_clauses(
    puzzle: Puzzle, ship: SquareVariables, encoding: Encoding, fresh: Fresh
) -> Iterator[Clause]:
    """Every line with a tally has that number of `ship` squares."""
    for line, tally in lines.with_tallies(puzzle):
        yield from encoding.exactly([ship[at] for at in line if at in ship], tally, fresh)
    if not lines.tallies_add_up(puzzle):
        yield []


def tally_clauses_bound(puzzle: Puzzle, encoding: Encoding) -> int:
    """The most clauses that `tally_clauses` yields."""
    return 1 + sum(encoding.size(len(line), tally) for line, tally in lines.with_tallies(puzzle))


def given_clauses(puzzle: Puzzle, ship: SquareVariables) -> Iterator[Clause]:
    """Squares given as ship are ship. Which part they show, and given water, is left to the placements."""
    for given in puzzle.givens:
        if given.kind != Part.WATER:
            yield [ship[given.square]] if given.square in ship else []


# Cardinality encodings


class Encoding(NamedTuple):
    """`exactly(literals, k, fresh)` yields the clauses, `size(n, k)` is their number for `n` literals."""

    exactly: Callable[[Sequence[Literal], int, Fresh], Iterator[Clause]]
    size: Callable[[int, int], int]


def sequential_counter(literals: Sequence[Literal], k: int, fresh: Fresh) -> Iterator[Clause]:
    """The sequential counter, in both directions, without the part of it that is constant.

    Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005,
    section 2. Its s(i, j), "of the first i literals at least j are true", is `least[j][i - j]`
    here: true for j = 0 and, since enough must follow, for i - j = n - k; false for j > i and
    for j = k + 1. That leaves k * (n - k) variables.
    """
    slack = len(literals) - k
    if k < 0 or slack < 0:
        yield []
        return
    least = [[fresh() for _ in range(slack)] if j else [] for j in range(k + 1)]

    def unless(j: int, b: int) -> Clause:
        return [] if j == 0 or b == slack else [-least[j][b]]

    def then(j: int, b: int) -> Clause:
        return [] if j > k or b < 0 else [least[j][b]]

    for j, b in product(range(1, k + 1), range(1, slack)):
        yield [-least[j][b - 1], least[j][b]]
    for j, b in product(range(2, k + 1), range(slack)):
        yield [-least[j][b], least[j - 1][b]]
    for j, b in product(range(1, k + 1), range(slack + 1)):
        yield [*unless(j, b), *then(j, b - 1), literals[j + b - 1]]
    for j, b in product(range(1, k + 2), range(slack)):
        yield [*unless(j - 1, b), -literals[j + b - 1], *then(j, b)]


def _sequential_size(n: int, k: int) -> int:
    slack = n - k
    if k < 0 or slack < 0:
        return 1
    return k * max(slack - 1, 0) + k * (slack + 1) + (k + 1) * slack + max(k - 1, 0) * slack


def binomial(literals: Sequence[Literal], k: int, _fresh: Fresh) -> Iterator[Clause]:
    """Of every k + 1 literals one is false, of every n - k + 1 one is true: no further
    variables, but binomially many clauses. For k = 1 the first half is called pairwise."""
    n = len(literals)
    if k < 0 or k > n:
        yield []
        return
    for some in combinations(literals, k + 1):
        yield [-literal for literal in some]
    for some in combinations(literals, n - k + 1):
        yield [*some]


def _binomial_size(n: int, k: int) -> int:
    return comb(n, k + 1) + comb(n, n - k + 1) if 0 <= k <= n else 1


ENCODINGS: Final = {
    "sequential": Encoding(sequential_counter, _sequential_size),
    "binomial": Encoding(binomial, _binomial_size),
}


def encoding_named(name: str) -> Encoding:
    """The encoding of this name. Raises `ValueError` for an unknown name."""
    check_value("encoding", name, ENCODINGS)
    return ENCODINGS[name]
