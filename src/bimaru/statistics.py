"""What a pile of puzzles is like, counted as a stream in constant memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bimaru.deduction import CannotExplainError, UngradableError, grade
from bimaru.deduction.grading import GRADES
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.squares import LETTER_MARK

NO_GRADE: Final = "none"
"""What a puzzle counts under that has no grade, or doesn't tell it."""
OTHERS: Final = "others"
"""What the rest is counted as where there are too many kinds to keep apart."""
MOST_KINDS: Final = 1000
SCORE_STEP: Final = 0.25
"""Scores are counted in steps of that size."""


class Seen(NamedTuple):
    """What is counted of a puzzle."""

    size: str
    ships: str
    givens: int
    kinds: tuple[str, ...]
    missing: int
    grade: str
    score: float | None


def seen_in(puzzle: Puzzle, *, grading: bool = False, time_limit: float | None = None) -> Seen:
    """Look at a puzzle: its grade is the one that it tells, or with `grading` the one that it has."""
    told = _graded(puzzle, time_limit) if grading else (puzzle.provenance.grade, puzzle.provenance.score)
    return Seen(
        size=f"{puzzle.height}x{puzzle.width}",
        ships=_ships(puzzle),
        givens=len(puzzle.givens),
        kinds=tuple(LETTER_MARK if given.letter else given.kind for given in puzzle.givens),
        missing=(puzzle.rows + puzzle.cols).count(None),
        grade=str(told[0]) if told[0] in GRADES else NO_GRADE,
        score=float(told[1]) if isinstance(told[1], int | float) else None,
    )


def _graded(puzzle: Puzzle, time_limit: float | None) -> tuple[object, object]:
    try:
        found = grade(puzzle, time_limit=time_limit)
    except (CannotExplainError, OutOfTimeError, UngradableError):
        return None, None
    return str(found), found.score


def _ships(puzzle: Puzzle) -> str:
    """The fleet as people write it, with words, and with the number of bent ships."""
    bent = f"{len(puzzle.shapes)} bent" if puzzle.shapes else ""
    return " ".join(filter(None, (str(puzzle.fleet), " ".join(sorted(puzzle.words)), bent)))


@dataclass
class Statistics:
    """How many puzzles there are of each kind."""

    puzzles: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    scores: Counter[float] = field(default_factory=Counter)
    """By the lower end of the step that they are in."""
    givens: Counter[int] = field(default_factory=Counter)
    """By the number of given squares."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Given squares, by what they show; `=` is a letter."""
    missing: Counter[int] = field(default_factory=Counter)
    """By the number of lines that don't tell their tally."""
    sizes: Counter[str] = field(default_factory=Counter)
    fleets: Counter[str] = field(default_factory=Counter)

    def add(self, seen: Seen) -> None:
        """Count one more puzzle."""
        self.puzzles += 1
        self.grades[seen.grade] += 1
        if seen.score is not None:
            self.scores[seen.score // SCORE_STEP * SCORE_STEP] += 1
        self.givens[seen.givens] += 1
        self.kinds.update(seen.kinds)
        self.missing[seen.missing] += 1
        self.sizes[_kept_apart(seen.size, self.sizes)] += 1
        self.fleets[_kept_apart(seen.ships, self.fleets)] += 1

    def to_data(self) -> dict[str, Any]:
        """The numbers as JSON, in a natural order."""
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


def counted(puzzles: Iterable[Seen]) -> Statistics:
    """The statistics of all of them."""
    statistics = Statistics()
    for seen in puzzles:
        statistics.add(seen)
    return statistics


def _kept_apart(name: str, counts: Mapping[str, int]) -> str:
    return name if name in counts or len(counts) < MOST_KINDS else OTHERS


def _by_key(counts: Mapping[Any, int]) -> dict[str, int]:
    return {str(key): counts[key] for key in sorted(counts)}


def _by_number(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
