"""The study of all models: what is measured once is kept, and a disagreement ends it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def study(results: Path, *engines: str) -> subprocess.CompletedProcess[str]:
    options = ["--puzzles", "1", "--seconds", "5", "--engines", *engines]
    command = [sys.executable, "-m", "benchmarks.study", str(results), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def test_results_are_kept_and_what_contradicts_them_is_found(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    first = study(results, "search")
    assert (first.returncode, first.stderr) == (0, "")
    lines = results.read_text(encoding="utf-8").splitlines()
    assert len(lines) == first.stdout.count("\n| 1 of ") / 2 == 9

    again = study(results, "search")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert results.read_text(encoding="utf-8").splitlines() == lines

    forged = json.loads(lines[1]) | {"engine": "sat", "status": "none", "solutions": [], "complete": True}
    results.write_text("".join(f"{line}\n" for line in [*lines, json.dumps(forged)]), encoding="utf-8")
    caught = study(results, "search", "sat")
    assert caught.returncode == 1
    assert caught.stderr == f"{forged['id']}: search found a board that is not among all the boards of sat\n"
