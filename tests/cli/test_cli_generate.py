"""`bimaru generate`: the same puzzles whatever the workers, in any format, and clear ends."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Final

import pytest

import bimaru as api
from bimaru.cli.exit_codes import Exit
from command_line import bimaru, started
from sampling import sampled

SMALL: Final = ("--size", "6x6", "--fleet", "3,2,2,1,1,1")


def test_writes_json_lines_with_seed_solution_and_grade() -> None:
    ran = bimaru("generate", *SMALL, "--count", "3", "--seed", "5")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert [one["seed"] for one in ran.objects] == [5, 6, 7]
    assert [one["grade"] for one in ran.objects] == [None] * 3
    for puzzle in api.parse_all(ran.out):
        board = api.solve(puzzle).board
        assert board is not None
        assert puzzle.provenance.solution == board.to_data()


def test_every_puzzle_of_many_can_be_made_alone() -> None:
    many = bimaru("generate", "--count", "4", "--seed", "-2", "--grade", "easy-hard").out.splitlines()
    alone = [bimaru("generate", "--seed", str(seed), "--grade", "easy-hard").out for seed in range(-2, 2)]
    assert many == [line.rstrip() for line in alone]


def test_the_number_of_workers_changes_nothing() -> None:
    arguments = ("generate", *SMALL, "--count", "30", "--seed", "1")
    one, two = (bimaru(*arguments, "--workers", number) for number in "12")
    assert one == two
    assert len(one.objects) == 30


def test_without_a_seed_there_are_other_puzzles_each_time() -> None:
    one, other = (bimaru("generate", *SMALL).objects[0] for _ in range(2))
    assert one["seed"] != other["seed"]
    assert bimaru("generate", *SMALL, "--seed", str(one["seed"])).objects == [one]


def test_every_option_reaches_the_recipe() -> None:
    arguments = {
        "--size": "7x7", "--fleet": "3:1,2:2,1:2", "--grade": "intermediate-hard", "--givens": "parts,ships",
        "--givens-number": "2-12", "--symmetry": "diagonal", "--missing-tallies": "2", "--spare": "1",
        "--tries": "500",
    }  # fmt: skip
    ran = bimaru("generate", *[word for pair in arguments.items() for word in pair], "--seed", "9")
    puzzle = api.generate(
        (7, 7),
        {3: 1, 2: 2, 1: 2},
        "intermediate-hard",
        9,
        givens=["ships", "parts"],
        givens_number=(2, 12),
        symmetry="diagonal",
        missing_tallies=2,
        spare=1,
        tries=500,
    )
    assert ran.out == api.write(puzzle, "json")


def test_a_technique_can_be_required() -> None:
    ran = bimaru("generate", "--technique", "overlap", "--seed", "4")
    assert ran.out == api.write(api.generate(seed=4, technique="overlap"), "json")
    assert '"overlap"' in ran.out
    refused = bimaru("generate", "--technique", "overlap", "--grade", "hard")
    assert refused.code == Exit.BAD_INPUT
    assert "--technique: overlap is of grade intermediate, not hard" in refused.err


def test_ships_with_letters() -> None:
    ran = bimaru("generate", "--size", "5x5", "--words", "12,21,3", "--edges", "top,left", "--seed", "2")
    [puzzle] = api.parse_all(ran.out)
    assert (puzzle.words, dict(puzzle.fleet)) == (("12", "21", "3"), {})
    assert puzzle.edges.top
    assert puzzle.edges.left
    assert api.is_unique(puzzle)


def test_other_formats_and_a_file_each(tmp_path: Path) -> None:
    text = bimaru("generate", *SMALL, "--count", "3", "--seed", "1", "--to", "text").out
    made = [*api.parse_all(bimaru("generate", *SMALL, "--count", "3", "--seed", "1").out)]
    assert [*api.parse_all(text)] == made
    bimaru("generate", *SMALL, "--count", "3", "--seed", "1", "--to", "csplib", "-o", f"{tmp_path}/one.pl")
    assert [*api.read_all(tmp_path / "one.pl")] == made
    bimaru("generate", *SMALL, "--count", "3", "--seed", "1", "--to", "minizinc", "-o", f"{tmp_path}/each/")
    assert [api.read(tmp_path / "each" / f"{seed}.dzn") for seed in (1, 2, 3)] == made


def test_a_directory_becomes_a_collection_that_goes_on_with_the_seed_it_has(tmp_path: Path) -> None:
    arguments = ("generate", *SMALL, "--count", "5", "--workers", "1", "-o", f"{tmp_path}/many/")
    assert bimaru(*arguments).code == Exit.DONE
    before = {path.name: path.read_bytes() for path in (tmp_path / "many").iterdir()}
    assert bimaru(*arguments).code == Exit.DONE
    assert {path.name: path.read_bytes() for path in (tmp_path / "many").iterdir()} == before
    assert len([*api.read_all(tmp_path / "many")]) == 5


# What goes wrong


def test_every_fault_of_the_options_is_reported() -> None:
    ran = bimaru(
        "generate", "--size", "3x4", "--fleet", "5:1", "--grade", "hellish", "--symmetry", "diagonal"
    )
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert [line.split(":")[1].strip() for line in ran.err.splitlines()] == [
        "--fleet",
        "--grade",
        "--symmetry",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "ten"], "'ten' is not a height and a width"),
        (["--size", "70x70"], "'70x70' is not a height and a width from 1 to 63, like 10x10"),
        (["--fleet", "4x1"], "'4x1' is neither length:count"),
        (["--givens-number", "few"], "'few' is neither a number nor a range like 0-6."),
        (["--givens", "water,fire"], "--givens: 'fire' is not one of water, parts, ships"),
        (["--givens-number", "3-2"], "--givens-number: 3-2 is not a range of numbers"),
        (["--givens", "none", "--spare", "1"], "givens: none are allowed, but some are required"),
        (["--symmetry", "odd"], "'odd' is not one of"),
        (["--words", "12", "--technique", "overlap"], "technique: cannot be combined with words"),
        (["--size", "3x3", "--fleet", "2:2,1:1"], "cannot lie on a grid of 3x3 without touching"),
        (["--count", "0"], "0 is not in the range 1<=x<=1000000000"),
        (["--to", "minizinc", "--count", "2"], "minizinc: a file holds one puzzle; for many"),
        (["--to", "csc384", "--missing-tallies", "2"], "missing tallies"),
        (["--dask", "localhost:1"], "--dask is for collections: -o out/, in json or parquet."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_invalid_options_are_reported_and_leave_no_file(
    arguments: list[str], message: str, workers: str, tmp_path: Path
) -> None:
    ran = bimaru("generate", "--workers", workers, *arguments, "-o", f"{tmp_path}/out")
    assert ran.code == Exit.BAD_INPUT
    assert message in " ".join(ran.err.split()).replace(f"{tmp_path}/", "")
    assert [*tmp_path.iterdir()] == []


def test_missing_puzzles_are_reported_and_those_made_are_kept(tmp_path: Path) -> None:
    arguments = (
        "generate",
        "--size",
        "8x8",
        "--givens",
        "none",
        "--tries",
        "20",
        "--count",
        "5",
        "--seed",
        "23",
    )
    ran = bimaru(*arguments, "-o", tmp_path / "some.jsonl")
    assert ran.code == Exit.UNDECIDED
    assert "Error: seed 23: no suitable puzzle in 20 tries: 20 had other solutions" in ran.err
    assert [puzzle.provenance.seed for puzzle in api.read_all(tmp_path / "some.jsonl")] == [25, 27]


def test_what_never_comes_ends_after_a_few_seeds() -> None:
    arguments = ("--missing-tallies", "12", "--givens", "none", "--tries", "3", "--count", "1000000")
    ran = bimaru("generate", *SMALL, *arguments)
    assert (ran.code, ran.out) == (Exit.UNDECIDED, "")
    assert len(ran.err.splitlines()) == 3


def _is_begun(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size > 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "case",
    sampled(
        [("out.jsonl", "1"), ("out.jsonl", "2"), ("out.csv", "1"), ("out/", "1")],
        lambda case: case[1] == "1",
    ),
)
def test_ctrl_c_ends_it_and_leaves_what_was_made_and_the_options_for_the_rest(
    case: tuple[str, str], tmp_path: Path
) -> None:
    target, workers = case
    if target == "out.jsonl":
        (tmp_path / target).write_text("old\n", encoding="utf-8")
    to = ["--to", "text"] if target.endswith("/") else []
    many = (*to, "--seed", "7", "--count", "100000000", "--workers", workers, "-o", f"{tmp_path}/{target}")
    here = os.environ | {"TMPDIR": str(tmp_path)}
    with started("generate", *many, env=here) as process:
        while not any(path.name != "out.jsonl" and _is_begun(path) for path in tmp_path.rglob("*")):
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == Exit.INTERRUPTED
    (kept,) = (path for path in tmp_path.iterdir() if path.name != "out.jsonl")
    assert kept.name == ("out" if to else "out.unfinished.jsonl")
    puzzles = api.read_all(kept) if not to else map(api.read, kept.iterdir())
    seeds = {int(path.stem) for path in kept.iterdir()} if to else {each.provenance.seed for each in puzzles}
    assert seeds == {*range(7, 7 + len(seeds))}
    rests = (  # the last puzzle may be made again: Ctrl-C may come before it is counted
        f"For the rest: --seed {7 + number} --count {10**8 - number}.\n"
        for number in (len(seeds), len(seeds) - 1)
    )
    assert told in [
        f"Interrupted; what was finished is in {kept}{'/' if to else ''}.\n{rest}" for rest in rests
    ]
    assert target != "out.jsonl" or (tmp_path / target).read_text(encoding="utf-8") == "old\n"
