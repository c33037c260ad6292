"""Dataclasses are values: they do not change, and take no attribute that they do not name."""

from __future__ import annotations

import dataclasses
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import bimaru

COUNTING: Final = {"Statistics", "Switches"}
"""Those that count as they go."""


def dataclasses_of_bimaru() -> Iterator[Any]:
    for module in pkgutil.walk_packages(bimaru.__path__, "bimaru."):
        if not module.name.endswith("__main__"):
            for value in vars(import_module(module.name)).values():
                is_class = isinstance(value, type) and dataclasses.is_dataclass(value)
                if is_class and value.__module__ == module.name:
                    yield value


def test_dataclasses_are_frozen_and_have_no_other_attributes() -> None:
    several = [*dataclasses_of_bimaru()]
    assert len(several) > 50
    for one in several:
        if one.__name__ not in COUNTING:
            assert one.__dataclass_params__.frozen, one
            assert "__slots__" in vars(one), one
