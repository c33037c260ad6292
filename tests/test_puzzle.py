"""The puzzle and the values it is made of: what is refused, and why; what is equal; what stays as it is."""

from __future__ import annotations

import copy
import json
import pickle
import string
from itertools import product
from typing import Any, Final

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.errors import InvalidPuzzleError
from bimaru.puzzle import Edges, Given, Provenance, Puzzle, _plain_puzzle
from bimaru.ships import Fleet, Ship
from bimaru.sizes import MAX_NUMBER, MAX_SIDE
from bimaru.squares import Part, row_name, square_name, square_names
from bimaru.symmetry import shape_orientations
from bimaru.validation import number_in
from puzzle_strategies import fleets, puzzles, shapes

GIVEN: Final[dict[str, Any]] = {"rows": [1, None], "cols": [None, 1, 0]}
"""A puzzle that the tests add to."""
HUGE: Final = 10**5000
"""A number that Python refuses to print."""
HUGE_NUMBERS: Final = st.just(5000).map(lambda digits: 10**digits)  # hypothesis would print a constant


def faults_of(**given: object) -> tuple[str, ...]:
    with pytest.raises(InvalidPuzzleError) as error:
        Puzzle(**(GIVEN | given))
    return error.value.faults


def test_tallies_may_be_arrays_and_series() -> None:
    numpy = pytest.importorskip("numpy")
    puzzle = Puzzle(numpy.array([1, 0]), numpy.array([0, 1]), {1: 1})
    assert puzzle == Puzzle([1, 0], [0, 1], {1: 1})
    assert type(puzzle.rows[0]) is int


def test_arrays_with_missing_tallies_have_floats_and_nan() -> None:
    numpy = pytest.importorskip("numpy")
    puzzle = Puzzle(numpy.array([1.0, numpy.nan]), numpy.array([0, None]), {1: 1})
    assert (puzzle.rows, puzzle.cols) == ((1, None), (0, None))
    assert type(puzzle.rows[0]) is int
    assert faults_of(rows=numpy.array([1.5, 0])) == (
        "rows[0]: 1.5 is neither null nor an integer from 0 to 9999",
    )


