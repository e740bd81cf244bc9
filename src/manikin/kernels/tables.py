"""A figure, and what a problem allows it, as flat arrays: what the kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from manikin.math.rotations import Array
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.coupling_curves import CouplingCurve, LinearCurve, RampCurve
from manikin.skeleton.skeleton import Skeleton

__all__ = ["CURVE_CODES", "HINGE", "SLIDE", "Setting", "Tables"]

HINGE, SLIDE = 0, 1
CURVE_CODES: dict[type[CouplingCurve], int] = {LinearCurve: 0, RampCurve: 1}
CUSTOM_CURVE = 255

Ints = np.ndarray[Any, np.dtype[np.int32]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True, eq=False)
class Setting:
    """What a problem allows besides its goals: limits, gains (1 free … 0 frozen), hard rows, linear limits."""

    lo: Array
    hi: Array
    gain: Array
    hard: np.ndarray
    linear: Array
    linear_lo: Array
    linear_hi: Array


@dataclass(frozen=True, eq=False)
class Tables:
    """n joints in depth-first order, m degrees of freedom, k coupling terms, p parameters.

    ``parents`` (n), ``ends`` (n): the subtree of joint i is i:ends[i].  ``dof_starts`` (n+1).  ``axes`` (m, 3).
    ``term_starts`` (m+1), ``columns``, ``factors``, ``curve_codes``, ``curve_numbers`` (k, 2): see CouplingMap.
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
        """The parameters that move a joint, ascending; looked for once."""
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
        return {}

    @classmethod
    def of(cls, skeleton: Skeleton, coupling: CouplingMap) -> Tables:
        joints, dofs = skeleton.joints, skeleton.dofs
        numbers = np.zeros((len(coupling.curves), 2))
        codes = np.zeros(len(coupling.curves), np.uint8)
        for k, curve in enumerate(coupling.curves):
            codes[k] = CURVE_CODES.get(type(curve), CUSTOM_CURVE)
            if isinstance(curve, RampCurve):
                numbers[k] = curve.start, curve.width
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
        """Several figures as one forest, their joints and parameters one after another."""
        if len(parts) == 1:
            return parts[0]

        def chained(name: str) -> np.ndarray:
            return np.concatenate([getattr(part, name) for part in parts]).astype(getattr(parts[0], name).dtype)

        def shifted(name: str, counted: str) -> Ints:
            """Indices into a table that has grown by what the parts before it hold."""
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
        """Whether a user's own curve is among the couplings, which only Python can evaluate."""
        return bool((self.curve_codes == CUSTOM_CURVE).any())
