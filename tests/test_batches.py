"""Batches: puzzles as arrays are the same puzzles, and their answers the same answers."""

from __future__ import annotations

from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import batches, rules
from bimaru.batches import Batch, Solved, read_batches
from bimaru.engines.batch_search import BatchSearch
from bimaru.engines.kernel import KERNEL_SIDE
from bimaru.errors import InvalidPuzzleError, UnsupportedPuzzleError
from bimaru.puzzle import Puzzle
from bimaru.solving import WrongBoardError
from instances import DATA

TINY = Puzzle([1, 0], [1, 0], {1: 1}, id="tiny")
SEVERAL = Puzzle([1, 0], [None, None], {1: 1}, [(1, 0, "W")])
NONE = Puzzle([2, 0], [1, 0], {1: 1})


def batches_of(name: str) -> list[Batch]:
    """The puzzles of a file, by size and fleet."""
    puzzles = sorted(bimaru.read_all(DATA / name), key=lambda one: (one.height, one.width, str(one.fleet)))
    return [Batch.of(group) for _, group in groupby(puzzles, lambda one: (one.height, one.width, one.fleet))]


@pytest.mark.parametrize("name", ["boats.jsonl", "csplib014.jsonl"])
def test_published_puzzles_are_solved_as_one_by_one(name: str) -> None:
    for batch in batches_of(name):
        solved = batch.solve()
        results = [*bimaru.solve_many(batch)]
        assert solved.statuses == [result.status for result in results]
        assert [*solved] == [result.board for result in results]


@settings(max_examples=60)
@given(st.data(), st.integers(1, 5), st.integers(1, 5))
def test_small_puzzles_of_any_kind_are_solved_as_one_by_one(
    data: st.DataObject, height: int, width: int
) -> None:
    fleet = data.draw(st.dictionaries(st.integers(1, 6), st.integers(1, 3), max_size=3))
    tally = st.one_of(st.none(), st.integers(0, 3), st.just(300))
    square = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1), st.sampled_from([*"WSLRTBMX"]))
    one = st.builds(
        Puzzle,
        st.lists(tally, min_size=height, max_size=height),
        st.lists(tally, min_size=width, max_size=width),
        st.just(fleet),
        st.lists(square, max_size=3, unique_by=lambda given: given[:2]),
    )
    puzzles = data.draw(st.lists(one, min_size=1, max_size=6))
    solved = Batch.of(puzzles).solve()
    results = [*bimaru.solve_many(puzzles)]
    assert solved.statuses == [result.status for result in results]
    assert [*solved] == [result.board for result in results]


def test_a_batch_gives_its_puzzles_back() -> None:
    puzzles = [TINY, SEVERAL, NONE]
    batch = Batch.of(puzzles)
    assert [*batch] == puzzles
    assert [puzzle.id for puzzle in batch] == ["tiny", None, None]
    assert (len(batch), batch[-1]) == (3, NONE)
    assert repr(batch) == "<Batch of 3 puzzles 2x2, fleet 1:1>"
    assert repr(batch.solve()) == "<Solved: 1 none, 1 unique, 1 multiple>"
    with pytest.raises(IndexError):
        batch[3]


def test_a_slice_of_a_batch_is_the_batch_of_its_puzzles() -> None:
    batch = Batch.of(puzzles := [*islice(bimaru.read_all(DATA / "boats.jsonl"), 9)])
    for part in (slice(2, 5), slice(None, None, -2), slice(3, 3), slice(100)):
        assert [*batch[part]] == [*batch][part]
        assert batch[part].ids == batch.ids[part]
    assert batch[1:].solve().statuses == batch.solve().statuses[1:]
    assert [puzzle.id for puzzle in batch[2:4]] == [puzzle.id for puzzle in puzzles[2:4]]


@pytest.mark.parametrize("wrong", [[1], [TINY, "x"]])
def test_what_is_no_puzzle_is_in_no_batch(wrong: list[Puzzle]) -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, got"):
        Batch.of(wrong)


def test_arrays_that_are_no_puzzles_are_refused() -> None:
    with pytest.raises(InvalidPuzzleError, match="cols: 3 bytes; 2 puzzles of 1x2 have 4"):
        Batch(1, 2, TINY.fleet, bytes(2), bytes(3), bytes(4))
    with pytest.raises(InvalidPuzzleError, match="givens: 'Z' is not one of W S L R T B M X"):
        Batch(1, 1, TINY.fleet, bytes(1), bytes(1), b"Z")
    with pytest.raises(UnsupportedPuzzleError, match="one size and fleet"):
        Batch.of([TINY, Puzzle([1], [1], {1: 1})])
    with pytest.raises(UnsupportedPuzzleError):
        Batch.of([Puzzle([1], [1], words=["1"])])
    with pytest.raises(InvalidPuzzleError, match="at least one puzzle"):
        Batch.of([])


