"""Engine names, and where each engine lives. Nothing is imported before it is used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any, Final

from bimaru.engines.protocol import Engine

REGISTRY: Final = {
    "auto": "bimaru.engines.auto:Auto",
    "search": "bimaru.engines.kernel:KernelSearch",
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
    """The engine of that name, with its options. Raises `ValueError` for an unknown name, and
    for an option that is unknown or set to what it cannot be."""
    return _made(name, **options) if options else _plain(name)


@cache
def _plain(name: str) -> Engine:
    """The engine without options, made once: engines keep nothing from one puzzle to the next."""
    return _made(name)


def _made(name: str, **options: Any) -> Engine:
    if name not in REGISTRY:
        raise ValueError(f"no engine is called {name!r}; there are {', '.join(REGISTRY)}")
    module, _, factory = REGISTRY[name].partition(":")
    make = getattr(import_module(module), factory)
    if options and (strange := options.keys() - signature(make).parameters.keys()):
        raise ValueError(f"the engine {name} has no option {', '.join(sorted(strange))}")
    engine: Engine = make(**options)
    return engine
