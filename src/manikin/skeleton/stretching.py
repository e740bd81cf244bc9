"""Limbs that stretch: bones that get longer by a slide, all bones of a limb by one parameter.

Below a bone that stretches comes a joint that slides along it, in the frame of the bone and without a body of its own.
What hung from the bone hangs from that joint, so all other joints keep their frames, their degrees of freedom and their
names.  A joint group drives the slides of a limb: its parameter is the share of their lengths by which its bones are
longer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from manikin.errors import InputError, SkeletonError, shorten
from manikin.math.rotations import IDENTITY, Array, Vec3
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, Term, Variable

__all__ = [
    "MOST_STRETCH",
    "Bone",
    "Stretch",
    "as_drawn",
    "children_drawn",
    "end_part",
    "parents_drawn",
    "stretches_of",
    "with_stretch",
    "without_stretch",
]

MOST_STRETCH = 0.5
"""How much longer a limb gets at most, over its length, unless another share is asked for."""
LARGEST = 5.0
"""The largest share that may be asked for."""
GROUP, SLIDE = " stretch", " slide"
"""What the names of the joint groups and of the joints end with."""


@dataclass(frozen=True)
class Bone:
    """A bone that stretches.

    Attributes:
        part: Name of the part that gets longer.
        slide: Name of the joint that slides along it.
        child: Name of the joint at the end of the bone.
        length: Length of the bone [m].
        axis: Its direction in the frame of the part.
    """

    part: str
    slide: str
    child: str
    length: float
    axis: Vec3


@dataclass(frozen=True)
class Stretch:
    """A limb that stretches.

    Attributes:
        group: Name of its joint group.
        parameter: The parameter that says how much longer its bones are, over their lengths.
        bones: Its bones, from its base on.
        most: How much longer they get at most, over their lengths.
    """

    group: str
    parameter: str
    bones: tuple[Bone, ...]
    most: float


def with_stretch(skeleton: Skeleton, limbs: Iterable[tuple[str, str]], most: float = MOST_STRETCH) -> Skeleton:
    """The skeleton with limbs that stretch, each from the joint where it begins to the one where it ends.

    To solvers the parameters are rigid (stiffness 1): they move where they are set or get another stiffness.

    Args:
        skeleton: A skeleton without such limbs.
        limbs: The first and the last joint of each limb.
        most: How much longer a limb gets at most, over its length.
    """
    if not (isinstance(most, (int, float)) and 0 < most <= LARGEST):
        raise InputError(f"most is a share of the length of a limb above 0, to {LARGEST:g}, not {shorten(most)}")
    for first, last in limbs:
        skeleton = _with_limb(skeleton, first, last, float(most))
    return skeleton


def _with_limb(skeleton: Skeleton, first: str, last: str, most: float) -> Skeleton:
    path = skeleton.path(last)
    if first not in path[:-1]:
        raise InputError(f"no limb leads from {shorten(first)} to {shorten(last)}: name a joint above and one below it")
    bones = [_bone(skeleton, part, child) for part, child in pairwise(path[path.index(first) :])]
    bones = [bone for bone in bones if bone.length > 0]
    if not bones:
        raise InputError(f"the limb from {shorten(first)} to {shorten(last)} has no length that could stretch")
    group, parameter = _names(skeleton, skeleton[first])
    joints = list(skeleton.joints)
    for bone in bones:
        slide = Dof(name=bone.slide, kind="slide", axis=bone.axis, hi=most * bone.length, lo=0.0, stiffness=1.0)
        mirror = skeleton[bone.part].mirror
        own = Joint(
            name=bone.slide,
            parent=bone.part,
            dofs=(slide,),
            limb=skeleton[bone.part].limb,
            mirror=None if mirror is None or mirror + SLIDE not in skeleton else mirror + SLIDE,
        )
        joints = [replace(joint, parent=bone.slide) if joint.name == bone.child else joint for joint in joints]
        joints = [replace(joint, mirror=bone.slide) if own.mirror == joint.name else joint for joint in joints]
        joints.append(own)
    coupling = Coupling(
        name=group,
        parameters=(Variable(name=parameter, kind="slide", lo=0.0, hi=most, stiffness=1.0),),
        terms=tuple(Term(dof=bone.slide, parameter=parameter, factor=bone.length) for bone in bones),
    )
    return replace(skeleton, joints=tuple(joints), couplings=(*skeleton.couplings, coupling))


def _bone(skeleton: Skeleton, part: str, child: str) -> Bone:
    way = np.array(skeleton[child].offset)
    length = float(np.linalg.norm(way))
    x, y, z = (way / length if length else way).tolist()
    if part + SLIDE in skeleton:
        raise SkeletonError(f"{shorten(part)} stretches already")
    return Bone(part, part + SLIDE, child, length, (x, y, z))


def _names(skeleton: Skeleton, base: Joint) -> tuple[str, str]:
    """Names of the joint group and of its parameter: "right arm stretch" and "r_arm_stretch", by the limb's label."""
    label, short = (base.limb or base.name).lower(), base.name
    side, words = base.name[:2], label.split()
    if side in ("l_", "r_") and len(words) > 1 and words[0] in ("left", "right"):
        short = side + "_".join(words[1:])
    taken = {coupling.name for coupling in skeleton.couplings} | set(skeleton.dof_index) | set(_parameters(skeleton))
    if {label + GROUP, f"{short}_stretch"} & taken:
        label = short = base.name
    return label + GROUP, f"{short}_stretch"


