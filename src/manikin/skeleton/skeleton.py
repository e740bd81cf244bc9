"""The immutable description of a figure: joints in a tree, couplings between them, limits.

A joint is the arc that leads to a body part together with the part itself (P 5.1.1).  Its frame in the
frame of its parent is

    before · motion of the degrees of freedom, first to last · after

``before`` places the joint on its parent (offset and static orientation), ``after`` is a constant that
moves with the part: a static scale (W 4.1.3), or what re-rooting leaves there.  Both are affine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from manikin.errors import SkeletonError, UnknownName, shorten, suggestion
from manikin.math.rotations import IDENTITY, Affine, Array, Vec3
from manikin.skeleton.shapes import Shape
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, NamedPose, PreferredBend, check_name

__all__ = ["MAX_JOINTS", "Joint", "Skeleton", "depth_first"]

MAX_JOINTS = 200_000
_ORIGIN: Vec3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Joint:
    """A joint and the body part that it moves; see the module's text for the order of its transforms."""

    name: str
    parent: str | None = None
    before: Affine = IDENTITY
    dofs: tuple[Dof, ...] = ()
    after: Affine = IDENTITY
    mass: float = 0.0
    centre: Vec3 = _ORIGIN
    shapes: tuple[Shape, ...] = ()
    mirror: str | None = None
    limb: str | None = None

    def __post_init__(self) -> None:
        check_name(self.name, "joint")
        if self.limb is not None:
            check_name(self.limb, "limb")
        if self.before is not IDENTITY:
            _check_transform(self.name, "before", self.before)
        if self.after is not IDENTITY:
            _check_transform(self.name, "after", self.after)
        if self.centre is not _ORIGIN:
            _check_numbers(self.name, "centre", self.centre, 3)
        if not 0 <= self.mass < math.inf:
            raise SkeletonError(
                f"joint {shorten(self.name)}: the mass must be 0 or above and finite, not {self.mass:g}"
            )

    @property
    def offset(self) -> Vec3:
        """Where the joint sits in its parent's frame [m]."""
        return (self.before[3], self.before[7], self.before[11])

    @property
    def kind(self) -> str:
        """fixed, hinge, slide, universal, ball, planar, free, or compound."""
        motions = "".join(dof.kind[0] for dof in self.dofs)
        axes = [np.array(dof.axis) for dof in self.dofs]
        if motions in ("", "h", "s"):
            return {"": "fixed", "h": "hinge", "s": "slide"}[motions]
        spatial = len(axes) >= 3 and abs(np.linalg.det(np.array(axes[-3:]))) > 0.5
        if motions == "hh" and abs(axes[0] @ axes[1]) < 0.5:
            return "universal"
        if motions == "hhh" and (spatial or axes[0] @ axes[2] > 0.5):
            return "ball"
        if motions == "ssh" and spatial:
            return "planar"
        if motions == "ssshhh" and (spatial or axes[3] @ axes[5] > 0.5):
            return "free"
        return "compound"


