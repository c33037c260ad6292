"""Boards that differ by one ship moved, found by comparing all turns of one with the other."""

from __future__ import annotations

from itertools import product

from bimaru.board import Board
from bimaru.symmetry import Turn


def ships_of(board: Board) -> set[frozenset[tuple[int, int]]]:
    """The squares of each ship."""
    return {frozenset(ship) for ship in board.ships()}


def are_one_move_apart(left: Board, right: Board) -> bool:
    """Whether one of the eight turns of a board is another one with at most one ship moved."""
    size = max(left.height, left.width)
    assert {(left.height, left.width), (right.height, right.width)} <= {(size, size), (size - 1, size)}
    ships = ships_of(right)
    turns = [Turn(left.height, left.width, *flags) for flags in product((False, True), repeat=3)]
    return any(
        len({frozenset(map(turn.to, ship)) for ship in ships_of(left)} & ships) >= len(ships) - 1
        for turn in turns
        if not (turn.transposed and left.height != left.width)
    )
