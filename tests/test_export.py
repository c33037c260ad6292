"""Tables: what is read back is the puzzles that went in; duplicates, splits and cards."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import random
import re
import runpy
import subprocess
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bimaru as package
from bimaru import export as fast
from bimaru.cli.exit_codes import Exit
from bimaru.data_splits import InvalidSplitsError, Splits, answer_key
from bimaru.export import plain_row, plain_rows
from bimaru.formats import tables
from bimaru.formats.tables import TENSORS, read_table, schema, table_of, table_row, write_rows
from bimaru.puzzle_collections import integer_set
from bimaru.sizes import MAX_SIDE
from bimaru.symmetry import answer_fingerprint, rest_fingerprints, turns
from command_line import MALFORMED, UNIQUE, bimaru, jsonl
from instances import DATA, SOLVABLE_SETS
from moved_ships import are_one_move_apart
from sampling import sampled
from small_collections import CollectionSpec

pq: Any = pytest.importorskip("pyarrow.parquet", reason="for want of pyarrow")
pa: Any = pytest.importorskip("pyarrow", reason="for want of pyarrow")


def table_file(*puzzles: package.Puzzle, with_json: bool = False) -> io.BytesIO:
    file = io.BytesIO()
    write_rows([table_row(puzzle, json=with_json) for puzzle in puzzles], file, schema(json=with_json))
    return file


def test_a_collection_becomes_a_table_with_a_row_a_puzzle(tmp_path: Path) -> None:
    CollectionSpec(count=60).make(tmp_path / "made")
    assert bimaru("export", tmp_path / "made", "-o", tmp_path / "made.parquet") == (Exit.DONE, "", "")
    rows = pq.read_table(tmp_path / "made.parquet").to_pylist()
    puzzles = list(package.read_all(tmp_path / "made"))
    assert len(rows) == 60
    for row, puzzle in zip(rows, puzzles, strict=True):
        assert row["seed"] == puzzle.provenance.seed
        assert (row["height"], row["width"], row["fleet"]) == (4, 4, "2:1,1:2")
        assert (tuple(row["rows"]), tuple(row["cols"])) == (puzzle.rows, puzzle.cols)
        assert [tuple(given.values()) for given in row["givens"]] == list(puzzle.givens)
        assert (row["id"], row["grade"], row["score"]) == (None, None, None)
        board = package.solve(puzzle).board
        assert board is not None
        assert row["answer"] == "".join(board.rows)
        assert "json" not in row


def test_every_kind_of_puzzle_survives_the_table(tmp_path: Path) -> None:
    files = [DATA / f"{name}.jsonl" for name in SOLVABLE_SETS]
    puzzles = [puzzle for file in files for puzzle in package.read_all(file)]
    for option in ((), ("--with-json",)):
        assert bimaru("export", *option, *files, "-o", tmp_path / "all.parquet").code == Exit.DONE
        read = list(package.read_all(tmp_path / "all.parquet"))
        assert read == puzzles
        assert [puzzle.id for puzzle in read] == [puzzle.id for puzzle in puzzles]
    rows = pq.read_table(tmp_path / "all.parquet").to_pylist()
    assert [package.parse(row["json"]) for row in rows] == puzzles


def as_read(puzzle: package.Puzzle) -> tuple[object, ...]:
    """All that is read of a puzzle, with the types of its parts."""
    types = [type(given) for given in puzzle.givens]
    return (puzzle, puzzle.id, puzzle.source, puzzle.provenance, {**puzzle.extra}, puzzle.is_plain, types)


def test_a_table_read_column_by_column_has_the_puzzles_of_its_rows() -> None:
    """Tables of one size and of several, with notes and without."""
    notes: list[dict[str, object]] = [
        {"seed": 5, "grade": "easy", "score": 1.5, "techniques": ["overlap"], "n_steps": 3},
        {"techniques": [], "id": "ä", "solution": {"board": ["L.", ".."]}},
        {"id": 7},
    ]
    sets = [[*package.read_all(DATA / f"{name}.jsonl")] for name in ("boats", "csplib014", "large")]
    made = [*package.generate_many(5, size=(6, 6), seed=1)]
    noted = [package.Puzzle.from_data(puzzle.to_data() | notes[i % 3]) for i, puzzle in enumerate(made)]
    wide = [package.Puzzle.from_data({"rows": [None, 0], "cols": [0], "fleet": {}, "source": "S"})]
    for puzzles in (*sets, made, noted, noted[::3], wide, wide * 3, [*noted, *wide, *made, *sets[2]]):
        for batch in pq.ParquetFile(table_file(*puzzles)).iter_batches(100):
            quick = tables._plain_puzzles(batch)
            assert quick is not None
            slow = [tables._puzzle_of(row) for row in batch.to_pylist()]
            assert [*map(as_read, quick)] == [*map(as_read, slow)]


@pytest.mark.parametrize(
    "changes",
    [
        {"rows": [-1, 1]},
        {"rows": []},
        {"cols": [1] * (MAX_SIDE + 1)},
        {"givens": [(0, 2, "W")]},
        {"givens": [(1, 0, "W"), (0, 1, "W")]},
        {"givens": [(0, 1, "W"), (0, 1, "S")]},
        {"givens": [(0, 0, "Q")]},
        {"givens": [(-1, 0, "W")]},
        {"fleet": "three"},
    ],
)
def test_a_table_with_an_unusual_row_is_read_row_by_row(changes: dict[str, Any]) -> None:
    row = table_row(package.parse('{"rows": [0, 1], "cols": [1, 0], "fleet": {"1": 1}}'))
    batches = tables.table_of([row, row._replace(**changes), row], schema()).to_batches()
    assert [tables._plain_puzzles(batch) for batch in batches] == [None]


def test_the_columns_have_types() -> None:
    assert {field.name: str(field.type) for field in pq.read_schema(table_file(with_json=True))} == {
        **dict.fromkeys(("id", "source", "fleet", "grade", "answer", "letters", "json"), "string"),
        "seed": "int64",
        "score": "double",
        "n_steps": "int32",
        **dict.fromkeys(("height", "width", "grader"), "int16"),
        **dict.fromkeys(("rows", "cols"), "list<element: int16>"),
        "givens": "list<element: struct<row: int16, col: int16, kind: string>>",
        **dict.fromkeys(("words", "shapes", "techniques"), "list<element: string>"),
        "edges": "struct<top: string, bottom: string, left: string, right: string>",
    }


def test_it_is_written_group_by_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROWS_AT_ONCE", 4)
    file = table_file(*[package.parse(json.dumps(UNIQUE))] * 10)
    assert [pq.ParquetFile(file).metadata.row_group(i).num_rows for i in range(3)] == [4, 4, 2]


@pytest.mark.parametrize(
    ("notes", "column", "value"),
    [
        ({"seed": 2**70}, "seed", None),
        ({"seed": "seven"}, "seed", None),
        ({"grade": 3, "score": "high"}, "score", None),
        ({"grade": "hard", "score": 3}, "score", 3.0),
        ({"techniques": ["overlap"], "n_steps": 12}, "techniques", ["overlap"]),
        ({"techniques": ["overlap"], "n_steps": 12}, "n_steps", 12),
        ({"techniques": [1]}, "techniques", None),
        ({"grade": "hard", "grader": 1}, "grader", 1),
        ({"grader": 2**15}, "grader", None),
        ({"solution": ["S.", ".."]}, "answer", None),
        ({"solution": {"board": [1]}}, "answer", None),
        ({"solution": {"board": ["S"]}}, "answer", None),
    ],
)
def test_strange_notes_are_kept_in_the_json_only(notes: dict[str, Any], column: str, value: object) -> None:
    line = json.dumps(UNIQUE | notes)
    (row,) = pq.read_table(table_file(package.parse(line), with_json=True)).to_pylist()
    assert row[column] == value
    assert json.loads(row["json"]).items() >= notes.items()
    if quick := plain_row(line):
        assert quick == table_row(package.parse(line))


def test_bad_input_leaves_no_file(tmp_path: Path) -> None:
    ran = bimaru("export", "-", "-o", tmp_path / "out.parquet", stdin=jsonl(UNIQUE, MALFORMED))
    assert ran.code == Exit.BAD_INPUT
    assert "standard input:2: rows[1]" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1 and more that is not a table PAR1"])
def test_a_damaged_table_is_reported(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.parquet"
    path.write_bytes(data)
    ran = bimaru("solve", path)
    assert ran.code == Exit.BAD_INPUT
    assert f"{path}: not a table in Parquet" in ran.err


def test_a_table_of_something_else_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "it.parquet"
    pq.write_table(pa.table({"rows": [[1]], "cols": [["x"]], "fleet": ["1:1"], "givens": [[]]}), path)
    ran = bimaru("solve", path)
    assert ran.code == Exit.BAD_INPUT
    assert f"{path}: a row of the table is no puzzle" in ran.err


def test_without_pyarrow_the_error_names_the_extra(tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from bimaru.cli import main; main()"
    command = [sys.executable, "-c", program, "export", "-", "-o", str(tmp_path / "out.parquet")]
    ran = subprocess.run(command, input=jsonl(UNIQUE), capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr == "Error: a table in Parquet needs an extra: pip install 'bimaru[parquet]'\n"
    assert list(tmp_path.iterdir()) == []


# The fast way, for plain puzzles


@pytest.mark.parametrize("name", SOLVABLE_SETS)
def test_a_plain_line_has_the_row_of_its_puzzle(name: str) -> None:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        row = plain_row(line)
        assert row is None or list(row) == list(_as_lists(table_row(package.parse(line))))


def _as_lists(row: tables.Row) -> tables.Row:
    return row._replace(rows=[*row.rows], cols=[*row.cols], givens=[[*given] for given in row.givens])


def test_generated_puzzles_are_plain() -> None:
    lines = bimaru("generate", "--count", "5", "--grade", "easy-hard", "--seed", "3").out.splitlines()
    for line in lines:
        row = plain_row(line)
        assert row is not None
        assert row == _as_lists(table_row(package.parse(line)))


ODD = (
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "rows": [0]}',
    '{"rows": [true], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '{"rows": [1.0], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '{"rows": [-1], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '{"rows": [NaN], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "score": 1e999}',
    '{"rows": [1], "cols": [1], "fleet": {"01": 1, "1": 1}, "givens": []}',
    '{"rows": [1], "cols": [1], "fleet": {"1": true}, "givens": []}',
    '{"rows": [1], "cols": [1], "fleet": {"1": -1}, "givens": []}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [[0, 1, "S"]]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [[0, 0, "Q"]]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [[0, 0]]}',
    '{"rows": [1], "cols": [1, 1], "fleet": {"1": 1}, "givens": [[0, 1, "S"], [0, 0, "W"]]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [[0, 0, "S"], [0, 0, "W"]]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "words": ["1"]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "id": 1.5}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "id": "\\ud800"}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "solution": {"board": ["Q"]}}',
    '{"rows": "1", "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '{"rows": [], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    '[{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []}]',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []',
    "1:1",
    "",
)


@pytest.mark.parametrize("line", ODD)
def test_any_other_line_sends_its_group_the_slow_way(line: str, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(f"{json.dumps(UNIQUE)}\n{line}\n", encoding="utf-8")
    assert not next(plain_rows(path), None)


@given(st.data())
def test_a_changed_line_is_plain_only_if_it_is_a_puzzle_with_that_row(data: st.DataObject) -> None:
    line = json.dumps(UNIQUE | {"seed": 3, "id": "a"})
    at = data.draw(st.integers(0, len(line) - 1))
    cut = data.draw(st.integers(0, 3))
    changed = line[:at] + data.draw(st.text('0123456789[]{},:"SWx. ', max_size=3)) + line[at + cut :]
    row = plain_row(changed)
    if row is not None and fast._are_plain([row]):
        assert row == _as_lists(table_row(package.parse(changed)))


def test_files_are_read_the_slow_way_from_the_first_odd_group_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "ROWS_AT_ONCE", 2)
    path = tmp_path / "it.jsonl"
    plain = [UNIQUE | {"id": f"{number}"} for number in range(5)]
    path.write_text(jsonl(*plain, UNIQUE | {"id": "odd", "note": "kept"}, *plain), encoding="utf-8")
    assert bimaru("convert", "--to", "parquet", path, "-o", tmp_path / "it.parquet").code == Exit.DONE
    assert [puzzle.id for puzzle in package.read_all(tmp_path / "it.parquet")] == [*"01234", "odd", *"01234"]


# Duplicates and splits


def turned(puzzle: package.Puzzle) -> list[package.Puzzle]:
    """The eight orientations with their solutions."""
    found = []
    for turn in turns(puzzle.height, puzzle.width):
        form = turn.puzzle(puzzle)
        board = package.solve(form).board
        assert board is not None
        found.append(package.Puzzle.from_data(form.to_data() | {"solution": board.to_data()}))
    return found


def one(seed: int) -> package.Puzzle:
    return package.generate(size=(5, 6), fleet={3: 1, 2: 1, 1: 2}, seed=seed)


def test_answers_have_one_fingerprint_in_all_turns_and_others_have_others() -> None:
    fingerprints = []
    for seed in range(20):
        rows = [table_row(puzzle) for puzzle in turned(one(seed))]
        (fingerprint,) = {answer_key(row) for row in rows}
        fingerprints.append(fingerprint)
    assert len({*fingerprints}) == 20
    assert answer_fingerprint("LR....", 3) == answer_fingerprint("XX....", 3)
    assert answer_fingerprint("LR....", 3) != answer_fingerprint("LR....", 6)


def test_all_turns_of_an_answer_are_in_one_split(tmp_path: Path) -> None:
    puzzles = [puzzle for seed in range(30) for puzzle in turned(one(seed))]
    random.Random(1).shuffle(puzzles)
    path = tmp_path / "in.jsonl"
    path.write_text("".join(package.write_all(puzzles, "json")), encoding="utf-8")
    export = ("export", "--no-apart", "--splits", "train:2,validation:1,test:1", path)
    ran = bimaru(*export, "-o", f"{tmp_path}/set/")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    names = ("train", "validation", "test")
    splits = {name: [*package.read_all(tmp_path / "set" / name)] for name in names}
    answers = {name: {answer_key(table_row(puzzle)) for puzzle in splits[name]} for name in names}
    assert sum(map(len, splits.values())) == 240
    assert sum(map(len, answers.values())) == 30
    assert len(answers["train"]) > len(answers["test"]) > 0
    assert bimaru(*export, "-o", tmp_path / "plain").code == Exit.DONE
    assert sorted(path.name for path in (tmp_path / "plain").iterdir()) == sorted(
        path.name for path in (tmp_path / "set").iterdir()
    )
    single = bimaru(*export, "-o", tmp_path / "it.parquet")
    assert single.code == Exit.DONE
    for row in pq.read_table(tmp_path / "it.parquet").to_pylist():
        assert answer_fingerprint(row["answer"], row["width"]) in answers[row["split"]]


@pytest.mark.parametrize("size", [(4, 4), (3, 4)])
def test_boards_share_a_fingerprint_of_all_ships_but_one_if_one_move_apart(size: tuple[int, int]) -> None:
    empty = package.Puzzle((None,) * size[0], (None,) * size[1], {2: 2, 1: 1})
    boards = [*islice(package.draw_boards(empty, seed=1), 60)]
    pairs = [(left, right) for left in boards[:30] for right in boards[30:]]
    prints = {board: {*rest_fingerprints("".join(board.rows), size[1])} for board in boards}
    near = [bool(prints[left] & prints[right]) for left, right in pairs]
    assert near == [are_one_move_apart(*pair) for pair in pairs]
    assert 50 < sum(near) < len(pairs) - 50


def test_polyomino_ships_and_turned_grids_have_the_same_fingerprints() -> None:
    rows = ["X.X..", "XXX.X", "....X", "X...."]
    across = ["".join(column) for column in zip(*rows, strict=True)]
    found = rest_fingerprints("".join(rows), 5)
    assert len({*found}) == 3
    assert sorted(found) == sorted(rest_fingerprints("".join(across), 4))
    moved = rest_fingerprints("".join([*rows[:3], "..X.."]), 5)
    assert len({*moved} & {*found}) == 1


def test_no_answer_of_a_split_is_one_of_an_earlier_split_with_one_ship_moved(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    made = package.generate_many(60, size=(5, 5), fleet={3: 1, 2: 1, 1: 2}, seed=1)
    path.write_text("".join(package.write_all(made, "json")), encoding="utf-8")
    names = ("train", "validation", "test")
    boards: dict[str, dict[str, list[package.Board]]] = {}
    for option in ("--apart", "--no-apart"):
        place = tmp_path / option
        ran = bimaru("export", option, "--splits", "train:2,validation:1,test:1", path, "-o", f"{place}/")
        assert ran.code == Exit.DONE
        assert ("Left out, one moved ship" in ran.err) == (option == "--apart")
        assert ("with one ship moved" in (place / "README.md").read_text()) == (option == "--apart")
        boards[option] = {
            name: [board_of(puzzle) for puzzle in package.read_all(place / name / "puzzles.parquet")]
            for name in names
        }
    kept, before = boards["--apart"], boards["--no-apart"]
    near = [
        board
        for earlier, later in (("train", "validation"), ("train", "test"), ("validation", "test"))
        for board in kept[later]
        if any(are_one_move_apart(board, other) for other in kept[earlier])
    ]
    assert near == []
    assert kept["train"] == before["train"]
    left_out = [board for board in before["validation"] if board not in kept["validation"]]
    assert left_out
    assert all(any(are_one_move_apart(board, other) for other in kept["train"]) for board in left_out)


def board_of(puzzle: package.Puzzle) -> package.Board:
    board = package.solve(puzzle).board
    assert board is not None
    return board


def test_splits_follow_their_weights_and_never_change() -> None:
    splits = Splits.parse("a:7,b:3")
    chosen = [splits.of(random.Random(number).getrandbits(64)) for number in range(3000)]
    assert 2000 < chosen.count("a") < 2200
    assert (splits.of(0), splits.of(2**64 - 1), splits.of(7 * 2**64 // 10 + 1)) == ("a", "b", "b")


@pytest.mark.parametrize("text", ["", "train", "train:0", "train:x", "a:1,a:2", "../a:1", "train:-1"])
def test_malformed_splits_are_refused(text: str) -> None:
    with pytest.raises(InvalidSplitsError, match=r"is not a name|the weight of"):
        Splits.parse(text)


def test_splits_need_recorded_answers(tmp_path: Path) -> None:
    ran = bimaru("export", "--splits", "a:1", "-", "-o", tmp_path / "it.parquet", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "has no recorded solution" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["text", "compression"])
def test_a_file_that_cannot_be_read_to_its_end_leaves_no_table(how: str, tmp_path: Path) -> None:
    text = jsonl(UNIQUE).encode() * 3
    path = tmp_path / ("in.jsonl" if how == "text" else "in.jsonl.gz")
    path.write_bytes(text + b"\xff\xfe\n" if how == "text" else gzip.compress(text)[:-12])
    assert bimaru("export", path, "-o", tmp_path / "it.parquet").code == Exit.BAD_INPUT
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_is_not_written_to_a_file_of_another_kind(tmp_path: Path) -> None:
    ran = bimaru("export", "-", "-o", tmp_path / "it.txt", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "-o it.txt: bimaru export cannot write .txt; it writes .parquet .pq .csv" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("in_memory", [20_000_000, 1])
def test_duplicates_are_left_out_by_puzzle_or_by_answer(
    in_memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integer_set, "MOST_IN_MEMORY", in_memory)
    puzzles = turned(one(1)) + turned(one(2))
    other = puzzles[0].replace(givens=[])
    path, table = tmp_path / "in.jsonl", tmp_path / "it.parquet"
    path.write_text("".join(package.write_all([*puzzles, other], "json")), encoding="utf-8")
    numbers = {}
    for by in ("puzzle", "answer"):
        assert bimaru("export", "--distinct", by, path, "-o", table).code == Exit.DONE
        numbers[by] = pq.read_metadata(table).num_rows
    assert numbers == {"puzzle": 3, "answer": 2}
    known = tmp_path / "known.jsonl"
    known.write_text(package.write(puzzles[3], "json"), encoding="utf-8")
    for option, expected in (((), 9), (("--distinct", "puzzle"), 2), (("--distinct", "answer"), 1)):
        assert bimaru("export", *option, "--not-in", known, path, "-o", table).code == Exit.DONE
        assert pq.read_metadata(table).num_rows == expected


# Data sets and collections


def test_a_data_set_has_a_card_with_recipe_counts_and_licence(tmp_path: Path) -> None:
    CollectionSpec(count=60).make(tmp_path / "made")
    export = ("export", "--licence", "CC0-1.0", "--title", "Small ones", tmp_path / "made")
    for name in ("one", "two"):
        assert bimaru(*export, "-o", f"{tmp_path}/{name}/").code == Exit.DONE
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")
    ]
    assert files[0] == files[1]
    assert sorted(files[0]) == ["README.md", "croissant.json", "puzzles.parquet"]
    card = files[0]["README.md"].decode()
    assert card.startswith('---\nlicense: "cc0-1.0"\npretty_name: "Small ones"\nconfigs:\n')
    assert "  - split: train\n    path: puzzles.parquet\n" in card
    for expected in (
        "# Small ones",
        "60 Battleship puzzles",
        '"shard_size": 25',
        "size",
        "2:1,1:2",
        "CC0-1.0",
    ):
        assert expected in card
    assert (
        "## Columns\n\n"
        "One row per puzzle; missing values are null. `answer` and `letters` are the solution's squares,\n"
        "row after row; `.` is water, `S` a submarine, `L` `R` `T` `B` an end, `M` a middle, `X` any part\n"
        "of a polyomino ship.\n"
        "`givens` are the squares that the puzzle shows, in the same letters, with `W` for water.\n"
    ) in card
    headings = [line for line in card.splitlines() if line.startswith("#")]
    assert headings == [
        "# Small ones",
        "## Licence",
        "## How the puzzles were made",
        "## Counts",
        "## Columns",
        "## Use",
    ]


@pytest.mark.parametrize("splits", [("--splits", "train:2,test:1"), ()])
def test_the_card_says_how_to_load_the_data_set(splits: tuple[str, ...], tmp_path: Path) -> None:
    CollectionSpec(count=60).make(tmp_path / "made")
    made, place = tmp_path / "made", f"{tmp_path}/set/"
    assert bimaru("export", "--tensors", "--no-apart", *splits, made, "-o", place).code == Exit.DONE
    rows = pq.read_metadata(
        tmp_path / "set" / ("train/puzzles.parquet" if splits else "puzzles.parquet")
    ).num_rows
    code = (
        (tmp_path / "set" / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    )
    ways = [way.splitlines() for way in code.strip().split("\n\n")]
    assert [call.partition(".")[0] for _, call in ways] == [
        "polars", "pandas", "duckdb", "pyarrow", "datasets",
    ]  # fmt: skip
    there = [way for way in ways if find_spec(way[1].partition(".")[0])]
    assert there
    with contextlib.chdir(tmp_path / "set"):
        for line, call in there:
            names: dict[str, Any] = {}
            exec(line, names)  # the lines of the card
            assert len(eval(call, names)) == rows, call
    assert ("baseline.py . train test\n" in (tmp_path / "set" / "README.md").read_text()) == bool(splits)


def test_the_card_of_json_lines_leads_to_tables(tmp_path: Path) -> None:
    splits = ("--splits", "train:2,test:1")
    assert bimaru("generate", "--size", "4x4", "--fleet", "2:1,1:2", "--count", "20", *splits, "--no-apart",
                  "-o", f"{tmp_path}/made/").code == Exit.DONE  # fmt: skip
    card = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    command = card.split("```sh\nbimaru ")[1].split("\n")[0]
    with contextlib.chdir(tmp_path / "made"):
        assert bimaru(*command.split()).code == Exit.DONE
    assert "## Use" in (tmp_path / "tables" / "README.md").read_text(encoding="utf-8")


def test_the_rules_of_the_baseline_are_right_and_its_network_learns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np: Any = pytest.importorskip("numpy")
    baseline = runpy.run_path(str(DATA.parents[1] / "examples/baseline.py"))
    baseline["main"].__globals__.update(HIDDEN=64, EPOCHS=20, BATCH=50)
    make = ("generate", "--size", "6x6", "--grade", "easy-hard", "--count", "1000", "--seed", "1")
    assert bimaru(*make, "-o", tmp_path / "it.jsonl").code == Exit.DONE
    export = ("export", "--tensors", "--splits", "train:16,test:4,validation:1", tmp_path / "it.jsonl")
    assert bimaru(*export, "-o", f"{tmp_path}/set/").code == Exit.DONE
    rows, cols, givens, answers = baseline["load"](tmp_path / "set/train")
    state = baseline["follow_rules"](rows, cols, givens)
    known = state != baseline["UNKNOWN"]
    assert (state[known] == answers[known]).all()
    assert 0.5 < known.mean() < 1
    assert (answers.sum(2) == rows).all()
    assert (answers.sum(1) == cols).all()
    baseline["main"](tmp_path / "set")
    printed = capsys.readouterr().out
    assert f"tested on {pq.read_metadata(tmp_path / 'set/test/puzzles.parquet').num_rows}\n" in printed
    found = re.findall(r"^(.+?)  +squares +([\d.]+)%   boards +([\d.]+)%$", printed, re.MULTILINE)
    squares = {name: float(share) for name, share, _ in found}
    assert [*squares] == ["water", "rules", "network", "rules, then network"]
    assert squares["water"] < squares["network"] < squares["rules, then network"]
    assert squares["water"] < squares["rules"] < squares["rules, then network"]
    assert np.isclose(squares["water"], 100 * (1 - 10 / 36), atol=0.1)


@pytest.mark.parametrize("distinct", sampled(["puzzle", "answer"], "answer".__eq__))
def test_a_collection_in_parquet_holds_the_same_puzzles(distinct: str, tmp_path: Path) -> None:
    make = ("generate", "--size", "4x4", "--fleet", "2:1,1:2", "--seed", "7", "--shard-size", "25")
    for to in ("json", "parquet"):
        made = bimaru(
            *make,
            "--count",
            "40",
            "--workers",
            "1",
            "--distinct",
            distinct,
            "--to",
            to,
            "-o",
            f"{tmp_path}/{to}/",
        )
        assert (made.code, made.err) == (Exit.DONE, "")
    lines, table = (list(package.read_all(tmp_path / to)) for to in ("json", "parquet"))
    assert lines == table
    assert [puzzle.provenance.seed for puzzle in lines] == [puzzle.provenance.seed for puzzle in table]
    if distinct == "answer":
        assert len({answer_key(table_row(puzzle)) for puzzle in table}) == 40
    assert bimaru("stats", "--verify", tmp_path / "parquet").code == Exit.DONE
    shard = min((tmp_path / "parquet").glob("*.parquet"))
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-9])
    assert bimaru("stats", "--verify", tmp_path / "parquet").code == Exit.FAILED
    again = bimaru(
        *make,
        "--count",
        "40",
        "--distinct",
        distinct,
        "--to",
        "parquet",
        "--workers",
        "1",
        "-o",
        f"{tmp_path}/parquet/",
    )
    assert again.code == Exit.DONE
    assert shard.read_bytes() == whole


def test_a_puzzle_takes_at_most_50_bytes(tmp_path: Path) -> None:
    made = bimaru(
        "generate",
        "--count",
        "1000",
        "--seed",
        "1",
        "--to",
        "parquet",
        "--workers",
        "1",
        "-o",
        f"{tmp_path}/a/",
    )
    assert made.code == Exit.DONE
    (shard,) = (tmp_path / "a").glob("*.parquet")
    assert shard.stat().st_size <= 50 * 1000


def test_an_empty_table_has_the_columns() -> None:
    assert table_of([], schema()).num_rows == 0
    assert list(read_table(table_file())) == []


def test_tensors_are_the_readable_columns_as_bytes(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="for want of the extra parquet")
    puzzle = {"rows": [1, None], "cols": [0, 1, 0], "fleet": {"1": 1}, "givens": [[0, 1, "S"]]}
    solved = puzzle | {"solution": {"board": [".S.", "..."]}}
    path = tmp_path / "it.parquet"
    assert bimaru("export", "--tensors", "-", "-o", path, stdin=jsonl(solved, puzzle)).code == Exit.DONE
    table = parquet.read_table(path)
    assert table.slice(0, 1).select(TENSORS).to_pylist() == [
        {
            "rows_tensor": [1, 255],
            "cols_tensor": [0, 1, 0],
            "givens_tensor": [0, 2, 0, 0, 0, 0],
            "answer_tensor": [0, 1, 0, 0, 0, 0],
        }
    ]
    assert table["answer_tensor"][1].as_py() == [255] * 6
    assert bimaru("convert", "--to", "json", path).objects[1] == puzzle


def test_tensors_need_puzzles_of_one_size(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    other = {"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []}
    ran = bimaru("export", "--tensors", "-", "-o", tmp_path / "it.parquet", stdin=jsonl(UNIQUE, other))
    assert ran.code == Exit.BAD_INPUT
    assert "--tensors: the puzzles have one size" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_data_set_has_a_description_in_croissant(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    puzzle = {"rows": [1, 0], "cols": [0, 1, 0], "fleet": {"1": 1}, "givens": []}
    solved = jsonl(puzzle | {"solution": {"board": [".S.", "..."]}})
    options = ("--tensors", "--splits", "train:8,test:2", "--licence", "CC0-1.0", "--title", "Two rows")
    assert bimaru("export", *options, "-", "-o", f"{tmp_path}/set/", stdin=solved).code == Exit.DONE
    described = json.loads((tmp_path / "set/croissant.json").read_text(encoding="utf-8"))
    assert (described["name"], described["license"]) == ("Two rows", "CC0-1.0")
    for file, records in zip(described["distribution"], described["recordSet"], strict=True):
        table = (tmp_path / "set" / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(table).hexdigest()
        repeated = {field["name"]: field.get("repeated", False) for field in records["field"]}
        assert repeated.items() >= {"rows": True, "answer": False, "answer_tensor": True}.items()
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} == {file["@id"]}
    keywords = {key for term in described["@context"].values() if isinstance(term, dict) for key in term}
    assert keywords <= {"@id", "@type", "@container"}  # of JSON-LD
