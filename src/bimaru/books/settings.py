"""The settings of a book, from a book file in TOML and from options of the command. `KEYS` lists them all.

```toml
title = "Calm seas"
trim = "6x9in"
per_page = 2
answers = "chapter"

[[chapter]]
title = "Easy"
recipe = { size = "8x8", fleet = "3:1,2:2,1:3", grade = "easy", count = 20, seed = 1 }

[[chapter]]
title = "From the newspaper"
files = ["june.jsonl"]
order = "grade"

[labels]
answers = "Solutions"
```
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, time
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from bimaru.books.isbn import is_isbn
from bimaru.books.labels import LANGUAGES, OLDER_NAMES, labels_of
from bimaru.books.trims import MM, TRIMS, Frame, gutter, trim_size
from bimaru.did_you_mean import unknown_key
from bimaru.errors import InvalidInputError
from bimaru.generation.recipe import Recipe
from bimaru.validation import brief

MOST_ON_A_PAGE: Final = 6
MOST_IN_A_CHAPTER: Final = 100_000
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and the like, which neither pages nor XML can have."""
LEAST_SIZE: Final = 4
"""The least setting of the smallest side of a square, in points."""


class InvalidBookError(InvalidInputError):
    """The book file, or an option, is not as expected."""


class Key(NamedTuple):
    """A setting: its name, the type and default of its values, and what it is for."""

    name: str
    type: type
    default: Any
    help: str
    least: float = 0
    most: float = 1e6
    choices: tuple[str, ...] = ()


KEYS: Final = (
    Key("title", str, "", "Title, on its page, in the metadata and above every page; else a usual one."),
    Key("subtitle", str, "", "Subtitle on the title page."),
    Key("author", str, "", "Author, on the title page and in the metadata."),
    Key("publisher", str, "", "Publisher, on the title page."),
    Key("subject", str, "", "Subject in the metadata."),
    Key("isbn", str, "", "ISBN, on the back of the title page and in the metadata."),
    Key("date", str, "", "Date of publication, as YYYY-MM-DD, in the metadata."),
    Key("copyright", str, "", "Copyright notice on the back of the title page."),
    Key("language", str, "en", "Language of labels and rules.", choices=LANGUAGES),
    Key("trim", str, "6x9in", f"Size of a page: {', '.join(TRIMS)}, or like 170x240mm or 7x10in."),
    Key(
        "inner",
        float,
        0.0,
        "Margin at the spine, in mm; 0 is a tenth of the width, more where many pages need it.",
        0,
        200,
    ),
    Key(
        "outer",
        float,
        0.0,
        "Margin at the outer edge, in mm; 0 is a twelfth of the width, at least 9.",
        0,
        200,
    ),
    Key("top", float, 0.0, "Margin above, in mm; 0 is 18.", 0, 200),
    Key("bottom", float, 0.0, "Margin below, in mm; 0 is 19.", 0, 200),
    Key("bleed", float, 0.0, "Bleed around the page, in mm.", 0, 20),
    Key("crop_marks", bool, False, "Print crop marks around the page."),
    Key("per_page", int, 2, "Puzzles on a page, fewer where squares would be too small.", 1, MOST_ON_A_PAGE),
    Key("size", float, 0.0, "Largest side of a square, in points; 0 is as large as fits.", 0, 400),
    Key(
        "least_size",
        float,
        14.2,
        "Smallest side of a square, in points; a page holds fewer puzzles instead.",
        LEAST_SIZE,
        100,
    ),
    Key("text_size", float, 11.0, "Size of the text, in points.", 6, 40),
    Key("large_print", bool, False, "Print nothing smaller than 16 points, one puzzle a page."),
    Key("title_page", bool, True, "Print a half title, a title page and a page of notices."),
    Key("contents", bool, True, "Print a table of contents."),
    Key("openings", bool, True, "Open each chapter with a page of its own, and parts on right-hand pages."),
    Key("rules", bool, True, "Print a page of rules."),
    Key("example", bool, True, "Show step by step how the puzzle of the rules is solved."),
    Key("answers", str, "end", "Where the answers are.", choices=("end", "chapter", "none")),
    Key("answer_size", float, 0.0, "Side of a square in answers, in points; 0 fills the rows.", 0, 60),
    Key("references", bool, True, "Print the page of its answer at each puzzle."),
    Key("first_steps", int, 0, "First steps that answers explain.", 0, 3),
    Key("learn", bool, False, "Print a lesson on each technique that the puzzles need."),
    Key("hints", bool, False, "Print hints, in three strengths, before the answers."),
    Key("solved", bool, False, "Print how the hardest puzzle is solved, step by step."),
    Key("progress", bool, False, "Print a chart of progress, a box for each puzzle."),
    Key(
        "site",
        str,
        "",
        "Address of a site with bimaru's page: each puzzle has a QR code that opens it there.",
    ),
    Key("stars", bool, True, "Print the grade as stars."),
    Key("grades", bool, True, "Print the grade as a word."),
    Key(
        "order",
        str,
        "given",
        "Order of puzzles: as given, or by grade and score.",
        choices=("given", "grade"),
    ),
    Key("first_number", int, 1, "Number of the first puzzle.", 0, 10**6),
    Key("names", bool, False, "Print row letters and column numbers."),
    Key("fleet", bool, True, "Print the ships below each grid, or beside it."),
    Key("black", bool, True, "Print in black ink only, as interiors of books are printed."),
    Key("spot_colour", str, "", "Second ink, as #1b4f72: numbers, stars, titles, water and what steps mark."),
    Key("font", str, "", "TrueType or OpenType file of the text, embedded."),
    Key("title_font", str, "", "TrueType or OpenType file of titles, embedded."),
    Key("template", str, "", "Template in Typst in place of bimaru's own."),
    Key("not_in", str, "", "File of puzzles to leave out, such as those of earlier volumes."),
    Key("blurb", str, "", "Text on the back of the cover."),
    Key(
        "paper",
        str,
        "white",
        "Paper, which with the pages makes the spine of a cover.",
        choices=("white", "cream"),
    ),
)
"""All settings but chapters and labels."""
FOR_PRINT: Final = (
    *("size", "trim", "inner", "outer", "top", "bottom", "bleed", "crop_marks", "per_page", "least_size"),
    *(
        "text_size",
        "title_page",
        "contents",
        "openings",
        "answer_size",
        "references",
        "progress",
        "font",
        "title_font",
    ),
    *("template", "blurb", "paper"),
)
"""The settings that change nothing in e-books and pages of HTML."""
_BY_NAME: Final = {key.name: key for key in KEYS}
_IN_CHAPTERS: Final = (_BY_NAME["title"], Key("text", str, "", "Text of its first page."), _BY_NAME["order"])
_CHAPTER_KEYS: Final = (*(key.name for key in _IN_CHAPTERS), "files", "recipe")
_RECIPE_KEYS: Final = ("count", "seed")


