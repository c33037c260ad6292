"""Engines and models compared, models written for other solvers, and uniqueness certificates.

`comparison` runs engines side by side. `models` writes a model by one of `lp`, `mps`, `dimacs` and
`minizinc_model`; `clauses` converts between constraints and clauses. `certificates` makes certificates by
`specification`, and `checker` checks them by `specification` and `refutation`.
"""