# Validation


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"rows": 5}, "rows: 5 is not a list of tallies"),
        ({"rows": "12"}, "rows: '12' is not a list of tallies"),
        ({"rows": {1, 2}}, "rows: {1, 2} is not a list of tallies"),
        ({"rows": []}, "rows: 0 lines; a grid has 1 to 99 a side"),
        ({"cols": [0] * 100}, "cols: 100 lines; a grid has 1 to 99 a side"),
        ({"rows": [1, -1]}, "rows[1]: -1 is neither null nor an integer from 0 to 9999"),
        ({"rows": [10_000]}, "rows[0]: 10000 is neither null nor an integer from 0 to 9999"),
        ({"rows": [True]}, "rows[0]: True is neither null nor an integer from 0 to 9999"),
        ({"cols": [1.0, 2]}, "cols[0]: 1.0 is neither null nor an integer from 0 to 9999"),
        ({"cols": ["1"]}, "cols[0]: '1' is neither null nor an integer from 0 to 9999"),
        ({"fleet": [4, 3]}, "fleet: [4, 3] does not map lengths to counts"),
        ({"fleet": {"4": 1}}, "fleet: '4' is not a ship length from 1 to 9999"),
        ({"fleet": {0: 0}}, "fleet: 0 is not a ship length from 1 to 9999"),
        ({"fleet": {10_000: 1}}, "fleet: 10000 is not a ship length from 1 to 9999"),
        ({"fleet": {4: -1}}, "fleet[4]: -1 is not a number of ships from 0 to 9999"),
        ({"fleet": {4: None}}, "fleet[4]: None is not a number of ships from 0 to 9999"),
        ({"words": "AB"}, "words: 'AB' is not a list"),
        ({"words": ["A-B"]}, "words[0]: 'A-B' is not a word of 1 to 99 letters or digits"),
        ({"words": ["A", ""]}, "words[1]: '' is not a word of 1 to 99 letters or digits"),
        ({"words": [12]}, "words[0]: 12 is not a word of 1 to 99 letters or digits"),
        ({"words": ["A"] * 10_000}, "words: 10000 entries; at most 9999 are read"),
        ({"shapes": ["##"]}, "shapes[0]: '##' is not a list of strings, one a row"),
        ({"shapes": [[]]}, "shapes[0]: [] is not a list of strings, one a row"),
        ({"shapes": [["#" * 100]]}, "shapes[0]: the shape is larger than 99x99"),
        (
            {"shapes": [["##", "#"]]},
            "shapes[0]: ['##', '#'] has rows of different widths or marks other than # and .",
        ),
        ({"shapes": [["#x"]]}, "shapes[0]: ['#x'] has rows of different widths or marks other than # and ."),
        ({"shapes": [["#.", ".#"]]}, "shapes[0]: ['#.', '.#'] is not one connected ship"),
        ({"shapes": [["."]]}, "shapes[0]: ['.'] is not one connected ship"),
        ({"givens": 7}, "givens: 7 is not a list of [row, column, kind]"),
        ({"givens": {(0, 0, "S")}}, "givens: {(0, 0, 'S')} is not a list of [row, column, kind]"),
        ({"givens": [(0, 0)]}, "givens[0]: (0, 0) is not [row, column, kind]"),
        ({"givens": [("0", 0, "S")]}, "givens[0]: ('0', 0, 'S') is not [row, column, kind]"),
        ({"givens": [(0, True, "S")]}, "givens[0]: (0, True, 'S') is not [row, column, kind]"),
        ({"givens": ["A1S"]}, "givens[0]: 'A1S' is not [row, column, kind]"),
        ({"givens": {"A1": "S"}}, "givens[0]: ('A1', 'S') is not [row, column, kind]"),
        ({"givens": {b"\0\0": "S"}}, "givens[0]: (b'\\x00\\x00', 'S') is not [row, column, kind]"),
        ({"givens": [(0, 0, "S")] * 9802}, "givens: 9802 entries; at most 9801 are read"),
        ({"givens": [(2, 0, "S")]}, "givens[0]: square (2, 0) is off the 2x3 grid"),
        ({"givens": {(0, -1): "S"}}, "givens[0]: square (0, -1) is off the 2x3 grid"),
        (
            {"givens": [(HUGE, 0, "S")]},
            "givens[0]: square a number of thousands of digits is off the 2x3 grid",
        ),
        (
            {"givens": [(0, 0, "Q")]},
            "givens[0]: 'Q' is not one of W S L R T B M X RB LB RT LT or = and a letter",
        ),
        (
            {"givens": [(0, 0, "=AB")]},
            "givens[0]: '=AB' is not one of W S L R T B M X RB LB RT LT or = and a letter",
        ),
        (
            {"givens": [(0, 1, "S"), (0, 0, "W"), (0, 1, "X")]},
            "givens[2]: A2 is given as S and as X",
        ),
        ({"edges": ["A"]}, "edges: ['A'] does not map sides to letters"),
        ({"edges": {"north": []}}, "edges: 'north' is not one of top bottom left right"),
        ({"edges": {"top": "ABC"}}, "edges.top: 'ABC' is not a list of letters"),
        ({"edges": {"left": [None] * 3}}, "edges.left: 3 entries for 2 lines"),
        ({"edges": Edges(top=("A",))}, "edges.top: 1 entries for 3 lines"),
        ({"edges": {"left": [None, "AB"]}}, "edges.left[1]: 'AB' is not one letter or digit, or null"),
        ({"edges": {"left": [None, "."]}}, "edges.left[1]: '.' is not one letter or digit, or null"),
        ({"id": 1.5}, "id: 1.5 is neither text nor a whole number"),
        ({"id": True}, "id: True is neither text nor a whole number"),
        ({"id": "\ud800"}, "id: '\\ud800' is neither text nor a whole number"),
        ({"source": 3}, "source: 3 is not text"),
    ],
)
def test_what_is_not_a_puzzle_is_refused_with_the_place_of_its_fault(
    given: dict[str, object], fault: str
) -> None:
    assert faults_of(**given) == (fault,)


def test_every_fault_is_told_at_once() -> None:
    faults = faults_of(
        rows=[-1, "x"],
        cols=[None, 10**6],
        fleet={0: 1, 3: "two"},
        words=["", "A B"],
        shapes=[["#.#"], 5],
        givens=[(9, 9, "S"), (9, 9, "?"), None],
        edges={"top": [1, "A"], "east": []},
        id=[],
        source=b"",
    )
    assert [fault.split(":")[0] for fault in faults] == [
        *("rows[0]", "rows[1]", "cols[1]", "fleet", "fleet[3]", "words[0]", "words[1]"),
        *("shapes[0]", "shapes[1]", "givens[0]", "givens[1]", "givens[1]", "givens[2]"),
        *("edges.top[0]", "edges", "id", "source"),
    ]


