"""Derivatives of points, directions and orientations of parts with respect to a figure's parameters (K2).

They are computed in the frame in which a joint acts (W 4.1.3), so that static scales in the hierarchy are allowed: with
F the linear part of that frame and o its origin, a hinge about the axis a moves a point p by F (a × F⁻¹(p − o)) per
radian, and a slide along a by F a per metre.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from manikin.figure.pose import Pose
from manikin.kernels.tables import SLIDE
from manikin.math.rotations import Array, cross_matrix, orthonormal_frame
from manikin.math.sparse_rows import Columns, SparseRows

__all__ = ["PoseDerivatives"]


class PoseDerivatives:
    """The derivatives of a pose: rows are world coordinates, columns are the figure's parameters."""

    def __init__(self, pose: Pose) -> None:
        self.pose = pose
        self.figure = pose.figure
        self.tables = pose.figure.tables
        _, self._frames, self._origins = pose.figure.tree.trace(pose.q)

    # -- for authors of handles ----------------------------------------------------------------

    def of_point(self, part: str, point: Array) -> SparseRows:
        """d point/dq of a world point fixed to a part: 3 rows."""
        dofs = self._dofs_above(part)
        change = self._gradients[dofs] @ (point - self._origins[dofs])[..., None]
        return self._over_parameters(dofs, (change[..., 0] + self._slides[dofs]).T)

    def of_direction(self, part: str, direction: Array) -> SparseRows:
        """d direction/dq of a world unit vector fixed to a part: 3 rows, whose columns are orthogonal to it."""
        dofs = self._dofs_above(part)
        change = self._gradients[dofs] @ direction
        change = change - np.outer(change @ direction, direction)
        return self._over_parameters(dofs, change.T)

    def of_orientation(self, part: str) -> SparseRows:
        """Angular velocity ω of a part's orientation R per parameter: 3 rows, with dR/dq = [ω]× R."""
        dofs = self._dofs_above(part)
        x, y, z = orthonormal_frame(self.pose.transform(part)[:, :3]).T
        w = self._gradients[dofs]
        dx = w @ x
        dx = dx - np.outer(dx @ x, x)
        dz = -(z @ w)
        dz = dz - np.outer(dz @ z, z)
        return self._over_parameters(dofs, (np.cross(x, dx) - np.outer(dz @ y, x)).T)

    def of_centre_of_mass(self) -> SparseRows:
        """d centre/dq: 3 rows.  A joint moves the mass of its subtree, which is a range of joints."""
        t = self.tables
        world = self.pose.world
        centres = (world[:, :, :3] @ t.centres[:, :, None])[..., 0] + world[:, :, 3]
        mass = np.concatenate([[0.0], np.cumsum(t.masses)])
        moment = np.concatenate([np.zeros((1, 3)), np.cumsum(t.masses[:, None] * centres, axis=0)])
        start, end = self._joint_of_dof, t.ends[self._joint_of_dof]
        carried = mass[end] - mass[start]
        arm = moment[end] - moment[start] - carried[:, None] * self._origins
        change = (self._gradients @ arm[..., None])[..., 0] + carried[:, None] * self._slides
        dofs = np.flatnonzero(carried > 0)
        return self._over_parameters(dofs, change[dofs].T / mass[-1])

    def of_parameters(self, columns: Columns) -> SparseRows:
        """Derivatives of the parameters themselves: rows of the identity."""
        order = np.argsort(columns)
        return SparseRows(columns[order], np.eye(len(columns))[:, order])

    # -- shared terms --------------------------------------------------------------------------

    @cached_property
    def _gradients(self) -> Array:
        """(dofs, 3, 3): hinge i moves the point p by gradient · (p − origin) per radian; zero for slides."""
        t = self.tables
        turning = self._frames @ cross_matrix(t.axes) @ np.linalg.inv(self._frames)
        turning[t.motions == SLIDE] = 0
        return turning

    @cached_property
    def _slides(self) -> Array:
        """(dofs, 3): slide i moves every point by this per metre; zero for hinges."""
        t = self.tables
        along = (self._frames @ t.axes[..., None])[..., 0]
        along[t.motions != SLIDE] = 0
        return along

    @cached_property
    def _joint_of_dof(self) -> Columns:
        """Index of the joint that each degree of freedom belongs to (dofs,)."""
        return np.repeat(np.arange(len(self.tables.parents)), np.diff(self.tables.dof_starts))

    def _dofs_above(self, part: str) -> Columns:
        """Indices of the degrees of freedom on the path from the root to a part, its own included."""
        i = self.figure.skeleton.index(part)
        above = (self._joint_of_dof <= i) & (self.tables.ends[self._joint_of_dof] > i)
        return np.flatnonzero(above)

    def _over_parameters(self, dofs: Columns, block: Array) -> SparseRows:
        """The chain rule through the coupling: from columns of joint values to columns of parameters."""
        coupling = self.figure.coupling
        if coupling.identity:
            return SparseRows(dofs, block)
        place = np.full(len(coupling.offsets), -1)
        place[dofs] = np.arange(len(dofs))
        terms = np.flatnonzero(place[coupling.rows] >= 0)
        columns = np.unique(coupling.columns[terms]).astype(np.int64)
        out = np.zeros((len(block), len(columns)))
        derivatives = coupling.derivatives(self.pose.q)
        for k in terms:
            out[:, np.searchsorted(columns, coupling.columns[k])] += derivatives[k] * block[:, place[coupling.rows[k]]]
        return SparseRows(columns, out)
