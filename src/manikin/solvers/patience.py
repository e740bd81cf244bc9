"""How long a piece of work may solve, however many solves it is made of."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from manikin.errors import Interrupted
from manikin.solvers.cancel import Cancel

__all__ = ["Patience", "check_patience", "within_patience"]


class Patience:
    """A limit of time [s] and a flag, for all solves of a piece of work together.

    A solve that ends for either of them raises ``Interrupted``, and so does the next one: half a result is none.

        with Patience(10.0, cancel).lasting():
            document = command.apply(document)
    """

    def __init__(self, seconds: float, cancel: Cancel | None = None) -> None:
        self.seconds, self.cancel = seconds, cancel or Cancel()
        self._end = math.inf

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """The time begins; it counts for what is done inside, in this thread."""
        self._end = time.monotonic() + self.seconds
        token = _present.set(self)
        try:
            yield
        finally:
            _present.reset(token)

    @property
    def left(self) -> float:
        """The time that is left [s]."""
        return self._end - time.monotonic()

    def check(self) -> None:
        """Raise if the time is up or the work was cancelled."""
        if self.cancel.flag[0]:
            raise Interrupted("this was cancelled; nothing has changed")
        if self.left <= 0:
            raise Interrupted(f"this took longer than {self.seconds:g} s and was stopped; nothing has changed")


_present: ContextVar[Patience | None] = ContextVar("patience", default=None)


def check_patience() -> None:
    """Raise if the present work was cancelled or has taken too long."""
    present = _present.get()
    if present is not None:
        present.check()


def within_patience(seconds: float, cancel: Cancel | None) -> tuple[float, np.ndarray | None]:
    """A time limit [s] and the flag of a solve, within those of the present work."""
    present = _present.get()
    if present is not None:
        present.check()
        seconds, cancel = min(seconds, present.left), cancel or present.cancel
    return seconds, None if cancel is None else cancel.flag
