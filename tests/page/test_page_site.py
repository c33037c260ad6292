"""The page on a static site in a real browser: both back ends answer alike, and nothing needs a server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from bimaru.web.handlers import OPERATIONS
from bimaru.web.static_site import BrowserEngine, site_files, write_site
from browsing import DESKTOP, PHONE, OpenPage, Server, Table
from instances import instances
from sites import built, plain_server, write_gallery

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs("browser")

STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
"""Board 113 of CSPLib prob014."""
BLOG: Final = '<!doctype html><title>Blog</title><link rel="icon" href="data:,">'
"""The beginning of a page of another site."""
UNHURRIED: Final = 120_000
"""Milliseconds for an engine to start, on a busy machine."""


@pytest.fixture(scope="module")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with the engine and the page as it is, not bundled, so that its modules can be imported."""
    directory = tmp_path_factory.mktemp("plain")
    copy = shutil.copytree(built("engine"), directory / "engine", ignore=shutil.ignore_patterns("page"))
    write_site(directory / "site", site_files(BrowserEngine.open(copy)))
    return directory / "site"


@pytest.fixture(scope="module")
def plain_page(plain_site: Path, chromium: Any) -> Iterator[Page]:
    """A page of that site on a server with the JSON API."""
    server = Server("--site", str(plain_site))
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(UNHURRIED)
    page.goto(server.url)
    yield page
    context.close()
    server.end()


@pytest.fixture(scope="module")
def site_server() -> Iterator[Server]:
    """A server of the site that `make site` has built."""
    server = Server("--site", str(built("site")))
    yield server
    server.end()


@pytest.fixture
def open_site(open_page: OpenPage, site_server: Server) -> Callable[..., Table]:
    """A function that opens the built site."""
    return lambda fragment="", **options: open_page(fragment, url=site_server.url, **options)


# Both back ends


def puzzles() -> list[dict[str, Any]]:
    """Puzzles of every kind, straight ones first; none that takes long, since a time limit would show."""
    numbers = {"boats": 3, "csplib014": 1, "lettered": 2, "polyomino": 2}
    return [
        dict(one.puzzle.to_data()) for name, number in numbers.items() for one in instances(name)[:number]
    ]


PLAIN: Final = {
    "rows": [2, 4, 3, 3, 2, 4, 1, 1, 0, 0],
    "cols": [0, 5, 0, 2, 2, 3, 1, 3, 2, 2],
    "fleet": {"4": 1, "3": 2, "2": 3, "1": 4},
    "givens": [[0, 5, "W"], [6, 9, "S"]],
}
SMALL: Final = {"rows": [1, 1], "cols": [2, 0], "fleet": {"2": 1}}
ENDLESS: Final = {"size": "30x30", "grade": "extreme", "fleet": "1:30", "seed": 1}
"""A recipe that takes far longer than any limit."""
EMPTY: Final = {"board": ["?" * 10] * 10}
WRONG: Final = {"board": ["." * 10] * 10}


