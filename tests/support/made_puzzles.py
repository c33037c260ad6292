"""What made puzzles are, in few characters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import bimaru
from bimaru.puzzle import Puzzle


def digest_of_made(puzzles: Iterable[Puzzle]) -> str:
    """The digest of puzzles as JSON Lines, without scores and the version of the grader."""
    found = [
        puzzle.with_provenance(replace(puzzle.provenance, score=None, grader=None)) for puzzle in puzzles
    ]
    text = "".join(bimaru.write(puzzle, "json") for puzzle in found)
    return blake2b(text.encode(), digest_size=4).hexdigest()


def _unscored(puzzle: Puzzle) -> Puzzle:
    return puzzle.with_provenance(replace(puzzle.provenance, score=None, grader=None))
