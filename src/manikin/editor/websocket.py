"""WebSockets that tell a client which breaks the protocol why it is shut out."""

from __future__ import annotations

from uvicorn._types import WebSocketEvent
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection

__all__ = ["StrictSockets"]

PIECE = 1024


class StrictSockets(WSProtocol):
    """Frames that are no frames, and text that is no text, are answered with the close code they deserve.

    uvicorn's own class ends such a connection without a word.  What comes in is looked at piece by piece, and only when
    the messages of the piece before it are done with, so that a flood of small frames does not hold everybody else up.
    """

    _rest = b""
    _going = False

    def data_received(self, data: bytes) -> None:
        """Bytes have come in."""
        self._rest += data
        self._look(at_once=True)

    async def receive(self) -> WebSocketEvent:
        """The next message."""
        message = await super().receive()
        self._look()
        return message

    def _look(self, at_once: bool = False) -> None:
        """Look at the next piece, unless that is on the way or messages wait to be done."""
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
        """The other side closed, or broke the protocol; only then is the connection still open here."""
        if self.conn.state is ConnectionState.OPEN and not self.transport.is_closing():
            self.transport.write(self.conn.send(CloseConnection(code=event.code, reason=(event.reason or "")[:100])))
        super().handle_close(event)
