"""Checks of skeletons: a tree of joints with unique names, and references that exist."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import SkeletonError, shorten, suggestion
from manikin.math.rotations import Affine
from manikin.skeleton.coupling_curves import LINEAR
from manikin.skeleton.variables import check_name

if TYPE_CHECKING:
    from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = ["MAX_JOINTS", "check_names", "check_numbers", "check_transform", "depth_first"]

MAX_JOINTS = 200_000
"""Largest number of joints in a skeleton."""
SMALLEST_DETERMINANT = 1e-12
"""Transforms whose determinant is smaller count as singular."""


def check_names(skeleton: Skeleton, names: Mapping[str, int]) -> None:
    """Raise if names of one kind are not unique, or if a reference leads nowhere; ``names`` are those of the joints."""
    dofs = _unique((dof.name for dof in skeleton.dofs), "degree of freedom")
    for joint in skeleton.joints:
        if joint.mirror is not None and joint.mirror not in names:
            raise SkeletonError(
                f"joint {shorten(joint.name)}: its mirror partner {shorten(joint.mirror)} does not exist"
                + suggestion(joint.mirror, names)
            )
    _unique((coupling.name for coupling in skeleton.couplings), "coupling")
    _unique((limit.name for limit in skeleton.limits), "linear limit")
    _unique((pose.name for pose in skeleton.poses), "pose")
    _unique((bend.name for bend in skeleton.bends), "bend")
    for bend in skeleton.bends:
        for part in (*bend.limb, bend.part):
            _must_exist(part, names, f"bend {shorten(bend.name)}", "joint")
    for role, part in skeleton.roles:
        _must_exist(part, names, f"role {shorten(role)}", "joint")
    for part in () if skeleton.skin is None else skeleton.skin.joints:
        _must_exist(part, names, "skin", "joint")
    parameters = _check_couplings(skeleton, dofs)
    variables = dofs | parameters
    for limit in skeleton.limits:
        for name, _ in limit.terms:
            _must_exist(name, variables, f"linear limit {shorten(limit.name)}", "variable")
    for pose in skeleton.poses:
        what = f"pose {shorten(pose.name)}"
        for name in _unique((name for name, _ in pose.values), f"value of the {what}"):
            _must_exist(name, variables, what, "variable")


def _check_couplings(skeleton: Skeleton, dofs: set[str]) -> set[str]:
    """The names of the couplings' own parameters; raises if a coupling drives what it must not."""
    driven: dict[str, str] = {}
    parameters: set[str] = set()
    for coupling in skeleton.couplings:
        what = f"coupling {shorten(coupling.name)}"
        check_name(coupling.name, "coupling")
        for variable in coupling.parameters:
            if variable.name in dofs or variable.name in parameters:
                raise SkeletonError(f"{what}: the name {shorten(variable.name)} is taken")
            parameters.add(variable.name)
        for name in coupling.driven:
            _must_exist(name, dofs, what, "degree of freedom")
            if name in driven:
                raise SkeletonError(f"{what}: {shorten(name)} is driven by {shorten(driven[name])} already")
            driven[name] = coupling.name
        for value in [t.factor for t in coupling.terms] + [c for _, c in coupling.offsets]:
            if not math.isfinite(value):
                raise SkeletonError(f"{what}: factors and offsets must be finite")
    for coupling in skeleton.couplings:
        what = f"coupling {shorten(coupling.name)}"
        own = {variable.name for variable in coupling.parameters}
        for term in coupling.terms:
            if term.parameter in driven and term.curve != LINEAR:
                raise SkeletonError(
                    f"{what}: {shorten(term.parameter)} cannot drive another joint along a curve, because "
                    f"{shorten(driven[term.parameter])} drives it"
                )
            if term.parameter not in own and term.parameter not in dofs:
                known = dofs | parameters
                raise SkeletonError(
                    f"{what}: there is no parameter {shorten(term.parameter)}{suggestion(term.parameter, known)}"
                )
    _check_order_of_drives(skeleton)
    return parameters


def _check_order_of_drives(skeleton: Skeleton) -> None:
    """Raise if a degree of freedom drives itself, by way of others."""
    drivers: dict[str, set[str]] = {}
    for coupling in skeleton.couplings:
        for term in coupling.terms:
            drivers.setdefault(term.dof, set()).add(term.parameter)
    order = TopologicalSorter(drivers)
    try:
        order.prepare()
    except CycleError as error:
        names = " → ".join(shorten(name) for name in error.args[1][:6])
        raise SkeletonError(f"couplings drive in a circle: {names}") from None


