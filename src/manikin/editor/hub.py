"""The studio: windows around one workspace.

All work on the workspace, and on its file, is done one thing after the other by one thread, so that the event loop
stays free; only short refreshes are made in the loop itself, while that thread is idle.  Every window has a box of
messages, in which a new pose frame takes the place of one not yet sent: a slow reader sees fewer frames, and costs no
memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from manikin import __version__
from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.editor import messages as m
from manikin.editor.activities import Dragging, Solving
from manikin.editor.conflict_advice import advise
from manikin.editor.wire_data import document_data, figure_data, figure_summaries, lock_kind_data, solver_data
from manikin.editor.wire_types import DocumentData
from manikin.editor.workspace import Workspace
from manikin.errors import ManikinError, Unsupported
from manikin.plain_data import from_data
from manikin.project.store import Origin, Store

__all__ = ["Studio", "Window"]

T = TypeVar("T")
R = TypeVar("R", bound=m.Reply)
REFRESH = 1 / 60
SHORT = 3.0
"""Refreshes that take no longer than this [ms] are made where they are asked for."""
NO_CONFLICT = m.Conflict(sentence="")
MOST_WAITING = 400
"""Messages that a window may leave unread before it is given up."""


class Window:
    """A browser's window: its name and its box of messages."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.gone = False
        self._texts: deque[tuple[str, str]] = deque()
        self._frame: bytes | None = None
        self._wake = asyncio.Event()

    def tell(self, reply: m.Reply) -> None:
        """Put a message into the box; a newer document or progress takes the place of an older one."""
        if self.gone:
            return
        if reply.kind in ("document", "progress", "conflict"):
            self._texts = deque(item for item in self._texts if item[0] != reply.kind)
        self._texts.append((reply.kind, reply.json))
        self.gone = len(self._texts) > MOST_WAITING
        self._wake.set()

    def show(self, frame: bytes) -> None:
        """Put a pose frame into the box, in the place of one not yet sent."""
        self._frame = frame
        self._wake.set()

    def leave(self) -> None:
        """No more messages."""
        self.gone = True
        self._wake.set()

    async def next(self) -> str | bytes | None:
        """The next message to send, messages before frames; None when the window is gone."""
        while not self.gone:
            if self._texts:
                return self._texts.popleft()[1]
            if self._frame is not None:
                frame, self._frame = self._frame, None
                return frame
            self._wake.clear()
            await self._wake.wait()
        return None


