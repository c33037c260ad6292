"""Sizes of models, and how tight their relaxations are, kept in a file of JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bimaru.engines import engine_named
from bimaru.engines.cadical import CnfEngine
from bimaru.engines.formulation import Formulation
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.relaxation import relaxation
from bimaru.placements import fitting, number_of_placements, unfiltered
from bimaru.puzzle import Puzzle
from bimaru.solving import solve

MODELS: Final = ("mip-ship", "mip-pairs", "mip-pairs:symmetry=broken", "mip-heads", "mip-cell")
FORMULAS: Final = ("sat", "sat:encoding=binomial", "sat-boats", "sat-boats:encoding=binomial")
_MOST_NONZEROS: Final = 150_000
"""The largest relaxation that is solved."""


class Sizes:
    """What has been measured."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._known = {(line["id"], line["model"]): line for line in map(json.loads, lines)}

    def find(self, puzzle: Puzzle, model: str) -> dict[str, Any] | None:
        """The sizes of a model of a puzzle, if they have been measured."""
        return self._known.get((str(puzzle.id), model))

    def measure(self, puzzle: Puzzle, model: str, seconds: float) -> dict[str, Any]:
        """The same, measured now if they have not been, the relaxation in at most that many seconds."""
        if (known := self.find(puzzle, model)) is None:
            known = {"id": str(puzzle.id), "model": model, **_sizes(puzzle, model, seconds)}
            self._known[known["id"], model] = known
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(known) + "\n")
        return known


def _sizes(puzzle: Puzzle, model: str, seconds: float) -> dict[str, Any]:
    fitted = fitting(puzzle)
    counts: dict[str, Any] = {
        "placements": sum(map(len, fitted.values())),
        "placements_raw": sum(
            number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships
        ),
    }
    with unfiltered():
        raw, _ = _model_sizes(puzzle, model)
    sizes, formulation = _model_sizes(puzzle, model)
    counts |= sizes | {f"{name}_raw": size for name, size in raw.items()}
    if formulation is None or formulation.nonzeros > _MOST_NONZEROS:
        return counts
    return counts | {"bound": _bound(puzzle, model, seconds)}


def _model_sizes(puzzle: Puzzle, model: str) -> tuple[dict[str, int], Formulation | None]:
    """The sizes of a model, and the model if it is linear; nothing if the engine does not take the puzzle."""
    engine = engine_named(model)
    if engine.refusal(puzzle):
        return {}, None
    if isinstance(engine, CnfEngine):
        cnf = engine.cnf(puzzle)
        return {"variables": cnf.variables, "rows": len(cnf.clauses)}, None
    if not isinstance(engine, ModelEngine):
        raise TypeError(f"{model} has no model")
    formulation = engine.model(puzzle)
    sizes = {
        "variables": len(formulation.variables),
        "rows": len(formulation.constraints),
        "nonzeros": formulation.nonzeros,
    }
    return sizes, formulation


def _bound(puzzle: Puzzle, model: str, seconds: float) -> float | None:
    """The share of the only board's squares that the relaxation keeps; `None` for a puzzle with several."""
    result = solve(puzzle, engine="search")
    if result.status != "unique":
        return None
    engine = engine_named(model)
    if not isinstance(engine, ModelEngine):
        raise TypeError(f"{model} has no model")
    found = relaxation(engine, puzzle, result.board, time_limit=seconds)
    return None if found is None else found.kept
