"""The engine `exact-cover`: exact cover with an item for every ship, solved by dancing links.

D. E. Knuth, "Dancing Links", 2000; The Art of Computer Programming 4B, section 7.2.2.1, Algorithm C without
colours: primary items are covered exactly once, secondary ones at most once. Primary are the ships and the
squares given as ship; an option is a placement of one ship. Secondary are the 2x2 windows, which keep ships
apart, and the other squares. Constraints that are not exact cover are checked during the search: no line
gets more squares than its tally, and as many as it lacks can still be covered. Equal ships take options of
increasing number, so that each board is found once. Supports puzzles of moderate size without letters at
the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import inf

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.engines.search_run import SearchRun, refusal_of_size
from bimaru.placements import Placement, board_of, fitting, number_of_placements
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.squares import Part, Square


class ExactCover:
    """Takes puzzles of moderate size without letters at the edges."""

    name = "exact-cover"

    def refusal(self, puzzle: Puzzle) -> str | None:
        if puzzle.edges != NO_EDGES:
            return "it does not support letters at the edges"
        ships = sum(number for _, number in puzzle.ships)
        ways = sum(
            number * number_of_placements(ship, puzzle.height, puzzle.width) for ship, number in puzzle.ships
        )
        return refusal_of_size(ships, ways)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        check_takes(self, puzzle)
        return ExactCoverRun(puzzle, budget)


class Links:
    """Items and options as linked lists, in arrays. The nodes of an item are a ring around the item's own;
    the items that are still to be covered are a ring around node 0."""

    def __init__(self, n_items: int, n_primary: int) -> None:
        """Items are numbered from 1, the primary ones first."""
        every = range(n_items + 1)
        self.next_item = [item + 1 if item < n_primary else 0 for item in every]
        self.previous_item = [item - 1 if item else n_primary for item in every]
        for item in range(n_primary + 1, n_items + 1):
            self.next_item[item] = self.previous_item[item] = item
        self.size = [0] * (n_items + 1)
        """The number of options that are left for each item."""
        self.up, self.down, self.item = [*every], [*every], [*every]
        self.option = [-1] * (n_items + 1)
        self.nodes: list[range] = []
        """The nodes of each option."""

    def add(self, items: Iterable[int]) -> None:
        """Add an option."""
        start = len(self.item)
        for item in items:
            node, last = len(self.item), self.up[item]
            self.up.append(last)
            self.down.append(item)
            self.down[last] = self.up[item] = node
            self.item.append(item)
            self.option.append(len(self.nodes))
            self.size[item] += 1
        self.nodes.append(range(start, len(self.item)))

    def _hide(self, node: int) -> None:
        """Remove the option of a node from its other items."""
        for other in self.nodes[self.option[node]]:
            if other != node:
                up, down = self.up[other], self.down[other]
                self.down[up], self.up[down] = down, up
                self.size[self.item[other]] -= 1

    def _show(self, node: int) -> None:
        for other in reversed(self.nodes[self.option[node]]):
            if other != node:
                self.down[self.up[other]] = self.up[self.down[other]] = other
                self.size[self.item[other]] += 1

    def cover(self, item: int) -> None:
        """Remove an item and all options that have it."""
        node = self.down[item]
        while node != item:
            self._hide(node)
            node = self.down[node]
        before, after = self.previous_item[item], self.next_item[item]
        self.next_item[before], self.previous_item[after] = after, before

    def uncover(self, item: int) -> None:
        """Undo `cover`, the last one first."""
        self.next_item[self.previous_item[item]] = self.previous_item[self.next_item[item]] = item
        node = self.up[item]
        while node != item:
            self._show(node)
            node = self.up[node]

    def smallest(self) -> int:
        """The primary item with the fewest options; 0 if all are covered."""
        best, least = 0, inf
        item = self.next_item[0]
        while item:
            if self.size[item] < least:
                best, least = item, self.size[item]
            item = self.next_item[item]
        return best

    def options_of(self, item: int) -> list[int]:
        """The options that are left for an item."""
        found, node = [], self.down[item]
        while node != item:
            found.append(self.option[node])
            node = self.down[node]
        return found


class ExactCoverRun(SearchRun):
    """One search. `nodes` counts the options tried, `fails` those that a line or the order forbids."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle = puzzle
        super().__init__(budget)

    def _build(self) -> dict[str, int]:
        puzzle = self._puzzle
        ships = [ship for ship, number in puzzle.ships for _ in range(number)]
        given = [one.square for one in puzzle.givens if one.kind != Part.WATER]
        windows = [(r, c) for r in range(-1, puzzle.height) for c in range(-1, puzzle.width)]
        others = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width) if (r, c) not in {*given}]
        first = len(ships) + 1
        self._square_item = {at: item for item, at in enumerate([*given, *others], start=first)}
        window_item = {at: item for item, at in enumerate(windows, start=first + len(self._square_item))}
        n_primary = len(ships) + len(given)
        self._links = Links(n_primary + len(others) + len(windows), n_primary)
        self._placements: list[Placement] = []
        self._ship: list[int] = []
        self._number: list[int] = []
        fits = fitting(puzzle)
        for number, ship in enumerate(ships):
            for rank, one in enumerate(checked(fits[ship])):
                touched = sorted(
                    {window_item[r - dr, c - dc] for r, c in one.squares for dr in (0, 1) for dc in (0, 1)}
                )
                self._links.add(chain([number + 1], (self._square_item[at] for at in one.squares), touched))
                self._placements.append(one)
                self._ship.append(number)
                self._number.append(rank)
        self._before = [
            number - 1 if number and ships[number - 1] == ship else -1 for number, ship in enumerate(ships)
        ]
        self._after = [*(-1 if before < 0 else before + 1 for before in self._before[1:]), -1]
        self._lines = [
            ([self._square_item[at] for at in line], tally) for line, tally in lines.with_tallies(puzzle)
        ]
        lines_at: dict[Square, list[int]] = {}
        for number, (line, _) in enumerate(lines.with_tallies(puzzle)):
            for at in line:
                lines_at.setdefault(at, []).append(number)
        self._shares = [[n for at in one.squares for n in lines_at.get(at, ())] for one in self._placements]
        self._lacking = [tally for _, tally in self._lines]
        self._chosen: dict[int, int] = {}
        self._taken: set[int] = set()
        return {"variables": len(self._placements), "constraints": len(self._links.size) - 1}

    def _search(self) -> Iterator[Board]:
        if self._lines_can_be_filled():
            yield from self._branch()

    def _branch(self) -> Iterator[Board]:
        """The boards below the present state."""
        item = self._links.smallest()
        if not item:
            if not any(self._lacking):
                yield board_of(self._puzzle, [self._placements[option] for option in self._chosen.values()])
            return
        for option in self._links.options_of(item):
            self._spend_node()
            if not self._is_in_order(option) or not self._take(option):
                self.stats["fails"] += 1
                continue
            items = [self._links.item[node] for node in self._links.nodes[option]]
            for covered in items:
                self._links.cover(covered)
            self._taken.update(items)
            if self._lines_can_be_filled():
                yield from self._branch()
            else:
                self.stats["fails"] += 1
            self._taken.difference_update(items)
            for covered in reversed(items):
                self._links.uncover(covered)
            self._untake(option)

    def _is_in_order(self, option: int) -> bool:
        """Whether the equal ships beside this one, if they are placed, lie before and behind it."""
        ship, number = self._ship[option], self._number[option]
        before, after = (self._chosen.get(other) for other in (self._before[ship], self._after[ship]))
        is_behind = before is None or self._number[before] < number
        return is_behind and (after is None or number < self._number[after])

    def _take(self, option: int) -> bool:
        """Count the squares of an option on their lines, if no line gets too many."""
        for line in self._shares[option]:
            self._lacking[line] -= 1
        self._chosen[self._ship[option]] = option
        if all(self._lacking[line] >= 0 for line in self._shares[option]):
            return True
        self._untake(option)
        return False

    def _untake(self, option: int) -> None:
        for line in self._shares[option]:
            self._lacking[line] += 1
        del self._chosen[self._ship[option]]

    def _lines_can_be_filled(self) -> bool:
        """Whether every line has as many free squares with options as it lacks."""
        size, taken = self._links.size, self._taken
        return all(
            not lacking or sum(1 for item in line if size[item] and item not in taken) >= lacking
            for (line, _), lacking in zip(self._lines, self._lacking, strict=True)
        )
