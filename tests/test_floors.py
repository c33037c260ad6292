"""Files import only from floors below their own and from their own room, and `import bimaru` stays light."""

from __future__ import annotations

import ast
import importlib
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import bimaru

SOURCES: Final = Path(__file__).parents[1] / "src" / "bimaru"
FILES: Final = sorted(SOURCES.rglob("*.py"))

FLOORS: Final = (
    {"bits", "capitals", "clock", "did_you_mean", "errors", "found_later", "json_values", "sizes"},
    {"deadlines", "outcome", "processes", "squares"},
    {"validation"},
    {"ships"},
    {"puzzle", "polyominoes", "atomic_files"},
    {"board", "symmetry"},
    {"placements", "formats"},
    {"rules", "data_splits"},
    {"engines"},
    {"solving"},
    {"deduction", "study", "batches"},
    {"grading"},
    {"advice"},
    {"arrangements", "drawing"},
    {"generation"},
    {"puzzle_collections", "library", "puzzle_statistics", "export", "bulk", "croissant"},
    {"books", "data_set", "long_runs"},
    {"__init__"},  # the public API
    {"web"},
    {"cli"},
    {"__main__"},
)
"""The rooms, ground floor first."""
ROOMS: Final = frozenset().union(*FLOORS)

COMPILED: Final = {
    "rules", "engines", "deduction", "grading", "study", "arrangements", "generation", "formats"
}  # fmt: skip
"""Rooms with files that Cython compiles."""
WEB: Final = {"fastapi", "h11", "pydantic", "starlette", "uvicorn"}
"""What the server is written in: FastAPI reads its routes and their types as a file loads. `bimaru serve`
imports that room late."""
AT_THE_TOP: Final = {"cli": {"click"}, "web": WEB, **{room: {"cython"} for room in COMPILED | {"bits"}}}
"""Packages that a room may import as it loads; all others wait for the function that needs them."""

TOO_HEAVY: Final = {"asyncio", "concurrent", "http", "logging", "multiprocessing", "pathlib", "unittest"}
"""Parts of the standard library that nobody should pay for who only imports bimaru."""
ROOMS_WITH_FILES: Final = sorted(
    file.parent.relative_to(SOURCES).as_posix()
    for file in SOURCES.rglob("__init__.py")
    if file.parent.name
    not in ("deduction", "grading", "advice")  # plans with every file, held by their tests
)


def room_of(file: Path) -> str:
    """The room that a file stands in."""
    return file.relative_to(SOURCES).parts[0].removesuffix(".py")


def room_named(name: str) -> str:
    """The room that a dotted name under `bimaru` is imported from."""
    part = (*name.split("."), "__init__")[1]
    return part if part in ROOMS else "__init__"


def floor_of(room: str) -> int:
    return next(floor for floor, rooms in enumerate(FLOORS) if room in rooms)


@cache
def tree_of(file: Path) -> ast.AST:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def imported_on_loading(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a file imports before any of its functions is called."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported(ast.Module([node], []))
        elif not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types_only(node)):
            yield from imported_on_loading(node)


def is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def test_a_file_imports_only_from_lower_floors_and_its_own_room() -> None:
    def too_high(file: Path) -> set[str]:
        own = room_of(file)
        names = imported(tree_of(file))
        rooms = {room_named(name) for name in names if name.split(".")[0] == "bimaru"}
        return {room for room in rooms - {own} if floor_of(room) >= floor_of(own)}

    assert {file: too_high(file) for file in FILES if too_high(file)} == {}


def test_a_file_imports_other_packages_only_inside_functions() -> None:
    def at_the_top(file: Path) -> set[str]:
        names = imported_on_loading(tree_of(file))
        packages = {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"bimaru"}
        return packages - AT_THE_TOP.get(room_of(file), set())

    assert {file: at_the_top(file) for file in FILES if at_the_top(file)} == {}


def test_no_room_shadows_a_module_of_the_standard_library() -> None:
    """Python started in the folder of the package would import that room instead."""
    assert sys.stdlib_module_names & ROOMS == set()


