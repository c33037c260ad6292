"""Statistics of many puzzles: a stream counted in constant memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeAlias

from bimaru.advice import UngradableError, grade
from bimaru.deduction import CannotExplainError
from bimaru.errors import InvalidPuzzleError, OutOfTimeError
from bimaru.formats.input_files import PARQUET, open_source
from bimaru.formats.json_format import object_in
from bimaru.formats.raw_json import FLEET, IS_COMPILED, count_tallies, given_kinds, raw_members
from bimaru.formats.tables import plain_groups
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle, plain_fleet
from bimaru.ships import Fleet
from bimaru.sizes import MAX_CHARACTERS, MAX_SIDE
from bimaru.squares import LETTER_MARK

NO_GRADE: Final = "none"
"""The key of puzzles without a known grade."""
OTHERS: Final = "others"
"""The key of further sizes or fleets when there are `MOST_KINDS` already."""
MOST_KINDS: Final = 1000
_PART: Final = 2**18
"""Bytes of JSON Lines that are counted together."""
MapParts: TypeAlias = Callable[
    [Callable[[bytes], "Statistics | None"], Iterable[bytes]], Iterable["Statistics | None"]
]
"""`map`, or a function like it that shares the work."""
SCORE_STEP: Final = 0.25
"""Width of the intervals of scores."""


class Features(NamedTuple):
    """The counted properties of a puzzle."""

    size: str
    ships: str
    givens: int
    kinds: Sequence[str]
    missing: int
    grade: str
    score: float | None


def features_of(puzzle: Puzzle, *, grading: bool = False, time_limit: float | None = None) -> Features:
    """The features of a puzzle. Grade and score are those of its provenance, or computed with `grading`."""
    known = puzzle.provenance
    name, score = _compute_grade(puzzle, time_limit) if grading else (known.grade, known.score)
    return Features(
        size=_size(puzzle.height, puzzle.width),
        ships=_ships(puzzle),
        givens=len(puzzle.givens),
        kinds=tuple(LETTER_MARK if given.letter else given.kind for given in puzzle.givens),
        missing=(puzzle.rows + puzzle.cols).count(None),
        grade=str(name) if name in GRADES else NO_GRADE,
        score=float(score) if isinstance(score, int | float) else None,
    )


def _features_in(line: bytes) -> Features:
    """`features_of` the puzzle in a line of JSON. Raises `ValueError`; also for a puzzle without ships, which
    readers remark on."""
    if IS_COMPILED and (features := _raw_features(line)):
        return features
    puzzle = Puzzle.from_data(object_in(line.decode()))
    if not puzzle.ships:
        raise InvalidPuzzleError(["fleet: missing"])
    return features_of(puzzle)


def _raw_features(line: bytes) -> Features | None:
    """`features_of` the puzzle in a line of JSON, which is not decoded; `None` if the puzzle is not plain."""
    members = raw_members(line)
    if members is None or not _OTHER_CLUES.isdisjoint(members):
        return None
    try:
        rows, cols = count_tallies(members[b"rows"]), count_tallies(members[b"cols"])
        fleet, givens = members[FLEET], members[b"givens"]
    except KeyError:
        return None
    if rows is None or cols is None:
        return None
    height, width = sum(rows), sum(cols)
    ships, kinds = _fleet_in(fleet), given_kinds(givens, height, width)
    if not ships or kinds is None or max(height, width) > MAX_SIDE or not _is_named(members):
        return None
    grade, score = members.get(b"grade", _NULL), members.get(b"score", _NULL)
    return Features(
        _size(height, width),
        ships,
        len(kinds),
        kinds,
        rows[1] + cols[1],
        _RAW_GRADES.get(grade, NO_GRADE),
        float(score) if score[:1] in b"-0123456789" else None,
    )


_OTHER_CLUES: Final = frozenset((b"words", b"shapes", b"edges", b"hints"))
_NULL: Final = b"null"
_RAW_GRADES: Final = {f'"{name}"'.encode(): name for name in GRADES}


@lru_cache(maxsize=MOST_KINDS)
def _size(height: int, width: int) -> str:
    return f"{height}x{width}"


@lru_cache(maxsize=MOST_KINDS)
def _fleet_in(raw: bytes) -> str | None:
    """A fleet as text; `None` if it is not plain."""
    try:
        return str(plain_fleet(object_in(raw.decode())))  # type: ignore[arg-type]  # raises if it is no object
    except (AttributeError, ValueError):
        return None


def _is_named(members: Mapping[bytes, bytes]) -> bool:
    """Whether id and source are what a puzzle can have."""
    name, source = members.get(b"id", _NULL), members.get(b"source", _NULL)
    return (name[:1] in b'"n' or name.isdigit()) and source[:1] in b'"n'


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

    def add(self, features: Features, number: int = 1) -> None:
        """Count more puzzles with these features."""
        self.puzzles += number
        self.grades[features.grade] += number
        if features.score is not None:
            self.scores[features.score // SCORE_STEP * SCORE_STEP] += number
        self.givens[features.givens] += number
        for kind in features.kinds:
            self.kinds[kind] += number
        self.missing[features.missing] += number
        self.sizes[_key(features.size, self.sizes)] += number
        self.fleets[_key(features.ships, self.fleets)] += number

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


def count_file(path: Path, map_parts: MapParts = map) -> Iterator[Statistics | None]:
    """The statistics of a file, part by part, without an object for each puzzle; `None` for anything but JSON
    Lines without a fault and tables of plain puzzles, which `features_of` counts one by one.

    Raises `InvalidTextError`, `MissingExtraError` and `OSError`."""
    if path.suffix == PARQUET:
        yield from _count_table(path)
    else:
        with open_source(path) as file:
            yield from map_parts(_count_lines, _parts(file))


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    """The parts of a file, each of whole lines, but for a very long one."""
    rest = b""
    while part := file.read(_PART):
        whole, end, part = part.rpartition(b"\n")
        if end or len(rest) + _PART > MAX_CHARACTERS:
            yield rest + whole
            rest = b""
        rest += part
    if rest:
        yield rest


def _count_lines(lines: bytes) -> Statistics | None:
    """The statistics of JSON Lines; `None` for anything else."""
    found = Statistics()
    try:
        for features, number in Counter(map(_features_in, lines.split(b"\n"))).items():
            found.add(features, number)
    except (OverflowError, ValueError):
        return None
    return found


def _count_table(path: Path) -> Iterator[Statistics | None]:
    """The statistics of a table in Parquet, by its columns."""
    for group in plain_groups(path):
        found = None if group is None else Statistics()
        if found:
            _count_columns(found, group)
        yield found


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
