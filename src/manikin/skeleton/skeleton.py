"""Skeletons: immutable trees of joints, with couplings, limits, named poses and preferred bends.

A joint is an arc of the tree together with the body part at its end (P 5.1.1).  Its frame, in the frame of its parent,
is the product

    before · degrees of freedom, first to last · after

``before`` places the joint on its parent (offset and static orientation).  ``after`` is constant and moves with the
part: a static scale (W 4.1.3), or what re-rooting puts there.  Both are affine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.errors import SkeletonError, UnknownName, shorten
from manikin.math.rotations import IDENTITY, Affine, Array, Vec3
from manikin.skeleton.checks import check_names, check_numbers, check_transform, depth_first
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skin import Skin
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, NamedPose, PreferredBend, check_name

__all__ = ["Joint", "Skeleton"]

_ORIGIN: Vec3 = (0.0, 0.0, 0.0)


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class Joint:
    """A joint and the body part that it moves.

    Attributes:
        name: Name of the joint and of its part, unique in the skeleton.
        parent: Name of the joint it hangs from; ``None`` for the root.
        before: Constant transform from the parent to the joint, 12 numbers, the rows of [A | t] [m].
        dofs: Degrees of freedom, in the order in which they act: the first is the outermost.
        after: Constant transform behind the degrees of freedom, such as a static scale.
        mass: Mass of the part [kg].
        centre: Centre of mass in the joint's frame [m].
        shapes: Solids to draw, in the joint's frame.
        mirror: Name of the joint on the other side of the body, if there is one.
        limb: Label of the limb that the part belongs to.
    """

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
            check_transform(self.name, "before", self.before)
        if self.after is not IDENTITY:
            check_transform(self.name, "after", self.after)
        if self.centre is not _ORIGIN:
            check_numbers(self.name, "centre", self.centre, 3)
        if not 0 <= self.mass < math.inf:
            raise SkeletonError(
                f"joint {shorten(self.name)}: the mass must be 0 or above and finite, not {self.mass:g}"
            )

    @property
    def offset(self) -> Vec3:
        """Position of the joint in its parent's frame [m]."""
        return (self.before[3], self.before[7], self.before[11])

    @property
    def kind(self) -> str:
        """One of fixed, hinge, slide, universal, ball, planar, free, compound, by its degrees of freedom."""
        kinds = "".join(dof.kind[0] for dof in self.dofs)
        axes = [np.array(dof.axis) for dof in self.dofs]
        if kinds in ("", "h", "s"):
            return {"": "fixed", "h": "hinge", "s": "slide"}[kinds]
        spatial = len(axes) >= 3 and abs(np.linalg.det(np.array(axes[-3:]))) > 0.5
        if kinds == "hh" and abs(axes[0] @ axes[1]) < 0.5:
            return "universal"
        if kinds == "hhh" and (spatial or axes[0] @ axes[2] > 0.5):
            return "ball"
        if kinds == "ssh" and spatial:
            return "planar"
        if kinds == "ssshhh" and (spatial or axes[3] @ axes[5] > 0.5):
            return "free"
        return "compound"


