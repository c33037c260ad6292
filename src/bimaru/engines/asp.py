"""The engine `asp`: an answer set program of placements, for clingo.

M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", Theory and
Practice of Logic Programming 19(1), 2019. Facts describe the placements that no single clue forbids; rules
choose as many of each kind as the fleet has, and say what is ship; constraints state the clues. Every
stable model is a board. It takes every puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final

from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.foreign import ForeignEngine, ForeignSolver, Search, Solve
from bimaru.engines.formulation import Formulation
from bimaru.engines.model_engine import Solver
from bimaru.engines.placement_variables import ascii_name, fitting_placements
from bimaru.errors import MissingExtraError
from bimaru.placements import Placement
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square

RULES: Final = """\
% As many placements of each kind of ship as the fleet has.
{ place(P) : kind(P, K) } = N :- fleet(K, N).

% What they cover is ship, what lies around them is not.
ship(S) :- place(P), covers(P, S).
:- place(P), around(P, S), ship(S).
:- place(P), place(Q), P < Q, covers(P, S), covers(Q, S).

% Tallies and givens.
:- tally(L, N), not N = #count { S : ship(S), on(S, L, D) }.
:- given_ship(S), not ship(S).

% The letter nearest to an edge: the line has it, and another letter only behind it.
shows(S, A) :- place(P), letter(P, S, A).
:- edge(L, A), not shows(S, A) : on(S, L, D).
:- edge(L, A), shows(S, B), B != A, on(S, L, D), not shows(T, A) : on(T, L, E), E < D.

#show place/1.
"""


class Asp(ForeignEngine):
    """Takes every puzzle."""

    name = "asp"
    package = "clingo"

    def solve(self) -> Solve:
        raise NotImplementedError("the function needs the program")

    def solver_for(self, puzzle: Puzzle, formulation: Formulation) -> Solver:
        if find_spec(self.package) is None:
            raise MissingExtraError(f"the engine {self.name}", self.extra)
        text = program(puzzle)
        return ForeignSolver(self.name, partial(solve_with_clingo, text), _without_constraints(formulation))


def _without_constraints(formulation: Formulation) -> Formulation:
    """The variables alone: the program has the constraints, but for the boards to exclude."""
    return Formulation(formulation.variables, (), formulation.distinguishing, formulation.read)


def program(puzzle: Puzzle) -> str:
    """The program of a puzzle: `RULES` and its facts. `place(V)` stands for the placement at index V."""
    placements = fitting_placements(puzzle)
    facts = chain(_fleet(puzzle, placements), _lines(puzzle), _clues(puzzle))
    return RULES + "".join(f"{fact}.\n" for fact in checked(facts))


def _fleet(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[str]:
    kinds = {ship: number for number, (ship, _) in enumerate(puzzle.ships)}
    for ship, number in puzzle.ships:
        yield f"fleet({kinds[ship]}, {number})"
    for number, placement in enumerate(placements):
        yield f"kind({number}, {kinds[placement.ship]})"
        yield from (f"covers({number}, {_square(at)})" for at in placement.squares)
        yield from (f"around({number}, {_square(at)})" for at in placement.surroundings)
        for at, letter in zip(placement.squares, placement.letters, strict=False):
            yield f"letter({number}, {_square(at)}, {_letter(letter)})"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    """The lines with clues, with their squares in order from the edge."""
    for number, (line, tally) in enumerate(lines.with_tallies(puzzle)):
        yield f"tally(line({number}), {tally})"
        yield from (f"on({_square(at)}, line({number}), {distance})" for distance, at in enumerate(line))
    for number, (line, letter) in enumerate(lines.with_letters(puzzle)):
        yield f"edge(view({number}), {_letter(letter)})"
        yield from (f"on({_square(at)}, view({number}), {distance})" for distance, at in enumerate(line))


def _clues(puzzle: Puzzle) -> Iterator[str]:
    for given in puzzle.givens:
        if given.kind != Part.WATER:
            yield f"given_ship({_square(given.square)})"
    if not lines.tallies_add_up(puzzle):
        yield ":- #true"


def _square(at: Square) -> str:
    return f"({at[0]}, {at[1]})"


def _letter(letter: str) -> str:
    return f'"{ascii_name(letter)}"'


def solve_with_clingo(text: str, search: Search) -> None:
    """Look for stable models with clingo, in one search."""
    import clingo

    messages: list[str] = []
    control = clingo.Control([str(search.limit)], logger=lambda _, message: messages.append(message))
    excluded = (
        f":- {', '.join(f'place({i})' for i in row.columns) or '#true'}.\n" for row in search.matrix.rows()
    )
    control.add("base", [], text + "".join(excluded))
    control.ground([("base", [])])
    search.begin()
    with control.solve(yield_=True, async_=True) as handle:
        while (model := _next_model(handle, search)) is not None:
            search.found([symbol.arguments[0].number for symbol in model.symbols(shown=True)])
            handle.resume()
        handle.cancel()
        search.exhausted = bool(handle.get().exhausted)
    statistics = control.statistics["solving"]["solvers"]
    search.cost |= {"nodes": int(statistics["choices"]), "conflicts": int(statistics["conflicts"])}
    search.log = "\n".join(
        [*messages, *(f"{name}: {statistics[name]:g}" for name in ("choices", "conflicts", "restarts"))]
    )


def _next_model(handle: Any, search: Search) -> Any:
    """The next model, or `None` at the end of the search or of its time."""
    if not handle.wait(search.seconds_left()) or not search.has_time():
        return None
    return handle.model()
