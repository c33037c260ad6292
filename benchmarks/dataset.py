"""A citable data set: instances in every format, counts, grades and certificates, with licences and sources.

    python -m benchmarks.dataset DIRECTORY [--sets csplib014 solbat] [--limit 5] [--upstream SOLBAT]

The directory appears when it is complete; the same command writes the same bytes. `--upstream` names a
checkout of the directory `solbat` of MiniZinc's benchmarks, for which it adds patches that mend its known
errors: the model mixes up width and height, and the solutions in the comments of some data are transposed.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import bimaru
from benchmarks.study.boards import DATA
from bimaru.atomic_files import temporary_path
from bimaru.engines import engine_named
from bimaru.formats.format import CannotWriteError
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.puzzle import Puzzle
from bimaru.study import certificates


class Origin(NamedTuple):
    """Whose puzzles a set has, and where they were published; the licence by its name in SPDX's list."""

    source: str
    author: str
    licence: str
    url: str = ""


ORIGINS: Final = {
    "csplib014": Origin(
        "CSPLib prob014, donated by Moshe Rubin (Fathom It!)",
        "Moshe Rubin",
        "CC-BY-4.0",
        "https://www.csplib.org/Problems/prob014/",
    ),
    "solbat": Origin(
        "MiniZinc benchmarks, solbat",
        "Peter J. Stuckey",
        "MIT",
        "https://github.com/MiniZinc/minizinc-benchmarks/tree/master/solbat",
    ),
    "large": Origin("the bimaru project", "The bimaru authors", "MIT"),
    "boats": Origin("made with Boats by x-sheep", "The bimaru authors", "MIT"),
}
LICENCES: Final = {
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "MIT": "https://opensource.org/license/mit",
}
COLUMNS: Final = (
    "id",
    "set",
    "height",
    "width",
    "status",
    "n_solutions",
    "exact",
    "grade",
    "score",
    "certified",
    "formats",
)
MOST_NODES: Final = 2_000_000
"""Nodes of the search that counts a puzzle's solutions; beyond it the count is a lower bound."""
MOST_CERTIFIED: Final = 100
"""Solutions of a puzzle whose number is certified."""


def main() -> None:
    """Write the data set."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dataset", description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path, help="to be created")
    parser.add_argument("--sets", nargs="+", choices=tuple(ORIGINS), default=["csplib014", "solbat"])
    parser.add_argument("--limit", type=int, help="take only the first puzzles of each set")
    parser.add_argument(
        "--nodes", type=int, default=MOST_NODES, help="for counting the solutions of a puzzle"
    )
    parser.add_argument("--upstream", type=Path, metavar="SOLBAT", help="a checkout of MiniZinc's solbat")
    arguments = parser.parse_args()
    with temporary_path(arguments.directory) as part:
        part.mkdir(parents=True)
        puzzles = {
            name: list(bimaru.read_all(DATA / f"{name}.jsonl"))[: arguments.limit] for name in arguments.sets
        }
        write_dataset(part, puzzles, arguments.nodes)
        if arguments.upstream is not None:
            for name, text in patches(arguments.upstream):
                write(part / "patches" / f"{name}.patch", text)
        write(part / "SHA256SUMS", "".join(_digests(part)))


def write_dataset(directory: Path, puzzles: Mapping[str, Sequence[Puzzle]], most_nodes: int) -> None:
    """The instances, their certificates, the index and the descriptions."""
    rows = [
        _write_puzzle(directory, name, puzzle, most_nodes)
        for name, found in puzzles.items()
        for puzzle in found
    ]
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write(directory / "index.csv", table.getvalue())
    write(directory / "README.md", _readme({name: len(found) for name, found in puzzles.items()}))
    write(directory / "CITATION.cff", _citation(puzzles))
    write(directory / "LICENSE", (DATA.parents[1] / "LICENSE").read_text(encoding="utf-8"))


def write(path: Path, text: str) -> None:
    """Write a file, and make its directory."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_puzzle(directory: Path, name: str, puzzle: Puzzle, most_nodes: int) -> dict[str, Any]:
    """Write the files of a puzzle. Returns its row of the index."""
    plain = puzzle.replace(extra={})
    formats = []
    for known in REGISTRY:
        form = format_named(known)
        try:
            write(directory / "instances" / known / f"{puzzle.id}{form.suffix}", form.write(plain))
        except CannotWriteError:
            continue
        formats.append(known)
    status = bimaru.solve(plain).status
    engine = "search" if engine_named("search").refusal(plain) is None else "auto"
    number = bimaru.count(plain, engine=engine, node_limit=most_nodes if engine == "search" else None)
    grade = _grade(plain) if status == "unique" else None
    is_certified = number.complete and int(number) <= MOST_CERTIFIED
    if is_certified:
        for file, data in certificates.certify(plain, solutions=int(number)).items():
            path = directory / "certificates" / str(puzzle.id) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return {
        "id": puzzle.id,
        "set": name,
        "height": puzzle.height,
        "width": puzzle.width,
        "status": status,
        "n_solutions": int(number),
        "exact": json.dumps(number.complete),
        "grade": grade,
        "score": None if grade is None else grade.score,
        "certified": json.dumps(is_certified),
        "formats": " ".join(formats),
    }


def _grade(puzzle: Puzzle) -> bimaru.Grade | None:
    """The grade of a puzzle with one solution; `None` if no technique leads to it."""
    try:
        return bimaru.grade(puzzle)
    except bimaru.UngradableError:
        return None


def _digests(directory: Path) -> Iterator[str]:
    """The lines of a file for `sha256sum --check`."""
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(directory).as_posix()}\n"