@explained
@dataclass(frozen=True, kw_only=True)
class Skeleton:
    """A tree of joints.  It is checked when it is made and never changes.

    Joints may be given in any order.  They are kept in depth-first order, parents before children, so that a subtree
    is a range of ``joints``; siblings keep their order.

    Attributes:
        name: Name of the skeleton.
        joints: The joints, one of them without a parent: the root.
        couplings: Joint groups: parameters that drive several degrees of freedom.
        limits: Linear limits over several variables.
        poses: Poses kept by name.
        bends: Which way limbs bend when the goals leave a choice.
        up: The axis that points away from the ground, "y" or "z".
        roles: Parts of a human body and the joints that are them, as far as a file says so: ("l_thigh", "Bone.012").
        skin: Meshes that follow the joints, drawn instead of the solids; or None.
        parents: Index of each joint's parent (joints,), −1 for the root.
        ends: Index behind the last joint of each joint's subtree (joints,).
    """

    name: str
    joints: tuple[Joint, ...]
    couplings: tuple[Coupling, ...] = ()
    limits: tuple[LinearLimit, ...] = ()
    poses: tuple[NamedPose, ...] = ()
    bends: tuple[PreferredBend, ...] = ()
    up: Literal["y", "z"] = "y"
    roles: tuple[tuple[str, str], ...] = ()
    skin: Skin | None = None
    _index: dict[str, int] = field(init=False, repr=False, compare=False)
    parents: np.ndarray = field(init=False, repr=False, compare=False)
    ends: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "skeleton")
        if self.up not in ("y", "z"):
            raise SkeletonError(f'up must be "y" or "z", not {shorten(self.up)}')
        joints, parents, ends = depth_first(one_or_several(self.joints, Joint, "joints"))
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
        check_names(self, self._index)

    # -- other skeletons -----------------------------------------------------------------------

    def attach(
        self,
        part: str,
        other: Skeleton | Shape | Iterable[Shape],
        *,
        name: str | None = None,
        offset: Sequence[float] = (0, 0, 0),
        orientation: Sequence[float] = (0, 0, 0),
        prefix: str = "",
    ) -> Skeleton:
        """The skeleton with a tool, or another skeleton, fixed to one of its parts.

        Args:
            part: Name of the part that bears it.
            other: A skeleton, whose root loses its degrees of freedom and which leaves its named poses behind; or the
                solids of a tool.
            name: Name of the part that is fixed on; by default that of the other's root.
            offset: Place in the frame of the part [m].
            orientation: Rotations about the part's x, then y, then z axis [rad].
            prefix: Text before all names of the other, which must not be names here.
        """
        from manikin.skeleton import editing

        how: dict[str, Any] = {"offset": offset, "orientation": orientation, "prefix": prefix}
        return editing.attach(self, part, other, name=name, **how)

    def without(self, *parts: str) -> Skeleton:
        """The skeleton without some parts and all that hangs from them.

        What refers to them goes too: terms of couplings, linear limits, values of named poses, preferred bends.
        """
        from manikin.skeleton import editing

        return editing.without(self, *parts)

    def replace(self, part: str, by: Joint | Skeleton, *, prefix: str = "") -> Skeleton:
        """The skeleton with another joint in the place of one, or another skeleton in the place of a branch.

        A joint keeps its parent and its children; its ``parent`` is not read.  A skeleton is fixed where the joint of
        the branch was, as by ``attach``.
        """
        from manikin.skeleton import editing

        return editing.replace_part(self, part, by, prefix=prefix)

    def with_base(self, base: Literal["fixed", "floating"], *, name: str = "base") -> Skeleton:
        """The skeleton fixed to the ground where it is at rest, or free to move.

        A root that has degrees of freedom of its own, such as a shoulder, hangs from a new joint ``name`` that is free.
        """
        from manikin.skeleton import editing

        return editing.with_base(self, base, name=name)

    def with_solids(self, solids: Mapping[str, Shape | Iterable[Shape]]) -> Skeleton:
        """The skeleton with other solids on the named parts; see also ``bone_solids``."""
        from manikin.skeleton import editing

        return editing.with_solids(self, solids)

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

    def __eq__(self, other: object) -> bool:
        """Equal by content.  It is compared once: caches by figures would else compare all joints at every look-up."""
        if not isinstance(other, Skeleton):
            return NotImplemented
        if self is other or self._alike is other._alike:
            return True
        compared = [each.name for each in fields(self) if each.compare]
        if any(getattr(self, name) != getattr(other, name) for name in compared):
            return False
        vars(other)["_alike"] = self._alike
        return True

    @cached_property
    def _alike(self) -> object:
        """One object for all skeletons that were found to be equal."""
        return object()

    def index(self, name: str) -> int:
        """Index of a joint in ``joints``."""
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
        """The joint without a parent."""
        return self.joints[0]

    @property
    def up_index(self) -> int:
        """Index of the coordinate that points up: 1 for y, 2 for z."""
        return 1 if self.up == "y" else 2

    @property
    def up_axis(self) -> Vec3:
        """Unit vector that points up."""
        return (0.0, 1.0, 0.0) if self.up == "y" else (0.0, 0.0, 1.0)

    @property
    def level_axes(self) -> tuple[int, int]:
        """Indices of the two horizontal coordinates: x and z, or x and y."""
        return (0, 2) if self.up == "y" else (0, 1)

    @cached_property
    def dofs(self) -> tuple[Dof, ...]:
        """All degrees of freedom, joint by joint."""
        return tuple(dof for joint in self.joints for dof in joint.dofs)

    @cached_property
    def dof_index(self) -> dict[str, int]:
        """Index of each degree of freedom in ``dofs``."""
        return {dof.name: i for i, dof in enumerate(self.dofs)}

    @cached_property
    def mass(self) -> float:
        """Total mass [kg]."""
        return math.fsum(joint.mass for joint in self.joints)

    @cached_property
    def hull(self) -> tuple[np.ndarray, Array, Array]:
        """Ellipsoids whose convex hull contains all joints and solids.

        Returns:
            The joints in whose frames they lie (k,), and their centres and matrices as ``Shape.hull`` has them.
        """
        hulls = [(i, *shape.hull()) for i, joint in enumerate(self.joints) for shape in joint.shapes]
        if self.skin is not None and not hulls:
            owners, corners = self.skin.corners(self._index)
            hulls = [(owner, corner[None], np.zeros((1, 3, 3))) for owner, corner in zip(owners, corners, strict=True)]
        joints = [np.arange(len(self.joints)), *(np.full(len(centres), i) for i, centres, _ in hulls)]
        centres = [np.zeros((len(self.joints), 3)), *(centres for _, centres, _ in hulls)]
        spreads = [np.zeros((len(self.joints), 3, 3)), *(spreads for *_, spreads in hulls)]
        return np.concatenate(joints), np.concatenate(centres), np.concatenate(spreads)

    @cached_property
    def lengths(self) -> Array:
        """Distance of each joint from its parent (joints,) [m]."""
        return np.asarray(np.linalg.norm([joint.offset for joint in self.joints], axis=-1))


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
