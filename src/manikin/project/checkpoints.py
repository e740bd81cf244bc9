"""A thread that merges the log into a project file when edits pause."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

__all__ = ["Checkpoints"]

QUIET_SECONDS = 0.3
"""Time without an edit [s] after which the file is settled."""
MAX_UNSETTLED_SECONDS = 1.0
"""Longest time [s] of continuous edits before the file is settled anyway."""


class Checkpoints:
    """Calls ``copy`` right after the first edit of a series, and ``settle`` when edits have paused.

    ``copy`` merges the edits so far into the file; ``settle`` also marks the file as complete.
    """

    def __init__(self, copy: Callable[[], None], settle: Callable[[], None]) -> None:
        self._copy, self._settle = copy, settle
        self._wake = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def edited(self) -> None:
        """There was an edit."""
        self._wake.set()

    def end(self) -> None:
        """Stop after the current call."""
        self._ended = True
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while self._wake.wait() and not self._ended:
            self._wake.clear()
            self._copy()
            end = time.monotonic() + MAX_UNSETTLED_SECONDS
            while self._wake.wait(QUIET_SECONDS) and not self._ended and time.monotonic() < end:
                self._wake.clear()
            if not self._ended:
                self._settle()
