"""Searches for conflicts of locks in the background, and tells all windows when one appears, changes or ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from manikin.editor import messages as m
from manikin.editor.conflict_advice import advise
from manikin.editor.worker import Worker
from manikin.errors import Interrupted
from manikin.project.workspace import Workspace

__all__ = ["Adviser"]

NO_CONFLICT = m.ConflictChanged(sentence="")
ADVICE_SECONDS = 3.0
"""Longest time [s] of a search for conflicts: edits wait for it."""


class Adviser:
    """``conflict`` is what was told last."""

    def __init__(self, workspace: Workspace, worker: Worker, tell: Callable[[m.Reply], None]) -> None:
        self.conflict = NO_CONFLICT
        self._workspace, self._worker, self._tell = workspace, worker, tell
        self._task: asyncio.Task[None] | None = None

    def think(self) -> None:
        """Search, once for several edits in a row."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._advise())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _advise(self) -> None:
        revision, conflict = -1, NO_CONFLICT
        while revision != self._workspace.revision:  # there may have been edits meanwhile
            revision = self._workspace.revision
            conflict = await self._worker.do(self._found, seconds=ADVICE_SECONDS)
        if conflict != self.conflict:
            self.conflict = conflict
            self._tell(conflict)

    def _found(self) -> m.ConflictChanged:
        with contextlib.suppress(Interrupted):
            violated = self._workspace.violated()
            return (advise(self._workspace.document, violated) if violated else None) or NO_CONFLICT
        return NO_CONFLICT
