"""Many puzzles with one call: generating, grading, explaining, and reading tables.

Each function is an iterator in constant memory that keeps the order; `workers` processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from inspect import signature
from os import PathLike
from typing import Any, TypeVar

from bimaru import advice
from bimaru.advice import Explanation, UngradableError
from bimaru.deduction import CannotExplainError
from bimaru.errors import OutOfTimeError
from bimaru.generation.generator import OPTIONS, generate, kept_maker, listed, options_of, whole_seed
from bimaru.grading import Grade
from bimaru.puzzle import Puzzle

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def generate_many(n: int, *, seed: int | None = None, workers: int = 1, **options: Any) -> Iterator[Puzzle]:
    """`n` puzzles, of the seeds `seed` (at random by default), `seed` + 1 and so on. The other arguments are
    those of `generate`, and each puzzle is what `generate` makes of its seed.

    Raises what `generate` raises: for invalid options immediately, for a seed when its turn comes."""
    if n < 0:
        raise ValueError(f"n: {n} is less than 0")
    call = signature(generate).bind(**options)
    call.apply_defaults()
    lists = {name: listed(call.arguments[name]) for name in ("words", "shapes", "edges", "givens")}
    values = tuple((call.arguments | lists)[name] for name in OPTIONS)
    kept_maker(options_of(call.arguments["recipe"], values))  # raises for invalid options
    first = whole_seed(seed)
    return _map(partial(_generated, options | lists), range(first, first + n), workers)


def _generated(options: dict[str, Any], seed: int) -> Puzzle:
    return generate(seed=seed, **options)


def grade_many(
    puzzles: Iterable[Puzzle], *, time_limit: float | None = None, workers: int = 1
) -> Iterator[Grade | None]:
    """The grades of puzzles; `None` for those without one: with several solutions or none, beyond the
    techniques, or not graded within `time_limit` seconds."""
    return _map(partial(_graded, time_limit), puzzles, workers)


def _graded(time_limit: float | None, puzzle: Puzzle) -> Grade | None:
    try:
        return advice.grade(puzzle, time_limit=time_limit)
    except (CannotExplainError, OutOfTimeError, UngradableError):
        return None


def explain_many(
    puzzles: Iterable[Puzzle], *, time_limit: float | None = None, language: str = "en", workers: int = 1
) -> Iterator[Explanation]:
    """The explanations of puzzles, as of `explain`. One that `time_limit`, in seconds, has cut short is not
    `complete`."""
    return _map(partial(advice.explain, time_limit=time_limit, language=language), puzzles, workers)


def read_table(path: str | PathLike[str]) -> Iterator[Puzzle]:
    """The puzzles of a table in Parquet, as `bimaru export` writes it, in constant memory.

    Raises `InvalidTextError` for anything else, `MissingExtraError`, and `OSError`."""
    from bimaru.formats import read_all, tables

    return read_all(path) if str(path).endswith(".parquet") else tables.read_table(path)


def _map(work: Callable[[Item], Answer], items: Iterable[Item], workers: int) -> Iterator[Answer]:
    """`map(work, items)` by this number of processes. Raises `ValueError` for less than one."""
    if workers < 1:
        raise ValueError(f"workers: {workers} is less than 1")
    from bimaru.processes.pool import map_in_processes

    return map_in_processes(work, items, workers)