@dataclass(frozen=True, kw_only=True)
class Skeleton:
    """Joints in depth-first order, parents before children, so that a subtree is a range.

    Given in any order; the order of brothers is kept.  ``up`` is the axis that points away from the ground.
    """

    name: str
    joints: tuple[Joint, ...]
    couplings: tuple[Coupling, ...] = ()
    limits: tuple[LinearLimit, ...] = ()
    poses: tuple[NamedPose, ...] = ()
    bends: tuple[PreferredBend, ...] = ()
    up: Literal["y", "z"] = "y"
    _index: dict[str, int] = field(init=False, repr=False, compare=False)
    parents: np.ndarray = field(init=False, repr=False, compare=False)
    ends: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "skeleton")
        if self.up not in ("y", "z"):
            raise SkeletonError(f'up must be "y" or "z", not {shorten(self.up)}')
        joints, parents, ends = depth_first(tuple(self.joints))
        for label, value in (
            ("joints", joints),
            ("couplings", tuple(self.couplings)),
            ("limits", tuple(self.limits)),
            ("poses", tuple(self.poses)),
            ("bends", tuple(self.bends)),
            ("parents", _frozen(parents)),
            ("ends", _frozen(ends)),
            ("_index", {joint.name: i for i, joint in enumerate(joints)}),
        ):
            object.__setattr__(self, label, value)
        self._check_names()

    # -- looking things up ---------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.joints)

    def __iter__(self) -> Iterator[Joint]:
        return iter(self.joints)

    def __getitem__(self, name: str) -> Joint:
        return self.joints[self.index(name)]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __hash__(self) -> int:
        return hash((self.name, len(self.joints), self.joints[-1].name))

    def index(self, name: str) -> int:
        """Position of a joint in ``joints``."""
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise UnknownName("joint", name, self._index) from None

    def children(self, name: str) -> tuple[str, ...]:
        """Names of the joints that hang from a joint."""
        i = self.index(name)
        found, child, end = [], i + 1, int(self.ends[i])
        while child < end:
            found.append(self.joints[child].name)
            child = int(self.ends[child])
        return tuple(found)

    def path(self, name: str) -> tuple[str, ...]:
        """Names from the root to a joint, both included."""
        found, i = [], self.index(name)
        while i >= 0:
            found.append(self.joints[i].name)
            i = int(self.parents[i])
        return tuple(reversed(found))

    @property
    def root(self) -> Joint:
        return self.joints[0]

    @cached_property
    def dofs(self) -> tuple[Dof, ...]:
        """All degrees of freedom, joint by joint."""
        return tuple(dof for joint in self.joints for dof in joint.dofs)

    @cached_property
    def dof_index(self) -> dict[str, int]:
        """Position of each degree of freedom in ``dofs``."""
        return {dof.name: i for i, dof in enumerate(self.dofs)}

    @cached_property
    def mass(self) -> float:
        """Sum of the masses [kg]."""
        return math.fsum(joint.mass for joint in self.joints)

    @cached_property
    def lengths(self) -> Array:
        """Distance of each joint from its parent [m]."""
        return np.asarray(np.linalg.norm([joint.offset for joint in self.joints], axis=-1))

    # -- checks --------------------------------------------------------------------------------

    def _check_names(self) -> None:
        dofs = _unique((dof.name for dof in self.dofs), "degree of freedom")
        for joint in self.joints:
            if joint.mirror is not None and joint.mirror not in self._index:
                raise SkeletonError(
                    f"joint {shorten(joint.name)}: its mirror partner {shorten(joint.mirror)} does not exist"
                    + suggestion(joint.mirror, self._index)
                )
        _unique((c.name for c in self.couplings), "coupling")
        _unique((limit.name for limit in self.limits), "linear limit")
        _unique((pose.name for pose in self.poses), "pose")
        _unique((bend.name for bend in self.bends), "bend")
        for bend in self.bends:
            for part in (*bend.limb, bend.part):
                if part not in self._index:
                    raise SkeletonError(
                        f"bend {shorten(bend.name)}: there is no joint {shorten(part)}{suggestion(part, self._index)}"
                    )
        driven: dict[str, str] = {}
        own: set[str] = set()
        for coupling in self.couplings:
            what = f"coupling {shorten(coupling.name)}"
            check_name(coupling.name, "coupling")
            for variable in coupling.parameters:
                if variable.name in dofs or variable.name in own:
                    raise SkeletonError(f"{what}: the name {shorten(variable.name)} is taken")
                own.add(variable.name)
            for name in coupling.driven:
                if name not in dofs:
                    raise SkeletonError(
                        f"{what}: there is no degree of freedom {shorten(name)}{suggestion(name, dofs)}"
                    )
                if name in driven:
                    raise SkeletonError(f"{what}: {shorten(name)} is driven by {shorten(driven[name])} already")
                driven[name] = coupling.name
            for value in [t.factor for t in coupling.terms] + [c for _, c in coupling.offsets]:
                if not math.isfinite(value):
                    raise SkeletonError(f"{what}: factors and offsets must be finite")
        known = dofs | own
        for coupling in self.couplings:
            mine = {v.name for v in coupling.parameters}
            for term in coupling.terms:
                if term.parameter in driven:
                    raise SkeletonError(
                        f"coupling {shorten(coupling.name)}: {shorten(term.parameter)} cannot drive, "
                        f"for {shorten(driven[term.parameter])} drives it"
                    )
                if term.parameter not in mine and term.parameter not in dofs:
                    raise SkeletonError(
                        f"coupling {shorten(coupling.name)}: there is no parameter "
                        f"{shorten(term.parameter)}{suggestion(term.parameter, known)}"
                    )
        for limit in self.limits:
            for name, _ in limit.terms:
                if name not in known:
                    raise SkeletonError(
                        f"linear limit {shorten(limit.name)}: there is no variable "
                        f"{shorten(name)}{suggestion(name, known)}"
                    )
        for pose in self.poses:
            for name in _unique((name for name, _ in pose.values), f"value of the pose {shorten(pose.name)}"):
                if name not in known:
                    raise SkeletonError(
                        f"pose {shorten(pose.name)}: there is no variable {shorten(name)}{suggestion(name, known)}"
                    )


# ---- checks shared with the readers ------------------------------------------------------------


def depth_first(joints: tuple[Joint, ...]) -> tuple[tuple[Joint, ...], np.ndarray, np.ndarray]:
    """Sort joints depth first; parents and subtree ends as indices.  Refuses what is no tree."""
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
    """Parents and subtree ends if the joints come depth first, as files have them."""
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
    by_name = {j.name: j for j in joints}
    seen: dict[str, None] = {}
    while joint.name not in seen:
        seen[joint.name] = None
        joint = by_name[joint.parent or ""]
    names = list(seen)
    loop = [*names[names.index(joint.name) :][:6], joint.name]
    return " → ".join(shorten(name) for name in loop)


def _unique(names: Iterable[str], what: str) -> set[str]:
    given = list(names)
    seen = set(given)
    if len(seen) < len(given):
        seen = set()
        for name in given:
            if name in seen:
                raise SkeletonError(f"two of the name {shorten(name)}: every {what} needs a name of its own")
            seen.add(name)
    return seen


def _check_numbers(joint: str, label: str, values: Sequence[float], count: int) -> None:
    # the sum is finite in all but odd cases, and quicker to find than the finiteness of each
    if len(values) != count or not (math.isfinite(sum(values)) or all(map(math.isfinite, values))):
        raise SkeletonError(f"joint {shorten(joint)}: {label} must be {count} finite numbers, not {shorten(values)}")


def _check_transform(joint: str, label: str, a: Affine) -> None:
    _check_numbers(joint, label, a, 12)
    if abs(_determinant(a)) < 1e-12:
        raise SkeletonError(f"joint {shorten(joint)}: {label} squeezes space flat (a scale of zero?)")


def _determinant(a: Affine) -> float:
    return (
        a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) + a[2] * (a[4] * a[9] - a[5] * a[8])
    )


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
