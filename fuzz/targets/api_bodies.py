"""The API, in this process: whatever body and options come, the answer is one that the description has.

Every route gets good requests, changed at random: in the values of the JSON, in its bytes, in the options
and in the headers; in pieces, and broken off. Status 500 is a finding, and so are a status that
`/openapi.json` does not name for the route, an error in another shape than `{"error", "faults"}`, and an
answer that is not of the type described.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from urllib.parse import urlencode

from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.types import ASGIApp, Message

from bimaru.formats import REGISTRY, CannotWriteError, write
from bimaru.puzzle import Puzzle
from bimaru.web import api, health, schema
from bimaru.web.app import application
from bimaru.web.messages import JSON, TIMED_OUT, Answer, Request, TimeBudget
from bimaru.web.operations import making
from bimaru.web.scheduler import Failure, PoolLoad, Scheduler
from bimaru.web.server_limits import Limits
from bimaru.web.worker import Alarm, answer_within

_LIMITS: Final = Limits(workers=1, time=0.03, body=20_000, body_time=60)
_PATIENCE: Final = 0.3
"""Seconds after which work is broken off that does not keep to its own limit."""

_SMALL: Final = {"rows": [2, 0, 1], "cols": [1, 1, 1], "fleet": {"2": 1, "1": 1}}
_PUZZLES: Final[list[dict[str, Any]]] = [
    _SMALL | {"givens": [[2, 0, "W"]], "id": "small"},
    {"rows": [2, 0, None, 1], "cols": [2, None, 1, 0], "fleet": {"2": 1, "1": 2}, "givens": [[0, 0, "L"]]},
    {"rows": [1, 0, 1], "cols": [1, 0, 1], "fleet": {"1": 2}, "id": 7},
    {"rows": [None] * 6, "cols": [None] * 6, "fleet": {"3": 1, "2": 2, "1": 3}},
    {"rows": [3, 0, 0], "cols": [1, 1, 1], "words": ["ABC"], "edges": {"left": ["A", None, None]}},
    {"rows": [2, 1, 0], "cols": [2, 1, 0], "shapes": [["##", "#."]]},
]
_BOARDS: Final[list[dict[str, Any]]] = [
    {"board": ["LR.", "...", "..S"]},
    {"board": ["???", "...", "???"]},
    {"board": ["ABC", "...", "..."], "letters": ["ABC", "   ", "   "]},
]
_RECIPES: Final[list[dict[str, Any]]] = [
    {"size": "6x6", "fleet": "3:1,2:1,1:2", "seed": 1, "tries": 20},
    {"size": [5, 7], "fleet": {"2": 2, "1": 2}, "grade": "easy", "seed": 2, "tries": 20, "hints": ["water"]},
    {
        "size": [6, 6],
        "fleet": "2:2,1:2",
        "seed": 3,
        "tries": 20,
        "symmetry": "half-turn",
        "spare": 1,
        "technique": "overlap",
    },
    {
        "size": [6, 6],
        "fleet": "2:1,1:3",
        "seed": 4,
        "tries": 20,
        "missing_tallies": 2,
        "givens_number": [0, 9],
    },
]
_ODD: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 2, 64, 65, 99, 100, 10**9, 2**63, 2**64, 10**30, -(10**30)),
    *(
        0.5,
        -0.0,
        1e308,
        1e-300,
        "",
        " ",
        "0",
        "1",
        "x",
        "W",
        "S",
        "?",
        "L",
        "=A",
        "=",
        "\x00",
        "\ud800",
        "é" * 9,
    ),
    *("4:1,3:2", "10x10", "x", "1x1", "99x99", "easy", "easy-hard", "jsonl", "text", "json", "9" * 50, "٣"),
    *([], {}, [[]], [{}], {"": 0}, {"1": 1}, {"0": 1}, {"1": 10**9}, [0, 0, "W"], [0, 0], [[0, 0, "S"]] * 3),
]
_OPTIONS: Final[dict[str, list[Any]]] = {
    "time_limit": [0, 0.01, 5, -1, "nan", "inf", "1e999", "", "x"],
    "engine": [
        "auto",
        "backtracking:order=mrv",
        "search",
        "backtracking:order=x",
        "steam",
        "",
        "AUTO:",
        "\x00",
    ],
    "limit": [1, 2, 100, 0, 101, "1.5", "x", "9" * 5000],
    "square": ["A1", "B2", "C3", "ZZ99", "", "A0", "4", "é1"],
    "not": ["X", "W", "S", "=A", "Y", "", "="],
    "last": ["A1", "B2", "C3", "ZZ99", "", "4"],
    "rewind": ["true", "false", "1", "perhaps"],
    "strength": ["where", "technique", "idea", "step", "", "whole"],
    "date": ["2026-02-28", "2026-02-30", "0000-01-01", "9999-12-31", "٢٠٢٦-٠١-٠١", "2026-1-1", ""],
    "to": ["svg", "pdf", "png", "gif", ""],
    "theme": ["light", "dark", "auto", "pink"],
    "size": [4, 32, 33.3, 100, 3, 101, "nan", "inf"],
    "names": ["true", "false", "0", "perhaps"],
    "fleet": ["true", "false", "1", ""],
    "language": ["de", "en", "fr", "", "DE"],
    "title": ["Puzzles", "", "é\x00", "x" * 201],
    "paper": ["a4", "letter", "a5", ""],
    "per_page": [1, 2, 6, 0, 99, "x"],
    "rules": ["true", "false", "1", "perhaps"],
    "answers": ["true", "false", "1", "perhaps"],
    "squares": ["true", "false", "1", "perhaps"],
    "prefer": ["overlap", "last places", "contradiction", "", "magic"],
    "grade": ["easy", "hard", "fiendish", "", "hardest"],
    "givens": [4, 100, 0, -1, "x"],
    "seed": [0, 1, 2**47, 2**48, -1, "x"],
    "other": ["x"],
}
_TYPES: Final = (
    JSON,
    "Application/JSON; charset=utf-8",
    "text/plain",
    "",
    "application/jsonx",
    "multipart/form-data",
)


class Case(NamedTuple):
    """A request."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    pieces: list[bytes]
    """Of the body. An empty one is allowed."""
    is_broken_off: bool
    """Whether the client goes away before the body has come."""


