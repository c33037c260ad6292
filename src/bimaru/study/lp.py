"""Formulations in the LP format.

IBM ILOG CPLEX, "LP file format: algebraic representation"; HiGHS, SCIP, CBC, GLPK and Gurobi read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bimaru.engines.formulation import Formulation
from bimaru.study.constraint_groups import by_family, described

_A_LINE: Final = 6
"""Terms, or names, on a line; CPLEX reads up to 560 characters."""


def lp(model: Formulation, title: str) -> str:
    """The LP file of a formulation that `bimaru.study.models` has prepared, under a title of one line."""
    # Every variable, so that all readers number them in this order.
    objective = ["obj:", *(f"+ 0 {name}" for name in model.variables)]
    lines = [f"\\ {title}", "Minimize", *_wrapped(objective), "Subject To"]
    for group, constraints in by_family(model.constraints).items():
        lines.append(f"\\ {described(group)}")
        for name, terms, sense, number in constraints:
            lines += _wrapped([f"{name}:", *_terms(terms, model.variables), f"{sense} {number}"])
    return "\n".join([*lines, "Binary", *_wrapped(model.variables), "End", ""])


def _terms(terms: Mapping[int, int], names: Sequence[str]) -> Iterable[str]:
    return (
        f"{'-' if factor < 0 else '+'} {'' if abs(factor) == 1 else f'{abs(factor)} '}{names[variable]}"
        for variable, factor in terms.items()
    )


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    return (" " + " ".join(words[i : i + _A_LINE]) for i in range(0, len(words), _A_LINE))
