"""Edits of skeletons: attach, remove and replace parts, give another base or other solids.

Each edit makes a new skeleton.  What refers to a joint or a degree of freedom that is gone, goes too: terms of
couplings, linear limits, values of named poses, preferred bends, mirror partners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, SkeletonError, UnknownName, shorten
from manikin.math.rotations import Affine, about_axis, affine, compose
from manikin.skeleton.build import dofs_of_kind, named_dofs, placement
from manikin.skeleton.shapes import Capsule, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof, Variable

__all__ = ["Base", "attach", "bone_solids", "replace_part", "with_base", "with_solids", "without"]

Base = Literal["fixed", "floating"]
BONE_SHARE, SIZE_SHARE = 0.12, 0.02
"""Thickness of the solids along bones: a share of the bone, at most this share of the figure."""


def attach(
    skeleton: Skeleton,
    part: str,
    other: Skeleton | Shape | Iterable[Shape],
    *,
    name: str | None = None,
    offset: Sequence[float] = (0, 0, 0),
    orientation: Sequence[float] = (0, 0, 0),
    prefix: str = "",
) -> Skeleton:
    """The skeleton with a tool or another skeleton on one of its parts; see ``Skeleton.attach``."""
    skeleton.index(part)
    if isinstance(other, Skeleton):
        added = _prefixed(_without_dofs(other), prefix)
        if name is not None:
            added = _renamed(added, {added.root.name: name})
    else:
        shapes = (other,) if isinstance(other, Shape) else tuple(other)
        if name is None or not shapes or not all(isinstance(shape, Shape) for shape in shapes):
            raise InputError("a tool is a skeleton, or one or more shapes and a name")
        added = Skeleton(name=name, joints=(Joint(name=prefix + name, shapes=shapes),))
    return _joined(skeleton, part, added, placement(offset, [math.degrees(angle) for angle in orientation]))


def _joined(skeleton: Skeleton, part: str, added: Skeleton, at: Affine) -> Skeleton:
    """Two skeletons as one: the root of the second is fixed to a part of the first, at a place in its frame."""
    _refuse_clashes(skeleton, added)
    joined = replace(added.root, parent=part, before=at)
    skins = [skin for skin in (skeleton.skin, added.skin) if skin is not None]
    return replace(
        skeleton,
        skin=skins[0].joined(skins[1]) if len(skins) > 1 else skins[0] if skins else None,
        joints=(*skeleton.joints, joined, *added.joints[1:]),
        couplings=(*skeleton.couplings, *added.couplings),
        limits=(*skeleton.limits, *added.limits),
        bends=(*skeleton.bends, *added.bends),
    )


def without(skeleton: Skeleton, *parts: str) -> Skeleton:
    """The skeleton without some parts and all that hangs from them; see ``Skeleton.without``."""
    gone: set[str] = set()
    for part in parts:
        first = skeleton.index(part)
        if first == 0:
            raise InputError(f"{shorten(part)} is the root, and without it nothing is left")
        gone.update(joint.name for joint in skeleton.joints[first : int(skeleton.ends[first])])
    return _consistent(skeleton, [joint for joint in skeleton.joints if joint.name not in gone])


def replace_part(skeleton: Skeleton, part: str, by: Joint | Skeleton, *, prefix: str = "") -> Skeleton:
    """The skeleton with a joint or a branch replaced; see ``Skeleton.replace``."""
    old = skeleton[part]
    if isinstance(by, Joint):
        if by.name != part and by.name in skeleton:
            raise SkeletonError(f"there is a joint {shorten(by.name)} already: give the new one another name")
        own = replace(by, parent=old.parent)
        renamed = skeleton if own.name == part else _renamed(skeleton, {part: own.name})
        return _consistent(renamed, [own if joint.name == own.name else joint for joint in renamed.joints])
    if old.parent is None:
        raise InputError(f"{shorten(part)} is the root: use the other skeleton itself")
    return _joined(without(skeleton, part), old.parent, _prefixed(_without_dofs(by), prefix), old.before)


def with_base(skeleton: Skeleton, base: Base, *, name: str = "base") -> Skeleton:
    """The skeleton fixed to the ground, or free to move; see ``Skeleton.with_base``."""
    root = skeleton.root
    if base == "fixed":
        at = _at_rest(root)
        fixed = _without_dofs(skeleton)
        return replace(fixed, joints=(replace(fixed.root, before=at), *fixed.joints[1:])) if root.dofs else skeleton
    if base != "floating":
        raise UnknownName("base", base, ("fixed", "floating"))
    if root.kind == "free":
        return skeleton
    if not root.dofs:
        own = replace(root, dofs=named_dofs(root.name, dofs_of_kind("free")))
        return replace(skeleton, joints=(own, *skeleton.joints[1:]))
    if name in skeleton:
        raise SkeletonError(f"there is a joint {shorten(name)} already: name the base otherwise, by name=")
    free = Joint(name=name, dofs=named_dofs(name, dofs_of_kind("free")))
    return replace(skeleton, joints=(free, replace(root, parent=name), *skeleton.joints[1:]))


def with_solids(skeleton: Skeleton, solids: Mapping[str, Shape | Iterable[Shape]]) -> Skeleton:
    """The skeleton with other solids on some parts; see ``Skeleton.with_solids``."""
    given: dict[str, tuple[Shape, ...]] = {}
    for part, shapes in solids.items():
        skeleton.index(part)
        given[part] = (shapes,) if isinstance(shapes, Shape) else tuple(shapes)
    return replace(
        skeleton,
        joints=tuple(
            replace(joint, shapes=given[joint.name]) if joint.name in given else joint for joint in skeleton.joints
        ),
    )


@explained
def bone_solids(skeleton: Skeleton, *, thickness: float | None = None) -> dict[str, tuple[Shape, ...]]:
    """A capsule along each bone of the parts that have no solid, by name of the part.

    Args:
        skeleton: The skeleton.
        thickness: Radius of the capsules [m]; by default 12 % of the bone's length, at most 2 % of the reach of all.
    """
    reach = float(skeleton.lengths.sum())
    found: dict[str, tuple[Shape, ...]] = {}
    for joint in skeleton:
        ends = [skeleton[child].offset for child in skeleton.children(joint.name)]
        bones: list[Shape] = []
        for end in ends:
            length = float(np.linalg.norm(end))
            radius = min(BONE_SHARE * length, SIZE_SHARE * reach) if thickness is None else thickness
            if length > 0:
                bones.append(Capsule(start=(0.0, 0.0, 0.0), end=end, radius=radius, end_radius=radius))
        if bones and not any(len(shape.triangles(4)[1]) for shape in joint.shapes):
            found[joint.name] = tuple(bones)
    return found


# ---- pieces ------------------------------------------------------------------------------------


def _without_dofs(skeleton: Skeleton) -> Skeleton:
    """The skeleton with a root that cannot move."""
    return _consistent(skeleton, [replace(skeleton.root, dofs=()), *skeleton.joints[1:]])


def _at_rest(root: Joint) -> Affine:
    """The place of a root at rest, before what follows its degrees of freedom."""
    place = np.reshape(root.before, (3, 4))
    for dof in root.dofs:
        step = np.eye(3, 4)
        if dof.kind == "slide":
            step[:, 3] = dof.rest * np.array(dof.axis)
        else:
            step[:, :3] = about_axis(dof.axis, dof.rest)
        place = compose(place, step)
    return affine(place[:, :3], place[:, 3].tolist())


def _consistent(skeleton: Skeleton, joints: Sequence[Joint]) -> Skeleton:
    """The skeleton with these joints, and without whatever refers to joints or variables that are gone."""
    names = {joint.name for joint in joints}
    dofs = {dof.name for joint in joints for dof in joint.dofs}
    own = {variable.name for coupling in skeleton.couplings for variable in coupling.parameters}
    couplings = []
    for coupling in skeleton.couplings:
        terms = tuple(t for t in coupling.terms if t.dof in dofs and (t.parameter in dofs or t.parameter in own))
        driven = {term.dof for term in terms}
        if terms:
            offsets = tuple((dof, x) for dof, x in coupling.offsets if dof in driven)
            used = tuple(v for v in coupling.parameters if any(term.parameter == v.name for term in terms))
            couplings.append(replace(coupling, parameters=used, terms=terms, offsets=offsets))
    variables = dofs | {variable.name for coupling in couplings for variable in coupling.parameters}
    gone = {joint.name for joint in skeleton.joints} - names
    return replace(
        skeleton,
        skin=None if skeleton.skin is None else skeleton.skin.without(gone),
        roles=tuple((role, joint) for role, joint in skeleton.roles if joint in names),
        joints=tuple(replace(j, mirror=None) if j.mirror is not None and j.mirror not in names else j for j in joints),
        couplings=tuple(couplings),
        limits=tuple(limit for limit in skeleton.limits if all(name in variables for name, _ in limit.terms)),
        poses=tuple(
            replace(pose, values=tuple((name, x) for name, x in pose.values if name in variables))
            for pose in skeleton.poses
        ),
        bends=tuple(bend for bend in skeleton.bends if names.issuperset((*bend.limb, bend.part))),
    )


def _refuse_clashes(skeleton: Skeleton, added: Skeleton) -> None:
    for what, mine, theirs in (
        ("joint", {joint.name for joint in skeleton}, [joint.name for joint in added]),
        ("variable", {v.name for v in _variables(skeleton)}, [v.name for v in _variables(added)]),
        ("coupling", {c.name for c in skeleton.couplings}, [c.name for c in added.couplings]),
        ("linear limit", {c.name for c in skeleton.limits}, [c.name for c in added.limits]),
        ("bend", {c.name for c in skeleton.bends}, [c.name for c in added.bends]),
    ):
        twice = [name for name in theirs if name in mine]
        if twice:
            also = f" and {len(twice) - 1} more" if len(twice) > 1 else ""
            remedy = f"give prefix=, as in prefix={added.name + ' '!r}"
            raise SkeletonError(f"both skeletons have a {what} {shorten(twice[0])}{also}: {remedy}")


def _variables(skeleton: Skeleton) -> list[Variable]:
    return [*skeleton.dofs, *(variable for coupling in skeleton.couplings for variable in coupling.parameters)]


def _prefixed(skeleton: Skeleton, prefix: str) -> Skeleton:
    """The skeleton with a prefix before all its names."""
    if not prefix:
        return skeleton

    def named(item: Any) -> Any:
        return replace(item, name=prefix + item.name)

    def dof_named(dof: Dof) -> Dof:
        return replace(dof, name=prefix + dof.name)

    renamed = _renamed(skeleton, {joint.name: prefix + joint.name for joint in skeleton})
    return replace(
        renamed,
        joints=tuple(replace(joint, dofs=tuple(map(dof_named, joint.dofs))) for joint in renamed.joints),
        couplings=tuple(
            replace(
                named(coupling),
                parameters=tuple(map(named, coupling.parameters)),
                terms=tuple(replace(t, dof=prefix + t.dof, parameter=prefix + t.parameter) for t in coupling.terms),
                offsets=tuple((prefix + dof, x) for dof, x in coupling.offsets),
            )
            for coupling in renamed.couplings
        ),
        limits=tuple(
            replace(named(limit), terms=tuple((prefix + name, a) for name, a in limit.terms))
            for limit in renamed.limits
        ),
        poses=tuple(
            replace(pose, values=tuple((prefix + name, x) for name, x in pose.values)) for pose in renamed.poses
        ),
        bends=tuple(map(named, renamed.bends)),
    )


def _renamed(skeleton: Skeleton, names: Mapping[str, str]) -> Skeleton:
    """The skeleton with other names of some joints, wherever they are named."""

    def new(name: str) -> str:
        return names.get(name, name)

    return replace(
        skeleton,
        skin=None if skeleton.skin is None else skeleton.skin.renamed(names),
        roles=tuple((role, new(joint)) for role, joint in skeleton.roles),
        joints=tuple(
            replace(
                joint,
                name=new(joint.name),
                parent=None if joint.parent is None else new(joint.parent),
                mirror=None if joint.mirror is None else new(joint.mirror),
            )
            for joint in skeleton.joints
        ),
        bends=tuple(
            replace(b, limb=(new(b.limb[0]), new(b.limb[1]), new(b.limb[2])), part=new(b.part)) for b in skeleton.bends
        ),
    )
