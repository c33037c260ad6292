# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""Alternative boards for ships of any kind: whether clues leave another board than a known one.

Compiled with Cython (pure-Python mode), like the engine `placements`, in whose memory it works.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import cython

from bimaru.clock import clock
from bimaru.engines.poses import LETTER_CODE, Poses

if cython.compiled:
    from cython.cimports.bimaru.engines.placement_search import PoseFrames
else:
    from bimaru.engines.placement_search import PoseFrames

_CLOCK = cython.declare(object, clock)
_NEVER = cython.declare(cython.double, inf)
_LETTER_CODE = cython.declare(cython.int, LETTER_CODE)
_IS_SHIP = cython.declare(cython.int, 8)
_NOT_SHOWN = cython.declare(cython.int, 0xFF ^ 8)
_DIFFERENT = cython.declare(cython.int, 0xFF)

EdgeLine = tuple[int, int, int, int]
"""A letter at an edge: the position of its byte in a mask, and its line as in `poses.every_edge`."""


@cython.cclass
class PlacementAlternatives(PoseFrames):
    """The other boards of one grid and fleet that meet some of the clues of a board, found again and again
    in the same memory.

    `codes` has a byte a square: the code (see `poses.code_of`) of what its given would show; `symbols`
    the symbol of each square. A mask of clues has a byte a square, then one for each tally and for each
    letter at an edge, top, bottom, left and right: 0 for a clue that is not given, 8 for a square of which
    only is given whether it is ship, and 255 for the rest. The difference of another board has the bits of
    all clues that it does not meet, and a last byte that is always 255, so that no difference is 0.

    `nodes` is the sum of all searches; `complete` is whether the last one ended within its nodes and
    before the `deadline`, by `clock`."""

    complete = cython.declare(cython.bint, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")
    deadline = cython.declare(cython.double, visibility="public")
    size = cython.declare(cython.Py_ssize_t, visibility="readonly")
    squares: cython.Py_ssize_t
    codes: bytes
    symbols: bytes
    tallies: bytes
    edge_lines = cython.declare(tuple, visibility="readonly")
    parts_found: bytearray
    symbols_found: bytearray
    difference: bytearray

    def __init__(self, poses: Poses, codes: bytes, symbols: bytes, edges: Sequence[EdgeLine]) -> None:
        """`edges` are the letters at the edges that may be given. Raises `ValueError` if there is not a
        byte a square."""
        if not poses.has_room:
            raise ValueError("the fleet has no room on the grid")
        self.reserve(poses)
        self.squares = self.height * self.width
        if not len(codes) == len(symbols) == self.squares:
            raise ValueError(f"{len(codes)} and {len(symbols)} squares; the grid has {self.squares}")
        lines: cython.Py_ssize_t = self.height + self.width
        self.size = self.squares + 3 * lines + 1
        self.codes = codes
        self.symbols = symbols
        self.edge_lines = tuple(edges)
        self.complete = True
        self.nodes = 0
        self.deadline = _NEVER
        self.parts_found = bytearray(self.squares)
        self.symbols_found = bytearray(self.squares)
        self.difference = bytearray(self.size)
        self.tallies = bytes(self.count_lines(codes))
        self.prefer()

    @cython.cfunc
    def count_lines(self, codes: bytes) -> bytearray:
        """The number of bytes that are not 0 of each row and column."""
        counts = bytearray(self.height + self.width)
        cells: cython.p_const_uchar = codes
        numbers: cython.p_uchar = counts
        for i in range(self.squares):
            if cells[i]:
                numbers[i // self.width] += 1
                numbers[self.height + i % self.width] += 1
        return counts

    @cython.cfunc
    def prefer(self) -> cython.void:
        """Prefer the placements of the known board: other boards are mostly near it."""
        symbols: cython.p_const_uchar = self.symbols
        codes: cython.p_const_uchar = self.codes
        self.reset()
        for i in range(self.squares):
            if symbols[i]:
                self.add_given(i // self.width, i % self.width, _LETTER_CODE + symbols[i])
            else:
                self.add_given(i // self.width, i % self.width, codes[i] != 0)
        self.search(self.squares)
        if self.position[1] >= 0:
            self.prefer_found()

    @cython.cfunc
    def start(self, given: cython.p_const_uchar) -> cython.void:
        """Start a search for boards that meet the clues."""
        codes: cython.p_const_uchar = self.codes
        tallies: cython.p_const_uchar = self.tallies
        symbols: cython.p_const_uchar = self.symbols
        self.reset()
        for i in range(self.squares):
            if given[i]:
                code = codes[i]
                if code and given[i] == _IS_SHIP:
                    code = 1
                self.add_given(i // self.width, i % self.width, code)
        for i in range(self.height + self.width):
            if given[self.squares + i]:
                self.set_tally(i, tallies[i])
        lines: tuple[EdgeLine, ...] = self.edge_lines
        for position, first, step, length in lines:
            if given[position]:
                self.add_edge(first, step, length, self.nearest(symbols, first, step, length))

    @cython.cfunc
    @cython.exceptval(check=False)
    def nearest(
        self,
        symbols: cython.p_const_uchar,
        first: cython.Py_ssize_t,
        step: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
    ) -> cython.int:
        """The symbol of the first letter on a line; 0 if there is none."""
        cell: cython.Py_ssize_t = first
        for _ in range(length):
            at = cell - cell // (self.width + 1)  # without the column beyond the last
            if symbols[at]:
                return symbols[at]
            cell += step
        return 0

    @cython.cfunc
    def compare(self) -> cython.bint:
        """Write the difference of the board just found. Returns whether it is another board."""
        parts_found: cython.p_uchar = self.parts_found
        symbols_found: cython.p_uchar = self.symbols_found
        tallies: cython.p_const_uchar = self.tallies
        difference: cython.p_uchar = self.difference
        is_other: cython.bint = False
        for i in range(self.squares):
            parts_found[i] = symbols_found[i] = 0
        self.write_board(parts_found, symbols_found)
        for i in range(self.size):
            difference[i] = 0
        for i in range(self.height + self.width):
            difference[self.squares + i] = tallies[i]
        for i in range(self.squares):
            if parts_found[i]:
                difference[self.squares + i // self.width] -= 1
                difference[self.squares + self.height + i % self.width] -= 1
            if self.compare_square(i, parts_found[i], symbols_found[i], difference):
                is_other = True
        for i in range(self.squares, self.squares + self.height + self.width):
            if difference[i]:
                difference[i] = _DIFFERENT
        self.compare_edges(symbols_found, difference)
        difference[self.size - 1] = _DIFFERENT
        return is_other

    @cython.cfunc
    @cython.exceptval(check=False)
    def compare_square(
        self, i: cython.Py_ssize_t, part: cython.int, symbol: cython.int, difference: cython.p_uchar
    ) -> cython.bint:
        """Write the difference of a square, which has this part (plus 1; 0 for water) and symbol. Returns
        whether it is another on the board."""
        codes: cython.p_const_uchar = self.codes
        symbols: cython.p_const_uchar = self.symbols
        code: cython.int = codes[i]
        if (code != 0) != (part != 0):
            difference[i] = _DIFFERENT
            return True
        if code >= _LETTER_CODE:
            if symbol != code - _LETTER_CODE:
                difference[i] = _NOT_SHOWN
        elif code > 1 and part != 1 + code:
            difference[i] = _NOT_SHOWN
        return symbols[i] != symbol

    @cython.cfunc
    def compare_edges(self, symbols_found: cython.p_uchar, difference: cython.p_uchar) -> cython.void:
        """Write the difference of the letters at the edges."""
        symbols: cython.p_const_uchar = self.symbols
        for position, first, step, length in self.edge_lines:
            if self.nearest(symbols, first, step, length) != self.nearest(symbols_found, first, step, length):
                difference[position] = _DIFFERENT

    def find(self, given: bytes, nodes: int, excluded: cython.Py_ssize_t = -1) -> bytes | None:
        """The difference of another board that meets the clues in the mask; `None` if there is none, or
        if none was found within `nodes` and before the deadline: then `complete` is false.

        `excluded` is a line, rows before columns, that must have another tally than on the known board.
        Raises `ValueError` for a mask of another size, and for a line beyond the last."""
        if len(given) != self.size:
            raise ValueError(f"{len(given)} bytes; a mask has {self.size}")
        if excluded >= self.height + self.width:
            raise ValueError(f"line {excluded}; the grid has {self.height + self.width}")
        left: cython.longlong = nodes
        tallies: cython.p_const_uchar = self.tallies
        self.complete = True
        self.start(given)
        if excluded >= 0:
            self.exclude_tally(excluded, tallies[excluded])
        while self.position[0] >= 0:
            if left <= 0 or (self.deadline < _NEVER and _CLOCK.now() >= self.deadline):
                self.complete = False
                break
            before = left
            left = self.search(left)
            self.nodes += before - left
            if self.position[1] >= 0 and self.compare():
                return bytes(self.difference)
        return None
