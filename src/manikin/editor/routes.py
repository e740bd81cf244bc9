"""The routes of the editor's server: the page, files and the socket, all behind the gate."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import mimetypes
import re
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from manikin.commands.scripts import no_file
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.parts import skin_part
from manikin.editor import messages as m
from manikin.editor.access import ASGIApp, Gate, Keys, Receive, Scope, Send, TooLong
from manikin.editor.clip_library import flip_book, library_entries
from manikin.editor.films import Films
from manikin.editor.hub import Hub
from manikin.editor.imports import REMEDY, import_command, role_table
from manikin.editor.window import Window
from manikin.editor.wire_data import figure_summaries
from manikin.errors import FormatError, InputError, ManikinError, NewerVersion, UnknownName, shorten
from manikin.plain_data import from_data, to_data

__all__ = ["make_app"]

STATIC = Path(__file__).parent / "static"
MESSAGES_PER_SECOND, BURST = 500.0, 400.0
"""Limits of the messages that one window may send.  The page sends at most one move per picture."""
RATE_PENALTY_SECONDS = 1.0
"""Delay [s] before a client over the rate limit is disconnected."""
MAX_BODY_IN_MEMORY = 1024 * 1024
"""Bytes of a request body that are kept in memory; the rest goes to a temporary file."""
log = logging.getLogger("manikin.editor")


def make_app(hub: Hub, keys: Keys, port: int, *, exposed: bool = False, stop: Callable[[], None]) -> ASGIApp:
    """The whole application; ``stop`` ends the server."""
    routes = _Routes(hub, stop)
    app = Router(
        routes=[
            Route("/login", routes.login, methods=["GET"]),
            Route("/api/project", routes.project, methods=["GET"]),
            Route("/api/figures", routes.figures, methods=["GET"]),
            Route("/api/library", routes.library, methods=["GET"]),
            Route("/api/flip-book", routes.flip_book, methods=["GET"]),
            Route("/api/import", routes.take_in, methods=["POST"]),
            Route("/api/roles", routes.roles, methods=["POST"]),
            Route("/api/skin/{digest}", routes.skin, methods=["GET"]),
            Route("/api/export/{name}", routes.export, methods=["GET"]),
            Route("/api/script", routes.script, methods=["POST"]),
            Route("/api/film", routes.film_begin, methods=["POST"]),
            Route("/api/film/{key}/{step}", routes.film_step, methods=["POST"]),
            Route("/api/shutdown", routes.shutdown, methods=["POST"]),
            Route("/files/{name:path}", routes.attachment, methods=["GET"]),
            Route("/{path:path}", routes.page, methods=["GET"]),
            WebSocketRoute("/ws", routes.socket),
        ],
        lifespan=routes.lifespan,
        redirect_slashes=False,
    )
    gate = Gate(_Shield(app), keys=keys, port=port, exposed=exposed)
    routes.gate = gate
    return gate


class _Shield:
    """Reports an internal error only as a number, which the log explains."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Any) -> None:
            nonlocal begun
            begun = begun or message["type"] in ("http.response.start", "websocket.accept")
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except TooLong:
            if not begun:
                await _answer(413, {"error": "the body is too long"})(scope, receive, send)
        except Exception:
            number = secrets.token_hex(4)
            log.exception("error %s", number)
            if not begun and scope["type"] == "http":
                await _answer(500, {"error": "something went wrong on the server", "id": number})(scope, receive, send)
            elif begun and scope["type"] == "websocket":
                with contextlib.suppress(Exception):
                    await send({"type": "websocket.close", "code": 1011, "reason": f"error {number}"})


