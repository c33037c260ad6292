"""Clues as clauses, in any language."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from bimaru.deduction.clues import edge_of, line_of, number_of, ordered, ships_of, tally_of
from bimaru.deduction.languages.words import Words
from bimaru.deduction.reasons import Clue, Line
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import square_name


@dataclass(frozen=True, slots=True)
class ClueSentences:
    """The clauses of clues in a language."""

    words: Words

    def all(self, puzzle: Puzzle, clues: Collection[Clue]) -> str:
        """Clues in one sentence: `row A has 4, row C 1, B2 is a left end and there are two cruisers`."""
        others = [self._one(puzzle, clue) for clue in ordered(clues) if clue.kind not in ("row", "column")]
        tallies = [*self._tallies(puzzle, clues, "row"), *self._tallies(puzzle, clues, "column")]
        return self.words.joined([*tallies, *others])

    def given(self, given: Given) -> str:
        """What a given shows, as a clause: `B2 is a left end`."""
        return self.words.say("is", square=square_name(given.square), kind=self.words.part(given.kind))

    def _one(self, puzzle: Puzzle, clue: Clue) -> str:
        words = self.words
        if clue.kind == "edge":
            side, position = edge_of(clue)
            line = line_of(clue)
            lines = words.lines([] if line is None else [line])
            return words.say(f"edge {side}", line=lines, letter=puzzle.edges._asdict()[side][position])
        if clue.kind == "given":
            return self.given(next(given for given in puzzle.givens if given.square == clue.value))
        return words.there_are(*ships_of(puzzle)[clue])

    def _tallies(
        self, puzzle: Puzzle, clues: Collection[Clue], kind: Literal["row", "column"]
    ) -> Iterator[str]:
        """`row A has 4`, `row C 1`: each line beside its tally; `rows A and C have 4 each`: those in a row
        with the same."""
        tallies = {
            Line(kind, number_of(clue)): tally_of(puzzle, clue)
            for clue in ordered(clues)
            if clue.kind == kind
        }
        for number, (tally, group) in enumerate(groupby(tallies, key=lambda line: tallies[line])):
            lines = [*group]
            key = "next tally" if number else "tally"
            yield self.words.say(key, len(lines), lines=self.words.lines(lines), tally=tally)