def _readme(numbers: Mapping[str, int]) -> str:
    rows = "".join(f"| {name} | {number} | {_source(name)} |\n" for name, number in numbers.items())
    summaries = ((name, format_named(name)) for name in REGISTRY)
    formats = "".join(f"| `{name}/ID{form.suffix}` | {form.summary} |\n" for name, form in summaries)
    return f"""# Solitaire Battleships: instances, counts, grades and certificates

Puzzles of CSPLib's prob014 and their like: place a fleet on a grid so that no two ships touch and every row
and column has as many ship squares as the number beside it says.

| set | puzzles | source | licence |
| --- | --- | --- | --- |
{rows}
`index.csv` has a line for each puzzle:

| column | meaning |
| --- | --- |
| `id`, `set` | the name of the puzzle, which is that of its files, and its set |
| `height`, `width` | rows and columns |
| `status` | whether it has one solution (`unique`), several (`multiple`) or none |
| `n_solutions`, `exact` | the number of solutions; a lower bound where `exact` is false |
| `grade`, `score` | how hard a puzzle with one solution is for a person; none if no technique solves it |
| `certified` | whether there is a certificate; there is if the number is exact and at most {MOST_CERTIFIED} |
| `formats` | the directories of `instances` that have the puzzle |

`instances` has the puzzles in every format that can express them:

| file | format |
| --- | --- |
{formats}
`certificates/ID` proves that the puzzle has the number of solutions that `index.csv` gives. `puzzle.json` is
the puzzle and `boards.json` its solutions; `another-board.cnf` (DIMACS) are clauses whose models are all
other solutions, with comments that say what they state, and `refutation.drat` (DRAT) is a proof that there
are none, for drat-trim and other checkers. `bimaru verify certificates/*` checks also that the clauses are
those of the puzzle.

`patches`, if it is there, has mends for the files of solbat. `sha256sum --check SHA256SUMS` checks all files.

Made by bimaru {bimaru.__version__}, `python -m benchmarks.dataset`, without random choices: the same
version writes the same bytes. The puzzles keep the licences above; all else is under the licence in
`LICENSE` (MIT). `CITATION.cff` says how to cite the set and its sources.
"""


def _source(name: str) -> str:
    """Source and licence of a set, as two cells with links."""
    origin = ORIGINS[name]
    source = f"[{origin.source}]({origin.url})" if origin.url else origin.source
    return f"{source} | [{origin.licence}]({LICENCES[origin.licence]})"


def _citation(names: Iterable[str]) -> str:
    """The data set and its sources in the Citation File Format 1.2.0."""
    origins = [ORIGINS[name] for name in names if ORIGINS[name].url]
    references = "".join(
        f"""  - type: data
    title: "{origin.source}"
    authors:
      - name: "{origin.author}"
    url: "{origin.url}"
    license: {origin.licence}
"""
        for origin in origins
    )
    return f"""cff-version: 1.2.0
type: dataset
title: "Solitaire Battleships: instances, counts, grades and certificates"
message: "Please cite this data set and, for the puzzles, their sources."
authors:
  - name: "The bimaru authors"
version: "{bimaru.__version__}"
""" + (f"references:\n{references}" if references else "")


# Patches


def patches(solbat: Path) -> Iterator[tuple[str, str]]:
    """For each file that needs mending its name and a unified diff, to be applied with `patch -p1` above the
    directory `solbat`."""
    for path in sorted([solbat / "sb.mzn", *solbat.glob("*.dzn")]):
        with path.open(encoding="utf-8", newline="") as file:  # keeps the ends of lines
            text = file.read()
        mended = mend_model(text) if path.suffix == ".mzn" else mend_data(text)
        if mended != text:
            old, new = (f"{side}/solbat/{path.name}" for side in "ab")
            lines = difflib.unified_diff(_lines(text), _lines(mended), old, new)
            yield path.name, "".join(_marked(line) for line in lines)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _marked(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def mend_model(text: str) -> str:
    """`sb.mzn` with as many rows as the board is high: it has them the other way round."""
    side = {"ROWS": "height", "COLS": "width"}
    text = re.sub(
        r"^(set of int: X?(ROWS|COLS) = \d\.\.)(?:width|height)",
        lambda found: found[1] + side[found[2]],
        text,
        flags=re.MULTILINE,
    )
    return re.sub(
        r"^(int: (width|height);\s*% )(?:width|height)( of board)",
        lambda found: found[1] + found[2] + found[3],
        text,
        flags=re.MULTILINE,
    )


_SOLUTION: Final = re.compile(r"(?:^%(?: +(?:\.|\d+))+ *\r?\n?)+", re.MULTILINE)


def mend_data(text: str) -> str:
    """The data with the solution in its comment turned over, if only so it has the tallies of the data."""
    found = _SOLUTION.search(text)
    if found is None:
        return text
    grid = [line.lstrip("%").split() for line in found[0].splitlines()]
    over = [list(column) for column in zip(*grid, strict=False)]
    tallies = [_numbers(text, "rowsum"), _numbers(text, "colsum")]
    if _tallies(grid) == tallies or _tallies(over) != tallies:
        return text
    end = "\r\n" if "\r\n" in found[0] else "\n"
    lines = end.join("%" + "".join(f" {mark:>2}" for mark in row) + " " for row in over)
    return text[: found.start()] + lines + (end if found[0].endswith("\n") else "") + text[found.end() :]


def _tallies(grid: Sequence[Sequence[str]]) -> list[list[int]]:
    return [
        [sum(mark != "." for mark in line) for line in lines] for lines in (grid, [*zip(*grid, strict=False)])
    ]


def _numbers(text: str, name: str) -> list[int]:
    found = re.search(rf"^{name}\s*=\s*\[([\d,\s]*)\]", text, re.MULTILINE)
    return [int(number) for number in found[1].split(",")] if found else []


if __name__ == "__main__":
    main()
