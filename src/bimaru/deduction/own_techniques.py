"""Techniques of one's own: what each looks at, what it finds, how it says so, and what checks that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Formatter
from traceback import extract_tb
from typing import Final, NamedTuple

from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import letters_on
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.languages.en import ENGLISH
from bimaru.errors import BimaruError
from bimaru.puzzle import Given
from bimaru.ships import Ship
from bimaru.squares import Square, square_name, with_neighbours

GAPS: Final = frozenset({"lines", "squares", "values"})
"""What a technique's sentence can name."""


class OwnTechniqueError(BimaruError, ValueError):
    """A technique of one's own has no sentence, raised an exception (the `__cause__`), or has found something
    false or off the grid."""


class Found(NamedTuple):
    """What a technique concludes: squares that are ship, and water. Some may be known already.

    It has to follow from the tallies of `lines` with all that is known in them, from the numbers of ships of
    some `kinds` with all that rules out placements for these, and from what is `known` of further squares."""

    ship: Collection[Square] = ()
    water: Collection[Square] = ()
    lines: Collection[int] = ()
    kinds: Collection[int] = ()
    known: Collection[Square] = ()


@dataclass(frozen=True, slots=True)
class OwnTechnique:
    """A technique for `explain`, `hint` and `why`, tried where those of bimaru end, in suppositions, too.

    `find` looks at a board and returns what it finds there, always the same, or `None`. `sentences` says it
    as a clause in each language (English takes the place of those left out), with the gaps `{values}`, for
    what it concludes, `{lines}`, for the lines that it rests on, and `{squares}`, for those in `known`:
    `{"en": "{lines} needs all: {values}", "en+": "{lines} need all: {values}"}`, where `en+`, which may be
    left out, is for several lines. One that relies on there being only one solution
    `assumes_uniqueness`: it is left out where there are several, and where an argument is from clues.

    Raises `OwnTechniqueError` without a sentence in English, for other gaps, and for a name that begins like
    that of a technique of bimaru."""

    name: str
    find: Callable[[Sight], Found | None]
    sentences: Mapping[str, str]
    assumes_uniqueness: bool = False

    def __post_init__(self) -> None:
        if taken := [name for name in ENGLISH.techniques if self.name.startswith(name)]:
            raise OwnTechniqueError(f"the name {self.name!r} is taken: bimaru has {taken[0]!r}")
        if "en" not in self.sentences:
            raise OwnTechniqueError(f"the technique {self.name!r} has no sentence in English, 'en'")
        for sentence in self.sentences.values():
            if not GAPS.issuperset(_gaps(sentence)):
                gaps = ", ".join(f"{{{gap}}}" for gap in sorted(GAPS))
                raise OwnTechniqueError(
                    f"the technique {self.name!r} has a sentence with gaps other than {gaps}: {sentence!r}"
                )


def _gaps(sentence: str) -> set[str]:
    """The gaps of a sentence; those of one with odd braces are as good as unknown."""
    try:
        return {gap for _, gap, _, _ in Formatter().parse(sentence) if gap is not None}
    except ValueError:
        return {""}


class Sight:
    """A board as a technique sees it: the puzzle turned to its standard orientation. Lines are numbered from
    0, first `rows`, then `columns`, which are ranges; a square is a row and a column, both from 0. `height`
    and `width` are those of the grid."""

    def __init__(self, clues: NumberedClues, state: State, givens: Collection[Square]) -> None:
        self._clues, self._state = clues, state
        marks = (UNKNOWN, SHIP, WATER)
        self._marks = {divmod(at, clues.width): marks[state.known(at)] for at in range(state.n)}
        self.height, self.width = clues.height, clues.width
        self.rows, self.columns = range(clues.height), range(clues.height, clues.height + clues.width)
        self.givens = givens
        """The squares that are given, or shown on the half-filled board."""

    def mark(self, square: Square) -> str:
        """What is known of a square: `X` for ship, `.` for water, `?`."""
        return self._marks[square]

    def letters(self, square: Square) -> frozenset[str]:
        """In a lettered puzzle, the letters that a square shows if it is ship; a dot is ship without one."""
        return frozenset(letters_on(self._state, self._clues.geometry.number(square)))

    def around(self, square: Square) -> list[Square]:
        """The squares that touch one, diagonal ones included."""
        return [at for at in sorted(with_neighbours([square])) if at in self._marks and at != square]

    def line(self, line: int) -> tuple[Square, ...]:
        """The squares of a line."""
        return tuple(divmod(at, self.width) for at in self._clues.geometry.line_squares(line))

    def tally(self, line: int) -> int | None:
        """The number of ship squares of a line, if it is known."""
        tally = self._clues.tallies[line]
        return None if tally < 0 else tally

    def needs(self, line: int) -> int | None:
        """How many ship squares a line still needs, if its tally is known; below 0 if it has too many."""
        tally = self.tally(line)
        return None if tally is None else tally - sum(self.mark(at) == SHIP for at in self.line(line))

    def open(self, line: int) -> tuple[Square, ...]:
        """The open squares of a line."""
        return tuple(at for at in self.line(line) if self.mark(at) == UNKNOWN)

    @property
    def kinds(self) -> list[tuple[Ship, int]]:
        """The kinds of ships, each with its number in the fleet; -1 for an unknown one. `Found.kinds` and
        `placements` take their positions in this list."""
        return [(ship, number) for _, ship, number in self._clues.kinds]

    def placements(self, kind: int) -> Iterator[tuple[Square, ...]]:
        """The placements that a kind of ship can still have, those that are complete included."""
        for placement in self._state.placements_of(kind, with_complete=True):
            yield tuple(divmod(at, self.width) for at in self._clues.geometry.squares[placement])


