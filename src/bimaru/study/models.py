"""Writing the models of the engines in the formats of other solvers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from bimaru.engines.cadical import CnfEngine
from bimaru.engines.cnf import Cnf
from bimaru.engines.formulation import Formulation, at_least
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.puzzle import Puzzle
from bimaru.study.clauses import as_clauses, as_constraints
from bimaru.study.dimacs import dimacs
from bimaru.study.lp import lp
from bimaru.study.minizinc_model import minizinc
from bimaru.study.mps import mps

Model: TypeAlias = Formulation | Cnf


class Writer(NamedTuple):
    """A format: the suffix of its files, and the function that writes a model under a title of one line."""

    suffix: str
    write: Callable[[Model, str], str]


WRITERS: Final = {
    "lp": Writer(".lp", lambda model, title: lp(_linear(model), title)),
    "mps": Writer(".mps", lambda model, title: mps(_linear(model), title)),
    "dimacs": Writer(".cnf", lambda model, title: dimacs(_clausal(model), title)),
    "minizinc": Writer(".mzn", lambda model, title: minizinc(_linear(model), title)),
}


@cache
def models() -> tuple[str, ...]:
    """The names of the engines that have a model."""
    return tuple(name for name in REGISTRY if isinstance(engine_named(name), ModelEngine | CnfEngine))


def model_of(name: str, puzzle: Puzzle) -> Model:
    """The model that an engine hands to its solver.

    Raises `UnsupportedPuzzleError`, and `ValueError` for a name that is not one of `models()`."""
    engine = engine_named(name)
    if isinstance(engine, ModelEngine):
        return engine.model(puzzle)
    if isinstance(engine, CnfEngine):
        return engine.cnf(puzzle)
    raise ValueError(f"the engine {name} has no model; there are {', '.join(models())}")


def model_text(name: str, puzzle: Puzzle, to: str) -> str:
    """The text of an engine's model in a format of `WRITERS`. Raises as `model_of`."""
    title = name if puzzle.id is None else f"{name}: {puzzle.id!a}"
    return WRITERS[to].write(model_of(name, puzzle), title)


def _clausal(model: Model) -> Cnf:
    return model if isinstance(model, Cnf) else as_clauses(model)


def _linear(model: Model) -> Formulation:
    """The model as constraints that every format can hold: at least one variable and one constraint, no empty
    constraint, and no two with the same name."""
    linear = as_constraints(model) if isinstance(model, Cnf) else model
    constraints = linear.constraints or (at_least(0, "nothing", {}),)
    names = _numbered([constraint.name for constraint in constraints])
    return replace(
        linear,
        variables=linear.variables or ("none",),
        constraints=tuple(
            constraint._replace(name=name, terms=constraint.terms or {0: 0})
            for name, constraint in zip(names, constraints, strict=True)
        ),
    )


def _numbered(names: list[str]) -> Iterator[str]:
    """The names, numbered if they occur more than once."""
    times = Counter(names)
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield f"{name}_{seen[name]}" if times[name] > 1 else name
