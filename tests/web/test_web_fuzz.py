"""The API keeps to its own description, whatever the request: fuzzed by Schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

from sampling import sampled
from serving import served

pytest.importorskip("fastapi")
schemathesis = pytest.importorskip("schemathesis")

OPERATIONS = (
    *(
        f"POST /api/{name}"
        for name in ("solve", "count", "check", "review", "explain", "why", "hint", "grade")
    ),
    *(f"POST /api/{name}" for name in ("convert", "generate", "minimise", "complete", "draw", "booklet")),
    "GET /api/daily",
)
SLOWEST: Final = ("POST /api/solve", "POST /api/count", "POST /api/booklet", "GET /api/daily")


@pytest.fixture(scope="module")
def api() -> Iterator[Any]:
    """The description of a server that gives little time."""
    with served("--workers", "1", "--time-limit", "0.2") as server:
        yield schemathesis.openapi.from_url(f"{server.url}openapi.json")
        server.process.terminate()
        assert server.process.communicate() == ("", "")  # neither the server nor a worker complained


def test_every_operation_is_fuzzed(api: Any) -> None:
    described = {found.ok().label for found in api.get_all_operations()}
    assert described == {*OPERATIONS, "GET /api/formats", "GET /healthz"}  # that take nothing


@pytest.mark.parametrize(
    "case",
    sampled(
        zip(OPERATIONS, cycle(["positive", "negative"]), strict=False), lambda case: case[0] not in SLOWEST
    ),
    ids="-".join,
)
def test_some_answers_are_as_described_and_never_a_breakdown(api: Any, case: tuple[str, str]) -> None:
    check_answers(api, *case, number=3)


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_as_described_and_never_a_breakdown(api: Any, label: str, mode: str) -> None:
    check_answers(api, label, mode, number=12)


def check_answers(api: Any, label: str, mode: str, number: int) -> None:
    """Send `number` valid or invalid requests, and compare the answers with the schema."""
    (operation,) = (found.ok() for found in api.get_all_operations() if found.ok().label == label)
    cases = operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode))
    # A description cannot say that hints lie on the grid: what it allows may still be refused.
    refusing_is_right = [schemathesis.checks.positive_data_acceptance]

    @given(cases)
    @settings(max_examples=number, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
    def check_case(case: Any) -> None:
        # On a busy machine a worker may take long to load an engine, so there is no hurry here.
        response = case.call(timeout=60)
        is_late = response.status_code == 503 and b"time limit" in response.content
        late = [schemathesis.checks.not_a_server_error] if is_late else []
        case.validate_response(response, excluded_checks=refusing_is_right + late)

    check_case()
