"""Every error of the package has one base, and the builtin exception that fits."""

from __future__ import annotations

import pickle
from importlib import import_module
from pathlib import Path
from typing import Final

import click

import bimaru
from bimaru.errors import BimaruError, InvalidInputError

SOURCES: Final = Path(bimaru.__file__).parent


def _modules() -> list[str]:
    """The modules of the package, but those that start something when they are imported."""
    files = (file.relative_to(SOURCES.parent).with_suffix("") for file in SOURCES.rglob("*.py"))
    return sorted(".".join(file.parts) for file in files if file.name not in ("__init__", "__main__"))


def errors() -> set[type[Exception]]:
    """The exceptions that the package defines and does not keep to a single file."""
    values = (value for module in _modules() for value in vars(import_module(module)).values())
    kinds = {value for value in values if isinstance(value, type) and issubclass(value, Exception)}
    return {
        kind
        for kind in kinds
        if kind.__module__.startswith("bimaru.")
        and not kind.__name__.startswith("_")
        and not issubclass(kind, click.ClickException | click.exceptions.Exit)
    }


def test_every_error_has_the_common_base_and_a_builtin_one() -> None:
    found = errors() - {BimaruError}
    assert len(found) > 25
    for kind in found:
        assert issubclass(kind, BimaruError), kind
        assert issubclass(kind, ValueError | RuntimeError | TimeoutError | OSError), kind
        assert kind.__name__.endswith("Error"), kind


def test_an_error_name_means_one_thing() -> None:
    names = [kind.__name__ for kind in errors()]
    assert len(names) == len(set(names))


def test_errors_with_faults_survive_pickling() -> None:
    plain = [kind for kind in errors() if kind.__init__ is InvalidInputError.__init__]
    assert len(plain) >= 4
    for kind in plain:
        error = pickle.loads(pickle.dumps(kind(["one", "other"])))
        assert (type(error), error.faults, str(error)) == (kind, ("one", "other"), "one; other")
