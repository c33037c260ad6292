"""Engines and models compared, models written for other solvers, and uniqueness certificates.

`comparison` runs engines side by side. `models` writes a model by one of `lp`, `mps`, `dimacs`, `opb`,
`smt2`, `asp`, `xcsp3` and `minizinc_matrix`, in the words of a format by `xcsp3_lines` and `dlx`, or a text
to read by `minizinc_models` or `programs`; `clauses` converts between constraints and clauses,
`constraint_groups` says what they state. `answers` reads what solvers write for them, by `answer_readers` and
`variable_names`. `certificates` makes certificates by `specification`; `certificate_checker` checks them by
that, and the proofs in them by `drat_check` and `lrat_check`. `audit` tries other programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bimaru.study.answers import Answer, read_answer

__all__ = ["Answer", "read_answer"]


def __getattr__(name: str) -> object:
    """Import on first use: checking a certificate loads no engine."""
    if name in __all__:
        from bimaru.study import answers

        return getattr(answers, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
