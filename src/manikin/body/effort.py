"""Effort: what it costs a body to move each of its parameters.

A radian of the spine moves the whole trunk, a radian of the wrist a hand; a metre of the root moves everything.  So a
body that reaches uses its arm, then its shoulder, then its trunk, and walks last.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.skeleton.stretching import stretches_of

__all__ = ["effort", "limbs"]

LIMB_SHARE = 0.02
"""A branch with less than this share of the whole mass is no limb, but a part of one: fingers, toes."""
WIDE_RANGE = math.pi
"""The range that a hinge with wider limits, or with none, counts with [rad]."""


@lru_cache(maxsize=64)
def effort(figure: Figure) -> Array:
    """The weight wᵢ of each parameter (size,) in the effort Σ wᵢ dqᵢ² of a change of pose.

    wᵢ = (π/2 rangeᵢ)² in a limb: a change counts beside the range of the joint.  What carries limbs, the trunk and a
    root that floats, counts more: by 2 Iᵢ/I.  Iᵢ is the inertia that the parameter moves in the rest pose,
    Σ m |dx/dqᵢ|² over the parts with mass m and centre x; I is the geometric mean of the inertias of the limbs, each at
    its base.  Slides count beside the size of the figure.  A figure without masses gets them in proportion to the
    lengths of its bones.
    """
    inertia, own = _inertia(figure), np.zeros(figure.size, bool)
    for limb in limbs(figure):
        own[_columns(figure, limb)] = True
    weights = _range_terms(figure) + np.where(own, 0.0, 2 * inertia / _limb_inertia(figure, inertia))
    weights.setflags(write=False)
    return weights


def _masses(figure: Figure) -> Array:
    masses = figure.tables.masses
    if masses.sum() > 0:
        return masses
    lengths = figure.skeleton.lengths
    found = np.zeros(len(lengths))
    np.add.at(found, np.maximum(figure.skeleton.parents, 0), lengths)  # a bone moves with the joint that it begins at
    return found if found.sum() > 0 else np.ones(len(lengths))


def _inertia(figure: Figure) -> Array:
    rest, masses = figure.pose(), _masses(figure)
    massless = not figure.tables.masses.sum() > 0
    centres = np.zeros((len(masses), 3)) if massless else figure.tables.centres
    found = np.zeros(figure.size)
    for i in np.flatnonzero(masses > 0):
        name = figure.skeleton.joints[i].name
        centre = rest.world[i, :, :3] @ centres[i] + rest.world[i, :, 3]
        moved = rest.derivatives.of_point(name, centre)
        found[moved.columns] += masses[i] * (moved.block**2).sum(axis=0)
    for joint in figure.skeleton.joints:  # a twist counts as a bend of the same joint
        columns = figure.coupling.columns_of([dof.name for dof in joint.dofs if dof.kind == "hinge"], figure.skeleton)
        found[columns] = found[columns].max(initial=0.0)
    return found


def _range_terms(figure: Figure) -> Array:
    low, high = figure.pose().bounding_box()
    size = float(np.linalg.norm(high - low)) or 1.0
    hinge = np.array([variable.kind == "hinge" for variable in figure.parameters], bool)
    ranges = (figure.hi - figure.lo) / np.where(hinge, 1.0, size)
    ranges = np.clip(ranges, 1e-3, WIDE_RANGE)
    return (math.pi / 2 / ranges) ** 2 / np.where(hinge, 1.0, size**2)


def _limb_inertia(figure: Figure, inertia: Array) -> float:
    """The geometric mean of the inertias of the limbs; what makes a limb longer does not count."""
    found, longer = [], {stretch.parameter for stretch in stretches_of(figure.skeleton)}
    for limb in limbs(figure):
        turning = [column for column in _columns(figure, limb) if figure.parameter_names[column] not in longer]
        own = float(inertia[turning].max(initial=0.0))
        if own > 0:
            found.append(math.log(own))
    return math.exp(math.fsum(found) / len(found)) if found else (float(inertia.max(initial=0.0)) or 1.0)


def _columns(figure: Figure, limb: tuple[str, ...]) -> list[int]:
    """The parameters of a limb; not those of a root that floats, and none that move other parts as well."""
    skeleton = figure.skeleton
    names = [
        name
        for name in limb
        if not any(dof.kind == "slide" for dof in skeleton[name].dofs) or name != skeleton.root.name
    ]
    dofs = [dof.name for name in names for dof in skeleton[name].dofs]
    return sorted(figure.coupling.columns_of(dofs, skeleton))


@lru_cache(maxsize=64)
def limbs(figure: Figure) -> tuple[tuple[str, ...], ...]:
    """The limbs, each from its base to its tip: chains without branches that end in the air; fingers are no limbs."""
    skeleton, masses = figure.skeleton, _masses(figure)
    total = np.concatenate([[0.0], np.cumsum(masses)])
    carried = total[skeleton.ends] - total[: len(masses)]
    heavy = np.flatnonzero(carried >= LIMB_SHARE * total[-1])
    children = np.bincount([p for i in heavy if (p := skeleton.parents[i]) >= 0], minlength=len(masses))
    found = []
    for tip in (i for i in heavy if not children[i]):
        limb, joint = [int(tip)], int(skeleton.parents[tip])
        while joint >= 0 and children[joint] == 1:
            limb.append(joint)
            joint = int(skeleton.parents[joint])
        found.append(tuple(skeleton.joints[i].name for i in reversed(limb)))
    return tuple(found)
