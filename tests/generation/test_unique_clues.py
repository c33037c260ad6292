"""The compiled choice of givens agrees with the plain one by an oracle, and with its uncompiled self."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import ModuleType
from typing import Any, Final

import pytest

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.engines import kernel, propagation
from bimaru.generation import alternatives, square_groups
from bimaru.generation.alternatives import MULTIPLE, UNIQUE, UNKNOWN, AlternativeBoards, UniqueClues
from bimaru.generation.clue_selection import (
    SquareGroup,
    drop_redundant,
    select_until_unique,
    with_groups,
)
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, UNDECIDED, KernelOracle, mask_of
from bimaru.ships import Fleet
from uncompiled import uncompiled

FLEETS: Final = {(6, 6): {3: 1, 2: 2, 1: 3}, (10, 10): {4: 1, 3: 2, 2: 3, 1: 4}, (18, 7): {5: 1, 3: 3, 1: 4}}
ENOUGH: Final = 100_000
slow_kernel: Final = uncompiled(kernel, uncompiled(propagation))
slow_alternatives: Final = uncompiled(alternatives, slow_kernel, uncompiled(square_groups))
every_size: Final = pytest.mark.parametrize("size", FLEETS, ids=str)


class Case:
    """A random board, random tallies, and groups of one or two squares in random order."""

    def __init__(self, size: tuple[int, int], seed: int) -> None:
        chance = Chance(seed)
        self.size = size
        self.squares = size[0] * size[1]
        self.fleet = Fleet(FLEETS[size])
        self.others = AlternativeBoards(*size, self.fleet.pairs)
        self.sheet = self.others.sheet(fleet_sampler(*size, self.fleet).draw(chance))
        lines = [*range(self.squares, self.squares + sum(size))]
        chance.shuffle(lines)
        self.lines = lines[chance.below(4) :]
        order = [*range(self.squares)]
        chance.shuffle(order)
        self.groups = []
        while order:
            squares = tuple(order.pop() for _ in range(min(len(order), 1 + chance.below(2))))
            revealed = JUST_SHIP if chance.below(4) == 0 else GIVEN
            self.groups.append(SquareGroup(squares, revealed, mask_of(squares, revealed)))
        self.numbers = [*range(len(self.groups))]

    def clues(self, nodes: int = ENOUGH, module: ModuleType = alternatives) -> UniqueClues:
        """The compiled choice, or that of another module."""
        others = module.AlternativeBoards(*self.size, self.fleet.pairs)
        found: UniqueClues = module.UniqueClues(others, self.groups, nodes)
        found.start(self.sheet, self.lines)
        return found

    def oracle(self, nodes: int = ENOUGH) -> KernelOracle:
        """An oracle that has found no board yet."""
        return KernelOracle(self.others, self.sheet, nodes)

    def is_unique(self, oracle: KernelOracle, numbers: Sequence[int]) -> bool:
        """Whether the groups with these numbers leave no other board, by the plain oracle."""
        return oracle.is_unique(with_groups(mask_of(self.lines), [self.groups[i] for i in numbers]))


@every_size
def test_each_square_chosen_excludes_a_board_until_none_is_left(size: tuple[int, int]) -> None:
    statuses = set()
    for seed in range(30):
        case = Case(size, seed)
        candidates = case.numbers if seed % 5 else case.numbers[:2]
        is_unique = partial(case.is_unique, case.oracle())
        clues = case.clues()
        groups, status = clues.select(candidates)
        for number in range(len(groups)):
            assert not is_unique(groups[:number])
        assert (status == UNIQUE) == is_unique(groups) == is_unique(candidates)
        statuses.add(status)
        if status == UNIQUE:
            kept = clues.drop(groups)
            water_first = sorted(
                groups, key=lambda group: any(case.sheet[square] for square in case.groups[group].squares)
            )
            assert kept == drop_redundant(water_first, is_unique)
            assert clues.are_unique(kept)
        else:
            assert status == MULTIPLE
            assert not clues.are_unique(groups)
    assert statuses == {UNIQUE, MULTIPLE}


@every_size
def test_what_is_chosen_is_unique_and_irreducible(size: tuple[int, int]) -> None:
    for seed in range(5):
        case = Case(size, seed)
        clues = case.clues()
        groups, status = clues.select(case.numbers)
        if status != UNIQUE:
            continue
        kept = clues.drop(groups)
        for left_out in (None, *kept):
            rest = [group for group in kept if group is not left_out]
            assert case.is_unique(case.oracle(), rest) == (left_out is None)
            assert clues.are_unique(rest) == (left_out is None)


def test_more_clues_than_those_proved_need_no_search() -> None:
    case = Case((10, 10), 3)
    clues = case.clues()
    kept = clues.drop(clues.select(case.numbers)[0])
    assert clues.are_unique([*kept, *(group for group in case.numbers[:9] if group not in kept)])
    assert not clues.are_unique(kept[1:])


UNCOMPILED: Final = (((6, 6), 0), ((6, 6), 1), ((6, 6), 2), ((10, 10), 106))


@pytest.mark.parametrize(("size", "seed"), UNCOMPILED)
def test_works_uncompiled_as_compiled(size: tuple[int, int], seed: int) -> None:
    case = Case(size, seed)
    one, other = case.clues(), case.clues(module=slow_alternatives)
    groups, status = one.select(case.numbers)
    assert other.select(case.numbers) == (groups, status)
    assert other.drop(groups) == one.drop(groups)


@pytest.mark.parametrize(("size", "seed"), UNCOMPILED)
def test_each_square_chosen_is_the_first_that_excludes_the_board_just_found(
    size: tuple[int, int], seed: int
) -> None:
    case = Case(size, seed)
    clues: Any = case.clues(module=slow_alternatives)
    groups, _ = clues.select(case.numbers)
    assert clues.n_known == len(groups)
    for number, group in enumerate(groups):
        known = clues.known[number * len(case.sheet) :][: len(case.sheet)]
        difference = int.from_bytes(known, "little")
        assert group == next(other for other in case.numbers if case.groups[other].mask & difference)


def test_a_long_search_is_given_up_for_others_in_random_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case((10, 10), 106)
    clues: Any = case.clues(module=slow_alternatives)
    orders: list[int] = []
    set_order = clues.others.set_order

    def note_order(_: object, order: int) -> None:
        orders.append(order)
        set_order(order)

    monkeypatch.setattr(type(clues.others), "set_order", note_order)
    clues.select(case.numbers)
    # the first search; ten in random orders; one with ships first where the board has them; the end
    assert orders == [0, *range(1, 11), 0, 0]


def test_a_search_that_ends_undecided_proves_nothing() -> None:
    statuses = set()
    for seed in range(20):
        case = Case((10, 10), seed)
        groups, status = case.clues(nodes=1).select(case.numbers)
        statuses.add(status)
        chosen, difference = select_until_unique(case.oracle(nodes=1), mask_of(case.lines), case.groups)
        assert [case.groups[i] for i in groups] == chosen
        assert (status == UNKNOWN) == (difference == UNDECIDED)
        if case.clues(nodes=1).are_unique(groups):
            assert case.is_unique(case.oracle(), groups)
    assert UNKNOWN in statuses


def test_one_object_serves_boards_one_after_the_other() -> None:
    case = Case((10, 10), 3)
    kept = case.clues()
    for seed in range(5):
        other = Case((10, 10), seed)
        fresh = UniqueClues(other.others, case.groups, ENOUGH)
        for clues in (fresh, kept):
            clues.start(other.sheet, other.lines)
        groups, status = fresh.select(case.numbers)
        assert kept.select(case.numbers) == (groups, status)
        assert kept.are_unique(groups[1:]) == fresh.are_unique(groups[1:])
        assert kept.drop(groups) == fresh.drop(groups)


def test_refuses_what_the_sheet_does_not_have() -> None:
    case = Case((6, 6), 1)
    clues = case.clues()
    with pytest.raises(ValueError, match="47 bytes; a sheet has 48"):
        clues.start(case.sheet[1:], case.lines)
    for line in (35, 48, -1):
        with pytest.raises(ValueError, match=f"line {line}; those of the sheet are 36 to 47"):
            clues.start(case.sheet, [line])
    for square in (36, -1):
        with pytest.raises(ValueError, match=f"square {square}; the grid has 36"):
            UniqueClues(case.others, [SquareGroup((square,), GIVEN, 0)], ENOUGH)


def test_refuses_groups_that_there_are_not() -> None:
    clues = Case((6, 6), 1).clues()
    number = len(Case((6, 6), 1).groups)
    for use in (clues.select, clues.drop, clues.are_unique):
        for group in (number, -1):
            with pytest.raises(ValueError, match=f"group {group}; there are {number}"):
                use([group])
        with pytest.raises(ValueError, match=f"{number + 1} groups; there are {number}"):
            use([0] * (number + 1))