def test_givens_are_looked_at_even_where_the_grid_is_not_known() -> None:
    assert faults_of(rows=None, givens=[(7, 3, "S")]) == (
        "rows: None is not a list of tallies",
        "givens[0]: square (7, 3) is off the grid",
    )
    [_, twice] = faults_of(rows=None, givens=[(HUGE, 0, "S"), (HUGE, 0, "X")])
    assert twice.endswith("is given as S and as X")


@pytest.mark.parametrize(
    "value", ["x" * 10**6, [[0] * 10**5], HUGE, [HUGE]], ids=["text", "list", "number", "number in a list"]
)
def test_a_message_is_short_however_large_the_value(value: object) -> None:
    assert all(len(fault) < 150 for fault in faults_of(rows=[value], givens=value, id={0: value}))


JUNK: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | HUGE_NUMBERS | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(st.integers(-1, 3), st.integers(-1, 3), inner)
        | st.dictionaries(
            st.integers(-1, 3) | st.text(max_size=3) | st.tuples(st.integers(0, 3), st.integers(0, 3)), inner
        )
    ),
    max_leaves=8,
)


@settings(max_examples=100)
@given(
    st.dictionaries(
        st.sampled_from(["rows", "cols", "fleet", "words", "shapes", "givens", "edges", "id", "source"]), JUNK
    )
)
def test_whatever_is_given_is_a_puzzle_or_is_refused_as_none(given: dict[str, Any]) -> None:
    try:
        puzzle = Puzzle(**(GIVEN | given))
    except InvalidPuzzleError:
        return
    assert repr(puzzle)
    assert hash(puzzle) == hash(pickle.loads(pickle.dumps(puzzle)))


@pytest.mark.parametrize(
    "given",
    [
        {"rows": [2, 0], "cols": [0, 0, 1]},
        {"rows": [MAX_NUMBER, 0]},
        {"rows": [None] * MAX_SIDE, "cols": [None] * MAX_SIDE},
        {"fleet": {4: 1}},
        {"fleet": {MAX_NUMBER: MAX_NUMBER}},
        {"givens": {(1, 0): "T", (0, 0): "L", (0, 1): "M", (0, 2): "RB"}},
        {"givens": {(1, 0): "=A"}},
        {"edges": {"top": ["A", None, None]}},
        {"words": ["ABCDEFGHI"]},
        {"shapes": [["####"]]},
        {"shapes": [["#.#", "###"], ["###", "..#", "###"], ["#####", "#...#", "#.#.#", "###.#", "....#"]]},
        {"shapes": [["#" * MAX_SIDE] * MAX_SIDE], "words": ["A" * MAX_SIDE]},
        {"words": ["A"] * MAX_NUMBER, "shapes": [["#"]] * MAX_NUMBER},
        {"givens": [(0, 0, "S")] * MAX_SIDE**2},
        {"fleet": dict.fromkeys(range(1, MAX_NUMBER + 1), 0)},
        {},
    ],
)
def test_a_puzzle_that_merely_cannot_be_met_is_well_formed(given: dict[str, Any]) -> None:
    Puzzle(**(GIVEN | given))


def test_the_error_of_a_puzzle_is_a_value_error_that_pickles() -> None:
    error = pickle.loads(pickle.dumps(InvalidPuzzleError(["one", "other"])))
    assert issubclass(type(error), ValueError)
    assert (error.faults, str(error)) == (("one", "other"), "one; other")


# Values


def test_givens_may_be_listed_or_mapped_and_are_sorted_by_square() -> None:
    mapped = Puzzle(**GIVEN, givens={(1, 0): "T", (0, 2): Part.WATER})
    listed = Puzzle(**GIVEN, givens=[[0, 2, "W"], (1, 0, "T"), Given(0, 2, "W")])  # type: ignore[list-item]
    assert mapped.givens == listed.givens == (Given(0, 2, "W"), Given(1, 0, "T"))
    assert [type(given.kind) for given in mapped.givens] == [str, str]


