"""Coverage-guided fuzzing: `python -m fuzz.guided readers --seconds 300`.

Needs atheris (`pip install atheris`), which is not a dependency of the project. It mutates bytes, keeps those
that reach new code in a directory, and stops at the first finding. A target qualifies if it has
`try_bytes(data)`, `seeds()`, `mutate_bytes(random, data)` and `text_in(data)`. With `--keep`, the
smallest texts that reach code which the target's own texts do not are written to `fuzz/corpus`, which
tests and the target read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final, TypeAlias

CORPUS: Final = Path(__file__).parent / "corpus"
_WATCHED: Final = "/bimaru/"
"""The part of a path that marks a file whose coverage counts."""
_MAX_BYTES: Final = 4096
"""The longest input."""

Step: TypeAlias = tuple[str, int, int]
"""A file, and two lines of it that ran one after the other."""


def main() -> int:
    """Fuzz one target guided by coverage, or keep the inputs that earlier runs found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.guided", description=main.__doc__)
    parser.add_argument("target", help="a file of fuzz/targets with `try_bytes`, like readers")
    parser.add_argument("--seconds", type=int, default=60, help="how long to run")
    parser.add_argument("--found", type=Path, help="directory of inputs; .fuzz/guided-TARGET if left out")
    parser.add_argument(
        "--keep", action="store_true", help="run nothing; write the best inputs to fuzz/corpus"
    )
    options = parser.parse_args()
    found = options.found or Path(".fuzz") / f"guided-{options.target}"
    found.mkdir(parents=True, exist_ok=True)
    if options.keep:
        print(f"{keep(options.target, inputs_in(found)):,} new texts in {CORPUS / options.target}")
        return 0
    return run(options.target, options.seconds, found)


def run(name: str, seconds: int, found: Path) -> int:
    """Fuzz a target and store inputs that reach new code in the directory `found`. Returns only if atheris is
    missing: libFuzzer ends the process."""
    try:
        atheris = import_module("atheris")
    except ImportError:
        print("python -m fuzz.guided needs atheris: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["bimaru"]):
        target = import_module(f"fuzz.targets.{name}")
        seeds = target.seeds()  # inside the block, since readers are imported on first use
    for data in seeds:
        (found / sha256(data).hexdigest()[:16]).write_bytes(data)

    def mutate(data: bytes, size: int, seed: int) -> bytes:
        """A mutation by libFuzzer or, half of the time, by the target, which knows the formats."""
        random = Random(seed)
        if random.random() < 0.5:
            return bytes(atheris.Mutate(data, size))
        return bytes(target.mutate_bytes(random, data)[:size])

    arguments = [
        sys.argv[0],
        str(found),
        f"-max_total_time={seconds}",
        f"-max_len={_MAX_BYTES}",
        "-timeout=10",
    ]
    atheris.Setup([*arguments, f"-artifact_prefix={found.parent}/"], target.try_bytes, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


def inputs_in(directory: Path) -> list[bytes]:
    """The inputs of earlier runs, smallest first."""
    return sorted((file.read_bytes() for file in directory.iterdir()), key=lambda data: (len(data), data))


def keep(name: str, inputs: Iterable[bytes]) -> int:
    """Write to the corpus, as texts, the inputs that reach steps which neither the corpus nor an earlier
    input reaches. Returns their number."""
    target = import_module(f"fuzz.targets.{name}")
    reached: set[Step] = set()
    for data in target.seeds():
        reached |= steps_of(target, data)
    kept = 0
    for data in inputs:
        if new := steps_of(target, data) - reached:
            reached |= new
            reader, text = target.text_in(data)
            contents = text.encode("utf-8", "surrogatepass")
            path = CORPUS / name / reader / sha256(contents).hexdigest()[:16]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
            kept += 1
    return kept


def steps_of(target: Any, data: bytes) -> set[Step]:
    """The steps through the project's code that a target takes with an input."""
    steps: set[Step] = set()

    def trace(frame: FrameType, _: str, __: object) -> Any:
        file = frame.f_code.co_filename
        if _WATCHED not in file:
            return None
        before = frame.f_code.co_firstlineno

        def follow(frame: FrameType, event: str, _: object) -> Any:
            nonlocal before
            if event == "line":
                steps.add((file, before, frame.f_lineno))
                before = frame.f_lineno
            return follow

        return follow

    outer = sys.gettrace()  # coverage's, perhaps
    sys.settrace(trace)
    try:
        target.try_bytes(data)
    finally:
        sys.settrace(outer)
    return steps


if __name__ == "__main__":
    sys.exit(main())
