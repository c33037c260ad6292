"""Examples in the documents work, links lead somewhere, and what there is to describe is described."""

from __future__ import annotations

import re
import shutil
import sys
from functools import reduce
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru import sizes
from bimaru.cli import COMMANDS
from bimaru.drawing.palette import DARK, LIGHT
from bimaru.engines.cnf import MOST_CLAUSES
from bimaru.engines.formulation import Formulation
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.model_engine import MOST_NONZEROS
from bimaru.engines.model_size import Ways
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.errors import UnsupportedPuzzleError
from bimaru.formats.registry import REGISTRY as FORMATS
from bimaru.puzzle import Puzzle
from bimaru.study.models import model_text
from documents import DATA, DOCS, EXECUTED, PAGES, ROOT, blocks, run
from sampling import sampled


def page(name: str) -> str:
    """The text of a page in docs/."""
    return (DOCS / name).read_text(encoding="utf-8")


MODELS: Final = "\n".join(
    page(str(path.relative_to(DOCS)))
    for path in (DOCS / "background/models.md", *sorted((DOCS / "background/models").glob("*.md")))
)
NEW_ENGINE: Final = page("how-to/new-engine.md")
PYTHON: Final = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((DOCS / "reference/python").glob("*.md"))
}
"""The pages of the Python API; what `provisional` names is not frozen."""
SOLVERS: Final = {
    "HiGHS": "highs",
    "SCIP": "scip",
    "CP-SAT": "cp-sat",
    "Choco": "choco",
    "Pumpkin": "pumpkin",
    "Z3": "smt",
    "Exact": "pseudo-boolean",
    "CPMpy": "cpmpy",
}
"""The values of the option `solver` by the names of the solvers."""
SOLVERS_WITH_AUTOMATA: Final = ("CP-SAT", "Choco", "CPMpy")
LONG: Final = {
    "arrangements",
    "compare-models",
    "csc384",
    "own-constraint",
    "print-a-book",
    "solitaire-battleships",
    "teach",
}
"""The pages whose examples take longest: they make books or collections, or count many boards."""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of its own with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a Unix shell")
@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    "name",
    sampled(
        [name for name in PAGES if any(block.is_run for block in blocks(name))],
        lambda name: Path(name).stem not in LONG,
    ),
)
def test_the_examples_of_a_page_give_what_it_shows(name: str) -> None:
    reports = run(name)
    assert not reports, "\n".join(reports)


@pytest.mark.parametrize("name", PAGES)
def test_every_block_is_run_or_is_data_or_says_why_it_is_not_run(name: str) -> None:
    assert [
        block for block in blocks(name) if block.language not in (*EXECUTED, *DATA) and not block.reason
    ] == []


