"""How tight the linear relaxation of a formulation is."""

from __future__ import annotations

from collections.abc import Collection
from importlib.util import find_spec
from time import perf_counter

from bimaru.engines.formulation import Formulation, Variable
from bimaru.engines.relaxation import least_sum
from bimaru.errors import MissingExtraError


def relaxation_bound(
    formulation: Formulation, chosen: Collection[Variable], time_limit: float | None = None
) -> float | None:
    """The share of a solution that the linear relaxation keeps, from 0 to 1; `None` if the limit is reached.

    `chosen` are the distinguishing variables that are 1 in the only solution of a puzzle. The minimum of
    their sum over the relaxation, divided by their number, is the bound: at 1 no search is needed, as the
    relaxation alone has no other solution. Solved by GLOP. Raises `MissingExtraError`."""
    if find_spec("ortools") is None:
        raise MissingExtraError("a linear relaxation", "models")
    deadline = None if time_limit is None else perf_counter() + time_limit
    least = least_sum(formulation, dict.fromkeys(chosen, 1), deadline)
    return least[0] / len(chosen) if least else None
