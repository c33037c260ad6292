"""One step of an explanation, as a value, and how it is shortened where earlier ones have given its lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.capitals import capitalised
from bimaru.deduction.languages import language_of, technique_name
from bimaru.deduction.languages.argument_sentences import ArgumentSentences
from bimaru.deduction.languages.link_sentences import JOINT, Said
from bimaru.deduction.languages.notation import shortened
from bimaru.deduction.reasons import Case, Facts, Line, Question, Reason, Squares, cases_of, links_of
from bimaru.json_values import JsonValue
from bimaru.squares import Square


@dataclass(frozen=True, slots=True)
class Step(JsonValue):
    """One step of an explanation: the squares that it settles, and why."""

    technique: str
    depth: int
    """0: direct, 1: by cases, 2: by nested cases."""
    water: Squares
    ship: Squares
    text: str
    reasons: tuple[Reason, ...]
    cases: tuple[Case, ...]
    board: Board
    """What is known afterwards, with every part that is."""
    barred: tuple[Squares, ...] = ()
    """Placements that it rules out."""
    question: Question | None = None
    """What the cases answer; `None`: they answer none."""
    language: str = "en"
    """The language of its sentences."""
    noted: tuple[Squares, ...] = field(default=(), compare=False)
    """Placements that earlier steps of its explanation ruled out, and that it or a later one needs."""
    possible_letters: tuple[tuple[int, int, str], ...] = ()
    """Of ship squares of which it argues by letters: those that are possible after it, where they are few,
    with row and column."""

    KEYS = ("technique", "depth", "water", "ship", "barred", "text", "question", "reasons", "cases")
    OPTIONAL = ("letters", "possible_letters")

    @property
    def title(self) -> str:
        """The name of its technique in the language of its sentences, with a capital; where the rest of some
        line is water, and then that of another is ship, the name for the rest of lines."""
        water, ship = JOINT
        if self.technique == water and any(reason.technique == ship for reason in self.reasons):
            return capitalised(language_of(self.language).phrase("rest_of_lines"))
        return capitalised(technique_name(self.technique, self.language))

    @property
    def paragraph(self) -> str:
        """Its title and its text; the text alone if that begins with the words of the title."""
        return self.text if self.text.startswith(f"{self.title} ") else f"{self.title}. {self.text}"

    def __str__(self) -> str:
        return self.text

    @property
    def letters(self) -> tuple[tuple[int, int, str], ...]:
        """Of a puzzle with letters: those known after the step, with row and column."""
        known = ((at, self.board.letter(at)) for at, _ in self.board.squares())
        return tuple((*at, letter) for at, letter in known if letter)

    def to_data(self) -> dict[str, object]:
        """The step as JSON; of a puzzle with letters it always has `letters`."""
        data = JsonValue.to_data(self)
        return data if self.board.letters is None else {**data, "letters": data.get("letters", [])}


def squares_with_letters(step: Step) -> set[Square]:
    """The squares of which a step argues by letters: those of the placements of words that it compares, those
    that follow, and those of the lines that it is about and whose letters at an edge it cites."""
    links = [link for link in (*step.reasons, *links_of(step.cases)) if link.words or link.side or link.edges]
    lines = {line for link in links for line in (*link.lines, *(line for _, line, _ in link.edges))}
    found = {at for at, _ in step.board.squares() if lines & {Line("row", at[0]), Line("column", at[1])}}
    for link in links:
        found.update(link.ship, link.squares, *link.placements, *chain.from_iterable(link.groups))
    words = (case for case in cases_of(step.cases) if any(ship.word for ship in case.ships))
    return found.union(*(case.supposed for case in words))


def _not_on(board: Board, facts: Facts) -> Facts:
    """Those of some facts that a board does not show."""
    marks = dict(board.squares())
    ship = (at for at in facts.ship if marks[at] in (UNKNOWN, WATER))
    return Facts(tuple(ship), tuple(at for at in facts.water if marks[at] != WATER))


def with_notes(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps, each with the notes that are still needed: from the step after that which rules a placement out
    to the last that rests on it."""
    told: dict[Squares, int] = {}
    last_use: dict[Squares, int] = {}
    for number, step in enumerate(steps):
        for link in (*step.reasons, *links_of(step.cases)):
            last_use |= dict.fromkeys(link.premises.barred, number)
        told |= dict.fromkeys(step.barred, number)
    return tuple(
        replace(step, noted=tuple(p for p in last_use if told.get(p, number) < number <= last_use[p]))
        for number, step in enumerate(steps)
    )


Part = TypeVar("Part", Step, Case, Question, Reason)


def in_brief(step: Step, number: int, said: dict[str, Said], sentences: ArgumentSentences) -> Step:
    """A step without the lists of ships that earlier steps have `said`; this adds the step's own."""
    links = [*step.reasons, *links_of(step.cases)]
    accounts, lists = sentences.accounts_in(links), sentences.lists_of_ships(links, said)
    brief_of = {text: brief for text, brief in lists.items() if text in said and brief != text}
    for text in lists.keys() - brief_of.keys():
        supposed = _not_on(step.board, accounts[text].premises) if text in accounts else Facts()
        said[text] = Said(number, supposed)
    if not brief_of:
        return step

    def brief(part: Part) -> Part:
        return replace(part, text=shortened(part.text, brief_of))

    def brief_case(case: Case) -> Case:
        return replace(
            brief(case),
            reasons=tuple(map(brief, case.reasons)),
            ending=case.ending and brief(case.ending),
            question=case.question and brief(case.question),
            cases=tuple(map(brief_case, case.cases)),
        )

    return replace(
        brief(step),
        question=step.question and brief(step.question),
        reasons=tuple(map(brief, step.reasons)),
        cases=tuple(map(brief_case, step.cases)),
    )
