"""Meshes of a glTF document that is written: the skin of a figure, or its solids."""

from __future__ import annotations

from typing import Any

import numpy as np

from manikin.figure.figure import Figure
from manikin.formats.gltf.book import FLOAT, INDEX, SHORT, Book
from manikin.formats.gltf.skins import picture_kind
from manikin.math.rotations import Array, compose, inverse
from manikin.skeleton.skin import Skin, SkinMesh

__all__ = ["add_skin", "add_solids"]

VERTICES, INDICES = 34962, 34963
"""What a view of the buffer is for, by the codes that glTF has."""
SAME = 1e-9
"""Share of the size by which the frames of nodes may differ from those of their joints."""


def add_solids(book: Book, figure: Figure, world: Array) -> list[int]:
    """Add the solids as one mesh, each bound to its joint; ``world`` are the nodes of the joints at rest.

    A file without solids gets its skin all the same, so that readers know what the joints are.
    """
    joints = list(range(len(world)))
    skin = _skin(book, joints, inverse(world))
    mesh = _solids(book, figure)
    return [] if mesh is None else [book.add("nodes", {"name": f"{figure.name} skin", "mesh": mesh, "skin": skin})]


def add_skin(book: Book, figure: Figure, skin: Skin, world: Array) -> list[int]:
    """Add the meshes of a skin with their colours and pictures; ``world`` are the nodes of the joints at rest."""
    rest = np.asarray(figure.forward(figure.rest))
    images = [
        book.add("images", {"bufferView": book.block(picture), "mimeType": picture_kind(picture)})
        for picture in skin.pictures
    ]
    textures = [book.add("textures", {"source": image}) for image in images]
    skins: dict[tuple[tuple[str, ...], bytes], int] = {}
    nodes = []
    for mesh in skin.meshes:
        joints = [figure.skeleton.index(joint) for joint in mesh.joints]
        same = np.abs(world[joints] - rest[joints]).max() < SAME * (np.abs(rest).max() or 1.0)
        binds = mesh.binds if same else compose(compose(inverse(world[joints]), rest[joints]), mesh.binds)
        key = mesh.joints, np.round(binds, 12).tobytes()
        if key not in skins:
            skins[key] = _skin(book, joints, binds)
        made = book.add("meshes", {"name": mesh.name, "primitives": [_primitive(book, mesh, textures)]})
        nodes.append(book.add("nodes", {"name": mesh.name, "mesh": made, "skin": skins[key]}))
    return nodes


def _skin(book: Book, joints: list[int], binds: Array) -> int:
    whole = np.concatenate([binds, np.tile([[[0.0, 0.0, 0.0, 1.0]]], (len(binds), 1, 1))], axis=1)
    matrices = book.accessor(np.swapaxes(whole, 1, 2).reshape(-1, 16), "MAT4", FLOAT)
    return book.add("skins", {"joints": joints, "inverseBindMatrices": matrices, "skeleton": 0})


def _primitive(book: Book, mesh: SkinMesh, textures: list[int]) -> dict[str, Any]:
    attributes = {
        "POSITION": book.accessor(mesh.points, "VEC3", FLOAT, ends=True, target=VERTICES),
        "NORMAL": book.accessor(mesh.normals, "VEC3", FLOAT, target=VERTICES),
        "JOINTS_0": book.accessor(mesh.bones, "VEC4", SHORT, target=VERTICES),
        "WEIGHTS_0": book.accessor(mesh.weights, "VEC4", FLOAT, target=VERTICES),
    }
    if mesh.coordinates is not None:
        attributes["TEXCOORD_0"] = book.accessor(mesh.coordinates, "VEC2", FLOAT, target=VERTICES)
    surface: dict[str, Any] = {"baseColorFactor": list(mesh.colour), "metallicFactor": 0.0}
    if mesh.picture is not None:
        surface["baseColorTexture"] = {"index": textures[mesh.picture]}
    material: dict[str, Any] = {"pbrMetallicRoughness": surface, "doubleSided": True}
    if mesh.cut > 0:
        material |= {"alphaMode": "MASK", "alphaCutoff": mesh.cut}
    return {
        "attributes": attributes,
        "indices": book.accessor(mesh.triangles.reshape(-1), "SCALAR", INDEX, target=INDICES),
        "material": book.add("materials", material),
    }


def _solids(book: Book, figure: Figure) -> int | None:
    """One mesh of all solids at rest, each bound to its joint; None without solids."""
    rest = np.asarray(figure.forward(figure.rest))
    points, faces, bones, count = [], [], [], 0
    for i, joint in enumerate(figure.skeleton.joints):
        for shape in joint.shapes:
            corners, triangles = shape.triangles()
            if len(triangles):
                points.append(np.asarray(corners) @ rest[i, :, :3].T + rest[i, :, 3])
                faces.append(np.asarray(triangles) + count)
                bones.append(np.full(len(corners), i))
                count += len(corners)
    if not points:
        return None
    owner = np.concatenate(bones)
    joints, weights = np.zeros((count, 4)), np.zeros((count, 4))
    joints[:, 0], weights[:, 0] = owner, 1.0
    attributes = {
        "POSITION": book.accessor(np.concatenate(points), "VEC3", FLOAT, ends=True, target=VERTICES),
        "JOINTS_0": book.accessor(joints, "VEC4", SHORT, target=VERTICES),
        "WEIGHTS_0": book.accessor(weights, "VEC4", FLOAT, target=VERTICES),
    }
    indices = book.accessor(np.concatenate(faces).reshape(-1), "SCALAR", INDEX, target=INDICES)
    return book.add("meshes", {"name": figure.name, "primitives": [{"attributes": attributes, "indices": indices}]})
