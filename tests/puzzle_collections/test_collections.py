"""Collections: what is in them, and that nothing that happens to a run shows in them."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bimaru
from bimaru.atomic_files import WriteError
from bimaru.generation import tries
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.processes.executors import ActiveExecutor, ExecutorSource
from bimaru.processes.lost_workers import MOST_LOSSES, WorkersLostError
from bimaru.puzzle import Puzzle
from bimaru.puzzle_collections import integer_set, sorted_runs
from bimaru.puzzle_collections.duplicates import add_known
from bimaru.puzzle_collections.integer_set import FingerprintSet
from bimaru.puzzle_collections.locks import LockedError
from bimaru.puzzle_collections.making import Progress
from bimaru.puzzle_collections.records import CollectionMismatchError, Completion
from bimaru.puzzle_collections.shards import Layout
from bimaru.puzzle_collections.sorted_runs import SortedRuns
from bimaru.ships import Fleet
from bimaru.symmetry import canonical, fingerprint
from sampling import sampled
from small_collections import SMALL, STRANGE, AtOnce, CollectionSpec, contents

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="it is about processes and signals of Unix")

SPEC: Final = CollectionSpec()
"""Seeds enough for several shards, rounds and duplicates."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the collection that is asked for, made without any trouble."""
    directory = tmp_path_factory.mktemp("whole")
    assert SPEC.make(directory).puzzles == SPEC.count
    return contents(directory)


def puzzles_by_hand(recipe: Recipe, count: int, seed: int) -> list[Puzzle]:
    """The first different puzzles of the seeds, one after the other."""
    maker = maker_of(recipe)
    found: dict[Puzzle, Puzzle] = {}
    while len(found) < count:
        puzzle = maker.make(seed)
        found.setdefault(canonical(puzzle), puzzle)
        seed += 1
    return list(found.values())


def as_written(puzzles: list[Puzzle]) -> list[str]:
    return [bimaru.write(puzzle, "json") for puzzle in puzzles]


# What is in a collection


@pytest.mark.parametrize("shard_size", [7, 25, 1000])
def test_it_holds_the_first_different_puzzles_of_the_seeds_in_order(shard_size: int, tmp_path: Path) -> None:
    complete = replace(SPEC, shard_size=shard_size).make(tmp_path)
    expected = puzzles_by_hand(SMALL, SPEC.count, SPEC.seed)
    assert as_written(list(bimaru.read_all(tmp_path))) == as_written(expected)
    last = expected[-1].provenance.seed
    assert isinstance(last, int)
    assert complete == Completion(SPEC.count, last + 1 - SPEC.seed)


def test_there_are_duplicates_to_drop_in_these_tests(whole: dict[str, bytes]) -> None:
    assert json.loads(whole["_complete.json"])["seeds"] > SPEC.count + 10


def test_the_manifest_has_the_settings(whole: dict[str, bytes]) -> None:
    assert json.loads(whole["_manifest.json"]) == {
        "format": 2,
        "bimaru": bimaru.__version__,
        "recipe": json.loads(json.dumps(SMALL.to_data())),
        "seed": 7,
        "count": 120,
        "shard_size": 25,
    }


def test_each_shard_is_named_by_its_seeds(whole: dict[str, bytes]) -> None:
    assert list(whole)[:4] == [
        "_complete.json",
        "_manifest.json",
        "puzzles-00000000007-00000000031.jsonl.gz",
        "puzzles-00000000032-00000000056.jsonl.gz",
    ]
    for name, data in whole.items():
        if name.startswith("puzzles"):
            first, last = map(int, name.removesuffix(".jsonl.gz").split("-")[1:])
            seeds = [json.loads(line)["seed"] for line in gzip.decompress(data).splitlines()]
            assert seeds == sorted(seeds)
            assert seeds[0] >= first
            assert seeds[-1] <= last


def test_names_have_as_many_digits_for_long_seeds(tmp_path: Path) -> None:
    replace(SPEC, seed=99_999_999_999_990, count=20, shard_size=5).make(tmp_path)
    names = sorted(contents(tmp_path))
    assert names[2] == "puzzles-099999999999990-099999999999994.jsonl.gz"
    assert len({len(name) for name in names[2:]}) == 1