class Response(NamedTuple):
    """What came back; status 0 if nothing did."""

    status: int
    media_type: str
    content: bytes


def case(random: random.Random) -> None:
    """One request."""
    built = _request(random)
    with patch.object(making, "random_seed", lambda: random.getrandbits(32)):
        response = _runner().run(_send(built))
    _judge(built, response)


# Requests


def _request(random: random.Random) -> Case:
    path, method = random.choice(_operations())
    if random.random() < 0.03:
        method = random.choice(["GET", "HEAD", "PUT", "OPTIONS", "DELETE", "POST"])
    if random.random() < 0.02:
        path += random.choice(["/", "x", "//", "%00", "/../solve", "\u0663"])
    body = _body(path.removeprefix("/api/"), random) if method == "POST" else b""
    headers = [(b"host", b"localhost")]
    if method == "POST":
        kind = JSON if random.random() < 0.96 else random.choice(_TYPES)
        headers.append((b"content-type", kind.encode()))
    if random.random() < 0.3:
        length = len(body) if random.random() < 0.9 else random.choice([0, 10**6, 10**30])
        headers.append((b"content-length", str(length).encode()))
    if random.random() < 0.01:
        headers[0] = (b"host", random.choice([b"", b"evil.example", b"localhost:1:2", b"[", b"\xff"]))
    return Case(method, path, _query(path, random), headers, _pieces(body, random), random.random() < 0.02)


def _pieces(body: bytes, random: random.Random) -> list[bytes]:
    cuts = sorted(random.randrange(len(body) + 1) for _ in range(random.choice([0, 0, 0, 1, 3])))
    return [body[start:end] for start, end in zip([0, *cuts], [*cuts, len(body)], strict=True)]


