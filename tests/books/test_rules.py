"""The rules in print: what the puzzles need, and the names that explanations use."""

from __future__ import annotations

import pytest

from bimaru.books.descriptions import described
from bimaru.books.labels import LANGUAGES, labels_of
from bimaru.books.rules import STRAIGHT, rules
from bimaru.puzzle import Puzzle

PLAIN = Puzzle([1, 0], [1, 0], {1: 1})
POLYOMINO = Puzzle([3, 2, 0], [2, 2, 1], {}, shapes=[("###", "##.")])


def rules_of(*puzzles: Puzzle, language: str = "en") -> str:
    return " ".join(rules(labels_of(language).__getitem__, puzzles, names_in=language))


def test_a_rule_is_printed_only_if_some_puzzle_needs_it() -> None:
    without, given, polyomino = "Where there is no number", "A small square", "Ships with bends"
    assert not any(sentence in rules_of(PLAIN) for sentence in (without, given, polyomino))
    assert without in rules_of(PLAIN, PLAIN.replace(rows=[None, 0]))
    assert given in rules_of(PLAIN.replace(givens={(0, 0): "X"}))
    assert polyomino in rules_of(POLYOMINO)


def test_rules_list_the_ships_that_all_puzzles_have_where_no_fleet_is_drawn() -> None:
    label = labels_of("en").__getitem__
    drawn, listed = "drawn next to the grid", "Ships: 1 of 3, 2 of 2, 3 of 1."
    assert drawn in rules(label, [STRAIGHT.puzzle])[0]
    assert rules(label, [STRAIGHT.puzzle, STRAIGHT.puzzle], fleet=False)[0].endswith(f" is water. {listed}")
    assert not any(text in rules(label, [STRAIGHT.puzzle, PLAIN], fleet=False)[0] for text in (drawn, listed))


def test_ships_have_the_names_that_explanations_use() -> None:
    named = "Ships are named by their number of squares: cruiser (3), destroyer (2), submarine (1)."
    assert named in rules_of(STRAIGHT.puzzle)
    assert (
        "flipped in any way. They are named after the letter that they look like: P pentomino."
        in rules_of(POLYOMINO)
    )
    assert "named" not in rules_of(Puzzle([2], [1, 1], words=["AB"]))
    without = rules(labels_of("en").__getitem__, [STRAIGHT.puzzle])
    assert "named" not in " ".join(without), "where nothing is explained"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_in_the_language(language: str) -> None:
    names = {"en": "cruiser", "de": "Kreuzer", "fr": "croiseur", "es": "crucero"}
    assert f"{names[language]} (3), " in rules_of(STRAIGHT.puzzle, language=language)


def test_a_board_in_words_names_each_ship_as_a_whole() -> None:
    text = described(STRAIGHT.puzzle, STRAIGHT.board, labels_of("en").__getitem__)
    assert "Ships on the board: A1-C1, A3-A4, C6-D6, E3, F1, F5." in text
