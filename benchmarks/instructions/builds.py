"""The two sides of a comparison, compiled: the working tree in place, a commit in a folder that is kept."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final
from zipfile import ZipFile

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "build" / "instructions"
"""One folder for each commit; delete them to free the space."""
_STAMP: Final = "compiled-by.txt"


class ComparisonError(Exception):
    """The comparison is impossible; the text says why."""


def commit_of(name: str) -> str:
    """The full hash of a commit. Raises `ComparisonError` if git is missing or does not know it."""
    try:
        return _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip()
        raise ComparisonError(f"unknown commit: {name}" + (f" ({reason})" if reason else "")) from None


def build_working_tree() -> Path:
    """Compile what has changed in the working tree."""
    _compile(ROOT)
    return ROOT


def build_commit(commit: str) -> Path:
    """Check a commit out and compile it, unless that was done before with the same tools."""
    folder = KEPT / commit
    stamp, tools = folder / _STAMP, _tools()
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != tools:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with ZipFile(io.BytesIO(_git("archive", "--format=zip", commit))) as archive:
            archive.extractall(folder)
        _compile(folder)
        stamp.write_text(tools, encoding="utf-8")
    return folder


def _compile(folder: Path) -> None:
    """Compile a side by its own `setup.py`, and its Python files to bytecode, which is not counted either."""
    print(f"compiling {folder}", file=sys.stderr, flush=True)
    environment = os.environ | {"BIMARU_COMPILED": "1", "BIMARU_CHECKED": ""}
    for arguments in (
        ["setup.py", "--quiet", "build_ext", "--inplace"],
        ["-m", "compileall", "-q", "src"],
    ):
        command = [sys.executable, *arguments]
        ran = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        if ran.returncode:
            raise ComparisonError(f"{folder} cannot be compiled:\n{ran.stdout}{ran.stderr}".rstrip())


def _tools() -> str:
    """What compiles, with versions: the builds of another compiler are not comparable."""
    compiler = [*shlex.split(sysconfig.get_config_var("CC") or "cc"), "--version"]
    return f"{sys.version}\n" + "".join(
        subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout
        for command in ([sys.executable, "-c", "import Cython; print(Cython.__version__)"], compiler)
        if shutil.which(command[0])
    )


def _git(*arguments: str) -> bytes:
    if shutil.which("git") is None:
        raise ComparisonError("git is not installed")
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout
