"""Solving: calls the engine, sets the budget, and has the referee check every board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final, Literal, SupportsFloat, SupportsIndex, TypeAlias

from bimaru.board import Board
from bimaru.did_you_mean import missing_attribute
from bimaru.engines.protocol import Budget, Engine, Run
from bimaru.engines.registry import EngineName, engine_named, package_of, source_of
from bimaru.errors import BimaruError, OutOfTimeError
from bimaru.outcome import Outcome
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.rules import check
from bimaru.validation import brief

Status: TypeAlias = Literal["unique", "multiple", "none", "unknown"]

_ENDLESS: Final = 1e9
"""Seconds, thirty years: a longer limit counts as none, because timers overflow."""


_MEANT: Final = {
    "answer": "board",
    "solution": "board",
    "solutions": "boards",
    "time": "seconds",
    **dict.fromkeys(("is_unique", "unique"), "status == 'unique'"),
    **dict.fromkeys(("is_solved", "solved", "success"), "status"),
}
"""Attributes of a result that people try, and what there is instead."""

NOT_UNIQUE: Final[Mapping[str, str]] = {
    "none": "it has no solution",
    "multiple": "it has several solutions",
}
"""Why a puzzle of this status does not have exactly one solution."""


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """The boards found and what they prove."""

    status: Status
    boards: tuple[Board, ...]
    complete: bool
    """Whether these are all solutions."""
    engine: str
    stats: Mapping[str, int | float]
    """`nodes`, `seconds` and the engine's other counters: seconds are floats, counts whole numbers."""

    KEYS = ("status", "complete", "boards", "engine", "nodes", "seconds")
    RENAMED: ClassVar = {"boards": "solutions"}

    if not TYPE_CHECKING:  # otherwise type checkers would accept any name

        def __getattr__(self, name: str) -> object:
            raise missing_attribute("'Result' object", name, _MEANT)

    @property
    def board(self) -> Board | None:
        """The first board found."""
        return self.boards[0] if self.boards else None

    @property
    def nodes(self) -> int:
        """Nodes of the engine's search."""
        return int(self.stats["nodes"])

    @property
    def seconds(self) -> float:
        """The time that it took."""
        return self.stats["seconds"]


class WrongBoardError(BimaruError, RuntimeError):
    """An engine returned a board that the referee rejects, or the same board twice: a bug in bimaru, or in
    the `package` that added the engine."""

    def __init__(self, engine: str, puzzle: Puzzle, board: Board, fault: str) -> None:
        super().__init__(engine, puzzle, board, fault)
        self.package = package_of(engine)
        self.board = board
        self.fault = fault

    def __str__(self) -> str:
        engine, puzzle, _, fault = self.args
        return f"the engine {source_of(engine)} gave a wrong board for {puzzle!r}: {fault}"


class EngineFailedError(BimaruError, RuntimeError):
    """An engine that another `package` added raised an error that is not one of bimaru's: a bug there."""

    def __init__(self, engine: str, error: str) -> None:
        super().__init__(engine, error)
        self.package = package_of(engine)

    def __str__(self) -> str:
        engine, error = self.args
        return f"the engine {source_of(engine)} failed: {error}"


@contextmanager
def engine_errors(engine: Engine) -> Iterator[None]:
    """A context in which errors of an engine that another package added become `EngineFailedError`. Those
    that engines may raise, and those of bimaru's own engines, stay as they are."""
    try:
        yield
    except Exception as error:
        if _is_bug(engine, error):
            raise EngineFailedError(engine.name, repr(error)) from error
        raise


def _is_bug(engine: Engine, error: Exception) -> bool:
    """Whether an error is a bug in an engine that another package added."""
    return not isinstance(error, BimaruError | MemoryError) and bool(package_of(engine.name))


class NotUniqueError(BimaruError, ValueError):
    """The call takes a puzzle with exactly one solution; this one has another `status`."""

    def __init__(self, puzzle: Puzzle, status: Status) -> None:
        super().__init__(puzzle, status)
        self.status: Status = status

    @property
    def reason(self) -> str:
        """What is known of the puzzle's solutions."""
        return NOT_UNIQUE.get(self.status, "it is not known whether it has one solution")

    def __str__(self) -> str:
        return f"{self.args[0]!r} is not a puzzle with exactly one solution: {self.reason}"


