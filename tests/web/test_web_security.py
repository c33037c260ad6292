"""What the server does not do: trust names, other sites, bodies or the text of puzzles."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING, Any, Final

import pytest

from command_line import UNIQUE
from serving import JSON, client_of, refused

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

if TYPE_CHECKING:
    from httpx import Client

ASKED: Final = [
    pytest.param("GET", "/", {}, id="page"),
    pytest.param("GET", "/style.css", {}, id="style"),
    pytest.param("GET", "/docs", {}, id="documentation"),
    pytest.param("GET", "/docs.css", {}, id="its style"),
    pytest.param("GET", "/openapi.json", {}, id="description"),
    pytest.param("POST", "/api/solve", {"json": UNIQUE}, id="answer"),
    pytest.param("POST", "/api/draw", {"json": UNIQUE}, id="picture"),
    pytest.param("POST", "/api/solve", {"content": b"{", "headers": JSON}, id="not JSON"),
    pytest.param("POST", "/api/solve", {"content": b"x" * 300_000, "headers": JSON}, id="too large"),
    pytest.param("POST", "/api/solve", {"content": b"{}"}, id="no type"),
    pytest.param("GET", "/api/solve", {}, id="wrong method"),
    pytest.param("GET", "/nothing", {}, id="not there"),
    pytest.param("GET", "/", {"headers": {"Host": "evil.example"}}, id="wrong name"),
]


@pytest.mark.parametrize(("method", "path", "body"), ASKED)
def test_every_answer_keeps_the_browser_in_bounds(
    client: Client, method: str, path: str, body: dict[str, Any]
) -> None:
    headers = client.request(method, path, **body).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


@pytest.mark.parametrize(
    ("path", "directive", "sources"),
    [
        ("/embed.html", "frame-ancestors", "*"),
        ("/embedding.html", "frame-src", "'self'"),
        ("/service/engine-worker.js", "script-src", "'self' 'wasm-unsafe-eval'"),
    ],
)
def test_a_file_that_needs_one_thing_more_is_allowed_just_that(
    client: Client, path: str, directive: str, sources: str
) -> None:
    usual, found = (
        [dict(rule.split(" ", 1) for rule in policy.split("; ")) for policy in policies]
        for policies in (client.get(page).headers.get_list("content-security-policy") for page in ("/", path))
    )
    assert found == [usual[0] | {directive: sources}]


# Other sites


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None]
)
def test_what_a_page_elsewhere_could_send_is_refused(client: Client, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    response = client.post("/api/solve", content=b'{"rows": [1], "cols": [1]}', headers=headers)
    assert response.status_code == 415
    assert response.json()["error"].startswith("the body has to be JSON")


def test_json_may_say_how_it_is_encoded(client: Client) -> None:
    headers = {"Content-Type": "application/json; charset=utf-8"}
    assert (
        client.post("/api/solve", content=b'{"rows": [0], "cols": [0]}', headers=headers).status_code == 200
    )


def test_a_preflight_gets_no_permission(client: Client) -> None:
    asking = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/solve", headers=asking).status_code == 405


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "["])
@pytest.mark.parametrize("path", ["/", "/api/formats", "/docs", "/healthz", "/openapi.json"])
def test_a_name_that_is_made_to_point_here_is_refused(client: Client, name: str, path: str) -> None:
    response = client.get(path, headers={"Host": name})
    assert response.status_code == 400
    assert "--allow-host" in response.json()["error"]


def test_a_request_that_names_no_host_is_refused_for_that(client: Client) -> None:
    response = client.get("/api/formats", headers={"Host": ""})
    assert response.status_code == 400
    assert response.json()["error"] == "the request names no host"


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]", "[::1]:8000"])
def test_on_loopback_the_server_goes_by_the_names_of_loopback(client: Client, name: str) -> None:
    assert client.get("/api/formats", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    ("host", "also", "names"),
    [
        ("127.0.0.1", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("::1", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("127.3.2.1", (), {"localhost", "127.0.0.1", "[::1]", "127.3.2.1"}),
        ("localhost", ("Puzzles.example",), {"localhost", "127.0.0.1", "[::1]", "puzzles.example"}),
        ("0.0.0.0", ("*",), {"*"}),
        ("::", ("::1", "192.168.0.7"), {"[::1]", "192.168.0.7"}),
        ("0.0.0.0", ("puzzles.example",), {"puzzles.example"}),
    ],
)
def test_allowed_names_depend_on_the_address_of_the_server(
    host: str, also: tuple[str, ...], names: set[str]
) -> None:
    from bimaru.web.security import allowed_hosts

    assert allowed_hosts(host, also) == names


@pytest.mark.thorough
def test_more_names_can_be_allowed() -> None:
    with client_of("--workers", "1", "--allow-host", "puzzles.example") as client:
        for name, status in (("puzzles.example", 200), ("localhost", 200), ("evil.example", 400)):
            assert client.get("/api/formats", headers={"Host": name}).status_code == status


# Bodies


def test_a_body_that_is_too_large_is_refused_however_it_comes(client: Client) -> None:
    pieces = (b" " * 10_000 for _ in range(100))
    for content in (b" " * 1_000_000, pieces):
        response = client.post("/api/solve", content=content, headers=JSON)
        assert response.status_code == 413
        assert "262144 bytes" in response.json()["error"]


def test_a_body_of_just_the_size_that_is_named_is_read(client: Client) -> None:
    body = b'{"rows": [0], "cols": [0]}'
    for size, status in ((262_144, 200), (262_145, 413)):
        assert client.post("/api/solve", content=body.ljust(size), headers=JSON).status_code == status


def test_a_grid_that_is_too_large_is_refused(client: Client) -> None:
    (fault,) = refused(client, "solve", {"rows": [None] * 65, "cols": [None] * 65})["faults"]
    assert fault == "the grid is 65x65; this server accepts up to 64x64"


# Files


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/page/../../app.py",
        "/%2fetc/passwd",
        "//etc/passwd",
        "/style.css/",
        "/style.css%00",
        "/app.py",
    ],
)
def test_nothing_but_the_page_s_own_files_is_given_away(client: Client, path: str) -> None:
    address = (client.base_url.host, client.base_url.port or 80)
    with socket.create_connection(address) as connection:  # httpx would tidy the path up
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        with connection.makefile("rb") as answer:
            assert answer.readline().split()[1] == b"404"


def test_a_file_is_given_again_only_when_it_has_changed(client: Client) -> None:
    first = client.get("/style.css")
    assert first.headers["content-type"].startswith("text/css")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    assert re.fullmatch('"[!#-~]+"', tag)  # RFC 9110, section 8.8.3
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get("/style.css", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/style.css", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0, *", None),
        ("*;q=0", None),
        ("gzip;q=much", None),
        ("identity", None),
        ("", None),
    ],
)
def test_files_are_compressed_for_clients_that_accept_it(
    client: Client, accepted: str, coding: str | None
) -> None:
    plain = client.get("/style.css", headers={"Accept-Encoding": "identity"})
    answer = client.get("/style.css", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.content == plain.content  # as httpx decodes it
    assert (answer.headers["etag"] == plain.headers["etag"]) == (coding is None)
    assert (int(answer.headers["content-length"]) < len(plain.content) / 2) == (coding == "gzip")


def test_a_compressed_file_keeps_its_tag_and_a_head_its_headers(client: Client) -> None:
    gzip = {"Accept-Encoding": "gzip"}
    whole = client.get("/style.css", headers=gzip)
    again = client.get("/style.css", headers=gzip | {"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["vary"] == "Accept-Encoding"
    head = client.head("/style.css", headers=gzip)
    assert head.content == b""
    for name in ("content-encoding", "content-length", "etag", "vary"):
        assert head.headers[name] == whole.headers[name], name


def test_a_part_of_a_file_is_answered_with_the_whole(client: Client) -> None:
    """A server may ignore ranges; a part of a compressed file would be of no use."""
    for accepted in ("gzip", "identity"):
        answer = client.get("/style.css", headers={"Accept-Encoding": accepted, "Range": "bytes=0-9"})
        assert answer.status_code == 200
        assert len(answer.content) > 10_000


def test_pictures_are_not_compressed_again(client: Client) -> None:
    assert "content-encoding" not in client.get("/icons/icon-192.png").headers


def test_scripts_come_as_scripts_and_the_index_as_the_page(client: Client) -> None:
    assert client.get("/main.js").headers["content-type"].startswith("text/javascript")
    assert client.get("/").content == client.get("/index.html").content
    assert client.head("/").status_code == 200


def test_answers_are_not_cached(client: Client) -> None:
    assert client.post("/api/solve", json=UNIQUE).headers["cache-control"] == "no-store"


# The documentation page


def test_the_documentation_comes_from_this_server_and_runs_nothing(client: Client) -> None:
    page = client.get("/docs").text
    assert not re.search(r"<script|style=| on\w+=|javascript:|https?://", page)
    for name in re.findall(r'(?:href|src)="([^"#]+)"', page):
        assert client.get(f"/{name}").status_code == 200


def test_the_documentation_names_every_operation_and_links_every_type(client: Client) -> None:
    page = client.get("/docs").text
    description = client.get("/openapi.json").json()
    for path, methods in description["paths"].items():
        for method in methods:
            assert f"<h3><code>{method.upper()} {path}</code></h3>" in page
    assert {*re.findall(r'href="#(\w+)"', page)} <= {*re.findall(r'id="(\w+)"', page)}


def test_what_a_description_says_is_text() -> None:
    from bimaru.web.reference import page

    evil = "<img src=x onerror=alert(1)>`<b>`"
    schema = {"description": evil, "properties": {evil: {"type": evil, "description": evil, "default": evil}}}
    operation = {
        "description": evil,
        "parameters": [{"name": evil, "schema": {"enum": [evil]}}],
        "requestBody": {"content": {evil: {"schema": {"$ref": f"#/{evil}"}}}},
        "responses": {evil: {"description": evil}, "200": {"content": {evil: {"schema": {"type": evil}}}}},
    }
    document = {
        "info": {"title": evil, "version": evil, "description": evil},
        "paths": {evil: {evil: operation}},
        "components": {"schemas": {evil: schema}},
    }
    assert not re.search(r"<img|<b>", page(document))
