"""Samples of a grid of parameters for `make test`; the whole grid is for `make check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def thorough(*values: Any, **options: Any) -> Any:
    """A parameter for `make check` only; `options` are those of `pytest.param`, but marks."""
    return pytest.param(*values, marks=pytest.mark.thorough, **options)


def sampled(values: Iterable[Any], is_kept: Callable[[Any], bool]) -> list[Any]:
    """All values, as parameters of a test; those that are not kept are marked `thorough`."""
    return [value if is_kept(value) else thorough(value) for value in values]
