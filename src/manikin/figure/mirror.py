"""Mirrored states: reflection in the figure's sagittal plane, x = 0 in the frame of its root.

The reflection M = diag(−1, 1, 1) maps a hinge about the axis a to one about M a with the opposite sign, and a slide
along a to one along M a.  The signs are found from the axes of the two partners in the rest pose, so the two sides may
be built in different ways.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.kernels.pure import PureTree
from manikin.kernels.tables import SLIDE
from manikin.math.rotations import Array

__all__ = ["mirror_state"]


def mirror_state(figure: Figure, q: Array) -> Array:
    """The mirrored state; (…, size) → (…, size).  Mirroring twice returns the state."""
    source, sign = _mirror_map(figure)
    return np.asarray(figure.rest + sign * (q[..., source] - figure.rest[source]))


@lru_cache(maxsize=32)
def _mirror_map(figure: Figure) -> tuple[np.ndarray, Array]:
    """For each parameter, the index of the one whose value it takes, and the sign (size,)."""
    partner, sign = _dof_partners(figure)
    coupling = figure.coupling
    source = np.arange(figure.size)
    signs = np.ones(figure.size)
    for column in range(figure.size):
        for k in np.flatnonzero(coupling.columns == column)[:1]:
            row = partner[coupling.rows[k]]
            twins = [
                j
                for j in range(coupling.starts[row], coupling.starts[row + 1])
                if type(coupling.curves[j]) is type(coupling.curves[k])
                and abs(coupling.factors[j]) == abs(coupling.factors[k])
            ]
            if twins:
                source[column] = coupling.columns[twins[0]]
                signs[column] = sign[coupling.rows[k]] * np.sign(coupling.factors[k] * coupling.factors[twins[0]])
    return source, signs


def _dof_partners(figure: Figure) -> tuple[np.ndarray, Array]:
    """For each degree of freedom, the index of its mirror partner, and the sign (dofs,)."""
    skeleton, tables = figure.skeleton, figure.tables
    _, frames, _ = PureTree(tables).trace(figure.rest)
    root = frames[0] if len(frames) else np.eye(3)
    axes = (np.linalg.inv(root) @ frames @ tables.axes[:, :, None])[..., 0]
    partner = np.arange(len(skeleton.dofs))
    sign = np.ones(len(skeleton.dofs))
    for i, joint in enumerate(skeleton.joints):
        other = i if joint.mirror is None else skeleton.index(joint.mirror)
        if len(skeleton.joints[other].dofs) != len(joint.dofs):
            continue
        for n in range(len(joint.dofs)):
            mine, twin = tables.dof_starts[i] + n, tables.dof_starts[other] + n
            if tables.motions[mine] != tables.motions[twin]:
                continue
            along = float(axes[mine] * (-1, 1, 1) @ axes[twin])
            partner[mine] = twin
            sign[mine] = np.copysign(1.0, along if tables.motions[mine] == SLIDE else -along)
    return partner, sign
