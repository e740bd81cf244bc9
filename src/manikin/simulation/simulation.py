"""Figures that keep their constraints while forces pull them (W 5.2, 5.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from manikin.arguments import explained, one_or_several
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal, as_handle
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.kernels import library
from manikin.kernels.tables import Tables
from manikin.math.rotations import Array
from manikin.problem.kernel_tables import constants_of
from manikin.problem.network import Network
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.simulation.entries import Entries, Entry, NetworkRows, Role
from manikin.simulation.forces import ConstantForce, spring
from manikin.simulation.giving_way import GivingWay
from manikin.simulation.one_thread import AT_WORK, in_one_thread
from manikin.simulation.options import resistance, stepper_options
from manikin.simulation.stepper import Stepper
from manikin.solvers.polyhedron import Polyhedron

if TYPE_CHECKING:
    from manikin.kernels import _baseline

    AnyStepper = Stepper | _baseline.Simulation

__all__ = ["Simulation"]


@explained
@in_one_thread("add", "add_force", "remove", "replace", "move", "step")
class Simulation:
    """Figures that keep their constraints while forces pull.  First order in time, without inertia (W 5.2, 5.3).

    The state follows q̇ = K (g + J_cᵀ λ − k J_cᵀ C) (W eq. 5.7) with K_i = (1 − stiffness_i)²/(w_i α_i).  Joint limits
    and linear limits hold exactly.  A step that would violate constraints, or let springs gain energy, is shortened.

    Args:
        figures: One figure, or several.
        constraints: Goals that hold: equalities, and inequalities by an active set (half-spaces, distances, balance,
            clearance).  Where not all can hold, those that were moved give way to those that stay; among either,
            weights decide.  One of weight 0 is switched off.  Of a disjunction (``AnyOf``) one goal counts, chosen
            before each step with hysteresis.  A goal with a ``chain`` may use only those joints; while there is such a
            goal, a parameter that no constraint or force may use does not move (Z 10).
        forces: ``ConstantForce``, and goals that act as springs with their weight as strength [N/m, N·m/rad].
        start: State (size,), pose, or one pose for each figure; at rest by default.
        integrator: "euler", "rk4", "adaptive" (Dormand and Prince), or "implicit": Euler's method with the springs at
            the end of the step, stable at any strength and step.
        gains: w_i: "unit" (1), "links" (length of the link [m]) or "joints" (1, but 0.01 for a free root).
        responsiveness: α_i of every parameter (size,); 1 by default.
        stiffness: By joint or parameter, 0 (moves freely) to 1 (does not move).
        frozen: Joints and parameters that do not move.
        limits: Whether joint limits and linear limits hold.
        feedback: k of the equation [1/s].
        corrections: Most Newton corrections after a step, in the metric K; with 0 constraints drift, as in the thesis.
        tolerance: Violation up to which a constraint holds [m, rad].
        accuracy: Error of a step of the adaptive integrator [rad, m].
        max_step: Largest change of a parameter in a step [rad, m]; None for no bound.  Its ``speed`` holds as well.  A
            constraint whose target is moved farther is met after several steps.
        braking: Largest deceleration before a limit [rad/s², m/s²]; None for no bound.  For "euler" and "implicit".
        decomposition: Of J_c K J_cᵀ: "cholesky" leaves out rows that depend on others; with "svd", as in the thesis,
            several times slower, what is nearly singular moves slowly and yields.
        truncation: With "svd", singular values up to this share of the largest count as zero.
        evaluate_with: "network" to evaluate in Python even where the kernels could.

    Attributes:
        time: Seconds since the start.
    """

    def __init__(
        self,
        figures: Figure | Iterable[Figure],
        constraints: Iterable[Goal] = (),
        forces: Iterable[Goal | ConstantForce] = (),
        *,
        start: Any = None,
        integrator: Literal["implicit", "euler", "rk4", "adaptive"] = "implicit",
        gains: Literal["unit", "links", "joints"] = "unit",
        responsiveness: Iterable[float] | None = None,
        stiffness: Mapping[Name, float] | None = None,
        frozen: Iterable[Name] = (),
        limits: bool = True,
        feedback: float = 1.0,
        corrections: int = 12,
        tolerance: float = 1e-9,
        accuracy: float = 1e-4,
        max_step: float | None = 0.5,
        braking: float | None = None,
        decomposition: Literal["cholesky", "svd"] = "cholesky",
        truncation: float = 1e-10,
        evaluate_with: Literal["auto", "network"] = "auto",
    ) -> None:
        self._problem = Problem(figures, frozen=frozen, stiffness=stiffness, limits=limits, evaluate_with=evaluate_with)
        self._evaluate_with = evaluate_with
        self._options = stepper_options(
            integrator, feedback, corrections, tolerance, accuracy, max_step, decomposition, truncation, braking
        )
        self._base = self._problem.gain**2 / resistance(self._problem, gains, responsiveness)
        self._unmoved_entries = Entries(self._problem)
        self._moved: dict[str, Handle] = {}  # new targets that the kernel has and the entries have not yet
        self._stepper: AnyStepper | None = None
        self._last: AnyStepper | None = None  # the stepper before the entries changed
        self._slots: dict[str, tuple[int, int]] = {}  # of its entries: index and number of constants
        self._choosing: list[str] = []  # names of its disjunctions
        self._movable: set[str] = set()  # names of entries whose targets were moved
        self._giving_way: GivingWay | None = None
        self._outdated = False  # whether that is of other constraints than the present ones
        self.time = 0.0
        self._polyhedron = Polyhedron(self._problem)
        self._q = self._inside(self._problem.rest if start is None else _state(start))
        for goal in one_or_several(constraints, Goal, "constraints"):
            self.add(goal)
        for force in one_or_several(forces, (Goal, ConstantForce), "forces"):
            self.add_force(force)

    # -- constraints and forces ----------------------------------------------------------------

    def add(self, constraint: Goal, *, name: str | None = None) -> str:
        """Add a constraint; returns the name under which it can be changed and removed."""
        return self._enter("constraint", constraint, name)

    def add_force(self, force: Goal | ConstantForce, *, name: str | None = None) -> str:
        """Add a constant force, or a goal as a spring; returns its name."""
        return self._enter("force", force, name)

    def pull(
        self,
        handle: Handle,
        target: Any,
        *,
        strength: float = 100.0,
        name: str | None = None,
        chain: Iterable[str] | None = None,
    ) -> str:
        """Add a spring of ``strength`` [N/m, N·m/rad] from a handle to a target of its type, or to another handle."""
        goal = spring(handle, target, strength, name=name, chain=None if chain is None else tuple(chain))
        return self.add_force(goal, name=name)

    def push(self, handle: Handle, force: Any, *, name: str | None = None) -> str:
        """Add a constant force [N], torque [N·m] or both on a handle."""
        return self.add_force(ConstantForce(handle=handle, force=force, name=name), name=name)

    def remove(self, name: str) -> None:
        """Remove a constraint or force."""
        self._moved.pop(name, None)
        self._movable.discard(name)
        self._entries.remove(name)
        self._rebuild()

    def replace(self, name: str, new: Goal | ConstantForce) -> None:
        """Replace a constraint or force; fastest where only constants differ."""
        old, entry = self._entries.replace(name, new)
        self._mark_moved(name)
        self._set_targets(name, old, entry)

    def move(self, name: str, target: Any) -> None:
        """Move the target of a constraint or spring; a constraint gives way from now on to those that stay."""
        entry = self._unmoved_entries.entry(name)
        old = self._moved.get(name, getattr(entry.given, "target", None))
        if old is None:
            raise InputError(f"{shorten(name)} has no target to be moved")
        running = self._stepper
        if running is not None and not isinstance(running, Stepper) and name in self._slots and isinstance(old, Fixed):
            new = as_handle(target, old.value_type, f"{entry.goals[0].kind}: target")
            place, constants = self._slots[name]
            if isinstance(new, Fixed) and type(new) is type(old) and constants == new.size:
                running.set_targets(place, new.constant)
                self._moved[name] = new
                if name not in self._movable:
                    self._mark_moved(name)
                return
        self.replace(name, replace(self._entries.entry(name).given, target=target))  # type: ignore[call-arg]

    def _mark_moved(self, name: str) -> None:
        """From now on the constraint gives way to those that stay."""
        self._outdated |= name not in self._movable
        self._movable.add(name)

    @property
    def _entries(self) -> Entries:
        """The entries, with the targets that were moved."""
        while self._moved:
            name, target = self._moved.popitem()
            self._unmoved_entries.replace(name, replace(self._unmoved_entries.entry(name).given, target=target))  # type: ignore[call-arg]
        return self._unmoved_entries

    @property
    def constraints(self) -> dict[str, Goal]:
        """The constraints by name."""
        return {name: e.given for name, e in self._entries.by_name.items() if e.role == "constraint"}  # type: ignore[misc]

    @property
    def forces(self) -> dict[str, Goal | ConstantForce]:
        """The forces by name."""
        return {name: e.given for name, e in self._entries.by_name.items() if e.role == "force"}

    # -- the state -----------------------------------------------------------------------------

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures, in the order of their parameters."""
        return self._problem.figures

    @property
    def network(self) -> Network:
        """The network of the entries; inequalities appear as the goals that measure their ranges."""
        return self._entries.network

    @property
    def q(self) -> Array:
        """The state (size,): the parameters of the figures one after another."""
        return np.array(self._q)

    @q.setter
    def q(self, q: Any) -> None:
        """Set the state, moved inside the limits; the next step corrects the constraints."""
        self._q = self._inside(q)
        if self._last is not None:
            self._last.place(self._q)

    @property
    def poses(self) -> tuple[Pose, ...]:
        """The figures' poses."""
        parts = self._problem.split(self._q)
        return tuple(Pose(figure, np.array(q)) for figure, q in zip(self.figures, parts, strict=True))

    @property
    def pose(self) -> Pose:
        """The pose of the only figure."""
        if len(self.figures) != 1:
            raise InputError(f"there are {len(self.figures)} figures: ask for their poses")
        return self.poses[0]

    @property
    def mobility(self) -> Array:
        """The diagonal of K (size,) [rad/s per N·m, m/s per N]; 0 where nothing may move."""
        return np.asarray(self._base * self._entries.usable)

    def step(self, dt: float, n: int = 1) -> Array:
        """Make n steps of dt seconds; returns the state.

        ``time`` grows by n dt; by less where the adaptive integrator would need more than 100 steps of its own for one
        step, as with stiff springs.  The next call continues there.
        """
        if not (isinstance(dt, (int, float)) and 0 < dt < math.inf):
            raise InputError(f"a step needs a time above 0 and finite, not {shorten(dt)}")
        if not (isinstance(n, (int, np.integer)) and n >= 0):
            raise InputError(f"the number of steps must be a whole number, not {shorten(n)}")
        stepper, left = self._current_stepper(), n
        while left:
            if self._giving_way is None or not self._giving_way.violated:
                spent, made = stepper.run(dt, left, False)
                self.time, left = self.time + spent, left - made
            if left:  # constraints do not hold at the start of this step
                self.time, left = self.time + self._step_giving_way(stepper, dt), left - 1
        self._q = stepper.q
        if self._choosing:
            for name, chosen in zip(self._choosing, stepper.choices(), strict=True):
                self._unmoved_entries.by_name[name].favoured = chosen
        return np.array(self._q)

    def _step_giving_way(self, stepper: AnyStepper, dt: float) -> float:
        """One step in which constraints give way, if they cannot all hold; returns the time that passed [s]."""
        held = self.constraints
        staying, moved = ([g for name, g in held.items() if (name in self._movable) == m] for m in (False, True))
        if self._giving_way is None or self._outdated or not self._giving_way.takes_targets:
            self._giving_way = GivingWay(self._problem, staying, moved, self.mobility, self._options, self._giving_way)
            self._outdated = False
        return self._giving_way.step(stepper, [*staying, *moved], dt)

    def rates(self, q: Any = None) -> Array:
        """q̇ (size,) [rad/s, m/s]: the right side of W eq. 5.7 at a state, the present one by default."""
        return np.asarray(self._current_stepper().asked(self._q if q is None else self._problem.checked(q)))

    # -- how well constraints hold -------------------------------------------------------------

    @property
    def multipliers(self) -> dict[str, Array]:
        """λ of the rows of every constraint: the force [N] and torque [N·m] with which it balances the forces.

        The force on the figures is J_cᵀ λ.  Where rows depend on each other, λ is the shortest vector, if all ranges
        push inward with it.  A range farther than the tolerance from its ends has none.
        """
        found = self._current_stepper().answers()[0]
        return {name: found[own] for name, own, e in self._entries.rows() if e.role == "constraint"}

    @property
    def limit_forces(self) -> Array:
        """The forces of limits on the parameters (size,) [N·m, N]; positive at a lower limit."""
        return np.asarray(self._current_stepper().answers()[1])

    @property
    def violations(self) -> dict[str, dict[str, float]]:
        """The violation of each constraint, in its own units."""
        self.network.state = self._q
        found, chosen = {}, self.choices
        for name, _, entry in self._entries.rows():
            if entry.role == "constraint":
                wired = entry.wired[chosen.get(name, 0)]
                found[name] = wired.goal.error(wired.violation)
        return found

    @property
    def choices(self) -> dict[str, int]:
        """The index of the goal that counts now, for every disjunction."""
        found = self._current_stepper().choices()
        return dict(zip(self._choosing, found, strict=True))

    @property
    def held(self) -> bool:
        """Whether every constraint that is switched on holds to the tolerance."""
        errors = self.violations
        return all(
            max(errors[name].values(), default=0.0) <= math.sqrt(3) * self._options.tolerance
            for name, goal in self.constraints.items()
            if goal.weight > 0
        )

    def __repr__(self) -> str:
        names = ", ".join(figure.name for figure in self.figures)
        return f"<Simulation: {names}, {len(self.constraints)} constraints, {len(self.forces)} forces>"

    def __getstate__(self) -> dict[str, Any]:
        self._entries  # noqa: B018  (takes over the targets that only the stepper has)
        kept = {name: value for name, value in vars(self).items() if name != AT_WORK}
        return kept | {"_stepper": None, "_last": None, "_slots": {}, "_choosing": [], "_giving_way": None}

    # -- the stepper ---------------------------------------------------------------------------

    def _current_stepper(self) -> AnyStepper:
        """The stepper of the present entries, compiled or in Python; made when it is first needed."""
        if self._stepper is not None:
            return self._stepper
        entries, kernels = self._entries, library()
        flat = self._evaluate_with == "auto" and kernels is not None and not any(f.tables.custom for f in self.figures)
        pieces = entries.pieces(kernels.Piece) if kernels is not None and flat else None
        self._slots, last = {}, self._last
        if kernels is None or pieces is None:
            plain = Stepper(NetworkRows(entries), entries.terms(self.mobility), self._options, self._q)
            if isinstance(last, Stepper):
                plain.continue_from(last)
            stepper: AnyStepper = plain
        else:
            if isinstance(last, kernels.Simulation):
                compiled = last
            else:
                tree = Tables.join([figure.tables for figure in self.figures])
                compiled = kernels.Simulation(tree, entries.terms(self.mobility, limits_only=True), self._options)
            compiled.wire(list(pieces.values()), np.sqrt(self.mobility))
            if compiled is not last:
                compiled.place(self._q)
            stepper = compiled
            self._slots = {name: (place, piece.constants) for place, (name, piece) in enumerate(pieces.items())}
        self._choosing = list(entries.disjunctions)
        stepper.favour([entries.by_name[name].favoured for name in self._choosing])
        self._stepper = self._last = stepper
        return stepper

    def _enter(self, role: Role, given: Any, name: str | None) -> str:
        entered = self._entries.enter(role, given, name)
        self._rebuild()
        return entered

    def _rebuild(self) -> None:
        """Rebuild a compiled stepper now, so that the next ``step`` is not slower than others."""
        running, self._stepper, self._outdated = self._stepper, None, True
        if running is not None and not isinstance(running, Stepper):
            self._current_stepper()

    def _set_targets(self, name: str, old: Entry, new: Entry) -> None:
        """Keep the compiled stepper where only constants changed."""
        running, constants = self._stepper, self._slots.get(name)
        if running is None or isinstance(running, Stepper) or constants is None or not old.alike(new):
            self._rebuild()
        else:
            running.set_targets(constants[0], constants_of(new.goals))
            running.favour([self._unmoved_entries.by_name[each].favoured for each in self._choosing])

    def _inside(self, q: Any) -> Array:
        return self._polyhedron.nearest(self._problem.checked(q).copy())


def _state(start: Any) -> Any:
    """A state from a pose, from several, or as it is."""
    poses = start if isinstance(start, (tuple, list)) else (start,)
    if poses and all(isinstance(pose, Pose) for pose in poses):
        return np.concatenate([pose.q for pose in poses])
    return start
