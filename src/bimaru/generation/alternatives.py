# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""Alternative boards: whether clues leave another board than the one they were taken from.

Compiled with Cython (pure-Python mode), like the search kernel, in whose memory it works.
"""

from __future__ import annotations

from math import inf
from time import perf_counter

import cython

from bimaru.engines.kernel import GIVEN_KINDS, KERNEL_SIDE, PART_MARKS

if cython.compiled:
    from cython.cimports.bimaru.engines.kernel import Frames, can_hold, ships_of
    from cython.cimports.bimaru.engines.lanes import HIGHEST
else:
    from bimaru.engines.kernel import Frames, can_hold, ships_of
    from bimaru.engines.lanes import HIGHEST

_IS_SHIP = cython.declare(cython.int, 8)
_SHIP = cython.declare(cython.int, GIVEN_KINDS.index("X"))
_PART_CODES = cython.declare(bytes, bytes(8 | GIVEN_KINDS.index(chr(mark)) for mark in PART_MARKS))
_NOTHING_LEFT = cython.declare(cython.int, -1)
_CLOCK = cython.declare(object, perf_counter)
_NEVER = cython.declare(cython.double, inf)


@cython.cclass
class AlternativeBoards(Frames):
    """The other boards of one grid and fleet that meet some of the clues of a board, found again and again
    in the same memory.

    A *sheet* is everything that a board shows, in bytes: the squares, row by row, then the tallies of the
    rows and of the columns. A square is 0 for water, and 8 plus the index to `GIVEN_KINDS` for a part
    of a ship. A mask of the same form selects clues: 255 for a byte that is given, 0 for one that is
    not, and 8 for a square of which only is given whether it is ship. A board meets these
    clues of another if the two sheets differ in no bit of the mask.

    `nodes` is the sum of all searches; `complete` is whether the last one ended within its nodes and
    before the `deadline`, by `time.perf_counter`."""

    complete = cython.declare(cython.bint, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")
    deadline = cython.declare(cython.double, visibility="public")
    squares: cython.Py_ssize_t
    size: cython.Py_ssize_t
    found: bytearray
    pairs: tuple[tuple[int, int], ...]

    def __init__(self, height: int, width: int, fleet: tuple[tuple[int, int], ...]) -> None:
        """`fleet` is pairs of length and number, longest first. Raises `ValueError` for a grid that the
        kernel does not take, and for a fleet with a ship longer than the grid or with more squares."""
        if not 0 < min(height, width) <= max(height, width) <= KERNEL_SIDE:
            raise ValueError(
                f"a grid of {height}x{width}; the kernel takes up to {KERNEL_SIDE}x{KERNEL_SIDE}"
            )
        if fleet and (
            fleet[0][0] > max(height, width) or sum(n * memory for n, memory in fleet) > height * width
        ):
            raise ValueError(f"the fleet is too large for a grid of {height}x{width}")
        self.height = height
        self.width = width
        self.squares = height * width
        self.size = self.squares + height + width
        self.pairs = fleet
        self.complete = True
        self.deadline = _NEVER
        self.nodes = 0
        self.found = bytearray(self.size)
        self.reserve(fleet, ships_of(fleet) + 2)

    def sheet(self, ships: bytes) -> bytes:
        """The sheet of the board whose ship squares are the bytes that are not 0. Raises `ValueError` if
        there is not a byte a square."""
        if len(ships) != self.squares:
            raise ValueError(f"{len(ships)} squares; the grid has {self.squares}")
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        i: cython.Py_ssize_t
        for i in range(self.height + self.width):
            bounds[i] = bounds[HIGHEST + i] = 0
        self.reset(bounds)
        for i in range(self.squares):
            if ships[i]:
                self.add_given(i // self.width, i % self.width, _SHIP)
        self.position[1] = 0
        self.write_sheet()
        return bytes(self.found)

    @cython.cfunc
    def write_sheet(self) -> cython.void:
        """Write the sheet of the board just found to `found`."""
        sheet: cython.p_uchar = self.found
        row: cython.Py_ssize_t
        col: cython.Py_ssize_t
        is_ship: cython.bint
        for row in range(self.size):
            sheet[row] = 0
        self.write_parts(_PART_CODES, sheet)
        for row in range(self.height):
            for col in range(self.width):
                is_ship = sheet[row * self.width + col] != 0
                sheet[self.squares + row] += is_ship
                sheet[self.squares + self.height + col] += is_ship

    @cython.cfunc
    def start(self, answer: cython.p_const_uchar, given: cython.p_const_uchar) -> cython.bint:
        """Start a search for boards that meet the clues. Returns whether the tallies agree with the fleet."""
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        col: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for i in range(self.height + self.width):
            bounds[i] = answer[self.squares + i] if given[self.squares + i] else -1
        if not can_hold(self.height, self.width, self.pairs, bounds):
            return False
        self.reset(bounds)
        i = 0
        for row in range(self.height):
            for col in range(self.width):
                if given[i]:
                    code = answer[i] & given[i]
                    self.add_given(row, col, _SHIP if code == _IS_SHIP else code & 7)
                i += 1
        self.propagate_first()
        return True

    @cython.cfunc
    def search_to_deadline(self, nodes: cython.longlong) -> cython.longlong:
        """Search until a board is found, nothing is left, the nodes are spent or the deadline has passed.
        Returns the nodes left over."""
        share: cython.longlong
        while True:
            share = min(nodes, self.slice_nodes)
            nodes -= share - self.search(share)
            if nodes <= 0 or self.position[1] >= 0 or self.position[0] == _NOTHING_LEFT:
                return nodes
            if self.deadline < _NEVER and _CLOCK() >= self.deadline:
                return nodes

    def find(self, answer: bytes, given: bytes, nodes: int) -> bytes | None:
        """The sheet of a board other than `answer` that meets its clues in the mask `given`; `None` if there
        is none, or if none was found within `nodes` and before the deadline: then `complete` is
        false. Raises `ValueError` for arguments that are not sheets."""
        if len(answer) != self.size or len(given) != self.size:
            raise ValueError(f"{len(answer)} and {len(given)} bytes; a sheet has {self.size}")
        most: cython.longlong = nodes
        left: cython.longlong = most
        self.complete = True
        if not self.start(answer, given):
            return None
        while self.position[0] != _NOTHING_LEFT:
            left = self.search_to_deadline(left)
            if self.position[1] < 0:
                break
            self.write_sheet()
            if self.found != answer:
                self.nodes += most - left
                return bytes(self.found)
        self.complete = self.position[0] == _NOTHING_LEFT
        self.nodes += most - left
        return None
