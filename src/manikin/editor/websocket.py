"""A WebSocket protocol class that tells a client why its connection is closed."""

from __future__ import annotations

from uvicorn._types import WebSocketEvent
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection

__all__ = ["StrictSockets"]

PIECE = 1024


class StrictSockets(WSProtocol):
    """Replies to malformed frames and invalid UTF-8 with the proper close code.

    uvicorn's own class closes such a connection without a code.  Data is parsed piece by piece, each after the messages
    of the piece before it are handled, so that a flood of small frames does not block other clients.
    """

    _rest = b""
    _going = False

    def data_received(self, data: bytes) -> None:
        """Bytes were received."""
        self._rest += data
        self._look(at_once=True)

    async def receive(self) -> WebSocketEvent:
        """The next message."""
        message = await super().receive()
        self._look()
        return message

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
        piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
        super().data_received(piece)
        self._going = False
        self._look()

    def handle_close(self, event: CloseConnection) -> None:
        """The client closed the connection, or broke the protocol; in the second case it is still open here."""
        if self.conn.state is ConnectionState.OPEN and not self.transport.is_closing():
            self.transport.write(self.conn.send(CloseConnection(code=event.code, reason=(event.reason or "")[:100])))
        super().handle_close(event)
