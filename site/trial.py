"""Runs every operation of the API in Pyodide; its last value lists the files that were imported."""

import ast
import contextlib
import json
import sys
from importlib import import_module, resources
from pathlib import Path

import bimaru
from bimaru.web.in_browser import Engine

PUZZLE = {
    "rows": [2, 4, 3, 3, 2, 4, 1, 1, 0, 0],
    "cols": [0, 5, 0, 2, 2, 3, 1, 3, 2, 2],
    "fleet": {"4": 1, "3": 2, "2": 3, "1": 4},
    "givens": [[0, 5, "W"], [6, 9, "S"]],
}
LETTERED = {"rows": [1, 1], "cols": [2, 0], "words": ["12"], "edges": {"top": ["1", None]}}
BENT = {"rows": [2, 1], "cols": [2, 1], "shapes": [["##", "#."]]}
BOARD = {"board": ["?" * 10] * 10}
BODIES: dict[str, list[object]] = {
    "check": [{"puzzle": PUZZLE, "board": BOARD}],
    "hint": [{"puzzle": PUZZLE, "board": BOARD}],
    "why": [{"puzzle": PUZZLE, "square": [4, 6]}],
    "generate": [{"size": "6x6", "fleet": "3:1,2:2,1:3", "grade": "easy", "seed": 1}, {"size": [6, 6]}],
    "convert": [{"text": json.dumps(PUZZLE), "to": "puzzlink"}],
    "draw": [PUZZLE, {"puzzle": PUZZLE, "board": BOARD}],
    "daily": [""],
    "formats": [""],
}
OPTIONS: dict[str, list[dict[str, str]]] = {
    "solve": [{"engine": "cp-sat"}, {"engine": "sat"}, {"engine": "backtracking"}],
    "draw": [{"to": "png"}, {"to": "pdf"}],
}


def imported_names(tree: ast.AST) -> list[str]:
    """The names of modules that a file imports, in functions too."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(str(node.module))
    return names


def check(status: int, operation: str, content: bytes) -> None:
    """Raise an error if an operation failed."""
    if status >= 500:
        raise RuntimeError(f"{operation}: {content.decode()}")


schemas = resources.files("bimaru.web").joinpath("options.json").read_text()
engine = Engine(schemas, 20)
for operation in json.loads(schemas):
    for body in BODIES.get(operation, [PUZZLE, LETTERED, BENT, {"rows": 3}]):
        text = json.dumps(body) if body else ""
        for options in ({}, *OPTIONS.get(operation, ())):
            status, _, content = engine.answer(operation, text, json.dumps(options))
            check(status, operation, content)
formats = json.loads(engine.answer("formats", "", "{}")[2])
for one in formats:
    body = {"text": json.dumps(PUZZLE), "to": one["name"]}
    status, _, content = engine.answer("convert", json.dumps(body), "{}")
    check(status, one["name"], content)

# What a function imports that the run did not reach.
for file in Path(bimaru.__file__).parent.rglob("*.py"):
    for name in imported_names(ast.parse(file.read_text())):
        if name.split(".")[0] in sys.stdlib_module_names:
            with contextlib.suppress(ImportError):
                import_module(name)

ARCHIVE = "/lib/python314.zip/"
files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
json.dumps(sorted({file.removeprefix(ARCHIVE) for file in files if file.startswith(ARCHIVE)}))
