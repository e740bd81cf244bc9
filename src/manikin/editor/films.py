"""Films that windows make: the page draws frame after frame, the server encodes them."""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import InputError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.picture.film import Film

__all__ = ["Films"]

MOST = 4
"""Films that are made at the same time."""
FORGOTTEN = 120.0
"""Seconds without a frame after which a film counts as given up: its window is gone without a word."""


class Films:
    """The films that are being made, by their keys."""

    def __init__(self) -> None:
        self._films: dict[str, tuple[Film, threading.Lock]] = {}
        self._used: dict[str, float] = {}
        self._sweep: threading.Timer | None = None

    def begin(self, options: dict[str, str]) -> str:
        """Begin a film with a suffix, width, height and rate; its key."""
        from manikin.picture.film import new_film  # late: the editor starts without it

        self._cancel_forgotten()
        if len(self._films) >= MOST:
            raise InputError(f"{MOST} films are being made already: wait for one, or cancel it")
        width, height = (int(_number(options, name)) for name in ("width", "height"))
        film = new_film(options.get("suffix", ""), (width, height), _number(options, "rate"))
        key = secrets.token_hex(8)
        self._films[key], self._used[key] = (film, threading.Lock()), time.monotonic()
        self._cancel_forgotten()
        return key

    def add(self, key: str, number: str, pixels: bytes) -> int:
        """The next frame, RGBA from the upper left corner on; frames come in order, each once.  How many there are."""
        film, lock = self._found(key)
        width, height = film.size
        if len(pixels) != 4 * width * height:
            raise InputError(f"a frame of this film has {4 * width * height:,} bytes, not {len(pixels):,}")
        with lock:
            if number != str(film.count):
                raise InputError(f"frame {film.count} is the next one, not {shorten(number)}")
            film.add(np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[:, :, :3])
            return film.count

    def finish(self, key: str) -> bytes:
        """The file; the film is forgotten."""
        film, lock = self._found(key)
        with lock:
            self._forget(key)
            return film.finish()

    def cancel(self, key: str) -> None:
        """Give a film up; what is being done with it is done to its end first."""
        found = self._forget(key)
        if found is not None:
            film, lock = found
            with lock:
                film.close()

    def close(self) -> None:
        """Give all films up."""
        if self._sweep is not None:
            self._sweep.cancel()
        for key in list(self._films):
            self.cancel(key)

    def _forget(self, key: str) -> tuple[Film, threading.Lock] | None:
        self._used.pop(key, None)
        return self._films.pop(key, None)

    def _cancel_forgotten(self) -> None:
        """Give up films whose windows are gone, now and again later for as long as there are films."""
        for key in [key for key, then in list(self._used.items()) if time.monotonic() - then > FORGOTTEN]:
            self.cancel(key)
        if self._sweep is not None:
            self._sweep.cancel()
        self._sweep = None
        if self._films:
            self._sweep = threading.Timer(FORGOTTEN / 2, self._cancel_forgotten)
            self._sweep.daemon = True
            self._sweep.start()

    def _found(self, key: str) -> tuple[Film, threading.Lock]:
        if key not in self._films:
            raise UnknownName("film", key, ())
        self._used[key] = time.monotonic()
        return self._films[key]


def _number(options: dict[str, str], name: str) -> float:
    try:
        value = float(options.get(name, ""))
    except ValueError:
        value = float("nan")
    if not 0 < value < 1e6:
        raise InputError(f"{name} is a number above 0, not {shorten(options.get(name))}")
    return value
