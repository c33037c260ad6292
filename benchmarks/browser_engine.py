"""Measure the engine for browsers: requests to its worker in Chromium, and the same handlers in this Python.

Run `python -m benchmarks.browser_engine` after `make site`. A request to the worker is two messages and the
work; `formats`, which does next to nothing, shows what the messages take. Browsers round their clock to 0.1
ms, so that requests are timed in batches. The least of many times is what a quiet machine takes; the median
depends on what else the machine does. Calls of the library itself are compared under Node. Then the time from
opening the site to its first hint, in a new browser profile and in one that has been there before.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from benchmarks.page import chromium, server

if TYPE_CHECKING:
    from playwright.sync_api import Page

Times: TypeAlias = list[float]
"""Milliseconds."""

SITE: Final = Path(__file__).parents[1] / "build" / "site"
PUZZLE: Final = {
    "rows": [2, 4, 3, 3, 2, 4, 1, 1, 0, 0],
    "cols": [0, 5, 0, 2, 2, 3, 1, 3, 2, 2],
    "fleet": {"4": 1, "3": 2, "2": 3, "1": 4},
    "givens": [[0, 5, "W"], [6, 9, "S"]],
}
"""Board 113 of CSPLib prob014."""
BATCHES: Final = 10
EMPTY: Final = {"puzzle": PUZZLE, "board": {"board": ["?" * 10] * 10}}
REQUESTS: Final[dict[str, tuple[object, dict[str, str], int]]] = {
    "formats": (None, {}, 100),
    "solve": (PUZZLE, {}, 100),
    "hint": (EMPTY, {}, 40),
    "review": (EMPTY, {}, 40),
    "why": (EMPTY, {"square": "E5"}, 2),
    "explain": (PUZZLE, {}, 1),
    "generate": ({"grade": "hard", "seed": 5}, {}, 10),
}
"""Operations with a body, options, and the number of requests in a batch."""
VISITS: Final = 5
CALLS: Final = f"""
import json
from time import perf_counter
import bimaru

puzzle = bimaru.Puzzle.from_data({PUZZLE!r})
calls = {{
    "solve": (lambda: bimaru.solve(puzzle), 100),
    "hint": (lambda: bimaru.hint(puzzle), 20),
    "why": (lambda: [bimaru.why(puzzle, (at, at)) for at in range(10)], 1),
    "explain": (lambda: bimaru.explain(puzzle, with_clues=True), 1),
    "generate": (lambda: bimaru.generate(grade="hard", seed=5), 5),
}}
times = {{name: [] for name in calls}}
for name, (call, number) in calls.items():
    for _ in range({BATCHES}):
        start = perf_counter()
        for _ in range(number):
            call()
        times[name].append(1000 * (perf_counter() - start) / number)
result = json.dumps(times)
"""
"""Times calls of the library; leaves them in `result`."""
_ASK: Final = """async ([requests, batches]) => {
  const address = document.querySelector('meta[name="bimaru-engine"]').content
  const engine = new Worker(new URL('service/engine-worker.js', location.href), { type: 'module' })
  const ask = message => new Promise(resolve => {
    engine.onmessage = ({ data }) => data.kind !== 'progress' && resolve(data)
    engine.postMessage(message)
  })
  await ask({ address: new URL(address, location.href).href, timeLimit: 60 })
  const times = {}
  for (const [operation, [body, options, number]] of Object.entries(requests)) {
    times[operation] = []
    for (let batch = 0; batch < batches; batch++) {
      const start = performance.now()
      for (let i = 0; i < number; i++) {
        await ask({ operation, body: JSON.stringify(body), options: JSON.stringify(options) })
      }
      times[operation].push((performance.now() - start) / number)
    }
  }
  return times
}"""
_IS_KEPT: Final = """async () => {
  const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const stored = (await Promise.all(kept.map((cache) => cache.keys()))).map((files) => files.length)
  return stored.length === 2 && Math.min(...stored) >= 5
}"""
"""Whether the service worker has the page and the engine."""
_UNDER_NODE: Final = """
import { readFile } from "node:fs/promises"
const [pyodide, archive] = process.argv.slice(1)
const { loadPyodide } = await import(pyodide)
const python = await loadPyodide()
const target = { extractDir: "/lib/python3.14/site-packages" }
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", target)
python.runPython(await new Response(process.stdin).text())
console.log(python.globals.get("result"))
"""


def library_times() -> tuple[dict[str, Times], dict[str, Times]]:
    """The times of the library's calls in this Python and in Pyodide."""
    names: dict[str, str] = {}
    exec(CALLS, names)  # the very text that Pyodide runs
    files = [SITE.parents[1] / "site/node_modules/pyodide/pyodide.mjs", SITE.parent / "engine/bimaru.zip"]
    command = ["node", "--input-type=module", "-e", _UNDER_NODE, *map(str, files)]
    ended = subprocess.run(command, input=CALLS, capture_output=True, text=True, check=True)
    return json.loads(names["result"]), json.loads(ended.stdout)


