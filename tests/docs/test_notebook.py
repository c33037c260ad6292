"""The notebook for classes runs, from its first cell to its last, and is stored without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from documents import DOCS

NOTEBOOK: Final = DOCS / "tutorial" / "models.ipynb"


def cells(kind: str) -> list[dict[str, Any]]:
    """The cells of a kind, `code` or `markdown`."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.thorough
def test_every_cell_of_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one namespace and in order, as a kernel runs them; they use no commands of notebooks."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells("code"):
        exec(compile("".join(cell["source"]), f"{NOTEBOOK.name}: {cell['id']}", "exec"), names)
    assert len(names["points"]) >= 5
    assert names["mine"].boards
    assert len(names["everything"].boards) == 70
    assert names["argument"].text.endswith("so E7 is water.")


def test_the_notebook_is_stored_without_outputs_and_with_ids() -> None:
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells("code"))
    ids = [cell["id"] for kind in ("code", "markdown") for cell in cells(kind)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    "subject", ["Read", "each model", "Sizes", "your own", "Relaxations", "An engine", "foreign", "Why"]
)
def test_the_notebook_has_a_section_on_each_subject(subject: str) -> None:
    headings = [line for cell in cells("markdown") for line in cell["source"] if line.startswith("## ")]
    assert any(subject in heading for heading in headings)
