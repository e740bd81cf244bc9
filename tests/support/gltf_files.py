"""glTF files for the tests, and where a plain evaluation puts their nodes."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

import numpy as np
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp

__all__ = ["RIG", "Maker", "document_of", "plain_places"]

TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Maker:
    """A document that grows."""

    def __init__(self) -> None:
        self.json: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": []}
        self.data = bytearray()

    def view(self, array: np.ndarray, stride: int | None = None) -> int:
        raw = np.ascontiguousarray(array)
        rows = [row.tobytes() for row in raw.reshape(len(raw), -1)]
        if stride is not None:
            rows = [row + b"\xaa" * (stride - len(row)) for row in rows]
        self.data += b"\0" * (-len(self.data) % 4)
        item = {"buffer": 0, "byteOffset": len(self.data), "byteLength": sum(map(len, rows))}
        self.json["bufferViews"].append(item | ({"byteStride": stride} if stride else {}))
        self.data += b"".join(rows)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, array: Any, kind: str, code: int = 5126, stride: int | None = None, **more: Any) -> int:
        raw = np.asarray(array).astype(TYPES[code])
        item = {"bufferView": self.view(raw, stride), "componentType": code, "count": len(raw), "type": kind, **more}
        self.json["accessors"].append(item)
        return len(self.json["accessors"]) - 1

    def text(self) -> bytes:
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        return json.dumps({**self.json, "buffers": [{"byteLength": len(self.data), "uri": uri}]}).encode()

    def binary(self) -> bytes:
        text = json.dumps({**self.json, "buffers": [{"byteLength": len(self.data)}]}).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + b"\0" * (-len(self.data) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
        return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def _rig() -> Maker:
    """Children before parents, a root that is no joint, scales of −1 and 100, a matrix, every kind of track."""
    rng, made = np.random.default_rng(2), Maker()
    turn = [Rotation.random(random_state=i).as_quat().tolist() for i in range(6)]
    made.json["nodes"] = [
        {"name": "hand", "translation": [0.1, 0.2, 0.3], "rotation": turn[0], "scale": [1, -1, 1]},
        {"name": "arm", "children": [0, 5], "translation": [0, 0.5, 0], "rotation": turn[1], "scale": [2, 0.5, 1]},
        {"name": "armature", "children": [3], "scale": [100, 100, 100], "rotation": turn[2]},
        {"name": "hips", "children": [1, 4], "translation": [0.01, 0, 0.02]},
        {"children": [], "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 0.3, 0.2, 0.1, 1]},
        {"name": "hand", "translation": [0, 0, 0]},
        {"name": "mesh"},
    ]
    made.json["skins"] = [{"joints": [3, 1, 0]}]
    made.json["scenes"] = [{"nodes": [2, 6]}]
    times = made.accessor(np.arange(9) / 8, "SCALAR", stride=8)
    some = made.accessor([0.0, 0.25, 0.5, 1.0], "SCALAR")
    walk = np.cumsum(rng.normal(scale=0.3, size=(9, 4)), axis=0) + np.array([0, 0, 0, 3])
    walk /= np.linalg.norm(walk, axis=1, keepdims=True)
    spline = rng.normal(scale=0.4, size=(4, 3, 4)) + np.array([0, 0, 0, 1])
    spline[:, 1] /= np.linalg.norm(spline[:, 1], axis=1, keepdims=True)
    outputs = [
        (3, "rotation", times, made.accessor(np.round(walk * 32767), "VEC4", 5122, normalized=True), "LINEAR"),
        (3, "translation", some, made.accessor(rng.normal(size=(12, 3)), "VEC3"), "CUBICSPLINE"),
        (1, "rotation", some, made.accessor(spline.reshape(12, 4), "VEC4"), "CUBICSPLINE"),
        (0, "rotation", some, made.accessor(walk[:4], "VEC4", stride=20), "STEP"),
        (0, "translation", times, made.accessor(np.tile([0.1, 0.2, 0.3], (9, 1)), "VEC3"), "LINEAR"),
        (5, "translation", times, _sparse(made), "LINEAR"),
    ]
    made.json["animations"] = [
        {
            "name": "wave",
            "channels": [{"sampler": i, "target": {"node": one[0], "path": one[1]}} for i, one in enumerate(outputs)],
            "samplers": [{"input": one[2], "output": one[3], "interpolation": one[4]} for one in outputs],
        }
    ]
    return made


def _sparse(made: Maker) -> int:
    """Nine vectors of zero but for two."""
    indices, values = made.view(np.array([2, 7], "<u2")), made.view(np.array([[0.1, 0, 0], [0, 0.2, 0]], "<f4"))
    sparse = {"count": 2, "indices": {"bufferView": indices, "componentType": 5123}, "values": {"bufferView": values}}
    made.json["accessors"].append({"componentType": 5126, "count": 9, "type": "VEC3", "sparse": sparse})
    return len(made.json["accessors"]) - 1


RIG = _rig()


def document_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The JSON and the buffer of a file."""
    if data[:4] == b"glTF":
        size = struct.unpack_from("<I", data, 12)[0]
        return json.loads(data[20 : 20 + size]), data[28 + size :]
    document = json.loads(data)
    return document, base64.b64decode(document["buffers"][0]["uri"].partition(",")[2])


