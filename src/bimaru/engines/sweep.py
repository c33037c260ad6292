"""The engine `sweep`: all boards at once, by dynamic programming over the squares of the grid.

It is the transfer-matrix method of enumerative combinatorics (R. P. Stanley, "Enumerative Combinatorics" 1,
section 4.7) with a broken profile, as it counts tilings and polyominoes (I. Jensen, "Enumerations of lattice
animals and trees", Journal of Statistical Physics 102, 2001). `count` needs no enumeration: its time depends
on the clues, hardly on the number of boards. Boards are read from the same numbers, one by one.

This file chooses the direction and makes the plan; `sweep_kernel` sweeps, compiled. It takes straight ships
without letters. Where the states become too many, it gives up, which shows only then: it refuses the puzzle
in the middle of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate, product
from math import comb, inf, log, prod
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.lines import tallies_add_up
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.engines.sweep_kernel import Plan, State, Step, Sweep, Watch
from bimaru.errors import OutOfReachError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.placements import Placement, board_of, could_fit, fitting, number_of_placements
from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import Part, Square

MOST_BYTES: Final = 1_000_000_000
"""Memory limit."""
MOST_PARTS: Final = 100_000
"""The most parts of a fleet: a second to number them."""
MOST_STATES: Final = 1e10
"""The most states before a square that a sweep is begun with, by `bound_states`, which is seldom near."""
_GROWTH: Final = 2.35
"""How many times more profiles each column makes, measured with the standard fleet on 6 to 14 columns."""
_MOST_KNOWN: Final = 100_000
"""Numbers kept for the next board: some 20 MB."""

T = TypeVar("T")
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""A fleet, as pairs (length, number of ships)."""


class SweepEngine:
    """Takes straight ships without letters, as long as the states fit in memory."""

    name = "sweep"

    def refusal(self, puzzle: Puzzle) -> str | None:
        if reason := _refusal_of_kind(puzzle):
            return reason
        if not _can_have_boards(puzzle):
            return None
        if (states := min(bound_states(puzzle, is_turned) for is_turned in (False, True))) > MOST_STATES:
            return f"it may have {states:.1g} states before a square, the limit is {MOST_STATES:.0g}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        check_takes(self, puzzle)
        return SweepRun(puzzle, budget)


def _refusal_of_kind(puzzle: Puzzle) -> str | None:
    return None if puzzle.is_plain else "it takes straight ships without letters only"


def bound_states(puzzle: Puzzle, is_turned: bool) -> float:
    """About the most states before a square, in one direction: the number of profiles, times that of the ways
    in which ships so far may have used the columns with tallies. Most puzzles have far fewer."""
    rows, cols = (puzzle.cols, puzzle.rows) if is_turned else (puzzle.rows, puzzle.cols)
    if len(cols) * log(_GROWTH) > log(MOST_STATES):
        return inf
    squares = puzzle.fleet.squares
    longest = max(puzzle.fleet, default=1)
    step = 1 + len(rows) // 16
    ways = max(_ways_to_use(rows, cols, row, squares, longest - 1) for row in range(0, len(rows), step))
    return max(ways, 1) * _GROWTH ** len(cols)


def _ways_to_use(rows: Sequence[Tally], cols: Sequence[Tally], row: int, squares: int, pending: int) -> int:
    """In how many ways the columns with tallies may be used after a row, by ships that reach up to `pending`
    squares beyond it."""
    tracked = [tally for tally in cols if tally is not None]
    open_above, open_below = None in rows[: row + 1], None in rows[row + 1 :]
    above = sum(tally or 0 for tally in rows[: row + 1])
    slack = squares - sum(tally or 0 for tally in rows) if open_above else 0
    least = above + (0 if open_below else slack) - (squares - sum(tracked))
    most = above + slack + 2 * pending
    ways = [1]
    for tally in tracked:
        fewest, n_most = max(0, tally - (len(rows) - 1 - row)), min(tally, row + 1 + pending)
        sums = [0, *accumulate(ways)]
        ways = [
            sums[min(max(used - fewest + 1, 0), len(ways))] - sums[min(max(used - n_most, 0), len(ways))]
            for used in range(min(len(ways) + n_most, most + 1))
        ]
    return sum(ways[max(least, 0) :])


def is_better_turned(puzzle: Puzzle) -> bool:
    """Whether the sweep should have fewer states along the columns."""
    return bound_states(puzzle, True) < bound_states(puzzle, False)


