"""Messages that are malformed, too long or too many.  Each against the running server, which lives on."""

from __future__ import annotations

import contextlib
import json
import math
import os
import socket
import statistics
import struct
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from tests.support.live_editor import PATIENCE, Editor, Window
from tests.support.paths import TOP

LONG = bool(os.environ.get("MANIKIN_LONG_TESTS"))
SOURCES = TOP / "src"


@pytest.fixture(autouse=True)
def _lives_on(editor: Editor) -> Iterator[None]:
    yield
    assert editor.alive()


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "null", "[]", "3", '"x"', '{"op": "nonsense"}', '{"op": 7}', '{"id": 1}',
        '{"op": "hello", "client": 7}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_pose", "q": [NaN]}}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_pose", "q": [Infinity]}}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_pose", "q": [1e999]}}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_pose", "q": "long"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "bogus"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "new_figure", "name": "../../etc/passwd"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "new_figure", "file": "x.scr", "content": "%%%"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_settings", "changes": {"options": {"tolerance": "x"}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_settings", "changes": {"options": {"nonsense": 1}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_lock", "id": 1, "changes": {"goal": {"goal": "pose"}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_lock", "id": 1, "changes": {"goal": {"handle": "x"}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_lock", "id": 1, "changes": {"chain": ["nose"]}}}',
        '{"op": "drag_begin", "id": 5, "what": "part", "part": "nose"}', '{"op": "drag_end", "id": 5}',
        '{"op": "drag_begin", "id": 5, "what": "part", "part": "r_hand", "mode": "joint", "base": "l_hand"}',
        '{"op": "chase_begin", "id": 5}', '{"op": "undo", "id": "x"}', "[" * 100_000, '{"op":' * 100_000,
        '{"op": "ping", "t": ' + "9" * 5000 + "}",
        '{"op": "undo", "id": 9223372036854775808}', '{"op": "undo", "id": -1180591620717411303424}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_parameters", "values": {"\\ud800": 0}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "rename_project", "name": "\\ud800"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "set_pose", "q": [' + "0," * 49 + '0], "what": "\\ud800"}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_settings", "changes": {"options": {"solver": "lm"}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_lock", "id": 1, "changes": {"goal": {"goal": "position", '
        '"chain": [0.5], "point": {"handle": "point", "part": "l_foot"}, "target": [0, 0, 0]}}}}',
        '{"op": "edit", "id": 5, "command": {"kind": "change_lock", "id": 1, "changes": {"goal": {"goal": "position", '
        '"point": {"handle": "point", "part": "l_foot"}, "target": [' + "9" * 400 + ", 0, 0]}}}}",
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_answered_and_the_connection_lives(editor: Editor, text: str) -> None:
    window = editor.window("odd")
    try:
        window.link.send(text)
        answer = window.wait("refusal")
        assert answer["message"]
        assert len(answer["message"]) < 2000
        assert "Traceback" not in answer["message"]
        assert str(SOURCES) not in answer["message"]
        window.settle()
    finally:
        window.close()


def _frame(opcode: int, payload: bytes, length: int | None = None) -> bytes:
    size = len(payload) if length is None else length
    head = bytes([0x80 | opcode]) + (
        bytes([0x80 | size]) if size < 126 else bytes([0x80 | 127]) + struct.pack("!Q", size)
    )
    return head + b"\0\0\0\0" + payload  # masked with nothing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (_frame(2, b"binary"), 1003),
        (_frame(1, b"\xff\xfe"), 1007),
        (_frame(1, b"x" * 100, 20 * 1024 * 1024), 1009),
        (_frame(1, b"x" * 100, 2**63), 1002),
        (_frame(3, b""), 1002),
    ],
    ids=["binary", "no text", "too long", "no length", "no frame"],
)
def test_frames_that_are_wrong_close_the_connection_with_the_reason(editor: Editor, data: bytes, code: int) -> None:
    with socket.create_connection(("127.0.0.1", editor.port), PATIENCE) as link:
        head = {"Host": editor.host, **editor.bearer, "Upgrade": "websocket", "Connection": "Upgrade"}
        head |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        text = "GET /ws HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in head.items()) + "\r\n"
        link.sendall(text.encode())
        assert b" 101 " in link.recv(4096)
        with contextlib.suppress(OSError):
            link.sendall(data)
            if code == 1009:
                for _ in range(20):
                    link.sendall(b"x" * 1024 * 1024)
        received = b""
        with contextlib.suppress(OSError):
            while len(received) < 4 and (part := link.recv(4096)):
                received += part
                while received[:1] == b"\x89" and len(received) > 1:  # a ping: the machine was slow
                    received = received[2 + received[1] :]
        assert received[0] == 0x88  # close
        assert struct.unpack("!H", received[2:4])[0] == code