def anchors(text: str) -> set[str]:
    """What its headings are linked by."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    text = PAGES[name].read_text(encoding="utf-8")
    for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        target = (PAGES[name].parent / path).resolve() if path else PAGES[name]
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), anchor


@pytest.mark.parametrize("room", ["src", "tests", "benchmarks", "fuzz"])
def test_every_document_that_the_code_names_is_there(room: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / room).rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\bdocs/[\w/.-]+\.md\b", text)}
    assert {name for name in named if not (ROOT / name).exists()} == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_shown_in_the_guides(command: str) -> None:
    guides = "".join(PAGES[name].read_text(encoding="utf-8") for name in PAGES if "reference" not in name)
    assert re.search(rf"\bbimaru {command}\b", guides)


def documented_on(name: str) -> list[str]:
    """The names that a page of the Python API describes, without `bimaru.`."""
    return re.findall(r"^\.\. auto\w+:: bimaru\.([\w.]+)$", PYTHON[name], re.MULTILINE)


def test_the_public_names_are_exactly_those_of_the_reference_and_at_most_80() -> None:
    names = [name for page in PYTHON if page != "provisional" for name in documented_on(page)]
    assert sorted(names) == sorted(bimaru.__all__)
    assert len(names) <= 80


def test_provisional_names_come_from_modules() -> None:
    assert {name for name in documented_on("provisional") if "." not in name} == set()


@pytest.mark.parametrize("name", sorted(PYTHON.keys() - {"provisional"}))
def test_every_public_function_is_in_an_example_of_its_page_that_is_run(name: str) -> None:
    examples = "".join(block.text for block in blocks(f"docs/reference/python/{name}.md") if block.is_run)
    functions = {one for one in documented_on(name) if isfunction(getattr(bimaru, one))}
    assert {one for one in functions if not re.search(rf"\bbimaru\.{one}\(", examples)} == set()


@pytest.mark.parametrize("name", PYTHON)
def test_every_page_of_the_python_api_has_an_example_that_is_run(name: str) -> None:
    assert [block for block in blocks(f"docs/reference/python/{name}.md") if block.is_run]


def test_every_page_of_the_python_api_is_listed_with_its_names() -> None:
    rows = dict(
        re.findall(r"^\| \[.*?\]\(python/(\w+)\.md\) \| (.*) \|$", page("reference/python.md"), re.MULTILINE)
    )
    assert rows.keys() == PYTHON.keys()
    for name in PYTHON.keys() - {"provisional"}:
        assert re.findall(r"`(\w+)`", rows[name]) == documented_on(name)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_is_in_the_reference(engine: str) -> None:
    assert f"`{engine}`" in page("reference/engines.md")


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "auto"])
def test_every_engine_has_its_model_described(engine: str) -> None:
    assert re.search(rf"^#+ .*`{engine}`", MODELS, re.MULTILINE)


def test_the_table_of_models_and_solvers_names_every_engine_and_every_solver_of_an_integer_program() -> None:
    """Every integer program goes to the same solvers, so one column of the table has them all."""
    _, section = page("reference/engines.md").split("## Models and solvers\n")
    assert {name for name in ENGINES if f"`{name}`" not in section} == {"auto"}
    head, _, *rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("|")]
    solvers = {"auto", *(SOLVERS[name] for name in head[1].strip().split(", "))}
    assert solvers == {*MipEngine.option_values["solver"]}
    mips = {name for name in ENGINES if name.startswith("mip-")}
    assert {name for row in rows for name in re.findall("`(.*?)`", row[1])} == {*mips, "automaton"}
    reasons = {"-", *re.findall(r"^- \*(\w+)\*: ", section, re.MULTILINE)}
    unfilled = {cell.strip() for row in rows for cell in row[1:] if "`" not in cell}
    assert unfilled - {", ".join(SOLVERS_WITH_AUTOMATA)} == reasons


@pytest.mark.parametrize("to", ["dimacs", "asp"])
@pytest.mark.parametrize("name", ["mip-cell", "mip-pairs", "mip-heads", "automaton", "rectangles", "smith"])
def test_the_table_of_models_and_solvers_is_right_about_exports(name: str, to: str) -> None:
    _, section = page("reference/engines.md").split("## Models and solvers\n")
    (line,) = (line for line in section.splitlines() if line.startswith("|") and f"| `{name}`" in line)
    if line.split("|")[{"dimacs": 4, "asp": 5}[to]].strip() == "integers":
        with pytest.raises(UnsupportedPuzzleError, match="no linear constraints"):
            model_text(name, Puzzle([1], [1], {1: 1}), to)
    else:
        assert model_text(name, Puzzle([1], [1], {1: 1}), to)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_in_the_reference(name: str) -> None:
    assert f"`{name}`" in page("reference/formats.md")


def test_the_limits_are_those_of_the_code() -> None:
    limits = page("reference/limits.md")
    assert f"| rows and columns of a puzzle | {sizes.MAX_SIDE} each |" in limits
    assert f"| {sizes.MAX_NUMBER:,} |" in limits
    assert f"| the engine `search` | {sizes.KERNEL_MAX_SIDE}x{sizes.KERNEL_MAX_SIDE}, " in limits
    assert f"| `explain`, `hint`, `grade` | {sizes.LADDER_MAX_SIDE}x{sizes.LADDER_MAX_SIDE}, " in limits
    assert f" {sizes.EXPLAINED_MAX_PLACEMENTS:,} placements of all kinds of ships |" in limits
    assert f"| `generate` | {sizes.GENERATED_MAX_SIDE}x{sizes.GENERATED_MAX_SIDE} |" in limits
    assert MOST_NONZEROS == MOST_CLAUSES
    assert f"about {MOST_CLAUSES:,} nonzeros or clauses" in limits


def test_the_colours_of_the_roles_are_those_of_the_code() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| `(#\w+)` \| `(#\w+)` \|$", page("reference/drawing.md"), re.MULTILINE
    )
    assert {role: (light, dark) for role, light, dark in rows} == {
        role: (LIGHT[role], DARK[role]) for role in LIGHT
    }


def test_the_puzzles_that_show_the_text_format_are_puzzles() -> None:
    shown = [block.text for block in blocks("docs/reference/text-format.md") if block.language == "text"]
    puzzles = [one for text in shown for one in bimaru.parse_all(text)]
    assert [one.id for one in puzzles] == ["small", None, None]
    assert {bimaru.solve(one).status for one in puzzles} == {"unique"}


GUIDES: Final = sorted(
    str(path.relative_to(ROOT))
    for folder in ("how-to", "tutorial")
    for path in (DOCS / folder).glob("*.md")
    if path.stem != "index"
)


@pytest.mark.parametrize("name", GUIDES)
def test_every_guide_begins_with_a_picture_of_the_result(name: str) -> None:
    _heading, _blank, first, *_ = PAGES[name].read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"!\[.+\]\(\.\./pictures/[\w/-]+\.(svg|png)\)", first)


def test_no_two_guides_show_the_same_picture() -> None:
    shown = [PAGES[name].read_text(encoding="utf-8").splitlines()[2].partition("](")[2] for name in GUIDES]
    assert len({*shown}) == len(shown) == len(GUIDES)


@pytest.mark.parametrize("name", [*GUIDES, "README.md", "docs/index.md"])
def test_guides_import_only_public_and_provisional_names(name: str) -> None:
    """Programs and running text: `from bimaru.MODULE import NAME`, or `bimaru.MODULE.NAME`."""
    text = PAGES[name].read_text(encoding="utf-8")
    imported = {
        f"{module}.{one.strip()}".removeprefix(".")
        for module, names in re.findall(r"from bimaru\.?([\w.]*) import ([\w, ]+)", text)
        for one in names.split(",")
    }
    imported |= {*re.findall(r"`bimaru\.([a-z_.]+\.\w+)`", text)}
    documented = {one for page in PYTHON for one in documented_on(page)}
    assert imported - documented == set()


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (DOCS / "background/models").glob("*.md") if path.stem != "study")
)
def test_every_page_of_a_model_has_a_figure_formulas_and_the_errors_of_its_source(name: str) -> None:
    text = page(f"background/models/{name}.md")
    assert len(re.findall(r"^!\[.+\]\(\.\./\.\./pictures/", text, re.MULTILINE)) == 1
    assert "$" in text
    assert re.search(r"\berrors?\b", text, re.IGNORECASE)


PLACES: Final = sorted(set(re.findall(r"`(\w+\.(?!(?:mzn|jsonl|cff|csv)`)\w+(?:\.\w+)?)`", MODELS)))
"""Functions that the pages of the models name, not files."""


@pytest.mark.parametrize("written_by", PLACES)
def test_every_function_that_writes_a_constraint_is_where_it_is_said_to_be(written_by: str) -> None:
    file, *names = written_by.split(".")
    room = "bimaru" if file == "placements" else "bimaru.engines"
    assert reduce(getattr, names, import_module(f"{room}.{file}")) is not None


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:engines|tests|benchmarks|src)/[\w./]+|\w+\.py)`", NEW_ENGINE)))
)
def test_every_file_that_the_guide_names_is_there(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "src" / "bimaru" / path).exists()


def test_the_outline_of_an_engine_has_all_that_it_must_have() -> None:
    (outline,) = [block.text for block in blocks("docs/how-to/new-engine.md") if block.language == "python"]
    names: dict[str, Any] = {known.__name__: known for known in (Formulation, MipEngine, Puzzle)} | {
        "Ways": Ways
    }
    exec(outline, names)
    assert names["MipMine"]().name == "mip-mine"