class _Routes:
    def __init__(self, hub: Hub, stop: Callable[[], None]) -> None:
        self.hub, self.stop = hub, stop
        self.gate: Gate
        self.page_files = _page_files()
        self.films = Films()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Any) -> AsyncIterator[None]:
        await self.hub.open()
        yield
        self.films.close()
        await self.hub.close()

    # -- the page ------------------------------------------------------------------------------

    async def login(self, request: Request) -> Response:
        if not self.gate.login(request.scope):
            return Response("this token is not the one that manikin edit printed\n", 401, media_type="text/plain")
        answer = RedirectResponse("/", 303)
        keys = self.gate.keys
        answer.set_cookie(keys.cookie_name, keys.cookie, httponly=True, samesite="strict", path="/")
        return answer

    async def page(self, request: Request) -> Response:
        found = self.page_files.get(request.url.path.removeprefix("/") or "index.html")
        if found is None:
            return _answer(404, {"error": "there is nothing here"})
        content, kind, tag = found
        headers = {"cache-control": "no-cache", "etag": tag}  # cached, and revalidated with each request
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=kind, headers=headers)

    # -- the project ---------------------------------------------------------------------------

    async def project(self, request: Request) -> Response:
        return _answer(200, to_data(await self.hub.work(lambda: self.hub.welcome(""))))

    async def figures(self, request: Request) -> Response:
        return _answer(200, to_data(figure_summaries()))

    async def library(self, request: Request) -> Response:
        return _answer(200, to_data(await asyncio.to_thread(library_entries)))

    async def flip_book(self, request: Request) -> Response:
        shelf, name = request.query_params.get("shelf", ""), request.query_params.get("name", "")
        document = await self.hub.work(lambda: self.hub.workspace.document)
        try:
            return _answer(200, await asyncio.to_thread(flip_book, document, shelf, name))
        except ManikinError as error:
            return _answer(422, {"error": str(error)})

    async def take_in(self, request: Request) -> Response:
        options = dict(request.query_params)
        data = await _body(request)
        try:
            document = await self.hub.work(lambda: self.hub.workspace.document)
            command, odd = await asyncio.to_thread(import_command, document, data, options)
            made = await self.hub.do(command)
            self.hub.warn(odd)
        except FormatError as error:
            told = {"error": error.message, "line": error.line, "column": error.column}
            remedy = None if isinstance(error, NewerVersion) else "mend the file and drop it again"
            return _answer(422, {**told, "remedy": remedy})
        except UnknownName as error:
            return _answer(415, {"error": str(error), "remedy": REMEDY})
        except ManikinError as error:
            return _answer(422, {"error": str(error), "remedy": None})
        return _answer(200, {"ok": True, "made": to_data(made)})

    async def roles(self, request: Request) -> Response:
        """Which joint of a figure is which part of a human body; the body has those that are known."""
        document = await self.hub.work(lambda: self.hub.workspace.document)
        body = await _body(request)
        try:
            return _answer(200, await asyncio.to_thread(role_table, document, request.query_params.get("figure"), body))
        except ManikinError as error:
            return _answer(422, {"error": str(error)})

    async def skin(self, request: Request) -> Response:
        """A skin of the document by its digest; it never changes, so that a browser asks once."""
        document = await self.hub.work(lambda: self.hub.workspace.document)
        skins = {actor.figure.skeleton.skin for actor in document.actors} - {None}
        found = next((one for one in skins if one and one.digest == request.path_params["digest"]), None)
        if found is None:
            return _answer(404, {"error": "there is no such skin"})
        content = await asyncio.to_thread(skin_part, Identity(found))
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def export(self, request: Request) -> Response:
        from manikin.editor.exports import EXPORTS

        name = request.path_params["name"]
        if name not in EXPORTS:
            return _answer(404, {"error": str(UnknownName("export", name, EXPORTS))})
        kind, make = EXPORTS[name]
        document, poses = await self.hub.work(lambda: (self.hub.workspace.document, self.hub.workspace.poses))
        try:
            content = await asyncio.to_thread(make, self.hub, document, poses, dict(request.query_params))
        except ManikinError as error:
            return _answer(422, {"error": str(error)})
        return _file(content, f"{_safe(document.name)}-{name}", kind)

    async def script(self, request: Request) -> Response:
        """A motion script written out as keys and locks; or what is wrong with it, and where."""
        text = (await _body(request)).decode("utf-8", "replace")
        document = await self.hub.work(lambda: self.hub.workspace.document)
        try:
            figure = request.query_params.get("figure")
            return _answer(200, {"text": await asyncio.to_thread(_expanded, document, text, figure)})
        except FormatError as error:
            return _answer(422, {"error": error.message, "line": error.line, "column": error.column})
        except ManikinError as error:
            return _answer(422, {"error": str(error), "line": None, "column": None})

    async def film_begin(self, request: Request) -> Response:
        try:
            return _answer(200, {"key": await asyncio.to_thread(self.films.begin, dict(request.query_params))})
        except ManikinError as error:
            return _answer(422, {"error": str(error)})

    async def film_step(self, request: Request) -> Response:
        """A frame by its number, or the end: the file, or nothing where it is cancelled."""
        key, step = request.path_params["key"], request.path_params["step"]
        try:
            if step == "end":
                return Response(await asyncio.to_thread(self.films.finish, key), media_type="application/octet-stream")
            if step == "cancel":
                self.films.cancel(key)
                return _answer(200, {"ok": True})
            pixels = await _body(request)
            return _answer(200, {"count": await asyncio.to_thread(self.films.add, key, step, pixels)})
        except ManikinError as error:
            return _answer(422, {"error": str(error)})

    async def attachment(self, request: Request) -> Response:
        name = request.path_params["name"]
        if len(name) > 200 or not re.fullmatch(r"[^\x00-\x1f/\\:~]+", name) or name.startswith("."):
            return _answer(403, {"error": "this cannot be the name of an attachment"})
        content = await self.hub.work(lambda: self.hub.store.attachment(name))
        if content is None:
            return _answer(404, {"error": "there is no such attachment"})
        return _file(content, _safe(name), "application/octet-stream")

    async def shutdown(self, request: Request) -> Response:
        asyncio.get_running_loop().call_later(0.1, self.stop)
        return _answer(200, {"ok": True})

    # -- the socket ----------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        await socket.accept()
        window = Window()
        self.hub.enter(window)
        sender = asyncio.create_task(_send_all(socket, window))
        try:
            code = await self._listen(socket, window)
        except WebSocketDisconnect:
            code = None
        finally:
            await self.hub.leave(window)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender
        if code is not None:
            with contextlib.suppress(RuntimeError):
                await socket.close(*code)

    async def _listen(self, socket: WebSocket, window: Window) -> tuple[int, str]:
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
            if request is not None:
                await self.hub.receive(window, request)
            await asyncio.sleep(0)  # let other windows have their turn


