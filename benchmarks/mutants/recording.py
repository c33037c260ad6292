"""One run of the suite under coverage: which tests execute a line, and how long each takes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Final

from benchmarks.mutants.faults import sources_in
from benchmarks.mutants.watching import REPORT, REQUEST, Request, read_report

HERE: Final = Path(__file__).parents[2]
"""Where this package can be imported from."""
SUITE: Final = ("-m", "not thorough", "--ignore", "tests/page")
"""Of `make test`, the tests that do not need a browser."""

_CONFIGURATION: Final = """\
[run]
source = {sources}
data_file = {data}
relative_files = true
parallel = true
concurrency = thread, multiprocessing
disable_warnings = no-data-collected, module-not-imported, module-not-measured, no-sysmon
"""
_SUBPROCESSES: Final = """\
context = ${PYTEST_CURRENT_TEST-}
patch = _exit
sigterm = true
"""
"""Processes that tests start are measured for the test that starts them."""


def environment(root: Path, package: Path, report: Path, request: Request) -> dict[str, str]:
    """The environment in which pytest imports bimaru from the directory `package`.

    The request is in a file beside the report: the environment has no room for a long list of tests."""
    asked = report.with_name(f"{report.name}.request")
    asked.write_text(json.dumps(request._asdict()), encoding="utf-8")
    paths = (package, root / "tests" / "support", root, HERE)
    own = {
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONDONTWRITEBYTECODE": "1",
        REPORT: str(report),
        REQUEST: str(asked),
    }
    outer = ("PYTEST_CURRENT_", "PYTEST_XDIST_", "COV_", "COVERAGE_")  # this may itself run in a test
    return {name: value for name, value in os.environ.items() if not name.startswith(outer)} | own


def pytest_command(*options: str) -> list[str]:
    """A call of pytest that is watched, in the tests' own order. Schemathesis' plugin is slow to import."""
    unused = [f"-pno:{plugin}" for plugin in ("randomly", "cacheprovider", "schemathesis")]
    return [sys.executable, "-m", "pytest", "-q", "-pbenchmarks.mutants.watching", *unused, *options]


def record(root: Path, file: Path, jobs: int, tests: Iterable[str] = ()) -> None:
    """Run the suite, or only these tests, under coverage, and keep in the file what each of them executes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        data, report = directory / "coverage", directory / "report"
        given = _CONFIGURATION.format(sources=sources_in(root), data=data)
        (directory / "tests.ini").write_text(given, encoding="utf-8")
        (directory / "processes.ini").write_text(given + _SUBPROCESSES, encoding="utf-8")
        request = Request(coverage=str(directory / "processes.ini"))
        command = pytest_command(
            *(
                f"--numprocesses={jobs}",
                f"--cov={sources_in(root)}",
                f"--cov-config={directory / 'tests.ini'}",
            ),
            *("--cov-context=test", "--cov-report=", *SUITE, *tests),
        )
        subprocess.run(command, cwd=root, env=environment(root, root / "src", report, request), check=False)
        shutil.copyfile(data, file)
        shutil.copyfile(report, _durations_beside(file))


def _durations_beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.durations")


class Recording:
    """What `record` kept in a file."""

    def __init__(self, root: Path, file: Path) -> None:
        from coverage import CoverageData

        self._sources = sources_in(root).relative_to(root)
        self._lock = Lock()
        self._data = CoverageData(str(file))
        self._data.read()
        ended = [event for event in read_report(_durations_beside(file)) if event.outcome == "passed"]
        self.seconds = {event.test: event.seconds for event in ended}
        """How long each test took that passed."""

    def tests_of(self, path: str, lines: Iterable[int] | None) -> set[str]:
        """The tests that execute one of the lines of a module, or any, or start a process that does."""
        with self._lock:
            by_line = self._data.contexts_by_lineno(str(self._sources / path))
        contexts = {context for line in lines or by_line for context in by_line.get(line, ())}
        return self._of_served_files(contexts) | (self.seconds.keys() & map(_test_in, contexts))

    def _of_served_files(self, contexts: set[str]) -> set[str]:
        """A server that is started in the setup of one test serves the others of its file, too."""
        files = {context.split("::")[0] for context in contexts if context.endswith(" (setup)")}
        return {test for test in self.seconds if test.split("::")[0] in files}


def _test_in(context: str) -> str:
    """The test, without the phase that pytest-cov (`TEST|run`) or pytest (`TEST (call)`) adds."""
    before = context.rpartition("|" if context.endswith(("|setup", "|run", "|teardown")) else " (")[0]
    return before or context
