"""One step of an explanation, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from bimaru.board import Board
from bimaru.capitals import capitalised
from bimaru.deduction.languages import language_of
from bimaru.deduction.reasons import Case, Question, Reason, Squares, listed


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    `depth` is 0 for a plain deduction, 1 for a case analysis, 2 for one in another. `water` and `ship`
    are the squares that it settles, `barred` the placements that it rules out, `question`, `cases`
    and `reasons` why, as data; `board` is what is known afterwards, with every part that is.
    `language`: that of its sentences."""

    technique: str
    depth: int
    water: Squares
    ship: Squares
    text: str
    reasons: tuple[Reason, ...]
    cases: tuple[Case, ...]
    board: Board
    barred: tuple[Squares, ...] = ()
    question: Question | None = None
    language: str = "en"

    @property
    def title(self) -> str:
        """The name of its technique in the language of its sentences, with a capital."""
        return capitalised(language_of(self.language).techniques[self.technique])

    def __str__(self) -> str:
        return self.text

    def to_data(self) -> dict[str, object]:
        """The step as JSON."""
        return {
            "technique": self.technique,
            "depth": self.depth,
            "water": listed(self.water),
            "ship": listed(self.ship),
            "barred": [listed(place) for place in self.barred],
            "text": self.text,
            "question": self.question and self.question.to_data(),
            "reasons": [reason.to_data() for reason in self.reasons],
            "cases": [case.to_data() for case in self.cases],
        } | ({} if self.board.letters is None else {"letters": self._letters()})

    def _letters(self) -> list[list[int | str]]:
        """The letters that are known afterwards, with their squares."""
        known = ((at, self.board.letter(at)) for at, _ in self.board.squares())
        return [[*at, letter] for at, letter in known if letter]
