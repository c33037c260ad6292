"""Builds the engine for browsers and, with it, the site and a wheel for Pyodide. `make site` runs it.

    python site/build.py TARGET WORK

writes `TARGET/engine`, which `bimaru site --engine` takes, `TARGET/site` and `TARGET/wheels`. `WORK` keeps
what takes long, for the next time.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from fastapi import FastAPI

import bimaru
from archives import PYODIDE, application, archive_of, compiled, standard_library, trial_run
from bimaru.web.app import application as server_application
from bimaru.web.in_browser import schemas_of
from bimaru.web.page_files import PAGE
from bimaru.web.scheduler import Scheduler
from bimaru.web.server_limits import Limits
from bimaru.web.static_site import MANIFEST, BrowserEngine, site_files, write_site
from pyodide_wheel import write_wheel
from side_modules import ToolError, compile_modules, run

_PYODIDE_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_DIGEST_LENGTH: Final = 12
_TEXTS: Final = {"description", "title"}


def main(target: Path, work: Path) -> None:
    """Build everything into a directory. Raises `ToolError`."""
    for directory in (target, work):
        directory.mkdir(parents=True, exist_ok=True)
    if not PYODIDE.is_dir():
        raise ToolError("Pyodide is missing: run npm ci in site")
    side_modules = compile_modules(work)
    write_wheel(side_modules, target / "wheels")
    engine = target / "engine"
    files = _engine_files(side_modules, work)
    _write_engine(engine, files, work)
    shutil.rmtree(target / "site", ignore_errors=True)
    write_site(target / "site", site_files(BrowserEngine.open(engine)))
    run("node", "site/compress.mjs", str(target / "site"), str(work / "compressed"))
    print(f"{target}/engine and {target}/site are built: {_download(engine, files) / 1e6:.2f} MB to load")


def _engine_files(side_modules: Mapping[str, bytes], work: Path) -> dict[str, bytes]:
    """The files that a browser loads, by name."""
    bimaru_files = application(side_modules, json.dumps(_schemas()))
    trial = work / "trial.zip"
    trial.write_bytes(archive_of(bimaru_files))
    library = standard_library(trial_run(trial))
    files = {name: (PYODIDE / name).read_bytes() for name in _PYODIDE_FILES}
    files["pyodide.mjs"] = _without_source_map(files["pyodide.mjs"])
    files["python_stdlib.zip"] = archive_of(compiled(library, work))
    files["bimaru.zip"] = archive_of(compiled(bimaru_files, work))
    return files


def _schemas() -> dict[str, Any]:
    """The schemas of the operations' options, without their texts."""
    app = cast(FastAPI, server_application(Scheduler(Limits(workers=1)), frozenset()).app)
    schemas: dict[str, Any] = json.loads(json.dumps(schemas_of(app.openapi())), object_hook=_without_texts)
    return schemas


def _without_texts(data: dict[str, Any]) -> dict[str, Any]:
    texts = {key for key in _TEXTS & data.keys() if isinstance(data[key], str)}
    return {key: value for key, value in data.items() if key not in texts}


def _without_source_map(script: bytes) -> bytes:
    """A script without the name of its source map, which is not part of the site."""
    return b"\n".join(line for line in script.split(b"\n") if not line.startswith(b"//# sourceMappingURL"))


def _write_engine(directory: Path, files: Mapping[str, bytes], work: Path) -> None:
    """The engine in its directory, with compressed copies and the bundled page."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    for name, content in files.items():
        (directory / name).write_bytes(content)
    run("node", "site/bundle.mjs", str(PAGE), str(directory / "page"))
    run("node", "site/compress.mjs", str(directory), str(work / "compressed"))
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    manifest = {
        "bimaru": bimaru.__version__,
        "digest": _digest(files),
        "files": {name: len(content) for name, content in files.items()},
        "download": _download(directory, files),
        "pyodide": lock["info"],
    }
    (directory / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _digest(files: Mapping[str, bytes]) -> str:
    digest = sha256(b"".join(sha256(name.encode() + files[name]).digest() for name in sorted(files)))
    return digest.hexdigest()[:_DIGEST_LENGTH]


def _download(directory: Path, files: Mapping[str, bytes]) -> int:
    """The bytes that a browser loads, compressed."""
    return sum((directory / f"{name}.br").stat().st_size for name in files)


if __name__ == "__main__":
    try:
        main(*(Path(argument).resolve() for argument in sys.argv[1:3]))
    except ToolError as error:
        sys.exit(str(error))
