"""Minimising: dropping clues of a puzzle as long as its solution remains the only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Final

from bimaru.advice.clue_sets.hitting_set import Effort, Elements, OutOfEffortError, find_hitting_set
from bimaru.arrangements.rejection import Chance
from bimaru.board import WATER, Board
from bimaru.clock import clock
from bimaru.engines.kernel import KERNEL_SIDE
from bimaru.engines.placement_search import PlacementSearch
from bimaru.errors import OutOfTimeError
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.generation.clue_masks import GROUPS, Clue, clues_of, with_clues
from bimaru.generation.uniqueness import (
    GIVEN,
    JUST_SHIP,
    UNDECIDED,
    KernelOracle,
    Mask,
    PlacementOracle,
    UniquenessOracle,
)
from bimaru.outcome import Outcome
from bimaru.puzzle import Provenance, Puzzle
from bimaru.rules import check
from bimaru.solving import NotUniqueError, solve

DEFAULT_ORDER: Final = ("givens", "edges", "tallies")
"""The groups of clues to drop, by default, and their order."""
DEFAULT_EFFORT: Final = 300_000
"""Default budget for the smallest number of clues, in steps: some seconds."""
_STEPS_A_QUERY: Final = 10
"""The steps that a uniqueness query costs."""
_STARTS: Final = 20
"""Irreducible sets from which the search for the smallest one starts."""
_NODES: Final = 100_000
"""Node limit of the kernel for a query before the engine `auto` takes over;"""
_PLACEMENT_NODES: Final = 30_000
"""that of the engine `placements`, whose nodes take longer."""


@dataclass(frozen=True, slots=True)
class Minimisation(Outcome):
    """A minimised puzzle, the number of its clues, and what is proved about that number."""

    puzzle: Puzzle
    clues: int
    """The number of its clues."""
    before: int
    """The number of clues of the original puzzle."""
    complete: bool
    """Whether every kept clue that was allowed to be dropped is proved to be needed. False where the time
    ran out."""
    at_least: int | None
    """A proved lower bound on the number of clues; `None` without `smallest`."""

    KEYS = ("clues", "before", "complete", "smallest", "at_least")
    RENAMED: ClassVar = {"complete": "irreducible"}

    @property
    def smallest(self) -> bool | None:
        """Whether the number of clues is proved to be the smallest possible; `None` without `smallest`."""
        return None if self.at_least is None else self.clues == self.at_least


def minimise(
    puzzle: Puzzle,
    drop: Sequence[str] = DEFAULT_ORDER,
    *,
    weaken: bool = False,
    smallest: bool = False,
    seed: int = 0,
    effort: int = DEFAULT_EFFORT,
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
    drop: Sequence[str] = DEFAULT_ORDER,
    *,
    weaken: bool = False,
    smallest: bool = False,
    seed: int = 0,
    effort: int = DEFAULT_EFFORT,
    time_limit: float | None = None,
) -> Minimisation:
    """Drop clues while the puzzle has exactly one solution.

    `drop` names the groups of clues that may be dropped, in order (see `GROUPS`); the others are kept.
    Within a group the order is random, by `seed`. With `weaken`, given parts that cannot be dropped
    become `X` where that is enough. With `smallest`, a set of clues of the smallest number is searched for
    within `effort`. When the `time_limit`, in seconds, passes, the result is what has been reached.

    Raises `NotUniqueError`, `OutOfTimeError` where the time runs out before the puzzle is proved to have one
    solution, `ValueError` for a `drop` that names anything else, and `TypeError` for text."""
    if isinstance(drop, str):
        raise TypeError(f"drop: {drop!r} is text, not a list of groups")
    if unknown := [name for name in drop if name not in GROUPS]:
        raise ValueError(f"drop: {unknown[0]!r} is not one of {', '.join(GROUPS)}")
    end = None if time_limit is None else clock.now() + time_limit
    result = solve(puzzle, time_limit=time_limit)
    if result.status == "unknown":
        raise OutOfTimeError
    if result.status != "unique" or result.board is None:
        raise NotUniqueError(puzzle, result.status)
    clues = clues_of(puzzle)
    oracle = EngineOracle(puzzle, result.board, clues, end)
    minimiser = Minimiser(oracle, clues, drop)
    given = minimiser.irreducible(Chance(seed))
    at_least = None
    if smallest:
        given, at_least = minimiser.smallest(given, Chance(seed), Effort(effort, oracle.is_over))
    if weaken:
        given = minimiser.weakened(given)
    return Minimisation(
        puzzle=_without_stale_notes(with_clues(puzzle, given)),
        clues=minimiser.number(given),
        before=len(clues),
        complete=minimiser.is_decided,
        at_least=at_least,
    )


def _without_stale_notes(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its seed, grade and score, which belong to the clues that it had."""
    known = puzzle.provenance
    ungraded = {} if known.grade is None else {"grade": None}  # as `generate` writes it
    return puzzle.replace(provenance=Provenance(solution=known.solution), extra={**ungraded, **puzzle.extra})


