"""Names that people try in Python get an answer that names the right one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import bimaru
from bimaru.did_you_mean import close_names
from bimaru.puzzle import _FUNCTIONS

PUZZLE: Any = bimaru.Puzzle([1, 0], [1, 0], {1: 1})
RESULT: Any = bimaru.solve(PUZZLE)


@pytest.mark.parametrize(
    ("owner", "name", "meant"),
    [
        (bimaru, "load", "read"),
        (bimaru, "save", "write, which returns the text"),
        (bimaru, "solve_all", "solve_many"),
        (bimaru, "grade_all", "grade_many"),
        (bimaru, "explain_all", "explain_many"),
        (bimaru, "generate_all", "generate_many"),
        (PUZZLE, "solve", "bimaru.solve(puzzle)"),
        (PUZZLE, "size", "height and width"),
        (PUZZLE, "solution", "bimaru.solve(puzzle).board"),
        (RESULT, "solution", "board"),
        (RESULT, "is_unique", "status == 'unique'"),
    ],
)
def test_an_attribute_that_people_try_names_what_there_is(owner: object, name: str, meant: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(owner, name)
    assert str(error.value).endswith(f"has no attribute {name!r}; did you mean {meant}?")
    assert error.value.obj is None, "Python would add a suggestion of its own"


@pytest.mark.parametrize("owner", [bimaru, PUZZLE, RESULT])
def test_an_attribute_that_nobody_means_is_left_to_python(owner: object) -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'nothing'$") as error:
        owner.nothing  # type: ignore[attr-defined]  # noqa: B018
    assert error.value.obj is owner


def test_the_advice_names_functions_of_the_library() -> None:
    meant = {name.split()[0].rstrip(",") for name in bimaru._MEANT.values()}
    functions = {name for name in meant if "." not in name} - {"the"}
    assert {*functions, *_FUNCTIONS} <= {*bimaru.__all__}


@pytest.mark.parametrize("value", [PUZZLE, RESULT])
def test_values_can_be_copied_as_before(value: object) -> None:
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value


def test_several_puzzles_are_not_one() -> None:
    with pytest.raises(
        TypeError, match="expected a Puzzle, got list: for several puzzles there are solve_many"
    ):
        bimaru.solve([PUZZLE])  # type: ignore[arg-type]


def test_a_file_name_is_not_the_puzzle_to_write() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, got str"):
        bimaru.write("puzzle.json", PUZZLE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: bimaru.hint(PUZZLE, "x"),  # type: ignore[arg-type]
        lambda: bimaru.why(PUZZLE, (0, 0), PUZZLE),
        lambda: bimaru.review(PUZZLE, None),  # type: ignore[arg-type]
        lambda: bimaru.draw(PUZZLE, ("..", "..")),  # type: ignore[arg-type]
    ],
    ids=["hint", "why", "review", "draw"],
)
def test_what_is_no_board_is_named_with_the_ways_to_get_one(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"expected a Board, got .*: bimaru.parse_board reads one from text"):
        call()


@pytest.mark.parametrize("read", [bimaru.parse, lambda text: bimaru.parse_board(text, PUZZLE)])
def test_what_is_no_text_is_not_read(read: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"expected text, got NoneType: bimaru.read and read_all read files"):
        read(None)


def test_seeds_and_sizes_are_integers_of_any_kind() -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    puzzle = bimaru.generate((4, Five()), seed=Five())  # type: ignore[arg-type]
    assert (puzzle.width, puzzle.provenance.seed, type(puzzle.provenance.seed)) == (5, 5, int)
    options: dict[str, Any] = {"size": (4, 4), "seed": 5.7}
    with pytest.raises(TypeError, match=r"seed: 5.7 is not an integer"):
        bimaru.generate(**options)
    with pytest.raises(TypeError, match=r"seed: 5.7 is not an integer"):
        bimaru.generate_many(1, **options)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"words": "ABC"}, "words: 'ABC' is not a list"),
        ({"shapes": "tetrominoes"}, "shapes: 'tetrominoes' is not a list"),
        ({"givens": "water"}, "givens: 'water' is not a list of kinds of givens"),
        ({"words": ["ABC"], "edges": "top"}, "edges: 'top' is not a list of sides"),
        ({"givens_number": (99, 99)}, "givens_number: 99 is not a range of numbers from 0 to 16"),
    ],
)
def test_text_is_no_list_of_letters(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(bimaru.InvalidRecipeError, match=fault):
        bimaru.generate((4, 4), **options)
    with pytest.raises(bimaru.InvalidRecipeError, match=fault):
        bimaru.generate_many(1, size=(4, 4), **options)


def test_the_groups_of_clues_to_drop_are_a_list() -> None:
    with pytest.raises(TypeError, match="drop: 'givens,tallies' is text, not a list of groups"):
        bimaru.minimise(PUZZLE, drop="givens,tallies")


def test_a_grade_that_does_not_exist_has_no_name() -> None:
    with pytest.raises(ValueError, match="unknown grade 8; expected one of easy, intermediate"):
        bimaru.grade_name(8)  # type: ignore[arg-type]


def test_a_square_has_a_name() -> None:
    assert RESULT.board["A1"] == RESULT.board[0, 0] == RESULT.board[0][0] == "S"
    assert bimaru.why(PUZZLE, "b2") == bimaru.why(PUZZLE, (1, 1))
    with pytest.raises(IndexError, match="'1A' is not a row and a column, like B4"):
        RESULT.board["1A"]
    with pytest.raises(bimaru.InvalidInputError, match="'1A' is not a row and a column, like B4"):
        bimaru.why(PUZZLE, "1A")


def test_an_unknown_engine_is_answered_with_a_similar_one() -> None:
    with pytest.raises(
        ValueError, match=r"unknown engine 'cpsat' \(did you mean 'cp-sat'\?\); choose one of"
    ):
        bimaru.solve(PUZZLE, engine="cpsat")


def test_only_what_resembles_a_name_is_suggested() -> None:
    assert close_names("sovle", ["solve", "serve"]) == ["solve"]
    assert close_names("about", ["count", "audit"]) == []
