"""The comparison by instruction counts reads cachegrind's files, compares like with like, and says what it
lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.instructions import builds
from benchmarks.instructions.__main__ import NAMES, main, shares
from benchmarks.instructions.builds import ROOT, ComparisonError, build_commit
from benchmarks.instructions.counting import Counted, count_commands, count_tasks, instructions_in
from benchmarks.instructions.report import Pair, as_json, mean_ratio, table
from benchmarks.instructions.tasks import TASKS

FASTER = Pair(Counted(4_000_000, "x"), Counted(1_000_000, "x"))
SLOWER = Pair(Counted(2_000_000, "y"), Counted(8_000_000, "y"))
OTHER = Pair(Counted(1_000_000, "x"), Counted(3_000_000, "y"))
FAILED = Pair(Counted(None, error="AttributeError: no hint"), Counted(3_000_000, "y"))


def test_the_sum_of_a_cachegrind_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "17"
    file.write_text("desc: I1 cache: none\ncmd: python\nevents: Ir\nfl=a.c\nfn=f\n3 40\n4 2\nsummary: 42\n")
    assert instructions_in(file) == 42


def test_instructions_are_found_among_the_events_of_the_caches(tmp_path: Path) -> None:
    file = tmp_path / "17"
    file.write_text("events: Dr Ir Dw\nfl=a.c\nfn=f\n3 1 40 2\nsummary: 1 40 2\n")
    assert instructions_in(file) == 40


@pytest.mark.parametrize("text", ["", "events: Ir\nfl=a.c\nfn=f\n3 40\n"])
def test_a_file_that_was_not_finished_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "17"
    file.write_text(text)
    with pytest.raises(ComparisonError, match="17 is no complete file"):
        instructions_in(file)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ComparisonError, match="17 is no complete file"):
        instructions_in(tmp_path / "17")


def test_the_table_has_every_task_and_the_geometric_mean() -> None:
    assert [*table({"hint": FASTER, "draw": SLOWER})] == [
        "| task | million instructions before | after | difference |",
        "| --- | ---: | ---: | ---: |",
        "| hint | 4.0 | 1.0 | -75.00% |",
        "| draw | 2.0 | 8.0 | +300.00% |",
        "| geometric mean | | | +0.00% |",
    ]


def test_tasks_that_failed_or_answered_otherwise_are_shown_and_left_out_of_the_mean() -> None:
    pairs = {"hint": FAILED, "draw": OTHER, "grade": FASTER}
    assert mean_ratio(pairs) == 0.25
    lines = [*table(pairs)]
    assert "| hint | failed | 3.0 | - |" in lines
    assert "| draw | 1.0 | 3.0 | +200.00% (other answers) |" in lines
    assert "hint, before: AttributeError: no hint" in lines


def test_without_a_task_to_compare_there_is_no_mean() -> None:
    assert mean_ratio({"hint": FAILED}) is None
    assert "| geometric mean | | | - |" in [*table({"hint": FAILED})]


def test_the_json_has_the_counts() -> None:
    assert as_json({"hint": FAILED, "grade": FASTER}) == {
        "geometric_mean": 0.25,
        "tasks": {
            "hint": {"before": None, "after": 3_000_000, "same_answers": False},
            "grade": {"before": 4_000_000, "after": 1_000_000, "same_answers": True},
        },
    }


@pytest.mark.parametrize("number", [1, 3, 100])
def test_every_task_is_counted_once_on_a_side(number: int) -> None:
    dealt = [name for _, share in shares(NAMES, number) for name in share]
    assert sorted(dealt) == sorted(NAMES)


@pytest.mark.parametrize("number", [1, 3, 100])
def test_tasks_and_commands_are_counted_each_in_their_way(number: int) -> None:
    for count, share in shares(NAMES, number):
        assert count is (count_tasks if share[0] in TASKS else count_commands)
        assert {name in TASKS for name in share} == {count is count_tasks}


def test_the_tasks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--only", "^solve (many|large)"]) == 0
    assert capsys.readouterr().out == "solve many\nsolve large\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "chess"], "--only fits no task"),
        (["--only", "("], "missing )"),
        (["--jobs", "0"], "--jobs must be at least 1"),
    ],
)
def test_options_without_sense_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("present", "missing"), [((), "valgrind"), (("valgrind",), "git")])
def test_a_missing_program_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    present: tuple[str, ...],
    missing: str,
) -> None:
    for name in present:
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([]) == 2
    assert capsys.readouterr().err.startswith(f"{missing} is not installed")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in the place of this one; its setup.py counts how often it runs."""
    (tmp_path / "src").mkdir()
    (tmp_path / "setup.py").write_text("with open('runs.txt', 'a') as runs:\n    print('run', file=runs)\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        git(tmp_path, *command)
    monkeypatch.setattr(builds, "ROOT", tmp_path)
    monkeypatch.setattr(builds, "KEPT", tmp_path / "build")
    return tmp_path


def git(repository: Path, *arguments: str) -> str:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", *author, *arguments]
    return subprocess.run(
        command, cwd=repository, check=True, capture_output=True, encoding="utf-8"
    ).stdout.strip()


@pytest.mark.needs("git")
def test_an_unknown_commit_is_named(repository: Path) -> None:
    with pytest.raises(ComparisonError, match=r"unknown commit: nowhere"):
        builds.commit_of("nowhere")


@pytest.mark.needs("git")
def test_a_commit_is_found_by_any_of_its_names(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    git(repository, "tag", "-a", "v1", "-m", "one")
    assert {builds.commit_of(name) for name in ("HEAD", "v1", head[:8])} == {head}


@pytest.mark.needs("git")
def test_a_commit_is_compiled_by_its_own_setup_and_only_once(repository: Path) -> None:
    commit = builds.commit_of("HEAD")
    (repository / "setup.py").write_text("raise SystemExit('the setup of the working tree')\n")
    folder = build_commit(commit)
    assert build_commit(commit) == folder
    assert (folder / "runs.txt").read_text() == "run\n"


@pytest.mark.needs("git")
def test_a_commit_is_compiled_again_by_another_compiler(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = builds.commit_of("HEAD")
    build_commit(commit)
    monkeypatch.setattr(builds, "_tools", lambda: "another")
    (folder := build_commit(commit)).joinpath("marker").touch()
    assert build_commit(commit).joinpath("marker").exists()
    assert (folder / "runs.txt").read_text() == "run\n"


@pytest.mark.needs("git")
def test_what_the_compiler_says_is_passed_on(repository: Path) -> None:
    (repository / "setup.py").write_text("raise SystemExit('no such register')\n")
    git(repository, "commit", "-q", "-a", "-m", "second")
    commit = builds.commit_of("HEAD")
    for _ in range(2):  # a build that failed is not taken for a finished one
        with pytest.raises(ComparisonError, match=r"cannot be compiled:\nno such register"):
            build_commit(commit)


@pytest.mark.thorough
@pytest.mark.needs("valgrind")
def test_twice_the_work_takes_twice_the_instructions_and_two_runs_agree_even_on_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = tmp_path / "benchmarks" / "instructions" / "tasks.py"
    tasks.parent.mkdir(parents=True)
    work = "lambda: lambda: sum(number & 7 for number in range({}))"
    tasks.write_text(
        "from time import perf_counter\nfrom typing import Any\nWork = Any\n"
        f"TASKS = {{'one': {work.format(20_000)}, 'two': {work.format(40_000)}, 'bad': lambda: None.no, "
        "'clock': lambda: perf_counter}\n"
    )
    for name in ("__init__.py", "runner.py"):
        tasks.with_name(name).write_bytes((ROOT / "benchmarks" / "instructions" / name).read_bytes())
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "bimaru.py").write_text("__all__ = ()\n")
    monkeypatch.setattr("benchmarks.instructions.counting.ROOT", tmp_path)
    first, second = (dict(count_tasks(tmp_path, ["one", "two", "bad", "clock"])) for _ in range(2))
    one, two = first["one"].instructions or 0, first["two"].instructions or 0
    assert two == pytest.approx(2 * one, rel=0.02)
    assert second["one"].instructions == pytest.approx(one, rel=0.005)
    assert first["one"].answer == second["one"].answer != first["two"].answer
    assert first["clock"].answer == second["clock"].answer != ""
    assert first["bad"].error.startswith("AttributeError")


@pytest.mark.needs("valgrind", "git")
def test_a_commit_that_is_not_there_ends_with_exit_code_2() -> None:
    command = [sys.executable, "-m", "benchmarks.instructions", "no-such-commit", "--only", "import"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("unknown commit: no-such-commit")
