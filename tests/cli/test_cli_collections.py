"""`bimaru generate -o DIRECTORY/`: how it stops, goes on and ends, and that other commands read it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from bimaru.cli import collection_reports
from bimaru.cli.exit_codes import Exit
from bimaru.puzzle_collections.making import Progress
from command_line import bimaru, started
from sampling import thorough
from small_collections import contents, work_here

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of Unix")

SMALL: Final = ("generate", "--size", "5x5", "--fleet", "2:1,1:2", "--seed", "3", "--workers", "1")
"""Quick to make, and few enough for some duplicates."""
LONG: Final = (
    *("generate", "--size", "6x6", "--fleet", "3:1,2:2,1:3", "--seed", "1"),
    *("--shard-size", "100", "--count", "2000"),
)
"""Twenty shards: when the first is done, the others still take a while."""
IN_SMALL_SHARDS: Final = (*SMALL, "--count", "30", "--shard-size", "10")


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    work_here(monkeypatch)


def test_a_collection_is_read_by_every_command(tmp_path: Path) -> None:
    made = bimaru(*SMALL, "--count", "30", "-o", f"{tmp_path}/new/")
    assert (made.code, made.out, made.err) == (Exit.DONE, "", "")
    shards = sorted(tmp_path.rglob("*.jsonl.gz"))
    shard = shards[0]
    for paths in ([tmp_path / "new"], shards):
        solved = bimaru("solve", "--json", *paths)
        assert (solved.code, len(solved.objects)) == (Exit.DONE, 30)
        assert {answer["status"] for answer in solved.objects} == {"unique"}
    assert len(bimaru("grade", "--json", tmp_path / "new").objects) == 30
    alone = {puzzle["seed"]: puzzle for puzzle in bimaru(*SMALL, "--count", "30").objects}
    kept = {puzzle["seed"]: puzzle for puzzle in bimaru("convert", "--to", "json", shard).objects}
    assert len(kept.keys() & alone.keys()) > 20
    assert kept == kept | {seed: alone[seed] for seed in kept.keys() & alone.keys()}


def test_the_size_of_shards_is_an_option(tmp_path: Path) -> None:
    assert bimaru(*IN_SMALL_SHARDS, "-o", tmp_path).code == Exit.DONE
    assert [path.name for path in sorted(tmp_path.glob("*.gz"))][:2] == [
        "puzzles-00000000003-00000000012.jsonl.gz",
        "puzzles-00000000013-00000000022.jsonl.gz",
    ]


@pytest.mark.parametrize("option", [("--shard-size", "5"), ("--dask", "tcp://127.0.0.1:9")])
def test_what_is_for_collections_is_refused_elsewhere(option: tuple[str, str], tmp_path: Path) -> None:
    ran = bimaru(*SMALL, *option, "-o", tmp_path / "file.jsonl")
    assert ran.code == Exit.BAD_INPUT
    assert f"Error: {option[0]} is for collections: -o {tmp_path}/file/, in json or parquet." in ran.err


@pytest.mark.parametrize(
    ("target", "directory"),
    [
        ("NAME", "NAME/"),
        ("v1.2", "v1.2/"),
        ("-", "DIRECTORY/"),
        ("memory://NAME", "memory://NAME/"),
    ],
)
def test_the_directory_to_write_a_collection_to_is_named(target: str, directory: str) -> None:
    ran = bimaru("generate", "--to", "parquet", "-o", target)
    assert ran.code == Exit.BAD_INPUT
    assert ran.err.endswith(f"Error: --to parquet is for collections: -o {directory}, in json or parquet.\n")


def test_the_same_command_again_changes_nothing_and_another_is_refused(tmp_path: Path) -> None:
    bimaru(*SMALL, "--count", "30", "-o", tmp_path)
    before = contents(tmp_path)
    assert bimaru(*SMALL, "--count", "30", "-o", tmp_path).code == Exit.DONE
    other = bimaru(*SMALL, "--count", "31", "-o", tmp_path)
    assert other.code == Exit.BAD_INPUT
    assert other.err == f"Error: {tmp_path} holds another collection: its count is 30, not 31\n"
    assert contents(tmp_path) == before


def test_verified_statistics_name_every_damaged_file_and_the_next_run_mends_it(tmp_path: Path) -> None:
    make = (*IN_SMALL_SHARDS, "-o", tmp_path)
    bimaru(*make)
    before = contents(tmp_path)
    assert bimaru("stats", "--verify", tmp_path).code == Exit.DONE
    first, second = sorted(tmp_path.glob("*.gz"))[:2]
    first.write_bytes(b"")
    second.unlink()
    ran = bimaru("stats", "--verify", tmp_path)
    assert (ran.code, ran.out) == (Exit.FAILED, "")
    assert ran.err == f"{first}: has 0 bytes instead of {len(before[first.name])}\n{second}: is missing\n"
    again = bimaru(*make)
    assert again.code == Exit.DONE
    assert again.err == "".join(f"{line}; it is made again\n" for line in ran.err.splitlines())
    assert contents(tmp_path) == before


def test_only_collections_can_be_verified(tmp_path: Path) -> None:
    ran = bimaru("stats", "--verify", tmp_path)
    assert (ran.code, ran.err) == (Exit.BAD_INPUT, f"Error: --verify: {tmp_path} is not a collection\n")


def test_where_there_are_too_few_puzzles_it_says_so(tmp_path: Path) -> None:
    few = ("generate", "--size", "3x3", "--fleet", "2:1", "--workers", "1", "--seed", "1", "--count", "50")
    ran = bimaru(*few, "-o", tmp_path)
    assert ran.code == Exit.UNDECIDED
    assert "2 different puzzles from" in ran.err
    assert bimaru(*few, "-o", tmp_path) == ran


def test_an_impossible_collection_is_reported_and_leaves_no_file(tmp_path: Path) -> None:
    full = ("generate", "--size", "4x4", "--fleet", "4:1,3:2", "--seed", "1", "--workers", "1")
    ran = bimaru(*full, "--count", "5", "-o", f"{tmp_path}/new/")
    alone = bimaru(*full)
    assert (ran.code, ran.err) == (alone.code, alone.err)
    assert ran.code != Exit.DONE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--seed", "-5"), "seeds from 0, not -5"),
        (("--dask", "tcp://127.0.0.1:9"), "no Dask scheduler at tcp://127.0.0.1:9"),
    ],
)
def test_invalid_options_are_reported_and_leave_no_file(
    args: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bimaru.processes.executors._TIME_TO_CONNECT", 0.5)
    if "--dask" in args:
        pytest.importorskip("distributed", reason="for want of Dask")
    ran = bimaru(*SMALL, *args, "-o", f"{tmp_path}/new/")
    assert ran.code == Exit.BAD_INPUT
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def wait_for_a_shard(directory: Path) -> None:
    """Until the first shard is done."""
    end = time.monotonic() + 60
    while not list(directory.glob("*.jsonl.gz")):
        assert time.monotonic() < end, "no shard comes"
        time.sleep(0.01)


@on_unix
@pytest.mark.parametrize(
    ("request_to_end", "code"),
    [
        thorough(signal.SIGINT, Exit.INTERRUPTED),
        thorough(signal.SIGTERM, 143),
        thorough(getattr(signal, "SIGHUP", 1), 129),
        (getattr(signal, "SIGKILL", 9), -9),
    ],
)
def test_it_stops_on_a_signal_and_continues_when_called_again(
    request_to_end: signal.Signals, code: int, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    # Signals go to the workers too, as Ctrl-C, a terminal that closes and `timeout` send them: and twice.
    with started(*LONG, "-o", tmp_path, "--workers", "2", start_new_session=True) as process:
        wait_for_a_shard(tmp_path)
        for _ in range(2):
            os.killpg(process.pid, request_to_end)
        printed = process.communicate(timeout=30)
    assert process.returncode == code
    message = (
        rf"Interrupted; {tmp_path} has \d+ finished shards?\. Run the same command again for the rest\.\n"
    )
    assert printed[0] == ""
    if code >= 0:  # Python itself has a word to say about a process that was killed
        assert re.fullmatch(message if code == Exit.INTERRUPTED else "", printed[1])
    assert not (tmp_path / "_complete.json").exists()
    assert code < 0 or not list(tmp_path.rglob("*.part"))
    assert bimaru(*LONG, "-o", tmp_path, "--workers", "1").code == Exit.DONE
    assert contents(tmp_path) == whole


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The long collection, made without a break."""
    directory = tmp_path_factory.mktemp("whole")
    assert bimaru(*LONG, "-o", directory, "--workers", "1").code == Exit.DONE
    return contents(directory)


