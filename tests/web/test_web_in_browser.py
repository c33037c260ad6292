"""The operations as a browser runs them, without the browser: options are validated as the server does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bimaru.web.handlers import OPERATIONS
from bimaru.web.in_browser import Engine, schemas_of
from command_line import UNIQUE

app = pytest.importorskip("bimaru.web.app")
httpx = pytest.importorskip("httpx")

from bimaru.web.scheduler import Scheduler  # noqa: E402
from bimaru.web.server_limits import Limits  # noqa: E402  # only with the extra

if TYPE_CHECKING:
    from httpx import Client


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    return schemas_of(app.application(Scheduler(Limits(workers=1)), frozenset()).app.openapi())


@pytest.fixture
def engine(schemas: dict[str, Any]) -> Engine:
    return Engine(json.dumps(schemas), 10)


def test_every_operation_is_there(schemas: dict[str, Any]) -> None:
    assert schemas.keys() == OPERATIONS.keys() | {"formats"}


def test_options_are_accepted_and_refused_as_by_the_server(engine: Engine, client: Client) -> None:
    cases: list[tuple[str, dict[str, Any]]] = [
        *(("solve", {"limit": limit}) for limit in (1, "2", 100, 0, 101, -1, "x", 1.5, "", "1e1")),
        *(("solve", {"engine": name}) for name in ("auto", "search", "none", "", "searches")),
        *(("solve", {"engine": f"backtracking:{option}"}) for option in ("order=static", "order=x", "")),
        *(("solve", {"time_limit": limit}) for limit in (0, 1, "0.5", "1e-3", -1, "nan", "inf", "x")),
        *(("draw", {"size": size}) for size in (4, 100, 3.9, 101)),
        *(("draw", {"names": truth}) for truth in ("true", "FALSE", "0", "1", "maybe")),
        *(("draw", {"theme": theme}) for theme in ("dark", "red")),
        ("draw", {"to": "gif"}),
        ("solve", {"unknown": 1, "limit": 0}),
        ("grade", {"limit": 1}),
    ]
    for operation, options in cases:
        text = {name: str(value) for name, value in options.items()}
        response = client.post(f"/api/{operation}", json=UNIQUE, params=text)
        status, _, content = engine.answer(operation, json.dumps(UNIQUE), json.dumps(text))
        assert status == response.status_code, (operation, options, content)
        if status != 200:
            assert json.loads(content)["error"] == response.json()["error"] == "invalid request"
            faults = [
                {fault.partition(":")[0] for fault in answer["faults"]}
                for answer in (json.loads(content), response.json())
            ]
            assert faults[0] == faults[1]


def test_an_unknown_operation_is_refused(engine: Engine) -> None:
    assert engine.answer("fly", "", "{}")[0] == 404


def test_a_bug_and_a_lack_of_memory_are_answers(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from bimaru.web import handlers

    def fail(error: Exception) -> Any:
        def operation(_: object) -> None:
            raise error

        return operation

    monkeypatch.setitem(handlers.OPERATIONS, "solve", fail(MemoryError()))
    status, _, content = engine.answer("solve", "{}", "{}")
    assert (status, json.loads(content)["error"]) == (503, "the memory limit was exceeded")
    monkeypatch.setitem(handlers.OPERATIONS, "solve", fail(RuntimeError("oh")))
    assert engine.answer("solve", "{}", "{}")[0] == 500


def test_the_puzzle_of_the_day_is_that_of_today_unless_a_day_is_named(engine: Engine) -> None:
    status, _, content = engine.answer("daily", "", "{}")
    assert status == 200
    day = json.loads(content)["id"]
    assert json.loads(engine.answer("daily", "", json.dumps({"date": day}))[2]) == json.loads(content)


def test_why_is_answered_as_by_the_server(engine: Engine, client: Client) -> None:
    for options in ({"square": "A1"}, {"square": "A1", "not": "M"}, {"square": "A1", "language": "de"}):
        response = client.post("/api/why", json=UNIQUE, params=options)
        status, _, content = engine.answer("why", json.dumps(UNIQUE), json.dumps(options))
        assert (status, response.status_code) == (200, 200)
        assert json.loads(content) == response.json()
