"""Limits: which puzzles can be explained, how many words a reader is given, how long a search may take.

Deductions check the clock regularly, so that they end in time and react to Ctrl-C, or count what they try, so
that they end at the same point on every machine.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from bimaru.clock import clock
from bimaru.errors import BimaruError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.placements import number_of_placements
from bimaru.puzzle import Puzzle
from bimaru.sizes import EXPLAINED_MAX_PLACEMENTS, LADDER_MAX_SIDE
from bimaru.solving import seconds_of
from bimaru.squares import LETTER_MARK

_MAX_LENGTHS: Final = 64
"""The most lengths of straight ships, for which the compiled ladder has room."""

# Words are counted in English, which gives all languages the same steps; to find moves, they are estimated.
SPLIT_WORDS: Final = 110
"""A split should take no more words than these, by estimate: each further word counts several times. So the
longest step of a CSPLib board has 137 words in the median instead of 198, but its explanation 6% more."""
LONG_SPLIT_ESTIMATE: Final = 160
"""Splits of more words, by estimate, are used only if no shorter one makes progress. On a fifth of the CSPLib
boards, 140 reduced the 95th percentile of the longest step by a tenth, but raised that of all words above
5,000."""
MAX_SPLIT_ESTIMATE: Final = 250
"""No split may take more words, by estimate."""
MAX_SPLIT_WORDS: Final = 250
"""The most words of the step about a split."""
SURELY_SHORT_ESTIMATE: Final = 120
"""A split of no more words than these, by estimate, surely has no more than `MAX_SPLIT_WORDS`."""
NOTES_WORDS: Final = 120
"""The most words of a step that rules out placements by several arguments, and, by estimate, of each of
these."""
OUTLINE_WORDS: Final = 140
"""The most words, by estimate, that an outline spends on the arguments against its cases."""
MOST_COMPARED: Final = 20_000_000
"""How many suppositions and splits, times placements, an explanation tries until it compares no further way:
some four seconds. The median CSPLib board takes a seventh of it. It halves the time for hard puzzles of
pentominoes, whose explanations get no longer."""
MOST_COMPARED_OF_POLYOMINOES: Final = 8_000_000
"""The same for polyominoes. With the trials that are kept, it halves the time for 16 hard puzzles of 10x10;
their explanations get 1% longer."""
MOST_ARGUED: Final = 35_000_000
"""The same for the steps of a conflict from all clues, beyond which none are known."""
MOST_WORDS: Final = 12_000
"""The most words of a whole explanation, some hour of reading: more is no explanation. Of the boards in
`tests/data`, one of 15x15 would take 20,600; the longest of CSPLib takes 8,500."""
TOLD_WORDS: Final = 11_000
"""The words after which search settles what is left, so that a whole has no more than `MOST_WORDS`."""
# How much a way may try, and how much a reader has to remember.
MAX_NOTES: Final = 8
"""The most placements that are remembered at once. A move rules out more of them first only if no other is
found. So on CSPLib boards the 95th percentile of what is to be remembered is 9, not 12."""
MOST_NOTES: Final = 12
"""The most that a move may rule out first in an explanation. If it takes more, search settles a square. On
two of 202 CSPLib boards, this leaves 1,900 and 4,600 of 8,500 and 7,600 words, and spares 17 and 25 notes."""
MOST_LETTERS: Final = 4
"""The most letters that a square is noted to show: more have no room in it, and tell little."""
REMEMBERED: Final = 4
"""How many moves later a note is still used, so that a reader finds it close by: half of the uses look back
five steps at most; without a bound it is eight, and finding takes a tenth longer. With 3, search is needed on
twice as many CSPLib boards."""
MAX_LEVELS: Final = 4
"""How often further placements are refuted by those that were."""
FEW_NESTED: Final = 30
"""Suppositions within which splits are tried first: those that leave the fewest squares open."""
MAX_NESTED: Final = 100
"""The same where nothing else makes progress."""
MAX_SUPPOSED: Final = 3000
"""Placements that are supposed one by one at each level."""
MAX_OF_PAIR: Final = 40
"""Placements left for two ships of a kind, of which a split tries each with every other."""

ARGUMENT_WORDS: Final = 250
"""The most words of an argument for one square, where so short an argument is found."""
ARGUMENT_WORK: Final = 2_000_000
"""How many suppositions and splits, times placements, a hint tries for each argument against a mistake: on a
grid of 10x10, four times what the arguments of 250 words take."""
HINT_WORDS: Final = 120
"""The most words of a hint that gives the whole argument; beyond that it gives a summary."""


class CannotExplainError(UnsupportedPuzzleError):
    """This kind of puzzle cannot be explained."""

    def __init__(self, reason: str) -> None:
        super().__init__("explain", reason)

    def __str__(self) -> str:
        return f"the puzzle cannot be explained: {self.args[1]}"

    def __reduce__(self) -> tuple[type[CannotExplainError], tuple[str]]:
        return (CannotExplainError, (self.args[1],))


def is_straight(puzzle: Puzzle) -> bool:
    """Whether ships are straight, and neither they nor the clues have letters."""
    return puzzle.is_plain and LETTER_MARK not in {kind[0] for _, _, kind in puzzle.givens}


def placements_in(puzzle: Puzzle) -> int:
    """The number of placements of all kinds of ships of a puzzle."""
    return sum(number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships)


def check_explainable(puzzle: Puzzle) -> None:
    """Raises `CannotExplainError` for a puzzle that cannot be explained."""
    if reason := refusal(puzzle):
        raise CannotExplainError(reason)


def refusal(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explained, as the end of a sentence; `None` if it can."""
    if max(puzzle.height, puzzle.width) > LADDER_MAX_SIDE:
        return f"only grids up to {LADDER_MAX_SIDE}x{LADDER_MAX_SIDE} are"
    if len(puzzle.fleet) > _MAX_LENGTHS:
        return f"only fleets of up to {_MAX_LENGTHS} lengths are"
    number, most = placements_in(puzzle), EXPLAINED_MAX_PLACEMENTS
    if number > most and not is_straight(puzzle):
        return f"only up to {most} placements of ships with letters or bends are, it has {number}"
    return None


