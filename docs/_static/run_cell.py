"""Runs the cells of a page, in the browser (`cell-worker.js`).

All run in one namespace, as if typed at Python's prompt.
"""

import ast
import json
import linecache
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

_NAMES = {"__name__": "__main__"}


def run(source: str) -> str:
    """Run a cell. Returns as JSON what it shows, `text` and `html` in order, and whether it ended well."""
    shown: list[dict[str, str]] = []
    printed = StringIO()

    def flush() -> None:
        if printed.getvalue():
            shown.append({"text": printed.getvalue()})
        printed.seek(0)
        printed.truncate()

    def display(value: object) -> None:
        if value is None:
            return
        print(repr(value))
        html = _html(value)
        if html:
            flush()
            shown.append({"html": html})

    before, sys.displayhook = sys.displayhook, display
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            is_done = _run(source)
    finally:
        sys.displayhook = before
    flush()
    return json.dumps({"shown": shown, "isDone": is_done})


def _run(source: str) -> bool:
    """Run each statement, and print the traceback of the one that fails."""
    name = f"<cell {len(linecache.cache) + 1}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # for tracebacks
    try:
        for statement in ast.parse(source, name).body:
            code = compile(ast.Interactive([statement]), name, "single")
            exec(code, _NAMES)  # the reader's own code
    except SyntaxError as error:
        traceback.print_exception(error.with_traceback(None))
    except BaseException as error:  # SystemExit, too
        own = error.__traceback__
        traceback.print_exception(error.with_traceback(own and own.tb_next))
    else:
        return True
    return False


def _html(value: object) -> str | None:
    """How a notebook shows a value, if not as text."""
    for name in ("_repr_html_", "_repr_svg_"):
        method = getattr(value, name, None)
        html = method() if callable(method) and not isinstance(value, type) else None
        if html:
            return str(html)
    return None
