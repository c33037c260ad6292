"""Words that an automaton accepts, beside linear constraints: the constraint `regular`.

G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004. CP-SAT,
Choco and CPMpy have it. For other solvers a word is a path through the states, with a 0-1 variable for each
step: M.-C. Côté, B. Gendron and L.-M. Rousseau, "Modeling the Regular Constraint with Integer Programming",
CPAIOR 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from bimaru.deadlines import checked
from bimaru.engines.choco import Choco
from bimaru.engines.cp_sat import CpSatSolver
from bimaru.engines.cpmpy import Cpmpy
from bimaru.engines.formulation import Constraint, Formulation, Variable, exactly
from bimaru.engines.model_engine import Solver
from bimaru.engines.packages import check_installed

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

State: TypeAlias = int
Value: TypeAlias = int
Transition: TypeAlias = tuple[State, Value, State]
"""A state, the value read there, and the next state."""
START: Final[State] = 0


class Automaton(NamedTuple):
    """A deterministic automaton, which begins in `START`."""

    transitions: list[Transition]
    final: list[State]


class Word(NamedTuple):
    """The letters, by their numbers, that an automaton accepts in this order."""

    name: str
    letters: tuple[int, ...]
    automaton: Automaton


class Words(NamedTuple):
    """`letters` are integers, each as its values with the 0-1 variables that say which it has; it is 0
    where all of these are 0."""

    letters: Sequence[Mapping[Value, Variable]]
    words: Sequence[Word]


# As paths


def with_paths(formulation: Formulation, words: Words) -> Formulation:
    """The formulation with the words stated as linear constraints, by further variables."""
    names = [*formulation.variables]
    constraints = [*formulation.constraints]
    for word in checked(words.words):
        letters = [words.letters[i] for i in word.letters]
        layers = _layers(word.automaton, letters)
        numbers = count(len(names))
        steps = [dict(zip(layer, numbers, strict=False)) for layer in layers]
        names += [_step_name(word.name, at, step) for at, layer in enumerate(layers, 1) for step in layer]
        constraints += _path(word.name, letters, steps)
    return replace(formulation, variables=tuple(names), constraints=tuple(constraints))


def _layers(automaton: Automaton, letters: Sequence[Mapping[Value, Variable]]) -> list[list[Transition]]:
    """The transitions that can read each letter of an accepted word."""
    reached = {START}
    layers = []
    for values in letters:
        layers.append([one for one in automaton.transitions if one[0] in reached and one[1] in {0, *values}])
        reached = {after for _, _, after in layers[-1]}
    wanted = {*automaton.final}
    for at in reversed(range(len(layers))):
        layers[at] = [one for one in layers[at] if one[2] in wanted]
        wanted = {before for before, _, _ in layers[at]}
    return layers


def _path(
    name: str, letters: Sequence[Mapping[Value, Variable]], steps: Sequence[Mapping[Transition, Variable]]
) -> Iterator[Constraint]:
    """One step reads each letter: the first, and each that begins where the one before it ends."""
    yield exactly(1, f"word_{name}", dict.fromkeys(steps[0].values(), 1))
    for before, after in pairwise(steps):
        for state in sorted({one[2] for one in before} | {one[0] for one in after}):
            entering = {v: 1 for one, v in before.items() if one[2] == state}
            leaving = {v: -1 for one, v in after.items() if one[0] == state}
            yield exactly(0, f"path_{name}", entering | leaving)
    for values, layer in zip(letters, steps, strict=True):
        for value, variable in values.items():
            reading = {v: 1 for one, v in layer.items() if one[1] == value}
            yield exactly(0, f"reads_{name}", reading | {variable: -1})


def _step_name(word: str, at: int, step: Transition) -> str:
    """`step_row_A_3_0_m2_1`: at the third letter of row A, from state 0 by the value -2 to state 1."""
    return f"step_{word}_{at}_{'_'.join(str(number).replace('-', 'm') for number in step)}"


# By CP-SAT


def cp_sat_words(formulation: Formulation, words: Words) -> Solver:
    """CP-SAT with a formulation and words. Raises `MissingExtraError`."""
    check_installed("ortools", "the engine automaton")
    return CpSatSolver(formulation, further=partial(_add_to_cp_sat, words))


def _add_to_cp_sat(words: Words, model: cp_model.CpModel, variables: Sequence[cp_model.IntVar]) -> None:
    from ortools.sat.python import cp_model

    letters = []
    for values in words.letters:
        number = model.new_int_var_from_domain(cp_model.Domain.from_values([0, *values]), "")
        model.add(number == sum(value * variables[v] for value, v in values.items()))
        letters.append(number)
    for word in words.words:
        transitions, final = word.automaton
        model.add_automaton([letters[i] for i in word.letters], START, final, transitions)


# By Choco


def choco_words(formulation: Formulation, words: Words) -> Solver:
    """Choco with a formulation and words. Raises `MissingExtraError`."""
    return Choco().solver(formulation, partial(_post_in_choco, words))


def _post_in_choco(words: Words, model: Any, variables: Any) -> None:
    """Post the words. Choco's automata read no negative values, so that all are moved."""
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

    least = min(chain([0], *words.letters))
    letters = []
    for values in words.letters:
        letter = model.intvar(sorted({-least, *(value - least for value in values)}))
        chosen = [variables[v] for v in values.values()]
        model.scalar([letter, *chosen], [1, *(-value for value in values)], "=", -least).post()
        letters.append(letter)
    for word in words.words:
        automaton = FiniteAutomaton()
        states = max(max(before, after) for before, _, after in word.automaton.transitions) + 1
        for _ in range(states):
            automaton.add_state()
        automaton.set_initial_state(START)
        automaton.set_final(*word.automaton.final)
        for before, value, after in word.automaton.transitions:
            automaton.add_transition(before, after, value - least)
        model.regular([letters[i] for i in word.letters], automaton).post()


# By CPMpy


def cpmpy_words(formulation: Formulation, words: Words) -> Solver:
    """CPMpy with a formulation and words. Raises `MissingExtraError`."""
    return Cpmpy().solver(formulation, partial(_words_in_cpmpy, words))


def _words_in_cpmpy(words: Words, variables: Sequence[Any]) -> list[Any]:
    """The words, and integers for their letters."""
    import cpmpy as cp

    constraints = []
    letters = []
    for values in words.letters:
        letter = cp.intvar(min([0, *values]), max([0, *values]))
        constraints.append(letter == cp.sum(value * variables[v] for value, v in values.items()))
        letters.append(letter)
    for word in words.words:
        transitions, final = word.automaton
        constraints.append(cp.Regular([letters[i] for i in word.letters], transitions, START, final))
    return constraints
