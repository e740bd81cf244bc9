"""A browser's window, as the hub sees it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from manikin.editor import messages as m
from manikin.editor.clip_packet import Shown
from manikin.editor.pose_packet import PosePacket
from manikin.editor.wire_document import WireParts

__all__ = ["Window"]

NEWS = "news"
"""Stands for news of the document among the messages that wait."""
MAX_UNREAD_MESSAGES = 400
"""Unread messages after which a window is disconnected."""


class Window:
    """A browser's window: its name, its outbox, and the parts of the document and the frames of clips that it knows."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.greeted = False
        self.gone = False
        self.seen: WireParts = {}
        self.frames: dict[str, Shown] = {}
        self._texts: deque[tuple[str, str]] = deque()
        self._news: Callable[[Window], str] | None = None
        self._packets: list[PosePacket] = []
        self._frames: Callable[[Window], bytes | None] | None = None
        self._wake = asyncio.Event()

    def tell(self, reply: m.Reply) -> None:
        """Queue a message; progress and conflicts replace older ones of their kind."""
        if self.gone:
            return
        if isinstance(reply, (m.Progress, m.Smoothing, m.ConflictChanged, m.ClipConflicts)):
            self._texts = deque(item for item in self._texts if item[0] != reply.kind)
        self._texts.append((reply.kind, reply.json))
        self.gone = len(self._texts) > MAX_UNREAD_MESSAGES
        self._wake.set()

    def tell_document(self, news: Callable[[Window], str]) -> None:
        """The document changed: ``news`` makes the message when it is sent, in its turn among the others."""
        if self._news is None:
            self._texts.append((NEWS, ""))
        self._news = news
        self._wake.set()

    def show(self, packet: PosePacket) -> None:
        """Queue a pose packet, and drop those that it replaces."""
        self._packets = [*(older for older in self._packets if not packet.replaces(older)), packet]
        self._wake.set()

    def tell_frames(self, frames: Callable[[Window], bytes | None]) -> None:
        """Frames of clips changed: ``frames`` makes the packets one by one when they are sent."""
        self._frames = frames
        self._wake.set()

    def leave(self) -> None:
        """No more messages."""
        self.gone = True
        self._wake.set()

    async def next(self) -> str | bytes | None:
        """The next message to send, messages before poses before frames; None when the window is gone."""
        while not self.gone:
            if self._texts:
                kind, text = self._texts.popleft()
                if kind != NEWS or self._news is None:
                    return text
                news, self._news = self._news, None
                return news(self)
            if self._packets:
                return self._packets.pop(0).data
            if self._frames is not None:
                packet = self._frames(self)
                if packet is not None:
                    return packet
                self._frames = None
            self._wake.clear()
            await self._wake.wait()
        return None
