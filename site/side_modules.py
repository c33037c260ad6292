"""Compiles bimaru's Cython modules to side modules, which Pyodide loads like other extension modules.

They keep to Python's limited API, so an emscripten older than the one that built Pyodide can compile them.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_CONFIGURATION: Final = ROOT / "site" / "include" / "pyconfig.h"
_FLAGS: Final = (
    "-O2",
    "-msimd128",
    "-fPIC",
    "-DPy_LIMITED_API=0x030b0000",
    "-sSIDE_MODULE=2",
    "-sWASM_BIGINT=1",  # otherwise 64-bit arguments are split in two, and Pyodide refuses to load the module
)


class ToolError(Exception):
    """A tool of the build is missing, or failed; the message says which."""


def module_names() -> list[str]:
    """The compiled modules, as `setup.py` lists them."""
    for statement in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILED":
            names: list[str] = ast.literal_eval(statement.value)
            return names
    raise ToolError("setup.py has no list COMPILED")


def compile_modules(directory: Path) -> dict[str, bytes]:
    """The side modules by their path in a wheel, such as `bimaru/rules.so`.

    `directory` keeps what is compiled: a module is compiled again when a source file is newer. Raises
    `ToolError`."""
    if shutil.which("emcc") is None:
        raise ToolError("emcc is missing; on Debian and Ubuntu: apt-get install emscripten")
    headers = _headers(directory)
    return {
        f"{name.replace('.', '/')}.so": _compile(name, directory, headers).read_bytes()
        for name in module_names()
    }


def _headers(directory: Path) -> Path:
    """A copy of the headers of this Python that describes wasm32."""
    headers = directory / "include"
    shutil.rmtree(headers, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), headers)
    shutil.copy(_CONFIGURATION, headers)
    return headers


def _compile(name: str, directory: Path, headers: Path) -> Path:
    source = ROOT / "src" / f"{name.replace('.', '/')}.py"
    c_file, library = directory / f"{name}.c", directory / f"{name}.so"
    inputs = [source, Path(__file__), _CONFIGURATION, *(ROOT / "src" / "bimaru").rglob("*.pxd")]
    if library.exists() and all(library.stat().st_mtime > file.stat().st_mtime for file in inputs):
        return library
    run(sys.executable, "-m", "cython", "-3", "--module-name", name, str(source), "-o", str(c_file))
    initial = f"-sEXPORTED_FUNCTIONS=_PyInit_{name.rpartition('.')[2]}"
    partial = library.with_suffix(".part")
    run("emcc", *_FLAGS, initial, f"-I{headers}", "-o", str(partial), str(c_file))
    partial.replace(library)
    return library


def run(*command: str, **environment: str) -> str:
    """Run a command in the root of the project and return its output. Raises `ToolError`."""
    result = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise ToolError(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    return result.stdout
