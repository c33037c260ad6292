"""Words and polyomino ships: what the first seeds of each recipe give, and why fleets are rejected."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bimaru import generate
from bimaru import grade as compute_grade
from bimaru.cli.exit_codes import Exit
from bimaru.deduction import limits
from bimaru.generation import placement_maker
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe, shapes_in
from bimaru.generation.tries import CannotGenerateError
from bimaru.grading.grades import GradeName
from command_line import bimaru
from made_puzzles import digest_of_made

WORDS: Final[dict[str, Any]] = {"size": (6, 6), "fleet": {2: 1}, "words": ("ABC", "AB", "D")}
SHAPES: Final[dict[str, Any]] = {"size": (6, 6), "fleet": {1: 2}, "shapes": shapes_in("tetrominoes")[:3]}
MORE: Final[dict[str, Any]] = {"grade": "easy-hard", "symmetry": "left-right", "missing_tallies": 2}
TOO_MANY: Final = "only up to 200 placements of ships with letters or bends are, it has 312"
EDGES: Final = ("top", "bottom", "left", "right")
ALWAYS: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "words": (WORDS, "2a5142ca"),
    "words and shapes": (WORDS | {"words": ("CAT",), "shapes": shapes_in("trominoes")}, "0a7d0711"),
    "edges": (WORDS | {"edges": ("top", "left")}, "309c9e04"),
    "edges and no givens": (WORDS | {"edges": EDGES, "givens": ()}, "463a5aff"),
    "just ship": (WORDS | {"edges": ("right",), "givens": ("ships",)}, "d8023ce8"),
    "few tallies": (WORDS | {"missing_tallies": 7}, "eaaf90c6"),
    "four givens": (WORDS | {"givens_number": (4, 4)}, "fae7965d"),
    "spare": (WORDS | {"spare": 3}, "83c62674"),
    "half-turn": (WORDS | {"symmetry": "half-turn"}, "6145f8fa"),
    "score": (WORDS | {"score": True}, "c2909eca"),
    "easy words": (WORDS | {"grade": "easy"}, "57aef27d"),
    "words of a range": (WORDS | {"grade": "easy-hard"}, "77bcca31"),
    "shapes": (SHAPES, "7e1b2f54"),
    "no tallies": (SHAPES | {"missing_tallies": 12}, "7122e67c"),
    "water only": (SHAPES | {"givens": ("water",)}, "a3121623"),
    "diagonal": (SHAPES | {"symmetry": "diagonal"}, "cccbc2f4"),
    "no givens": (SHAPES | {"givens": ()}, "cf5ce12a"),
    "easy shapes": (SHAPES | {"grade": "easy"}, "8ed3f21e"),
    "shapes of a range": (SHAPES | {"grade": "intermediate-hard"}, "4e2ec0d8"),
    "expert shapes": (SHAPES | {"grade": "expert"}, "ab6e8a6c"),
    "graded and more": (SHAPES | MORE | {"spare": 2}, "18efe5d4"),
}
"""Recipes, and of each the digest of the puzzles of four seeds as JSON Lines."""


@pytest.mark.parametrize("name", ALWAYS)
def test_the_first_seeds_of_every_recipe_give_what_they_always_gave(name: str) -> None:
    """If this fails, a change made all seeds give other puzzles: that takes a word in the changelog. The
    version of the grader may change without that."""
    recipe, digest = ALWAYS[name]
    maker = maker_of(Recipe(**recipe))
    assert digest_of_made(maker.make(seed) for seed in range(4)) == digest


@pytest.mark.parametrize(
    ("asked", "reasons"),
    [
        (WORDS | {"grade": "extreme"}, {"did not turn out extreme": 20}),
        (WORDS | {"givens_number": (0, 1)}, {"needed more than 1 givens": 20}),
        (WORDS | {"givens": ("parts",), "givens_number": (30, 36)}, {"had too few squares to give": 20}),
        (
            SHAPES | {"givens": (), "missing_tallies": 12},
            {"had other solutions with every possible given": 20},
        ),
    ],
)
def test_an_impossible_recipe_ends_with_the_reason(asked: dict[str, Any], reasons: dict[str, int]) -> None:
    with pytest.raises(CannotGenerateError) as error:
        maker_of(Recipe(**asked | {"tries": 20})).make(1)
    assert error.value.reasons == reasons
    assert not error.value.is_cut


@pytest.mark.thorough
@pytest.mark.parametrize("grade", ["extreme", "fiendish"])
def test_words_can_be_hard_to_place(grade: GradeName) -> None:
    words = ("REEF", "CRAB", "SEA", "OAR", "FIN")
    made = generate(
        size=(8, 8), fleet={}, words=words, edges=("left",), missing_tallies=12, grade=grade, seed=1
    )
    assert compute_grade(made) == grade


@pytest.mark.parametrize("more", [[], ["--missing-tallies", "9"]])
def test_the_command_says_what_makes_puzzles_harder(more: list[str]) -> None:
    ran = bimaru(
        "generate", "--words", "ABC,AB,D", "--size", "6x6", "--grade", "extreme", "--tries", "3", *more
    )
    assert ran.code == Exit.UNDECIDED
    assert "3 did not turn out extreme" in ran.err
    assert ("Fewer clues make harder puzzles: try --missing-tallies 9." in ran.err) == (not more)


@pytest.mark.parametrize(
    ("limit", "asked", "reasons"),
    [
        (
            (placement_maker, "_NODES", 1),
            SHAPES | {"missing_tallies": 12, "tries": 20},
            {"turned out too large to prove that there is no other solution": 20},
        ),
        (
            (placement_maker, "_GRADING_NODES", 0),
            SHAPES | {"missing_tallies": 8, "grade": "expert", "tries": 20},
            {"did not turn out expert": 17, "turned out to take too much search to grade": 3},
        ),
        (
            (placement_maker, "_MAX_WORK_FOR_A_PUZZLE", 200_000),
            SHAPES | {"missing_tallies": 8, "grade": "extreme"},
            {"did not turn out extreme": 61, "turned out to take too much search to grade": 1},
        ),
        (
            (limits, "EXPLAINED_MAX_PLACEMENTS", 200),
            WORDS | {"grade": "easy", "tries": 20},
            {f"cannot be graded: {TOO_MANY}": 20},
        ),
    ],
)
def test_fleets_that_take_too_much_are_rejected_with_the_reason(
    limit: tuple[Any, str, int],
    asked: dict[str, Any],
    reasons: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(*limit)
    with pytest.raises(CannotGenerateError) as error:
        maker_of(Recipe(**asked)).make(1)
    assert error.value.reasons == reasons


def test_a_fleet_with_which_no_puzzle_is_so_easy_is_rejected() -> None:
    recipe = Recipe(**WORDS | {"edges": EDGES, "givens": (), "grade": "easy", "tries": 1})
    with pytest.raises(CannotGenerateError) as error:
        maker_of(recipe).make(1)
    assert error.value.reasons == {"turned out harder than easy": 1}
