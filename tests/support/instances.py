"""The puzzles of `tests/data`, each with what is known about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bimaru.puzzle import Puzzle

DATA = Path(__file__).parents[1] / "data"
SOLVABLE_SETS = ("csplib014", "solbat", "boats", "large", "lettered", "polyomino", "seeds")
"""Every file whose rows are puzzles; `puzzlink` holds them in other formats."""


class Instance(NamedTuple):
    """A puzzle and the row of its file: `known["n_solutions"]` and so on."""

    puzzle: Puzzle
    known: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.known["id"])


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """The objects of `data/<name>.jsonl`."""
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


@cache
def instances(name: str) -> tuple[Instance, ...]:
    """The puzzles of `data/<name>.jsonl`."""
    return tuple(Instance(puzzle_of(row), row) for row in rows(name))


def instance(name: str, id: str) -> Instance:
    """One puzzle of `data/<name>.jsonl`."""
    return next(found for found in instances(name) if found.id == id)


def every_instance() -> Iterator[Instance]:
    return (found for name in SOLVABLE_SETS for found in instances(name))


def puzzle_of(row: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a row, built without the reader of JSON that it serves to test."""
    given = {
        key: row[key] for key in ("rows", "cols", "words", "shapes", "edges", "id", "source") if key in row
    }
    fleet = {int(length): count for length, count in row.get("fleet", {}).items()}
    return Puzzle(**given, givens=row.get("hints", ()), fleet=fleet)