class Finding(NamedTuple):
    """What a technique found, in the numbers of a state; `squares` are those of `known` that it names."""

    technique: OwnTechnique
    ship: tuple[int, ...]
    water: tuple[int, ...]
    lines: tuple[int, ...]
    kinds: tuple[int, ...]
    squares: tuple[int, ...]
    known: tuple[int, ...]


class Checked(NamedTuple):
    """Techniques of one's own, and the boards that check them: solutions, and last what all of them share."""

    techniques: Sequence[OwnTechnique] = ()
    boards: Sequence[Board] = ()


NO_TECHNIQUES: Final = Checked()


def usable(techniques: Iterable[OwnTechnique], boards: Sequence[Board]) -> Checked:
    """The techniques that can be used: those that assume uniqueness only if these boards are all the same."""
    is_unique = len({*boards}) == 1
    return Checked([one for one in techniques if is_unique or not one.assumes_uniqueness], boards)


def for_arguments(techniques: Iterable[OwnTechnique]) -> list[OwnTechnique]:
    """The techniques for arguments from clues: that there is only one solution is no clue."""
    return [technique for technique in techniques if not technique.assumes_uniqueness]


def use(own: Checked, clues: NumberedClues, state: State, shown: Iterable[Given]) -> None:
    """Let a state use techniques, in this order. What they find has to be true of each of the boards that
    agrees with what is known."""
    givens = frozenset(clues.turn.to(given.square) for given in (*clues.givens(), *shown))
    checks = [clues.values(board) for board in own.boards]
    state.own = [partial(_find, technique, clues, givens, checks) for technique in own.techniques]


def _find(
    technique: OwnTechnique,
    clues: NumberedClues,
    givens: Collection[Square],
    checks: Iterable[Sequence[int]],
    state: State,
) -> Finding | None:
    sight = Sight(clues, state, givens)
    try:
        found = technique.find(sight)
    except Exception as error:
        code = getattr(technique.find, "__code__", None)
        text = described(error, code and code.co_filename)
        raise OwnTechniqueError(f"the technique {technique.name!r} failed: {text}") from error
    if found is None:
        return None
    if fault := _fault(found, sight):
        raise OwnTechniqueError(f"the technique {technique.name!r} found {found!r}, but {fault}")

    def numbers(squares: Iterable[Square]) -> tuple[int, ...]:
        return tuple(sorted(map(clues.geometry.number, squares)))

    known = (*found.known, *(at for line in found.lines for at in sight.line(line)))
    finding = Finding(
        technique,
        numbers(found.ship),
        numbers(found.water),
        tuple(found.lines),
        tuple(found.kinds),
        numbers(found.known),
        numbers(known),
    )
    for values in checks:
        if all(state.known(at) in (codes.OPEN, value) for at, value in enumerate(values)):
            check([technique], finding.ship, finding.water, values, clues)
    return finding


def described(error: BaseException, path: str | None) -> str:
    """An exception of the user's code, and the last line of the file of that path that led to it; of any file
    if none is known."""
    frames = [frame for frame in extract_tb(error.__traceback__) if path in (None, frame.filename)]
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else text


def _fault(found: object, sight: Sight) -> str | None:
    """What is wrong with the form of what a technique found, true or not."""
    if not isinstance(found, Found):
        return "that is neither a Found nor None"
    if not all(isinstance(part, Collection) for part in found):
        return "its parts are no collections"
    grid = [at for line in sight.rows for at in sight.line(line)]
    for what, named, there in (
        ("square", (*found.ship, *found.water, *found.known), grid),
        ("line", found.lines, (*sight.rows, *sight.columns)),
        ("kind", found.kinds, range(len(sight.kinds))),
    ):
        for one in named:
            if one not in there:
                return f"there is no {what} {one!r} on a grid of {sight.height}x{sight.width}"
    return None


def check(
    techniques: Iterable[OwnTechnique],
    ship: Iterable[int],
    water: Iterable[int],
    values: Sequence[int],
    clues: NumberedClues,
) -> None:
    """Raises `OwnTechniqueError` if techniques conclude anything but these values of squares."""
    wrong = [(clues.square(at), "ship") for at in ship if values[at] != codes.SHIP]
    wrong += [(clues.square(at), "water") for at in water if values[at] != codes.WATER]
    if wrong:
        square, what = min(wrong)
        names = " or ".join(repr(technique.name) for technique in techniques)
        raise OwnTechniqueError(
            f"the technique {names} is wrong: {square_name(square)} is not {what} in every solution"
        )