@pytest.mark.timing
def test_a_flood_is_stopped_and_others_do_not_notice(editor: Editor) -> None:
    calm = editor.window("calm")
    try:
        ratios = []
        for _ in range(3):
            quiet = _slowest([_answered(calm) for _ in range(100)])
            codes, waits = _flooded(editor, calm, 10 if LONG else 1.5)
            assert set(codes[:-1]) <= {"1008"}
            assert "1008" in codes
            ratios.append(_slowest(waits) / max(0.025, quiet))
        assert statistics.median(ratios) < 4
    finally:
        calm.close()


def _slowest(waits: list[float]) -> float:
    """What 99 of 100 do not exceed."""
    return statistics.quantiles(waits, n=100)[98]


def _answered(window: Window) -> float:
    """How long a window waits for an answer [s]."""
    begin = time.monotonic()
    window.settle()
    waited = time.monotonic() - begin
    time.sleep(0.005)
    return waited


def _flooded(editor: Editor, calm: Window, seconds: float) -> tuple[list[str], list[float]]:
    """The codes that a flood was closed with, and how long a calm window waited for its answers meanwhile."""
    words = [sys.executable, "-m", "tests.support.flood", str(editor.port), str(seconds)]
    flood = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert flood.stdin is not None
    flood.stdin.write(editor.token + "\n")
    flood.stdin.flush()
    waits = []
    while flood.poll() is None:
        waits.append(_answered(calm))
    return flood.communicate()[0].split(), waits


@pytest.mark.timing
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read on Linux only")
def test_windows_that_never_read_cost_no_memory(editor: Editor) -> None:
    """Frames are offered a good deal faster than sixty times a second, to many who do not take them."""
    lazy = [editor.socket() for _ in range(12)]
    for number, link in enumerate(lazy):
        link.send(json.dumps({"op": "hello", "client": f"lazy{number}"}))
        link.recv()  # now the library reads no more than its own small buffer
    window = editor.window("busy")
    try:
        window.ask(op="drag_begin", what="part", part="r_hand", wants="drag_started")
        _wave(window, 0.5)
        before = editor.memory()
        offered = _wave(window, 60) if LONG else _wave(window, 10, enough=1_200_000)
        grown = editor.memory() - before
        assert offered * len(lazy) > 10e6
        assert grown < min(20e6, offered * len(lazy) / 4)
        window.send(op="drag_cancel")
    finally:
        window.close()
        for link in lazy:
            link.socket.close()


def _wave(window: Window, seconds: float, enough: float = math.inf) -> int:
    """Wave a hand, until there are enough frames; their bytes."""
    end, seq, offered = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end and offered < enough:
        seq += 1
        x = -0.3 + 0.1 * np.sin(0.05 * seq)
        window.send(op="drag_move", seq=seq, ray={"origin": [x, 1.0, 3.0], "direction": [0, 0, -1]})
        offered += len(window.next_frame(seq))
        time.sleep(0.002)
    return offered


@pytest.mark.timing
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read on Linux only")
@pytest.mark.parametrize("kind", ["pings", "pongs", "empty parts", "one long frame"])
def test_frames_that_are_no_messages_are_limited_too(editor: Editor, kind: str) -> None:
    """They would be buffered without end, and would keep everybody waiting."""
    calm, link = editor.window("calm"), editor.socket()
    raw = link.socket
    piece = {"pings": _frame(9, b"x"), "pongs": _frame(10, b""), "empty parts": b"\x00\x80\0\0\0\0"}.get(kind, b"x" * 6)
    before, waits, sent = editor.memory(), [], 0
    try:
        with contextlib.suppress(OSError):
            raw.settimeout(0.05)
            if kind == "empty parts":
                raw.sendall(b"\x01\x80\0\0\0\0")
            if kind == "one long frame":
                raw.sendall(_frame(1, b"x", 10**9))
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    sent += raw.send(piece * 10_000)
                waits.append(_answered(calm))
        assert editor.memory() - before < 20e6
        assert len(waits) < 5 or statistics.median(waits) < 0.1
        assert sent < 30e6
    finally:
        raw.close()
        calm.close()
