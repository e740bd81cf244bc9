"""Skins: meshes that follow several joints at once, as the files of characters have them.

A vertex p of a mesh goes where its bones take it (linear blend skinning),

    x = Σ wₖ · Tₖ · Bₖ · p

with the frame Tₖ of the joint of bone k in the world, and Bₖ from the mesh into the frame of that joint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from manikin.errors import SkeletonError, shorten
from manikin.math.rotations import Array, compose, inverse

__all__ = ["INFLUENCES", "ROUNDED", "Skin", "SkinMesh", "vertex_normals"]

INFLUENCES = 4
"""Bones that a vertex follows at most."""
ROUNDED = 1e-5
"""Sums of weights and lengths of normals that differ from 1 by less than this are left as they are."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SkinMesh:
    """Triangles of one surface, and the bones that its vertices follow.

    Attributes:
        name: Name of the mesh.
        points: Vertices (n, 3), float32, in the frame that ``binds`` begin from.
        normals: Unit normals (n, 3), float32.
        triangles: Vertices of each triangle (m, 3), uint32, counter-clockwise seen from outside.
        bones: The bones of each vertex (n, 4), uint16, the strongest first; 0 where the weight is 0.
        weights: How much each of them counts (n, 4), float32; their sum is 1.
        joints: The joint of each bone, each once.
        binds: From the mesh into the frame of each bone's joint (bones, 3, 4).
        coordinates: Places in the picture (n, 2), float32, from its upper left corner; None without a picture.
        colour: Red, green, blue and opacity of the surface, linear, which the picture is multiplied with.
        picture: Which picture of the skin covers it, or None.
        cut: Where the picture's opacity is below this, there is a hole.
    """

    name: str
    points: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    bones: np.ndarray
    weights: np.ndarray
    joints: tuple[str, ...]
    binds: Array
    coordinates: np.ndarray | None = None
    colour: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    picture: int | None = None
    cut: float = 0.0

    def __post_init__(self) -> None:
        count, bones = len(self.points), len(self.joints)
        shapes = {
            "points": (count, 3), "normals": (count, 3), "bones": (count, INFLUENCES), "weights": (count, INFLUENCES),
            "triangles": (len(self.triangles), 3), "binds": (bones, 3, 4), "coordinates": (count, 2),
        }  # fmt: skip
        kinds = {"triangles": np.uint32, "bones": np.uint16, "binds": float}
        for field, shape in shapes.items():
            given = getattr(self, field)
            if given is None:
                continue
            array = np.ascontiguousarray(given, kinds.get(field, np.float32))
            if array.shape != shape or not np.isfinite(array).all():
                raise SkeletonError(f"mesh {shorten(self.name)}: {field} must be finite numbers {shape}")
            array.setflags(write=False)
            object.__setattr__(self, field, array)
        if not bones or len(set(self.joints)) < bones:
            raise SkeletonError(f"mesh {shorten(self.name)}: it must follow one joint at least, and each once")
        if self.triangles.max(initial=0) >= max(count, 1) or self.bones.max(initial=0) >= bones:
            raise SkeletonError(f"mesh {shorten(self.name)}: a triangle or a vertex names what does not exist")

    @classmethod
    def bound(cls, *, bones: np.ndarray, weights: np.ndarray, **fields: Any) -> SkinMesh:
        """A mesh of which each vertex has any number of bones with any weights: the strongest are kept."""
        kept, shares = _strongest(np.asarray(bones, np.int64), np.asarray(weights, float))
        return cls(bones=kept, weights=shares, **fields)

    def placed(self, world: Array, joints: Sequence[int]) -> tuple[Array, Array]:
        """Points and unit normals (n, 3) in the world, for the frames of all joints and which of them its bones are."""
        frames = compose(world[list(joints)], self.binds)
        mixed = np.einsum("nk,nkij->nij", self.weights, frames[self.bones], optimize=True)
        points = np.einsum("nij,nj->ni", mixed[:, :, :3], self.points) + mixed[:, :, 3]
        x, y, z = (mixed[:, row, :3] for row in range(3))
        cofactors = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=1)
        normals = np.einsum("nij,nj->ni", cofactors, self.normals)
        return points, normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)