class Chapter(NamedTuple):
    """A chapter: its title, and files of puzzles (`-` for standard input), or a recipe with the number of
    puzzles and the first seed. `text`: what its first page says."""

    title: str
    files: tuple[Path | str, ...] = ()
    recipe: Recipe | None = None
    number: int = 0
    seed: int = 0
    order: str = "given"
    text: str = ""


class Book:
    """The settings of a book: an attribute for each of `KEYS`, its chapters and its labels."""

    def __init__(
        self, values: Mapping[str, Any], chapters: tuple[Chapter, ...], labels: Mapping[str, str]
    ) -> None:
        self.values = {key.name: values.get(key.name, key.default) for key in KEYS}
        self.chapters = chapters
        self.own_labels = dict(labels)

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("values", ()):
            return self.values[name]
        raise AttributeError(name)

    @cached_property
    def labels(self) -> dict[str, str]:
        """All texts of the book's language, with the book's own."""
        return {**labels_of(self.language), **self.own_labels}

    def label(self, name: str) -> str:
        """A text of the book's language, or the book's own."""
        return self.labels[name]

    def frame(self, pages: int = 0) -> Frame:
        """The page of a book with that many pages, of which a thick one needs more room at the spine."""
        size = trim_size(self.trim) or TRIMS["6x9in"]
        width = size[0] / MM
        return Frame(
            width=size[0],
            height=size[1],
            inner=MM * (self.inner or max(width / 10, gutter(pages) + 6.0)),
            outer=MM * (self.outer or max(9.0, width / 12)),
            top=MM * (self.top or 18.0),
            bottom=MM * (self.bottom or 19.0),
            bleed=MM * self.bleed,
            crop_marks=self.crop_marks,
        )


