"""The study of all models: what is measured once is kept, and a disagreement ends it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

import bimaru
from benchmarks.study import boards
from benchmarks.study.charts import Axis, Series, cactus, chart
from benchmarks.study.exports import PEER, PROGRAMS, engine_of
from benchmarks.study.page import documents
from benchmarks.study.plan import EXPERIMENTS, FILES, Experiment, puzzles_of
from benchmarks.study.report import interval, par2
from benchmarks.study.trials import Results, Trial, turned
from benchmarks.study.worker import Worker, cpu_of
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from bimaru.study.comparison import Comparison, run_trial
from instances import instance, instances
from sampling import thorough

ROOT: Final = Path(__file__).parents[2]
NEVER: Final = float("inf")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads processor time in /proc")


def study(directory: Path, *experiments: str, file: str = "made") -> subprocess.CompletedProcess[str]:
    options = ["--puzzles", "1", "--seconds", "20", "--sets", file, "--only", *experiments]
    command = [sys.executable, "-m", "benchmarks.study", str(directory), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.thorough
@on_linux
def test_results_are_kept_and_what_contradicts_them_is_found(tmp_path: Path) -> None:
    results = tmp_path / "trials.jsonl"
    first = study(tmp_path, "encodings")
    assert (first.returncode, first.stderr) == (0, "")
    lines = results.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("engine") for line in lines] == [None, *experiment("encodings").engines]
    assert "| `sat-boats` | 1/1 (1–1); " in first.stdout
    assert (tmp_path / "report.md").read_text(encoding="utf-8") == first.stdout
    assert ElementTree.parse(tmp_path / "cactus-encodings.svg").getroot().tag.endswith("svg")

    again = study(tmp_path, "encodings")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert results.read_text(encoding="utf-8").splitlines() == lines

    forged = json.loads(lines[3]) | {"outcome": "none", "boards": "e3b0c442"}
    results.write_text("".join(f"{line}\n" for line in [*lines, json.dumps(forged)]), encoding="utf-8")
    caught = study(tmp_path, "encodings")
    assert caught.returncode == 1
    assert caught.stderr == f"{forged['id']}: the engines disagree: sat: unique; sat-boats: none\n"


def test_a_result_that_ran_out_of_less_time_is_measured_again(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    trial = Trial("board", "sat", "unknown", False, cpu=5, cpu_limit=5)
    path.write_text(json.dumps(trial._asdict()) + "\n", encoding="utf-8")
    assert Results(path).find(trial.key, 5) == trial
    assert Results(path).find(trial.key, 6) is None


def test_par2_counts_twice_the_limit_for_what_was_not_decided_within_it() -> None:
    decided = Trial("board", "sat", "unique", True, cpu=3)
    assert (par2(decided, 5), par2(decided, 2)) == (3, 4)


def test_an_interval_of_equal_values_is_one_of_them_and_a_wider_spread_gives_a_wider_one() -> None:
    assert interval([2.0] * 5) == (2, 2)
    low, high = interval([0.0, 1.0] * 15)
    assert 0.2 < low < 0.5 < high < 0.8
    assert interval([0.0, 1.0] * 15) == (low, high)


@on_linux
def test_a_trial_ends_at_its_cpu_limit_with_all_that_the_engine_has_started() -> None:
    hard = instance("solbat", "sb_15_15_7_0").puzzle
    worker = Worker("backtracking")
    late = worker.run(hard, 0.2, 2, None)
    assert (late["outcome"], late["decided"]) == ("unknown", False)
    assert 0.2 < late["cpu"] < 2
    easy = worker.run(Puzzle([1], [1], {1: 1}), 20, 2, None)
    assert (easy["outcome"], easy["decided"]) == ("unique", True)
    assert 0 <= easy["cpu"] < 20
    worker.close()


@on_linux
def test_the_cpu_time_of_a_process_includes_that_of_its_children() -> None:
    work = "sum(range(50_000_000))"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{work}']); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert cpu_of(process.pid) > 0.08
        process.communicate(b"\n")


def test_everything_but_the_measuring_works_where_unix_is_not() -> None:
    without = "import os, sys; sys.modules['resource'] = None; del os.sysconf, os.fork"
    script = f"{without}; import benchmarks.hard, benchmarks.study.page, benchmarks.study.worker"
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_repetitions_show_a_puzzle_turned_and_mirrored_first_as_it_is_printed() -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    assert turned(puzzle, 0) == puzzle
    assert len({turned(puzzle, repetition) for repetition in range(8)}) == 8


@pytest.mark.needs("puzzle_solver")
def test_the_peer_is_an_engine_that_lists_all_boards() -> None:
    result = solve(Puzzle([1, 0], [None, None], {1: 1}).replace(cols=[1, 0]), engine=engine_of(PEER))
    assert (result.status, result.complete) == ("unique", True)
    assert engine_of(PEER).refusal(Puzzle([1, 0], [None, None], {1: 1}))


@on_linux
@pytest.mark.thorough
@pytest.mark.needs("glpk", "cbc", "cadical", "minisat", "clasp", "clingo", "z3", "minizinc", "java", "pycsp3")
def test_other_programs_decide_exported_models(tmp_path: Path) -> None:
    ran = study(tmp_path, "exports", file="polyomino")
    assert (ran.returncode, ran.stderr) == (0, "")
    trials = [json.loads(line) for line in (tmp_path / "trials.jsonl").read_text().splitlines()[1:]]
    taken = {trial["engine"]: trial for trial in trials if trial["outcome"] != "refused"}
    assert {name.partition(" by ")[2] for name in taken} == {"", *PROGRAMS}
    assert {trial["outcome"] for trial in taken.values()} == {"unique"}
    assert all(trial["cpu"] > 0 for trial in taken.values())


@pytest.mark.needs("minisat")
def test_an_exported_model_has_two_boards_at_most(tmp_path: Path) -> None:
    result = solve(Puzzle([1, 0], [None, None], {1: 1}), engine=engine_of("sat in dimacs by minisat"))
    assert (result.status, len(result.boards), result.complete) == ("multiple", 2, False)


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        ("print('s UNSATISFIABLE')", "none"),
        ("print('s UNKNOWN')", "unknown"),
        ("print('s SATISFIABLE\\nv 0')", "wrong"),
        ("print('Segmentation fault')", "failed"),
        thorough("import time; time.sleep(60)", "unknown"),
    ],
)
def test_what_a_program_answers_is_judged(
    script: str, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "program.py"
    path.write_text(script)
    monkeypatch.setitem(PROGRAMS, "cadical", f"{sys.executable} {path} MODEL")
    puzzle = Puzzle([1, 0], [1, 0], {1: 1})
    trial = run_trial(puzzle, engine_of("sat in dimacs by cadical"), time_limit=2)
    assert trial.outcome == outcome
    right = run_trial(puzzle, engine_of("auto"))
    assert Comparison(puzzle, (right, trial)).is_sound == (outcome == "unknown")


def test_a_program_that_is_not_installed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROGRAMS, "cadical", "not-installed MODEL")
    trial = run_trial(Puzzle([1], [1], {1: 1}), engine_of("sat in dimacs by cadical"))
    assert (trial.outcome, trial.trouble) == (
        "missing",
        "sat in dimacs by cadical needs the program not-installed",
    )


def experiment(name: str) -> Experiment:
    return next(one for one in EXPERIMENTS if one.name == name)


def test_every_engine_of_the_study_exists_and_is_named_by_what_differs_from_the_default() -> None:
    for one in EXPERIMENTS:
        names = [engine_of(name).name for name in one.engines]
        assert names == list(one.engines)
        assert len(set(names)) == len(names)


@pytest.mark.thorough
def test_every_set_has_puzzles_and_they_are_spread_over_it() -> None:
    for name in FILES:
        everything = puzzles_of(name, None)
        assert everything
        assert puzzles_of(name, 2)[0].id == everything[0].id
        assert len(puzzles_of(name, 2)) == 2


@pytest.mark.thorough
def test_the_figures_of_the_documents_are_those_of_the_results() -> None:
    for path, text in documents().items():
        assert path.read_text(encoding="utf-8") == text


# The benchmark


def test_the_benchmark_has_300_boards() -> None:
    assert len({entry.sha256 for entry in boards.entries()}) == 300


def test_a_board_that_has_changed_is_refused() -> None:
    entry = boards.entries()[0]
    with pytest.raises(ValueError, match=f"{entry.id} has changed"):
        _ = entry._replace(sha256="0" * 64).puzzle


def test_every_set_has_75_boards_and_every_board_is_in_the_band_and_half_of_its_nodes_and_digest() -> None:
    assert Counter(entry.set for entry in boards.entries()) == dict.fromkeys(boards.SETS, 75)
    least = dict(zip(boards.BANDS, (0, *[most + 1 for most in boards.BANDS.values()]), strict=False))
    for entry in boards.entries():
        assert least[entry.band] <= entry.nodes <= boards.BANDS[entry.band]
        assert entry.half == boards.half(entry.sha256)


@pytest.mark.parametrize("name", boards.SETS)
def test_boards_are_drawn_by_seed_from_one_half_and_from_all_bands(name: str) -> None:
    drawn = boards.drawn(name, 30)
    assert drawn == boards.drawn(name, 30) != boards.drawn(name, 30, seed=2)
    assert len(set(drawn)) == 30
    assert {(entry.set, entry.half) for entry in drawn} == {(name, "test")}
    assert drawn[:6] == boards.drawn(name, 6)
    assert Counter(entry.band for entry in drawn[:6]) == dict.fromkeys(boards.BANDS, 2)


def test_the_halves_of_csplib_are_of_about_the_same_size() -> None:
    halves = Counter(boards.half(boards.digest(known.puzzle)) for known in instances("csplib014"))
    assert min(halves.values()) > 90


@pytest.mark.parametrize("every", [10, thorough(1)])
def test_the_benchmark_is_written_as_puzzles_whose_digests_hold(
    every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = boards.entries()[::every]
    file = tmp_path / "benchmark.jsonl"
    monkeypatch.setattr(boards, "entries", lambda: some)
    monkeypatch.setattr(sys, "argv", ["boards", str(file)])
    boards.main()
    written = [(puzzle.id, boards.digest(puzzle)) for puzzle in bimaru.read_all(file)]
    assert written == [(entry.id, entry.sha256) for entry in some]


# Charts


def test_a_cactus_plot_counts_the_puzzles_that_are_solved_within_a_time() -> None:
    assert cactus({"sat": [3.0, 1.0, 2.0]}) == [Series("sat", [(1, 1.0), (2, 2.0), (3, 3.0)])]


def test_a_chart_has_every_point_that_its_axes_can_show_and_escapes_its_text() -> None:
    series = [Series("a < b", [(1, 0.5), (2, 20.0), (3, 0.0), (4, NEVER)]), Series("none", [])]
    text = chart(series, title="Solved & timed", x=Axis("boards"), y=Axis("seconds", logarithmic=True))
    root = ElementTree.fromstring(text)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 2
    assert {"Solved & timed", "a < b", "none", "boards", "seconds", "0.1", "100"} <= {
        element.text for element in root.iter("{http://www.w3.org/2000/svg}text")
    }


def test_a_chart_without_a_point_is_refused() -> None:
    with pytest.raises(ValueError, match="a chart needs a point"):
        chart([Series("none", [(1, 0.0)])], title="", x=Axis(""), y=Axis("", logarithmic=True))