def test_there_is_no_time_and_no_name_in_the_files(whole: dict[str, bytes]) -> None:
    for name, data in whole.items():
        if name.endswith(".gz"):
            assert data[:8] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00"


@pytest.mark.parametrize(
    ("spec", "puzzles"),
    [
        (CollectionSpec(STRANGE, 5, shard_size=1000), 1),
        (CollectionSpec(Recipe((3, 3), Fleet({2: 1}), givens=()), 100, shard_size=1000), 2),
    ],
)
def test_it_ends_when_there_are_no_more_puzzles(spec: CollectionSpec, puzzles: int, tmp_path: Path) -> None:
    complete = spec.make(tmp_path)
    assert complete.puzzles == puzzles == len(list(bimaru.read_all(tmp_path)))
    assert complete.seeds < 5000
    before = contents(tmp_path)
    assert spec.make(tmp_path) == complete
    assert contents(tmp_path) == before


def test_seeds_that_give_no_puzzle_are_skipped(tmp_path: Path) -> None:
    recipe = Recipe((4, 4), SMALL.fleet, givens_number=(0, 0), tries=1)
    complete = CollectionSpec(recipe, count=10).make(tmp_path)
    assert complete.puzzles == 10
    seeds = {puzzle.provenance.seed for puzzle in bimaru.read_all(tmp_path)}
    fruitless = set()
    maker = maker_of(recipe)
    for seed in range(7, 7 + complete.seeds):
        try:
            maker.make(seed)
        except CannotGenerateError:
            fruitless.add(seed)
    assert fruitless
    assert not seeds & fruitless


def test_a_recipe_that_gives_no_puzzle_ends_with_the_reason_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "FRUITLESS_TRIES", 100)
    hopeless = CollectionSpec(
        Recipe((4, 4), SMALL.fleet, givens_number=(9, 9), symmetry="quarter-turn", tries=10)
    )
    for directory in (tmp_path / "new", tmp_path):
        with pytest.raises(CannotGenerateError, match="no suitable puzzle in 10 tries"):
            hopeless.make(directory)
        assert list(tmp_path.iterdir()) == []


@given(numbers=st.lists(st.integers(0, 2**64 - 1) | st.integers(1, 50), max_size=3000))
def test_fingerprints_are_a_set(numbers: list[int]) -> None:
    seen, reference = FingerprintSet(), set()
    for number in numbers:
        assert seen.add(number) == ((number or 1) not in reference)
        reference.add(number or 1)
    assert len(seen) == len(reference)


def test_twenty_thousand_fingerprints_are_new_once_each() -> None:
    seen = FingerprintSet()
    numbers = [(number * 0x9E37_79B9_7F4A_7C15) % 2**64 for number in range(1, 20_001)]
    assert all(seen.add(number) for number in numbers)
    assert not any(seen.add(number) for number in numbers)


def test_the_table_of_fingerprints_is_between_one_and_two_thirds_full() -> None:
    seen = FingerprintSet()
    for number in range(1, 5001):
        seen.add((number * 0x9E37_79B9_7F4A_7C15) % 2**64)
        slots = len(seen._slots)
        assert 3 * (number - 1) < 2 * slots
        assert slots <= max(1024, 3 * number)


@given(numbers=st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 50), max_size=200), most=st.integers(1, 9))
def test_fingerprints_on_disk_are_a_set(numbers: list[int], most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integer_set, "MOST_IN_MEMORY", most)
        seen, reference = FingerprintSet(), set()
        for number in numbers:
            assert ((number or 1) in reference) == (number in seen)
            assert seen.add(number) == ((number or 1) not in reference)
            reference.add(number or 1)
        assert len(seen) == len(reference)


def test_sorted_runs_are_merged_and_stay_sorted(tmp_path: Path) -> None:
    runs = SortedRuns(tmp_path)
    numbers = [(number * 0x9E37_79B9_7F4A_7C15) % 2**64 for number in range(1, 20_001)]
    for at in range(0, 20_000, 1000):
        runs.add(sorted(numbers[at : at + 1000]))
    assert [len(run) for run in runs.runs] == [16_000, 4000]
    assert [number for run in runs.runs for number in run] == [
        *sorted(numbers[:16_000]),
        *sorted(numbers[16_000:]),
    ]
    assert all(number in runs for number in numbers)
    assert not any(number + 1 in runs for number in numbers)
    assert list(tmp_path.iterdir()) == []


