"""Run the cases of one target in order, keep count of them on disk, and stop at a budget."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final, TypeAlias

from bimaru.atomic_files import temporary_path
from fuzz import targets

Case: TypeAlias = Callable[[random.Random], None]
"""Makes and tries one input; raises any exception when something is wrong."""

_SAVE_EVERY: Final = 5.0
"""Seconds between two writes of the state."""


@dataclass
class State:
    """How far the campaign of a target has come."""

    cases: int = 0
    """Number of cases tried; of a single worker, that is the number of the next case."""
    seconds: float = 0.0
    findings: dict[int, str] = field(default_factory=dict)
    """What went wrong, by the number of the case: the traceback."""


def names() -> list[str]:
    """The names of all targets: the files of `fuzz/targets`."""
    return sorted(module.name for module in iter_modules(targets.__path__))


def case_of(name: str) -> Case:
    """The function of a target that tries one case."""
    case: Case = import_module(f"fuzz.targets.{name}").case
    return case


def try_case(name: str, number: int) -> None:
    """Try one case again; raises what the case raises."""
    case_of(name)(random.Random(f"{name}:{number}"))


def run(
    name: str,
    directory: Path,
    *,
    seconds: float | None = None,
    cases: int | None = None,
    first: int = 0,
    step: int = 1,
) -> State:
    """Go on with the campaign of a target until it has run for `seconds`, or has tried `cases` in all.

    The state is kept in `directory`. Worker `first` of `step` workers tries every `step`-th case and keeps a
    state of its own. Ctrl-C saves the state, then interrupts; the case that was interrupted comes first in
    the next run."""
    path = path_of(name, directory, first, step)
    state = _load(path)
    start = time.monotonic()
    saved = start - _SAVE_EVERY
    before = state.seconds
    case = case_of(name)
    try:
        while seconds is None or time.monotonic() - start < seconds:
            number = state.cases * step + first
            if cases is not None and number >= cases:
                break
            try:
                case(random.Random(f"{name}:{number}"))
            except Exception:
                state.findings[number] = traceback.format_exc()
            state.cases += 1
            state.seconds = before + time.monotonic() - start
            if time.monotonic() - saved > _SAVE_EVERY:
                _save(path, state)
                saved = time.monotonic()
    finally:
        _save(path, state)
    return state


def path_of(name: str, directory: Path, first: int = 0, step: int = 1) -> Path:
    """The file that keeps the state of one worker."""
    return directory / f"{name}-{first}-of-{step}.json"


def _load(path: Path) -> State:
    if not path.exists():
        return State()
    kept = json.loads(path.read_text(encoding="utf-8"))
    findings = {int(number): text for number, text in kept.pop("findings").items()}
    return State(**kept, findings=findings)


def _save(path: Path, state: State) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_path(path) as part:
        part.write_text(json.dumps(asdict(state)), encoding="utf-8")
