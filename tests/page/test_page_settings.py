"""The settings of the page: one panel, applied at once, kept."""

from __future__ import annotations

from typing import Any

import pytest

from browsing import DESKTOP, PHONE, OpenPage, Table

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
BARE = "#r=1._&c=_._._&f=1x3"
LOW = {"width": 844, "height": 390}


def choose(table: Table, label: str, value: str | bool) -> None:
    """Change one setting in the panel."""
    table.press("Settings")
    control = table.page.locator("#settings").get_by_label(label)
    if isinstance(value, bool):
        control.set_checked(value)
    else:
        control.select_option(value)
        table.page.wait_for_load_state("networkidle")  # a style sheet may follow
    table.page.keyboard.press("Escape")
    table.page.locator("#settings").wait_for(state="hidden")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP, LOW])
def test_the_panel_opens_by_a_key_and_has_no_barriers(open_page: OpenPage, size: Any) -> None:
    table = open_page(STEEP, viewport=size)
    table.page.keyboard.press(",")
    table.page.get_by_label("Order of clicks").wait_for()
    table.has_no_barriers()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.page.keyboard.press("Escape")
    assert table.page.locator("#settings").is_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize("palette", ["orange", "teal"])
def test_every_palette_has_enough_contrast_in_light_and_dark(open_page: OpenPage, palette: str) -> None:
    table = open_page(STEEP)
    before = table.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--bad')")
    choose(table, "Colours", palette)
    assert (
        table.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--bad')") != before
    )
    for name in ("B4", "C5", "B7"):
        table.square(name).click()
    table.press("Check")
    table.page.wait_for_selector("#message.bad")
    table.has_no_barriers()
    table.page.reload()
    assert table.page.evaluate("document.documentElement.dataset.palette") == palette


@pytest.mark.thorough
@pytest.mark.parametrize("colour", ["orange", "violet", "black"])
def test_mistakes_have_a_colour_of_ones_own_with_enough_contrast(open_page: OpenPage, colour: str) -> None:
    table = open_page(BARE)
    choose(table, "Mistakes in", colour)
    choose(table, "Broken rules", "once")
    for name in ("A1", "B2"):
        table.square(name).click()
    table.press("Check")
    table.page.wait_for_selector("#message.bad")
    colours = "getComputedStyle(document.querySelector('.cell.faulty')).backgroundColor"
    found = table.page.evaluate(colours)
    table.has_no_barriers()
    choose(table, "Mistakes in", "usual")
    table.page.emulate_media(color_scheme="light")
    assert table.page.evaluate(colours) != found
    choose(table, "Mistakes in", colour)
    table.page.reload()
    assert table.page.evaluate("document.documentElement.dataset.errors") == colour


PICKED = ("#ffff00", "#00ff00", "#00ffff", "#0000ff", "#ff00ff", "#ffffff", "#000000", "#808080", "#c08000")
RATIOS = """(colours) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const luminance = (colour) => {
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const linear = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
  const ratio = (...pair) => {
    const [dark, light] = pair.map(luminance).sort((one, other) => one - other)
    return (light + 0.05) / (dark + 0.05)
  }
  const shown = document.createElement('p')
  document.body.append(shown)
  return colours.flatMap((colour) => {
    document.documentElement.style.setProperty('--picked', colour)
    shown.style.color = 'var(--bad)'
    const bad = getComputedStyle(shown).color
    return ['--bad-ground', '--card', '--ground'].map((name) => {
      shown.style.color = `var(${name})`
      return ratio(bad, getComputedStyle(shown).color)
    })
  })
}"""
"""The contrast of mistakes with each ground that they stand on, for some colours picked (WCAG 2.2, 1.4.3)."""


@pytest.mark.thorough
def test_a_colour_picked_for_mistakes_is_kept_and_has_enough_contrast(open_page: OpenPage) -> None:
    table = open_page(BARE)
    bad = "getComputedStyle(document.documentElement).getPropertyValue('--bad')"
    before = table.page.evaluate(bad)
    table.press("Settings")
    field = table.page.get_by_label("Your colour")
    assert field.is_hidden()
    table.page.get_by_label("Mistakes in").select_option("own")
    table.page.wait_for_load_state("networkidle")
    field.fill("#00aa77")
    table.has_no_barriers()
    table.page.reload()
    table.page.wait_for_load_state("networkidle")
    assert table.page.evaluate(bad) != before
    assert table.stored_setting("colour") == "#00aa77"
    for scheme in ("light", "dark"):
        table.page.emulate_media(color_scheme=scheme)
        assert min(table.page.evaluate(RATIOS, PICKED)) >= 4.5
    table.page.evaluate("localStorage['bimaru:setting:colour'] = JSON.stringify('red; --ink: red')")
    table.page.reload()
    table.press("Settings")
    assert field.input_value() == "#b3261e"
    table.press("Usual settings")
    assert field.is_hidden()
    assert table.page.evaluate(bad) == before


