"""Connections that are kept for nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import uvicorn

from manikin.editor import connections
from tests.support.live_editor import Editor


@pytest.mark.skipif(sys.platform != "linux", reason="descriptors are limited like this on Linux only")
def test_half_requests_without_a_key_do_not_stop_the_server(editor: Editor) -> None:
    """More than a process may have descriptors: those that have waited longest make room."""
    before = (editor.folder / "errors.txt").stat().st_size
    held: list[socket.socket] = []
    try:
        for _ in range(1400):
            with contextlib.suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", editor.port), 5))
                held[-1].sendall(b"GET / HTTP/1.1\r\nX-")
        assert editor.get("/api/figures").status == 200
        assert len(os.listdir(f"/proc/{editor.process.pid}/fd")) < 600
    finally:
        for link in held:
            link.close()
    assert (editor.folder / "errors.txt").stat().st_size - before < 1000


def test_who_sends_a_head_too_slowly_is_shut_out_also_after_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second head of a connection has a limit of time like the first one."""

    async def closed_after(first: bytes) -> bytes:
        async def answered(scope: Any, receive: Any, send: Any) -> None:
            head = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
            await send(head)
            await send({"type": "http.response.body"})

        config = uvicorn.Config(answered, http=connections.StrictConnections, log_config=None, lifespan="off")
        config.load()
        server = uvicorn.Server(config)
        loop = asyncio.get_running_loop()
        made = lambda: connections.StrictConnections(config=config, server_state=server.server_state, app_state={})  # noqa: E731
        async with await loop.create_server(made, "127.0.0.1", 0) as listener:
            reader, writer = await asyncio.open_connection(*listener.sockets[0].getsockname())
            writer.write(first + b"GET / HTTP/1.1\r\nX-")
            received = await asyncio.wait_for(reader.read(), 30)
            writer.close()
            return received

    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    with ThreadPoolExecutor(1) as pool:  # a thread of its own: browser tests leave a loop running in this one
        for first, answers in ((b"", 0), (whole, 1)):
            try:
                received = pool.submit(asyncio.run, closed_after(first)).result()
            except ConnectionResetError:
                continue
            assert received.count(b"HTTP/1.1 200") == answers