def test_a_given_has_a_square_and_maybe_a_letter() -> None:
    assert Given(1, 2, "S").square == (1, 2)
    assert (Given(1, 2, "S").letter, Given(1, 2, "=S").letter) == (None, "S")


def test_sequences_become_tuples() -> None:
    puzzle = Puzzle(range(3), [0], shapes=[["##", "#."]], edges={"left": ["A", None, None]})
    assert (puzzle.rows, puzzle.cols, puzzle.shapes) == ((0, 1, 2), (0,), (("##", "#."),))
    assert puzzle.edges == Edges(left=("A", None, None))
    assert (puzzle.height, puzzle.width) == (3, 1)


@pytest.mark.parametrize(
    ("key", "name", "meant"),
    [
        ("givens", "hint", "givens"),
        ("givens", "Givens", "givens"),
        ("givens", "HINTS", "givens"),
        ("fleet", "ships", "fleet"),
        ("rows", "Rows", "rows"),
        ("cols", "columns", "cols"),
    ],
)
def test_clues_under_a_wrong_name_are_no_notes(key: str, name: str, meant: str) -> None:
    data = {"rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}, "givens": [[0, 0, "S"]]}
    with pytest.raises(InvalidPuzzleError) as error:
        Puzzle.from_data({name if one == key else one: value for one, value in data.items()})
    assert error.value.faults == (f"{name}: unknown key; did you mean {meant}?",)


@pytest.mark.parametrize("notes", [{"ships": {"1": 2}}, {"hint": "Look at row A"}, {"Rows": 2}, {"word": []}])
def test_a_note_may_be_named_like_a_clue_that_is_there_or_not_hold_any(notes: dict[str, object]) -> None:
    data = {"rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}, "givens": [], "words": []} | notes
    assert Puzzle.from_data(data).to_data().items() >= notes.items()


def test_the_notes_of_a_puzzle_are_its_own() -> None:
    notes = {"colour": "red"}
    puzzle = Puzzle(**GIVEN, extra=notes)
    notes["colour"] = "blue"
    assert puzzle.extra == {"colour": "red"}
    with pytest.raises(TypeError):
        puzzle.extra["colour"] = "blue"  # type: ignore[index]


def test_the_provenance_is_taken_from_the_notes_and_written_back() -> None:
    notes = {"seed": 7, "solution": {"board": ["."]}, "grade": "hard", "score": 3.5, "colour": "red"}
    puzzle = Puzzle(**GIVEN, extra=notes)
    assert puzzle.provenance == Provenance(7, {"board": ["."]}, "hard", 3.5)
    assert puzzle.extra == {"colour": "red"}
    assert {key: puzzle.to_data()[key] for key in notes} == notes
    copied = pickle.loads(pickle.dumps(puzzle.replace(id=1)))
    assert (copied.provenance, copied.extra) == (puzzle.provenance, puzzle.extra)
    easier = puzzle.replace(provenance=Provenance(grade="easy"), extra={"grade": None})
    assert easier.to_data() == {**Puzzle(**GIVEN).to_data(), "grade": "easy"}


@pytest.mark.parametrize(
    "notes",
    [{"seed": True}, {"seed": "7"}, {"grade": None}, {"grade": 3}, {"score": "high"}, {"solution": None}],
)
def test_notes_of_another_type_are_no_provenance_and_are_written_back(notes: dict[str, object]) -> None:
    puzzle = Puzzle(**GIVEN, extra=notes)
    assert (puzzle.provenance, puzzle.extra) == (Provenance(), notes)
    assert Puzzle.from_data(puzzle.to_data()).extra == notes


@given(puzzle=puzzles(max_side=4))
def test_the_json_of_a_puzzle_gives_it_back(puzzle: Puzzle) -> None:
    data = json.loads(json.dumps(puzzle.to_data()))
    back = Puzzle.from_data(data)
    assert (back, back.id, back.source, back.provenance, back.extra) == (
        puzzle,
        puzzle.id,
        puzzle.source,
        puzzle.provenance,
        puzzle.extra,
    )
    assert list(back.to_data().items()) == list(data.items())


def test_whole_numbers_of_any_kind_become_ints() -> None:
    zero: Any = numpy.int64(0)
    one: Any = numpy.int64(1)
    puzzle = Puzzle([one, None], [zero, one], {one: one}, [(zero, one, "S")], id=one)
    assert puzzle == Puzzle([1, None], [0, 1], {1: 1}, [(0, 1, "S")])
    numbers = (*puzzle.rows, *puzzle.cols, *puzzle.fleet.pairs[0], *puzzle.givens[0][:2], puzzle.id)
    assert {type(number) for number in numbers} == {int, type(None)}
    assert faults_of(rows=[-one, numpy.float64(1)], cols=[int]) == (
        "rows[0]: np.int64(-1) is neither null nor an integer from 0 to 9999",
        "rows[1]: np.float64(1.0) is neither null nor an integer from 0 to 9999",
        "cols[0]: <class 'int'> is neither null nor an integer from 0 to 9999",
    )


@pytest.mark.parametrize(
    ("given", "is_plain"),
    [
        ({}, True),
        ({"fleet": {3: 1}, "givens": {(0, 0): "RB"}}, True),
        ({"edges": {"top": [None] * 3}}, True),
        ({"edges": {"top": [None, "A", None]}}, False),
        ({"words": ["A"]}, False),
        ({"shapes": [["##", "#."]]}, False),
        ({"shapes": [["#"], ["..", "##"], [".#", ".#"]]}, True),
    ],
)
def test_is_plain_without_letters_and_polyomino_ships(given: dict[str, Any], is_plain: bool) -> None:
    assert Puzzle(**(GIVEN | given)).is_plain == is_plain


def test_a_straight_shape_is_counted_in_the_fleet() -> None:
    puzzle = Puzzle(**GIVEN, fleet={3: 1, 2: 1}, shapes=[["#."], ["##", "#."], [".#", ".#"], ["##"]])
    assert (puzzle.fleet, puzzle.shapes) == (Fleet({3: 1, 2: 3, 1: 1}), (("##", "#."),))


def test_ships_are_those_of_fleet_words_and_shapes_the_longest_first() -> None:
    puzzle = Puzzle(
        **GIVEN, fleet={1: 2, 3: 1, 2: 0}, words=["BA", "C", "AB"], shapes=[["##", "#."], ["#.", "##"]]
    )
    assert puzzle.ships == (
        (Ship.straight(3), 1),
        (Ship.polyomino([".#", "##"]), 2),
        (Ship.lettered("AB"), 2),
        (Ship.straight(1), 2),
        (Ship.lettered("C"), 1),
    )


SAME: Final = [
    ({"id": 1}, {"id": "two", "source": "a book", "extra": {"grade": "easy"}}),
    ({"fleet": {3: 1, 1: 2}}, {"fleet": Fleet({1: 2, 2: 0, 3: 1})}),
    ({"words": ["ABC", "D"]}, {"words": ["D", "CBA"]}),
    ({"shapes": [["##", "#."]]}, {"shapes": [["...", ".#.", ".##"]]}),
    ({"shapes": [["##"]]}, {"fleet": {2: 1}}),
    ({"givens": [(0, 0, "S"), (1, 1, "W")]}, {"givens": {(1, 1): "W", (0, 0): "S"}}),
    ({"edges": {"top": [None] * 3}}, {}),
    ({"edges": Edges(left=("A", None))}, {"edges": {"left": ["A", None], "right": [None, None]}}),
]
DIFFERENT: Final[list[dict[str, Any]]] = [
    {"rows": [1, 0]},
    {"cols": [None, 1]},
    {"fleet": {1: 1}},
    {"words": ["A"]},
    {"shapes": [["##", "#."]]},
    {"givens": {(0, 0): "W"}},
    {"givens": {(0, 0): "X"}},
    {"edges": {"left": ["A", None]}},
    {"edges": {"right": ["A", None]}},
    {},
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_puzzles_that_ask_the_same_are_equal(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert Puzzle(**GIVEN, **one) == Puzzle(**GIVEN, **other)
    assert hash(Puzzle(**GIVEN, **one)) == hash(Puzzle(**GIVEN, **other))


def test_puzzles_that_ask_something_else_differ() -> None:
    different = [Puzzle(**(GIVEN | given)) for given in DIFFERENT]
    assert len(set(different)) == len(DIFFERENT)
    assert all((one == other) == (one is other) for one, other in product(different, repeat=2))
    assert different[0] != "a puzzle"


@given(puzzles())
def test_a_pickled_puzzle_is_the_same_in_everything(puzzle: Puzzle) -> None:
    for copied in (pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)):
        for name in Puzzle.__slots__:
            assert getattr(copied, name) == getattr(puzzle, name)


@given(puzzles())
def test_replacing_nothing_gives_the_same_puzzle(puzzle: Puzzle) -> None:
    copied = puzzle.replace()
    assert (copied, copied.id, copied.source, copied.provenance, copied.extra) == (
        puzzle,
        puzzle.id,
        puzzle.source,
        puzzle.provenance,
        puzzle.extra,
    )


def test_replaces_what_it_is_told_to_and_checks_it() -> None:
    puzzle = Puzzle(**GIVEN, id=7, words=["AB"])
    assert puzzle.replace(words=(), id=8).is_plain
    assert puzzle.replace(rows=[None]).rows == (None,)
    assert puzzle.rows == (1, None)
    with pytest.raises(InvalidPuzzleError, match=r"rows\[0\]: -1"):
        puzzle.replace(rows=[-1])
    with pytest.raises(TypeError, match="colour"):
        puzzle.replace(colour="red")  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [Puzzle(**GIVEN), Fleet({1: 1})], ids=["a puzzle", "a fleet"])
def test_nothing_can_be_changed(value: Any) -> None:
    name = value.__slots__[0]
    with pytest.raises(AttributeError, match="is immutable"):
        setattr(value, name, 0)
    with pytest.raises(AttributeError, match="is immutable"):
        delattr(value, name)
    with pytest.raises(AttributeError):
        value.colour = "red"


def test_a_puzzle_shows_its_name_and_size() -> None:
    assert repr(Puzzle(**GIVEN)) == "<Puzzle 2x3, 0 givens>"
    assert repr(Puzzle(**GIVEN, id="x", givens={(0, 0): "S"})) == "<Puzzle 'x' 2x3, 1 givens>"


# Fleets


def test_a_fleet_is_a_mapping_the_longest_first() -> None:
    fleet = Fleet({1: 4, 4: 1, 2: 0, 3: 2})
    assert list(fleet.items()) == list(fleet.pairs) == [(4, 1), (3, 2), (1, 4)]
    assert (fleet[3], fleet.get(2, 0), 2 in fleet) == (2, 0, False)
    assert (fleet.squares, fleet.size) == (14, 7)
    assert fleet == {3: 2, 4: 1, 1: 4} == fleet
    assert (str(fleet), repr(fleet)) == ("4:1,3:2,1:4", "Fleet({4: 1, 3: 2, 1: 4})")
    assert pickle.loads(pickle.dumps(fleet)) == fleet


def test_an_empty_fleet_is_a_fleet() -> None:
    assert Fleet() == Fleet({}) == Fleet({3: 0}) == Fleet.parse("") == {}
    assert hash(Fleet()) == hash(Fleet({3: 0}))


@given(fleets())
def test_a_fleet_is_read_as_it_is_written(counts: dict[int, int]) -> None:
    fleet = Fleet(counts)
    assert Fleet.parse(str(fleet)) == fleet
    assert Fleet.parse(" ".join(str(length) for length in fleet for _ in range(fleet[length]))) == fleet


def test_reads_fleets_as_people_write_them() -> None:
    assert Fleet.parse("4:1, 3:2 1 1,1") == Fleet.parse("1,4,1,3,1,3") == {4: 1, 3: 2, 1: 3}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("4:x 3:1 y", ["'4:x' is neither", "'y' is neither"]),
        ("4:1:2", ["'4:1:2' is neither"]),
        ("-1", ["'-1' is neither"]),
        ("²", ["'²' is neither"]),
        ("0", ["0 is not a ship length"]),
        ("3:9999 3:1", ["10000 is not a number of ships"]),
    ],
)
def test_what_is_no_fleet_is_refused(text: str, faults: list[str]) -> None:
    with pytest.raises(InvalidPuzzleError) as error:
        Fleet.parse(text)
    assert all(fault in told for fault, told in zip(faults, error.value.faults, strict=True))


