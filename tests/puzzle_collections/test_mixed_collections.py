"""Collections of several recipes, without the puzzles of others, and with splits."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import combinations, count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

import bimaru as api
from bimaru.cli.exit_codes import Exit
from bimaru.data_set import CARD
from bimaru.data_splits import Splits, answer_key
from bimaru.formats.tables import table_row
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.puzzle import Puzzle
from bimaru.puzzle_collections.directory import CollectionDirectory, Part
from bimaru.puzzle_collections.making import make_collection
from bimaru.puzzle_collections.records import CollectionMismatchError, Completion, faults_in
from bimaru.puzzle_collections.shards import Layout
from bimaru.ships import Fleet
from bimaru.symmetry import canonical
from command_line import bimaru
from moved_ships import are_one_move_apart
from small_collections import SMALL, AtOnce, contents, work_here

OTHER: Final = Recipe(size=(4, 4), fleet=Fleet({2: 1, 1: 2}), givens=("water",))
"""Many of its puzzles are also ones of `SMALL`."""
PARTS: Final = (Part(SMALL, 60), Part(OTHER, 50), Part(Recipe(size=(5, 5), fleet=Fleet({3: 1, 1: 2})), 20))
RECIPES: Final = """
[[recipe]]
count = 60
size = "4x4"
fleet = "2:1,1:2"

[[recipe]]
count = 50
size = [4, 4]
fleet = { 2 = 1, 1 = 2 }
givens = ["water"]

