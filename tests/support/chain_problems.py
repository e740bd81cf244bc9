"""Random problems of chains: hinges or balls, limits of all kinds, one goal or two, in reach or not."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.skeleton.variables import LinearLimit


@lru_cache(maxsize=400)
def chain_problem(number: int, linear: bool) -> tuple[Problem, Array]:
    """Chains of hinges or balls with limits of all kinds and stiffness, one goal or two, some in reach."""
    rng = np.random.default_rng([7, number])
    count, ends = int(rng.integers(2, 7)), sorted(rng.uniform(-2.5, 2.5, 2))
    joints = ("hinge", "free", "ball")[number % 3]
    skeleton = chain(rng.uniform(0.2, 1, count).tolist(), joints=joints, limits=(ends[0], ends[1]))  # type: ignore[arg-type]
    figure = Figure(skeleton)
    names, start, there = figure.parameter_names, *rng.uniform(figure.lo, figure.hi, (2, figure.size))
    limits = [
        linear_limit(rng, f"limit {k}", names, start) for k in range(int(rng.integers(0, 4)) if number % 2 else 0)
    ]
    if linear:
        limits = [one for one in limits if math.isfinite(one.lo) or math.isfinite(one.hi)]
        figure = Figure(replace(skeleton, limits=tuple(limits)))
    goals: list[Goal] = []
    for part, weight in (("tip", 1.0), (f"rod{count}", 0.5))[: 1 + (number % 5 < 2)]:
        place = figure.pose(there).position(part) if number % 4 == 0 else rng.normal(0, 1.5, 3)
        goals.append(Position(point=figure.point(part), target=tuple(place), weight=weight))
    stiffness = {name: float(rng.uniform(0, 0.9)) for name in names if rng.random() < 0.2}
    return Problem(figure, goals, stiffness=stiffness), start  # type: ignore[arg-type]


def linear_limit(rng: np.random.Generator, name: str, names: tuple[str, ...], start: Array) -> LinearLimit:
    """One that the start keeps, may be just so; both ends may be one."""
    who = rng.choice(len(names), int(rng.integers(1, min(4, len(names)) + 1)), replace=False)
    factors = rng.normal(size=len(who))
    value = float(factors @ start[who])
    below, above = rng.choice([0.0, math.inf, rng.exponential(0.3)], 2, p=[0.2, 0.2, 0.6])
    terms = tuple((names[w], float(x)) for w, x in zip(who, factors, strict=True))
    return LinearLimit(name=name, terms=terms, lo=value - below, hi=value + above)
