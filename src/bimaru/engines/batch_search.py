# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""The search of the kernel for many puzzles of one size and fleet, without an object for each.

Compiled with Cython (pure-Python mode), like the kernel, in whose memory it works.
"""

from __future__ import annotations

import cython

from bimaru.engines.kernel import GIVEN_KINDS, KERNEL_SIDE, PART_MARKS

if cython.compiled:
    from cython.cimports.bimaru.bits import Index, Number
    from cython.cimports.bimaru.engines.kernel import Frames, can_hold, ships_of
else:
    from bimaru.bits import Index, Number
    from bimaru.engines.kernel import Frames, can_hold, ships_of

MISSING = 255
"""The byte of a tally that is missing."""
UNDECIDED = 255
"""Instead of a number of boards, where the nodes were spent before it was known."""
_MISSING = cython.declare(cython.int, MISSING)
_UNDECIDED = cython.declare(cython.int, UNDECIDED)
_NOTHING_LEFT = cython.declare(cython.int, -1)
_WATER_MARK = cython.declare(cython.uchar, ord("."))
_PART_MARKS = cython.declare(bytes, PART_MARKS)
_NOT_A_KIND = cython.declare(cython.int, len(GIVEN_KINDS))
_KINDS = cython.declare(
    bytes, bytes(GIVEN_KINDS.index(chr(i)) if chr(i) in GIVEN_KINDS else len(GIVEN_KINDS) for i in range(256))
)


@cython.cclass
class BatchSearch(Frames):
    """Solves puzzles of one size and fleet, one after the other in the same memory.

    `nodes` is the sum of all searches."""

    nodes = cython.declare(cython.longlong, visibility="readonly")
    can_fit: cython.bint

    def __init__(self, height: int, width: int, fleet: tuple[tuple[int, int], ...]) -> None:
        """`fleet` is pairs of length and number, longest first. Raises `ValueError` for a grid that the
        kernel does not take."""
        if not 0 < min(height, width) <= max(height, width) <= KERNEL_SIDE:
            raise ValueError(
                f"a grid of {height}x{width}; the kernel takes up to {KERNEL_SIDE}x{KERNEL_SIDE}"
            )
        self.height = height
        self.width = width
        self.nodes = 0
        squares: Number = 0
        length: Number
        number: Number
        for length, number in fleet:
            squares += length * number
        self.can_fit = self.read_fleet(fleet) and squares <= height * width
        self.reserve(ships_of(self.fleet) + 2 if self.can_fit else 0)

    def solve(
        self, rows: bytes, cols: bytes, givens: bytes, boards: bytearray, numbers: bytearray, nodes: int
    ) -> None:
        """Write the first board of each puzzle into `boards`, and into `numbers` how many boards it has: 0,
        1, 2 for several, or `UNDECIDED` after `nodes`.

        A puzzle has a byte for each row and each column, its tally or `MISSING`; and one for each square: the
        character of its given, or 0. A board has a character for each square, and is water where there is
        none. Raises `ValueError` if there are more or fewer."""
        number: Index = len(numbers)
        squares: Index = self.height * self.width
        if not (
            len(givens) == len(boards) == number * squares
            and len(rows) == number * self.height
            and len(cols) == number * self.width
        ):
            raise ValueError("a batch has as many tallies and squares as its puzzles have")
        all_rows: cython.p_const_uchar = rows
        all_cols: cython.p_const_uchar = cols
        all_givens: cython.p_const_uchar = givens
        all_boards: cython.p_uchar = boards
        all_numbers: cython.p_uchar = numbers
        if not cython.compiled:
            for i in range(number):
                board = bytearray(squares)
                at = slice(i * squares, (i + 1) * squares)
                numbers[i] = self.solve_one(
                    rows[i * self.height : (i + 1) * self.height],
                    cols[i * self.width : (i + 1) * self.width],
                    givens[at],
                    board,
                    nodes,
                )
                boards[at] = board
            return
        for i in range(number):
            all_numbers[i] = self.solve_one(
                all_rows + i * self.height,
                all_cols + i * self.width,
                all_givens + i * squares,
                all_boards + i * squares,
                nodes,
            )

    @cython.cfunc
    def solve_one(
        self,
        rows: cython.p_const_uchar,
        cols: cython.p_const_uchar,
        givens: cython.p_const_uchar,
        board: cython.p_uchar,
        nodes: Number,
    ) -> cython.int:
        """Solve one puzzle; returns its number of boards."""
        found: cython.int = 0
        for i in range(self.height * self.width):
            board[i] = _WATER_MARK
        if not self.start(rows, cols, givens):
            return 0
        while self.position[0] != _NOTHING_LEFT:
            if nodes <= 0:
                return _UNDECIDED
            self.position[5] = False
            share = min(nodes, self.slice_nodes)
            spent = share - self.search(share)
            nodes -= spent
            self.nodes += spent
            if self.position[4]:
                found += 1
                if found > 1:
                    return found
                self.write_parts(_PART_MARKS, board)
        return found

    @cython.cfunc
    def start(
        self, rows: cython.p_const_uchar, cols: cython.p_const_uchar, givens: cython.p_const_uchar
    ) -> cython.bint:
        """Write the clues. Returns false if the tallies do not agree with the fleet."""
        kinds: cython.p_const_uchar = _KINDS
        bounds: Number[256]
        if not cython.compiled:
            bounds = [0] * 256
        for i in range(self.height):
            bounds[i] = -1 if rows[i] == _MISSING else rows[i]
        for i in range(self.width):
            bounds[self.height + i] = -1 if cols[i] == _MISSING else cols[i]
        if not (self.can_fit and can_hold(self.height, self.width, self.fleet, bounds)):
            return False
        self.set_order(0)
        self.reset(bounds)
        i = 0
        for row in range(self.height):
            for col in range(self.width):
                if givens[i]:
                    if kinds[givens[i]] == _NOT_A_KIND:  # a corner: no straight ship has one
                        return False
                    self.add_given(row, col, kinds[givens[i]], 0)
                i += 1
        self.propagate_first()
        return True
