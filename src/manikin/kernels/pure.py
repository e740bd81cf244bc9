"""Forward kinematics in NumPy: the reference for the compiled kernels, used where they are missing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError, shorten
from manikin.kernels.tables import SLIDE, Ints, Tables
from manikin.math.rotations import IDENTITY, Array, about_axis, compose

__all__ = ["PureTree"]

BLOCK_STATES = 4096
"""States computed at once, which bounds the memory of a batch."""


class PureTree:
    """One traversal from the root (P fig. 5.13), for any number of states at once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        identity = np.array(IDENTITY).reshape(3, 4)
        self._after = [None if (a == identity).all() else a for a in tables.after]

    def forward(self, p: Array, /) -> Array:
        world, _, _ = self.trace(self._checked(p, "a state", (self.tables.size,)))
        return world

    def forward_batch(
        self,
        p: Array,
        threads: int = 1,
        parts: Ints | None = None,
        out: NDArray[Any] | None = None,
        float32: bool = False,
    ) -> NDArray[Any]:
        self._checked(p, "states", (None, self.tables.size))
        if not isinstance(threads, (int, np.integer)) or not 0 <= threads <= 4096:
            raise InputError(f"threads must be a whole number from 0 to 4096, not {shorten(threads)}")
        chosen = slice(None) if parts is None else self._indices(parts, "parts", len(self.tables.parents))
        count = len(self.tables.parents) if parts is None else len(parts)
        shape = (len(p), count, 3, 4)
        dtype = np.float32 if float32 else np.float64
        if out is None:
            out = np.empty(shape, dtype)
        elif not self._fits(out, shape, dtype) or not out.flags.writeable:
            raise InputError(f"out must be a C-contiguous writable {dtype.__name__} array of shape {shape}")
        elif np.may_share_memory(out, p):
            raise InputError("out must not share memory with the states")
        for start in range(0, len(p), BLOCK_STATES):
            block = slice(start, start + BLOCK_STATES)
            with np.errstate(over="ignore"):  # infinity beyond single precision, as in the compiled kernels
                out[block] = self.trace(p[block])[0][:, chosen]
        return out

    def update(self, world: Array, p: Array, changed: Ints, /) -> Array:
        """World transforms after a change of the parameters ``changed``; parts that they do not move are copied."""
        t = self.tables
        self._checked(p, "a state", (t.size,))
        if not self._fits(world, (len(t.parents), 3, 4), np.float64):
            raise InputError(f"world must be a C-contiguous float64 array of shape {(len(t.parents), 3, 4)}")
        moved = np.isin(t.columns, self._indices(changed, "changed", t.size))
        turned = np.unique(t.coupling.rows[moved])
        dirty = np.zeros(len(t.parents), bool)
        for i in np.searchsorted(t.dof_starts, turned, side="right") - 1:
            dirty[i : t.ends[i]] = True
        return self.trace(p, world=world, dirty=dirty)[0]

    def trace(
        self, p: Array, /, *, world: Array | None = None, dirty: np.ndarray | None = None
    ) -> tuple[Array, Array, Array]:
        """World transforms, and for each degree of freedom the frame in which it acts.

        World transforms (…, joints, 3, 4), linear parts of the frames (…, dofs, 3, 3), their origins (…, dofs, 3) [m].
        A hinge rotates about ``frame @ axis`` through the origin if the frame is a rotation; for scaled frames see
        ``manikin.figure.derivatives``.
        """
        t = self.tables
        q = t.coupling.joint_values(p)
        lead = p.shape[:-1]
        turns = about_axis(t.axes, q)  # all at once; the entries of slides are not used
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
                    now[..., :3] = now[..., :3] @ turns[..., d, :, :]
            after = self._after[i]
            world[..., i, :, :] = now if after is None else compose(now, after)
        return world, frames, origins

    # -- the same checks as in the compiled kernels ----------------------------------------------

    @staticmethod
    def _fits(array: Any, shape: tuple[int | None, ...], dtype: type) -> bool:
        return (
            isinstance(array, np.ndarray)
            and array.dtype == dtype
            and array.flags.carray | array.flags.c_contiguous
            and array.ndim == len(shape)
            and all(wanted in (None, length) for wanted, length in zip(shape, array.shape, strict=True))
        )

    def _checked(self, p: Any, name: str, shape: tuple[int | None, ...]) -> Array:
        if not self._fits(p, shape, np.float64):
            wanted = str(shape).replace("None", "any")
            raise InputError(f"{name} must be a C-contiguous float64 array of shape {wanted}")
        if not np.isfinite(p).all():
            raise InputError(f"{name} must be finite numbers")
        checked: Array = p
        return checked

    def _indices(self, indices: Any, name: str, end: int) -> Ints:
        if not self._fits(indices, (None,), np.int32):
            raise InputError(f"{name} must be a C-contiguous int32 array of shape (any,)")
        if len(indices) and not (indices.min() >= 0 and indices.max() < end):
            raise InputError(f"{name} must lie between 0 and {end - 1}")
        checked: Ints = indices
        return checked