[[recipe]]
count = 20
size = "5x5"
fleet = "3:1,1:2"
"""


def make(directory: Path, parts: Any = PARTS, count: int = 130, **how: Any) -> Completion:
    chosen = how if how.keys() & {"workers", "executor"} else {"executor": AtOnce(), **how}
    return make_collection(parts, count, 7, directory, **{"shard_size": 25, **chosen})


def by_hand(parts: tuple[Part, ...], seen: set[Puzzle]) -> list[str]:
    """The first new puzzles of each part, as JSON."""
    found = []
    for part in parts:
        maker, seed, number = maker_of(part.recipe), 7, 0
        while number < part.count:
            puzzle = maker.make(seed)
            if (form := canonical(puzzle)) not in seen:
                seen.add(form)
                found.append(api.write(puzzle, "json"))
                number += 1
            seed += 1
    return found


class Interrupted(Executor):
    """Ends the run at the given job."""

    def __init__(self, last: int) -> None:
        self._left = last

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
        return AtOnce().submit(work, *args, **kwargs)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    directory = tmp_path_factory.mktemp("whole")
    assert make(directory).puzzles == 130
    return contents(directory)


def test_each_part_has_its_first_puzzles_that_no_part_before_it_has(tmp_path: Path) -> None:
    make(tmp_path)
    assert [api.write(puzzle, "json") for puzzle in api.read_all(tmp_path)] == by_hand(PARTS, set())
    alone = by_hand((PARTS[1],), set())
    assert by_hand(PARTS, set())[60:110] != alone


def test_the_shards_are_named_by_part_and_the_manifest_has_all_recipes(whole: dict[str, bytes]) -> None:
    assert [*whole][2] == "puzzles-1-00000000007-00000000031.jsonl.gz"
    assert {name.split("-")[1] for name in whole if name.startswith("puzzles")} == {"1", "2", "3"}
    manifest = json.loads(whole["_manifest.json"])
    assert [entry["count"] for entry in manifest["recipes"]] == [60, 50, 20]
    assert manifest["recipes"][1]["recipe"] == json.loads(json.dumps(OTHER.to_data()))
    assert manifest["count"] == 130


@pytest.mark.thorough
def test_two_processes_make_the_same_files(whole: dict[str, bytes], tmp_path: Path) -> None:
    make(tmp_path, workers=2)
    assert contents(tmp_path) == whole


@pytest.mark.parametrize("last", [1, 2, 5, 9])
def test_an_interrupted_run_is_continued(last: int, whole: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "here", executor=Interrupted(last))
    make(tmp_path / "here")
    assert contents(tmp_path / "here") == whole


def test_a_damaged_shard_of_any_part_is_made_again(whole: dict[str, bytes], tmp_path: Path) -> None:
    for name in [name for name in whole if name.startswith("puzzles")][::3]:
        make(tmp_path)
        (tmp_path / name).write_bytes(b"")
        assert [fault.name for fault in faults_in(tmp_path)] == [name]
        make(tmp_path)
        assert contents(tmp_path) == whole


@pytest.mark.parametrize(("parts", "count"), [((), 0), (PARTS, 129), ((Part(SMALL, 0),), 0)])
def test_the_numbers_must_fit(parts: tuple[Part, ...], count: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected (parts|a seed)"):
        make(tmp_path / "here", parts, count)
    assert not (tmp_path / "here").exists()


def test_one_part_is_an_ordinary_collection(tmp_path: Path) -> None:
    make(tmp_path / "parts", PARTS[:1], 60)
    make(tmp_path / "plain", SMALL, 60)
    assert contents(tmp_path / "parts") == contents(tmp_path / "plain")


# Without the puzzles of others


def test_puzzles_of_other_collections_are_left_out(tmp_path: Path) -> None:
    make(tmp_path / "first", SMALL, 60)
    make(tmp_path / "second", SMALL, 60, not_in=[tmp_path / "first"])
    known = {canonical(puzzle) for puzzle in api.read_all(tmp_path / "first")}
    expected = by_hand((Part(SMALL, 60),), known)
    assert [api.write(puzzle, "json") for puzzle in api.read_all(tmp_path / "second")] == expected
    manifest = json.loads((tmp_path / "second" / "_manifest.json").read_bytes())
    assert manifest["not_in"]["puzzles"] == 60


def test_answers_of_other_collections_are_left_out(tmp_path: Path) -> None:
    layout = Layout(distinct="answer")
    recipe = Recipe(size=(6, 6), fleet=Fleet({3: 1, 2: 2, 1: 3}))
    make(tmp_path / "first", recipe, 40, layout=layout)
    make(tmp_path / "second", recipe, 40, layout=layout, not_in=[tmp_path / "first"])
    answers = Counter(
        answer_key(table_row(puzzle))
        for name in ("first", "second")
        for puzzle in api.read_all(tmp_path / name)
    )
    assert len(answers) == 80


def test_a_changed_other_collection_is_noticed(tmp_path: Path) -> None:
    make(tmp_path / "first", SMALL, 60)
    make(tmp_path / "second", SMALL, 30, not_in=[tmp_path / "first"])
    make(tmp_path / "other", SMALL, 61)
    with pytest.raises(ValueError, match="holds another collection: its not_in is"):
        make(tmp_path / "second", SMALL, 30, not_in=[tmp_path / "other"])


# Splits

LAYOUTS: Final = [
    pytest.param(Layout("json", splits="train:3,test:1"), id="json"),
    pytest.param(Layout("parquet", splits="train:3,test:1"), id="parquet"),
]
every_layout = pytest.mark.parametrize("layout", LAYOUTS)


def recorded_splits(path: Path) -> list[str]:
    """The splits that the puzzles of a file record."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        return list(pq.read_table(path).column("split").to_pylist())
    return [json.loads(line)["split"] for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.fixture
def with_splits(layout: Layout, tmp_path: Path) -> Path:
    if layout.to == "parquet":
        pytest.importorskip("pyarrow", reason="for want of pyarrow")
    make(tmp_path / "made", SMALL, 100, layout=layout)
    return tmp_path / "made"


@every_layout
def test_each_split_is_a_folder_of_the_puzzles_whose_answers_belong_to_it(
    layout: Layout, with_splits: Path
) -> None:
    splits = Splits.parse(layout.splits)
    for name in splits.names:
        for path in (with_splits / name).iterdir():
            puzzles = [*api.read_all(path)]
            assert {name} == {*recorded_splits(path)}
            assert {name} == {splits.of(answer_key(table_row(puzzle))) for puzzle in puzzles}
    make(with_splits.parent / "plain", SMALL, 100)
    seeds = [
        sorted(int(str(puzzle.provenance.seed)) for puzzle in api.read_all(directory))
        for directory in (with_splits, with_splits.parent / "plain")
    ]
    assert seeds[0] == seeds[1]


@every_layout
def test_a_damaged_or_missing_file_of_a_split_is_made_again(layout: Layout, with_splits: Path) -> None:
    whole = contents(with_splits)
    path = sorted((with_splits / "test").iterdir())[1]
    for content in (None, b"", path.read_bytes()[:-9]):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        assert [fault.name for fault in faults_in(with_splits)] == [f"test/{path.name}"]
        make(with_splits, SMALL, 100, layout=layout)
        assert contents(with_splits) == whole


def test_nothing_is_left_of_a_collection_with_splits_that_got_no_shard(tmp_path: Path) -> None:
    replace = Path.replace

    def fill_the_disk(path: Path, target: Path) -> Path:
        if target.parent.name in ("train", "test"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(path, target)

    with patch.object(Path, "replace", fill_the_disk), pytest.raises(OSError, match="No space"):
        make(tmp_path / "made", SMALL, 30, layout=Layout(splits="train:3,test:1"))
    assert [*tmp_path.iterdir()] == []


@every_layout
def test_a_file_in_the_folder_of_no_split_is_refused(layout: Layout, with_splits: Path) -> None:
    path = sorted((with_splits / "test").iterdir())[1]
    (with_splits / "dev").mkdir()
    path.rename(with_splits / "dev" / path.name)
    with pytest.raises(CollectionMismatchError, match="holds other files"):
        make(with_splits, SMALL, 100, layout=layout)


@every_layout
@pytest.mark.usefixtures("in_this_process")
def test_generate_ends_with_a_card_that_names_the_files_of_each_split(layout: Layout, tmp_path: Path) -> None:
    if layout.to == "parquet":
        pytest.importorskip("pyarrow", reason="for want of pyarrow")
    small = ["--size", "6x6", "--fleet", "3:1,2:2,1:3", "--workers", "1", "--seed", "1", "--count", "60"]
    options = ["--to", layout.to, "--splits", layout.splits, "--shard-size", "25"]
    for _ in range(2):  # and the second time there is nothing to do
        ran = bimaru("generate", *small, *options, "-o", f"{tmp_path / 'out'}/")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    entries = re.findall(r"^  - split: (\w+)\n    path: (.+)$", card, re.MULTILINE)
    files = {split: sorted((tmp_path / "out").glob(pattern)) for split, pattern in entries}
    assert {path for paths in files.values() for path in paths} == {*(tmp_path / "out").glob("*/*")}
    for split, paths in files.items():
        found = [name for path in paths for name in recorded_splits(path)]
        assert found == [split] * len(found)
        assert f"| {split} | {len(found)} |" in card


@pytest.mark.usefixtures("in_this_process")
def test_a_card_that_was_half_written_when_the_process_was_killed_is_replaced(tmp_path: Path) -> None:
    options = [
        "--size",
        "5x5",
        "--fleet",
        "2:1,1:2",
        "--seed",
        "1",
        "--count",
        "9",
        "--splits",
        "train:1,test:1",
    ]

    def kill(path: Path, target: Path) -> Path:
        if target.name == CARD:
            shutil.copytree(target.parent, tmp_path / "left")
            raise KeyboardInterrupt
        return replace(path, target)

    replace = Path.replace
    with patch.object(Path, "replace", kill):
        bimaru("generate", *options, "-o", f"{tmp_path / 'killed'}/")
    whole = [tmp_path / "left", tmp_path / "whole"]
    with patch("os.getpid", lambda: 7):  # another process
        for place in whole:
            assert bimaru("generate", *options, "-o", f"{place}/").code == 0
    assert contents(whole[0]) == contents(whole[1])


def test_tables_of_splits_are_read_as_they_lie(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas", reason="for want of pandas")
    ds = pytest.importorskip("pyarrow.dataset", reason="for want of pyarrow")
    make(tmp_path, SMALL, 60, layout=Layout("parquet", splits="train:3,test:1"))
    for split in ("train", "test"):
        table = pd.read_parquet(tmp_path / split)
        assert {*table["split"]} == {split}
        assert len(table) == ds.dataset(tmp_path / split).count_rows()
    assert len(pd.read_parquet(tmp_path)) == 60  # what is not a table has a name that begins with _


# The command


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)


@pytest.mark.usefixtures("in_this_process")
def test_the_command_reads_recipes_from_a_file(whole: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "recipes.toml").write_text(RECIPES)
    args: list[str | Path] = [
        "--recipes",
        tmp_path / "recipes.toml",
        "--seed",
        "7",
        "--shard-size",
        "25",
        "--workers",
        "1",
    ]
    ran = bimaru("generate", *args, "-o", f"{tmp_path / 'out'}/")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert contents(tmp_path / "out") == whole


@pytest.mark.usefixtures("in_this_process")
def test_grades_can_have_numbers(tmp_path: Path) -> None:
    small = ["--size", "6x6", "--fleet", "3:1,2:2,1:3", "--workers", "1", "--seed", "1"]
    ran = bimaru("generate", *small, "--grade", "easy:12,hard:5", "-o", f"{tmp_path / 'out'}/")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    grades = Counter(puzzle.provenance.grade for puzzle in api.read_all(tmp_path / "out"))
    assert grades == {"easy": 12, "hard": 5}


@pytest.mark.usefixtures("in_this_process")
def test_the_command_leaves_out_and_splits(tmp_path: Path) -> None:
    small = ["--size", "4x4", "--fleet", "2:1,1:2", "--workers", "1", "--seed", "7", "--count", "40"]
    first, second = tmp_path / "first", tmp_path / "second"
    assert bimaru("generate", *small, "-o", f"{first}/").code == 0
    more: list[str | Path] = ["--not-in", first, "--splits", "train:3,test:1"]
    assert bimaru("generate", *small, *more, "-o", f"{second}/").code == 0
    forms = {canonical(puzzle) for path in (first, second) for puzzle in api.read_all(path)}
    assert len(forms) == 80
    assert all(puzzle.extra["split"] in ("train", "test") for puzzle in api.read_all(second))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--grade", "easy:40,hard:x", "-o", "out/"], "is not a list of grades with numbers"),
        (["--grade", "easy:40,harsh:2", "-o", "out/"], "--grade: 'harsh' is not one of"),
        (["--grade", "easy:40", "--count", "3", "-o", "out/"], "--count cannot be combined"),
        (["--grade", "easy:4,hard:4"], "Error: --grade with numbers is for collections: -o DIRECTORY/"),
        (["--grade", "easy:4"], "Error: --grade with numbers is for collections: -o DIRECTORY/"),
        (["--splits", "train:4,test:4"], "Error: --splits is for collections: -o DIRECTORY/"),
        (["--grade", "easy:4", "--to", "parquet"], "--grade with numbers and --to parquet are for"),
        (
            ["--grade", "easy:5", "--to", "text", "-o", "g9/"],
            "Error: --to text: --grade with numbers is for collections, which are json or parquet.",
        ),
        (["--recipes", "recipes.toml"], "Error: --recipes is for collections: -o DIRECTORY/"),
        (["--recipes", "recipes.toml", "--size", "5x5", "-o", "out/"], "--size: set in the file"),
        (["--recipes", "bad.toml", "-o", "out/"], "bad.toml: recipe 2: count: None is not a number"),
        (["--recipes", "bad.toml", "-o", "out/"], "bad.toml: recipe 1: size: 4 is not a height"),
        (
            ["--recipes", "bad.toml", "-o", "out/"],
            "bad.toml: recipe 3: colour: unknown key; expected size",
        ),
        (["--recipes", "none.toml", "-o", "out/"], "expected tables [[recipe]]"),
        (["--recipes", "broken.toml", "-o", "out/"], "broken.toml: not TOML"),
    ],
)
def test_what_contradicts_itself_is_refused(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("recipes.toml").write_text(RECIPES)
    Path("bad.toml").write_text(
        '[[recipe]]\ncount = 1\nsize = "4"\n[[recipe]]\n[[recipe]]\ncount = 2\ncolour = 1\n'
    )
    Path("none.toml").write_text("seed = 1\n")
    Path("broken.toml").write_text("[[recipe\n")
    ran = bimaru("generate", *args)
    assert ran.code == 2
    assert message in ran.err
    assert not Path("out").exists()


APART: Final = Layout(splits="train:3,validation:1,test:1", apart=True)
"""Of a recipe with some thousand answers, of which many are near others."""
SPREAD: Final = Recipe(size=(6, 6), fleet=Fleet({3: 1, 2: 2, 1: 2}), symmetry="none")


def boards_of(directory: Path) -> dict[str, list[api.Board]]:
    """The answers of each split."""
    return {
        name: [api.Board.from_data(puzzle.provenance.solution) for puzzle in api.read_all(directory / name)]
        for name in Splits.parse(APART.splits).names
    }


def near_pairs(boards: dict[str, list[api.Board]]) -> int:
    """How many pairs of answers of different splits are one ship apart, by comparing all."""
    return sum(
        are_one_move_apart(one, other)
        for left, right in combinations(boards, 2)
        for one in boards[left]
        for other in boards[right]
    )


@pytest.mark.thorough
def test_no_answer_of_a_split_is_one_of_another_with_one_ship_moved(tmp_path: Path) -> None:
    together = make(tmp_path / "together", SPREAD, 120, layout=APART._replace(apart=False))
    apart = make(tmp_path / "apart", SPREAD, 120, layout=APART)
    assert near_pairs(boards_of(tmp_path / "together")) > 0
    assert near_pairs(boards_of(tmp_path / "apart")) == 0
    assert together.puzzles == apart.puzzles == sum(map(len, boards_of(tmp_path / "apart").values())) == 120
    assert apart.seeds > together.seeds


@pytest.mark.parametrize("shards", [1, 2])
def test_splits_that_are_apart_are_the_same_after_an_interruption(
    shards: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After as many shards have been rewritten."""
    make(tmp_path / "whole", SPREAD, 120, layout=APART)
    rewritten = count(1)
    keep_only = CollectionDirectory.keep_only

    def interrupted(*args: Any) -> None:
        keep_only(*args)
        if next(rewritten) == shards:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(CollectionDirectory, "keep_only", interrupted)
        with pytest.raises(KeyboardInterrupt):
            make(tmp_path / "cut", SPREAD, 120, layout=APART)
    assert not faults_in(tmp_path / "cut")
    make(tmp_path / "cut", SPREAD, 120, layout=APART)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    lost = next((tmp_path / "cut/train").iterdir())
    lost.unlink()
    make(tmp_path / "cut", SPREAD, 120, layout=APART)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")


@pytest.mark.thorough
def test_two_processes_make_the_same_splits_that_are_apart(tmp_path: Path) -> None:
    for workers in (1, 2):
        make(tmp_path / str(workers), SPREAD, 120, layout=APART, workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


@pytest.mark.thorough
def test_the_command_keeps_splits_apart_and_says_so_on_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_here(monkeypatch)
    text = f"--size 6x6 --fleet 3:1,2:2,1:2 --count 120 --seed 7 --splits {APART.splits}"
    recipe = text.split()
    for option in ("--apart", "--no-apart"):
        place = tmp_path / option
        assert bimaru("generate", *recipe, option, "-o", f"{place}/").code == Exit.DONE
        assert ("with one ship moved" in (place / CARD).read_text(encoding="utf-8")) == (option == "--apart")
        assert (near_pairs(boards_of(place)) == 0) == (option == "--apart")
        card = (place / CARD).read_text(encoding="utf-8")
        assert re.findall(r"^\| (\w+) \| \d+ \|", card, re.MULTILINE) == ["train", "validation", "test"]
        assert (" seeds, 120 gave a puzzle that was kept: " in card) == (option == "--apart")
    again = tmp_path / "--no-apart"
    (again / CARD).unlink()
    assert bimaru("generate", *recipe, "-o", f"{again}/").code == Exit.DONE  # as it was begun
