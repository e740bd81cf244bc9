"""What windows play: the frames of all clips, computed beside the workspace, newest document first.

A preview is an edit that a gesture would make if it ended now.  Only its window sees the frames of it; the document
stays as it is.  Figures whose intervals are to be solved at once are shown frame by frame first, and so are previews;
the smooth answer follows, with its progress.  An edit in the midst of it begins it anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.document.moving import motions_of
from manikin.editor import messages as m
from manikin.editor.clip_conflicts import clip_conflicts
from manikin.editor.clip_packet import next_packet
from manikin.editor.window import Window
from manikin.editor.wire_types import ClipConflict
from manikin.errors import ManikinError
from manikin.posing.clip_frames import Clips, all_frames
from manikin.solvers.patience import Patience

__all__ = ["MotionPlayer"]

PREVIEW_SECONDS = 5.0
"""Longest time [s] that a preview may solve."""


class Preview:
    """The newest preview of a window, by its number; ``clips`` are its frames once they are computed."""

    def __init__(self, command: Command, number: int) -> None:
        self.command, self.number = command, number
        self.answered = 0
        self.clips: Clips | None = None


class MotionPlayer:
    """``document`` gives the newest document and its revision; ``windows`` those that play; ``refuse`` tells a window
    that its preview cannot be; ``tell`` tells all of them what share of the smooth answer is done,
    and where locks cannot hold."""

    def __init__(
        self,
        document: Callable[[], tuple[Document, int]],
        windows: Callable[[], Iterable[Window]],
        refuse: Callable[[Window, int, ManikinError], None],
        tell: Callable[[m.Reply], None],
    ) -> None:
        self._document, self._windows, self._refuse, self._tell = document, windows, refuse, tell
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clips")
        self._wake = asyncio.Event()
        self._clips: Clips = {}
        self._seen: Document | None = None
        self._revision = 0
        self._unsmoothed: frozenset[str] = frozenset()  # figures that are to be smooth, and are not yet
        self._audited: Document | None = None
        self.conflicts: tuple[ClipConflict, ...] = ()
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

    @property
    def messages(self) -> tuple[m.Reply, ...]:
        """What a new window is told."""
        return (m.ClipConflicts(conflicts=self.conflicts),)

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
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._show_newest()
            except Exception as error:  # the next edit may be shown again
                what = str(error) or type(error).__name__
                self._tell(
                    m.Notice(level="error", message=f"The motion cannot be shown: {what}", remedy="Undo the last edit.")
                )

    async def _show_newest(self) -> None:
        document, revision = self._document()
        if document is not self._seen:
            before, loop = self._clips, asyncio.get_running_loop()
            self._clips = await loop.run_in_executor(self._thread, _quick_frames, document, before)
            self._seen = document
            self._unsmoothed = frozenset(n for motion in motions_of(document) if motion.smooth for n in motion.moving)
        self._revision = revision
        for window in list(self._windows()):
            window.tell_frames(self._packet)
        for window, preview in list(self._previews.items()):
            await self._show(window, preview, document)
        if self._unsmoothed and not self._wake.is_set():
            await self._smooth(document)
        if not self._unsmoothed and not self._previews and not self._wake.is_set():
            await self._audit(document)

    async def _audit(self, document: Document) -> None:
        """Tell in words where locks cannot hold; left for later if there is something newer to show."""
        clips = self._clips
        if document is self._audited:
            return
        loop = asyncio.get_running_loop()
        with contextlib.suppress(_Newer):
            conflicts = await loop.run_in_executor(
                self._thread, lambda: clip_conflicts(document, clips, self._stop_if_newer)
            )
            self._audited = document
            if conflicts != self.conflicts:
                self.conflicts = conflicts
                self._tell(m.ClipConflicts(conflicts=conflicts))

    def _stop_if_newer(self) -> None:
        if self._wake.is_set():
            raise _Newer

    async def _smooth(self, document: Document) -> None:
        """Replace frames by those of whole intervals solved at once, where figures are to be so; begun again later if
        there is something newer to show before it is done."""
        loop = asyncio.get_running_loop()
        waiting = [motion for motion in motions_of(document) if motion.smooth]
        before = self._clips

        def solved() -> Clips:
            for place, motion in enumerate(waiting):
                motion.prepare(partial(self._going_on, loop, place, len(waiting)))
            return all_frames(document, before)

        try:
            self._clips = await loop.run_in_executor(self._thread, solved)
        except _Newer:
            self._tell(m.Smoothing(share=1.0))  # nothing is under way for now
            return
        self._unsmoothed = frozenset()
        self._tell(m.Smoothing(share=1.0))
        for window in list(self._windows()):
            window.tell_frames(self._packet)

    def _going_on(self, loop: asyncio.AbstractEventLoop, place: int, count: int, share: float) -> None:
        """Called while the intervals of one of several motions are solved."""
        self._stop_if_newer()
        loop.call_soon_threadsafe(self._tell, m.Smoothing(share=min((place + share) / count, 0.99)))

    async def _show(self, window: Window, preview: Preview, document: Document) -> None:
        command, number = preview.command, preview.number
        if number == preview.answered:
            return
        before = preview.clips or self._clips

        def previewed() -> Clips:
            with Patience(PREVIEW_SECONDS).lasting():
                return _quick_frames(command.apply(document), before)

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
            return next_packet(self._clips, window.frames, self._revision, provisional=self._unsmoothed)
        return next_packet(preview.clips, window.frames, self._revision, preview.answered)


def _quick_frames(document: Document, before: Clips) -> Clips:
    return all_frames(document, before, quick=True)


class _Newer(Exception):
    """There is something newer to compute."""
