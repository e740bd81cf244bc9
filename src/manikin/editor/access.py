"""The gate: access control for HTTP and WebSocket, before any other code sees a request.

It stops the known attacks on local servers: host names that resolve to this machine (DNS rebinding), other pages in
the same browser (cross-site requests and sockets), other users and programs without the token, floods of headers.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

__all__ = ["MAX_BODY", "ASGIApp", "Gate", "Keys", "Message", "Receive", "Scope", "Send", "TooLong", "in_address"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_HEADERS, MAX_HEAD, MAX_ADDRESS = 64, 16 * 1024, 8 * 1024
MAX_BODY = 136 * 1024 * 1024
SAFE = ("GET", "HEAD")
METHODS = (*SAFE, "POST", "OPTIONS")
BODIES = ("application/json", "application/octet-stream")


class Keys:
    """The token in the printed address, and the cookie that a browser gets for it; both are new in every process.

    ``once`` is a token that opens one time only.  The browser that ``manikin edit`` starts gets it, so that what stays
    in its history opens nothing.
    """

    def __init__(self, port: int, token: str, once: str = "") -> None:
        self.token, self.once = token, once
        self.cookie = secrets.token_urlsafe(32)
        self.cookie_name = f"manikin_{port}"

    def is_token(self, given: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def use_once(self, given: str) -> bool:
        """Whether this is the token that opens one time, which it then no longer does."""
        if not self.once or not hmac.compare_digest(given.encode(), self.once.encode()):
            return False
        self.once = ""
        return True

    def is_cookie(self, given: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(given.encode(), self.cookie.encode())


class Refused(Exception):
    """A refused request: status and reason."""

    def __init__(self, status: int, reason: str) -> None:
        self.status, self.reason = status, reason
        super().__init__(reason)


class Gate:
    """Passes requests from our own page or with the token, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, *, keys: Keys, port: int, exposed: bool = False, host: str = "127.0.0.1") -> None:
        self.app, self.keys, self.port, self.exposed = app, keys, port, exposed
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]", in_address(host))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Refused as refused:
            await self._refuse(scope, send, refused)
            return
        await self.app(
            scope, receive if scope["type"] == "websocket" else _limited(receive), self._dressed(scope, send)
        )

    def check(self, scope: Scope) -> None:
        """Raise if a request must not pass."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_ADDRESS:
            raise Refused(414, "the address is too long")
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        if len(scope["headers"]) > MAX_HEADERS or size > MAX_HEAD:
            raise Refused(431, "too many headers")
        if scope.get("http_version", "1.1") not in ("1.0", "1.1"):
            raise Refused(400, "this version of HTTP is not known here")
        headers = _Headers(scope)
        host = self._host(scope, headers)
        socket = scope["type"] == "websocket"
        method = "GET" if socket else scope["method"]
        if method not in METHODS:
            raise Refused(405, "this method is not known here")
        unsafe = socket or method not in SAFE
        path = scope["path"]
        if (unsafe or path.startswith("/api")) and headers.one("sec-fetch-site") in ("cross-site", "same-site"):
            raise Refused(403, "requests of other pages are refused")
        origin = headers.one("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            raise Refused(403, "requests of other pages are refused")
        if not socket:
            self._check_body(method, headers)
        if path in ("/login", "/open") and method in SAFE:
            return  # these routes check the token themselves
        if not self._bearer(headers):
            if not self._cookie(headers):
                raise Refused(401, "open the address that manikin edit printed")
            if unsafe and origin is None:
                raise Refused(403, "requests of other pages are refused")

    def _host(self, scope: Scope, headers: _Headers) -> str:
        given = headers.all("host")
        if len(given) != 1:
            raise Refused(400, "one Host is wanted")
        host = given[0].lower()
        allowed = set(self.hosts)
        if self.exposed and scope.get("server"):
            allowed.add(f"{in_address(scope['server'][0])}:{self.port}")  # the address that was called, never a name
        if host not in allowed:
            raise Refused(403, "this host is not known here")
        return host

    def _check_body(self, method: str, headers: _Headers) -> None:
        length = headers.one("content-length") or "0"
        if not (length.isascii() and length.isdigit()):
            raise Refused(400, "the length of the body is not a number")
        if len(length) > 12 or int(length) > MAX_BODY:
            raise Refused(413, f"a body has at most {MAX_BODY:,} bytes")
        kind = (headers.one("content-type") or "").partition(";")[0].strip().lower()
        if method == "POST" and kind not in BODIES:
            raise Refused(415, f"a body is {' or '.join(BODIES)}")

    def _bearer(self, headers: _Headers) -> bool:
        scheme, _, token = (headers.one("authorization") or "").partition(" ")
        return scheme.lower() == "bearer" and self.keys.is_token(token.strip())

    def _cookie(self, headers: _Headers) -> bool:
        """Other programs on this machine set cookies for the same host, of whatever form: only ours are read."""
        pairs = (pair.partition("=") for text in headers.all("cookie") for pair in text.split(";"))
        own = [value.strip() for name, _, value in pairs if name.strip() == self.keys.cookie_name]
        return any(self.keys.is_cookie(value) for value in own)

    def open(self, scope: Scope) -> bool:
        """Whether a request to /open has the token that opens one time."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [])
        return len(given) == 1 and self.keys.use_once(given[0])

    def login(self, scope: Scope) -> bool:
        """Whether a request to /login has the token."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return len(given) == 1 and self.keys.is_token(given[0])

    def safe_headers(self, path: str) -> list[tuple[bytes, bytes]]:
        """The headers of every response."""
        if path.startswith(("/files/", "/api/export/", "/api/picture/")):
            policy = "sandbox; default-src 'none'"
        else:
            policy = (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
                "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
        headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
        }
        return [(name.encode(), value.encode()) for name, value in headers.items()]

    def _dressed(self, scope: Scope, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                if not any(name.lower() == b"cache-control" for name, _ in own):
                    own.append((b"cache-control", b"no-store"))
                message["headers"] = [*own, *self.safe_headers(scope["path"])]
            await send(message)

        return dressed

    async def _refuse(self, scope: Scope, send: Send, refused: Refused) -> None:
        kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        body = b"" if refused.status == 401 and scope["path"].startswith("/api") else refused.reason.encode() + b"\n"
        await send(
            {
                "type": f"{kind}.start",
                "status": refused.status,
                "headers": [*headers, (b"content-length", str(len(body)).encode()), *self.safe_headers("")],
            }
        )
        await send({"type": f"{kind}.body", "body": body})


def in_address(host: str) -> str:
    """A host as it is written in an address: an IPv6 address has brackets, and four numbers may hide in one."""
    plain = host.partition("%")[0].removeprefix("::ffff:") if "." in host else host.partition("%")[0]
    return f"[{plain}]" if ":" in plain else plain


class _Headers:
    """Headers by name, decoded without errors."""

    def __init__(self, scope: Scope) -> None:
        self._pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]

    def all(self, name: str) -> list[str]:
        return [value for own, value in self._pairs if own == name]

    def one(self, name: str) -> str | None:
        """The value of a header; if two values differ, a value that no comparison accepts."""
        found = self.all(name)
        return None if not found else found[0] if len(found) == 1 else "\0"


def _limited(receive: Receive) -> Receive:
    """Limit a body that does not state its length."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MAX_BODY:
            raise TooLong
        return message

    return limited


class TooLong(Exception):
    """A body is longer than allowed."""
