"""Who may speak to the server: tokens, hosts, origins.  Each against the running server."""

from __future__ import annotations

import os
import re
import socket
import stat
import time
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest

from manikin.editor import access
from manikin.editor.access import Gate, Keys, Refused
from tests.support.live_editor import PATIENCE, Editor


def test_nothing_is_told_without_a_token(editor: Editor) -> None:
    for path in ("/api/project", "/api/figures", "/api/export/pose.json", "/api/none"):
        answer = editor.get(path, auth=None)
        assert answer.status == 401
        assert answer.body == b""
    for path in ("/", "/files/x", "/docs", "/openapi.json", "/metrics"):
        assert editor.get(path, auth=None).status == 401


def test_only_the_very_token_opens(editor: Editor) -> None:
    wrong = chr(ord(editor.token[0]) ^ 1) + editor.token[1:]
    for token in (wrong, "", editor.token[:-1], editor.token + "x", "é"):
        assert editor.get("/api/project", {"Authorization": f"Bearer {token}"}, auth=None).status == 401
        assert editor.ask("GET", f"/login?token={token}".replace("é", "%C3%A9")).status == 401
    assert editor.get("/login", auth=None).status == 401
    assert editor.get(f"/login?token={editor.token}&token={editor.token}", auth=None).status == 401
    assert editor.get("/api/project").status == 200


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("given", ["right", "wrong", "short", ""])
def test_the_comparison_in_constant_time_alone_decides_who_may_enter(
    monkeypatch: pytest.MonkeyPatch, given: str, answer: bool
) -> None:
    """Put another in its place, and it is asked about all of what was given, and its answer is what counts."""
    keys, asked = Keys(1234, "right"), []
    gate = Gate(lambda *_: None, keys=keys, port=1234)  # type: ignore[arg-type, return-value]
    cookie = keys.cookie if given == "right" else given

    def compare(one: bytes, other: bytes) -> bool:
        asked.append({one, other})
        return answer

    def enters(**headers: str) -> bool:
        named = {"host": "127.0.0.1:1234", **headers}
        pairs = [(name.encode(), value.encode()) for name, value in named.items()]
        try:
            gate.check({"type": "http", "method": "GET", "path": "/api/project", "query_string": b"", "headers": pairs})
        except Refused:
            return False
        return True

    monkeypatch.setattr(access, "hmac", SimpleNamespace(compare_digest=compare))
    assert enters(authorization=f"Bearer {given}") is answer
    assert enters(cookie=f"{keys.cookie_name}={cookie}") is answer
    assert gate.login({"query_string": f"token={given}".encode()}) is (answer and given != "")
    tokens = {given.encode(), b"right"}
    assert asked == [tokens, {cookie.encode(), keys.cookie.encode()}, *([tokens] if given else [])]


def test_login_gives_a_cookie_of_this_port_and_takes_the_token_out_of_the_address(editor: Editor) -> None:
    answer = editor.get(f"/login?token={editor.token}", auth=None)
    assert answer.status == 303
    assert answer.headers["location"] == ["/"]
    (cookie,) = answer.headers["set-cookie"]
    assert cookie.startswith(f"manikin_{editor.port}=")
    assert "HttpOnly" in cookie
    assert re.search("SameSite=strict", cookie, re.IGNORECASE)
    assert editor.token not in cookie
    assert editor.get("/api/project", auth="cookie").status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:{port}",
        "127.0.0.1.evil.example",
        "127.0.0.1.evil.example:{port}",
        "localhost:{port}@evil",
        "127.0.0.1:1",
        "127.0.0.1",
        "0.0.0.0:{port}",
        "2130706433:{port}",
        "[::1",
        "x/?",
        "x" * 10_000,
        "localhost:{port}é",
        "localhost:{port},localhost:{port}",
        " ",
        "",
    ],
)
def test_hosts_that_are_not_ours_are_refused(editor: Editor, host: str) -> None:
    named = host.format(port=editor.port)
    assert editor.get("/api/project", [("Host", named)]).status in (400, 403)
    assert editor.get("/api/project", [("Host", named)], auth="cookie").status in (400, 403)
    assert editor.alive()


def test_no_host_and_two_hosts_are_refused(editor: Editor) -> None:
    token = f"Authorization: Bearer {editor.token}\r\n".encode()
    assert editor.raw(b"GET /api/project HTTP/1.0\r\n" + token + b"\r\n").status in (400, 403)
    assert editor.raw(b"GET /api/project HTTP/1.1\r\n" + token + b"\r\n").status in (400, 403)
    assert editor.get("/api/project", [("Host", editor.host), ("Host", editor.host)]).status in (400, 403)


