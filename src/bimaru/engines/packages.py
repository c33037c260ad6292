"""Packages that only some engines need."""

from __future__ import annotations

from importlib.util import find_spec

from bimaru.errors import MissingExtraError


def check_installed(package: str, what: str, extra: str = "models") -> None:
    """Raises `MissingExtraError`, which names `what` needs the package and the extra that installs it."""
    if find_spec(package) is None:
        raise MissingExtraError(what, extra)
