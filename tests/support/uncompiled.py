"""Compiled modules as the Python that they are: their own files, run by the interpreter."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import patch


def uncompiled(module: ModuleType, **imports: ModuleType) -> ModuleType:
    """The file of a module, loaded as Python under another name. `imports` replace what it imports from
    `bimaru.engines`."""
    path = Path(module.__file__ or "").parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"uncompiled_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    with patch.dict(sys.modules, {f"bimaru.engines.{name}": other for name, other in imports.items()}):
        spec.loader.exec_module(loaded)
    return loaded
