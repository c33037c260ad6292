"""What docs/reference/http-api.md says is so."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

if TYPE_CHECKING:
    from httpx import Client

API: Final = (Path(__file__).parents[2] / "docs" / "reference" / "http-api.md").read_text(encoding="utf-8")


def test_the_examples_give_the_output_shown(client: Client) -> None:
    here = str(client.base_url).rstrip("/")
    shown = "\n".join(re.findall(r"^```pycon\n(.*?)^```", API, re.MULTILINE | re.DOTALL))
    actual = shown.replace("http://127.0.0.1:8000", here)
    examples = doctest.DocTestParser().get_doctest(actual, {}, "http-api.md", None, None)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_every_operation_and_option_is_documented(client: Client) -> None:
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, operation in methods.items():
            (line,) = re.findall(rf"^\| `{method.upper()} {path}` .*$", API, re.MULTILINE)
            options = {parameter["name"] for parameter in operation.get("parameters", ())}
            assert all(f"`{name}`" in line for name in options - {"time_limit"})


def test_every_status_is_documented(client: Client) -> None:
    described = {
        status
        for methods in client.get("/openapi.json").json()["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
    }
    assert described - {"200"} <= {
        *re.findall(r"\b\d{3}\b", API.partition("| status |")[2].partition("## ")[0])
    }


def test_the_limits_are_the_usual_ones() -> None:
    from bimaru.web.server_limits import Limits

    usual = Limits()
    limits = re.sub(r"\s+", " ", API.partition("## Limits")[2])
    assert usual.time == 10
    assert f"within {usual.longest:g} s by the clock" in limits
    assert replace(usual, time=100).longest == 4 * 100
    assert f"{usual.body // 1024} kB of body, {usual.side} rows and columns" in limits
    assert f"{usual.memory // 2**30} GB of address space" in limits
    assert [f"{1000 * seconds:g} ms" in limits for seconds in usual.time_slices] == [True, True]
    assert f"at most {usual.waiting_hard} wait" in limits
    heads = f"{usual.head_time:g} s for the head of a request and {usual.body_time:g} s for its body"
    assert heads in limits
    assert f"closed after {usual.idle_time:g} s, and one whose" in limits
    assert f"nothing of its answer after {usual.read_time:g} s" in limits
    assert f"At most {usual.connections} connections" in limits


def test_the_health_is_as_shown(client: Client) -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```", API, re.MULTILINE | re.DOTALL)
    actual = client.get("/healthz").json()
    assert actual.keys() == json.loads(shown).keys()
    assert [queue.keys() for queue in actual["queues"]] == [
        queue.keys() for queue in json.loads(shown)["queues"]
    ]
    assert [queue["free"] for queue in actual["queues"]] == [
        queue["free"] for queue in json.loads(shown)["queues"]
    ]
