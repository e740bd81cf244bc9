"""Begin a drag: the gesture for what is grabbed."""

from __future__ import annotations

from manikin.document.document import Document
from manikin.posing.carry import Carry, Pole
from manikin.posing.foot_drag import FootDrag
from manikin.posing.gestures import Drag, Grab, LockDrag, SliderDrag, needed
from manikin.posing.hand_drag import HandDrag
from manikin.posing.part_drag import PartDrag, RootDrag
from manikin.posing.pose_drag import PoseDrag
from manikin.posing.rotation import Rotation

__all__ = ["begin_drag"]

KINDS: dict[str, type[Drag]] = {
    "part": PartDrag,
    "root": Carry,
    "rotate": Rotation,
    "lock": LockDrag,
    "slider": SliderDrag,
    "pole": Pole,
    "pose": PoseDrag,
    "foot": FootDrag,
    "hand": HandDrag,
}
"""The gestures by what they drag."""


def begin_drag(document: Document, grab: Grab) -> Drag:
    """Begin a drag; a prop, a figure of one free joint, moves as a whole."""
    kind = KINDS[grab.what]
    if kind is PartDrag:
        skeleton = document.actor(grab.figure).figure.skeleton
        if len(skeleton) == 1 and any(dof.kind == "slide" for dof in skeleton.root.dofs):
            skeleton.index(needed(grab.part, "part"))
            kind = RootDrag
    return kind(document, grab)
