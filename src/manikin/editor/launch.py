"""Start the editor: open the project, listen, print the address, show it in a browser.

The server is imported last: the browser starts meanwhile and waits at the open port.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from manikin.editor.access import Keys, in_address
from manikin.editor.state_folder import state_folder
from manikin.errors import InputError, shorten
from manikin.project.documents import open_workspace
from manikin.project.recent import remember
from manikin.project.store import Store

__all__ = ["run_editor"]


def run_editor(
    store: Store, *, host: str = "127.0.0.1", port: int = 0, browser: bool = True, expose: bool = False
) -> None:
    """Serve a project until it is stopped; prints the address with its token once."""
    workspace = open_workspace(store)  # before anything is printed or listens
    for notice in store.notices:
        print(notice, file=sys.stderr)
    remember(state_folder(), store.path)
    exposed = not _is_loopback(host)
    if exposed and not expose:
        raise InputError(f"{shorten(host)} can be reached from other machines; say --expose if that is wanted")
    listener = _listen(host, port)
    own_port = int(listener.getsockname()[1])
    keys = Keys(own_port, secrets.token_urlsafe(32), secrets.token_urlsafe(32) if browser else "")
    shown = {"0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://{in_address(shown)}:{own_port}"
    if exposed:
        print(
            "WARNING: other machines can reach this editor; whoever has the address below may use it.", file=sys.stderr
        )
    signal.signal(signal.SIGTERM, _terminated)
    try:
        with _secret_file(f"token-{own_port}", keys.token), _browser_file(own_port, address, keys) as page:
            print(f"manikin: {address}/login?token={keys.token}")
            print(f"Every edit is stored in {store.path}{_told(store)}. Press Ctrl-C to stop the editor.", flush=True)
            if browser:
                threading.Thread(target=_show, args=[page.as_uri()], daemon=True).start()
            from manikin.editor.serve import serve

            serve(workspace, store, listener, keys, host=shown, exposed=exposed)
    except KeyboardInterrupt:  # Ctrl-C is the usual way to stop it, and no error
        print("The editor has stopped.")


def _told(store: Store) -> str:
    """What was opened, in words."""
    return f" ({'; '.join(store.news)})" if store.news else ""


def _terminated(number: int, frame: object) -> None:
    """End as the signal asks for, but tidy up before."""
    raise SystemExit(128 + number)


def _show(address: str) -> None:
    """Open a browser if there is a display; its absence is not an error."""
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with contextlib.suppress(Exception):
        webbrowser.open(address)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"a port is a number from 0 to 65535, not {port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with the protocol given, asyncio switches off Nagle's algorithm, which would delay a second message by 40 ms
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise InputError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
    return listener


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _browser_file(port: int, address: str, keys: Keys) -> contextlib.AbstractContextManager[Path]:
    """A page that leads to the editor.

    All users of a machine can read the command line of a browser.  It names this file, which only its owner can read.
    """
    refresh = f'<meta http-equiv="refresh" content="0; url={address}/open?key={keys.once}">'
    text = f"<!doctype html><meta charset=utf-8>{refresh}<title>manikin</title>" if keys.once else ""
    return _secret_file(f"open-{port}.html", text)


@contextlib.contextmanager
def _secret_file(name: str, text: str) -> Iterator[Path]:
    """A file that only its owner can read, for as long as the server runs."""
    path = state_folder() / name
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
