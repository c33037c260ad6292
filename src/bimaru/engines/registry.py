"""Engine names, and where each engine lives. Nothing is imported before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from bimaru.engines.protocol import Engine

REGISTRY: Final = {
    "auto": "bimaru.engines.auto:Auto",
    "search": "bimaru.engines.search:Search",
    "cp-sat": "bimaru.engines.cp_sat:CpSat",
    "mip-ship": "bimaru.engines.mip_ship:MipShip",
    "mip-cell": "bimaru.engines.mip_cell:MipCell",
    "mip-pairs": "bimaru.engines.mip_pairs:MipPairs",
    "mip-heads": "bimaru.engines.mip_heads:MipHeads",
    "sat": "bimaru.engines.sat:Sat",
    "sat-boats": "bimaru.engines.sat_boats:SatBoats",
    "backtracking": "bimaru.engines.backtracking:Backtracking",
}
"""Name to `module:class`; the class is called without arguments, or with the engine's options."""


def engine_named(name: str, **options: Any) -> Engine:
    """The engine of that name, with its options. Raises `ValueError` for an unknown name."""
    if name not in REGISTRY:
        raise ValueError(f"no engine is called {name!r}; there are {', '.join(REGISTRY)}")
    module, _, factory = REGISTRY[name].partition(":")
    engine: Engine = getattr(import_module(module), factory)(**options)
    return engine
