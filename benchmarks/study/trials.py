"""Trials, kept in a file of JSON Lines from one call to the next."""

from __future__ import annotations

import json
import os
import platform
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from benchmarks.study.exports import engine_of
from benchmarks.study.plan import Experiment, PuzzleSet
from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import COSTS, SIZES, Trial, run_trial, warm_up

Cell: TypeAlias = tuple[str, str, int | None, int | None]
"""A puzzle, by its id, an engine with its options, and the limits on boards and nodes."""
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Measured(NamedTuple):
    """A trial, its time limit in seconds, and the CPU seconds of all processes, where they are known."""

    trial: Trial
    time_limit: float
    cpu_seconds: float | None

    @property
    def seconds(self) -> float:
        """CPU seconds if they are known, else seconds."""
        return self.trial.stats.get("seconds", 0.0) if self.cpu_seconds is None else self.cpu_seconds


class Results:
    """What has been measured."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._measured: dict[Cell, Measured] = dict(map(_read, lines))

    def find(self, puzzle: Puzzle, engine: str, experiment: Experiment, seconds: float) -> Measured | None:
        """The measurement of an engine on a puzzle; `None` if there is none, or it ran out of less time."""
        found = self._measured.get(_cell(puzzle, engine, experiment))
        return (
            None if found is None or (_is_late(found, experiment) and found.time_limit < seconds) else found
        )

    def measure(self, puzzle: Puzzle, engine: str, experiment: Experiment, seconds: float) -> Measured:
        """The same, measured now if there is none. It is written to the file at once."""
        if (known := self.find(puzzle, engine, experiment, seconds)) is not None:
            return known
        _warm(engine)
        started = _cpu_of_children()
        own = time.process_time()
        trial = run_trial(
            puzzle,
            engine_of(engine),
            experiment.limit,
            time_limit=seconds,
            node_limit=experiment.nodes,
        )
        own = time.process_time() - own
        measured = Measured(trial, seconds, _total(own, started, _cpu_of_children()))
        cell = _cell(puzzle, engine, experiment)
        self._measured[cell] = measured
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_as_data(cell, measured)) + "\n")
        return measured


def trials_of(
    results: Results, experiment: Experiment, puzzles: PuzzleSet, number: int | None, seconds: float
) -> Iterator[tuple[Puzzle, tuple[Measured, ...]]]:
    """What has been measured of an experiment: its engines' measurements on each puzzle of a set, without
    puzzles on which some engine has none."""
    for puzzle in puzzles.puzzles(number):
        found = [results.find(puzzle, engine, experiment, seconds) for engine in experiment.engines]
        measured = tuple(one for one in found if one is not None)
        if len(measured) == len(found):
            yield puzzle, measured


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The first quartile, the median and the third; of one value three times that."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    ordered = sorted(values)
    if ordered[-1] == float("inf"):  # whose interpolation is not a number
        last = len(ordered) - 1
        return ordered[round(last / 4)], ordered[round(last / 2)], ordered[round(3 * last / 4)]
    low, middle, high = statistics.quantiles(ordered, n=4, method="inclusive")
    return low, middle, high


def _is_late(measured: Measured, experiment: Experiment) -> bool:
    """Whether a trial ran out of time, and not of nodes."""
    trial = measured.trial
    has_nodes = experiment.nodes is None or trial.stats.get("nodes", 0) < experiment.nodes
    return trial.has_run and not trial.decided and has_nodes


def _cell(puzzle: Puzzle, engine: str, experiment: Experiment) -> Cell:
    return str(puzzle.id), engine_of(engine).name, experiment.limit, experiment.nodes


@cache
def _warm(engine: str) -> None:
    warm_up(engine_of(engine))


def _as_data(cell: Cell, measured: Measured) -> dict[str, Any]:
    name, engine, limit, nodes = cell
    trial = measured.trial
    return {
        "id": name,
        **trial.figures(),
        "engine": engine,
        "decided": trial.decided,
        "limit": limit,
        "node_limit": nodes,
        "time_limit": measured.time_limit,
        "cpu_seconds": measured.cpu_seconds,
        "machine": _machine(),
        "date": datetime.now(UTC).date().isoformat(),
        "solutions": [board.to_data() for board in trial.boards],
    }


def _machine() -> str:
    system = f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores"
    return f"{system}, Python {platform.python_version()}"


def _read(line: str) -> tuple[Cell, Measured]:
    data: Mapping[str, Any] = json.loads(line)
    trial = Trial(
        engine=data["engine"],
        outcome=data["status"],
        boards=tuple(map(Board.from_data, data["solutions"])),
        complete=data["complete"],
        decided=data["decided"],
        stats={name: data[name] for name in (*SIZES, *COSTS) if data[name] is not None},
        trouble=data["trouble"] or "",
    )
    cell = (data["id"], data["engine"], data["limit"], data["node_limit"])
    return cell, Measured(trial, data["time_limit"], data["cpu_seconds"])


def _total(own: float, before: float | None, after: float | None) -> float | None:
    """The CPU seconds of a trial; `None` where they are not known."""
    return None if before is None or after is None else own + after - before


def _cpu_of_children() -> float | None:
    """The CPU seconds of the processes that this one has started, those that have ended and those that still
    run, on Linux."""
    if not Path("/proc/self/stat").exists():
        return None
    ended = os.times()
    running = sum(_cpu_of(path, os.getpid()) for path in Path("/proc").glob("[0-9]*/stat"))
    return ended.children_user + ended.children_system + running


def _cpu_of(path: Path, parent: int) -> float:
    """The CPU seconds of a process and of those that it has started and that have ended, if it was started by
    that parent (proc(5): fields 4, and 14 to 17)."""
    try:
        fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS if int(fields[1]) == parent else 0.0
