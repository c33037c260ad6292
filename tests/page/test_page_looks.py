"""The page on phones and desktops, light and dark: layout, accessibility, size and requests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bimaru.web
from bimaru.web.page_files import read_file
from browsing import DESKTOP, PATIENCE, PHONE, START, TABLET, OpenPage, Server, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request, ViewportSize

pytestmark = pytest.mark.needs("browser")

PAGE = Path(bimaru.web.__file__).resolve().parent / "page"
MAX_BYTES = 60_000
"""Of all files until the first play, as they are sent, without headers."""

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
"""Board 113 of CSPLib prob014."""
SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
LARGE = "#r=" + ".".join(["_"] * 20) + "&c=" + ".".join(["_"] * 20) + "&f=6x1.5x2.4x3.3x4.2x5.1x6&h=A1W"
LETTERED = "#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_"


def fill_a_little(table: Table) -> None:
    """Mark finished and unfinished ships, water, a broken rule and squares after a checkpoint."""
    for name in ("B2", "C2", "D5"):
        table.square(name).click()
    table.press("Try out")
    for name in ("E6", "F8"):
        table.square(name).click()
    table.square("F6").click(button="right")
    table.press("Check")
    table.page.wait_for_selector("#message:not([hidden])")


def learn(table: Table) -> None:
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.press("Next step")


def hint(table: Table) -> None:
    table.press("Hint")
    table.press("Which technique?")
    table.press("Show the step")


def note_letters(table: Table) -> None:
    """Mark a ship and an empty square, each with possible letters."""
    table.square("A2").click()
    table.press("Note possible letters")
    for name in ("A2", "C4"):
        table.square(name).focus()
        for letter in "123":
            table.page.keyboard.press(letter)


def pause(table: Table) -> None:
    table.square("B2").click()
    table.press("Pause")


STATES: dict[str, tuple[str, Any]] = {
    "fresh": (STEEP, lambda _: None),
    "played": (STEEP, fill_a_little),
    "hint": (STEEP, hint),
    "paused": (STEEP, pause),
    "lettered": (LETTERED, note_letters),
    "learning": (SMALL, learn),
    "puzzles": (STEEP, lambda table: table.press("Puzzles")),
    "help": (STEEP, lambda table: table.press("Help")),
}


@pytest.mark.thorough
@pytest.mark.parametrize("state", STATES)
def test_an_audit_finds_no_accessibility_barrier_in_light_or_dark(open_page: OpenPage, state: str) -> None:
    fragment, reach = STATES[state]
    table = open_page(fragment)
    table.page.locator(".grade:visible").or_(table.page.locator(".palette:visible")).first.wait_for()
    reach(table)
    table.has_no_barriers()


@pytest.mark.thorough
@pytest.mark.parametrize("fragment", [STEEP, LARGE, LETTERED], ids=["steep", "large", "lettered"])
def test_nothing_overflows_at_the_sides(open_page: OpenPage, fragment: str) -> None:
    table = open_page(fragment)
    for size in (DESKTOP, TABLET, PHONE):
        table.page.set_viewport_size(size)
        for mode in ("Learn", "Play"):
            table.press(mode)
            assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, mode)


@pytest.mark.thorough
def test_a_10x10_board_fills_a_phone_with_squares_large_enough_to_touch(open_page: OpenPage) -> None:
    table = open_page(STEEP, viewport=PHONE, has_touch=True, is_mobile=True)
    square = table.square("A1").bounding_box()
    assert square
    assert square["width"] >= 24
    assert table.page.evaluate("document.querySelector('.board').offsetWidth > 0.95 * innerWidth - 20")
    assert table.page.locator("#zoom").is_hidden()


def test_the_whole_board_and_its_tools_are_visible_on_a_desktop(open_page: OpenPage) -> None:
    for fragment in (STEEP, LARGE):
        table = open_page(fragment)
        for part in (".board", "#bar"):
            box = table.page.locator(part).bounding_box()
            assert box
            assert box["y"] + box["height"] <= DESKTOP["height"]


@pytest.mark.thorough
def test_ships_and_water_can_be_seen_in_forced_colours(open_page: OpenPage) -> None:
    table = open_page(STEEP, forced_colors="active")
    table.square("B2").click()
    seen = "getComputedStyle(cell, '::before').backgroundColor !== getComputedStyle(cell).backgroundColor"
    for name in ("B2", "G10"):
        assert table.square(name).evaluate(f"cell => {seen}"), name
    ground = "cell => getComputedStyle(cell).backgroundColor"
    sea = "getComputedStyle(document.querySelector('.board'), '::before').backgroundColor"
    assert table.square("A6").evaluate(ground) == "rgba(0, 0, 0, 0)"  # the sea shows through
    assert table.page.evaluate(sea) != table.square("B5").evaluate(ground)


def test_grades_differ_in_forced_colours(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".kind", forced_colors="active")
    dot = "one => getComputedStyle(one, '::before').backgroundColor"
    easy, hard = (
        table.page.locator(f".kind.grade-{grade}").first.evaluate(dot) for grade in ("easy", "hard")
    )
    assert easy != hard


def test_a_hint_rings_the_ship_it_points_at(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    shadow = "square => getComputedStyle(square).boxShadow"
    before, elsewhere = (table.square(name).evaluate(shadow) for name in ("G10", "G9"))
    table.press("Hint")
    table.page.locator("#message", has_text="Look at G10").wait_for()
    assert table.shows("G10") == "submarine, given, highlighted"
    assert table.square("G10").evaluate(shadow) != before
    assert table.square("G9").evaluate(shadow) == elsewhere


@pytest.mark.thorough
def test_the_rings_of_a_step_are_explained_beside_it(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    hint(table)
    assert table.page.locator("#message .legend").inner_text().strip() == "becomes water"


@pytest.mark.thorough
def test_the_marks_of_an_explanation_are_explained_below_the_board(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    learn(table)
    legend = table.page.locator(".caption .legend > span")
    assert set(legend.all_inner_texts()) == {"square used", "follows now"}
    for mark in legend.all():
        assert mark.is_visible()


@pytest.mark.thorough
def test_a_message_moves_nothing_on_a_phone_and_its_action_is_in_view(open_page: OpenPage) -> None:
    table = open_page(STEEP, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    parts = [table.page.locator(part) for part in (".board", ".fleet")]
    before = [part.bounding_box() for part in parts]
    table.press("Hint")
    table.page.locator("#message .primary").wait_for()
    assert [part.bounding_box() for part in parts] == before
    action, bar = (table.page.locator(part).bounding_box() for part in ("#message .primary", "#bar"))
    assert action
    assert bar
    assert action["y"] + action["height"] < bar["y"]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(667, 375), (844, 390)])
@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "fr-FR", "es-ES"])
def test_a_low_window_has_one_row_of_modes_and_one_of_actions_beside_the_board(
    open_page: OpenPage, size: tuple[int, int], locale: str
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    table = open_page(STEEP, viewport=viewport, has_touch=True, is_mobile=True, locale=locale)
    tops = """all => { const shown = all.filter(one => one.offsetHeight)
      return [...new Set(shown.map(one => one.getBoundingClientRect().top))] }"""
    for row in (".top button:not(#home)", "#bar button"):
        assert len(table.page.locator(row).evaluate_all(tops)) == 1, row
    for mode in range(3):
        table.page.locator("#modes .tab").nth(mode).click()
        table.page.locator("#bar button").first.wait_for()
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), mode


@pytest.mark.thorough
def test_the_scale_lies_below_the_figures_of_the_columns_on_a_phone(open_page: OpenPage) -> None:
    table = open_page(STEEP, viewport=PHONE)
    heights = """one => { const text = document.createRange(); text.selectNodeContents(one);
      const scale = getComputedStyle(one, '::after');
      const top = one.getBoundingClientRect().bottom - parseFloat(scale.bottom) - parseFloat(scale.height);
      return [text.getBoundingClientRect().bottom - 3, top] }"""  # figures have no descenders
    figure, scale = table.page.locator(".names .name:nth-child(4)").evaluate(heights)
    assert figure <= scale


def test_the_theme_follows_the_system_until_one_is_chosen(open_page: OpenPage) -> None:
    table = open_page(STEEP, color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = table.page.evaluate(ground)
    table.page.emulate_media(color_scheme="light")
    light = table.page.evaluate(ground)
    assert dark != light
    table.press("Theme: system")
    table.press("Theme: light")
    assert table.page.evaluate(ground) == dark
    table.page.reload()
    assert table.page.evaluate(ground) == dark


@pytest.mark.thorough
def test_reduced_motion_is_respected(open_page: OpenPage) -> None:
    table = open_page("#r=1&c=1._&f=1x1", reduced_motion="reduce")
    table.square("A1").click()
    style = "getComputedStyle(document.querySelector('.cell.ship')).animationName"
    assert table.page.evaluate(style) == "none"
    moving = open_page("#r=1&c=1._&f=1x1", reduced_motion="no-preference")
    moving.square("A1").click()
    assert moving.page.evaluate(style) != "none"


@pytest.mark.thorough
def test_every_control_shows_where_the_focus_is(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    seen = set()
    for _ in range(30):
        table.page.keyboard.press("Tab")
        name, width = table.page.evaluate(
            "(() => { const it = document.activeElement;"
            "return [it.getAttribute('aria-label') ?? it.textContent, getComputedStyle(it).outlineWidth] })()"
        )
        if table.page.evaluate("document.activeElement !== document.body"):
            assert width == "3px", name
            seen.add(name)
    assert {"Play", "Learn", "Puzzles", "Help", "Check", "Hint"} <= seen


def test_the_page_requests_only_from_its_own_server(open_page: OpenPage, web_server: Server) -> None:
    table = open_page()
    requested: list[str] = []
    table.page.on("request", lambda request: requested.append(request.url))
    table.page.reload()
    learn(table)
    assert requested
    assert all(url.startswith(web_server.url) for url in requested)


@pytest.mark.thorough
def test_the_page_works_under_a_path(open_page: OpenPage, web_server: Server) -> None:
    prefix = "https://puzzles.example/games/bimaru/"

    def forward(route: Any) -> None:
        path = route.request.url.removeprefix(prefix)
        route.fulfill(response=route.fetch(url=web_server.url + path))

    table = open_page(STEEP)
    table.page.context.route(f"{prefix}**", forward)
    table.page.goto(prefix + STEEP)
    table.press("Hint")
    table.page.wait_for_selector("#message:not([hidden])")
    assert "Look at G10." in table.message().inner_text()
    table.page.locator(".grade", has_text="fiendish").wait_for()  # the last request of the page


def test_the_first_play_takes_few_bytes(chromium: Browser, web_server: Server) -> None:
    page = chromium.new_page(service_workers="block")
    page.clock.install(time="2030-01-01T12:00:00")
    page.clock.pause_at("2030-01-01T13:00:00")  # nothing is loaded that comes a second later
    loaded: dict[str, Request] = {}
    page.on("requestfinished", lambda request: loaded.update({request.url: request}))
    page.goto(web_server.url)
    page.locator("#message", has_text="tap that 0").wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    sizes = {url: request.sizes()["responseBodySize"] for url, request in loaded.items()}
    page.context.close()
    assert len(sizes) > 20
    assert any(url.endswith("start/guide.js") for url in sizes)
    assert not any(url.endswith("play/hints-and-mistakes.js") for url in sizes)
    assert sum(sizes.values()) < MAX_BYTES, sizes


@pytest.mark.thorough
def test_the_files_of_the_page_link_nowhere_else() -> None:
    for file in (path for path in PAGE.rglob("*.*") if path.suffix != ".png"):
        text = file.read_text(encoding="utf-8")
        text = text.replace("http://www.w3.org/2000/svg", "").replace("https://puzz.link/", "")
        assert "http://" not in text, file
        assert "https://" not in text, file


@pytest.mark.thorough
def test_every_module_loaded_at_the_start_is_preloaded() -> None:
    index = read_file(PAGE / "index.html").decode()
    for file in modules_at_start():
        assert f'="{file.relative_to(PAGE).as_posix()}"' in index, file


def modules_at_start() -> list[Path]:
    """The modules that `main.js` imports, directly or not, other than on demand."""
    found, frontier = {PAGE / "main.js"}, [PAGE / "main.js"]
    while frontier:
        importer = frontier.pop()
        for name in re.findall(
            r'^(?:import |} from ).*"(\.[^"]+)";$', importer.read_text(encoding="utf-8"), re.MULTILINE
        ):
            file = (importer.parent / name).resolve()
            if file not in found:
                found.add(file)
                frontier.append(file)
    assert len(found) > 20
    return sorted(found)


def test_a_mode_is_shown_once_its_style_sheet_is_there(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    held: list[Any] = []
    table.page.route("**/editor.css", lambda route: held.append(route))
    table.press("Set")
    loading = table.page.get_by_text("Loading…")
    while not held:
        table.page.wait_for_timeout(10)
    assert loading.is_visible()
    held[0].continue_()
    loading.wait_for(state="hidden")
    table.page.locator(".panels .card:visible").first.wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_in_the_list_of_the_fleet_are_not_higher_than_its_hulls(
    open_page: OpenPage, scheme: str
) -> None:
    table = open_page("#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3", color_scheme=scheme)
    found = table.page.locator(".ship-picture .cell.ship").evaluate_all(
        """all => all.map((one) => {
          const part = (name) => parseFloat(getComputedStyle(one).getPropertyValue(name)) / 100;
          const hull = (part("--hull-to") - part("--hull-from")) * one.offsetHeight;
          return hull / parseFloat(getComputedStyle(one).fontSize);
        })"""
    )
    assert min(found) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_page_for_embedding_has_fields_like_those_of_the_others(
    open_page: OpenPage, size: ViewportSize
) -> None:
    page = open_page(
        url=f"{open_page().page.url.split('#')[0]}embedding.html", viewport=size, wait_for="#preview"
    ).page
    assert page.locator("#snippet").evaluate("one => one.offsetWidth > 0.7 * Math.min(innerWidth, 960)")
    assert page.locator("input[type=checkbox]").first.evaluate("one => one.offsetHeight") >= 19
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
