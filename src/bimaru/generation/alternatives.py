# cython: language_level=3, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""Alternative boards: whether clues leave another board than the one they were taken from; and the choice of
squares to give so that they leave none.

Compiled with Cython (pure-Python mode), like the search kernel, in whose memory it works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

import cython

from bimaru.clock import clock
from bimaru.engines.kernel import GIVEN_KINDS, KERNEL_SIDE, PART_MARKS

if cython.compiled:
    from cython.cimports.bimaru.engines.kernel import Frames, can_hold, ships_of
    from cython.cimports.bimaru.engines.kernel_memory import HIGHEST
    from cython.cimports.bimaru.generation.square_groups import SquareGroups
else:
    from bimaru.engines.kernel import Frames, can_hold, ships_of
    from bimaru.engines.kernel_memory import HIGHEST
    from bimaru.generation.square_groups import SquareGroups

_IS_SHIP = cython.declare(cython.int, 8)
_WATER = cython.declare(cython.int, GIVEN_KINDS.index("W"))
_SHIP = cython.declare(cython.int, GIVEN_KINDS.index("X"))
_PART_CODES = cython.declare(bytes, bytes(8 | GIVEN_KINDS.index(chr(mark)) for mark in PART_MARKS))
_NOTHING_LEFT = cython.declare(cython.int, -1)
_CLOCK = cython.declare(object, clock)
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
    before the `deadline`, by `clock`."""

    complete = cython.declare(cython.bint, visibility="readonly")
    nodes = cython.declare(cython.longlong, visibility="readonly")
    deadline = cython.declare(cython.double, visibility="public")
    squares: cython.Py_ssize_t
    size: cython.Py_ssize_t
    found: bytearray

    def __init__(self, height: int, width: int, fleet: tuple[tuple[int, int], ...]) -> None:
        """`fleet` is pairs of length and number, longest first. Raises `ValueError` for a grid that the
        kernel does not take, and for a fleet with a ship longer than the grid or with more squares."""
        if not 0 < min(height, width) <= max(height, width) <= KERNEL_SIDE:
            raise ValueError(
                f"a grid of {height}x{width}; the kernel takes up to {KERNEL_SIDE}x{KERNEL_SIDE}"
            )
        if not self.read_fleet(fleet) or (
            fleet
            and (fleet[0][0] > max(height, width) or sum(n * memory for n, memory in fleet) > height * width)
        ):
            raise ValueError(f"the fleet is too large for a grid of {height}x{width}")
        self.height = height
        self.width = width
        self.squares = height * width
        self.size = self.squares + height + width
        self.complete = True
        self.deadline = _NEVER
        self.nodes = 0
        self.found = bytearray(self.size)
        self.reserve(ships_of(self.fleet) + 3)  # the last one for `follow`

    def sheet(self, ships: bytes) -> bytes:
        """The sheet of the board whose ship squares are the bytes that are not 0. Raises `ValueError` if
        there is not a byte a square."""
        if len(ships) != self.squares:
            raise ValueError(f"{len(ships)} squares; the grid has {self.squares}")
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        for i in range(self.height + self.width):
            bounds[i] = bounds[HIGHEST + i] = 0
        self.reset(bounds)
        for i in range(self.squares):
            if ships[i]:
                self.add_given(i // self.width, i % self.width, _SHIP, 0)
        self.position[1] = 0
        self.write_sheet()
        return bytes(self.found)

    @cython.cfunc
    def write_sheet(self) -> cython.void:
        """Write the sheet of the board just found to `found`."""
        sheet: cython.p_uchar = self.found
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
    def start(
        self,
        answer: cython.p_const_uchar,
        given: cython.p_const_uchar,
        square: cython.Py_ssize_t,
        revealed: cython.int,
    ) -> cython.bint:
        """Start a search for boards that meet the clues and, if `square` is not negative, differ from the
        answer in what is `revealed` of that square. Returns whether the tallies agree with the fleet."""
        bounds: cython.longlong[256]
        if not cython.compiled:
            bounds = [0] * 256
        for i in range(self.height + self.width):
            bounds[i] = answer[self.squares + i] if given[self.squares + i] else -1
        if not can_hold(self.height, self.width, self.fleet, bounds):
            return False
        self.reset(bounds)
        i = 0
        for row in range(self.height):
            for col in range(self.width):
                if given[i]:
                    code = answer[i] & given[i]
                    self.add_given(row, col, _SHIP if code == _IS_SHIP else code & 7, 0)
                i += 1
        if square >= 0:
            self.differ(square // self.width, square % self.width, answer[square] & revealed)
        self.propagate_first()
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def differ(self, row: cython.Py_ssize_t, col: cython.Py_ssize_t, code: cython.int) -> cython.void:
        """Exclude the boards on which a square shows what this code says."""
        if code == 0:
            self.add_given(row, col, _SHIP, 0)
        elif code == _IS_SHIP:
            self.add_given(row, col, _WATER, 0)
        else:
            self.forbid_part(row, col, code & 7)

    @cython.cfunc
    @cython.exceptval(check=False)
    def add_clue(self, square: cython.Py_ssize_t, code: cython.int) -> cython.void:
        """Add what this code says of a square to the clues of a search that is to be continued.

        It goes to the frames of all levels, because the search comes back to them; the rules are applied to
        each only then."""
        for level in range(self.position[0] + 1):
            self.add_given(
                square // self.width, square % self.width, _SHIP if code == _IS_SHIP else code & 7, level
            )
        self.position[6] = self.position[0]

    @cython.cfunc
    def search_to_deadline(self, nodes: cython.longlong) -> cython.longlong:
        """Search until a board is found, nothing is left, the nodes are spent or the deadline has passed.
        Returns the nodes left over."""
        while True:
            share = min(nodes, self.slice_nodes)
            nodes -= share - self.search(share)
            if nodes <= 0 or self.position[1] >= 0 or self.position[0] == _NOTHING_LEFT:
                return nodes
            if self.deadline < _NEVER and _CLOCK.now() >= self.deadline:
                return nodes

    def find(self, answer: bytes, given: bytes, nodes: int) -> bytes | None:
        """The sheet of a board other than `answer` that meets its clues in the mask `given`; `None` if there
        is none, or if none was found within `nodes` and before the deadline: then `complete` is
        false. Raises `ValueError` for arguments that are not sheets."""
        if len(answer) != self.size or len(given) != self.size:
            raise ValueError(f"{len(answer)} and {len(given)} bytes; a sheet has {self.size}")
        return bytes(self.found) if self.finds_other(answer, given, nodes, -1, 0) else None

    @cython.cfunc
    def finds_other(
        self,
        answer: cython.p_const_uchar,
        given: cython.p_const_uchar,
        nodes: cython.longlong,
        square: cython.Py_ssize_t,
        revealed: cython.int,
    ) -> cython.bint:
        """`find`, with the sheet in `found`: whether there is one. `square` and `revealed` as in `start`."""
        self.complete = True
        return self.start(answer, given, square, revealed) and self.finds_next(answer, given, nodes)

    @cython.cfunc
    def finds_next(
        self, answer: cython.p_const_uchar, given: cython.p_const_uchar, nodes: cython.longlong
    ) -> cython.bint:
        """Whether the search, continued, finds another board than the answer that meets its clues in the mask
        `given`: those that the search was started with, and those added since. Its sheet is in `found`."""
        left: cython.longlong = nodes
        found: cython.p_uchar = self.found
        difference: cython.uchar
        wrong: cython.uchar
        is_found: cython.bint = False
        while self.position[0] != _NOTHING_LEFT and not is_found:
            left = self.search_to_deadline(left)
            if self.position[1] < 0:
                break
            self.write_sheet()
            difference = wrong = 0
            for i in range(self.size):
                difference |= found[i] ^ answer[i]
                # A middle added after a kind is complete is not checked against its ships, so the board is.
                wrong |= (found[i] ^ answer[i]) & given[i]
            is_found = difference != 0 and wrong == 0
        self.complete = is_found or self.position[0] == _NOTHING_LEFT
        self.nodes += nodes - left
        return is_found


UNIQUE = "unique"
MULTIPLE = "multiple"
UNKNOWN = "unknown"
"""Whether clues leave one board, several, or the search ended undecided."""

_NO_OTHER = cython.declare(cython.Py_ssize_t, -1)
_UNDECIDED = cython.declare(cython.Py_ssize_t, -2)
_PATIENCE = cython.declare(cython.longlong, 200)
"""Nodes after which a search for the next board is given up for others, in random orders. Without these, a
tenth of the searches ended undecided in one bad branch."""
_RANDOM_ORDERS = cython.declare(cython.longlong, 10)
_RANDOM_NODES = cython.declare(cython.longlong, 60)
"""How many there are of these, and the nodes of each."""


@cython.final
@cython.cclass
class UniqueClues:
    """Chooses the squares of a board to give, beside the tallies of some lines, so that it is the only one.

    One object serves all boards of a grid and a fleet. The methods take numbers of the groups, which are
    those of `SquareGroups`.

    Every other board found is kept, as its difference from the sheet. Clues that it meets are
    refuted without a search, which saves most searches when clues are dropped one by one."""

    sheet = cython.declare(bytes, visibility="readonly")
    others: AlternativeBoards
    nodes: cython.longlong
    groups: SquareGroups  # in `order`, -1 stands for those selected
    base: bytearray  # the mask of the tallies
    given: bytearray
    known: bytearray  # the differences, one after the other
    n_known: cython.Py_ssize_t
    proved: bytearray  # the clues last proved to leave no other board
    has_proof: cython.bint

    def __init__(self, others: AlternativeBoards, groups: Sequence[Any], nodes: int) -> None:
        """`nodes` limits each search. Raises `ValueError` for a square that the grid does not have."""
        self.others = others
        self.groups = SquareGroups(groups, others.squares)
        self.nodes = nodes
        self.known = bytearray()
        self.given = bytearray(others.size)
        self.proved = bytearray(others.size)
        self.start(bytes(others.size), ())

    def start(self, sheet: bytes, lines: Iterable[int]) -> None:
        """Start with a board and the tallies of `lines`, by their positions in the sheet. Raises `ValueError`
        for what is not a sheet, and a line that it does not have."""
        others: AlternativeBoards = self.others
        if len(sheet) != others.size:
            raise ValueError(f"{len(sheet)} bytes; a sheet has {others.size}")
        base = bytearray(others.size)
        line: cython.Py_ssize_t
        for line in lines:
            if not others.squares <= line < others.size:
                raise ValueError(f"line {line}; those of the sheet are {others.squares} to {others.size - 1}")
            base[line] = 255
        self.sheet = sheet
        self.base = base
        self.n_known = 0
        self.has_proof = False

    def select(self, candidates: list[int]) -> tuple[list[int], str]:
        """Groups, each the first candidate that excludes a remaining board, until none remains: `UNIQUE`.
        Otherwise `MULTIPLE` if no candidate excludes some board, `UNKNOWN` if a search ended undecided."""
        self.groups.load(candidates)
        try:
            return self.select_in_turn()
        finally:
            self.others.set_order(0)  # also after Ctrl-C: the next choice of squares must not depend on it

    @cython.cfunc
    def select_in_turn(self) -> tuple[list[int], str]:
        """`select`, which leaves behind an order of branches."""
        chosen: list[int] = []
        added: cython.int = -1
        order = self.groups.order
        self.give(0)
        while True:
            board = self.find_next(added)
            if board == _NO_OTHER:
                self.note_proof()
            if board < 0:
                return chosen, UNIQUE if board == _NO_OTHER else UNKNOWN
            i = 0
            while i < self.groups.n_ordered and not (order[i] >= 0 and self.excludes(order[i], board)):
                i += 1
            if i == self.groups.n_ordered:
                return chosen, MULTIPLE
            added = order[i]
            order[i] = -1
            chosen.append(added)
            self.mark(added, True)

    def drop(self, groups: list[int]) -> list[int]:
        """An irreducible part of groups, no two of which share a square: each in turn, those without a ship
        first, is dropped if the others are proved to leave no other board.

        Water says less than ships, so that proofs are shorter if it goes first, and fewer groups are kept."""
        kept: list[int] = []
        self.groups.load(groups)
        self.give(self.groups.n_ordered)
        is_unique: cython.bint = self.is_proved() or self.find_other() == _NO_OTHER
        self.follow_answer()
        try:
            for has_ship in range(2):
                for i in range(self.groups.n_ordered):
                    group = self.groups.order[i]
                    if self.has_ship(group) != has_ship:
                        continue
                    self.mark(group, False)
                    if (self.find_without(group) if is_unique else self.find_other()) == _NO_OTHER:
                        is_unique = True
                    else:
                        self.mark(group, True)
                        kept.append(group)
        finally:
            self.others.set_order(0)  # also after Ctrl-C: the next choice of squares must not depend on it
        return kept

    def are_unique(self, groups: list[int]) -> bool:
        """Whether these groups provably leave no other board."""
        self.groups.load(groups)
        self.give(self.groups.n_ordered)
        return self.is_proved() or self.find_other() == _NO_OTHER

    # The groups

    @cython.cfunc
    def has_ship(self, group: cython.int) -> cython.bint:
        """Whether a group has a ship square on the known board."""
        answer: cython.p_const_uchar = self.sheet
        for i in range(self.groups.start[group], self.groups.start[group + 1]):
            if answer[self.groups.square[i] >> 8] != 0:
                return True
        return False

    @cython.cfunc
    def give(self, number: cython.int) -> None:
        """Give the tallies and the first groups of `order`, this number of them."""
        base: cython.p_uchar = self.base
        given: cython.p_uchar = self.given
        for i in range(self.others.size):
            given[i] = base[i]
        for i in range(number):
            self.mark(self.groups.order[i], True)

    @cython.cfunc
    def mark(self, group: cython.int, is_given: cython.bint) -> None:
        """Give a group, or take it back."""
        given: cython.p_uchar = self.given
        for i in range(self.groups.start[group], self.groups.start[group + 1]):
            given[self.groups.square[i] >> 8] = self.groups.square[i] & 255 if is_given else 0

    @cython.cfunc
    def excludes(self, group: cython.int, board: cython.Py_ssize_t) -> cython.bint:
        """Whether a group excludes a known board."""
        known: cython.p_uchar = self.known
        for i in range(self.groups.start[group], self.groups.start[group + 1]):
            if known[board * self.others.size + (self.groups.square[i] >> 8)] & self.groups.square[i] & 255:
                return True
        return False

    # Other boards

    @cython.cfunc
    def follow_answer(self) -> None:
        """Have searches place ships first where the known board has them: other boards are mostly near it."""
        answer: cython.p_const_uchar = self.sheet
        self.others.set_order(0)
        self.others.follow(ships_of(self.others.fleet) + 2, answer)

    @cython.cfunc
    def is_proved(self) -> cython.bint:
        """Whether the clues have all those that are proved to leave no other board."""
        given: cython.p_uchar = self.given
        proved: cython.p_uchar = self.proved
        missing: cython.uchar = 0
        for i in range(self.others.size):
            missing |= proved[i] & ~given[i]
        return self.has_proof and missing == 0

    @cython.cfunc
    def find_other(self) -> cython.Py_ssize_t:
        """The number of another board that meets the clues: one that is known already, or is found now."""
        board: cython.Py_ssize_t = self.find_known()
        if board == _NO_OTHER:
            board = self.search(-1, 0)
        if board == _NO_OTHER:
            self.note_proof()
        return board

    @cython.cfunc
    def find_without(self, group: cython.int) -> cython.Py_ssize_t:
        """`find_other` where the clues and a group leave no other board: another one then differs in some
        square of the group. One square after the other is made to differ, those before it not."""
        board: cython.Py_ssize_t = self.find_known()
        given: cython.p_uchar = self.given
        if board == _NO_OTHER:
            for i in range(self.groups.start[group], self.groups.start[group + 1]):
                square = self.groups.square[i] >> 8
                board = self.search(square, self.groups.square[i] & 255)
                if board != _NO_OTHER:
                    break
                given[square] = self.groups.square[i] & 255
            self.mark(group, False)
        if board == _NO_OTHER:
            self.note_proof()
        return board

    @cython.cfunc
    def note_proof(self) -> None:
        """Note that the clues leave no other board."""
        given: cython.p_uchar = self.given
        proved: cython.p_uchar = self.proved
        for i in range(self.others.size):
            proved[i] = given[i]
        self.has_proof = True

    @cython.cfunc
    def find_known(self) -> cython.Py_ssize_t:
        """The number of a known board that meets the clues."""
        given: cython.p_uchar = self.given
        known: cython.p_uchar = self.known
        size: cython.Py_ssize_t = self.others.size
        clash: cython.uchar
        for board in range(self.n_known):
            clash = 0
            for i in range(size):
                clash |= known[board * size + i] & given[i]
            if clash == 0:
                return board
        return _NO_OTHER

    @cython.cfunc
    def find_next(self, added: cython.int) -> cython.Py_ssize_t:
        """`find_other` after a group was added to the clues, which exclude every board found so far: the
        search that found the last one is continued. -1 starts the first search.

        A search that takes long has most likely gone wrong in one of its first branches. It is given up for
        short ones in random orders and, at last, one that begins near the known board."""
        others: AlternativeBoards = self.others
        given: cython.p_uchar = self.given
        answer: cython.p_const_uchar = self.sheet
        share: cython.longlong = min(self.nodes, _PATIENCE)
        left: cython.longlong = self.nodes - share
        if added < 0:
            others.set_order(0)
            is_found = others.finds_other(answer, given, share, -1, 0)
        else:
            for i in range(self.groups.start[added], self.groups.start[added + 1]):
                square = self.groups.square[i] >> 8
                others.add_clue(square, answer[square] & given[square])
            is_found = others.finds_next(answer, given, share)
        for order in range(1, _RANDOM_ORDERS + 1):
            if others.complete:
                break
            others.set_order(order)
            share = min(left, _RANDOM_NODES)
            left -= share
            is_found = others.finds_other(answer, given, share, -1, 0)
        if not others.complete:
            self.follow_answer()
            is_found = others.finds_other(answer, given, left, -1, 0)
        return self.keep(is_found)

    @cython.cfunc
    def search(self, square: cython.Py_ssize_t, revealed: cython.int) -> cython.Py_ssize_t:
        """Search for a board that meets the clues and, if `square` is not negative, differs in what is
        `revealed` of that square. Returns its number among the known boards."""
        given: cython.p_uchar = self.given
        answer: cython.p_const_uchar = self.sheet
        return self.keep(self.others.finds_other(answer, given, self.nodes, square, revealed))

    @cython.cfunc
    def keep(self, is_found: cython.bint) -> cython.Py_ssize_t:
        """Keep the board that the last search found, if any, and return its number among the known."""
        answer: cython.p_const_uchar = self.sheet
        size: cython.Py_ssize_t = self.others.size
        known: cython.p_uchar
        found: cython.p_uchar
        if not is_found:
            return _NO_OTHER if self.others.complete else _UNDECIDED
        if len(self.known) == self.n_known * size:
            self.known += bytes(size)
        known = self.known
        found = self.others.found
        for i in range(size):
            known[self.n_known * size + i] = found[i] ^ answer[i]
        self.n_known += 1
        return self.n_known - 1