class EngineOracle(UniquenessOracle):
    """The oracle for any puzzle: a compiled search that takes the puzzle, then the engine `auto`.

    After `end`, by `clock`, every query is undecided."""

    def __init__(self, puzzle: Puzzle, board: Board, clues: Iterable[Clue], end: float | None) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._board = board
        self._clues = clues
        self._end = end
        self._kernel = _kernel_oracle(puzzle, board, inf if end is None else end)

    def is_over(self) -> bool:
        """Whether the time limit is reached."""
        return self._seconds_left() == 0

    def _search(self, clues: Mask, dropped: Mask) -> Mask | None:
        if self.is_over():
            return UNDECIDED
        found = UNDECIDED if self._kernel is None else self._kernel.find_other(clues, dropped)
        if found != UNDECIDED:
            return found
        result = solve(with_clues(self._puzzle, clues), time_limit=self._seconds_left())
        other = next((board for board in result.boards if board != self._board), None)
        if other is not None:
            return self._difference(other)
        return None if result.status == "unique" else UNDECIDED

    def _seconds_left(self) -> float | None:
        return None if self._end is None else max(0, self._end - clock.now())

    def _difference(self, other: Board) -> Mask:
        """The clues that another board breaks, according to the referee."""
        return sum(clue.mask for clue in self._clues if check(with_clues(self._puzzle, clue.value), other))


def _kernel_oracle(puzzle: Puzzle, board: Board, deadline: float) -> KernelOracle | PlacementOracle | None:
    """The oracle of a compiled search, with a deadline by `clock`; `None` if none takes the puzzle."""
    if not puzzle.is_plain or max(puzzle.height, puzzle.width) > KERNEL_SIDE:
        if PlacementSearch().refusal(puzzle) is not None:
            return None
        oracle = PlacementOracle(puzzle, board, _PLACEMENT_NODES)
        oracle.others.deadline = deadline
        return oracle
    others = AlternativeBoards(puzzle.height, puzzle.width, puzzle.fleet.pairs)
    others.deadline = deadline
    sheet = others.sheet(bytes(mark != WATER for row in board.rows for mark in row))
    return KernelOracle(others, sheet, _NODES)


