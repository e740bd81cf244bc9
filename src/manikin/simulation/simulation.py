"""Figures that keep their constraints while they are pulled about (W 5.2, 5.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np

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
from manikin.problem.problem import Name, Problem
from manikin.simulation.entries import Entry, Role, Wires, Wiring
from manikin.simulation.forces import ConstantForce, spring
from manikin.simulation.options import law_of, resistance
from manikin.simulation.stepper import Stepper
from manikin.solvers.polyhedron import Polyhedron

__all__ = ["Simulation"]


class Simulation:
    """Figures, constraints that hold, forces that pull; stepped in time.

    ``constraints`` are goals in the hard role: equalities, and ranges (half-spaces, distances, balance,
    clearance) by an active set; one of weight 0 is switched off.  Of a disjunction one goal counts, chosen before each
    step, with hysteresis.

    ``forces`` are ``Push`` (constant), and goals in the role of springs, their weight being the strength [N/m,
    N·m/rad].  Joint limits and linear limits hold exactly.  A constraint or spring that names the
    joints of its ``chain`` may use those only; while there is one, a parameter that nothing may use stays (Z 10).

    The state follows W eq. 5.7 with K_i = (1 − stiffness)²/(w_i α_i): ``gains`` "unit" (w = 1), "links" (the
    length of the link [m]) or "joints" (w = 1, but 0.01 of a free root, which no joint holds back), ``responsiveness``
    the α_i.  ``integrator``: "euler", "rk4" and "adaptive" (Dormand and
    Prince, to ``accuracy`` [rad, m]), or "implicit": Euler's with the springs taken at the end of the step, which is
    calm at any strength and step.  ``feedback`` is the k of the equation [1/s].  After each step ``corrections`` of
    Newton's method in the metric K, no more than that, bring the constraints back to ``tolerance`` [m, rad]; with 0
    of them they drift as the thesis has it.  No parameter moves by more than ``max_step`` [rad, m] at once, nor faster
    than its ``speed``; none brakes before a limit by more than ``braking`` [rad/s², m/s²], where that is given ("euler"
    and "implicit").  A step that would break what holds, or let springs gain energy, is shortened.

    ``decomposition`` of J_c K J_cᵀ: "cholesky", which leaves out rows that depend on others; or "svd", the thesis's,
    several times slower: singular values up to ``truncation`` times the largest count for nothing, so that what is
    nearly singular moves calmly, and yields.
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
        self._law = law_of(
            integrator, feedback, corrections, tolerance, accuracy, max_step, decomposition, truncation, braking
        )
        self._base = self._problem.gain**2 / resistance(self._problem, gains, responsiveness)
        self._wired = Wiring(self._problem)
        self._moved: dict[str, Handle] = {}  # targets that the kernel knows and the wiring does not yet
        self._stepper: Any = None
        self._last: Any = None  # the stepper that was at work before the wiring changed
        self._slots: dict[str, tuple[int, int]] = {}  # of its pieces: their places and how many constants they have
        self._choosing: list[str] = []  # its disjunctions
        self.time = 0.0
        self._polyhedron = Polyhedron(self._problem)
        self._q = self._inside(self._problem.rest if start is None else _state(start))
        for goal in constraints:
            self.add(goal)
        for force in forces:
            self.add_force(force)

    # -- what holds and what pulls -------------------------------------------------------------

    def add(self, constraint: Goal, *, name: str | None = None) -> str:
        """Hold a goal from now on; gives the name under which it can be changed and removed."""
        return self._enter("constraint", constraint, name)

    def add_force(self, force: Goal | ConstantForce, *, name: str | None = None) -> str:
        """Let a push, or a goal as a spring, act from now on."""
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
        """A spring of ``strength`` [N/m, N·m/rad] from a handle to a target of its type, or to another handle."""
        goal = spring(handle, target, strength, name=name, chain=None if chain is None else tuple(chain))
        return self.add_force(goal, name=name)

    def push(self, handle: Handle, force: Any, *, name: str | None = None) -> str:
        """A constant force [N], torque [N·m] or both on a handle."""
        return self.add_force(ConstantForce(handle=handle, force=force, name=name), name=name)

    def remove(self, name: str) -> None:
        """Let go of a constraint or force; blocks and chains that served it alone go with it."""
        self._moved.pop(name, None)
        self._wiring.remove(name)
        self._wire_again()

    def replace(self, name: str, new: Goal | ConstantForce) -> None:
        """Another constraint or force in the place of one; quickest where nothing but constants differs."""
        old, entry = self._wiring.replace(name, new)
        self._retarget(name, old, entry)

    def move(self, name: str, target: Any) -> None:
        """Another target for a constraint or spring that has one."""
        entry = self._wired.entry(name)
        old = self._moved.get(name, getattr(entry.given, "target", None))
        if old is None:
            raise InputError(f"{shorten(name)} has no target to be moved")
        if self._stepper is not None and name in self._slots and isinstance(old, Fixed):
            new = as_handle(target, old.value_type, f"{entry.goals[0].kind}: target")
            place, constants = self._slots[name]
            if isinstance(new, Fixed) and type(new) is type(old) and constants == new.size:
                self._stepper.set_targets(place, new.constant)
                self._moved[name] = new
                return
        self.replace(name, replace(self._wiring.entry(name).given, target=target))  # type: ignore[call-arg]

    @property
    def _wiring(self) -> Wiring:
        """The wiring, told of the targets that moved."""
        while self._moved:
            name, target = self._moved.popitem()
            self._wired.replace(name, replace(self._wired.entry(name).given, target=target))  # type: ignore[call-arg]
        return self._wired

    @property
    def constraints(self) -> dict[str, Goal]:
        """What holds, by name."""
        return {name: e.given for name, e in self._wiring.entries.items() if e.role == "constraint"}  # type: ignore[misc]

    @property
    def forces(self) -> dict[str, Goal | ConstantForce]:
        """What pulls and pushes, by name."""
        return {name: e.given for name, e in self._wiring.entries.items() if e.role == "force"}

    # -- the state -----------------------------------------------------------------------------

    @property
    def figures(self) -> tuple[Figure, ...]:
        return self._problem.figures

    @property
    def network(self) -> Network:
        """The blocks and wires at work; ranges appear as the goals that measure them."""
        return self._wiring.network

    @property
    def q(self) -> Array:
        """The state (size,), the figures' parameters one after another."""
        return np.array(self._q)

    @q.setter
    def q(self, q: Any) -> None:
        """Another state, brought inside the limits; constraints are met again in the next step."""
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
        return np.asarray(self._base * self._wiring.usable)

    def step(self, dt: float, n: int = 1) -> Array:
        """n steps of dt seconds; gives the state.

        ``time`` goes on by as much; by less where an adaptive step would take more than 100 of its own, as stiff
        springs make it: it ends there, and the next goes on.
        """
        if not (isinstance(dt, (int, float)) and 0 < dt < math.inf):
            raise InputError(f"a step needs a time above 0 and finite, not {shorten(dt)}")
        if not (isinstance(n, (int, np.integer)) and n >= 0):
            raise InputError(f"the number of steps must be a whole number, not {shorten(n)}")
        stepper = self._at_work()
        if isinstance(stepper, Stepper):
            self.time += sum(stepper.step(float(dt)) for _ in range(n))
        else:
            self.time += stepper.run(float(dt), int(n))
        self._q = stepper.q
        if self._choosing:
            for name, chosen in zip(self._choosing, stepper.choices(), strict=True):
                self._wired.entries[name].favoured = chosen
        return np.array(self._q)

    def rates(self, q: Any = None) -> Array:
        """q̇ (size,) [rad/s, m/s]: the right-hand side of W eq. 5.7 at a state, the present one by default."""
        return np.asarray(self._at_work().asked(self._q if q is None else self._problem.checked(q)))

    # -- how the constraints fare --------------------------------------------------------------

    @property
    def multipliers(self) -> dict[str, Array]:
        """λ of every constraint's rows: the force [N] and torque [N·m] with which it answers the forces now.

        Where rows depend on one another, the shortest such vector if its ranges only push; the force on
        the figures is J_cᵀ λ.  A range that is farther than the tolerance from its end gives none.
        """
        found = self._at_work().answers()[0]
        return {name: found[own] for name, own, e in self._wiring.rows() if e.role == "constraint"}

    @property
    def limit_forces(self) -> Array:
        """The forces (size,) with which limits hold the parameters now [N·m, N]; above 0 at a lower limit."""
        return np.asarray(self._at_work().answers()[1])

    @property
    def violations(self) -> dict[str, dict[str, float]]:
        """How far each constraint is from holding, in its own units."""
        self.network.state = self._q
        found, chosen = {}, self.choices
        for name, _, entry in self._wiring.rows():
            if entry.role == "constraint":
                measure = entry.measures[chosen.get(name, 0)]
                found[name] = measure.goal.error(measure.beyond)
        return found

    @property
    def choices(self) -> dict[str, int]:
        """Of every disjunction, the number of the goal that counts now; it changes with hysteresis."""
        found = self._at_work().choices()
        return dict(zip(self._choosing, found, strict=True))

    @property
    def held(self) -> bool:
        """Whether every constraint that is switched on holds to the tolerance."""
        errors = self.violations
        return all(
            max(errors[name].values(), default=0.0) <= math.sqrt(3) * self._law.tolerance
            for name, goal in self.constraints.items()
            if goal.weight > 0
        )

    def __repr__(self) -> str:
        names = ", ".join(figure.name for figure in self.figures)
        return f"<Simulation: {names}, {len(self.constraints)} constraints, {len(self.forces)} forces>"

    # -- at work -------------------------------------------------------------------------------

    def _at_work(self) -> Any:
        """The stepper of the present wiring, made when it is first wanted: compiled, or in Python."""
        if self._stepper is not None:
            return self._stepper
        wiring, kernels = self._wiring, library()
        flat = self._evaluate_with == "auto" and kernels is not None and not any(f.tables.custom for f in self.figures)
        pieces = wiring.pieces(kernels.Piece) if kernels is not None and flat else None
        self._slots = {}
        if kernels is None or pieces is None:
            stepper: Any = Stepper(Wires(wiring), wiring.terms(self.mobility), self._law, self._q)
            if isinstance(self._last, Stepper):
                stepper.go_on(self._last)
        else:
            stepper = self._last
            if not isinstance(stepper, kernels.Simulation):
                tree = Tables.join([figure.tables for figure in self.figures])
                stepper = kernels.Simulation(tree, wiring.terms(self.mobility, limits_only=True), self._law)
            stepper.wire(list(pieces.values()), np.sqrt(self.mobility))
            if stepper is not self._last:
                stepper.place(self._q)
            self._slots = {name: (place, piece.constants) for place, (name, piece) in enumerate(pieces.items())}
        self._choosing = list(wiring.disjunctions)
        stepper.favour([wiring.entries[name].favoured for name in self._choosing])
        self._stepper = self._last = stepper
        return stepper

    def _enter(self, role: Role, given: Any, name: str | None) -> str:
        entered = self._wiring.enter(role, given, name)
        self._wire_again()
        return entered

    def _wire_again(self) -> None:
        """While it runs compiled, whoever changes the wiring waits for it, so that no step takes longer than others."""
        running, self._stepper = self._stepper, None
        if running is not None and not isinstance(running, Stepper):
            self._at_work()

    def _retarget(self, name: str, old: Entry, new: Entry) -> None:
        """Keep the compiled stepper where nothing but constants changed."""
        running, constants = self._stepper, self._slots.get(name)
        if running is None or constants is None or not old.alike(new):
            self._wire_again()
        else:
            running.set_targets(constants[0], constants_of(new.goals))
            running.favour([self._wired.entries[each].favoured for each in self._choosing])

    def _inside(self, q: Any) -> Array:
        return self._polyhedron.nearest(self._problem.checked(q).copy())


def _state(start: Any) -> Any:
    """A state from a pose, from several, or as it is."""
    if isinstance(start, Pose):
        return start.q
    if isinstance(start, (tuple, list)) and start and all(isinstance(pose, Pose) for pose in start):
        return np.concatenate([pose.q for pose in start])
    return start
