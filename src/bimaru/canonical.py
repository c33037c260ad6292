"""Which puzzles are the same: those that differ by turning and flipping the page.

Of the eight orientations of a puzzle one is its *canonical form*, the same for all eight. A 10x12 puzzle
on its side is a 12x10 one, so these two are the same, too; the canonical form is never higher than wide.
Givens that show an end or a corner turn with the page, as do letters at the edges; words may be read
backwards and bent ships flipped, so that this holds for every kind of puzzle.
"""

from __future__ import annotations

from hashlib import blake2b
from json import dumps

from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.symmetry import first_turn


def canonical(puzzle: Puzzle) -> Puzzle:
    """The puzzle in the first of its orientations, without id, source and notes."""
    return first_turn(puzzle, puzzle.givens).puzzle(puzzle)


def fingerprint(puzzle: Puzzle) -> int:
    """64 bits that tell canonical forms apart: two of a million puzzles share theirs by chance once
    in forty million collections."""
    turn = first_turn(puzzle, puzzle.givens)
    givens = sorted(map(turn.given, puzzle.givens))
    words = sorted(min(word, word[::-1]) for word in puzzle.words)
    bent = sorted(Ship.bent(shape).squares for shape in puzzle.shapes)
    asked = [*turn.tallies(puzzle), puzzle.fleet.pairs, words, bent, givens, turn.edges(puzzle.edges)]
    return int.from_bytes(blake2b(dumps(asked).encode(), digest_size=8).digest(), "big")
