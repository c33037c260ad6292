"""The trial of mutants: what is blamed on a fault, what survives, and which tests are chosen for a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from benchmarks.mutants.__main__ import main
from benchmarks.mutants.faults import drawn, place_of
from benchmarks.mutants.recording import Recording, record
from benchmarks.mutants.selection import Batch, batches_for

CONSTANTS: Final = {
    "src/bimaru/tiny.py": "SIX = 6\nUNSEEN = 7\n",
    "tests/test_tiny.py": "from bimaru.tiny import SIX\n\ndef test_six(): assert SIX == 6\n",
    "tests/test_tiny_failing.py": "def test_that_fails_with_and_without_a_fault(): raise AssertionError\n",
}
FUNCTIONS: Final = {
    "src/bimaru/tiny.py": """\
import sys

def called():
    return 1
def in_a_process():
    return 2
def not_called():
    return 3

if __name__ == "__main__":
    sys.exit(in_a_process() - 2)
""",
    "tests/test_calls.py": """\
import subprocess, sys
from bimaru.tiny import called

def test_call(): assert called() == 1
def test_process(): assert subprocess.run([sys.executable, "-m", "bimaru.tiny"]).returncode == 0
""",
}
STATEMENTS: Final = """\
TABLE = {
    1: "one",
}

def call(much=2):
    if (much
            > 3):
        return 4
"""


@pytest.fixture(autouse=True)
def _few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the runs of pytest in these tests, which start much sooner."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_cov.plugin,xdist.plugin")


def project(root: Path, files: dict[str, str]) -> Path:
    """A project whose package has one module."""
    for name, text in {"setup.py": "", "src/bimaru/__init__.py": "", **files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def results(file: Path) -> list[dict[str, Any]]:
    """The results, in the order of their names."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return sorted(map(json.loads, lines), key=lambda result: str(result["mutant"]))


@pytest.mark.thorough
def test_a_fault_is_killed_by_a_test_that_passes_without_it_and_a_survivor_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, file = project(tmp_path, CONSTANTS), tmp_path / "results.jsonl"
    main([str(file), "--count", "2", "--jobs", "1"], root)
    assert [(result["mutant"], result["survived"], result["killer"]) for result in results(file)] == [
        ("tiny.py:1:0 6 plus 1", False, "tests/test_tiny.py::test_six"),
        ("tiny.py:2:1 7 plus 1", True, ""),
    ]
    first = capsys.readouterr().out
    assert "1 of 2 mutants were killed" in first
    assert first.endswith("Survived:\ntiny.py:2:1 7 plus 1\n")

    main([str(file), "--count", "2"], root)  # has nothing left to try
    assert first.endswith(capsys.readouterr().out)
    assert len(results(file)) == 2


@pytest.mark.thorough
def test_a_fault_that_no_test_notices_may_be_killed_by_the_types(tmp_path: Path) -> None:
    module = "from typing import Literal\n\nSIDE: Literal['row', 'column'] = 'row'\nUNSEEN = 'row'\n"
    files = {
        "pyproject.toml": "[tool.mypy]\nfiles = ['src']\nmypy_path = ['src']\n",
        "src/bimaru/tiny.py": module,
    }
    root, file = project(tmp_path, files), tmp_path / "results.jsonl"
    main([str(file), "--count", "2", "--jobs", "1"], root)
    assert {(result["mutant"], result["killer"]) for result in results(file)} == {
        ("tiny.py:3:0 'row' changed", "mypy"),
        ("tiny.py:4:1 'row' changed", ""),
    }


def test_a_recording_has_the_tests_of_each_line_also_where_another_process_executes_it(
    tmp_path: Path,
) -> None:
    root, file = project(tmp_path, FUNCTIONS), tmp_path / "coverage"
    record(root, file, jobs=0)
    recording = Recording(root, file)
    call, process = "tests/test_calls.py::test_call", "tests/test_calls.py::test_process"
    assert recording.tests_of("tiny.py", [4]) == {call}
    assert recording.tests_of("tiny.py", [6]) == {process}
    assert recording.tests_of("tiny.py", [8]) == set()
    assert recording.tests_of("tiny.py", None) == {call, process}

    (mutant,) = [mutant for mutant in drawn(root, 1, 100) if mutant.change == "1 plus 1"]
    assert batches_for(root, mutant, recording) == [
        Batch(["tests/test_calls.py"], [call]),
        Batch(["tests/test_calls.py"]),  # whole, because it names the module
    ]


def test_a_fault_in_a_default_or_a_table_is_in_what_runs_at_import_one_in_a_function_is_not(
    tmp_path: Path,
) -> None:
    root = project(tmp_path, {"src/bimaru/tiny.py": STATEMENTS})
    places = {mutant.change: place_of(root, mutant) for mutant in drawn(root, 1, 100)}
    assert places == {
        "1 plus 1": (range(1, 4), True),
        "'one' changed": (range(1, 4), True),
        "2 plus 1": (range(5, 6), True),
        "condition inverted": (range(6, 8), False),
        "Gt to GtE": (range(6, 8), False),
        "3 plus 1": (range(6, 8), False),
        "4 plus 1": (range(8, 9), False),
    }