@dataclass(frozen=True, kw_only=True, eq=False)
class Skin:
    """The meshes of a figure, and the pictures on them as PNG or JPEG files.  Equal skins compare equal."""

    meshes: tuple[SkinMesh, ...]
    pictures: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        for mesh in self.meshes:
            if mesh.picture is not None and not 0 <= mesh.picture < len(self.pictures):
                raise SkeletonError(f"mesh {shorten(mesh.name)}: there is no picture {shorten(mesh.picture)}")

    @cached_property
    def digest(self) -> str:
        """Differs where skins do: SHA-256 of all that they hold."""
        made = hashlib.sha256()
        for mesh in self.meshes:
            made.update(repr((mesh.name, mesh.joints, mesh.colour, mesh.picture, mesh.cut)).encode())
            for array in (mesh.points, mesh.normals, mesh.triangles, mesh.bones, mesh.weights, mesh.binds):
                made.update(repr(array.shape).encode() + array.tobytes())
            made.update(b"" if mesh.coordinates is None else mesh.coordinates.tobytes())
        for picture in self.pictures:
            made.update(hashlib.sha256(picture).digest())
        return made.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Skin) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def joints(self) -> set[str]:
        """The joints that are followed."""
        return {joint for mesh in self.meshes for joint in mesh.joints}

    @property
    def size(self) -> int:
        """Number of vertices."""
        return sum(len(mesh.points) for mesh in self.meshes)

    # -- other skins ---------------------------------------------------------------------------

    def renamed(self, names: Mapping[str, str]) -> Skin:
        """The skin of a skeleton whose joints have other names."""
        return self._each(lambda mesh: replace(mesh, joints=tuple(names.get(name, name) for name in mesh.joints)))

    def stretched(self, linear: Mapping[str, Array]) -> Skin:
        """The skin of a skeleton of which some parts are under a linear map (3, 3) of their frames."""

        def one(mesh: SkinMesh) -> SkinMesh:
            maps = np.stack([linear.get(name, np.eye(3)) for name in mesh.joints])
            return replace(mesh, binds=maps @ mesh.binds)

        return self._each(one) if any(name in linear for name in self.joints) else self

    def carried(self, frames: Mapping[str, tuple[str, Array]]) -> Skin:
        """The skin on other joints: for each joint its new one, and its old frame in the new one's (3, 4).

        Several joints may become one.  What they carried is then one piece.
        """

        def one(mesh: SkinMesh) -> SkinMesh:
            targets = [frames[name][0] for name in mesh.joints]
            binds = compose(np.stack([frames[name][1] for name in mesh.joints]), mesh.binds)
            if len(set(targets)) == len(targets):
                return replace(mesh, joints=tuple(targets), binds=binds)
            return _merged(mesh, targets, binds)

        return self._each(one)

    def without(self, gone: Iterable[str]) -> Skin | None:
        """The skin without what mainly follows some joints; None if nothing is left."""
        lost = set(gone)
        if not lost & self.joints:
            return self
        kept = [found for mesh in self.meshes if (found := _reduced(mesh, lost)) is not None]
        return replace(self, meshes=tuple(kept)) if kept else None

    def joined(self, other: Skin) -> Skin:
        """Both skins as one."""
        first = len(self.pictures)
        theirs = (replace(m, picture=None if m.picture is None else m.picture + first) for m in other.meshes)
        return Skin(meshes=(*self.meshes, *theirs), pictures=(*self.pictures, *other.pictures))

    def _each(self, change: Callable[[SkinMesh], SkinMesh]) -> Skin:
        return replace(self, meshes=tuple(map(change, self.meshes)))

    # -- places --------------------------------------------------------------------------------

    def corners(self, index: Mapping[str, int]) -> tuple[np.ndarray, Array]:
        """Joints (k,) and points in their frames (k, 3): the corners of boxes around what each mainly carries."""
        joints, corners = [], []
        for mesh in self.meshes:
            order = np.argsort(mesh.bones[:, 0], kind="stable")
            bones, starts = np.unique(mesh.bones[order, 0], return_index=True)
            for bone, rows in zip(bones.tolist(), np.split(order, starts[1:]), strict=True):
                own = mesh.points[rows].astype(float) @ mesh.binds[bone, :, :3].T
                ends = np.stack([own.min(axis=0), own.max(axis=0)]) + mesh.binds[bone, :, 3]
                corners += [[ends[a, 0], ends[b, 1], ends[c, 2]] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
                joints += [index[mesh.joints[bone]]] * 8
        return np.array(joints, np.int64), np.array(corners, float).reshape(-1, 3)


def vertex_normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Unit normals (n, 3) of vertices: the mean of the triangles around each, by area."""
    corners = points[triangles].astype(float)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    total = np.zeros((len(points), 3))
    for column in range(3):
        np.add.at(total, triangles[:, column], across)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.where(length > 0, total / np.where(length > 0, length, 1.0), [0.0, 1.0, 0.0]).astype(np.float32)


def _strongest(bones: np.ndarray, weights: Array) -> tuple[np.ndarray, np.ndarray]:
    """The four strongest bones of each vertex, none twice, and their weights with the sum 1."""
    weights = np.where(np.isfinite(weights) & (weights > 0), weights, 0.0)
    if bones.shape[1] < INFLUENCES:
        more = ((0, 0), (0, INFLUENCES - bones.shape[1]))
        bones, weights = np.pad(bones, more), np.pad(weights, more)
    for later in range(1, bones.shape[1]):
        for earlier in range(later):
            same = np.flatnonzero((bones[:, later] == bones[:, earlier]) & (weights[:, later] > 0))
            weights[same, earlier] += weights[same, later]
            weights[same, later] = 0.0
    if bones.shape[1] > INFLUENCES or (weights[:, 1:] > weights[:, :-1]).any():  # files have them in order mostly
        order = np.argsort(-weights, axis=1, kind="stable")[:, :INFLUENCES]
        bones, weights = np.take_along_axis(bones, order, axis=1), np.take_along_axis(weights, order, axis=1)
    total = weights.sum(axis=1, keepdims=True)
    by = np.where((total > 0) & (np.abs(total - 1) > ROUNDED), total, 1.0)
    weights = np.where(total > 0, weights / by, [1.0, 0.0, 0.0, 0.0])
    return np.where(weights > 0, bones, 0), weights


def _merged(mesh: SkinMesh, targets: Sequence[str], binds: Array) -> SkinMesh:
    """A mesh whose bones become fewer; where those of one joint disagree, vertices are moved to keep their places."""
    names = tuple(dict.fromkeys(targets))
    first = [targets.index(name) for name in names]
    into = np.array([names.index(name) for name in targets])
    # a vertex that follows bone k is p in the mesh; where bone k stands for another, Bₘ⁻¹·Bₖ·p is the same place
    shift = compose(inverse(binds[[first[k] for k in into]]), binds)
    main = shift[mesh.bones[:, 0]]
    points = np.einsum("nij,nj->ni", main[:, :, :3], mesh.points) + main[:, :, 3]
    fields = {name: getattr(mesh, name) for name in mesh.__dataclass_fields__ if name not in ("bones", "weights")}
    fields |= {"points": points, "joints": names, "binds": binds[first]}
    return SkinMesh.bound(bones=into[mesh.bones], weights=mesh.weights, **fields)


def _reduced(mesh: SkinMesh, gone: set[str]) -> SkinMesh | None:
    lost = np.array([name in gone for name in mesh.joints])
    if not lost.any():
        return mesh
    kept = np.flatnonzero(~lost)
    stays = ~lost[mesh.bones[:, 0]]
    triangles = mesh.triangles[stays[mesh.triangles].all(axis=1)]
    if not len(kept) or not len(triangles):
        return None
    used, flat = np.unique(triangles, return_inverse=True)
    place = np.cumsum(~lost) - 1
    own = {name: getattr(mesh, name)[used] for name in ("points", "normals")}
    own["coordinates"] = None if mesh.coordinates is None else mesh.coordinates[used]
    return SkinMesh.bound(
        name=mesh.name, **own, triangles=flat.reshape(-1, 3), joints=tuple(mesh.joints[k] for k in kept),
        binds=mesh.binds[kept], bones=np.where(lost[mesh.bones[used]], 0, place[mesh.bones[used]]),
        weights=np.where(lost[mesh.bones[used]], 0.0, mesh.weights[used]), colour=mesh.colour, picture=mesh.picture,
        cut=mesh.cut,
    )  # fmt: skip
