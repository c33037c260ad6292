"""The benchmark: 300 frozen boards in four sets and three bands of hardness, half of them for tuning.

    python -m benchmarks.study.boards              check the boards against their digests
    python -m benchmarks.study.boards FILE.jsonl   the same, and write the puzzles

`boards.csv` names the boards, each with the SHA-256 digest of its text. Published boards, and some large
ones, are those of `tests/data`; the others are made again from their names. A board is never changed: a
better benchmark gets another file.

The band says how many nodes the engine `search` took to prove the board unique, or to find two solutions,
when the benchmark was made: `light` to 100, `middle` to 10,000, `heavy` more. The last digit of the digest
says which half a board, of the benchmark or not, belongs to: odd digits test, even ones are for tuning.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

import bimaru
from benchmarks.random_boards import given, laid, tallies_of
from bimaru.placements import Placement
from bimaru.puzzle import Puzzle
from bimaru.squares import Square

DATA: Final = Path(__file__).parents[2] / "tests" / "data"
FILE: Final = Path(__file__).with_name("boards.csv")
PUBLISHED: Final = ("csplib014", "solbat", "boats")
BANDS: Final = {"light": 100, "middle": 10_000, "heavy": 1_000_000}
"""The most nodes of each band. A board that `search` has not decided by the last number is heavy, too."""
HALVES: Final = ("test", "tuning")


class Recipe(NamedTuple):
    """Boards made at random: their grids, with the longest ship of each (1 of it, 2 of the next length, ...);
    the share of squares that is given at least, and the range of the share of missing tallies."""

    grids: tuple[tuple[int, int, int], ...]
    given: float
    missing: tuple[float, float] = (0, 0)


RECIPES: Final = {
    "made": Recipe(((10, 10, 4), (12, 12, 5), (14, 14, 6), (15, 15, 7)), 0.02),
    "missing": Recipe(((10, 10, 4), (12, 12, 5), (15, 15, 6)), 0.1, (0.3, 0.8)),
    "large": Recipe(((20, 20, 7), (30, 20, 8), (30, 30, 8), (40, 40, 10)), 0.1, (0, 0.2)),
}
SETS: Final = ("published", *RECIPES)


class Entry(NamedTuple):
    """A line of the benchmark. `nodes` are those of `search`, `status` what it found."""

    id: str
    set: str
    half: str
    band: str
    nodes: int
    status: str
    sha256: str

    @property
    def puzzle(self) -> Puzzle:
        """The board. Raises `ValueError` if it is not the one that the benchmark was made with."""
        puzzle = _puzzle(self.id)
        if digest(puzzle) != self.sha256:
            raise ValueError(f"{self.id} has changed: its digest is {digest(puzzle)}")
        return puzzle


def digest(puzzle: Puzzle) -> str:
    """The SHA-256 digest of the puzzle's text, without its id."""
    return hashlib.sha256(bimaru.write(puzzle.replace(id=None, source=None), "text").encode()).hexdigest()


def is_large(puzzle: Puzzle) -> bool:
    """Whether a puzzle of `tests/data` is one of the large ones, which were made for bimaru."""
    return str(puzzle.id).startswith("large-")


def half(sha256: str) -> str:
    """Whether a board with this digest is for tests or for tuning."""
    return "test" if int(sha256[-1], 16) % 2 else "tuning"


@cache
def entries() -> tuple[Entry, ...]:
    """The benchmark."""
    with FILE.open(encoding="utf-8", newline="") as file:
        next(rows := csv.reader(file))  # the heading
        return tuple(Entry._make([*first, int(nodes), status, sha]) for *first, nodes, status, sha in rows)


def drawn(name: str, number: int | None, half: str = "test", seed: int = 1) -> list[Entry]:
    """Boards of a half of a set, drawn by seed, from each band in turn as long as it has any."""
    bands = [
        sorted(
            (one for one in entries() if (one.set, one.half, one.band) == (name, half, band)),
            key=lambda one: hashlib.sha256(f"{seed} {one.sha256}".encode()).digest(),
        )
        for band in BANDS
    ]
    places = ((place, found[place]) for found in bands for place in range(len(found)))
    return [one for _, one in sorted(places, key=lambda place: place[0])][:number]


@cache
def _known() -> dict[str, Puzzle]:
    """The puzzles of `tests/data`, the large ones last."""
    puzzles = (puzzle for name in (*PUBLISHED, "large") for puzzle in bimaru.read_all(DATA / f"{name}.jsonl"))
    return {str(puzzle.id): puzzle for puzzle in puzzles}


@cache
def _puzzle(name: str) -> Puzzle:
    return _known().get(name) or made(name)