def read_book(
    path: Path | None,
    options: Mapping[str, Any],
    chapters: Sequence[Mapping[str, Any]] = (),
    labels: Mapping[str, str] | None = None,
) -> Book:
    """The book of a file, if there is one, with the options and labels that replace its settings, and more
    chapters, as in a book file. Paths in the file are relative to it, others to the working directory, and
    may be - for standard input.

    Raises `InvalidBookError` with every fault, and `OSError`."""
    data = {} if path is None else _as_text(_toml(path))
    base = Path() if path is None else path.parent
    merged = {**data, **options, "labels": _merged_labels(data.get("labels", {}), labels or {})}
    faults = [*_faults(merged)]
    found = []
    entries = data.get("chapter", [])
    entries = entries if isinstance(entries, list) else []
    for number, entry in enumerate([*entries, *chapters], 1):
        place = base if number <= len(entries) else None
        try:
            found.append(_chapter(entry, place, number, merged.get("order", "given")))
        except InvalidBookError as error:
            faults += error.faults
    if not (found or faults):
        faults.append(
            "no chapter: expected [[chapter]] tables with files or a recipe, or --chapter TITLE PUZZLES"
        )
    if faults:
        raise InvalidBookError([_with_source(fault, path, options) for fault in faults])
    for name in ("font", "title_font", "template", "not_in"):
        if data.get(name) and name not in options:
            merged[name] = str(base / data[name])
    return Book(merged, tuple(found), merged["labels"])


def _merged_labels(own: Any, others: Mapping[str, str]) -> Any:
    """The labels of a book file, with others that replace some; what is not a table stays as it is."""
    if not isinstance(own, dict):
        return own
    return {OLDER_NAMES.get(name, name): text for name, text in {**own, **others}.items()}


def _with_source(fault: str, path: Path | None, options: Mapping[str, Any]) -> str:
    """The fault, after the name of the book file unless an option has it."""
    return fault if path is None or fault.partition(":")[0] in options else f"{path}: {fault}"


def chapter_entry(title: str, text: str) -> dict[str, Any]:
    """The entry of a chapter, as in a book file, for its title and its puzzles: a path or, in braces, the
    other keys of its table. Raises `InvalidBookError`."""
    if not text.lstrip().startswith("{"):
        return {"title": title, "files": [text]}
    try:
        tables = tomllib.loads(f"chapter = {text}")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidBookError(
            [f"chapter {title!r}: {brief(text)} is not a table in TOML: {error}"]
        ) from None
    if tables.keys() != {"chapter"} or "title" in tables["chapter"]:
        raise InvalidBookError([f"chapter {title!r}: expected one table, in braces, without a title"])
    return {"title": title, **tables["chapter"]}


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        fault = f"{path}: not TOML: {error}; puzzles become a chapter with --chapter TITLE PUZZLES"
        raise InvalidBookError([fault]) from None


def _as_text(data: Mapping[str, Any]) -> dict[str, Any]:
    """A book file's table with the date and the ISBN as text, also if they are written without quotes."""
    found = dict(data)
    if isinstance(found.get("date"), date):
        found["date"] = found["date"].isoformat()
    if type(found.get("isbn")) is int:
        found["isbn"] = str(found["isbn"])
    return found


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    for name, value in data.items():
        if name in _BY_NAME:
            yield from _value_faults(_BY_NAME[name], value)
            if name == "title" and isinstance(value, str) and not value.strip():
                yield "title: it is empty; a book must have a title"
        elif name not in ("chapter", "labels"):
            yield f"{name}: {unknown_key(name, (*_BY_NAME, 'chapter', 'labels'))}"
    if not isinstance(data.get("chapter", []), list):
        yield "chapter: expected [[chapter]] tables"
    labels = data.get("labels", {})
    if not isinstance(labels, dict):
        yield "labels: expected a table"
    else:
        for name, text in labels.items():
            if name not in labels_of("en") or not isinstance(text, str):
                yield f"labels.{name}: expected a text under one of {', '.join(labels_of('en'))}"
            else:
                yield from _text_faults(f"labels.{name}", text)
    yield from _margin_faults(data)


def _value_faults(key: Key, value: object) -> Iterator[str]:
    type_ = int | float if key.type is float else key.type
    if not isinstance(value, type_) or isinstance(value, bool) != (key.type is bool):
        yield f"{key.name}: {_quoted(value)} is not {_KINDS[key.type]}"
    elif isinstance(value, str) and (faults := [*_text_faults(key.name, value)]):
        yield from faults
    elif key.choices and value not in key.choices:
        yield f"{key.name}: {brief(value)} is not one of {', '.join(key.choices)}"
    elif key.type in (int, float) and not key.least <= value <= key.most:  # type: ignore[operator]
        yield f"{key.name}: {brief(value)} is not a number from {_plain(key.least)} to {_plain(key.most)}"
    elif key.name in _FORMS and value != key.default and not _FORMS[key.name][0](str(value)):
        yield f"{key.name}: {brief(value)} is not {_FORMS[key.name][1]}"


