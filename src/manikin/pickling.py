"""Objects that travel to other processes: they are pickled without what they have cached."""

from __future__ import annotations

from functools import cached_property
from typing import Any

__all__ = ["WithoutCaches"]


class WithoutCaches:
    """Base of objects that are pickled and copied without their cached properties, which are computed again.

    Compiled programs cannot be pickled, and other caches can be large.
    """

    def __getstate__(self) -> dict[str, Any]:
        cls = type(self)
        return {name: value for name, value in vars(self).items() if not _is_cache(cls, name)}


def _is_cache(cls: type, name: str) -> bool:
    return isinstance(getattr(cls, name, None), cached_property)
