"""Arguments from a set of clues and known squares, as the steps that they need: found backwards from the
last, by what each rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple

from bimaru.advice.clue_sets.oracle import Items
from bimaru.board import SHIP, WATER, Board, with_marks
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.limits import ARGUMENT_WORDS, Watch
from bimaru.deduction.own_techniques import NO_TECHNIQUES, Checked
from bimaru.deduction.reasons import Case, Clue, Facts, Reason, Squares, links_of, settled_by
from bimaru.deduction.steps_in_order import Deduction
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.deduction.telling.cases import resting_on
from bimaru.deduction.telling.step import Step
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square

FEW: Final = 4
"""Case analyses of an argument that may be short."""


class Proof(NamedTuple):
    """The steps of an argument, and the contradiction in which they end, if they do. `again` tells it in
    another language: arguments are compared in English, so that all languages have the same."""

    steps: tuple[Step, ...]
    failure: Reason | None = None
    again: Callable[[Language], Proof | None] | None = None

    def told(self, language: Language) -> Proof:
        """The argument, which is in English, in a language."""
        told = None if self.again is None or language is ENGLISH else self.again(language)
        return told or self

    @property
    def cited(self) -> set[Clue]:
        """The clues that its steps, and the contradiction, rest on."""
        reasons = [reason for step in self.steps for reason in step.reasons]
        if self.failure is not None:
            reasons.append(self.failure)
        return {clue for reason in reasons for clue in reason.clues}

    def uses(self, own: Checked) -> bool:
        """Whether a technique of one's own is among those of its steps."""
        links = chain.from_iterable((*step.reasons, *links_of(step.cases)) for step in self.steps)
        return not {technique.name for technique in own.techniques}.isdisjoint(
            link.technique for link in links
        )

    @property
    def words(self) -> int:
        """The words of its sentences."""
        return sum(word_count(step.text) for step in self.steps)

    @property
    def is_short(self) -> bool:
        """Whether it has no more words than an argument should have."""
        return self.words <= ARGUMENT_WORDS


def first_short(ways: Iterable[Callable[[], Proof | None]]) -> Proof | None:
    """The first short argument that these ways find or, if none is, the shortest."""
    found: list[Proof] = []
    for way in ways:
        proof = way()
        if proof is not None:
            found.append(proof)
            if proof.is_short:
                break
    return min(found, key=attrgetter("words"), default=None)


def opposite(given: Given) -> Given:
    """Water for ship of any kind, ship for water."""
    return given._replace(kind=Part.SHIP if given.kind == Part.WATER else Part.WATER)


def prove_failure(puzzle: Puzzle, items: Items, watch: Watch, language: Language) -> Proof | None:
    """That some clues and known squares leave no board; `None` if the techniques do not lead there. Raises
    `OutOfTimeError`, and `OutOfNodesError` if it takes more than a budget."""
    deduction = _start(puzzle, items, watch, language, NO_TECHNIQUES)
    steps = tuple(deduction.steps_to_contradiction())
    return None if deduction.failure is None else Proof(steps, deduction.failure)


def prove_not(
    puzzle: Puzzle,
    items: Items,
    wrong: Given,
    watch: Watch,
    own: Checked = NO_TECHNIQUES,
    *,
    most: int | None = None,
) -> Proof | None:
    """That a square does not show something; `None` if the techniques do not lead there, or not by `most`
    case analyses.

    The shorter of two arguments is taken: forward to the opposite, or from the supposition to a
    contradiction."""
    found = [plainly_not(puzzle, items, wrong, watch, own)]
    if wrong.kind in (Part.WATER, Part.SHIP):
        found.append(_in_english(partial(_forward, puzzle, items, wrong, watch, own, most=most)))
    return min(filter(None, found), key=attrgetter("words"), default=None)


def plainly_not(
    puzzle: Puzzle, items: Items, wrong: Given, watch: Watch, own: Checked = NO_TECHNIQUES
) -> Proof | None:
    """That a square does not show something, from the supposition to a contradiction by plain techniques;
    `None` if they do not lead there."""
    return _in_english(partial(_by_contradiction, puzzle, items, wrong, watch, own, Deduction.against))


def _in_english(way: Callable[[Language], Proof | None]) -> Proof | None:
    """The argument that `way` finds in English; `way` tells it in other languages, too."""
    found = way(ENGLISH)
    return found and found._replace(again=way)


def _start(puzzle: Puzzle, items: Items, watch: Watch, language: Language, own: Checked) -> Deduction:
    known = [item for item in items if isinstance(item, Given)]
    clues = [item for item in items if isinstance(item, Clue)]
    return Deduction(puzzle, known, watch, language, in_force=clues).use(own)


def _shown(puzzle: Puzzle, items: Items) -> Board:
    """What all givens and the known squares show, whether an argument takes them or not."""
    return Deduction(puzzle, [item for item in items if isinstance(item, Given)]).board()


