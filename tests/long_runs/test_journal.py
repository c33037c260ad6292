"""An interrupted run continues from its journal: nothing is lost, and nothing that changed is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru.advice import UngradableError
from bimaru.engines import engine_named
from bimaru.long_runs import ordered_map
from bimaru.long_runs.journal import Journal, digest_of, open_journal
from bimaru.long_runs.ordered_map import map_in_order
from bimaru.processes.executors import (
    ActiveExecutor,
    ExecutorSource,
    VersionMismatchError,
)
from bimaru.processes.lost_workers import WorkersLostError, job_runner
from bimaru.puzzle_collections.locks import LockedError
from bimaru.puzzle_collections.records import CollectionMismatchError
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl
from small_collections import AtOnce

ITEMS: Final = range(100)
SETTINGS: Final = {"command": "double"}


def double(number: int) -> int:
    return 2 * number


class Recording(AtOnce):
    """Records the items that are worked on; breaks instead of starting the jobs in `losses`."""

    def __init__(self, losses: tuple[int, ...] = ()) -> None:
        self.items: list[int] = []
        self.jobs = 0
        self._losses = losses

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.jobs += 1
        if self.jobs in self._losses:
            raise BrokenExecutor
        self.items += args[0].items
        return super().submit(work, *args, **kwargs)

    @property
    def source(self) -> ExecutorSource:
        return ExecutorSource(lambda: nullcontext(ActiveExecutor(self, lambda: 2)))


@contextmanager
def mapped(
    path: Path, executor: Recording, items: Any = ITEMS, settings: Any = SETTINGS, **how: Any
) -> Iterator[Iterator[int]]:
    """The map in a journal at `path`, which stays."""
    work: Callable[[int], int] = how.get("work", double)
    is_final: Callable[[int], bool] = how.get("is_final", lambda _: True)
    with job_runner(executor.source) as runner, open_journal(path, settings) as journal:
        yield map_in_order(runner, work, items, journal, is_final)


def run(path: Path, **how: Any) -> tuple[list[int], list[int]]:
    """The results, and the items that were worked on."""
    executor = Recording()
    with mapped(path, executor, **how) as results:
        return list(results), executor.items


# Order and losses


def test_results_are_in_order_and_items_are_taken_when_they_are_needed(tmp_path: Path) -> None:
    executor = Recording()
    with mapped(tmp_path / "journal", executor) as results:
        assert next(results) == 0
        assert executor.jobs == 8  # four for each of two workers
        assert len(executor.items) < 20
        assert [0, *results] == list(map(double, ITEMS))
    assert executor.items == list(ITEMS)


def test_lost_jobs_are_done_again_in_order(tmp_path: Path) -> None:
    executor = Recording(losses=(3, 9, 20))
    with mapped(tmp_path / "journal", executor) as results:
        assert list(results) == list(map(double, ITEMS))


def test_workers_that_are_lost_again_and_again_are_an_error(tmp_path: Path) -> None:
    with (
        mapped(tmp_path / "journal", Recording(losses=tuple(range(5, 1000)))) as results,
        pytest.raises(WorkersLostError, match="workers were lost 3 times before a job was finished"),
    ):
        list(results)


def test_an_error_of_the_items_is_raised_after_all_results_before_it(tmp_path: Path) -> None:
    def items() -> Iterator[int]:
        yield from range(30)
        raise ValueError("no more")

    found: list[int] = []
    with (
        mapped(tmp_path / "journal", Recording(), items()) as results,
        pytest.raises(ValueError, match="no more"),
    ):
        found += results
    assert found == list(map(double, range(30)))


def test_a_worker_of_another_version_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordered_map, "running_version", lambda: "0.0")
    with pytest.raises(VersionMismatchError, match=r"instead of 0\.0"):
        run(tmp_path / "journal")


# Continuing


def test_a_finished_run_is_only_read_again(tmp_path: Path) -> None:
    assert run(tmp_path / "journal") == (list(map(double, ITEMS)), list(ITEMS))
    assert run(tmp_path / "journal") == (list(map(double, ITEMS)), [])


def test_an_interrupted_run_does_only_the_rest(tmp_path: Path) -> None:
    with mapped(tmp_path / "journal", Recording()) as results:
        assert 40 in results
    found, again = run(tmp_path / "journal")
    assert found == list(map(double, ITEMS))
    # After eight chunks of one item there are eight of two; 20 and 21 are one of them.
    assert again == list(range(22, 100))


@pytest.mark.parametrize("kept", [0, 1, 71, 72, 500, -1])
def test_a_record_cut_short_and_all_after_it_are_made_again(kept: int, tmp_path: Path) -> None:
    run(tmp_path / "journal")
    file = tmp_path / "journal" / "results"
    file.write_bytes(file.read_bytes()[:kept])
    found, again = run(tmp_path / "journal")
    assert found == list(map(double, ITEMS))
    assert again == list(ITEMS)[again[0] :]
    assert run(tmp_path / "journal")[1] == []


def test_a_damaged_record_and_all_after_it_are_made_again(tmp_path: Path) -> None:
    run(tmp_path / "journal")
    file = tmp_path / "journal" / "results"
    for at in range(0, file.stat().st_size, 37):
        data = bytearray(file.read_bytes())
        data[at] ^= 1
        file.write_bytes(data)
        found, again = run(tmp_path / "journal")
        assert found == list(map(double, ITEMS))
        assert again


def test_changed_items_are_worked_on_again(tmp_path: Path) -> None:
    run(tmp_path / "journal")
    items = [*range(50), -1, *range(51, 100)]
    found, again = run(tmp_path / "journal", items=items)
    assert found == list(map(double, items))
    assert 40 < again[0] <= 50


def test_what_is_not_final_is_done_again_and_the_rest_is_not(tmp_path: Path) -> None:
    run(tmp_path / "journal", is_final=lambda number: number != 60)
    found, again = run(tmp_path / "journal")
    assert found == list(map(double, ITEMS))
    assert 30 in again
    assert len(again) < 10


def test_another_run_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "journal")
    with pytest.raises(CollectionMismatchError, match="which differs in: command, limit; finish that run"):
        run(tmp_path / "journal", settings={"command": "halve", "limit": 2})


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with mapped(tmp_path / "journal", Recording()), pytest.raises(LockedError):
        run(tmp_path / "journal")


class Destructive:
    """Unpickling it calls a function."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.unlink, (Path("precious"),))


