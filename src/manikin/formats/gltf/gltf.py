"""``.gltf`` and, with ``formats.glb``, ``.glb``: characters and motions of the Khronos Group; docs/formats/gltf.md."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.gltf.animation import Animation, read_animations
from manikin.formats.gltf.asset import Asset
from manikin.formats.gltf.humanoid import bone_nodes, read_roles, signal_nodes
from manikin.formats.gltf.nodes import chosen_nodes, read_nodes
from manikin.formats.gltf.skins import read_skin
from manikin.formats.gltf.writer import Source, written
from manikin.formats.node_rig import Node, NodeMotion, node_states, rig_of
from manikin.math.rotations import Array, from_quaternion

__all__ = ["LOSSES", "Gltf", "read_gltf"]

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

    several_clips = True
    holds_skins = True

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
    nodes, animations = read_nodes(asset), read_animations(asset)
    odd = _without_signals(asset, animations)
    animations = [one for one in animations if one.tracks]
    animated = {node for animation in animations for node, _ in animation.tracks}
    animated |= {node for node in bone_nodes(asset).values() if 0 <= node < len(nodes)}
    order, posable = chosen_nodes(asset, nodes, skin, animated)
    try:
        return _content(asset, nodes, order, posable, animations, rate, odd)
    except FormatError:
        raise
    except (ManikinError, ValueError) as error:
        raise FormatError(str(error), file=file) from None


def _without_signals(asset: Asset, animations: list[Animation]) -> list[str]:
    """Take out the tracks of expressions and eyes, which a VRM motion keeps in nodes; what was odd."""
    signals = signal_nodes(asset)
    moved = {node for animation in animations for node, _ in animation.tracks if node in signals}
    for animation in animations:
        animation.tracks = {key: track for key, track in animation.tracks.items() if key[0] not in signals}
    lost = ", ".join(shorten(signals[node]) for node in sorted(moved)[:5])
    return [str(asset.error("/extensions", f"lost: {lost}"))] if moved else []


def _content(
    asset: Asset,
    whole: list[Node],
    order: list[int],
    posable: set[int],
    animations: list[Animation],
    rate: float | None,
    odd: list[str],
) -> Content:
    nodes = [whole[i] for i in order]
    for node in nodes:
        _without_matrix(node)
        if node.matrix is not None and node.index in posable:
            odd.append(str(asset.error(f"/nodes/{node.index}", "a sheared node cannot be posed; it stays as it is")))
            posable.discard(node.index)
        _take_scale(asset, node, animations, odd)
    motions = [_sampled(nodes, animation, rate) for animation in animations]
    skeleton, turns = rig_of(nodes, posable, motions, stem_of(asset.file) or "gltf")
    roles = read_roles(asset, {node.index: node.name for node in nodes})
    skeleton = replace(skeleton, skin=read_skin(asset, whole, order, odd), roles=roles)
    figure = Figure(skeleton)
    source = Source(asset, {node.name: node.index for node in nodes})
    clips: list[StoredClip] = []
    for animation, motion in zip(animations, motions, strict=True):
        states = node_states(figure, nodes, turns, motion)
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


def _sampled(nodes: list[Node], animation: Animation, rate: float | None) -> NodeMotion:
    found, moments = animation.moments(rate)
    translations: dict[int, Array] = {}
    rotations: dict[int, Array] = {}
    for node in nodes:
        for path, into in (("translation", translations), ("rotation", rotations)):
            track = animation.tracks.get((node.index, path))
            if track is not None and node.matrix is None:
                values = track.at(moments)
                into[node.index] = from_quaternion(values) if path == "rotation" else values
    return NodeMotion(found, translations, rotations, len(moments))
