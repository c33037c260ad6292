"""Collections whose runs are killed, whose disk is full and whose files are damaged, in any order."""

from __future__ import annotations

import errno
import os
import random
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from bimaru.puzzle_collections.directory import Part
from bimaru.puzzle_collections.locks import LockedError, locked
from bimaru.puzzle_collections.records import (
    CollectionMismatchError,
    Completion,
    DamagedCollectionError,
    Fault,
    faults_in,
)
from bimaru.puzzle_collections.shards import Layout
from restarts import Killed, interfering
from sampling import sampled
from small_collections import LETTERED, POLYOMINO, SMALL, CollectionSpec, contents

SPEC: Final = CollectionSpec(count=30, shard_size=7)
"""Five shards in the first round, and some rounds after it."""
OF_POLYOMINO_SHIPS: Final = replace(SPEC, recipe=POLYOMINO)
OTHERS: Final = (
    replace(SPEC, recipe=LETTERED),
    replace(SPEC, recipe=(Part(SMALL, 14), Part(POLYOMINO, 9), Part(LETTERED, 7))),
    replace(SPEC, layout=Layout(splits="train:3,test:1")),
    replace(SPEC, recipe=POLYOMINO, count=12, layout=Layout("parquet", "answer", "train:3,dev:1,test:1")),
    replace(SPEC, recipe=replace(SMALL, size=(6, 6), grade="easy-hard", symmetry="half-turn")),
)


@cache
def whole(spec: CollectionSpec = SPEC) -> dict[str, bytes]:
    """The files that an undisturbed run makes."""
    with tempfile.TemporaryDirectory() as place:
        spec.make(Path(place))
        return contents(Path(place))


def damaged(data: bytes, way: str, chance: random.Random) -> bytes:
    """The bytes of a file that was emptied, cut off, lengthened, or of which a byte was changed."""
    at = chance.randrange(len(data)) if data else 0
    match way:
        case "empty":
            return b""
        case "cut":
            return data[:at]
        case "longer":
            return data + b"x"
        case _:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :] if data else b"x"


