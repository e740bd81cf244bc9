"""``.gltf`` and, with ``formats.glb``, ``.glb``: characters and motions of the Khronos Group; docs/formats/gltf.md."""

from __future__ import annotations

import base64
import itertools
import json
from dataclasses import dataclass, replace

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.gltf.animation import Animation, read_animations
from manikin.formats.gltf.asset import Asset
from manikin.formats.gltf.nodes import Node, chosen_nodes, read_nodes
from manikin.formats.gltf.writer import Source, written
from manikin.formats.sampled_motion import continuous_angles
from manikin.math.rotations import Array, affine, from_quaternion
from manikin.skeleton.build import AXES
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["LOSSES", "Gltf", "read_gltf"]

MOVES = 1e-6
"""A node has slides if it moves by more than this share of the figure's size."""
ORDERS = ["zyx", *sorted("".join(p) for p in itertools.permutations("xyz") if "".join(p) != "zyx")]
LOSSES = {
    "skeletons": "limits, masses, joint groups, preferred bends, named poses, mirror partners; solids become one mesh",
    "clips": "animated scales, morph targets, marks, what a clip does before and after its frames, digits beyond the "
    "seventh",
}


class Gltf(
    Format,
    name="gltf",
    suffixes=(".gltf",),
    describes="characters and motions of Khronos (glTF 2.0), as text",
    losses=LOSSES,
):
    """Reads and writes a skeleton and its clips; what else the file holds is kept for writing."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        skin: int | None = None,
        rate: float | None = None,
    ) -> Content:
        """The skeleton and all clips.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Gives the buffers.
            skin: Which skin gives the joints, from 0.
            rate: Frames per second; that of the keys if it is None.
        """
        return read_gltf(data, file, beside, skin, rate)

    def write(self, content: Content) -> bytes:
        """A file with its buffer inside."""
        document, binary = written(content)
        if binary:
            document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
        return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def read_gltf(data: bytes, file: str | None, beside: Beside, skin: int | None, rate: float | None) -> Content:
    """The content of a file, as text or binary."""
    if rate is not None and not (isinstance(rate, (int, float)) and 0 < rate <= 10_000):
        raise InputError(f"the rate must be above 0 frames per second, not {shorten(rate)}")
    asset = Asset(data, file, beside)
    nodes, animations = read_nodes(asset), [one for one in read_animations(asset) if one.tracks]
    animated = {node for animation in animations for node, _ in animation.tracks}
    order, posable = chosen_nodes(asset, nodes, skin, animated)
    try:
        return _content(asset, [nodes[i] for i in order], posable, animations, rate)
    except FormatError:
        raise
    except (ManikinError, ValueError) as error:
        raise FormatError(str(error), file=file) from None


@dataclass
class _Motion:
    """Local translations (frames, 3) and rotations (frames, 3, 3) of nodes in one animation."""

    rate: float
    translations: dict[int, Array]
    rotations: dict[int, Array]
    frames: int


def _content(
    asset: Asset, nodes: list[Node], posable: set[int], animations: list[Animation], rate: float | None
) -> Content:
    odd: list[str] = []
    for node in nodes:
        _without_matrix(node)
        if node.matrix is not None and node.index in posable:
            odd.append(str(asset.error(f"/nodes/{node.index}", "a sheared node cannot be posed; it stays as it is")))
            posable.discard(node.index)
        _take_scale(asset, node, animations, odd)
    motions = [_sampled(nodes, animation, rate) for animation in animations]
    size = _size(nodes)
    sliding = {
        node.index
        for node in nodes
        for motion in motions
        if np.abs(motion.translations.get(node.index, node.translation) - node.translation).max() > MOVES * size
    }
    top = next((node.index for node in nodes if node.index in posable), -1)
    turns = {node.index: _turn_order(node, motions) for node in nodes if node.index in posable}
    joints = [_joint(node, nodes, turns.get(node.index), node.index in sliding | {top}) for node in nodes]
    if sum(joint.parent is None for joint in joints) > 1:
        names = {joint.name for joint in joints}
        root = next(name for name in ["scene", *(f"scene {i}" for i in range(2, len(names) + 3))] if name not in names)
        joints = [Joint(name=root)] + [
            joint if joint.parent is not None else replace(joint, parent=root) for joint in joints
        ]
    skeleton = Skeleton(name=stem_of(asset.file) or "gltf", joints=tuple(joints))
    figure = Figure(skeleton)
    source = Source(asset, {node.name: node.index for node in nodes})
    clips: list[StoredClip] = []
    for animation, motion in zip(animations, motions, strict=True):
        states = _states(figure, nodes, turns, motion)
        clip = Samples(figure=figure, rate=motion.rate, data=states)
        clips.append(StoredClip(clip=clip, name=_clip_name(animation, clips), layout=source))
    return Content(skeletons=(skeleton,), clips=tuple(clips), warnings=tuple(odd[:20]))


def _clip_name(animation: Animation, others: list[StoredClip]) -> str | None:
    taken = {other.name for other in others}
    name, count = animation.name, 1
    while name is not None and name in taken:
        count += 1
        name = f"{animation.name} {count}"
    return name


def _without_matrix(node: Node) -> None:
    """Make a matrix that is T·R·S into these three."""
    if node.matrix is None:
        return
    linear = node.matrix[:, :3]
    scale = np.linalg.norm(linear, axis=0)
    if (scale > 0).all():
        scale[0] *= np.sign(np.linalg.det(linear)) or 1.0
        turn = linear / scale
        if np.abs(turn.T @ turn - np.eye(3)).max() < 1e-5:
            node.translation, node.rotation, node.scale, node.matrix = node.matrix[:, 3], turn, scale, None


def _take_scale(asset: Asset, node: Node, animations: list[Animation], odd: list[str]) -> None:
    """A scale that is animated is taken as its first value."""
    tracks = [animation.tracks.get((node.index, "scale")) for animation in animations]
    values = [track.at(track.times) for track in tracks if track is not None]
    if not values or node.matrix is not None:
        return
    node.scale = values[0][0]
    change = max(float(np.abs(one - node.scale).max()) for one in values)
    if change > 1e-4:
        message = f"the scale of {shorten(node.name)} changes by {change:.3g}; it is taken as it begins"
        odd.append(str(asset.error(f"/nodes/{node.index}", message)))


def _sampled(nodes: list[Node], animation: Animation, rate: float | None) -> _Motion:
    found, moments = animation.moments(rate)
    translations: dict[int, Array] = {}
    rotations: dict[int, Array] = {}
    for node in nodes:
        for path, into in (("translation", translations), ("rotation", rotations)):
            track = animation.tracks.get((node.index, path))
            if track is not None and node.matrix is None:
                values = track.at(moments)
                into[node.index] = from_quaternion(values) if path == "rotation" else values
    return _Motion(found, translations, rotations, len(moments))


def _size(nodes: list[Node]) -> float:
    """The largest extent of the nodes at rest."""
    world: dict[int, Array] = {}
    for node in nodes:
        above = world.get(node.parent, np.eye(3, 4))
        linear = node.rotation * node.scale if node.matrix is None else node.matrix[:, :3]
        place = node.translation if node.matrix is None else node.matrix[:, 3]
        world[node.index] = np.column_stack([above[:, :3] @ linear, above[:, :3] @ place + above[:, 3]])
    return float(np.ptp([one[:, 3] for one in world.values()], axis=0).max()) or 1.0


def _turn_order(node: Node, motions: list[_Motion]) -> str:
    """The order of three hinges whose middle angle stays farthest from a right angle."""
    turns = [node.rotation.T @ motion.rotations[node.index] for motion in motions if node.index in motion.rotations]
    if not turns:
        return ORDERS[0]
    whole = np.concatenate(turns)
    return min(
        ORDERS, key=lambda order: round(float(np.abs(whole[:, "xyz".index(order[0]), "xyz".index(order[2])]).max()), 6)
    )


def _joint(node: Node, nodes: list[Node], order: str | None, slides: bool) -> Joint:
    parent = next((other.name for other in nodes if other.index == node.parent), None) if node.parent >= 0 else None
    if node.matrix is not None:
        return Joint(name=node.name, parent=parent, before=affine(node.matrix[:, :3], node.matrix[:, 3].tolist()))
    dofs = []
    if slides:
        for letter in "xyz":
            x, y, z = (node.rotation.T @ AXES[letter]).tolist()  # along the axes of the parent
            dofs.append(Dof(name=f"{node.name}.t{letter}", kind="slide", axis=(x, y, z)))
    dofs += [Dof(name=f"{node.name}.{letter}", axis=AXES[letter]) for letter in order or ""]
    scale = node.scale
    return Joint(
        name=node.name,
        parent=parent,
        before=affine(node.rotation, node.translation.tolist()),
        dofs=tuple(dofs),
        after=affine(np.diag(scale)),
    )


def _states(figure: Figure, nodes: list[Node], turns: dict[int, str], motion: _Motion) -> Array:
    states = np.zeros((motion.frames, figure.size))
    turning = [node for node in nodes if node.index in turns and node.index in motion.rotations]
    if turning:
        rotations = np.stack([node.rotation.T @ motion.rotations[node.index] for node in turning], axis=1)
        axes = np.array([[AXES[letter] for letter in turns[node.index]] for node in turning])
        angles = continuous_angles(rotations, axes)
        for k, node in enumerate(turning):
            first = figure.index(f"{node.name}.{turns[node.index][0]}")
            states[:, first : first + 3] = angles[:, k]
    for node in nodes:
        if node.index in motion.translations and f"{node.name}.tx" in figure.parameter_names:
            first = figure.index(f"{node.name}.tx")
            states[:, first : first + 3] = motion.translations[node.index] - node.translation
    states.flags.writeable = False
    return states
