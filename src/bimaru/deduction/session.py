"""The deduction of a puzzle, from the givens to the last square that follows, step by step.

Explanations render each step; grades only count them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.capitals import capitalised
from bimaru.deduction.clues import clues_of
from bimaru.deduction.ladder import (
    FAILED,
    MAX_LENGTHS,
    NO_END,
    PLAIN_RUNGS,
    Checker,
    Link,
    Placement,
    Proof,
    Prover,
    Value,
    decode,
    encode_value,
)
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.leading_squares import leading_square
from bimaru.deduction.measuring import turned
from bimaru.deduction.narrowing import Number, narrowed
from bimaru.deduction.numbering import NoNumbers, Numbers
from bimaru.deduction.ordering import Marks, gathered, merged, one_by_one, settled_by, sweeps, whole
from bimaru.deduction.proof_search import (
    NEITHER,
    Forced,
    Move,
    find,
    packed_squares,
    settles,
    settling,
    shortest_of_square,
    size,
    squares_of,
)
from bimaru.deduction.reasons import Case, Clue, Facts, Reason, Squares, listed
from bimaru.deduction.refining import refined, runs
from bimaru.deduction.renderer import Renderer
from bimaru.deduction.techniques import BY_NAME, FAILING_PLACEMENTS, NESTED, SEARCHED
from bimaru.deduction.time_limit import Deadline
from bimaru.deduction.trimming import trimmed, with_known_water
from bimaru.deduction.wording import tell_argument, tell_case, tell_failure, tell_family, tell_link
from bimaru.errors import OutOfTimeError, UnsupportedPuzzleError
from bimaru.puzzle import Given, Puzzle
from bimaru.sizes import LADDER_MAX_SIDE
from bimaru.squares import LETTER_MARK, Part, Square
from bimaru.symmetry import canonical_turn

_FEW: Final = 6
"""A contradiction of at most this many links is accepted without looking for a shorter argument."""
_MOST_WAYS: Final = 50
"""Ways to fill a line that are looked at, to see which of them the known squares leave."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    `depth` is 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another. `water` and
    `ship` are the squares that it settles, `barred` the placements that it rules out, `reasons` and `cases`
    why, as data; `board` is what is known afterwards, with every part that is. `language`: that of its
    sentences."""

    technique: str
    depth: int
    water: Squares
    ship: Squares
    text: str
    reasons: tuple[Reason, ...]
    cases: tuple[Case, ...]
    board: Board
    barred: tuple[Squares, ...] = ()
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
            "reasons": [reason.to_data() for reason in self.reasons],
            "cases": [case.to_data() for case in self.cases],
        } | ({} if self.board.letters is None else {"letters": self._letters()})

    def _letters(self) -> list[list[int | str]]:
        """The letters that are known afterwards, with their squares."""
        known = ((at, self.board.letter(at)) for at, _ in self.board.squares())
        return [[*at, letter] for at, letter in known if letter]


class CannotExplainError(UnsupportedPuzzleError):
    """This kind of puzzle cannot be explained."""

    def __init__(self, reason: str) -> None:
        super().__init__("explain", reason)

    def __str__(self) -> str:
        return f"the puzzle cannot be explained: {self.args[1]}"

    def __reduce__(self) -> tuple[type[CannotExplainError], tuple[str]]:
        return (CannotExplainError, (self.args[1],))


def is_for_ladder(puzzle: Puzzle) -> bool:
    """Whether ships are straight, and neither they nor the clues have letters, as the ladder needs it."""
    return puzzle.is_plain and LETTER_MARK not in {kind[0] for _, _, kind in puzzle.givens}


def refusal(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explained, as the end of a sentence; `None` if it can."""
    if not is_for_ladder(puzzle):
        return "only straight ships without letters are"
    if max(puzzle.height, puzzle.width) > LADDER_MAX_SIDE:
        return f"only grids up to {LADDER_MAX_SIDE}x{LADDER_MAX_SIDE} are"
    if len(puzzle.fleet) > MAX_LENGTHS:
        return f"only fleets of up to {MAX_LENGTHS} lengths are"
    return None


