"""Meshes of a USD scene that are bound to a skeleton, with their display colours; through ``pxr``."""

from __future__ import annotations

from typing import Any

import numpy as np

from manikin.errors import FormatError
from manikin.math.rotations import Array, compose, inverse
from manikin.skeleton.skin import Skin, SkinMesh, vertex_normals

try:
    from pxr import Usd, UsdGeom, UsdSkel
except ImportError:  # without the extra; the reader is not used then
    Usd = UsdGeom = UsdSkel = None

__all__ = ["read_skin"]

MAX_POINTS = 4_000_000


def read_skin(prim: Any, query: Any, names: list[str], unit: float, odd: list[str], file: str | None) -> Skin | None:
    """The meshes that follow a skeleton; ``names`` are those of its joints here.  What is left out is told."""
    root = prim
    while root and not root.IsA(UsdSkel.Root):
        root = root.GetParent()
    if not root:
        return None
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
    bindings = cache.ComputeSkelBindings(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
    own = [one for one in bindings if one.GetSkeleton().GetPrim() == prim]
    back = query.GetJointWorldBindTransforms()
    if not own or not back or len(back) != len(names):
        return None
    # rounded as vertices are, so that what is written gives the same again
    binds = inverse(np.array([np.array(one).T[:3] for one in back])).astype(np.float32).astype(float)
    meshes = []
    for target in own[0].GetSkinningTargets():
        mesh = target.GetPrim()
        if mesh.IsA(UsdGeom.Mesh):
            made = _mesh(mesh, target, query, names, binds, unit, odd, file)
            if made is not None:
                meshes.append(made)
    if sum(len(mesh.points) for mesh in meshes) > MAX_POINTS:
        raise FormatError(f"meshes of more than {MAX_POINTS:,} vertices are not read", file=file)
    return Skin(meshes=tuple(meshes)) if meshes else None


def _mesh(
    prim: Any, target: Any, query: Any, names: list[str], binds: Array, unit: float, odd: list[str], file: str | None
) -> SkinMesh | None:
    mesh, label = UsdGeom.Mesh(prim), prim.GetName()
    points = np.array(mesh.GetPointsAttr().Get(Usd.TimeCode.EarliestTime()) or (), float).reshape(-1, 3)
    counts = np.array(mesh.GetFaceVertexCountsAttr().Get() or (), np.int64)
    corners = np.array(mesh.GetFaceVertexIndicesAttr().Get() or (), np.int64)
    triangles = _triangles(counts, corners)
    told = target.ComputeJointInfluences()
    wide = target.GetNumInfluencesPerComponent()
    wrong = counts.sum() != len(corners) or (counts < 0).any() or (len(corners) and corners.max() >= len(points))
    if wrong or not len(points) or not len(triangles) or told is None or not wide:
        odd.append(f"{file or 'the file'}: {prim.GetPath()}: it is no mesh that can be drawn; it is left out")
        return None
    bones, weights = (np.array(one, float).reshape(-1, wide) for one in told)
    if target.IsRigidlyDeformed() and len(bones) == 1:
        bones, weights = np.repeat(bones, len(points), axis=0), np.repeat(weights, len(points), axis=0)
    order = list(query.GetJointOrder())
    listed = target.GetJointOrder()
    joints = [order.index(one) if one in order else -1 for one in (order if listed is None else list(listed))]
    if len(bones) != len(points) or not joints or min(joints) < 0 or bones.max() >= len(joints) or bones.min() < 0:
        odd.append(f"{file or 'the file'}: {prim.GetPath()}: its weights do not fit the skeleton; it is left out")
        return None
    place = np.array(target.GetGeomBindTransform()).T[:3]
    used, flat = np.unique(triangles, return_inverse=True)
    own, triangles = points[used], flat.reshape(-1, 3)
    if str(mesh.GetOrientationAttr().Get()) == "leftHanded":
        triangles = triangles[:, ::-1]
    colour = mesh.GetDisplayColorAttr().Get()
    red, green, blue = (float(f"{x:.6g}") for x in colour[0]) if colour and len(colour) == 1 else (0.8, 0.8, 0.8)
    return SkinMesh.bound(
        name=label, points=own, normals=vertex_normals(own, triangles), triangles=triangles, bones=bones[used],
        weights=weights[used], joints=tuple(names[joint] for joint in joints),
        binds=unit * compose(binds[joints], np.broadcast_to(place, (len(joints), 3, 4))),
        colour=(red, green, blue, 1.0),
    )  # fmt: skip


def _triangles(counts: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Faces as fans of triangles (m, 3)."""
    if not len(counts) or counts.sum() != len(corners) or (counts < 0).any():
        return np.zeros((0, 3), np.int64)
    starts = np.cumsum(counts) - counts
    fans = np.maximum(counts - 2, 0)
    first = np.repeat(starts, fans)
    step = np.arange(fans.sum()) - np.repeat(np.cumsum(fans) - fans, fans)
    return np.asarray(corners[np.stack([first, first + step + 1, first + step + 2], axis=1)])