def outline_not(
    puzzle: Puzzle, items: Items, wrong: Given, watch: Watch, own: Checked = NO_TECHNIQUES
) -> Proof | None:
    """That a square does not show something, in outline; `None` where that takes search too long."""
    way = partial(_by_contradiction, puzzle, items, wrong, watch, own, Deduction.outline_against)
    return _in_english(way)


def _by_contradiction(
    puzzle: Puzzle,
    items: Items,
    wrong: Given,
    watch: Watch,
    own: Checked,
    refute: Callable[[Deduction, Given], Case | None],
    language: Language,
) -> Proof | None:
    """What is known plainly and matters, and the refutation."""
    deduction = _start(puzzle, items, watch, language, own)
    start = _shown(puzzle, items)
    steps = tuple(deduction.steps())
    if deduction.failure is not None:
        return Proof(steps, deduction.failure)
    case = refute(deduction, wrong)
    if case is None:
        return None
    last = _refuting(wrong, case, deduction.board(), language)
    return Proof(_needed_steps(start, (*steps, last), wrong.square, last))


def _refuting(wrong: Given, case: Case, board: Board, language: Language) -> Step:
    """The step of the refutation of a case."""
    squares = (wrong.square,)
    ship = squares if wrong.kind == Part.WATER else ()
    water = squares if wrong.kind == Part.SHIP else ()
    reason = Reason(CONTRADICTION.name, ship, water, "", squares=squares)
    is_value = bool(ship or water)
    text = language.arguments.conclusion(reason) if is_value else language.advice.of_given("is not", wrong)
    reason = resting_on(replace(reason, text=text), (case,))
    return Step(
        CONTRADICTION.name, 1, water, ship, f"{case.text} {text}", (reason,), (case,), board,
        language=language.code,
    )  # fmt: skip


def _forward(
    puzzle: Puzzle,
    items: Items,
    wrong: Given,
    watch: Watch,
    own: Checked,
    language: Language,
    most: int | None,
) -> Proof | None:
    """The steps to the opposite that it needs."""
    deduction = _start(puzzle, items, watch, language, own)
    start = _shown(puzzle, items)
    steps: list[Step] = []
    n_analyses = 0
    for step in deduction.steps_to(wrong.square, is_water=wrong.kind != Part.WATER):
        steps.append(step)
        if wrong.square in (*step.ship, *step.water):
            return Proof(_needed_steps(start, steps, wrong.square))
        n_analyses += bool(step.cases)
        if n_analyses == most:
            return None
    return None if deduction.failure is None else Proof(tuple(steps), deduction.failure)


def _needed_steps(
    start: Board, steps: Sequence[Step], square: Square, last: Step | None = None
) -> tuple[Step, ...]:
    """The steps that lead to a square, from the board before the first, or those that the `last` one needs;
    of a plain step only the reasons that are needed. Each shows the board that these steps lead to. Empty if
    no step settles the square."""
    needed: set[Square | Squares] = {square}
    kept: list[Step] = []
    for step in reversed(steps):
        reasons = step.reasons if step is last else _needed_reasons(step, needed)
        if not reasons:
            continue
        for reason in reasons:
            needed |= {*_squares_of(reason.premises)}
        kept.append(step if step.cases or len(reasons) == len(step.reasons) else _with_reasons(step, reasons))
    return () if not kept else tuple(_on_boards(start, kept[::-1]))


def _needed_reasons(step: Step, needed: set[Square | Squares]) -> tuple[Reason, ...]:
    """The reasons of a step that settle or rule out something needed, or that such a reason of the same step
    rests on; of a case analysis all."""
    if step.cases:
        settled = {*step.ship, *step.water, *step.barred}
        return step.reasons if needed & settled else ()
    wanted = {*needed}
    kept: list[Reason] = []
    for reason in reversed(step.reasons):
        if wanted & {*reason.ship, *reason.water, *reason.barred}:
            kept.append(reason)
            wanted |= {*_squares_of(reason.premises)}
    return tuple(kept[::-1])


def _squares_of(premises: Facts) -> Iterator[Square | Squares]:
    yield from premises.ship
    yield from premises.water
    yield from premises.barred


def _with_reasons(step: Step, reasons: tuple[Reason, ...]) -> Step:
    """A plain step with only some of its reasons."""
    ship, water = settled_by(reasons)
    text = language_of(step.language).arguments.plainly(reasons)
    return replace(step, reasons=reasons, ship=ship, water=water, text=text)


def _on_boards(start: Board, steps: Iterable[Step]) -> Iterator[Step]:
    """Steps, each with the board that they lead to. It has no letters: they may follow from steps that the
    proof leaves out."""
    marks = dict.fromkeys(start.occupied(), SHIP)
    for step in steps:
        marks |= dict.fromkeys(step.ship, SHIP) | dict.fromkeys(step.water, WATER)
        board = Board(with_marks(start, marks).rows).with_parts()
        yield replace(step, board=board, possible_letters=())
