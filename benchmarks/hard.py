"""The engine `auto` against the best engine for each board, on hard boards of every kind.

    python -m benchmarks.hard LOG [--half test] [--only sparse] [--engines sat auto] [--seconds 20]

The boards are `solbat`, those of tests/data/large.jsonl, and sixty made here from seeds. Every other one of
each kind is for tuning, the rest for testing. Each engine works until it has two boards or a proof. LOG gets
a line of JSON for each measurement; what it has already is not measured again. Times are CPU seconds, on
Linux. Prints PAR2 scores: sums in which an undecided board counts twice the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import bimaru
from benchmarks.processor_time import process_times
from benchmarks.random_boards import given, laid, tallies_of
from bimaru.clock import clock
from bimaru.engines import engine_named
from bimaru.generation.lettered import edges_of
from bimaru.placements import Placement
from bimaru.polyominoes import NAMED
from bimaru.puzzle import Puzzle
from bimaru.squares import Square

ENGINES: Final = ("search", "placements", "sat", "cp-sat:parameters=default", "auto")
DATA: Final = Path(__file__).parent.parent / "tests" / "data"
HALVES: Final = ("tuning", "test")
_LEAST: Final = 0.01
"""CPU seconds, the unit in which they are measured."""
_LETTERS: Final = "ABCDE"
_UNDECIDED: Final = "unknown"
_POLL: Final = 0.1
"""Seconds between two looks at the times."""
_PATIENT: Final = 1.0
"""Seconds that each engine has at least."""

Ships: TypeAlias = Callable[[random.Random], Mapping[str, Any]]
"""Draws ships, as arguments of `Puzzle`."""


class Kind(NamedTuple):
    """Puzzles made at random: the ships, and the shares of squares that are given and of lines with a tally
    or an edge letter."""

    height: int
    width: int
    ships: Ships
    givens: float
    tallies: float = 1.0
    edges: tuple[str, ...] = ()


def triangle(longest: int) -> Ships:
    """A ship of the longest length, two of the next, and so on."""
    return lambda _: {"fleet": {length: longest + 1 - length for length in range(1, longest + 1)}}


def straight(squares: int, longest: int) -> Ships:
    """Lengths drawn until the ships have that many squares."""

    def draw(chance: random.Random) -> Mapping[str, Any]:
        return {"fleet": Counter(map(len, _drawn(lambda: "x" * chance.randint(1, longest), squares)))}

    return draw


def words(squares: int, longest: int) -> Ships:
    """Words drawn until they have that many letters."""

    def draw(chance: random.Random) -> Mapping[str, Any]:
        drawn = _drawn(lambda: "".join(chance.choices(_LETTERS, k=chance.randint(1, longest))), squares)
        return {"words": drawn}

    return draw


def polyominoes(number: int) -> Ships:
    """Polyominoes of three to five squares."""
    return lambda chance: {"shapes": chance.choices([*NAMED.values()], k=number)}


def _drawn(draw: Callable[[], str], squares: int) -> list[str]:
    found: list[str] = []
    while sum(map(len, found)) < squares:
        found.append(draw())
    return found


def made(kind: Kind, seed: int) -> Puzzle:
    """The puzzle of this kind and seed."""
    chance = random.Random(seed)
    lines = [None] * kind.height, [None] * kind.width
    open_grid = Puzzle(*lines, **kind.ships(chance))
    while (board := laid(open_grid, partial(_first_free, chance))) is None:
        open_grid = Puzzle(*lines, **kind.ships(chance))
    givens = {at: given(mark) for at, mark in board.squares() if chance.random() < kind.givens}
    shown = partial(_shown, kind.tallies, chance)
    rows, cols = tallies_of(board)
    edges = edges_of(board, kind.edges)._asdict()
    return open_grid.replace(
        rows=shown(rows),
        cols=shown(cols),
        givens=givens,
        edges={side: shown(letters) for side, letters in edges.items() if letters},
    )


def _first_free(chance: random.Random, ways: Sequence[Placement], taken: set[Square]) -> Placement | None:
    """Of 500 tries."""
    tries = (chance.choice(ways) for _ in range(500))
    return next((way for way in tries if taken.isdisjoint(way.squares)), None)


def _shown(share: float, chance: random.Random, clues: Sequence[Any]) -> list[Any]:
    """The clues, of which about this share is left."""
    return [clue if share == 1 or chance.random() < share else None for clue in clues]


KINDS: Final[Mapping[str, Sequence[Kind]]] = {
    "dense": (
        Kind(16, 16, straight(85, 7), 0.03),
        Kind(18, 18, straight(110, 7), 0.05),
        Kind(18, 20, straight(115, 6), 0.1),
        Kind(15, 22, straight(100, 7), 0.05),
        Kind(20, 20, straight(120, 6), 0.1),
        Kind(20, 20, straight(125, 7), 0.12),
    ),
    "sparse": (
        Kind(30, 20, triangle(9), 0.1),
        Kind(30, 30, triangle(10), 0.15),
        Kind(30, 30, triangle(10), 0.2),
        Kind(40, 40, triangle(11), 0.2),
        Kind(50, 50, triangle(11), 0.2),
        Kind(60, 60, triangle(12), 0.25),
    ),
    "missing tallies": (
        Kind(18, 18, straight(75, 8), 0.06, 0.5),
        Kind(20, 20, straight(90, 8), 0.06, 0.5),
        Kind(25, 25, straight(110, 7), 0.05, 0.5),
        Kind(25, 25, straight(150, 8), 0.06, 0.5),
        Kind(25, 25, straight(160, 8), 0.15, 0.5),
        Kind(30, 30, straight(200, 8), 0.12, 0.3),
    ),
    "lettered": (
        Kind(14, 14, words(45, 5), 0.0, 0.6, ("left", "top")),
        Kind(14, 14, words(50, 5), 0.05, 0.3, ("left", "right", "top")),
        Kind(16, 16, words(60, 6), 0.0, 0.8, ("left", "bottom")),
        Kind(16, 16, words(55, 6), 0.05, 0.5, ("top", "bottom")),
        Kind(18, 18, words(70, 6), 0.1, 0.7, ("left", "right", "top", "bottom")),
        Kind(20, 20, words(80, 6), 0.15, 0.6, ("left", "top")),
    ),
    "polyomino": (
        Kind(13, 13, polyominoes(10), 0.0),
        Kind(13, 13, polyominoes(12), 0.0),
        Kind(14, 14, polyominoes(12), 0.1),
        Kind(16, 16, polyominoes(15), 0.15),
        Kind(18, 18, polyominoes(18), 0.2, 0.7),
        Kind(20, 20, polyominoes(20), 0.2, 0.8),
    ),
}
"""Kinds on which an engine takes seconds; two boards of each are made."""


GROUPS: Final = ("solbat", "large", *KINDS)


class HardBoard(NamedTuple):
    """A puzzle, and the name of its set."""

    group: str
    name: str
    puzzle: Puzzle


def hard_boards(half: str, groups: Sequence[str]) -> Iterator[HardBoard]:
    """The boards of a half, of these groups."""
    parity = HALVES.index(half)
    for group in (group for group in groups if group not in KINDS):
        for puzzle in [*bimaru.read_all(DATA / f"{group}.jsonl")][parity::2]:
            yield HardBoard(group, str(puzzle.id), puzzle)
    for group in (group for group in groups if group in KINDS):
        for number, kind in enumerate(KINDS[group]):
            yield HardBoard(group, f"{group} {number} {half}", made(kind, parity))


class Row(NamedTuple):
    """A measurement. `seconds` are CPU seconds; of `auto`, which works in several processes, the time on two
    idle cores: half the sum, or the busiest process if it takes longer."""

    group: str
    board: str
    engine: str
    seconds: float
    status: str

    @property
    def is_decided(self) -> bool:
        return self.status.partition(" ")[0] in ("unique", "multiple", "none")


class Trial:
    """An engine that decides a puzzle in a process of its own, whose CPU time is measured."""

    def __init__(self, engine: str, puzzle: Puzzle) -> None:
        self.engine = engine
        read, write = os.pipe()
        self._process = os.fork()
        if not self._process:
            os.close(read)
            clock.count_work()
            with suppress(BaseException):
                result = bimaru.solve(puzzle, engine=engine)
                os.write(write, f"{result.status} {result.engine}".encode())
            os._exit(0)
        os.close(write)
        os.set_blocking(read, False)
        self._answer = read
        self.status = _UNDECIDED
        self._spent: dict[int, float] = {}
        self.seconds = 0.0

    def has_ended(self) -> bool:
        """Whether the engine has ended; reads its times."""
        self._spent |= {pid: times.own for pid, times in process_times(self._process).items()}
        total, most = sum(self._spent.values()), max(self._spent.values())
        self.seconds = max(total / 2, most) if self.engine.startswith("auto") else total
        with suppress(BlockingIOError):
            self.status = os.read(self._answer, 100).decode() or "failed"
        return self.status != _UNDECIDED

    def end(self) -> None:
        """End the process; those that it has started then end, too."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._answer)


