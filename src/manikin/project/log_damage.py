"""Edits that SQLite leaves out because the log beside a project is damaged.

SQLite reads its log (write-ahead log, "-wal") up to the first frame that does not match its checksum, and ignores the
rest without a word.  That is right for a transaction that a crash interrupted, which has no last frame.  But whole
transactions after the damage were acknowledged, so the user must be told of them.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable

from manikin.project.index import HEAD, Head, head_of

__all__ = ["lost_edits", "unread_transactions"]

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
HEAD_ROW = re.compile(rb'(\{"answers":[^{}]*\})(.{16})', re.DOTALL)
"""The head as it is on a page: its text, then its checksum."""


def unread_transactions(log: bytes, read_frames: int, page_bytes: int) -> list[bytes]:
    """The pages of each whole transaction that a log has after the frames that SQLite has read.

    Args:
        log: The bytes of the log.
        read_frames: How many frames SQLite has read, from the first on.
        page_bytes: Bytes of a page of the project.
    """
    found: list[bytes] = []
    pages: list[bytes] = []
    salts: set[tuple[int, int]] = set()
    size = FRAME_HEADER_BYTES + page_bytes
    for k, at in enumerate(range(HEADER_BYTES, len(log) - size + 1, size)):
        # the page's number, the size of the project if this is the last frame of a transaction, and two salts
        _, is_last, a, b = struct.unpack_from(">4I", log, at)
        if k == 0:  # the header has the same salts; one of the two may be damaged
            salts = {(a, b), struct.unpack_from(">2I", log, 16)}
        if k < read_frames or not any(a == x or b == y for x, y in salts):  # with others, it is an older log's
            continue
        pages.append(log[at + FRAME_HEADER_BYTES : at + size])
        if is_last:
            found.append(b"".join(pages))
            pages = []
    return found


def lost_edits(transactions: Iterable[bytes], revision: int) -> int:
    """How many edits some transactions contain that a project at ``revision`` does not have."""
    newest = revision
    for pages in transactions:
        heads = [head for text, checksum in HEAD_ROW.findall(pages) if (head := _head(text, checksum)) is not None]
        newest = max(newest, *(head.revision for head in heads)) if heads else newest + 1
    return newest - revision


def _head(text: bytes, checksum: bytes) -> Head | None:
    return head_of({HEAD: (text.decode("utf-8", "replace"), checksum)})
