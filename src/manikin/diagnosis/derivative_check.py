"""Whether the derivatives of a goal or handle are those of its values: a check for kinds of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, from_rotation_vector
from manikin.problem.network import figure_of

__all__ = ["DerivativeReport", "check_goal", "check_handle"]

STEPS = (1e-4, 1e-5, 1e-6)
"""Central differences are taken with each of these steps [rad, m]; the nearest one counts."""
TANGENT_NAMES = {
    "point": ("x", "y", "z"),
    "direction": ("x", "y", "z"),
    "orientation": ("turn about x", "turn about y", "turn about z"),
    "frame": ("x", "y", "z", "turn about x", "turn about y", "turn about z"),
}


@dataclass(frozen=True)
class Fault:
    """Something that a goal or handle says and that is not so.

    Attributes:
        where: What is wrong, such as "handle height: parameter rod1".
        text: What it says, and what it should.
        difference: Between the two; infinite if they cannot be compared.
        state: Index of the random state.
    """

    where: str
    text: str
    difference: float
    state: int


@dataclass
class DerivativeReport:
    """What a check found; prints as a few lines.

    Attributes:
        name: The goal or handle.
        states: How many random states were tried.
        largest: The largest difference between derivatives and differences, as a share of 1 + their size.
        faults: What is wrong, the worst of each place.
    """

    name: str
    states: int
    largest: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.name}: right at {self.states} states; the largest difference is {self.largest:.1e}"
        lines = [f"{self.name}: {len(self.faults)} {'fault' if len(self.faults) == 1 else 'faults'}"]
        lines += [f"  {fault.where}: {fault.text} (state {fault.state})" for fault in self.faults]
        return "\n".join(lines)

    def add(self, where: str, text: str, difference: float, state: int) -> None:
        """Keep a fault, unless a worse one is known at the same place."""
        known = next((fault for fault in self.faults if fault.where == where), None)
        if known is not None and not difference > known.difference:
            return
        self.faults = [fault for fault in self.faults if fault is not known]
        self.faults.append(Fault(where, text, difference, state))


@explained
def check_handle(
    handle: Handle, figure: Figure, *, states: int = 20, seed: int = 0, tolerance: float = 1e-6
) -> DerivativeReport:
    """Compare a handle's derivative with differences of its value at random states of a figure.

    Also checked: sizes, finite numbers, rotations that are rotations, unit vectors, and that the value depends only on
    the parameters in ``columns``.

    Args:
        handle: The handle.
        figure: The figure that it is on.
        states: How many random states are tried.
        seed: Of the random states.
        tolerance: Largest difference that counts as none, as a share of 1 + the size of the derivative.
    """
    report = DerivativeReport(f"handle {handle.kind}", states)
    handle.check(figure)
    for number, q in enumerate(_random_states((figure,), states, seed)):
        _check_handle(report, handle, Pose(figure, q[0]), tolerance, number)
    return report


@explained
def check_goal(
    goal: Goal,
    figures: Figure | Iterable[Figure],
    *,
    states: int = 20,
    seed: int = 0,
    tolerance: float = 1e-6,
) -> DerivativeReport:
    """Compare the derivatives of a goal, and of its handles, with differences at random states of its figures.

    ``jacobians`` is checked by itself, with the handles' values varied, so that a fault is named where it is made.  A
    goal with a kink, such as the edge of an inequality, may be wrong at a state that lies on the kink.

    Args:
        goal: The goal.
        figures: The figures that its handles are on.
        states: How many random states are tried.
        seed: Of the random states.
        tolerance: Largest difference that counts as none, as a share of 1 + the size of the derivative.
    """
    owners = (figures,) if isinstance(figures, Figure) else tuple(figures)
    report = DerivativeReport(f"goal {goal.name or goal.kind}", states)
    for number, q in enumerate(_random_states(owners, states, seed)):
        poses = {figure.name: Pose(figure, part) for figure, part in zip(owners, q, strict=True)}
        values = []
        for handle in goal.handles:
            if isinstance(handle, Fixed):
                values.append(handle.constant)
                continue
            pose = poses[figure_of(handle, owners).name]
            _check_handle(report, handle, pose, tolerance, number)
            values.append(np.asarray(handle.value(pose), float))
        if not any(fault.difference == np.inf for fault in report.faults):
            _check_rows(report, goal, values, tolerance, number)
    return report


def _random_states(figures: Sequence[Figure], count: int, seed: int) -> list[list[Array]]:
    if not (isinstance(count, int) and count > 0):
        raise InputError(f"states must be a whole number above 0, not {shorten(count)}")
    rng = np.random.default_rng(seed)
    return [[figure.random_state(rng) for figure in figures] for _ in range(count)]


def _check_handle(report: DerivativeReport, handle: Handle, pose: Pose, tolerance: float, state: int) -> None:
    figure, name = pose.figure, f"handle {handle.kind}"
    value = np.asarray(handle.value(pose), float)
    if value.shape != (handle.size,) or not np.isfinite(value).all():
        text = f"value() must be {handle.size} finite numbers, not {shorten(value.tolist())}"
        return report.add(name, text, np.inf, state)
    if wrong := _not_of_type(handle, value):
        return report.add(name, wrong, np.inf, state)
    rows = handle.sparse_jacobian(pose)
    shape = (handle.tangent, len(rows.columns))
    if rows.block.shape != shape or not np.isfinite(rows.block).all():
        text = f"sparse_jacobian() must be finite numbers of the shape {shape}, not of {rows.block.shape}"
        return report.add(name, text, np.inf, state)
    own = set(handle.columns(figure).tolist())
    if not set(rows.columns.tolist()) <= own:
        extra = [figure.parameter_names[i] for i in sorted(set(rows.columns.tolist()) - own)]
        report.add(name, f"sparse_jacobian() has columns that columns() lacks: {', '.join(extra)}", np.inf, state)
    said = rows.dense(figure.size)
    for column, parameter in enumerate(figure.parameter_names):

        def along(h: float, column: int = column) -> Array:
            q = pose.q.copy()
            q[column] += h
            return np.asarray(handle.value(Pose(figure, q)), float)

        found = _nearest(lambda h: handle.difference(along(h), along(-h)) / (2 * h), said[:, column])
        where = f"{name}, parameter {parameter}"
        names = TANGENT_NAMES.get(handle.value_type, tuple(map(str, range(handle.tangent))))
        _compare(report, where, "sparse_jacobian()", names, said[:, column], found, tolerance, state)
    return None


def _not_of_type(handle: Handle, value: Array) -> str:
    """What keeps a value from being of the handle's type; empty if nothing does."""
    if handle.value_type == "direction" and abs(np.linalg.norm(value) - 1) > 1e-9:
        return f"the value of a direction must have the length 1, not {np.linalg.norm(value):.6g}"
    if handle.value_type in ("orientation", "frame"):
        turn = value.reshape(3, -1)[:, :3]
        if np.abs(turn @ turn.T - np.eye(3)).max() > 1e-9 or np.linalg.det(turn) < 0:
            return "the value of an orientation must be a rotation matrix"
    return ""


