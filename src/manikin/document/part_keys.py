"""The keys of the parts of a document, and contents that are kept once."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

__all__ = ["part_key", "shared"]


@lru_cache(maxsize=4096)
def part_key(family: str, *names: object) -> str:
    """The key of a part: its family and names."""
    return "/".join((family, *(quote(str(name), safe=" ") for name in names)))


@lru_cache(maxsize=256)
def shared(content: bytes) -> bytes:
    """The first bytes object with this content."""
    return content
