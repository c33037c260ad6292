"""The engines: ways to solve a puzzle, one file each, behind one small protocol.

An engine gets a puzzle and a budget and gives boards one by one, and then says whether
those were all of them. A new engine is one new file and one line in `REGISTRY`.
"""

from bimaru.engines.protocol import Budget, Engine, Run
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.errors import MissingExtraError, UnsupportedPuzzleError

__all__ = [
    "REGISTRY",
    "Budget",
    "Engine",
    "MissingExtraError",
    "Run",
    "UnsupportedPuzzleError",
    "engine_named",
]
