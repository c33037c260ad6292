"""Wrong models on purpose: the published ones, one family of constraints dropped, shifted or exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.engines.formulation import Constraint, Formulation, exactly
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.model_engine import ModelRun
from bimaru.engines.protocol import Budget
from bimaru.engines.registry import engine_named
from bimaru.placements import unfiltered
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from bimaru.study.constraint_groups import by_family

MODELS: Final = ("mip-ship", "mip-cell", "mip-pairs", "mip-heads")
Operator: TypeAlias = Callable[[Sequence[Constraint]], Sequence[Constraint]]


def _moved(constraint: Constraint, change: int) -> Constraint:
    return constraint._replace(number=constraint.number + change)


def _exchanged(family: Sequence[Constraint]) -> Sequence[Constraint]:
    numbers = [constraint.number for constraint in family]
    return [
        constraint._replace(number=number)
        for constraint, number in zip(family, reversed(numbers), strict=True)
    ]


OPERATORS: Final[dict[str, Operator]] = {
    "drop all": lambda family: family[:0],
    "drop first": lambda family: family[1:],
    "drop last": lambda family: family[:-1],
    "drop every second": lambda family: family[::2],
    "one more": lambda family: [_moved(constraint, 1) for constraint in family],
    "one less": lambda family: [_moved(constraint, -1) for constraint in family],
    "last one more": lambda family: [*family[:-1], *(_moved(constraint, 1) for constraint in family[-1:])],
    "at least": lambda family: [constraint._replace(sense=">=") for constraint in family],
    "at most": lambda family: [constraint._replace(sense="<=") for constraint in family],
    "exchange": _exchanged,
}


class Mutant(NamedTuple):
    """A model with an operator applied to the constraints of one family."""

    model: str
    family: str
    operator: str

    def __str__(self) -> str:
        return f"{self.model}, {self.family}: {self.operator}"

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The mutated model of a puzzle."""
        model = formulation_of(self.model, puzzle)
        constraints: list[Constraint] = []
        for family, members in by_family(model.constraints).items():
            constraints += OPERATORS[self.operator](members) if family == self.family else members
        constraints += _zeros(model, constraints)
        return replace(model, constraints=tuple(constraints), ordering=())

    def boards(self, puzzle: Puzzle, most: int | None = 2) -> list[Board]:
        """Boards that the mutated model finds."""
        engine = engine_of(self.model)
        run = ModelRun(partial(self.formulation, puzzle), engine.solver, Budget(boards=most))
        return [*islice(run, most)]

    def is_equivalent(self) -> bool:
        """Whether it finds the same boards as the model for all puzzles of 4x4 squares with these fleets:
        without clues, and with every single clue."""
        return all(
            {*self.boards(puzzle, None)} == {*solve(puzzle, limit=None).boards} for puzzle in _exhaustive()
        )


def _zeros(model: Formulation, constraints: Sequence[Constraint]) -> list[Constraint]:
    """Variables that do not distinguish boards set to 0, where this satisfies whatever 1 does: else solvers
    enumerate each board once for every value of those that a mutation has set free."""
    helpful = {
        variable
        for _, terms, sense, _ in constraints
        for variable, factor in terms.items()
        if sense == "=" or (sense == ">=") == (factor > 0)
    }
    free = {*range(len(model.variables))} - helpful - {*model.distinguishing}
    return [exactly(0, "free", {variable: 1}) for variable in sorted(free)]


def _exhaustive() -> Iterator[Puzzle]:
    """Puzzles of 4x4 squares: without clues for many fleets, and with every single clue for one."""
    for numbers in product(range(4), range(3), range(2), range(2)):
        puzzle = _open({length: count for length, count in enumerate(numbers, 1) if count})
        if solve(puzzle, limit=1).boards:
            yield puzzle
    for fleet in ({3: 1, 1: 1}, {2: 1, 1: 1}):
        puzzle = _open(fleet)
        for i, tally in product(range(4), range(4)):
            line = [tally if i == j else None for j in range(4)]
            yield puzzle.replace(rows=line)
            yield puzzle.replace(cols=line)
        for row, col, kind in product(range(4), range(4), "WSLRTBMX"):
            yield puzzle.replace(givens={(row, col): kind})


def _open(fleet: dict[int, int]) -> Puzzle:
    return Puzzle([None] * 4, [None] * 4, fleet)


def engine_of(model: str) -> MipEngine:
    engine = engine_named(model)
    assert isinstance(engine, MipEngine)
    return engine


def formulation_of(model: str, puzzle: Puzzle) -> Formulation:
    with unfiltered():
        return engine_of(model).formulation(puzzle)


def mutants(number: int, seed: int) -> list[Mutant]:
    """That many of all mutants, drawn at random."""
    return Random(seed).sample([*_all_mutants()], number)


def _all_mutants() -> Iterator[Mutant]:
    sample = Puzzle([2, None, 1, 1], [1, 1, None, 1], {2: 1, 1: 2}, {(0, 0): "L", (3, 3): "W", (2, 2): "X"})
    for model in MODELS:
        for family in by_family(formulation_of(model, sample).constraints):
            for operator in OPERATORS:
                yield Mutant(model, family, operator)
