"""The state vector of some figures: their parameters one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.skeleton.variables import Variable

__all__ = ["Limits", "Name", "StateVector"]

Name = str | tuple[str, str]
"""A parameter or joint, or (figure, parameter or joint)."""


@dataclass(frozen=True, eq=False)
class StateVector(WithoutCaches):
    """The parameters of some figures as one vector, and the names of its entries.

    Attributes:
        figures: The figures, in the order of their parameters.
    """

    figures: tuple[Figure, ...]

    @cached_property
    def size(self) -> int:
        """Length of the state vector."""
        return sum(figure.size for figure in self.figures)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each figure, the index of its first parameter."""
        return tuple(np.cumsum([0, *(figure.size for figure in self.figures)]).tolist()[:-1])

    @cached_property
    def rest(self) -> Array:
        """The state (size,) of the figures at rest."""
        return _joined([figure.rest for figure in self.figures])

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of all entries."""
        return tuple(variable for figure in self.figures for variable in figure.parameters)

    @cached_property
    def speeds(self) -> Array:
        """The largest rate of each parameter (size,) [rad/s, m/s]."""
        return _joined([figure.speed for figure in self.figures])

    @cached_property
    def link_lengths(self) -> Array:
        """The longest bone that begins at a joint which the parameter turns (size,) [m]; 1 for slides (W eq. 4.11).

        If a joint ends in nothing, or in bones without length, the figure's mean bone.
        """
        return _joined([_link_lengths(figure) for figure in self.figures])

    def split(self, q: Array) -> list[Array]:
        """A state (…, size) as the states of the figures."""
        return np.split(q, self.starts[1:], axis=-1)

    def columns(self, name: Name) -> list[int]:
        """The indices of a parameter, or of all parameters that move a joint."""
        figure_name, own = (None, name) if isinstance(name, str) else name
        if figure_name is not None and figure_name not in (figure.name for figure in self.figures):
            raise UnknownName("figure", figure_name, [figure.name for figure in self.figures])
        found: list[list[int]] = []
        for figure, start in zip(self.figures, self.starts, strict=True):
            if figure_name not in (None, figure.name):
                continue
            if own in figure.places:
                found.append([start + figure.places[own]])
            elif own in figure.skeleton:
                columns = figure.coupling.columns_of([dof.name for dof in figure.skeleton[own].dofs], figure.skeleton)
                found.append([start + column for column in columns])
        if len(found) > 1:
            raise InputError(f"{shorten(own)} is in several figures: say which, as (figure, name)")
        if not found:
            known = [n for f in self.figures for n in (*f.parameter_names, *(j.name for j in f.skeleton))]
            raise UnknownName("parameter or joint", own, known)
        return found[0]

    @cached_property
    def limits(self) -> Limits:
        """The limits of the figures."""
        return Limits.of(self)

    def checked(self, q: Any, *, batch: bool = False) -> Array:
        """A state (size,), or a batch of them, as finite float64 numbers, or a clear error."""
        try:
            state = np.ascontiguousarray(q, dtype=np.float64)
        except (TypeError, ValueError):
            hint = "; those of a pose are pose.q" if isinstance(q, Pose) else ""
            raise InputError(f"a state is {self.size} numbers, not {shorten(q)}{hint}") from None
        if state.ndim != 1 + batch or state.shape[-1] != self.size:
            wanted = f"(batch, {self.size})" if batch else f"({self.size},)"
            raise InputError(f"a state has the shape {wanted}, not {state.shape}")
        if not np.isfinite(state).all():
            raise InputError("a state must be finite numbers")
        return state


@dataclass(frozen=True, eq=False)
class Limits:
    """How far the entries of a state vector may go.

    Attributes:
        lo: Lower limits (size,) [rad, m]; −∞ for none.
        hi: Upper limits (size,).
        linear: Rows a (k, size) with lo (k,) ≤ a·q ≤ hi (k,), as (a, lo, hi).
    """

    lo: Array
    hi: Array
    linear: tuple[Array, Array, Array]

    @classmethod
    def of(cls, state: StateVector) -> Limits:
        """The limits of the figures."""
        rows, lo, hi = [], [], []
        for figure, start in zip(state.figures, state.starts, strict=True):
            for limit in figure.linear_limits:
                row = np.zeros(state.size)
                for name, coefficient in limit.terms:
                    row[start + figure.index(name)] = coefficient
                rows.append(row)
                lo.append(limit.lo)
                hi.append(limit.hi)
        linear = np.array(rows).reshape(len(rows), state.size), np.array(lo, float), np.array(hi, float)
        return cls(_joined([f.lo for f in state.figures]), _joined([f.hi for f in state.figures]), linear)

    @classmethod
    def none(cls, size: int) -> Limits:
        """No limits at all."""
        free = np.full(size, np.inf)
        return cls(-free, free, (np.zeros((0, size)), np.zeros(0), np.zeros(0)))

    def violation(self, q: Array) -> float:
        """How far a state is beyond its limits, linear ones included; 0 inside."""
        a, lo, hi = self.linear
        beyond = [self.lo - q, q - self.hi, lo - a @ q, a @ q - hi]
        return max(0.0, *(float(part.max()) for part in beyond if part.size))


def _link_lengths(figure: Figure) -> Array:
    skeleton, coupling = figure.skeleton, figure.coupling
    lengths = skeleton.lengths
    bones = lengths[lengths > 0]
    usual = float(bones.mean()) if len(bones) else 1.0
    longest = np.zeros(len(skeleton))
    np.maximum.at(longest, np.maximum(skeleton.parents, 0), np.where(skeleton.parents >= 0, lengths, 0.0))
    found = np.zeros(figure.size)
    joints = [i for i, joint in enumerate(skeleton.joints) for _ in joint.dofs]
    for dof, joint in enumerate(joints):
        columns = coupling.columns[coupling.starts[dof] : coupling.starts[dof + 1]]
        found[columns] = np.maximum(found[columns], longest[joint])
    slides = np.array([variable.kind == "slide" for variable in figure.parameters], bool)
    return np.where(slides, 1.0, np.where(found > 0, found, usual))


def _joined(parts: Sequence[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.concatenate([np.zeros(0), *parts])
