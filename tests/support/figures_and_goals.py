"""Random figures, states, handles and goals, awkward on purpose, for the tests that run over the registries."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.goals import AnyOf
from manikin.goals.goal import Goal, goal_kinds
from manikin.goals.solid_clearance import edges_of, planes_of
from manikin.handles import (
    Combined,
    Direction,
    FixedDirection,
    FixedFrame,
    FixedOrientation,
    FixedPoint,
    FixedVector,
    Frame,
    Orientation,
    Parameters,
    Point,
)
from manikin.handles.handle import Handle, handle_kinds
from manikin.math.rotations import from_rotation_vector
from manikin.skeleton.build import hinge, joint, slide
from manikin.skeleton.coupling_curves import RampCurve
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, Term, Variable

Rng = np.random.Generator


def figure(rng: Rng, *, name: str = "test", scaled: bool = False, coupled: bool = False) -> Figure:
    """A tree of all joint kinds with general axes and orientations; scales and couplings where asked for."""

    def turn() -> list[float]:
        return rng.uniform(-np.pi, np.pi, 3).tolist()

    def offset() -> list[float]:
        return rng.normal(0, 0.4, 3).tolist()

    def axis() -> tuple[float, float, float]:
        return tuple(rng.normal(size=3).tolist())

    def scale() -> tuple[float, ...]:
        return tuple(rng.uniform(0.6, 1.6, 3).tolist()) if scaled else (1, 1, 1)

    def data() -> dict:
        return {"mass": float(rng.uniform(0.1, 3)), "centre": tuple(offset())}

    joints = [
        joint("root", dofs="free", offset=offset(), orientation=turn(), **data()),
        joint("torso", "root", offset=offset(), orientation=turn(), dofs="ball", scale=scale(), **data()),
        joint("left", "torso", offset=offset(), dofs=[hinge(axis()), hinge(axis(), -1, 2)], **data()),
        joint(
            "left hand",
            "left",
            offset=offset(),
            orientation=turn(),
            dofs=[hinge("x")],
            scale=scale(),
            **data(),
        ),
        joint("left tip", "left hand", offset=offset()),
        joint("right", "torso", offset=offset(), dofs=[slide(axis()), hinge("-y")], scale=scale(), **data()),
        joint("right hand", "right", offset=offset(), orientation=turn(), dofs="universal", **data()),
        joint("leg", "root", offset=offset(), orientation=turn(), dofs="planar", **data()),
        joint("foot", "leg", offset=offset(), dofs=[slide("z", -1, 1)]),
    ]
    couplings: tuple[Coupling, ...] = ()
    if coupled:
        couplings = (
            Coupling(
                name="arms",
                parameters=(Variable(name="lift", lo=-2, hi=2), Variable(name="spread")),
                terms=(
                    Term(dof="torso.x", parameter="lift", factor=0.5),
                    Term(dof="left.1", parameter="lift", factor=-1.5, curve=RampCurve(0.2, 0.4)),
                    Term(dof="left.1", parameter="spread", factor=0.7),
                    Term(dof="right.2", parameter="spread", factor=1.0, curve=RampCurve(-0.1, 0.3)),
                ),
                offsets=(("right.2", 0.25),),
            ),
            Coupling(name="mimic", terms=(Term(dof="left hand", parameter="foot", factor=2.0),)),
        )
    return Figure(Skeleton(name=name, joints=tuple(joints), couplings=couplings))


@cache
def pair(seed: int, *, scaled: bool = False, coupled: bool = False) -> tuple[Figure, Figure]:
    """Two such figures, anna and otto; made once, for a figure never changes."""
    rng = np.random.default_rng(seed)
    anna, otto = (figure(rng, name=name, scaled=scaled, coupled=coupled) for name in ("anna", "otto"))
    return anna, otto


def states(rng: Rng, figure: Figure, count: int) -> np.ndarray:
    """Random states, the first few with many exact zeros and quarter turns."""
    q = np.clip(rng.normal(0, 1.2, (count, figure.size)), figure.lo, figure.hi)
    q[0] = np.clip(0.0, figure.lo, figure.hi)
    q[1] = np.clip(rng.choice([0, np.pi / 2, -np.pi / 2, np.pi], figure.size), figure.lo, figure.hi)
    return q


def handle(rng: Rng, figure: Figure, value_type: str) -> Handle:
    """A handle of the wanted value type on a random part."""
    part = str(rng.choice([j.name for j in figure.skeleton.joints]))
    place = {"figure": figure.name, "part": part}
    vec = tuple(rng.normal(size=3).tolist())
    if value_type == "point":
        return Point(**place, at=vec)
    if value_type == "direction":
        return Direction(**place, along=vec)
    if value_type == "orientation":
        return Orientation(**place, rotation=rotation(rng))
    if value_type == "frame":
        return Frame(**place, at=vec, rotation=rotation(rng))
    names = tuple(rng.choice(figure.parameter_names, 3, replace=False).tolist())
    return Combined(handles=(Point(**place, at=vec), Direction(**place, along=vec), Parameters(names=names)))


def rotation(rng: Rng) -> tuple[float, ...]:
    """Of a tool against its part; often none."""
    turn = from_rotation_vector(rng.normal(size=3)) if rng.random() < 0.6 else np.eye(3)
    return tuple(turn.reshape(9).tolist())


def constant(rng: Rng, value_type: str) -> Handle:
    """A constant of the wanted value type."""
    vec = tuple(rng.normal(size=3).tolist())
    rotation = tuple(from_rotation_vector(rng.normal(size=3)).reshape(9).tolist())
    return {
        "point": FixedPoint(position=vec),
        "direction": FixedDirection(along=vec),
        "orientation": FixedOrientation(rotation=rotation),
        "frame": FixedFrame(position=vec, rotation=rotation),
        "vector": FixedVector(numbers=tuple(rng.normal(size=9).tolist())),
    }[value_type]


def handle_of_kind(rng: Rng, figure: Figure, kind: str) -> Handle:
    """A handle of a registered kind; a kind of fields that are known by name needs no word here."""
    special = {"combined": lambda: handle(rng, figure, "vector")}
    for value_type in ("point", "direction", "orientation", "frame", "vector"):
        special[f"fixed_{value_type}"] = lambda v=value_type: constant(rng, v)
    if kind in special:
        return special[kind]()
    cls = handle_kinds[kind]
    given = {
        "figure": figure.name,
        "part": str(rng.choice([j.name for j in figure.skeleton.joints])),
        "at": tuple(rng.normal(size=3).tolist()),
        "along": tuple(rng.normal(size=3).tolist()),
        "rotation": rotation(rng),
        "limb": ("left", "left hand", "left tip"),
        "ahead": tuple(rng.normal(size=3).tolist()),
        "reference": tuple(rng.normal(size=3).tolist()),
        "names": tuple(rng.choice(figure.parameter_names, 4, replace=False).tolist()),
    }
    return cls(**{f.name: given[f.name] for f in fields(cls)})


def heights(rng: Rng) -> dict:
    """Uneven ground that figures stand partly beside."""
    rows, columns = rng.integers(2, 6, 2)
    return {
        "heights": tuple(map(tuple, rng.normal(0, 0.5, (rows, columns)).tolist())),
        "origin": tuple(rng.uniform(-1.5, 0, 2).tolist()),
        "spacing": tuple(rng.uniform(0.3, 1.2, 2).tolist()),
        "up": str(rng.choice(["y", "z"])),
        "lift": float(rng.normal(0, 0.1)),
    }


def solid(rng: Rng) -> dict:
    """A convex solid, or a half-space."""
    if rng.random() < 0.2:
        return {"planes": ((*rng.normal(size=3).tolist(), 0.3),), "radii": (1.5, 0.9)}
    corners = rng.normal(0, 0.8, (int(rng.integers(4, 10)), 3))
    shape = {"planes": planes_of(corners), "edges": edges_of(corners)}
    return {**shape, "radii": (2.0, 1.2), "balls": (1, 4), "margin": 0.1}


def margin_and_loads(rng: Rng) -> dict:
    """The margin of a support, and what is carried, if anything."""
    loads = [{"loads": ()}, {"load_shares": (0.3, 0.15)}][rng.integers(2)]
    return {"margin": float(rng.choice([0.0, 0.3, 1.0])), **loads}


def capsules(rng: Rng) -> dict:
    """Some of either side, all pairs of them or some."""
    pairs = [(), ((0, 0), (1, 2), (0, 2))][rng.integers(2)]
    return {"radii": (0.5, 0.1), "other_radii": (0.3, 0.2, 0.8), "margin": 0.1, "pairs": pairs}


def factors(rng: Rng) -> dict:
    """Of the nine numbers that a vector has here."""
    return {"factors": tuple(rng.uniform(0, 2, 9).tolist())}


# how many handles a field holds that may hold any number
COUNTS = {"support": 5, "loads": 2, "ends": 4, "other_ends": 6}
EXTRAS = {
    "balance": margin_and_loads,
    "support_distances": margin_and_loads,
    "apart": capsules,
    "capsule_distances": capsules,
    "solid_distances": solid,
    "outside": solid,
    "on_ground": heights,
    "above_ground": heights,
    "comfort": lambda rng: {
        "lo": (-9.0,) * 9,
        "easy_lo": tuple(rng.uniform(-0.5, -0.1, 9).tolist()),
        "easy_hi": tuple(rng.uniform(-0.1, 0.3, 9).tolist()),
        "hi": (5.0,) * 9,
    },
    "bend_toward": lambda rng: {"straight": float(rng.uniform(0.01, 0.5))},
    "match": factors,
    "position": lambda rng: {"axes": (1.0, 0.0, 2.5)},
    "orientation": lambda rng: {"degrees_per_metre": 20.0},
    "orientation_axes": lambda rng: {"degrees_per_metre": (None, 30.0, 90.0)},
    "pose": lambda rng: {"position_weight": 0.3, "degrees_per_metre": 40.0},
    "pose_axes": lambda rng: {"position_weight": 0.8, "degrees_per_metre": (45.0, None, None)},
    "swivel": lambda rng: {"target": float(rng.uniform(-3, 3))},
    "align": lambda rng: {"either_way": bool(rng.integers(2))},
    "distance": lambda rng: [{"lo": 0.1, "hi": 0.2}, {"lo": 9.0}, {"lo": 0.5, "hi": 0.5}][rng.integers(3)],
    "path": lambda rng: {
        "points": tuple(map(tuple, rng.normal(size=(5, 3)).tolist())),
        "closed": bool(rng.integers(2)),
    },
}


def goal_of_kind(rng: Rng, figures: list[Figure], kind: str, *, moving: float = 0.5) -> Goal:
    """A goal of a registered kind; each of its arguments but the first sits on a part with the chance ``moving``."""
    if kind == "any_of":
        others = [k for k in goal_kinds if k != "any_of"]
        members = [goal_of_kind(rng, figures, str(k)) for k in rng.choice(others, 3)]
        return AnyOf(goals=tuple(members), weight=float(rng.uniform(0.5, 3)))
    cls = goal_kinds[kind]
    given: dict = {}
    for i, (field, value_type) in enumerate(cls.takes.items()):
        on_part = i == 0 or rng.random() < moving
        some = figures[rng.integers(len(figures))]
        given[field] = handle(rng, some, value_type) if on_part else constant(rng, value_type)
    for field, value_type in cls.several.items():
        owners = [figures[rng.integers(len(figures))] for _ in range(COUNTS[field])]
        given[field] = tuple(
            handle(rng, owner, value_type) if rng.random() < 0.8 else constant(rng, value_type) for owner in owners
        )
    given.update(EXTRAS.get(kind, lambda rng: {})(rng))
    return cls(**given, weight=float(rng.uniform(0.2, 5)))