def takes(engine: str, puzzle: Puzzle) -> bool:
    """Whether the engine is measured on this puzzle: `placements` only where `search` does not take it."""
    is_second = engine == "placements" and engine_named("search").refusal(puzzle) is None
    return not is_second and engine_named(engine).refusal(puzzle) is None


def measure(engines: Sequence[str], board: HardBoard, limit: float, patience: float) -> Iterator[Row]:
    """A row for each engine, all side by side: each until the limit, or until it has taken `patience` times
    as long as the fastest."""
    trials = [Trial(engine, board.puzzle) for engine in engines]
    try:
        while trials:
            time.sleep(_POLL)
            for trial in [*trials]:
                if trial.has_ended():
                    limit = min(limit, max(_PATIENT, patience * trial.seconds))
                elif trial.seconds < limit:
                    continue
                trial.end()
                trials.remove(trial)
                yield Row(board.group, board.name, trial.engine, round(trial.seconds, 3), trial.status)
    finally:
        for trial in trials:
            trial.end()


class Score(NamedTuple):
    """The PAR2 scores of the best engine and of `auto` for a board. Another engine that was given up before
    the limit counts with its seconds until then, so that no score of the best is too high."""

    name: str
    best: float
    auto: float
    slowest: float

    @classmethod
    def of(cls, rows: Sequence[Row], limit: float) -> Score:
        def counts_its_time(row: Row) -> bool:
            given_up = row.status == _UNDECIDED and row.seconds < limit and row.engine != "auto"
            return row.is_decided or given_up

        par2 = {row.engine: row.seconds if counts_its_time(row) else 2 * limit for row in rows}
        auto = par2.pop("auto")
        decided = [row.engine for row in rows if row.is_decided and row.engine in par2]
        name = min(decided or par2, key=par2.__getitem__)
        return cls(name if decided else "none", par2[name], auto, max(row.seconds for row in rows))


