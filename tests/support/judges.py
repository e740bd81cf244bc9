"""What a minimum is, by its definition and by SciPy; none of the solvers' code."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import least_squares, minimize, nnls

from manikin.math.rotations import Array
from manikin.problem.problem import Problem


def optimality(problem: Problem, q: Array) -> float:
    """|g + Σ λ a| over the active constraints with the best λ ≥ 0, as a share of 2|J||r|."""
    free = problem.gain > 0
    J = (problem.jacobian(q) * problem.gain)[:, free]
    r = problem.residual(q)
    eye = np.eye(problem.size)
    active = [eye[i] for i in range(problem.size) if problem.hi[i] - q[i] <= 1e-9]
    active += [-eye[i] for i in range(problem.size) if q[i] - problem.lo[i] <= 1e-9]
    for a, lo, hi in zip(*problem.linear_limits, strict=True):
        normal = a * problem.gain / np.linalg.norm(a * problem.gain)
        active += [normal] if hi - a @ q <= 1e-9 else []
        active += [-normal] if a @ q - lo <= 1e-9 else []
    g = 2 * J.T @ r
    left = nnls(np.array(active)[:, free].T, -g)[1] if active else np.linalg.norm(g)
    return float(left / max(2 * np.linalg.norm(J) * np.linalg.norm(r), 1e-300))


def judge(problem: Problem, start: Array) -> tuple[float, Array]:
    """SciPy's minimum of the same from the same start."""
    rows = []
    for a, lo, hi in zip(*problem.linear_limits, strict=True):
        if lo == hi:
            rows.append({"type": "eq", "fun": lambda q, a=a, b=lo: a @ q - b, "jac": lambda q, a=a: a})
            continue
        if math.isfinite(hi):
            rows.append({"type": "ineq", "fun": lambda q, a=a, b=hi: b - a @ q, "jac": lambda q, a=a: -a})
        if math.isfinite(lo):
            rows.append({"type": "ineq", "fun": lambda q, a=a, b=lo: a @ q - b, "jac": lambda q, a=a: a})
    ends = list(zip(problem.lo, problem.hi, strict=True))
    if rows:
        options = {"method": "SLSQP", "constraints": rows, "options": {"ftol": 1e-15, "maxiter": 200}}
    else:
        options = {"method": "L-BFGS-B", "options": {"ftol": 0.0, "gtol": 1e-12, "maxiter": 2000}}
    with np.errstate(all="ignore"):
        found = minimize(problem.cost_and_gradient, start, jac=True, bounds=ends, **options)
    return float(found.fun), found.x


def improved(problem: Problem, q: Array) -> tuple[float, Array]:
    """Where SciPy gets from a minimum: by least squares within bounds, or as ``judge`` does under linear limits."""
    if len(problem.linear_limits[0]):
        return judge(problem, q)
    room = 1e-9 * (problem.hi - problem.lo)  # it begins strictly inside
    found = least_squares(
        problem.residual,
        np.clip(q, problem.lo + room, problem.hi - room),
        problem.jacobian,
        bounds=(problem.lo, problem.hi),
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-12,
        max_nfev=30,
    )
    return 2 * float(found.cost), found.x
