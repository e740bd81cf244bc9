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

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.websockets import WebSocket

from manikin.commands.scripts import play_script
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.parts import skin_part
from manikin.editor.access import ASGIApp, Gate, Keys, Receive, Scope, Send, TooLong
from manikin.editor.clip_library import flip_book, library_entries, pose_pictures
from manikin.editor.films import Films
from manikin.editor.hub import Hub
from manikin.editor.imports import REMEDY, import_command, role_table
from manikin.editor.projects import project_list, requested_project, uploaded_project
from manikin.editor.sockets import serve_window
from manikin.editor.wire_data import figure_summaries
from manikin.errors import FormatError, InputError, ManikinError, NewerVersion, UnknownName
from manikin.plain_data import to_data
from manikin.project.documents import open_workspace

__all__ = ["make_app"]

STATIC = Path(__file__).parent / "static"
MAX_BODY_IN_MEMORY = 1024 * 1024
"""Bytes of a request body that are kept in memory; the rest goes to a temporary file."""
log = logging.getLogger("manikin.editor")


def make_app(
    hub: Hub, keys: Keys, port: int, *, exposed: bool = False, host: str = "127.0.0.1", stop: Callable[[], None]
) -> ASGIApp:
    """The whole application; ``stop`` ends the server."""
    routes = _Routes(hub, stop)
    app = Router(
        routes=[
            Route("/login", routes.login, methods=["GET"]),
            Route("/open", routes.open_once, methods=["GET"]),
            Route("/api/project", routes.project, methods=["GET"]),
            Route("/api/figures", routes.figures, methods=["GET"]),
            Route("/api/library", routes.library, methods=["GET"]),
            Route("/api/flip-book", routes.flip_book, methods=["GET"]),
            Route("/api/projects", routes.projects, methods=["GET"]),
            Route("/api/projects", routes.open_project, methods=["POST"]),
            Route("/api/poses", routes.poses, methods=["GET"]),
            Route("/api/import", routes.take_in, methods=["POST"]),
            Route("/api/roles", routes.roles, methods=["POST"]),
            Route("/api/picture/{digest}", routes.picture, methods=["GET"]),
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
    gate = Gate(_Shield(app), keys=keys, port=port, exposed=exposed, host=host)
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
        except ClientDisconnect:
            pass  # who broke off an upload hears no answer
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
        self.drawing, self.switching = asyncio.Semaphore(1), asyncio.Lock()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Any) -> AsyncIterator[None]:
        await self.hub.open()
        yield
        await asyncio.to_thread(self.films.close)
        await self.hub.close()

    # -- the page ------------------------------------------------------------------------------

    async def login(self, request: Request) -> Response:
        if not self.gate.login(request.scope):
            return Response("this token is not the one that manikin edit printed\n", 401, media_type="text/plain")
        return self._with_cookie(RedirectResponse("/", 303))

    async def open_once(self, request: Request) -> Response:
        """The browser that was started comes from a file: it would not send the cookie if it were only redirected."""
        if not self.gate.open(request.scope):
            return Response("this opens one time; use the address that manikin edit printed\n", 401)
        page = '<!doctype html><meta http-equiv="refresh" content="0; url=/"><title>manikin</title>'
        return self._with_cookie(Response(page, media_type="text/html"))

    def _with_cookie(self, answer: Response) -> Response:
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

    async def projects(self, request: Request) -> Response:
        return _answer(200, await asyncio.to_thread(project_list, self.hub.store))

    async def open_project(self, request: Request) -> Response:
        """Go to another project: one of the list, a new one, or one that is made of the body."""
        name, data = request.query_params.get("name"), await _body(request)
        try:
            async with self.switching:
                made = requested_project(_json(data), self.hub.store) if name is None else uploaded_project(name, data)
                store = await asyncio.to_thread(made)
                before, self.hub = self.hub, Hub(open_workspace(store), store)
                await self.hub.open()
                await before.close()  # its windows come back, to the new one
        except ManikinError as error:
            return _answer(422, {"error": str(error)})
        return _answer(200, {"ok": True, "file": str(store.path)})

    async def poses(self, request: Request) -> Response:
        document = await self.hub.work(lambda: self.hub.workspace.document)
        try:
            figure = request.query_params.get("figure")
            return _answer(200, await asyncio.to_thread(pose_pictures, document, figure))
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
            return Response(status_code=204)  # its figure was undone meanwhile
        content = await asyncio.to_thread(skin_part, Identity(found))
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def picture(self, request: Request) -> Response:
        """A picture behind a view by its digest; who opens its address saves it as a file."""
        document = await self.hub.work(lambda: self.hub.workspace.document)
        found = next((one for one in document.backdrops if one.digest == request.path_params["digest"]), None)
        if found is None:
            return _answer(404, {"error": "there is no such picture"})
        answer = _file(found.picture, "picture", found.media_type)
        answer.headers["cache-control"] = "private, max-age=31536000, immutable"  # its digest is its address
        return answer

    async def export(self, request: Request) -> Response:
        from manikin.editor.exports import EXPORTS

        name = request.path_params["name"]
        if name not in EXPORTS:
            return _answer(404, {"error": str(UnknownName("export", name, EXPORTS))})
        kind, make = EXPORTS[name]
        document, poses = await self.hub.work(lambda: (self.hub.workspace.document, self.hub.workspace.poses))
        try:
            async with self.drawing:  # a large picture takes hundreds of megabytes while it is made
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
                await asyncio.to_thread(self.films.cancel, key)
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
        await serve_window(socket, self.hub)


async def _body(request: Request) -> bytes:
    """The body of a request; a long one is spooled to disk until it is complete."""
    with tempfile.SpooledTemporaryFile(MAX_BODY_IN_MEMORY) as kept:
        async for part in request.stream():
            kept.write(part)
        kept.seek(0)
        return kept.read()


def _expanded(document: Document, text: str, figure: str | None) -> str:
    from manikin.language.motion.expand import written_out

    return written_out(*play_script(document, text, figure))


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise InputError("this is not JSON") from None


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