def cases() -> list[tuple[str, Any, dict[str, Any]]]:
    """Operations with bodies and options: good ones, invalid ones, and what cannot be done."""
    bodies: list[Any] = [
        *puzzles(),
        {"rows": [1, 1], "cols": [1, 1], "fleet": {"1": 2}},
        {"rows": [1, 1], "cols": [2, 0], "fleet": {"1": 2}},
        {"rows": [None] * 2, "cols": [None] * 17, "fleet": {"2": 2}},  # words of 32 bits
        {"rows": "x", "fleet": {"0": -1}},
        {"rows": [0] * 70, "cols": [0]},
        [],
        "text",
    ]
    found: list[tuple[str, Any, dict[str, Any]]] = [
        (operation, body, {})
        for operation in ("solve", "count", "explain", "grade", "draw")
        for body in bodies
    ]
    # Minimising others takes seconds with the engines that a browser has.
    found += [("minimise", body, {}) for body in (*bodies[:4], bodies[-1])]
    for operation in ("check", "hint", "review"):
        found += [(operation, {"puzzle": body, "board": EMPTY}, {}) for body in bodies]
        found += [
            (operation, {"puzzle": PLAIN, "board": board}, {}) for board in (WRONG, {}, None, {"board": 3})
        ]
    found += [("complete", SMALL, {"seed": 1} | target) for target in ({}, {"givens": 9}, {"grade": "x"})]
    found += [("complete", "text", {})]
    if "why" in OPERATIONS:
        found += [("why", {"puzzle": PLAIN, "square": [row, 3]}, {}) for row in range(10)]
    found += [
        ("hint", {"puzzle": PLAIN}, {"strength": strength}) for strength in ("where", "technique", "all")
    ]
    found += [("solve", PLAIN, {"limit": limit}) for limit in (1, 5, 0, "x", 101, 1.5)]
    found += [("solve", PLAIN, {"engine": engine}) for engine in ("search", "none")]
    found += [("solve", SMALL, {"engine": "backtracking"})]
    found += [("solve", PLAIN, options) for options in ({"time_limit": -1}, {"time_limit": "0.5"}, {"x": 1})]
    found += [
        ("draw", PLAIN, {"theme": theme, "size": size}) for theme in ("dark", "auto") for size in (8, 3)
    ]
    # A browser lacks what writes PDF, and prints booklets.
    found += [("booklet", {"puzzles": body}, {}) for body in ([], "none", [{"rows": "x"}, SMALL, 3])]
    found += [("booklet", {"puzzles": [SMALL]}, {"per_page": 7})]
    found += [("draw", PLAIN, {"names": "false", "fleet": "0"}), ("draw", PLAIN, {"names": "maybe"})]
    found += [("generate", {"grade": grade, "seed": 7}, {}) for grade in ("easy", "hard", "expert")]
    found += [
        ("generate", {"size": "6x6", "fleet": "3:1,2:2,1:3", "seed": 1}, {}),
        ("generate", {"size": "6x", "fleet": "3", "colour": 1}, {}),
        ("generate", {"fleet": "9:9"}, {}),
        ("daily", None, {"date": "2026-02-28"}),
        ("daily", None, {"date": "2026-02-30"}),
        ("daily", None, {"date": "today"}),
        ("formats", None, {}),
        ("convert", {"text": "nothing"}, {}),
        ("convert", {"text": "battleship/10/10/05022313222433241100k0zzzi6zp//d", "to": "csplib"}, {}),
        ("convert", {"text": "?", "to": "json"}, {}),
    ]
    formats = ("text", "json", "csplib", "minizinc", "puzzlink", "pzprv3", "permalink", "kmkeen")
    return found + [
        ("convert", {"text": json.dumps(body), "to": to}, {}) for to in formats for body in bodies[:5]
    ]


ASK: Final = """async cases => {
  const { ServerBackend } = await import(new URL('service/server.js', location.href))
  const { EngineBackend } = await import(new URL('service/engine.js', location.href))
  const address = document.querySelector('meta[name="bimaru-engine"]').content
  const { signal } = new AbortController()
  const ask = async (backend, [operation, body, options]) => {
    const response = await backend.send(operation, body ?? undefined, options, signal)
    return [response.status, response.headers.get('Content-Type'), await response.text()]
  }
  const [server, engine] = [new ServerBackend(), new EngineBackend(address)]
  const answers = []
  for (const one of cases) answers.push(await Promise.all([ask(server, one), ask(engine, one)]))
  return answers
}"""


def comparable(operation: str, answer: list[Any], *, is_option: bool) -> Any:
    """An answer without times; of faulty options only the names, since Pydantic words the faults."""
    status, media_type, text = answer
    if not media_type.startswith("application/json"):
        return status, media_type.partition(";")[0], text
    data = json.loads(text)
    if operation == "solve" and status == 200:
        del data["seconds"]
        if data["engine"] in ("sat", "backtracking"):  # the server chooses the one, a browser lacks it
            del data["engine"], data["nodes"]
            data["solutions"].sort(key=str)
    if operation == "explain" and status == 200:  # found with a SAT solver, which a browser lacks
        del data["conflict"], data["ambiguity"]
    if (is_option or operation == "why") and data.get("error") == "invalid request":
        data["faults"] = sorted(fault.partition(":")[0] for fault in data["faults"])
    return status, media_type, data


