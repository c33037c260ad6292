"""What the documents name exists, and what they show for copying works."""

from __future__ import annotations

import re
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru.engines.formulation import Formulation
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.registry import REGISTRY
from bimaru.engines.sizes import Ways
from bimaru.puzzle import Puzzle

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = {str(path.relative_to(ROOT)): path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))}
MODELS: Final = DOCS["docs/models.md"].read_text(encoding="utf-8")
NEW_ENGINE: Final = DOCS["docs/new-engine.md"].read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """What its headings are linked by."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCS)
def test_every_link_leads_somewhere(name: str) -> None:
    text = DOCS[name].read_text(encoding="utf-8")
    for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        target = (DOCS[name].parent / path).resolve() if path else DOCS[name]
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), anchor


@pytest.mark.parametrize(
    "written_by", sorted(set(re.findall(r"`(\w+\.\w+(?:\.\w+)?)`", MODELS)) - {"sb.mzn"})
)
def test_every_function_that_writes_a_constraint_is_where_it_is_said_to_be(written_by: str) -> None:
    file, *names = written_by.split(".")
    room = "bimaru" if file == "placements" else "bimaru.engines"
    assert reduce(getattr, names, import_module(f"{room}.{file}")) is not None


@pytest.mark.parametrize("engine", [name for name in REGISTRY if name != "auto"])
def test_every_engine_has_its_model_told(engine: str) -> None:
    assert re.search(rf"^## .*`{engine}`", MODELS, re.MULTILINE)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:engines|tests|benchmarks|src)/[\w./]+|\w+\.py)`", NEW_ENGINE)))
)
def test_every_file_that_the_guide_names_is_there(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "src" / "bimaru" / path).exists()


def test_the_outline_of_an_engine_has_all_that_it_must_have() -> None:
    (outline,) = re.findall(r"^```python\n(.*?)^```", NEW_ENGINE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {known.__name__: known for known in (Formulation, MipEngine, Puzzle)} | {
        "Ways": Ways
    }
    exec(outline, names)
    assert names["MipMine"]().name == "mip-mine"
