"""Placements of lettered ships are named in the direction of their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

import bimaru
from bimaru import Puzzle, Step
from bimaru.deduction.reasons import links_of
from bimaru.squares import Square, square_name

DATA = Path(__file__).parents[1] / "data"
WORDS = (("CRAB", "BOAT", "SEA", "AB"), ("REEF", "FREE", "ROE"), ("RAFT", "TAR", "RAT", "AT"))
PLACED = re.compile(r"\b((?:[A-Z]{2,} or )*[A-Z]{2,}) on ([A-Z]\d+)-([A-Z]\d+)( either way round)?")


@cache
def made(seed: int) -> Puzzle:
    """A small lettered puzzle, some with letters at the edges."""
    return bimaru.generate((6, 6), words=WORDS[seed % len(WORDS)], seed=seed)


def real() -> Iterator[Puzzle]:
    return bimaru.read_all(DATA / "lettered.jsonl")


def texts_of(step: Step) -> Iterator[str]:
    yield step.text
    yield from (link.text for link in (*step.reasons, *links_of(step.cases)))


def squares_between(first: str, last: str) -> list[Square]:
    """The squares from one to another in the same line, by their names."""
    (r, c), (row, column) = ((ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in (first, last))
    n = max(abs(row - r), abs(column - c))
    return [(r + (row - r) // n * i, c + (column - c) // n * i) for i in range(n + 1)]


def contradictions(puzzle: Puzzle) -> Iterator[str]:
    """The placements in an explanation on which a word has another letter than is known by then."""
    known = {given.square: given.letter for given in puzzle.givens if given.letter}
    for step in bimaru.explain(puzzle):
        for text in texts_of(step):
            for words, first, last, is_open in PLACED.findall(text):
                squares = squares_between(first, last)
                for word in words.split(" or "):
                    readings = (word, word[::-1]) if is_open else (word,)
                    for read in readings:
                        assert len(read) == len(squares), text
                        if any(known.get(at, one) != one for at, one in zip(squares, read, strict=True)):
                            yield f"{read} on {first}-{last}: {text}"
        for link in (*step.reasons, *links_of(step.cases)):
            for placement, word in zip(link.placements if link.words else (), link.words, strict=True):
                if any(known.get(at, one) != one for at, one in zip(placement, word, strict=True)):
                    yield f"{word} on {[*map(square_name, placement)]}"
        known |= {(r, c): letter for r, c, letter in step.letters}


@pytest.mark.parametrize(
    "seed", [*range(30), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(30, 200))]
)
def test_no_word_is_placed_against_a_letter_that_is_known(seed: int) -> None:
    assert not [*contradictions(made(seed))]


def test_no_word_is_placed_against_a_letter_of_real_puzzles() -> None:
    assert not [found for puzzle in real() for found in contradictions(puzzle)]


def test_explanations_placement_words_in_both_directions() -> None:
    texts = [text for seed in range(12) for step in bimaru.explain(made(seed)) for text in texts_of(step)]
    placed = [found for text in texts for found in PLACED.findall(text)]
    directions = {
        squares_between(first, last)[0] < squares_between(first, last)[-1] for _, first, last, _ in placed
    }
    assert directions == {True, False}


def test_an_explanation_names_each_word_where_it_is_read() -> None:
    for puzzle in (*real(), *map(made, range(12))):
        solution = bimaru.solve(puzzle).board
        assert solution is not None
        explanation = bimaru.explain(puzzle)
        texts = " ".join(map(str, explanation))
        given = {one.square for one in puzzle.givens if one.letter}
        for ship in solution.ships():
            word = "".join(solution.letter(at) or "" for at in ship)
            readings = [f"{word} on {placed_as(ship)}", f"{word[::-1]} on {placed_as(ship[::-1])}"]
            readings += [f"{placed_as(ship)} is {word}", f"{placed_as(ship[::-1])} is {word[::-1]}"]
            readings += [f"{word} can only lie on {placed_as(ship)}"]
            readings += [f"{word[::-1]} can only lie on {placed_as(ship[::-1])}"]
            assert given.issuperset(ship) or any(one in texts for one in readings), (word, texts)


def placed_as(squares: Sequence[Square]) -> str:
    return "-".join(dict.fromkeys(map(square_name, (squares[0], squares[-1]))))
