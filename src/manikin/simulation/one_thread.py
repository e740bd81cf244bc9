"""What is at work in one thread refuses calls from others."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

from manikin.errors import InputError

__all__ = ["AT_WORK", "in_one_thread"]

C = TypeVar("C", bound=type)
AT_WORK = "_at_work"
"""Attribute that holds the lock of an object; it is no part of its state."""


def in_one_thread(*methods: str) -> Callable[[C], C]:
    """Make methods of a class refuse a call while another thread is in one of them; they may call each other."""

    def made(kind: C) -> C:
        for name in methods:
            setattr(kind, name, _alone(getattr(kind, name)))
        return kind

    return made


def _alone(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        lock = vars(self).get(AT_WORK) or vars(self).setdefault(AT_WORK, RLock())
        if not lock.acquire(blocking=False):
            raise InputError(f"this {type(self).__name__} is at work in another thread; make one for each thread")
        try:
            return method(self, *args, **kwargs)
        finally:
            lock.release()

    return call
