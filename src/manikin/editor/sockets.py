"""WebSockets that tell a client which breaks the protocol why it is shut out."""

from __future__ import annotations

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection

__all__ = ["StrictSockets"]


class StrictSockets(WSProtocol):
    """Frames that are no frames, and text that is no text, are answered with the close code they deserve.

    uvicorn's own class ends such a connection without a word.
    """

    def handle_close(self, event: CloseConnection) -> None:
        """The other side closed, or broke the protocol; only then is the connection still open here."""
        if self.conn.state is ConnectionState.OPEN and not self.transport.is_closing():
            self.transport.write(self.conn.send(CloseConnection(code=event.code, reason=(event.reason or "")[:100])))
        super().handle_close(event)
