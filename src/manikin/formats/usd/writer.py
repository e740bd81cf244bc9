"""USD as text: a SkelRoot with a Skeleton, its animation, and meshes of the solids bound to their joints."""

from __future__ import annotations

import numpy as np

from manikin.errors import Unsupported
from manikin.figure.figure import Figure
from manikin.formats.content import Content
from manikin.formats.sampled_motion import baked
from manikin.formats.usd.mesh_writer import bind_frames, skin_lines, solid_lines
from manikin.formats.usd.words import identifier, vector
from manikin.math.rotations import Array, compose, inverse, orthonormal_frame, to_quaternion

__all__ = ["write_usda"]

RIGID = 1e-6


def write_usda(content: Content) -> bytes:
    """The text of a file with the clip, or with the skeleton at rest."""
    stored = content.clips[0] if content.clips else None
    figure = Figure(content.skeleton) if stored is None else stored.clip.figure
    samples = None if stored is None else baked(stored.clip)
    skeleton = figure.skeleton
    paths = _paths(figure)
    rest = _local(figure, figure.rest[None])[0]
    world = np.asarray(figure.forward(figure.rest))
    rate, count = (samples.rate, len(samples.data)) if samples is not None else (24.0, 1)
    name = identifier(figure.name, set())
    lines = [
        "#usda 1.0",
        "(",
        f'    defaultPrim = "{name}"',
        f"    endTimeCode = {count - 1}",
        "    metersPerUnit = 1",
        "    startTimeCode = 0",
        f"    timeCodesPerSecond = {rate:.9g}",
        f'    upAxis = "{skeleton.up.upper()}"',
        ")",
        "",
        f'def SkelRoot "{name}" (',
        '    prepend apiSchemas = ["SkelBindingAPI"]',
        ")",
        "{",
        '    def Skeleton "Skel" (',
        '        prepend apiSchemas = ["SkelBindingAPI"]',
        "    )",
        "    {",
        f"        uniform token[] joints = [{_tokens(paths)}]",
        f"        uniform token[] jointNames = [{_tokens([_text(joint.name) for joint in skeleton])}]",
        f"        uniform matrix4d[] bindTransforms = [{', '.join(map(_matrix, bind_frames(figure, world)))}]",
        f"        uniform matrix4d[] restTransforms = [{', '.join(map(_matrix, rest))}]",
    ]
    if samples is not None:
        lines += [
            f"        rel skel:animationSource = </{name}/Skel/Anim>",
            "",
            *_animation(figure, samples.data, paths),
        ]
    skin = skeleton.skin
    meshes = solid_lines(figure, world, name) if skin is None else skin_lines(figure, skin, world, name)
    lines += ["    }", *meshes, "}", ""]
    return "\n".join(lines).encode()


def _local(figure: Figure, states: Array) -> Array:
    """The transform of each joint in the frame of its parent (frames, joints, 3, 4)."""
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    parents = figure.skeleton.parents
    below = np.flatnonzero(parents >= 0)
    local = world.copy()
    local[:, below] = compose(inverse(world[:, parents[below]]), world[:, below])
    return local


def _animation(figure: Figure, states: Array, paths: list[str]) -> list[str]:
    local = _local(figure, states)
    scale = np.linalg.norm(local[0, :, :, :3], axis=-2)
    scale[:, 0] *= np.sign(np.linalg.det(local[0, :, :, :3]))
    turns = local[..., :3] / scale[:, None, :]
    if np.abs(np.swapaxes(turns, -1, -2) @ turns - np.eye(3)).max() > RIGID:
        raise Unsupported(f"{figure.name} has sheared joints, which an animation of USD cannot hold")
    quaternions = to_quaternion(orthonormal_frame(turns))
    flips = np.sign((quaternions[1:] * quaternions[:-1]).sum(axis=-1))
    flips[flips == 0] = 1.0
    quaternions[1:] *= np.cumprod(flips, axis=0)[..., None]
    lines = [
        '        def SkelAnimation "Anim"',
        "        {",
        f"            uniform token[] joints = [{_tokens(paths)}]",
        f"            half3[] scales = [{', '.join(vector(one, 5) for one in scale)}]",
        "            quatf[] rotations.timeSamples = {",
    ]
    for frame, row in enumerate(quaternions):
        values = ", ".join(f"({w:.9g}, {x:.9g}, {y:.9g}, {z:.9g})" for x, y, z, w in row.tolist())
        lines.append(f"                {frame}: [{values}],")
    lines += ["            }", "            float3[] translations.timeSamples = {"]
    for frame, row in enumerate(local[..., 3]):
        lines.append(f"                {frame}: [{', '.join(vector(one, 9) for one in row)}],")
    return [*lines, "            }", "        }"]


def _paths(figure: Figure) -> list[str]:
    """Paths of joints as USD names them: letters, digits and underscores, each name once."""
    taken: set[str] = set()
    own = [identifier(joint.name, taken) for joint in figure.skeleton.joints]
    paths: list[str] = []
    for name, parent in zip(own, figure.skeleton.parents.tolist(), strict=True):
        paths.append(name if parent < 0 else f"{paths[parent]}/{name}")
    return paths


def _text(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _tokens(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _matrix(transform: Array) -> str:
    """USD has row vectors: the transpose."""
    whole = np.vstack([transform, [0.0, 0.0, 0.0, 1.0]]).T
    return "(" + ", ".join("(" + ", ".join(f"{x:.17g}" for x in row) + ")" for row in whole.tolist()) + ")"
