"""Serve an open project on a socket that is already listening."""

from __future__ import annotations

import asyncio
import logging
import socket

import uvicorn

from manikin.editor.access import Keys
from manikin.editor.connections import BACKLOG, StrictConnections, tell_rarely
from manikin.editor.hub import Hub
from manikin.editor.routes import make_app
from manikin.editor.websocket import StrictSockets
from manikin.project.store import Store
from manikin.project.workspace import Workspace

__all__ = ["serve"]

MAX_MESSAGE = 1024 * 1024
MAX_HEAD = 16 * 1024


def serve(workspace: Workspace, store: Store, listener: socket.socket, keys: Keys, *, host: str, exposed: bool) -> None:
    """Serve on ``listener`` until the server is stopped; ``host`` is that of the printed address."""
    asyncio.run(_serve(workspace, store, listener, keys, host, exposed))


async def _serve(
    workspace: Workspace, store: Store, listener: socket.socket, keys: Keys, host: str, exposed: bool
) -> None:
    def stop() -> None:
        server.should_exit = True

    port = int(listener.getsockname()[1])
    tell_rarely(asyncio.get_running_loop())
    config = uvicorn.Config(
        make_app(Hub(workspace, store), keys, port, exposed=exposed, host=host, stop=stop),
        http=StrictConnections,
        ws=StrictSockets,
        backlog=BACKLOG,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=MAX_HEAD,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # frames of clips take longer to compress than to send
        timeout_graceful_shutdown=2,
    )
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # errors go to our own log
    server = uvicorn.Server(config)
    await server.serve(sockets=[listener])
