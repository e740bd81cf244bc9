"""A glTF document that is being written, and its buffer."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from manikin.formats.gltf.asset import Asset

__all__ = ["FLOAT", "INDEX", "SHORT", "Book"]

FLOAT, SHORT, INDEX = 5126, 5123, 5125
"""Types of numbers, by the codes that glTF has for them."""


class Book:
    """A document that is being written, and its buffer."""

    def __init__(self, json: dict[str, Any], data: bytearray) -> None:
        self.json, self.data = json, data

    @classmethod
    def of(cls, asset: Asset) -> Book:
        """The document of a file without its animations, all buffers joined to one."""
        json, data = copy.deepcopy(asset.json), bytearray()
        starts = []
        for i in range(len(asset.items("buffers"))):
            data += b"\0" * (-len(data) % 4)
            starts.append(len(data))
            data += asset.buffer(i, f"/buffers/{i}")
        for view in json.get("bufferViews", []):
            view["byteOffset"] = view.get("byteOffset", 0) + starts[view.get("buffer", 0)]
            view["buffer"] = 0
        json.pop("animations", None)
        return cls(json, data)

    def raise_skinned(self, joints: set[int]) -> None:
        """Put meshes that follow a skin at the top of their scene, but for nodes that are joints or have children.

        Nodes above such a mesh do not move it, so nothing changes; Blender hangs it from its armature all the same,
        and the validator of Khronos warns of it.
        """
        nodes: list[dict[str, Any]] = self.json.get("nodes", [])
        above = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        for i, node in enumerate(nodes):
            if not ({"mesh", "skin"} <= node.keys() and i in above and i not in joints) or node.get("children"):
                continue
            top = i
            while top in above:
                top = above[top]
            scenes = [one for one in self.json.get("scenes", []) if top in one.get("nodes", [])]
            if not scenes:
                continue
            parent = nodes[above[i]]
            parent["children"] = [child for child in parent["children"] if child != i]
            if not parent["children"]:
                del parent["children"]
            for scene in scenes:
                scene["nodes"].append(i)

    def add(self, name: str, item: dict[str, Any]) -> int:
        """Add an object to a list; gives its index."""
        items: list[Any] = self.json.setdefault(name, [])
        items.append(item)
        return len(items) - 1

    def accessor(
        self, values: np.ndarray, kind: str, code: int, *, ends: bool = False, target: int | None = None
    ) -> int:
        """Add numbers; ``ends`` adds the least and largest of them."""
        dtype = {FLOAT: "<f4", SHORT: "<u2", INDEX: "<u4"}[code]
        rounded = np.ascontiguousarray(values, dtype)
        self.data += b"\0" * (-len(self.data) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.data), "byteLength": rounded.nbytes}
        if target is not None:
            view["target"] = target
        self.data += rounded.tobytes()
        flat = rounded.reshape(len(rounded), -1)
        item: dict[str, Any] = {
            "bufferView": self.add("bufferViews", view),
            "componentType": code,
            "count": len(flat),
            "type": kind,
        }
        if ends:
            item |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
        return self.add("accessors", item)

    def finished(self) -> tuple[dict[str, Any], bytes]:
        """The document, with the length of its buffer."""
        self.data += b"\0" * (-len(self.data) % 4)
        if self.data:
            self.json["buffers"] = [{"byteLength": len(self.data)}]
        else:
            self.json.pop("buffers", None)
        return self.json, bytes(self.data)

    def block(self, data: bytes) -> int:
        """Add bytes that are no numbers, such as a picture; gives their view."""
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self.data += data
        return self.add("bufferViews", view)
