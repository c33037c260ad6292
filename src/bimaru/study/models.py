"""Writing the models of the engines in the formats of other solvers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.engines.asp import excluding, program
from bimaru.engines.cadical import CnfEngine
from bimaru.engines.cnf import Cnf, Group
from bimaru.engines.formulation import Formulation, at_least
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.placement_variables import fitting_placements, names
from bimaru.engines.protocol import Engine
from bimaru.engines.registry import REGISTRY, engine_named, engine_names
from bimaru.engines.square_model import corners, own_cover, squares_and_clues
from bimaru.errors import InvalidInputError, UnsupportedPuzzleError
from bimaru.placements import unfiltered
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.solving import engine_errors
from bimaru.study import minizinc_models
from bimaru.study.asp import asp
from bimaru.study.clauses import all_names, as_clauses, as_constraints
from bimaru.study.constraint_groups import described
from bimaru.study.dimacs import dimacs
from bimaru.study.dlx import dlx
from bimaru.study.lp import lp
from bimaru.study.minizinc_matrix import minizinc_matrix
from bimaru.study.mps import mps
from bimaru.study.opb import opb
from bimaru.study.prolog_models import PROGRAMS, program_text
from bimaru.study.readable_models import UnsupportedExportError
from bimaru.study.smt2 import smt2
from bimaru.study.variable_names import names_on
from bimaru.study.xcsp3 import xcsp3
from bimaru.study.xcsp3_lines import xcsp3_lines

Model: TypeAlias = Formulation | Cnf


class NotASolutionError(InvalidInputError):
    """The board to exclude is no solution of the puzzle; `faults` says why."""


class Writer(NamedTuple):
    """A format: the suffix of its files, and the function that writes a model under a title of one line."""

    suffix: str
    write: Callable[[Model, str], str]


WRITERS: Final = {
    "lp": Writer(".lp", lambda model, title: lp(_linear(model), title)),
    "mps": Writer(".mps", lambda model, title: mps(_linear(model), title)),
    "dimacs": Writer(".cnf", lambda model, title: dimacs(_clausal(model), title)),
    "opb": Writer(".opb", lambda model, title: opb(_linear(model), title)),
    "smt2": Writer(".smt2", lambda model, title: smt2(_linear(model), title)),
    "asp": Writer(".lp", lambda model, title: asp(_linear(model), title)),
    "xcsp3": Writer(".xml", lambda model, title: xcsp3(_linear(model), title)),
    "minizinc-matrix": Writer(".mzn", lambda model, title: minizinc_matrix(_linear(model), title)),
}
"""The formats that every model can be written in."""
TEXTS: Final[dict[tuple[str, str], Callable[[Puzzle, str, Sequence[Board]], str]]] = {
    ("asp", "asp"): lambda puzzle, title, excluded: _answer_set_program(puzzle, title, excluded),
    ("automaton", "xcsp3"): lambda puzzle, title, excluded: _lines_in_xcsp3(puzzle, title, excluded),
    ("exact-cover", "dlx"): dlx,
}
"""Models that a format has words of its own for, by engine and format: functions of the puzzle, a title of
one line and the boards to exclude."""
SUFFIXES: Final = (
    {name: writer.suffix for name, writer in WRITERS.items()}
    | {"dlx": ".dlx"}
    | minizinc_models.SUFFIXES
    | {name: program.suffix for name, program in PROGRAMS.items()}
)
"""All formats, with the suffixes of their files."""
_SEARCH: Final = "it is a search"
_SHIP_BASED: Final = "its model is mip-ship"
_INSTEAD: Final = {
    **dict.fromkeys(("auto", "search", "placements", "sweep"), _SEARCH),
    **dict.fromkeys(("smt", "choco", "pumpkin", "cpmpy", "diagram", "pseudo-boolean"), _SHIP_BASED),
    "backtracking": f"{_SEARCH}, with the variables and constraints of mip-pairs",
    "minizinc": "mip-cell has its model, with --to minizinc",
}
"""Why other engines have no model to write, and what is written instead."""


@cache
def models() -> tuple[str, ...]:
    """The names of the engines whose model is written in every format of `WRITERS`."""
    return tuple(name for name in REGISTRY if isinstance(engine_named(name), ModelEngine | CnfEngine))


@cache
def written_models() -> tuple[str, ...]:
    """The names of all engines whose model is written, in some format."""
    named = {*models(), *minizinc_models.MODELS, *(name for name, _ in TEXTS)}
    return tuple(name for name in REGISTRY if name in named)


def engine_with_model(name: str) -> Engine:
    """The engine of this name, which may have options in it. Raises `ValueError` for one whose model is
    written in no format, and as `engine_named`."""
    base, others = name.partition(":")[0], f"those with one are {', '.join(written_models())}"
    if base not in engine_names():
        raise ValueError(f"unknown engine {base!r}; {others.replace('one', 'a model')}")
    engine = engine_named(name)
    if not (isinstance(engine, ModelEngine | CnfEngine) or base in written_models()):
        reason = f": {_INSTEAD[base]}" if base in _INSTEAD else ""
        raise ValueError(f"the engine {name} has no model{reason}; {others}")
    return engine


def model_of(name: str, puzzle: Puzzle, *, raw: bool = False, another: Board | None = None) -> Model:
    """The model that an engine hands to its solver. With `raw` it has all placements, not only those that
    no single clue forbids; `another` is a solution, and the model has all others.

    Raises `UnsupportedPuzzleError`, `NotASolutionError`, `UnsupportedExportError` for a model that is no
    formulation, and `ValueError` as `engine_with_model`."""
    engine = engine_with_model(name)
    if not isinstance(engine, ModelEngine | CnfEngine):
        formats = ", ".join(to for to in SUFFIXES if _is_written(name, to))
        raise UnsupportedExportError(f"{name} has no linear constraints", f"it is written as {formats}")
    with engine_errors(engine), unfiltered() if raw else nullcontext():
        model: Model = engine.cnf(puzzle) if isinstance(engine, CnfEngine) else engine.model(puzzle)
    return model if another is None else _without(model, puzzle, another)


def model_text(
    name: str | None, puzzle: Puzzle, to: str, *, raw: bool = False, another: Board | None = None
) -> str:
    """The text of an engine's model in a format of `SUFFIXES`; those of `PROGRAMS` have a model of their own,
    and no name. Options and errors as of `model_of`; readable models have all placements anyway."""
    excluded = () if another is None else (another,)
    for board in excluded:
        check_solution(puzzle, board)
    if name is None:
        if to not in PROGRAMS:
            raise ValueError(f"the format {to} needs the name of a model: {', '.join(models())}")
        return program_text(to, puzzle, title_of(to, puzzle), excluded)
    if to in PROGRAMS:
        raise ValueError(f"the format {to} has a model of its own, and none called {name}")
    if own := TEXTS.get((name.partition(":")[0], to)):
        engine = engine_with_model(name)
        if reason := engine.refusal(puzzle):
            raise UnsupportedPuzzleError(name, reason)
        with engine_errors(engine), unfiltered() if raw else nullcontext():
            return own(puzzle, title_of(name, puzzle), excluded)
    if to in minizinc_models.SUFFIXES:
        return minizinc_models.readable_model(name, puzzle, to, title_of(name, puzzle), excluded)
    if to not in WRITERS:
        raise UnsupportedExportError(f"{name} is not written as {to}", f"that is for {only_model(to)}")
    return WRITERS[to].write(model_of(name, puzzle, raw=raw, another=another), title_of(name, puzzle))


def only_model(to: str) -> str | None:
    """The name of the only engine whose model is written in a format; `None` if there are several, or if the
    format has a model of its own."""
    those = [engine for engine, own in TEXTS if own == to and to not in WRITERS]
    return those[0] if len(those) == 1 else None


def _is_written(name: str, to: str) -> bool:
    """Whether a model that is no formulation is written in a format."""
    base = name.partition(":")[0]
    return (base, to) in TEXTS or (base in minizinc_models.MODELS and to in minizinc_models.SUFFIXES)


def _answer_set_program(puzzle: Puzzle, title: str, excluded: Sequence[Board]) -> str:
    """The program of the engine `asp`."""
    placed = names(fitting_placements(puzzle))
    boards = ([name for name in placed if name in names_on(puzzle, board)] for board in excluded)
    return f"% {title}\n\n{program(puzzle)}" + "".join(map(excluding, boards))


def _lines_in_xcsp3(puzzle: Puzzle, title: str, excluded: Sequence[Board]) -> str:
    """The model of the engine `automaton`, whose squares and clues are linear."""
    squares: Model = squares_and_clues(puzzle)
    for board in excluded:
        squares = _without(squares, puzzle, board)
    linear = _linear(squares)
    constraints = (*linear.constraints, *corners(puzzle, own_cover(puzzle)))
    return xcsp3_lines(puzzle, replace(linear, constraints=constraints), title)


def title_of(name: str, puzzle: Puzzle) -> str:
    """The first line of an export."""
    return name if puzzle.id is None else f"{name}: {puzzle.id!a}"


def numbered_names(model: Model) -> tuple[str, ...]:
    """The names of the variables in the order of their numbers in every export, which begin at 1. What
    comes after them in an export as clauses is auxiliary."""
    return tuple(all_names(model).values()) if isinstance(model, Cnf) else model.variables


def check_solution(puzzle: Puzzle, board: Board) -> None:
    """Raise `NotASolutionError` unless the board is a solution."""
    if faults := check(puzzle, board):
        raise NotASolutionError([f"the board to exclude is no solution: {fault.text}" for fault in faults])


def _without(model: Model, puzzle: Puzzle, board: Board) -> Model:
    """The model without the solutions that show a board."""
    check_solution(puzzle, board)
    names = names_on(puzzle, board)
    if isinstance(model, Cnf):
        true = [variable for variable, name in model.names().items() if name in names]
        clauses = [*model.clauses, model.excluding(true)]
        groups = model.groups or (Group("clause", len(model.clauses)),)
        return replace(model, clauses=clauses, groups=(*groups, Group("another", 1)))
    ones = [variable for variable, name in enumerate(model.variables) if name in names]
    return replace(model, constraints=(*model.constraints, model.excluding(ones)))


def _clausal(model: Model) -> Cnf:
    """The model as clauses, with a name for every variable and a sentence for every group."""
    clausal = model if isinstance(model, Cnf) else as_clauses(model)
    return replace(
        clausal,
        groups=tuple(group._replace(name=described(group.name)) for group in clausal.groups),
        names=lambda: all_names(clausal),
    )


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
