"""The study of all models: what is measured once is kept, and a disagreement ends it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from benchmarks.study.exports import PROGRAMS, engine_of
from benchmarks.study.plan import EXPERIMENTS, SETS, Experiment
from benchmarks.study.sizes import Sizes
from benchmarks.study.trials import quartiles
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from bimaru.study.charts import Axis, Series, cactus, chart
from bimaru.study.comparison import Comparison, run_trial
from command_line import bimaru as call
from command_line import jsonl
from instances import Instance, instances
from sampling import thorough

ROOT: Final = Path(__file__).parents[2]
SIX: Final = "seeds 6x6"
NEVER: Final = float("inf")


def study(directory: Path, *experiments: str, file: str = SIX) -> subprocess.CompletedProcess[str]:
    options = ["--puzzles", "1", "--seconds", "20", "--sets", file, "--only", *experiments]
    command = [sys.executable, "-m", "benchmarks.study", str(directory), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def test_results_are_kept_and_what_contradicts_them_is_found(tmp_path: Path) -> None:
    results = tmp_path / "trials.jsonl"
    first = study(tmp_path, "encodings", "sizes")
    assert (first.returncode, first.stderr) == (0, "")
    lines = results.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["engine"] for line in lines] == list(experiment("encodings").engines)
    assert "| `sat:encoding=binomial` | 1 of 1: " in first.stdout
    assert "| placements that fit the clues | 60 |" in first.stdout
    assert "| `mip-ship` | 60 / 40 |" in first.stdout
    assert "| `mip-ship`, all placements | 144 / 40 |" in first.stdout
    assert (tmp_path / "report.md").read_text(encoding="utf-8") == first.stdout
    assert ElementTree.parse(tmp_path / "cactus-encodings.svg").getroot().tag.endswith("svg")

    again = study(tmp_path, "encodings", "sizes")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert results.read_text(encoding="utf-8").splitlines() == lines

    forged = json.loads(lines[1]) | {"status": "none", "solutions": [], "complete": True}
    results.write_text("".join(f"{line}\n" for line in [*lines, json.dumps(forged)]), encoding="utf-8")
    caught = study(tmp_path, "encodings")
    assert caught.returncode == 1
    message = "sat found a board that is not among all the boards of sat:encoding=binomial"
    assert caught.stderr == f"{forged['id']}: {message}\n"


@pytest.mark.thorough
@pytest.mark.needs("glpk", "cbc", "cadical", "minisat", "clasp", "clingo", "z3", "minizinc")
def test_other_programs_decide_exported_models(tmp_path: Path) -> None:
    ran = study(tmp_path, "exports", file="polyomino")
    assert (ran.returncode, ran.stderr) == (0, "")
    trials = [json.loads(line) for line in (tmp_path / "trials.jsonl").read_text().splitlines()]
    taken = {trial["engine"]: trial for trial in trials if trial["status"] != "refused"}
    assert {name.partition(" by ")[2] for name in taken} == {"", *PROGRAMS}
    assert {(trial["status"], trial["n_solutions"]) for trial in taken.values()} == {("unique", 1)}
    assert all(trial["cpu_seconds"] > 0 for trial in taken.values())


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


def test_every_set_has_puzzles_and_they_are_spread_over_it() -> None:
    for one in SETS:
        everything = one.puzzles(None)
        assert everything
        assert next(puzzle.id for puzzle in one.puzzles(2)) == everything[0].id
        assert len(one.puzzles(2)) <= 2


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5.0], (5, 5, 5)),
        ([1.0, 2.0, 3.0, 4.0, 5.0], (2, 3, 4)),
        ([1.0, 2.0, NEVER, NEVER, NEVER], (2, NEVER, NEVER)),
    ],
)
def test_quartiles(values: list[float], expected: tuple[float, float, float]) -> None:
    assert quartiles(values) == expected


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


# Relaxations


@pytest.mark.parametrize("known", instances("csplib014")[:120:60], ids=lambda known: known.id)
def test_the_study_and_compare_give_the_same_shares_and_the_ship_based_model_is_tighter_than_heads(
    known: Instance, tmp_path: Path
) -> None:
    names = ("mip-ship", "mip-heads")
    sizes = Sizes(tmp_path / "sizes.jsonl")
    measured = {name: sizes.measure(known.puzzle, name, 20)["bound"] for name in names}
    engines = [f"--engine={name}" for name in names]
    (data,) = call(
        "compare", *engines, "--relaxation", "--json", "-", stdin=jsonl(known.puzzle.to_data())
    ).objects
    shown = {one["engine"]: 1 - one["root_gap"] for one in data["engines"]}
    assert measured == pytest.approx(shown)
    assert measured["mip-ship"] > measured["mip-heads"]
