"""Names that a mistyped one may stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

_SIMILARITY: Final = 0.7
"""The least ratio of `difflib` at which a name resembles another: `sovle` and `solve` have 0.8, `about` and
`count` 0.6."""


def close_names(text: str, names: Iterable[str], most: int = 1) -> list[str]:
    """The names that resemble a text, ignoring case and leading hyphens: at most `most`, closest first."""
    from difflib import get_close_matches  # imported late: only for errors

    bare = {name.strip("-"): name for name in names}
    return [bare[name] for name in get_close_matches(text.casefold().strip("-"), bare, most, _SIMILARITY)]


def unknown_key(key: str, names: Collection[str]) -> str:
    """The fault of a key that is none of the `names`."""
    near = close_names(key, names)
    return f"unknown key; did you mean {near[0]}?" if near else f"unknown key; expected {', '.join(names)}"


def missing_attribute(owner: str, name: str, meant: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that `owner` does not have; where `meant` has what there is instead, the
    message names that, and Python adds no suggestion of its own."""
    text = f"{owner} has no attribute {name!r}"
    if name not in meant:
        return AttributeError(text)
    return AttributeError(f"{text}; did you mean {meant[name]}?", name=name, obj=None)
