"""The parts of a clip: its keys by content, and where each stands.

A long list of keys is stored in pieces, each of the keys in some frames, so that an edit of one of a thousand keys
writes a piece and not the whole list.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from typing import NamedTuple
from weakref import WeakValueDictionary

from manikin.clips import Keyframes
from manikin.clips.beyond import Beyond
from manikin.clips.key import Key
from manikin.document.identity import Identity, remembered
from manikin.document.part_keys import part_key, shared
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.plain_data import from_data, to_json, value_from_data

__all__ = ["clip_parts", "read_clip"]

FEW = 256
"""Keys that are stored in one list."""
PIECE = 512.0
"""Frames of a piece."""
Contents = Callable[[Sequence[str]], tuple[bytes, ...]]
"""Gives the contents of parts by their keys."""


@dataclass(frozen=True, kw_only=True)
class _ClipPart:
    """Frames and digests of keys, or the digests of pieces that have them."""

    before: Beyond
    after: Beyond
    keys: tuple[tuple[float, str], ...] = ()
    pieces: tuple[str, ...] = ()


class _Piece(NamedTuple):
    """Where keys stand, and the names of their parts."""

    frames: tuple[float, ...]
    names: tuple[str, ...]


@remembered
def clip_parts(clip: Keyframes) -> dict[str, bytes]:
    """The parts of a clip by their keys."""
    stored = [(key.frame, *_key_part(key)) for key in clip.keys]
    parts = {f"key/{digest}": content for _, digest, content in stored}
    places = [(frame, digest) for frame, digest, _ in stored]
    if len(places) <= FEW:
        own = _ClipPart(keys=tuple(places), before=clip.before, after=clip.after)
    else:
        pieces = {}
        for _, group in groupby(places, key=lambda place: math.floor(place[0] / PIECE)):
            content = json.dumps(list(group), separators=(",", ":")).encode()
            pieces[_digest(content)] = content
        parts.update((part_key("keys", digest), shared(content)) for digest, content in pieces.items())
        own = _ClipPart(pieces=tuple(pieces), before=clip.before, after=clip.after)
    parts[part_key("clip", clip.figure.name)] = shared(to_json(own))
    return parts


def read_clip(content: bytes, contents: Contents, figure: Figure, rate: float) -> Keyframes:
    """The clip of a figure from its part and those that it names."""
    part = _clip_part(content, figure.name)
    lists = [_piece(piece) for piece in contents([part_key("keys", digest) for digest in part.pieces])]
    if part.keys:
        frames, digests = zip(*part.keys, strict=True)
        lists.append(_Piece(frames, tuple(f"key/{digest}" for digest in digests)))
    keys = tuple(chain.from_iterable(_keys_of(piece, contents(piece.names)) for piece in lists))
    return _clip(Identity(figure), rate, keys, part.before, part.after)


@lru_cache(maxsize=16)
def _clip_part(content: bytes, name: str) -> _ClipPart:
    return from_data(_ClipPart, json.loads(content), part_key("clip", name))


@lru_cache(maxsize=256)
def _piece(content: bytes) -> _Piece:
    found = value_from_data(tuple[tuple[float, str], ...], json.loads(content), "keys")
    if not found:
        raise InputError("a piece of a clip without keys")
    frames, digests = zip(*found, strict=True)
    return _Piece(frames, tuple(f"key/{digest}" for digest in digests))


@lru_cache(maxsize=128)
def _keys_of(piece: _Piece, contents: tuple[bytes, ...]) -> tuple[Identity[Key], ...]:
    """The keys of a piece at their frames; the same objects for as long as something uses them."""
    rows = zip(piece.frames, piece.names, contents, strict=True)
    return tuple(Identity(_key(content, name, frame)) for frame, name, content in rows)


_keys: WeakValueDictionary[tuple[bytes, float], Key] = WeakValueDictionary()
"""Keys that were read, for as long as something uses them."""


def _key(content: bytes, name: str, frame: float) -> Key:
    """A key at its frame."""
    found = _keys.get((content, frame))
    if found is None:
        found = _keys[content, frame] = replace(from_data(Key, json.loads(content), name), frame=frame)
    return found


@remembered
def _key_part(key: Key) -> tuple[str, bytes]:
    """The digest of a key, and the key with its frame set to 0."""
    content = to_json(replace(key, frame=0.0))
    return _digest(content), shared(content)


@lru_cache(maxsize=16)
def _clip(
    figure: Identity[Figure], rate: float, keys: tuple[Identity[Key], ...], before: Beyond, after: Beyond
) -> Keyframes:
    """Made once for all documents with the same keys."""
    own = tuple(key.value for key in keys)
    return Keyframes(figure=figure.value, rate=rate, keys=own, before=before, after=after)


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()[:15]).decode()