class Studio:
    """``store`` is the project's file; the workspace writes into it."""

    def __init__(self, workspace: Workspace, store: Store) -> None:
        self.workspace, self.store = workspace, store
        self.view = store.view
        self.windows: set[Window] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="workspace")
        self._wake = asyncio.Event()
        self._shown_figure = workspace.document.figure
        self._task: asyncio.Task[None] | None = None
        self._first: asyncio.Task[None] | None = None
        self._conflict = NO_CONFLICT
        self._solves: list[tuple[Window, int]] = []
        self._working = 0
        self._told: tuple[Document, DocumentData] | None = None
        self._advice: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._refresh())
        self._first = asyncio.create_task(self._prepare())

    async def _prepare(self) -> None:
        """Make what the first window will ask for, once the page has gone out and while the browser reads it."""
        await asyncio.sleep(0.1)
        await self.work(lambda: (self.welcome("").json, self.workspace.frame()))

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        for task in (self._task, self._first, self._advice):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for window in self.windows:
            window.leave()
        await self.work(self.store.close)
        self._thread.shutdown()

    async def work(self, job: Callable[[], T]) -> T:
        """Do something with the workspace or its file, after all that was asked for before."""
        self._working += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        finally:
            self._working -= 1

    # -- windows -------------------------------------------------------------------------------

    def enter(self, window: Window) -> None:
        """A window opens."""
        self.windows.add(window)

    async def leave(self, window: Window) -> None:
        """A window closes; what it was dragging goes back, what it set going goes on."""
        window.leave()
        self.windows.discard(window)
        if await self.work(lambda: self.workspace.leave(window)):
            await self._show()
        self._wake.set()

    async def receive(self, window: Window, request: m.Request) -> None:
        """Do what a window asks for, and answer."""
        try:
            await self._receive(window, request)
        except ManikinError as error:
            remedy = "choose another solver" if isinstance(error, Unsupported) else None
            window.tell(m.Refusal(id=request.id, message=str(error), remedy=remedy))

    async def _receive(self, window: Window, request: m.Request) -> None:
        workspace = self.workspace
        if isinstance(request, m.Ping):
            window.tell(m.Pong(t=request.t))
        elif isinstance(request, m.Hello):
            window.name = request.client[:100]
            window.tell(await self.work(lambda: self._made(self.welcome(window.name or ""))))
            window.show(await self.work(workspace.frame))
            window.tell(self._conflict)
            if (request.last_revision or 0) > workspace.revision:
                window.tell(m.Notice(level="warning", message="Another project is open here now.", remedy=None))
            self._think()
        elif isinstance(request, m.DragMove):
            workspace.follow(window, request)
            self._wake.set()
        elif isinstance(request, m.View):
            self.view = request.view
            await self.work(lambda: self.store.keep_view(request.view))
        elif isinstance(request, m.DragBegin):
            window.tell(await self.work(lambda: workspace.begin(window, request)))
            await self._show()
        elif isinstance(request, m.DragCancel):
            await self.work(lambda: workspace.cancel(window))
            await self._show()
        elif isinstance(request, m.Chase) and request.on:
            await self.work(lambda: workspace.chase(window, request))
            self._wake.set()
        elif isinstance(request, m.Solve):
            await self.work(lambda: workspace.solve(window))
            self._solves.append((window, request.id))
            self._wake.set()
        else:
            await self._edit(window, request)
        self._answer_solves()

    def _answer_solves(self) -> None:
        """A solve is answered when it is over, however it ended."""
        if not isinstance(self.workspace.activity, Solving):
            for window, number in self._solves:
                window.tell(m.Ack(id=number, revision=self.workspace.revision))
            self._solves.clear()

    async def _edit(self, window: Window, request: m.Request) -> None:
        """What changes the document; done once, however often it is asked for."""
        origin = Origin(window.name, request.id) if window.name and request.id else None
        revision = None if origin is None else await self.work(lambda: self.store.answered(origin))
        if revision is None:
            job = self._job(window, request, origin)
            revision = await self.work(job)
            window.tell(m.Ack(id=request.id, revision=revision))
            await self.announce()
            return
        window.tell(m.Ack(id=request.id, revision=revision))

    def _job(self, window: Window, request: m.Request, origin: Origin | None) -> Callable[[], int]:
        workspace = self.workspace
        jobs: dict[type[m.Request], Callable[[], None]] = {
            m.Undo: lambda: workspace.undo(origin),
            m.Redo: lambda: workspace.redo(origin),
            m.DragEnd: lambda: workspace.end(window, origin),
        }
        if isinstance(request, m.Chase):
            job: Callable[[], None] = lambda: workspace.chase(window, request, origin)  # noqa: E731
        elif isinstance(request, m.Cancel):
            job = lambda: workspace.cancel(window)  # noqa: E731
        elif isinstance(request, m.Edit):
            command = from_data(Command, request.command)
            job = lambda: workspace.do(command, origin)  # noqa: E731
        else:
            job = jobs[type(request)]

        def done() -> int:
            job()
            return workspace.revision

        return done

    async def do(self, command: Command) -> None:
        """Do a command that came by another way."""
        await self.work(lambda: self.workspace.do(command))
        await self.announce()

    # -- telling -------------------------------------------------------------------------------

    def welcome(self, client: str) -> m.Welcome:
        """All that a window needs to begin."""
        workspace = self.workspace
        return m.Welcome(
            client=client,
            version=__version__,
            revision=workspace.revision,
            figure=figure_data(workspace.document.figure),
            document=self._document_data(),
            view=self.view,
            history=workspace.history.data(),
            solvers=solver_data(),
            figures=figure_summaries(),
            lock_kinds=lock_kind_data(),
        )

    def _document_data(self) -> DocumentData:
        """The document as windows are told of it, made once for all who ask."""
        document = self.workspace.document
        if self._told is None or self._told[0] is not document:
            self._told = (document, document_data(document))
        return self._told[1]

    @staticmethod
    def _made(reply: R) -> R:
        """A message whose text is made already, here rather than in the loop."""
        _ = reply.json
        return reply

    async def announce(self) -> None:
        """Tell all windows of the document as it is now."""

        def gathered() -> tuple[m.FigureChanged | None, m.DocumentChanged, bytes]:
            workspace = self.workspace
            figure = workspace.document.figure
            news = None
            if figure is not self._shown_figure and figure != self._shown_figure:
                news = m.FigureChanged(figure=figure_data(figure))
            self._shown_figure = figure
            changed = m.DocumentChanged(
                revision=workspace.revision, document=self._document_data(), history=workspace.history.data()
            )
            return news and self._made(news), self._made(changed), workspace.frame()

        news, changed, frame = await self.work(gathered)
        for window in self.windows:
            if window.name is None:
                continue
            if news is not None:
                window.tell(news)
            window.tell(changed)
            window.show(frame)
        self._wake.set()
        self._think()

    def _think(self) -> None:
        """Look for conflicts when there is time, once for several edits in a row."""
        if self._advice is None or self._advice.done():
            self._advice = asyncio.create_task(self._advise())

    async def _advise(self) -> None:
        """Tell all windows of a conflict that has come up, or is over."""

        def found() -> m.Conflict:
            workspace = self.workspace
            if not workspace.giving_way():
                return NO_CONFLICT
            return advise(workspace.document) or NO_CONFLICT

        revision = -1
        while revision != self.workspace.revision:  # there may have been edits meanwhile
            revision = self.workspace.revision
            conflict = await self.work(found)
        if conflict == self._conflict:
            return
        self._conflict = conflict
        for window in self.windows:
            if window.name is not None:
                window.tell(conflict)

    async def _show(self) -> None:
        frame = await self.work(self.workspace.frame)
        for window in self.windows:
            if window.name is not None:
                window.show(frame)

    # -- what goes on --------------------------------------------------------------------------

    async def _refresh(self) -> None:
        """Refresh while anything moves: at once when the cursor did, else sixty times a second."""
        while True:
            self._wake.clear()
            if not self.workspace.waiting:
                await self._wake.wait()
                continue
            begin = time.monotonic()
            try:
                # a short refresh is over before another thread would have woken up for it
                short = not self._working and self.workspace.milliseconds < SHORT
                frame, over, progress = self._step() if short else await self.work(self._step)
            except ManikinError as error:
                await self._stumble(error)
                continue
            for window in self.windows:
                if window.name is not None:
                    window.show(frame)
                    if progress is not None:
                        window.tell(progress)
            if over:
                await self._finish()
            await asyncio.sleep(0)  # messages may have come in meanwhile
            rest = REFRESH - (time.monotonic() - begin)
            if rest > 0 and not self._fresh():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), rest)

    def _fresh(self) -> bool:
        activity = self.workspace.activity
        return isinstance(activity, Dragging) and activity.fresh

    def _step(self) -> tuple[bytes, bool, m.Progress | None]:
        workspace = self.workspace
        over = workspace.step()
        progress = None
        if isinstance(workspace.activity, Solving):
            progress = m.Progress(iterations=workspace.activity.iterations, error=workspace.worst())
        return workspace.frame(), over, progress

    async def _stumble(self, error: ManikinError) -> None:
        """A gesture that cannot go on is let go, and its window told why."""
        activity = self.workspace.activity
        if activity is None:
            return
        owner = activity.owner
        await self.work(lambda: self.workspace.cancel(owner))
        if isinstance(owner, Window):
            owner.tell(m.Notice(level="error", message=str(error)))
        self._answer_solves()
        await self._show()

    async def _finish(self) -> None:
        """Keep what ended by itself."""

        def finish() -> Any:
            activity = self.workspace.activity
            if activity is None or not activity.over:
                return None
            self.workspace.end(activity.owner)
            return activity

        if await self.work(finish) is not None:
            await self.announce()
        self._answer_solves()