def test_water_is_put_around_finished_ships_if_that_is_chosen(open_page: OpenPage) -> None:
    table = open_page("#r=_._._&c=_._._._&f=1x1.2x1")
    table.square("A2").click()
    for name in ("A1", "A3"):
        table.square(name).click(button="right")
    assert table.shows("B2") == "empty"
    choose(table, "Put water around finished ships", value=True)
    assert [table.shows(name) for name in ("B1", "B2", "B3")] == ["empty"] * 3
    table.square("B2").click(button="right")
    assert [table.shows(name) for name in ("B1", "B2", "B3")] == [
        "water, filled in",
        "water, entered",
        "water, filled in",
    ]
    table.square("A3").click(button="right")
    assert [table.shows(name) for name in ("B1", "B2", "B3")] == ["empty", "water, entered", "empty"]


@pytest.mark.thorough
def test_clicks_go_through_water_first_if_that_is_chosen(open_page: OpenPage) -> None:
    table = open_page(BARE)
    choose(table, "Order of clicks", "water")
    shown = []
    for _ in range(3):
        table.square("B2").click()
        shown.append(table.shows("B2"))
    assert shown == ["water, entered", "ship, entered", "empty"]
    table.square("B2").click(button="right")
    assert table.shows("B2") == "ship, entered"
    table.page.reload()
    table.square("B3").click()
    assert table.shows("B3") == "water, entered"


def test_broken_rules_are_shown_at_once_on_request_or_never(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A1").click()
    table.square("B2").click()
    assert [table.shows(name) for name in ("A1", "B2")] == ["ship, entered, breaks a rule"] * 2
    choose(table, "Broken rules", "request")
    table.page.keyboard.press("Escape")
    table.press("Undo")
    table.press("Redo")
    assert table.shows("A1") == "ship, entered"
    choose(table, "Broken rules", "once")
    assert [table.shows(name) for name in ("A1", "B2")] == ["ship, entered, breaks a rule"] * 2
    assert table.shows("B1") == "empty"
    choose(table, "Broken rules", "never")
    assert table.shows("A1") == "ship, entered"
    assert table.page.get_by_role("button", name="Check", exact=True).is_hidden()
    table.page.keyboard.press("v")
    assert table.message().is_hidden()
    choose(table, "Broken rules", "request")
    table.press("Check")
    table.message().wait_for()
    assert table.shows("A1") == "ship, entered, breaks a rule"


def test_tallies_that_cannot_be_met_are_marked_unless_that_is_switched_off(open_page: OpenPage) -> None:
    table = open_page(BARE)
    for name in ("A1", "A3", "A3"):
        table.square(name).click()
    decoration = "getComputedStyle(document.querySelector('.tally.exceeded')).textDecorationLine"
    assert table.page.evaluate(decoration) == "underline"
    choose(table, "Mark tallies that can no longer be met", value=False)
    assert table.page.evaluate(decoration) == "none"


def test_the_clock_is_hidden_and_so_is_the_time_of_the_result(open_page: OpenPage) -> None:
    table = open_page("#r=1&c=1._&f=1x1")
    choose(table, "Show the clock", value=False)
    assert table.page.locator(".time").is_hidden()
    assert table.page.get_by_role("button", name="Pause").is_visible()
    table.square("A1").click()
    table.page.wait_for_selector("#message.good")
    assert table.message().inner_text().startswith("Solved\n")


@pytest.mark.thorough
def test_marks_are_larger_or_smaller(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("B2").click()
    width = "parseFloat(getComputedStyle(document.querySelector('.board .cell.ship'), '::before').width)"
    found = []
    for size in ("small", "medium", "large"):
        choose(table, "Size of marks", size)
        found.append(table.page.evaluate(width))
    assert found == sorted(set(found))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, LOW])
def test_the_tools_lie_at_the_left_for_the_left_hand(open_page: OpenPage, size: Any) -> None:
    table = open_page(STEEP, viewport=size)
    left = "document.querySelector('.fleet-card').getBoundingClientRect().left"
    board = "document.querySelector('#frame').getBoundingClientRect().left"
    assert table.page.evaluate(f"{left} > {board}")
    choose(table, "Tools for the", "left")
    assert table.page.evaluate(f"{left} < {board}")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_mark_vibrates_only_if_that_is_switched_on(open_page: OpenPage) -> None:
    table = open_page(BARE, viewport=PHONE, has_touch=True, is_mobile=True)
    table.page.evaluate(
        "() => { window.pulses = []; Navigator.prototype.vibrate = (time) => window.pulses.push(time) }"
    )
    table.square("B1").tap()
    choose(table, "Vibrate when a finger marks", value=True)
    table.square("B2").tap()
    assert len(table.page.evaluate("window.pulses")) == 1


@pytest.mark.thorough
def test_the_theme_of_the_panel_is_that_of_the_button(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    choose(table, "Theme", "dark")
    table.page.get_by_role("button", name="Theme: dark").wait_for()
    table.press("Theme: dark")
    table.press("Settings")
    assert table.page.locator("#settings").get_by_label("Theme").input_value() == "system"


@pytest.mark.thorough
def test_the_usual_settings_come_back_and_unknown_ones_are_ignored(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.page.evaluate("localStorage.setItem('bimaru:setting:clicks', '\"sideways\"')")
    table.page.reload()
    table.square("B1").click()
    assert table.shows("B1") == "ship, entered"
    choose(table, "Order of clicks", "water")
    table.press("Settings")
    table.press("Usual settings")
    assert table.page.get_by_label("Order of clicks").input_value() == "ship"
