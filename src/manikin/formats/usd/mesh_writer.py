"""Meshes of a USD scene that is written: the skin of a figure, or its solids."""

from __future__ import annotations

import numpy as np

from manikin.figure.figure import Figure
from manikin.formats.usd.words import identifier, vector
from manikin.math.rotations import Array, compose, inverse
from manikin.skeleton.skin import INFLUENCES, Skin, SkinMesh

__all__ = ["bind_frames", "skin_lines", "solid_lines"]

SAME = 1e-9


def bind_frames(figure: Figure, world: Array) -> Array:
    """The frames of joints in which meshes are bound (joints, 3, 4): those of the skin, or those at rest."""
    frames = world.copy()
    skin = figure.skeleton.skin
    taken: set[str] = set()
    for mesh in () if skin is None else skin.meshes:
        for name, bind in zip(mesh.joints, mesh.binds, strict=True):
            if name not in taken and abs(np.linalg.det(bind[:, :3])) > 1e-30:
                taken.add(name)
                frames[figure.skeleton.index(name)] = inverse(bind)
    return frames


def skin_lines(figure: Figure, skin: Skin, world: Array, root: str) -> list[str]:
    """The meshes of a skin, each with the bones that its vertices follow."""
    binds, taken, lines = inverse(bind_frames(figure, world)), {"Skel"}, []
    for mesh in skin.meshes:
        joints = np.array([figure.skeleton.index(name) for name in mesh.joints])
        points = _bound_points(mesh, binds[joints], world[joints])
        red, green, blue, _ = mesh.colour
        flat = mesh.triangles.reshape(-1).tolist()
        many = f'(elementSize = {INFLUENCES}; interpolation = "vertex")'
        lines += [
            *_head(identifier(mesh.name, taken), len(mesh.triangles), flat, points),
            f"        normal3f[] normals = [{', '.join(vector(one, 7) for one in mesh.normals)}] (",
            '            interpolation = "vertex"',
            "        )",
            f"        color3f[] primvars:displayColor = [({red:.7g}, {green:.7g}, {blue:.7g})]",
            f"        int[] primvars:skel:jointIndices = [{_numbers(joints[mesh.bones].reshape(-1))}] {many}",
            f"        float[] primvars:skel:jointWeights = [{_numbers(mesh.weights.reshape(-1))}] {many}",
            f"        rel skel:skeleton = </{root}/Skel>",
            "    }",
        ]
    return lines


def _bound_points(mesh: SkinMesh, binds: Array, world: Array) -> Array:
    """The vertices for the bind frames of the skeleton, which all meshes share: at rest they are where they were."""
    points = mesh.points.astype(float)
    if np.abs(binds - mesh.binds).max() < SAME * (np.abs(mesh.binds).max() or 1.0):
        return points
    at = mesh.placed(world, range(len(world)))[0]
    mixed = np.einsum("nk,nkij->nij", mesh.weights, compose(world, binds)[mesh.bones])
    return np.linalg.solve(mixed[:, :, :3], (at - mixed[:, :, 3])[..., None])[..., 0]


def solid_lines(figure: Figure, world: Array, root: str) -> list[str]:
    """A mesh for each part with solids, bound to its joint alone."""
    lines: list[str] = []
    taken = {"Skel"}
    for i, joint in enumerate(figure.skeleton.joints):
        clouds = [shape.triangles() for shape in joint.shapes]
        clouds = [cloud for cloud in clouds if len(cloud[1])]
        if not clouds:
            continue
        starts = np.cumsum([0] + [len(points) for points, _ in clouds])
        points = np.concatenate([np.asarray(one) for one, _ in clouds]) @ world[i, :, :3].T + world[i, :, 3]
        faces = np.concatenate([np.asarray(one) + start for (_, one), start in zip(clouds, starts, strict=False)])
        lines += [
            *_head(identifier(joint.name, taken), len(faces), faces.reshape(-1).tolist(), points),
            f'        int[] primvars:skel:jointIndices = [{i}] (elementSize = 1; interpolation = "constant")',
            '        float[] primvars:skel:jointWeights = [1] (elementSize = 1; interpolation = "constant")',
            f"        rel skel:skeleton = </{root}/Skel>",
            "    }",
        ]
    return lines


def _head(name: str, faces: int, corners: list[int], points: Array) -> list[str]:
    low, high = points.min(axis=0), points.max(axis=0)
    return [
        "",
        f'    def Mesh "{name}" (',
        '        prepend apiSchemas = ["SkelBindingAPI"]',
        "    )",
        "    {",
        f"        float3[] extent = [{vector(low, 7)}, {vector(high, 7)}]",
        f"        int[] faceVertexCounts = [{', '.join(['3'] * faces)}]",
        f"        int[] faceVertexIndices = [{', '.join(map(str, corners))}]",
        f"        point3f[] points = [{', '.join(vector(one, 9) for one in points)}]",
        '        uniform token subdivisionScheme = "none"',
    ]


def _numbers(values: Array) -> str:
    return ", ".join(f"{x:.9g}" for x in values.tolist())
