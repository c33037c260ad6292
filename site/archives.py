"""The archives of Python code that the engine loads: bimaru, and what it needs of the standard library.

Both hold bytecode, so that a browser compiles nothing, and are stored uncompressed, since a whole archive
compresses better than its files one by one.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from side_modules import ROOT, run

PYODIDE: Final = ROOT / "site" / "node_modules" / "pyodide"
_SOURCES: Final = ROOT / "src"
_ENTRY: Final = "bimaru.web.in_browser"
_DATA: Final = ("bimaru/web/page/daily/puzzles.txt",)
"""Files that the code reads."""
_REGISTRIES: Final = ("bimaru/engines", "bimaru/formats", "bimaru/web/operations")
"""Rooms whose files are imported by their names in a registry."""
_KEPT: Final = (
    "encodings/",
    "importlib/",
    "json/",
    "re/",
    "collections/",
    "pyodide/",
    "_pyodide/",
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "hashlib",
    "linecache",
    "traceback",
    "tokenize",
    "string/",
    "zipfile/",
)
"""Parts of the standard library that are kept whole: errors and odd text need files that the trial run does
not import."""
_DROPPED: Final = ("encodings/cp", "encodings/mac_", "encodings/iso", "encodings/euc", "encodings/big5")


def application(side_modules: Mapping[str, bytes], schemas: str) -> dict[str, bytes]:
    """The files of bimaru that the operations of the API need, by path, with the compiled modules."""
    names = _closure({_ENTRY, *_lazy_modules(), *_modules_of(_REGISTRIES)})
    compiled = {path.removesuffix(".so"): content for path, content in side_modules.items()}
    files = {"bimaru/web/options.json": schemas.encode()}
    files |= {path: (_SOURCES / path).read_bytes() for path in _DATA}
    for name in sorted(names):
        path = name.replace(".", "/")
        if path in compiled:
            files[f"{path}.so"] = compiled[path]
        else:
            file = _file_of(name)
            files[file.relative_to(_SOURCES).as_posix()] = file.read_bytes()
    return files


def _closure(names: set[str]) -> set[str]:
    """The modules of bimaru that these import, in functions too, directly or not, and their packages."""
    found: set[str] = set()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name in found or not _file_of(name).exists():
            continue
        found.add(name)
        tree = ast.parse(_file_of(name).read_text(encoding="utf-8"))
        queue += [name.rpartition(".")[0], *_imports(tree)]
    return found


def _file_of(name: str) -> Path:
    path = _SOURCES / name.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("bimaru"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bimaru"):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        else:
            yield from _imports(node)


def _lazy_modules() -> list[str]:
    """The modules of the public names that bimaru imports on first use, without the making of collections: a
    browser has no directory for them."""
    tree = ast.parse((_SOURCES / "bimaru" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "_LAZY" and node.value:
            modules = ast.literal_eval(node.value)
            return [name for name in modules if not name.startswith("bimaru.puzzle_collections.")]
    return []


def _modules_of(rooms: tuple[str, ...]) -> list[str]:
    files = (file for room in rooms for file in (_SOURCES / room).glob("*.py"))
    return [
        ".".join(file.relative_to(_SOURCES).with_suffix("").parts).removesuffix(".__init__") for file in files
    ]


def standard_library(used: list[str]) -> dict[str, bytes]:
    """The files of Pyodide's standard library that are used or kept, by path."""
    with ZipFile(PYODIDE / "python_stdlib.zip") as library:
        names = {name for name in library.namelist() if not name.endswith("/")}
        chosen = {
            name
            for name in names
            if name in used or (name.startswith(_KEPT) and not name.startswith(_DROPPED))
        }
        return {name: library.read(name) for name in sorted(chosen)}


def trial_run(archive: Path) -> list[str]:
    """The files of the standard library that a run of every operation imports."""
    paths: list[str] = json.loads(run("node", "site/trial.mjs", str(archive)))
    return paths


def compiled(files: Mapping[str, bytes], directory: Path) -> dict[str, bytes]:
    """The files with bytecode, which Pyodide's own Python compiles, in place of Python sources."""
    source, target = directory / "sources.zip", directory / "bytecode.zip"
    source.write_bytes(archive_of(files))
    run("node", "site/bytecode.mjs", str(source), str(target))
    with ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed ZIP archive; equal files give equal archives."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name])
    return content.getvalue()
