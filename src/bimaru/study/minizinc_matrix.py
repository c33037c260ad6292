"""Formulations for MiniZinc: a model of any linear program in 0-1 variables, and its data.

Both are in one file. Split before the comment `% Data`, it becomes a `.mzn` and a `.dzn` file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final

from bimaru.engines.formulation import Constraint, Formulation
from bimaru.study.constraint_groups import by_family, described

MODEL: Final = """\
int: variables;
array[1..variables] of string: name;
int: constraints;
array[1..constraints] of string: constraint_name;
array[1..constraints + 1] of int: first; % where the terms of each constraint begin
array[int] of int: variable;
array[int] of int: factor;
array[1..constraints] of string: sense;
array[1..constraints] of int: number;

array[1..variables] of var 0..1: x;

constraint forall(i in 1..constraints)(
  let { var int: total = sum(k in first[i]..first[i + 1] - 1)(factor[k] * x[variable[k]]) } in
  if sense[i] = "<=" then total <= number[i]
  elseif sense[i] = ">=" then total >= number[i]
  else total = number[i] endif
);

solve satisfy;

output [name[j] ++ "\\n" | j in 1..variables where fix(x[j]) = 1];
"""


def minizinc_matrix(model: Formulation, title: str) -> str:
    """The MiniZinc file of a formulation that `bimaru.study.models` has prepared, under a title of one line.

    A solution is written as the names of the variables that are 1, one a line."""
    groups = by_family(model.constraints)
    constraints = [*chain.from_iterable(groups.values())]
    first = accumulate((len(constraint.terms) for constraint in constraints), initial=1)
    data = {
        "variables": len(model.variables),
        "name": _array(map(_text, model.variables)),
        "constraints": len(constraints),
        "constraint_name": _array(_text(constraint.name) for constraint in constraints),
        "first": _array(first),
        "variable": _array(variable + 1 for constraint in constraints for variable in constraint.terms),
        "factor": _array(factor for constraint in constraints for factor in constraint.terms.values()),
        "sense": _array(_text(constraint.sense) for constraint in constraints),
        "number": _array(constraint.number for constraint in constraints),
    }
    return f"% {title}\n{''.join(_comments(groups))}\n{MODEL}\n% Data\n" + "".join(
        f"{key} = {value};\n" for key, value in data.items()
    )


def _comments(groups: Mapping[str, Sequence[Constraint]]) -> Iterator[str]:
    last = 0
    for group, constraints in groups.items():
        yield f"% constraints {last + 1} to {last + len(constraints)}: {described(group)}\n"
        last += len(constraints)


def _array(items: Iterable[object]) -> str:
    """An array literal with ten items a line."""
    words = [str(item) for item in items]
    lines = (", ".join(words[i : i + 10]) for i in range(0, len(words), 10))
    return "[" + ",\n  ".join(lines) + "]"


def _text(text: str) -> str:
    return f'"{text}"'
