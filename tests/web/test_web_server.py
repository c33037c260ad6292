"""`bimaru serve` as a process: it starts, is found, ends, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest

from bimaru.cli.exit_codes import Exit
from command_line import UNIQUE, bimaru, started
from sampling import sampled, thorough
from serving import Server, client_of, served

if TYPE_CHECKING:
    from httpx import Client

pytest.importorskip("fastapi")
httpx = pytest.importorskip("httpx")

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="signals and processes of Unix")

COUNTLESS: Final = {
    "rows": [None] * 15,
    "cols": [None] * 15,
    "fleet": {"5": 2, "4": 3, "3": 4, "2": 5, "1": 6},
}
"""A puzzle whose solutions nobody counts in the time of a test."""


def workers_of(server: Server) -> list[int]:
    """The processes that a server has started."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = (map(int, line.split()) for line in listed.splitlines())
    return [pid for pid, parent in pairs if parent == server.process.pid]


def are_gone(processes: list[int]) -> bool:
    """Whether they end within a while."""
    for _ in range(500):
        left = subprocess.run(
            ["ps", "-o", "stat=", "-p", ",".join(map(str, processes))],
            capture_output=True,
            text=True,
            check=False,
        )
        if all(line.startswith("Z") for line in left.stdout.split()):
            return True
        time.sleep(0.02)
    return False


def test_it_says_where_it_is_and_is_there(client: Client) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", str(client.base_url))
    assert client.post("/api/solve", json=UNIQUE).json()["status"] == "unique"


@pytest.mark.thorough
def test_it_is_there_by_the_newer_protocol_too() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6")
    with served("--workers", "1", "--host", "::1") as server:
        assert server.url.startswith("http://[::1]:")
        assert httpx.get(f"{server.url}api/formats").status_code == 200


@on_unix
@pytest.mark.parametrize(
    ("end", "code", "is_busy"),
    [
        thorough(signal.SIGINT, Exit.INTERRUPTED, False),
        (signal.SIGINT, Exit.INTERRUPTED, True),
        (signal.SIGTERM, Exit.DONE, False),
        thorough(signal.SIGTERM, Exit.DONE, True),
        *([(signal.SIGHUP, Exit.DONE, False)] if hasattr(signal, "SIGHUP") else []),
    ],
)
def test_it_ends_at_once_and_cleanly(end: signal.Signals, code: Exit, is_busy: bool) -> None:
    with served("--workers", "1", "--root-path", "/games", start_new_session=True) as server:
        asking = _asked_for_hard_work(server) if is_busy else None
        workers = workers_of(server)
        assert workers
        start = time.monotonic()
        os.killpg(server.process.pid, end)
        out, err = server.process.communicate(timeout=30)
        assert time.monotonic() - start < 20  # 0.4 on a machine with nothing else to do
        assert (server.process.returncode, out, err) == (code, "", "")
        assert are_gone(workers)
        if asking:
            with asking, asking.makefile("rb") as answer:
                assert answer.readline().split()[1] == b"503"


def _asked_for_hard_work(server: Server) -> socket.socket:
    """A connection with a request to count what cannot be counted."""
    address = urlsplit(server.url)
    connection = socket.create_connection((address.hostname, address.port or 0))
    body = json.dumps(COUNTLESS).encode()
    head = f"Host: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    connection.sendall(f"POST /api/count HTTP/1.1\r\n{head}Expect: 100-continue\r\n\r\n".encode())
    assert b" 100 " in connection.recv(1000)
    connection.sendall(body)
    time.sleep(0.5)
    return connection


@pytest.mark.thorough
def test_who_goes_away_leaves_the_worker_to_others() -> None:
    with served("--workers", "1", "--time-limit", "600") as server:
        _asked_for_hard_work(server).close()
        counted = httpx.post(f"{server.url}api/count?time_limit=0.5", json=COUNTLESS, timeout=60).json()
        assert counted["complete"] is False


@on_unix
def test_workers_end_with_a_server_that_is_killed() -> None:
    with served("--workers", "1") as server:
        httpx.post(f"{server.url}api/solve", json=UNIQUE)
        workers = workers_of(server)
        assert len(workers) >= 2
        server.process.kill()
        assert are_gone(workers)
        assert server.process.communicate() == ("", "")


