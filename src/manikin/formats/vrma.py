"""``.vrma``: motions of the VRM Consortium, for any avatar; docs/formats/gltf.md."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatWarning, Unsupported, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content
from manikin.formats.glb import glb_bytes
from manikin.formats.gltf.book import FLOAT, Book
from manikin.formats.gltf.gltf import Gltf
from manikin.formats.gltf.writer import continuous
from manikin.formats.sampled_motion import baked, local_motion
from manikin.math.rotations import to_quaternion

__all__ = ["Vrma"]


class Vrma(
    Gltf,
    name="vrma",
    suffixes=(".vrma",),
    describes="motions of the VRM Consortium, for any avatar",
    losses={
        "skeletons": "all but the lengths between the bones of a humanoid",
        "clips": "joints that no bone of a humanoid stands for, moving lengths, limits, masses, meshes, expressions, "
        "where the eyes look, marks, digits beyond the seventh",
    },
):
    """Reads and writes one motion of a humanoid."""

    several_clips = False
    holds_skins = False

    def write(self, content: Content) -> bytes:
        """The bones of a humanoid that rests with its arms aside, their rotations, and the places of the hips."""
        from manikin.characters.humanoid import humanoid_motion

        if len(content.clips) > 1:
            raise Unsupported(f"a .vrma file holds one clip, not {len(content.clips)}")
        name = content.clips[0].name if content.clips else None
        samples = baked(content.clips[0].clip) if content.clips else _at_rest(Figure(content.skeleton))
        motion = humanoid_motion(samples.figure, samples.data)
        _tell_lengths(samples, motion.root)
        book = Book({"asset": {"version": "2.0", "generator": "manikin"}, "scene": 0}, bytearray())
        for bone, offset in zip(motion.bones, motion.offsets, strict=True):
            book.add("nodes", {"name": bone, "translation": offset.astype(np.float32).tolist()})
        for i, parent in enumerate(motion.parents):
            if parent >= 0:
                book.json["nodes"][parent].setdefault("children", []).append(i)
        book.json["scenes"] = [{"nodes": [0]}]
        times = book.accessor(np.arange(len(motion.hips)) / samples.rate, "SCALAR", FLOAT, ends=True)
        tracks = [(i, "rotation", continuous(to_quaternion(motion.rotations[:, i]))) for i in range(len(motion.bones))]
        channels: list[dict[str, Any]] = []
        samplers: list[dict[str, Any]] = []
        for node, path, values in [*tracks, (0, "translation", motion.hips)]:
            output = book.accessor(values, "VEC4" if path == "rotation" else "VEC3", FLOAT)
            channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
            samplers.append({"input": times, "output": output, "interpolation": "LINEAR"})
        animation: dict[str, Any] = {"channels": channels, "samplers": samplers}
        book.add("animations", animation | ({"name": name} if name else {}))
        bones = {bone: {"node": i} for i, bone in enumerate(motion.bones)}
        book.json["extensionsUsed"] = ["VRMC_vrm_animation"]
        book.json["extensions"] = {
            "VRMC_vrm_animation": {"specVersion": "1.0", "humanoid": {"humanBones": bones}},
        }
        return glb_bytes(*book.finished())


def _tell_lengths(samples: Samples, hips: str) -> None:
    """Warn where joints beside the hips move against their parents: such a file only turns its bones."""
    skeleton = samples.figure.skeleton
    moving = local_motion(samples.figure, samples.data).moving
    names = [joint.name for joint, moves in zip(skeleton, moving, strict=True) if moves]
    lost = [name for name in names if name not in skeleton.path(hips)]
    if lost:
        told = f"{shorten(lost[0])} and {len(lost) - 1} more" if lost[1:] else shorten(lost[0])
        warnings.warn(f"the moving lengths of {told} are lost", FormatWarning, stacklevel=5)


def _at_rest(figure: Figure) -> Samples:
    return Samples(figure=figure, rate=30.0, data=figure.rest[None])
