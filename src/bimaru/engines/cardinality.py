"""Counting in clauses: exactly `k` of some literals are true, each encoding one pure function.

An encoding adds variables of its own, but never a freedom: every assignment of the literals
that counts right extends to its variables in exactly one way, so models are counted rightly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

Literal: TypeAlias = int
"""A variable, from 1, or its negation, as DIMACS writes them."""
Clause: TypeAlias = list[Literal]
Fresh: TypeAlias = Callable[[], int]
"""Gives a variable not used before."""


class Encoding(NamedTuple):
    """`exactly(literals, k, fresh)` gives the clauses, `size(n, k)` how many they are for `n` literals."""

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
    """Raises `ValueError` for an unknown name."""
    if name not in ENCODINGS:
        raise ValueError(f"no cardinality encoding is called {name!r}; there are {', '.join(ENCODINGS)}")
    return ENCODINGS[name]
