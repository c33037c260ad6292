"""The board in windows of every size: layout on phones, zoom, and fingers that move a large board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from browsing import OpenPage, Table
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
TWELVE = "#r=" + ".".join(["_"] * 12) + "&c=" + ".".join(["_"] * 12) + "&f=5x1.4x2.3x3.2x4.1x5"
FIFTEEN = "#r=" + ".".join(["_"] * 15) + "&c=" + ".".join(["_"] * 15) + "&f=5x1.4x2.3x3.2x4.1x5"
FORTY = "#r=" + ".".join(["9"] + ["_"] * 39) + "&c=" + ".".join(["9"] + ["_"] * 39) + "&f=6x9"
UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"width": 320, "height": 640}

SIDE = "document.querySelector('.board .cell').offsetWidth"
SCROLL = "[document.querySelector('#frame').scrollLeft, document.querySelector('#frame').scrollTop]"
MARKED = "document.querySelectorAll('.board .cell.ship, .board .cell.water').length"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"

Point = tuple[float, float]


class Fingers:
    """Fingers on the screen, moved together."""

    def __init__(self, table: Table) -> None:
        self._session = table.page.context.new_cdp_session(table.page)

    def _send(self, kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(self, *paths: tuple[Point, Point], steps: int = 5) -> None:
        """Put fingers down one after the other, move each along its path, and lift them."""
        for count in range(1, len(paths) + 1):
            self._send("touchStart", [start for start, _ in paths[:count]])
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", [(x + part * (u - x), y + part * (v - y)) for (x, y), (u, v) in paths])
        self._send("touchEnd", [])


def middle(table: Table, name: str) -> Point:
    box = table.square(name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def inside(selector: str) -> str:
    """JavaScript: whether all of an element is within the window."""
    return (
        "(box => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)"
        f"(document.querySelector({selector!r}).getBoundingClientRect())"
    )


def in_view(table: Table, selector: str) -> bool:
    return bool(table.page.evaluate(inside(selector)))


@pytest.mark.thorough
def test_a_12x12_board_fits_an_upright_phone_and_is_painted_by_dragging(open_page: OpenPage) -> None:
    table = open_page(TWELVE, **UPRIGHT)
    assert table.page.evaluate(SIDE) >= 24
    assert table.page.locator("#zoom").is_hidden()
    Fingers(table).move((middle(table, "B2"), middle(table, "B11")))
    assert table.page.locator(".board .cell.ship").count() == 10


@pytest.mark.thorough
def test_the_tallies_and_the_tools_stay_in_view_beside_a_40x40_board(open_page: OpenPage) -> None:
    table = open_page(FORTY, **UPRIGHT)
    for name in ("T20", "AN40", "A1"):
        table.square(name).focus()
        assert in_view(table, ".tallies .tally:not(.corner)") or name != "A1"
        for selector in (".tallies .tally.corner", ".names .name.corner", "#bar"):
            assert in_view(table, selector), (name, selector)


def test_a_board_that_a_phone_would_just_cut_is_shown_whole_until_it_is_zoomed(open_page: OpenPage) -> None:
    table = open_page(FIFTEEN, **UPRIGHT)
    for name in ("A1", "O15"):
        assert in_view(table, f'.cell[aria-label^="{name},"]')
    assert in_view(table, '.tally[aria-label^="column 15"]')
    table.press("Whole board")
    assert table.page.evaluate(SIDE) >= 24
    table.press("Whole board")
    assert in_view(table, '.cell[aria-label^="O15,"]')


def test_one_finger_paints_a_40x40_board_on_a_phone(open_page: OpenPage) -> None:
    table = open_page(FORTY, **UPRIGHT)
    Fingers(table).move((middle(table, "C3"), middle(table, "C9")))
    assert table.page.locator(".board .cell.ship").count() == 7
    assert table.page.evaluate(SCROLL) == [0, 0]
    table.square("F5").tap()
    assert table.shows("F5") == "ship, entered"


@pytest.mark.thorough
def test_two_fingers_move_the_board_and_never_mark(open_page: OpenPage) -> None:
    table = open_page(FORTY, **UPRIGHT)
    before = table.page.evaluate(MARKED)
    a, b = middle(table, "J8"), middle(table, "J12")
    Fingers(table).move((a, (a[0] - 80, a[1] - 120)), (b, (b[0] - 80, b[1] - 120)))
    assert table.page.evaluate(MARKED) == before
    left, top = table.page.evaluate(SCROLL)
    assert (left, top) == (pytest.approx(80, abs=8), pytest.approx(120, abs=8))
    assert table.page.get_by_role("button", name="Undo").is_disabled()


@pytest.mark.thorough
def test_two_fingers_zoom_about_the_square_between_them(open_page: OpenPage) -> None:
    table = open_page(FORTY, **UPRIGHT)
    side = table.page.evaluate(SIDE)
    x, y = middle(table, "J8")
    Fingers(table).move(((x - 30, y), (x - 60, y)), ((x + 30, y), (x + 60, y)), steps=10)
    assert table.page.evaluate(SIDE) > 1.5 * side
    there = middle(table, "J8")
    assert max(abs(there[0] - x), abs(there[1] - y)) <= 30
    assert table.page.evaluate(MARKED) == 0


@pytest.mark.thorough
def test_one_finger_moves_the_board_while_that_is_switched_on(open_page: OpenPage) -> None:
    table = open_page(FORTY, **UPRIGHT)
    table.press("Move the board")
    a = middle(table, "J8")
    Fingers(table).move((a, (a[0] - 60, a[1] - 90)))
    table.square("M10").tap()
    assert table.page.evaluate(MARKED) == 0
    assert table.page.evaluate(SCROLL) == [pytest.approx(60, abs=8), pytest.approx(90, abs=8)]
    table.press("Move the board")
    table.square("M10").tap()
    assert table.page.evaluate(MARKED) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_that_moves_the_board_looks_pressed_while_it_is(open_page: OpenPage, scheme: str) -> None:
    table = open_page(FORTY, **UPRIGHT, color_scheme=scheme)
    look = "one => [getComputedStyle(one).boxShadow, getComputedStyle(one).backgroundColor].join()"
    button = table.page.get_by_role("button", name="Move the board")
    looks = [button.evaluate(look)]
    for _ in range(2):
        table.press("Move the board")
        table.page.mouse.move(0, 0)  # so that the pointer does not change its look
        looks.append(button.evaluate(look))
    assert looks[0] == looks[2] != looks[1]


@pytest.mark.thorough
@pytest.mark.parametrize("options", [UPRIGHT, {}], ids=["phone", "desktop"])
def test_the_whole_board_is_shown_and_left_again(open_page: OpenPage, options: dict[str, Any]) -> None:
    table = open_page(FORTY, **options)
    side = table.page.evaluate(SIDE)
    whole = table.page.get_by_role("button", name="Whole board")
    whole.click()
    assert in_view(table, ".board")
    assert whole.get_attribute("aria-pressed") == "true"
    assert table.page.get_by_role("button", name="Smaller squares").is_disabled()
    whole.click()
    assert table.page.evaluate(SIDE) == side


@pytest.mark.thorough
def test_keys_zoom_in_every_mode(open_page: OpenPage) -> None:
    table = open_page(FORTY)
    for mode in ("Play", "Set"):
        table.press(mode)
        before = table.page.evaluate(SIDE)
        table.page.keyboard.press("+")
        assert table.page.evaluate(SIDE) > before
        table.page.keyboard.press("-")
        assert table.page.evaluate(SIDE) == before
        table.page.keyboard.press("z")
        assert in_view(table, ".board")
        table.page.keyboard.press("z")


@pytest.mark.thorough
def test_a_zoomed_board_shows_the_squares_that_a_hint_and_a_mistake_are_about(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    for _ in range(5):
        table.page.keyboard.press("+")
    corner = "document.querySelector('#frame').scrollTo(1e4, 1e4)"
    in_frame = """one => {
      const [cell, frame] = [one, document.querySelector("#frame")].map(it => it.getBoundingClientRect());
      return cell.top >= frame.top && cell.bottom <= frame.bottom &&
        cell.left >= frame.left && cell.right <= frame.right;
    }"""
    first = table.page.locator(".board .cell:is(.lit, .settled, .faulty)").first
    table.page.evaluate(corner)
    table.press("Hint")
    table.press("Which technique?")
    table.page.evaluate(corner)
    table.press("Show the step")
    table.page.locator(".cell.settled").first.wait_for()
    assert table.page.locator(".cell.settled").first.evaluate(in_frame)
    table.press("Apply")
    table.square("A2").click()
    table.page.evaluate(corner)
    table.square("J10").click(button="right")
    table.page.evaluate(corner)
    table.press("Check")
    table.page.locator("#message.bad").wait_for()
    assert first.evaluate(in_frame)


def test_a_zoomed_board_shows_the_square_that_the_keys_reach(open_page: OpenPage) -> None:
    table = open_page(FORTY)
    table.square("A1").focus()
    table.page.keyboard.press("Control+End")
    corner, tally = middle(table, "AN40"), table.page.locator(".tallies .corner.tally").bounding_box()
    assert tally
    assert corner[0] < tally["x"]
    assert corner[1] < tally["y"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fragment", "size"),
    [
        (FORTY, (844, 390)),
        (STEEP, (667, 375)),
        (STEEP, (844, 390)),
        (FORTY, (667, 375)),
    ],
    ids=["large, wide", "small, narrow", "small, wide", "large, narrow"],
)
def test_a_phone_in_landscape_shows_board_tools_and_message_at_once(
    open_page: OpenPage, fragment: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    table = open_page(fragment, viewport=viewport, has_touch=True, is_mobile=True)
    table.square("B4").tap()
    table.square("C5").tap()
    table.press("Check")
    table.page.wait_for_selector("#message.bad")
    if fragment == STEEP:  # its argument arrives after the message, and makes it taller
        table.page.locator("#message", has_text="Why?").wait_for()
    table.page.wait_for_function(f"() => {inside('#message')}")
    for selector in ("#frame", "#bar", "#message"):
        assert in_view(table, selector), selector
    assert table.page.evaluate(OVERFLOW) <= 0
    table.has_no_barriers()


@pytest.mark.parametrize("mobile", [True, thorough(False)])
def test_a_page_320_pixels_wide_is_not_wider(open_page: OpenPage, *, mobile: bool) -> None:
    table = open_page(STEEP, viewport=NARROW, has_touch=mobile, is_mobile=mobile)
    for name in ("Puzzles", "Help"):
        table.press(name)
        assert table.page.evaluate(OVERFLOW) <= 0
        wide = "document.querySelector('dialog[open]').scrollWidth"
        assert table.page.evaluate(f"{wide} <= document.querySelector('dialog[open]').clientWidth")
        table.page.keyboard.press("Escape")
    for mode in ("Learn", "Set", "Play"):
        table.press(mode)
        table.page.locator("#panel .card:visible").first.wait_for()
        assert table.page.evaluate(OVERFLOW) <= 0, mode


def test_on_a_phone_with_letters_of_twice_their_size_nothing_is_cut_or_covered(open_page: OpenPage) -> None:
    half = {"width": 195, "height": 422}
    table = open_page(STEEP + "&n=A+name+of+some+length", viewport=half, has_touch=True, is_mobile=True)
    for mode in ("Learn", "Set", "Play"):
        table.press(mode)
        table.page.locator("#panel .card:visible").first.wait_for()
        assert table.page.evaluate(OVERFLOW) <= 0, mode
    table.page.locator(".grade", has_text="fiendish").wait_for()
    what, clock = (table.page.locator(f".headline {part}").bounding_box() for part in (".grade", ".clock"))
    assert what
    assert clock
    assert what["x"] + what["width"] <= clock["x"] or what["y"] + what["height"] <= clock["y"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [30, 100])
def test_strokes_of_a_finger_that_wavers_mark_only_their_own_line(open_page: OpenPage, number: int) -> None:
    side, noise = 30, 7
    lines = ".".join(["_"] * side)
    table = open_page(f"#r={lines}&c={lines}&f=9x9", **UPRIGHT)
    draw = random.Random(5)
    wrong = 0
    for _ in range(number):
        row, col, length = draw.randrange(12), draw.randrange(5), draw.randint(3, 8)
        points = table.page.evaluate(
            """([start, length]) => [...document.querySelectorAll('.board .cell')]
              .slice(start, start + length).map(cell => cell.getBoundingClientRect())
              .map(box => [box.x + box.width / 2, box.y + box.height / 2])""",
            [row * side + col, length],
        )
        path = [(x + draw.uniform(-noise, noise), y + draw.uniform(-noise, noise)) for x, y in points]
        table.page.evaluate(
            """path => {
              const send = (type, target, [x, y]) => target.dispatchEvent(new PointerEvent(type,
                { bubbles: true, clientX: x, clientY: y, pointerId: 1, pointerType: 'touch', button: 0 }))
              send('pointerdown', document.elementFromPoint(...path[0]), path[0])
              for (const point of path.slice(1)) send('pointermove', document, point)
              send('pointerup', document, path.at(-1))
            }""",
            path,
        )
        marked = table.page.locator(".board .cell").evaluate_all(
            "all => all.flatMap((cell, at) => cell.classList.contains('ship') ? [at] : [])"
        )
        wrong += marked != [row * side + col + i for i in range(length)]
        table.page.keyboard.press("u")
    assert wrong * 100 < number
