"""The solids of links: collision shapes, or visual ones where there are none; meshes as convex solids."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from manikin.errors import FormatError, ManikinError, shorten
from manikin.formats.format import Beside
from manikin.formats.obj import obj_mesh
from manikin.formats.stl import stl_triangles
from manikin.formats.urdf.collada import collada_points
from manikin.formats.urdf.robot import Geometry, Link, Robot
from manikin.math.rotations import Vec3
from manikin.skeleton.hulls import convex_mesh, convex_pieces
from manikin.skeleton.shapes import Mesh, MeshFile, Shape

__all__ = ["Solids"]

MAX_PIECES = 4
"""A mesh file of more geometries than this becomes one convex solid around all of them."""


class Solids:
    """Makes the solids of links, and remembers the meshes that could not be read."""

    def __init__(self, robot: Robot, beside: Beside) -> None:
        self._robot, self._beside = robot, beside
        self._known: dict[str, tuple[Mesh, ...] | str] = {}
        self._lost: list[tuple[Geometry, str, str]] = []

    def of(self, link: Link) -> tuple[Shape, ...]:
        """The solids of a link."""
        colour = next((found for found in map(self._colour, link.visuals) if found is not None), None)
        shapes, lost = self._made(link.collisions, colour)
        if lost or not shapes:
            visible, hidden = self._made(link.visuals, None)
            if len(visible) > len(shapes) or not link.collisions:
                shapes, lost = visible, hidden
        self._lost += lost
        return shapes

    def tell(self) -> None:
        """Warn of meshes that could not be read."""
        if not self._lost:
            return
        (place, path, reason), *others = self._lost
        also = f", and {len(others)} more" if others else ""
        links = "its link has" if not others else "their links have"
        self._robot.warn(place, f"the mesh {shorten(path)} is lost ({reason}){also}: {links} less of a body, or none")

    def _made(
        self, geometries: Sequence[Geometry], colour: Vec3 | None
    ) -> tuple[tuple[Shape, ...], list[tuple[Geometry, str, str]]]:
        """The shapes of some geometries, and those that are lost, with the name of the file and the reason."""
        shapes: list[Shape] = []
        lost: list[tuple[Geometry, str, str]] = []
        for geometry in geometries:
            shape, own = geometry.shape, self._colour(geometry) or colour
            solids: Sequence[Shape] = (shape,)
            if isinstance(shape, MeshFile):
                found = self._mesh(shape.path)
                if isinstance(found, str):
                    lost.append((geometry, shape.path, found))
                    continue
                solids = [replace(piece, at=shape.at) for piece in found]
            shapes += [solid if own is None else replace(solid, colour=own) for solid in solids]
        return tuple(shapes), lost

    def _colour(self, geometry: Geometry) -> Vec3 | None:
        return geometry.colour or self._robot.colours.get(geometry.material)

    def _mesh(self, path: str) -> tuple[Mesh, ...] | str:
        """The convex solids of a mesh file, or why there are none."""
        if path not in self._known:
            self._known[path] = self._read(path)
        return self._known[path]

    def _read(self, path: str) -> tuple[Mesh, ...] | str:
        suffix = os.path.splitext(path)[1].lower()
        if suffix not in MESHES:
            return f"only {', '.join(MESHES)} are read"
        try:
            return MESHES[suffix](self._beside(path), path)
        except FormatError as error:
            return error.message
        except ManikinError as error:
            return str(error)


def _from_stl(data: bytes, file: str) -> tuple[Mesh, ...]:
    return convex_pieces(stl_triangles(data, file))


def _from_obj(data: bytes, file: str) -> tuple[Mesh, ...]:
    points, faces = obj_mesh(data, file).triangles()
    return convex_pieces(np.asarray(points[faces]))


def _from_collada(data: bytes, file: str) -> tuple[Mesh, ...]:
    geometries = collada_points(data, file)
    together = [np.concatenate(geometries)] if len(geometries) > MAX_PIECES else geometries
    return tuple(convex_mesh(points) for points in together)


MESHES: dict[str, Callable[[bytes, str], tuple[Mesh, ...]]] = {
    ".stl": _from_stl, ".obj": _from_obj, ".dae": _from_collada,
}  # fmt: skip
"""How the convex solids of a mesh file are made, by its suffix."""