@given(st.integers(0, 999_999_999))
def test_a_number_is_read_in_its_digits(number: int) -> None:
    assert number_in(str(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", " 1", "1_0", "٣", "²", "1000000000"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert number_in(text) is None


# Ships


def test_a_ship_is_the_same_however_it_is_turned_or_read() -> None:
    assert Ship.lettered("ABC") == Ship.lettered("CBA") != Ship.lettered("ACB")
    assert Ship.straight(3) == Ship.polyomino(["#", "#", "#"]) == Ship.polyomino(["....", "###."])
    assert Ship.straight(3) != Ship.lettered("ABC")
    assert Ship.polyomino(["##.", ".##"]) == Ship.polyomino([".#", "##", "#."])


@given(shapes(), st.integers(0, 3), st.booleans())
def test_turning_and_flipping_a_shape_gives_the_same_ship(
    shape: tuple[str, ...], turns: int, flipped: bool
) -> None:
    turned = list(shape[::-1] if flipped else shape)
    for _ in range(turns):
        turned = ["".join(column) for column in zip(*turned[::-1], strict=True)]
    ship = Ship.polyomino(turned)
    assert ship == Ship.polyomino(shape)
    assert ship.length == "".join(shape).count("#")
    assert ship.is_straight == (1 in (len(shape), len(shape[0])))


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        (["#"], 1),
        (["##", "##"], 1),
        (["##"], 2),
        (["##.", ".##"], 4),
        (["##", "#."], 4),
        (["###", "#..", "#.."], 4),
        (["###", "#.."], 8),
        (["##.", ".##", ".#."], 8),
    ],
)
def test_a_shape_has_up_to_eight_orientations(shape: list[str], number: int) -> None:
    found = shape_orientations(Ship.polyomino(shape).squares)
    assert len(found) == number
    assert all(min(r for r, _ in turned) == min(c for _, c in turned) == 0 for turned in found)
    assert all(shape_orientations(turned) == found for turned in found)


