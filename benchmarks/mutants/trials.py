"""Trying mutants, each in a copy of the sources, several at once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Final, NamedTuple

from benchmarks.mutants import watching
from benchmarks.mutants.faults import Mutant, mutated, sources_in, unchanged
from benchmarks.mutants.recording import SUITE, environment, pytest_command
from benchmarks.mutants.selection import Batch
from benchmarks.mutants.watching import Request, read_report

LONGEST: Final = 600
"""Seconds of the processor for a process of tests; a mutant that takes longer counts as killed."""
STILL: Final = 300
"""Seconds without a test that starts or ends, after which it counts as one that waits for ever."""
MEMORY: Final = 4 << 30
START: Final = "the start of pytest"
WHOLE_RUN: Final = "the run of all tests"
"""Killers, if pytest fails without a test that does."""
TYPES: Final = "mypy"
"""The killer of what no test notices, but the type checker does; it runs in `make test`, too."""
_PASSED: Final = (0, 5)
"""Exit codes of pytest: all tests passed, or there were none."""


class Result(NamedTuple):
    """A line of the results: a mutant's name, whether it survived, what killed it, and the time."""

    mutant: str
    survived: bool
    killer: str
    seconds: float


class _Run(NamedTuple):
    """How a run of tests ended: what failed first, if anything did, and what passed."""

    failed: str
    passed: set[str]


class Workshop:
    """A copy of the sources, in which a fault can be put, and a place for what the tests write."""

    def __init__(self, root: Path, directory: Path, stopped: Event) -> None:
        self._root = root
        self._stopped = stopped
        self._sources = directory / "src"
        self._scratch = directory / "scratch"
        self._types = directory / "types"
        shutil.copytree(
            sources_in(root), self._sources / "bimaru", ignore=shutil.ignore_patterns("__pycache__")
        )

    def killer_of(self, mutant: Mutant, batches: Iterable[Batch]) -> str:
        """What fails with the fault and passes without it, a test or mypy; empty if there is nothing."""
        text = mutated(self._root, mutant)
        omitted: set[str] = set()
        for batch in batches:
            while (left := batch.without(omitted)).files:
                ran = self._try(mutant.path, text, left, omitted)
                omitted |= ran.passed
                if not ran.failed:
                    break
                if self._is_to_blame(mutant.path, text, _alone(ran.failed, batch)):
                    return ran.failed
                if ran.failed in (START, WHOLE_RUN):
                    break
                omitted.add(ran.failed)
        without_comments = self._type_errors(mutant.path, unchanged(self._root, mutant.path))
        return TYPES if self._type_errors(mutant.path, text) - without_comments else ""

    def _type_errors(self, path: str, text: str) -> set[str]:
        """What mypy finds in the project with another text of a module."""
        self._types.mkdir(exist_ok=True)
        shadow = self._types / "shadow.py"
        shadow.write_text(text, encoding="utf-8")
        kept = ("--cache-dir", self._types / "cache")
        shadowed = ("--shadow-file", sources_in(self._root) / path, shadow)
        ran = subprocess.run(
            [sys.executable, "-m", "mypy", "--no-pretty", *kept, *shadowed],
            cwd=self._root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return {line for line in ran.stdout.splitlines() if ": error: " in line}

    def _is_to_blame(self, path: str, text: str, batch: Batch) -> bool:
        """Whether tests that failed with the fault fail with it again, and pass without it (and comments).

        On a busy machine, a test may fail now and then.
        """
        original = unchanged(self._root, path)
        return not self._try(path, original, batch).failed and bool(self._try(path, text, batch).failed)

    def _try(self, path: str, text: str, batch: Batch, omitted: Iterable[str] = ()) -> _Run:
        with self._replaced(path, text):
            request = Request(batch.tests, sorted(omitted), LONGEST, MEMORY)
            return self._run(request, "-x", *SUITE, *batch.files)

    @contextmanager
    def _replaced(self, path: str, text: str) -> Iterator[None]:
        file = self._sources / "bimaru" / path
        original = file.read_bytes()
        file.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            file.write_bytes(original)

    def _run(self, request: Request, *options: str) -> _Run:
        """Run pytest in a session of its own, of which nothing is left afterwards."""
        self._scratch.mkdir()
        report = self._scratch / "report"
        own = {
            "TMPDIR": str(self._scratch),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self._scratch / "hypothesis"),
        }
        process = subprocess.Popen(
            pytest_command(*options),
            cwd=self._root,
            env=environment(self._root, self._sources, report, request) | own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = _ended(process, report, self._stopped)
            events = read_report(report)
        finally:
            _end_session(process.pid)
            process.wait()
            shutil.rmtree(self._scratch, ignore_errors=True)
        passed = {event.test for event in events if event.outcome == "passed"}
        return _Run("" if code in _PASSED else _failed_in(events), passed)


def _alone(failed: str, batch: Batch) -> Batch:
    """A batch of only the test that failed."""
    if failed == WHOLE_RUN:
        return batch
    if failed == START:
        return Batch(batch.files[:1], [])
    file, is_test, _ = failed.partition("::")
    return Batch([file], [failed] if is_test else [])


def _ended(process: subprocess.Popen[bytes], report: Path, stopped: Event) -> int | None:
    """The exit code of a run; `None` if nothing happens any more."""
    size, since = -1, time.monotonic()
    while time.monotonic() - since < STILL:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=1)
        if stopped.is_set():
            raise InterruptedError("the trial is stopped")
        if report.exists() and report.stat().st_size != size:
            size, since = report.stat().st_size, time.monotonic()
    return None


def _end_session(leader: int) -> None:
    """End the processes of a session, also those that form groups of their own."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == leader:
                os.kill(int(file.parent.name), signal.SIGKILL)
    with suppress(ProcessLookupError):  # where there is no /proc
        os.killpg(leader, signal.SIGKILL)


def _failed_in(events: list[watching.Event]) -> str:
    """The test that failed, the file that cannot be imported, or the test that did not end."""
    if not events:
        return START
    bad = [event.test for event in events if event.outcome in ("failed", "uncollected")]
    if bad:
        return bad[0]
    open_tests = {event.test for event in events if event.outcome == "started"} - {
        event.test for event in events if event.outcome != "started"
    }
    return next(iter(open_tests), WHOLE_RUN)


def results_in(file: Path) -> dict[str, Result]:
    """The mutants tried so far, by name."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {result.mutant: result for result in (Result(**json.loads(line)) for line in lines)}


def try_all(
    root: Path,
    mutants: Iterable[Mutant],
    batches: Callable[[Mutant], list[Batch]],
    jobs: int,
    end: float = float("inf"),
) -> Iterator[Result]:
    """The results of mutants, in the order in which they are ready. After the time `end`, no trial starts."""
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(jobs) as pool:
        free: SimpleQueue[Workshop] = SimpleQueue()
        stopped = Event()
        for number in range(jobs):
            free.put(Workshop(root, Path(directory) / str(number), stopped))

        def tried(mutant: Mutant) -> Result | None:
            began = time.monotonic()
            if began > end:
                return None
            workshop = free.get()
            try:
                killer = workshop.killer_of(mutant, batches(mutant))
            finally:
                free.put(workshop)
            return Result(mutant.key, not killer, killer, round(time.monotonic() - began, 1))

        futures = [pool.submit(tried, mutant) for mutant in mutants]
        try:
            for future in as_completed(futures):
                if (result := future.result()) is not None:
                    yield result
        finally:  # after Ctrl-C, nothing goes on
            stopped.set()
            pool.shutdown(cancel_futures=True)