@on_unix
def test_on_a_terminal_a_progress_line_counts_seeds_and_shards(tmp_path: Path) -> None:
    """The collection is too long to end before the line appears on any machine, and is interrupted then."""
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": "100", "TERM": "xterm"}
    endless = (*LONG[:-1], "4000000")
    shown = ""
    with started(*endless, "--workers", "1", "-o", tmp_path, stderr=theirs, env=environment) as process:
        os.close(theirs)
        try:
            while not re.search(r"of 4,000,000 seeds, shard \d", shown):
                shown += os.read(ours, 4096).decode()
            process.send_signal(signal.SIGINT)
            while os.read(ours, 4096):
                pass
        except OSError:  # how Linux reports the end of a terminal
            pass
        assert process.communicate()[0] == ""
    os.close(ours)
    assert re.search(r"of 4,000,000 seeds, shard \d+ of 40000\b", shown), shown
    assert process.returncode == Exit.INTERRUPTED


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (Progress(1, 4, 0, 60, 0, 0), "0 of 60 seeds, shard 0 of 4"),
        (Progress(2, 40, 1, 4000, 100, 70), "round 2, 100 of 4,000 seeds, shard 1 of 40"),
        (Progress(3, 4, 2, 60, 30, 70, 2, 5), "part 2 of 5, round 3, 30 of 60 seeds, shard 2 of 4"),
    ],
)
def test_progress_names_the_part_and_the_round_where_there_are_several(progress: Progress, text: str) -> None:
    line = collection_reports._CollectionProgress()
    line.update(progress)
    assert line() == text


def test_without_dask_the_error_names_the_extra_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['distributed'] = None; from bimaru.cli import main; main()"
    command = [sys.executable, "-c", program, *SMALL, "--dask", "tcp://127.0.0.1:9", "-o", f"{tmp_path}/new/"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == Exit.BAD_INPUT
    assert "pip install 'bimaru[cluster]'" in ran.stderr
    assert list(tmp_path.iterdir()) == []