def made(name: str) -> Puzzle:
    """The board of a name such as `large-17-60`: a random fleet, of which 60 squares are given.

    `random` of `Random` is the same in every version of Python; its other methods are not."""
    kind, seed, number = name.split("-")
    recipe, chance = RECIPES[kind], random.Random(f"{kind}-{seed}").random
    height, width, longest = recipe.grids[int(seed) % len(recipe.grids)]
    fleet = {length: longest + 1 - length for length in range(1, longest + 1)}
    grid = Puzzle([None] * height, [None] * width, fleet)
    while (board := laid(grid, partial(_any_free, chance))) is None:
        pass
    low, high = recipe.missing
    missing = low + chance() * (high - low)
    rows, cols = ([None if chance() < missing else n for n in line] for line in tallies_of(board))
    order = {at: chance() for at, _ in board.squares()}
    squares = sorted(board.squares(), key=lambda square: order[square[0]])
    givens = {at: given(mark) for at, mark in squares[: int(number)]}
    return grid.replace(id=name, rows=rows, cols=cols, givens=givens)


def _any_free(chance: Callable[[], float], ways: Iterable[Placement], taken: set[Square]) -> Placement | None:
    free = [way for way in ways if taken.isdisjoint(way.squares)]
    return free[int(chance() * len(free))] if free else None


def entry(puzzle: Puzzle, name: str) -> Entry:
    """The line of a board, with the nodes that `search` takes now."""
    result = bimaru.solve(puzzle, engine="search", node_limit=max(BANDS.values()))
    nodes = int(result.stats["nodes"]) if result.status != "unknown" else max(BANDS.values())
    band = next((band for band, most in BANDS.items() if nodes <= most), "heavy")
    status = bimaru.solve(puzzle, time_limit=3).status
    return Entry(str(puzzle.id), name, half(digest(puzzle)), band, nodes, status, digest(puzzle))


def _of_a_fleet(kind: str, seed: int) -> Iterator[Entry]:
    """Boards of a fleet: that with the fewest squares given, whatever its solutions, unless it is light; then
    those with one solution, from the fewest squares given, which is hardest."""
    height, width, _ = RECIPES[kind].grids[seed % len(RECIPES[kind].grids)]
    number = int(RECIPES[kind].given * height * width)
    if (first := entry(made(f"{kind}-{seed}-{number}"), kind)).band != "light":
        yield first
    while bimaru.solve(made(f"{kind}-{seed}-{number}"), time_limit=0.5).status != "unique":
        number += max(1, number // 6)
    for more in (number, number * 5 // 4, number * 3 // 2, number * 2):
        yield entry(made(f"{kind}-{seed}-{more}"), kind)


def make() -> Iterator[Entry]:
    """The boards of a new benchmark: of each set 75, the first that are found. Few published boards are
    heavy, few large ones of the bands below."""
    known = sorted(_known().values(), key=digest)
    published = ([entry(puzzle, "published")] for puzzle in known if not is_large(puzzle))
    yield from _chosen(published, {"light": (16, 16), "middle": (17, 16), "heavy": (9, 9)})
    for kind in RECIPES:
        found = [[entry(puzzle, kind)] for puzzle in known if kind == "large" and is_large(puzzle)]
        fleets = (_of_a_fleet(kind, seed) for seed in count())
        wanted = dict.fromkeys(BANDS, (13, 12))
        if kind == "large":
            wanted |= {"middle": (6, 10), "heavy": (19, 15)}
        yield from _chosen(chain(found, fleets), wanted)


def _chosen(fleets: Iterable[Iterable[Entry]], wanted: Mapping[str, tuple[int, int]]) -> Iterator[Entry]:
    """The first boards, one of a fleet at most, until there are as many as wanted of each band and half."""
    left = Counter(
        {(band, half): n for band, ns in wanted.items() for half, n in zip(HALVES, ns, strict=True)}
    )
    for fleet in fleets:
        chosen = next((one for one in fleet if left[one.band, one.half]), None)
        if chosen:
            left[chosen.band, chosen.half] -= 1
            yield chosen
        if not left.total():
            return


def main() -> None:
    """Check the benchmark, and write it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.study.boards", description=__doc__.split("\n")[0]
    )
    parser.add_argument("file", nargs="?", type=Path, help="where the puzzles are written, as JSON Lines")
    parser.add_argument("--make", action="store_true", help="print the list of a new benchmark")
    options = parser.parse_args()
    if options.make:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(Entry._fields)
        for one in make():
            rows.writerow(one)
            sys.stdout.flush()
        return
    try:
        puzzles = [one.puzzle for one in entries()]
    except ValueError as error:
        sys.exit(str(error))
    if options.file:
        lines = (json.dumps(puzzle.to_data()) + "\n" for puzzle in puzzles)
        options.file.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
