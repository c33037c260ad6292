"""A wheel of bimaru for Pyodide, with the compiled modules: for notebooks in the browser."""

from __future__ import annotations

import csv
import io
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from side_modules import ROOT, ToolError

PLATFORMS: Final = ("emscripten_5_0_3_wasm32", "pyemscripten_2026_0_wasm32")
"""The platform of Pyodide 314, as installers name it before and since PEP 783."""
_STABLE: Final = "cp311-abi3"
_NATIVE: Final = ".abi3.so"


def write_wheel(side_modules: Mapping[str, bytes], directory: Path) -> Path:
    """The wheel in `dist/` with side modules in place of this machine's. Raises `ToolError`."""
    built = sorted((ROOT / "dist").glob("bimaru-*.whl"))
    if len(built) != 1:
        raise ToolError("dist/ should hold one wheel of bimaru, which make site puts there")
    name, version, *_ = built[0].stem.split("-")
    info = f"{name}-{version}.dist-info"
    with ZipFile(built[0]) as wheel:
        files = {path: wheel.read(path) for path in wheel.namelist() if not path.endswith((_NATIVE, "/"))}
    files |= side_modules
    files[f"{info}/WHEEL"] = _retagged(files[f"{info}/WHEEL"])
    files[f"{info}/RECORD"] = b""
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob(f"{name}-*.whl"):
        old.unlink()
    target = directory / f"{name}-{version}-{_STABLE}-{'.'.join(PLATFORMS)}.whl"
    with ZipFile(target, "w", ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(ZipInfo(path), content, ZIP_DEFLATED)
    return target


def _retagged(wheel: bytes) -> bytes:
    lines = [line for line in wheel.decode().splitlines() if line and not line.startswith("Tag:")]
    return "\n".join([*lines, *(f"Tag: {_STABLE}-{platform}" for platform in PLATFORMS), ""]).encode()


def _record(files: Mapping[str, bytes], own: str) -> bytes:
    """The list of the wheel's files with their digests and sizes, but for itself."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for path, content in files.items():
        digest = urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
        writer.writerow((path, "", "") if path == own else (path, f"sha256={digest}", len(content)))
    return text.getvalue().encode()
