"""Measure the page: from an empty cache to usable, and from a click to its frame.

Run `python -m benchmarks.page` with Chromium installed; it starts a server and a browser. Every load uses a
new browser context. A click is timed in the page, until its handlers have run and until the frame that
shows it is done. The browser draws a frame every 16.7 ms, so that a click waits 8.3 ms on average. The
processor time of the page's main thread hardly depends on what else the machine does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOADS: Final = 10
CLICKS: Final = 100
PAUSE: Final = 120
"""Milliseconds between two clicks, for the browser to draw the changes."""
SIDES: Final = (10, 20, 40)
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

_LOAD: Final = """() => {
  const all = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
  const files = all.filter(entry => !entry.name.includes('/api/'))
  const bytes = files.reduce((sum, file) => sum + file.decodedBodySize, 0)
  return { usable: performance.getEntriesByName('usable')[0].startTime, bytes, files: files.length }
}"""
"""The time, bytes and files of a load."""

_TIME_CLICKS: Final = """() => {
  window.times = []
  let began = 0
  addEventListener('pointerdown', () => { began = performance.now() }, true)
  addEventListener('pointerdown', () => {
    const start = began
    const handled = performance.now()
    const frameDone = new MessageChannel()
    frameDone.port1.onmessage = () => window.times.push([handled - start, performance.now() - start])
    requestAnimationFrame(() => frameDone.port2.postMessage(null))
  })
}"""
"""Records for every click the time of its handlers and the time until its frame is done."""


@contextmanager
def server(*options: str) -> Iterator[str]:
    """Start a server; yields its address."""
    command = [sys.executable, "-m", "bimaru", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline() if process.stdout else ""
        yield next(word for word in line.split() if word.startswith("http"))
        process.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def load(browser: Browser, url: str) -> dict[str, Any]:
    """Time a first visit: milliseconds to usable and of processor time, bytes and files."""
    context = browser.new_context()
    page = context.new_page()
    work: dict[str, float] = {}
    with main_thread_time(page, work, "work"):
        page.goto(url)
        page.wait_for_selector(".board .cell")
    found: dict[str, Any] = page.evaluate(_LOAD)
    context.close()
    return found | work


@contextmanager
def main_thread_time(page: Page, times: dict[str, float], name: str) -> Iterator[None]:
    """Record under `name` the milliseconds of processor time that the page's main thread takes."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    before = milliseconds()
    yield
    times[name] = milliseconds() - before


def large(side: int) -> str:
    """The fragment of an empty puzzle of a size, with every tally, so that each click counts its lines."""
    tallies = ".".join(["5"] * side)
    return f"#r={tallies}&c={tallies}&f=6x1.5x2.4x3.3x4.2x5.1x6&h=A1W"


def clicks(browser: Browser, url: str, side: int, work: dict[str, float]) -> list[tuple[float, float]]:
    """The milliseconds of each click on a board: of its handlers, and until its frame was done."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url + large(side))
    page.wait_for_selector(".board .cell")
    page.evaluate(_TIME_CLICKS)
    squares = page.locator(".board .cell")
    places = [(side + 1 + 3 * i) % side**2 for i in range(CLICKS)]
    boxes = [squares.nth(at).bounding_box() for at in places]
    with main_thread_time(page, work, "clicks"):
        for box in boxes:
            if box:
                page.mouse.click(box["x"] + 5, box["y"] + 5)
                page.wait_for_timeout(PAUSE)
    found: list[tuple[float, float]] = page.evaluate("window.times")
    page.context.close()
    return found


def spread(name: str, times: list[float]) -> str:
    """A line with the median, 95th percentile and maximum of times in milliseconds."""
    p95 = quantiles(times, n=20, method="inclusive")[-1]
    return f"{name:42} median {median(times):6.1f}  p95 {p95:6.1f}  worst {max(times):6.1f} ms"


def main() -> None:
    """Measure and print."""
    with server() as url, chromium() as browser:
        load(browser, url)  # warm up the server and the browser
        loads = [load(browser, url) for _ in range(LOADS)]
        measured = []
        for side in SIDES:
            work: dict[str, float] = {}
            measured.append((side, clicks(browser, url, side, work), work["clicks"] / CLICKS))
    print(f"first load: {loads[0]['files']} files, {loads[0]['bytes'] / 1000:.0f} kB")
    print(spread("first load, empty cache, to usable", [visit["usable"] for visit in loads]))
    print(f"first load, processor time: {median(visit['work'] for visit in loads):.0f} ms")
    for side, times, milliseconds in measured:
        print(spread(f"click at {side}x{side}, work of the page", [handlers for handlers, _ in times]))
        print(spread(f"click at {side}x{side}, until its frame is done", [frame for _, frame in times]))
        print(f"click at {side}x{side}, processor time, in total: {milliseconds:.1f} ms")


if __name__ == "__main__":
    main()
