# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""The engine `placements`: depth-first search over the placements of ships of any kind.

It serves ships with letters and polyomino ships as `search` serves the others. A node branches on what has
the fewest candidates: a kind of ship, or a square that is known to be ship. The rules are in `pose_rules`,
the tables in `poses`. Compiled with Cython (pure-Python mode); uncompiled it is the same program, slower,
and the tests compare the two.
"""

from __future__ import annotations

from array import array
from math import inf

import cython

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines.poses import (
    GIVEN_PARTS,
    MOST_LETTERS,
    Poses,
    code_of,
    edge_lines,
    memory_needed,
    poses_of,
)
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.puzzle import Puzzle

if cython.compiled:
    from cython.cimports.bimaru.bits import Index, Number, Numbers, Word, Words, popcount
    from cython.cimports.bimaru.engines import poses as layout
    from cython.cimports.bimaru.engines.pose_rules import (
        CHANGED,
        OPEN,
        SOLVED,
        add_given,
        covering,
        entry_of,
        kind_of,
        lowest_bit,
        place,
        propagate_once,
        symbols_of,
    )
    from cython.cimports.cpython.exc import PyErr_CheckSignals
else:
    from bimaru.bits import Index, Number, Numbers, Word, Words, popcount
    from bimaru.engines import poses as layout
    from bimaru.engines.pose_rules import (
        CHANGED,
        OPEN,
        SOLVED,
        add_given,
        covering,
        entry_of,
        kind_of,
        lowest_bit,
        place,
        propagate_once,
        symbols_of,
    )

MOST_BYTES = 256_000_000
"""The largest memory of a search."""

_PASS_WORDS = cython.declare(cython.longlong, 120_000)
"""Words of starts that are filtered between two checks of the clock and of signals: some ten milliseconds."""
_NO_END = cython.declare(cython.longlong, 2**62)
_CLOCK = cython.declare(object, clock)
_NEVER = cython.declare(cython.double, inf)
_SPELLED = cython.declare(object, Board._spelled)

_MARKS = b"".join(kind.encode() if len(kind) == 1 else b"X" for kind in GIVEN_PARTS)
"""How a board writes a part, by its code; a polyomino ship is `X` all over."""

# The position of a search: the level to continue from, or -1 when nothing is left; the level of the board
# just found, or -1; whether the rules have still to be applied to the frame of the level.
_LEVEL = cython.declare(cython.int, 0)
_FOUND = cython.declare(cython.int, 1)
_IS_NEW = cython.declare(cython.int, 2)
_POSITION_SIZE = cython.declare(cython.int, 3)
# The branch of a level: its kind, or -1 and its square.
_LEVEL_SIZE = cython.declare(cython.int, 2)


# Candidates


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def preferred(memory: Words, table: Numbers, frame: Index, kind: Index, cell: Index) -> Number:
    """The first candidate that is preferred, of a kind or, if that is -1, among those that cover a square:
    pose times `64 * WORDS` plus start; -1 if there is none."""
    n_words: Index = table[layout.WORDS]
    start: Number
    for pose in range(table[layout.N_POSES]):
        if kind >= 0 and kind_of(table, pose) != kind:
            continue
        entry = entry_of(table, pose)
        for i in range(n_words):
            at = n_words * pose + i
            x = memory[frame + table[layout.STARTS] + at] & memory[table[layout.AT_PREFERRED] + at]
            while x:
                start = 64 * i + lowest_bit(x)
                if kind >= 0:
                    return 64 * n_words * pose + start
                for k in range(table[entry + layout.N_SQUARES]):
                    if start + table[table[entry + layout.SQUARES] + k] == cell:
                        return 64 * n_words * pose + start
                x &= x - 1
    return -1


# Searching


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_branch(memory: Words, table: Numbers, frame: Index, levels: Numbers, level: Index) -> cython.void:
    """Write the branch of a level: the kind with the fewest candidates beyond its missing ships, or the
    uncovered ship square with the fewest."""
    n_words: Index = table[layout.WORDS]
    fewest: Index = 64 * n_words * table[layout.N_POSES] + 1
    number: Index
    for kind in range(table[layout.N_KINDS]):
        if memory[frame + table[layout.MISSING] + kind]:
            number = memory[table[layout.AT_LIVE] + kind] - memory[frame + table[layout.MISSING] + kind] + 1
            if number < fewest:
                fewest = number
                levels[_LEVEL_SIZE * level] = kind
    for i in range(n_words):
        x = memory[frame + table[layout.SHIPS] + i] & ~memory[frame + table[layout.TAKEN] + i]
        while x and fewest > 0:
            number = covering(memory, table, frame, 64 * i + lowest_bit(x), fewest - 1)
            if number < 0:  # negative: how many fewer there are
                fewest += number
                levels[_LEVEL_SIZE * level] = -1
                levels[_LEVEL_SIZE * level + 1] = 64 * i + lowest_bit(x)
            x &= x - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_candidate(memory: Words, table: Numbers, frame: Index, kind: Index, cell: Index) -> Number:
    """The next candidate of a branch: pose times `64 * WORDS` plus start; -1 if the branch is done."""
    n_words: Index = table[layout.WORDS]
    number: Word = 0
    first: Number = -1
    found: Number = preferred(memory, table, frame, kind, cell)
    if kind < 0:
        return found if found >= 0 else max(-1, covering(memory, table, frame, cell, 0))
    for pose in range(table[layout.N_POSES]):
        if kind_of(table, pose) == kind:
            for i in range(n_words):
                x = memory[frame + table[layout.STARTS] + n_words * pose + i]
                if x:
                    if first < 0:
                        first = 64 * (n_words * pose + i) + lowest_bit(x)
                    number += popcount(x)
    if number < memory[frame + table[layout.MISSING] + kind]:
        return -1
    return found if found >= 0 else first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def descend(
    memory: Words,
    table: Numbers,
    levels: Numbers,
    position: Numbers,
    edges: Numbers,
    n_edges: Index,
    nodes: Number,
    passes: Number,
) -> Number:
    """Continue the search until a board is found, nothing is left, `nodes` are spent, or the rules have been
    applied `passes` times. Returns the nodes left over."""
    n_words: Index = table[layout.WORDS]
    size: Index = table[layout.FRAME_SIZE]
    level: Index = position[_LEVEL]
    one: Word = 1
    position[_FOUND] = -1
    while level >= 0:
        frame = table[layout.AT_FRAMES] + level * size
        if position[_IS_NEW]:
            if passes <= 0:
                break
            passes -= 1
            outcome = propagate_once(memory, table, frame, edges, n_edges)
            if outcome == CHANGED:
                continue
            position[_IS_NEW] = 0
            if outcome == OPEN:
                choose_branch(memory, table, frame, levels, level)
                continue
            if outcome == SOLVED:
                position[_FOUND] = level
            level -= 1
            if outcome == SOLVED:
                break
            continue
        branch = _LEVEL_SIZE * level
        candidate = next_candidate(memory, table, frame, levels[branch], levels[branch + 1])
        if candidate < 0:
            level -= 1
            continue
        if nodes <= 0:
            break
        nodes -= 1
        pose = candidate // (64 * n_words)
        start = candidate % (64 * n_words)
        for i in range(frame + size, frame + 2 * size):
            memory[i] = memory[i - size]
        # neither later siblings nor their descendants try it again
        memory[frame + table[layout.STARTS] + n_words * pose + (start >> 6)] &= ~(one << (start & 63))
        if place(memory, table, frame + size, pose, start):
            level += 1
            position[_IS_NEW] = 1
    position[_LEVEL] = level
    return nodes


# Objects


@cython.cclass
class PoseFrames:
    """The memory of a search. Its fields and methods are declared in `placement_search.pxd`."""

    def reserve(self, poses: Poses) -> cython.void:
        """Allocate memory for these tables."""
        self.poses = poses
        self.table_bytes = poses.table
        self.first = poses.first
        self.first_words = len(poses.first) // 8
        frames: Index = poses.ships + 2
        numbers: Index = _LEVEL_SIZE * frames
        if cython.compiled:
            table: cython.p_char = self.table_bytes
            first: cython.p_char = self.first
            self.table = cython.cast(Numbers, table)
            self.first_sets = cython.cast(Words, first)
            edges: Index = 8 * self.table[layout.N_LINES]
            self.memory_bytes = bytearray(
                8 * (self.table[layout.AT_FRAMES] + self.table[layout.FRAME_SIZE] * frames)
            )
            self.memory_bytes[: len(poses.masks)] = poses.masks
            self.numbers = bytearray(8 * (numbers + _POSITION_SIZE + edges))
            words: cython.p_char = self.memory_bytes
            levels: cython.p_char = self.numbers
            self.memory = cython.cast(Words, words)
            self.levels = cython.cast(Numbers, levels)
            self.position = self.levels + numbers
            self.edges = self.position + _POSITION_SIZE
        else:
            self.table = array("q", poses.table).tolist()
            self.first_sets = array("Q", poses.first).tolist()
            masks = array("Q", poses.masks).tolist()
            size = self.table[layout.AT_FRAMES] + self.table[layout.FRAME_SIZE] * frames
            self.memory = [*masks, *[0] * (size - len(masks))]
            self.levels = [0] * numbers
            self.position = [0] * _POSITION_SIZE
            self.edges = [0] * (8 * self.table[layout.N_LINES])
        self.height = self.table[0]
        self.width = self.table[1]

    def reset(self) -> cython.void:
        """Write a first frame in which nothing is known, and forget the letters at the edges."""
        frame: Index = self.table[layout.AT_FRAMES]
        squares: Word = 0
        for i in range(self.table[layout.WORDS]):
            self.memory[frame + self.table[layout.SHIPS] + i] = 0
        for i in range(self.first_words):
            self.memory[frame + self.table[layout.WATERS] + i] = self.first_sets[i]
        for i in range(self.table[layout.N_KINDS]):
            kind = self.table[layout.KINDS] + 2 * i
            self.memory[frame + self.table[layout.MISSING] + i] = self.table[kind]
            squares += self.table[kind] * self.table[kind + 1]
        for i in range(self.table[layout.N_LINES] - 1):
            self.memory[frame + self.table[layout.LOWEST] + i] = 0
            self.memory[frame + self.table[layout.HIGHEST] + i] = (
                self.width if i < self.height else self.height
            )
            self.memory[self.table[layout.AT_EXCLUDED] + i] = 0
        self.set_tally(self.table[layout.N_LINES] - 1, squares)
        self.memory[frame + self.table[layout.PLACED]] = 0
        self.n_edges = 0
        self.position[_LEVEL] = 0
        self.position[_FOUND] = -1
        self.position[_IS_NEW] = 1

    def set_tally(self, line: Index, tally: Number) -> cython.void:
        """Write a tally into the first frame."""
        frame: Index = self.table[layout.AT_FRAMES]
        self.memory[frame + self.table[layout.LOWEST] + line] = tally
        self.memory[frame + self.table[layout.HIGHEST] + line] = tally

    def exclude_tally(self, line: Index, tally: Number) -> cython.void:
        """Restrict the search to boards on which the line has another tally."""
        self.memory[self.table[layout.AT_EXCLUDED] + line] = 1 + tally

    def add_given(self, row: Index, col: Index, code: Index) -> cython.void:
        """Write a given into the first frame; see `poses.code_of`."""
        add_given(
            self.memory, self.table, self.table[layout.AT_FRAMES], row * self.table[layout.STRIDE] + col, code
        )

    def add_edge(self, first: Index, step: Index, length: Index, symbol: Index) -> cython.void:
        """Add a letter at an edge: the first square of its line, the step to the next, their number."""
        self.edges[4 * self.n_edges] = first
        self.edges[4 * self.n_edges + 1] = step
        self.edges[4 * self.n_edges + 2] = length
        self.edges[4 * self.n_edges + 3] = symbol
        self.n_edges += 1

    def search(self, nodes: Number) -> Number:
        """Search until a board is found, or for some milliseconds, or until the nodes are spent. Returns
        the nodes left over. Releases the GIL meanwhile, and checks for signals."""
        passes: Number = _PASS_WORDS // (self.table[layout.N_POSES] * self.table[layout.WORDS] + 1) + 1
        with cython.nogil:
            nodes = descend(
                self.memory, self.table, self.levels, self.position, self.edges, self.n_edges, nodes, passes
            )
        if cython.compiled:  # the interpreter checks by itself
            PyErr_CheckSignals()
        return nodes

    def placed_of_found(self) -> Index:
        """Where the memory has the number of placements of the board just found, before these themselves."""
        frame: Index = self.table[layout.AT_FRAMES] + self.position[_FOUND] * self.table[layout.FRAME_SIZE]
        return frame + self.table[layout.PLACED]

    def prefer_found(self) -> cython.void:
        """Prefer the placements of the board just found in all searches from here on."""
        n_words: Index = self.table[layout.WORDS]
        placed: Index = self.placed_of_found()
        i: Index
        one: Word = 1
        preferred_starts: Index = self.table[layout.AT_PREFERRED]
        for i in range(preferred_starts, preferred_starts + n_words * self.table[layout.N_POSES]):
            self.memory[i] = 0
        for i in range(placed + 1, placed + 1 + self.memory[placed]):
            self.memory[preferred_starts + self.memory[i] // 64] |= one << (self.memory[i] & 63)

    def write_board(self, parts: cython.p_uchar, symbols: cython.p_uchar) -> cython.void:
        """Write 1 plus the code of its part, and the symbol, of each ship square of the board just found."""
        n_words: Index = self.table[layout.WORDS]
        placed: Index = self.placed_of_found()
        i: Index
        pose: Index
        cell: Index
        for i in range(placed + 1, placed + 1 + self.memory[placed]):
            pose = self.memory[i] // (64 * n_words)
            entry = entry_of(self.table, pose)
            for k in range(self.table[entry + layout.N_SQUARES]):
                cell = self.memory[i] % (64 * n_words) + self.table[self.table[entry + layout.SQUARES] + k]
                cell -= cell // self.table[layout.STRIDE]  # without the column beyond the last
                parts[cell] = 1 + self.table[self.table[entry + layout.PARTS] + k]
                symbols[cell] = self.table[symbols_of(self.table, pose) + k]


@cython.cclass
class PlacementRun(PoseFrames):
    """A run of the engine `placements`: all boards of a puzzle.

    It implements the protocol `Run`, and can be joined by other engines as a `KernelRun` can: see there
    for `found`, `end`, `deadline`, `next_elsewhere` and `count_elsewhere`."""

    engine = cython.declare(str, visibility="public")

    complete = cython.declare(cython.bint, visibility="public")
    stats = cython.declare(dict, visibility="public")
    puzzle = cython.declare(object, visibility="readonly")
    end = cython.declare(cython.double, visibility="readonly")  # by the budget, or infinity
    deadline = cython.declare(cython.double, visibility="public")
    next_elsewhere = cython.declare(object, visibility="public")
    count_elsewhere = cython.declare(object, visibility="public")
    found = cython.declare(cython.longlong, visibility="readonly")
    nodes: Number  # spent so far
    node_limit: Number

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.nodes = 0
        self.found = 0
        self.node_limit = _NO_END if budget.nodes is None else min(budget.nodes, _NO_END)
        self.puzzle = puzzle
        self.end = _NEVER if budget.seconds is None else _CLOCK.now() + budget.seconds
        self.deadline = self.end
        self.stats = {"nodes": 0}
        self.engine = "placements"
        self.next_elsewhere = self.count_elsewhere = None
        self.complete = not self.start()

    @cython.cfunc
    def start(self) -> cython.bint:
        """Write the clues. Returns false if one is a letter that no ship has, or the fleet has no room."""
        puzzle: Puzzle = self.puzzle
        poses = poses_of(puzzle)
        if not poses.has_room:
            return False
        self.reserve(poses)
        self.reset()
        code: Index
        tallies: tuple[int | None, ...] = puzzle.rows + puzzle.cols
        for line in range(len(tallies)):
            tally = tallies[line]
            if tally is not None:
                self.set_tally(line, tally)
        for given in puzzle.givens:
            code = code_of(given[2], poses)
            if code < 0:
                return False
            self.add_given(given[0], given[1], code)
        for first, step, length, letter in edge_lines(puzzle):
            code = poses.symbol(letter)
            if code == 0:
                return False
            self.add_edge(first, step, length, code)
        return True

    def __iter__(self) -> PlacementRun:
        return self

    def __next__(self) -> Board:
        """The next board. Raises `StopIteration` if there is none or the budget is spent."""
        board = self.next_before_deadline()
        if board is None and not self.complete and self.next_elsewhere is not None:
            board = self.next_elsewhere(self)
        if board is None:
            raise StopIteration
        return board

    def next_before_deadline(self) -> Board | None:
        """The next board, or `None` if there is none before the deadline."""
        while self.advance():
            if self.position[_FOUND] >= 0:
                return self.board()
        return None

    def count(self) -> int:
        """The number of boards still to come: exact if the run is `complete` afterwards."""
        number: Number = self.count_before_deadline()
        if not self.complete and self.count_elsewhere is not None:
            return self.count_elsewhere(self, number)
        return number

    def count_before_deadline(self) -> int:
        """The number of boards found from here to the deadline."""
        found: Number = 0
        while self.advance():
            found += self.position[_FOUND] >= 0
        return found

    @cython.cfunc
    def advance(self) -> cython.bint:
        """Continue for a slice, or until a board is found. Returns false if that is not possible."""
        nodes: Number = self.node_limit - self.nodes
        if self.complete or nodes <= 0 or (self.deadline < _NEVER and _CLOCK.now() >= self.deadline):
            return False
        self.nodes += nodes - self.search(nodes)
        self.found += self.position[_FOUND] >= 0
        self.complete = self.position[_LEVEL] < 0
        self.stats["nodes"] = self.nodes
        return True

    @cython.cfunc
    def board(self) -> Board:
        """The board just found."""
        parts = bytearray(self.height * self.width)
        symbols = bytearray(self.height * self.width)
        self.write_board(parts, symbols)
        puzzle: Puzzle = self.puzzle
        marks: str = parts.translate(_POLYOMINO_MARKS if puzzle.shapes else _STRAIGHT_MARKS).decode("ascii")
        if not puzzle.words:
            return _SPELLED(split_rows(marks, self.width))
        shown: str = symbols.decode("latin-1").translate(self.poses.shown)
        return _SPELLED(split_rows(marks, self.width), split_rows(shown, self.width))


_POLYOMINO_MARKS = cython.declare(bytes, b"." + b"X" * 255)
_STRAIGHT_MARKS = cython.declare(bytes, (b"." + _MARKS).ljust(256, b"X"))


def split_rows(text: str, width: int) -> tuple[str, ...]:
    """The rows of a text that has them one after the other."""
    size: Index = width
    rows = [""] * (len(text) // size)
    for row in range(len(rows)):
        rows[row] = text[row * size : (row + 1) * size]
    return tuple(rows)


class PlacementSearch:
    """The engine `placements`."""

    name = "placements"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """See `Engine`."""
        size = memory_needed(puzzle)
        if size > MOST_BYTES:
            return f"it would need {size:,} bytes, the limit is {MOST_BYTES:,}"
        if len(set("".join(puzzle.words))) > MOST_LETTERS:
            return f"it takes up to {MOST_LETTERS} different letters"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        """See `Engine`."""
        check_takes(self, puzzle)
        return PlacementRun(puzzle, budget)
