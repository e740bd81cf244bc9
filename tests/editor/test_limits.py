"""What is too long, too much, malformed or hostile.  Each against the running server, which lives on."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import os
import pickle
import re
import socket
import statistics
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from packaging.requirements import Requirement

from tests.support.live_editor import Editor
from tests.support.paths import TOP

LONG = bool(os.environ.get("MANIKIN_LONG_TESTS"))
BINARY = "application/octet-stream"
SOURCES = TOP / "src"


@pytest.fixture(autouse=True)
def _lives_on(editor: Editor) -> Iterator[None]:
    yield
    assert editor.alive()


def upload(editor: Editor, name: str, data: bytes) -> Any:
    return editor.ask("POST", f"/api/import?name={name}", {**editor.bearer, "Content-Type": BINARY}, data)


# ---- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../", "../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cwindows", "//etc/passwd",
        "%2fetc%2fpasswd", "C:%5cwindows", "%5c%5chost%5cshare", "~/", "~root", "%00", "a%00.png", "x" * 5000,
        "CON", "NUL", "aux.txt", ".", "..",
        "../root-secret", "%2e%2e/root-secret", "human.manikin", "token-1", "%ff%fe", "%", "%zz",
    ],
)  # fmt: skip
@pytest.mark.parametrize("route", ["/files/", "/assets/", "/"])
def test_no_path_leads_out(editor: Editor, route: str, name: str) -> None:
    secret = editor.folder / "root-secret"
    secret.write_text("kept to ourselves")
    link = editor.folder / "manikin" / "link.txt"
    if not link.exists():
        link.symlink_to(secret)
    answer = editor.get(route + name)
    page = route == "/" and name in ("../", ".", "..") and answer.status == 200
    assert answer.status in (400, 403, 404) or page
    assert b"root:" not in answer.body
    assert b"kept to ourselves" not in answer.body
    assert b"SQLite format" not in answer.body
    assert editor.get("/files/link.txt").status in (403, 404)


# ---- bodies and heads ----------------------------------------------------------------------------


@pytest.mark.timing
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read on Linux only")
def test_bodies_that_are_too_long_are_not_kept(editor: Editor) -> None:
    before = editor.memory()
    own = {**editor.bearer, "Content-Type": BINARY}
    path = "/api/import?name=x.scr"
    said = editor.ask("POST", path, {**own, "Content-Length": str(160 * 1024 * 1024)}, b"x")
    assert said.status == 413
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    chunked = {**own, "Transfer-Encoding": "chunked"}
    assert editor.ask("POST", path, chunked, b"", more=[chunk] * 160).status in (413, 0)
    for length in ("-1", "x", "1e3", "99999999999999999999"):
        assert editor.ask("POST", path, {**own, "Content-Length": length}, b"x").status in (400, 413)
    assert editor.ask("POST", path, [*own.items(), ("Content-Length", "1"), ("Content-Length", "2")]).status == 400
    for _ in range(3):
        editor.ask("POST", path, chunked, b"", more=[chunk] * 160)
    assert editor.memory() - before < 4 * 40 * len(chunk) / 8


def test_heads_that_are_too_long_are_refused(editor: Editor) -> None:
    assert editor.get("/api/project", [("X-Long", "x" * 200_000)]).status in (400, 431)
    assert editor.get("/api/project", [(f"X-{i}", "y") for i in range(1000)]).status in (400, 431)
    assert editor.get("/api/project", [(f"X-{i}", "y") for i in range(100)]).status == 431
    assert editor.get("/api/project?" + "x" * 100_000).status in (400, 414, 431)


@pytest.mark.timing
@pytest.mark.skipif(sys.platform != "linux", reason="the processor time of another process is read on Linux only")
@pytest.mark.parametrize("path", ["/", "/api/project", "/files/x"])
def test_many_ranges_are_no_more_work_than_a_header_of_their_length(editor: Editor, path: str) -> None:
    ranges = ",".join(f"{i}-{i + 1}" for i in range(0, 3000, 2))

    def work(header: str, value: str) -> float:
        before = editor.processor_seconds()
        for _ in range(20):
            assert editor.get(path, {header: value}).status in (200, 400, 404, 416, 431)
        return editor.processor_seconds() - before

    work("Range", f"bytes={ranges}")  # what is done once only
    assert work("Range", f"bytes={ranges}") < 3 * work("X-Range", f"bytes={ranges}")


@pytest.mark.parametrize(
    "data",
    [
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\x00" * 100, b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET /login HTTP/3.0\r\nHost: localhost:{port}\r\n\r\n",
        np.random.default_rng(0).bytes(2000) + b"\r\n\r\n",
    ],
    ids=["HTTP/2", "TLS", "zeros", "no path", "no version", "HTTP/3", "noise"],
)  # fmt: skip
def test_what_is_no_http_is_refused(editor: Editor, data: bytes) -> None:
    answer = editor.raw(data.replace(b"{port}", str(editor.port).encode()))
    assert answer.status == 400
    assert answer.headers["connection"] == ["close"]


@pytest.mark.parametrize(
    ("chunks", "status"),
    [(b"5\r\nhello\r\n0\r\n\r\n", 422), (b"5\r\nhelloXX0\r\n\r\n", 400), (b"5;x\r\nhello\n\n0\r\n\r\n", 400)],
    ids=["right", "wrong end", "line feeds"],
)
def test_chunks_end_as_they_should_or_are_refused(editor: Editor, chunks: bytes, status: int) -> None:
    """Two servers that disagree about where a body ends can be made to take a part of it for another request."""
    own = {**editor.bearer, "Content-Type": BINARY, "Transfer-Encoding": "chunked"}
    assert editor.ask("POST", "/api/import?name=x.scr", own, more=[chunks]).status == status


def test_methods_that_are_not_known_are_refused(editor: Editor) -> None:
    own = {**editor.bearer, "Content-Type": "application/json"}
    for method in ("TRACE", "PUT", "DELETE", "PATCH", "CONNECT", "NONSENSE"):
        assert 400 <= editor.ask(method, "/api/project", own, b"{}").status < 500
    assert editor.ask("POST", "/api/project", own, b"{}").status == 405
    assert editor.get("/api/import?name=x.scr").status in (404, 405)
    assert editor.get("/api/shutdown").status in (404, 405)


@pytest.mark.timing
def test_connections_that_dawdle_hold_nobody_up(editor: Editor) -> None:
    def wait() -> float:
        waits = []
        for _ in range(15):
            begin = time.monotonic()
            assert editor.get("/api/figures").status == 200
            waits.append(time.monotonic() - begin)
        return statistics.median(waits)

    alone = wait()
    held = [socket.create_connection(("127.0.0.1", editor.port), 5) for _ in range(150)]
    try:
        for link in held:
            link.sendall(b"GET /api/project HTTP/1.1\r\nHost: 127.0")
        assert wait() < 3 * alone
    finally:
        for link in held:
            link.close()


# ---- what every answer says ----------------------------------------------------------------------


def test_answers_tell_the_browser_to_be_careful(editor: Editor) -> None:
    for answer in (editor.get("/", auth="cookie"), editor.get("/api/project"), editor.get("/nothing")):
        (policy,) = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == ["nosniff"]
        assert answer.headers["referrer-policy"] == ["no-referrer"]
        assert answer.headers["cross-origin-resource-policy"] == ["same-origin"]
        assert answer.headers["cross-origin-opener-policy"] == ["same-origin"]
        assert "server" not in answer.headers


def test_files_are_saved_and_never_shown(editor: Editor) -> None:
    for name in ("pose.json", "figure.scr", "picture.png?width=64&height=48", "project.manikin"):
        answer = editor.get(f"/api/export/{name}")
        assert answer.status == 200
        assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer.headers["content-disposition"][0])
        assert "sandbox" in answer.headers["content-security-policy"][0]
        assert answer.headers["x-content-type-options"] == ["nosniff"]


# ---- uploads -------------------------------------------------------------------------------------


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path("sprung"),))


def _zip(name: str, content: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return made.getvalue()


def _objects() -> bytes:
    made = io.BytesIO()
    np.save(made, np.array([Trap()], object), allow_pickle=True)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bomb.zip", _zip("a", b"\0" * 10_000_000)),
        ("bomb.npz", _zip("a.npy", b"\0" * 10_000_000)),
        ("slip.zip", _zip("../../slipped", b"x")),
        ("nested.zip", _zip("a.zip", _zip("b", b"x"))),
        ("objects.npy", _objects()),
        ("objects.npz", _zip("a.npy", _objects())),
        ("x.pkl", pickle.dumps(Trap())),
        ("x.blend", b"BLENDER-v300"),
        ("x.gltf", b'{"asset": {"version": "2.0"}, "buffers": [{"uri": "http://127.0.0.1:9/x"}]}'),
        ("x.glb", b"glTF"),
        ("x.exe", b"MZ"),
        ("x", b"x"),
        ("", b"x"),
    ],
)
def test_files_that_are_not_read_here_are_refused(editor: Editor, name: str, data: bytes) -> None:
    answer = upload(editor, name, data)
    assert answer.status in (400, 415, 422)
    assert answer.json()["error"]
    for disguise in ("x.scr", "x.urdf", "x.json", "x.manikin"):
        assert upload(editor, disguise, data).status in (400, 415, 422)
    assert not list(editor.folder.rglob("s*pped"))
    assert not Path("sprung").exists()


@pytest.mark.parametrize(
    "place", ["http://127.0.0.1:{port}/x.stl", "file:///etc/passwd", "../../secret.stl", "/etc/passwd"]
)
def test_places_in_files_are_not_visited(editor: Editor, place: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.2)
        named = place.format(port=trap.getsockname()[1])
        shape = f'<visual><geometry><mesh filename="{named}"/></geometry></visual>'
        text = f'<robot name="r"><link name="a">{shape}</link></robot>'
        answer = upload(editor, "x.urdf", text.encode())
        assert answer.status == 422
        assert "no shape" in answer.json()["error"], "the mesh is lost, and nothing is left to see"
        with pytest.raises(TimeoutError):
            trap.accept()


def test_nothing_is_unpickled_anywhere() -> None:
    def unpickles(node: ast.AST) -> bool:
        """Whether code loads a pickle; texts that tell a user how to are no code."""
        if isinstance(node, ast.Attribute):
            return node.attr in ("load", "loads", "Unpickler") and "pickle" in ast.unparse(node.value)
        return isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False"

    found = [
        path
        for path in SOURCES.rglob("*.py")
        if any(unpickles(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    ]
    assert found == []


def test_names_are_text_and_nothing_else(editor: Editor) -> None:
    window = editor.window("names")
    before = (editor.folder / "errors.txt").stat().st_size
    try:
        assert window.command("store_pose", name="<img src=x onerror=alert(1)>")["op"] == "ack"
        window.settle()
        assert window.actor["poses"][-1]["name"] == "<img src=x onerror=alert(1)>"
        for name in ("a\nb", "a\u202eb", "\0", "", " ", "x" * 1_000_000):
            assert window.command("store_pose", name=name)["op"] == "refusal"
        assert window.ask(op="undo")["op"] == "ack"
    finally:
        window.close()
    assert (editor.folder / "errors.txt").stat().st_size == before


# ---- when something breaks -----------------------------------------------------------------------


def test_an_error_inside_is_a_number_and_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    from manikin.editor.access import Keys
    from manikin.editor.routes import make_app

    class Broken:
        async def work(self, job: Any) -> Any:
            raise RuntimeError("a secret of the inside, /etc/secret")

    keys = Keys(1234, "a token")
    app = make_app(Broken(), keys, 1234, stop=lambda: None)  # type: ignore[arg-type]
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"host", b"127.0.0.1:1234"), (b"authorization", f"Bearer {keys.token}".encode())]
    scope = {
        "type": "http", "method": "GET", "path": "/api/project", "raw_path": b"/api/project", "query_string": b"",
        "headers": headers, "http_version": "1.1", "server": ("127.0.0.1", 1234), "scheme": "http", "root_path": "",
    }  # fmt: skip
    with ThreadPoolExecutor(1) as pool:  # a thread of its own: browser tests leave a loop running in this one
        pool.submit(asyncio.run, app(scope, receive, send)).result()
    assert sent[0]["status"] == 500
    told = json.loads(sent[1]["body"])
    assert set(told) == {"error", "id"}
    assert "secret" not in told["error"]
    assert told["id"] in caplog.text


@pytest.mark.parametrize(("name", "hole"), [("starlette", "1.0.0"), ("h11", "0.15.0"), ("defusedxml", "0.6.0")])
def test_versions_with_known_holes_are_neither_allowed_nor_installed(name: str, hole: str) -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = [one for one in map(Requirement, project["dependencies"]) if one.name == name]
    assert hole not in wanted.specifier
    assert version(name) in wanted.specifier


def test_a_pose_of_another_figure_is_told_as_what_it_is(editor: Editor) -> None:
    answer = upload(editor, "x.json", editor_pose())
    assert answer.status == 422
    assert "mend the file" in answer.json()["remedy"]
    assert "drop a .scr" not in answer.json()["error"]


def editor_pose() -> bytes:
    from manikin import bodies
    from manikin.formats.format import write_pose

    return write_pose(bodies.load("quadruped").pose(), "x.json")


def test_an_upload_that_is_broken_off_leaves_no_trace_in_the_log(editor: Editor) -> None:
    before = (editor.folder / "errors.txt").stat().st_size
    head = {"Host": editor.host, **editor.bearer, "Content-Type": BINARY, "Content-Length": "1000"}
    text = "POST /api/import?name=x.scr HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in head.items()) + "\r\n"
    with socket.create_connection(("127.0.0.1", editor.port), 5) as link:
        link.sendall(text.encode() + b"define")
    assert editor.alive()
    assert (editor.folder / "errors.txt").stat().st_size == before


@pytest.mark.timing
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read on Linux only")
def test_large_pictures_are_made_one_after_another(editor: Editor) -> None:
    path = "/api/export/picture.png?width=1200&height=1200&views=front"

    def most(count: int) -> int:
        with ThreadPoolExecutor(count) as pool:
            tasks = [pool.submit(editor.get, path) for _ in range(count)]
            found = 0
            while not all(task.done() for task in tasks):
                found = max(found, editor.memory())
                time.sleep(0.005)
            assert all(task.result().status == 200 for task in tasks)
        return found

    before = editor.memory()
    alone = most(1) - before
    assert most(4) - before < 2.5 * alone