@pytest.mark.parametrize("host", ["LOCALHOST:{port}", "[::1]:{port}", "localhost:{port}", "127.0.0.1:{port}"])
def test_our_own_hosts_are_known(editor: Editor, host: str) -> None:
    assert editor.get("/api/project", [("Host", host.format(port=editor.port))]).status == 200


# ---- WebSocket -----------------------------------------------------------------------------------


def test_a_socket_needs_token_or_cookie_before_it_is_accepted(editor: Editor) -> None:
    assert editor.upgrade({}).status in (401, 403)
    assert editor.upgrade({"Origin": editor.origin}).status in (401, 403)
    assert editor.upgrade({"Origin": editor.origin, "Cookie": f"manikin_{editor.port}=x"}).status in (401, 403)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "{own}.evil", "http://127.0.0.1:1", "https://{host}", "http://[::1", "", "{host}"],
)
def test_a_socket_of_another_page_is_refused(editor: Editor, origin: str) -> None:
    named = origin.format(own=editor.origin, host=editor.host)
    assert editor.upgrade({"Cookie": editor.cookie, "Origin": named}).status == 403
    assert editor.upgrade({**editor.bearer, "Origin": named}).status == 403
    assert editor.alive()


def test_a_socket_with_a_cookie_says_where_it_comes_from(editor: Editor) -> None:
    assert editor.upgrade({"Cookie": editor.cookie}).status == 403
    assert editor.upgrade({"Cookie": editor.cookie, "Origin": editor.origin}).status == 101
    assert editor.upgrade(editor.bearer).status == 101


def test_a_name_that_was_bound_again_is_refused(editor: Editor) -> None:
    evil = f"evil.example:{editor.port}"
    assert editor.upgrade({"Host": evil, "Origin": f"http://{evil}", "Cookie": editor.cookie}).status == 403
    assert editor.get("/api/project", [("Host", evil), ("Origin", f"http://{evil}")], auth="cookie").status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_calls_foreign_is_refused(editor: Editor, site: str) -> None:
    headers = {"Sec-Fetch-Site": site}
    own = {**headers, "Cookie": editor.cookie, "Origin": editor.origin, "Content-Type": "application/json"}
    assert editor.get("/api/project", headers, auth="cookie").status == 403
    assert editor.ask("POST", "/api/shutdown", own, b"{}").status == 403
    assert editor.upgrade(own).status == 403


# ---- other pages ---------------------------------------------------------------------------------


def test_a_post_with_a_cookie_says_where_it_comes_from(editor: Editor) -> None:
    headers = {"Cookie": editor.cookie, "Content-Type": "application/json"}
    for path in ("/api/shutdown", "/api/import?name=x.scr"):
        assert editor.ask("POST", path, headers, b"{}").status == 403
    assert editor.alive()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", None])
def test_forms_of_other_pages_are_refused(editor: Editor, kind: str, origin: str | None) -> None:
    headers = {"Cookie": editor.cookie, "Content-Type": kind, "Origin": origin or editor.origin}
    assert editor.ask("POST", "/api/shutdown", headers, b"{}").status == (415 if origin is None else 403)
    assert editor.alive()


def test_no_other_page_is_ever_allowed(editor: Editor) -> None:
    evil = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answers = [
        editor.ask("OPTIONS", "/api/project", evil),
        editor.ask("OPTIONS", "/api/project", {**evil, **editor.bearer}),
        editor.get("/api/project", evil),
        editor.get("/", evil, auth="cookie"),
        editor.get("/", auth="cookie"),
    ]
    for answer in answers:
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.slow
def test_shutting_down_needs_token_and_origin(tmp_path: Path) -> None:
    with Editor(tmp_path) as editor:
        kind = {"Content-Type": "application/json"}
        assert editor.ask("POST", "/api/shutdown", kind, b"{}").status == 401
        assert editor.ask("POST", "/api/shutdown", {**kind, "Cookie": editor.cookie}, b"{}").status == 403
        assert editor.alive()
        old = editor.cookie
        own = {**kind, "Cookie": old, "Origin": editor.origin}
        assert editor.ask("POST", "/api/shutdown", own, b"{}").status == 200
        assert editor.process.wait(PATIENCE) == 0
        assert not list(tmp_path.rglob("token-*"))  # gone with the server
        with Editor(tmp_path, "--port", str(editor.port)) as again:  # the same port, and yet another editor
            assert again.port == editor.port
            assert again.get("/api/project", {"Cookie": old}, auth=None).status == 401


# ---- the token's secrecy, the network ------------------------------------------------------------


