"""A WebSocket protocol class that tells a client why its connection is closed."""

from __future__ import annotations

from typing import Any

from uvicorn._types import WebSocketEvent
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import BytesMessage, CloseConnection, Ping, Pong, TextMessage

__all__ = ["StrictSockets"]

PIECE = 1024
MAX_UNPARSED = 16 * PIECE
"""Bytes that may wait to be parsed; while there are more, nothing is read."""
FRAMES_PER_SECOND, BURST = 600.0, 600.0
"""Limits of the frames that one client may send: of pings, pongs and parts of messages, too, which cost nearly as much
as messages."""


class StrictSockets(WSProtocol):
    """Replies to malformed frames and invalid UTF-8 with the proper close code.

    uvicorn's own class closes such a connection without a code.  Data is parsed piece by piece, each after the messages
    of the piece before it are handled, so that a flood of small frames does not block other clients; and nothing is
    read that would only wait.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._rest, self._going = bytearray(), False
        self._allowed, self._then = BURST, self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Bytes were received."""
        self._rest += data
        self._look(at_once=True)
        self._regulate()

    async def receive(self) -> WebSocketEvent:
        """The next message."""
        message = await super().receive()
        self._look()
        self._regulate()
        return message

    def _regulate(self) -> None:
        """Read on only if little waits; uvicorn's own class pauses while a message waits."""
        if len(self._rest) > MAX_UNPARSED:
            self.transport.pause_reading()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _look(self, at_once: bool = False) -> None:
        """Parse the next piece, unless that is scheduled already or messages wait."""
        if self._going or self.read_paused or not self._rest or self.transport.is_closing():
            return
        self._going = True
        if at_once:
            self._go_on()
        else:
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        piece = bytes(self._rest[:PIECE])
        del self._rest[:PIECE]
        super().data_received(piece)
        self._going = False
        self._look()
        self._regulate()

    def handle_ping(self, event: Ping) -> None:
        """A ping."""
        if self._counted():
            super().handle_ping(event)

    def handle_pong(self, event: Pong) -> None:
        """A pong, asked for or not."""
        if self._counted():
            super().handle_pong(event)

    def handle_message(self, event: TextMessage | BytesMessage) -> None:
        """A message, or what there is of it."""
        if not event.frame_finished or self._counted():
            super().handle_message(event)

    def _counted(self) -> bool:
        """Whether one more frame may come; else the connection is closed."""
        now = self.loop.time()
        self._allowed = min(BURST, self._allowed + (now - self._then) * FRAMES_PER_SECOND) - 1
        self._then = now
        if self._allowed >= 0:
            return True
        if not self.close_sent and not self.transport.is_closing():
            self.close_sent = True
            self._rest.clear()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": "too many frames"})
            self.transport.write(self.conn.send(CloseConnection(code=1008, reason="too many frames")))
            self.transport.close()
        return False

    def handle_close(self, event: CloseConnection) -> None:
        """The client closed the connection, or broke the protocol; in the second case it is still open here."""
        if self.conn.state is ConnectionState.OPEN and not self.transport.is_closing():
            self.transport.write(self.conn.send(CloseConnection(code=event.code, reason=(event.reason or "")[:100])))
        super().handle_close(event)
