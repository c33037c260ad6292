"""Case analyses as steps: what each case leads to, and what follows from all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bimaru.deduction.finding import case_splits, codes
from bimaru.deduction.finding.case_splits import Split
from bimaru.deduction.finding.outlines import Outline
from bimaru.deduction.finding.preferred_moves import Move
from bimaru.deduction.reasons import Case, Facts, Question, Reason, Squares
from bimaru.deduction.techniques import CASES, CONTRADICTION, FAILING_PLACEMENTS, NESTED
from bimaru.deduction.telling.narrator import Narrator
from bimaru.errors import BimaruError
from bimaru.squares import with_neighbours

_SEEN: Final = ("rest of the line is water", "rest of the line is ship", "ships do not touch")
"""Techniques of contradictions that a reader sees on the board."""


class Told(NamedTuple):
    """What a step of cases says: its technique, question and cases, and its conclusion."""

    technique: str
    question: Question | None
    cases: tuple[Case, ...]
    conclusions: tuple[Reason, ...]
    text: str


class NotAsFoundError(BimaruError, RuntimeError):
    """A case does not lead where it led when it was found."""

    def __str__(self) -> str:
        return (
            "a case does not lead where it led when it was found; "
            "a technique of one's own has to find the same on the same board"
        )


def tell_split(narrator: Narrator, move: Move) -> Told:
    """What is said of a split that settles something. The board does not have its conclusion yet."""
    if move.split is None:
        raise ValueError("a move without a split has no cases to tell")
    split = move.split
    facts = [2 * at for at in move.ship] + [2 * at + 1 for at in move.water]
    n_left = move.fails.count(False)
    shared = facts if n_left > 1 else []
    cases = tuple(
        _case(narrator, split, case, shared, fails=fails, left_out=_left_out(narrator, split, case))
        if move.inner is None
        else _case_with_split(narrator, split, case, move.inner)
        for case, fails in zip(split.cases, move.fails, strict=True)
    )
    listing = None if split.is_supposition else narrator.exhausted(split)
    conclusion = _conclusion(narrator, move, split, cases, listing)
    arguments = narrator.language.arguments
    told = _offered(cases)
    question = None if split.is_supposition else _asked(narrator, split, len(told))
    if question is not None:
        listing = None if arguments.is_of_failing(conclusion, cases) else listing
        if listing is not None or len(arguments.families(cases)) > 1:
            question = replace(question, text=arguments.question(question, listing))
    is_asked = question is not None and question.text
    technique = NESTED if move.inner else CASES if is_asked else CONTRADICTION
    text = arguments.split(question, told, conclusion.text)
    return Told(technique.name, question, told, (conclusion,), text)


def _offered(cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """The cases without pairs of ships that are seen to break a tally, or to touch others."""
    offered = tuple(case for case in cases if not _is_seen_to_fail(case))
    return offered if len(offered) > 1 else cases


def _is_seen_to_fail(case: Case) -> bool:
    is_plain = not case.reasons and case.ending is not None and case.ending.technique in _SEEN
    return len(case.placements) > 1 and is_plain


def tell_note(narrator: Narrator, placement: int) -> Told:
    """Why no ship lies on a placement."""
    split = Split("placement", placement, (case_splits.lying(narrator.state.geometry, placement),))
    case = _case(narrator, split, split.cases[0], [], fails=True)
    (squares,), (ship,) = case.placements, case.ships
    reason = Reason(
        FAILING_PLACEMENTS.name, (), (), "", squares=squares, kind=ship, barred=(tuple(sorted(squares)),)
    )
    conclusion = resting_on(reason, (case,))
    arguments = narrator.language.arguments
    conclusion = replace(conclusion, text=arguments.conclusion(conclusion))
    return Told(FAILING_PLACEMENTS.name, None, (case,), (conclusion,), arguments.failing((case,)))


def together(narrator: Narrator, notes: Sequence[Told]) -> Told:
    """Placements of one kind of ship that fail, in one step."""
    cases = tuple(case for note in notes for case in note.cases)
    conclusions = tuple(reason for note in notes for reason in note.conclusions)
    text = narrator.language.arguments.failing(cases)
    return Told(notes[0].technique, None, cases, conclusions, text)


def _left_out(narrator: Narrator, split: Split, case: case_splits.Case) -> Squares:
    """The only open square of a line that a way to fill it leaves out, if it takes several."""
    if split.about != "line":
        return ()
    squares = narrator.clues.geometry.line_squares(split.subject)
    n_open = sum(narrator.state.known(at) == codes.OPEN for at in squares)
    left = [at for at in case.water if narrator.state.known(at) == codes.OPEN]
    return narrator.clues.squares(left) if len(left) == 1 and n_open > 2 else ()


def _case(
    narrator: Narrator, split: Split, case: case_splits.Case, shared: Sequence[int], *, fails: bool,
    left_out: Squares = (),
) -> Case:  # fmt: skip
    """A case with its chain: to the contradiction, or to what it shares with others."""
    state = narrator.state
    mark = state.top
    state.suppose(case.ship, case.water)
    holds = state.run()
    try:
        if holds == fails:
            raise NotAsFoundError
        reasons: tuple[Reason, ...] = ()
        ending: Reason | None = None
        if fails:
            reasons, ending = narrator.refutation(mark)
        elif shared:
            reasons = narrator.chain(mark, shared)
    finally:
        state.undo(mark)
    supposed = _supposed(narrator, split, case)
    settles = Facts() if fails else Facts(*narrator.split(shared))
    told = replace(supposed, reasons=reasons, ending=ending, left_out=left_out, settles=settles)
    text = narrator.language.arguments.case(told, is_answer=not split.is_supposition)
    return replace(told, text=text)


def _case_with_split(narrator: Narrator, split: Split, case: case_splits.Case, inner: Split) -> Case:
    """A supposition that a split within it refutes."""
    state = narrator.state
    mark = state.top
    state.suppose(case.ship, case.water)
    try:
        if not state.run():
            raise NotAsFoundError
        cases = tuple(_case(narrator, inner, one, [], fails=True) for one in inner.cases)
        return _refuted(narrator, _supposed(narrator, split, case), mark, inner, cases)
    finally:
        state.undo(mark)


def _refuted(narrator: Narrator, supposed: Case, mark: int, inner: Split, cases: tuple[Case, ...]) -> Case:
    """A supposition, in force since the trail had the length `mark`, whose `inner` cases all fail."""
    state, clues, arguments = narrator.state, narrator.clues, narrator.language.arguments
    told = _offered(cases)
    listing = narrator.exhausted(inner)
    question = _asked(narrator, inner, len(told))
    question = replace(question, text=arguments.question(question, listing))
    ending = resting_on(Reason(CONTRADICTION.name, (), (), arguments.no_case()), cases, listing)
    used = [
        2 * clues.number(at) + value
        for squares, value in ((ending.premises.ship, 0), (ending.premises.water, 1))
        for at in squares
        if state.settled_at(clues.number(at)) >= mark
    ]
    reasons = narrator.chain(mark, used) if used else ()
    refuted = replace(supposed, reasons=reasons, ending=ending, question=question, cases=told)
    return replace(refuted, text=arguments.case(refuted))


def tell_outline(narrator: Narrator, outline: Outline, supposed: Case, mark: int, counted: Reason) -> Case:
    """A supposition, in force since the trail had the length `mark`, with the cases of an outline; those that
    are only `counted` rest on what this link has."""
    cases = tuple(
        _counted(narrator, outline.split, case, number, counted)
        if number
        else _case(narrator, outline.split, case, [], fails=True)
        for case, number in zip(outline.split.cases, outline.n_cases, strict=True)
    )
    return _refuted(narrator, supposed, mark, outline.split, cases)


def _counted(narrator: Narrator, split: Split, case: case_splits.Case, number: int, counted: Reason) -> Case:
    """A case with the number of those that it takes until all fail."""
    arguments = narrator.language.arguments
    supposed = Facts(narrator.clues.squares(case.ship), narrator.clues.squares(case.water))
    ending = replace(counted, text=arguments.counted(number), premises=counted.premises | supposed)
    told = replace(_supposed(narrator, split, case), ending=ending)
    return replace(told, text=arguments.case(told, is_answer=True))


def _supposed(narrator: Narrator, split: Split, case: case_splits.Case) -> Case:
    """A case without its chain."""
    clues, state, geometry = narrator.clues, narrator.state, narrator.clues.geometry
    line = clues.line(split.subject) if split.about == "line" else None
    supposed = case.ship or case.water
    if split.about == "line":
        supposed = tuple(at for at in case.ship if state.known(at) != codes.SHIP) or case.ship
    return Case(
        clues.squares(supposed),
        not case.ship,
        (),
        None,
        "",
        tuple(narrator.read(placement, state.top) for placement in case.placements),
        tuple(narrator.listed(geometry.ships[geometry.kind[placement]]) for placement in case.placements),
        line,
    )


def _asked(narrator: Narrator, split: Split, n_cases: int) -> Question:
    """A question without its sentence."""
    clues = narrator.clues
    if split.about == "line":
        return Question("line", n_cases, lines=(clues.line(split.subject),))
    if split.about == "square":
        return Question("square", n_cases, squares=clues.squares((split.subject,)))
    _, ship, total = clues.kinds[split.subject]
    return Question("ships", n_cases, narrator.listed(ship), len(split.cases[0].placements), total)


def _conclusion(
    narrator: Narrator, move: Move, split: Split, cases: tuple[Case, ...], listing: Reason | None
) -> Reason:
    """What follows from all cases; the listing says why there are no others."""
    clues = narrator.clues
    left = [case for case, fails in zip(cases, move.fails, strict=True) if not fails]
    ship = clues.squares(at for at in move.ship if narrator.state.known(at) == codes.OPEN)
    water = clues.squares(at for at in move.water if narrator.state.known(at) == codes.OPEN)
    reason = Reason(CASES.name if len(cases) > 1 else CONTRADICTION.name, ship, water, "")
    if split.about in ("ships", "square") and len(left) == 1:
        kind = clues.geometry.kind[split.cases[move.fails.index(False)].placements[0]]
        _, _, total = clues.kinds[kind]
        (case,) = left
        reason = replace(
            reason, kind=case.ships[0], wanted=len(case.placements), total=total, placements=case.placements
        )
        if split.about == "square":
            word = case.ships[0].word
            words = () if word is None else (word,)
            reason = replace(reason, squares=clues.squares((split.subject,)), wanted=None, words=words)
    elif split.about == "line" and len(left) == 1:
        reason = replace(reason, lines=(clues.line(split.subject),))
    elif split.is_supposition:
        reason = replace(reason, squares=cases[0].supposed)
    reason = resting_on(reason, cases, listing)
    if listing is not None:
        reason = replace(reason, found=listing.found, accounts=listing.accounts)
    return replace(reason, text=narrator.language.arguments.conclusion(reason, cases))


def resting_on(reason: Reason, cases: Sequence[Case], listing: Reason | None = None) -> Reason:
    """The conclusion with what its cases rest on, but for what they suppose and conclude themselves."""
    first = listing or Reason("", (), (), "")
    clues, steps = dict.fromkeys(first.clues), {*first.barred_in}
    ship, water, barred = {*first.premises.ship}, {*first.premises.water}, {*first.premises.barred}
    for case in cases:
        known = {*case.supposed, *_implied(case)}
        for link in case.links:
            clues |= dict.fromkeys(link.clues)
            ship |= {*link.premises.ship} - known
            water |= {*link.premises.water} - known
            barred |= {*link.premises.barred}
            steps |= {*link.barred_in}
            known |= {*link.ship, *link.water}
    premises = Facts(tuple(sorted(ship)), tuple(sorted(water)), tuple(sorted(barred)))
    return replace(
        reason,
        clues=tuple(clues),
        premises=premises,
        barred_in=tuple(sorted(steps)),
        assumes_uniqueness=any(link.assumes_uniqueness for case in cases for link in case.links),
    )


def _implied(case: Case) -> Iterator[tuple[int, int]]:
    """The squares round the ships of a case, and the others of its line."""
    for placement in case.placements:
        yield from with_neighbours(placement)
    if case.line is not None:
        axis = 0 if case.line.axis == "row" else 1
        for reason in case.links:
            for at in (*reason.premises.ship, *reason.premises.water):
                if at[axis] == case.line.number:
                    yield at
