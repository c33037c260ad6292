"""Names that a mistyped one may stand for."""

from __future__ import annotations

from collections.abc import Iterable


def close_names(text: str, names: Iterable[str], most: int = 1) -> list[str]:
    """The names that resemble a text, case and leading hyphens aside; the closest first, at most so many."""
    from difflib import get_close_matches  # imported late: only for errors

    bare = {name.strip("-"): name for name in names}
    return [bare[name] for name in get_close_matches(text.casefold().strip("-"), bare, most)]


def unknown_key(key: str, names: Iterable[str]) -> str:
    """What is wrong with a key of a file that has only the keys `names`."""
    known = [*names]
    near = close_names(key, known)
    return f"unknown key; did you mean {near[0]}?" if near else f"unknown key; expected {', '.join(known)}"