# Whoever makes it


@pytest.mark.parametrize("workers", sampled([1, 2], (1).__eq__))
def test_processes_make_the_same_files(workers: int, whole: dict[str, bytes], tmp_path: Path) -> None:
    SPEC.make(tmp_path, workers=workers)
    assert contents(tmp_path) == whole


def test_fingerprints_on_disk_give_the_same_files_also_when_a_run_is_continued(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integer_set, "MOST_IN_MEMORY", 7)
    SPEC.make(tmp_path / "new")
    assert contents(tmp_path / "new") == whole
    (tmp_path / "new" / next(name for name in whole if name.startswith("puzzles"))).unlink()
    SPEC.make(tmp_path / "new")
    assert contents(tmp_path / "new") == whole


def test_a_disk_that_is_full_of_fingerprints_ends_the_run_which_can_be_continued(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(integer_set, "MOST_IN_MEMORY", 7)
        patch.setattr(sorted_runs, "TemporaryFile", full)
        with pytest.raises(WriteError, match="No space left on device: 'a temporary file in "):
            SPEC.make(tmp_path / "new")
    assert not (tmp_path / "new" / "_complete.json").exists()
    SPEC.make(tmp_path / "new")
    assert contents(tmp_path / "new") == whole


def test_the_directory_in_which_the_disk_is_full_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sorted_runs, "TemporaryFile", full)
    for directory, name in ((tmp_path, str(tmp_path)), (None, "the directory for them")):
        with pytest.raises(WriteError) as raised:
            SortedRuns(directory).add([1])
        assert raised.value.filename == f"a temporary file in {name}"