def unlimited(_swept: int, _used: int) -> None:
    """A watch that never stops a sweep."""


def watch_until(squares: int, deadline: float | None, watch: Watch = unlimited) -> Watch:
    """A watch over a grid of `squares` that raises `OutOfTimeError` at the deadline and
    `OutOfReachError` beyond `MOST_BYTES`."""

    def check(swept: int, used: int) -> None:
        done = f"{swept} of {squares} squares"
        if deadline is not None and clock.now() >= deadline:
            raise OutOfTimeError(f"{done} were counted")
        if used > MOST_BYTES:
            raise OutOfReachError(f"after {done} the numbers take more than {MOST_BYTES / 1e9:g} GB")
        watch(swept, used)

    return check


@contextmanager
def watching(puzzle: Puzzle, deadline: float | None, watch: Watch = unlimited) -> Iterator[Watch]:
    """A context for a sweep and its plan, with the watch of `watch_until`. Raises what that raises."""
    squares = puzzle.height * puzzle.width
    limits = watch_until(squares, deadline, watch)
    limits(0, 0)
    try:
        with building_until(deadline):
            yield limits
    except OutOfBudgetError:
        raise OutOfTimeError(f"0 of {squares} squares were counted") from None


def count_by_sweep(puzzle: Puzzle, watch: Watch = unlimited) -> int:
    """The exact number of boards. Raises what the watch raises, and `OutOfReachError`."""
    if not _can_have_boards(puzzle):
        return 0
    grid = grid_of(puzzle, is_better_turned(puzzle))
    sweep = Sweep(grid.plan)
    layer = sweep.first_layer()
    for row in range(grid.plan.height):
        before, layer = layer, sweep.next_row(row, layer, watch)
        sweep.recycle(before)
    return sweep.last_layer(layer)


def completions_of(puzzle: Puzzle, watch: Watch = unlimited, *, counts: bool = False) -> Completions | None:
    """The completions of a puzzle, `None` if it has no board. Raises what `watch` raises, `OutOfReachError`
    for a fleet with too many parts, and `UnsupportedPuzzleError` for letters and polyomino ships."""
    if reason := _refusal_of_kind(puzzle):
        raise UnsupportedPuzzleError(SweepEngine.name, reason)
    if not _can_have_boards(puzzle):
        return None
    completions = Completions(grid_of(puzzle, is_better_turned(puzzle)), watch, counts=counts)
    return completions if completions.total else None


