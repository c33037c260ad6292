"""Compiled modules as the Python that they are: their own files, run by the interpreter."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Final
from unittest.mock import patch

_PREFIX: Final = "uncompiled "


def uncompiled(module: ModuleType, *imports: ModuleType) -> ModuleType:
    """The file of a module, loaded as Python under another name. `imports` are modules that were loaded so,
    which it imports in place of the compiled ones."""
    path = Path(module.__file__ or "").parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"{_PREFIX}{module.__name__}", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    with patch.dict(sys.modules, {other.__name__.removeprefix(_PREFIX): other for other in imports}):
        spec.loader.exec_module(loaded)
    return loaded
