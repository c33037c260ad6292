"""The deduction of a puzzle of any kind, from the givens to the last square that follows, step by step.

It works on the canonical orientation of the puzzle, so that the steps do not depend on how it is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final, Self

from bimaru.board import SHIP, UNKNOWN, WATER, Board, with_marks
from bimaru.deduction.clues import clues_of
from bimaru.deduction.finding import case_splits, codes
from bimaru.deduction.finding.case_splits import Split
from bimaru.deduction.finding.citations import Link
from bimaru.deduction.finding.compared_ways import LARGE, best_way
from bimaru.deduction.finding.next_move import Finder
from bimaru.deduction.finding.outlines import Outliner
from bimaru.deduction.finding.plain import briefest_rounds
from bimaru.deduction.finding.preferred_moves import ASKING, USUAL, Move, Preference
from bimaru.deduction.finding.start import NumberedClues, add_given
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.link_sentences import Said
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.limits import (
    MAX_SPLIT_WORDS,
    NOTES_WORDS,
    SURELY_SHORT_ESTIMATE,
    TOLD_WORDS,
    Deadline,
    Watch,
)
from bimaru.deduction.own_techniques import NO_TECHNIQUES, Checked, check, use
from bimaru.deduction.reasons import Case, Clue, EitherWay, Facts, Reason, links_of, settled_by
from bimaru.deduction.techniques import CONTRADICTION, NESTED, SEARCHED
from bimaru.deduction.telling.cases import Told, tell_note, tell_outline, tell_split, together
from bimaru.deduction.telling.narrator import Narrator
from bimaru.deduction.telling.step import Step, in_brief, squares_with_letters
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square

_AT_ONCE: Final = (codes.CORNER, codes.LINE_WATER)
"""Techniques whose conclusions join the step before: a person marks them in passing."""
_MANY: Final = 1_000_000
"""More than any number of links or squares."""
_NUMBERS: Final = 12
"""How many words a step may need to number the notes that it rests on, beyond the number of one step."""


class Deduction:
    """What follows from the clues of a puzzle that are `in_force`, by default all, and from squares shown on
    a board. Methods that can take long raise `OutOfTimeError` at the deadline; what was settled stands. With
    a budget they raise `OutOfNodesError` once it is spent, and the deduction is of no use any more."""

    def __init__(
        self,
        puzzle: Puzzle,
        shown: Sequence[Given] = (),
        watch: Watch | None = None,
        language: Language = ENGLISH,
        *,
        in_force: Collection[Clue] | None = None,
    ) -> None:
        self._puzzle, self._language = puzzle, language
        self._watcher = watch or Deadline()
        self._watch = self._watcher.check
        self._clues = NumberedClues(puzzle, in_force)
        self._state = self._clues.start(shown)
        self._state.tells = True
        self._shown = shown
        self._narrator = Narrator(self._clues, self._state, language)
        self._measuring = (
            self._narrator if language is ENGLISH else Narrator(self._clues, self._state, ENGLISH)
        )
        """Counts words, so that the steps, and the grade, are the same in every language."""
        has_polyominoes = any(not ship.is_straight for ship, _ in puzzle.ships)
        self._finder = Finder(self._state, self._watch, keeps=has_polyominoes)
        self._n_steps = 0
        self._n_words = 0
        self._said: dict[str, Said] = {}
        self._pending: list[Link] = []
        self._plan: list[Move] = []
        self._preference = USUAL
        self._wrong: Split | None = None
        self._refines = False
        self._asks: Callable[[], bool] = lambda: False
        self._has_solution = True
        self._own = NO_TECHNIQUES
        """Techniques of the user's."""
        self.failure: Reason | None = None

    def use(self, own: Checked) -> Self:
        """This deduction, which also tries techniques of the user's from now on."""
        self._own = own
        use(own, self._clues, self._state, self._shown)
        return self

    # Without steps

    def run(self) -> bool:
        """Apply the plain techniques as far as they lead. Returns whether they prove that there is no
        solution."""
        return not self._state.run()

    def _has_failed(self) -> bool:
        return self.failure is not None

    def board(self) -> Board:
        """What is known, with every part and letter that is."""
        return self._narrator.board()

    # Steps

    def steps(
        self, forced: Board | None = None, *, refine: bool = False, asks: Callable[[], bool] = lambda: False
    ) -> Iterator[Step]:
        """Every step, up to the last square that follows or to a contradiction (then `failure` is set).

        Case analysis needs the squares that are `forced`, those that all solutions share; without them there
        is none. With `refine`, several ways through are compared first; if `asks()`, those that suppose
        nothing without a question may be much longer. Where the techniques end, a square that leads
        far is settled by search."""
        self._refines, self._asks = refine and self._state.n <= LARGE, asks
        self._finder.forced = () if forced is None else self._clues.values(forced)
        while self.failure is None:
            yield from self._numbered(self._plain_steps())
            if self._has_failed() or forced is None or self._finder.is_solved():
                return
            told = self._analysis(forced)
            if told is None:
                return
            yield from self._numbered(told)

    def steps_to_contradiction(self, *, refine: bool = False) -> Iterator[Step]:
        """Every step for a puzzle without a solution, to the contradiction if the techniques lead there."""
        self._has_solution = False
        return self.steps(Board.unknown(self._puzzle.height, self._puzzle.width), refine=refine)

    def steps_to(self, square: Square, *, is_water: bool) -> Iterator[Step]:
        """The steps to the value of a square, or to a contradiction; the opposite is supposed as soon as
        that can be refuted."""
        at = (self._clues.number(square),)
        opposite = case_splits.Case(at, ()) if is_water else case_splits.Case((), at)
        self._wrong = Split("value", at[0], (opposite,))
        for step in self.steps_to_contradiction():
            yield step
            if square in (*step.ship, *step.water):
                return

    def next_step(self, forced: Board | None = None, last: Square | None = None) -> Step | None:
        """The first of `steps` that settles a square, together with those before it that rule out
        placements, which a board does not show; where several links are as easy, only those near the square
        `last`."""
        found: list[Step] = []
        for step in self.steps(forced):
            found.append(step)
            if step.ship or step.water:
                break
        if not found:
            return None
        step = in_one(found)
        if last is None or step.cases or len(step.reasons) == 1:
            return step
        nearest = min(step.reasons, key=lambda reason: _distance(reason, last))
        near = self._plain_step([nearest], step.board)
        squares = squares_with_letters(near)
        letters = tuple(one for one in step.possible_letters if one[:2] in squares)
        return replace(near, possible_letters=letters)

    def step_by(self, technique: str) -> Step | None:
        """The first plain step by a technique that follows from what is known already, without the others;
        what the others lead to is known afterwards. One of the user's is tried before the others, too."""
        before = self.board()
        ship = before.occupied()
        water = {at for at, mark in before.squares() if mark == WATER}
        steps = (step.reasons for step in self.steps())
        for reason in chain(self._at_first_sight(technique), chain.from_iterable(steps)):
            facts = reason.premises
            is_open = ship.issuperset(facts.ship) and water.issuperset(facts.water) and not facts.barred
            if reason.technique == technique and is_open and (reason.ship or reason.water):
                marks = dict.fromkeys(reason.ship, SHIP) | dict.fromkeys(reason.water, WATER)
                return self._plain_step([reason], with_marks(before, marks))
        return None

    def _at_first_sight(self, technique: str) -> tuple[Reason, ...]:
        """What a technique of the user's finds before any other is tried."""
        only = self._own._replace(techniques=[one for one in self._own.techniques if one.name == technique])
        use(only, self._clues, self._state, self._shown)
        mark = self._state.top
        self._state.find_own()
        use(self._own, self._clues, self._state, self._shown)
        return self._narrator.reasons(self._state.links(mark))

    def step_to_spell(self, board: Board) -> Step | None:
        """The step that spells a ship whose letters follow from the clues, but are not all on `board`;
        `None` if there is none."""
        on_board = {at for at, _ in board.squares() if board.letter(at) is not None}
        reason = next(self._spelled(on_board), None)
        return None if reason is None else self._spelling_step([replace(reason, ship=reason.squares)])

    def spelling(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The step after all others of a puzzle with letters. It names the words that neither the givens nor
        an earlier step show in full."""
        given = (*self._puzzle.givens, *self._shown)
        lettered = {one.square for one in given if one.letter is not None}
        for link in chain.from_iterable(step.reasons for step in steps):
            is_word = len(link.words) == 1 or (link.kind is not None and link.kind.word is not None)
            if len(link.placements) == 1 and is_word and not isinstance(link.placements[0], EitherWay):
                lettered.update(link.placements[0])
        if reasons := sorted(self._spelled(lettered), key=lambda reason: len(reason.found)):
            yield from self._numbered([self._spelling_step(reasons)])

    def _spelling_step(self, reasons: Sequence[Reason]) -> Step:
        text = " ".join(reason.text for reason in reasons)
        return replace(self._plain_step(reasons, self.board()), text=text)

    def _spelled(self, lettered: Collection[Square]) -> Iterator[Reason]:
        """Which words the ships are that do not have all their letters on these squares, and why: as far as
        it leads from where ships lie alone."""
        if not self._puzzle.words:
            return
        known = self.board()
        marks = ((at, Part.WATER if mark == WATER else Part.SHIP) for at, mark in known.squares())
        shown = [*self._shown, *(Given(*at, kind) for at, kind in marks if known[at] != UNKNOWN)]
        anew = Deduction(self._puzzle, shown, self._watcher, self._language)
        anew.run()
        told = {*lettered}
        for number in range(self._state.n):
            at = self._clues.square(number)
            if known.letter(at) is not None and at not in told:
                reason = anew._narrator.spelled(number) or self._narrator.spelled(number)
                if reason is not None:
                    told.update(reason.squares)
                    yield reason

    def _numbered(self, steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            self._n_steps += 1
            # What these find in a case may be true of the solutions known, but not of all.
            if self._own.techniques:
                ship, water = (map(self._clues.number, squares) for squares in (step.ship, step.water))
                shared = self._clues.values(self._own.boards[-1])
                check(self._own.techniques, ship, water, shared, self._clues)
            yield in_brief(step, self._n_steps, self._said, self._language.arguments)

    def _plain_steps(self) -> Iterator[Step]:
        """The steps of plain techniques, as far as they lead."""
        group, self._pending = self._pending, []
        mark = self._state.top
        for one in briefest_rounds(self._state):
            if group and not _continues(group, one.links):
                yield self._step_of(group, mark)
                group = []
            group += one.links
            mark = self._state.top
        if group:
            yield self._step_of(group, self._state.top)
        if self._state.failure >= 0:
            self.failure = self._narrator.failure()

    def _step_of(self, links: Sequence[Link], mark: int) -> Step:
        """The step of links, with the board as it is known up to a mark of the trail."""
        plain = self._plain_step(self._narrator.reasons(links), self._narrator.board(mark))
        step = self._with_letters(plain, mark)
        is_english = self._measuring is self._narrator
        self._n_words += word_count(step.text) if is_english else self._words_of(links)
        return step

    def _words_of(self, links: Sequence[Link]) -> int:
        """The words of a plain step in English."""
        return word_count(" ".join(ENGLISH.arguments.sentences(self._measuring.reasons(links))))

    def _plain_step(self, reasons: Sequence[Reason], board: Board) -> Step:
        text = " ".join(self._language.arguments.sentences(reasons))
        ship, water = settled_by(reasons)
        told = next((one for one in reasons if one.technique != "ships do not touch"), reasons[0])
        language = self._language.code
        return Step(told.technique, 0, water, ship, text, tuple(reasons), (), board, language=language)

    def _with_letters(self, step: Step, mark: int = codes.NEVER) -> Step:
        """A step with the letters that were possible at a mark of the trail, where it argues by letters."""
        if not self._puzzle.words:
            return step
        letters = self._narrator.possible_letters(sorted(squares_with_letters(step)), mark)
        return replace(step, possible_letters=tuple(letters))

    # Case analysis

    def _analysis(self, forced: Board) -> Iterator[Step] | None:
        """The steps of the next case analysis, or of the next square that search settles; `None` if nothing
        more follows."""
        if self._is_all_known(forced):
            return None
        is_too_much = self._has_solution and self._n_words > TOLD_WORDS
        move = None if is_too_much else self._next_move()
        if move is not None:
            return self._told(move)
        return self._searched(forced)

    def _next_move(self) -> Move | None:
        """The next move: of a whole way, or the best on this board."""
        if self._refines:
            self._finder.forget()
        mark = self._state.top
        try:
            move = self._finder.refutation(self._wrong) if self._wrong else None
            move = move or self._planned_move()
            while move is not None and self._is_too_long(move):
                self._finder.refuse(move)
                move = self._best_move()
            return move
        except OutOfTimeError:
            self._state.undo(mark)
            raise

    def _is_too_long(self, move: Move) -> bool:
        """Whether the text of a split has more words than any step may."""
        if move.split is None or (move.words <= SURELY_SHORT_ESTIMATE and move.inner is None):
            return False
        mark = self._state.top
        try:
            self._state.rule_out_all(move.notes, codes.NOTED, self._n_steps + 1)
            words = word_count(tell_split(self._measuring, move).text)
            return words + (_NUMBERS if move.notes else 0) > MAX_SPLIT_WORDS
        finally:
            self._state.undo(mark)

    def _planned_move(self) -> Move | None:
        if not self._refines:
            return self._finder.best()
        if not self._plan:
            way = best_way(self._finder, self._asks)
            self._plan, self._preference = [*way.moves], Preference() if way.n_isolated else ASKING
        while self._plan:
            move = self._finder.again(self._plan.pop(0))
            if move is not None:
                return move
        return self._best_move()

    def _best_move(self) -> Move | None:
        """The best move on this board. Where there is no solution, search settles no square, so that any
        argument is better than none."""
        move = self._finder.best(self._preference)
        return move if move is not None or self._has_solution else self._finder.best()

    def _is_all_known(self, forced: Board) -> bool:
        """Whether nothing is left of what all solutions share."""
        may_lack_letters = self._puzzle.words and forced.is_full
        return self._has_solution and not may_lack_letters and not self._left(forced)

    def _left(self, forced: Board) -> list[case_splits.Case]:
        """The open squares that all solutions share."""
        marks = ((self._clues.number(at), mark) for at, mark in forced.squares() if mark != UNKNOWN)
        return [
            case_splits.Case((), (at,)) if mark == WATER else case_splits.Case((at,), ())
            for at, mark in marks
            if self._state.known(at) == codes.OPEN
        ]

    def _told(self, move: Move) -> Iterator[Step]:
        state = self._state
        yield from self._notes(move.notes)
        if move.split is None or self._has_failed():
            return
        told, measured = self._told_and_measured(partial(tell_split, move=move))
        if move.is_contradiction:
            yield self._case_step(told)
            text = self._language.arguments.no_case()
            self.failure = replace(told.conclusions[0], technique=CONTRADICTION.name, text=text)
            return
        state.suppose(move.ship, move.water, codes.CONCLUDED, self._n_steps + 1)
        n_words = word_count(measured.text)
        self._n_words += n_words
        yield self._case_step(told, *self._at_once(MAX_SPLIT_WORDS - n_words))

    def _told_and_measured(self, tell: Callable[[Narrator], Told]) -> tuple[Told, Told]:
        """The text in the language of the steps, and in English, in which words are counted."""
        told = tell(self._narrator)
        return told, told if self._measuring is self._narrator else tell(self._measuring)

    def _at_once(self, most: int) -> tuple[tuple[Reason, ...], int]:
        """What a person marks in passing after a conclusion, as far as it takes at most `most` words, and the
        mark of the trail then."""
        found: list[Link] = []
        mark = self._state.top
        for one in briefest_rounds(self._state):
            is_aside = all(link.technique in _AT_ONCE for link in one.links)
            if not is_aside or self._words_in_passing([*found, *one.links]) > most:
                self._pending = one.links
                break
            found += one.links
            mark = self._state.top
        return self._narrator.reasons(found), mark

    def _words_in_passing(self, links: Sequence[Link]) -> int:
        return word_count(" ".join(ENGLISH.arguments.marked(self._measuring.reasons(links))))

    def _notes(self, placements: Sequence[int]) -> Iterator[Step]:
        """Placements that fail, those by the same argument in one step, and what follows from them alone."""
        state = self._state
        group: list[Told] = []
        measured: list[Told] = []
        for placement in placements:
            told, measure = self._told_and_measured(partial(tell_note, placement=placement))
            if group and not self._joins(measure, measured):
                yield self._case_step(together(self._narrator, group))
                group, measured = [], []
            group.append(told)
            measured.append(measure)
            self._n_words += word_count(measure.text)
            state.rule_out_all([placement], codes.NOTED, self._n_steps + 1)
            mark = state.top
            state.step()
            links = state.links(mark)
            if links or state.failure >= 0:
                yield self._case_step(together(self._narrator, group), (), mark)
                group, measured, self._pending = [], [], links
                yield from self._plain_steps()
            if self.failure is not None:
                return
        if group:
            yield self._case_step(together(self._narrator, group))

    def _joins(self, told: Told, group: Sequence[Told]) -> bool:
        """Whether a placement shares a step with others of its kind: it fails without them, and the text is
        short enough."""
        noted = {placement for one in group for reason in one.conclusions for placement in reason.barred}
        if told.cases[0].ships != group[0].cases[0].ships or noted & {*told.conclusions[0].premises.barred}:
            return False
        return word_count(together(self._measuring, [*group, told]).text) <= NOTES_WORDS

    def _case_step(self, told: Told, more: tuple[Reason, ...] = (), mark: int = codes.NEVER) -> Step:
        """The step of a case analysis. `more`: conclusions that a reader marks in passing, told at its end;
        `mark`: of the trail, where what is known afterwards ends; by default, all of it."""
        reasons = (*told.conclusions, *more)
        ship, water = settled_by(reasons)
        barred = tuple(placement for reason in reasons for placement in reason.barred)
        text = " ".join([told.text, *self._language.arguments.marked(more)])
        step = Step(
            told.technique,
            depth=2 if told.technique == NESTED.name else 1,
            water=water,
            ship=ship,
            text=text,
            reasons=reasons,
            cases=told.cases,
            board=self._narrator.board(mark),
            barred=barred,
            question=told.question,
            language=self._language.code,
        )
        return self._with_letters(step, mark)

    def _searched(self, forced: Board) -> Iterator[Step] | None:
        """The step in which search settles the square that leads farthest, from all clues."""
        left = self._left(forced)
        if not left:
            return self._spelled_by_search(forced)
        found = max(left, key=lambda one: self._finder.gain(one.ship, one.water))
        self._state.suppose(found.ship, found.water, codes.CONCLUDED, self._n_steps + 1)
        ship, water = self._clues.squares(found.ship), self._clues.squares(found.water)
        reason = Reason(SEARCHED.name, ship, water, "", squares=(*ship, *water))
        return self._found_by_search(reason, str(self._language.words.values(ship, water)))

    def _spelled_by_search(self, forced: Board) -> Iterator[Step] | None:
        """The step in which search settles which word a ship is; `None` if no letter is left open that all
        solutions share."""
        for ship in forced.ships():
            numbers = [(self._clues.number(at), forced.letter(at)) for at in ship]
            wrong = [
                placement for at, one in numbers if one for placement in self._state.clashing(at, one, "")
            ]
            if not any(map(self._state.is_possible, wrong)):
                continue
            self._state.rule_out_all(wrong, codes.CONCLUDED, self._n_steps + 1)
            reason = self._narrator.spelled(numbers[0][0])
            if reason is not None:
                clause = self._language.arguments.spelled(reason.words[0], reason.placements[0])
                return self._found_by_search(replace(reason, ship=reason.squares), clause)
        return None

    def _found_by_search(self, reason: Reason, clause: str) -> Iterator[Step]:
        text = self._language.arguments.searched(clause)
        found = replace(
            reason, technique=SEARCHED.name, text=text, clues=self._cited(), premises=Facts(), barred_in=()
        )
        return iter((self._case_step(Told(SEARCHED.name, None, (), (found,), text)),))

    def _cited(self) -> tuple[Clue, ...]:
        """All clues, and the squares shown that the puzzle does not give."""
        given = {given.square for given in self._puzzle.givens}
        shown = (Clue("given", one.square) for one in self._shown if one.square not in given)
        return (*clues_of(self._puzzle), *shown)

    # Mistakes and arguments

    @contextmanager
    def _supposing(self, shown: Given) -> Iterator[int]:
        """Suppose for a while that a square shows something, after all that follows plainly; the trail had
        the length that is given before."""
        state = self._state
        state.run()
        mark = state.top
        add_given(state, self._clues.turn.given(shown))
        try:
            yield mark
        finally:
            state.undo(mark)

    def steps_against(self, shown: Given) -> int:
        """The number of links that it takes to see that a square does not show something; many if plain
        techniques do not get there."""
        with self._supposing(shown) as mark:
            return _MANY if self._state.run() else len(self._state.chain(mark))

    def against(self, shown: Given) -> Case | None:
        """The refutation of what a square shows, if plain techniques lead to it."""
        state, arguments = self._state, self._language.arguments
        with self._supposing(shown) as mark:
            if state.run():
                return None
            reasons, ending = self._narrator.refutation(mark)
            text = ""
            if not reasons and state.failure == codes.CLASH:
                # Where it follows plainly that the square is otherwise, this is the argument.
                reasons = self._narrator.chain(0, [state.failed_fact ^ 1])
                text = arguments.plainly(reasons)
            case = replace(_supposed(shown), reasons=reasons, ending=ending)
            return replace(case, text=text or arguments.case(case))

    def outline_against(self, shown: Given) -> Case | None:
        """Why a square does not show something, in outline: the cases of a split within that supposition,
        and how many each of them takes; `None` if these are too many, or if plain techniques suffice."""
        with self._supposing(shown) as mark:
            if not self._state.run():
                return None
            outline = Outliner(self._state, self._watch).outline()
            if outline is None:
                return None
            given = (*self._shown, *(() if _is_part(shown) else (shown,)))
            ship = tuple(one.square for one in given if one.kind != Part.WATER)
            water = tuple(one.square for one in given if one.kind == Part.WATER)
            counted = Reason(SEARCHED.name, (), (), "", clues=self._cited(), premises=Facts(ship, water))
            return tell_outline(self._narrator, outline, _supposed(shown), mark, counted)


def _is_part(shown: Given) -> bool:
    return shown.kind not in (Part.WATER, Part.SHIP)


def _supposed(shown: Given) -> Case:
    """The supposition that a square shows something, without its chain."""
    part = shown.kind if _is_part(shown) else None
    return Case((shown.square,), shown.kind == Part.WATER, (), None, "", part=part)


def in_one(steps: Sequence[Step]) -> Step:
    """Steps as one, with the technique of the first; its sentences refer to none of them by a number."""
    if len(steps) == 1:
        return steps[0]
    steps = [_unnumbered(step) for step in steps]
    return replace(
        steps[0],
        depth=max(step.depth for step in steps),
        ship=steps[-1].ship,
        water=steps[-1].water,
        text="\n".join(step.text for step in steps),
        reasons=tuple(reason for step in steps for reason in step.reasons),
        cases=tuple(case for step in steps for case in step.cases),
        board=steps[-1].board,
        possible_letters=steps[-1].possible_letters,
        barred=tuple(placement for step in steps for placement in step.barred),
        question=None,
    )


def _unnumbered(step: Step) -> Step:
    """A step without references to steps before it."""
    sentences = language_of(step.language).arguments
    links = [*step.reasons, *links_of(step.cases)]

    def unnumbered(reason: Reason) -> Reason:
        return replace(reason, text=sentences.unnumbered(reason.text, links))

    return replace(
        step,
        text=sentences.unnumbered(step.text, links),
        reasons=tuple(map(unnumbered, step.reasons)),
        cases=tuple(replace(case, ending=case.ending and unnumbered(case.ending)) for case in step.cases),
    )


def _continues(group: Sequence[Link], links: Sequence[Link]) -> bool:
    """Whether links join those of a step: they are marked in passing, or are about ships on squares, too."""
    techniques = {link.technique for link in links if link.technique not in _AT_ONCE}
    before = {link.technique for link in group if link.technique not in _AT_ONCE}
    return not techniques or (techniques == before == {codes.ON_SQUARE})


def _distance(reason: Reason, last: Square) -> int:
    squares = (*reason.ship, *reason.water)
    return min((max(abs(r - last[0]), abs(c - last[1])) for r, c in squares), default=_MANY)
