"""Calls for many puzzles: the same answers as one call each, in order."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru.generation import generator
from bimaru.generation.recipe import Recipe
from bimaru.generation.straight_maker import StraightMaker
from bimaru.processes import pool
from bimaru.puzzle import Puzzle
from instances import DATA

SMALL: Final[dict[str, Any]] = {"size": (6, 6), "fleet": {3: 1, 2: 2, 1: 3}}


@pytest.mark.parametrize("workers", [1, 2])
def test_many_puzzles_are_those_of_their_seeds(workers: int) -> None:
    many = [*bimaru.generate_many(5, seed=10, workers=workers, **SMALL)]
    assert many == [bimaru.generate(seed=seed, **SMALL) for seed in range(10, 15)]


def test_one_worker_takes_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "process_pool", None)
    assert len([*bimaru.generate_many(2, seed=1, workers=1, **SMALL)]) == 2


def test_options_are_checked_before_the_first_puzzle_is_wanted() -> None:
    with pytest.raises(bimaru.InvalidRecipeError):
        bimaru.generate_many(3, size=(0, 4))
    with pytest.raises(TypeError):
        bimaru.generate_many(3, sise=(4, 4))
    with pytest.raises(ValueError, match="n: -1 is less than 0"):
        bimaru.generate_many(-1)
    with pytest.raises(ValueError, match="workers: 0"):
        bimaru.generate_many(1, workers=0)


def test_lists_of_options_may_be_iterators() -> None:
    many = [*bimaru.generate_many(2, seed=1, givens=iter(["water"]), **SMALL)]
    assert {given.kind for puzzle in many for given in puzzle.givens} <= {"W"}


def test_the_maker_of_a_recipe_is_kept_by_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def maker_of(recipe: Recipe) -> object:
        made.append(recipe)
        return StraightMaker(recipe)

    monkeypatch.setattr(generator, "_kept", threading.local())
    monkeypatch.setattr(generator, "maker_of", maker_of)
    for seed in range(3):
        bimaru.generate(seed=seed, **SMALL)
    assert len(made) == 1
    thread = threading.Thread(target=bimaru.generate, kwargs=SMALL | {"seed": 1})
    thread.start()
    thread.join()
    assert len(made) == 2


def test_a_kept_maker_does_not_hide_a_wrong_type() -> None:
    bimaru.generate(size=(6, 6), fleet={1: 3}, seed=1)
    with pytest.raises(bimaru.InvalidRecipeError):
        bimaru.generate(size=(6.0, 6), fleet={1: 3}, seed=1)  # type: ignore[arg-type]  # meant


def test_few_makers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_kept", threading.local())
    for side in range(5, 17):
        bimaru.generate(size=(side, side), fleet={2: 1}, seed=1)
    assert len(generator._kept.makers) == generator._MOST_KEPT


@pytest.mark.parametrize("workers", [1, 2])
def test_grades_and_explanations_come_in_order(workers: int) -> None:
    puzzles = [bimaru.generate(seed=seed, **SMALL) for seed in range(3)]
    several = Puzzle([1, 0, 1], [1, 0, 1], {1: 2})
    assert [*bimaru.grade_many([*puzzles, several], workers=workers)] == [
        *map(bimaru.grade, puzzles),
        None,
    ]
    explained = [*bimaru.explain_many(puzzles, workers=workers)]
    assert [len(one) for one in explained] == [len(bimaru.explain(puzzle)) for puzzle in puzzles]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_ends_the_answers(workers: int) -> None:
    good = bimaru.generate(seed=1, **SMALL)
    answers = bimaru.grade_many([good, "bad", good], workers=workers)  # type: ignore[list-item]  # meant
    assert next(answers) == bimaru.grade(good)
    with pytest.raises(TypeError):
        next(answers)
    assert [*answers] == []


def test_a_table_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    from bimaru.formats.tables import schema, table_row, write_rows

    puzzles = [*islice(bimaru.read_all(DATA / "boats.jsonl"), 20)]
    path = tmp_path / "table"
    with path.open("wb") as file:
        write_rows(map(table_row, puzzles), file, schema())
    assert [*bimaru.read_table(path)] == puzzles
    named = tmp_path / "table.parquet"
    path.rename(named)
    assert [*bimaru.read_table(named)] == puzzles


def test_a_recipe_gives_the_puzzles_of_its_options() -> None:
    recipe = Recipe(size=(5, 6), fleet={3: 1, 2: 1, 1: 2}, edges=("top",), words=("SEA",), spare=1)
    options: dict[str, Any] = {"size": (5, 6), "fleet": {3: 1, 2: 1, 1: 2}, "words": ["SEA"], "spare": 1}
    made = bimaru.generate(recipe=recipe, seed=3)
    assert made == bimaru.generate(**options, edges=["top"], seed=3)
    assert [*bimaru.generate_many(1, seed=3, recipe=recipe)] == [made]


def test_beside_a_recipe_only_a_seed_may_stand() -> None:
    for call in (bimaru.generate, lambda **options: bimaru.generate_many(1, **options)):
        with pytest.raises(TypeError, match="only a seed may stand beside it"):
            call(recipe=Recipe(), grade="easy")
