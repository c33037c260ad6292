"""Generating puzzles with letters or polyomino ships, by the engine `placements`.

Straight fleets are drawn like any other; words and their directions are then assigned to the ships at random.
With polyomino ships, every ship is put down at random where there is room. Squares are chosen as for straight
ships: each is the first that excludes a remaining board, and redundant ones are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.random_ships import ShipSampler
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.engines.poses import GIVEN_PARTS, LETTER_CODE, letters_by_edge, poses_of
from bimaru.generation.clue_selection import (
    Pattern,
    SquareGroups,
    add_spare,
    choose_tally_lines,
    drop_redundant,
    select_until_unique,
    with_groups,
)
from bimaru.generation.lettered import edges_of, put_letters
from bimaru.generation.recipe import Recipe, RejectedFleetError, first_success
from bimaru.generation.scores import with_score
from bimaru.generation.uniqueness import JUST_SHIP, UNDECIDED, PlacementOracle, mask_of
from bimaru.puzzle import Provenance, Puzzle, Tally
from bimaru.rules import check
from bimaru.solving import WrongBoardError
from bimaru.squares import LETTER_MARK, Part

_NODES: Final = 5_000
"""Limit of a uniqueness query: some hundred times the cost of one on 10x10."""


class PlacementMaker:
    """Makes the puzzles of a recipe with words or shapes, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the ships fit."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._stream = recipe.stream
        height, width = recipe.size
        self._open = Puzzle(
            [None] * height, [None] * width, recipe.fleet, words=recipe.words, shapes=recipe.shapes
        )
        self._ships = ShipSampler(height, width, self._open.ships) if self._open.shapes else None
        self._fleets = None if self._ships else fleet_sampler(height, width, recipe.ships)
        self._pattern = Pattern(recipe)
        self._letters = poses_of(self._open).letters

    def make(self, seed: int, time_limit: float | None = None) -> Puzzle:
        """The puzzle of a seed, with the same `extra` as `Maker.make`. Raises as that does."""
        chance = Chance(seed, self._stream)
        return first_success(self.recipe.tries, lambda _: self._attempt(chance, seed), time_limit=time_limit)

    def _board(self, chance: Chance) -> Board:
        """A random board of the ships. Raises `RejectedFleetError`."""
        if self._fleets is None:
            return self._ships.board(self._open, chance)  # type: ignore[union-attr]  # one of the two is there
        return put_letters(self._fleets.board(chance), self.recipe.words, chance)

    def _attempt(self, chance: Chance, seed: int) -> Puzzle:
        """The puzzle of the next fleet. Raises `RejectedFleetError`."""
        board = self._board(chance)
        lined = self._open.replace(edges=edges_of(board, self.recipe.edges))
        oracle = PlacementOracle(lined, board, _NODES)
        lines = choose_tally_lines(self.recipe, chance)
        base = mask_of(lines) | mask_of(_edge_positions(lined))
        candidates = [self._pattern.groups[i] for i in self._pattern.candidates(oracle.codes, chance)]
        groups, difference = select_until_unique(oracle, base, candidates)
        if difference == UNDECIDED:
            raise RejectedFleetError("turned out too large to prove that there is no other solution")
        if difference is not None:
            raise RejectedFleetError("had other solutions with every possible given")
        groups = drop_redundant(groups, lambda rest: oracle.is_unique(with_groups(base, rest)))
        groups = add_spare(self.recipe, groups, candidates)
        puzzle = self._puzzle(lined, oracle.codes, lines, groups, board, seed)
        if broken := check(puzzle, board):
            raise WrongBoardError("generate", puzzle, board, broken[0].text)
        return with_score(puzzle, board) if self.recipe.score else puzzle

    def _puzzle(
        self,
        lined: Puzzle,
        codes: bytes,
        lines: Sequence[int],
        groups: SquareGroups,
        board: Board,
        seed: int,
    ) -> Puzzle:
        """The puzzle of these tally lines and groups of squares."""
        height, width = self.recipe.size
        tallies: list[Tally] = [None] * (height + width)
        for line in lines:
            at = line - self.recipe.squares
            line_codes = codes[at * width : (at + 1) * width] if at < height else codes[at - height :: width]
            tallies[at] = len(line_codes) - line_codes.count(0)
        givens = [
            (*divmod(square, width), self._kind(codes[square], group.revealed))
            for group in groups
            for square in group.squares
        ]
        return lined.replace(
            rows=tallies[:height],
            cols=tallies[height:],
            givens=givens,
            provenance=Provenance(seed=seed, solution=board.to_data()),
            extra={"grade": None, **(self._ships or self._fleets).note},  # type: ignore[union-attr]
        )

    def _kind(self, code: int, revealed: int) -> str:
        """The kind of a given that reveals these bits of a square's code."""
        if code and revealed == JUST_SHIP:
            return Part.SHIP
        return (
            GIVEN_PARTS[code] if code < LETTER_CODE else LETTER_MARK + self._letters[code - LETTER_CODE - 1]
        )


def _edge_positions(puzzle: Puzzle) -> list[int]:
    """The positions of the letters at the edges in a mask."""
    first = puzzle.height * puzzle.width + puzzle.height + puzzle.width
    return [at for at, letter in enumerate(letters_by_edge(puzzle), first) if letter is not None]
