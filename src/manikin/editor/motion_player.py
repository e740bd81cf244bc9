"""What windows play: the frames of all clips, computed beside the workspace, newest document first.

A preview is an edit that a gesture would make if it ended now.  Only its window sees the frames of it; the document
stays as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.editor.clip_packet import next_packet
from manikin.editor.window import Window
from manikin.errors import ManikinError
from manikin.posing.clip_frames import ClipFrames, clip_frames

__all__ = ["MotionPlayer"]

Clips = dict[str, ClipFrames]


class Preview:
    """The newest preview of a window, by its number; ``clips`` are its frames once they are computed."""

    def __init__(self, command: Command, number: int) -> None:
        self.command, self.number = command, number
        self.answered = 0
        self.clips: Clips | None = None


class MotionPlayer:
    """``document`` gives the newest document and its revision; ``windows`` those that play; ``refuse`` tells a window
    that its preview cannot be."""

    def __init__(
        self,
        document: Callable[[], tuple[Document, int]],
        windows: Callable[[], Iterable[Window]],
        refuse: Callable[[Window, int, ManikinError], None],
    ) -> None:
        self._document, self._windows, self._refuse = document, windows, refuse
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clips")
        self._wake = asyncio.Event()
        self._clips: Clips = {}
        self._seen: Document | None = None
        self._revision = 0
        self._previews: dict[Window, Preview] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, after what is being computed."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown()

    def changed(self) -> None:
        """There is another document, or another window."""
        self._wake.set()

    def preview(self, window: Window, command: Command | None, number: int) -> None:
        """Show a window what an edit would do, or without a command what is."""
        if command is None:
            self._previews.pop(window, None)
            window.tell_frames(self._packet)
            return
        now = self._previews.setdefault(window, Preview(command, number))
        now.command, now.number = command, number
        self._wake.set()

    def leave(self, window: Window) -> None:
        """A window has closed."""
        self._previews.pop(window, None)

    def kept(self, window: Window) -> None:
        """The gesture of a window has ended with an edit: the frames of its preview are very likely those of the
        document now."""
        preview = self._previews.pop(window, None)
        if preview is not None and preview.clips is not None:
            self._clips = {**self._clips, **preview.clips}
            self._seen = None

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            document, revision = self._document()
            if document is not self._seen:
                before = self._clips
                self._clips = await loop.run_in_executor(self._thread, _frames, document, before)
                self._seen = document
            self._revision = revision
            for window in list(self._windows()):
                window.tell_frames(self._packet)
            for window, preview in list(self._previews.items()):
                await self._show(window, preview, document)

    async def _show(self, window: Window, preview: Preview, document: Document) -> None:
        command, number = preview.command, preview.number
        if number == preview.answered:
            return
        before = preview.clips or self._clips

        def previewed() -> Clips:
            return _frames(command.apply(document), before)

        try:
            preview.clips = await asyncio.get_running_loop().run_in_executor(self._thread, previewed)
        except ManikinError as error:
            self._refuse(window, number, error)
        preview.answered = number
        window.tell_frames(self._packet)
        if preview.number != number:
            self._wake.set()

    def _packet(self, window: Window) -> bytes | None:
        """The next packet that a window is sent."""
        preview = self._previews.get(window)
        if preview is None or preview.clips is None:
            return next_packet(self._clips, window.frames, self._revision)
        return next_packet(preview.clips, window.frames, self._revision, preview.answered)


def _frames(document: Document, before: Clips) -> Clips:
    found = {}
    for actor in document.actors:
        frames = clip_frames(document, actor.name, before.get(actor.name))
        if frames is not None:
            found[actor.name] = frames
    return found
