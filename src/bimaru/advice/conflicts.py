"""Puzzles without a solution: the smallest sets of clues that contradict each other, and the smallest changes
of clues after which there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, permutations
from typing import Final, TypeAlias

from bimaru.advice.clue_sets.minimal_sets import smallest_set
from bimaru.advice.clue_sets.oracle import Item, Items, Oracle
from bimaru.advice.faults_at_sight import differing_totals, failure_at_sight
from bimaru.advice.position import givens_of, sized
from bimaru.advice.proofs import Proof, prove_failure
from bimaru.board import Board
from bimaru.capitals import capitalised
from bimaru.deduction.clues import Clues, number_of, ordered, square_of, tally_of, without
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import MOST_ARGUED, Budget, Deadline, OutOfNodesError, placements_in
from bimaru.deduction.reasons import Change, Clue, Reason, Squares
from bimaru.deduction.telling.step import Step
from bimaru.engines.cnf import Literal
from bimaru.errors import OutOfTimeError, UnsupportedPuzzleError
from bimaru.json_values import JsonValue
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.squares import LETTER_MARK, Part

MOST_REPAIRS: Final = 10
"""Repairs that are listed."""
REPAIR_SLICES: Final = 4_000
"""How much repairs are searched for without a time limit: see `Oracle.limit`."""


@dataclass(frozen=True, slots=True)
class Repair(JsonValue):
    """A change of one clue, or of two tallies that moves a unit, after which the puzzle has a solution.

    `language`: that of its text."""

    changes: tuple[Change, ...]
    unique: bool | None
    """Whether there is then only one; `None`: not known."""
    language: str = "en"

    KEYS = ("text", "unique", "changes")

    @property
    def text(self) -> str:
        """The repair as a clause."""
        return language_of(self.language).advice.repair(self.changes)

    def applied(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with the repair."""
        for change in self.changes:
            puzzle = _changed(puzzle, change)
        return puzzle


@dataclass(frozen=True, slots=True)
class Conflict(Outcome):
    """Clues, and known squares of a half-filled board, that contradict each other; none can be left out.

    Totals that differ are given first: then the clues are all those of the two sides, such as the tallies of
    all rows and all columns, which the sums take, even if other arguments need fewer. There are at most
    `MOST_REPAIRS` repairs, sought within `REPAIR_SLICES` where there is no time limit."""

    clues: Clues
    squares: Squares
    smallest: bool
    """Whether no other conflict has fewer."""
    steps: tuple[Step, ...]
    """From these clues to the contradiction or, where no technique leads there, from more clues, which the
    text names."""
    failure: Reason | None
    """The contradiction; `None` where no technique leads there, not even from all clues, as far as it was
    tried. The text says so."""
    repairs: tuple[Repair, ...]
    """The smallest changes of clues after which the puzzle has a solution: first those that leave only one,
    then by the number of clues that change."""
    complete: bool
    """False if the time limit passed first, or the search for repairs was cut off: there may be more."""
    text: str
    more_clues: Clues = ()
    """Further clues that the steps take."""

    TEXTS = ("failure",)