@pytest.mark.parametrize("value", [Destructive(), print, engine_named])
def test_a_journal_runs_no_code(value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "precious").touch()
    with open_journal(tmp_path / "journal", {}) as journal:
        journal.append(b"1" * 32, [value])
    with open_journal(tmp_path / "journal", {}) as journal:
        assert journal.recall(b"1" * 32).results is None
    assert (tmp_path / "precious").exists()


# Commands


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Recording:
    """What the commands use instead of a cluster."""
    recording = Recording()
    monkeypatch.setattr("bimaru.processes.executors.dask_cluster", lambda _: recording.source)
    return recording


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "solve --all --json",
        "count",
        "grade",
        "explain",
        "minimise",
        "minimise --json",
        "convert --to json",
        "stats",
    ],
)
def test_every_answer_can_be_taken_from_the_journal(
    command: str, executor: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, target = tmp_path / "puzzles.jsonl", tmp_path / "out"
    file.write_text(jsonl(UNIQUE, MULTIPLE, NONE))
    args: list[str | Path] = [*command.split(), file, "--dask", "tcp://nowhere", "-o", target]
    remove = Journal.remove
    monkeypatch.setattr(Journal, "remove", lambda _: None)
    first = bimaru(*args)
    answers = target.read_bytes()
    assert (first.code, len(executor.items)) == (bimaru(*command.split(), file).code, 3)
    monkeypatch.setattr(Journal, "remove", remove)
    second = bimaru(*args)
    assert (second.code, second.err) == (first.code, first.err)
    assert target.read_bytes() == answers
    assert len(executor.items) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "puzzles.jsonl"]


def test_equal_items_have_one_digest_whatever_they_share() -> None:
    title = "a title"
    assert digest_of([title, title]) == digest_of([title, " ".join(("a", "title"))])
    assert digest_of([title]) != digest_of([title, title])


def test_a_command_with_other_options_does_not_continue(
    executor: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, target = tmp_path / "puzzles.jsonl", tmp_path / "out"
    file.write_text(jsonl(UNIQUE))
    monkeypatch.setattr(Journal, "remove", lambda _: None)
    bimaru("count", file, "--dask", "tcp://nowhere", "-o", target)
    ran = bimaru("count", "--time-limit", "5", file, "--dask", "tcp://nowhere", "-o", target)
    assert ran.code == 2
    assert "out.unfinished has the results of another run, which differs in: time_limit" in ran.err


def test_a_malformed_puzzle_leaves_the_journal_and_the_corrected_file_is_continued(
    executor: Recording, tmp_path: Path
) -> None:
    file, target = tmp_path / "puzzles.jsonl", tmp_path / "out"
    file.write_text(jsonl(*[UNIQUE] * 30, {"rows": [1]}))
    args: list[str | Path] = ["count", file, "--dask", "tcp://nowhere", "-o", target]
    assert bimaru(*args).code == 2
    assert not target.exists()
    executor.items.clear()
    file.write_text(jsonl(*[UNIQUE] * 31))
    assert bimaru(*args).code == 0
    assert 0 < len(executor.items) < 10
    assert target.read_text() == bimaru("count", file).out


def test_workers_and_a_cluster_are_not_combined(tmp_path: Path) -> None:
    ran = bimaru("count", "--workers", "2", "--dask", "tcp://nowhere", "-", stdin=jsonl(UNIQUE))
    assert ran.code == 2
    assert "--workers and --dask cannot be combined" in ran.err


def test_values_of_bimaru_survive_the_journal(tmp_path: Path) -> None:
    from bimaru import count, grade, parse, solve

    pytest.importorskip("distributed", reason="it changes how exceptions are pickled")
    puzzle, ambiguous = parse(jsonl(UNIQUE)), parse(jsonl(MULTIPLE))
    with pytest.raises(UngradableError) as raised:
        grade(ambiguous)
    values = [puzzle, solve(puzzle), count(puzzle), grade(puzzle), raised.value]
    with open_journal(tmp_path / "journal", {}) as journal:
        journal.append(b"1" * 32, values)
    with open_journal(tmp_path / "journal", {}) as journal:
        found = journal.recall(b"1" * 32).results
    assert found is not None
    assert found[:-1] == values[:-1]
    assert repr(found[-1]) == repr(values[-1])
