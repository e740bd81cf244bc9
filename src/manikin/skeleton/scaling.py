"""Skeletons of other sizes: scaled as a whole, or with segments of other lengths."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.math.rotations import IDENTITY, Affine, Array, Vec3, affine
from manikin.skeleton.partners import without_side
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.skin import Skin
from manikin.skeleton.variables import Coupling, LinearLimit, Term, Variable

__all__ = ["main_child", "parts_called", "segment_length", "with_lengths", "with_mass", "with_size"]

V = TypeVar("V", bound=Variable)


def with_size(skeleton: Skeleton, factor: float) -> Skeleton:
    """The skeleton made larger by a factor: lengths, solids, slides, poses and limits follow; masses by its cube.

    Angles stay as they are, so that every pose looks the same, only larger.
    """
    check_factor(factor, "a skeleton")
    if factor == 1.0:
        return skeleton
    own = [variable for coupling in skeleton.couplings for variable in coupling.parameters]
    slides = {variable.name for variable in (*skeleton.dofs, *own) if variable.kind == "slide"}
    linear = factor * np.eye(3)
    return replace(
        skeleton,
        joints=tuple(
            replace(
                _stretched(joint, linear),
                before=_moved(joint.before, linear),
                after=_moved(joint.after, linear),
                dofs=tuple(_scaled(dof, factor) for dof in joint.dofs),
                mass=joint.mass * factor**3,
            )
            for joint in skeleton.joints
        ),
        couplings=tuple(_scaled_coupling(coupling, slides, factor) for coupling in skeleton.couplings),
        limits=tuple(_scaled_limit(limit, slides, factor) for limit in skeleton.limits),
        poses=tuple(
            replace(pose, values=tuple((name, x * factor if name in slides else x) for name, x in pose.values))
            for pose in skeleton.poses
        ),
        bends=tuple(replace(bend, toward=_times(bend.toward, linear)) for bend in skeleton.bends),
        skin=_stretched_skin(skeleton, {joint.name: linear for joint in skeleton}),
    )


def with_mass(skeleton: Skeleton, mass: float) -> Skeleton:
    """The skeleton with another total mass [kg], shared out as before."""
    check_factor(mass, "the mass of a skeleton")
    if not skeleton.mass:
        raise InputError(f"{shorten(skeleton.name)} has no masses that could be scaled")
    factor = mass / skeleton.mass
    return replace(skeleton, joints=tuple(replace(joint, mass=joint.mass * factor) for joint in skeleton.joints))


def with_lengths(skeleton: Skeleton, lengths: Mapping[str, float]) -> Skeleton:
    """The skeleton with segments of other lengths [m], by name of their part.

    A segment leads from the joint of a part to the next joint.  The part is stretched along it, with its solids, its
    centre of mass and all that hangs from it; it is as thick as before, and its mass grows with its length.
    """
    joints = {joint.name: joint for joint in skeleton.joints}
    bends, maps = list(skeleton.bends), {}
    for name, length in lengths.items():
        check_factor(length, f"the segment {shorten(name)}")
        child = skeleton[main_child(skeleton, name)]
        way = np.array(child.offset)
        present = float(np.linalg.norm(way))
        along = way / present
        linear = np.eye(3) + (length / present - 1.0) * np.outer(along, along)
        part, maps[name] = joints[name], linear
        joints[name] = replace(_stretched(part, linear), mass=part.mass * length / present)
        for other in skeleton.children(name):
            joints[other] = replace(joints[other], before=_moved(joints[other].before, linear))
        bends = [replace(b, toward=_times(b.toward, linear)) if b.part == name else b for b in bends]
    order = tuple(joints[joint.name] for joint in skeleton.joints)
    return replace(skeleton, joints=order, bends=tuple(bends), skin=_stretched_skin(skeleton, maps))


def segment_length(skeleton: Skeleton, name: str) -> float:
    """Length of a part's segment [m], from its joint to the next one."""
    return math.hypot(*skeleton[main_child(skeleton, name)].offset)


