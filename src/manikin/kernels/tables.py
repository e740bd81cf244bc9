"""Figures, and the limits of a problem, as flat arrays for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from manikin.math.rotations import Array
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.coupling_curves import CouplingCurve, LinearCurve, PolynomialCurve, RampCurve
from manikin.skeleton.skeleton import Skeleton

__all__ = ["CURVE_CODES", "CURVE_NUMBERS", "HINGE", "SLIDE", "KernelLimits", "Tables"]

HINGE, SLIDE = 0, 1
"""Codes of the kinds of degrees of freedom."""
CURVE_CODES: dict[type[CouplingCurve], int] = {LinearCurve: 0, RampCurve: 1, PolynomialCurve: 2}
"""Codes of the curves that the compiled kernels know."""
CUSTOM_CURVE = 255
"""Code of every other curve, which only Python can evaluate."""
CURVE_NUMBERS = 4
"""How many constants a curve may have that the compiled kernels know."""

Ints = np.ndarray[Any, np.dtype[np.int32]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True, eq=False)
class KernelLimits:
    """The constraints of a problem besides its goals, for the kernels.

    Attributes:
        lo: Lower limits (size,) [rad, m].
        hi: Upper limits (size,) [rad, m].
        gain: 1 − stiffness (size,): 1 free, 0 frozen.
        hard: Which rows belong to hard goals (rows,).
        linear: Coefficients of the linear limits (limits, size).
        linear_lo: Their lower bounds (limits,).
        linear_hi: Their upper bounds (limits,).
    """

    lo: Array
    hi: Array
    gain: Array
    hard: np.ndarray
    linear: Array
    linear_lo: Array
    linear_hi: Array


@dataclass(frozen=True, eq=False)
class Tables:
    """One figure, or several as a forest, as flat arrays.

    n joints in depth-first order, m degrees of freedom, k coupling terms.

    Attributes:
        size: Number of parameters.
        parents: Index of each joint's parent (n,), −1 for a root.
        ends: Index behind each joint's subtree (n,): the subtree of joint i is i:ends[i].
        before: Constant transforms in front of the degrees of freedom (n, 3, 4).
        after: Constant transforms behind them (n, 3, 4).
        dof_starts: The degrees of freedom of joint i are dof_starts[i]:dof_starts[i+1]; (n+1,).
        motions: Kinds of the degrees of freedom (m,): ``HINGE`` or ``SLIDE``.
        axes: Their axes (m, 3).
        offsets: Offsets of the joint values (m,); see ``CouplingMap``, also for the next four.
        term_starts: The terms of joint value i are term_starts[i]:term_starts[i+1]; (m+1,).
        columns: Parameter of each term (k,).
        factors: Factor of each term (k,).
        curve_codes: Code of each term's curve (k,).
        curve_numbers: Constants of each term's curve (k, 4), zeros behind the last.
        masses: Masses (n,) [kg].
        centres: Centres of mass in the joints' frames (n, 3) [m].
        coupling: The map from parameters to joint values, for Python.
    """

    size: int
    parents: Ints
    ends: Ints
    before: Array
    after: Array
    dof_starts: Ints
    motions: Bytes
    axes: Array
    offsets: Array
    term_starts: Ints
    columns: Ints
    factors: Array
    curve_codes: Bytes
    curve_numbers: Array
    masses: Array
    centres: Array
    coupling: CouplingMap

    def columns_above(self, joint: int) -> list[int]:
        """Indices of the parameters that move a joint, ascending; cached."""
        if joint not in self._above:
            found, at = set[int](), joint
            while at >= 0:
                first, last = self.term_starts[self.dof_starts[at : at + 2]].tolist()
                found.update(self.columns[first:last].tolist())
                at = int(self.parents[at])
            self._above[joint] = sorted(found)
        return self._above[joint]

    @cached_property
    def _above(self) -> dict[int, list[int]]:
        """The cache of ``columns_above``."""
        return {}

    @classmethod
    def of(cls, skeleton: Skeleton, coupling: CouplingMap) -> Tables:
        """The tables of one figure."""
        joints, dofs = skeleton.joints, skeleton.dofs
        numbers = np.zeros((len(coupling.curves), CURVE_NUMBERS))
        codes = np.zeros(len(coupling.curves), np.uint8)
        for k, curve in enumerate(coupling.curves):
            codes[k] = CURVE_CODES.get(type(curve), CUSTOM_CURVE)
            own = curve.numbers if type(curve) in CURVE_CODES else ()
            numbers[k, : len(own)] = own
        return cls(
            size=len(coupling.parameters),
            parents=skeleton.parents,
            ends=skeleton.ends,
            before=np.array([j.before for j in joints], float).reshape(-1, 3, 4),
            after=np.array([j.after for j in joints], float).reshape(-1, 3, 4),
            dof_starts=np.cumsum([0] + [len(j.dofs) for j in joints], dtype=np.int32),
            motions=np.array([SLIDE if d.kind == "slide" else HINGE for d in dofs], np.uint8),
            axes=np.array([d.axis for d in dofs], float).reshape(-1, 3),
            offsets=coupling.offsets,
            term_starts=coupling.starts,
            columns=coupling.columns,
            factors=coupling.factors,
            curve_codes=codes,
            curve_numbers=numbers,
            masses=np.array([j.mass for j in joints], float),
            centres=np.array([j.centre for j in joints], float).reshape(-1, 3),
            coupling=coupling,
        )

    @classmethod
    def join(cls, parts: Sequence[Tables]) -> Tables:
        """Several figures as one forest: their joints and parameters one after another."""
        if len(parts) == 1:
            return parts[0]

        def chained(name: str) -> np.ndarray:
            return np.concatenate([getattr(part, name) for part in parts]).astype(getattr(parts[0], name).dtype)

        def shifted(name: str, counted: str) -> Ints:
            """Indices into a joined table, increased by the sizes of the parts before."""
            found, base = [], 0
            for part in parts:
                values = getattr(part, name)
                found.append(np.where(values < 0, values, values + base))
                base += part.size if counted == "size" else len(getattr(part, counted))
            return np.concatenate(found).astype(np.int32)

        def starts(name: str) -> Ints:
            widths = np.concatenate([np.diff(getattr(part, name)) for part in parts])
            return np.concatenate([[0], np.cumsum(widths)]).astype(np.int32)

        return cls(
            size=sum(part.size for part in parts),
            parents=shifted("parents", "parents"),
            ends=shifted("ends", "parents"),
            dof_starts=starts("dof_starts"),
            term_starts=starts("term_starts"),
            columns=shifted("columns", "size"),
            coupling=CouplingMap.join([part.coupling for part in parts]),
            **{
                name: chained(name)
                for name in ("before", "after", "motions", "axes", "offsets", "factors", "curve_codes",
                             "curve_numbers", "masses", "centres")
            },
        )  # fmt: skip

    @property
    def custom(self) -> bool:
        """Whether some coupling has a curve that only Python can evaluate."""
        return bool((self.curve_codes == CUSTOM_CURVE).any())