# Names


def test_rows_are_named_like_the_columns_of_a_spreadsheet() -> None:
    names = [*string.ascii_uppercase, *map("".join, product(string.ascii_uppercase, repeat=2))]
    assert [row_name(row) for row in range(26 + 26 * 26)] == names


def test_squares_are_named_by_row_and_column() -> None:
    assert [square_name(at) for at in ((0, 0), (1, 3), (25, 9), (26, 0))] == ["A1", "B4", "Z10", "AA1"]


@pytest.mark.parametrize(
    ("squares", "names"),
    [
        ([], ""),
        ([(0, 0)], "A1"),
        ([(0, 0), (0, 2)], "A1 A3"),
        ([(2, 6), (0, 3), (0, 0), (0, 2), (0, 1)], "A1-A4 C7"),
        ([(1, 9), (0, 9), (2, 9)], "A10-C10"),
        ([(26, 0), (25, 0)], "Z1-AA1"),
        ([(0, 0), (1, 1)], "A1 B2"),
        ([(0, 0), (1, 0), (1, 1), (2, 0)], "A1-C1 B2"),
        ([(0, 0), (0, 1), (0, 2), (1, 2)], "A1-A3 B3"),
    ],
)
def test_squares_beside_each_other_are_named_together(squares: list[tuple[int, int]], names: str) -> None:
    assert square_names(squares) == square_names(squares[::-1]) == names


