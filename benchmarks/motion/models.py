"""The figures of the benchmark, walked out of manikin's skeletons: compound joints become hinges in a row."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.motion.model import IDENTITY, Limb, Link, Model
from benchmarks.peers_solvers.tasks import folder
from manikin import bodies, load_skeleton
from manikin.body.support import sole_points
from manikin.figure.figure import Figure
from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = ["MODELS", "absent", "human96", "model"]

MODELS = ("arm7", "leg6", "limb7", "dogleg", "snake12", "panda", "human96", "talos")
TALOS = "models/talos30.urdf"


@cache
def model(name: str) -> Model:
    """A figure of the benchmark by its name."""
    return _MAKERS[name]()


def absent(name: str) -> str:
    """Why a figure is not there; empty where it is."""
    if name == "talos" and not _talos_file().is_file():
        return f"there is no {TALOS} in the folder that MANIKIN_BENCH names"
    return ""


def _talos_file() -> Path:
    return folder() / TALOS


def _walk(skeleton: Skeleton, root: str, parts: list[str]) -> tuple[Link, ...]:
    """Links of a root, which does not move, and of parts below it."""
    links = [Link(root, root, -1, mass=skeleton[root].mass, centre=skeleton[root].centre)]
    index = {root: 0}
    for name in parts:
        joint = skeleton[name]
        assert joint.parent is not None
        assert np.array_equal(joint.after, IDENTITY), f"{name} has a scale"
        _append(links, joint, index[joint.parent])
        index[name] = len(links) - 1
    return tuple(links)


def _append(links: list[Link], joint: Joint, parent: int) -> None:
    """The links of one joint: one for each degree of freedom, or one that is fixed."""
    count = max(len(joint.dofs), 1)
    for k in range(count):
        last = k == count - 1
        hinge: dict[str, object] = {}
        if joint.dofs:
            dof = joint.dofs[k]
            assert dof.kind == "hinge", f"{joint.name} slides"
            rest = min(max(dof.rest, dof.lo), dof.hi)
            hinge = {"joint": dof.name, "axis": dof.axis, "lo": dof.lo, "hi": dof.hi, "rest": rest}
        links.append(
            Link(
                name=joint.name if last else f"{joint.name}.{k + 1}",
                part=joint.name,
                parent=parent,
                origin=tuple(joint.before) if k == 0 else IDENTITY,
                mass=joint.mass if last else 0.0,
                centre=joint.centre if last else (0.0, 0.0, 0.0),
                **hinge,  # type: ignore[arg-type]
            )
        )
        parent = len(links) - 1


def _chain(figure: Figure, name: str, root: str, tip: str, limbs: tuple[Limb, ...] = ()) -> Model:
    path = figure.skeleton.path(tip)
    links = _walk(figure.skeleton, root, list(path[path.index(root) + 1 :]))
    base = tuple(figure.pose().world[figure.skeleton.index(root)].reshape(-1).tolist())
    return Model(name, links, base, limbs=limbs, tip=tip)


def _limb7() -> Model:
    """The shoulder is the root of this figure: it gets a base that stands still."""
    figure = bodies.load("limb7")
    links = [Link("base", "base", -1)]
    index = {}
    for joint in figure.skeleton:
        _append(links, joint, index[joint.parent] if joint.parent else 0)
        index[joint.name] = len(links) - 1
    return Model("limb7", tuple(links), limbs=(Limb("upper_arm", "forearm", "hand"),), tip="hand tip")


def _panda() -> Model:
    """Franka Emika's arm by its published (modified) Denavit-Hartenberg table and limits."""
    table = [  # a, d, alpha, lo, hi, rest
        (0.0, 0.333, 0.0, -2.8973, 2.8973, 0.0),
        (0.0, 0.0, -90.0, -1.7628, 1.7628, -0.785),
        (0.0, 0.316, 90.0, -2.8973, 2.8973, 0.0),
        (0.0825, 0.0, 90.0, -3.0718, -0.0698, -2.356),
        (-0.0825, 0.384, -90.0, -2.8973, 2.8973, 0.0),
        (0.0, 0.0, 90.0, -0.0175, 3.7525, 1.571),
        (0.088, 0.0, 90.0, -2.8973, 2.8973, 0.785),
    ]
    links = [Link("link0", "link0", -1)]
    for k, (a, d, alpha, lo, hi, rest) in enumerate(table, 1):
        c, s = round(math.cos(math.radians(alpha))), round(math.sin(math.radians(alpha)))
        origin = (1.0, 0.0, 0.0, a, 0.0, c, -s, -s * d, 0.0, s, c, c * d)
        links.append(Link(f"link{k}", f"link{k}", k - 1, origin, f"joint{k}", (0.0, 0.0, 1.0), lo, hi, rest))
    links.append(Link("flange", "flange", 7, (*IDENTITY[:11], 0.107)))
    return Model("panda", tuple(links), limbs=(Limb("link2", "link4", "link6"),), tip="flange", up=2)


