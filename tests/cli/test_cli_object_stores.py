"""Output to object stores: one in memory, and a stand-in for S3 on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

from bimaru.cli.exit_codes import Exit
from command_line import MALFORMED, MULTIPLE, UNIQUE, bimaru, jsonl
from sampling import sampled
from small_collections import contents, work_here

fsspec: Any = pytest.importorskip("fsspec", reason="for want of fsspec")

SMALL: Final = ("generate", "--size", "4x4", "--fleet", "2:1,1:2", "--seed", "7", "--workers", "1")
STORES: Final = sampled(["memory", "s3"], "memory".__eq__)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    work_here(monkeypatch)
    return tmp_path / "cache" / "bimaru" / "outputs"


@pytest.fixture
def memory() -> Iterator[Any]:
    store = fsspec.filesystem("memory")
    yield store
    store.store.clear()
    store.pseudo_dirs[:] = [""]


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A stand-in for S3, with a bucket."""
    pytest.importorskip("s3fs", reason="for want of s3fs")
    moto: Any = pytest.importorskip("moto.server", reason="for want of moto")
    server = moto.ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    store = fsspec.filesystem("s3")
    store.mkdir("bucket")
    yield store
    store.rm("bucket", recursive=True)
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    server.stop()


def objects(store: Any, path: str) -> dict[str, bytes]:
    """Every object under a path, by its name there."""
    found = {name.removeprefix("/"): store.cat_file(name) for name in store.find(path)}
    return {name.removeprefix(f"{path}/"): data for name, data in found.items()}


@pytest.mark.parametrize("store", STORES)
def test_a_collection_goes_to_the_store_as_it_would_to_a_directory(
    store: str, request: pytest.FixtureRequest, cache: Path
) -> None:
    found = request.getfixturevalue(store)
    more = ("--count", "60", "--shard-size", "25")
    assert bimaru(*SMALL, *more, "-o", "here/").code == 0
    ran = bimaru(*SMALL, *more, "-o", f"{store}://bucket/x/")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert objects(found, "bucket/x") == contents(Path("here"))
    assert not list(cache.iterdir())
    assert sorted(path.name for path in Path().iterdir()) == ["cache", "here"]


@pytest.mark.parametrize("store", STORES)
def test_a_complete_collection_is_checked_and_a_damaged_one_repaired(
    store: str, request: pytest.FixtureRequest, cache: Path
) -> None:
    found = request.getfixturevalue(store)
    args = (*SMALL, "--count", "60", "--shard-size", "25", "-o", f"{store}://bucket/x/")
    assert bimaru(*args).code == 0
    before = objects(found, "bucket/x")
    ran = bimaru(*args)
    assert (ran.code, ran.err) == (0, "")
    assert objects(found, "bucket/x") == before
    name = next(name for name in before if name.startswith("puzzles"))
    found.pipe_file(f"bucket/x/{name}", b"damaged")
    ran = bimaru(*args)
    assert ran.code == 0
    assert f"{name}: has 7 bytes instead of" in ran.err
    assert objects(found, "bucket/x") == before


def test_another_collection_there_is_refused_and_stays(memory: Any) -> None:
    assert bimaru(*SMALL, "--count", "20", "-o", "memory://bucket/x/").code == 0
    before = objects(memory, "bucket/x")
    ran = bimaru(*SMALL, "--count", "30", "-o", "memory://bucket/x/")
    assert ran.code == Exit.BAD_INPUT
    assert "holds another collection" in ran.err
    assert objects(memory, "bucket/x") == before


def test_an_interrupted_collection_is_continued(memory: Any, cache: Path) -> None:
    args = (*SMALL, "--count", "60", "--shard-size", "25", "-o")
    with patch("bimaru.puzzle_collections.making._drop_duplicates", side_effect=KeyboardInterrupt):
        assert bimaru(*args, "memory://bucket/x/").code == Exit.INTERRUPTED
    assert objects(memory, "bucket/x") == {}
    shards = {path.name for path in cache.rglob("puzzles-*.gz")}
    assert len(shards) == 3
    assert bimaru(*args, "memory://bucket/x/").code == 0
    assert bimaru(*args, "here/").code == 0
    assert objects(memory, "bucket/x") == contents(Path("here"))


