"""What the study measures: sets of puzzles, and experiments, each of which answers a question."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import bimaru
from benchmarks.study.exports import EXPORTS
from bimaru.engines import REGISTRY
from bimaru.puzzle import Puzzle

DATA: Final = Path(__file__).parents[2] / "tests" / "data"


class PuzzleSet(NamedTuple):
    """The puzzles of a file of `tests/data` that have a size; all of them if it is `None`."""

    file: str
    size: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        return self.file if self.size is None else f"{self.file} {self.size[0]}x{self.size[1]}"

    def puzzles(self, number: int | None) -> list[Puzzle]:
        """That many of them, evenly spread over the file; `None`: all."""
        found = [one for one in _all(self.file) if self.size in (None, (one.height, one.width))]
        if number is None:
            return found
        return found[:: max(1, len(found) // number)][:number]


@cache
def _all(file: str) -> tuple[Puzzle, ...]:
    return tuple(bimaru.read_all(DATA / f"{file}.jsonl"))


CSPLIB: Final = PuzzleSet("csplib014")
OPEN_BOARD: Final = PuzzleSet("seeds", (12, 12))
SETS: Final = (
    PuzzleSet("seeds", (6, 6)),
    PuzzleSet("boats", (10, 10)),
    CSPLIB,
    *(PuzzleSet("solbat", (side, side)) for side in (12, 13, 14, 15)),
    *(PuzzleSet("large", size) for size in ((15, 15), (20, 20), (30, 20))),
)
FILES: Final = tuple(
    map(PuzzleSet, ("csplib014", "boats", "solbat", "large", "lettered", "polyomino", "seeds"))
)
"""All puzzles of these files, of every size."""


class Experiment(NamedTuple):
    """Engines, with their options, on sets of puzzles: for up to `limit` boards (`None`: all), and at most
    `nodes` nodes."""

    name: str
    question: str
    engines: tuple[str, ...]
    sets: tuple[PuzzleSet, ...] = SETS
    limit: int | None = 2
    nodes: int | None = None


MIPS: Final = ("mip-ship", "mip-pairs", "mip-heads", "mip-cell")
MODELS: Final = (*MIPS, "cp-sat", "sat-boats", "sat", "backtracking", "search", "placements")
BACKTRACKING: Final = (
    *(
        f"backtracking:propagation={propagation}{order}{checks}"
        for propagation, order in product(("backtracking", "forward-checking"), (",order=static", ""))
        for checks in (",checks=none", "")
    ),
    "backtracking:order=static",
    "backtracking",
)

EXPERIMENTS: Final = (
    Experiment("models", "Which model is fastest, with its default settings?", MODELS),
    Experiment(
        "solvers",
        "Does the model matter, or the solver?",
        (
            *(f"{model}:solver={solver}" for model in MIPS for solver in ("highs", "scip", "cp-sat")),
            *(f"{model} in lp by glpsol" for model in ("mip-ship", "mip-cell")),
            "cp-sat:parameters=default",
            "cp-sat",
        ),
    ),
    Experiment(
        "encodings",
        "What does the cardinality encoding change?",
        ("sat", "sat:encoding=binomial", "sat-boats", "sat-boats:encoding=binomial"),
    ),
    Experiment(
        "symmetry", "What does ordering ships of one kind change?", ("mip-pairs", "mip-pairs:symmetry=broken")
    ),
    Experiment(
        "windows", "What do windows gain over pairs?", ("mip-ship:solver=highs", "mip-pairs:solver=highs")
    ),
    Experiment(
        "cuts",
        "What do cutting planes change?",
        tuple(f"{model}:solver=scip{cuts}" for model in MIPS for cuts in ("", ",cuts=off")),
    ),
    Experiment(
        "csc384",
        "What do propagation, order and stricter checks change (report on CSC384)?",
        BACKTRACKING,
        (CSPLIB,),
        nodes=5_000,
    ),
    Experiment(
        "listing",
        "How long does it take to list all 51 boards of the 12x12 board?",
        (
            *MODELS,
            *(
                f"{model}:solver={solver}{split}"
                for split, solver, model in product(("", ",split=variables"), ("highs", "scip"), MIPS)
            ),
        ),
        (OPEN_BOARD,),
        limit=None,
    ),
    Experiment("agreement", "Do all engines agree on all puzzles?", tuple(REGISTRY), FILES),
    Experiment("exports", "Do other programs agree, with the exported models?", ("auto", *EXPORTS), FILES),
)