class Deduction:
    """What follows from the givens of a puzzle and from squares shown on a board.

    It works on the canonical orientation of the puzzle, so that steps and grade do not depend on how the
    puzzle is turned."""

    def __init__(
        self,
        puzzle: Puzzle,
        shown: Sequence[Given] = (),
        deadline: Deadline | None = None,
        language: Language = ENGLISH,
    ) -> None:
        self._language = language
        if reason := refusal(puzzle):
            raise CannotExplainError(reason)
        givens = (*puzzle.givens, *shown)
        self._turn = canonical_turn(puzzle, puzzle.givens)
        self._clues = (*self._turn.tallies(puzzle), puzzle.fleet, [*map(self._turn.given, givens)])
        self._all_clues = (*clues_of(puzzle), *_as_clues(shown, puzzle))
        self.watch: Callable[[], None] = (deadline or Deadline()).check
        self._squares = [[self._turn.to((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)]
        self._renderer = Renderer(puzzle, self._turn, givens)
        prover = Prover(*self._clues)
        self._checker = Checker(*self._clues)
        self._height, self._width = prover.height, prover.width
        self._spare: Prover | None = None
        self._puzzle_numbers: tuple[Number, ...] = (
            *(("line", line) for line in range(self._height + self._width)),
            *(("ships", length) for length in puzzle.fleet),
        )
        self._marks = Marks(*prover.known_rows())
        self._barred: list[Placement] = []
        self._last: tuple[Square, ...] = ()
        self._has_analysed = False
        self._narrows = True
        self._numbers: Numbers = Numbers()
        self.failure: Reason | None = None

    def _prover(self) -> Prover:
        """A prover that knows what the steps so far have settled."""
        prover = Prover(*self._clues)
        for placement in self._barred:
            prover.bar(placement)
        prover.add_known(self._marks.ship, self._marks.water)
        prover.watch = self.watch
        return prover

    def run(self) -> bool:
        """Apply the plain techniques as far as they lead, without steps. Returns whether they prove that
        there is no solution."""
        prover = self._prover()
        outcome = prover.run(PLAIN_RUNGS)
        self._marks.add(*prover.known_rows())
        return bool(outcome == FAILED)

    # Steps

    def steps(self, forced: Board | None = None, *, refine: bool = True) -> Iterator[Step]:
        """Every step, up to the last square that follows or to a contradiction (then `failure` is set).

        Case analysis needs the squares that are `forced`; without them there is none. With `refine`, analyses
        that nothing needs are left out; then the whole proof is found before its first step is given. Where
        the techniques end, a square that leads far is settled by search, and they go on from there."""
        return self._steps(None if forced is None else turned(forced, self._turn), refine)

    def steps_to_contradiction(self, *, refine: bool = True) -> Iterator[Step]:
        """Every step for a puzzle without a solution, to the contradiction if the techniques lead there."""
        return self._steps([NEITHER * self._width] * self._height, refine)

    def _steps(self, forced: Forced | None, refine: bool) -> Iterator[Step]:
        if self.failure is not None:
            return
        if forced is None:
            self._narrows = True
            yield from self._worded(find(self._prover(), None))
            return
        yield from self._analyses(forced, refine, is_thorough=True)
        while (value := leading_square(self._prover, forced)) is not None:
            yield self._noted(self._searched_step(value))
            yield from self._analyses(forced, refine, is_thorough=False)

    def _analyses(self, forced: Forced, refine: bool, *, is_thorough: bool) -> Iterator[Step]:
        """The steps up to where the techniques end. Finding that out thoroughly takes as long as all else
        on a large grid, and is done once: it decides whether the puzzle has a grade."""
        found = find(self._prover(), forced, is_thorough=is_thorough)
        if not refine:
            self._narrows = False
            yield from self._worded(found)
            return
        self._narrows = True
        moves: list[Move] = []
        try:
            for move in found:
                moves.append(move)  # noqa: PERF402  # one by one: they stand when the time runs out
        except OutOfTimeError:
            self._narrows = False
            yield from self._worded(moves)
            raise
        yield from self._worded(refined(moves, self._prover))

    def _worded(self, moves: Iterable[Move]) -> Iterator[Step]:
        """Moves as steps, each as soon as it is known."""
        plain: list[Link] = []
        try:
            for move, *others in runs(moves):
                if isinstance(move, Link):
                    plain.append(move)
                    continue
                yield from self._plain_steps(plain)
                plain = []
                if isinstance(move, Proof):
                    steps = [self._case_step(one) for one in (move, *others) if isinstance(one, Proof)]
                    for family in _families(steps, self._language):
                        yield self._noted(_family_step([*map(self._numbered, family)], self._language))
                else:
                    failure = self._lean_link(with_known_water(move.link, self._marks))
                    link = self._numbers.cited(self._renderer.link(failure, self._marks))
                    self.failure = tell_failure(link, self._language)
        except OutOfTimeError:
            yield from self._plain_steps(plain)
            raise
        yield from self._plain_steps(plain)

    def _plain_steps(self, links: Sequence[Link]) -> Iterator[Step]:
        groups = one_by_one(links, self._marks, self._last) if self._has_analysed else sweeps(links)
        for found in groups:
            sharp = (with_known_water(link, self._marks) for link in merged(found))
            group = [whole(self._lean_link(link), self._marks, self._width) for link in sharp]
            group = [link for link in group if any(link.ship) or any(link.water)]
            if not group:
                continue
            found_links = self._renderer.links(group, self._marks.copy())
            reasons = tuple(tell_link(self._numbers.cited(link), self._language) for link in found_links)
            for link in group:
                self._marks.add(link.ship, link.water)
            self._last = tuple(at for link in group for at in settled_by(link))
            yield self._noted(self._step(reasons, (), " ".join(reason.text for reason in reasons)))

    def _case_step(self, proof: Proof) -> Step:
        """The step of a refutation."""
        proof = narrowed(proof, self._puzzle_numbers, self._narrow_prover) if self._narrows else proof
        proof = self._lean(trimmed(_in_order(proof), self._marks, self._width))
        reason = self._renderer.refutation(proof, self._marks, self._open_places)
        (case,) = (tell_case(self._numbers.cited_in(case), self._language) for case in reason.cases)
        conclusion = replace(reason, cases=(), text=self._language.sentences.refuted(reason))
        meaning = decode(proof.supposition)
        if isinstance(meaning, Value):
            self._settle(Value(meaning.square, not meaning.is_ship))
        else:
            self._barred.append(meaning)
            self._last = tuple(squares_of(meaning, self._height))
            self._has_analysed = True
        return self._step((conclusion,), (case,), f"{case.text} {conclusion.text}")

    def _searched_step(self, value: Value) -> Step:
        """The step in which search settles a square, from all clues: which of them it needs takes too long
        to find."""
        square = (self._turn.back(value.square),)
        ship, water = (square, ()) if value.is_ship else ((), square)
        reason = Reason(SEARCHED.name, ship, water, "", squares=square, clues=self._all_clues)
        reason = tell_link(reason, self._language)
        self._settle(value)
        return self._step((reason,), (), reason.text)

    def _settle(self, value: Value) -> None:
        """Mark a square."""
        (r, c), none = value.square, [0] * self._height
        mask = [1 << c if row == r else 0 for row in range(self._height)]
        self._marks.add(*((mask, none) if value.is_ship else (none, mask)))
        self._last = (value.square,)
        self._has_analysed = True

    def _noted(self, step: Step) -> Step:
        """The step, the next in order."""
        self._numbers.note(step.barred)
        return step

    def _numbered(self, step: Step) -> Step:
        """The step of one refutation, with the numbers of the steps that ruled out what it cites."""
        case, conclusion = self._numbers.cited_in(step.cases[0]), self._numbers.cited(step.reasons[0])
        if case is step.cases[0] and conclusion is step.reasons[0]:
            return step
        case = tell_case(case, self._language)
        return replace(step, cases=(case,), reasons=(conclusion,), text=f"{case.text} {conclusion.text}")

    def _open_places(self, length: int) -> list[Placement]:
        """The placements of ships of a length that the board leaves."""
        return list(self._restarted().placements_of(length))

    def _narrow_prover(self, numbers: Collection[Number]) -> Prover:
        """A prover that knows what the steps so far have settled, and only these of the puzzle's numbers."""
        lines = {number for kind, number in numbers if kind == "line"}
        return self._restarted(lines, {number for kind, number in numbers if kind == "ships"})

    def _restarted(
        self, lines: Collection[int] | None = None, lengths: Collection[int] | None = None
    ) -> Prover:
        """A prover that knows what the steps so far have settled, to be used at once; where they are given,
        only the tallies of some lines, and the numbers of ships of some lengths."""
        if self._spare is None:  # one for all: its memory takes longer to get than to reset
            self._spare = Prover(*self._clues)
        self._spare.restart(self._marks.ship, self._marks.water, self._barred, lines, lengths)
        return self._spare

    def _lean(self, proof: Proof) -> Proof:
        """The refutation, with superfluous citations removed from its links."""
        links = (
            self._lean_link(link) if link.proof is None else link._replace(proof=self._lean(link.proof))
            for link in proof.links
        )
        return proof._replace(links=tuple(links), ending=self._lean_link(proof.ending))

    def _lean_link(self, link: Link) -> Link:
        """The link, with superfluous citations removed, and with the ways to fill its line."""
        lean = self._checker.lean(link)
        ways = self._checker.ways(lean, _MOST_WAYS)
        return lean._replace(ways=ways) if ways else lean

    def _step(self, reasons: tuple[Reason, ...], cases: tuple[Case, ...], text: str) -> Step:
        ship = tuple(sorted({square for reason in reasons for square in reason.ship}))
        water = tuple(sorted({square for reason in reasons for square in reason.water}))
        barred = tuple(place for reason in reasons for place in reason.barred)
        technique = BY_NAME.get(reasons[0].technique, SEARCHED)
        return Step(
            technique.name,
            technique.depth,
            water,
            ship,
            text,
            reasons,
            cases,
            self.board(),
            barred,
            self._language.code,
        )

    # One square

    def steps_to(self, square: Square, forced: Board) -> list[Step]:
        """Steps up to one that settles a square, with only the case analyses that it needs; empty if the
        techniques end before it. `forced`: what all solutions have in common."""
        at = self._turn.to(square)
        moves: list[Move] = []
        for move in find(self._prover(), turned(forced, self._turn)):
            moves.append(move)
            if settles(move, at):
                break
        else:
            return []
        goal = packed_squares([at], self._height)
        if forced[square] != WATER:
            goal <<= 64 * self._height
        self._numbers = NoNumbers()
        return [*self._worded(refined(moves, self._prover, goal))]

    # Hints

    def next_step(self, forced: Board | None = None, last: Square | None = None) -> Step | None:
        """The next step that settles a square, near `last` where several are as easy; `None` if there is
        none.

        Without the squares that are `forced` it is a plain one. A board has no notes of placements that are
        ruled out, so that a step with `forced` rules out all that it needs."""
        self._last = () if last is None else (self._turn.to(last),)
        prover = self._prover()
        links, failure = prover.advance()
        if failure is not None or forced is None:
            return next(self._first_step(links), None)
        squares = turned(forced, self._turn)
        found = shortest_of_square(prover, squares, self._last)
        if found is not None and size(found) <= _FEW:
            return self._case_step(found)
        moves = settling(find(prover, squares))
        if found is not None and size(found) <= sum(size(move) for move in moves if isinstance(move, Proof)):
            return self._case_step(found)
        if moves:
            return self._joined_step(moves)
        value = leading_square(self._prover, squares)
        return None if value is None else self._searched_step(value)

    def _first_step(self, links: Sequence[Link]) -> Iterator[Step]:
        """The first step of plain links: on the board as it is, so that all may be found at once."""
        first = [link for link in links if link.scan == 0]
        if self._last:
            first = next(one_by_one(first, self._marks, self._last), [])
        yield from self._plain_steps(first)

    def _joined_step(self, moves: Sequence[Move]) -> Step:
        """Placements that are ruled out, and what follows from that, as one step."""
        steps = [
            self._case_step(move) if isinstance(move, Proof) else next(self._plain_steps([move]))
            for move in moves
            if isinstance(move, Proof | Link)
        ]
        last = steps[-1]
        cases = tuple(case for step in steps for case in step.cases)
        depth = max(step.depth for step in steps)
        technique = NESTED if depth > 1 else FAILING_PLACEMENTS
        text = " ".join(step.text for step in steps)
        return replace(last, technique=technique.name, depth=technique.depth, cases=cases, text=text)

    # Mistakes

    def steps_against(self, square: Square, is_ship: bool) -> int:
        """The number of links that it takes to see that a square is not ship, or not water."""
        prover = self._prover()
        links = prover.refute(encode_value(self._turn.to(square), is_ship), NO_END)
        return int(links) if links >= 0 else int(NO_END)

    def against(self, square: Square, is_ship: bool) -> Case | None:
        """The refutation of a square's being ship, or water, if plain techniques lead to it."""
        proof = self._prover().proof(encode_value(self._turn.to(square), is_ship))
        return None if proof is None else tell_case(self._renderer.case(proof, self._marks), self._language)

    # Boards

    def board(self) -> Board:
        """What is known, with every part that is."""
        ship, water = self._marks.ship, self._marks.water
        rows = tuple(
            "".join(
                Part.SHIP.value if ship[r] >> c & 1 else WATER if water[r] >> c & 1 else UNKNOWN
                for r, c in row
            )
            for row in self._squares
        )
        return Board.spelled(rows).with_parts()


def _as_clues(shown: Sequence[Given], puzzle: Puzzle) -> Iterator[Clue]:
    """The squares shown that the puzzle does not give."""
    given = {given.square for given in puzzle.givens}
    return (Clue("given", one.square) for one in shown if one.square not in given)


def _in_order(proof: Proof) -> Proof:
    """The refutation with its links in the order in which they are told."""
    links = tuple(
        link if link.proof is None else link._replace(proof=_in_order(link.proof))
        for link in merged(gathered(proof.links))
    )
    return proof._replace(links=links)


def _families(steps: Sequence[Step], language: Language) -> list[list[Step]]:
    """Steps that rule out placements, or the same value of squares, and nothing else, in order; those whose
    arguments are the same after the supposition are together, unless one rests on what is ruled out in
    between. Squares are together only if they follow one another."""
    families: list[list[Step]] = []
    of_argument: dict[str, int] = {}
    for i, step in enumerate(steps):
        argument = tell_argument(step.cases[0], language)
        number = of_argument.get(argument, -1) if step.barred else len(families) - 1
        since = steps[steps.index(families[number][0]) : i] if number >= 0 else ()
        is_same = number >= 0 and argument == tell_argument(families[number][0].cases[0], language)
        if is_same and not _rests_on(step.reasons[0].premises, since):
            families[number].append(step)
        else:
            of_argument[argument] = len(families)
            families.append([step])
    return families


def _rests_on(premises: Facts, steps: Iterable[Step]) -> bool:
    """Whether something that steps conclude is among premises."""
    return any(
        {*premises.barred}.intersection(step.barred)
        or {*premises.ship}.intersection(step.ship)
        or {*premises.water}.intersection(step.water)
        for step in steps
    )


def _family_step(steps: Sequence[Step], language: Language) -> Step:
    """Placements, or squares, that fail in the same way, as one step."""
    if len(steps) == 1:
        return steps[0]
    board = steps[-1].board
    if steps[0].barred:
        steps = sorted(steps, key=lambda step: (-len(step.barred[0]), step.barred))
    else:
        steps = sorted(steps, key=lambda step: step.cases[0].supposed)
    cases = tuple(case for step in steps for case in step.cases)
    return replace(
        steps[-1],
        board=board,
        ship=tuple(at for step in steps for at in step.ship),
        water=tuple(at for step in steps for at in step.water),
        reasons=tuple(reason for step in steps for reason in step.reasons),
        cases=cases,
        barred=tuple(place for step in steps for place in step.barred),
        text=tell_family(cases, language),
    )