class Completions:
    """For every state at the start of a row, and every part of the fleet, the ways to complete it.

    `total` is the number of boards. With `counts`, `boards_with_ship` has that of each placement. The
    vectors of all rows stay in memory. Raises what `watch` raises."""

    def __init__(self, grid: Grid, watch: Watch, *, counts: bool = False) -> None:
        self._grid = grid
        self._height, self._width = grid.plan.height, grid.plan.width
        self._sweep = Sweep(grid.plan)
        self._known: dict[tuple[int, int, State, int], int] = {}
        self._layers = [self._sweep.first_layer()]
        kept = 0

        def watch_all(swept: int, used: int) -> None:
            watch(swept, used + kept)

        for row in range(self._height):
            self._layers.append(self._sweep.next_row(row, self._layers[row], watch_all))
            kept += self._layers[row].bytes()
        self.total = self._sweep.last_layer(self._layers[-1])
        for row in reversed(range(self._height)):
            self._sweep.previous_row(row, self._layers[row], self._layers[row + 1], counts, watch_all)
            kept += self._layers[row].bytes() // 2

    def boards_with_ship(self) -> dict[Placement, int]:
        """The number of boards with each placement; those with none are left out."""
        width = self._width
        return {
            self._grid.ships[divmod(square, width), ship]: number
            for (square, ship), number in self._sweep.boards_by_start().items()
        }

    def draw(self, below: Callable[[int], int]) -> list[Placement]:
        """A board, by its ships. `below` gives a random number from 0 to one less than its argument: each of
        the boards comes with the same probability."""

        def choose(moves: list[tuple[Step, int]]) -> Step:
            left = below(sum(ways for _, ways in moves))
            up_to = accumulate(ways for _, ways in moves)
            return next(step for (step, _), end in zip(moves, up_to, strict=True) if left < end)

        placed, path = [], _Path(0, 0, self._sweep.first_state(), 0, False)
        while path.row < self._height:
            step = choose(self._moves(path))
            if step.start:
                placed.append(self._placement(path, step))
            path = self._after(path, step)
        return placed

    def boards(self) -> Iterator[list[Placement]]:
        """All boards, by their ships."""
        stack = [(_Path(0, 0, self._sweep.first_state(), 0, False), tuple[Placement, ...]())]
        while stack:
            path, placed = stack.pop()
            if path.row == self._height:
                yield [*placed]
                continue
            for step, ways in reversed(self._moves(path)):
                if ways:
                    more = (self._placement(path, step),) if step.start else ()
                    stack.append((self._after(path, step), (*placed, *more)))

    def _moves(self, path: _Path) -> list[tuple[Step, int]]:
        """The moves from a square, with the ways to complete each."""
        steps = self._sweep.steps(path.row, path.col, path.state)
        return [(step, self._ways_after(step, path.row, path.part)) for step in steps]

    def _ways_after(self, step: Step, row: int, part: int) -> int:
        part = self._part_after(step.start, part)
        if part < 0:
            return 0
        if step.onward < self._width:
            return self._ways(row, step.onward, step.state, part)
        return self._sweep.ways(self._layers[row + 1], step.state, part)

    def _ways(self, row: int, col: int, state: State, part: int) -> int:
        """The ways to complete a state within a row, with that part placed."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        key = (row, col, state, part)
        ways = self._known.get(key)
        if ways is None:
            steps = self._sweep.steps(row, col, state)
            ways = self._known[key] = sum(self._ways_after(step, row, part) for step in steps)
        return ways

    def _part_after(self, start: int, part: int) -> int:
        """The part with the ship that starts, if any; -1 if the fleet has no such ship left."""
        plan = self._grid.plan
        return plan.after[(start - 1) // 2 * len(plan.squares) + part] if start else part

    def _after(self, path: _Path, step: Step) -> _Path:
        ends_row = step.onward == self._width
        row, col = (path.row + 1, 0) if ends_row else (path.row, step.onward)
        part = self._part_after(step.start, path.part)
        return _Path(row, col, step.state, part, path.is_mirrored != step.mirrors)

    def _placement(self, path: _Path, step: Step) -> Placement:
        """The ship that starts with a step. After a row whose state was replaced by its mirror image, the
        rest of the grid is mirrored."""
        down = step.start % 2 == 0
        col = path.col
        if path.is_mirrored:
            last = col if down else col + self._grid.plan.lengths[(step.start - 1) // 2] - 1
            col = self._width - 1 - last
        return self._grid.ships[(path.row, col), step.start]


class _Path(NamedTuple):
    """Where a walk over the grid is."""

    row: int
    col: int
    state: State
    part: int
    is_mirrored: bool


class SweepRun(Run):
    """The boards of a puzzle, from the completions of all states; `count` needs the sweep down only."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._deadline = None if budget.seconds is None else clock.now() + budget.seconds
        self._is_begun = False
        self._left = 0
        self._boards: Iterator[list[Placement]] = iter(())

    def __next__(self) -> Board:
        if not self._is_begun:
            try:
                completions = self._swept(completions_of)
            except OutOfTimeError:
                raise StopIteration from None
            if completions is not None:
                self._left, self._boards = completions.total, completions.boards()
            self.complete = self._left == 0
        if self._deadline is not None and clock.now() >= self._deadline:
            raise StopIteration
        placed = next(self._boards)
        self._left -= 1
        self.complete = self._left == 0
        return board_of(self._puzzle, placed)

    def _swept(self, sweep: Callable[[Puzzle, Watch], T]) -> T:
        """What a sweep finds. Raises `OutOfTimeError`, and `UnsupportedPuzzleError` for too many states."""
        self._is_begun = True
        try:
            with watching(self._puzzle, self._deadline) as watch:
                return sweep(self._puzzle, watch)
        except OutOfReachError as error:
            raise UnsupportedPuzzleError(SweepEngine.name, str(error)) from None

    def count(self) -> int:
        if self._is_begun:
            return super().count()
        try:
            number = self._swept(count_by_sweep)
        except OutOfTimeError:
            return 0
        self.complete = True
        return number


def _can_have_boards(puzzle: Puzzle) -> bool:
    """Whether the fleet fits on the grid, and has as many squares as the tallies."""
    return tallies_add_up(puzzle) and could_fit(puzzle.height, puzzle.width, puzzle.fleet.pairs)