class Deadline:
    """A moment a number of seconds from now, `end` on the clock; with `None`, never.

    Raises `ValueError` for a number of seconds below 0."""

    def __init__(self, seconds: float | None = None) -> None:
        limit = seconds_of(seconds)
        self.end = None if limit is None else clock.now() + limit

    def left(self) -> float | None:
        """The seconds until then, at least 0; `None` if there is no limit."""
        return None if self.end is None else max(0.0, self.end - clock.now())

    def check(self) -> None:
        """Raise `OutOfTimeError` after the deadline. As plain Python, a call also lets other threads run
        and handles Ctrl-C, which compiled loops do not."""
        if self.end is not None and clock.now() >= self.end:
            raise OutOfTimeError


class OutOfNodesError(BimaruError, ValueError):
    """A search tried as much as it was allowed to."""


class Budget:
    """What a search may spend, in a unit that is the same on every machine. `cost` is that of a call of
    `check`. With a `deadline`, it also ends there."""

    def __init__(self, most: int, cost: int = 1, deadline: Deadline | None = None) -> None:
        self._left = most
        self._cost = cost
        self._deadline = deadline or Deadline()

    @property
    def is_spent(self) -> bool:
        """Whether more was spent than there was."""
        return self._left < 0

    def spend(self, amount: int) -> None:
        """Count what something has taken, perhaps more than is left."""
        self._left -= amount

    def count(self, calls: int = 1) -> None:
        """Count calls of `check`, without ending the search."""
        self.spend(calls * self._cost)

    def check(self) -> None:
        """Count one call. Raises `OutOfNodesError` if it is one too many, and `OutOfTimeError`."""
        self.count()
        if self.is_spent:
            raise OutOfNodesError("the search was cut off")
        self._deadline.check()


Watch: TypeAlias = Deadline | Budget
"""What a deduction looks at regularly, and is ended by."""
