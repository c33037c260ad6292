"""Whether clues leave only one board: the oracle that generating and minimising query.

Sets of clues, and differences between boards, are masks: integers with a byte for each square and each tally.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, TypeAlias

from bimaru.board import Board, part_among
from bimaru.engines.poses import LETTER_CODE, Poses, code_of, every_edge, letters_by_edge, poses_of
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.generation.placement_alternatives import PlacementAlternatives
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

Mask: TypeAlias = int
"""A set of clues, or the difference between two boards: the bytes of a sheet (see
`AlternativeBoards`), the first lowest."""

GIVEN: Final = 0xFF
"""A square or a tally that is given in full."""
JUST_SHIP: Final = 8
"""A square given as ship or water, without its part."""
UNDECIDED: Final = 0
"""A difference that means: the search ended before it found another board or excluded one."""


class UniquenessOracle(ABC):
    """A solution, and what is known of the other boards of its grid and fleet.

    Every other board found is kept, as the mask of its differences. Clues that it meets are
    refuted without a search, which saves most searches when clues are dropped one by one."""

    def __init__(self) -> None:
        self._known: list[Mask] = []

    def find_other(self, clues: Mask, dropped: Mask = 0) -> Mask | None:
        """The difference of another board that meets the clues; `None` if there is no such board, and
        `UNDECIDED` if that is not known. `dropped` are clues with which there would be none: a
        search may be restricted to boards that differ in them."""
        for difference in self._known:
            if not difference & clues:
                return difference
        found = self._search(clues, dropped)
        if found:
            self._known.append(found)
        return found

    def is_unique(self, clues: Mask) -> bool:
        """Whether the clues provably leave no other board."""
        return self.find_other(clues) is None

    @abstractmethod
    def _search(self, clues: Mask, dropped: Mask) -> Mask | None:
        """`find_other` without the boards already known."""


class KernelOracle(UniquenessOracle):
    """The oracle for straight ships: the search kernel, with a limit of `nodes` a query."""

    def __init__(self, others: AlternativeBoards, sheet: bytes, nodes: int) -> None:
        super().__init__()
        self.sheet = sheet
        self._others = others
        self._value = int.from_bytes(sheet, "little")
        self._nodes = nodes

    def _search(self, clues: Mask, _dropped: Mask) -> Mask | None:
        found = self._others.find(self.sheet, clues.to_bytes(len(self.sheet), "little"), self._nodes)
        if found is None:
            return None if self._others.complete else UNDECIDED
        return int.from_bytes(found, "little") ^ self._value


class PlacementOracle(UniquenessOracle):
    """The oracle for ships of any kind: the engine `placements`, with a limit of `nodes` a query.

    The clues are those of the solution `board`; a square that is a given of `puzzle` shows what it says,
    every other its letter or its part. Only letters at edges where the puzzle has one may be given."""

    def __init__(self, puzzle: Puzzle, board: Board, nodes: int) -> None:
        super().__init__()
        poses = poses_of(puzzle)
        letters = (board.letter(at) for at, _ in board.squares())
        symbols = bytes(0 if letter is None else poses.symbol(letter) for letter in letters)
        self.codes = _codes(puzzle, board, poses, symbols)
        self._tallies = range(len(symbols), len(symbols) + puzzle.height + puzzle.width)
        lines = zip(every_edge(puzzle.height, puzzle.width), letters_by_edge(puzzle), strict=True)
        edges = [
            (at, *line) for at, (line, letter) in enumerate(lines, self._tallies.stop) if letter is not None
        ]
        self.others = PlacementAlternatives(poses, self.codes, symbols, edges)
        self._nodes = nodes

    def _search(self, clues: Mask, dropped: Mask) -> Mask | None:
        excluded = self._line_of(dropped)
        found = self.others.find(clues.to_bytes(self.others.size, "little"), self._nodes, excluded)
        if found is None:
            return None if self.others.complete else UNDECIDED
        return int.from_bytes(found, "little")

    def _line_of(self, dropped: Mask) -> int:
        """The line whose tally is the only clue in the mask; -1 if it is another clue, or several are."""
        position = (dropped.bit_length() - 1) // 8
        if position in self._tallies and dropped == mask_of([position]):
            return position - self._tallies.start
        return -1


def _codes(puzzle: Puzzle, board: Board, poses: Poses, symbols: bytes) -> bytes:
    """The code of what each square would show as a given."""
    occupied = board.occupied()
    codes = bytearray(
        LETTER_CODE + symbol if symbol else code_of(_part(at, occupied), poses)
        for (at, _), symbol in zip(board.squares(), symbols, strict=True)
    )
    for given in puzzle.givens:
        codes[given.row * puzzle.width + given.col] = code_of(given.kind, poses)
    return bytes(codes)


def _part(square: Square, occupied: frozenset[Square]) -> Part:
    """What a square of a board shows, letters apart."""
    return part_among(square, occupied) if square in occupied else Part.WATER


def mask_of(positions: Iterable[int], value: int = GIVEN) -> Mask:
    """The mask with `value` in these bytes of a sheet."""
    return sum(value << 8 * position for position in positions)
