"""The meshes of a glTF asset that follow the nodes of a skeleton, with their base colours and pictures."""

from __future__ import annotations

import base64
import binascii
from typing import Any

import numpy as np

from manikin.errors import FormatError, shorten
from manikin.formats.gltf.asset import Asset
from manikin.formats.node_rig import Node
from manikin.math.rotations import Array, compose
from manikin.skeleton.skin import ROUNDED, Skin, SkinMesh, vertex_normals

__all__ = ["picture_kind", "read_skin"]

MAX_POINTS = 4_000_000
"""Most vertices of a file's meshes, and of its triangles' corners."""
STRIP, FAN, TRIANGLES = 5, 6, 4


def read_skin(asset: Asset, nodes: list[Node], order: list[int], odd: list[str]) -> Skin | None:
    """All meshes that hang from the nodes of a skeleton or are bound to them; what is left out is added to ``odd``."""
    reader = _Reader(asset, nodes, set(order), odd)
    for index, node in enumerate(asset.items("nodes")):
        if "mesh" in node:
            reader.take(index, node)
    return Skin(meshes=tuple(reader.meshes), pictures=tuple(reader.pictures)) if reader.meshes else None


def picture_kind(data: bytes) -> str | None:
    """The media type of a picture that can be shown, by its first bytes; None for others."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    return "image/jpeg" if data.startswith(b"\xff\xd8\xff") else None


class _Reader:
    def __init__(self, asset: Asset, nodes: list[Node], known: set[int], odd: list[str]) -> None:
        self.asset, self.nodes, self.known, self.odd = asset, nodes, known, odd
        self.meshes: list[SkinMesh] = []
        self.pictures: list[bytes] = []
        self._places: dict[Any, int | None] = {}
        self._left = MAX_POINTS

    def take(self, index: int, node: dict[str, Any]) -> None:
        """The mesh of a node."""
        mesh = self.asset.item("meshes", node["mesh"], f"/nodes/{index}/mesh")
        bones = self._bones(index, node)
        if bones is None:
            return
        where = f"/meshes/{node['mesh']}/primitives"
        given = mesh.get("primitives")
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            raise self.asset.error(where, "must be a list of objects")
        name = str(mesh.get("name") or node.get("name") or "mesh")[:100]
        for k, primitive in enumerate(given):
            made = self._primitive(primitive, f"{where}/{k}", name, *bones)
            if made is not None:
                self.meshes.append(made)

    def _bones(self, index: int, node: dict[str, Any]) -> tuple[list[int], Array, bool] | None:
        """The nodes that carry a mesh, the transforms into their frames, and whether vertices name them."""
        asset = self.asset
        if "skin" not in node:
            path = [index]
            while path[-1] not in self.known and self.nodes[path[-1]].parent >= 0:
                path.append(self.nodes[path[-1]].parent)
            if path[-1] not in self.known:
                return None  # scenery, which nothing moves
            place = np.eye(3, 4)
            for at in path[:-1]:
                place = compose(_local(self.nodes[at]), place)
            return [path[-1]], place[None], False
        pointer = f"/skins/{node['skin']}"
        skin = asset.item("skins", node["skin"], f"/nodes/{index}/skin")
        joints = skin.get("joints")
        if not isinstance(joints, list) or not joints or len({str(one) for one in joints}) < len(joints):
            raise asset.error(f"{pointer}/joints", "must be a list of nodes, each once")
        for k, joint in enumerate(joints):
            asset.item("nodes", joint, f"{pointer}/joints/{k}")
        if not self.known.issuperset(joints):
            self.odd.append(str(asset.error(f"/nodes/{index}", "its mesh follows other joints; it is left out")))
            return None
        binds = np.tile(np.eye(3, 4), (len(joints), 1, 1))
        if "inverseBindMatrices" in skin:
            flat = asset.array(skin["inverseBindMatrices"], f"{pointer}/inverseBindMatrices", "MAT4")
            if len(flat) < len(joints):
                raise asset.error(f"{pointer}/inverseBindMatrices", "has fewer matrices than there are joints")
            binds = np.swapaxes(flat.reshape(-1, 4, 4), 1, 2)[: len(joints), :3]
        return joints, binds, True

    def _primitive(
        self, primitive: dict[str, Any], pointer: str, name: str, joints: list[int], binds: Array, named: bool
    ) -> SkinMesh | None:
        asset, attributes = self.asset, primitive.get("attributes")
        if not isinstance(attributes, dict) or "POSITION" not in attributes:
            raise asset.error(f"{pointer}/attributes", "must have POSITION")
        if "KHR_draco_mesh_compression" in (primitive.get("extensions") or {}):
            self.odd.append(str(asset.error(pointer, "a compressed mesh (Draco) is not read; it is left out")))
            return None
        mode = primitive.get("mode", TRIANGLES)
        if mode not in (TRIANGLES, STRIP, FAN):
            self.odd.append(str(asset.error(f"{pointer}/mode", "points and lines are not drawn; they are left out")))
            return None

        def array(key: str, kind: str) -> Array:
            found = asset.array(attributes[key], f"{pointer}/attributes/{key}", kind)
            if key != "POSITION" and len(found) != len(points):
                raise asset.error(f"{pointer}/attributes/{key}", "has another count than POSITION")
            return found

        points = array("POSITION", "VEC3")
        triangles = self._triangles(primitive, mode, len(points), pointer)
        self._left -= len(points) + triangles.size
        if self._left < 0:
            raise asset.error(pointer, f"meshes of more than {MAX_POINTS:,} vertices are not read")
        if not len(triangles):
            return None
        bones, weights = np.zeros((len(points), 1)), np.ones((len(points), 1))
        if named:
            sets = [k for k in range(4) if f"JOINTS_{k}" in attributes]
            if not sets or any(f"WEIGHTS_{k}" not in attributes for k in sets):
                raise asset.error(f"{pointer}/attributes", "a mesh with a skin must have JOINTS_0 and WEIGHTS_0")
            bones = np.concatenate([array(f"JOINTS_{k}", "VEC4") for k in sets], axis=1)
            weights = np.concatenate([array(f"WEIGHTS_{k}", "VEC4") for k in sets], axis=1)
            bones = np.where(weights > 0, bones, 0)
            if bones.max() >= len(joints):
                raise asset.error(f"{pointer}/attributes/JOINTS_0", f"names a joint beyond the {len(joints)} there are")
        normals = array("NORMAL", "VEC3") if "NORMAL" in attributes else None
        colour, picture, cut, channel = self._surface(primitive, pointer)
        key = f"TEXCOORD_{channel}"
        coordinates = array(key, "VEC2") if picture is not None and key in attributes else None
        used, triangles = _used(triangles, len(points))
        fields = {"points": points, "normals": normals, "coordinates": coordinates}
        own = {field: None if values is None else values[used] for field, values in fields.items()}
        if own["normals"] is None or not (np.linalg.norm(own["normals"], axis=1) > 1e-6).all():
            own["normals"] = vertex_normals(points[used], triangles)
        else:
            length = np.linalg.norm(own["normals"], axis=1, keepdims=True)
            own["normals"] = own["normals"] / np.where(np.abs(length - 1) > ROUNDED, length, 1.0)
        return SkinMesh.bound(
            name=name, **own, triangles=triangles, bones=bones[used], weights=weights[used],
            joints=tuple(self.nodes[joint].name for joint in joints), binds=binds, colour=colour,
            picture=picture if coordinates is not None else None, cut=cut,
        )  # fmt: skip

    def _triangles(self, primitive: dict[str, Any], mode: int, count: int, pointer: str) -> np.ndarray:
        corners = np.arange(count)
        if "indices" in primitive:
            flat = self.asset.array(primitive["indices"], f"{pointer}/indices", "SCALAR")[:, 0]
            if flat.max() >= count:
                raise self.asset.error(f"{pointer}/indices", "names a vertex that does not exist")
            corners = flat.astype(np.int64)
        if mode == TRIANGLES:
            return np.asarray(corners[: len(corners) // 3 * 3].reshape(-1, 3))
        if len(corners) < 3:
            return np.zeros((0, 3), np.int64)
        if mode == FAN:
            first = np.full(len(corners) - 2, corners[0])
            return np.stack([first, corners[1:-1], corners[2:]], axis=1)
        strip = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
        strip[1::2] = strip[1::2, [1, 0, 2]]
        return strip

    # -- surfaces ------------------------------------------------------------------------------

    def _surface(
        self, primitive: dict[str, Any], pointer: str
    ) -> tuple[tuple[float, float, float, float], int | None, float, int]:
        """Colour, picture, the opacity below which there are holes, and which coordinates the picture has."""
        if "material" not in primitive:
            return (1.0, 1.0, 1.0, 1.0), None, 0.0, 0
        asset, where = self.asset, f"/materials/{primitive['material']}"
        material = asset.item("materials", primitive["material"], f"{pointer}/material")
        base = material.get("pbrMetallicRoughness", {})
        if not isinstance(base, dict):
            raise asset.error(f"{where}/pbrMetallicRoughness", "must be an object")
        given = asset.numbers(base, "baseColorFactor", 4, f"{where}/pbrMetallicRoughness", [1.0, 1.0, 1.0, 1.0])
        red, green, blue, opacity = (min(max(x, 0.0), 1.0) for x in given)
        mode = material.get("alphaMode", "OPAQUE")
        edge = {"alphaCutoff": [material.get("alphaCutoff", 0.5)]}
        cut = 0.0 if mode == "OPAQUE" else asset.numbers(edge, "alphaCutoff", 1, where, [])[0]
        texture = base.get("baseColorTexture")
        if not isinstance(texture, dict):
            return (red, green, blue, opacity), None, cut, 0
        channel = texture.get("texCoord", 0)
        return (red, green, blue, opacity), self._picture(texture, where), cut, channel if channel in range(8) else 0

    def _picture(self, texture: dict[str, Any], pointer: str) -> int | None:
        asset = self.asset
        where = f"{pointer}/pbrMetallicRoughness/baseColorTexture/index"
        source = asset.item("textures", texture.get("index"), where).get("source")
        if source not in self._places:
            data = self._image(source) if source is not None else None
            self._places[source] = None if data is None else len(self.pictures)
            if data is not None:
                self.pictures.append(data)
        return self._places[source]

    def _image(self, index: Any) -> bytes | None:
        asset, pointer = self.asset, f"/images/{shorten(index)}"
        image = asset.item("images", index, pointer)
        try:
            data = self._image_bytes(image, pointer)
        except FormatError as error:
            self.odd.append(str(asset.error(pointer, f"the picture is left out: {error.message}")))
            return None
        if picture_kind(data) is None:
            self.odd.append(str(asset.error(pointer, "the picture is neither PNG nor JPEG; it is left out")))
            return None
        return data

    def _image_bytes(self, image: dict[str, Any], pointer: str) -> bytes:
        asset = self.asset
        if "bufferView" in image:
            view = asset.item("bufferViews", image["bufferView"], f"{pointer}/bufferView")
            here = f"/bufferViews/{image['bufferView']}"
            data = asset.buffer(view.get("buffer"), f"{here}/buffer")
            start, length = asset.whole(view, "byteOffset", here, 0), asset.whole(view, "byteLength", here)
            if start + length > len(data):
                raise asset.error(here, "reads beyond its buffer")
            return data[start : start + length]
        uri = image.get("uri")
        if not isinstance(uri, str):
            raise asset.error(pointer, "it has no data")
        if uri.startswith("data:"):
            try:
                return base64.b64decode(uri.partition(",")[2], validate=True)
            except (binascii.Error, ValueError):
                raise asset.error(f"{pointer}/uri", "is no base64") from None
        return asset.beside(uri)


def _used(triangles: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The vertices that triangles (m, 3) have, of so many, and the triangles by places among these."""
    has = np.zeros(count, bool)
    has[triangles.reshape(-1)] = True
    return np.flatnonzero(has), (np.cumsum(has) - 1)[triangles]


def _local(node: Node) -> Array:
    if node.matrix is not None:
        return node.matrix
    return np.column_stack([node.rotation * node.scale, node.translation])
