"""The sentences of hints, of arguments for a square, and of what is wrong with a puzzle, in any language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from bimaru.board import UNKNOWN, WATER
from bimaru.capitals import capitalised
from bimaru.deduction.clues import edge_of, line_of, ordered, ships_of, square_of, tally_of
from bimaru.deduction.languages.notation import names
from bimaru.deduction.languages.words import Words
from bimaru.deduction.reasons import Case, Change, Clue, Line, Squares, Total
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square, square_name

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.rules import Fault
    from bimaru.ships import Ship


@dataclass(frozen=True, slots=True)
class ClueSentences:
    """The clauses of clues in a language."""

    words: Words

    def all(self, puzzle: Puzzle, clues: Collection[Clue]) -> str:
        """Clues in one sentence: `row A has 4, row C 1, B2 is a left end and there are two cruisers`."""
        others = [self._one(puzzle, clue) for clue in ordered(clues) if clue.kind not in ("row", "column")]
        tallies = [*self._tallies(puzzle, clues, "row"), *self._tallies(puzzle, clues, "column")]
        return self.words.joined([*tallies, *others])

    def _one(self, puzzle: Puzzle, clue: Clue) -> str:
        words = self.words
        if clue.kind == "edge":
            side, line, letter = edge_of(puzzle, clue)
            return words.edge(side, {line: letter})
        if clue.kind == "given":
            given = next(given for given in puzzle.givens if given.square == clue.value)
            return words.say("is", square=square_name(given.square), kind=words.part(given.kind))
        return words.there_are(*ships_of(puzzle)[clue])

    def _tallies(
        self, puzzle: Puzzle, clues: Collection[Clue], kind: Literal["row", "column"]
    ) -> Iterator[str]:
        """`row A has 4`, `row C 1`: each line beside its tally; `rows A and C have 4 each`: those in a row
        with the same. Between the number of a column and its tally there is always a verb."""
        tallies = {line_of(clue): tally_of(puzzle, clue) for clue in ordered(clues) if clue.kind == kind}
        for number, (tally, group) in enumerate(groupby(tallies, key=lambda line: tallies[line])):
            lines = [*group]
            key = "next tally" if number and kind == "row" else "tally"
            yield self.words.say(key, len(lines), lines=self.words.lines(lines), tally=tally)


@dataclass(frozen=True, slots=True)
class AdviceSentences:
    """The sentences of a language."""

    words: Words

    @property
    def clues(self) -> ClueSentences:
        """The clauses of clues."""
        return ClueSentences(self.words)

    def of_square(self, key: str, square: Square) -> str:
        """A sentence about a square, by its key in the table."""
        return self.words.say(key, square=square_name(square))

    def of_squares(self, key: str, squares: Squares) -> str:
        """A sentence about squares, by its key in the table."""
        return self.words.say(key, squares=self.words.squares(squares))

    def of_given(self, key: str, given: Given) -> str:
        """A sentence or a clause about what a square shows, by its key in the table."""
        return self.words.say(key, square=square_name(given.square), kind=self.words.part(given.kind))

    # Hints

    def where(self, lines: Sequence[Line], squares: Squares) -> str:
        """Where to look."""
        if not squares:
            return self.words.say("look at", at=self.words.lines(lines))
        named = self.words.squares(squares)
        if not lines:
            return self.words.say("look at", at=named)
        return self.words.say("look at both", lines=self.words.lines(lines), squares=named)

    def wrong_square(self, square: Square, is_water: bool, given: str | None, case: Case | None) -> str:
        """A square cannot be what the board shows: whether that is water, the kind that is given instead, if
        one is, and the refutation."""
        shown, other = ("water", "ship") if is_water else ("ship", "water")
        wrong = self.of_square(f"cannot be {shown}", square)
        if given is not None:
            return f"{wrong} {self.words.say('given as', kind=self.words.part(given))}"
        return f"{wrong} {self.words.say(f'always {other}') if case is None else case.text}"

    def mistake_in(self, rows: Sequence[Line]) -> str:
        """In which rows a mistake is."""
        return self.words.say("mistake in", lines=self.words.lines(rows))

    # Faults

    def fault(self, puzzle: Puzzle, board: Board, found: Fault) -> str:
        """What the referee finds."""
        say = self.words.say
        if found.rule in ("row", "column"):
            return self._line_fault(puzzle, board, found)
        text, squares = capitalised(found.text), names(found.squares)
        if found.rule == "touching":
            one, other = map(square_name, found.squares)
            return say("fault touching", one=one, other=other, text=text)
        if found.rule == "given":
            given = next(given for given in puzzle.givens if given.square == found.squares[0])
            return say("fault given", square=squares, kind=self.words.part(given.kind), text=text)
        return say(f"fault {found.rule}", squares=squares, text=text)

    def _line_fault(self, puzzle: Puzzle, board: Board, found: Fault) -> str:
        """A line with too many or too few ship squares."""
        row, column = found.squares[0]
        line = Line("row", row) if found.rule == "row" else Line("column", column)
        tally = puzzle.rows[row] if line.axis == "row" else puzzle.cols[column]
        marks = [board[at] for at in found.squares]
        n_open = marks.count(UNKNOWN)
        ships = self._ship_squares(len(marks) - n_open - marks.count(WATER))
        left = self.words.say("open squares", n_open, n=n_open) if n_open else ""
        return self.words.say(
            "fault line",
            line=self.words.lines([line]),
            ships=f"{ships}{left}",
            tally=tally,
            text=capitalised(found.text),
        )

    def _ship_squares(self, number: int) -> str:
        return self.words.say("ship squares", number, n=number)

    def differing(self, square: Square, given: str, shown: str) -> str:
        """A square is given as one kind, but the board shows another, as a clause."""
        part = self.words.part
        return self.words.say("differing", square=square_name(square), given=part(given), shown=part(shown))

    # Arguments

    def argument(
        self,
        puzzle: Puzzle,
        claimed: Given,
        is_not: bool,
        clues: Sequence[Clue],
        squares: Squares,
        is_proved: bool,
    ) -> str:
        """What forces that a square shows a kind or, with `is_not`, that it does not; with `is_proved`, the
        steps prove it."""
        n_reasons = len(clues) + len(squares)
        key = "whatever" if not n_reasons else "therefore" if is_proved or n_reasons == 1 else "together"
        is_given = claimed in puzzle.givens and [*clues, *squares] == [Clue("given", claimed.square)]
        if is_given and not is_not:
            key = "given so"
        return self.words.say(
            f"{key} not" if is_not else key,
            clause=self._together(puzzle, clues, squares),
            square=square_name(claimed.square),
            kind=self.words.part(claimed.kind),
        )

    def more_clues(self, puzzle: Puzzle, clues: Sequence[Clue]) -> str:
        """The steps take these clues, too."""
        return self.words.say("more clues", clues=self.clues.all(puzzle, clues))

    def no_argument(self) -> str:
        """No technique leads from clues to their contradiction."""
        return self.words.say("no argument")

    def _together(self, puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
        """Clues and known squares of a board, as a clause."""
        text, known = self.clues.all(puzzle, clues), self.words.squares(squares)
        if clues and squares:
            return capitalised(self.words.say("clues with squares", clues=text, squares=known))
        return capitalised(self.words.say("only squares", squares=known) if squares else text)

    # What is wrong with a puzzle

    def conflict(self, puzzle: Puzzle, clues: Sequence[Clue], squares: Squares) -> str:
        """Clues and squares that cannot be true together."""
        key = "conflict alone" if len(clues) + len(squares) == 1 else "conflict"
        return self.words.say(key, clause=self._together(puzzle, clues, squares))

    def unequal_totals(self, one: Total, other: Total, is_with_ships: bool) -> str:
        """Two totals of ship squares that differ, as a clause; whether the ships agree with the other."""
        say = self.words.say
        return say(
            "unequal totals with ships" if is_with_ships else "unequal totals",
            one=say(f"all {one.side}"),
            squares=self._ship_squares(one.number),
            other=say(f"all {other.side}"),
            n=other.number,
        )

    def too_large(self, ship: Ship) -> str:
        """A ship fits nowhere on the empty grid, as a clause."""
        if ship.is_straight and ship.word is None:
            return self.words.say("too long", ship.length, length=ship.length)
        return self.words.say("too large", ship=self.words.a(ship))

    def missing_ship(self, given: Given) -> str:
        """No ship of the fleet has a part that is given, as a clause."""
        key = "no submarines" if given.kind == Part.SUBMARINE else "no long ships"
        return self.words.say(key, given=self.of_given("is", given))

    def repair(self, changes: Sequence[Change]) -> str:
        """Clues with other values, as a clause."""
        return self.words.table["repairs separator"].join(map(self._change, changes))

    def _change(self, change: Change) -> str:
        """`row C has 3, not 4`, `B2 is water, not a left end`."""
        words = self.words
        if change.clue.kind == "given":
            after, before = (words.part(str(kind)) for kind in (change.after, change.before))
            square = square_name(square_of(change.clue))
            return words.say("given changed", square=square, after=after, before=before)
        line = words.lines([line_of(change.clue)])
        return words.say("tally changed", line=line, after=change.after, before=change.before)

    def ambiguity(self, squares: Squares, additions: Sequence[Sequence[Given]]) -> str:
        """Where the solutions differ, and givens each set of which would decide between them."""
        words = self.words
        sentences = [words.say("solutions differ", squares=words.squares(squares))] if squares else []
        if additions:
            ways = [words.joined([self.of_given("is", one) for one in each]) for each in additions]
            text = words.table["additions separator"].join(ways)
            sentences.append(words.say("one left", ways=text))
        return " ".join(sentences)