def module_of(file: Path) -> str:
    """The dotted name of a file."""
    return ".".join(file.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")


def cycle_among(imports: dict[str, set[str]]) -> set[str]:
    """The modules that are part of a cycle of imports, or stand between two cycles."""
    left = dict(imports)
    while free := [
        module
        for module, names in left.items()
        if not names & left.keys() or not any(module in others for others in left.values())
    ]:
        for module in free:
            del left[module]
    return set(left)


@pytest.mark.parametrize("room", sorted(room for room in ROOMS if (SOURCES / room).is_dir()))
def test_the_files_of_a_room_import_each_other_in_no_cycle(room: str) -> None:
    """Imports in functions, and those for types only, count."""
    files = {module_of(file): file for file in (SOURCES / room).rglob("*.py")}
    imports = {}
    for module, file in files.items():
        names = set(imported(tree_of(file)))
        modules = {name if name in files else name.rpartition(".")[0] for name in names}
        imports[module] = (modules & files.keys()) - {module}
    assert cycle_among(imports) == set()


@pytest.mark.parametrize(
    ("folder", "others"),
    [
        ("deduction/finding", ("deduction.telling", "deduction.languages")),
        ("deduction/telling", ("deduction.finding.next_move", "deduction.finding.compared_ways")),
        ("deduction/languages", ("deduction.finding", "deduction.telling")),
        ("grading/ladder", ("deduction",)),
    ],
)
def test_finding_knows_no_sentence_and_telling_searches_for_nothing(
    folder: str, others: tuple[str, ...]
) -> None:
    names = {name for file in (SOURCES / folder).rglob("*.py") for name in imported(tree_of(file))}
    assert {name for name in names for other in others if f"{name}.".startswith(f"bimaru.{other}.")} == set()


def modules_loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running `code`."""
    show = f"import sys; {code}; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True).stdout
    return set(shown.split())


def loaded_by(code: str) -> set[str]:
    """The packages among them."""
    return {name.split(".")[0] for name in modules_loaded_by(code)}


def test_importing_bimaru_loads_nothing_optional_and_nothing_heavy() -> None:
    loaded = loaded_by("import bimaru") - loaded_by("pass")
    # What compiled modules bring along is tiny; Cython itself comes only where they run uncompiled.
    others = {name for name in loaded - sys.stdlib_module_names if "cython" not in name.lower()}
    assert others == {"bimaru"}
    assert loaded & TOO_HEAVY == set()


@pytest.mark.parametrize(
    "code", ["import bimaru", "import bimaru.cli.commands.solve", "import bimaru.cli.commands.count"]
)
def test_who_only_solves_does_not_wait_for_more(code: str) -> None:
    rooms = {room_named(name) for name in modules_loaded_by(code) if name.startswith("bimaru.")}
    heavy = {
        "deduction",
        "grading",
        "advice",
        "study",
        "arrangements",
        "generation",
        "puzzle_collections",
        "library",
        "processes",
        "web",
    }
    assert rooms & heavy == set()


def test_what_is_loaded_when_asked_for_is_part_of_the_public_api() -> None:
    later = ("explain", "Step", "Grade")
    script = "; ".join(f"assert {name!r} in dir(bimaru) and bimaru.{name}" for name in later)
    assert {"bimaru.advice", "bimaru.deduction", "bimaru.grading"} <= modules_loaded_by(
        f"import bimaru; {script}"
    )
    assert set(bimaru.__all__) <= set(dir(bimaru))
    assert all(getattr(bimaru, name) is not None for name in bimaru.__all__)
    assert pickle.loads(pickle.dumps(bimaru.explain)) is bimaru.explain


@pytest.mark.parametrize(
    "room", ["advice", "deduction", "engines", "formats", "grading", "study", "study.audit"]
)
def test_a_room_has_every_name_that_it_offers(room: str) -> None:
    module = importlib.import_module(f"bimaru.{room}")
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_type_checkers_see_the_names_that_are_imported_on_first_use() -> None:
    tree = ast.parse((SOURCES / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and is_for_types_only(node))
    found = [
        (node.module, name.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]
    assert found == [(module, name) for module, names in bimaru._LAZY.items() for name in names]


def test_a_name_that_bimaru_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'bimaru' has no attribute 'nothing'"):
        bimaru.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_the_table_of_rooms_in_contributing_is_the_plan() -> None:
    text = (SOURCES.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| (`[^|]*`) \|", text, re.MULTILINE)
    rooms = [
        {name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`([^`]*)`", row)} for row in rows
    ]
    assert rooms == [set(floor) for floor in FLOORS]


def test_every_file_belongs_to_a_room_of_the_plan() -> None:
    assert {room_of(file) for file in SOURCES.rglob("*.py")} == ROOMS


# Descriptions


@pytest.mark.parametrize("room", [*ROOMS_WITH_FILES], ids=str)
def test_the_description_of_a_room_names_only_what_there_is(room: str) -> None:
    folder = SOURCES / room
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    files = {file.name.removesuffix(".py") for file in SOURCES.rglob("*")}
    names = {
        node.name
        for file in folder.rglob("*.py")
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    assert {*re.findall(r"`([a-z_]+)`", text)} - {"bimaru"} <= files | names
