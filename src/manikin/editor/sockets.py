"""WebSockets that tell a client which breaks the protocol why it is shut out."""

from __future__ import annotations

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection

__all__ = ["StrictSockets"]

PIECE = 4096


class StrictSockets(WSProtocol):
    """Frames that are no frames, and text that is no text, are answered with the close code they deserve.

    uvicorn's own class ends such a connection without a word.  What comes in is looked at piece by piece, so that a
    flood of small frames does not hold everybody else up.
    """

    _rest = b""
    _going = False

    def data_received(self, data: bytes) -> None:
        """Bytes have come in."""
        self._rest += data
        if not self._going:
            self._going = True
            self._go_on()

    def _go_on(self) -> None:
        piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
        super().data_received(piece)
        self._going = bool(self._rest) and not self.transport.is_closing()
        if self._going:
            self.loop.call_soon(self._go_on)

    def handle_close(self, event: CloseConnection) -> None:
        """The other side closed, or broke the protocol; only then is the connection still open here."""
        if self.conn.state is ConnectionState.OPEN and not self.transport.is_closing():
            self.transport.write(self.conn.send(CloseConnection(code=event.code, reason=(event.reason or "")[:100])))
        super().handle_close(event)
