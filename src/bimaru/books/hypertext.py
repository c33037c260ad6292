"""Books as hypertext, from the manuscripts of printed ones: the parts of an e-book, and a page of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from bimaru.books.manuscript import Manuscript

STYLE: Final = """\
body { font-family: serif; line-height: 1.4; margin: 0 auto; max-width: 40em; padding: 0 1em; }
h1 { font-weight: normal; margin: 1.5em 0 0.7em; }
h2, h3 { font-family: sans-serif; font-size: 1.1em; margin: 1.2em 0 0.4em; }
figure { margin: 0.6em 0; page-break-inside: avoid; break-inside: avoid; }
img, figure svg { background: #fff; height: auto; max-width: 100%; }
.puzzle, .answer { margin: 0 0 2em; page-break-inside: avoid; break-inside: avoid; }
.title { text-align: center; }
.note { font-style: italic; }
.range { white-space: nowrap; }
"""
_RANGE: Final = re.compile(r"\w+–\w+")
_UNBROKEN: Final = r'<span class="range">\g<0></span>'


class Part(NamedTuple):
    """A part of a book: the name of its file, its title, what is in it as XHTML, and what it is
    (EPUB 3 Structural Semantics Vocabulary)."""

    name: str
    title: str
    body: str
    kind: str = "chapter"


class Links(NamedTuple):
    """How parts refer to pictures and to each other: `image` gives the XHTML of a picture, `to` the
    address of an anchor in a part."""

    image: Callable[[Mapping[str, Any]], str]
    to: Callable[[str, str], str]


def parts(data: Mapping[str, Any], links: Links) -> Iterator[Part]:
    """The parts of a book in order."""
    labels = data["labels"]
    yield Part("title", data["title"], _title(data), "titlepage")
    if data["style"]["rules"]:
        yield Part("rules", labels["rules"], _rules(data, links), "preface")
    if data["lessons"]:
        body = "".join(_lesson(lesson, links) for lesson in data["lessons"])
        yield Part("lessons", labels["learn"], f"<p>{_text(labels['learn_text'])}</p>{body}")
    for number, chapter in enumerate(data["chapters"], 1):
        puzzles = "".join(_puzzle(entry, data, links) for entry in chapter["entries"])
        yield Part(f"chapter-{number}", chapter["title"], f"<p>{_text(chapter['text'])}</p>{puzzles}")
    if data["solved"] is not None:
        frames = "".join(_figure(one, links) for one in data["solved"]["frames"])
        yield Part("solved", data["solved"]["title"], frames)
    if data["hints"]:
        yield Part("hints", labels["hints"], _hints(data, links))
    if data["style"]["answers"] != "none":
        yield Part("answers", labels["answers"], _answers(data, links), "answers")


def html(manuscript: Manuscript) -> bytes:
    """A book as one page of HTML, pictures inside."""

    def image(drawn: Mapping[str, Any]) -> str:
        return manuscript.files[drawn["file"]].decode().strip()

    data = manuscript.data
    found = [*parts(data, Links(image, lambda _, anchor: f"#{anchor}"))]
    contents = "".join(f'<li><a href="#{part.name}">{_text(part.title)}</a></li>' for part in found[1:])
    sections = [f'<section id="{part.name}">{_headed(part)}</section>' for part in found]
    sections.insert(1, f"<nav><h1>{_text(data['labels']['contents'])}</h1><ol>{contents}</ol></nav>")
    return (
        f'<!DOCTYPE html>\n<html lang="{data["language"]}">\n<head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{_text(data['title'])}</title><style>{STYLE}</style></head>\n"
        f"<body>\n{chr(10).join(sections)}\n</body>\n</html>\n"
    ).encode()


def xhtml(part: Part, language: str) -> str:
    """A part as a document of an e-book."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
        f' lang="{language}" xml:lang="{language}">\n'
        f'<head><title>{_text(part.title)}</title><link rel="stylesheet" href="style.css"/></head>\n'
        f'<body><section epub:type="{part.kind}">{_headed(part)}</section></body>\n</html>\n'
    )


def _headed(part: Part) -> str:
    return part.body if part.kind == "titlepage" else f"<h1>{_text(part.title)}</h1>{part.body}"


