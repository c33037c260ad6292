"""What the referee finds on small boards, as digests with which `referee.test.js` compares the page's.

`python tests/page/test_page_referee.py` writes the digests anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru import Board, Puzzle, check

DIGESTS: Final = Path(__file__).parent / "referee.json"
MOST_SHIP: Final = 6
"""The most ship squares. Fuller boards only have the same faults more often; all take four times as long."""
FULL: Final = ".#"
HALF_FILLED: Final = ".#?"
CASES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (
        FULL,
        {
            "rows": [3, None, 0, 2],
            "cols": [1, 1, 2, 2],
            "fleet": {"3": 1, "2": 1, "1": 1},
            "givens": [[0, 0, "L"], [0, 3, "W"], [1, 1, "M"], [3, 1, "S"], [3, 3, "X"]],
        },
    ),
    (
        HALF_FILLED,
        {"rows": [1, None, 2], "cols": [2, 0, 1], "fleet": {"2": 1, "1": 1}, "givens": [[0, 0, "T"]]},
    ),
)
"""The marks of boards, and a puzzle: of all its boards with these marks, the faults are compared."""


def boards(puzzle: Puzzle, marks: str) -> Iterator[tuple[str, ...]]:
    """Every board of a puzzle, row by row; the last square changes first."""
    for cells in product(marks, repeat=puzzle.height * puzzle.width):
        text = "".join(cells)
        yield tuple(text[at : at + puzzle.width] for at in range(0, len(text), puzzle.width))


def digests(data: dict[str, Any], marks: str) -> list[str]:
    """A digest of all faults for each number of ship squares, up to `MOST_SHIP`."""
    puzzle = Puzzle.from_data(data)
    sums = [sha256() for _ in range(MOST_SHIP + 1)]
    for rows in boards(puzzle, marks):
        ships = sum(row.count("#") for row in rows)
        if ships > MOST_SHIP:
            continue
        board = Board(tuple(row.replace("#", "X") for row in rows))
        found = [
            [fault.rule, [row * puzzle.width + col for row, col in fault.squares], fault.text]
            for fault in check(puzzle, board)
        ]
        sums[ships].update(json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
    return [each.hexdigest()[:16] for each in sums]


def written() -> list[dict[str, Any]]:
    """What the file of digests holds."""
    return [{"marks": marks, "puzzle": data, "digests": digests(data, marks)} for marks, data in CASES]


@pytest.mark.thorough
def test_the_digests_are_those_of_the_referee() -> None:
    assert json.loads(DIGESTS.read_text(encoding="utf-8")) == written()


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps(written(), indent=1) + "\n", encoding="utf-8")