def plain_places(data: bytes, animation: int, moments: np.ndarray) -> np.ndarray:
    """The places (moments, nodes, 3) of all nodes, the plain way."""
    document, buffer = document_of(data)

    def array(index: int) -> np.ndarray:
        accessor = document["accessors"][index]
        kind, width, count = np.dtype(TYPES[accessor["componentType"]]), WIDTHS[accessor["type"]], accessor["count"]
        found = np.zeros((count, width))
        if "bufferView" in accessor:
            view = document["bufferViews"][accessor["bufferView"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            stride = view.get("byteStride", width * kind.itemsize)
            found = np.array([np.frombuffer(buffer, kind, width, start + i * stride) for i in range(count)], float)
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            at = document["bufferViews"][sparse["indices"]["bufferView"]]["byteOffset"]
            to = document["bufferViews"][sparse["values"]["bufferView"]]["byteOffset"]
            where = np.frombuffer(buffer, TYPES[sparse["indices"]["componentType"]], sparse["count"], at)
            found[where] = np.frombuffer(buffer, kind, sparse["count"] * width, to).reshape(-1, width)
        return np.maximum(found / 32767, -1) if accessor.get("normalized") else found

    nodes = document["nodes"]
    local = np.tile(np.eye(4), (len(moments), len(nodes), 1, 1))
    parts: dict[tuple[int, str], np.ndarray] = {}
    for channel in document["animations"][animation]["channels"]:
        sampler = document["animations"][animation]["samplers"][channel["sampler"]]
        times, values = array(sampler["input"])[:, 0], array(sampler["output"])
        inside = np.clip(moments, times[0], times[-1])
        way = sampler.get("interpolation", "LINEAR")
        if way == "STEP":
            made = values[np.searchsorted(times, inside, side="right") - 1]
        elif way == "CUBICSPLINE":
            three = values.reshape(len(times), 3, -1)
            made = np.array([_hermite(times, three, moment) for moment in inside])
        elif channel["target"]["path"] == "rotation" and len(times) > 1:
            made = Slerp(times, Rotation.from_quat(values))(inside).as_quat()
        else:
            made = np.column_stack([np.interp(inside, times, column) for column in values.T])
        parts[channel["target"]["node"], channel["target"]["path"]] = made
    for i, node in enumerate(nodes):
        if "matrix" in node:
            local[:, i] = np.array(node["matrix"], float).reshape(4, 4).T
            continue
        turn = parts.get((i, "rotation"), np.array([node.get("rotation", [0, 0, 0, 1])], float))
        scale = parts.get((i, "scale"), np.array([node.get("scale", [1, 1, 1])], float))[:1]
        local[:, i, :3, :3] = Rotation.from_quat(turn).as_matrix() * scale[:, None, :]
        local[:, i, :3, 3] = parts.get((i, "translation"), np.array([node.get("translation", [0, 0, 0])], float))
    parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
    places = np.zeros((len(moments), len(nodes), 3))
    for i in range(len(nodes)):
        world, at = local[:, i], parents.get(i)
        while at is not None:
            world, at = local[:, at] @ world, parents.get(at)
        places[:, i] = world[:, :3, 3]
    return places


def _hermite(times: np.ndarray, three: np.ndarray, moment: float) -> np.ndarray:
    k = min(int(np.searchsorted(times, moment, side="right")) - 1, len(times) - 2)
    curve = CubicHermiteSpline(times[k : k + 2], three[k : k + 2, 1], [three[k, 2], three[k + 1, 0]])
    return np.asarray(curve(moment))
