"""Memory that runs out is reported, and breaks nothing: each allocation of the compiled code fails once."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]


def compiled_modules() -> list[str]:
    """The dotted names in `COMPILED` of `setup.py`."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    lists = {ast.unparse(node.targets[0]): node.value for node in setup.body if isinstance(node, ast.Assign)}
    return [*ast.literal_eval(lists["COMPILED"])]


modules = pytest.mark.parametrize("module", compiled_modules())


@modules
def test_an_allocation_that_fails_is_a_memory_error_and_leaves_all_sound(module: str) -> None:
    pytest.importorskip("_testcapi", reason="for want of CPython's own tests")
    program = [sys.executable, str(ROOT / "tests" / "support" / "out_of_memory.py"), module]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1


@modules
def test_no_list_is_built_in_the_way_that_frees_its_items_twice(module: str, tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="for want of Cython")
    source = ROOT / "src" / f"{module.replace('.', '/')}.py"
    program = [sys.executable, "-m", "cython", "-3", str(source), "-o", str(tmp_path / "module.c")]
    subprocess.run(program, capture_output=True, check=True)
    written = (tmp_path / "module.c").read_text(encoding="utf-8")
    # CONTRIBUTING says which Python becomes that, and what to write instead.
    assert "__Pyx_ListComp_AppendAndDecref(" not in written
