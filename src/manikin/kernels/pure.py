"""Forward kinematics in NumPy: the reference of the compiled kernels, and their stand-in."""

from __future__ import annotations

import numpy as np

from manikin.kernels.tables import SLIDE, Ints, Tables
from manikin.rotations import IDENTITY, Array, about_axis, compose

__all__ = ["PureTree"]


class PureTree:
    """One traversal from the root (P fig. 5.13), over any number of states at once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        identity = np.array(IDENTITY).reshape(3, 4)
        self._after = [None if (a == identity).all() else a for a in tables.after]

    def forward(self, p: Array) -> Array:
        world, _, _ = self.trace(p)
        return world

    def forward_batch(self, p: Array, threads: int = 1) -> Array:
        return self.forward(p)

    def update(self, world: Array, p: Array, changed: Ints) -> Array:
        """World transforms after the parameters ``changed``; what they do not move is copied from ``world``."""
        t = self.tables
        moved = np.isin(t.columns, changed)
        turned = np.unique(t.coupling.rows[moved])
        dirty = np.zeros(len(t.parents), bool)
        for i in np.searchsorted(t.dof_starts, turned, side="right") - 1:
            dirty[i : t.ends[i]] = True
        return self.trace(p, world=world, dirty=dirty)[0]

    def trace(
        self, p: Array, *, world: Array | None = None, dirty: np.ndarray | None = None
    ) -> tuple[Array, Array, Array]:
        """World transforms, and for each degree of freedom the frame in which it acts.

        (…, n, 3, 4); (…, m, 3, 3) linear parts; (…, m, 3) origins.  A hinge turns about ``frame @ axis`` through its
        origin as long as the frame is a rotation; in a scaled frame it does what ``motion_fields`` says.
        """
        t = self.tables
        q = t.coupling.joint_values(p)
        lead = p.shape[:-1]
        known, world = world, np.empty((*lead, len(t.parents), 3, 4))
        frames = np.empty((*lead, len(t.motions), 3, 3))
        origins = np.empty((*lead, len(t.motions), 3))
        for i, parent in enumerate(t.parents):
            if known is not None and dirty is not None and not dirty[i]:
                world[..., i, :, :] = known[..., i, :, :]
                continue
            if parent >= 0:
                now = compose(world[..., parent, :, :], t.before[i])
            else:
                now = np.broadcast_to(t.before[i], (*lead, 3, 4)).copy()
            for d in range(t.dof_starts[i], t.dof_starts[i + 1]):
                frames[..., d, :, :], origins[..., d, :] = now[..., :3], now[..., 3]
                if t.motions[d] == SLIDE:
                    now[..., 3] += q[..., d, None] * (now[..., :3] @ t.axes[d])
                else:
                    now[..., :3] = now[..., :3] @ about_axis(t.axes[d], q[..., d])
            after = self._after[i]
            world[..., i, :, :] = now if after is None else compose(now, after)
        return world, frames, origins
