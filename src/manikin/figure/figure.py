"""A figure: a skeleton with its parameters, the numbers that solvers, sliders and keyframes set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from manikin.arguments import explained
from manikin.errors import CallError, InputError, UnknownName, shorten
from manikin.figure.forward import forward_batch
from manikin.figure.handle_makers import HandleMakers
from manikin.figure.named_values import beyond_limits
from manikin.figure.shared_tables import SharedTables
from manikin.figure.states import checked_state, random_states, state_of
from manikin.kernels import Tables, Tree
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit, Variable, check_name

if TYPE_CHECKING:
    from manikin.figure.pose import Pose
    from manikin.goals.goal import Goal
    from manikin.problem.kept_problems import KeptProblems
    from manikin.solvers.result import Result
    from manikin.solvers.solver import Solver

__all__ = ["Figure"]


@explained
class Figure(HandleMakers, WithoutCaches):
    """A skeleton together with the couplings in use.  Immutable; equal figures compare equal.

    A degree of freedom that an active coupling drives follows the coupling's parameters; all other degrees of freedom
    are parameters themselves.

    Args:
        skeleton: The joints, couplings, limits and named poses.
        active_couplings: Names of the couplings (joint groups) in use; all by default.
        name: Name of the figure; that of the skeleton by default.
    """

    skeleton: Skeleton
    active_couplings: frozenset[str]
    name: str
    _shared: SharedTables

    def __init__(
        self, skeleton: Skeleton, *, active_couplings: Iterable[str] | None = None, name: str | None = None
    ) -> None:
        known = [c.name for c in skeleton.couplings]
        active = frozenset(known if active_couplings is None else active_couplings)
        for unknown in active.difference(known):
            raise UnknownName("coupling", unknown, known)
        self._fill(SharedTables(skeleton, active), skeleton.name if name is None else name)

    def _fill(self, shared: SharedTables, name: str) -> None:
        """Set all attributes; called once for each figure."""
        check_name(name, "figure")
        object.__setattr__(self, "skeleton", shared.skeleton)
        object.__setattr__(self, "active_couplings", shared.active_couplings)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_shared", shared)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set {name!r}: a figure never changes; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete {name!r}: a figure never changes")

    # -- other figures of the same skeleton -----------------------------------------------------

    def ungrouped(self, *names: str) -> Figure:
        """The figure without the named couplings, all by default: their joints become parameters."""
        known = [c.name for c in self.skeleton.couplings]
        for name in names:
            if name not in known:
                raise UnknownName("coupling", name, known)
        return Figure(self.skeleton, active_couplings=self.active_couplings.difference(names or known), name=self.name)

    def grouped(self) -> Figure:
        """The figure with all couplings in use."""
        return Figure(self.skeleton, name=self.name)

    def renamed(self, name: str) -> Figure:
        """The same figure under another name, so that two of them may meet in one problem; shares all tables."""
        other = object.__new__(Figure)
        other._fill(self._shared, name)
        return other

    def with_skeleton(self, skeleton: Skeleton) -> Figure:
        """The figure with another skeleton, such as an edited one; couplings that are not in use here stay so."""
        unused = {coupling.name for coupling in self.skeleton.couplings} - self.active_couplings
        active = {coupling.name for coupling in skeleton.couplings} - unused
        return Figure(skeleton, active_couplings=active, name=self.name)

    def scaled(
        self,
        *,
        stature: float | None = None,
        mass: float | None = None,
        lengths: Mapping[str, float] | None = None,
    ) -> Figure:
        """The figure with another size; its solids, masses, limits and named poses follow.

        Args:
            stature: Height at rest, with solids [m].  All lengths that are not given are scaled alike.
            mass: Total mass [kg]; by default it grows with the volume.
            lengths: Lengths of segments [m] by name of their part, from its joint to the next one.  A name without its
                side, such as "forearm", means both parts.  A part is stretched along its segment only.
        """
        from manikin.figure.scaling import scale

        return scale(self, stature=stature, mass=mass, lengths=lengths)

    # -- parameters ----------------------------------------------------------------------------

    @cached_property
    def coupling(self) -> CouplingMap:
        """The map from parameters to joint values."""
        return self._shared.coupling

    @property
    def parameters(self) -> tuple[Variable, ...]:
        """The parameters, in the order of the state vector."""
        return self.coupling.parameters

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        """Names of the parameters, in the order of the state vector."""
        return tuple(variable.name for variable in self.parameters)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each parameter in the state, by its name."""
        return {name: i for i, name in enumerate(self.parameter_names)}

    def index(self, name: str) -> int:
        """Index of a parameter in the state vector."""
        try:
            return self.places[name]
        except (KeyError, TypeError):
            raise UnknownName("parameter", name, self.parameter_names) from None

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return len(self.parameters)

    @cached_property
    def rest(self) -> Array:
        """Rest values, clipped to the limits (size,) [rad, m]."""
        return _frozen(np.clip([v.rest for v in self.parameters], self.lo, self.hi))

    @cached_property
    def lo(self) -> Array:
        """Lower limits (size,) [rad, m]: a parameter's own, tightened by joints that depend on it alone."""
        return self._shared.limits[0]

    @cached_property
    def hi(self) -> Array:
        """Upper limits (size,) [rad, m]."""
        return self._shared.limits[1]

    @cached_property
    def stiffness(self) -> Array:
        """Stiffness of each parameter (size,), 0 (free) to 1 (rigid)."""
        return _frozen(np.array([v.stiffness for v in self.parameters], float))

    @cached_property
    def speed(self) -> Array:
        """Largest rate of each parameter (size,) [rad/s, m/s]."""
        return _frozen(np.array([v.speed for v in self.parameters], float))

    @cached_property
    def linear_limits(self) -> tuple[LinearLimit, ...]:
        """Linear limits over parameters: the skeleton's, and those of joints that several parameters drive.

        A limit on a coupling's parameter is ignored while the coupling is not in use.  A limit on driven joints is
        rewritten in the parameters that drive them.
        """
        return self._shared.linear_limits

    def columns_moving(self, parts: Iterable[str]) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Indices of the parameters that move any of the named parts, ascending; cached."""
        names = tuple(parts)
        if names not in self._columns_moving:
            found = [self.tables.columns_above(self.skeleton.index(part)) for part in names]
            columns = np.array(found[0] if len(found) == 1 else sorted(set().union(*found)), np.int64)
            columns.setflags(write=False)
            self._columns_moving[names] = columns
        return self._columns_moving[names]

    @cached_property
    def _columns_moving(self) -> dict[tuple[str, ...], np.ndarray[Any, np.dtype[np.int64]]]:
        return {}

    # -- poses ---------------------------------------------------------------------------------

    def pose(self, values: Any = None, /, **by_name: float) -> Pose:
        """A pose of this figure.

        Args:
            values: A state vector, a mapping from parameter names to values [rad, m], or the name of a named pose.
                Default: the rest pose.
            by_name: Values of single parameters [rad, m], set on top of it.
        """
        from manikin.figure.pose import Pose

        return Pose(self, state_of(self, values, by_name))

    def state(self, values: Any = None, /, **by_name: float) -> Array:
        """A state vector (size,) from the same arguments as ``pose``; checked, not clipped."""
        return state_of(self, values, by_name)

    def values_from_degrees(self, values: Mapping[str, float]) -> dict[str, float]:
        """Values of parameters by name in radians and metres, from values in degrees and metres."""
        hinges = {name for name in values if self.parameters[self.index(name)].kind == "hinge"}
        return {name: math.radians(value) if name in hinges else value for name, value in values.items()}

    def beyond_limits(self, values: Mapping[str, float]) -> str:
        """Which of some values [rad, m] by name are beyond their limits, in words; empty if none is."""
        return beyond_limits(self, values)

    @property
    def pose_names(self) -> tuple[str, ...]:
        """Names of the skeleton's named poses."""
        return tuple(pose.name for pose in self.skeleton.poses)

    def check_state(self, q: Any, *, batch: bool = False) -> Array:
        """``q`` as a finite float64 array (size,), or (…, size) with ``batch``; raises if it is none."""
        return checked_state(self, q, batch=batch)

    def random_state(self, rng: np.random.Generator, *, count: int | None = None, reach: float = np.pi) -> Array:
        """Random states, uniform between the limits.

        Args:
            rng: Generator of the random numbers.
            count: Number of states, for an array (count, size); default: one state (size,).
            reach: Distance from the rest value where a parameter has no limit [rad, m].
        """
        return random_states(self, rng, count, reach)

    # -- solving -------------------------------------------------------------------------------

    def solve(
        self,
        goals: Goal | Iterable[Goal],
        *,
        hard: Goal | Iterable[Goal] = (),
        start: Any = None,
        solver: str | Solver = "lm",
        frozen: str | Iterable[str] = (),
        stiffness: Mapping[Any, float] | None = None,
        limits: bool = True,
        preferred_bends: bool | None = None,
        seconds: float = math.inf,
        **options: Any,
    ) -> Result:
        """Solve for a pose of this figure that meets goals.

        For several figures see ``manikin.Problem``; for time budgets, interaction and batches see ``manikin.Solver``.

        Args:
            goals: One soft goal or several, which compete by their weights.
            hard: One hard goal or several, which hold before all soft goals where they can.
            start: Pose or state to start from, near which the result stays.  Without one the search starts at rest and
                is led by the least effort and the preferred bends.
            solver: Kind of solver, or a solver object; see ``manikin.solvers``.
            frozen: Names of joints, parameters or couplings that must not move.
            stiffness: Stiffness, 0 (free) to 1 (rigid), by name of joint, parameter or coupling.
            limits: Whether the figure's limits hold.
            preferred_bends: Whether the search is led, by default where no start is given.  Only solvers with
                ``follows_bends`` are led: the default one.
            seconds: Stop when this time is up [s]; the result is then the best state so far.
            options: Options of the solver, if it is given by name.
        """
        from manikin.figure.pose import Pose
        from manikin.solvers import solve

        if isinstance(start, Pose):
            if start.figure is not self and start.figure != self:
                raise InputError(f"the start is a pose of {shorten(start.figure)}, not of {shorten(self)}")
            start = start.q
        problem = self._problems.problem(self, goals, hard=hard, frozen=frozen, stiffness=stiffness, limits=limits)
        at = None if start is None else self.state(start)
        return solve(problem, at, solver, preferred_bends=preferred_bends, seconds=seconds, **options)

    @cached_property
    def _problems(self) -> KeptProblems:
        from manikin.problem.kept_problems import KeptProblems

        return KeptProblems()

    def solve_all(
        self,
        goals: Goal | Iterable[Goal],
        *,
        hard: Goal | Iterable[Goal] = (),
        start: Any = None,
        frozen: str | Iterable[str] = (),
        limits: bool = True,
        **how: Any,
    ) -> list[Result]:
        """All distinct solutions that can be found, such as the eight of a UR5; those near the start first.

        Args:
            goals: Soft goals; all must be met.
            hard: Hard goals.
            start: Pose or state whose neighbourhood comes first; the rest pose by default.
            frozen: Names of joints, parameters or couplings that must not move.
            limits: Whether the figure's limits hold.
            how: Other arguments of ``manikin.solvers.solve_all``: seed, patience, apart, solver, threads.
        """
        from manikin.problem.problem import Problem
        from manikin.solvers import solve_all

        problem = Problem(self, goals, hard=hard, frozen=frozen, limits=limits)
        return solve_all(problem, self.state(getattr(start, "q", start)), **how)

    # -- kinematics ----------------------------------------------------------------------------

    @cached_property
    def tree(self) -> Tree:
        """The forward kinematics of this figure, compiled if possible."""
        return self._shared.tree

    @cached_property
    def tables(self) -> Tables:
        """The figure as flat arrays, as the kernels read it."""
        return self._shared.tables

    @cached_property
    def _forward_one(self) -> Callable[[Any], Array]:
        return self._shared.tree.forward  # kept, because a call would feel the way to it

    def forward(
        self,
        q: Any = None,
        parts: Sequence[str] | None = None,  # not keyword-only, because that would make a call a seventh slower
        threads: int = 1,
        out: NDArray[Any] | None = None,
        dtype: Any = None,
        **unknown: Any,
    ) -> NDArray[Any]:
        """World transforms (…, joints, 3, 4) of a state (size,) or of a batch of states (…, size).

        Args:
            q: The state or states [rad, m].
            parts: Names of the joints wanted, in this order; all by default.  Only their ancestors are computed.
            threads: Number of threads that share a batch; 0 means one per core.
            out: Array for the result, which saves a large batch the allocation of memory.  Without it, the memory of
                the last large result that was freed is used again.
            dtype: float64 (default) or float32.  Both are computed in float64; float32 is rounded once, and to
                infinity beyond 3.4e38.
        """
        if unknown:
            raise CallError(f"forward has no argument {', '.join(unknown)} (it takes: q, parts, threads, out, dtype)")
        if parts is None and out is None and dtype is None:
            try:  # the kernel checks a state faster than NumPy could
                return self._forward_one(q)
            except InputError:
                pass  # a batch, or a state that needs conversion
        fits = isinstance(q, np.ndarray) and q.dtype == np.float64 and q.flags.c_contiguous
        state = q if fits and q.shape[-1:] == (self.size,) else self.check_state(q, batch=True)
        try:
            return forward_batch(self, state, parts, threads, out, dtype)
        except InputError:
            self.check_state(state, batch=True)  # raises with the name of the parameter that is not finite
            raise

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Figure):
            return NotImplemented
        return (self.name, self.active_couplings, self.skeleton) == (other.name, other.active_couplings, other.skeleton)

    def __hash__(self) -> int:
        return hash((self.name, self.active_couplings, self.skeleton))

    def _repr_png_(self) -> bytes:
        """A picture of the rest pose, for notebooks."""
        from manikin.picture import render, to_png

        return to_png(render(self))

    def __repr__(self) -> str:
        groups = f", groups {', '.join(sorted(self.active_couplings))}" if self.active_couplings else ""
        return f"<Figure {self.name}: {len(self.skeleton)} joints, {self.size} parameters{groups}>"


def _frozen(array: Array) -> Array:
    array.setflags(write=False)
    return array