def main_child(skeleton: Skeleton, name: str) -> str:
    """The joint at the other end of a part's segment: of its children the one that carries most."""
    first = skeleton.index(name)

    def weight(child: str) -> tuple[float, int, float]:
        i = skeleton.index(child)
        below = skeleton.joints[i : int(skeleton.ends[i])]
        return math.fsum(joint.mass for joint in below), len(below), math.hypot(*skeleton.joints[i].offset)

    found = max((c for c in skeleton.children(name) if any(skeleton[c].offset)), key=weight, default=None)
    if found is None:
        raise InputError(f"{shorten(skeleton.joints[first].name)} has no length: no joint hangs from it at a distance")
    return found


def parts_called(skeleton: Skeleton, name: str) -> tuple[str, ...]:
    """A part by its name; without the word for its side, as in "forearm", both parts."""
    if name in skeleton:
        return (name,)
    both = tuple(joint.name for joint in skeleton if joint.mirror is not None and without_side(joint.name) == name)
    if not both:
        raise UnknownName("part", name, [joint.name for joint in skeleton])
    return both


def check_factor(value: float, what: str) -> None:
    """Raise unless a size is a finite number above 0."""
    if not (isinstance(value, (int, float)) and 0 < value < math.inf):
        raise InputError(f"{what}: a size must be a finite number above 0, not {shorten(value)}")


# ---- pieces ------------------------------------------------------------------------------------


def _stretched(joint: Joint, linear: Array) -> Joint:
    """The part of a joint under a linear map of its frame: its solids and its centre of mass."""
    shapes = tuple(_stretched_shape(shape, linear) for shape in joint.shapes)
    return replace(joint, centre=_times(joint.centre, linear), shapes=shapes)


def _stretched_shape(shape: Shape, linear: Array) -> Shape:
    at = linear @ np.reshape(shape.at, (3, 4))
    return replace(shape, at=affine(at[:, :3], at[:, 3].tolist()))


def _stretched_skin(skeleton: Skeleton, maps: Mapping[str, Array]) -> Skin | None:
    return None if skeleton.skin is None else skeleton.skin.stretched(maps)


def _moved(a: Affine, linear: Array) -> Affine:
    """A transform whose offset is mapped."""
    if a is IDENTITY:
        return a
    x, y, z = _times((a[3], a[7], a[11]), linear)
    return (*a[:3], x, *a[4:7], y, *a[8:11], z)


def _times(v: Vec3, linear: Array) -> Vec3:
    x, y, z = (linear @ v).tolist()
    return (x, y, z)


def _scaled(variable: V, factor: float) -> V:
    if variable.kind != "slide":
        return variable
    lengths = {name: getattr(variable, name) * factor for name in ("lo", "hi", "rest", "speed")}
    return replace(variable, **lengths)


def _scaled_coupling(coupling: Coupling, slides: set[str], factor: float) -> Coupling:
    return replace(
        coupling,
        parameters=tuple(_scaled(variable, factor) for variable in coupling.parameters),
        terms=tuple(_scaled_term(term, slides, factor) for term in coupling.terms),
        offsets=tuple((name, x * factor if name in slides else x) for name, x in coupling.offsets),
    )


def _scaled_term(term: Term, slides: set[str], factor: float) -> Term:
    """f(x) of a slide x that is k times as long: 1/k · f with measures that are k times as long."""
    drives, driven = term.parameter in slides, term.dof in slides
    curve = term.curve.enlarged(factor) if drives else term.curve
    by = (factor if driven else 1.0) / (factor if drives else 1.0)
    return replace(term, factor=term.factor * by, curve=curve)


def _scaled_limit(limit: LinearLimit, slides: set[str], factor: float) -> LinearLimit:
    return replace(limit, terms=tuple((name, a / factor if name in slides else a) for name, a in limit.terms))