def _check_rows(report: DerivativeReport, goal: Goal, values: list[Array], tolerance: float, state: int) -> None:
    residual = np.asarray(goal.residual(*values), float)
    if residual.shape != (goal.rows,) or not np.isfinite(residual).all():
        text = f"residual() must be {goal.rows} finite numbers, one for each unit, not {shorten(residual.tolist())}"
        return report.add("residual", text, np.inf, state)
    jacobians = goal.jacobians(*values)
    fields = [name for name, handles in goal.arguments.items() for _ in handles]
    if len(jacobians) != len(fields):
        text = f"jacobians() must give {len(fields)} matrices, one for each handle, not {len(jacobians)}"
        return report.add("jacobians", text, np.inf, state)
    for i, (name, handle) in enumerate(zip(fields, goal.handles, strict=True)):
        said = np.asarray(jacobians[i], float)
        if said.shape != (goal.rows, handle.tangent) or not np.isfinite(said).all():
            shape = (goal.rows, handle.tangent)
            text = f"jacobians() must be finite numbers of the shape {shape}, not of {said.shape}"
            report.add(f"by {name}", text, np.inf, state)
            continue
        names = TANGENT_NAMES.get(handle.value_type, tuple(map(str, range(handle.tangent))))
        for k in range(handle.tangent):
            step = np.zeros(handle.tangent)
            step[k] = 1.0
            if handle.value_type == "direction":  # a unit vector moves across itself only
                step -= (step @ values[i]) * values[i]

            def at(h: float, i: int = i, handle: Handle = handle, step: Array = step) -> Array:
                moved = [*values[:i], _moved(handle, values[i], h * step), *values[i + 1 :]]
                return np.asarray(goal.residual(*moved), float)

            wanted = said @ step
            found = _nearest(lambda h: (at(h) - at(-h)) / (2 * h), wanted)
            rows = [f"row {row} [{unit}]" if unit else f"row {row}" for row, unit in enumerate(goal.units)]
            _compare(report, f"by {name}, {names[k]}", "jacobians()", rows, wanted, found, tolerance, state)
    return None


def _moved(handle: Handle, value: Array, step: Array) -> Array:
    """A value after a small step in the rows of its derivative."""
    if handle.value_type == "direction":
        moved = value + step
        return np.asarray(moved / np.linalg.norm(moved))
    if handle.value_type == "orientation":
        return np.asarray(from_rotation_vector(step) @ value.reshape(3, 3)).reshape(9)
    if handle.value_type == "frame":
        frame = value.reshape(3, 4)
        turn = from_rotation_vector(step[3:]) @ frame[:, :3]
        return np.column_stack([turn, frame[:, 3] + step[:3]]).reshape(12)
    return value + step


def _nearest(differences: Callable[[float], Array], said: Array) -> Array:
    """The differences with the step that comes nearest to what was said: neither rounding nor curvature count."""
    found = [differences(h) for h in STEPS]
    return min(found, key=lambda rates: float(np.abs(rates - said).max(initial=0.0)))


def _compare(
    report: DerivativeReport,
    where: str,
    source: str,
    names: Sequence[str],
    said: Array,
    found: Array,
    tolerance: float,
    state: int,
) -> None:
    share = np.abs(said - found) / (1 + np.abs(found))
    if not share.size:
        return
    worst = int(np.argmax(share))
    report.largest = max(report.largest, float(share[worst]))
    if not share[worst] <= tolerance:
        text = f"{names[worst]}: {source} says {said[worst]:.6g}, differences say {found[worst]:.6g}"
        report.add(where, text, float(share[worst]), state)
