"""Moves: what a case analysis settles, how many words it takes, and which one is preferred."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import Split
from bimaru.deduction.limits import (
    LONG_SPLIT_ESTIMATE,
    MAX_NOTES,
    MAX_SPLIT_ESTIMATE,
    MOST_NOTES,
    SPLIT_WORDS,
)

_ANY_NUMBER: Final = 1_000_000
_MORE_WORDS: Final = 50
"""How far the limit on the words of a split is raised each time no split within it makes progress."""
LISTING: Final = {
    "ships": codes.OVERLAP,
    "line": codes.WAYS,
    "square": codes.ON_SQUARE,
}
"""By what technique a split has no other cases."""


class Note(NamedTuple):
    """A placement that fails, how many words that takes, and the notes that it rests on."""

    placement: int
    words: int
    rests_on: tuple[int, ...]


class Move(NamedTuple):
    """A split, whether each of its cases fails, and what follows: squares that are ship and water. `notes`
    are the placements to rule out before it, in order. `words`: about how many the split takes, and
    `note_words` the notes; `gain`: the squares that it settles, with those that follow plainly. Where all
    cases of a split fail, the board cannot be completed. Without a split, the notes alone lead on. With an
    `inner` split, all cases of that fail after what the other one supposes."""

    split: Split | None
    fails: tuple[bool, ...]
    ship: tuple[int, ...]
    water: tuple[int, ...]
    notes: tuple[int, ...]
    words: int
    note_words: int
    gain: int
    inner: Split | None = None

    @property
    def is_contradiction(self) -> bool:
        """Whether no case is left."""
        return self.split is not None and not self.split.is_supposition and all(self.fails)

    @property
    def all_words(self) -> int:
        """About how many words it takes."""
        return self.words + self.note_words


class Preference(NamedTuple):
    """What a way prefers: `asks` for questions before suppositions; `isolated` is how many words more a
    supposition counts as that is no answer to a question; `note` how many a placement does that has to be
    remembered; `excess` each word of a split beyond `SPLIT_WORDS`. Beyond `nests` words a split within a
    supposition is tried, too. Splits of more than `most` words and moves with more than `notes` notes are
    used only if nothing else makes progress, moves with more than `most_notes` never.

    In ways through 116 *extreme* puzzles, half and twice as much of `isolated` give a third more and a third
    fewer such suppositions, either for 2% more words; of `note`, 13% more and 12% fewer notes, for 1% more
    words; of `excess`, longest steps with 4% more and 3% fewer words, for 2% fewer and 2% more in all."""

    asks: bool = False
    isolated: int = 20
    note: int = 28
    excess: float = 8.0
    nests: int = 280
    most: int = LONG_SPLIT_ESTIMATE
    notes: int = MAX_NOTES
    most_notes: int = MOST_NOTES

    def cost(self, move: Move) -> float:
        """How many words a move costs for what it settles."""
        isolated = self.isolated if move.split is not None and move.split.is_supposition else 0
        excess = max(0, move.words - SPLIT_WORDS) * self.excess
        words = move.all_words + isolated + excess + len(move.notes) * self.note
        return words / (move.gain + 2)

    def best(self, moves: Iterable[Move | None]) -> Move | None:
        """The best of the moves within the limits; `None` if there is none."""
        within = (
            move
            for move in moves
            if move is not None and move.words <= self.most and len(move.notes) <= self.notes
        )
        return min(within, key=self.cost, default=None)

    def relaxed(self) -> Preference | None:
        """The same with the next wider limit; `None` if there is none."""
        if self.most < MAX_SPLIT_ESTIMATE:
            return self._replace(most=min(self.most + _MORE_WORDS, MAX_SPLIT_ESTIMATE))
        return self._replace(notes=self.most_notes) if self.notes < self.most_notes else None


ASKING: Final = Preference(asks=True, most=MAX_SPLIT_ESTIMATE)
"""Prefers any question to a supposition."""
USUAL: Final = Preference(note=8, nests=10_000, most=MAX_SPLIT_ESTIMATE, most_notes=_ANY_NUMBER)
"""Finds a move soon: for scores, hints, and explanations printed as they are found."""
