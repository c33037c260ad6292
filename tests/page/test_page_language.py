"""The page in other languages: what it shows, whether it plays through, and how the language is chosen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import pytest

import bimaru
from bimaru.deduction.languages import LANGUAGES
from bimaru.formats import REGISTRY
from bimaru.web import handlers
from bimaru.web.messages import Request
from browsing import START, OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SUPPOSED: Final = "#r=_.0._&c=_._.2&f=2x1.1x2&h=A1W"
"""A puzzle that takes a supposition."""
GERMAN: Final = {"locale": "de-AT"}
STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
SMALL: Final = "#r=2.0.1&c=1.1.1&f=2x1.1x1&h=C1W"
ENGLISH_WORDS: Final = re.compile(
    r"\b(the|is|are|and|or|of|rows?|columns?|ships?|water|squares?|board|empty|given|the|puzzles?|check|hint|"
    r"undo|redo|play|learn|settings|help|close|fleet|download|copy|grade|step|why|easy|intermediate)\b",
    re.IGNORECASE,
)
TEXTS: Final = """(selector) => [...document.querySelectorAll(`:is(${selector}), :is(${selector}) *`)]
  .filter((one) => !one.closest("script, noscript, textarea, .downloads option"))
  .flatMap((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ...["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""),
  ])
  .map((text) => text.trim()).filter((text) => text && !/^https?:/.test(text))"""
"""Everything that is read or read aloud within elements, except names of formats and addresses."""


def has_no_english(table: Table, selector: str = "body") -> None:
    texts: list[str] = table.page.evaluate(TEXTS, selector)
    assert len(texts) > 10
    assert [text for text in texts if ENGLISH_WORDS.search(text)] == []


def language_of(table: Table) -> Any:
    return table.page.evaluate("document.documentElement.lang")


def test_a_browser_in_german_gets_the_page_in_german(open_page: OpenPage) -> None:
    table = open_page(STEEP, **GERMAN)
    assert language_of(table) == "de"
    table.page.locator(".grade", has_text="teuflisch").wait_for()
    has_no_english(table)
    table.has_no_barriers()
    table.press("Hilfe")
    table.page.locator("#help", has_text="Finden Sie die Flotte").wait_for()
    has_no_english(table)
    table.page.keyboard.press("Escape")
    table.press("Einstellungen")
    table.page.locator("#settings legend").first.wait_for()
    has_no_english(table)


@pytest.mark.thorough
def test_a_puzzle_is_played_through_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    table.square("A1").click()
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message.good", has_text="Bisher keine Fehler").wait_for()
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message", has_text="Sehen Sie sich").wait_for()
    has_no_english(table)
    while table.page.get_by_role("button", name="Eintragen").count() == 0:
        table.page.locator("#message .primary").click()
    has_no_english(table)
    table.page.keyboard.press("Escape")
    for name in ("A2", "C3"):
        table.square(name).click()
    table.page.locator("#message", has_text="Gelöst").wait_for()
    has_no_english(table)
    table.has_no_barriers()


@pytest.mark.thorough
def test_a_mistake_is_explained_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    table.square("A3").click()
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message.bad").wait_for()
    assert "Es gibt einen Fehler" in table.message().inner_text()
    has_no_english(table)


@pytest.mark.thorough
def test_numbers_of_squares_in_broken_rules_agree_with_their_nouns(open_page: OpenPage) -> None:
    for options, one, two in (
        ({}, "row A has 1 ship square, its tally is 2", "row A has 2 ship squares, its tally is 1"),
        (GERMAN, "Zeile A: 1 Schiffsfeld, die Zahl ist 2", "Zeile A: 2 Schiffsfelder, die Zahl ist 1"),
    ):
        table = open_page(SMALL, **options)
        texts = table.page.evaluate(
            """async () => {
              const { faults } = await import("./board/referee.js")
              const { puzzleOf } = await import("./board/puzzle.js")
              const fault = (tally, cells) =>
                faults(puzzleOf({ rows: [tally], cols: [null, null], fleet: {}, givens: [] }), cells)[0].text
              return [fault(2, ["#", "."]), fault(1, ["#", "#"])]
            }"""
        )
        assert texts == [one, two]


@pytest.mark.thorough
def test_explanations_and_arguments_are_in_german(open_page: OpenPage) -> None:
    table = open_page(SUPPOSED, **GERMAN)
    table.press("Lernen")
    table.verdict("Eine Lösung")
    steps = table.page.locator(".steps .step").count()
    for at in range(steps):
        table.page.locator(".steps .step").nth(at).click()
        if table.page.locator(".steps .argument").count() > 0:
            has_no_english(table)
    assert "Fallunterscheidung" in table.page.locator(".steps").inner_text()
    assert re.search(r"Eine Lösung, in \d+ Schritten\. Punktzahl: \d,\d\.", verdict(table))
    assert table.page.locator(".grade").inner_text() == "sehr schwer"
    table.page.locator("#why-square").fill("A1")
    table.page.locator(".why-form button").click()
    table.page.locator(".answer", has_text="A1 ist").or_(
        table.page.locator(".answer", has_text="ist A1")
    ).wait_for()
    has_no_english(table)
    table.has_no_barriers()


@pytest.mark.thorough
def test_the_dialog_of_puzzles_is_in_german(open_page: OpenPage) -> None:
    table = open_page(STEEP, locale="de-DE")
    table.press("Rätsel")
    dialog = table.page.locator("#puzzles")
    dialog.locator(".more .options").wait_for(state="attached")
    dialog.locator(".more summary").click()
    dialog.get_by_label("Startwert, für dasselbe Rätsel noch einmal").fill("-1")
    dialog.get_by_role("button", name="Erzeugen").click()
    dialog.locator(
        ".fault", has_text="Erwartet wird eine ganze Zahl von 0 bis 281.474.976.710.655"
    ).wait_for()
    assert "(1 geändert)" in dialog.locator(".more summary").inner_text()
    has_no_english(table, "#puzzles")
    table.has_no_barriers()
    dialog.get_by_label("Startwert, für dasselbe Rätsel noch einmal").fill("3")
    dialog.get_by_label("Größe").select_option("6x6")
    dialog.get_by_role("button", name="Erzeugen").click()
    table.page.locator("#puzzles").wait_for(state="hidden")
    assert re.fullmatch(r"\w+", table.page.locator("h2.name").inner_text())  # a name in one word


SOUND: Final = {"size": "6x6", "fleet": "2:1,1:2", "seed": 1, "tries": 20}
RECIPES: Final[tuple[dict[str, Any], ...]] = (
    {"fleet": "9:1"},
    {"fleet": "1:30"},
    {"fleet": "0:1"},
    {"fleet": "1:99999"},
    {"size": "64x64"},
    {"size": "0x5"},
    {"fleet": "6:1,5:1,4:1,3:1"},
    {"fleet": {}, "shapes": "F5 F5 F5 F5 F5"},
    {"fleet": {}, "words": "CAT DOG EEL FISH OTTER GOOSE"},
    {"words": "CAT", "technique": "overlap"},
    {"words": "LONGWORD"},
    {"words": "CAT CAT", "givens": ["water"]},
    {"words": "A?"},
    {"shapes": "L4", "technique": "overlap"},
    {"shapes": "Q7"},
    {"shapes": "#./.#"},
    {"shapes": "#######"},
    {"edges": ["left"]},
    {"givens": [], "givens_number": [1, 3]},
    {"givens_number": [4, 2]},
    {"symmetry": "diagonal", "size": "5x6"},
    {"missing_tallies": 13},
    {"spare": 37},
    {"seed": -1},
    {"grade": "hard", "size": "3x3", "fleet": "1:1"},
    {"givens": [], "missing_tallies": 12},
    {"givens_number": [30, 36], "givens": ["ships"]},
    {"grade": "extreme", "tries": 5},
    {"givens_number": [0, 0], "missing_tallies": 9},
    {"technique": "around a given part", "givens": ["water"]},
)
"""Options that the page can send, and that no puzzle has."""
UNREADABLE: Final = (
    "",
    "hello",
    "{}",
    "[1, 2]",
    '{"rows": [1], "cols": []}',
    '{"rows": [1',
    '{"rows": [1], "cols": [1]} x',
    '"a',
    "battleship/10/10/05022",
    "pzprv3\nbattleship\n3\n",
    "fleet: 1:1\n\n   1 2\n1  . Q\n",
    '{"rows": "x", "cols": [1]}',
    '{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": [[4, 4, "Z"]]}',
    '{"rows": [-1], "cols": [1]}',
    "https://bimaru.example/#r=1&c=1&h=E",
    "https://bimaru.example/#r=1&c=1&f=99999x1",
    "https://bimaru.example/#r=1&c=1&f=1xq",
)
"""Texts that no format can read; `malformed_texts` has those of every format, damaged."""
ODD: Final[tuple[dict[str, Any], ...]] = (
    {"rows": [1, None], "cols": [1, 0], "fleet": {"1": 1}},
    {
        "rows": [3, 2],
        "cols": [2, 2, 1],
        "words": ["AB"],
        "shapes": [["##", "#."]],
        "givens": [[0, 0, "=A"]],
        "edges": {"left": ["A", None]},
    },
    {"rows": [12] * 11, "cols": [11] * 12, "fleet": {"12": 11}, "givens": [[0, 0, "X"]]},
    {"rows": [1] + [0] * 64, "cols": [1] + [0] * 64, "fleet": {"1": 1}},
    {"rows": [63] * 64, "cols": [64] * 63, "fleet": {}},
)
"""Puzzles that some format or some operation refuses."""


def malformed_texts() -> Iterator[str]:
    puzzle = bimaru.generate((6, 6), {2: 1, 1: 2}, seed=1)
    for name in REGISTRY:
        with suppress(bimaru.CannotWriteError):
            text = bimaru.write(puzzle, name)
            yield from (
                text[: len(text) // 2],
                text[:5],
                text.replace("1", "q", 3),
                text.replace("2", "99999", 2),
            )


def refusals() -> Iterator[str]:
    """The sentences of the answers to requests that the page can send and the library refuses."""
    requests: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("generate", SOUND | recipe, {}) for recipe in RECIPES
    ]
    requests += [("convert", {"text": text, "to": "json"}, {}) for text in (*UNREADABLE, *malformed_texts())]
    requests += [
        ("convert", {"text": json.dumps(puzzle), "to": name}, {}) for puzzle in ODD for name in REGISTRY
    ]
    drawing = {"to": "png", "theme": "light", "size": 400, "names": True, "fleet": True}
    solving = {"engine": "auto", "limit": 2}
    for name, options in (("solve", solving), ("explain", {}), ("minimise", {}), ("draw", drawing)):
        requests += [(name, puzzle, options) for puzzle in ODD]
    for name, body, options in requests:
        answer = handlers.answer(Request(name, json.dumps(body).encode(), options, 20.0, 64))
        if answer.status != 200:
            data = json.loads(answer.content)
            yield from (data["error"], *data["faults"])


TRANSLATED: Final = """async (sentences) => {
  const { translated } = await import(new URL('service/refusals.js', location.href))
  return sentences.map(translated)
}"""
"""Refusals in the language of the page."""


@pytest.mark.thorough
def test_what_the_server_refuses_is_said_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    sentences = sorted({*refusals()})
    assert len(sentences) > 80
    translated = table.page.evaluate(
        TRANSLATED,
        sentences,
    )
    keys = re.compile(r"`\w+`|\b(fleet|rows|rowsum|ship|squares|grade)\b(?=[:;[])|puzzle = ")
    pairs = zip(sentences, translated, strict=True)
    assert [pair for pair in pairs if pair[0] == pair[1] or ENGLISH_WORDS.search(keys.sub("", pair[1]))] == []


def test_refusals_agree_with_their_numbers(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    reason = "turned out harder than easy with every possible given"
    translated = table.page.evaluate(
        TRANSLATED,
        [f"no suitable puzzle in 1 try: 1 {reason}", f"no suitable puzzle in 20 tries: 20 {reason}"],
    )
    assert translated == [
        f"kein geeignetes Rätsel in {tries} mit allen möglichen Vorgaben schwerer als leicht"
        for tries in ("einem Versuch: 1 war", "20 Versuchen: 20 waren")
    ]


@pytest.mark.thorough
def test_faults_beside_the_options_and_of_a_text_are_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    table.expected = ("422",)
    table.press("Rätsel")
    dialog = table.page.locator("#puzzles")
    dialog.locator(".more summary").click()
    dialog.get_by_label("Flotte").fill("11:1")
    dialog.get_by_role("button", name="Erzeugen").click()
    dialog.locator(
        ".fault", has_text="Ein Schiff der Länge 11 passt nicht in ein Gitter von 10x10."
    ).wait_for()
    dialog.locator("#paste-text").fill("hallo")
    dialog.get_by_role("button", name="Öffnen", exact=True).click()
    dialog.locator(
        ".error", has_text="Ungültiges Rätsel: der Text hat kein Format, das bimaru liest."
    ).wait_for()


@pytest.mark.thorough
def test_the_dialog_of_booklets_is_in_german(open_page: OpenPage) -> None:
    table = open_page(STEEP, locale="de-DE")
    table.page.locator(".downloads summary").click()
    table.page.locator(".downloads .actions button").last.click()
    dialog = table.page.locator("#booklet")
    dialog.wait_for()
    dialog.get_by_label("Neue Rätsel dazu").fill("31")
    dialog.get_by_role("button", name="PDF").click()
    dialog.locator(".error", has_text="Nötig ist eine ganze Zahl von 0 bis 30").wait_for()
    has_no_english(table, "#booklet")
    table.has_no_barriers()


@pytest.mark.thorough
def test_puzzles_are_set_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, locale="de-DE")
    table.press("Entwerfen")
    table.page.locator(".verdict", has_text=re.compile(r"Eine Lösung\. Punktzahl: \d,\d\.")).wait_for()
    has_no_english(table, "#bar, #panel")
    table.has_no_barriers()
    table.page.get_by_label("Zahlen der Zeilen").fill("9 - x")
    table.page.get_by_label("Zahlen der Zeilen").blur()
    table.page.locator(".error", has_text="„x“ ist keine Zahl: Schreiben Sie eine Zahl").wait_for()
    table.page.get_by_label("Zahlen der Zeilen").fill("- - -")
    table.page.get_by_label("Zahlen der Zeilen").blur()
    table.page.locator(".problem", has_text="Lösungen unterscheiden sich in").wait_for()
    has_no_english(table, "#bar, #panel")
    table.has_no_barriers()
    table.page.get_by_label("Zahlen der Zeilen").fill("0 0 1")
    table.page.get_by_label("Zahlen der Zeilen").blur()
    table.verdict("Keine Lösung.")
    table.page.locator(".problem .repairs").wait_for()
    has_no_english(table, "#bar, #panel")
    table.has_no_barriers()
    table.page.get_by_role("group", name="Tippen ändert").get_by_role("button", name="Buchstaben").click()
    table.page.locator("form.word", has_text="Wählen Sie ein gerades Schiff").wait_for()
    has_no_english(table, "#bar, #panel")
    table.has_no_barriers()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "notes"), [("fr", "navire de 1\u00a0: 1 trouvé sur 3"), ("es", "barco de 1: 1 de 3 encontrado")]
)
def test_one_ship_that_is_found_is_counted_in_the_singular(
    open_page: OpenPage, code: str, notes: str
) -> None:
    table = open_page("#r=1.0.1.1&c=1.0.1.1&f=1x3&h=A1S", locale=code)
    assert notes in table.page.locator(".fleet li").all_text_contents()


@pytest.mark.thorough
def test_the_page_for_embedding_is_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, locale="de-DE")
    table.page.goto(table.page.url.replace("#", "embedding.html#", 1))
    table.page.locator("#controls", has_text="Rückgängig und Wiederholen").wait_for()
    assert language_of(table) == "de"
    has_no_english(table, "body")
    table.has_no_barriers()
    frame = table.page.frame_locator("#preview")
    frame.get_by_role("link", name="Seite öffnen").wait_for()
    assert "ship" not in frame.locator("body").inner_text()


@pytest.mark.thorough
def test_the_logbook_is_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    for name in ("A1", "A2", "C3"):
        table.square(name).click()
    table.page.locator("#message.good", has_text="Gelöst").wait_for()
    for tab, shown in (
        ("Kalender", "um eine Serie zu beginnen"),
        ("Spiele", "1 Spiel"),
        ("Statistik", "Ohne Tipps"),
        ("Kopien", "Kopie speichern"),
    ):
        table.press("Logbuch")
        table.page.locator("#logbook").get_by_role("button", name=tab, exact=True).click()
        table.page.locator(".logbook-view", has_text=shown).wait_for()
        has_no_english(table)
        table.has_no_barriers()
        table.page.keyboard.press("Escape")
    table.press("Wiedergabe")
    table.page.get_by_role("button", name="Nächster Zug").click()
    table.page.locator(".replay-caption", has_text="Zug 1 von 4, 0:00: B1 Wasser").wait_for()
    has_no_english(table)


@pytest.mark.thorough
def test_the_page_fits_a_narrow_window_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN, viewport={"width": 320, "height": 640})
    table.page.locator(".grade", has_text="leicht").or_(
        table.page.locator(".grade", has_text="mittel")
    ).wait_for()
    overflow = "document.documentElement.scrollWidth - innerWidth"
    for mode in ("Spielen", "Lernen", "Entwerfen"):
        table.press(mode)
        table.page.locator(".panels .card:visible").first.wait_for()
        assert table.page.evaluate(overflow) <= 0


@pytest.mark.thorough
def test_a_lesson_is_in_german(open_page: OpenPage) -> None:
    table = open_page(SMALL, **GERMAN)
    table.press("Hilfe")
    table.page.locator("#help").get_by_role("button", name="Lektionen").click()
    table.page.locator(".headline", has_text="Lektion 1 von 10").wait_for()
    table.press("Tipp")
    has_no_english(table)
    table.press("Wasser")
    for name in ("E3", "E4"):
        table.square(name).click()
    table.page.locator(".task", has_text="Gut gemacht. Zeile E hat ihre 2 Schiffsfelder schon").wait_for()
    has_no_english(table)
    table.has_no_barriers()


def verdict(table: Table) -> str:
    return table.page.locator(".verdict").inner_text()


def test_only_the_table_in_use_is_loaded(open_page: OpenPage) -> None:
    loaded = "performance.getEntriesByType('resource').map(({ name }) => name)"
    names = f"{loaded}.filter(name => /languages/.test(name)).sort()"
    assert open_page(STEEP).page.evaluate(names) == []
    table, words = open_page(STEEP, **GERMAN).page.evaluate(names)
    assert table.endswith("languages/de.js")
    assert words.endswith("languages/de.json")


def test_the_setting_wins_over_the_browser_and_keeps_the_game(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    assert language_of(table) == "en"
    table.square("A1").click()
    table.press("Settings")
    table.page.locator("#setting-language").select_option("de")
    table.page.wait_for_selector("html[lang=de]")
    table.page.wait_for_selector(".board .cell")
    table.page.locator(".cell.ship:not(.given)").first.wait_for()
    table.press("Einstellungen")
    table.page.locator("#setting-language").select_option("")
    table.page.wait_for_selector("html[lang=en]")


OTHERS: Final = {"fr": ("fr-CA", "Plateau", "Regardez"), "es": ("es-MX", "Tablero", "Fíjese en")}
"""Of other languages a browser's tag, the word for a board, and how a hint begins."""


@pytest.mark.thorough
@pytest.mark.parametrize("code", OTHERS)
def test_the_start_play_set_and_the_settings_are_in_french_and_spanish(
    open_page: OpenPage, code: str
) -> None:
    tag, board, _ = OTHERS[code]
    table = open_page(START, wait_for=".chart .small-board", locale=tag)
    assert language_of(table) == code
    has_no_english(table)
    table = open_page(SMALL, locale=tag)
    assert str(table.page.locator(".board").get_attribute("aria-label")).startswith(board)
    has_no_english(table)
    table.page.locator("#modes button").nth(2).click()
    table.page.locator(".verdict[data-status=multiple], .verdict[data-status=unique]").wait_for()
    has_no_english(table, ".panels > .card:not(.downloads)")
    table.page.keyboard.press(",")
    table.page.locator("#settings[open] h2").wait_for()
    has_no_english(table, "#settings")


@pytest.mark.parametrize("code", OTHERS)
def test_hints_come_in_french_and_spanish(open_page: OpenPage, code: str) -> None:
    tag, _, looked = OTHERS[code]
    table = open_page(SMALL, locale=tag)
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message:not(.bad) p", has_text=looked).wait_for()
    table.page.locator("#message .primary").click()
    table.page.locator("#message p").wait_for()
    has_no_english(table)


@pytest.mark.thorough
@pytest.mark.parametrize("code", OTHERS)
def test_the_page_fits_a_phone_in_french_and_spanish(open_page: OpenPage, code: str) -> None:
    table = open_page(SMALL, locale=code, viewport={"width": 360, "height": 740})
    table.page.locator(".grade:not(:empty)").wait_for()
    overflow = "document.documentElement.scrollWidth - innerWidth"
    tops = "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().top))).size"
    for mode in range(3):
        table.page.locator("#modes button").nth(mode).click()
        table.page.locator(".panels .card:visible").first.wait_for()
        assert table.page.evaluate(overflow) <= 0
        if mode == 0:
            assert table.page.locator("#bar [data-command]:visible").evaluate_all(tops) == 1


def test_a_browser_in_an_unknown_language_gets_english(open_page: OpenPage) -> None:
    assert language_of(open_page(STEEP, locale="sv-SE")) == "en"


OF_LIBRARY: Final = {
    "Then {clause}.",
    "a submarine",
    "the letter {letter}",
    *("submarine", "destroyer", "cruiser", "battleship", "ship {word}"),
    *("{letter} tromino", "{letter} tetromino", "{letter} pentomino"),
    "rest of the line",
}
"""What the page takes from the library besides names; `language.test.js` has these, too."""


def test_the_page_has_names_and_words_of_the_library_in_every_other_language(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    for code in [*LANGUAGES][1:]:
        words = table.page.evaluate(
            f"async () => (await fetch(new URL('languages/{code}.json', location.href))).json()"
        )
        names = {**LANGUAGES[code].grades, **LANGUAGES[code].techniques}
        assert names.items() <= words.items()
        assert words.keys() - names.keys() == OF_LIBRARY
        own = table.page.evaluate(
            f"async () => Object.keys((await import(new URL('languages/{code}.js', location.href))).default)"
        )
        assert not words.keys() & set(own)
