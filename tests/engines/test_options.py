"""Options of engines, in Python and on the command line, and the engines of other packages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru.engines import engine_named, engine_names, registry
from bimaru.engines.options import as_text, options_of
from bimaru.engines.registry import REGISTRY, factory_of
from bimaru.study.comparison import run_trial
from command_line import MULTIPLE, UNIQUE, jsonl
from command_line import bimaru as call
from instances import instance

PLAIN: Final = "backtracking:propagation=backtracking,order=static,checks=none"
KNOWN: Final = instance("boats", "boats-fix-e-00")


def test_options_are_written_behind_the_name() -> None:
    small = instance("seeds", "seed-001-6x6").puzzle
    fast, slow = (bimaru.solve(small, engine=name, limit=1) for name in ("backtracking", PLAIN))
    assert slow.stats["nodes"] > fast.stats["nodes"]
    assert (fast.engine, slow.engine) == ("backtracking", PLAIN)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_value_listed_is_accepted_and_every_other_refused(name: str) -> None:
    for option in options_of(factory_of(name)):
        assert as_text(option.default).split("+")[0] in (*option.values, "none") or not option.values
        for value in option.values:
            if not (name.startswith("mip-") and option.name == "cuts"):  # it depends on the solver
                assert engine_named(f"{name}:{option.name}={value}").name.startswith(name)
        if option.values:
            with pytest.raises(ValueError, match=f"the option {option.name} does not accept 'magic'"):
                engine_named(f"{name}:{option.name}=magic")


def test_options_are_texts_values_or_both() -> None:
    names = [
        engine_named("mip-ship:solver=scip,cuts=off").name,
        engine_named("mip-ship:solver=scip", cuts=False).name,
        engine_named("mip-ship", solver="scip", cuts="off").name,
    ]
    assert names == ["mip-ship:solver=scip,cuts=off"] * 3
    assert engine_named("backtracking", checks=()).name == "backtracking:checks=none"


def test_a_default_is_not_in_the_name() -> None:
    assert engine_named("mip-ship:solver=auto, cuts = on").name == "mip-ship"
    assert engine_named("sat", encoding="sequential").name == "sat"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("magic:x=1", "unknown engine 'magic'; choose one of auto, search"),
        ("search:order=mrv", "the engine search has no option order; it has none"),
        ("sat:order=mrv", "the engine sat has no option order; it has encoding"),
        ("backtracking:order", "expected options as NAME:OPTION=VALUE,OPTION=VALUE, not 'order'"),
        ("backtracking:", "expected options as NAME:OPTION=VALUE,OPTION=VALUE, not ''"),
        ("sat:encoding=binomial,encoding=binomial", "the option encoding is given twice"),
        ("backtracking:checks=givens+magic", "the option checks does not accept 'magic'"),
        ("mip-ship:cuts=maybe", "the option cuts does not accept 'maybe'; it accepts on, off"),
        ("mip-ship:cuts=off", "only the cuts of scip and cp-sat can be switched off here"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "count", "compare"])
def test_what_is_no_option_is_a_usage_error(command: str, spec: str, words: str) -> None:
    ran = call(command, "--engine", spec, "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    with pytest.raises(ValueError, match=re.escape(words)):
        bimaru.solve(KNOWN.puzzle, engine=spec)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="the option solver of the engine mip-ship is given twice"):
        engine_named("mip-ship:solver=scip", solver="highs")


def test_engines_are_listed_with_values_and_defaults() -> None:
    listed = {engine["name"]: engine for engine in call("engines", "--json").objects}
    assert list(listed) == [*REGISTRY]
    assert listed["backtracking"]["options"]["order"] == "mrv"
    assert listed["backtracking"]["values"]["order"] == ["static", "mrv"]
    assert "order=mrv|static" in call("engines").out


def test_variants_of_one_engine_are_compared() -> None:
    names = ["backtracking", "backtracking:order=static", PLAIN]
    options = [word for name in [*names, "backtracking:order=mrv"] for word in ("--engine", name)]
    (compared,) = call("compare", *options, "--json", "-", stdin=jsonl(MULTIPLE)).objects
    assert [engine["engine"] for engine in compared["engines"]] == names
    assert compared["agree"]


# Logs


@pytest.mark.parametrize("name", ["mip-ship", "mip-ship:solver=scip", "mip-ship:solver=cp-sat", "cp-sat"])
def test_a_trial_has_the_log_of_the_solver_if_it_is_wanted(name: str) -> None:
    trial = run_trial(KNOWN.puzzle, engine_named(name), with_log=True)
    assert trial.log is not None
    assert len(trial.log.splitlines()) > 10
    assert run_trial(KNOWN.puzzle, engine_named(name)).log is None


def test_compare_shows_logs_only_if_they_are_wanted() -> None:
    arguments = ("compare", "--engine", "mip-ship", "--engine", "search", "-")
    plain, logged = (call(*arguments, *more, stdin=jsonl(UNIQUE)) for more in ((), ("--log",)))
    assert logged.out.startswith("Log of mip-ship:\n\n")
    assert "Log of" not in plain.out
    (data,) = call(*arguments, "--log", "--json", stdin=jsonl(UNIQUE)).objects
    assert [bool(engine["log"]) for engine in data["engines"]] == [True, False]
    assert call(*arguments, "--log", "--csv", stdin=jsonl(UNIQUE)).code == 2


# Engines of other packages


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that has an engine with an option, the same under a second name, one called as ours, three
    that cannot be imported, cannot be created, and are none, and four that fail at the start or at the end,
    give a wrong board, and have a faulty model."""
    module = """
        '''The engine `slow`: another template.'''
        from bimaru import Puzzle
        from bimaru.engines.mip_ship import MipShip
        from bimaru.engines.protocol import NO_LIMIT, Run
        from bimaru.engines.template import Template

        class Slow(Template):
            name = "slow"

            def __init__(self, patience: int = 3) -> None:
                self.patience = patience

        class Becalmed:
            def __init__(self) -> None:
                raise OSError("no wind")

        class Flag:
            pass

        class Leak(Template):
            def refusal(self, puzzle):
                raise OSError("water")

        class Wreck(Template):
            def run(self, puzzle, budget=NO_LIMIT):
                return Sunk()

        class Sunk(Run):
            def __next__(self):
                raise StopIteration

            @property
            def complete(self):
                raise OSError("deep")

        class Draft(MipShip):
            def formulation(self, puzzle):
                raise OSError("torn")

            def run(self, puzzle, budget=NO_LIMIT):
                return Template().run(puzzle, budget)

        class Mirage(Template):
            def run(self, puzzle, budget=NO_LIMIT):
                return super().run(Puzzle([0], [0]), budget)
        """
    lines = [line.removeprefix(" " * 8) for line in module.splitlines()]
    (tmp_path / "slow_engine.py").write_text("\n".join(lines).lstrip())
    info = tmp_path / "slow_engine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-engine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[bimaru.engines]\nslow = slow_engine:Slow\nslower = slow_engine:Slow\nsat = slow_engine:Slow\n"
        "broken = no_such_module:Engine\nbecalmed = slow_engine:Becalmed\nflag = slow_engine:Flag\n"
        "leak = slow_engine:Leak\nmirage = slow_engine:Mirage\nwreck = slow_engine:Wreck\n"
        "draft = slow_engine:Draft\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    caches = (registry._of_other_packages, registry.factory_of, registry._default)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("other_package")
