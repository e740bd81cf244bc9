"""Maintained constraints: the cost of a step, how well they hold, and a humanoid task, also for other libraries."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.peers_solvers.circle import CIRCLES, PASSES, STEP, Circle, circle
from benchmarks.solvers_peers import OURS, follow, reason_for_absence
from benchmarks.timing import Row, best_times, readable
from manikin import bodies
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.goals import Align, Line, OrientationGoal, Plane, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.language.goals import lock_from_text
from manikin.math.rotations import about_axis
from manikin.simulation.simulation import Simulation
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import Skeleton

__all__ = ["circle_rows", "drag_rows", "step_rows"]

PEERS = ("placo", "mink")


def _worst(sim: Simulation) -> float:
    """The largest violation [m, rad]."""
    return max(max(error.values()) for error in sim.violations.values())


# ---- what a step costs ---------------------------------------------------------------------------


def step_rows(numbers: dict[str, Any]) -> list[Row]:
    """Times of steps while a target moves: the case of the thesis, many constraints, two figures, many limbs."""
    rows = []
    for what, bound, goal in (
        ("a step, 12 constraints on the ungrouped human", 0.3e-3, _twelve()),
        ("a step, two figures clasp hands on locked feet", 0.6e-3, _clasping()),
    ):
        seconds = best_times({what: goal})[what]
        numbers[what] = seconds
        rows.append(Row(what, readable(seconds), f"at most {readable(bound)}", bound / seconds, 1.0))
    rows += _pelvis_rows(numbers)
    limbs = (4, 8, 16, 32, 64, 128)
    found = best_times({str(n): _limbs(n) for n in limbs}, rounds=30)
    slope = float(np.polyfit(np.log(limbs[1:]), np.log([found[str(n)] for n in limbs[1:]]), 1)[0])
    numbers["limbs"] = found
    text = ", ".join(f"{n}: {readable(found[str(n)])}" for n in limbs)
    rows.append(Row("limbs that share nothing: exponent of growth", f"{slope:.2f}", text, 1.15 / slope, 1.0))
    return rows


def _twelve() -> Callable[[], object]:
    human = bodies.load("human").ungrouped("spine", "right shoulder", "left shoulder")
    rest = human.pose()

    def at(part: str) -> Position:
        return Position(point=human.point(part), target=rest.position(part))

    spine = rest.orientation("l1") @ np.array([0.0, 1.0, 0.0])
    held: list[Goal] = [
        *(lock_from_text(part, rest) for part in ("l_foot", "r_foot", "l_hand")),
        OrientationGoal(orientation=human.orientation("head"), target=rest.orientation("head")),
        *map(at, ("t5", "r_toes", "l_toes", "l_forearm", "pelvis")),
        Line(point=human.point("r_hand"), origin=rest.position("r_hand"), along=(0, 1, 0)),
        Plane(point=human.point("r_forearm"), origin=rest.position("r_forearm"), normal=(1, 0, 0)),
        Align(direction=human.direction("l1", (0, 1, 0)), target=spine),
    ]
    sim = Simulation(human, held)
    drag = sim.pull(human.point("r_hand"), rest.position("r_hand"), strength=100)
    places = rest.position("r_hand") + 0.2 * np.sin(0.05 * np.arange(500))[:, None] * [0.0, 1.0, 0.3]
    return _dragged(sim, drag, places)


def _clasping() -> Callable[[], object]:
    human = bodies.load("human").ungrouped("spine", "right shoulder", "left shoulder")
    figures = human.renamed("one"), human.renamed("two")
    state = np.concatenate([human.rest, human.rest])
    state[human.size + 2] += 0.5
    poses = [figure.pose(q) for figure, q in zip(figures, np.split(state, 2), strict=True)]
    held: list[Goal] = [Position(point=figures[0].point("r_hand"), target=figures[1].point("l_hand"))]
    for figure, pose in zip(figures, poses, strict=True):
        held += [PoseGoal(frame=figure.frame(foot), target=pose.transform(foot)) for foot in ("l_foot", "r_foot")]
    sim = Simulation(figures, held, start=state)
    pelvis = poses[0].position("pelvis")
    drag = sim.pull(figures[0].point("pelvis"), pelvis)
    sim.step(0.01, 5)
    return _dragged(sim, drag, pelvis - 0.1 * (1 - np.cos(0.05 * np.arange(500)))[:, None] * [0.0, 1.0, 0.3])


def _dragged(sim: Simulation, drag: str, places: np.ndarray) -> Callable[[], object]:
    """Move the target and make one step, many times."""
    turn = iter(range(10**9))

    def step() -> None:
        sim.move(drag, places[next(turn) % len(places)])
        sim.step(1 / 60)

    return step


def _pelvis_rows(numbers: dict[str, Any]) -> list[Row]:
    """X4: both feet locked, the pelvis tilts and twists, five iterations per refresh (W fig. 6.4)."""
    human = bodies.load("human")
    rest = human.pose()
    held = [lock_from_text("l_foot", rest), lock_from_text("r_foot", rest)]
    first = rest.orientation("pelvis")
    tilt = OrientationGoal(orientation=human.orientation("pelvis"), target=first, name="tilt")
    sim = Simulation(human, [*held, tilt])
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    phase = 0.03 * np.arange(2000)
    wanted = [about_axis(y, 0.3 * np.sin(0.6 * t)) @ about_axis(x, 0.4 * np.sin(t)) @ first for t in phase]
    turn = iter(range(10**9))

    def refresh() -> None:
        sim.move("tilt", wanted[next(turn) % len(wanted)])
        sim.step(0.01, 5)

    seconds = best_times({"refresh": refresh})["refresh"]
    drift = 0.0
    for _ in range(2000):
        refresh()
        drift = max(drift, *(error["m"] for name, error in sim.violations.items() if name != "tilt"))
    height = rest.position("head top")[1]
    numbers["pelvis"] = {"refreshes per second": 1 / seconds, "drift": drift / height}
    return [
        Row("X4, refreshes a second", f"{1 / seconds:.0f}", "at least 2000 (thesis 3-4)", 1 / seconds / 2000, 1.0),
        Row("X4, drift of the feet / height", f"{drift / height:.1e}", "below 1e-4", 1e-4 / (drift / height), 1.0),
    ]


def _limbs(count: int) -> Callable[[], object]:
    """A star of limbs on a fixed root, each with its own constraint and its own pull."""
    joints = [joint("root")]
    for k in range(count):
        joints.append(joint(f"a{k}", "root", offset=(k, 0, 0), dofs=[hinge("x"), hinge("z")]))
        joints.append(joint(f"b{k}", f"a{k}", offset=(0, 0.4, 0), dofs=[hinge("x"), hinge("y")]))
        joints.append(joint(f"c{k}", f"b{k}", offset=(0, 0.4, 0)))
    star = Figure(Skeleton(name="star", joints=tuple(joints)))
    start = np.full(star.size, 0.3)
    pose = star.pose(start)
    sim = Simulation(star, start=start)
    for k in range(count):
        sim.add(Plane(point=star.point(f"c{k}"), origin=pose.position(f"c{k}"), normal=(0, 1, 0)))
        sim.push(star.point(f"c{k}"), (1.0, 0.0, 0.5))
    return lambda: sim.step(1e-5)


# ---- what holds --------------------------------------------------------------------------------------


def drag_rows(numbers: dict[str, Any], *, count: int = 1000, rounds: int = 10) -> list[Row]:
    """Random drags of the human with four locks.  Every step counts, also the first one after a pull begins or ends.

    To remove the noise of the machine, the same drags are repeated, and the least CPU time of each step counts.  As in
    all timings here, the garbage collector is off.  The times of pull and remove, which build the system again, are
    printed separately.
    """
    runs = [_drags(count) for _ in range(rounds)]
    times, pulls, removals = (
        np.min([run[key] for run in runs], axis=0) * 1e-9 for key in ("steps", "pulls", "removals")
    )
    longest, usual, rewired = float(times.max()), float(np.median(times)), float(np.median(pulls))
    facts = {key: max(run[key] for run in runs) for key in ("slip", "broken")}
    numbers["drags"] = {**facts, "median": usual, "longest": longest, "pull": rewired}
    both = f"{readable(rewired)}, {readable(float(np.median(removals)))}"
    return [
        Row(
            f"{count} drags, 4 locks: largest slip",
            f"{facts['slip']:.1e} m, rad",
            "at most 1e-6",
            1e-6 / facts["slip"],
            1.0,
        ),
        Row("… states beyond a limit, or no numbers", f"{facts['broken']}", "none", float(facts["broken"] == 0), 1.0),
        Row(
            f"… longest of {times.size} steps / median",
            f"{readable(longest)} / {readable(usual)}",
            f"at most 3, is {longest / usual:.2f}",
            3 * usual / longest,
            1.0,
        ),
        Row("… to add a pull, to remove it", both, f"a step {readable(usual)}", usual / rewired),
    ]


def _drags(count: int) -> dict[str, Any]:
    human = bodies.load("human").ungrouped("spine", "right shoulder", "left shoulder")
    rest = human.pose()
    held = [
        lock_from_text("l_foot", rest),
        lock_from_text("r_foot", rest),
        Position(point=human.point("l_hand"), target=rest.position("l_hand")),
        OrientationGoal(orientation=human.orientation("head"), target=rest.orientation("head")),
    ]
    sim = Simulation(human, held)
    sim.step(1e-3)
    spots = ("r_hand", "pelvis", "t5", "r_forearm", "l_shin")
    rng = np.random.default_rng(1)
    found: dict[str, Any] = {"steps": [], "pulls": [], "removals": [], "slip": 0.0, "broken": 0}

    def timed(kind: str, call: Callable[[], Any]) -> Any:
        begin = time.process_time_ns()
        answer = call()
        found[kind].append(time.process_time_ns() - begin)
        return answer

    gc.collect()
    gc.disable()
    try:
        for _ in range(count):
            spot = str(rng.choice(spots))
            handle, target = human.point(spot), rest.position(spot) + rng.normal(0, 0.4, 3)
            drag = timed("pulls", lambda h=handle, t=target: sim.pull(h, t, strength=200))
            for k in range(12):
                if k == 11:
                    timed("removals", lambda d=drag: sim.remove(d))
                q = timed("steps", lambda: sim.step(1 / 60))
                found["broken"] += not (np.isfinite(q).all() and (q >= human.lo).all() and (q <= human.hi).all())
            found["slip"] = max(found["slip"], _worst(sim))
    finally:
        gc.enable()
    return found


# ---- compared with other libraries -----------------------------------------------------------------


def circle_rows(numbers: dict[str, Any], *, rounds: int = 3) -> list[Row]:
    """Feet as hard goals, a hand that follows circles as a soft goal: slip, tracking error, smoothness and time.

    All libraries have the same goals and gains: see ``peers_solvers/circle.py``.  The others make one step per frame,
    which is their usual way, and in a second run two.  Ours makes two in both comparisons; rows with two steps of the
    others are for information.

    Away from limits, the paths of placo and of ours agree to 1e-4 rad: the path of least joint speed.  Its largest
    acceleration on the small circle is 4.777 rad/s² if the hand is on the circle to 1e-9 m, and 4.779 if it lags by
    1e-5 m.  This is not the smallest possible value: a linear program over 160 frames, with joints up to 0.3 rad away
    from that path, finds 1.8 rad/s².  So a difference in the fourth digit means nothing.
    """
    if reason := reason_for_absence():
        return [Row(f"circle: {reason}", "", "", np.nan)]
    rows = []
    numbers["circles"] = {}
    for what in CIRCLES:
        found: dict[tuple[str, int], dict[str, float]] = {}
        for passes in PASSES:
            asked = circle(what, passes)
            for name, answer in follow((OURS, *PEERS), what, passes, rounds=rounds).items():
                if "left_out" in answer:
                    rows.append(Row(f"{what}, beside {name}", "", answer["left_out"], np.nan))
                    continue
                facts = {**_judged(asked, answer["states"]), "time a frame": float(np.mean(answer["times"]))}
                found[name, passes] = facts
        numbers["circles"][what] = {f"{name}, {passes} a frame": facts for (name, passes), facts in found.items()}
        ours = found[OURS, PASSES[-1]]
        for (name, passes), theirs in found.items():
            if name == OURS:
                continue
            for metric, value in ours.items():
                texts = [readable(v) if "time" in metric else f"{v:.2g}" for v in (value, theirs[metric])]
                label = f"{what}, {name} {passes} a frame: {metric}"
                goal = 1.0 if passes == 1 else None
                rows.append(Row(label, *texts, theirs[metric] / max(value, 1e-300), goal))
    return rows


def _judged(asked: Circle, states: np.ndarray) -> dict[str, float]:
    """Measured by our kinematics: slip of the soles, error of the hand, the largest joint acceleration."""
    task = asked.task
    figure = Figure(read_skeleton(task.urdf.read_bytes(), task.urdf.name))
    joints = len(task.joints)
    columns = [figure.index(name) for name in task.joints]

    def frames(values: np.ndarray, bases: np.ndarray) -> np.ndarray:
        q = np.tile(figure.rest, (len(values), 1))
        q[:, columns] = values
        own = figure.forward(q, parts=[*asked.feet, asked.hand])
        turned = bases[:, None, :, :3] @ own[:, :, :, :3]
        return np.concatenate([turned, bases[:, None, :, :3] @ own[:, :, :, 3:] + bases[:, None, :, 3:]], axis=3)

    start = frames(task.starts[:1], asked.base[None, :3])[0]
    world = frames(states[:, :joints], states[:, joints:].reshape(-1, 3, 4))
    slip = np.linalg.norm(world[:, :2, :, 3] - start[:2, :, 3], axis=2)
    chord = np.linalg.norm((world[:, :2, :, :3] - start[:2, :, :3]).reshape(len(world), 2, 9), axis=2)
    off = np.linalg.norm(world[:, 2, :, 3] - start[2, :, 3] - asked.offsets, axis=1)
    steps = np.diff(np.concatenate([task.starts[:1], task.starts[:1], states[:, :joints]]), n=2, axis=0)
    return {
        "slip of the soles, m": float(slip.max()),
        "turn of the soles, rad": float(2 * np.arcsin(np.minimum(1, chord.max() / np.sqrt(8)))),
        "hand off its circle, m": float(off.max()),
        "largest acceleration, rad/s²": float(np.abs(steps).max() / STEP**2),
    }
