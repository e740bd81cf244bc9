"""The skin of a pose as surfaces: triangles where their joints take them, each in one colour."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Literal

import numpy as np

from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.picture.camera import on_stage
from manikin.picture.solids import TRIANGLE, Solids
from manikin.picture.surfaces import open_surfaces, plates
from manikin.picture.theme import to_linear
from manikin.skeleton.skin import Skin, SkinMesh
from manikin.skeleton.stretching import as_drawn

__all__ = ["skin_of"]

MAX_PIXELS = 64_000_000
"""Of a picture on a skin that is looked at."""


def skin_of(pose: Pose, skin: Skin, up: Literal["y", "z"]) -> Solids:
    """The triangles of a skin on the stage, all of one owner."""
    skeleton = pose.figure.skeleton
    world = as_drawn(skeleton, pose.world)
    tables = []
    for mesh in skin.meshes:
        joints = [skeleton.index(name) for name in mesh.joints]
        points, normals = (on_stage(rows, up) for rows in mesh.placed(world, joints))
        colours, seen = _colours(skin, mesh)
        corners, shading = points[mesh.triangles[seen]], normals[mesh.triangles[seen]]
        tables.append(open_surfaces(plates(corners, TRIANGLE, colours[seen], shading)))
    joined = Solids.joined(tables)
    joined.owner[:] = 0
    return joined


@lru_cache(maxsize=64)
def _colours(skin: Skin, mesh: SkinMesh) -> tuple[Array, np.ndarray]:
    """The linear colour of each triangle (m, 3), and which of them are no holes (m,)."""
    count = len(mesh.triangles)
    colours = np.tile(np.array(mesh.colour[:3]), (count, 1))
    image = None if mesh.picture is None else _pixels(skin.pictures[mesh.picture])
    if image is None or mesh.coordinates is None:
        return colours, np.ones(count, bool)
    middle = mesh.coordinates[mesh.triangles].mean(axis=1) % 1.0
    height, width = image.shape[:2]
    columns = np.minimum((middle[:, 0] * width).astype(int), width - 1)
    rows = np.minimum((middle[:, 1] * height).astype(int), height - 1)
    texels = image[rows, columns] / 255.0
    return colours * to_linear(texels[:, :3]), np.asarray(texels[:, 3] >= mesh.cut)


@lru_cache(maxsize=16)
def _pixels(data: bytes) -> np.ndarray | None:
    """A picture (h, w, 4), uint8; None where Pillow is missing or cannot read it."""
    try:
        from PIL import Image  # of the extra for films
    except ImportError:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MAX_PIXELS:
                return None
            return np.asarray(image.convert("RGBA"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
