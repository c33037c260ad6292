"""Space on small and large windows: what is pressed is in reach, and nothing is cut off or pushed out."""

from __future__ import annotations

from typing import Any, Final

import pytest

from browsing import OPEN_SEA, START, OpenPage, Table

pytestmark = [pytest.mark.needs("browser"), pytest.mark.thorough]

STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
TWELVES: Final = ".".join(["12"] * 30)
LARGE: Final = f"#r={TWELVES}&c={TWELVES}&f=6x1.5x2.4x3.3x4.2x5.1x6&h=A1W"
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
LOW: Final[dict[str, Any]] = {"viewport": {"width": 844, "height": 390}}
MODES: Final = ("play", "learn", "editor", "start")


def opened(open_page: OpenPage, mode: str, **options: Any) -> Table:
    if mode == "start":
        return open_page(START, wait_for=".start", **options)
    table = open_page(f"{STEEP}&m={mode}", **options)
    if mode != "play":
        table.page.locator(".verdict").wait_for()
    return table


def bottoms(table: Table, selector: str) -> list[float]:
    """The lower edges of the elements that are shown, from the top of the window."""
    script = "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom)"
    found: list[float] = table.page.locator(selector).evaluate_all(script)
    assert found, selector
    return found


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [PHONE, DESK], ids=["phone", "desk"])
def test_text_of_twice_the_size_pushes_nothing_out_of_the_window(
    open_page: OpenPage, mode: str, options: dict[str, Any], language: str
) -> None:
    table = opened(open_page, mode, **options, locale=language)
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    table.page.wait_for_timeout(200)
    width = options["viewport"]["width"]
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    ends = table.page.locator("button:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(ends) <= width  # also of a bar that stays where it is
    if mode == "start":
        return
    share = "document.querySelector('.board').offsetHeight / innerHeight"
    assert table.page.evaluate(share) > 0.4


@pytest.mark.parametrize("mode", ["play", "learn", "editor"])
def test_everything_to_press_below_the_board_is_in_the_window_of_a_desk(
    open_page: OpenPage, mode: str
) -> None:
    table = opened(open_page, mode, **DESK)
    assert max(bottoms(table, "#bar button")) <= 800
    assert max(bottoms(table, ".board .tally")) <= 800


@pytest.mark.parametrize("options", [PHONE, DESK], ids=["phone", "desk"])
def test_the_board_of_set_stays_in_view_with_its_tallies(
    open_page: OpenPage, options: dict[str, Any]
) -> None:
    table = opened(open_page, "editor", **options)
    table.page.evaluate("scrollTo(0, 2000)")
    table.page.wait_for_function("scrollY > 100")
    assert max(bottoms(table, ".board .tally")) <= 800
    assert min(bottoms(table, ".board .name:not(.corner)")) >= 0


@pytest.mark.parametrize("language", ["de", "en", "fr", "es"])
@pytest.mark.parametrize("mode", ["play", "learn", "editor"])
def test_modes_and_actions_lie_in_the_lower_two_fifths_of_a_phone(
    open_page: OpenPage, mode: str, language: str
) -> None:
    table = opened(open_page, mode, **PHONE, locale=language)
    for selector in ("#modes button", "#bar button"):
        script = "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().top)"
        tops = table.page.locator(selector).evaluate_all(script)
        assert tops
        assert min(tops) >= 0.6 * 844, selector
    assert max(bottoms(table, "#modes button")) <= 844
    assert table.page.locator(".top").evaluate("top => top.offsetHeight") < 60  # one line


def test_set_is_short_on_a_phone(open_page: OpenPage) -> None:
    table = opened(open_page, "editor", **PHONE)
    table.verdict("One solution")
    assert table.page.evaluate("document.documentElement.scrollHeight") < 1500


def test_numbers_of_two_digits_are_whole_at_every_zoom(open_page: OpenPage) -> None:
    table = open_page(LARGE, **PHONE)
    for key in ("z", "+", "+"):
        table.page.keyboard.press(key)
        table.page.wait_for_timeout(50)
        cut = table.page.locator(".board .tally:not(.corner)").evaluate_all(
            "all => all.filter(one => { const text = document.createRange(); text.selectNodeContents(one);"
            " return text.getBoundingClientRect().width > one.getBoundingClientRect().width }).length"
        )
        assert cut == 0


@pytest.mark.thorough
def test_a_long_link_of_an_argument_names_what_follows_first(open_page: OpenPage) -> None:
    table = opened(open_page, "learn", **PHONE)
    table.verdict("One solution")
    on = table.page.locator("[aria-label='Next step']:visible, [aria-label='On in the argument']:visible")
    on.click()
    caption = table.page.locator(".caption p")
    table.page.locator(".caption").wait_for()
    while caption.locator("strong").count() == 0:
        on.click()
    strong, whole = caption.locator("strong").bounding_box(), caption.bounding_box()
    assert strong is not None
    assert whole is not None
    assert strong["y"] - whole["y"] < 30


@pytest.mark.parametrize("window", ["360x740", "667x375", "390x844", "844x390", "1280x800"])
def test_every_window_shows_the_puzzles_name_size_and_grade_in_two_lines_at_most(
    open_page: OpenPage, window: str
) -> None:
    width, height = map(int, window.split("x"))
    table = open_page(SMALL, viewport={"width": width, "height": height})
    headline = table.page.locator("#headline")
    before = headline.bounding_box()
    table.page.locator(".grade", has_text="intermediate").wait_for()
    for part in (".name", ".about", ".grade", ".time"):
        whole = "one => one.scrollWidth <= one.clientWidth || !one.clientWidth"
        assert headline.locator(part).evaluate(whole)
        assert headline.locator(part).is_visible()
    box = headline.bounding_box()
    assert box is not None
    assert box["height"] <= 50
    assert box == before


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("options", [PHONE, LOW, DESK], ids=["phone", "low", "desk"])
def test_nothing_moves_or_shrinks_when_a_try_out_begins(
    open_page: OpenPage, options: dict[str, Any], language: str
) -> None:
    table = open_page(STEEP, **options, locale=language)
    boxes = "all => all.map((one) => JSON.stringify(one.getBoundingClientRect()))"
    before = table.page.locator("#bar .playing > button, .board, .fleet").evaluate_all(boxes)
    table.page.locator("[data-command=checkpoint]").click()
    assert table.page.locator("[data-command=drop]").is_visible()
    assert table.page.locator("#bar .playing > button, .board, .fleet").evaluate_all(boxes) == before


@pytest.mark.parametrize("options", [PHONE, LOW], ids=["phone", "low"])
def test_in_learn_the_buttons_stay_while_the_captions_and_the_list_change(
    open_page: OpenPage, options: dict[str, Any]
) -> None:
    table = open_page(SMALL, **options)
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    on = table.page.get_by_role("button", name="Next step", exact=True)
    before = on.bounding_box()
    on.click()
    table.page.locator(".caption:not(.empty)").wait_for()
    assert on.bounding_box() == before
    table.page.evaluate("scrollTo(0, 200)")
    assert on.bounding_box() == before


def test_on_a_phone_a_reason_stands_beside_the_button_that_mends_the_mistake(open_page: OpenPage) -> None:
    table = open_page(STEEP, **PHONE, locale="de")
    table.square("D5").click()
    table.square("C4").click()
    table.page.locator("[data-command=check]").click()
    reason = table.page.locator("#message summary").bounding_box()
    clear, message = (table.page.locator(part).bounding_box() for part in ("#message .primary", "#message"))
    assert reason
    assert clear
    assert message
    assert abs(reason["y"] - clear["y"]) < 10
    assert clear["y"] + clear["height"] <= message["y"] + message["height"]


def test_on_a_low_window_the_board_takes_the_whole_height(open_page: OpenPage) -> None:
    table = open_page(STEEP, **LOW)
    box = table.page.locator(".board").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 8
    assert 390 - 32 < box["y"] + box["height"] <= 390


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_on_a_low_window_the_bar_takes_one_row(open_page: OpenPage, language: str) -> None:
    table = open_page(STEEP, **LOW, locale=language)
    tops = "all => all.filter(one => one.checkVisibility()).map(one => one.offsetTop)"
    assert len(set(table.page.locator("#bar button").evaluate_all(tops))) == 1


def test_a_message_leaves_the_fleet_in_its_place_on_a_desk(open_page: OpenPage) -> None:
    table = open_page(STEEP, **DESK)
    fleet = table.page.locator(".fleet")
    before = fleet.bounding_box()
    table.press("Hint")
    table.page.locator("#message", has_text="Look at G10. What around the ship there is water?").wait_for()
    assert fleet.bounding_box() == before


def test_what_a_finger_presses_is_large_enough(open_page: OpenPage) -> None:
    table = open_page(STEEP, **PHONE)
    table.square("C2").click()
    table.page.locator("[data-command=checkpoint]").click()
    table.press("Check")
    table.page.locator("#message:not([hidden])").wait_for()
    small = """all => all.filter(one => one.checkVisibility() && one.offsetHeight < 44)
      .map(one => one.getAttribute('aria-label') ?? one.textContent)"""
    assert table.page.locator("button:not(.grade), summary").evaluate_all(small) == []


def test_while_the_game_is_paused_nothing_on_the_bar_can_be_pressed(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("C2").click()
    table.press("Pause")
    enabled = "all => all.filter(one => !one.disabled && one.checkVisibility()).length"
    assert table.page.locator("#bar button, .clock button").evaluate_all(enabled) == 0
    table.press("Resume")
    assert table.page.locator("#bar button, .clock button").evaluate_all(enabled) > 3


def test_the_title_of_the_settings_and_the_button_that_closes_them_stay(open_page: OpenPage) -> None:
    table = open_page(STEEP, **PHONE)
    table.press("Settings")
    dialog = table.page.locator("#settings")
    dialog.evaluate("one => one.scrollTo(0, 400)")
    assert dialog.evaluate("one => one.scrollTop") > 100
    for part in (dialog.locator("h2"), dialog.get_by_role("button", name="Done")):
        box, around = part.bounding_box(), dialog.bounding_box()
        assert box is not None
        assert around is not None
        assert around["y"] <= box["y"] < around["y"] + 80


def test_the_button_that_closes_a_message_covers_no_words(open_page: OpenPage) -> None:
    table = open_page(**PHONE, forced_colors="active")
    table.square("C4").click()
    table.press("Check")
    table.page.locator("#message button", has_text="Clear C4").wait_for()
    covered = """message => {
      const close = message.querySelector(".close").getBoundingClientRect();
      const nodes = document.createTreeWalker(message.querySelector(".words"), NodeFilter.SHOW_TEXT);
      const lines = [];
      while (nodes.nextNode()) {
        const text = document.createRange();
        text.selectNodeContents(nodes.currentNode);
        lines.push(...text.getClientRects());
      }
      const { top, bottom, left } = close;
      return lines.some((line) => line.top < bottom && line.bottom > top && line.right > left);
    }"""
    assert not table.page.locator("#message").evaluate(covered)


@pytest.mark.thorough
def test_on_a_phone_no_message_covers_the_board_not_even_in_pencil_or_scrolled_down(
    open_page: OpenPage,
) -> None:
    table = open_page(OPEN_SEA, **PHONE)
    table.press("Try out")
    table.page.evaluate("""async () => {
      const { settings } = await import("./settings.js")
      settings.set("mistakes", "once")
    }""")
    for name in ("B2", "C1"):
        table.square(name).click()
    table.message().get_by_role("button", name="Clear").wait_for()
    for down in (0, 10_000):
        table.page.evaluate("y => scrollTo(0, y)", down)
        board, message = table.page.locator("#frame").bounding_box(), table.message().bounding_box()
        assert board is not None
        assert message is not None
        assert board["y"] + board["height"] <= message["y"] + 1