def explain_conflict(
    puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None, language: str = "en"
) -> Conflict | None:
    """Clues that contradict each other in a puzzle without a solution, with the known squares of a
    half-filled board if one is given; `None` if there is a solution. The sentences are in `language`.

    Raises `InvalidBoardError` for a board of another size,
    `UnsupportedPuzzleError` for a puzzle that is too large, and `OutOfTimeError` if `time_limit` seconds
    do not suffice to find any, and `ValueError` for an unknown language."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    known = () if board is None else givens_of(sized(board, puzzle))
    return find_conflict(puzzle, known, Deadline(time_limit), words)


def find_conflict(
    puzzle: Puzzle, known: tuple[Given, ...], deadline: Deadline, language: Language
) -> Conflict | None:
    """The conflict of a puzzle and known squares."""
    reason = failure_at_sight(puzzle, language)
    if reason is not None:
        return _without_steps(puzzle, known, reason, deadline, language)
    oracle = Oracle(puzzle, deadline)
    items: tuple[Item, ...] = (*oracle.clues, *known)
    found = smallest_set(oracle, items)
    if found is None:
        return None
    proof, complete = Proof(()), True
    more: Clues = ()
    repairs: tuple[Repair, ...] = ()
    try:
        if not known:
            repairs, complete = _repairs(oracle, found.items, language)
        proof, more = _proof(oracle, found.items, items, deadline, language)
    except OutOfTimeError:
        complete = False
    clues = ordered(item for item in found.items if isinstance(item, Clue))
    squares = tuple(dict.fromkeys(item.square for item in found.items if isinstance(item, Given)))
    text = _text(puzzle, clues, squares, more, proof, language)
    return Conflict(clues, squares, found.smallest, proof.steps, proof.failure, repairs, complete, text, more)


def _proof(
    oracle: Oracle, chosen: Items, items: Items, deadline: Deadline, language: Language
) -> tuple[Proof, Clues]:
    """The steps to a contradiction from the chosen clues and squares; where no technique leads there, from
    all, if that does not take too much search, and the further clues that these steps take."""
    puzzle = oracle.puzzle
    proof = prove_failure(puzzle, chosen, deadline, language)
    if proof is not None:
        return proof, ()
    budget = Budget(MOST_ARGUED, placements_in(puzzle), deadline)
    try:
        proof = prove_failure(puzzle, items, budget, language) or Proof(())
    except OutOfNodesError:
        return Proof(()), ()
    return proof, ordered(proof.cited.intersection(oracle.clues).difference(chosen))


def _text(
    puzzle: Puzzle,
    clues: Clues,
    squares: Squares,
    more: Clues,
    proof: Proof,
    language: Language,
) -> str:
    """The conflict in words; where no technique leads from its clues to a contradiction, that, and from which
    further clues one does."""
    advice = language.advice
    text = advice.conflict(puzzle, clues, squares)
    if more:
        return f"{text} {advice.more_clues(puzzle, more)}"
    return text if proof.failure is not None else f"{text} {advice.no_argument()}"


def _without_steps(
    puzzle: Puzzle, known: Items, reason: Reason, deadline: Deadline, language: Language
) -> Conflict:
    """The conflict of clues that contradict each other at sight."""
    clues = ordered(reason.clues)
    repairs: tuple[Repair, ...] = ()
    complete = True
    try:
        if not known:
            repairs, complete = _repairs(Oracle(puzzle, deadline), clues, language)
    except (OutOfTimeError, UnsupportedPuzzleError):
        complete = False
    text = f"{capitalised(reason.text)}."
    return Conflict(clues, (), len(clues) == 1, (), reason, repairs, complete, text)


def _repairs(oracle: Oracle, conflict: Sequence[Item], language: Language) -> tuple[tuple[Repair, ...], bool]:
    """Up to `MOST_REPAIRS` repairs, those that leave one solution first, and whether the search was complete;
    at the deadline or, without one, at the limit, those found so far.

    Every repair changes one of the clues of a `conflict`."""
    if oracle.deadline.end is None:
        oracle.limit(REPAIR_SLICES)
    found: list[Repair] = []
    wanted = [clue for clue in conflict if isinstance(clue, Clue)]
    complete = True
    try:
        for changes, literals in chain(_single(oracle, wanted), _moves(oracle, wanted)):
            oracle.deadline.check()
            rest = [clue for clue in oracle.clues if clue not in {change.clue for change in changes}]
            if oracle.has_board(rest, literals):
                found.append(Repair(changes, _is_unique(oracle, rest, literals), language.code))
    except (OutOfTimeError, OutOfNodesError):
        complete = False
    return tuple(sorted(found, key=lambda repair: repair.unique is not True)[:MOST_REPAIRS]), complete


# Repairs: a single tally or given changed, or one unit moved between two lines.

_Candidate: TypeAlias = tuple[tuple[Change, ...], list[Literal]]


def _changed(puzzle: Puzzle, change: Change) -> Puzzle:
    if change.clue.kind == "given":
        square = square_of(change.clue)
        others = [given for given in puzzle.givens if given.square != square]
        return puzzle.replace(givens=[*others, Given(*square, str(change.after))])
    tallies = [*(puzzle.rows if change.clue.kind == "row" else puzzle.cols)]
    tallies[number_of(change.clue)] = int(change.after)
    return puzzle.replace(rows=tallies) if change.clue.kind == "row" else puzzle.replace(cols=tallies)


def _is_unique(oracle: Oracle, rest: Sequence[Clue], literals: Sequence[Literal]) -> bool | None:
    """Whether the board found last is the only one."""
    other = oracle.difference()
    try:
        return not oracle.has_board(rest, [*literals, other])
    except (OutOfTimeError, OutOfNodesError):
        return None


def _single(oracle: Oracle, clues: Sequence[Clue]) -> Iterator[_Candidate]:
    """One clue with another value, if the puzzle has a solution without it."""
    for clue in clues:
        if clue.kind == "given":
            if oracle.has_board(without(oracle.clues, clue)):
                yield from _other_kinds(oracle, clue)
        elif clue.kind in ("row", "column"):
            changes = [*_other_tallies(oracle.puzzle, clue)]
            if changes and oracle.has_board(without(oracle.clues, clue)):
                for change in changes:
                    yield from _with_tallies(oracle, change)


def _with_tallies(oracle: Oracle, *changes: Change) -> Iterator[_Candidate]:
    """Lines with other tallies, if they can have these."""
    literals = [oracle.switches.tally(change.clue, int(change.after)) for change in changes]
    possible = [each for each in literals if each is not None]
    if len(possible) == len(changes):
        yield changes, [*chain.from_iterable(possible)]


def _other_tallies(puzzle: Puzzle, clue: Clue) -> Iterator[Change]:
    """A line with another tally, the nearest first, if the totals do not differ then."""
    tally = tally_of(puzzle, clue)
    length = puzzle.width if clue.kind == "row" else puzzle.height
    for other in sorted({*range(length + 1)} - {tally}, key=lambda number: abs(number - tally)):
        change = Change(clue, tally, other)
        if differing_totals(_changed(puzzle, change)) is None:
            yield change


def _other_kinds(oracle: Oracle, clue: Clue) -> Iterator[_Candidate]:
    """A given that shows something else."""
    puzzle, square = oracle.puzzle, square_of(clue)
    kind = next(given.kind for given in puzzle.givens if given.square == square)
    letters = sorted({letter for at, letter in oracle.switches.letters if at == square})
    if kind.startswith(LETTER_MARK):
        kinds = [Part.WATER.value, *(f"{LETTER_MARK}{letter}" for letter in letters)]
    else:
        # Only polyominoes have corners, which have two letters.
        kinds = [part.value for part in Part if puzzle.shapes or len(part) == 1]
    for other in kinds:
        if other != kind:
            yield (Change(clue, kind, other),), [oracle.switches.shown(square, other)]


def _moves(oracle: Oracle, clues: Sequence[Clue]) -> Iterator[_Candidate]:
    """A unit moved from one line to another of the same direction, if one of them is in the conflict."""
    if differing_totals(oracle.puzzle) is not None:
        return  # a moved unit leaves the totals as they are
    for kind in ("row", "column"):
        lines = [clue for clue in oracle.clues if clue.kind == kind]
        for giving, taking in permutations(lines, 2):
            less, more = tally_of(oracle.puzzle, giving), tally_of(oracle.puzzle, taking)
            if less and {giving, taking} & {*clues}:
                changes = Change(giving, less, less - 1), Change(taking, more, more + 1)
                yield from _with_tallies(oracle, *changes)
