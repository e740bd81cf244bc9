"""The socket of a window: messages that come in are limited, read and handled in their order."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from manikin.editor import messages as m
from manikin.editor.hub import Hub
from manikin.editor.window import Window
from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.plain_data import from_data

__all__ = ["serve_window"]

Waiting: TypeAlias = "asyncio.Queue[m.Request | None]"
"""Requests in their order; None is the end."""
MESSAGES_PER_SECOND, BURST = 500.0, 400.0
"""Limits of the messages that one window may send.  The page sends at most one move per picture."""
MAX_WAITING_REQUESTS = 1000
"""Requests of a window that may wait behind a long one; then nothing more is read."""
RATE_PENALTY_SECONDS = 1.0
"""Delay [s] before a client over the rate limit is disconnected."""


async def serve_window(socket: WebSocket, hub: Hub) -> None:
    """Serve a window until its connection is closed."""
    await socket.accept()
    window = Window()
    hub.enter(window)
    waiting: Waiting = asyncio.Queue(MAX_WAITING_REQUESTS)
    sender = asyncio.create_task(_send_all(socket, window))
    handler = asyncio.create_task(_handle_all(hub, window, waiting))
    reader = asyncio.create_task(_listen(socket, hub, window, waiting))
    code: tuple[int, str] | None = None
    try:
        done, _ = await asyncio.wait([reader, handler, sender], return_when=asyncio.FIRST_COMPLETED)
        if handler in done:
            handler.result()  # raises what went wrong
        if reader in done:
            code = reader.result()
        elif hub.closed:
            code = 1012, "another project is open now"
        else:
            code = 1008, "too many unread messages"
    except WebSocketDisconnect:
        await waiting.put(None)
        await handler  # what was sent before it is done
    finally:
        for task in (reader, handler):
            await _ended(task)
        await hub.leave(window)
        await _ended(sender)
    if code is not None:
        with contextlib.suppress(RuntimeError):
            await socket.close(*code)


async def _ended(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await task


async def _listen(socket: WebSocket, hub: Hub, window: Window, waiting: Waiting) -> tuple[int, str]:
    """Read messages until there is a reason to close the connection: its code and a sentence."""
    allowed, then = BURST, asyncio.get_running_loop().time()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        now = asyncio.get_running_loop().time()
        allowed, then = min(BURST, allowed + (now - then) * MESSAGES_PER_SECOND) - 1, now
        if allowed < 0:
            await asyncio.sleep(RATE_PENALTY_SECONDS)  # nothing is read meanwhile
            return 1008, "too many messages"
        if window.gone:
            return 1008, "too many unread messages"
        text = message.get("text")
        if text is None:
            return 1003, "messages are text"
        request = _parse(text, window)
        if isinstance(request, m.EditCancel):
            hub.cancel_edit(window)  # at once: it is about what is being done
        elif request is not None:
            await waiting.put(request)
        await asyncio.sleep(0)  # let other windows have their turn


async def _handle_all(hub: Hub, window: Window, waiting: Waiting) -> None:
    """Handle requests in their order."""
    while (request := await waiting.get()) is not None:
        await hub.receive(window, request)


async def _send_all(socket: WebSocket, window: Window) -> None:
    while (message := await window.next()) is not None:
        if isinstance(message, bytes):
            await socket.send_bytes(message)
        else:
            await socket.send_text(message)


def _parse(text: str, window: Window) -> m.Request | None:
    """A request, or None after the window was told what is wrong with it."""
    number = 0
    try:
        data = json.loads(text, parse_constant=_no_constant)
        if not isinstance(data, dict):
            raise InputError(f"a message is an object, not {shorten(data)}")
        given = data.get("id", 0)
        number = given if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**53 else 0
        op = data.pop("op", None)
        if not isinstance(op, str) or op not in m.REQUESTS:
            raise UnknownName("message", op, m.REQUESTS)
        if not window.greeted and op not in ("hello", "ping"):
            raise InputError("say hello first")
        request = from_data(m.REQUESTS[op], data, f"message {op}")
        window.greeted = window.greeted or isinstance(request, m.Hello)
        return request
    except ManikinError as error:
        window.tell(m.Refusal(id=number, message=str(error)))
    except (ValueError, RecursionError):
        window.tell(m.Refusal(id=number, message="this is not JSON", remedy="reload the page"))
    return None


def _no_constant(name: str) -> float:
    raise InputError(f"{name} is not a number in JSON")