def _parameters(skeleton: Skeleton) -> Iterable[str]:
    return (variable.name for coupling in skeleton.couplings for variable in coupling.parameters)


def without_stretch(skeleton: Skeleton) -> Skeleton:
    """The skeleton with all bones of a fixed length again, as it was before ``with_stretch``."""
    found = stretches_of(skeleton)
    if not found:
        return skeleton
    parents = {bone.child: bone.part for stretch in found for bone in stretch.bones}
    gone = {bone.slide for stretch in found for bone in stretch.bones}
    groups = {stretch.group for stretch in found}
    parameters = {stretch.parameter for stretch in found}
    return replace(
        skeleton,
        joints=tuple(
            replace(joint, parent=parents.get(joint.name, joint.parent))
            for joint in skeleton.joints
            if joint.name not in gone
        ),
        couplings=tuple(coupling for coupling in skeleton.couplings if coupling.name not in groups),
        poses=tuple(replace(pose, values=_kept(pose.values, gone | parameters)) for pose in skeleton.poses),
    )


def _kept(values: tuple[tuple[str, float], ...], gone: Collection[str]) -> tuple[tuple[str, float], ...]:
    return tuple((name, value) for name, value in values if name not in gone)


@lru_cache(maxsize=64)
def stretches_of(skeleton: Skeleton) -> tuple[Stretch, ...]:
    """The limbs of a skeleton that stretch, as ``with_stretch`` made them."""
    found = []
    for coupling in skeleton.couplings:
        if not coupling.name.endswith(GROUP) or len(coupling.parameters) != 1:
            continue
        bones = [bone for dof in coupling.driven if (bone := _sliding(skeleton, dof)) is not None]
        variable = coupling.parameters[0]
        if bones and len(bones) == len(coupling.driven) and variable.kind == "slide" and variable.lo == 0:
            found.append(Stretch(coupling.name, variable.name, tuple(bones), variable.hi))
    return tuple(found)


def _sliding(skeleton: Skeleton, dof: str) -> Bone | None:
    """The bone that a slide of its own joint makes longer; None for any other degree of freedom."""
    if not dof.endswith(SLIDE) or dof not in skeleton:
        return None
    joint = skeleton[dof]
    children = skeleton.children(dof)
    plain = joint.before == IDENTITY and joint.after == IDENTITY and not joint.shapes and len(joint.dofs) == 1
    if not plain or joint.parent is None or len(children) != 1 or dof != joint.parent + SLIDE:
        return None
    length = float(np.linalg.norm(skeleton[children[0]].offset))
    return Bone(joint.parent, dof, children[0], length, joint.dofs[0].axis) if length > 0 else None


def as_drawn(skeleton: Skeleton, world: Array) -> Array:
    """The frames of all joints (…, joints, 3, 4) by which their bodies are drawn: bones that are longer are stretched.

    A point p of a part goes to p + (p·u) s/L u, for a bone of the length L along u that is longer by s.
    """
    stretches = stretches_of(skeleton)
    if not stretches:
        return world
    drawn = np.array(world)
    for bone in (bone for stretch in stretches for bone in stretch.bones):
        part, slide = skeleton.index(bone.part), skeleton.index(bone.slide)
        longer = world[..., slide, :, 3] - world[..., part, :, 3]
        drawn[..., part, :, :3] += longer[..., :, None] * (np.array(bone.axis) / bone.length)
    return drawn


def parents_drawn(skeleton: Skeleton) -> tuple[np.ndarray, np.ndarray]:
    """The parent of each joint without joints that only make bones longer (joints,), and which joints these are."""
    sliding = np.zeros(len(skeleton), bool)
    sliding[[skeleton.index(bone.slide) for stretch in stretches_of(skeleton) for bone in stretch.bones]] = True
    parents = np.where(sliding[skeleton.parents], skeleton.parents[skeleton.parents], skeleton.parents)
    return parents, sliding


def children_drawn(skeleton: Skeleton, name: str) -> tuple[str, ...]:
    """The joints that hang from a joint, without joints that only make bones longer: in their place those below."""
    below = {bone.slide: bone.child for stretch in stretches_of(skeleton) for bone in stretch.bones}
    return tuple(below.get(child, child) for child in skeleton.children(name))


def end_part(skeleton: Skeleton, part: str, place: Vec3) -> str:
    """The joint that a point of a part's frame goes with: beyond the middle of a bone that stretches, its slide."""
    for bone in (bone for stretch in stretches_of(skeleton) for bone in stretch.bones):
        if bone.part == part and float(np.dot(bone.axis, place)) > bone.length / 2:
            return bone.slide
    return part