@pytest.mark.thorough
def test_the_worker_answers_every_request_as_the_server_does(plain_page: Page) -> None:
    requests = cases()
    assert {operation for operation, _, _ in requests} == OPERATIONS.keys() | {"formats"}
    for case, (server, engine) in zip(requests, plain_page.evaluate(ASK, requests), strict=True):
        operation, _, options = case
        ours, theirs = (comparable(operation, one, is_option=bool(options)) for one in (engine, server))
        assert ours == theirs, case


@pytest.mark.thorough
def test_an_engine_that_a_browser_lacks_is_named_in_a_sentence(plain_page: Page) -> None:
    engines = ("cp-sat", "mip-ship", "sat", "sat-boats")
    answers = plain_page.evaluate(ASK, [("solve", PLAIN, {"engine": engine}) for engine in engines])
    for _, (status, _, text) in answers:
        assert status == 422
        assert "is not available in a browser" in json.loads(text)["error"]


@pytest.mark.thorough
def test_a_request_past_its_time_limit_ends_and_the_next_one_is_answered(plain_page: Page) -> None:
    slow = {"rows": [None] * 30, "cols": [None] * 30, "fleet": {str(n): 10 for n in range(1, 7)}}
    answers = plain_page.evaluate(
        """async ([slow, puzzle, impossible]) => {
      const { EngineBackend } = await import(new URL('service/engine.js', location.href))
      const engine = new EngineBackend(document.querySelector('meta[name="bimaru-engine"]').content)
      const { signal } = new AbortController()
      const stuck = engine.send('count', slow, { time_limit: 1e-9 }, signal)
      const hopeless = engine.send('generate', impossible, { time_limit: 1 }, signal)
      const after = engine.send('count', puzzle, {}, signal)
      const responses = await Promise.all([stuck, hopeless, after])
      return Promise.all(responses.map(async response => [response.status, await response.json()]))
    }""",
        [slow, PLAIN, ENDLESS],
    )
    status, stuck = answers[0]
    # A coarse clock lets a first few boards through.
    assert (status, stuck["complete"]) == (200, False)
    assert answers[1] == [503, {"error": "the time limit was exceeded", "faults": []}]
    assert answers[2] == [200, {"id": None, "n_solutions": 1, "complete": True}]


@pytest.mark.thorough
def test_a_cancelled_request_is_rejected_and_others_are_answered(plain_page: Page) -> None:
    found = plain_page.evaluate(
        """async ([puzzle, impossible]) => {
      const { EngineBackend } = await import(new URL('service/engine.js', location.href))
      const engine = new EngineBackend(document.querySelector('meta[name="bimaru-engine"]').content)
      const { signal } = new AbortController()
      await engine.send('formats', undefined, {}, signal)
      const cancelled = new AbortController()
      const hopeless = engine.send('generate', impossible, {}, cancelled.signal)
      const waiting = engine.send('count', puzzle, {}, signal)
      const outcome = hopeless.then(() => 'answered', reason => reason)
      setTimeout(() => cancelled.abort('enough'), 50)
      return [await outcome, (await (await waiting).json()).n_solutions]
    }""",
        [PLAIN, ENDLESS],
    )
    assert found == ["enough", 1]


# The page of the site


def hint(table: Table) -> None:
    table.press("Hint")
    table.page.wait_for_selector("#message:not([hidden])", timeout=UNHURRIED)
    assert "Look at G10." in table.message().inner_text()


