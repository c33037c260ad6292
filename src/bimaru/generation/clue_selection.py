"""Choosing the clues of a generated puzzle: tallies, and just enough given squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bimaru.arrangements.rejection import Chance
from bimaru.engines.kernel import GIVEN_KINDS
from bimaru.generation.patterns import orbits
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import RejectedFleetError
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, Mask, UniquenessOracle, mask_of

Item = TypeVar("Item")

KIND_BY_CODE: Final = {0: "W", JUST_SHIP: "X"} | {
    JUST_SHIP | i: kind for i, kind in enumerate(GIVEN_KINDS) if i
}
"""The kind of a given, by the byte of a sheet."""


EARLY_WATER: Final = 65
"""Percentage of the groups of water that are not moved to the end. On 10x10 12 to 22% of givens are water."""


class SquareGroup(NamedTuple):
    """Squares that are given together or not at all. `revealed` is the mask for the byte of one of them,
    `mask` that for all."""

    squares: tuple[int, ...]
    revealed: int
    mask: Mask


SquareGroups: TypeAlias = Sequence[SquareGroup]


class Pattern:
    """The groups of squares that a recipe's symmetry and kinds of givens allow. `groups` are all of them;
    `largest_group` is the number of squares of the largest."""

    def __init__(self, recipe: Recipe) -> None:
        width = recipe.size[1]
        groups = [
            tuple(row * width + col for row, col in orbit) for orbit in orbits(recipe.symmetry, *recipe.size)
        ]
        self.groups = [
            SquareGroup(group, revealed, mask_of(group, revealed))
            for revealed in (GIVEN, JUST_SHIP)
            for group in groups
        ]
        self._full = [*range(len(groups))]
        self._kinds = frozenset(recipe.givens)
        self.largest_group = max(map(len, groups))

    def candidates(self, sheet: bytes, chance: Chance) -> list[int]:
        """The numbers of the groups of a board that may be given, in random order, but with most groups of
        water at the end: a ship's part says more than water, so that fewer are needed."""
        groups = self._full if self._kinds == {"water", "parts"} else [*self._allowed(sheet, chance)]
        has_ship = (
            sheet[: len(groups)]
            if groups is self._full and self.largest_group == 1
            else bytes(any(sheet[square] for square in self.groups[i].squares) for i in groups)
        )
        return chance.mix_in(groups, has_ship, EARLY_WATER)

    def _allowed(self, sheet: bytes, chance: Chance) -> Iterator[int]:
        """The groups whose kinds are allowed; parts or plain ship at random where both are."""
        for full in self._full:
            just_ship = full + len(self._full)
            ships = [sheet[square] != 0 for square in self.groups[full].squares]
            if not (all(ships) or "water" in self._kinds):
                continue
            if not any(ships):
                yield full
            elif {"parts", "ships"} <= self._kinds:
                yield full if chance.below(2) else just_ship
            elif "parts" in self._kinds:
                yield full
            elif "ships" in self._kinds:
                yield just_ship


def choose_tally_lines(recipe: Recipe, chance: Chance) -> Sequence[int]:
    """The positions in a sheet of the tallies to give; the missing ones are chosen at random."""
    all_lines = range(recipe.squares, recipe.squares + sum(recipe.size))
    if not recipe.missing_tallies:
        return all_lines
    lines = [*all_lines]
    chance.shuffle(lines)
    return lines[recipe.missing_tallies :]


def select_until_unique(
    oracle: UniquenessOracle, base: Mask, candidates: SquareGroups
) -> tuple[list[SquareGroup], Mask | None]:
    """Select groups, each the first candidate that excludes a remaining board, until none remains.

    The second value is `None` then. Otherwise it is the difference of a board that no candidate excludes,
    or `UNDECIDED` if a search ended undecided."""
    chosen: list[SquareGroup] = []
    left = list(candidates)
    clues = base
    while (difference := oracle.find_other(clues)) is not None:
        index = next((i for i, group in enumerate(left) if group.mask & difference), None)
        if index is None:
            return chosen, difference
        group = left.pop(index)
        chosen.append(group)
        clues |= group.mask
    return chosen, None


def drop_redundant(items: Iterable[Item], suffice: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """An irreducible part of clues that suffice: each in turn is dropped if the others still suffice.

    `suffice` must be monotone: more clues suffice no less."""
    kept = [*items]
    for item in items:
        rest = [other for other in kept if other is not item]
        if suffice(rest):
            kept = rest
    return kept


def with_groups(base: Mask, groups: SquareGroups) -> Mask:
    """The clues of `base` and those of the groups."""
    for group in groups:
        base |= group.mask
    return base


def add_spare(
    recipe: Recipe, groups: list[SquareGroup], candidates: Iterable[SquareGroup], least: int
) -> list[SquareGroup]:
    """The groups, and spare ones as far as the recipe requires, at least up to the number `least` of givens.
    Raises `RejectedFleetError` if their number is not one that the recipe allows."""
    _, most = recipe.givens_number or (0, recipe.squares)
    number = count_squares(groups)
    required = max(least, number + recipe.spare)
    for group in candidates if number < required else ():
        if group not in groups and number + len(group.squares) <= most:
            groups = [*groups, group]
            number += len(group.squares)
            if number >= required:
                break
    if number < required:
        raise RejectedFleetError("had too few squares to give")
    if number > most:
        raise RejectedFleetError(f"needed more than {most} givens")
    return groups


def first_that_fits(numbers: Sequence[int], attempt: Callable[[int], Item]) -> Item:
    """What an attempt gives for the first of these numbers for which it does not raise `RejectedFleetError`;
    raises that of the last."""
    for number in numbers[:-1]:
        with suppress(RejectedFleetError):
            return attempt(number)
    return attempt(numbers[-1])


def count_squares(groups: SquareGroups) -> int:
    """The number of squares of all groups together."""
    return sum([len(group.squares) for group in groups])
