"""The engines: ways to solve a puzzle, one file each, behind one small protocol.

An engine takes a puzzle and a budget, yields boards one by one, and then reports whether
they were all. A new engine is one new file and one line in `REGISTRY`.
"""

from bimaru.engines.protocol import Budget, Engine, Run
from bimaru.engines.registry import REGISTRY, engine_named, engine_names
from bimaru.errors import MissingExtraError, UnsupportedPuzzleError

__all__ = [
    "REGISTRY",
    "Budget",
    "Engine",
    "MissingExtraError",
    "Run",
    "UnsupportedPuzzleError",
    "engine_named",
    "engine_names",
]
