"""What the study measures: experiments, each of which answers a question about engines on sets of puzzles."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

import bimaru
from benchmarks.study import boards
from benchmarks.study.exports import EXPORTS, PEER
from bimaru.engines import REGISTRY
from bimaru.puzzle import Puzzle

FILES: Final = ("csplib014", "boats", "solbat", "large", "lettered", "polyomino", "seeds")
"""Files of `tests/data`, which are sets as well, beside those of the benchmark."""


@cache
def puzzles_of(name: str, number: int | None) -> tuple[Puzzle, ...]:
    """That many puzzles of a set: of the benchmark's half for tests, drawn by seed; of a file, evenly spread.
    `None`: all."""
    if name in boards.SETS:
        return tuple(one.puzzle for one in boards.drawn(name, number))
    puzzles = list(bimaru.read_all(boards.DATA / f"{name}.jsonl"))
    return tuple(puzzles[:: max(1, len(puzzles) // (number or len(puzzles)))][:number])


class Experiment(NamedTuple):
    """Engines, with their options, on sets of puzzles: for up to `limit` boards (`None`: all), and at most
    `nodes` nodes."""

    name: str
    question: str
    engines: tuple[str, ...]
    sets: tuple[str, ...] = boards.SETS
    limit: int | None = 2
    nodes: int | None = None
    repeated: tuple[str, ...] = ()
    """Engines that also get each puzzle turned and mirrored."""


REPETITIONS: Final = 3
MIPS: Final = ("mip-ship", "mip-pairs", "mip-heads", "mip-cell")
PEERS: Final = (PEER, "minizinc", "mip-ship in xcsp3 by ace", "asp", "choco", "pumpkin", "smt", "cpmpy")
"""Solvers of others: CSPLib's model by Gecode, and one of ours by ACE, Clingo, Choco, Pumpkin, Z3, CPMpy."""
LUCKY: Final = ("auto", "sat", "cp-sat", "cp-sat:parameters=default")
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
    Experiment(
        "engines",
        "Which model and solver is fastest, with default settings?",
        ("search", *LUCKY, "sat-boats", *MIPS, "backtracking", *PEERS),
        repeated=LUCKY,
    ),
    Experiment(
        "solvers",
        "Does the model matter, or the solver?",
        (
            *(f"{model}:solver={solver}" for model in MIPS for solver in ("highs", "scip", "cp-sat")),
            *(f"{model} in lp by glpsol" for model in ("mip-ship", "mip-cell")),
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
        "cuts",
        "What do cutting planes change?",
        tuple(f"{model}:solver=scip{cuts}" for model in MIPS for cuts in ("", ",cuts=off")),
    ),
    Experiment(
        "csc384",
        "What do propagation, order and stricter checks change (report on CSC384)?",
        BACKTRACKING,
        ("csplib014",),
        nodes=5_000,
    ),
    Experiment(
        "listing",
        "How long does it take to list all boards, 51 of the 12x12 board?",
        (
            *("search", "sat", "cp-sat", "sat-boats", *MIPS, "backtracking"),
            *(
                f"{model}:solver={solver}{split}"
                for split, solver, model in product(("", ",split=variables"), ("highs", "scip"), MIPS)
            ),
        ),
        ("seeds",),
        limit=None,
    ),
    Experiment("agreement", "Do all engines agree on all puzzles?", tuple(REGISTRY), FILES),
    Experiment("exports", "Do other programs agree, with the exported models?", ("auto", *EXPORTS), FILES),
)
