"""A thread that brings a project file up to date while nobody edits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

__all__ = ["Checkpoints"]

QUIET = 0.3
"""Seconds without an edit after which the file is settled."""
LONGEST = 1.0
"""Seconds that edits may go on before the file is brought up to date all the same."""


class Checkpoints:
    """Calls ``copy`` right after an edit that ends a rest, ``settle`` when edits have paused.

    ``copy`` brings the edits so far from the log into the file; ``settle`` also notes that the file is complete.
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
        """Stop, once what is under way is done."""
        self._ended = True
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while self._wake.wait() and not self._ended:
            self._wake.clear()
            self._copy()
            end = time.monotonic() + LONGEST
            while self._wake.wait(QUIET) and not self._ended and time.monotonic() < end:
                self._wake.clear()
            if not self._ended:
                self._settle()
