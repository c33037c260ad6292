"""What a worker of the server prints."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bimaru.web.worker import _print_once


def broken(file: str) -> Callable[[], None]:
    """A function that fails in the second line of a file."""
    names: dict[str, Callable[[], None]] = {}
    exec(compile("def fail():\n    raise RuntimeError('no idea')\n", file, "exec"), names)
    return names["fail"]


def test_a_bug_is_printed_once_for_each_place_that_it_comes_from(capfd: pytest.CaptureFixture[str]) -> None:
    for fail in (broken("one.py"), broken("other.py"), broken("one.py")):
        try:
            fail()
        except RuntimeError as error:
            _print_once(error)
    printed = capfd.readouterr().err
    assert [printed.count(f'File "{name}", line 2') for name in ("one.py", "other.py")] == [1, 1]
    assert printed.count("RuntimeError: no idea") == 2
