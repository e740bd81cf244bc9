"""Make any joint the root without moving a single body part (W 2.1.2).

Every joint on the path from the old root to the new one is reversed.  Its transform before·M(q)·after from parent to
child becomes after⁻¹·M(q)⁻¹·before⁻¹ from child to parent.  M⁻¹ is the same degrees of freedom in reverse order with
negated axes, so joint values, limits and couplings stay the same and every joint keeps its frame.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.closed_forms import three_turns
from manikin.math.rotations import IDENTITY, Affine, Array, affine, compose, inverse, orthonormal_frame
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

__all__ = ["reroot"]


def reroot(pose: Pose, name: str) -> Pose:
    """The same pose of a figure whose root is the joint ``name``.

    A free root stays free: its six values become those that keep the new root where it is.  Any other root keeps its
    degrees of freedom and values, and the present transform from the old root to the new one becomes constant.
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
        # a scale on the path remains as a constant; without one the remainder is the identity
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
    figure = Figure(replace(skeleton, joints=joints), active_couplings=figure.active_couplings, name=figure.name)
    return figure.pose(values)


def _is_free(figure: Figure, root: Joint) -> bool:
    own = figure.parameter_names
    return root.kind == "free" and all(d.name in own and np.isinf(d.lo) and np.isinf(d.hi) for d in root.dofs)


def _free_values(dofs: tuple[Dof, ...], local: Array) -> list[float]:
    """The six values of a free joint, three slides and three hinges, that produce a rigid transform."""
    slides = np.array([dof.axis for dof in dofs[:3]])
    offset = np.linalg.solve(slides.T, local[:, 3])
    first, second, third = (np.array(dof.axis) for dof in dofs[3:])
    found = three_turns(local[:, :3], first, second, third)
    wrapped = [[math.remainder(angle, math.tau) for angle in angles] for angles in found]
    smallest = min(wrapped, key=lambda angles: round(sum(map(abs, angles)), 9))  # ties go to the first
    return [*offset.tolist(), *smallest]


def _reversed(dof: Dof) -> Dof:
    x, y, z = dof.axis
    return replace(dof, axis=(0.0 - x, 0.0 - y, 0.0 - z))


def _matrix(a: Affine) -> Array:
    return np.array(a).reshape(3, 4)


def _affine(a: Array) -> Affine:
    return affine(a[:, :3], a[:, 3].tolist())
