"""The wheel for Pyodide, on which notebooks in the browser run, used under Node and in Chromium."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

import pytest

import bimaru
import platform_answers
from sites import BUILD, built, plain_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough  # it is built by `make site`

PYODIDE: Final = BUILD.parent / "site" / "node_modules" / "pyodide"
FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
CELL: Final = """
import json
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename
import bimaru
from bimaru import rules
from bimaru.arrangements import rejection
from bimaru.grading.ladder import ladder
from bimaru.engines import kernel, propagation
from bimaru.generation import alternatives

compiled = (rules, kernel, propagation, ladder, rejection, alternatives)
puzzle = bimaru.generate(grade="hard", seed=7)
try:
    bimaru.solve(puzzle, engine="cp-sat")
    missing = None
except bimaru.MissingExtraError as error:
    missing = str(error)
json.dumps({
    "fits": bool(parse_wheel_filename(wheel)[3] & set(sys_tags())),
    "compiled": all(module.__file__.endswith(".so") for module in compiled),
    "puzzle": puzzle.to_data(),
    "status": bimaru.solve(puzzle).status,
    "grade": str(bimaru.grade(puzzle)),
    "steps": len(list(bimaru.explain(puzzle))),
    "picture": puzzle._repr_svg_()[:4],
    "missing": missing,
})
"""
"""What a notebook runs; `wheel` is the name of bimaru's wheel."""
INSTALL: Final = """async (pyodide, addresses) => {
  const wheel = name => addresses.find(address => address.includes(`/${name}-`))
  await pyodide.loadPackage([wheel('micropip'), wheel('packaging')], { messageCallback() {} })
  for (const name of ['click', 'bimaru']) {
    pyodide.globals.set('address', wheel(name))
    await pyodide.runPythonAsync('import micropip; await micropip.install(address)')
  }
  pyodide.globals.set('wheel', wheel('bimaru').split('/').pop())
}"""
"""Installs bimaru with micropip, as a notebook does, from the addresses of wheels."""
ANSWERS: Final = """
import { readFileSync } from "node:fs"
const [loader, archive, questions] = process.argv.slice(2)
const { loadPyodide } = await import(loader)
const pyodide = await loadPyodide()
const packages = "/lib/python3.14/site-packages"
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: packages })
pyodide.FS.writeFile(packages + "/platform_answers.py", readFileSync(questions))
pyodide.runPython("import json, platform_answers")
process.stdout.write(pyodide.runPython("json.dumps(platform_answers.all_answers())"))
"""


def wheels() -> list[Path]:
    """The wheels that `make site` has put together, bimaru's first."""
    return sorted(built("wheels").glob("*.whl"))


def check(found: dict[str, Any]) -> None:
    """Compare what a notebook found with what this machine finds."""
    puzzle = bimaru.generate(grade="hard", seed=7)
    assert found == {
        "fits": True,
        "compiled": True,
        "puzzle": json.loads(json.dumps(puzzle.to_data())),
        "status": "unique",
        "grade": "hard",
        "steps": len(list(bimaru.explain(puzzle))),
        "picture": "<svg",
        "missing": "the engine cp-sat is not available in a browser: "
        "it needs a package that does not run there",
    }


def test_the_digests_of_the_wheel_are_those_of_its_files() -> None:
    import csv
    from base64 import urlsafe_b64encode
    from hashlib import sha256

    with ZipFile(wheels()[0]) as wheel:
        record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
        rows = list(csv.reader(wheel.read(record).decode().splitlines()))
        assert {path for path, _, _ in rows} == set(wheel.namelist())
        for path, digest, size in rows:
            if path != record:
                content = wheel.read(path)
                expected = urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
                assert (digest, size) == (f"sha256={expected}", str(len(content)))
        assert not [path for path in wheel.namelist() if ".abi3." in path]


@pytest.mark.needs("node")
def test_micropip_installs_the_wheel_under_node(tmp_path: Path) -> None:
    script = tmp_path / "notebook.mjs"
    with plain_server(built("wheels")) as url:
        script.write_text(
            f"""
import {{ loadPyodide }} from {json.dumps((PYODIDE / "pyodide.mjs").as_uri())}
const pyodide = await loadPyodide()
await ({INSTALL})(pyodide, {json.dumps([url + path.name for path in wheels()])})
process.stdout.write(pyodide.runPython({json.dumps(CELL)}))
""",
            encoding="utf-8",
        )
        run = subprocess.run(["node", str(script)], capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    check(json.loads(run.stdout))


@pytest.mark.needs("node")
def test_grids_of_every_word_length_have_the_same_answers_in_webassembly(tmp_path: Path) -> None:
    script = tmp_path / "answers.mjs"
    script.write_text(ANSWERS, encoding="utf-8")
    files = [str(PYODIDE / "pyodide.mjs"), str(built("engine") / "bimaru.zip"), platform_answers.__file__]
    run = subprocess.run(
        ["node", str(script), *files], capture_output=True, text=True, check=False, timeout=600
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert json.loads(run.stdout) == platform_answers.all_answers()


@pytest.mark.needs("browser")
def test_micropip_installs_the_wheel_in_chromium(chromium: Browser, tmp_path: Path) -> None:
    found = wheels()
    for file in (*(PYODIDE / name for name in FILES), *found):
        shutil.copy(file, tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html><title>Notebook</title>", encoding="utf-8")
    with plain_server(tmp_path) as url:
        page = chromium.new_page()
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.goto(url)
        answer = page.evaluate(
            f"""async ([cell, names]) => {{
          const {{ loadPyodide }} = await import(new URL('pyodide.mjs', location.href))
          const pyodide = await loadPyodide()
          await ({INSTALL})(pyodide, names.map(name => new URL(name, location.href).href))
          return pyodide.runPython(cell)
        }}""",
            [CELL, [path.name for path in found]],
        )
        page.close()
    check(json.loads(answer))
    assert all(address.startswith((url, "blob:", "data:")) for address in requested)