def test_an_engine_of_another_package_is_used_by_its_name() -> None:
    assert engine_names() == (
        *REGISTRY,
        *("becalmed", "broken", "draft", "flag", "leak", "mirage", "slow", "slower", "wreck"),
    )
    assert bimaru.solve(bimaru.Puzzle([1], [1], {1: 1}), engine="slow:patience=5").engine == "slow:patience=5"
    assert type(engine_named("sat")).__name__ == "Sat"
    ran = call("solve", "--engine", "slow", "--json", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, json.loads(ran.out)["engine"]) == (0, "slow")
    with pytest.raises(ValueError, match="the option patience of the engine slow takes a number, not 'x'"):
        engine_named("slow:patience=x")


@pytest.mark.usefixtures("other_package")
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("broken", "(no_such_module:Engine) cannot be imported: ModuleNotFoundError"),
        ("becalmed", "(slow_engine:Becalmed) cannot be created: OSError('no wind')"),
        ("flag", "(slow_engine:Flag) is not an engine: it has no method refusal and no method run"),
    ],
)
def test_a_faulty_engine_of_another_package_is_named(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"the engine {name} of slow-engine 1.0 {fault}")):
        engine_named(name)
    ran = call("solve", "--engine", name, "-", stdin=jsonl(UNIQUE))
    assert ran.code == 2
    assert fault in ran.err


