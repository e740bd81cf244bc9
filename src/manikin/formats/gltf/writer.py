"""glTF documents from skeletons and clips.

A clip that was read from a glTF file is written into that file again: meshes, skins, materials and textures stay, and
only the animations are replaced.  Any other figure gets a document of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.errors import InputError, Unsupported, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.gltf.asset import Asset
from manikin.formats.gltf.book import FLOAT, Book
from manikin.formats.gltf.mesh_writer import add_skin, add_solids
from manikin.formats.sampled_motion import baked, local_motion
from manikin.math.rotations import Array, compose, inverse, to_quaternion

__all__ = ["Source", "Stand", "continuous", "written"]

RIGID = 1e-6
"""How far T·R·S may be from a transform."""
MOVES = 1e-9
Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From a world with z up to one with y up."""


@dataclass(frozen=True, eq=False)
class Source:
    """The file that a clip was read from, and the node of each joint."""

    asset: Asset
    nodes: dict[str, int]

    def __eq__(self, other: object) -> bool:
        """Whether the nodes have the same names; animations are not compared."""
        return isinstance(other, Source) and list(self.nodes) == list(other.nodes)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Tracks:
    """Local transforms T·R·S of joints: at rest, and of each frame (frames, joints, …); scales stay."""

    translation: Array
    rotation: Array
    scale: Array
    translations: Array
    rotations: Array


@dataclass(frozen=True, eq=False)
class Stand:
    """How a figure stands while nothing moves it, where that is not its rest pose.

    Attributes:
        frames: The frames of its joints (joints, 3, 4), scales included.
        turn: From the figure's world to that of the file (3, 3).
    """

    frames: Array
    turn: Array


def written(content: Content, stand: Stand | None = None) -> tuple[dict[str, Any], bytes]:
    """The document and its only buffer; ``stand`` is for documents of their own."""
    figure, clips = _subject(content)
    source = clips[0].layout if clips and isinstance(clips[0].layout, Source) else None
    rest = figure.rest[None]
    samples = [baked(stored.clip) for stored in clips]
    tracks = [_tracks(figure, one.data, stand) for one in samples] or [_tracks(figure, rest, stand)]
    if (
        source is not None
        and stand is None
        and all(joint.name in source.nodes for joint in figure.skeleton if joint.dofs)
        and all(tracks)
    ):
        book, targets = Book.of(source.asset), source.nodes
        book.raise_skinned(set(targets.values()))
    else:
        if not all(tracks):
            if stand is not None:
                raise Unsupported(f"{shorten(figure.name)} has sheared joints, which such a file cannot hold")
            tracks = [_parallel(figure, one.data) for one in samples] or [_parallel(figure, rest)]
        book = Book({"asset": {"version": "2.0", "generator": "manikin"}}, bytearray())
        first = tracks[0]
        assert first is not None
        targets = _new_nodes(book, figure, first, stand)
    for stored, one, own in zip(clips, samples, tracks, strict=False):
        assert own is not None
        _animate(book, figure, own, one.rate, stored.name, targets)
    return book.finished()


def _subject(content: Content) -> tuple[Figure, Sequence[StoredClip]]:
    if not content.clips:
        return Figure(content.skeleton), ()
    figure = content.clips[0].clip.figure
    if any(stored.clip.figure != figure for stored in content.clips):
        raise Unsupported("a glTF file is written with clips of one figure")
    if content.skeletons and content.skeletons != (figure.skeleton,):
        raise InputError("the skeleton beside the clips is not that of their figure")
    return figure, content.clips


# ---- transforms --------------------------------------------------------------------------------


def _local(figure: Figure, states: Array, stand: Stand | None) -> Array:
    """The transform of each joint in the frame of its parent (1 + frames, joints, 3, 4): how it stands, each state."""
    world = np.array(figure.forward(np.concatenate([figure.rest[None], states])))
    if stand is not None:
        world[0] = stand.frames
    parents = figure.skeleton.parents
    below = np.flatnonzero(parents >= 0)
    local = world.copy()
    local[:, below] = compose(inverse(world[:, parents[below]]), world[:, below])
    return local


def _tracks(figure: Figure, states: Array, stand: Stand | None) -> Tracks | None:
    """Local transforms as T·R·S with scales that stay; None if they are not of this kind."""
    local = _local(figure, states, stand)
    linear = local[..., :3]
    scale = np.linalg.norm(linear[0], axis=-2)
    scale[:, 0] *= np.sign(np.linalg.det(linear[0]))
    turns = linear / scale[:, None, :]
    if np.abs(np.swapaxes(turns, -1, -2) @ turns - np.eye(3)).max() > RIGID:
        return None
    scale[np.abs(scale - 1) < 1e-12] = 1.0
    return Tracks(local[0, ..., 3], turns[0], scale, local[1:, ..., 3], turns[1:])