def test_any_executor_makes_the_same_files(whole: dict[str, bytes], tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as executor:
        SPEC.make(tmp_path, executor=executor)
    assert contents(tmp_path) == whole


def test_progress_is_reported(tmp_path: Path) -> None:
    report: list[Progress] = []
    SPEC.make(tmp_path, on_progress=report.append)
    first = [progress for progress in report if progress.round == 1]
    assert first == [Progress(1, 5, done, 120, min(25 * done, 120), 0) for done in range(6)]
    assert report[-1].round > 1
    assert report[-1].shards_done == report[-1].shards
    assert 0 < report[-1].found < 120


# Collections from before givens were called givens


def with_older_names(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a complete collection as versions wrote them that called givens `hints`."""
    old = {}
    for name, data in files.items():
        is_shard = name.endswith(".gz")
        text = (gzip.decompress(data) if is_shard else data).replace(b'"givens', b'"hints')
        old[name] = gzip.compress(text, mtime=0) if is_shard else text
    complete = json.loads(old["_complete.json"])
    del complete["bytes"]
    complete["sha256"] = {name: hashlib.sha256(old[name]).hexdigest() for name in complete["sha256"]}
    return old | {"_complete.json": json.dumps(complete).encode()}


def test_a_complete_collection_with_older_names_is_verified_and_read(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    old = with_older_names(whole)
    assert b'"hints_number"' in old["_manifest.json"]
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)
    assert SPEC.make(tmp_path).puzzles == SPEC.count
    assert contents(tmp_path) == old
    expected = puzzles_by_hand(SMALL, SPEC.count, SPEC.seed)
    assert as_written(list(bimaru.read_all(tmp_path))) == as_written(expected)


def test_an_unfinished_collection_with_older_names_is_continued(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    manifest = with_older_names(whole)["_manifest.json"]
    (tmp_path / "_manifest.json").write_bytes(manifest)
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole | {"_manifest.json": manifest}


# Whatever happens to it


class Dies(Executor):
    """An executor that breaks after some shards."""

    def __init__(self, after: int) -> None:
        self._left = after

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        from concurrent.futures import BrokenExecutor

        if not self._left:
            raise BrokenExecutor("so it goes")
        self._left -= 1
        return AtOnce().submit(work, *args, **kwargs)


def test_shards_of_lost_workers_are_made_again(whole: dict[str, bytes], tmp_path: Path) -> None:
    SPEC.make(tmp_path, source=ExecutorSource(lambda: nullcontext(ActiveExecutor(Dies(after=1), lambda: 2))))
    assert contents(tmp_path) == whole


def test_repeated_loss_of_workers_ends_the_run(tmp_path: Path) -> None:
    executors = iter([Dies(after=2), *(Dies(after=0) for _ in range(MOST_LOSSES - 1))])
    source = ExecutorSource(lambda: nullcontext(ActiveExecutor(next(executors), lambda: 1)))
    with pytest.raises(WorkersLostError, match="workers were lost 3 times before a job was finished"):
        SPEC.make(tmp_path, source=source)
    assert next(executors, None) is None
    assert sum(name.startswith("puzzles") for name in contents(tmp_path)) == 2


def test_a_broken_external_executor_is_not_used_again(whole: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(WorkersLostError, match="accepts no more jobs"):
        SPEC.make(tmp_path, executor=Dies(after=2))
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole


@pytest.mark.thorough
@on_unix
def test_a_killed_worker_costs_only_time(whole: dict[str, bytes], tmp_path: Path) -> None:
    killed: list[int | None] = []

    def kill_one(progress: Progress) -> None:
        if progress.shards_done == 2 and not killed:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0] or 0, signal.SIGKILL)

    SPEC.make(tmp_path, workers=2, on_progress=kill_one)
    assert killed
    assert contents(tmp_path) == whole


def in_a_process(directory: Path, how: str = "") -> str:
    """A program that makes the collection, printing a line at every report of progress."""
    return (
        "import small_collections, sys\n"
        f"small_collections.CollectionSpec().make(small_collections.Path({str(directory)!r}), "
        f"on_progress=lambda progress: print(progress, flush=True) {how})"
    )


def started(program: str) -> subprocess.Popen[str]:
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, encoding="utf-8", env=place
    )


@on_unix
def test_a_killed_run_loses_only_unfinished_shards(whole: dict[str, bytes], tmp_path: Path) -> None:
    with started(in_a_process(tmp_path, ", workers=2")) as process:
        assert process.stdout is not None
        while "shards_done=2" not in process.stdout.readline():
            pass
        process.kill()
        start = time.monotonic()
        process.stdout.read()  # until the last worker has ended, too
        assert time.monotonic() - start < 10
    assert {"lock", "_manifest.json"} <= {path.name for path in tmp_path.rglob("*")}
    report: list[Progress] = []
    SPEC.make(tmp_path, on_progress=report.append)
    assert report[0].shards_done >= 2
    assert contents(tmp_path) == whole


@pytest.mark.thorough
@on_unix
def test_a_run_may_die_at_any_of_its_steps(tmp_path: Path) -> None:
    # In a process of its own, for the run is forked, and there are no threads beside.
    with started(
        f"import pathlib, {__name__} as it; it.die_everywhere(pathlib.Path({str(tmp_path)!r}))"
    ) as process:
        assert process.wait() == 0
    assert len(list(tmp_path.iterdir())) > 15


def die_everywhere(directory: Path) -> None:
    """Die after no step, after the first, after the second, ...; go on each time, and compare."""
    spec = CollectionSpec(count=45, shard_size=10)
    spec.make(directory / "whole")
    whole = contents(directory / "whole")
    steps = 0
    while dies_after(steps, spec, directory / str(steps)):
        spec.make(directory / str(steps))
        assert contents(directory / str(steps)) == whole
        steps += 1
    assert contents(directory / str(steps)) == whole


def dies_after(steps: int, spec: CollectionSpec, directory: Path) -> bool:
    """Whether a run that dies once so many files were renamed or removed comes to that."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    left = steps

    def dies(step: Any) -> Any:
        def done(path: Path, *args: Any, **kwargs: Any) -> Any:
            nonlocal left
            if path.exists():
                if not left:
                    os._exit(7)
                left -= 1
            return step(path, *args, **kwargs)

        return done

    for name in ("replace", "unlink", "rmdir"):
        setattr(Path, name, dies(getattr(Path, name)))
    spec.make(directory)
    os._exit(0)


@on_unix
def test_a_full_disk_is_reported_with_the_file_and_loses_nothing(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    name = "puzzles-00000000007-00000000031.jsonl.gz"
    most = len(whole[name]) - 1
    assert most > len(whole["_manifest.json"])
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))\n"
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    program = limited + in_a_process(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", env=place, check=False
    )
    assert re.search(rf"File too large: '{tmp_path}/puzzles-\d+-\d+\.jsonl\.gz'", ran.stderr), ran.stderr
    assert not list(tmp_path.rglob("*.part"))
    SPEC.make(tmp_path)
    assert contents(tmp_path) == whole


def test_half_written_files_are_removed_when_a_run_continues(tmp_path: Path) -> None:
    with pytest.raises(WorkersLostError):
        SPEC.make(tmp_path, executor=Dies(after=2))
    half = tmp_path / "_unfinished" / "puzzles-00000000082-00000000106.jsonl.gz.part"
    half.write_bytes(b"half")
    there: list[bool] = []
    SPEC.make(tmp_path, on_progress=lambda _: there.append(half.exists()))
    assert not any(there)


# Where it may be


@pytest.mark.parametrize(
    ("spec", "difference"),
    [
        (replace(SPEC, count=121), "its count is 120, not 121"),
        (replace(SPEC, seed=8), "its seed is 7, not 8"),
        (replace(SPEC, shard_size=26), "its shard_size is 25, not 26"),
        (replace(SPEC, recipe=STRANGE), r"its size is \[4, 4\], not \[2, 2\]"),
    ],
)
def test_other_settings_are_refused(
    spec: CollectionSpec, difference: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    SPEC.make(tmp_path)
    with pytest.raises(CollectionMismatchError, match=f"holds another collection: .*{difference}"):
        spec.make(tmp_path)
    assert contents(tmp_path) == whole


def test_a_collection_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SPEC.make(tmp_path)
    monkeypatch.setattr(bimaru, "__version__", "9.9")
    with pytest.raises(CollectionMismatchError, match=r'its bimaru is "0.*", not "9.9"'):
        SPEC.make(tmp_path)


@pytest.mark.parametrize("name", ["letter.txt", "other.jsonl"])
def test_a_directory_with_other_files_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(CollectionMismatchError, match=f"holds other files \\({name}\\)"):
        SPEC.make(tmp_path)
    assert contents(tmp_path) == {name: b"mine"}


def test_other_puzzles_among_the_shards_are_refused(tmp_path: Path) -> None:
    SPEC.make(tmp_path)
    (tmp_path / "other.jsonl").write_text("{}")
    with pytest.raises(CollectionMismatchError, match=r"other\.jsonl"):
        SPEC.make(tmp_path)


def test_a_malformed_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "_manifest.json").write_text("{")
    with pytest.raises(CollectionMismatchError, match=r"manifest\.json is not JSON"):
        SPEC.make(tmp_path)


def test_two_runs_cannot_share_a_directory(whole: dict[str, bytes], tmp_path: Path) -> None:
    refused = []

    def try_too(progress: Progress) -> None:
        with pytest.raises(LockedError, match="another run is at work in") as error:
            SPEC.make(tmp_path)
        refused.append(error)

    SPEC.make(tmp_path, on_progress=try_too)
    assert len(refused) > 5
    assert contents(tmp_path) == whole


def test_puzzles_to_leave_out_are_recorded_by_a_digest_of_their_fingerprints(tmp_path: Path) -> None:
    known = [bimaru.generate((4, 4), {2: 1, 1: 2}, seed=seed) for seed in range(3)]
    path = tmp_path / "known.jsonl"
    path.write_text("".join(bimaru.write(puzzle, "json") for puzzle in known), encoding="utf-8")
    marks = b"".join(fingerprint(puzzle).to_bytes(8, "big") for puzzle in known)
    found = add_known(FingerprintSet(), [path, path], Layout())
    assert found == {"puzzles": 6, "sha256": hashlib.sha256(marks * 2).hexdigest()}
    assert add_known(FingerprintSet(), [], Layout()) is None
