"""Collections that earlier versions made or began, in `tests/data/kept`, are read, verified and continued."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru.formats.input_files import shards_in
from bimaru.generation.recipe import Recipe
from bimaru.puzzle_collections.directory import Part
from bimaru.puzzle_collections.making import make_collection
from bimaru.puzzle_collections.records import faults_in
from bimaru.puzzle_collections.shards import Layout
from instances import DATA
from small_collections import AtOnce

KEPT: Final = DATA / "kept" / "collections"
KINDS: Final = sorted(path.name.removesuffix("-complete") for path in KEPT.glob("*-complete"))
every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def with_pyarrow(request: pytest.FixtureRequest) -> None:
    if "parquet" in request.node.name:
        pytest.importorskip("pyarrow", reason="for want of pyarrow")


def lines_in(directory: Path) -> list[str]:
    return [bimaru.write(puzzle, "json") for puzzle in bimaru.read_all(directory)]


def go_on(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make what is missing of a collection, with the settings in its manifest."""
    manifest: dict[str, Any] = json.loads((directory / "manifest.json").read_bytes())
    monkeypatch.setattr("bimaru.puzzle_collections.making.running_version", lambda: manifest["bimaru"])
    recipes = manifest.get("recipes") or [{"recipe": manifest["recipe"], "count": manifest["count"]}]
    make_collection(
        [Part(Recipe.from_data(entry["recipe"]), entry["count"]) for entry in recipes],
        manifest["count"],
        manifest["seed"],
        directory,
        shard_size=manifest["shard_size"],
        layout=Layout(**{name: manifest[name] for name in Layout._fields if name in manifest}),
        executor=AtOnce(),
    )


def test_there_are_collections_with_every_kind_of_ship_and_layout() -> None:
    assert KINDS == ["bent", "bent-parquet-splits", "lettered", "parts", "splits", "straight"]


def copy_of(name: str, place: Path) -> Path:
    """A copy of a kept collection, which may be changed."""
    return Path(shutil.copytree(KEPT / name, place / name))


@every_kind
def test_a_complete_one_is_read_and_verified(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = copy_of(f"{kind}-complete", tmp_path)
    before = {path: path.read_bytes() for path in directory.rglob("*")}
    assert len(lines_in(directory)) == 12
    assert faults_in(directory) == []
    go_on(directory, monkeypatch)
    assert {path: path.read_bytes() for path in directory.rglob("*")} == before


@every_kind
def test_an_unfinished_one_is_continued(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory, complete = copy_of(f"{kind}-unfinished", tmp_path), KEPT / f"{kind}-complete"
    (finished,) = shards_in(directory)
    before = finished.stat().st_mtime_ns
    assert faults_in(directory) == []
    go_on(directory, monkeypatch)
    assert lines_in(directory) == lines_in(complete)
    assert faults_in(directory) == []
    assert [path.name for path in sorted(directory.iterdir())] == [
        path.name for path in sorted(complete.iterdir())
    ]
    if kind == "straight":  # of others, some puzzles of that shard may be duplicates
        assert finished.stat().st_mtime_ns == before


@every_kind
def test_a_shard_of_a_complete_one_that_is_damaged_is_made_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = copy_of(f"{kind}-complete", tmp_path)
    expected = lines_in(directory)
    shards_in(directory)[1].write_bytes(b"")
    assert [fault.name for fault in faults_in(directory)] == [shards_in(directory)[1].name]
    go_on(directory, monkeypatch)
    assert (lines_in(directory), faults_in(directory)) == (expected, [])
