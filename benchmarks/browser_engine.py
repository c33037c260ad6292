"""Measure the engine for browsers: requests to its worker in Chromium, and the same handlers in this Python.

Run `python -m benchmarks.browser_engine` after `make site`. A request to the worker is two messages and the
work; `formats`, which does next to nothing, shows what the messages take. The least of many times is what
a quiet machine takes; the median depends on what else the machine does.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, TypeAlias, cast

from benchmarks.page import chromium, server

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
REQUESTS: Final[dict[str, tuple[object, int]]] = {
    "formats": (None, 300),
    "solve": (PUZZLE, 300),
    "hint": ({"puzzle": PUZZLE, "board": {"board": ["?" * 10] * 10}}, 300),
    "explain": (PUZZLE, 5),
    "generate": ({"grade": "hard", "seed": 5}, 10),
}
"""Operations with a body and the number of requests."""
_ASK: Final = """async requests => {
  const address = document.querySelector('meta[name="bimaru-engine"]').content
  const engine = new Worker(new URL('service/engine-worker.js', location.href), { type: 'module' })
  const ask = message => new Promise(resolve => {
    engine.onmessage = ({ data }) => data.kind !== 'progress' && resolve(data)
    engine.postMessage(message)
  })
  await ask({ address: new URL(address, location.href).href, timeLimit: 60 })
  const times = {}
  for (const [operation, [body, number]] of Object.entries(requests)) {
    times[operation] = []
    for (let i = 0; i < number; i++) {
      const start = performance.now()
      await ask({ operation, body: JSON.stringify(body), options: '{}' })
      times[operation].push(performance.now() - start)
    }
  }
  return times
}"""


def worker_times() -> dict[str, Times]:
    """The times of the requests to the worker."""
    with server("--site", str(SITE)) as url, chromium() as browser:
        page = browser.new_page()
        page.goto(url)
        return cast(dict[str, Times], page.evaluate(_ASK, REQUESTS))


def native_times() -> dict[str, Times]:
    """The times of the same handlers in this Python."""
    from fastapi import FastAPI

    from bimaru.web.app import application
    from bimaru.web.in_browser import Engine, schemas_of
    from bimaru.web.limits import Limits
    from bimaru.web.scheduler import Scheduler

    app = cast(FastAPI, application(Scheduler(Limits(workers=1)), frozenset()).app)
    engine = Engine(json.dumps(schemas_of(app.openapi())), 60)
    times: dict[str, Times] = {}
    for operation, (body, number) in REQUESTS.items():
        text = json.dumps(body)
        times[operation] = []
        for _ in range(number):
            start = perf_counter()
            engine.answer(operation, text, "{}")
            times[operation].append(1000 * (perf_counter() - start))
    return times


def main() -> None:
    """Measure and print."""
    native, worker = native_times(), worker_times()
    print(f"{'milliseconds':12} {'native':>18} {'worker':>18} {'ratio of least':>15}")
    for name, times in worker.items():
        both = (native[name], times)
        least, middle = [min(one) for one in both], [median(one) for one in both]
        cells = " ".join(f"{low:8.2f} / {mid:7.2f}" for low, mid in zip(least, middle, strict=True))
        print(f"{name:12} {cells} {least[1] / least[0]:15.1f}")


if __name__ == "__main__":
    main()