async def _body(request: Request) -> bytes:
    """The body of a request; a long one is spooled to disk until it is complete."""
    with tempfile.SpooledTemporaryFile(MAX_BODY_IN_MEMORY) as kept:
        async for part in request.stream():
            kept.write(part)
        kept.seek(0)
        return kept.read()


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
        if window.name is None and op not in ("hello", "ping"):
            raise InputError("say hello first")
        return from_data(m.REQUESTS[op], data, f"message {op}")
    except ManikinError as error:
        window.tell(m.Refusal(id=number, message=str(error)))
    except (ValueError, RecursionError):
        window.tell(m.Refusal(id=number, message="this is not JSON", remedy="reload the page"))
    return None


def _no_constant(name: str) -> float:
    raise InputError(f"{name} is not a number in JSON")


def _expanded(document: Document, text: str, figure: str | None) -> str:
    from manikin.language.motion.expand import expand
    from manikin.library.library import find_clip

    return expand(text, document.actor(figure).figure, open_clip=find_clip, read_file=no_file)


def _answer(status: int, data: Any) -> Response:
    return Response(json.dumps(data), status, media_type="application/json")


def _file(content: bytes, name: str, kind: str) -> Response:
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def _safe(name: str) -> str:
    """A name that is valid in headers and file systems."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:80].strip(".-") or "file"


def _page_files() -> dict[str, tuple[bytes, str, str]]:
    """The files of the page, read once; requests can name only these."""
    found = {}
    for path in STATIC.rglob("*"):
        if path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            content = path.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            found[path.relative_to(STATIC).as_posix()] = (content, kind, tag)
    return found