@pytest.mark.thorough
def test_the_site_plays_hints_explains_makes_sets_and_draws(open_site: Callable[..., Table]) -> None:
    table = open_site(STEEP)
    page = table.page
    page.set_default_timeout(UNHURRIED)
    hint(table)
    page.locator(".grade", has_text="fiendish").wait_for()
    table.press("Learn")
    page.wait_for_selector(".steps .step", state="attached")
    assert "One solution" in page.locator(".verdict").inner_text()
    table.press("Set")
    page.wait_for_selector("#clue-0, .editor, [data-mode=editor] .panels .card")
    table.press("Play")
    table.press("Puzzles")
    page.select_option("#generate-size", "6x6")
    table.press("Generate")
    table.has_squares(36)
    page.locator("summary", has_text="Download").click()
    page.locator("#download-format option").nth(3).wait_for(state="attached")
    with page.expect_download() as svg:
        table.press("SVG")
    assert Path(svg.value.path()).read_text(encoding="utf-8").startswith("<svg")
    with page.expect_download() as png:
        table.press("PNG")
    content = Path(png.value.path()).read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 5000
    assert page.get_by_role("button", name="PDF", exact=True).count() == 0
    assert page.get_by_role("button", name="Print", exact=True).is_visible()


@pytest.mark.thorough
def test_no_request_leaves_the_site_and_few_are_needed_to_play(
    open_site: Callable[..., Table], site_server: Server
) -> None:
    table = open_site(STEEP)
    requested: list[str] = []
    table.page.context.on("request", lambda request: requested.append(request.url))
    table.page.reload()
    table.page.wait_for_selector(".board .cell")
    assert len(requested) <= 10
    sizes = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    assert table.page.evaluate(f"{sizes}.reduce((sum, file) => sum + file.encodedBodySize, 0)") < 60_000
    hint(table)
    assert any("pyodide.asm.wasm" in url for url in requested)
    assert all(url.startswith((site_server.url, "blob:")) for url in requested)


@pytest.mark.thorough
def test_the_site_works_on_a_plain_host_under_a_path(open_page: OpenPage, tmp_path: Path) -> None:
    shutil.copytree(built("site"), tmp_path / "games" / "bimaru")
    with plain_server(tmp_path) as url:
        table = open_page(STEEP, url=f"{url}games/bimaru/")
        hint(table)
        table.page.close()


@pytest.mark.thorough
def test_a_browser_without_simd_gets_a_sentence_and_plays_on(open_site: Callable[..., Table]) -> None:
    table = open_site(STEEP)
    table.page.evaluate("() => { WebAssembly.validate = () => false }")
    table.press("Hint")
    table.page.locator("#message", has_text="WebAssembly").wait_for()
    assert "WebAssembly with SIMD" in table.message().inner_text()
    table.square("B2").click()
    assert table.shows("B2") == "ship, entered"


@pytest.mark.thorough
def test_a_request_that_exhausts_memory_gets_a_sentence_and_the_game_goes_on(
    open_site: Callable[..., Table],
) -> None:
    """A worker whose memory is exhausted breaks down; one that does so on every request stands in for it."""
    worker = """onmessage = ({ data }) => {
      if (data.address) postMessage({ kind: 'ready' })
      else throw new RangeError('memory')
    }"""
    table = open_site(STEEP)
    table.page.context.route(
        "**/service/engine-worker.js",
        lambda route: route.fulfill(body=worker, content_type="text/javascript"),
    )
    table.press("Hint")
    table.page.wait_for_selector("#message.bad")
    assert "needed too much memory and was stopped" in table.message().inner_text()
    table.square("B2").click()
    assert table.shows("B2") == "ship, entered"
    table.page.context.unroute_all(behavior="wait")
    hint(table)


@pytest.mark.thorough
def test_an_engine_that_cannot_be_loaded_is_reported_and_tried_again(open_site: Callable[..., Table]) -> None:
    table = open_site(STEEP)
    table.expected += ("ERR_FAILED",)
    table.page.context.route("**/engine.json", lambda route: route.abort())
    table.press("Hint")
    table.page.locator("#notice", has_text="could not be loaded").wait_for(timeout=UNHURRIED)
    table.page.locator("#message", has_text="not responding").wait_for(timeout=UNHURRIED)
    table.page.context.unroute_all(behavior="wait")
    table.page.locator("#notice").wait_for(state="hidden", timeout=UNHURRIED)
    table.press("Close")
    hint(table)


