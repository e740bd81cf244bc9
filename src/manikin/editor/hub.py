"""The hub: windows around one workspace.

One thread does all work on the workspace and its file, one job after another, so that the event loop stays free.  Only
short refreshes are made in the loop itself, while that thread is idle.  Every window has an outbox.  A new pose packet
replaces one that was not sent yet, and of the document only the parts that the window does not know are sent: a slow
reader sees fewer changes and costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from manikin import __version__
from manikin.commands.command import Command, Made
from manikin.commands.keys import copied_keys
from manikin.editor import messages as m
from manikin.editor.adviser import Adviser
from manikin.editor.motion_player import MotionPlayer
from manikin.editor.pose_packet import PacketWriter, PosePacket
from manikin.editor.window import Window
from manikin.editor.wire_data import figure_summaries, lock_kind_data, solver_data
from manikin.editor.wire_document import WireDocument, WireParts, news_of
from manikin.editor.worker import Worker
from manikin.errors import ManikinError, Unsupported
from manikin.plain_data import from_data
from manikin.posing.activities import SolveLocks
from manikin.posing.gestures import Drag
from manikin.project.history import HistoryData
from manikin.project.store import Origin, Store
from manikin.project.workspace import Workspace
from manikin.solvers.cancel import Cancel

__all__ = ["Hub"]

T = TypeVar("T")
REFRESH_SECONDS = 1 / 60
MAX_REFRESH_IN_LOOP = 3.0
"""Refreshes that take no longer than this [ms] are made in the event loop."""


class Hub:
    """``store`` is the project's file; the workspace writes into it."""

    def __init__(self, workspace: Workspace, store: Store) -> None:
        self.workspace, self.store = workspace, store
        self.view = store.view
        self.windows: set[Window] = set()
        self.closed = False
        self._packets = PacketWriter(workspace)
        self._wire = WireDocument()
        self._told: tuple[int, HistoryData, WireParts] = (workspace.revision, workspace.history.data(), {})
        self._worker = Worker()
        self._edits: dict[Window, Cancel] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._first: asyncio.Task[None] | None = None
        self._adviser = Adviser(workspace, self._worker, self._tell_all)
        self._player = MotionPlayer(
            lambda: (self.workspace.document, self.workspace.revision),
            self._named_windows,
            lambda window, number, error: window.tell(m.Notice(level="warning", message=str(error))),
            self._tell_all,
        )
        self._solves: list[tuple[Window, int]] = []
        self._handlers: dict[type[m.Request], Callable[[Window, Any], Awaitable[None]]] = {
            m.Ping: self._ping,
            m.Hello: self._hello,
            m.DragMove: self._drag_move,
            m.View: self._keep_view,
            m.DragBegin: self._drag_begin,
            m.DragCancel: self._drag_cancel,
            m.ChaseBegin: self._chase_begin,
            m.Solve: self._solve,
            m.Preview: self._preview,
            m.CopyKeys: self._copy_keys,
        }

    async def open(self) -> None:
        """Start the tasks."""
        self._task = asyncio.create_task(self._refresh())
        self._first = asyncio.create_task(self._prepare())
        self._player.open()

    async def _prepare(self) -> None:
        """Prepare the welcome for the first window, and the frames that it plays, while the browser loads the page."""
        await asyncio.sleep(0.1)
        await self.work(lambda: (self.welcome("").json, self._packets.packet()))
        self._player.changed()

    async def close(self) -> None:
        """Finish what was begun and is soon done, and close the file."""
        self.closed = True
        self._worker.cancel_all()
        for task in (self._task, self._first):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        for window in self.windows:
            window.leave()
        await self._adviser.close()
        await self._player.close()
        await self.work(self.store.close)
        self._worker.close()

    async def work(self, job: Callable[[], T], cancel: Cancel | None = None) -> T:
        """Run a job on the workspace or its file, after all earlier jobs."""
        return await self._worker.do(job, cancel)

    # -- windows -------------------------------------------------------------------------------

    def enter(self, window: Window) -> None:
        """A window opens."""
        self.windows.add(window)

    async def leave(self, window: Window) -> None:
        """A window closes; its drag is cancelled, its chase or solve ends as far as it has come."""
        window.leave()
        self.windows.discard(window)
        self._player.leave(window)
        if not self.closed and await self.work(lambda: self.workspace.leave(window)):
            await self.announce()
            self._answer_solves()
        self._wake.set()

    async def receive(self, window: Window, request: m.Request) -> None:
        """Handle a request, and answer it."""
        if self.closed:
            return
        try:
            await self._handlers.get(type(request), self._edit)(window, request)
        except ManikinError as error:
            remedy = "choose another solver" if isinstance(error, Unsupported) else None
            window.tell(m.Refusal(id=request.id, message=str(error), remedy=remedy))
            return
        self._answer_solves()

    async def _ping(self, window: Window, request: m.Ping) -> None:
        window.tell(m.Pong(t=request.t))

    async def _hello(self, window: Window, request: m.Hello) -> None:
        name = request.client[:100]

        def greeted() -> tuple[m.Welcome, WireParts, PosePacket]:
            welcome = self.welcome(name)
            _ = welcome.json  # encoded here and not in the event loop
            return welcome, self._wire.parts, self._packets.packet()

        welcome, window.seen, packet = await self.work(greeted)
        window.name = name
        window.tell(welcome)
        window.show(packet)
        if self._told[2] is not window.seen:  # there was an edit meanwhile
            window.tell_document(self._news)
            await self._show()
        for told in (self._adviser.conflict, *self._player.messages):
            window.tell(told)
        self._player.changed()
        replaced = ("Another project is open here now.",) * ((request.last_revision or 0) > self.workspace.revision)
        for sentence in self.store.news if request.last_revision is None else ():
            window.tell(m.Notice(level="info", message=f"{self.store.path.name}: {sentence}.", remedy=None))
        for sentence in (*self.store.notices, *replaced):  # of the store: what was found when the project was opened
            window.tell(m.Notice(level="warning", message=sentence, remedy=None))
        self._adviser.think()

    async def _drag_move(self, window: Window, request: m.DragMove) -> None:
        self.workspace.follow(window, request)
        self._wake.set()

    async def _keep_view(self, window: Window, request: m.View) -> None:
        await self.work(lambda: self.store.keep_view(request.view))
        self.view = request.view  # only after it was stored

    async def _drag_begin(self, window: Window, request: m.DragBegin) -> None:
        def begun() -> m.DragStarted:
            drag = self.workspace.begin(window, request)
            place = drag.effector(self.workspace.poses)
            x, y, z = (0.0, 0.0, 0.0) if place is None else place.tolist()
            return m.DragStarted(
                id=request.id, figure=drag.figure, chain=drag.chain, effector=(x, y, z), base=drag.base
            )

        window.tell(await self.work(begun))
        await self._show()

    async def _drag_cancel(self, window: Window, request: m.DragCancel) -> None:
        await self.work(lambda: self.workspace.cancel(window))
        await self._show()

    async def _chase_begin(self, window: Window, request: m.ChaseBegin) -> None:
        await self.work(lambda: self.workspace.chase(window, request))
        self._wake.set()

    async def _solve(self, window: Window, request: m.Solve) -> None:
        await self.work(lambda: self.workspace.solve(window, request))
        self._solves.append((window, request.id))
        self._wake.set()

    async def _preview(self, window: Window, request: m.Preview) -> None:
        command = None if request.command is None else from_data(Command, request.command)
        self._player.preview(window, command, request.seq)

    async def _copy_keys(self, window: Window, request: m.CopyKeys) -> None:
        keys = copied_keys(self.workspace.document, request.keys)
        window.tell(m.KeysCopied(id=request.id, keys=keys))

    def _answer_solves(self) -> None:
        """Answer solve requests when the solve has ended, for whatever reason."""
        if not isinstance(self.workspace.activity, SolveLocks):
            for window, number in self._solves:
                window.tell(m.Ack(id=number, revision=self.workspace.revision))
            self._solves.clear()

    async def _edit(self, window: Window, request: m.Request) -> None:
        """A request that changes the document; done once, however often it is sent."""
        cancel = self._edits[window] = Cancel()
        try:
            await self._do_edit(window, request, cancel)
        finally:
            del self._edits[window]
        self._player.kept(window)
        await self.announce()

    async def _do_edit(self, window: Window, request: m.Request, cancel: Cancel) -> None:
        origin = Origin(window.name, request.id) if window.name and request.id else None
        answer = None if origin is None else await self.work(lambda: self.store.answered(origin))
        if answer is not None:
            made = from_data(Made, json.loads(answer.made) or {})
            window.tell(m.Ack(id=request.id, revision=answer.revision, made=made))
            return
        job = self._job(window, request, origin)

        def done() -> m.Ack:
            made = job() or Made()
            return m.Ack(id=request.id, revision=self.workspace.revision, made=made)

        window.tell(await self.work(done, cancel))

    def cancel_edit(self, window: Window) -> None:
        """Stop the edit of a window that is being done or waits; it is then refused."""
        if window in self._edits:
            self._edits[window].set()

    def _job(self, window: Window, request: m.Request, origin: Origin | None) -> Callable[[], Made | None]:
        workspace = self.workspace
        if isinstance(request, m.Edit):
            command = from_data(Command, request.command)
            return lambda: workspace.do(command, origin)
        jobs: dict[type[m.Request], Callable[[], Made | None]] = {
            m.Undo: lambda: workspace.undo(origin),
            m.Redo: lambda: workspace.redo(origin),
            m.DragEnd: lambda: workspace.end(window, origin),
            m.ChaseEnd: lambda: workspace.end_chase(origin),
            m.SolveCancel: lambda: workspace.cancel(window),
        }
        return jobs[type(request)]

    async def do(self, command: Command) -> Made:
        """Apply a command that did not come through a socket."""
        made = await self.work(lambda: self.workspace.do(command))
        await self.announce()
        return made

    # -- telling -------------------------------------------------------------------------------

    def welcome(self, client: str) -> m.Welcome:
        """All that a window needs at the start."""
        workspace = self.workspace
        self._update_wire()
        return m.Welcome(
            client=client,
            version=__version__,
            file=str(self.store.path),
            revision=workspace.revision,
            document=news_of(self._wire.parts, {}),
            view=self.view,
            history=workspace.history.data(),
            solvers=solver_data(),
            shipped=figure_summaries(),
            lock_kinds=lock_kind_data(),
        )

    def _update_wire(self) -> None:
        workspace = self.workspace
        self._wire.update(workspace.document)
        self._told = (workspace.revision, workspace.history.data(), self._wire.parts)

    async def announce(self) -> None:
        """Tell all windows of the document as it is now."""

        def gathered() -> PosePacket:
            self._update_wire()
            return self._packets.packet()

        packet = await self.work(gathered)
        for window in self._named_windows():
            window.tell_document(self._news)
            window.show(packet)
        self._wake.set()
        self._player.changed()
        self._adviser.think()

    def _news(self, window: Window) -> str:
        """The message with the parts of the document that a window does not know."""
        revision, history, parts = self._told
        news = m.DocumentChanged(revision=revision, document=news_of(parts, window.seen), history=history)
        window.seen = parts
        return news.json

    def _named_windows(self) -> list[Window]:
        return [window for window in self.windows if window.name is not None]

    def warn(self, sentences: Iterable[str]) -> None:
        """Tell all windows what was odd in something that was taken in."""
        for sentence in sentences:
            self._tell_all(m.Notice(level="warning", message=sentence, remedy=None))

    def _tell_all(self, reply: m.Reply) -> None:
        for window in self._named_windows():
            window.tell(reply)

    async def _show(self) -> None:
        packet = await self.work(self._packets.packet)
        for window in self._named_windows():
            window.show(packet)

    # -- what goes on --------------------------------------------------------------------------

    async def _refresh(self) -> None:
        """Refresh while anything moves: at once after a cursor move, else sixty times a second."""
        while True:
            self._wake.clear()
            if not self.workspace.waiting:
                await self._wake.wait()
                continue
            begin = time.monotonic()
            try:
                # a short refresh takes less time than waking another thread
                short = not self._worker.busy and self.workspace.milliseconds < MAX_REFRESH_IN_LOOP
                packet, over, progress = self._step() if short else await self.work(self._step)
            except ManikinError as error:
                await self._stumble(error)
                continue
            for window in self._named_windows():
                window.show(packet)
                if progress is not None:
                    window.tell(progress)
            if over:
                await self._finish()
            await asyncio.sleep(0)  # let messages be received
            rest = REFRESH_SECONDS - (time.monotonic() - begin)
            if rest > 0 and not self._fresh():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), rest)

    def _fresh(self) -> bool:
        activity = self.workspace.activity
        return isinstance(activity, Drag) and activity.fresh

    def _step(self) -> tuple[PosePacket, bool, m.Progress | None]:
        workspace = self.workspace
        over = workspace.step()
        progress = None
        if isinstance(workspace.activity, SolveLocks):
            progress = m.Progress(iterations=workspace.activity.iterations, error=workspace.largest_error())
        return self._packets.packet(whole=False), over, progress

    async def _stumble(self, error: ManikinError) -> None:
        """Cancel a gesture that cannot continue, and tell its window why."""
        if self.workspace.activity is None:
            return
        owner = self.workspace.owner
        await self.work(lambda: self.workspace.cancel(owner))
        if isinstance(owner, Window):
            owner.tell(m.Notice(level="error", message=str(error)))
        self._answer_solves()
        await self._show()

    async def _finish(self) -> None:
        """Keep the result of an activity that ended by itself."""

        def finish() -> bool:
            activity = self.workspace.activity
            if activity is None or not activity.over:
                return False
            self.workspace.end(self.workspace.owner)
            return True

        if await self.work(finish):
            await self.announce()
        self._answer_solves()