@pytest.mark.usefixtures("other_package")
@pytest.mark.parametrize(
    ("command", "name", "fault"),
    [
        ("solve", "leak", "(slow_engine:Leak) failed: OSError('water') (standard input: puzzle 1)"),
        ("solve --all", "leak", "(slow_engine:Leak) failed: OSError('water')"),
        ("count", "leak", "(slow_engine:Leak) failed: OSError('water')"),
        ("solve", "wreck", "(slow_engine:Wreck) failed: OSError('deep')"),
        ("solve --all", "wreck", "(slow_engine:Wreck) failed: OSError('deep')"),
        ("count", "wreck", "(slow_engine:Wreck) failed: OSError('deep')"),
        ("solve", "mirage", "(slow_engine:Mirage) gave a wrong board"),
        ("solve --all", "mirage", "(slow_engine:Mirage) gave a wrong board"),
    ],
)
def test_a_bug_in_an_engine_of_another_package_is_reported_as_its_bug(
    command: str, name: str, fault: str
) -> None:
    ran = call(*command.split(), "--engine", name, "-", stdin=jsonl(UNIQUE))
    assert ran.code == 70
    assert ran.out == "" or (command, name) == ("solve --all", "wreck"), "what is streamed until it fails"
    assert "solution" not in ran.out
    assert ran.err.startswith(f"Error: the engine {name} of slow-engine 1.0 {fault}")
    assert "This is a bug in slow-engine 1.0, not in bimaru: please report it there" in ran.err


@pytest.mark.usefixtures("other_package")
@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("leak", "(slow_engine:Leak) failed: OSError('water')"),
        ("wreck", "(slow_engine:Wreck) failed: OSError('deep')"),
        ("mirage", "(slow_engine:Mirage) gave a wrong board: the board is 1x1, the puzzle 2x2"),
    ],
)
def test_a_comparison_names_the_package_of_a_faulty_engine_once(name: str, trouble: str) -> None:
    trial = run_trial(bimaru.Puzzle.from_data(UNIQUE), engine_named(name))
    assert trial.trouble == f"the engine {name} of slow-engine 1.0 {trouble}"
    assert trial.is_at_fault


@pytest.mark.usefixtures("other_package")
def test_the_package_of_a_faulty_model_is_named() -> None:
    ran = call("model", "--to", "lp", "--model", "draft", "-", stdin=jsonl(UNIQUE))
    assert ran.code == 70
    assert ran.err.startswith(
        "Error: the engine draft of slow-engine 1.0 (slow_engine:Draft) failed: OSError('torn')"
    )
    assert "This is a bug in slow-engine 1.0, not in bimaru" in ran.err


@pytest.mark.usefixtures("other_package")
def test_the_package_of_a_faulty_model_is_named_beside_the_engines_that_it_is_compared_with() -> None:
    args = ["compare", "--relaxation", "--engine", "draft", "--engine", "mip-cell"]
    ran = call(*args, "-", stdin=jsonl(UNIQUE))
    assert ran.code == 1
    assert "The engine draft of slow-engine 1.0 (slow_engine:Draft) failed: OSError('torn')." in ran.out
    assert "mip-cell" in ran.out


@pytest.mark.usefixtures("other_package")
def test_faulty_engines_of_other_packages_do_not_end_the_list() -> None:
    ran = call("engines", "--json")
    assert ran.code == 0
    listed = {engine["name"]: engine for engine in ran.objects}
    assert [*listed] == [*engine_names()]
    for name in ("broken", "becalmed", "flag", "leak"):
        assert listed[name]["summary"].startswith(f"The engine {name} of slow-engine 1.0 (")
        assert listed[name]["takes"] == []
    assert (listed["slow"]["summary"], listed["slow"]["options"]) == ("Another template.", {"patience": 3})


@pytest.mark.usefixtures("other_package")
def test_an_engine_of_another_package_has_the_name_of_its_entry_point() -> None:
    assert [engine_named(name).name for name in ("slow", "slower", "slower:patience=5")] == [
        "slow",
        "slower",
        "slower:patience=5",
    ]