class Minimiser:
    """Subsets of the clues of a puzzle: the kept ones, and some of those that may be dropped."""

    def __init__(self, oracle: UniquenessOracle, clues: Sequence[Clue], drop: Sequence[str]) -> None:
        self._oracle = oracle
        self._clues = clues
        self._all = sum(clue.value for clue in clues)
        kinds = dict.fromkeys(kind for name in drop for kind in GROUPS[name])
        groups = [[*dict.fromkeys(GROUPS[name])] for name in drop]
        self._groups = [[clue for clue in clues if clue.kind in group] for group in groups]
        self._droppable = [clue for clue in clues if clue.kind in kinds]
        self._kept = sum(clue.value for clue in clues if clue.kind not in kinds)
        self.is_decided = True
        """Whether every query was decided."""

    def number(self, given: Mask) -> int:
        """The number of clues in a mask."""
        return sum(given & clue.mask != 0 for clue in self._clues)

    def irreducible(self, chance: Chance) -> Mask:
        """All clues but the redundant ones, dropped group by group."""
        return self._drop_redundant(self._all, self._in_order(chance))

    def _in_order(self, chance: Chance) -> Iterator[Clue]:
        for group in self._groups:
            clues = [*group]
            chance.shuffle(clues)
            yield from clues

    def _drop_redundant(self, given: Mask, clues: Iterable[Clue]) -> Mask:
        for clue in clues:
            if given & clue.mask:
                given = self._without(given, clue.mask)
        return given

    def _without(self, given: Mask, mask: Mask) -> Mask:
        """The clues without those of the mask if the rest suffices, else unchanged."""
        difference = self._oracle.find_other(given & ~mask, mask)
        if difference == UNDECIDED:
            self.is_decided = False
        return given if difference is not None else given & ~mask

    def weakened(self, given: Mask) -> Mask:
        """The clues, with parts reduced to plain ship where that is enough."""
        for clue in self._droppable:
            if clue.kind == "parts" and given & clue.mask:
                given = self._without(given, (GIVEN ^ JUST_SHIP) << 8 * clue.position)
        return given

    # The smallest number of clues: every other board must be excluded by some clue, so it is the
    # smallest hitting set of the sets of clues that exclude each of the other boards.

    def smallest(self, given: Mask, chance: Chance, effort: Effort) -> tuple[Mask, int]:
        """The fewest sufficient clues found, starting from `given`, and a proved lower bound on their
        number."""
        kept = self.number(self._kept)
        least = kept
        excluding: list[Elements] = []
        try:
            for _ in range(_STARTS):
                given = min(given, self._random_irreducible(chance, effort), key=self.number)
            while least < self.number(given):
                chosen = find_hitting_set(excluding, least - kept, effort)
                if chosen is None:
                    least += 1
                    continue
                given = min(given, self._complete(chosen, excluding, effort), key=self.number)
        except OutOfEffortError:
            pass
        return given, least

    def _random_irreducible(self, chance: Chance, effort: Effort) -> Mask:
        """An irreducible set, dropping clues of all groups in random order."""
        effort.spend(_STEPS_A_QUERY * len(self._droppable))
        clues = [*self._droppable]
        chance.shuffle(clues)
        return self._drop_redundant(self._all, clues)

    def _complete(self, chosen: Elements, excluding: list[Elements], effort: Effort) -> Mask:
        """A sufficient set of clues with the chosen ones. For each other board met on the way, the set of
        clues that exclude it is appended to `excluding`."""
        while True:
            given = self._mask(chosen)
            difference = self._oracle.find_other(given)
            effort.spend(_STEPS_A_QUERY)
            if difference is None:
                return self._drop_redundant(given, self._droppable)
            if difference == UNDECIDED:
                raise OutOfEffortError
            few = self._few_excluding(difference, effort)
            excluding.append(few)
            chosen |= few

    def _few_excluding(self, difference: Mask, effort: Effort) -> Elements:
        """A small set of clues that exclude a board: from those for the given board, clues are dropped
        as long as what remains are all the clues that exclude some other board."""
        excluding = self._excluding(difference)
        for i, _ in enumerate(self._droppable):
            if excluding >> i & 1:
                effort.spend(_STEPS_A_QUERY)
                other = self._oracle.find_other(self._mask(~excluding | 1 << i))
                if other:
                    excluding = self._excluding(other)
        return excluding

    def _excluding(self, difference: Mask) -> Elements:
        """The droppable clues that exclude a board."""
        return sum(1 << i for i, clue in enumerate(self._droppable) if clue.value & difference)

    def _mask(self, chosen: Elements) -> Mask:
        """The mask of the chosen clues and the kept ones."""
        return self._kept | sum(clue.value for i, clue in enumerate(self._droppable) if chosen >> i & 1)