class Solutions(Iterator[Board]):
    """The boards of a puzzle as they are found, each checked by the referee; `found` counts them.

    They are not kept, so a board that an engine returns twice goes unnoticed."""

    def __init__(self, engine: Engine, budget: Budget, limit: int | None, puzzle: Puzzle) -> None:
        check_is_puzzle(puzzle)
        self.found = 0
        self._start = perf_counter()
        self._engine = engine
        with engine_errors(engine):
            self._run = engine.run(puzzle, budget)
        self._boards = _checked(engine, puzzle, islice(self._run, limit))

    def __next__(self) -> Board:
        board = next(self._boards)
        self.found += 1
        return board

    @property
    def complete(self) -> bool:
        """Whether the boards found so far are all there are."""
        with engine_errors(self._engine):
            return self._run.complete

    def result(self, boards: tuple[Board, ...] = ()) -> Result:
        """The result so far, with these of the boards."""
        with engine_errors(self._engine):
            return _result(self._engine, self._run, self._start, self.found, boards)


class Count(int, Outcome):
    """A number of boards; a lower bound if `complete` is false, because a limit cut the count short."""

    complete: bool

    def __new__(cls, number: int, complete: bool) -> Count:
        counted = super().__new__(cls, number)
        counted.complete = complete
        return counted

    def to_data(self) -> dict[str, object]:
        """The count as JSON."""
        return {"n_solutions": int(self), "complete": self.complete}

    def __reduce__(self) -> tuple[type[Count], tuple[int, bool]]:
        return (Count, (int(self), self.complete))