@cache
def human96() -> Figure:
    """The human with 96 joints and a root: of the fingers of a hand only the middle one and the thumb bend."""
    skeleton = bodies.load("human").skeleton
    single = {
        dof
        for side in "lr"
        for finger in ("index", "middle", "ring", "pinky", "thumb")
        for dof in (f"{side}_{finger}_{way}" for way in ("knuckle", "spread", "curl", "end"))
    } - {f"{side}_middle_{way}" for side in "lr" for way in ("knuckle", "curl")}
    joints = tuple(
        replace(joint, dofs=tuple(dof for dof in joint.dofs if dof.name not in single)) for joint in skeleton.joints
    )
    groups = tuple(group for group in skeleton.couplings if "hand" not in group.name and "tips" not in group.name)
    return Figure(replace(skeleton, joints=joints, couplings=groups, poses=()))


def _human() -> Model:
    figure = human96().ungrouped()
    names = [joint.name for joint in figure.skeleton][1:]
    limbs = tuple(
        Limb(f"{side}_{base}", f"{side}_{middle}", f"{side}_{tip}")
        for side in "rl"
        for base, middle, tip in (("upper_arm", "forearm", "hand"), ("thigh", "shin", "foot"))
    )
    soles = tuple((p.part, tuple(p.at)) for foot in ("l_foot", "r_foot") for p in sole_points(figure, foot))
    base = tuple(figure.pose().world[0].reshape(-1).tolist())
    links = _walk(figure.skeleton, "pelvis", names)
    return Model("human96", links, base, True, limbs, "r_palm", soles=soles)


def _talos() -> Model:
    skeleton = load_skeleton(str(_talos_file()))
    root = skeleton.root.name
    links = _walk(skeleton, root, [joint.name for joint in skeleton][1:])
    limbs = tuple(
        Limb(base.format(side), middle.format(side), tip.format(side))
        for side in ("left", "right")
        for base, middle, tip in (
            ("arm_{}_2_link", "arm_{}_4_link", "arm_{}_7_link"),
            ("leg_{}_2_link", "leg_{}_4_link", "leg_{}_6_link"),
        )
    )
    return Model("talos", links, IDENTITY, True, limbs, "arm_right_7_link", up=2)


def _arm() -> Model:
    limb = (Limb("r_upper_arm", "r_forearm", "r_hand"),)
    return _chain(bodies.load("human").ungrouped(), "arm7", "r_clavicle", "r_palm", limb)


def _leg() -> Model:
    limb = (Limb("r_thigh", "r_shin", "r_foot"),)
    return _chain(bodies.load("human").ungrouped(), "leg6", "pelvis", "r_foot", limb)


def _dogleg() -> Model:
    limb = (Limb("r_thigh", "r_shin", "r_hind_paw"),)
    return _chain(bodies.load("quadruped").ungrouped(), "dogleg", "pelvis", "r_hind_toes", limb)


_MAKERS = {
    "arm7": _arm,
    "leg6": _leg,
    "limb7": _limb7,
    "dogleg": _dogleg,
    "snake12": lambda: _chain(bodies.load("snake:12"), "snake12", "link1", "link12"),
    "panda": _panda,
    "human96": _human,
    "talos": _talos,
}
