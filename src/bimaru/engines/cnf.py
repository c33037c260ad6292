"""A puzzle in conjunctive normal form, a plain value that any SAT solver can take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.cardinality import Clause, Encoding, Fresh
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

MOST_CLAUSES: Final = 3_000_000
"""The largest formula that is built: some seconds and about a gigabyte."""

Marked: TypeAlias = Mapping[Square, int]
"""Variables by the square that they speak of. A square that no ship can cover has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Cnf:
    """Clauses over the variables 1 to `variables`. `read` turns the true variables of a model
    into its board; `names` says what the variables mean, all but those that only count.

    Models are boards: every board has exactly one. `telling` are the variables that tell
    boards apart, of which every model has the same number true.
    """

    variables: int
    clauses: list[Clause]
    telling: range
    read: Callable[[Iterable[int]], Board]
    names: Callable[[], Mapping[int, str]]

    @classmethod
    def of(
        cls,
        clauses: Iterable[Clause],
        fresh: Fresh,
        *,
        telling: range,
        read: Callable[[Iterable[int]], Board],
        names: Callable[[], Mapping[int, str]],
    ) -> Cnf:
        """The formula of clauses that take their variables from `fresh` as they are written."""
        written = list(checked(clauses))
        return cls(fresh() - 1, written, telling, read, names)

    def excluding(self, true: Iterable[int]) -> Clause:
        """The clause that every other model keeps."""
        return [-variable for variable in true if variable in self.telling]


def too_large(clauses: int) -> str | None:
    """Why a formula of up to so many clauses is not built; `None` if it is."""
    if clauses <= MOST_CLAUSES:
        return None
    return f"its formula may take {min(clauses, 10**12):,} clauses or more, the limit is {MOST_CLAUSES:,}"


def either(result: int, causes: Sequence[int]) -> Iterator[Clause]:
    """`result` is true exactly if one of `causes` is."""
    yield [-result, *causes]
    yield from ([-cause, result] for cause in causes)


def tallied(puzzle: Puzzle, ship: Marked, encoding: Encoding, fresh: Fresh) -> Iterator[Clause]:
    """Of the squares of every line, as many are `ship` as its tally tells."""
    for line, tally in lines.tallied(puzzle):
        yield from encoding.exactly([ship[at] for at in line if at in ship], tally, fresh)
    if not lines.add_up(puzzle):
        yield []


def tallied_size(puzzle: Puzzle, encoding: Encoding) -> int:
    """How many clauses `tallied` gives at most."""
    return 1 + sum(encoding.size(len(line), tally) for line, tally in lines.tallied(puzzle))


def with_givens(puzzle: Puzzle, ship: Marked) -> Iterator[Clause]:
    """The squares that are given as ship; what they show, and where water is given, is for the
    placements to heed."""
    for given in puzzle.givens:
        if given.kind != Part.WATER:
            yield [ship[given.square]] if given.square in ship else []
