"""Small meshes as files have them."""

from __future__ import annotations

import struct

import numpy as np

from manikin.math.rotations import Array
from manikin.skeleton.shapes import Box


def cube(size: float) -> Array:
    """The triangles (12, 3, 3) of a cube at the origin."""
    points, faces = Box(size=(size, size, size)).triangles()
    return np.asarray(points[faces])


def binary(triangles: Array, head: bytes = b"") -> bytes:
    """A binary STL file."""
    records = b"".join(struct.pack("<12fH", 0, 0, 0, *one.reshape(-1), 0) for one in triangles)
    return head.ljust(80) + struct.pack("<I", len(triangles)) + records
