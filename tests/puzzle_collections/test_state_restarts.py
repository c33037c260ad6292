"""Collections and books of every kind, made in every way, killed at any moment, and continued in another way.

Fields of recipes and ways are drawn independently: a few dozen collections have every pair of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

import bimaru as api
from bimaru.books.puzzles import collect
from bimaru.books.settings import chapter_entry, read_book
from bimaru.data_set import CARD, UNFINISHED_CARD
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.puzzle import Puzzle
from bimaru.puzzle_collections.directory import Part
from bimaru.puzzle_collections.records import CollectionMismatchError, faults_in
from bimaru.puzzle_collections.shards import JSON_LINES, Layout
from bimaru.symmetry import canonical
from command_line import bimaru
from dask_clusters import cluster_in_this_process
from restarts import WAYS, Killed, RefusedError, Way, as_table, by_dask, interfering, parts_of
from small_collections import CollectionSpec, contents

SHIPS: Final[dict[str, dict[str, Any]]] = {
    "straight": {"fleet": {3: 1, 2: 1, 1: 2}},
    "words": {"fleet": {}, "words": ("AB", "C")},
    "polyomino": {"fleet": {}, "shapes": (("##", "#."), ("##", "##"))},
    "mixed": {"fleet": {1: 1}, "words": ("AB",), "shapes": (("##", "#."),)},
}
EDGES: Final = {"edges": ((), ("top", "left"))}
GRADES: Final = {
    "grade": (None, "easy", "easy-hard"),
    "technique": (None, "rest of the line is ship"),
    "score": (False, True),
}
FIELDS: Final[dict[str, tuple[Any, ...]]] = {
    "givens": (("water", "parts"), ("parts", "ships")),
    "givens_number": (None, (2, 8)),
    "missing_tallies": (0, 2),
    "symmetry": ("none", "half-turn"),
    "spare": (0, 1),
}
"""Values of the fields that every recipe may have."""
OF_SHIPS: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "straight": GRADES,
    "words": EDGES,
    "polyomino": {},
    "mixed": EDGES,
}
"""Those of the fields that only recipes with such ships may have."""
LAYOUTS: Final = {
    "to": ("json", "parquet"),
    "distinct": ("puzzle", "answer"),
    "splits": ("", "train:2,test:1"),
    "apart": (False, True),
}
CHANGES: Final[dict[str, Callable[[CollectionSpec], CollectionSpec]]] = {
    "seed": lambda spec: replace(spec, seed=spec.seed + 1),
    "shard_size": lambda spec: replace(spec, shard_size=spec.shard_size + 1),
    "splits": lambda spec: replace(spec, layout=spec.layout._replace(splits="one:1,two:1")),
    "distinct": lambda spec: replace(
        spec, layout=spec.layout._replace(distinct=_other(spec.layout.distinct))
    ),
    "recipe": lambda spec: replace(spec, recipe=tuple(_harder(part) for part in parts_of(spec))),
}
"""Other options than those with which a collection was begun."""


def _other(distinct: str) -> str:
    return "puzzle" if distinct == "answer" else "answer"


def _harder(part: Part) -> Part:
    return replace(part, recipe=replace(part.recipe, missing_tallies=part.recipe.missing_tallies + 1))


def values_of(fields: dict[str, tuple[Any, ...]]) -> st.SearchStrategy[dict[str, Any]]:
    """One of its values for each field."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in fields.items()})


@cache
def is_plentiful(recipe: Recipe) -> bool:
    """Whether its first seeds give puzzles; else a collection takes very many."""
    maker = maker_of(recipe)
    try:
        return all(maker.make(seed) for seed in range(1, 7))
    except CannotGenerateError:
        return False


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    ships = draw(st.sampled_from([*SHIPS]))
    return Recipe(size=(6, 6), tries=30, **SHIPS[ships], **draw(values_of(FIELDS | OF_SHIPS[ships])))


@st.composite
def specs(draw: st.DrawFn) -> CollectionSpec:
    """A collection of one recipe or of two."""
    found = draw(st.lists(recipes().filter(is_plentiful), min_size=1, max_size=2, unique=True))
    parts = tuple(Part(recipe, number) for recipe, number in zip(found, (9, 6), strict=False))
    recipe = found[0] if len(found) == 1 else parts
    count = sum(part.count for part in parts)
    layout = Layout(**draw(values_of(LAYOUTS)))
    layout = layout._replace(apart=layout.apart and layout.splits != "")
    return CollectionSpec(recipe, count, draw(st.integers(1, 3)), 4, layout)


@cache
def whole(spec: CollectionSpec) -> dict[str, bytes] | None:
    """The files that an undisturbed run of the command makes; nothing if there are not so many puzzles."""
    with tempfile.TemporaryDirectory() as place:
        if spec.make(Path(place)).puzzles < spec.count:
            return None
        WAYS["recipes"](spec, Path(place))  # which adds a card
        return contents(Path(place))


@cache
def puzzles_of(spec: CollectionSpec) -> set[Puzzle]:
    """The puzzles of a collection in its plainest layout, without their turns."""
    with tempfile.TemporaryDirectory() as place:
        replace(spec, layout=JSON_LINES).make(Path(place))
        return {canonical(puzzle) for puzzle in api.read_all(place)}


