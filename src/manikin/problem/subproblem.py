"""Problems made from another one with some of its goals, or with other limits: much cheaper than from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Limits
from manikin.problem.structure import weighed_alike

__all__ = ["subproblem_of", "with_limits"]


def subproblem_of(problem: Problem, goals: Sequence[int], *, hard: Sequence[int] = (), alike: bool = False) -> Problem:
    """A problem of some of the goals; what may move, and how far, stays as it is, whatever their chains say.

    Args:
        problem: The whole problem.
        goals: Indices in ``problem.all_goals`` of the soft goals.
        hard: Indices of the hard goals.
        alike: Whether all goals that have a weight get the weight 1.
    """
    order = [*hard, *goals]
    given = problem.all_goals
    if len(set(order)) != len(order) or not all(0 <= i < len(given) for i in order):
        raise InputError(f"a part has goals of the problem, each once, not {shorten(order)}")
    chosen = tuple(given[i] for i in order)
    compiled, places = problem.structure.compiled.subset(tuple(order), alike=alike)
    structure = replace(problem.structure, compiled=compiled, hard_count=len(hard), own_gain=True)
    return problem.with_part(structure, weighed_alike(chosen) if alike else chosen, places)


def with_limits(
    problem: Problem,
    *,
    lo: Array | None = None,
    hi: Array | None = None,
    linear: tuple[Array, Array, Array] | None = None,
    gain: Array | None = None,
) -> Problem:
    """The same goals with other limits (size,), linear limits (k, size), (k,), (k,), or gains (size,)."""
    structure = problem.structure
    if not (lo is None and hi is None and linear is None):
        limits = structure.limits
        own = Limits(
            limits.lo if lo is None else lo,
            limits.hi if hi is None else hi,
            limits.linear if linear is None else linear,
        )
        structure = replace(structure, own_limits=own)
    if gain is not None:
        structure = replace(structure, gain=gain, own_gain=True)
    return problem.with_structure(structure)
