"""An HTTP protocol class that does not let anybody keep connections for nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BACKLOG", "StrictConnections", "tell_rarely"]

HEAD_SECONDS = 10.0
"""Longest time [s] until the first head of a connection is complete."""
MAX_WAITING = 300
"""Connections that may wait for their first head; then the oldest of them makes room.  A process may usually have 1,024
descriptors."""
BACKLOG = 128
"""Connections that are accepted at once."""
TOLD_SECONDS = 10.0
"""Errors of the loop are told no more often than this [s]."""
log = logging.getLogger("manikin.editor")


class StrictConnections(H11Protocol):
    """Closes a connection whose head does not come in time, and the one that has waited longest where there are many.

    Who sends half a head has shown no token, so this costs nobody who may be here anything.
    """

    _waiting: ClassVar[dict[StrictConnections, None]] = {}  # of all connections, the oldest first
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Bytes were received."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """A request was answered."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a socket, which another class goes on with."""
        if event.http_version != b"1.1":
            self.send_400_response("Sockets are opened in HTTP/1.1.")
            return
        self._upgraded = True
        self._look()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        self._end()

    def _look(self) -> None:
        """Wait for a head, unless a request is being answered."""
        if self._upgraded or self.transport.is_closing() or not (self.cycle is None or self.cycle.response_complete):
            self._end()
        elif self._timer is None:
            self._waiting[self] = None
            self._timer = self.loop.call_later(HEAD_SECONDS, self._drop)
            if len(self._waiting) > MAX_WAITING:
                next(iter(self._waiting))._drop()

    def _end(self) -> None:
        self._waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _drop(self) -> None:
        self._end()
        self.transport.abort()


def tell_rarely(loop: asyncio.AbstractEventLoop) -> None:
    """Log errors of a loop in a line, and not more than one in a while: who is in want of descriptors fails often."""
    told = -TOLD_SECONDS

    def tell(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal told
        if time.monotonic() - told >= TOLD_SECONDS:
            told = time.monotonic()
            log.error("%s: %r", context.get("message"), context.get("exception"))

    loop.set_exception_handler(tell)