class Killing:
    """A kill before the given one of the steps that change files: what is on the disk then stays."""

    def __init__(self, step: int, place: Path, copy: Path) -> None:
        self.step, self._place, self.copy = step, place, copy

    def __call__(self) -> None:
        if self._place.is_dir():
            shutil.copytree(self._place, self.copy)
        elif self._place.exists():
            shutil.copy(self._place, self.copy)
        raise Killed


class Restarts(RuleBasedStateMachine):
    """A directory in which a collection is made, and a book of the same puzzles beside it."""

    ways: ClassVar[dict[str, Way]] = WAYS
    n_restarts: ClassVar = 0

    def __init__(self) -> None:
        super().__init__()
        self._temporary = tempfile.TemporaryDirectory()
        self._place = Path(self._temporary.name) / "made"
        self._copies = 0

    @initialize(spec=specs())
    def begin(self, spec: CollectionSpec) -> None:
        self._spec = spec
        found = whole(spec)
        assume(found is not None)
        self._whole = found or {}

    def teardown(self) -> None:
        """Whatever happened, a run to the end makes the same files."""
        try:
            if hasattr(self, "_whole"):
                self._finish("python")
        finally:
            self._temporary.cleanup()

    def _next_copy(self) -> Path:
        self._copies += 1
        return Path(self._temporary.name) / str(self._copies)

    def _finish(self, way: str) -> None:
        self.ways[way](self._spec, self._place)
        made = contents(self._place)
        if way in ("python", "threads", "dask"):  # which write no card, and leave a half-written one
            made.pop(UNFINISHED_CARD, None)
            made |= {name: data for name, data in self._whole.items() if name == CARD}
        assert made == self._whole
        assert faults_in(self._place) == []

    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        self._finish(data.draw(st.sampled_from([*self.ways])))

    @rule(data=st.data(), step=st.integers(1, 25))
    def be_killed(self, data: st.DataObject, step: int) -> None:
        """Go on with what a process that was killed left."""
        way = data.draw(st.sampled_from([*self.ways]))
        killing = Killing(step, self._place, self._next_copy())
        try:
            with interfering(step, killing):
                self.ways[way](self._spec, self._place)
        except Killed:
            type(self).n_restarts += 1
            self._place = killing.copy

    @rule(data=st.data(), change=st.sampled_from([*CHANGES]))
    def be_asked_for_something_else(self, data: st.DataObject, change: str) -> None:
        """Other options are refused, and change nothing."""
        way = data.draw(st.sampled_from([*self.ways]))
        if not (self._place / "_manifest.json").exists():
            return
        before = contents(self._place)
        with pytest.raises((CollectionMismatchError, RefusedError), match="holds another collection"):
            self.ways[way](CHANGES[change](self._spec), self._place)
        assert contents(self._place) == before

    @rule(step=st.integers(1, 4), suffix=st.sampled_from([".html", ".epub", "/"]))
    def print_a_book(self, step: int, suffix: str) -> None:
        """A book of the same recipes has the same puzzles, and is there whole or not at all."""
        target = f"{self._next_copy()}{suffix}"
        args = ["--title", "T", *self._chapters(), "-o", target]
        killing = Killing(step, Path(target), self._next_copy())
        try:
            with interfering(step, killing):
                bimaru("book", *args)
        except Killed:
            type(self).n_restarts += 1
        found = files_at(killing.copy)
        assert bimaru("book", *args).code == 0
        book = files_at(Path(target))
        assert book
        assert {
            name: data for name, data in found.items() if not name.startswith(".")
        }.items() <= book.items()

    @rule()
    def compare_with_a_book(self) -> None:
        """A book knows no splits whose answers are to be apart; else it has the same puzzles."""
        if self._spec.layout.apart:
            return
        entries = [
            chapter_entry(*self._chapters()[at + 1 : at + 3]) for at in range(0, len(self._chapters()), 3)
        ]
        sections = collect(read_book(None, {"title": "T"}, entries), None)
        found = [canonical(entry.puzzle) for section in sections for entry in section.entries]
        assert len(found) == self._spec.count
        assert {*found} == puzzles_of(self._spec)

    def _chapters(self) -> list[str]:
        tables = [f"{as_table(part)}, seed = {self._spec.seed}" for part in parts_of(self._spec)]
        return [word for table in tables for word in ("--chapter", "C", f"{{recipe = {{{table}}}}}")]


def files_at(path: Path) -> dict[str, bytes]:
    """The contents of a file or of a directory, if there is one."""
    if path.is_dir():
        return contents(path)
    return {"": path.read_bytes()} if path.exists() else {}


def test_whatever_happens_a_collection_is_the_same_by_every_way() -> None:
    pytest.importorskip("pyarrow", reason="for want of pyarrow")
    run_state_machine_as_test(Restarts, settings=settings(max_examples=8, stateful_step_count=6))


@pytest.mark.thorough
@pytest.mark.needs("distributed", "pyarrow")
def test_whatever_happens_a_collection_is_the_same_by_every_way_and_by_dask() -> None:
    with cluster_in_this_process() as address:

        class WithDask(Restarts):
            ways: ClassVar = WAYS | {"dask": by_dask(address)}

        run_state_machine_as_test(WithDask, settings=settings(max_examples=30, stateful_step_count=12))
    assert WithDask.n_restarts > 20
