"""When to try again what may be in vain."""

from __future__ import annotations

__all__ = ["Tries"]


class Tries:
    """Counts frames between tries: after every one in vain twice as many, from ``first`` up to ``most``."""

    def __init__(self, first: int, most: int) -> None:
        self._first, self._most = first, most
        self._wait, self._left = first, 0

    def is_due(self) -> bool:
        """Whether to try in this frame; to be asked once a frame."""
        self._left -= 1
        return self._left <= 0

    def ended(self, *, gained: bool) -> None:
        """A try has ended."""
        self._left = 0 if gained else self._wait
        self._wait = self._first if gained else min(2 * self._wait, self._most)
