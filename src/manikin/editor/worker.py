"""The thread that does all work on a workspace and its file, one job after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from manikin.solvers.cancel import Cancel
from manikin.solvers.patience import Patience

__all__ = ["WORK_SECONDS", "Worker"]

T = TypeVar("T")
WORK_SECONDS = 20.0
"""Longest time [s] that a job may solve: nobody can be greeted meanwhile."""


class Worker:
    """Runs jobs, each within a limit of time.  What is too slow or is cancelled raises ``Interrupted``."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="workspace")
        self._cancels: list[Cancel] = []

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._cancels)

    async def do(self, job: Callable[[], T], cancel: Cancel | None = None, seconds: float = WORK_SECONDS) -> T:
        """Run a job after all earlier ones; ``cancel`` stops it."""
        cancel = cancel or Cancel()
        self._cancels.append(cancel)

        def limited() -> T:
            with Patience(seconds, cancel).lasting():
                return job()

        future = self._thread.submit(limited)
        future.add_done_callback(lambda _: self._cancels.remove(cancel))  # also where nobody waits for it any more
        return await asyncio.wrap_future(future)

    def cancel_all(self) -> None:
        """Cancel what runs and what waits."""
        for cancel in self._cancels:
            cancel.set()

    def close(self) -> None:
        """End the thread after its last job."""
        self._thread.shutdown()
