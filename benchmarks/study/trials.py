"""Trials, kept in a file of JSON Lines from one call to the next."""

from __future__ import annotations

import json
import os
import platform
import random
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import bimaru
from benchmarks.study.worker import Worker
from bimaru.puzzle import Puzzle
from bimaru.symmetry import turns

PACKAGES: Final = ("ortools", "python-sat", "multi-puzzle-solver", "pycsp3", "clingo", "pychoco", "z3-solver")
Key: TypeAlias = tuple[str, int, str, int | None, int | None]
"""A puzzle, by its id, its repetition, an engine with its options, and the limits on boards and nodes."""


class Trial(NamedTuple):
    """One engine on one puzzle: the outcome, CPU seconds of all processes with those of building and solving
    by the engine's clock, a digest of the solutions if they are all, and the limits."""

    id: str
    engine: str
    outcome: str
    decided: bool
    cpu: float = 0.0
    build_seconds: float | None = None
    solve_seconds: float | None = None
    nodes: int | None = None
    boards: str | None = None
    trouble: str | None = None
    repetition: int = 0
    cpu_limit: float = 0.0
    board_limit: int | None = 2
    node_limit: int | None = None

    @property
    def key(self) -> Key:
        return self.id, self.repetition, self.engine, self.board_limit, self.node_limit

    @property
    def build_share(self) -> float | None:
        """The share of its time that the engine took to build its model, if it says so."""
        if self.build_seconds is None or self.solve_seconds is None:
            return None
        return self.build_seconds / ((self.build_seconds + self.solve_seconds) or 1)

    def within(self, seconds: float) -> bool:
        """Whether the puzzle was decided in so many seconds."""
        return self.decided and self.cpu <= seconds

    def is_final(self, seconds: float) -> bool:
        """Whether a limit of so many seconds would not change it."""
        ran_out = self.outcome == "unknown" and not (self.node_limit and (self.nodes or 0) >= self.node_limit)
        return not ran_out or self.cpu_limit >= seconds


class Results:
    """What has been measured; with the machines, and the versions there, that it was measured on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines]
        self.machines = [row for row in rows if "machine" in row]
        self._trials = {trial.key: trial for trial in (Trial(**row) for row in rows if "id" in row)}

    def find(self, key: Key, seconds: float) -> Trial | None:
        """The trial, unless it ran out of less time."""
        found = self._trials.get(key)
        return found if found is not None and found.is_final(seconds) else None

    def measure(self, puzzle: Puzzle, key: Key, seconds: float) -> Trial:
        """The same, measured now if need be, and written to the file at once."""
        if (known := self.find(key, seconds)) is not None:
            return known
        if machine() not in self.machines:
            self._write(machine())
            self.machines.append(machine())
        name, repetition, engine, boards, nodes = key
        found = _worker(engine).run(turned(puzzle, repetition), seconds, boards, nodes)
        trial = Trial(
            id=name,
            engine=engine,
            repetition=repetition,
            cpu_limit=seconds,
            board_limit=boards,
            node_limit=nodes,
            **found,
        )
        self._trials[key] = trial
        defaults = Trial._field_defaults
        self._write(
            {name: value for name, value in trial._asdict().items() if defaults.get(name, ...) != value}
        )
        return trial

    def _write(self, row: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def turned(puzzle: Puzzle, repetition: int) -> Puzzle:
    """The puzzle as it is printed; for each repetition turned and mirrored in another way, drawn at random.

    Solvers are sensitive to the order of their variables, whether they draw random numbers or not."""
    ways = [*turns(puzzle.height, puzzle.width)]
    others = sorted(ways[1:], key=lambda way: random.Random(f"{puzzle.id} {way}").random())
    return [ways[0], *others][repetition].puzzle(puzzle)


@cache
def _worker(engine: str) -> Worker:
    return Worker(engine)


def close_workers(engines: Iterable[str]) -> None:
    """End the processes of these engines."""
    for engine in engines:
        _worker(engine).close()


@cache
def machine() -> dict[str, str]:
    """This machine, with the date and the versions of what is measured."""
    cpu = next(
        (line for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.machine()
    )
    packages = {name: found for name in PACKAGES if (found := _version(name))}
    return {
        "machine": f"{cpu.rpartition(': ')[2]}, {os.cpu_count()} cores, {platform.system()}",
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "bimaru": bimaru.__version__,
        **packages,
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []
