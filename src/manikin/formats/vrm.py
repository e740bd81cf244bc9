"""``.vrm``: avatars of the VRM Consortium, which are glTF files with a map of bones; docs/formats/gltf.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from manikin.figure.figure import Figure
from manikin.formats.content import Content
from manikin.formats.glb import glb_bytes
from manikin.formats.gltf.gltf import Gltf
from manikin.formats.gltf.humanoid import bone_nodes
from manikin.formats.gltf.writer import Source, Stand, written
from manikin.math.rotations import Array, orthonormal_frame

__all__ = ["Vrm"]

LICENCE = "https://vrm.dev/licenses/1.0/"
"""What the standard wants as the address of the licence; the file says no more about what is allowed."""


class Vrm(
    Gltf,
    name="vrm",
    suffixes=(".vrm",),
    describes="avatars of the VRM Consortium",
    losses={
        "skeletons": "limits, masses, joint groups, preferred bends, named poses, mirror partners; of a figure that "
        "was no avatar, materials but for base colours",
        "clips": "animated scales and expressions, where the eyes look, marks, digits beyond the seventh",
    },
):
    """Reads and writes an avatar; one that was read is written with everything that its file held."""

    def write(self, content: Content) -> bytes:
        """The file of an avatar again, or a human body as a new one that stands with its arms aside."""
        layout = content.clips[0].layout if content.clips else None
        if isinstance(layout, Source) and bone_nodes(layout.asset):
            return glb_bytes(*written(content))
        figure = content.clips[0].clip.figure if content.clips else Figure(content.skeleton)
        stand, bones = _standing(figure)
        document, binary = written(content, stand)
        place = {node["name"]: i for i, node in enumerate(document["nodes"][: len(figure.skeleton)])}
        humanoid = {"humanBones": {bone: {"node": place[joint]} for bone, joint in bones.items()}}
        meta: dict[str, Any] = {"name": figure.name, "authors": ["unknown"], "licenseUrl": LICENCE}
        document["extensionsUsed"] = ["VRMC_vrm"]
        document["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "meta": meta, "humanoid": humanoid}}
        return glb_bytes(document, binary)


def _standing(figure: Figure) -> tuple[Stand, dict[str, str]]:
    """How a human body stands with its arms aside, and the joint of each bone."""
    from manikin.characters.humanoid import arms_aside, humanoid_bones
    from manikin.characters.reference import reference_of
    from manikin.characters.roles import find_roles

    reference = reference_of(figure, find_roles(figure))
    roles = humanoid_bones(reference.roles, figure.name)
    frames = reference.turn.T @ arms_aside(reference)
    rest = np.asarray(figure.forward(figure.rest))
    scales: Array = np.swapaxes(orthonormal_frame(rest[..., :3]), -1, -2) @ rest[..., :3]
    frames[..., :3] = frames[..., :3] @ scales
    return Stand(frames, reference.turn), {bone: reference.roles[role] for bone, role in roles.items()}
