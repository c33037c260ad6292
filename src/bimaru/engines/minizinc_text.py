"""The MiniZinc models of `minizinc_models/`, and the data of a puzzle for them.

They are to be read and changed, too: `bimaru.study.minizinc_models` writes them. All read the same data but
`words.mzn`, which is for ships with letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import chain
from typing import Final

from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

MODELS: Final = ("cells", "ships", "boats", "lines", "rectangles", "smith")
"""Those for straight ships."""
PART_NAMES: Final[Mapping[str, str]] = {
    Part.WATER: "water",
    Part.SUBMARINE: "submarine",
    Part.LEFT: "left",
    Part.RIGHT: "right",
    Part.TOP: "top",
    Part.BOTTOM: "bottom",
    Part.MIDDLE: "middle",
    Part.SHIP: "ship",
}
"""What a given square can show, and `UNKNOWN` where none is given."""
UNKNOWN: Final = "unknown"


def model_text(name: str) -> str:
    """The text of a model."""
    return (files("bimaru.engines") / "minizinc_models" / f"{name}.mzn").read_text(encoding="utf-8")


def data_text(values: Mapping[str, object]) -> str:
    """Data as assignments, one a line."""
    return "".join(f"{key} = {value};\n" for key, value in values.items())


def data_of(
    puzzle: Puzzle, shown: Mapping[Square, str], excluded: Iterable[Sequence[int]]
) -> dict[str, object]:
    """The data of a puzzle of straight ships: what given squares show, by names, and the boards to exclude,
    as 0 for water and 1 for ship in reading order."""
    longest = max((ship.length for ship, _ in puzzle.ships), default=0)
    return {
        **size_and_tallies(puzzle, longest),
        "fleet": array(puzzle.fleet.get(length, 0) for length in range(1, longest + 1)),
        "given": grid(puzzle, lambda at: shown.get(at, UNKNOWN)),
        **excluded_boards(puzzle, [*excluded]),
    }


def size_and_tallies(puzzle: Puzzle, longest: int) -> dict[str, object]:
    """What all models begin with; a tally that is not given is -1."""
    return {
        "height": puzzle.height,
        "width": puzzle.width,
        "longest": longest,
        "row_tally": array(-1 if tally is None else tally for tally in puzzle.rows),
        "column_tally": array(-1 if tally is None else tally for tally in puzzle.cols),
    }


def excluded_boards(puzzle: Puzzle, boards: Sequence[Sequence[int]]) -> dict[str, object]:
    """Boards, each as the numbers of its squares."""
    numbers = array(chain.from_iterable(boards))
    return {
        "boards": len(boards),
        "excluded": f"array3d(1..{len(boards)}, 1..{puzzle.height}, 1..{puzzle.width}, {numbers})",
    }


def grid(puzzle: Puzzle, value: Callable[[Square], object]) -> str:
    """A value for each square."""
    return array_2d([value((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height))


def array_2d(values: Iterable[Iterable[object]]) -> str:
    """An array of two dimensions."""
    return "[|\n  " + " |\n  ".join(", ".join(map(str, row)) for row in values) + " |]"


def array(items: Iterable[object]) -> str:
    """An array of one dimension."""
    return f"[{', '.join(map(str, items))}]"
