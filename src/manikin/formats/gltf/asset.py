"""A glTF asset: its JSON, its buffers, and the arrays that accessors name.  Errors have the JSON pointer."""

from __future__ import annotations

import base64
import binascii
import struct
from typing import Any

import numpy as np

from manikin.errors import FormatError, shorten
from manikin.formats.format import Beside
from manikin.formats.json_data import read_json
from manikin.math.rotations import Array

__all__ = ["Asset"]

MAGIC = b"glTF"
JSON_CHUNK, BIN_CHUNK = 0x4E4F534A, 0x004E4942
MAX_ITEMS = 16_000_000
"""Most numbers of an accessor."""
COMPONENTS = {5120: np.int8, 5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
LARGEST = {5120: 127.0, 5121: 255.0, 5122: 32767.0, 5123: 65535.0, 5125: 4294967295.0}
"""What normalised integers are divided by."""
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Asset:
    """The JSON of a file and its buffers.

    Attributes:
        json: The document.
        binary: The chunk behind the JSON in a ``.glb`` file.
    """

    def __init__(self, data: bytes, file: str | None, beside: Beside) -> None:
        self.file, self.beside = file, beside
        self.binary: bytes | None = None
        text = data
        if data.startswith(MAGIC):
            text = self._chunks(data)
        found = read_json(text.rstrip(b" \0"), file)
        if not isinstance(found, dict) or not isinstance(found.get("asset"), dict):
            raise FormatError("a glTF file is a JSON object with an asset", file=file)
        self.json: dict[str, Any] = found
        version = found["asset"].get("version")
        if not isinstance(version, str) or not version.startswith("2"):
            raise self.error("/asset/version", f"version 2 is read, not {shorten(version)}")
        self._buffers: dict[int, bytes] = {}

    def error(self, pointer: str, message: str) -> FormatError:
        """An error at a JSON pointer."""
        return FormatError(f"{pointer}: {message}", file=self.file)

    def _chunks(self, data: bytes) -> bytes:
        if len(data) < 20:
            raise FormatError("this GLB file is cut", file=self.file)
        version, length = struct.unpack_from("<II", data, 4)
        if version != 2 or length > len(data):
            raise FormatError(
                f"a GLB file of version 2 is read, of {length:,} bytes; it has {len(data):,}", file=self.file
            )
        text, at = None, 12
        while at + 8 <= length:
            size, kind = struct.unpack_from("<II", data, at)
            if at + 8 + size > length:
                raise FormatError("a chunk of this GLB file is longer than the file", file=self.file)
            chunk = data[at + 8 : at + 8 + size]
            if kind == JSON_CHUNK and text is None:
                text = chunk
            elif kind == BIN_CHUNK and self.binary is None:
                self.binary = chunk
            at += 8 + size
        if text is None:
            raise FormatError("this GLB file has no JSON", file=self.file)
        return text

    # -- looking things up ---------------------------------------------------------------------

    def items(self, name: str) -> list[dict[str, Any]]:
        """A list of objects at the top of the document; empty if it is absent."""
        found = self.json.get(name, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.error(f"/{name}", "must be a list of objects")
        return found

    def item(self, name: str, index: Any, pointer: str) -> dict[str, Any]:
        """An object that another one refers to by its index."""
        items = self.items(name)
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(items):
            raise self.error(pointer, f"there is no {shorten(index)} in {name}; there are {len(items)}")
        return items[index]

    def whole(self, owner: dict[str, Any], key: str, pointer: str, default: int | None = None) -> int:
        """A whole number of 0 or above."""
        value = owner.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**40:
            raise self.error(f"{pointer}/{key}", f"must be a whole number of 0 or above, not {shorten(value)}")
        return value

    def numbers(self, owner: dict[str, Any], key: str, count: int, pointer: str, default: list[float]) -> list[float]:
        """A list of finite numbers."""
        value = owner.get(key, default)
        good = isinstance(value, list) and len(value) == count
        if not good or not all(
            isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) < 1e30 for x in value
        ):
            raise self.error(f"{pointer}/{key}", f"must be {count} finite numbers, not {shorten(value)}")
        return [float(x) for x in value]

    def buffer(self, index: Any, pointer: str) -> bytes:
        """The bytes of a buffer."""
        buffer = self.item("buffers", index, pointer)
        if index not in self._buffers:
            self._buffers[index] = self._bytes(buffer, index)
        return self._buffers[index]

    def _bytes(self, buffer: dict[str, Any], index: int) -> bytes:
        pointer, uri = f"/buffers/{index}", buffer.get("uri")
        if uri is None:
            if index != 0 or self.binary is None:
                raise self.error(pointer, "has no uri, and there is no binary chunk for it")
            data = self.binary
        elif not isinstance(uri, str):
            raise self.error(f"{pointer}/uri", "must be a text")
        elif uri.startswith("data:"):
            try:
                data = base64.b64decode(uri.partition(",")[2], validate=True)
            except (binascii.Error, ValueError):
                raise self.error(f"{pointer}/uri", "is no base64") from None
        else:
            try:
                data = self.beside(uri)
            except FormatError as error:
                raise self.error(f"{pointer}/uri", f"{shorten(uri)}: {error.message}") from None
        if len(data) < self.whole(buffer, "byteLength", pointer):
            raise self.error(pointer, f"has {len(data):,} bytes, fewer than its byteLength says")
        return data

    def array(self, index: Any, pointer: str, kind: str) -> Array:
        """The numbers (count, width) of an accessor of a kind, as float64; normalised integers are shared out."""
        accessor, here = self.item("accessors", index, pointer), f"/accessors/{index}"
        if accessor.get("type") != kind:
            raise self.error(f"{here}/type", f"must be {kind}, not {shorten(accessor.get('type'))}")
        code = accessor.get("componentType")
        if code not in COMPONENTS:
            raise self.error(f"{here}/componentType", f"{shorten(code)} is none")
        count, dtype = self.whole(accessor, "count", here), np.dtype(COMPONENTS[code]).newbyteorder("<")
        if not 1 <= count * WIDTHS[kind] <= MAX_ITEMS:
            raise self.error(f"{here}/count", f"{count:,} items are not read")
        if "bufferView" in accessor:
            at = self.whole(accessor, "byteOffset", here, 0)
            values = self._view(accessor["bufferView"], at, count, WIDTHS[kind], dtype, here).astype(float)
        else:
            values = np.zeros((count, WIDTHS[kind]))
        if "sparse" in accessor:
            values = self._sparse(accessor["sparse"], values, dtype, here)
        if accessor.get("normalized") and code in LARGEST:
            values = np.maximum(values / LARGEST[code], -1.0)
        if not np.isfinite(values).all():
            raise self.error(here, "has a number that is not finite")
        return values

    def _view(self, index: Any, at: int, count: int, width: int, dtype: np.dtype[Any], pointer: str) -> np.ndarray:
        view, here = self.item("bufferViews", index, f"{pointer}/bufferView"), f"/bufferViews/{index}"
        data = self.buffer(view.get("buffer"), f"{here}/buffer")
        start, length = self.whole(view, "byteOffset", here, 0), self.whole(view, "byteLength", here)
        item = width * dtype.itemsize
        stride = self.whole(view, "byteStride", here, item) or item
        last = at + stride * (count - 1) + item
        if stride < item or last > length or start + length > len(data):
            raise self.error(pointer, "reads beyond its buffer")
        raw = np.frombuffer(data, np.uint8, last - at, start + at)
        rows = np.lib.stride_tricks.as_strided(raw, (count, item), (stride, 1), writeable=False)
        return np.ascontiguousarray(rows).view(dtype)

    def _sparse(self, sparse: Any, values: np.ndarray, dtype: np.dtype[Any], pointer: str) -> np.ndarray:
        here = f"{pointer}/sparse"
        if not isinstance(sparse, dict) or not all(isinstance(sparse.get(key), dict) for key in ("indices", "values")):
            raise self.error(here, "must have indices and values")
        count, code = self.whole(sparse, "count", here), sparse["indices"].get("componentType")
        if code not in (5121, 5123, 5125) or not 1 <= count <= len(values):
            raise self.error(here, "has a wrong count or type of indices")
        kind = np.dtype(COMPONENTS[code]).newbyteorder("<")
        parts = []
        for key, width, of in (("indices", 1, kind), ("values", values.shape[1], dtype)):
            part = sparse[key]
            at = self.whole(part, "byteOffset", here, 0)
            parts.append(self._view(part.get("bufferView"), at, count, width, of, f"{here}/{key}"))
        if parts[0].max() >= len(values):
            raise self.error(f"{here}/indices", "an index is beyond the accessor")
        values[parts[0][:, 0].astype(np.int64)] = parts[1]
        return values