def worker_times() -> dict[str, Times]:
    """The times of the requests to the worker."""
    with server("--site", str(SITE)) as url, chromium() as browser:
        page = browser.new_page()
        page.goto(url)
        return cast(dict[str, Times], page.evaluate(_ASK, [REQUESTS, BATCHES]))


def native_times() -> dict[str, Times]:
    """The times of the same handlers in this Python."""
    from fastapi import FastAPI

    from bimaru.web.app import application
    from bimaru.web.in_browser import Engine, schemas_of
    from bimaru.web.scheduler import Scheduler
    from bimaru.web.server_limits import Limits

    app = cast(FastAPI, application(Scheduler(Limits(workers=1)), frozenset()).app)
    engine = Engine(json.dumps(schemas_of(app.openapi())), 60)
    times: dict[str, Times] = {}
    for operation, (body, options, number) in REQUESTS.items():
        text, chosen = json.dumps(body), json.dumps(options)
        times[operation] = []
        for _ in range(BATCHES):
            start = perf_counter()
            for _ in range(number):
                engine.answer(operation, text, chosen)
            times[operation].append(1000 * (perf_counter() - start) / number)
    return times


def first_hints() -> Iterator[tuple[float, float]]:
    """The milliseconds to a first hint: on a first visit, and on a second one in the same profile."""
    with server("--site", str(SITE)) as url, chromium() as browser:
        for _ in range(VISITS):
            context = browser.new_context()
            page = context.new_page()
            cold = _first_hint(page, url)
            page.wait_for_function(_IS_KEPT)
            page.close()
            yield cold, _first_hint(context.new_page(), url)
            context.close()


def _first_hint(page: Page, url: str) -> float:
    start = perf_counter()
    page.goto(url)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector("#message:not([hidden])")
    return 1000 * (perf_counter() - start)


def table(heading: str, native: dict[str, Times], other: dict[str, Times]) -> Iterator[str]:
    """The lines of a table: the least and the median time of each, and the ratio of the least."""
    yield f"{'milliseconds':12} {'native':>18} {heading:>18} {'ratio of least':>15}"
    for name, times in other.items():
        both = (native[name], times)
        least, middle = [min(one) for one in both], [median(one) for one in both]
        cells = " ".join(f"{low:8.2f} / {mid:7.2f}" for low, mid in zip(least, middle, strict=True))
        yield f"{name:12} {cells} {least[1] / least[0]:15.1f}"


def main() -> None:
    """Measure and print."""
    print(*table("worker", native_times(), worker_times()), sep="\n")
    print(*table("Pyodide", *library_times()), sep="\n")
    for name, times in zip(("first visit", "second visit"), zip(*first_hints(), strict=True), strict=True):
        print(f"{name:12} to the first hint: least {min(times):.0f}, median {median(times):.0f} ms")


if __name__ == "__main__":
    main()
