"""A figure: a skeleton seen through its parameters, the numbers that solvers, sliders and keyframes see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError, UnknownName, shorten
from manikin.kernels import Tables, Tree, make_tree
from manikin.math.rotations import Array, VectorLike
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.parameter_limits import linear_limits, parameter_limits
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit, Variable, check_name

if TYPE_CHECKING:
    from manikin.figure.pose import Pose
    from manikin.goals.goal import Goal
    from manikin.handles import CentreOfMass, Direction, Frame, Orientation, Parameters, Point
    from manikin.handles.handle import Handle
    from manikin.solvers.result import Result
    from manikin.solvers.solver import Solver

    H = TypeVar("H", bound=Handle)

__all__ = ["Figure"]


class Figure:
    """A skeleton and the couplings in use.  Immutable; equal figures compare equal.

    ``active`` names the couplings (joint groups) in use, all by default.  A joint of an active group is moved by
    the group's parameters; all other degrees of freedom are parameters themselves.
    """

    def __init__(
        self, skeleton: Skeleton, *, active_couplings: Iterable[str] | None = None, name: str | None = None
    ) -> None:
        known = [c.name for c in skeleton.couplings]
        self.active_couplings = frozenset(known if active_couplings is None else active_couplings)
        for unknown in self.active_couplings.difference(known):
            raise UnknownName("coupling", unknown, known)
        self.skeleton = skeleton
        self.name = skeleton.name if name is None else name
        check_name(self.name, "figure")
        self._tree: Tree | None = None  # made when asked for

    # -- other views of the same skeleton -------------------------------------------------------

    def ungrouped(self, *names: str) -> Figure:
        """The figure with the named couplings (all by default) taken off: every joint for itself."""
        known = [c.name for c in self.skeleton.couplings]
        for name in names:
            if name not in known:
                raise UnknownName("coupling", name, known)
        return Figure(self.skeleton, active_couplings=self.active_couplings.difference(names or known), name=self.name)

    def grouped(self) -> Figure:
        """The figure with all its couplings in use."""
        return Figure(self.skeleton, name=self.name)

    def renamed(self, name: str) -> Figure:
        """The same figure under another name, so that two of them may meet in one problem; shares all tables."""
        check_name(name, "figure")
        other = copy(self)
        other.name = name
        return other

    # -- parameters ----------------------------------------------------------------------------

    @cached_property
    def coupling(self) -> CouplingMap:
        return CouplingMap.of(self.skeleton, self.active_couplings)

    @property
    def parameters(self) -> tuple[Variable, ...]:
        """The variables of the state vector, in order."""
        return self.coupling.parameters

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(variable.name for variable in self.parameters)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.parameter_names)}

    def index(self, name: str) -> int:
        """Position of a parameter in the state vector."""
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise UnknownName("parameter", name, self.parameter_names) from None

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return len(self.parameters)

    @cached_property
    def rest(self) -> Array:
        """Rest values, brought inside the limits [rad, m]."""
        return _frozen(np.clip([v.rest for v in self.parameters], self.lo, self.hi))

    @cached_property
    def lo(self) -> Array:
        """Lower limits [rad, m]: a parameter's own, tightened by the joints that it alone drives."""
        return self._limits[0]

    @cached_property
    def hi(self) -> Array:
        """Upper limits [rad, m]."""
        return self._limits[1]

    @cached_property
    def stiffness(self) -> Array:
        """0 (free) … 1 (rigid) per parameter."""
        return _frozen(np.array([v.stiffness for v in self.parameters], float))

    @cached_property
    def speed(self) -> Array:
        """Largest rate per parameter [rad/s, m/s]."""
        return _frozen(np.array([v.speed for v in self.parameters], float))

    @cached_property
    def linear_limits(self) -> tuple[LinearLimit, ...]:
        """The skeleton's linear limits, and those of joints that several parameters drive, over parameters.

        A limit on a group's parameter sleeps while the group is not in use; one on driven joints is rewritten in
        the parameters that drive them.
        """
        return linear_limits(self.skeleton, self.coupling)

    @cached_property
    def _limits(self) -> tuple[Array, Array]:
        lo, hi = parameter_limits(self.skeleton, self.coupling)
        for column in np.flatnonzero(lo > hi).tolist():
            raise InputError(
                f"figure {shorten(self.name)}: no value of {shorten(self.parameter_names[column])} keeps all "
                "the joints that it drives within their limits"
            )
        return _frozen(lo), _frozen(hi)

    def columns_moving(self, parts: Iterable[str]) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The parameters that move any of the named parts, ascending."""
        found = [self.tables.columns_above(self.skeleton.index(part)) for part in parts]
        return np.array(found[0] if len(found) == 1 else sorted(set().union(*found)), np.int64)

    # -- handles -------------------------------------------------------------------------------

    def point(self, part: str, at: VectorLike = (0.0, 0.0, 0.0)) -> Point:
        """A handle on the point ``at`` [m] of a part's frame."""
        from manikin.handles import Point

        return self._own(Point(figure=self.name, part=part, at=at))

    def direction(self, part: str, along: VectorLike) -> Direction:
        """A handle on a direction fixed in a part."""
        from manikin.handles import Direction

        return self._own(Direction(figure=self.name, part=part, along=along))

    def orientation(self, part: str) -> Orientation:
        """A handle on a part's orientation."""
        from manikin.handles import Orientation

        return self._own(Orientation(figure=self.name, part=part))

    def frame(self, part: str, at: VectorLike = (0.0, 0.0, 0.0)) -> Frame:
        """A handle on a part's position and orientation, taken at the point ``at`` [m] of it."""
        from manikin.handles import Frame

        return self._own(Frame(figure=self.name, part=part, at=at))

    def centre_of_mass(self) -> CentreOfMass:
        """A handle on the centre of mass."""
        from manikin.handles import CentreOfMass

        return self._own(CentreOfMass(figure=self.name))

    def parameter_values(self, *names: str) -> Parameters:
        """A handle on some parameters themselves, all by default."""
        from manikin.handles import Parameters

        return self._own(Parameters(figure=self.name, names=names or self.parameter_names))

    def _own(self, handle: H) -> H:
        handle.check(self)
        return handle

    # -- poses ---------------------------------------------------------------------------------

    def pose(self, values: Any = None, /, **by_name: float) -> Pose:
        """A pose from a state vector, a mapping of parameter names, or the name of a kept pose; or the rest pose.

        Values given by name are set on top of it.
        """
        from manikin.figure.pose import Pose

        return Pose(self, self.state(values, **by_name))

    def state(self, values: Any = None, /, **by_name: float) -> Array:
        """A state vector (size,) from the same arguments as ``pose``; checked, never clipped."""
        if isinstance(values, str):
            q = self._kept_state(values)
            for name, value in by_name.items():
                q[self.index(name)] = value
        elif values is None or isinstance(values, Mapping):
            q = self.rest.copy()
            for name, value in {**(values or {}), **by_name}.items():
                q[self.index(name)] = value
        else:
            q = self.check_state(values).copy()
            for name, value in by_name.items():
                q[self.index(name)] = value
        return self.check_state(q)

    @property
    def pose_names(self) -> tuple[str, ...]:
        """The poses that the skeleton keeps by name."""
        return tuple(pose.name for pose in self.skeleton.poses)

    def _kept_state(self, name: str) -> Array:
        """The state of a kept pose.  Where it speaks of a group that is not in use, its joints take their values."""
        kept = {pose.name: dict(pose.values) for pose in self.skeleton.poses}.get(name)
        if kept is None:
            raise UnknownName("kept pose", name, self.pose_names)
        groups = [c.name for c in self.skeleton.couplings if not kept.keys().isdisjoint(v.name for v in c.parameters)]
        if self.active_couplings.issuperset(groups):
            return self.state(
                {own: value for own, value in kept.items() if own in self._index or self._refuse(name, own)}
            )
        wider = Figure(self.skeleton, active_couplings=self.active_couplings.union(groups), name=self.name)
        joints = dict(zip(self.skeleton.dof_index, wider.coupling.joint_values(wider._kept_state(name)), strict=True))
        return np.array([joints.get(own, kept.get(own, variable.rest)) for own, variable in
                         zip(self.parameter_names, self.parameters, strict=True)])  # fmt: skip

    def _refuse(self, pose: str, variable: str) -> bool:
        raise InputError(
            f"the pose {shorten(pose)} sets {shorten(variable)}, which a group drives here: take the group off first"
        )

    def check_state(self, q: Any, *, batch: bool = False) -> Array:
        """``q`` as a finite float64 array of the right shape, or a clear error."""
        try:
            array = np.ascontiguousarray(q, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"a state of {shorten(self.name)} is {self.size} numbers, not {shorten(q)}") from None
        if array.shape[-1:] != (self.size,) or (array.ndim != 1 and not batch):
            wanted = f"(…, {self.size})" if batch else f"({self.size},)"
            raise InputError(f"a state of {shorten(self.name)} has the shape {wanted}, not {array.shape}")
        if not np.isfinite(array).all():
            at = int(np.flatnonzero(~np.isfinite(array).reshape(-1, self.size).all(axis=0))[0])
            raise InputError(f"{shorten(self.parameter_names[at])} is not a finite number")
        return array

    def random_state(self, rng: np.random.Generator, *, count: int | None = None, reach: float = np.pi) -> Array:
        """States drawn evenly between the limits; where there is none, ``reach`` to either side of rest."""
        lo = np.where(np.isfinite(self.lo), self.lo, self.rest - reach)
        hi = np.where(np.isfinite(self.hi), self.hi, self.rest + reach)
        shape = (self.size,) if count is None else (count, self.size)
        return np.clip(rng.uniform(lo, hi, shape), self.lo, self.hi)

    # -- solving -------------------------------------------------------------------------------

    def solve(
        self,
        goals: Iterable[Goal],
        *,
        hard: Iterable[Goal] = (),
        start: Any = None,
        solver: str | Solver = "lm",
        frozen: Iterable[str] = (),
        stiffness: Mapping[Any, float] | None = None,
        limits: bool = True,
        bends: bool = True,
        **options: Any,
    ) -> Result:
        """Bring the figure to its goals from a pose or state, the rest pose by default.

        With ``bends`` the bends that the figure prefers lead the default solver where the goals leave a choice.
        ``options`` are the solver's own.  For what else a problem may ask see ``manikin.Problem``, for time budgets,
        interaction and batches ``manikin.Solver``.
        """
        from manikin.figure.pose import Pose
        from manikin.problem.problem import Problem
        from manikin.solvers import LevenbergMarquardt
        from manikin.solvers.preferred_bends import solve_naturally
        from manikin.solvers.solver import as_solver

        if isinstance(start, Pose):
            if start.figure is not self and start.figure != self:
                raise InputError(f"the start is a pose of {shorten(start.figure)}, not of {shorten(self)}")
            start = start.q
        problem = Problem(self, goals, hard=hard, frozen=frozen, stiffness=stiffness, limits=limits)
        method = as_solver(solver, **options)
        if bends and self.skeleton.bends and isinstance(method, LevenbergMarquardt):
            return solve_naturally(problem, self.state(start), method)
        return method.solve(problem, self.state(start))

    # -- kinematics ----------------------------------------------------------------------------

    @property
    def tree(self) -> Tree:
        """The kinematic kernel of this figure."""
        if self._tree is None:
            self._tree = make_tree(self.tables)
        return self._tree

    @cached_property
    def tables(self) -> Tables:
        """The figure as flat arrays for the kernels."""
        return Tables.of(self.skeleton, self.coupling)

    def forward(
        self,
        q: Any,
        parts: Sequence[str] | None = None,  # keyword-only options would make a call a seventh slower
        threads: int = 1,
        out: NDArray[Any] | None = None,
        dtype: Any = None,
    ) -> NDArray[Any]:
        """World transforms (…, joints, 3, 4) of a state (size,) or of a batch of states (…, size).

        ``parts`` names the joints wanted, in this order; what they do not hang from is not computed.  ``threads``
        share a batch, 0 means one per core.  ``out`` takes the result, and saves a large batch the time that the
        system needs for fresh memory; where it is left out, the memory of the last large result that was dropped
        is used again.  ``dtype`` is float64, or float32 for results of half the size: computed
        in float64 all the same and rounded once, beyond 3.4e38 to infinity; ``out`` may be of either.
        """
        tree = self._tree
        if tree is not None and parts is None and out is None and dtype is None:
            try:  # the kernel checks a state as it comes in less time than NumPy takes to look at it
                return tree.forward(q)
            except InputError:
                pass
        fits = isinstance(q, np.ndarray) and q.dtype == np.float64 and q.flags.c_contiguous
        state = q if fits and q.shape[-1:] == (self.size,) else self.check_state(q, batch=True)
        try:
            return self._forward(state, parts, threads, out, dtype)
        except InputError:
            self.check_state(state, batch=True)  # the kernels see numbers only; this names the one that is not finite
            raise

    def _forward(
        self, state: Array, parts: Sequence[str] | None, threads: int, out: NDArray[Any] | None, dtype: Any
    ) -> NDArray[Any]:
        if isinstance(parts, str):
            raise InputError(f"parts are several names, such as [{shorten(parts)}]")
        chosen = None if parts is None else np.array([self.skeleton.index(name) for name in parts], np.int32)
        shape = (*state.shape[:-1], len(self.skeleton) if chosen is None else len(chosen), 3, 4)
        if out is not None and not (isinstance(out, np.ndarray) and out.shape == shape and out.flags.c_contiguous):
            raise InputError(f"out must be a C-contiguous array of shape {shape}")
        wanted = _number_type(dtype, out)
        room = None if out is None else out.reshape(-1, *shape[-3:])
        flat = self.tree.forward_batch(
            state.reshape(-1, self.size), threads=threads, parts=chosen, out=room, float32=wanted == np.float32
        )
        return flat.reshape(shape) if out is None else out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Figure):
            return NotImplemented
        return (self.name, self.active_couplings, self.skeleton) == (other.name, other.active_couplings, other.skeleton)

    def __hash__(self) -> int:
        return hash((self.name, self.active_couplings, self.skeleton))

    def _repr_png_(self) -> bytes:
        """A picture at rest, which a notebook shows by itself."""
        from manikin.picture import render, to_png

        return to_png(render(self))

    def __repr__(self) -> str:
        groups = f", groups {', '.join(sorted(self.active_couplings))}" if self.active_couplings else ""
        return f"<Figure {self.name}: {len(self.skeleton)} joints, {self.size} parameters{groups}>"


def _number_type(dtype: Any, out: NDArray[Any] | None) -> np.dtype[Any]:
    """What results are made of: what was asked for, else that of the room given, else float64."""
    try:
        wanted = np.dtype(np.float64 if out is None else out.dtype) if dtype is None else np.dtype(dtype)
    except TypeError:
        wanted = None
    if wanted not in (np.float64, np.float32) or (out is not None and out.dtype != wanted):
        given = f"out of {out.dtype} and " if out is not None else ""
        raise InputError(f"results are of float64 or float32, not {given}{shorten(dtype)}")
    return wanted


def _frozen(array: Array) -> Array:
    array.setflags(write=False)
    return array