_KINDS: Final = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}


def _text_faults(name: str, text: str) -> Iterator[str]:
    """The characters of a text that cannot be printed."""
    for sign in dict.fromkeys(_UNPRINTABLE.findall(text)):
        yield f"{name}: it contains U+{ord(sign):04X}, which cannot be printed"


def _quoted(value: object) -> str:
    """A value as it is written in a book file, if it is not text."""
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else brief(value)


def _plain(number: float) -> str:
    """A limit without an exponent."""
    return str(int(number)) if number == int(number) else str(number)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


_FORMS: Final[Mapping[str, tuple[Callable[[str], object], str]]] = {
    "trim": (
        trim_size,
        f"one of {', '.join(TRIMS)}, nor like 170x240mm, 17x24cm or 7x10in, of 70 to 600 mm a side",
    ),
    "spot_colour": (re.compile("#[0-9a-fA-F]{6}").fullmatch, "a colour like #1b4f72"),
    "date": (_is_date, "a date like 2026-05-01"),
    "site": (re.compile(r"https?://[^\s/]").match, "an address like https://example.org/"),
    "isbn": (is_isbn, "an ISBN of 13 or 10 digits, the last of which checks the others"),
}
"""The form of some settings: a test of their text, and what it is called."""


def _margin_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Margins that leave less than half of the page."""
    try:
        frame = Book(data, (), {}).frame()
    except TypeError:
        return  # a fault of a value
    if frame.content_width < frame.width / 2 or frame.content_height < frame.height / 2:
        margins = {name: getattr(frame, name) / MM for name in ("inner", "outer", "top", "bottom")}
        sizes = ", ".join(f"{name} {size:.0f}" for name, size in margins.items())
        page = f"{frame.width / MM:.0f}x{frame.height / MM:.0f} mm"
        yield f"trim: the margins, in mm {sizes}, leave less than half of a page of {page}"


def _chapter(entry: object, base: Path | None, number: int, order: str) -> Chapter:
    where = f"chapter {number}"
    if not isinstance(entry, dict):
        raise InvalidBookError([f"{where}: expected a table"])
    faults = [
        f"{where}: {name}: {unknown_key(name, _CHAPTER_KEYS)}" for name in entry if name not in _CHAPTER_KEYS
    ]
    files, recipe = entry.get("files", []), entry.get("recipe")
    for key in _IN_CHAPTERS:
        faults += [f"{where}: {fault}" for fault in _value_faults(key, entry.get(key.name, key.default))]
    if not (isinstance(files, list) and all(isinstance(file, str) for file in files)):
        faults.append(f"{where}: files: {brief(files)} is not a list of paths")
    if bool(files) == (recipe is not None):
        faults.append(f"{where}: expected either files or a recipe")
    if faults:
        raise InvalidBookError(faults)
    chapter = Chapter(
        entry.get("title", "").strip() or f"{number}",
        tuple(file if base is None and file == "-" else (base or Path()) / file for file in files),
        order=entry.get("order", order),
        text=entry.get("text", ""),
    )
    return chapter if recipe is None else _with_recipe(chapter, recipe, where)


def _with_recipe(chapter: Chapter, data: object, where: str) -> Chapter:
    if not isinstance(data, dict):
        raise InvalidBookError([f"{where}: recipe: expected a table"])
    count, seed = data.get("count", 1), data.get("seed", 1)
    if not (type(count) is int and 1 <= count <= MOST_IN_A_CHAPTER and type(seed) is int):
        raise InvalidBookError(
            [f"{where}: recipe: expected a count from 1 to {MOST_IN_A_CHAPTER} and a seed, whole numbers"]
        )
    entries = {key: value for key, value in data.items() if key not in _RECIPE_KEYS}
    try:
        recipe = Recipe.from_table(entries)
    except InvalidInputError as error:
        raise InvalidBookError([f"{where}: recipe: {fault}" for fault in error.faults]) from None
    return chapter._replace(recipe=recipe, number=count, seed=seed)
