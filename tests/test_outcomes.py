"""All results share one base, with `complete`."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.engines import engine_named
from bimaru.outcome import Outcome
from bimaru.puzzle import Puzzle
from bimaru.study.certificate_checker import verify
from bimaru.study.certificates import certify, save
from bimaru.study.comparison import Comparison, run_trial
from command_line import MULTIPLE, NONE, UNIQUE
from documents import PAGES

ONE, SEVERAL, IMPOSSIBLE = map(Puzzle.from_data, (UNIQUE, MULTIPLE, NONE))
BLANK: Final = Board.unknown(ONE.height, ONE.width)
BACKTRACKING: Final = engine_named("backtracking")


def verified(directory: Path) -> Outcome:
    save(certify(ONE), directory / "certificate")
    return verify(directory / "certificate")


ANSWERS: Final[dict[str, Callable[[Path], object]]] = {
    "solve": lambda _: bimaru.solve(ONE),
    "count": lambda _: bimaru.count(ONE),
    "count squares": lambda _: bimaru.count_squares(ONE),
    "explain": lambda _: bimaru.explain(ONE),
    "why": lambda _: bimaru.why(ONE, (0, 0)),
    "hint": lambda _: bimaru.hint(ONE, BLANK),
    "review": lambda _: bimaru.review(ONE, BLANK),
    "grade": lambda _: bimaru.grade(ONE),
    "minimise": lambda _: bimaru.minimisation(ONE),
    "conflict": lambda _: bimaru.explain_conflict(IMPOSSIBLE),
    "ambiguity": lambda _: bimaru.explain_ambiguity(SEVERAL),
    "audit": lambda _: bimaru.audit(bimaru.solve, puzzles=[ONE]),
    "trial": lambda _: run_trial(ONE, BACKTRACKING),
    "comparison": lambda _: Comparison(ONE, (run_trial(ONE, BACKTRACKING),)),
    "verify": verified,
}
PARTS: Final = "part of a puzzle, or of an answer"
NO_ANSWERS: Final[dict[str, str]] = {
    "Solutions": "boards as they are found; its `result()` is the answer",
    "batches.Solved": "arrays, in which a number for each puzzle says whether it is decided",
    "Completion": "the numbers of a finished collection",
    "study.Answer": "what another program says, true or not",
    **dict.fromkeys(["Board", "Puzzle", "Recipe", "batches.Batch"], "what is asked about"),
    **dict.fromkeys(["Edges", "Fleet", "Given", "Part", "Provenance"], PARTS),
    **dict.fromkeys(["Change", "Fault", "Mistake", "Repair", "Step", "Verdict"], PARTS),
    **dict.fromkeys([f"study.comparison.{name}" for name in ("Claim", "Disagreement")], PARTS),
    **dict.fromkeys(
        [f"deduction.{name}" for name in ("Case", "Clue", "Facts", "Line", "Question", "Reason")], PARTS
    ),
    "study.audit.verdicts.Finding": PARTS,
    **dict.fromkeys([f"engines.formulation.{name}" for name in ("Constraint", "Formulation")], "a model"),
    **dict.fromkeys(["engines.mip_ship.MipShip", "engines.relaxation.Relaxation"], "a model"),
    **dict.fromkeys([f"engines.{name}" for name in ("Budget", "Engine", "Run")], "an engine and its work"),
    **dict.fromkeys(
        [f"deduction.own_techniques.{name}" for name in ("Found", "OwnTechnique", "Sight")], "a technique"
    ),
    **dict.fromkeys(
        [f"library.{name}" for name in ("AddResult", "Entry", "Filter", "Library", "SolveRecord")],
        "records of a library",
    ),
}
"""Public and provisional classes other than errors that are no answers, each with what it is instead."""


def described() -> Iterator[tuple[str, type]]:
    """The public and the provisional classes, but not the errors."""
    page = PAGES["docs/reference/python/provisional.md"].read_text(encoding="utf-8")
    provisional = re.findall(r"^\.\. autoclass:: bimaru\.([\w.]+)$", page, re.MULTILINE)
    for name in (*bimaru.__all__, *provisional):
        module, _, attribute = f"bimaru.{name}".rpartition(".")
        found = getattr(import_module(module), attribute)
        if inspect.isclass(found) and not issubclass(found, Exception):
            yield name, found


def test_every_class_is_an_answer_or_something_else_that_is_named() -> None:
    assert {name for name, kind in described() if not issubclass(kind, Outcome)} == NO_ANSWERS.keys()


def test_every_answer_is_tried(tmp_path: Path) -> None:
    tried = {type(answer(tmp_path)) for answer in ANSWERS.values()}
    assert tried == {kind for _, kind in described() if issubclass(kind, Outcome)}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_says_whether_it_is_complete(name: str, tmp_path: Path) -> None:
    answer = ANSWERS[name](tmp_path)
    assert isinstance(answer, Outcome)
    assert answer.complete
    assert json.loads(json.dumps(answer.to_data())) == answer.to_data()
    again = pickle.loads(pickle.dumps(answer))
    assert (again, again.complete) == (answer, True)


def test_an_answer_that_a_limit_cuts_short_is_not_complete() -> None:
    assert not bimaru.solve(SEVERAL, limit=1).complete
    assert not bimaru.count(SEVERAL, node_limit=0).complete
    trials = [run_trial(ONE, BACKTRACKING), run_trial(ONE, BACKTRACKING, node_limit=0)]
    assert [trial.complete for trial in trials] == [True, False]
    assert not Comparison(ONE, tuple(trials)).complete
