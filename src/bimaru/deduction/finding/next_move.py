"""The next case analysis where plain techniques end: the one that settles most for its words.

First splits with few cases and suppositions of squares are compared. Where none leads on, or all take many
words, placements are ruled out as well: all that fail become notes, the best move that follows is found, and
of the notes those that it rests on are kept. Wider splits are compared with that, and last come splits
within suppositions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import (
    NO_WIDTH,
    Case,
    Split,
    Width,
    letters_on,
    lying,
    placements_open,
    split_about,
    splits,
    suppositions,
)
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.kept_trials import KeptTrials, Refutation
from bimaru.deduction.finding.preferred_moves import LISTING, USUAL, Move, Note, Preference
from bimaru.deduction.limits import (
    FEW_NESTED,
    MAX_LEVELS,
    MAX_NESTED,
    MAX_NOTES,
    MAX_SPLIT_ESTIMATE,
    MAX_SUPPOSED,
    MOST_COMPARED,
    MOST_COMPARED_OF_POLYOMINOES,
    NOTES_WORDS,
    REMEMBERED,
    SPLIT_WORDS,
    Budget,
)

_T = TypeVar("_T")

NARROW: Final = Width(12, 30)
WIDE: Final = Width(40, 100)
INNER: Final = Width(6, 8)
WIDEST: Final = Width(120, 200)
_HEADING: Final = 12
"""About how many words the question and the conclusion of a split take."""
_ALSO: Final = 2
"""The same for each further case with the same argument: only its squares are named."""


class Finder:
    """Finds moves on a board, which is left as it is. `forced`: the value of each square in all solutions, 0
    where they differ, if it is known: true suppositions are not tried then. With `keeps`, what was tried on a
    board is not tried again on fuller ones, as far as it leads to much the same; their words are then those
    of before, so that another move may be the best."""

    def __init__(self, state: State, watch: Callable[[], None], *, keeps: bool = False) -> None:
        self.state, self._called = state, watch
        self._kept = KeptTrials(state, keeps=keeps)
        self.forced: Sequence[int] = ()
        most = MOST_COMPARED_OF_POLYOMINOES if keeps else MOST_COMPARED
        self.comparing = Budget(most, len(state.geometry.placements))
        """What may be tried until no further way is compared."""
        self._refused: set[Split] = set()
        self._memory: dict[object, Any] = {}
        """What was found on a board before: whole ways that are compared meet the same boards."""

    def _watch(self) -> None:
        self.comparing.count()
        self._called()

    def is_solved(self) -> bool:
        """Whether every square is known, and every letter."""
        state = self.state
        if state.n_known < state.n:
            return False
        ships = (at for at in range(state.n) if state.known(at) == codes.SHIP)
        return not self.state.geometry.has_letters or all(len(letters_on(state, at)) == 1 for at in ships)

    def best(self, preference: Preference = USUAL) -> Move | None:
        """The best move; `None` if none is found."""
        if self.state.n_known == self.state.n:
            return self._of_letters()
        found: Move | None = None
        limits: Preference | None = preference
        while found is None and limits is not None:
            found = self._best(limits)
            limits = limits.relaxed()
        return found

    def _best(self, preference: Preference) -> Move | None:
        if preference.asks:
            asked = self._best_answered(preference)
            if asked is not None:
                return asked
        found = self._best_narrow(preference)
        if found is not None and found.words <= SPLIT_WORDS:
            return found
        best = preference.best([found, self._best_wider(preference), self._with_notes(preference)])
        if best is None or best.all_words > preference.nests:
            best = preference.best([best, self._best_nested(INNER, FEW_NESTED)])
        if best is None and preference.most == MAX_SPLIT_ESTIMATE:
            best = self._best_nested(NARROW, MAX_NESTED)
        return best

    def apply(self, move: Move) -> None:
        """Add to the board what a move settles, as far as it goes plainly."""
        self.add(move)
        self.state.run()

    def add(self, move: Move) -> None:
        """Add to the board what a move settles, and nothing that follows."""
        self.state.rule_out_all(move.notes, codes.NOTED, 0)
        self.state.suppose(move.ship, move.water, codes.CONCLUDED)

    def forget(self, mark: int = 0) -> None:
        """Forget old notes, of those taken after the trail had the length `mark`; what squares are stays
        known."""
        state = self.state
        notes = state.notes_since(mark)
        if not notes:
            return
        entries = [(at, *state.entry(at)) for at in range(notes[0], state.top)]
        old = _old_notes(entries)
        if not old:
            return
        first = min(old)
        state.undo(first)
        # Facts of one origin are added together, so that moves can be counted again.
        added: dict[tuple[int, int, int], list[int]] = {}
        for at, fact, technique, subject, since in entries[first - notes[0] :]:
            if technique in (codes.NOTED, codes.CONCLUDED):
                if at not in old:
                    added.setdefault((technique, subject, since), []).append(fact)
            elif fact < 2 * state.n:
                added[codes.KNOWN, 0, at] = [fact]
        for (technique, subject, _), facts in added.items():
            if technique == codes.NOTED:
                state.rule_out_all([fact - 2 * state.n for fact in facts], technique, subject)
            else:
                ship = [fact >> 1 for fact in facts if not fact & 1]
                state.suppose(ship, [fact >> 1 for fact in facts if fact & 1], technique, subject)
            state.run()  # so that it can be undone to here

    def refutation(self, wrong: Split) -> Move | None:
        """The move that refutes a supposition, by a split within it if that is needed; `None` if neither
        does."""
        return self.move(wrong) or self.nested(wrong) or self.nested(wrong, WIDE)

    def refuse(self, move: Move) -> None:
        """Exclude a move from now on, because the text of its split is too long."""
        self._refused.update(filter(None, (move.split, move.inner)))
        self._memory.clear()

    def _best_answered(self, preference: Preference) -> Move | None:
        """The best answer to a question with few cases, or with more; with many where these lead nowhere."""
        best: Move | None = None
        beyond = NO_WIDTH
        for width in (NARROW, WIDE, WIDEST):
            best = preference.best([*self._answers(width, beyond, {}), best])
            if best is not None and (best.words <= SPLIT_WORDS or width is WIDE):
                break
            beyond = width
        return best

    def _best_narrow(self, preference: Preference, notes: Mapping[int, Note] | None = None) -> Move | None:
        """The best of the splits with few cases and of the suppositions."""
        known = notes or {}
        return preference.best([*self._answers(NARROW, NO_WIDTH, known), *self._opposites(known)])

    def _best_wider(self, preference: Preference, notes: Mapping[int, Note] | None = None) -> Move | None:
        """The best of the splits with more cases."""
        return preference.best(self._answers(WIDE, NARROW, notes or {}))

    def _remembered(self, what: object, find: Callable[[], _T]) -> _T:
        """What is found on this board, from memory where it was found before."""
        key = self.state.position(), what
        if key not in self._memory:
            self._memory[key] = find()
        found: _T = self._memory[key]
        return found

    def _answers(self, width: Width, beyond: Width, notes: Mapping[int, Note]) -> list[Move]:
        """What the splits up to a width, but beyond another one, lead to."""
        offered = splits(self.state, width, beyond)
        known = self._kept.known()
        return self._moves((width, *notes), offered, lambda split: self.move(split, notes, known))

    def _opposites(self, notes: Mapping[int, Note]) -> list[Move]:
        """The opposites of values that fail."""
        known = self._kept.known()
        held = self._kept.held(known)
        offered = self._suppositions()
        return self._moves(
            ("opposites", *notes), offered, lambda wrong: self._opposite(wrong, notes, held, known)
        )

    def _moves(
        self, what: object, offered: Iterable[Split], move: Callable[[Split], Move | None]
    ) -> list[Move]:
        """The moves of the splits that are offered, from memory where they were found before."""

        def find() -> Iterator[Move | None]:
            for split in offered:
                self._watch()
                yield move(split)

        return self._remembered(what, lambda: [*filter(None, find())])

    def _suppositions(self) -> Iterator[Split]:
        """The suppositions of values that may be wrong."""
        forced = self.forced
        for split in suppositions(self.state):
            value = codes.SHIP if split.cases[0].ship else codes.WATER
            if not forced or forced[split.subject] != value:
                yield split

    def move(self, split: Split, notes: Mapping[int, Note] | None = None, known: int = 0) -> Move | None:
        """What a split leads to; `None` if nothing. `known`: what is known, where kept trials may be used."""
        if split.is_supposition:
            return self._opposite(split, notes or {}, set(), known)
        if split in self._refused or self._kept.share_nothing(split.cases, known):
            return None
        state = self.state
        mark = state.top
        words = _HEADING
        rests_on: list[int] = []
        left: list[Case] = []
        common: set[int] = set()
        told: set[int] = set()
        fails = []
        for case in split.cases:
            failed = self._suppose(case, known)
            if failed is None:
                facts = state.facts_since(mark)
                common = common.intersection(facts) if left else set(facts)
                left.append(case)
            else:
                words += _once(told, failed.words, failed.wording)
                rests_on += failed.notes
            state.undo(mark)
            fails.append(failed is not None)
            if words > MAX_SPLIT_ESTIMATE or (len(left) > 1 and not common):
                return None
        if len(left) > 1:
            facts_in_common = sorted(common)
            for case in left:
                state.suppose(case.ship, case.water)
                state.run()
                words += _once(told, state.cost(mark, facts_in_common), state.wording)
                rests_on += state.needed_notes(mark)
                state.undo(mark)
            if words > MAX_SPLIT_ESTIMATE:
                return None
        ship, water = _conclusion(left, common)
        used, note_words = _closure(rests_on, notes or {})
        gain = self.gain(ship, water) if left else state.n
        return Move(split, tuple(fails), ship, water, used, words, note_words, gain) if gain > 0 else None

    def _opposite(
        self, supposition: Split, notes: Mapping[int, Note], held: set[int], known: int
    ) -> Move | None:
        """The opposite of a value that fails; `None` if it does not, or is known not to. `held`: facts that
        do not fail, to which this adds what follows from the value if it does not."""
        state = self.state
        mark = state.top
        (case,) = supposition.cases
        fact = 2 * case.ship[0] if case.ship else 2 * case.water[0] + 1
        if fact in held or supposition in self._refused:
            return None
        failed = self._suppose(case, known)
        if failed is None:
            held.update(state.facts_since(mark))
        state.undo(mark)
        if failed is None or _HEADING + failed.words > MAX_SPLIT_ESTIMATE:
            return None
        used, note_words = _closure(failed.notes, notes)
        gain = self.gain(case.water, case.ship)
        words = _HEADING + failed.words
        return Move(supposition, (True,), case.water, case.ship, used, words, note_words, gain)

    def _suppose(self, case: Case, known: int, *, in_brief: bool = True) -> Refutation | None:
        """How a case fails by plain techniques; `None` if it does not: then it is on the board, with what
        follows. What was kept is used if all is `known` that it takes."""
        kept = self._kept.failed(case, known, in_brief=in_brief)
        if kept is not None:
            return kept
        state = self.state
        mark = state.top
        state.suppose(case.ship, case.water)
        failed = None
        if not state.run():
            words = state.cost(mark)
            notes = tuple(state.needed_notes(mark))
            rests_on = state.needed_facts(0, mark)
            argument = state.needed_facts(mark, state.top) if known else ()
            failed = Refutation(rests_on, notes, argument, words, state.wording)
        if known:
            self._kept.add(case, failed)
        return failed

    def gain(self, ship: Sequence[int], water: Sequence[int]) -> int:
        """How many more squares are known once these are, with those that follow plainly."""
        state = self.state
        mark, before = state.top, state.n_known
        state.suppose(ship, water, codes.CONCLUDED)
        state.run()
        gain = int(state.n_known - before)
        state.undo(mark)
        return gain

    # Placements that fail

    def _with_notes(self, preference: Preference) -> Move | None:
        state = self.state
        mark = state.top
        notes: dict[int, Note] = {}
        found: Move | None = None
        for _ in range(MAX_LEVELS):
            new = self._remembered(("notes", *notes), partial(self._failing, notes))
            if not new:
                break
            notes |= {note.placement: note for note in new}
            level = state.top
            state.rule_out_all([note.placement for note in new], codes.NOTED, 0)
            before = state.n_known
            holds = state.run()
            if not holds or state.n_known > before:
                led_on = partial(self._led_on, level, holds, notes)
                found = min(self._remembered(("led on", *notes), led_on), key=preference.cost)
                break
            found = self._best_narrow(preference, notes) or self._best_wider(preference, notes)
            if found is not None:
                break
        wider = None if found is None else self._with_all_notes(found, notes)
        state.undo(mark)
        return found and (self.again(found) or (self.again(wider) if wider is not None else None))

    def _with_all_notes(self, move: Move, notes: Mapping[int, Note]) -> Move | None:
        """The move with the notes, too, without which its split has more cases."""
        if move.split is None or move.split.is_supposition:
            return None
        state = self.state
        technique = LISTING[move.split.about]
        basis = state.basis(technique, move.split.subject, (-1,), state.top)
        listing = [state.entry(t)[0] - 2 * state.n for t in basis.notes]
        used, note_words = _closure([*move.notes, *listing], notes)
        return move._replace(notes=used, note_words=note_words)

    def _of_letters(self) -> Move | None:
        """Where all squares are known, the readings of words that fail."""
        new = self._failing({})
        if not new:
            return None
        placements = tuple(note.placement for note in new)
        return Move(None, (), (), (), placements, 0, sum(note.words for note in new), 1)

    def _led_on(self, level: int, holds: bool, notes: Mapping[int, Note]) -> list[Move]:
        """What follows from the notes by plain techniques, one by one; or that the board cannot be
        completed."""
        state = self.state
        gain = 1 if holds else state.n
        moves = []
        for facts in self._followed(level) if holds else [[]]:
            words = state.cost(level, facts)
            used, note_words = _closure(state.needed_notes(state.top), notes)
            moves.append(Move(None, (), (), (), used, words, note_words, gain))
        return moves

    def _followed(self, level: int) -> list[list[int]]:
        """What followed since the trail had a length, fact by fact; only one of each link if trials are kept,
        since those of a link rest on about the same."""
        if self._kept.keeps:
            return [[link.facts[0]] for link in self.state.links(level)]
        return [[fact] for fact in self.state.facts_since(level)]

    def _failing(self, notes: Mapping[int, Note]) -> list[Note]:
        """The placements that fail, each with the notes that this rests on."""
        found = []
        known = self._kept.known()
        for split in islice(placements_open(self.state), MAX_SUPPOSED):
            self._watch()
            if self._is_true(split.cases[0]):
                continue
            # In how many words matters little: those of the notes that are used are counted again.
            failed = self._refutation(split.cases[0], known, in_brief=False)
            if failed is not None and failed.words <= NOTES_WORDS:
                rests_on = tuple(placement for placement in failed.notes if placement in notes)
                found.append(Note(split.subject, failed.words, rests_on))
        return found

    def _is_true(self, case: Case) -> bool:
        """Whether all solutions agree with a case, as far as is known."""
        return bool(self.forced) and not self.state.geometry.has_letters and case.agrees(self.forced)

    def _refutation(self, case: Case, known: int = 0, *, in_brief: bool = True) -> Refutation | None:
        """How a case fails; `None` if plain techniques do not refute it."""
        mark = self.state.top
        failed = self._suppose(case, known, in_brief=in_brief)
        self.state.undo(mark)
        return failed

    # Splits within suppositions

    def _best_nested(self, width: Width, n_outer: int) -> Move | None:
        return self._remembered(("nested", width, n_outer), partial(self._nested, width, n_outer))

    def _nested(self, width: Width, n_outer: int) -> Move | None:
        """The supposition that takes the fewest words to refute by a split within it."""
        found: Move | None = None
        holding: list[bytes] = []
        by_gain = sorted(self._suppositions(), key=lambda outer: -self.gain(*outer.cases[0][:2]))
        for outer in by_gain[:n_outer]:
            self._watch()
            most = MAX_SPLIT_ESTIMATE if found is None else found.words - 1
            move = self.nested(outer, width, most, holding)
            if move is not None:
                found = move
                if move.words <= SPLIT_WORDS:
                    break
        return found

    def nested(
        self,
        outer: Split,
        width: Width = NARROW,
        most: int = MAX_SPLIT_ESTIMATE,
        holding: list[bytes] | None = None,
    ) -> Move | None:
        """The refutation of a supposition by the split within it that takes the fewest words, at most `most`;
        `None` if there is none. `holding`: boards that do not fail, as the values of their squares, to which
        this adds; a case that agrees with one does not fail either."""
        state = self.state
        mark = state.top
        (case,) = outer.cases
        state.suppose(case.ship, case.water)
        found: tuple[int, Split] | None = None
        if state.run():
            boards = [values for values in holding or () if case.agrees(values)]
            n_before = len(boards)
            known = self._kept.known()
            for inner in splits(state, width):
                self._watch()
                if inner in self._refused:
                    continue
                words = self._words_against_all(inner, mark, most, boards, known)
                if words is not None:
                    found = words, inner
                    most = words - 1
            if holding is not None:
                holding += boards[n_before:]
        state.undo(mark)
        if found is None:
            return None
        ship, water = case.water, case.ship
        gain = self.gain(ship, water)
        return Move(outer, (True,), ship, water, (), found[0], 0, gain, found[1])

    def _words_against_all(
        self, split: Split, mark: int, most: int, holding: list[bytes], known: int
    ) -> int | None:
        """About how many words it takes to refute all cases of a split, with the chain before it, which is
        told once for all of them; `None` if it takes more than `most`, or a case does not fail. `holding`: as
        for `nested`."""
        state = self.state
        if any(case.agrees(values) for values in holding for case in split.cases):
            return None
        before = state.top
        words = 2 * _HEADING
        used: set[int] = set()
        for case in split.cases:
            failed = self._suppose(case, known)
            if failed is None:
                holding.append(state.values())
            else:
                words += failed.words
                used.update(fact for fact in failed.facts if state.settled_at(fact >> 1) >= mark)
            state.undo(before)
            if failed is None or words > most:
                return None
        words += state.cost(mark, sorted(used)) if used else 0
        return words if words <= most else None

    # Again, without other moves

    def again(self, move: Move) -> Move | None:
        """The same move on the board as it is, where other moves before it are missing; `None` if it does not
        lead there now. Notes that are known are left out."""
        return self._remembered(move, partial(self._again, move))

    def _again(self, move: Move) -> Move | None:
        state = self.state
        notes: dict[int, Note] = {}
        mark = state.top
        try:
            for placement in move.notes:
                if not state.is_possible(placement):
                    continue
                failed = self._refutation(lying(state.geometry, placement))
                if failed is None:
                    return None
                notes[placement] = Note(placement, failed.words, ())
                state.rule_out_all([placement], codes.NOTED, 0)
                state.run()
            kept = tuple(notes)
            note_words = sum(note.words for note in notes.values())
            if move.split is None:
                return move._replace(notes=kept, note_words=note_words)
            split = self._same(move.split)
            if split is None:
                return None
            found = self.move(split) or (self.nested(split) if move.inner else None)
            if found is None:
                return None
            return found._replace(notes=kept, note_words=note_words)
        finally:
            state.undo(mark)

    def _same(self, split: Split) -> Split | None:
        """The split about the same subject on the board as it is."""
        if split.is_supposition:
            (case,) = split.cases
            return (
                split if all(self.state.known(at) == codes.OPEN for at in (*case.ship, *case.water)) else None
            )
        width = WIDE if len(split.cases) <= WIDE.line else WIDEST
        return split_about(self.state, split.about, split.subject, width)


def _once(told: set[int], words: int, wording: int) -> int:
    """About how many words the argument of a case takes: where an earlier case has the same one, only those
    for its squares. Adds its wording to those `told`."""
    if wording in told:
        return _ALSO
    told.add(wording)
    return words


def _old_notes(entries: Sequence[tuple[int, int, int, int, int]]) -> set[int]:
    """The positions, of these entries of the trail, of notes that more than `REMEMBERED` moves or `MAX_NOTES`
    notes came after."""
    moves: set[int] = set()
    old = set()
    n_notes = 0
    for at, _, technique, _, since in reversed(entries):
        if technique == codes.CONCLUDED:
            moves.add(since)
        elif technique == codes.NOTED:
            n_notes += 1
            if len(moves) > REMEMBERED or n_notes > MAX_NOTES:
                old.add(at)
    return old


def _conclusion(left: Sequence[Case], common: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The squares that are ship, and water: those of the only case left, or what all have in common."""
    if len(left) == 1:
        return left[0].ship, left[0].water
    facts = sorted(common)
    return tuple(fact >> 1 for fact in facts if not fact & 1), tuple(fact >> 1 for fact in facts if fact & 1)


def _closure(placements: Iterable[int], notes: Mapping[int, Note]) -> tuple[tuple[int, ...], int]:
    """The notes that these rest on, each after those that it rests on itself, and their words."""
    found: dict[int, None] = {}
    words = 0

    def visit(placement: int) -> None:
        nonlocal words
        if placement in found or placement not in notes:
            return
        for other in notes[placement].rests_on:
            visit(other)
        found[placement] = None
        words += notes[placement].words

    for placement in placements:
        visit(placement)
    return tuple(found), words
