"""Our own solvers compared with each other: short chains, long chains, cost of an iteration, figures."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import manikin.solvers  # noqa: F401  (registers the kinds)
from benchmarks.timing import Row, best_times, readable
from manikin import bodies
from manikin.errors import ManikinError
from manikin.experiments.experiment import new_plot
from manikin.experiments.x2_accuracy import GOALS, reach
from manikin.experiments.x6_tube import tube_problem
from manikin.experiments.x7_reach import reach_problem
from manikin.figure.figure import Figure
from manikin.goals import OrientationGoal, PoseGoal, Position
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.solver import as_solver, solver_kinds

__all__ = ["figure_rows", "growth_rows", "iteration_rows", "ten_joint_rows"]

Array = np.ndarray
PATIENCE = 0.5  # seconds that a single solve may take
SQUARE = ("shoulder_y", "elbow", "wrist_z")  # free if a method needs as many parameters as rows
CLOSED_FORMS = ("limb",)  # one iteration is the whole solve


@dataclass(frozen=True)
class Outcome:
    """Of many solves: CPU seconds and iterations (medians), the share reached, the median distance left [m]."""

    seconds: float
    iterations: float
    reached: float
    left: float


def ten_joint_rows(numbers: dict[str, Any], *, targets: int = 50) -> list[Row]:
    """All solvers on a chain of ten joints without limits, with targets in and out of reach, as in papers on FABRIK.

    Links of 0.1 m, 1e-3 m asked; from a chain that is slightly bent.
    """
    figure = Figure(chain([0.1] * 10, joints="free", name="ten joints"))
    problem = _tip(figure)
    rng = np.random.default_rng(0)
    start = rng.normal(0, 0.1, figure.size)
    ways = rng.normal(0, 1, (targets, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    places = {
        "in reach": ways * rng.uniform(0.2, 0.95, (targets, 1)),
        "out of reach": ways * rng.uniform(1.05, 1.5, (targets, 1)),
    }
    rows = []
    for label, wanted in places.items():
        found = {}
        for kind in _able(problem):
            found[kind] = _outcome(kind, problem, start, wanted, tolerance=1e-3)
        numbers[f"ten joints, {label}"] = {kind: vars(outcome) for kind, outcome in found.items()}
        for kind, o in found.items():
            left = f", {o.reached:.0%} reached" if label == "in reach" else f", {1000 * o.left:.2g} mm from the nearest"
            text = f"{o.iterations:.0f} iterations{left}"
            rows.append(Row(f"ten joints, {label}: {kind}", readable(o.seconds), text, found["lm"].seconds / o.seconds))
    return rows


def growth_rows(numbers: dict[str, Any], folder: Path, *, longest: int = 1000, targets: int = 10) -> list[Row]:
    """The time to come within 1e-3 of the length for longer and longer chains; slow solvers stop earlier."""
    lengths = [n for n in (3, 10, 30, 100, 300, 1000) if n <= longest]
    times: dict[str, dict[int, float]] = {kind: {} for kind in solver_kinds}
    for n in lengths:
        figure = Figure(chain([1 / n] * n, joints="free"))
        problem = _tip(figure)
        rng = np.random.default_rng(n)
        start = rng.normal(0, 0.3 / np.sqrt(n), figure.size)
        ways = rng.normal(0, 1, (targets, 3))
        wanted = 0.6 * ways / np.linalg.norm(ways, axis=1)[:, None]
        for kind in _able(problem):
            before = list(times[kind].values())
            if len(times[kind]) == lengths.index(n) and (not before or before[-1] < PATIENCE / 10):
                outcome = _outcome(kind, problem, start, wanted, tolerance=0.57e-3)
                if outcome.reached >= 0.5:
                    times[kind][n] = outcome.seconds
    times = {kind: found for kind, found in times.items() if found}
    numbers["growth with the number of joints"] = times
    _plot(folder / "bench_growth.png", times)
    rows = []
    for kind, found in times.items():
        text = ", ".join(f"{n}: {readable(seconds)}" for n, seconds in found.items())
        several = {n: seconds for n, seconds in found.items() if n >= 10}
        power = ""
        if len(several) > 1:
            power = f"grows as n^{np.polyfit(np.log(list(several)), np.log(list(several.values())), 1)[0]:.2f}"
        rows.append(Row(f"growth: {kind}", power, text, np.nan))
    return rows


def iteration_rows(numbers: dict[str, Any]) -> list[Row]:
    """Cost of an iteration, and iterations to 1e-3 and 1e-6, for a limb of seven degrees of freedom."""
    limb = bodies.load("limb7")
    frozen = [name for name in limb.parameter_names if name not in SQUARE]
    rows = []
    for case, target in GOALS.items():
        problem = reach(limb, target)
        square = Problem(problem.figures, problem.goals, limits=False, frozen=frozen)
        problems = {kind: square if kind == "inverse" else problem for kind in solver_kinds}
        able = [kind for kind in _in_order() if not _refusal(kind, problems[kind])]
        counts = {kind: {t: _iterations(kind, problems[kind], t) for t in (1e-3, 1e-6)} for kind in able}
        costs = _iteration_costs(problems, {kind: counts[kind][1e-6][0] for kind in able})
        facts: dict[str, Any] = {}
        for kind, cost in costs.items():
            facts[kind] = {"seconds an iteration": cost}
            facts[kind] |= {f"iterations to {t:.0e}": n if there else None for t, (n, there) in counts[kind].items()}
            text = ", ".join(f"{t:.0e}: {count if there else 'not'}" for t, (count, there) in counts[kind].items())
            rows.append(
                Row(
                    f"{case}: {kind}, an iteration",
                    readable(cost),
                    f"bound three of lm's; iterations to {text}",
                    3 * costs["lm"] / cost,
                    None if kind in CLOSED_FORMS else 1.0,
                )
            )
        for kind in sorted(set(solver_kinds) - set(able)):
            facts[kind] = {"left out": _refusal(kind, problem)}
            rows.append(Row(f"{case}: {kind}", "left out", facts[kind]["left out"], np.nan))
        numbers[f"iterations, goal {case}"] = facts
    return rows


def figure_rows(numbers: dict[str, Any], *, rounds: int = 40) -> list[Row]:
    """A chain that follows a target, the figures of X6 and X7 by their own solver, an interactive step of the human."""
    rows, facts = [], {}
    for move in (0.01, 0.1):
        seconds, residual = _follow(move)
        what = f"7 ball joints, target moves {move:.0%} of the reach"
        facts[what] = {"seconds": seconds, "largest residual": residual}
        rows.append(_bound(what, seconds, 0.15 * 0.104e-3, f"residual {residual:.1e}; Blender 0.104 ms, 8e-5"))
        rows.append(Row(f"{what}: residual", f"{residual:.1e}", "bound 1e-06", 1e-6 / max(residual, 1e-300), 1.0))
    grouped = bodies.load("z_tube")
    for what, problem, bound in (
        ("X6 with 22 degrees of freedom, by zhao", tube_problem(grouped), 2e-3),
        ("X6 with 70 degrees of freedom, by zhao", tube_problem(grouped.ungrouped("spine")), 5e-3),
        ("X7 from the waist, by zhao", reach_problem(torso=True), 1e-3),
        ("X7 from the waist, rigidity 0.5, by zhao", reach_problem(torso=True, rigidity=0.5), 1e-3),
    ):
        session = as_solver("zhao").start(problem)
        result = session.solve(problem.rest)
        seconds = best_times({"": lambda s=session, p=problem: s.solve(p.rest)}, rounds=rounds)[""]
        facts[what] = {"seconds": seconds, "iterations": result.iterations, "status": result.status}
        rows.append(_bound(what, seconds, bound, f"{result.iterations} iterations, {result.status}"))
    what = "human, 5 goals: a step of lm"
    step = _human_step()
    seconds = best_times({"": step}, rounds=rounds)[""]
    facts[what] = {"seconds": seconds}
    rows.append(_bound(what, seconds, 1e-4, ""))
    numbers["figures"] = facts
    return rows


# ---- measuring ---------------------------------------------------------------------------------


def _tip(figure: Figure) -> Problem:
    return Problem(figure, [Position(point=figure.point("tip"), target=(0.5, 0.0, 0.0))], limits=False)


def _in_order() -> list[str]:
    """All solvers, the default first."""
    return sorted(solver_kinds, key=lambda kind: (kind != "lm", kind))


def _refusal(kind: str, problem: Problem) -> str:
    """Why a solver refuses a problem; some refuse only when they start."""
    try:
        as_solver(kind, max_iterations=1).start(problem).advance()
    except ManikinError as error:
        return str(error)
    return ""


def _able(problem: Problem) -> list[str]:
    return [kind for kind in _in_order() if not _refusal(kind, problem)]


def _outcome(kind: str, problem: Problem, start: Array, targets: Array, *, tolerance: float) -> Outcome:
    solver = as_solver(kind, tolerance=tolerance, max_iterations=1_000_000)
    seconds, iterations, reached, left = [], [], [], []
    with _undisturbed():
        for target in targets:
            posed, taken = problem.with_constants(target), []
            while len(taken) < 3 and sum(taken) < 0.01:  # short solves are measured again
                session = solver.start(posed, start)
                begin = time.process_time()
                result = session.run(seconds=PATIENCE)
                taken.append(time.process_time() - begin)
            seconds.append(min(taken))
            iterations.append(result.iterations)
            reached.append(result.reached)
            beyond = max(0.0, float(np.linalg.norm(target)) - 1.0)  # all these chains are 1 m long
            left.append(result.errors[0]["m"] - beyond)
            if sum(seconds) > 10 * PATIENCE:
                break
    return Outcome(
        float(np.median(seconds)), float(np.median(iterations)), float(np.mean(reached)), float(np.median(left))
    )


def _iterations(kind: str, problem: Problem, tolerance: float) -> tuple[int, bool]:
    """Iterations from the rest pose, and whether they reach the target."""
    solver = as_solver(kind, tolerance=tolerance, max_iterations=10_000_000)
    result = solver.start(problem, problem.rest).run(seconds=4 * PATIENCE)
    return result.iterations, result.reached


def _iteration_costs(problems: dict[str, Problem], counts: dict[str, int]) -> dict[str, float]:
    """CPU seconds of an iteration: a solve with several minus a solve with none."""
    calls: dict[str, Callable[[], object]] = {}
    several = {kind: max(1, min(count, 50)) for kind, count in counts.items()}
    for kind, count in several.items():
        for n in (0, count):
            solver = as_solver(kind, tolerance=0.0, max_iterations=n, **_no_restarts(kind))
            session = solver.start(problems[kind])
            calls[f"{kind} {n}"] = lambda s=session, q=problems[kind].rest: s.solve(q)
    times = best_times(calls, rounds=30, sample=0.001)
    return {kind: (times[f"{kind} {n}"] - times[f"{kind} 0"]) / n for kind, n in several.items()}


def _no_restarts(kind: str) -> dict[str, Any]:
    return {"restarts": 0} if "restarts" in solver_kinds[kind].__dataclass_fields__ else {}


def _follow(move: float, moves: int = 400) -> tuple[float, float]:
    """Median CPU seconds of a solve after each move of the target, and the largest residual [reach]."""
    figure = Figure(chain([1 / 7] * 7, joints="ball", name="seven bones"))
    session = as_solver("lm", tolerance=5e-7).start(_tip(figure), np.random.default_rng(7).normal(0, 0.3, figure.size))
    rng = np.random.default_rng(1)
    target = np.array([0.5, 0.3, 0.1])
    session.solve(constants=target)
    seconds, residual = [], 0.0
    with _undisturbed():
        for _ in range(moves):
            way = rng.normal(0, 1, 3)
            target = target + move * way / np.linalg.norm(way)
            target *= min(1.0, 0.9 / float(np.linalg.norm(target)))
            begin = time.process_time_ns()
            result = session.solve(constants=target)
            seconds.append(1e-9 * (time.process_time_ns() - begin))
            tip = figure.forward(result.q, parts=["tip"])[0, :, 3]
            residual = max(residual, float(np.linalg.norm(tip - target)))
    return float(np.median(seconds)), residual


def _human_step() -> Callable[[], object]:
    """Targets for the hands, feet locked, head upright; the targets move back and forth, one iteration per move."""
    human = bodies.load("human")
    pose = human.pose()
    goals = [
        *(Position(point=human.point(f"{s}_hand tip"), target=pose.position(f"{s}_hand tip")) for s in "lr"),
        *(PoseGoal(frame=human.frame(f"{s}_foot"), target=pose.transform(f"{s}_foot")) for s in "lr"),
        OrientationGoal(orientation=human.orientation("head"), target=pose.transform("head")[:, :3]),
    ]
    problem = Problem(human, goals)
    session = as_solver("lm").start(problem)
    constants = [problem.constants.copy() for _ in range(2)]
    constants[1][:3] += (0.0, 0.2, 0.15)
    constants[1][3:6] += (0.0, 0.1, 0.2)
    turn = 0

    def step() -> object:
        nonlocal turn
        turn ^= 1
        session.set_targets(constants[turn])
        result = session.advance()
        assert result.iterations == 1
        return result

    return step


def _bound(what: str, seconds: float, bound: float, more: str) -> Row:
    return Row(what, readable(seconds), f"bound {readable(bound)}{'; ' + more if more else ''}", bound / seconds, 1.0)


@contextmanager
def _undisturbed() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _plot(path: Path, times: dict[str, dict[int, float]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plot = new_plot(8, 5)
    axes = plot.subplots()
    for k, (kind, found) in enumerate(times.items()):
        style = {"marker": "os^vDPX*"[k % 8], "ls": "-" if k < 8 else "--", "color": f"C{k % 10}", "ms": 4}
        axes.loglog(list(found), [1000 * s for s in found.values()], label=kind, **style)
    axes.set(xlabel="joints (two degrees of freedom each)", ylabel="CPU time to 1e-3 of the length [ms]")
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    plot.savefig(path)