def _must_exist(name: str, known: Mapping[str, int] | set[str], what: str, kind: str) -> None:
    if name not in known:
        raise SkeletonError(f"{what}: there is no {kind} {shorten(name)}{suggestion(name, known)}")


def depth_first(joints: tuple[Joint, ...]) -> tuple[tuple[Joint, ...], np.ndarray, np.ndarray]:
    """Joints in depth-first order, the indices of their parents, and the ends of their subtrees; raises if no tree."""
    if not joints:
        raise SkeletonError("a skeleton needs at least one joint")
    if len(joints) > MAX_JOINTS:
        raise SkeletonError(f"{len(joints)} joints are more than the {MAX_JOINTS} a skeleton may have")
    names = _unique((joint.name for joint in joints), "joint")
    found = _spans(joints)
    if found is not None:
        return joints, *found
    children: dict[str | None, list[Joint]] = {}
    for joint in joints:
        if joint.parent is not None and joint.parent not in names:
            raise SkeletonError(
                f"joint {shorten(joint.name)}: its parent {shorten(joint.parent)} does not exist"
                + suggestion(joint.parent, names)
            )
        children.setdefault(joint.parent, []).append(joint)
    roots = children.get(None, [])
    if len(roots) > 1:
        raise SkeletonError(
            f"a skeleton has one root, but {', '.join(shorten(r.name) for r in roots[:4])} have no parent"
        )
    order: list[Joint] = []
    stack = list(roots)
    while stack:
        joint = stack.pop()
        order.append(joint)
        below = children.get(joint.name)
        if below:
            stack.extend(reversed(below))
    if len(order) < len(joints):
        reached = {joint.name for joint in order}
        lost = next(joint for joint in joints if joint.name not in reached)
        raise SkeletonError(f"joint {shorten(lost.name)} is its own ancestor: {_cycle(lost, joints)}")
    found = _spans(tuple(order))
    assert found is not None
    return tuple(order), *found


def _spans(joints: tuple[Joint, ...]) -> tuple[np.ndarray, np.ndarray] | None:
    """Parents and subtree ends if the joints are already in depth-first order, as in files; else None."""
    path: list[int] = []
    parents, ends = [], [len(joints)] * len(joints)
    for i, joint in enumerate(joints):
        while path and joints[path[-1]].name != joint.parent:
            ends[path.pop()] = i
        if not path and (i > 0 or joint.parent is not None):
            return None
        parents.append(path[-1] if path else -1)
        path.append(i)
    return np.array(parents, np.int32), np.array(ends, np.int32)


def _cycle(joint: Joint, joints: tuple[Joint, ...]) -> str:
    """The names along the loop of parents that a joint leads into."""
    by_name = {j.name: j for j in joints}
    seen: dict[str, None] = {}
    while joint.name not in seen:
        seen[joint.name] = None
        joint = by_name[joint.parent or ""]
    names = list(seen)
    loop = [*names[names.index(joint.name) :][:6], joint.name]
    return " → ".join(shorten(name) for name in loop)


def _unique(names: Iterable[str], what: str) -> set[str]:
    """The set of the names; raises if one occurs twice."""
    given = list(names)
    seen = set(given)
    if len(seen) < len(given):
        seen = set()
        for name in given:
            if name in seen:
                raise SkeletonError(f"two of the name {shorten(name)}: every {what} needs a name of its own")
            seen.add(name)
    return seen


def check_numbers(joint: str, label: str, values: Sequence[float], count: int) -> None:
    """Raise unless ``values`` are ``count`` finite numbers."""
    # a finite sum proves that all are finite, and is faster than a test of each; it may overflow, so both are tried
    try:
        good = len(values) == count and (math.isfinite(sum(values)) or all(map(math.isfinite, values)))
    except TypeError:
        good = False
    if not good:
        raise SkeletonError(f"joint {shorten(joint)}: {label} must be {count} finite numbers, not {shorten(values)}")


def check_transform(joint: str, label: str, a: Affine) -> None:
    """Raise unless ``a`` is an invertible affine transform."""
    check_numbers(joint, label, a, 12)
    if abs(_determinant(a)) < SMALLEST_DETERMINANT:
        raise SkeletonError(f"joint {shorten(joint)}: {label} squeezes space flat (a scale of zero?)")


def _determinant(a: Affine) -> float:
    return (
        a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) + a[2] * (a[4] * a[9] - a[5] * a[8])
    )
