"""The engines by name, each imported when it is first used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any, Final

from bimaru.engines.protocol import Engine

REGISTRY: Final = {
    "auto": "bimaru.engines.auto:Auto",
    "search": "bimaru.engines.kernel:KernelSearch",
    "placements": "bimaru.engines.placement_search:PlacementSearch",
    "cp-sat": "bimaru.engines.cp_sat:CpSat",
    "mip-ship": "bimaru.engines.mip_ship:MipShip",
    "mip-cell": "bimaru.engines.mip_cell:MipCell",
    "mip-pairs": "bimaru.engines.mip_pairs:MipPairs",
    "mip-heads": "bimaru.engines.mip_heads:MipHeads",
    "sat": "bimaru.engines.sat:Sat",
    "sat-boats": "bimaru.engines.sat_boats:SatBoats",
    "backtracking": "bimaru.engines.backtracking:Backtracking",
}
"""Names to `module:class`; the class is called with the engine's options, if any."""


def engine_named(name: str, **options: Any) -> Engine:
    """The engine of this name, with its options. Raises `ValueError` for an unknown name or option, and
    for an invalid value of an option."""
    return _create(name, **options) if options else _default(name)


@cache
def _default(name: str) -> Engine:
    """The engine without options, created once: engines keep no state between puzzles."""
    return _create(name)


def _create(name: str, **options: Any) -> Engine:
    if name not in REGISTRY:
        raise ValueError(f"no engine is called {name!r}; there are {', '.join(REGISTRY)}")
    module, _, factory = REGISTRY[name].partition(":")
    make = getattr(import_module(module), factory)
    if options and (unknown := options.keys() - signature(make).parameters.keys()):
        raise ValueError(f"the engine {name} has no option {', '.join(sorted(unknown))}")
    engine: Engine = make(**options)
    return engine