def test_the_token_is_in_a_file_of_its_owner_and_nowhere_else(editor: Editor) -> None:
    (path,) = editor.folder.rglob(f"token-{editor.port}")
    assert path.read_text() == editor.token
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    process = Path(f"/proc/{editor.process.pid}")
    assert editor.token.encode() not in (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
    editor.get(f"/login?token={editor.token}", auth=None)
    assert editor.get("/", auth="cookie").headers["referrer-policy"] == ["no-referrer"]
    assert editor.token not in (editor.folder / "errors.txt").read_text()
    others = [other for other in editor.folder.rglob("*") if other.is_file() and other != path]
    assert others
    assert [other for other in others if editor.token.encode() in other.read_bytes()] == []


def test_other_machines_cannot_reach_it(editor: Editor) -> None:
    own = _lan_address()
    if own is None:
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((own, editor.port), 2).close()


@pytest.mark.slow
def test_reaching_it_from_other_machines_is_asked_for_and_warned_of(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="--expose"):
        Editor(tmp_path, "--host", "0.0.0.0")
    with Editor(tmp_path, "--host", "0.0.0.0", "--expose") as editor:
        assert "WARNING" in (tmp_path / "errors.txt").read_text()
        assert editor.get("/api/project", auth=None).status == 401
        assert editor.alive()
        assert editor.get("/api/project", [("Host", f"evil.example:{editor.port}")]).status == 403


def _lan_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells which address would be used
        except OSError:
            return None
        own = str(probe.getsockname()[0])
    return None if own.startswith("127.") else own


def test_a_second_editor_of_one_project_is_refused(editor: Editor, tmp_path: Path) -> None:
    (project,) = editor.folder.rglob("human.manikin")
    with pytest.raises(AssertionError, match="open in another editor"):
        Editor(tmp_path, source=os.fspath(project))


@pytest.mark.parametrize("other", ['prefs={"theme":"dark"}', "a=b c", "é=é", "lonely", "=", "manikin_{port}=old", '"'])
def test_cookies_of_other_programs_do_not_lock_anybody_out(editor: Editor, other: str) -> None:
    """Cookies know no ports: what any program on this machine has set is sent here too."""
    named = other.replace("{port}", str(editor.port))
    for text in (f"{named}; {editor.cookie}", f"{editor.cookie}; {named}"):
        assert editor.get("/api/project", {"Cookie": text}, auth=None).status == 200
    assert editor.get("/api/project", {"Cookie": named}, auth=None).status == 401


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.2", "::1", "::"])
def test_the_printed_address_answers_whatever_the_host_is(tmp_path: Path, host: str) -> None:
    try:
        socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError:
        pytest.skip("this machine has no such address")
    with Editor(tmp_path, "--host", host, *(["--expose"] if host == "::" else []), source="planar3") as editor:
        found = urlsplit(editor.address)
        assert found.hostname is not None
        with socket.create_connection((found.hostname, editor.port), PATIENCE) as link:
            head = f"GET /login?token={editor.token} HTTP/1.1\r\nHost: {found.netloc}\r\n\r\n"
            link.sendall(head.encode())
            assert link.recv(4096).startswith(b"HTTP/1.1 303")
        with socket.create_connection((found.hostname, editor.port), PATIENCE) as link:
            link.sendall(b"GET /login HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            assert link.recv(4096).startswith(b"HTTP/1.1 403")


def test_the_token_is_not_on_the_command_line_of_the_browser(tmp_path: Path) -> None:
    """All users of a machine can read command lines.  What is on it names a file, which opens the editor once."""
    said, spy = tmp_path / "said", tmp_path / "spy.sh"
    spy.write_text(f'#!/bin/sh\nprintf "%s" "$*" > {said}.part && mv {said}.part {said}\n')
    spy.chmod(0o700)
    environment = {"DISPLAY": ":0", "BROWSER": f"{spy} %s"}
    with Editor(tmp_path, source="planar3", browser=True, environment=environment) as editor:
        end = time.monotonic() + PATIENCE
        while not said.exists() and time.monotonic() < end:
            time.sleep(0.02)
        argument = said.read_text()
        page = Path(unquote(urlsplit(argument).path))
        text = page.read_text()
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        found = re.search(r"url=(http://[^/]+)(/open\?key=[\w-]+)", text)
        assert found is not None
        assert editor.token not in argument + text
        first = editor.get(found[2], auth=None)
        assert first.status == 200
        assert b'content="0; url=/"' in first.body
        cookie = first.headers["set-cookie"][0].partition(";")[0]
        assert editor.get("/api/project", {"Cookie": cookie}, auth=None).status == 200
        assert editor.get(found[2], auth=None).status == 401, "it opens one time"
        assert editor.get("/open", auth=None).status == 401
        assert editor.get("/open?key=", auth=None).status == 401
    assert not page.exists()
