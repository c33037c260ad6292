"""The placements left for several ships of a length, in groups with room for one each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
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
    """The groups of one conclusion, the placements that were dropped, the number of ships missing, the ship
    squares known before, and the lines that placements would overfill together."""

    groups: list[list[int]]
    dropped: list[int]
    wanted: int
    ship: set[int]
    lines: set[int]


def groups_met(board: Ended) -> Iterator[Groups]:
    """The groups of each conclusion about several ships, and of each contradiction where they do not fit, on
    the board and where one square is supposed."""
    for at in [square for square in range(board.state.n) if square not in board.known()]:
        mark = board.state.top
        board.state.suppose((at,), ())
        if board.state.run():
            about = [
                (one.subject, one.since) for one in board.state.links(0) if one.technique == codes.OVERLAP
            ]
        elif board.state.failure == codes.OVERLAP:
            about = [(board.state.failure_subject, board.state.failure_since)]
        else:
            about = []
        for kind, since in about:
            yield _groups_of(board, kind, since)
        board.state.undo(mark)


def _groups_of(board: Ended, kind: int, since: int) -> Groups:
    state = board.state
    *groups, dropped = state.groups_of(kind, since)
    known = (at for at in range(state.n) if state.settled_at(at) < since)
    ship = {at for at in known if state.known(at) == codes.SHIP}
    wanted = board.clues.kinds[kind][2] - len(state.geometry.one_a_body(state.complete_of(kind, since)))
    lines = chain.from_iterable(state.overfilled_of(kind, since))
    # Of a single ship no line is named: its placements exclude each other anyway.
    named = {*lines} if wanted > 1 else {*range(board.clues.geometry.n_lines)}
    return Groups(groups, dropped, wanted, ship, named)


def go_together(board: Ended, met: Groups, placements: Sequence[int]) -> bool:
    """Whether ships on placements neither touch nor overfill a line that is named, any two of them, beside
    known ships."""
    geometry = board.clues.geometry
    for one, other in combinations(placements, 2):
        taken = met.ship.union(geometry.squares[one], geometry.squares[other])
        numbers = [len(taken.intersection(geometry.line_squares(line))) for line in met.lines]
        tallies = [board.clues.tallies[line] for line in met.lines]
        if not board.state.are_apart(one, other) or any(
            0 <= tally < number for tally, number in zip(tallies, numbers, strict=True)
        ):
            return False
    return True


def test_no_two_placements_of_a_group_go_together() -> None:
    for board in map(Ended, PUZZLES):
        for met in groups_met(board):
            pairs = (pair for group in met.groups for pair in combinations(group, 2))
            assert not any(go_together(board, met, pair) for pair in pairs)


def test_a_placement_that_is_dropped_is_in_no_choice_of_as_many_as_are_missing() -> None:
    n_dropped = 0
    for board in map(Ended, PUZZLES):
        for met in groups_met(board):
            if len(met.groups) == met.wanted:
                assert not any(map(met.dropped.__contains__, chain.from_iterable(choices(board, met))))
                n_dropped += len(met.dropped)
    assert n_dropped > 5


def test_where_there_are_fewer_groups_than_ships_the_ships_do_not_fit() -> None:
    contradictions = [
        (board, met)
        for board in map(Ended, PUZZLES)
        for met in groups_met(board)
        if len(met.groups) < met.wanted
    ]
    assert len(contradictions) > 5
    assert not any(any(choices(board, met)) for board, met in contradictions)


def choices(board: Ended, met: Groups) -> Iterator[tuple[int, ...]]:
    """The choices of as many placements as ships are missing that go together."""
    placements = [*met.dropped, *chain.from_iterable(met.groups)]
    pairs = {pair for pair in combinations(placements, 2) if go_together(board, met, pair)}
    for chosen in combinations(placements, met.wanted):
        if all(pair in pairs for pair in combinations(chosen, 2)):
            yield chosen
