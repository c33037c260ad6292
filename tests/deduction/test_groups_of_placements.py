"""The placements left for several ships of a length, in groups with room for one each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import bimaru
from bimaru.deduction.finding import codes
from ended import Ended
from instances import instances

PUZZLES: Final = [
    *(one.puzzle for one in instances("csplib014")[::4]),
    *(bimaru.generate(grade="extreme", seed=seed) for seed in range(3)),
]


class Groups(NamedTuple):
    """The groups of one conclusion, the placements that were dropped, and the ship squares known before."""

    groups: list[list[int]]
    dropped: list[int]
    ship: set[int]


def groups_met(board: Ended) -> Iterator[Groups]:
    """The groups of each conclusion about several ships, on the board and where one square is supposed."""
    for at in [square for square in range(board.state.n) if square not in board.known()]:
        mark = board.state.top
        board.state.suppose((at,), ())
        if board.state.run():
            yield from _concluded(board)
        board.state.undo(mark)


def _concluded(board: Ended) -> Iterator[Groups]:
    state = board.state
    for link in state.links(0):
        if link.technique == codes.OVERLAP:
            *groups, dropped = state.groups_of(link.subject, link.since)
            known = (at for at in range(state.n) if state.settled_at(at) < link.since)
            yield Groups(groups, dropped, {at for at in known if state.known(at) == codes.SHIP})


def go_together(board: Ended, ship: set[int], places: Sequence[int]) -> bool:
    """Whether ships on placements neither touch nor overfill a line, any two of them, beside known ships."""
    geometry = board.clues.geometry
    for one, other in combinations(places, 2):
        taken = ship.union(geometry.squares[one], geometry.squares[other])
        numbers = [len(taken.intersection(geometry.line_squares(line))) for line in range(geometry.n_lines)]
        tallies = board.clues.tallies
        if not board.state.are_apart(one, other) or any(
            0 <= tally < number for tally, number in zip(tallies, numbers, strict=True)
        ):
            return False
    return True


def test_no_two_placements_of_a_group_go_together() -> None:
    for board in map(Ended, PUZZLES):
        for groups, _, ship in groups_met(board):
            pairs = (pair for group in groups for pair in combinations(group, 2))
            assert not any(go_together(board, ship, pair) for pair in pairs)


def test_a_placement_that_is_dropped_is_in_no_choice_of_as_many_as_there_are_groups() -> None:
    n_dropped = 0
    for board in map(Ended, PUZZLES):
        for groups, dropped, ship in groups_met(board):
            places = [*dropped, *(place for group in groups for place in group)]
            for place in dropped:
                others = [one for one in places if one != place and go_together(board, ship, (one, place))]
                choices = combinations(others, len(groups) - 1)
                assert not any(go_together(board, ship, choice) for choice in choices)
            n_dropped += len(dropped)
    assert n_dropped > 5
