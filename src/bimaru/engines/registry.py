"""The engines by name, each imported when it is first used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from bimaru.did_you_mean import close_names
from bimaru.engines.options import Factory, configured, split
from bimaru.engines.protocol import Engine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

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
    "automaton": "bimaru.engines.automaton:LinesEngine",
    "rectangles": "bimaru.engines.rectangles:Rectangles",
    "smith": "bimaru.engines.smith:Smith",
    "exact-cover": "bimaru.engines.exact_cover:ExactCover",
    "minizinc": "bimaru.engines.minizinc:MiniZinc",
    "asp": "bimaru.engines.asp:Asp",
    "smt": "bimaru.engines.smt:Smt",
    "choco": "bimaru.engines.choco:Choco",
    "pumpkin": "bimaru.engines.pumpkin:Pumpkin",
    "cpmpy": "bimaru.engines.cpmpy:Cpmpy",
    "diagram": "bimaru.engines.diagram:Diagram",
    "sweep": "bimaru.engines.sweep:SweepEngine",
    "pseudo-boolean": "bimaru.engines.pseudo_boolean:PseudoBoolean",
}
"""Names to `module:class`; the class is called with the engine's options, if any."""

EngineName: TypeAlias = Literal[
    "auto",
    "search",
    "placements",
    "cp-sat",
    "mip-ship",
    "mip-cell",
    "mip-pairs",
    "mip-heads",
    "sat",
    "sat-boats",
    "backtracking",
    "automaton",
    "rectangles",
    "smith",
    "exact-cover",
    "minizinc",
    "asp",
    "smt",
    "choco",
    "pumpkin",
    "cpmpy",
    "diagram",
    "sweep",
    "pseudo-boolean",
]
"""The keys of `REGISTRY`, for editors to complete. A name may also have options in it, or be one of another
package, so calls accept any text."""

GROUP: Final = "bimaru.engines"
"""The entry points by which other packages add engines: a name, and the class or function that makes it."""
_METHODS: Final = ("refusal", "run")


def engine_names() -> tuple[str, ...]:
    """The names of all engines, those of other packages last."""
    return (*REGISTRY, *sorted(_of_other_packages().keys() - REGISTRY.keys()))


def engine_named(name: str, /, **options: Any) -> Engine:
    """The engine of this name, with its options: in the name, as text (`backtracking:order=static`; see
    `bimaru.engines.options`), as arguments, or both. The name of an engine includes the options that
    differ from their defaults.

    Raises `ValueError` for an unknown name or option, and for an invalid value of an option."""
    name, texts = split(name)
    if twice := sorted(texts.keys() & options.keys()):
        raise ValueError(f"the option {', '.join(twice)} of the engine {name} is given twice")
    given = texts | options
    return _made(name, given) if given else _default(name)


@cache
def factory_of(name: str) -> Factory:
    """What makes the engine of this name. Raises `ValueError`."""
    if name in REGISTRY:
        module, _, factory = REGISTRY[name].partition(":")
        make: Factory = getattr(import_module(module), factory)
        return make
    if name not in _of_other_packages():
        near = close_names(name, engine_names())
        close = f" (did you mean {near[0]!r}?)" if near else ""
        raise ValueError(f"unknown engine {name!r}{close}; choose one of {', '.join(engine_names())}")
    entry = _of_other_packages()[name]
    try:
        make = entry.load()
    except Exception as error:
        raise ValueError(f"the engine {source_of(name)} cannot be imported: {error!r}") from error
    return make


def package_of(name: str) -> str:
    """The other package that adds the engine of this name, with its version; empty for any other name."""
    entry = _entry_of(name)
    return "" if entry is None or entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def source_of(name: str) -> str:
    """The name of an engine, and where it comes from if another package adds it: `slow of slow-engine 1.0
    (slow_engine:Slow)`."""
    entry, package = _entry_of(name), package_of(name)
    return f"{name} of {package} ({entry.value})" if entry and package else name


def _entry_of(name: str) -> EntryPoint | None:
    """The entry point of an engine of another package, whose name may have options in it."""
    name = name.partition(":")[0]
    return None if name in REGISTRY else _of_other_packages().get(name)


@cache
def _of_other_packages() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # imported late, because it is slow

    return {entry.name: entry for entry in entry_points(group=GROUP)}


@cache
def _default(name: str) -> Engine:
    """The engine without options, created once: engines keep no state between puzzles."""
    return factory_of(name)() if name in REGISTRY else _made(name, {})


def _made(name: str, given: Mapping[str, Any]) -> Engine:
    """The engine with these options. Raises `ValueError`, also for every fault of another package's."""
    make = factory_of(name)
    if name in REGISTRY:
        return configured(name, make, given)
    source = f"the engine {source_of(name)}"
    try:
        engine = configured(name, make, given)
    except ValueError:  # a value that it does not accept
        raise
    except Exception as error:
        raise ValueError(f"{source} cannot be created: {error!r}") from error
    if missing := [method for method in _METHODS if not callable(getattr(engine, method, None))]:
        raise ValueError(f"{source} is not an engine: it has no method {' and no method '.join(missing)}")
    return engine