def _query(path: str, random: random.Random) -> bytes:
    names = [name for name in _documented_options(path) if random.random() < 0.4]
    if random.random() < 0.05:
        names += random.choices(list(_OPTIONS), k=2)
    if random.random() < 0.01:
        return random.choice([b"%", b"%ff=%fe", b"&&==&", b"limit[]=2", b"=", b"a" * 5000])
    values = [
        (name, random.choice(_OPTIONS[name][:3] if random.random() < 0.9 else _OPTIONS[name]))
        for name in names
    ]
    return urlencode(values).encode()


def _body(operation: str, random: random.Random) -> bytes:
    data = _good_body(operation, random)
    for _ in range(random.choice([0, 0, 0, 1, 1, 4])):
        data = _changed(data, random)
    text = json.dumps(data, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if random.random() < 0.08:
        text = _mangled(text, random)
    if random.random() < 0.01:
        text = random.choice(
            [b"", b"[" * 9000, b"{}" * 2, b"\xff\xfe", b'"' + b"x" * 30_000 + b'"', b"NaN", b"-"]
        )
    return text


def _good_body(operation: str, random: random.Random) -> Any:
    puzzle = random.choice(_PUZZLES) if random.random() < 0.5 else _small_puzzle(random)
    with_board = {"puzzle": puzzle, "board": random.choice(_BOARDS)}
    if operation in ("check", "hint", "review", "why"):
        return with_board
    if operation == "draw":
        return random.choice([puzzle, with_board, {"puzzle": puzzle}])
    if operation == "generate":
        return random.choice(_RECIPES)
    if operation == "booklet":
        return {"puzzles": random.choices(_PUZZLES, k=random.choice([1, 2, 5]))}
    if operation == "convert":
        return {"text": random.choice(_texts()), "to": random.choice(list(REGISTRY))}
    return puzzle


def _small_puzzle(random: random.Random) -> dict[str, Any]:
    """A puzzle, which may have no solution or many."""
    height, width = random.randint(1, 6), random.randint(1, 6)
    fleet = {str(length): random.randint(0, 2) for length in (1, 2, 3) if random.random() < 0.7}
    squares = [[random.randrange(height), random.randrange(width)] for _ in range(random.randint(0, 3))]
    return {
        "rows": [random.choice([None, 0, 1, 1, 2, 3]) for _ in range(height)],
        "cols": [random.choice([None, 0, 1, 1, 2, 3]) for _ in range(width)],
        "fleet": fleet,
        "givens": [[*square, random.choice("WSLRTBMO")] for square in squares],
    }


def _changed(data: Any, random: random.Random) -> Any:
    """The data with another value somewhere, or with something more or less."""
    if isinstance(data, dict) and data and random.random() < 0.9:
        key = random.choice(list(data))
        if (what := random.random()) < 0.1:
            return {name: value for name, value in data.items() if name != key}
        if what < 0.2:
            return data | {
                random.choice([*data, "words", "shapes", "edges", "id", "x", "", "tries"]): _odd(random)
            }
        return data | {key: _changed(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.9:
        place = random.randrange(len(data))
        if (what := random.random()) < 0.2:
            return data[:place] + data[place + 1 :]
        if what < 0.4:
            return [*data[:place], _odd(random), *data[place:]]
        return [*data[:place], _changed(data[place], random), *data[place + 1 :]]
    if isinstance(data, int) and random.random() < 0.7:
        return random.choice([None, 0, 1, 2, 3])
    if isinstance(data, str) and data and random.random() < 0.8:
        return _mangled(data.encode("utf-8", "surrogatepass"), random).decode("utf-8", "replace")
    return _odd(random)


def _odd(random: random.Random) -> Any:
    return random.choice(_ODD)


def _mangled(text: bytes, random: random.Random) -> bytes:
    place, length = random.randrange(len(text) + 1), random.choice([0, 1, 1, 2, 9])
    other = random.choice(
        [b"", random.randbytes(1), text[-20:], b"0", b"-", b"9" * 40, b"\n", b'"', b"[", b"\\u0000", b" "]
    )
    return text[:place] + other + text[place + length :]


@cache
def _texts() -> list[str]:
    """The puzzles in every format that can say them."""
    found = ["https://puzz.link/p?battleship/10/10/05022313222433241100k0zzzi6zp//d", "", "rows 1 2\n"]
    for data in _PUZZLES:
        for name in REGISTRY:
            try:
                found.append(write(Puzzle.from_data(data), name))
            except CannotWriteError:
                continue
    return found


# The application


class _Here(Scheduler):
    """The work is done in this process, as a worker does it."""

    def load(self) -> list[PoolLoad]:
        return [PoolLoad(1, 1, 0, 1)]

    async def answer(self, request: Request) -> Answer | Failure:
        found, _ = answer_within(request, TimeBudget(_PATIENCE), _alarm())
        return Failure.TIMED_OUT if found.status == TIMED_OUT else found


@cache
def _app() -> ASGIApp:
    app: Any = application(_Here(_LIMITS), frozenset({"localhost"}))
    app.app.state.since = 0.0
    return app  # type: ignore[no-any-return]


@cache
def _alarm() -> Alarm:
    return Alarm()


@cache
def _runner() -> asyncio.Runner:
    return asyncio.Runner()


@cache
def _description() -> Mapping[str, Any]:
    case = Case("GET", "/openapi.json", b"", [(b"host", b"localhost")], [b""], False)
    described: Mapping[str, Any] = json.loads(_runner().run(_send(case)).content)["paths"]
    return described


@cache
def _operations() -> list[tuple[str, str]]:
    """Every path, with its method."""
    return [(path, method.upper()) for path, methods in _description().items() for method in methods]


@cache
def _documented_options(path: str) -> list[str]:
    methods = _description().get(path, {}).values()
    return [parameter["name"] for operation in methods for parameter in operation.get("parameters", ())]


@cache
def _types() -> dict[str, TypeAdapter[Any]]:
    """What a good answer has to be, by path."""
    return {
        before + route.path: TypeAdapter(route.response_model)
        for before, router in (("/api", api.router), ("", health.router))
        for route in router.routes
        if isinstance(route, APIRoute) and route.response_model
    }


async def _send(case: Case) -> Response:
    coming = _messages(case)

    async def receive() -> Message:
        for message in coming:
            return message
        await asyncio.Event().wait()  # until the answer is there
        raise AssertionError

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": case.method,
        "path": case.path,
        "raw_path": case.path.encode(),
        "query_string": case.query,
        "root_path": "",
        "headers": case.headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "state": {},
    }
    await _app()(scope, receive, send)
    if not sent:
        return Response(0, "", b"")
    headers = dict(sent[0]["headers"])
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return Response(sent[0]["status"], headers.get(b"content-type", b"").decode(), content)


def _messages(case: Case) -> Iterator[Message]:
    last = len(case.pieces) - 1
    for number, piece in enumerate(case.pieces):
        if case.is_broken_off and number == last:
            yield {"type": "http.disconnect"}
        else:
            yield {"type": "http.request", "body": piece, "more_body": number < last}


# What is right


def _judge(case: Case, response: Response) -> None:
    """Raise `AssertionError` for an answer that the description does not have."""
    if case.is_broken_off:
        if response.status == 500:
            raise AssertionError(f"{case}\n{response}")
        return
    operation = _description().get(case.path, {}).get(case.method.lower())
    allowed = {404, 405, 400} if operation is None else {*map(int, operation["responses"])}
    if response.status not in allowed:
        raise AssertionError(f"status {response.status} is not described\n{case}\n{response}")
    if response.status == 200:
        if response.media_type == JSON:
            _types()[case.path].validate_json(response.content)
    elif case.path == "/healthz" and response.status == 503:
        schema.Health.model_validate_json(response.content)
    elif case.method != "HEAD" or response.content:
        refusal = schema.Error.model_validate_json(response.content)
        if response.media_type != JSON or not refusal.error:
            raise AssertionError(f"not a refusal\n{case}\n{response}")