@pytest.mark.thorough
def test_what_waits_for_the_engine_shows_its_progress_and_can_be_cancelled(
    open_site: Callable[..., Table],
) -> None:
    table = open_site(STEEP)
    held: list[Any] = []
    table.page.context.route("**/python_stdlib.zip", lambda route: held.append(route))
    table.press("Hint")
    line = table.page.locator(".waiting:visible")
    line.wait_for()
    table.page.wait_for_function("() => document.querySelector('.waiting progress').value > 0.3")
    assert "of 4." in line.inner_text() or "of 5." in line.inner_text()
    table.has_no_barriers()
    table.square("B2").click()
    assert table.shows("B2") == "ship, entered"
    table.press("Cancel")
    line.wait_for(state="hidden")
    assert "Cancelled." in table.message().inner_text()
    for route in held:
        route.continue_()
    table.page.keyboard.press("u")
    hint(table)


# Offline


@pytest.mark.thorough
def test_the_site_works_after_a_reload_without_its_server(open_page: OpenPage) -> None:
    server = Server("--site", str(built("site")))
    try:
        table = open_page(STEEP, url=server.url, service_workers="allow")
        page = table.page
        page.set_default_timeout(UNHURRIED)
        hint(table)
        address = page.locator("meta[name=bimaru-engine]").get_attribute("content")
        page.wait_for_function(f"() => caches.match('{server.url}{address}bimaru.zip').then(Boolean)")
    finally:
        server.end()
    page.reload()
    page.wait_for_selector(".board .cell")
    hint(table)
    table.press("Learn")
    page.wait_for_selector(".steps .step", state="attached")
    table.press("Set")
    page.wait_for_selector("[data-mode=editor] .panels .card")
    table.press("Puzzles")
    page.select_option("#generate-size", "6x6")
    table.press("Generate")
    table.has_squares(36)


@pytest.mark.thorough
def test_a_new_version_is_offered_and_the_game_goes_on(open_page: OpenPage, tmp_path: Path) -> None:
    directory = shutil.copytree(built("site"), tmp_path / "site")
    server = Server("--site", str(directory))
    try:
        table = open_page(STEEP, url=server.url, service_workers="allow")
        page = table.page
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        table.square("B2").click()
        worker, index = directory / "service-worker.js", directory / "index.html"
        for file in (worker, index):
            for suffix in (".br", ".gz"):
                file.with_name(file.name + suffix).unlink()
        index.write_text(
            index.read_text(encoding="utf-8").replace("<title>Bimaru", "<title>Newer"), encoding="utf-8"
        )
        worker.write_text(
            worker.read_text(encoding="utf-8").replace('"version": "', '"version": "new'), encoding="utf-8"
        )
        page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
        page.get_by_role("button", name="Use it now").wait_for()
        assert "Newer" not in page.content()
        assert table.shows("B2") == "ship, entered"
        with page.expect_navigation():
            table.press("Use it now")
        page.wait_for_selector(".board .cell")
        assert "ship" in table.shows("B2")
        assert "Newer" in page.evaluate("fetch('./').then(response => response.text())")
    finally:
        server.end()


@pytest.mark.thorough
def test_the_served_page_works_after_a_reload_without_its_server(open_page: OpenPage) -> None:
    server = Server()
    try:
        table = open_page(STEEP, url=server.url, service_workers="allow")
        table.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    finally:
        server.end()
    table.expected += ("Failed to load resource",)
    table.page.reload()
    table.page.wait_for_selector(".board .cell")
    table.square("B2").click()
    assert table.shows("B2") == "ship, entered"
    table.page.locator("#notice:visible").wait_for()


