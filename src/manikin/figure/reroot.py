"""Make any joint the root without moving a single body part (W 2.1.2).

Every arc on the way from the old root to the new one is turned round.  An arc before·M(q)·after from parent to child
becomes after⁻¹·M(q)⁻¹·before⁻¹ from child to parent; M⁻¹ is the same motions in reverse order about negated axes,
so joint values, limits and couplings stay as they are and every joint keeps its frame.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import IDENTITY, Affine, Array, about_axis, affine, compose, inverse, orthonormal_frame
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["reroot"]


def reroot(pose: Pose, name: str) -> Pose:
    """The same pose of a figure whose root is the joint ``name``.

    A free root stays free: its six values become those that hold the new root in its place.  Any other root keeps
    its degrees of freedom and values, and the new root's present place relative to the old one becomes constant.
    """
    figure, skeleton = pose.figure, pose.figure.skeleton
    path = [skeleton[part] for part in skeleton.path(name)]
    if len(path) == 1:
        return pose
    root = path[0]
    values = dict(zip(figure.parameter_names, pose.q.tolist(), strict=True))
    if _is_free(figure, root):
        local = compose(inverse(_matrix(root.before)), pose.transform(name))
        rigid = np.column_stack([orthonormal_frame(local[:, :3]), local[:, 3]])
        values.update(zip((d.name for d in root.dofs), _free_values(root.dofs, rigid), strict=True))
        # a scale met on the way stays behind as a constant; without one nothing does
        left = compose(inverse(rigid), local)
        after = IDENTITY if np.abs(left - np.eye(3, 4)).max() < 1e-13 else _affine(left)
    else:
        relative = compose(inverse(pose.transform(root.name)), pose.transform(name))
        after = _affine(compose(_matrix(root.after), relative))
    turned = {path[-1].name: replace(path[-1], parent=None, before=root.before, dofs=root.dofs, after=after)}
    for upper, lower in pairwise(path):
        turned[upper.name] = replace(
            upper,
            parent=lower.name,
            before=_affine(inverse(_matrix(lower.after))),
            dofs=tuple(_reversed(dof) for dof in reversed(lower.dofs)),
            after=_affine(inverse(_matrix(lower.before))),
        )
    joints = tuple(turned.get(joint.name, joint) for joint in skeleton.joints)
    figure = Figure(replace_joints(skeleton, joints), active_couplings=figure.active_couplings, name=figure.name)
    return figure.pose(values)


def replace_joints(skeleton: Skeleton, joints: tuple[Joint, ...]) -> Skeleton:
    """The skeleton with other joints."""
    return Skeleton(
        name=skeleton.name,
        joints=joints,
        couplings=skeleton.couplings,
        limits=skeleton.limits,
        poses=skeleton.poses,
        bends=skeleton.bends,
        up=skeleton.up,
    )


def _is_free(figure: Figure, root: Joint) -> bool:
    own = figure.parameter_names
    return root.kind == "free" and all(d.name in own and np.isinf(d.lo) and np.isinf(d.hi) for d in root.dofs)


def _free_values(dofs: tuple[Dof, ...], local: Array) -> list[float]:
    """The six values for which the motions of a free joint compose to a rigid transform."""
    slides = np.array([dof.axis for dof in dofs[:3]])
    offset = np.linalg.solve(slides.T, local[:, 3])
    return [*offset.tolist(), *angles_about([np.array(d.axis) for d in dofs[3:]], local[:, :3])]


def angles_about(axes: list[Array], rotation: Array) -> list[float]:
    """Angles (a, b, c) with R(axes₀, a)·R(axes₁, b)·R(axes₂, c) = rotation, for axes₁ square to the others.

    The turn b alone decides the angle between axes₀ and the image of axes₂; a and c then follow in turn.
    """
    u, v, w = axes
    image = rotation @ w
    # u · R(v, b) w = (u·w) cos b + (u·(v×w)) sin b, for v is square to u and w
    p, r = float(u @ w), float(u @ np.cross(v, w))
    b0 = np.arctan2(r, p)
    swing = float(np.arccos(np.clip(u @ image / np.hypot(p, r), -1.0, 1.0)))
    best: list[float] = []
    for b in (b0 + swing, b0 - swing):
        b = float(np.arctan2(np.sin(b), np.cos(b)))
        start = about_axis(v, b) @ w
        flat_start, flat_image = start - (u @ start) * u, image - (u @ image) * u
        a = float(np.arctan2(u @ np.cross(flat_start, flat_image), flat_start @ flat_image))
        rest = (about_axis(u, a) @ about_axis(v, b)).T @ rotation
        side = v - (v @ w) * w
        c = float(np.arctan2(w @ np.cross(side, rest @ side), side @ rest @ side))
        if not best or abs(a) + abs(b) + abs(c) < sum(map(abs, best)) - 1e-9:
            best = [a, b, c]
    return best


def _reversed(dof: Dof) -> Dof:
    x, y, z = dof.axis
    return replace(dof, axis=(0.0 - x, 0.0 - y, 0.0 - z))


def _matrix(a: Affine) -> Array:
    return np.array(a).reshape(3, 4)


def _affine(a: Array) -> Affine:
    return affine(a[:, :3], a[:, 3].tolist())
