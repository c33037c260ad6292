"""Statistics of many puzzles: a stream counted in constant memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final, NamedTuple

from bimaru.deduction import CannotExplainError, UngradableError, grade
from bimaru.deduction.grading import GRADES
from bimaru.errors import OutOfTimeError
from bimaru.formats.tables import plain_groups
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.squares import LETTER_MARK

NO_GRADE: Final = "none"
"""The key of puzzles without a known grade."""
OTHERS: Final = "others"
"""The key of further sizes or fleets when there are `MOST_KINDS` already."""
MOST_KINDS: Final = 1000
SCORE_STEP: Final = 0.25
"""Width of the intervals of scores."""


class Features(NamedTuple):
    """The counted properties of a puzzle."""

    size: str
    ships: str
    givens: int
    kinds: tuple[str, ...]
    missing: int
    grade: str
    score: float | None


def features_of(puzzle: Puzzle, *, grading: bool = False, time_limit: float | None = None) -> Features:
    """The features of a puzzle. Grade and score are those of its provenance, or computed with `grading`."""
    known = puzzle.provenance
    name, score = _compute_grade(puzzle, time_limit) if grading else (known.grade, known.score)
    return Features(
        size=f"{puzzle.height}x{puzzle.width}",
        ships=_ships(puzzle),
        givens=len(puzzle.givens),
        kinds=tuple(LETTER_MARK if given.letter else given.kind for given in puzzle.givens),
        missing=(puzzle.rows + puzzle.cols).count(None),
        grade=str(name) if name in GRADES else NO_GRADE,
        score=float(score) if isinstance(score, int | float) else None,
    )


def _compute_grade(puzzle: Puzzle, time_limit: float | None) -> tuple[object, object]:
    try:
        found = grade(puzzle, time_limit=time_limit)
    except (CannotExplainError, OutOfTimeError, UngradableError):
        return None, None
    return str(found), found.score


def _ships(puzzle: Puzzle) -> str:
    """The fleet as text, with the words, and with the number of polyominoes."""
    words = f"words {' '.join(sorted(puzzle.words))}" if puzzle.words else ""
    return ", ".join(filter(None, (str(puzzle.fleet), words, polyominoes(len(puzzle.shapes)))))


def polyominoes(number: int) -> str:
    """A number of polyomino ships in words; nothing for none."""
    return f"{number} polyomino{'' if number == 1 else 'es'}" if number else ""


@dataclass
class Statistics:
    """The numbers of puzzles, and of their properties."""

    puzzles: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    scores: Counter[float] = field(default_factory=Counter)
    """By the lower end of their interval."""
    givens: Counter[int] = field(default_factory=Counter)
    """By the number of given squares."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Given squares by kind; `=` is a letter."""
    missing: Counter[int] = field(default_factory=Counter)
    """By the number of lines without a tally."""
    sizes: Counter[str] = field(default_factory=Counter)
    fleets: Counter[str] = field(default_factory=Counter)

    def add(self, features: Features) -> None:
        """Count one more puzzle."""
        self.puzzles += 1
        self.grades[features.grade] += 1
        if features.score is not None:
            self.scores[features.score // SCORE_STEP * SCORE_STEP] += 1
        self.givens[features.givens] += 1
        self.kinds.update(features.kinds)
        self.missing[features.missing] += 1
        self.sizes[_key(features.size, self.sizes)] += 1
        self.fleets[_key(features.ships, self.fleets)] += 1

    def add_all(self, other: Statistics) -> None:
        """Count the puzzles of other statistics, too."""
        self.puzzles += other.puzzles
        for name in ("grades", "scores", "givens", "kinds", "missing"):
            getattr(self, name).update(getattr(other, name))
        for kind, number in other.sizes.items():
            self.sizes[_key(kind, self.sizes)] += number
        for kind, number in other.fleets.items():
            self.fleets[_key(kind, self.fleets)] += number

    def to_data(self) -> dict[str, Any]:
        """The numbers as JSON, in natural order."""
        return {
            "puzzles": self.puzzles,
            "grades": {name: self.grades[name] for name in (*GRADES, NO_GRADE) if self.grades[name]},
            "scores": _by_key(self.scores),
            "givens": _by_key(self.givens),
            "kinds": _by_number(self.kinds),
            "missing_tallies": _by_key(self.missing),
            "sizes": _by_number(self.sizes),
            "fleets": _by_number(self.fleets),
        }


def count_table(path: str | PathLike[str]) -> Statistics | None:
    """The statistics of a table in Parquet, by its columns, without an object for each puzzle; `None` for
    puzzles that are not plain, which `features_of` counts one by one.

    Raises `InvalidTextError`, `MissingExtraError` and `OSError`."""
    found = Statistics()
    for group in plain_groups(path):
        if group is None:
            return None
        _count_columns(found, group)
    return found


def _count_columns(found: Statistics, group: Any) -> None:
    """Count the puzzles of a group of rows."""
    import pyarrow.compute as pc  # type: ignore[import-untyped]  # it ships no types

    rows, cols, givens = (group.column(name) for name in ("rows", "cols", "givens"))
    names = {*group.schema.names}
    found.puzzles += len(group)
    grades = _counted(group.column("grade")) if "grade" in names else {None: len(group)}
    for name, number in grades.items():
        found.grades[name if name in GRADES else NO_GRADE] += number
    if "score" in names:
        steps = pc.floor(pc.divide(group.column("score"), SCORE_STEP))
        found.scores.update(
            {step * SCORE_STEP: number for step, number in _counted(steps).items() if step is not None}
        )
    found.givens.update(_counted(givens.value_lengths()))
    found.kinds.update(_counted(givens.flatten().flatten()[2]))
    lacking = Counter(
        line
        for lines in (rows, cols)
        for line in lines.value_parent_indices().filter(pc.is_null(lines.flatten())).to_pylist()
    )
    found.missing.update(lacking.values())
    found.missing[0] += len(group) - len(lacking)
    heights, widths = (lines.value_lengths().cast("string") for lines in (rows, cols))
    for size, number in _counted(pc.binary_join_element_wise(heights, widths, "x")).items():
        found.sizes[_key(size, found.sizes)] += number
    for fleet, number in _counted(group.column("fleet")).items():
        text = str(Fleet.parse(fleet))
        found.fleets[_key(text, found.fleets)] += number


def _counted(column: Any) -> dict[Any, int]:
    """The different values of a column, with their numbers."""
    return {entry["values"]: entry["counts"] for entry in column.value_counts().to_pylist()}


def collect(puzzles: Iterable[Features]) -> Statistics:
    """The statistics of a stream of puzzles."""
    statistics = Statistics()
    for features in puzzles:
        statistics.add(features)
    return statistics


def _key(name: str, counts: Mapping[str, int]) -> str:
    return name if name in counts or len(counts) < MOST_KINDS else OTHERS


def _by_key(counts: Mapping[Any, int]) -> dict[str, int]:
    return {str(key): counts[key] for key in sorted(counts)}


def _by_number(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