def test_a_search_that_takes_long_goes_on_with_all_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_NODES", 0)
    for batch in batches_of("boats.jsonl"):
        assert {*batch.solve().statuses} == {"unique"}


def test_puzzles_too_large_for_the_kernel_are_solved_with_all_engines() -> None:
    tallies = [1, *[0] * KERNEL_SIDE]
    large = Puzzle(tallies, tallies, {1: 1})
    solved = Batch.of([large, large]).solve()
    assert solved.statuses == ["unique", "unique"]
    assert [*solved] == [bimaru.solve(large).board] * 2


def test_the_referee_judges_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lying:
        def __init__(self, *_: object) -> None:
            pass

        def solve(
            self, _r: bytes, _c: bytes, _g: bytes, boards: bytearray, numbers: bytearray, _n: int
        ) -> None:
            boards[:] = b"...S"
            numbers[:] = b"\x01"

    monkeypatch.setattr(batches, "BatchSearch", Lying)
    with pytest.raises(WrongBoardError):
        Batch.of([TINY]).solve()


def test_the_referee_says_of_arrays_what_it_says_of_values() -> None:
    for batch in batches_of("boats.jsonl"):
        solved = batch.solve()
        squares = batch.height * batch.width
        for number, board in zip(range(40), solved, strict=False):
            assert board is not None
            at = number * squares + 37
            broken = bytearray(solved.boards)
            broken[at] = ord("S") if broken[at] == ord(".") else ord(".")
            arrays = (batch.rows, batch.cols, batch.givens, bytes(broken))
            found = rules.wrong_boards(batch.height, batch.width, batch.fleet.pairs, *arrays)
            assert found == [number]
            wrong = Solved(batch, bytes(broken), solved.numbers).board(number)
            assert wrong is not None
            assert rules.check(batch[number], wrong)


def test_arrays_of_other_sizes_are_refused_before_memory_is_read() -> None:
    with pytest.raises(ValueError, match="as many tallies"):
        BatchSearch(2, 2, ((1, 1),)).solve(b"", b"", b"", bytearray(4), bytearray(1), 10)
    with pytest.raises(ValueError, match="as many tallies"):
        rules.wrong_boards(2, 2, ((1, 1),), b"", b"", b"", b"....")
    with pytest.raises(ValueError, match="the kernel takes up to"):
        BatchSearch(100, 2, ())


def test_a_batch_becomes_a_table_and_back(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    numpy = pytest.importorskip("numpy")
    from bimaru.formats.tables import schema, table_row, write_rows

    puzzles = [*islice(bimaru.read_all(DATA / "boats.jsonl"), 30), TINY, SEVERAL]
    path = tmp_path / "puzzles.parquet"
    with path.open("wb") as file:
        write_rows(map(table_row, puzzles), file, schema())
    read = [*read_batches(path, 20)]
    assert [puzzle for batch in read for puzzle in batch] == puzzles
    assert {len(batch) for batch in read} <= {20, 10, 2}
    solved = read[0].solve()
    table = solved.to_arrow()
    rows = table["rows"].combine_chunks().flatten().to_numpy()
    assert numpy.array_equal(rows, numpy.frombuffer(read[0].rows, numpy.uint8))
    assert table.column_names == ["id", "rows", "cols", "givens", "status", "board"]
    assert len([*solved.to_jsonl()]) == len([*read[0].to_jsonl()]) == len(read[0])


def test_json_lines_are_read_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("".join(bimaru.write_all((TINY, SEVERAL, NONE), "json")), encoding="utf-8")
    assert [[*batch] for batch in read_batches(path, 2)] == [[TINY, SEVERAL], [NONE]]


def test_the_command_solves_a_table_into_a_table(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="for want of the extra parquet")
    from command_line import bimaru as run
    from command_line import jsonl

    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    text = jsonl(*(puzzle.to_data() for puzzle in (TINY, SEVERAL, NONE)))
    run("export", "-", "-o", source, stdin=text)
    assert run("solve", source, "-o", target).code == 1
    fast = parquet.read_table(target).to_pylist()
    assert fast[0] == {"id": "tiny", "status": "unique", "answer": "S..."}
    assert fast[2] == {"id": None, "status": "none", "answer": None}
    run("solve", "-", "-o", target, stdin=text)
    assert parquet.read_table(target).to_pylist() == fast


@pytest.mark.parametrize("options", [("-q",), ("--workers", "2"), ()])
def test_a_table_is_solved_without_an_object_for_each_puzzle(
    options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    from command_line import bimaru as run
    from command_line import jsonl

    run("export", "-", "-o", tmp_path / "in.parquet", stdin=jsonl(TINY.to_data(), TINY.to_data()))
    monkeypatch.setattr(Puzzle, "_trusted", None)
    monkeypatch.setattr("bimaru.formats.tables.read_table", None)
    assert run("solve", *options, tmp_path / "in.parquet", "-o", tmp_path / "out.parquet").code == 0