def table(groups: Mapping[str, Sequence[Score]]) -> Iterator[str]:
    """The lines of the table of the boards measured."""
    yield "| boards | number | best engine | PAR2: best | `auto` | ratio | worst |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for group, scores in groups.items():
        if not scores:
            continue
        best, auto = sum(score.best for score in scores), sum(score.auto for score in scores)
        names = ", ".join(f"{name} {n}" for name, n in Counter(s.name for s in scores).most_common())
        worst = max(score.auto / max(score.best, _LEAST) for score in scores)
        cells = [
            group,
            str(len(scores)),
            names,
            f"{best:.1f}",
            f"{auto:.1f}",
            f"{auto / max(best, _LEAST):.2f}",
            f"{worst:.2f}",
        ]
        yield f"| {' | '.join(cells)} |"


def grouped(rows: Iterable[Row], limit: float) -> Mapping[str, Sequence[Score]]:
    """The scores of the boards by kind, and of those that are hard."""
    boards: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        boards.setdefault((row.group, row.board), []).append(row)
    groups: dict[str, list[Score]] = {}
    for (group, _), found in boards.items():
        if "auto" in {row.engine for row in found} and len(found) > 1:
            groups.setdefault(group, []).append(Score.of(found, limit))
    scores = [score for group in groups.values() for score in group]
    for seconds in (1, 5):
        groups[f"the best or `auto` over {seconds} s"] = [s for s in scores if max(s.best, s.auto) > seconds]
    groups["some engine over 1 s"] = [score for score in scores if score.slowest > 1]
    return groups


def rows_of(log: Path) -> list[Row]:
    """What has been measured."""
    return [Row(**json.loads(line)) for line in log.read_text().splitlines()] if log.exists() else []


def main() -> None:
    """Measure what the log does not have, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--half", choices=HALVES, default="tuning")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS, metavar="KIND")
    parser.add_argument("--engines", nargs="+", default=ENGINES, metavar="ENGINE")
    parser.add_argument("--seconds", type=float, default=20, help="for a board and engine")
    parser.add_argument("--patience", type=float, default=3, help="times the best, for the others")
    options = parser.parse_args()
    known = {(row.board, row.engine) for row in rows_of(options.log)}
    for board in hard_boards(options.half, options.only):
        wanted = [
            one for one in options.engines if (board.name, one) not in known and takes(one, board.puzzle)
        ]
        for row in measure(wanted, board, options.seconds, options.patience):
            with options.log.open("a") as log:
                log.write(json.dumps(row._asdict()) + "\n")
    print(*table(grouped(rows_of(options.log), options.seconds)), sep="\n")


if __name__ == "__main__":
    main()
