"""Easy and hard requests at once: all are answered, and rightly. How fast, benchmarks/serving.py tells."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from instances import instances
from serving import served

pytest.importorskip("fastapi")
httpx = pytest.importorskip("httpx")

COUNTLESS: Final = {
    "rows": [None] * 30,
    "cols": [None] * 30,
    "fleet": {str(length): 10 for length in range(1, 7)},
}
EASY: Final = 20
HARD: Final = 3


@pytest.mark.thorough
def test_easy_and_hard_requests_at_once_are_all_answered_rightly() -> None:
    puzzles = [one.puzzle.to_data() for one in instances("boats")[:EASY]]

    async def send(client: Any, path: str, puzzle: object) -> Any:
        response = await client.post(path, json=puzzle)
        assert response.status_code == 200, response.text
        return response.json()

    async def all_at_once(url: str) -> tuple[list[Any], list[Any]]:
        async with httpx.AsyncClient(base_url=url, timeout=120) as client:
            hard = [asyncio.create_task(send(client, "api/count", COUNTLESS)) for _ in range(HARD)]
            easy = [asyncio.create_task(send(client, "api/solve", puzzle)) for puzzle in puzzles]
            return await asyncio.gather(*easy), await asyncio.gather(*hard)

    with served("--workers", "1", "--time-limit", "0.5") as server:
        easy, hard = asyncio.run(all_at_once(server.url))
    assert [answer["status"] for answer in easy] == ["unique"] * EASY
    assert [answer["id"] for answer in easy] == [puzzle["id"] for puzzle in puzzles]
    assert [answer["complete"] for answer in hard] == [False] * HARD
