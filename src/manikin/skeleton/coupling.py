"""The map from a figure's parameters p to its joint values: q = offset + Σ factor · curve(p)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from manikin.math.rotations import Array
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, Term, Variable

__all__ = ["CouplingMap"]


@dataclass(frozen=True, eq=False)
class CouplingMap:
    """A skeleton's joint values as functions of its parameters, stored by rows like a sparse matrix.

    Joint value i is ``offsets[i]`` plus the sum of ``factors[k] · curves[k](p[columns[k]])`` over the terms k in
    ``starts[i]:starts[i+1]``.
    """

    parameters: tuple[Variable, ...]
    offsets: Array
    starts: np.ndarray
    columns: np.ndarray
    factors: Array
    curves: tuple[CouplingCurve, ...]

    @classmethod
    def of(cls, skeleton: Skeleton, active: frozenset[str]) -> CouplingMap:
        """The map for the couplings named in ``active``; all other degrees of freedom are parameters themselves."""
        couplings = [c for c in skeleton.couplings if c.name in active]
        owner: dict[str, Coupling] = {name: c for c in couplings for name in c.driven}
        parameters: list[Variable] = []
        placed: set[str] = set()
        for dof in skeleton.dofs:
            coupling = owner.get(dof.name)
            if coupling is None:
                parameters.append(dof)
            elif coupling.name not in placed:  # the parameters of a coupling take the place of its first joint
                placed.add(coupling.name)
                parameters.extend(coupling.parameters)
        index = {variable.name: i for i, variable in enumerate(parameters)}
        terms: dict[str, list[Term]] = {}
        for coupling in couplings:
            for term in coupling.terms:
                terms.setdefault(term.dof, []).append(term)
        given = {name: value for c in couplings for name, value in c.offsets}
        offsets = {dof.name: given.get(dof.name, 0.0) for dof in skeleton.dofs}
        starts, columns, factors, curves = [0], [], [], []
        for dof in skeleton.dofs:
            own = Term(dof=dof.name, parameter=dof.name)
            row = terms.get(dof.name, []) if dof.name in owner else [own]
            while any(term.parameter in owner for term in row):  # what drives is driven: by what, in the end
                offsets[dof.name] += sum(t.factor * given.get(t.parameter, 0.0) for t in row if t.parameter in owner)
                row = [deeper for term in row for deeper in _followed(term, terms, owner)]
            for term in row:
                columns.append(index[term.parameter])
                factors.append(term.factor)
                curves.append(term.curve)
            starts.append(len(columns))
        return cls(
            parameters=tuple(parameters),
            offsets=np.array(list(offsets.values()), float),
            starts=np.array(starts, np.int32),
            columns=np.array(columns, np.int32),
            factors=np.array(factors, float),
            curves=tuple(curves),
        )

    @classmethod
    def join(cls, parts: Sequence[CouplingMap]) -> CouplingMap:
        """The map of several figures, their parameters one after another."""
        sizes = np.cumsum([0, *(len(part.parameters) for part in parts)])
        widths = np.concatenate([np.diff(part.starts) for part in parts])
        return cls(
            parameters=tuple(variable for part in parts for variable in part.parameters),
            offsets=np.concatenate([part.offsets for part in parts]),
            starts=np.concatenate([[0], np.cumsum(widths)]).astype(np.int32),
            columns=np.concatenate([p.columns + s for p, s in zip(parts, sizes, strict=False)]).astype(np.int32),
            factors=np.concatenate([part.factors for part in parts]),
            curves=tuple(curve for part in parts for curve in part.curves),
        )

    @cached_property
    def identity(self) -> bool:
        """Whether the parameters are the joint values themselves."""
        return (
            len(self.columns) == len(self.offsets) == len(self.parameters)
            and bool((self.columns == np.arange(len(self.columns))).all())
            and bool((self.factors == 1).all())
            and not self.offsets.any()
            and self._curved.size == 0
        )

    @cached_property
    def rows(self) -> np.ndarray:
        """Index of the joint value that each term belongs to (terms,)."""
        return np.repeat(np.arange(len(self.offsets)), np.diff(self.starts))

    @cached_property
    def _curved(self) -> np.ndarray:
        """Indices of the terms whose curve is not the identity."""
        return np.array([k for k, curve in enumerate(self.curves) if curve != LINEAR], np.int64)

    def columns_of(self, dofs: Sequence[str], skeleton: Skeleton) -> list[int]:
        """Indices of the parameters that drive the named degrees of freedom, ascending."""
        rows = [skeleton.dof_index[name] for name in dofs]
        return sorted({int(c) for row in rows for c in self.columns[self.starts[row] : self.starts[row + 1]]})

    def joint_values(self, p: Array) -> Array:
        """q of p; (…, parameters) → (…, degrees of freedom)."""
        if self.identity:
            return p
        x = p[..., self.columns]
        for k in self._curved:
            x[..., k] = self.curves[k].value(x[..., k])
        out = np.broadcast_to(self.offsets, (*p.shape[:-1], len(self.offsets))).copy()
        np.add.at(out.T, self.rows, (x * self.factors).T)
        return out

    def derivatives(self, p: Array) -> Array:
        """dq/dp at each term: (…, terms)."""
        out = np.broadcast_to(self.factors, (*p.shape[:-1], len(self.factors))).copy()
        for k in self._curved:
            out[..., k] *= self.curves[k].derivative(p[..., self.columns[k]])
        return out

    def derivative(self, p: Array) -> Array:
        """dq/dp as a dense matrix (…, degrees of freedom, parameters)."""
        out = np.zeros((*p.shape[:-1], len(self.offsets), len(self.parameters)))
        derivatives = self.derivatives(p)
        for k, (row, column) in enumerate(zip(self.rows, self.columns, strict=True)):
            out[..., row, column] += derivatives[..., k]
        return out


def _followed(term: Term, terms: Mapping[str, Sequence[Term]], owner: Mapping[str, Coupling]) -> list[Term]:
    """A term whose parameter is driven itself, as terms of what drives that one."""
    if term.parameter not in owner:
        return [term]
    return [replace(one, dof=term.dof, factor=term.factor * one.factor) for one in terms.get(term.parameter, ())]
