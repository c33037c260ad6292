"""Fewer clues: what can be spared is dropped, as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Final

from bimaru.arrangements.rejection import Chance
from bimaru.board import WATER, Board
from bimaru.engines.kernel import KERNEL_SIDE, Others
from bimaru.errors import OutOfTimeError
from bimaru.generation.clues import GROUPS, Clue, clues_of, with_clues
from bimaru.generation.hitting_set import Effort, Elements, OutOfEffortError, hitting
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, UNDECIDED, Answer, KernelAnswer, Mask
from bimaru.puzzle import Provenance, Puzzle
from bimaru.rules import check
from bimaru.solving import NotUniqueError, solve

ORDER: Final = ("givens", "edges", "tallies")
"""What is dropped first, usually."""
EFFORT: Final = 300_000
"""What the search for the smallest number of clues may cost unless it is told, in steps: some seconds."""
_clock = monotonic
_QUESTION: Final = 10
"""The steps that a question counts as."""
_STARTS: Final = 20
"""Irreducible sets that the search for the smallest one starts from."""
_NODES: Final = 100_000
"""What a question may cost the kernel before a learning engine is asked."""


@dataclass(frozen=True, slots=True)
class Minimisation:
    """A puzzle with fewer clues, and what is known of their number."""

    puzzle: Puzzle
    clues: int
    """The number of its clues."""
    before: int
    """The number of clues of the original puzzle."""
    complete: bool
    """Whether every clue that is kept and might be dropped was proved to be needed. False where the time
    ran out."""
    at_least: int | None
    """A proved lower bound on the number of clues; `None` without `smallest`."""

    @property
    def is_smallest(self) -> bool | None:
        """Whether no choice of clues is proved to be smaller; `None` without `smallest`."""
        return None if self.at_least is None else self.clues == self.at_least

    def to_data(self) -> dict[str, object]:
        """What is known of the number of clues, as JSON."""
        return {
            "clues": self.clues,
            "before": self.before,
            "irreducible": self.complete,
            "smallest": self.is_smallest,
            "at_least": self.at_least,
        }


def minimise(
    puzzle: Puzzle,
    drop: Sequence[str] = ORDER,
    *,
    weaken: bool = False,
    smallest: bool = False,
    seed: int = 0,
    effort: int = EFFORT,
    time_limit: float | None = None,
) -> Puzzle:
    """The puzzle with an irreducible set of its clues: it keeps its solution as the only one, and has others
    with any clue less.

    The arguments are those of `minimisation`, which also returns what was reached when the time runs out.
    Raises `OutOfTimeError` then, and otherwise what `minimisation` raises."""
    found = minimisation(
        puzzle, drop, weaken=weaken, smallest=smallest, seed=seed, effort=effort, time_limit=time_limit
    )
    if not found.complete:
        raise OutOfTimeError
    return found.puzzle


def minimisation(
    puzzle: Puzzle,
    drop: Sequence[str] = ORDER,
    *,
    weaken: bool = False,
    smallest: bool = False,
    seed: int = 0,
    effort: int = EFFORT,
    time_limit: float | None = None,
) -> Minimisation:
    """Drop clues while the puzzle has exactly one solution.

    `drop` names the groups of clues that may be dropped, in order (see `GROUPS`); the others are kept.
    Within a group the order is random, by `seed`. With `weaken`, given parts that cannot be dropped
    become `X` where that is enough. With `smallest`, a set of clues of the smallest number is searched for
    within `effort`. When the `time_limit`, in seconds, passes, the result is what has been reached.

    Raises `NotUniqueError`, `OutOfTimeError` where the time runs out before the puzzle is proved to have one
    solution, and `ValueError` for a `drop` that names anything else."""
    if strange := [name for name in drop if name not in GROUPS]:
        raise ValueError(f"drop: {strange[0]!r} is not one of {', '.join(GROUPS)}")
    end = None if time_limit is None else _clock() + time_limit
    result = solve(puzzle, time_limit=time_limit)
    if result.status == "unknown":
        raise OutOfTimeError
    if result.status != "unique" or result.board is None:
        raise NotUniqueError(puzzle, result.status)
    clues = clues_of(puzzle)
    answer = EngineAnswer(puzzle, result.board, clues, end)
    choice = Choice(answer, clues, drop)
    given = choice.irreducible(Chance(seed))
    at_least = None
    if smallest:
        given, at_least = choice.smallest(given, Chance(seed), Effort(effort, answer.is_over))
    if weaken:
        given = choice.weakened(given)
    return Minimisation(
        _without_outdated_notes(with_clues(puzzle, given)),
        choice.number(given),
        len(clues),
        choice.is_decided,
        at_least,
    )


def _without_outdated_notes(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its seed, grade and score, which belong to the clues that it had."""
    known = puzzle.provenance
    ungraded = {} if known.grade is None else {"grade": None}  # as `generate` writes it
    return puzzle.replace(provenance=Provenance(solution=known.solution), extra={**ungraded, **puzzle.extra})


class EngineAnswer(Answer):
    """The board of any puzzle: the kernel is asked first, where it takes the puzzle, and then the
    engine `auto`. Nothing is decided any more when the time is up."""

    def __init__(self, puzzle: Puzzle, board: Board, clues: Iterable[Clue], end: float | None) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._board = board
        self._clues = clues
        self._end = end
        self._kernel = _kernel_answer(puzzle, board, self._left())

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._left() == 0

    def _ask(self, given: Mask) -> Mask | None:
        if self.is_over():
            return UNDECIDED
        found = UNDECIDED if self._kernel is None else self._kernel.another(given)
        if found != UNDECIDED:
            return found
        result = solve(with_clues(self._puzzle, given), time_limit=self._left())
        other = next((board for board in result.boards if board != self._board), None)
        if other is not None:
            return self._difference(other)
        return None if result.status == "unique" else UNDECIDED

    def _left(self) -> float | None:
        """The seconds that are left."""
        return None if self._end is None else max(0, self._end - _clock())

    def _difference(self, other: Board) -> Mask:
        """The clues that another board breaks, as the referee has it."""
        return sum(clue.mask for clue in self._clues if check(with_clues(self._puzzle, clue.value), other))


