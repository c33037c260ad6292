"""The figures of the documents, from the results that are kept beside this file.

    python -m benchmarks.study.page

writes the tables of docs/background/models/study.md, and the charts, again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks.study.plan import EXPERIMENTS
from benchmarks.study.report import Measured, cactus_plot, machines, tables, write
from benchmarks.study.trials import Results
from bimaru.engines import REGISTRY

RESULTS: Final = Path(__file__).with_name("results.jsonl")
DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = DOCS / "background" / "models" / "study.md"
BEGIN: Final = "% Written by `python -m benchmarks.study.page`:\n"
END: Final = "% Up to here.\n"
BOARDS: Final = 30
SECONDS: Final = 5
"""The boards of a set, and the CPU limit, that the results were measured with."""
MODELS: Final = ("mip-ship", "mip-cell", "sat", "minizinc", "asp")
"""Those whose pages have a chart."""
BESIDE: Final = ("sat", "search")
"""Engines that every chart shows, to compare with."""


def documents() -> dict[Path, str]:
    """The page and the charts, by their files."""
    results = Results(RESULTS)
    measured = Measured(EXPERIMENTS[0], results, BOARDS, SECONDS)
    measured.check()
    notes = (not_run(measured), *(f"Measured on: {one}.\n" for one in machines(results)))
    written = "\n".join((*tables(measured), *notes))
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    charts = {"cactus-engines.svg": measured.engines}
    charts |= {f"model-{name}.svg": [name, *(one for one in BESIDE if one != name)] for name in MODELS}
    pictures = DOCS / "pictures" / "study"
    return {
        PAGE: f"{head}{BEGIN}\n{written}\n{END}{rest.partition(END)[2]}",
        **{pictures / name: cactus_plot(measured, engines) for name, engines in charts.items()},
    }


def not_run(measured: Measured) -> str:
    """The engines that have no result: of the experiment, and of all others."""
    engines = dict.fromkeys((*measured.experiment.engines, *REGISTRY))
    return f"Not run: {', '.join(f'`{one}`' for one in engines if one not in measured.engines)}.\n"


if __name__ == "__main__":
    for path, text in documents().items():
        write(path, text)
