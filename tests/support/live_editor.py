"""A running editor, and ways to speak to it that no library would allow."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.server_environment import server_environment

FRAME_HEAD = 32
CLIP_PACKET = 3
PATIENCE = 60.0
"""How long a test waits for an answer [s]: much longer than it takes even on a busy machine."""


class Editor:
    """``manikin edit`` as a process of its own, its files in ``folder``."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        source: str = "human",
        browser: bool = False,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        own = {"XDG_STATE_HOME": str(folder), "PYTHONUNBUFFERED": "1", **(environment or {})}
        self.environment = {**server_environment(), **own}
        self.options = [
            sys.executable,
            "-m",
            "manikin",
            "edit",
            source,
            *([] if browser else ["--no-browser"]),
            *options,
        ]
        self.errors = (folder / "errors.txt").open("ab")
        begin = time.monotonic()
        self.process = subprocess.Popen(
            self.options, stdout=subprocess.PIPE, stderr=self.errors, env=self.environment, text=True
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        self.line = self.process.stdout.readline() if ready else ""
        self.seconds = time.monotonic() - begin
        found = re.fullmatch(r"manikin: (http://[^ ]*?:(\d+))/login\?token=([\w-]+)\n", self.line)
        if found is None:
            self.stop()
            raise AssertionError(f"no address: {self.line!r} {(folder / 'errors.txt').read_text()}")
        self.address, self.port, self.token = found[1], int(found[2]), found[3]
        self._cookie: str | None = None

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    @property
    def cookie(self) -> str:
        """What a browser sends after it has logged in."""
        if self._cookie is None:
            answer = self.get(f"/login?token={self.token}", auth=None)
            assert answer.status == 303
            self._cookie = answer.headers["set-cookie"][0].partition(";")[0]
        return self._cookie

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def processor_seconds(self) -> float:
        """What the server has taken of the processor so far, of all threads [s]; Linux only."""
        return time.clock_gettime(~self.process.pid << 3 | 2)  # the clock of another process, see clock_getcpuclockid

    def memory(self) -> int:
        """Resident bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    # -- HTTP ----------------------------------------------------------------------------------

    def raw(self, data: bytes, *, seconds: float = PATIENCE, more: Any = ()) -> Answer:
        """Send bytes as they are; ``more`` are sent after them, as long as the server takes them."""
        with socket.create_connection(("127.0.0.1", self.port), seconds) as link:
            try:
                link.sendall(data)
                for part in more:
                    link.sendall(part)
            except OSError:
                pass  # the server has heard enough
            received = b""
            try:
                while part := link.recv(65536):
                    received += part
                    if _whole(received):
                        break
            except OSError:
                pass
        return Answer(received)

    def ask(self, method: str, path: str, headers: Any = (), body: bytes = b"", **how: Any) -> Answer:
        """A request with just these headers, and Host, Connection and Content-Length where they are missing."""
        pairs = list(headers.items() if isinstance(headers, dict) else headers)
        names = {name.lower() for name, _ in pairs}
        if "host" not in names:
            pairs.insert(0, ("Host", self.host))
        if body and "content-length" not in names and "transfer-encoding" not in names:
            pairs.append(("Content-Length", str(len(body))))
        pairs.append(("Connection", "close"))
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in pairs) + "\r\n"
        return self.raw(head.encode("utf-8", "surrogateescape") + body, **how)

    def get(self, path: str, headers: Any = (), auth: str | None = "bearer") -> Answer:
        pairs = list(headers.items() if isinstance(headers, dict) else headers)
        if auth == "bearer":
            pairs += list(self.bearer.items())
        elif auth == "cookie":
            pairs.append(("Cookie", self.cookie))
        return self.ask("GET", path, pairs)

    def alive(self) -> bool:
        return self.get("/api/figures").status == 200

    # -- WebSocket -----------------------------------------------------------------------------

    def socket(self, headers: dict[str, str] | None = None) -> ClientConnection:
        """A connection with the token, or with just these headers."""
        given = self.bearer if headers is None else headers
        asked = connect(
            f"ws://{self.host}/ws", additional_headers=given, max_size=None, open_timeout=PATIENCE, compression=None
        )
        return asked.__enter__()  # whoever asked for it closes it

    def window(self, name: str = "test") -> Window:
        """A window that has said hello."""
        return Window(self.socket(), name)

    def upgrade(self, headers: dict[str, str]) -> Answer:
        """The answer to the request for a WebSocket."""
        wanted = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }  # fmt: skip
        pairs = {"Host": self.host, **wanted, **headers}
        head = "GET /ws HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in pairs.items()) + "\r\n"
        return self.raw(head.encode())

    # -- the end -------------------------------------------------------------------------------

    def stop(self, how: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.errors.close()
        return code

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()


class Answer:
    """An HTTP answer; status 0 where there was none."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        words = lines[0].split()
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        self.headers: dict[str, list[str]] = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers.setdefault(name.strip().lower(), []).append(value.strip())

    def json(self) -> Any:
        return json.loads(self.body)


def _whole(data: bytes) -> bool:
    head, found, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if found and b" 101 " in head[:16]:
        return True
    return bool(found) and length is not None and len(body) >= int(length[1])


class Window:
    """A window of the editor, as the page would be one."""

    def __init__(self, link: ClientConnection, name: str) -> None:
        self.link, self.name, self.number = link, name, 0
        self.frame = b""
        self.clips: list[bytes] = []
        self.send(op="hello", client=name)
        self.hello = self.wait("welcome")
        self.document: dict[str, Any] = self.hello["document"]
        self.history = self.hello["history"]
        self.revision = self.hello["revision"]

    def send(self, **message: Any) -> None:
        self.link.send(json.dumps(message))

    def ask(self, *, number: int | None = None, wants: str = "ack", **message: Any) -> dict[str, Any]:
        """Send with a number, wait for its answer: what was wanted, or an error."""
        self.number = self.number + 1 if number is None else number
        self.send(id=self.number, **message)
        return self.wait(wants, number=self.number)

    def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.ask(op="edit", command={"kind": kind, **fields})

    @property
    def actor(self) -> dict[str, Any]:
        """The first figure of the document."""
        found: dict[str, Any] = self.document["actors"][self.document["head"]["actors"][0]]
        return found

    @property
    def figure(self) -> dict[str, Any]:
        """What is drawn of the first figure."""
        found: dict[str, Any] = self.document["figures"][self.actor["figure"]]
        return found

    def wait(self, op: str, *, number: int | None = None, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message of a kind, or the error that answers the same request."""
        end = time.monotonic() + seconds
        while True:
            message = self.next(end - time.monotonic())
            if message["op"] == op and number in (None, message.get("id", number)):
                return message
            if message["op"] == "refusal" and message["id"] == number:
                return message

    def warning(self) -> str:
        """What the next warning says; at the start the page is also told which project it is."""
        while (notice := self.wait("notice"))["level"] != "warning":
            pass
        return str(notice["message"])

    def next(self, seconds: float) -> dict[str, Any]:
        """The next message; frames that come before it are kept, the newest."""
        end = time.monotonic() + seconds
        while True:
            data = self.link.recv(timeout=max(0.0, end - time.monotonic()))
            if isinstance(data, bytes):
                if data[0] == CLIP_PACKET:
                    self.clips.append(data)
                else:
                    self.frame = data
                continue
            message: dict[str, Any] = json.loads(data)
            if message["op"] == "document_changed":
                self.document = merged(self.document, message["document"])
                self.history, self.revision = message["history"], message["revision"]
            return message

    def next_frame(self, seq: int | None = None, seconds: float = PATIENCE) -> bytes:
        """The next frame, of a drag's move if it is said which."""
        end = time.monotonic() + seconds
        while True:
            data = self.link.recv(timeout=max(0.0, end - time.monotonic()))
            if isinstance(data, bytes) and data[0] == CLIP_PACKET:
                self.clips.append(data)
            elif isinstance(data, bytes):
                self.frame = data
                if seq is None or int.from_bytes(data[4:8], "little") == seq:
                    return data

    def clip_packet(self, seconds: float = PATIENCE) -> bytes:
        """The next packet with frames of a clip."""
        end = time.monotonic() + seconds
        while not self.clips:
            data = self.link.recv(timeout=max(0.0, end - time.monotonic()))
            if isinstance(data, bytes):
                if data[0] == CLIP_PACKET:
                    return data
                self.frame = data
            elif (message := json.loads(data))["op"] == "document_changed":
                self.document = merged(self.document, message["document"])
                self.history, self.revision = message["history"], message["revision"]
        return self.clips.pop(0)

    def settle(self) -> None:
        """Read all that was sent so far."""
        self.send(op="ping", t=float(self.number))
        self.wait("pong")

    def close(self) -> None:
        self.link.close()


def merged(document: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A document after a message about what changed of it."""
    found = {name: part for name, part in changes.items() if not isinstance(part, dict) and part is not None}
    for name, part in changes.items():
        if name in ("figures", "actors", "locks", "clips"):
            table = {**document[name], **part}
            found[name] = {key: item for key, item in table.items() if item is not None}
        else:
            found[name] = document[name] if part is None else part
    return found