class Collections(RuleBasedStateMachine):
    """A directory in which a collection is made, whatever happens there."""

    spec: ClassVar = SPEC

    def __init__(self) -> None:
        super().__init__()
        self._temporary = tempfile.TemporaryDirectory()
        self._copies = 0
        self._place = Path(self._temporary.name) / "0"
        self._is_damaged = False

    def teardown(self) -> None:
        """Whatever happened, a run to the end makes the same files."""
        try:
            self.finish(2)
        finally:
            self._temporary.cleanup()

    @rule(workers=st.integers(1, 3))
    def finish(self, workers: int) -> None:
        try:
            with ThreadPoolExecutor(workers) as executor:
                self.spec.make(self._place, executor=executor, workers=workers)
        except (CollectionMismatchError, DamagedCollectionError):
            assert self._is_damaged
            self._repair()
            self.spec.make(self._place)
        assert contents(self._place) == whole(self.spec)
        self._is_damaged = False

    def _repair(self) -> None:
        """What the messages advise, and the manifest as it was."""
        (self._place / "_complete.json").unlink(missing_ok=True)
        (self._place / "_manifest.json").write_bytes(whole(self.spec)["_manifest.json"])

    @rule(step=st.integers(1, 60))
    def be_killed(self, step: int) -> None:
        """Go on in a copy that is made in the middle of a run, for that is what a killed process leaves."""
        self._copies += 1
        copy = Path(self._temporary.name) / str(self._copies)

        def kill() -> None:
            shutil.copytree(self._place, copy)
            for part in copy.rglob("*.part"):
                os.truncate(part, part.stat().st_size // 2)
            raise Killed

        try:
            with interfering(step, kill):
                self.spec.make(self._place)
        except Killed:
            self._place = copy
        except (CollectionMismatchError, DamagedCollectionError):
            assert self._is_damaged

    @rule(step=st.integers(1, 60))
    def fill_the_disk(self, step: int) -> None:
        def fail() -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        before = {name for name in contents(self._place) if name.startswith("puzzles")}
        failure = None
        try:
            with interfering(step, fail):
                self.spec.make(self._place)
        except OSError as error:
            failure = error.errno
        except (CollectionMismatchError, DamagedCollectionError):
            assert self._is_damaged
        assert failure in (None, errno.ENOSPC)
        assert self._is_damaged or before <= contents(self._place).keys()

    @rule(
        seed=st.integers(0, 10**6),
        way=st.sampled_from(["empty", "cut", "longer", "change", "remove"]),
        data=st.data(),
    )
    def damage_a_file(self, seed: int, way: str, data: st.DataObject) -> None:
        """Any file, but not the numbers in `_complete.json`, which are recorded nowhere else."""
        files = [path for path in sorted(self._place.rglob("*")) if path.is_file()]
        if not files:
            return
        path = data.draw(st.sampled_from(files))
        if way == "remove" or (path.name == "_complete.json" and way == "change"):
            path.unlink()
        else:
            path.write_bytes(damaged(path.read_bytes(), way, random.Random(seed)))
        self._is_damaged = True

    @rule()
    def start_a_second_run(self) -> None:
        lock = self._place / "_unfinished" / "lock"
        if not lock.exists():
            return
        with locked(lock), pytest.raises((LockedError, CollectionMismatchError, DamagedCollectionError)):
            self.spec.make(self._place)


class PolyominoCollections(Collections):
    """A collection with polyomino ships."""

    spec: ClassVar = OF_POLYOMINO_SHIPS


SHORTLY: Final = settings(max_examples=max(8, settings().max_examples // 10), stateful_step_count=8)
TestCollections = Collections.TestCase
TestCollections.settings = SHORTLY
TestPolyominoCollections = PolyominoCollections.TestCase
TestPolyominoCollections.settings = SHORTLY


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_whatever_happens_to_a_collection_of_any_kind_a_run_to_the_end_makes_the_same_files(
    number: int,
) -> None:
    class OtherCollections(Collections):
        spec: ClassVar = OTHERS[number]

    if "parquet" in OTHERS[number].layout:
        pytest.importorskip("pyarrow", reason="for want of pyarrow")
    run_state_machine_as_test(OtherCollections, settings=SHORTLY)


@pytest.mark.parametrize("pattern", ["puzzles-*.gz", "_unfinished/*.marks"])
@pytest.mark.parametrize("way", ["empty", "cut", "change", "remove"])
def test_damaged_files_of_an_unfinished_collection_are_made_again(
    pattern: str, way: str, tmp_path: Path
) -> None:
    def stop() -> None:
        raise Killed

    with pytest.raises(Killed), interfering(20, stop):
        SPEC.make(tmp_path)
    path = min(tmp_path.glob(pattern))
    if way == "remove":
        path.unlink()
    else:
        path.write_bytes(damaged(path.read_bytes(), way, random.Random(1)))
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole()


@pytest.mark.parametrize("way", ["empty", "cut", "longer", "change", "remove"])
def test_a_damaged_shard_of_a_complete_collection_is_made_again_and_no_other(
    way: str, tmp_path: Path
) -> None:
    SPEC.make(tmp_path)
    assert faults_in(tmp_path) == []
    path = tmp_path / "puzzles-00000000014-00000000020.jsonl.gz"
    if way == "remove":
        path.unlink()
    else:
        path.write_bytes(damaged(path.read_bytes(), way, random.Random(1)))
    assert [fault.name for fault in faults_in(tmp_path)] == [path.name]
    repaired: list[Fault] = []
    made: list[int] = []
    SPEC.make(
        tmp_path, on_repair=repaired.extend, on_progress=lambda progress: made.append(progress.shards_done)
    )
    assert [fault.name for fault in repaired] == [path.name]
    assert made[:2] == [4, 5]
    assert contents(tmp_path) == whole()


@pytest.mark.parametrize("first", sampled(range(1, 6), (1).__eq__))
def test_a_repair_that_is_killed_at_any_step_is_continued(first: int, tmp_path: Path) -> None:
    for step in range(first, 30, 5):
        place = tmp_path / str(step)
        SPEC.make(place)
        next(iter(sorted(place.glob("*.gz")))).write_bytes(b"")

        def kill() -> None:
            raise Killed

        with suppress(Killed), interfering(step, kill):
            SPEC.make(place)
        SPEC.make(place)
        assert contents(place) == whole()


def test_a_wrong_number_of_puzzles_is_a_fault_and_mended(tmp_path: Path) -> None:
    SPEC.make(tmp_path)
    path = tmp_path / "_complete.json"
    path.write_text(path.read_text().replace('"puzzles": 30', '"puzzles": 31'))
    assert faults_in(tmp_path) == [Fault("_complete.json", "reports 31 puzzles; the shards have 30")]
    assert SPEC.make(tmp_path).puzzles == 30
    assert contents(tmp_path) == whole()


def test_an_unfinished_collection_is_verified_by_its_records(tmp_path: Path) -> None:
    def stop() -> None:
        raise Killed

    with pytest.raises(Killed), interfering(20, stop):
        SPEC.make(tmp_path)
    assert faults_in(tmp_path) == []
    shards = sorted(tmp_path.glob("*.gz"))
    shards[0].write_bytes(b"")
    record = tmp_path / "_unfinished" / f"{shards[1].name}.marks"
    record.write_bytes(b"x")
    assert faults_in(tmp_path) == [
        Fault(shards[0].name, "its digest differs"),
        Fault(shards[1].name, "its record in _unfinished/ is damaged"),
    ]
    record.unlink()
    assert Fault(shards[1].name, "has no record in _unfinished/") in faults_in(tmp_path)


def without_digests(directory: Path) -> Completion:
    """Make a collection as earlier versions left it, without digests."""
    complete = SPEC.make(directory)
    (directory / "_complete.json").write_text(
        f'{{"puzzles": {complete.puzzles}, "seeds": {complete.seeds}}}', encoding="utf-8"
    )
    return complete


def test_a_complete_collection_without_digests_is_one_too(tmp_path: Path) -> None:
    assert without_digests(tmp_path) == SPEC.make(tmp_path)


def test_without_digests_an_emptied_shard_is_made_again(tmp_path: Path) -> None:
    without_digests(tmp_path)
    min(tmp_path.glob("*.gz")).write_bytes(b"")
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole()


def test_without_digests_a_missing_shard_is_reported(tmp_path: Path) -> None:
    without_digests(tmp_path)
    min(tmp_path.glob("*.gz")).unlink()
    before = contents(tmp_path)
    with pytest.raises(DamagedCollectionError, match="puzzles are missing"):
        SPEC.make(tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"puzzles": "1", "seeds": 2}', "[" * 100_000])
def test_a_result_without_numbers_is_refused(text: str, tmp_path: Path) -> None:
    SPEC.make(tmp_path)
    (tmp_path / "_complete.json").write_text(text, encoding="utf-8")
    with pytest.raises(CollectionMismatchError, match=r"complete\.json (is not JSON|does not have)"):
        SPEC.make(tmp_path)


def test_a_file_that_is_only_named_like_a_shard_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "_unfinished").mkdir()
    (tmp_path / "_manifest.json").write_bytes(whole()["_manifest.json"])
    other = tmp_path / "puzzles-1-2.jsonl.gz"
    other.write_bytes(b"mine")
    with pytest.raises(CollectionMismatchError, match=r"holds other files \(puzzles-1-2"):
        SPEC.make(tmp_path)
    assert other.read_bytes() == b"mine"
    other.unlink()
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole()
