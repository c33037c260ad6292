"""Stop `bimaru generate -o DIR/` at random moments, resume it, compare: `python -m fuzz.kills --runs 200`.

Each run starts the command in a process group of its own and sends a signal to the group (or with `--alone`
to the command only) after a random part of the time that an undisturbed run takes. A run passes when

- with SIGTERM, SIGHUP and SIGINT: nothing was printed, the exit code is 128 and the signal's number, and no
  half-written file is left;
- all processes have ended a few seconds later;
- resuming finishes the collection, byte for byte as the undisturbed run made it.

A signal that comes while Python itself is still starting ends it Python's own way, which is not judged.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

SIGNALS: Final = {name: getattr(signal, f"SIG{name}") for name in ("KILL", "TERM", "HUP", "INT")}
ARGUMENTS: Final = ("--size=5x5", "--fleet=2:1,1:2", "--seed=7", "--count=600", "--shard-size=50")
"""Half a second's work in several rounds, for there are many duplicates."""
_PATIENCE: Final = 60.0
"""Seconds in which a call must end."""


class Run(NamedTuple):
    """A signal sent at a moment, counted in seconds from the start."""

    moment: float
    number: signal.Signals
    is_alone: bool


def command(directory: Path) -> list[str]:
    """The call that makes the collection in that directory."""
    return [sys.executable, "-m", "bimaru", "generate", *ARGUMENTS, "--workers", "2", "-o", f"{directory}/"]


def files_of(directory: Path) -> dict[str, bytes]:
    """The bytes of every file in a directory, by path."""
    found = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(found)}


def undisturbed(directory: Path) -> tuple[dict[str, bytes], float]:
    """The files of a collection that is made without interruption, and the seconds that it takes."""
    start = time.monotonic()
    subprocess.run(command(directory), check=True, timeout=_PATIENCE)
    return files_of(directory), time.monotonic() - start


def faults(run: Run, directory: Path, whole: dict[str, bytes]) -> list[str]:
    """What goes wrong in a run; nothing as a rule."""
    found = _stopped(run, directory)
    resumed = subprocess.run(
        command(directory), capture_output=True, encoding="utf-8", timeout=_PATIENCE, check=False
    )
    if (resumed.returncode, resumed.stdout, resumed.stderr) != (0, "", ""):
        found.append(f"resuming ended with {resumed.returncode}: {resumed.stdout}{resumed.stderr}")
    if files_of(directory) != whole:
        found.append("the files differ from those of the undisturbed run")
    return found


def _stopped(run: Run, directory: Path) -> list[str]:
    """What goes wrong until the command and all its processes have ended."""
    with subprocess.Popen(
        command(directory),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        time.sleep(run.moment)
        if process.poll() is None:
            (os.kill if run.is_alone else os.killpg)(process.pid, run.number)
        try:
            # Workers hold the other ends of these pipes, so this waits for all of them.
            printed = "".join(process.communicate(timeout=_PATIENCE))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return ["processes were left"]
    if run.number == signal.SIGKILL:
        return []
    if run.number == signal.SIGINT and _was_starting(printed):
        return []
    found = []
    if printed:
        found.append(f"printed {printed!r}")
    if process.returncode not in (0, 128 + run.number, -run.number):
        found.append(f"exit code {process.returncode}")
    found += [f"left {path}" for path in directory.rglob("*.part")]
    return found


def _was_starting(printed: str) -> bool:
    """Whether Python printed a traceback that does not come from within the command."""
    return printed.endswith("KeyboardInterrupt\n") and "cli/application.py" not in printed


def main() -> int:
    """Run the campaign; exit code 1 when a run has failed."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.kills", description=main.__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--signal", choices=[*SIGNALS, "any"], default="KILL")
    parser.add_argument("--alone", action="store_true", help="signal the command only, not its workers")
    parser.add_argument("--seed", type=int, default=0, help="of the random moments")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    chosen = [*SIGNALS] if options.signal == "any" else [options.signal]
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        whole, seconds = undisturbed(Path(place) / "whole")
        for number in range(options.runs):
            run = Run(chance.uniform(0, seconds), SIGNALS[chance.choice(chosen)], options.alone)
            directory = Path(place) / str(number)
            if found := faults(run, directory, whole):
                failed += 1
                print(f"{number}: {run.number.name} after {run.moment:.3f} s: {'; '.join(found)}", flush=True)
            shutil.rmtree(directory, ignore_errors=True)
    print(f"{options.runs - failed} of {options.runs} runs passed, stopped within {seconds:.2f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