def _parallel(figure: Figure, states: Array) -> Tracks:
    """Frames that are parallel to the world at rest, for joints with sheared ones."""
    motion, count = local_motion(figure, states), len(figure.skeleton)
    turns = np.tile(np.eye(3), (count, 1, 1))
    return Tracks(motion.offsets, turns, np.ones((count, 3)), motion.places, motion.rotations)


# ---- documents ---------------------------------------------------------------------------------


def _new_nodes(book: Book, figure: Figure, tracks: Tracks, stand: Stand | None) -> dict[str, int]:
    """Add a node for each joint, and meshes bound to them: the skin, or the solids; gives the nodes by name."""
    skeleton = figure.skeleton
    targets = {}
    for i, joint in enumerate(skeleton.joints):
        node: dict[str, Any] = {"name": joint.name}
        if (tracks.translation[i] != 0).any():
            node["translation"] = tracks.translation[i].astype(np.float32).tolist()
        quaternion = to_quaternion(tracks.rotation[i])
        if np.abs(quaternion[:3]).max() > 1e-12:
            node["rotation"] = quaternion.astype(np.float32).tolist()
        if (tracks.scale[i] != 1).any():
            node["scale"] = tracks.scale[i].astype(np.float32).tolist()
        targets[joint.name] = book.add("nodes", node)
    for i, parent in enumerate(skeleton.parents.tolist()):
        if parent >= 0:
            book.json["nodes"][parent].setdefault("children", []).append(i)
    roots = [0]
    turn = Z_UP if skeleton.up == "z" else np.eye(3)
    if stand is not None:
        turn = stand.turn
    if np.abs(turn - np.eye(3)).max() > RIGID:
        name = "z up" if stand is None else "facing"
        roots = [book.add("nodes", {"name": name, "rotation": to_quaternion(turn).tolist(), "children": [0]})]
    world = _world(figure, tracks) if stand is None else np.asarray(figure.forward(figure.rest))
    if skeleton.skin is None:
        roots += add_solids(book, figure, world)
    else:
        roots += add_skin(book, figure, skeleton.skin, world)
    book.json |= {"scene": 0, "scenes": [{"nodes": roots}]}
    return targets


def _world(figure: Figure, tracks: Tracks) -> Array:
    """The transforms of the nodes at rest, as they are written."""
    local = np.concatenate([tracks.rotation * tracks.scale[:, None, :], tracks.translation[..., None]], axis=-1)
    world = local.copy()
    for i, parent in enumerate(figure.skeleton.parents.tolist()):
        if parent >= 0:
            world[i] = compose(world[parent], local[i])
    return world


def _animate(
    book: Book, figure: Figure, tracks: Tracks, rate: float, name: str | None, targets: dict[str, int]
) -> None:
    """Add an animation: rotations of all joints that turn, translations of those that move against their parents."""
    if len(tracks.rotations) > 1 and rate > 1e6:
        raise Unsupported(f"{shorten(rate)} frames per second cannot be written")
    times = book.accessor(np.arange(len(tracks.rotations)) / rate, "SCALAR", FLOAT, ends=True)
    size = float(np.ptp(_world(figure, tracks)[..., 3], axis=0).max()) or 1.0
    channels: list[dict[str, Any]] = []
    samplers: list[dict[str, Any]] = []

    def add(joint: str, path: str, values: Array, kind: str) -> None:
        samplers.append({"input": times, "output": book.accessor(values, kind, FLOAT), "interpolation": "LINEAR"})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": targets[joint], "path": path}})
        book.json["nodes"][targets[joint]].pop("matrix", None)

    for i, joint in enumerate(figure.skeleton.joints):
        if joint.name not in targets:
            continue
        had_matrix = "matrix" in book.json["nodes"][targets[joint.name]]
        turning = any(dof.kind == "hinge" for dof in joint.dofs)
        moving = np.abs(tracks.translations[:, i] - tracks.translation[i]).max() > MOVES * size
        if turning or np.abs(tracks.rotations[:, i] - tracks.rotation[i]).max() > RIGID:
            add(joint.name, "rotation", continuous(to_quaternion(tracks.rotations[:, i])), "VEC4")
        if moving or (joint.dofs and joint.dofs[0].kind == "slide"):
            add(joint.name, "translation", tracks.translations[:, i], "VEC3")
        if had_matrix and "matrix" not in book.json["nodes"][targets[joint.name]]:
            book.json["nodes"][targets[joint.name]] |= {
                "translation": tracks.translation[i].tolist(),
                "rotation": to_quaternion(tracks.rotation[i]).tolist(),
                "scale": tracks.scale[i].tolist(),
            }
    if channels:
        item: dict[str, Any] = {"channels": channels, "samplers": samplers}
        book.add("animations", item | ({"name": name} if name else {}))


def continuous(quaternions: Array) -> Array:
    """The same rotations without changes of sign from frame to frame."""
    flips = np.sign((quaternions[1:] * quaternions[:-1]).sum(axis=1))
    flips[flips == 0] = 1.0
    return np.asarray(quaternions * np.cumprod(np.concatenate([[1.0], flips]))[:, None])