def _kernel_answer(puzzle: Puzzle, board: Board, seconds: float | None) -> KernelAnswer | None:
    """The board for the kernel, which answers for that many seconds, if it takes the puzzle."""
    if not puzzle.is_plain or max(puzzle.height, puzzle.width) > KERNEL_SIDE:
        return None
    if any(given.letter is not None or len(given.kind) > 1 for given in puzzle.givens):
        return None
    others = Others(puzzle.height, puzzle.width, puzzle.fleet.pairs)
    if seconds is not None:
        others.deadline = perf_counter() + seconds
    sheet = others.sheet(bytes(mark != WATER for row in board.rows for mark in row))
    return KernelAnswer(others, sheet, _NODES)


class Choice:
    """Which of the clues of a puzzle are given: those that may be dropped, and those that are kept."""

    def __init__(self, answer: Answer, clues: Sequence[Clue], drop: Sequence[str]) -> None:
        self._answer = answer
        self._clues = clues
        self._all = sum(clue.value for clue in clues)
        kinds = dict.fromkeys(kind for name in drop for kind in GROUPS[name])
        groups = [[*dict.fromkeys(GROUPS[name])] for name in drop]
        self._groups = [[clue for clue in clues if clue.kind in group] for group in groups]
        self._droppable = [clue for clue in clues if clue.kind in kinds]
        self._kept = sum(clue.value for clue in clues if clue.kind not in kinds)
        self.is_decided = True
        """Whether every question was answered."""

    def number(self, given: Mask) -> int:
        """How many clues are given."""
        return sum(given & clue.mask != 0 for clue in self._clues)

    def irreducible(self, chance: Chance) -> Mask:
        """All clues but those that can be spared, in the order that the groups have."""
        return self._without_spare(self._all, self._in_order(chance))

    def _in_order(self, chance: Chance) -> Iterator[Clue]:
        for group in self._groups:
            clues = [*group]
            chance.shuffle(clues)
            yield from clues

    def _without_spare(self, given: Mask, clues: Iterable[Clue]) -> Mask:
        for clue in clues:
            if given & clue.mask:
                given = self._without(given, clue.mask)
        return given

    def _without(self, given: Mask, mask: Mask) -> Mask:
        """The clues without these, if they suffice."""
        another = self._answer.another(given & ~mask)
        if another == UNDECIDED:
            self.is_decided = False
        return given if another is not None else given & ~mask

    def weakened(self, given: Mask) -> Mask:
        """The clues, with parts told only as ship where that is enough."""
        for clue in self._droppable:
            if clue.kind == "parts" and given & clue.mask:
                given = self._without(given, (GIVEN ^ JUST_SHIP) << 8 * clue.place)
        return given

    # The smallest number of clues: of every other board some clue must tell, so what is looked for is
    # the smallest set that has one of each of these sets of clues.

    def smallest(self, given: Mask, chance: Chance, effort: Effort) -> tuple[Mask, int]:
        """The fewest clues found, starting from those given, and a number that is proved to be needed."""
        kept = self.number(self._kept)
        least = kept
        telling: list[Elements] = []
        try:
            for _ in range(_STARTS):
                given = min(given, self._another_start(chance, effort), key=self.number)
            while least < self.number(given):
                chosen = hitting(telling, least - kept, effort)
                if chosen is None:
                    least += 1
                    continue
                given = min(given, self._tested(chosen, telling, effort), key=self.number)
        except OutOfEffortError:
            pass
        return given, least

    def _another_start(self, chance: Chance, effort: Effort) -> Mask:
        """An irreducible set that another order gives."""
        effort.spend(_QUESTION * len(self._droppable))
        clues = [*self._droppable]
        chance.shuffle(clues)
        return self._without_spare(self._all, clues)

    def _tested(self, chosen: Elements, telling: list[Elements], effort: Effort) -> Mask:
        """Clues that suffice, the chosen among them; the clues that tell the boards which the chosen
        leave are noted."""
        while True:
            given = self._given(chosen)
            difference = self._answer.another(given)
            effort.spend(_QUESTION)
            if difference is None:
                return self._without_spare(given, self._droppable)
            if difference == UNDECIDED:
                raise OutOfEffortError
            few = self._fewest(difference, effort)
            telling.append(few)
            chosen |= few

    def _fewest(self, difference: Mask, effort: Effort) -> Elements:
        """Of the clues that tell a board no more than it takes: as few as tell some other board."""
        told = self._broken(difference)
        for i, _ in enumerate(self._droppable):
            if told >> i & 1:
                effort.spend(_QUESTION)
                other = self._answer.another(self._given(~told | 1 << i))
                if other:
                    told = self._broken(other)
        return told

    def _broken(self, difference: Mask) -> Elements:
        """The clues that tell a board."""
        return sum(1 << i for i, clue in enumerate(self._droppable) if clue.value & difference)

    def _given(self, chosen: Elements) -> Mask:
        """The chosen clues and those that are kept anyway."""
        return self._kept | sum(clue.value for i, clue in enumerate(self._droppable) if chosen >> i & 1)
