"""The model of the engine `automaton` in XCSP3: `regular` for lines, `count` for the fleet, and `intension`
between a square and its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bimaru.engines.automaton import automata, kinds_of, words
from bimaru.engines.formulation import Formulation
from bimaru.engines.regular import START, Automaton, Word
from bimaru.engines.square_model import squares_of
from bimaru.puzzle import Puzzle
from bimaru.squares import square_name
from bimaru.study.xcsp3 import block, instance, sums, variables

KIND: Final = "kind_"
"""What the names of integer variables begin with: 0 for water, the length of a ship that lies across, and the
length of an upright one beyond the longest. Choco's automata read no negative values."""


def xcsp3_lines(puzzle: Puzzle, squares: Formulation, title: str) -> str:
    """The instance of a puzzle under a title of one line. `squares` has the 0-1 variables of its squares
    first, and its clues, as `bimaru.study.models` has prepared them."""
    names = [square_name(at) for at in squares_of(puzzle)]
    domain = _values(puzzle, [0, *kinds_of(puzzle)])
    return instance(
        title,
        [*variables(squares.variables, "0 1"), *variables((f"{KIND}{name}" for name in names), domain)],
        [*sums(squares), *block("kind", _channels(names)), *_fleet(puzzle, names), *_lines(puzzle, names)],
    )


def _channels(names: Sequence[str]) -> Iterator[str]:
    yield "<group> <intension> eq(%0,ne(%1,0)) </intension>"
    yield from (f"  <args> ship_at_{name} {KIND}{name} </args>" for name in names)
    yield "</group>"


def _fleet(puzzle: Puzzle, names: Sequence[str]) -> Iterator[str]:
    """ACE refuses to count to more than there are; the squares of the whole fleet are a sum already."""
    squares = _kinds(names, range(len(names)))
    counts = [
        f"<count> <list> {squares} </list> <values> {_values(puzzle, kinds)} </values> "
        f"<condition> (eq,{ship.length * number}) </condition> </count>"
        for ship, number in puzzle.ships
        for kinds in [[kind for kind in kinds_of(puzzle) if abs(kind) == ship.length]]
        if ship.length * number <= len(names)
    ]
    if counts:
        yield from block("squares", counts)


def _lines(puzzle: Puzzle, names: Sequence[str]) -> Iterator[str]:
    every = words(puzzle).words
    rows, columns = every[: puzzle.height], every[puzzle.height :]
    for automaton, lines in zip(automata(puzzle), (rows, columns), strict=True):
        yield from block("word", _group(puzzle, automaton, lines, names))


def _group(
    puzzle: Puzzle, automaton: Automaton, lines: Sequence[Word], names: Sequence[str]
) -> Iterator[str]:
    yield "<group>"
    if len(lines[0].letters) > 1:
        yield from _regular(puzzle, automaton)
    else:  # of which ACE makes no words
        first = (one for one in automaton.transitions if one[0] == START)
        accepted = _values(puzzle, (kind for _, kind, after in first if after in automaton.final))
        yield f"  <extension> <list> %0 </list> <supports> {accepted} </supports> </extension>"
    yield from (f"  <args> {_kinds(names, line.letters)} </args>" for line in lines)
    yield "</group>"


def _regular(puzzle: Puzzle, automaton: Automaton) -> Iterator[str]:
    steps = (f"(q{before},{_value(puzzle, kind)},q{after})" for before, kind, after in automaton.transitions)
    final = " ".join(f"q{state}" for state in automaton.final)
    yield "  <regular>"
    yield "    <list> %... </list>"
    yield f"    <transitions> {''.join(steps)} </transitions>"
    yield f"    <start> q{START} </start> <final> {final} </final>"
    yield "  </regular>"


def _values(puzzle: Puzzle, kinds: Iterable[int]) -> str:
    return " ".join(map(str, sorted(_value(puzzle, kind) for kind in kinds)))


def _value(puzzle: Puzzle, kind: int) -> int:
    """A kind as a number that is not negative."""
    return kind if kind >= 0 else max(ship.length for ship, _ in puzzle.ships) - kind


def _kinds(names: Sequence[str], squares: Sequence[int]) -> str:
    return " ".join(f"{KIND}{names[i]}" for i in squares)
