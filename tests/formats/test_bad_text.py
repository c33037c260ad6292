"""Malformed text raises one documented error, with every fault and its place."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.errors import InvalidPuzzleError
from bimaru.formats import REGISTRY, InvalidTextError, format_named, parse, parse_all, read_all, write
from bimaru.puzzle import Puzzle
from puzzle_strategies import puzzles
from sampling import sampled

every_format = pytest.mark.parametrize("name", REGISTRY)
DIGITS = "9" * 5000
DEEP = "[" * 100_000


def assert_read_or_rejected(puzzles: Iterator[Puzzle]) -> None:
    """Fails unless there is a puzzle or the documented error, and JSON holds every puzzle unchanged."""
    read: list[Puzzle] = []
    with suppress(InvalidTextError):
        for puzzle in puzzles:
            read.append(puzzle)
            assert parse(write(puzzle, "json"), "json") == puzzle
        assert read


def faults_of(text: str, name: str | None = None) -> list[str]:
    with pytest.raises(InvalidPuzzleError) as error:
        list(parse_all(text, name))
    return [*error.value.faults]


@st.composite
def damaged(draw: st.DrawFn, name: str) -> str:
    """The text of one or two puzzles with a few pieces cut out, doubled, moved or overwritten."""
    scope = format_named(name).scope
    several = draw(st.lists(puzzles(scope, max_side=4), min_size=1, max_size=2))
    text = "".join(write(puzzle, name) for puzzle in several)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 8)))
        piece = draw(st.sampled_from(PIECES) | st.just(text[start:end] * 2) | st.text(max_size=4))
        text = text[:start] + piece + text[end:]
    return text


PIECES = [
    "", "\0", "\n", "\r\n", "\ufeff", "\ud800", "\t", "-", "-1", "99999", DIGITS, "NaN", "null", "1e999",
    "[", "]", "{", "}", ",", ":", "/", "|", "'", '"', "\\", "#", "%", "/*", "*/", "=", "?", ".", ";", "(",
    "problem(", "START-NEW-BOARD 1 1", "ROW", "HINT", "battleship/", "pzprv3", "id:", "---", "--", "²",
]  # fmt: skip


# JSON has tests of its own, and one of the two formats of CSC384 stands for both
@pytest.mark.parametrize("name", sampled(REGISTRY, lambda name: name not in ("json", "csc384-old")))
@settings(max_examples=30)
@given(data=st.data())
def test_damaged_text_is_read_or_rejected(name: str, data: st.DataObject) -> None:
    text = data.draw(damaged(name))
    assert_read_or_rejected(parse_all(text, name))
    assert_read_or_rejected(parse_all(text))


@every_format
@settings(max_examples=40)
@given(text=st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_rejected(name: str, text: str) -> None:
    assert_read_or_rejected(parse_all(text, name))
    assert_read_or_rejected(parse_all(text))


@settings(max_examples=60)
@given(st.binary() | st.binary(max_size=9).map(b'{"rows": [1], "cols": [1], "id": "'.__add__))
def test_any_bytes_are_read_or_rejected(data: bytes) -> None:
    assert_read_or_rejected(read_all(io.BytesIO(data)))


@st.composite
def near_puzzles(draw: st.DrawFn) -> str:
    """A JSON object that has the keys of a puzzle and anything for values."""
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=6,
    )
    keys = ("id", "source", "rows", "cols", "fleet", "words", "shapes", "givens", "edges", "solution")
    return json.dumps(draw(st.fixed_dictionaries({}, optional=dict.fromkeys(keys, anything))))


@settings(max_examples=40)
@given(near_puzzles())
def test_json_of_any_types_is_read_or_rejected(text: str) -> None:
    assert_read_or_rejected(parse_all(text))


@every_format
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "\0",
        "\ufeff",
        "\ud800",
        DIGITS,
        "-" * 9999,
        DEEP,
        "{" * 5000,
        "'" * 9999,
        "=",
        "%",
        "/*",
        "# ",
    ],
    ids=repr,
)
def test_nonsense_is_rejected(name: str, text: str) -> None:
    faults_of(text, name)


UNITS = ["0", "1 ", "a", "[", "1,", "/11g", "?", "{}", "'", "+ ", "z"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_line_of_ten_megabytes_is_rejected(unit: str) -> None:
    assert len(faults_of(unit * (10_000_000 // len(unit)))) <= 2


# pzprv3 takes several times as long as any other
@pytest.mark.parametrize("name", sampled(REGISTRY, lambda name: name != "pzprv3"))
def test_a_puzzle_with_a_very_long_line_is_rejected_in_a_few_short_sentences(name: str) -> None:
    standard = Puzzle([2] * 10, [2] * 10, {4: 1, 3: 2, 2: 3, 1: 4}, {(0, 0): "W", (9, 0): "W"})
    text = write(standard, name)
    for unit in UNITS:
        faults = faults_of(text[: len(text) // 2] + unit * 100_000 + text[len(text) // 2 :], name)
        assert len(faults) <= 100
        assert max(map(len, faults)) < 200


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["no puzzle in the input"]),
        (" \n\n", ["no puzzle in the input"]),
        ("# nothing but a comment", ["not in any format that bimaru reads (`bimaru formats` lists them)"]),
        ("Dear Sir or Madam", ["not in any format that bimaru reads (`bimaru formats` lists them)"]),
        ("LR.\n...\n", ["a board, not a puzzle, which has tallies"]),
        ("1 1 0\n\n0 0 0\n", ["a board, not a puzzle, which has tallies"]),
        # JSON
        ('{"board": ["LR.", "..."]}', ["line 1: a board, not a puzzle, which has tallies"]),
        ("[]", ["no puzzle in the input"]),
        (
            "[3]",
            ["line 1: puzzle 1 of the array: a puzzle is an object with `rows` and `cols`, not a number"],
        ),
        ("{}", ["line 1: rows: missing", "line 1: cols: missing"]),
        ('{"rows": [1],\n "cols": [1}', ["line 2: not JSON: Expecting ',' delimiter (column 12)"]),
        ('{"rows": [1],\n\n "cols": [1]', ["line 3: not JSON: Expecting ',' delimiter (column 13)"]),
        (
            '{"rows": [1], "cols": [1]}\n{"rows": [true, -1, 1.0], "cols": []}',
            [
                "line 2: rows[0]: True is neither null nor an integer from 0 to 9999",
                "line 2: rows[1]: -1 is neither null nor an integer from 0 to 9999",
                "line 2: rows[2]: 1.0 is neither null nor an integer from 0 to 9999",
                "line 2: cols: 0 lines; a grid has 1 to 99 a side",
            ],
        ),
        ('{"rows": [NaN], "cols": [1]}', ["line 1: NaN is not a JSON number"]),
        ('{"rows": [1], "cols": [1], "x": 1e999}', ["line 1: the number '1e999' is too large"]),
        ('{"rows": [' + DIGITS + "]}", ["line 1: a number of thousands of digits"]),
        (DEEP, ["line 1: JSON that is nested too deeply"]),
        ('{"rows": [1], "rows": [1]}', ["line 1: the key 'rows' is given twice in one object"]),
        (
            '{"rows": [1], "cols": [1], "fleet": {"4": 1, "04": 2, "+3": 1, "2": true}}',
            [
                "line 1: fleet: length 4 is given twice",
                "line 1: fleet: '+3' is not a ship length from 1 to 9999",
                "line 1: fleet[2]: True is not a number of ships from 0 to 9999",
            ],
        ),
        (
            '{"rows": [1], "cols": [1], "givens": [[0, 0, "L"], [0, 0, "R"], [0, 1, "Q"]], "id": "\\ud800"}',
            [
                "line 1: givens[1]: A1 is given as L and as R",
                "line 1: givens[2]: square (0, 1) is off the 1x1 grid",
                "line 1: givens[2]: 'Q' is not one of W S L R T B M X RB LB RT LT or = and a letter",
                "line 1: id: '\\ud800' is neither text nor a whole number",
            ],
        ),
        (
            '{"rows": [1], "cols": [1, 0], "hints": [[0, 1, "W"], [0, 1, "S"], [7]]}',
            [
                "line 1: hints[1]: A2 is given as W and as S",
                "line 1: hints[2]: [7] is not [row, column, kind]",
            ],
        ),
        # JSON Lines of which one is cut short: the next line is not to blame
        (
            '{"rows": [1], "cols": [1]}\n{"rows": [1,2\n{"rows": [1], "cols": [1]}\n',
            ["line 2: not JSON: Expecting ',' delimiter (column 14)"],
        ),
        (
            '\n{"rows": [1], "cols": [1]\n{"rows": [1], "cols": [1]}\n',
            ["line 2: not JSON: Expecting ',' delimiter (column 26)"],
        ),
        (
            '{"rows": [1],\n{"rows": [1], "cols": [1]}\n',
            ["line 1: not JSON: Expecting property name enclosed in double quotes (column 14)"],
        ),
        # URLs and files of pzpr
        (
            "battleship/2/2/1111",
            ["line 1: expected columns/rows/tallies and squares/bank"],
        ),
        ("battleship/2/2/1111/1/11g", ["line 1: squares: expected 4 more of 4, found the end"]),
        ("battleship/2/2/1111jj//d", ["line 1: squares: unexpected 'j' after the last of 4"]),
        ("battleship/2/2/1111k//d", ["line 1: squares: expected 4, found 5 with the blanks at the end"]),
        (
            "battleship/2/2/1111bi//q",
            [
                "line 1: squares: 11 is not a value from 0 to 10",
                "line 1: bank: 'q' is not one of the presets c d e t p z",
            ],
        ),
        ("battleship/2/2/1111j/2/11g", ["line 1: expected 2 pieces in the bank, found 1"]),
        (
            "battleship/2/2/1111j/1/110",
            ["line 1: bank: the piece '110' has no squares, or some outside its box"],
        ),
        ("battleship/2/2/1111j/1/31k", ["line 1: shapes[0]: ['#.#'] is not one connected ship"]),
        (
            "battleship/1/1/111//d\nhttps://puzz.link/p?nurikabe/1/1/1",
            ["line 2: 'https://puzz.link/p?nurikabe/1/1/1' is not the URL of a battleship puzzle"],
        ),
        (
            "pzprv3\nbattleship\n1\n2\nz\n. 1\n1 11 .\n",
            ["line 6: expected 3 entries, found 2"],
        ),
        (
            "pzprv3\nbattleship\n1\n2\nz\n. 1 b\n1 11 .\n",
            [
                "line 6: tally: 'b' is not a number from 0 to 9999",
                "line 7: row 1, column 1: '11' is not one of . 0 1 2 3 4 5 6 7 8 9 10 -",
            ],
        ),
        # Boats
        (
            "10x10f4#123456",
            ["line 1: the ID has a random seed instead of a puzzle, which only Boats can generate from it"],
        ),
        (
            "2x2f1,1:1,1,1,QxS!",
            [
                "line 1: 'Q' is not a number, -, a to z or one of S T B L R C V W",
                "line 1: '!' is not a number, -, a to z or one of S T B L R C V W",
                "line 1: expected 4 tallies, found 3",
                "line 1: 25 squares for a grid of 2x2",
            ],
        ),
        ("1x2f1,1:1,1,1", ["line 1: a side of 1 (sides must be 2 to 99)"]),
        ("SAVEFILE:1:x\nPARAMS  :1:6", ["line 1: save file: PARAMS or DESC is missing"]),
        # IST
        (
            "ROW\t1\nCOLUMN\t1\n2\nHINT\t0\t0\tC\n",
            [
                "line 1: expected 10 tallies, found 1",
                "line 2: expected 10 tallies, found 1",
                "line 3: expected 2 lines HINT, found 1",
            ],
        ),
        # CSC384
        ("11\n11\n1000\n00\n0.\n00\n", ["line 1: expected 2 rows of squares, found 3"]),
        ("1\n11\n1\n0\n", ["line 2: expected 1 column tallies, found 2"]),
        # CSPLib
        ("problem(1, [1:1], [1], [1 1], []).", ["line 1: expected ',', found '1'"]),
        (
            "problem(1,\n[1:1,1:2], [1], [1], [q@[1,1]]).",
            ["line 2: expected one of w c m t b l r, found 'q'"],
        ),
        (
            "problem(1,\n[1:1,1:2], [1], [1], [w@[2,1]]).",
            [
                "line 1: fleet: length 1 is given twice",
                "line 1: givens[0]: square (1, 0) is off the 1x1 grid",
            ],
        ),
        (
            "START-NEW-BOARD 1 1\nHint: 0 0 Round 1\nRow tallies: 1",
            [
                "line 1: Column tallies: missing",
                "line 1: PLACESHIP: missing",
                "line 2: Hint: expected row, column and one of Circle Water Top Bottom Left Right Middle",
            ],
        ),
        # MiniZinc
        (
            "height = 1; width = 1;\nship = 3; colsum = [1, x]; depth = 2",
            [
                "line 1: maxship: missing",
                "line 1: rowsum: missing",
                "line 2: 'depth = 2' is not an assignment to one of "
                "height width maxship ship hint rowsum colsum",
            ],
        ),
        (
            "height = 1; width = 2; maxship = 1; ship = [1];\n"
            "hint = [|\n0 |\n1, 8 |];\nrowsum = 1; colsum = [1, x];",
            [
                "line 1: rows: 0 lines; a grid has 1 to 99 a side",
                "line 1: givens[0]: square (1, 0) is off the 0x2 grid",
                "line 2: expected 1 rows in hint, found 2",
                "line 3: expected 2 entries in a row of hint, found 1",
                "line 4: row 2, column 2: '8' is not one of 0 1 2 3 4 5 6 7",
                "line 5: rowsum: '1' is not an array like [1, 2, 3]",
                "line 5: colsum: 'x' is not a number from 0 to 9999",
                "line 5: expected 1 entries in rowsum, found 0",
            ],
        ),
        # kmkeen
        (
            "ships = '+ x'\nacross = '1 a'\ndown = '1'\npuzzle = '.;'",
            [
                "line 1: ships: 'x' is not a run of +",
                "line 2: across, tally 2: 'a' is not a number from 0 to 9999",
                "line 4: row 1, column 2: ';' is not one of . ~ O # < > ^ v",
            ],
        ),
        (
            f"ships = '{'x' * 40}  {'x' * 41}'\nacross = '1'\ndown = '1'\npuzzle = '.'",
            [
                f"line 1: ships: '{'x' * 40}' is not a run of +",
                f"line 1: ships: '{'x' * 37}'... is not a run of +",
            ],
        ),
        (
            "ships = '+'\nacross = '1'\ndown = '1 0'\npuzzle = '.'",
            ["line 4: expected 2 rows of squares, found 1"],
        ),
        ("ships = '+'\nacross = '1'\n", ["line 1: down = '...': missing", "line 1: puzzle = '...': missing"]),
        # text
        (
            "fleet: 4:x 3\nfleet: 2\n\n  1 2\n1 . .\n1 . q .\n",
            [
                "line 1: fleet: '4:x' is neither length:count, like 4:1, nor a length",
                "line 2: fleet: given twice for one puzzle (separate puzzles by a line ---)",
                "line 6: expected 2 squares, found 3",
                "line 6: row 2, column 2: 'Q' is not one of . W S L R T B M X RB LB RT LT ~ O < > ^ V #",
            ],
        ),
        (
            "fleet: 1\n\n  1 0 0\n1 . .\n0 ..\n",
            ["line 3: 3 column tallies, but the rows have 2 squares"],
        ),
        ("? 1\n1 ...\n", ["line 1: 2 column tallies, but the rows have 3 squares"]),
        ("1 1\n1 .\n1 .\n", ["line 1: 2 column tallies, but the rows have 1 square"]),
        (
            "id: a\nflete: 4:1, 3:2\nFleet: 1\n\n 1 1\n1 . q\n0 . .\n",
            [
                "line 2: unknown key 'flete'; did you mean 'fleet'?",
                "line 3: unknown key 'Fleet'; did you mean 'fleet'?",
            ],
        ),
        (
            "q . 2\n. . 0\n1 1\n",
            ["line 1: row 1, column 1: 'Q' is not one of . W S L R T B M X RB LB RT LT ~ O < > ^ V #"],
        ),
        (
            ". . .\n. . 2\n1 1 1\n",
            [
                "line 1: tally of the row: '.' is not a number from 0 to 9999",
                "line 3: 3 column tallies, but the rows have 2 squares",
            ],
        ),
        (
            "Ships: 1\ntitle: a\n 1 1\n1 . .\n0 . .\n",
            [
                "line 1: unknown key 'Ships'; did you mean 'fleet'?",
                "line 2: unknown key 'title'; did you mean 'id'?",
            ],
        ),
        (
            "ünknown: 1\n 1 1\n1 . .\n",
            [
                "line 1: unknown key 'ünknown'; expected one of "
                "id, source, fleet, words, shapes, top, bottom, left, right",
            ],
        ),
        (
            "1 1\n? . .\n---\n1 1\n",
            ["line 4: expected a line of column tallies and a line for each row"],
        ),
    ],
)
def test_every_fault_is_reported_with_its_place(text: str, faults: list[str]) -> None:
    assert faults_of(text) == faults


def test_a_puzzle_is_yielded_before_the_fault_in_the_next_one() -> None:
    puzzles = parse_all('{"rows": [1], "cols": [1]}\n{"rows": [1]}')
    assert next(puzzles) == Puzzle([1], [1])
    with pytest.raises(InvalidTextError, match=r"^line 2: cols: missing$"):
        next(puzzles)


def test_faults_name_the_file() -> None:
    file = io.StringIO('{"rows": [1]}')
    file.name = "puzzles.jsonl"
    with pytest.raises(InvalidTextError) as error:
        list(read_all(file))
    assert error.value.faults == ("puzzles.jsonl:1: cols: missing",)
    assert error.value.file == "puzzles.jsonl"


@pytest.mark.parametrize("name", ["csplib", "ist"])
def test_truncated_text_is_rejected(name: str) -> None:
    whole = write(Puzzle([2] * 10, [2] * 10, {4: 1, 3: 2, 2: 3, 1: 4}, {(0, 0): "W"}), name).rstrip()
    for end in range(1, len(whole)):
        assert_read_or_rejected(parse_all(whole[:end], name))
    faults_of(whole[:-2], name)


def test_a_contradictory_puzzle_is_read() -> None:
    puzzle = Puzzle([9999, 0], [None], {9999: 9999}, {(1, 0): "T"})
    assert (
        parse('{"rows": [9999, 0], "cols": [null], "fleet": {"9999": 9999}, "givens": [[1, 0, "T"]]}')
        == puzzle
    )


def test_a_list_with_more_entries_than_any_grid_has_lines_is_refused() -> None:
    text = f"problem('large', [1:1], [{','.join('0' * 10_000)}], [0], [])."
    assert "at most 9999 entries in a list" in faults_of(text, "csplib")[0]