# The fast way of reading


ODD: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12_000),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.lists(st.one_of(st.integers(-1, 4), st.none(), st.text(max_size=2)), max_size=3),
    st.dictionaries(st.sampled_from(["1", "2", "02", "x"]), st.integers(-1, 3), max_size=2),
)
KEYS: Final = (
    *("id", "source", "rows", "cols", "fleet", "givens", "words", "shapes", "edges", "hints", "seed"),
    *("solution", "grade", "score", "techniques", "n_steps", "grader", "note"),
)


@given(st.dictionaries(st.sampled_from(KEYS), ODD, max_size=4), st.sampled_from(KEYS))
def test_plain_puzzles_are_read_fast_and_the_same(changes: dict[str, Any], left_out: str) -> None:
    data = {
        "id": 7,
        "rows": [1, None, 2],
        "cols": [0, 2, 1],
        "fleet": {"2": 1, "1": 1},
        "givens": [[0, 1, "S"], [2, 2, "X"]],
        "seed": 3,
        "techniques": ["overlap"],
        "grade": None,
    } | changes
    data = {key: value for key, value in data.items() if key != left_out}
    fast = _plain_puzzle(data)
    if fast is not None:
        slow = Puzzle._validated(data)
        for name in Puzzle.__slots__:
            found, expected = getattr(fast, name), getattr(slow, name)
            assert (found, type(found)) == (expected, type(expected)), name


def test_a_generated_puzzle_takes_the_fast_way() -> None:
    assert _plain_puzzle({"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [], "seed": 1}) is not None