# Galleries


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A gallery without an engine, on a plain server."""
    directory = tmp_path_factory.mktemp("gallery")
    write_gallery(directory, [one.puzzle for one in instances("boats")[:4] + instances("lettered")[:1]])
    with plain_server(directory) as url:
        yield url


@pytest.mark.thorough
def test_a_gallery_lists_its_puzzles_and_one_of_the_day(open_page: OpenPage, gallery: str) -> None:
    table = open_page(url=gallery, wait_for="#today:not([hidden])")
    page = table.page
    table.has_no_barriers()
    assert page.title() == "Calm seas"
    assert page.locator(".list a").count() == 5
    assert page.evaluate(
        "[...document.images].every(image => image.loading === 'lazy' || image.naturalWidth > 0)"
    )
    today = page.locator("#today a").get_attribute("href")
    assert today in page.locator(".list a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    page.locator(".list a").first.click()
    page.wait_for_selector(".board .cell")
    table.square("B2").click()
    page.get_by_role("button", name="Puzzles", exact=True).click()
    page.get_by_role("button", name="Puzzle of the day").click()
    page.wait_for_function("() => !document.querySelector('dialog[open]')")
    page.get_by_role("link", name="All puzzles").click()
    page.locator(".list .state", has_text="begun").first.wait_for()


@pytest.mark.thorough
def test_a_site_without_an_engine_plays_and_checks_and_says_what_it_lacks(
    open_page: OpenPage, gallery: str
) -> None:
    table = open_page(STEEP, url=f"{gallery}play.html")
    table.square("A6").click()
    for name in ("B4", "C5"):  # which touch at a corner
        table.square(name).click()
    table.press("Check")
    table.message().get_by_text("Not right yet").wait_for()  # after the lesson that ships do not touch
    table.press("Hint")
    table.message().get_by_text("made without the engine").wait_for()
    table.press("Help")
    table.page.locator("#help", has_text="this page also works without a network").wait_for()


# Embedding


@pytest.mark.thorough
def test_an_embedded_puzzle_has_the_chosen_controls_and_fits_its_frame(
    open_page: OpenPage, site_server: Server, tmp_path: Path
) -> None:
    table = open_page(url=f"{site_server.url}embedding.html{STEEP}", wait_for="#preview")
    page = table.page
    page.get_by_label("Hint").uncheck()
    page.get_by_label("Try out").check()
    snippet = page.locator("#snippet").input_value()
    page.frame_locator("#preview").get_by_role("button", name="Try out").wait_for()
    (tmp_path / "index.html").write_text(f"{BLOG}<p>Hello{snippet}", encoding="utf-8")
    with plain_server(tmp_path) as url:
        assert urlsplit(url).port != urlsplit(site_server.url).port
        for name, size in (("B2", DESKTOP), ("C4", PHONE)):
            page.set_viewport_size(size)
            page.goto(url)
            frame = page.frame_locator("iframe.bimaru")
            frame.locator(".board .cell").first.wait_for()
            assert frame.get_by_role("button", name="Hint").count() == 0
            assert frame.get_by_role("button", name="Check", exact=True).count() == 1
            inner = frame.locator("body")
            page.wait_for_function("document.querySelector('iframe').clientHeight !== 620")
            fits = "body => document.documentElement.scrollHeight <= innerHeight"
            for _ in range(100):  # its height follows what is still drawn
                if inner.evaluate(fits):
                    break
                page.wait_for_timeout(100)
            assert inner.evaluate(fits)
            assert inner.evaluate("body => document.documentElement.scrollWidth <= innerWidth")
            square = frame.locator(f'.cell[aria-label^="{name},"]')
            square.click()
            assert "ship" in str(square.get_attribute("aria-label"))
        page.goto("about:blank")


@pytest.mark.thorough
def test_only_the_embedded_puzzle_may_be_framed(
    open_page: OpenPage, site_server: Server, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text(f'{BLOG}<iframe src="{site_server.url}"></iframe>', encoding="utf-8")
    with plain_server(tmp_path) as url:
        table = open_page(url=url, wait_for="iframe")
        table.expected += ("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE", "Refused to frame", "Framing")
        table.page.wait_for_timeout(300)
        assert table.page.frames[1].url.startswith("chrome-error://")
        table.page.goto("about:blank")