@pytest.mark.parametrize("name", ["x.json", "x.csv"])
def test_what_was_finished_of_an_interrupted_file_is_left_here(name: str, memory: Any, cache: Path) -> None:
    made = ["{}\n", "{}\n", KeyboardInterrupt]
    with patch("bimaru.cli.commands.generate._make", side_effect=made):
        ran = bimaru("generate", "--seed", "7", "--count", "5", "-o", f"memory://bucket/{name}")
    left = Path("x.unfinished.json" if name == "x.json" else "x.unfinished.jsonl")
    told = f"Interrupted; what was finished is in {left}.\nFor the rest: --seed 9 --count 3.\n"
    assert (ran.code, ran.err) == (Exit.INTERRUPTED, told)
    assert left.read_text(encoding="utf-8") == "{}\n{}\n"
    assert objects(memory, "bucket") == {}
    assert [*cache.rglob("*")] == []


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize(
    "command", [("solve", "--to", "csc384"), ("convert", "--to", "text"), ("export",), ("draw",)]
)
def test_a_file_is_one_object(store: str, command: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    found = request.getfixturevalue(store)
    kind = {"export": "parquet", "draw": "svg"}.get(command[0], "txt")
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="for want of pyarrow")
    for target in (f"here.{kind}", f"{store}://bucket/a/there.{kind}"):
        assert bimaru(*command, "-", "-o", target, stdin=jsonl(UNIQUE)).code == 0
    assert objects(found, "bucket") == {f"a/there.{kind}": Path(f"here.{kind}").read_bytes()}


def test_a_directory_gets_a_file_for_each_puzzle_beside_what_is_there(memory: Any) -> None:
    memory.pipe_file("bucket/x/other.txt", b"stays")
    ran = bimaru("convert", "--to", "text", "-", "-o", "memory://bucket/x/", stdin=jsonl(UNIQUE, MULTIPLE))
    assert ran.code == 0
    assert set(objects(memory, "bucket/x")) == {"other.txt", "unique.txt", "multiple.txt"}


def test_a_failed_command_writes_nothing(memory: Any, cache: Path) -> None:
    ran = bimaru("solve", "-", "-o", "memory://bucket/x.txt", stdin=jsonl(UNIQUE, MALFORMED))
    assert ran.code == Exit.BAD_INPUT
    assert objects(memory, "bucket") == {}
    assert not list(cache.iterdir())


def test_what_describes_the_others_is_written_last(memory: Any) -> None:
    opened = []
    original = memory.open

    def remember(path: str, mode: str) -> Any:
        opened.append(path.rpartition("/")[2])
        return original(path, mode)

    with patch.object(type(memory), "open", lambda _, path, mode="rb": remember(path, mode)):
        assert bimaru(*SMALL, "--count", "60", "--shard-size", "25", "-o", "memory://bucket/x/").code == 0
    assert opened[-2:] == ["_manifest.json", "_complete.json"]
    assert len(opened) > 4


def test_a_store_that_fails_leaves_the_output_at_hand(memory: Any, cache: Path) -> None:
    with patch.object(type(memory), "open", side_effect=OSError("no such bucket")):
        ran = bimaru(*SMALL, "--count", "20", "-o", "memory://bucket/x/")
    assert ran.code == Exit.BAD_INPUT
    assert "memory://bucket/x/: OSError: no such bucket; the output is kept in" in ran.err
    assert list(cache.rglob("_complete.json"))
    assert bimaru(*SMALL, "--count", "20", "-o", "memory://bucket/x/").code == 0
    assert "_complete.json" in objects(memory, "bucket/x")


@pytest.mark.thorough
def test_a_missing_bucket_is_reported(s3: Any) -> None:
    ran = bimaru("solve", "-", "-o", "s3://nowhere/x.txt", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert "Error: s3://nowhere/x.txt: " in ran.err
    assert "bucket" in ran.err


@pytest.mark.parametrize("command", [("generate",), ("export", "-"), ("convert", "--to", "json", "-")])
@pytest.mark.parametrize(
    ("missing", "address", "message"),
    [
        (
            "fsspec",
            "s3://bucket/x/",
            "writing to an object store needs an extra: pip install 'bimaru[stores]'",
        ),
        ("s3fs", "s3://bucket/x/", "s3fs"),
        ("", "nonsense://bucket/x/", "nonsense"),
    ],
)
def test_a_store_that_cannot_be_reached_is_a_clear_error(
    command: tuple[str, ...], missing: str, address: str, message: str, tmp_path: Path
) -> None:
    loaded = sys.modules["fsspec.registry"]._registry
    unloaded = {name: found for name, found in loaded.items() if name != "s3"}
    with (
        patch.dict("sys.modules", {missing: None} if missing else {}),
        patch.dict(loaded, unloaded, clear=True),
    ):
        ran = bimaru(*command, "-o", address, stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert address in ran.err
    assert message in ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_address_of_the_web_is_refused_before_anything_is_made(scheme: str, cache: Path) -> None:
    ran = bimaru(*SMALL, "-o", f"{scheme}://example.com/puzzles.jsonl")
    assert ran.code == Exit.BAD_INPUT
    assert "nothing can be written to a web address; a store is named like s3://bucket/file.json" in ran.err
    assert not cache.exists()