def _text(text: str) -> str:
    return escape(text, quote=True).replace("\n", "<br/>")


def _told(text: str) -> str:
    """Sentences of explanations, a paragraph for each line; ranges are not broken."""
    return "".join(f"<p>{_RANGE.sub(_UNBROKEN, _text(line))}</p>" for line in text.splitlines())


def _title(data: Mapping[str, Any]) -> str:
    lines = [data["subtitle"], data["count"], data["author"], *data["imprint"][:-1]]
    shown = "".join(f"<p>{_text(line)}</p>" for line in lines if line)
    return f'<div class="title"><h1>{_text(data["title"])}</h1>{shown}</div>'


def _rules(data: Mapping[str, Any], links: Links) -> str:
    items = "".join(f"<li>{_text(rule)}</li>" for rule in data["rules"])
    example = [*data["example"]["ends"][:1], *data["example"]["steps"], *data["example"]["ends"][1:]]
    shown = "".join(_figure(one, links) for one in example)
    return f"<ol>{items}</ol><h2>{_text(data['labels']['worked_example'])}</h2>{shown}"


def _figure(one: Mapping[str, Any], links: Links) -> str:
    """A board, its ships, if they are shown, and what is said of it."""
    drawn = "".join(links.image(one[name]) for name in ("board", "fleet") if one.get(name))
    text = _told(one.get("text", ""))
    caption = f"<figcaption>{text}</figcaption>" if text else ""
    return f"<figure>{drawn}{caption}</figure>"


def _lesson(lesson: Mapping[str, Any], links: Links) -> str:
    boards = "".join(_figure({"board": lesson[name]}, links) for name in ("before", "after"))
    principle = f"<p>{_text(lesson['principle'])}</p>"
    return f"<h2>{_text(lesson['title'])}</h2>{principle}{boards}{_told(lesson['text'])}"


def _puzzle(entry: Mapping[str, Any], data: Mapping[str, Any], links: Links) -> str:
    labels, number = data["labels"], entry["number"]
    has_stars = data["style"]["stars"] and entry["stars"]
    stars = labels["stars"].format(number=entry["stars"]) if has_stars else ""
    remark = ", ".join(text for text in (stars, entry["remark"]) if text)
    more = []
    if entry["answer"] is not None:
        more.append((links.to("answers", f"answer-{number}"), labels["answers"]))
    if entry["link"]:
        more.append((entry["link"], labels["play"]))
    following = " · ".join(f'<a href="{_text(to)}">{_text(text)}</a>' for to, text in more)
    return (
        f'<div class="puzzle" id="puzzle-{number}"><h2>{_text(entry["title"])}</h2>'
        f'<p class="note">{_text(remark)}</p>{_figure(entry, links)}'
        f"<p>{following}</p></div>"
    )


def _hints(data: Mapping[str, Any], links: Links) -> str:
    labels = data["labels"]
    places = _places(data["chapters"])
    body = f"<p>{_text(labels['hints_text'])}</p>"
    for strength in range(3):
        rows = "".join(
            f'<dt><a href="{links.to(places[hint["number"]], _anchor(hint))}">{_text(hint["title"])}</a></dt>'
            f"<dd>{_told(hint['texts'][strength])}</dd>"
            for hint in data["hints"]
        )
        body += f"<h2>{_text(labels[f'hints_{strength + 1}'])}</h2><dl>{rows}</dl>"
    return body


def _anchor(entry: Mapping[str, Any]) -> str:
    return f"puzzle-{entry['number']}"


def _places(chapters: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """The part that each puzzle is in, by its number."""
    return {
        entry["number"]: f"chapter-{i}"
        for i, chapter in enumerate(chapters, 1)
        for entry in chapter["entries"]
    }


def _answers(data: Mapping[str, Any], links: Links) -> str:
    places = _places(data["chapters"])
    return "".join(
        f'<div class="answer" id="answer-{entry["number"]}">'
        f'<h2><a href="{links.to(places[entry["number"]], _anchor(entry))}">{_text(entry["title"])}</a></h2>'
        + _figure({"board": entry["answer"]}, links)
        + _told(entry["steps"])
        + "</div>"
        for chapter in data["chapters"]
        for entry in chapter["entries"]
    )
