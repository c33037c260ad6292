"""A plugin for pytest: which tests it runs, with what limits, and a report of how each of them ended.

The environment names the file for the report, `MUTANTS_REPORT`, and one with a `Request` as JSON,
`MUTANTS_REQUEST`.
"""

from __future__ import annotations

import json
import os
import resource
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

REPORT: Final = "MUTANTS_REPORT"
REQUEST: Final = "MUTANTS_REQUEST"


class Request(NamedTuple):
    """Which tests a run of pytest is to take, and its limits."""

    tests: list[str] | None = None
    """Only these, in this order; all if `None`."""
    omitted: tuple[str, ...] | list[str] = ()
    seconds: int = 0
    """Limit of the processor's time for each process: other work does not slow it down; 0 is no limit."""
    memory: int = 0
    """Limit of memory for each process, in bytes: a fault may fill it without end; 0 is no limit."""
    coverage: str = ""
    """A configuration of coverage for the processes that tests start."""


class Event(NamedTuple):
    """An entry of the report: a test `started`, or ended as pytest says, or a file that is `uncollected`."""

    test: str
    outcome: str
    seconds: float = 0.0


def read_report(file: Path) -> list[Event]:
    """The report so far. A process that is killed may leave a line incomplete."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    return [Event(*json.loads(line)) for line in lines if line.endswith("\n")]


class _Watcher:
    """Selects tests, and reports."""

    def __init__(self, request: Request, report: Path, reports: bool) -> None:
        self._request = request
        self._report = report
        self._reports = reports
        self._outcomes: dict[str, str] = {}
        self._seconds: dict[str, float] = {}

    def _note(self, *event: Any) -> None:
        if self._reports:
            with self._report.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(event)}\n")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the requested tests, in the requested order."""
        omitted = set(self._request.omitted)
        kept = [item for item in items if item.nodeid not in omitted]
        if (tests := self._request.tests) is not None:
            order = {test: number for number, test in enumerate(tests)}
            kept = sorted(
                (item for item in kept if item.nodeid in order), key=lambda item: order[item.nodeid]
            )
        items[:] = kept

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported has no tests that could fail."""
        if report.failed:
            self._note(report.nodeid, "uncollected")

    def pytest_runtest_protocol(self) -> None:
        """From here on, processes that are started belong to a test, which `PYTEST_CURRENT_TEST` names."""
        if self._request.coverage:
            os.environ["COVERAGE_PROCESS_START"] = self._request.coverage

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test starts."""
        self._note(nodeid, "started")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test is over: its setup, its call or its teardown."""
        test = report.nodeid
        self._seconds[test] = self._seconds.get(test, 0) + report.duration
        if self._outcomes.get(test, "passed") == "passed":
            self._outcomes[test] = report.outcome

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test is over."""
        if nodeid in self._outcomes:  # not where xdist runs it
            self._note(nodeid, self._outcomes[nodeid], round(self._seconds[nodeid], 4))


def _limit(kind: int, most: int) -> None:
    """Set the soft limit only; the hard limit is unchanged."""
    if most:
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def pytest_configure(config: pytest.Config) -> None:
    """Set the limits, and watch."""
    if REPORT not in os.environ:
        return
    request = Request(**json.loads(Path(os.environ[REQUEST]).read_text(encoding="utf-8")))
    _limit(resource.RLIMIT_CPU, request.seconds)
    _limit(resource.RLIMIT_DATA, request.memory)
    reports = not hasattr(config, "workerinput")  # xdist's workers tell the process that reports
    config.pluginmanager.register(_Watcher(request, Path(os.environ[REPORT]), reports))
