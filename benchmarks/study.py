"""Every published model on boards from 6x6 to 30x20: how large it is, and how long it takes.

    python -m benchmarks.study RESULTS.jsonl [--puzzles 3] [--seconds 20] [--engines sat search]

Each engine proves each puzzle unique, or finds two boards, in the seconds that it has. A result is
written to RESULTS.jsonl as soon as it is there, and what is there already is not measured again:
start it anew after an interruption, or for more puzzles. At the end it prints the tables,
in Markdown, of all that it was asked for. Where engines disagree it says so and ends with an error.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import bimaru
from bimaru.board import Board
from bimaru.engines import engine_named
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import COSTS, SIZES, Comparison, Trial, run_trial, warm_up

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
ENGINES: Final = (
    "mip-cell",
    "mip-pairs",
    "mip-heads",
    "mip-ship",
    "cp-sat",
    "sat-boats",
    "sat",
    "backtracking",
    "search",
)


class Boards(NamedTuple):
    """A row of the tables: the puzzles of a size in a file of `tests/data`."""

    file: str
    height: int
    width: int

    def __str__(self) -> str:
        return f"{self.height}x{self.width} {self.file}"

    def puzzles(self, number: int) -> list[Puzzle]:
        """So many of them, evenly spread over the file."""
        size = (self.height, self.width)
        found = [
            one for one in bimaru.read_all(DATA / f"{self.file}.jsonl") if (one.height, one.width) == size
        ]
        return found[:: max(1, len(found) // number)][:number]


ROWS: Final = (
    Boards("seeds", 6, 6),
    Boards("boats", 10, 10),
    Boards("csplib014", 10, 10),
    Boards("solbat", 12, 12),
    Boards("solbat", 13, 13),
    Boards("solbat", 15, 15),
    Boards("large", 15, 15),
    Boards("large", 20, 20),
    Boards("large", 30, 20),
)

Cell: TypeAlias = tuple[str, str]
"""A puzzle, by its id, and an engine."""


class Results:
    """Trials, kept in a file of JSON Lines from one call to the next."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._trials = dict(map(_read, lines))

    def trial(self, puzzle: Puzzle, engine: str, seconds: float) -> Trial:
        """The trial of that engine on that puzzle, done now if it has not been."""
        cell = (str(puzzle.id), engine)
        if cell not in self._trials:
            report(f"{engine} on {puzzle.id}")
            self._trials[cell] = run_trial(puzzle, engine_named(engine), time_limit=seconds)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_written(puzzle, self._trials[cell]))
        return self._trials[cell]


def _written(puzzle: Puzzle, trial: Trial) -> str:
    solutions = [board.to_data() for board in trial.boards]
    line = {"id": puzzle.id, **trial.figures(), "decided": trial.decided, "solutions": solutions}
    return json.dumps(line) + "\n"


def _read(line: str) -> tuple[Cell, Trial]:
    told: Mapping[str, Any] = json.loads(line)
    trial = Trial(
        engine=told["engine"],
        outcome=told["status"],
        boards=tuple(map(Board.from_data, told["solutions"])),
        complete=told["complete"],
        decided=told["decided"],
        stats={name: told[name] for name in (*SIZES, *COSTS) if told[name] is not None},
        trouble=told["trouble"] or "",
    )
    return (told["id"], trial.engine), trial


def size(trials: Sequence[Trial]) -> str:
    """Variables and constraints or clauses, the median; nothing for an engine without a model."""
    figures = [
        [trial.stats[name] for trial in trials if name in trial.stats]
        for name in ("variables", "constraints", "clauses")
    ]
    return " / ".join(f"{statistics.median(numbers):,.0f}" for numbers in figures if numbers) or "-"


def time_taken(trials: Sequence[Trial], seconds: float) -> str:
    """The median in milliseconds, an unfinished trial taking for ever, and how many are unfinished."""
    if not all(trial.has_run for trial in trials):
        return "too large"
    unfinished = sum(not trial.decided for trial in trials)
    median = statistics.median_high(
        1000 * trial.stats["seconds"] if trial.decided else float("inf") for trial in trials
    )
    told = f"> {1000 * seconds:,.0f}" if median == float("inf") else digits(median)
    return f"{told} ({unfinished} of {len(trials)} unfinished)" if 0 < unfinished < len(trials) else told


def digits(number: float) -> str:
    """A number to two digits, or to the next whole one."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def row(boards: Boards, results: Results, asked: argparse.Namespace) -> tuple[str, list[list[Trial]]]:
    """The name of a row and, for each engine, its trials on the row's puzzles."""
    puzzles = boards.puzzles(asked.puzzles)
    trials = [[results.trial(puzzle, name, asked.seconds) for name in asked.engines] for puzzle in puzzles]
    for puzzle, of_puzzle in zip(puzzles, trials, strict=True):
        check(Comparison(puzzle, tuple(of_puzzle)))
    return f"{len(puzzles)} of {boards}", [list(of_engine) for of_engine in zip(*trials, strict=True)]


def check(comparison: Comparison) -> None:
    """Exit, saying what is wrong, if an engine is at fault or two disagree."""
    if not comparison.is_sound:
        faults = [trial.trouble for trial in comparison.trials if trial.is_at_fault]
        disagreements = [found.text for found in comparison.disagreements()]
        sys.exit(f"{comparison.puzzle.id}: {'; '.join(faults + disagreements)}")


def table(engines: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The table in Markdown, a column an engine."""
    lines = [["boards", *engines], ["---"] * (1 + len(engines)), *([name, *cells] for name, cells in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def report(text: str) -> None:
    """Show progress, where someone is watching."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Measure what is missing, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__.split("\n")[0])
    parser.add_argument("results", type=Path, help="where results are kept, in JSON Lines")
    parser.add_argument("--puzzles", type=int, default=3, help="in each row")
    parser.add_argument("--seconds", type=float, default=20, help="for each engine and puzzle")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=ENGINES)
    asked = parser.parse_args()
    for name in asked.engines:
        warm_up(engine_named(name))
    results = Results(asked.results)
    rows = [row(boards, results, asked) for boards in ROWS]
    sizes = [(name, [size(trials) for trials in cells]) for name, cells in rows]
    times = [(name, [time_taken(trials, asked.seconds) for trials in cells]) for name, cells in rows]
    print(f"Variables / constraints or clauses, medians:\n\n{table(asked.engines, sizes)}")
    print(
        f"Milliseconds, medians; {asked.seconds:g} s for each puzzle:\n\n{table(asked.engines, times)}",
        end="",
    )


if __name__ == "__main__":
    main()
