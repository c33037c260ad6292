"""The engine `asp`: an answer set program of placements, for clingo.

M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", Theory and
Practice of Logic Programming 19(1), 2019. Facts describe the placements that no single clue forbids; rules
choose as many of each kind as the fleet has, and say what is ship; constraints state the clues. Every
stable model is a board. It takes every puzzle, and `bimaru model` writes the same program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final

from bimaru.deadlines import checked
from bimaru.engines import lines
from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix_engine import MatrixEngine, Search
from bimaru.engines.model_engine import Solver
from bimaru.engines.placement_variables import ascii_name, fitting_placements, label, names
from bimaru.placements import contradicting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.squares import Part, Square, square_name

RULES: Final = """\
% Squares are (row, column), counted from 1 at the top left. on(S, L, D): square S is the D-th of line L.
square((R, C)) :- R = 1..height, C = 1..width.
on((R, C), row(R), C) :- square((R, C)).
on((R, C), column(C), R) :- square((R, C)).

% placement(P): a ship lies in this way. There are as many of each kind as the fleet has.
{ placement(P) : kind(P, K) } = N :- fleet(K, N).

% What they cover is ship, what lies around them is not.
ship(S) :- placement(P), covers(P, S).
around(P, (R + I, C + J)) :- covers(P, (R, C)), I = -1..1, J = -1..1, not covers(P, (R + I, C + J)).
:- placement(P), around(P, S), ship(S).
:- placement(P), placement(Q), P < Q, covers(P, S), covers(Q, S).

% A row or column has as many ship squares as its tally, and a square given as ship is ship. There are no
% facts for ways to lie that a single clue excludes.
:- tally(L, N), not N = #count { S : ship(S), on(S, L, D) }.
:- given_ship(S), not ship(S).
#defined tally/2.
#defined given_ship/1.
"""
"""Everything but what letters need."""
EDGES: Final = """\

% The letter nearest to an edge: the line, seen from there, has it, and no other before it.
seen(S, left(R), D) :- on(S, row(R), D).
seen(S, right(R), width + 1 - D) :- on(S, row(R), D).
seen(S, top(C), D) :- on(S, column(C), D).
seen(S, bottom(C), height + 1 - D) :- on(S, column(C), D).
shows(S, A) :- placement(P), letter(P, S, A).
:- edge(L, A), not shows(S, A) : seen(S, L, D).
:- edge(L, A), shows(S, B), B != A, seen(S, L, D), not shows(T, A) : seen(T, L, E), E < D.
"""


class Asp(MatrixEngine):
    """Takes every puzzle."""

    name = "asp"
    package = "clingo"

    def solver_for(self, puzzle: Puzzle, formulation: Formulation) -> Solver:
        solve = partial(solve_with_clingo, program(puzzle), formulation.variables)
        # the program has the constraints, but for the boards to exclude
        return self.started(solve, replace(formulation, constraints=()))


def program(puzzle: Puzzle) -> str:
    """The program of a puzzle: rules and facts. `placement(ship4_C5_right)` has the name of a variable of the
    ship-based formulation."""
    has_edges = puzzle.edges != NO_EDGES
    facts = chain(_fleet(puzzle, has_edges), _clues(puzzle))
    rules = RULES + (EDGES if has_edges else "") + "\n#show placement/1.\n"
    return rules + "".join(f"{fact}\n" for fact in checked(facts))


def excluding(placed: Collection[str]) -> str:
    """The constraint that excludes a board, by the names of its placements."""
    return f":- {', '.join(f'placement({name})' for name in placed) or '#true'}.\n"


def _fleet(puzzle: Puzzle, has_edges: bool) -> Iterator[str]:
    yield f"\n% The puzzle\n#const height = {puzzle.height}.\n#const width = {puzzle.width}."
    for ship, number in puzzle.ships:
        yield f"fleet({label(ship)}, {number})."
    placements = fitting_placements(puzzle)
    found = names(placements)
    for name, placement in zip(found, placements, strict=True):
        squares = "; ".join(map(_square, placement.squares))
        yield f"kind({name}, {label(placement.ship)}). covers({name}, ({squares}))."
        for at, letter in zip(placement.squares, placement.letters if has_edges else "", strict=False):
            yield f"letter({name}, {_square(at)}, {_letter(letter)})."
    for at, variables in contradicting(puzzle, placements).items():  # none, unless all placements are wanted
        yield from (f":- placement({found[v]}). % {square_name(at)} is given" for v in variables)


def _clues(puzzle: Puzzle) -> Iterator[str]:
    for kind, tallies in (("row", puzzle.rows), ("column", puzzle.cols)):
        yield from (
            f"tally({kind}({i}), {tally})." for i, tally in enumerate(tallies, 1) if tally is not None
        )
    for side, letters in puzzle.edges._asdict().items():
        yield from (f"edge({side}({i}), {_letter(letter)})." for i, letter in enumerate(letters, 1) if letter)
    for given in puzzle.givens:
        if given.kind != Part.WATER:
            yield f"given_ship({_square(given.square)})."
    if not lines.tallies_add_up(puzzle):
        yield ":- #true. % the tallies do not add up"


def _square(at: Square) -> str:
    return f"({at[0] + 1}, {at[1] + 1})"


def _letter(letter: str) -> str:
    return f'"{ascii_name(letter)}"'


def solve_with_clingo(text: str, placed: Iterable[str], search: Search) -> None:
    """Look for stable models of a program with clingo, in one search. `placed` are the names of the
    placements, in the order of the variables."""
    import clingo

    messages: list[str] = []
    control = clingo.Control([str(search.limit)], logger=lambda _, message: messages.append(message))
    known = [*placed]
    number = {name: variable for variable, name in enumerate(known)}
    excluded = (excluding([known[i] for i in row.columns]) for row in search.matrix.rows())
    control.add("base", [], text + "".join(excluded))
    control.ground([("base", [])])
    search.begin()
    with control.solve(yield_=True, async_=True) as handle:
        while (model := _next_model(handle, search)) is not None:
            search.found([number[symbol.arguments[0].name] for symbol in model.symbols(shown=True)])
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
