"""Random figures and forests for the tests of the kernels, and the builds that this machine runs."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from manikin.kernels import Tables
from manikin.math.rotations import IDENTITY, Affine, affine, from_rotation_vector
from manikin.skeleton.build import dofs_of_kind, hinge, named_dofs, slide
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve, PolynomialCurve, RampCurve
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, Term, Variable

Rng = np.random.Generator
KINDS = ("fixed", "hinge", "slide", "universal", "ball", "planar", "free")


def builds() -> list[str]:
    """Names of the compiled builds that can be loaded here; none in a pure installation or a pure run."""
    if os.environ.get("MANIKIN_KERNELS") == "pure":
        return []
    try:
        baseline = import_module("manikin.kernels._baseline")
    except ImportError:
        return []
    return list(baseline.supported())


def build(name: str) -> ModuleType:
    return import_module(f"manikin.kernels._{name}")


def random_tables(rng: Rng, *, roots: int = 1, scaled: bool = False, coupled: bool = False) -> Tables:
    """A forest with all kinds of joints, constants and axes."""
    return Tables.join([_tree(rng, scaled, coupled) for _ in range(roots)])


def states(rng: Rng, tables: Tables, count: int) -> np.ndarray:
    """States (count, size) from tame to many turns away; polynomials keep them that size."""
    reach = rng.choice([0.0, 1.0, 3.0, 40.0], (count, 1), p=[0.05, 0.45, 0.4, 0.1])
    return np.ascontiguousarray(rng.uniform(-1, 1, (count, tables.size)) * reach)


def bits(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array).view(np.int64)


def _tree(rng: Rng, scaled: bool, coupled: bool) -> Tables:
    joints: list[Joint] = []
    for i in range(rng.integers(1, 14)):
        parent = None if i == 0 else joints[-1 if rng.random() < 0.6 else rng.integers(i)].name
        after = _constant(rng, scaled) if rng.random() < 0.3 else IDENTITY
        dofs = named_dofs(f"j{i}", _dofs(rng))
        joints.append(Joint(name=f"j{i}", parent=parent, before=_constant(rng, scaled), dofs=dofs, after=after))
    bare = Skeleton(name="random", joints=tuple(joints))
    couplings = _couplings(rng, bare) if coupled else ()
    skeleton = Skeleton(name="random", joints=bare.joints, couplings=couplings)
    return Tables.of(skeleton, CouplingMap.of(skeleton, frozenset(c.name for c in couplings)))


def _constant(rng: Rng, scaled: bool) -> Affine:
    kind = rng.integers(4 if scaled else 3)
    if kind == 0:
        return IDENTITY
    linear = np.eye(3) if kind == 1 else from_rotation_vector(rng.normal(size=3))
    if kind == 3:
        linear = linear @ np.diag(rng.uniform(0.6, 1.5, 3) * rng.choice([-1, 1, 1, 1], 3)) + rng.normal(0, 0.1, (3, 3))
    return affine(linear, rng.normal(0, 0.4, 3).tolist())


def _dofs(rng: Rng) -> tuple[Dof, ...]:
    if rng.random() < 0.6:
        return dofs_of_kind(str(rng.choice(KINDS)))
    made: list[Dof] = []
    for _ in range(rng.integers(1, 4)):
        axis: Any = str(rng.choice(["x", "y", "z", "-x", "-y", "-z"]))
        if rng.random() < 0.5:
            axis = tuple(rng.normal(size=3).tolist())
        made.append((slide if rng.random() < 0.3 else hinge)(axis))
    return tuple(made)


def _couplings(rng: Rng, skeleton: Skeleton) -> tuple[Coupling, ...]:
    names = [dof.name for dof in skeleton.dofs]
    driven = [name for name in names if rng.random() < 0.6]
    parameters = tuple(Variable(name=f"p{i}") for i in range(3))
    drivers = [v.name for v in parameters] + [name for name in names if name not in driven]

    def curve() -> CouplingCurve:
        chance = rng.random()
        if chance < 0.4:
            return LINEAR
        ramp = RampCurve(start=rng.normal(), width=rng.uniform(0.01, 1))
        return ramp if chance < 0.7 else PolynomialCurve(*rng.normal(0.0, (1.0, 0.03, 1e-3, 2e-5)))

    terms = tuple(
        Term(dof=name, parameter=str(rng.choice(drivers)), factor=rng.normal(), curve=curve())
        for name in driven
        for _ in range(rng.integers(0, 4))
    )
    offsets = tuple((name, rng.normal()) for name in driven)
    return (Coupling(name="group", parameters=parameters, terms=terms, offsets=offsets),)