# The plan of a sweep


def number_parts(fleet: Pairs) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The parts of a fleet, numbered in the order of their squares: `squares` and `after`, as in `Plan`."""
    lengths = [length for length, _ in fleet]
    counts = product(*(range(count + 1) for _, count in fleet))
    parts = sorted(counts, key=lambda part: (_squares(lengths, part), part))
    number = {part: i for i, part in enumerate(parts)}
    after = (
        number.get((*part[:k], part[k] + 1, *part[k + 1 :]), -1) for k in range(len(fleet)) for part in parts
    )
    return tuple(_squares(lengths, part) for part in parts), tuple(after)


def _squares(lengths: Sequence[int], part: Sequence[int]) -> int:
    return sum(length * count for length, count in zip(lengths, part, strict=True))


def words_of_numbers(ways: Mapping[int, int], fleet: Pairs) -> int:
    """The 64-bit words of the largest number, by the ways to place each ship, touching allowed."""
    bound = prod(comb(ways[length], min(count, ways[length] // 2)) for length, count in fleet)
    return bound.bit_length() // 64 + 1


class Grid(NamedTuple):
    """A puzzle as a sweep sees it: turned, if that is better. Ships are 1 + 2 * index of the length, plus 1
    if down, as in `Plan`."""

    plan: Plan
    ships: Mapping[tuple[Square, int], Placement]
    """The placements of the puzzle by their first square and ship on the grid that is swept."""


def grid_of(puzzle: Puzzle, is_turned: bool) -> Grid:
    """The plan of a puzzle. Raises `OutOfReachError` if its fleet has too many parts."""
    fleet = puzzle.fleet.pairs
    _check_parts(puzzle, fleet)
    found = {ship.length: placed for ship, placed in fitting(puzzle).items()}
    words = words_of_numbers({length: len(found[length]) for length, _ in fleet}, fleet)
    index = {length: k for k, (length, _) in enumerate(fleet)}
    ships = {
        _start(placement, index[length], is_turned): placement
        for length, _ in fleet
        for placement in found[length]
    }
    height, width = (puzzle.width, puzzle.height) if is_turned else (puzzle.height, puzzle.width)
    rows, cols = (puzzle.cols, puzzle.rows) if is_turned else (puzzle.rows, puzzle.cols)
    starts: list[list[int]] = [[] for _ in range(height * width)]
    for (row, col), ship in ships:
        starts[row * width + col].append(ship)
    for here in starts:
        here.sort(key=lambda ship: (not ship % 2, ship))
    kinds = {(c, r) if is_turned else (r, c): kind for r, c, kind in puzzle.givens}
    squares = [*product(range(height), range(width))]
    longest = max((length for length, _ in fleet), default=1)
    plan = Plan(
        height,
        width,
        [-1 if tally is None else tally for tally in rows],
        [-1 if tally is None else tally for tally in cols],
        longest.bit_length(),
        starts,
        bytes(kinds.get(square, Part.WATER) == Part.WATER for square in squares),
        _room(height, width, {square for square, kind in kinds.items() if kind == Part.WATER}),
        [length for length, _ in fleet],
        *number_parts(fleet),
        words,
        not kinds and all(tally is None for tally in cols),
    )
    return Grid(plan, ships)


def _check_parts(puzzle: Puzzle, fleet: Pairs) -> None:
    ways = {ship.length: number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships}
    n_parts = prod(count + 1 for _, count in fleet)
    size = 8 * words_of_numbers(ways, fleet) * n_parts
    if n_parts > MOST_PARTS or size > MOST_BYTES:
        raise OutOfReachError(f"the fleet has so many parts that each of the numbers takes {size} bytes")


def _start(placement: Placement, index: int, is_turned: bool) -> tuple[Square, int]:
    """The first square of a placement, and its ship, on the grid that is swept."""
    (row, col), last = placement.squares[0], placement.squares[-1]
    down = (last[1] > col) if is_turned else (last[0] > row)
    return ((col, row) if is_turned else (row, col)), 1 + 2 * index + down


def _room(height: int, width: int, water: set[Square]) -> list[int]:
    """For each square the squares of its column, from it down, that are not given as water."""
    room = [0] * (height * width)
    for row in reversed(range(height)):
        for col in range(width):
            below = room[(row + 1) * width + col] if row + 1 < height else 0
            room[row * width + col] = below + ((row, col) not in water)
    return room