def test_a_port_in_use_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = bimaru("serve", "--port", str(port))
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert re.fullmatch(rf"Error: 127\.0\.0\.1, port {port}: .*in use\n", ran.err)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_an_address_of_another_machine_is_reported_in_one_line(host: str) -> None:
    ran = bimaru("serve", "--host", host, "--port", "0", "--allow-host", "*")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert re.fullmatch(rf"Error: {host}, port 0: .*\n", ran.err)


def test_an_address_for_other_machines_needs_the_names_that_they_use() -> None:
    ran = bimaru("serve", "--host", "0.0.0.0", "--port", "0")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err.startswith("Error: --host 0.0.0.0 lets other machines use the server: add --allow-host ")


@pytest.mark.parametrize("name", ["http://a.example", "a.example:80", "a.example/", "", "a b", "[x]"])
def test_a_name_that_no_client_could_use_is_refused(name: str) -> None:
    ran = bimaru("serve", "--port", "0", "--allow-host", name)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert "expected the name or address alone" in ran.err


@on_unix
def test_who_opens_the_server_to_others_is_warned() -> None:
    options = ("--workers", "1", "--host", "0.0.0.0", "--allow-host", "Puzzles.example")
    with served(*options) as server:
        port = urlsplit(server.url).port
        here = f"http://127.0.0.1:{port}/api/formats"
        assert httpx.get(here, headers={"Host": "puzzles.example"}).status_code == 200
        assert httpx.get(here).status_code == 400
        server.process.terminate()
        _, err = server.process.communicate()
    assert re.search(r"can use the server, as puzzles\.example\.\n.*no accounts and no encryption", err)
    assert "512 connections" in err


def test_on_request_the_page_is_opened_once_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from bimaru.web import server

    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    monkeypatch.setattr(server.Server, "run", lambda self, _: self._ready())
    for options, pages in ((["--open"], 1), ([], 0)):
        opened.clear()
        url = re.findall(r"http://127\.0\.0\.1:\d+/", bimaru("serve", "--port", "0", *options).out)
        assert opened == url[:pages]


@on_unix
def test_a_killed_worker_is_replaced_without_a_request() -> None:
    with served("--workers", "1") as server:
        httpx.post(f"{server.url}api/solve", json=UNIQUE)
        killed = workers_of(server)
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        assert are_gone(killed)
        for _ in range(300):
            queues = httpx.get(f"{server.url}healthz").json()["queues"]
            if all(queue["alive"] for queue in queues) and len(workers_of(server)) == 3:
                break
            time.sleep(0.1)
        assert len(workers_of(server)) == 3
        assert httpx.post(f"{server.url}api/solve", json=UNIQUE, timeout=60).status_code == 200


@pytest.mark.parametrize(
    "args", [["--port", "65536"], ["--workers", "0"], ["--time-limit", "0"], ["--time-limit", "nan"]], ids=str
)
def test_a_wrong_call_is_a_usage_error(args: list[str]) -> None:
    ran = bimaru("serve", *args)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err.startswith("Usage: bimaru serve ")


@pytest.mark.parametrize("package", ["fastapi", "uvicorn"])
def test_a_missing_package_is_reported_in_one_line_that_names_the_extra(package: str) -> None:
    program = f"import sys; sys.modules['{package}'] = None\nfrom bimaru.cli import main; main(['serve'])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stdout) == (Exit.BAD_INPUT, "")
    assert run.stderr == "Error: bimaru serve needs an extra: pip install 'bimaru[web]'\n"


@pytest.mark.parametrize("root", sampled(["/bimaru", "bimaru/", "/games/bimaru"], "/games/bimaru".__eq__))
def test_behind_a_proxy_it_works_under_a_path_that_is_passed_on_or_not(root: str) -> None:
    with client_of("--workers", "1", "--root-path", root) as client:
        prefix = "/" + root.strip("/")
        for before in ("", prefix):
            assert client.get(f"{before}/").headers["content-type"].startswith("text/html")
            assert client.get(f"{before}/main.js").status_code == 200
            assert client.post(f"{before}/api/solve", json=UNIQUE).json()["status"] == "unique"
        assert client.get("/openapi.json").json()["servers"] == [{"url": prefix}]


def test_no_page_names_a_path_from_the_root(client: Client) -> None:
    for path in ("/", "/docs"):
        assert not re.search(r'(?:href|src)="/', client.get(path).text)


def test_who_only_reads_the_help_loads_no_server() -> None:
    with started("serve", "--help", env=os.environ | {"PYTHONPROFILEIMPORTTIME": "1"}) as process:
        assert "fastapi" not in process.communicate()[1]
