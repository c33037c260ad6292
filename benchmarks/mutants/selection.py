"""Which tests are run against a mutant, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.mutants.faults import Mutant, place_of
from benchmarks.mutants.recording import Recording

NEAR: Final = 20.0
FAR: Final = 40.0
"""Seconds of the recorded tests of a changed line: in files that belong to the module, and in others."""


class Batch(NamedTuple):
    """Tests for one run of pytest: all of these files, or those of them that are named."""

    files: list[str]
    tests: list[str] | None = None

    def without(self, omitted: Iterable[str]) -> Batch:
        """What is left without some tests, or whole files."""
        gone = set(omitted)
        files = [file for file in self.files if file not in gone]
        if self.tests is None:
            return Batch(files)
        tests = [test for test in self.tests if test not in gone and _file_of(test) not in gone]
        return Batch(_files_of(tests), tests)


def related_files(root: Path, path: str) -> list[str]:
    """The files of tests that belong to a module: those that mention it, and those of its own folder, of
    which the ones that mention it most come first.
    """
    room, stem = path.split("/")[0].removesuffix(".py"), Path(path).stem
    tests = root / "tests"
    files = sorted(file for file in tests.rglob("test_*.py") if tests / "page" not in file.parents)
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    own = [file for file in files if room in (file.parent.name, file.stem.removeprefix("test_"))]
    own.sort(key=lambda file: -texts[file].count(stem))
    dotted = "bimaru." + path.removesuffix(".py").replace("/", ".")
    word = re.compile(rf"\b{re.escape(stem)}\b")
    named = [file for file in files if word.search(file.stem.replace("_", " ")) or dotted in texts[file]]
    chosen = list(dict.fromkeys([*[file for file in named if file in own], *named, *own]))
    return [file.relative_to(root).as_posix() for file in chosen]


def batches_for(root: Path, mutant: Mutant, recording: Recording | None) -> list[Batch]:
    """The tests for a mutant: the quickest that execute the changed lines, then the files of its module.

    What runs at import is executed by every test: then it is the tests that call anything in the module, and
    those of its files come first.
    """
    related = related_files(root, mutant.path)
    whole = Batch(related)
    if recording is None:
        return [whole] if related else []
    place = place_of(root, mutant)
    covering = recording.tests_of(mutant.path, None if place.at_import else place.lines)
    near = {test for test in covering if _file_of(test) in related}
    quick = _quickest(near, recording, NEAR, related)
    other = _quickest(covering - near, recording, FAR, related)
    batches = [quick, whole, other] if place.at_import else [quick, other, whole]
    return [batch for batch in batches if batch.files]


def _quickest(tests: Iterable[str], recording: Recording, limit: float, first: list[str]) -> Batch:
    """The quickest tests, up to `limit` seconds; those of a file together, for their fixtures."""
    chosen: list[str] = []
    total = 0.0
    for test in sorted(tests, key=lambda test: (recording.seconds[test], test)):
        total += recording.seconds[test]
        if chosen and total > limit:
            break
        chosen.append(test)
    files = _files_of(chosen)
    files.sort(key=lambda file: first.index(file) if file in first else len(first))
    return Batch(files, sorted(chosen, key=lambda test: files.index(_file_of(test))))


def _file_of(test: str) -> str:
    return test.split("::")[0]


def _files_of(tests: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(map(_file_of, tests))]