def solve(
    puzzle: Puzzle,
    *,
    engine: EngineName | str | Engine = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Result:
    """Find up to `limit` boards (`None`: all). With the default limit of 2, the status is `unique` for a
    puzzle with exactly one. `time_limit` is in seconds, `node_limit` in nodes of the engine's search.

    Raises `UnsupportedPuzzleError`, `MissingExtraError`, `EngineFailedError` for a bug in an engine of
    another package, and `ValueError` for an unknown engine or a limit below 0."""
    return _solver(engine, limit, time_limit, node_limit)(puzzle)


def search(
    puzzle: Puzzle,
    *,
    engine: EngineName | str | Engine = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Solutions:
    """The boards of a puzzle as they are found, in constant memory.

    Raises what `solve` raises."""
    if limit is not None:
        _check_least("limit", limit, 0)
    return Solutions(_engine(engine), _budget(time_limit, node_limit, limit), limit, puzzle)


def solve_many(
    puzzles: Iterable[Puzzle],
    *,
    engine: EngineName | str | Engine = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    workers: int = 1,
) -> Iterator[Result]:
    """The results of `solve` for many puzzles, in their order, in constant memory.

    The limits hold for each puzzle. With more than one of `workers`, that many processes share the work.
    Raises what `solve` raises: for invalid options immediately, for a puzzle when its turn comes, which ends
    the results."""
    solver = _solver(engine, limit, time_limit, node_limit)
    _check_least("workers", workers, 1)
    from bimaru.processes.pool import map_in_processes

    return map_in_processes(solver, puzzles, workers)


def count(
    puzzle: Puzzle,
    *,
    engine: EngineName | str | Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Count:
    """The exact number of boards, or a lower bound (`complete` is false) where a limit cut it short.

    Raises what `solve` raises."""
    check_is_puzzle(puzzle)
    chosen, budget = _engine(engine), _budget(time_limit, node_limit)
    with engine_errors(chosen):
        run = chosen.run(puzzle, budget)
        return Count(run.count(), run.complete)


def is_unique(
    puzzle: Puzzle, *, engine: EngineName | str | Engine = "auto", time_limit: float | None = None
) -> bool:
    """Whether the puzzle has exactly one board, proved.

    Raises what `solve` raises, and `OutOfTimeError` where that is not known within `time_limit` seconds."""
    status = solve(puzzle, engine=engine, time_limit=time_limit).status
    if status == "unknown" and time_limit is not None:
        raise OutOfTimeError
    return status == "unique"


def _solver(
    engine: str | Engine, limit: int | None, time_limit: float | None, node_limit: int | None
) -> Callable[[Puzzle], Result]:
    """The function that solves a puzzle with these options, which are checked here."""
    if limit is not None:
        _check_least("limit", limit, 0)
    return partial(_solve_with, _engine(engine), _budget(time_limit, node_limit, limit), limit)


def _engine(engine: str | Engine) -> Engine:
    if isinstance(engine, str):
        return engine_named(engine)
    if not isinstance(getattr(engine, "name", None), str):
        raise ValueError(f"engine: {engine!r} is neither the name of an engine nor an engine")
    return engine


def _budget(time_limit: float | None, node_limit: int | None, boards: int | None = None) -> Budget:
    if node_limit is not None:
        _check_least("node_limit", node_limit, 0)
    return Budget(seconds_of(time_limit), node_limit, boards)


def seconds_of(time_limit: float | None) -> float | None:
    """The seconds that a time limit allows, `None` for no limit. Raises `ValueError` below 0, and `TypeError`
    for anything but a number."""
    if time_limit is None:
        return None
    if not isinstance(time_limit, SupportsFloat):  # for callers without type checking
        raise TypeError(f"time_limit: {brief(time_limit)} is not a number")
    if not time_limit >= 0:  # nor is NaN
        raise ValueError(f"time_limit: {time_limit!r} is not a number of seconds from 0")
    return None if time_limit > _ENDLESS else time_limit


def _check_least(name: str, number: int, least: int) -> None:
    if not isinstance(number, SupportsIndex):  # for callers without type checking
        raise TypeError(f"{name}: {brief(number)} is not an integer")
    if index(number) < least:
        raise ValueError(f"{name}: {number} is less than {least}")


def _solve_with(engine: Engine, budget: Budget, limit: int | None, puzzle: Puzzle) -> Result:
    """Solve one puzzle, with few calls, and without a generator or a context: that counts in `solve_many`."""
    if not isinstance(puzzle, Puzzle):
        check_is_puzzle(puzzle)  # type: ignore[unreachable]  # for callers without type checking
    start = perf_counter()
    found: list[Board] = []
    try:
        run = engine.run(puzzle, budget)
        for board in islice(run, limit):
            if broken := check(puzzle, board):
                raise WrongBoardError(engine.name, puzzle, board, broken[0].text)
            found.append(board)
        if len(found) > 1 and len(set(found)) < len(found):
            twice = Counter(found).most_common(1)[0][0]
            raise WrongBoardError(engine.name, puzzle, twice, "it is given twice")
        return _result(engine, run, start, len(found), tuple(found))
    except MemoryError:
        found.clear()  # else the traceback would hold them
        raise
    except Exception as error:
        if _is_bug(engine, error):
            raise EngineFailedError(engine.name, repr(error)) from error
        raise


def _checked(engine: Engine, puzzle: Puzzle, boards: Iterator[Board]) -> Iterator[Board]:
    """The boards. Raises `WrongBoardError` at the first that the referee rejects."""
    with engine_errors(engine):
        for board in boards:
            if broken := check(puzzle, board):
                raise WrongBoardError(engine.name, puzzle, board, broken[0].text)
            yield board


def _result(engine: Engine, run: Run, start: float, found: int, boards: tuple[Board, ...]) -> Result:
    complete = run.complete
    result = _NEW(Result)
    _SET_STATUS(result, _status(found, complete))
    _SET_BOARDS(result, boards)
    _SET_COMPLETE(result, complete)
    _SET_ENGINE(result, run.engine or engine.name)
    _SET_STATS(result, {**run.stats, "seconds": perf_counter() - start})
    return result


_NEW: Final = object.__new__
_SET_STATUS, _SET_BOARDS, _SET_COMPLETE, _SET_ENGINE, _SET_STATS = (
    Result.__dict__[name].__set__ for name in Result.__slots__
)
"""They write the fields of a result in a third of the time of its constructor: it counts in `solve_many`."""


def _status(found: int, complete: bool) -> Status:
    if found > 1:
        return "multiple"
    if not complete:
        return "unknown"
    return "unique" if found else "none"
