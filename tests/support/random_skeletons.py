"""Random valid skeletons with everything that a skeleton may have, awkward values included."""

from __future__ import annotations

import math
import random
import struct
from dataclasses import replace

from manikin.errors import InputError
from manikin.math.rotations import IDENTITY, Affine, Vec3, scaling, translation
from manikin.skeleton.build import dofs_of_kind, named_dofs, placement
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve, PolynomialCurve, RampCurve
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, MeshFile, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, NamedPose, PreferredBend, Term, Variable

KINDS = ("fixed", "hinge", "slide", "universal", "ball", "planar", "free")
WORDS = (
    "pelvis", "left arm", "T1", "L5.x", "end joint", "define", "#1", 'a "quoted" one', "back\\slash", "\\", '"', "'",
    "Schlüsselbein", "膝", "колено", "ركبة", "é", "🦴", " blank ", "=", "(x, y)", "-", "0", "free", "hinge x 0 1", "?",
)  # fmt: skip
PATHS = ("leg.pol", "", "a b.obj", "two\nlines", "tab\there", "\x00\x1f", "\ud800", "c:\\mesh.stl", "\u202e", '"')
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, -0.0, -1.0))


def random_skeleton(rng: random.Random, joints: int | None = None) -> Skeleton:
    """A skeleton of ``joints`` joints, by default 1 to 20."""
    count = joints or rng.randint(1, 20)
    names = random_names(rng, count)
    taken: set[str] = set()
    made: list[Joint] = []
    bushy = rng.random()
    for i, name in enumerate(names):
        parent = None if i == 0 else made[-1 if rng.random() < bushy else rng.randrange(i)]
        joint = _joint(rng, name, parent, names)
        if any(dof.name in taken for dof in joint.dofs):
            joint = replace(joint, dofs=())
        taken.update(dof.name for dof in joint.dofs)
        made.append(joint)
    bare = Skeleton(name=rng.choice(WORDS), joints=tuple(made), up=rng.choice(("y", "y", "z")))
    couplings = _couplings(rng, bare, taken)
    variables = [dof.name for dof in bare.dofs] + [v.name for c in couplings for v in c.parameters]
    limits = tuple(_limit(rng, name, variables) for name in random_names(rng, rng.randint(0, 2)) if variables)
    poses = tuple(
        NamedPose(
            name=name, values=tuple((v, _angle(rng)) for v in rng.sample(variables, rng.randint(0, len(variables))))
        )
        for name in random_names(rng, rng.choice((0, 0, 1, 2)))
    )
    bends = tuple(
        PreferredBend(
            name=name,
            limb=tuple(rng.sample(names, 3)),
            part=rng.choice(names),
            toward=(random_number(rng), random_number(rng), random_number(rng)),
        )
        for name in random_names(rng, rng.choice((0, 0, 1, 2)))
        if len(names) >= 3
    )
    whole = {"couplings": couplings, "limits": limits, "poses": poses, "bends": bends, "up": bare.up}
    return Skeleton(name=bare.name, joints=bare.joints, **whole)


def random_names(rng: random.Random, count: int) -> list[str]:
    """Different names, odd ones among them."""
    names: dict[str, None] = {}
    while len(names) < count:
        word = rng.choice(WORDS)
        names[word if rng.random() < 0.4 else f"{word} {rng.randrange(10 * count + 10)}"] = None
    return list(names)


def random_number(rng: random.Random) -> float:
    """Any finite number: short decimals mostly, any bits sometimes."""
    draw = rng.random()
    if draw < 0.5:
        return round(rng.uniform(-2, 2), rng.randint(0, 4))
    if draw < 0.8:
        return rng.uniform(-2, 2)
    if draw < 0.9:
        return rng.choice((0.0, -0.0, 1.0, -1.0, 5e-324, 1e-9, 0.1, math.pi, 1e15, 123456789.123))
    number = struct.unpack("d", rng.randbytes(8))[0]
    return number if math.isfinite(number) else 0.0


def _vector(rng: random.Random) -> Vec3:
    return (random_number(rng), random_number(rng), random_number(rng))


def _size(rng: random.Random) -> float:
    return abs(random_number(rng))


def _angle(rng: random.Random) -> float:
    return (
        math.radians(rng.choice((rng.randint(-180, 180), round(rng.uniform(-180, 180), 2))))
        if rng.random() < 0.6
        else random_number(rng)
    )


def _place(rng: random.Random) -> Affine:
    draw = rng.random()
    if draw < 0.2:
        return IDENTITY
    if draw < 0.4:
        return translation(*_vector(rng))
    if draw < 0.6:
        return placement(_vector(rng), [rng.choice((0, 90, -90, 180, rng.randint(-360, 360))) for _ in range(3)])
    if draw < 0.75:
        return placement(_vector(rng), [round(rng.uniform(-180, 180), 2) for _ in range(3)])
    if draw < 0.9:
        return placement(_vector(rng), [rng.uniform(-180, 180) for _ in range(3)])
    return tuple(random_number(rng) for _ in range(12))  # type: ignore[return-value]


def _joint(rng: random.Random, name: str, parent: Joint | None, names: list[str]) -> Joint:
    group = rng.choice((parent.limb if parent else None, None, rng.choice(WORDS)))
    after = rng.choice((IDENTITY, IDENTITY, scaling(2.0, 0.5, 1.0), scaling(*_vector(rng)), _place(rng)))
    while True:
        try:
            return Joint(
                name=name,
                parent=parent.name if parent else None,
                before=_place(rng),
                dofs=_dofs(rng, name),
                after=after,
                mass=rng.choice((0.0, _size(rng))),
                centre=rng.choice(((0.0, 0.0, 0.0), _vector(rng))),
                shapes=tuple(_shape(rng) for _ in range(rng.choice((0, 0, 1, 1, 2)))),
                mirror=rng.choice((None, rng.choice(names))),
                limb=group,
            )
        except InputError:  # a transform that squeezes space flat
            after = IDENTITY


def _dofs(rng: random.Random, name: str) -> tuple[Dof, ...]:
    made = named_dofs(name, dofs_of_kind(rng.choice(KINDS)))
    odd = rng.random() < 0.3
    return tuple(
        _varied(rng, dof, f"{name}/{i}" if odd and rng.random() < 0.5 else dof.name) for i, dof in enumerate(made)
    )


def _varied(rng: random.Random, dof: Dof, name: str) -> Dof:
    axis = dof.axis if rng.random() < 0.6 else rng.choice((*AXES, (1.0, 1.0, 0.0), (1.0, -2.0, 0.5), _axis(rng)))
    return Dof(name=name, axis=axis, **_data(rng, dof.kind))


def _axis(rng: random.Random) -> Vec3:
    return (rng.gauss(0, 1), rng.gauss(0, 1), rng.choice((0.0, -0.0, rng.gauss(0, 1))))


def _data(rng: random.Random, motion: str) -> dict:
    value = (lambda: _angle(rng)) if motion == "hinge" else (lambda: random_number(rng))
    lo, hi = sorted((value(), value()))
    lo, hi = rng.choice(((lo, hi), (lo, hi), (-math.inf, hi), (lo, math.inf), (lo, lo), (-math.inf, math.inf)))
    return {
        "kind": motion,
        "lo": lo,
        "hi": hi,
        "rest": rng.choice((0.0, value())),
        "stiffness": rng.choice((0.0, 1.0, rng.random(), round(rng.random(), 2))),
        "speed": rng.choice((math.inf, math.inf, math.radians(rng.randint(1, 400)), abs(value()) or 1.0)),
        "spring": rng.choice((0.0, 0.0, _size(rng))),
    }


def _shape(rng: random.Random) -> Shape:
    common = {"at": _place(rng), "colour": rng.choice((None, (0.8, 0.6, 0.5), (rng.random(), rng.random(), 1.0)))}
    kind = rng.randrange(6)
    if kind == 0:
        start, end = rng.choice(((0.0, 0.0, 0.0), _vector(rng))), _vector(rng)
        radius = _size(rng)
        return Capsule(start=start, end=end, radius=radius, end_radius=rng.choice((radius, _size(rng))), **common)
    if kind == 1:
        return Ellipsoid(radii=(_size(rng), _size(rng), _size(rng)), **common)
    if kind == 2:
        return Cylinder(radius=_size(rng), length=_size(rng), **common)
    if kind == 3:
        return Box(size=(_size(rng), _size(rng), _size(rng)), **common)
    if kind == 4:
        vertices = tuple(_vector(rng) for _ in range(rng.randint(3, 8)))
        faces = tuple(tuple(rng.sample(range(len(vertices)), 3)) for _ in range(rng.randint(0, 4)))
        return Mesh(vertices=vertices, faces=faces, **common)
    return MeshFile(path=rng.choice(PATHS), **common)


def _couplings(rng: random.Random, skeleton: Skeleton, taken: set[str]) -> tuple[Coupling, ...]:
    dofs = [dof.name for dof in skeleton.dofs]
    rng.shuffle(dofs)
    free = dofs[: len(dofs) // 3]  # nothing drives these, so they may drive
    driven = dofs[len(free) :]
    made = []
    for name in random_names(rng, rng.choice((0, 0, 1, 2, 3))):
        mine = [driven.pop() for _ in range(min(len(driven), rng.randint(0, 4)))]
        own = [n for n in (f"{name}/p{k}" for k in range(rng.randint(0, 3))) if n not in taken]
        taken.update(own)
        parameters = tuple(Variable(name=n, **_data(rng, rng.choice(("hinge", "slide")))) for n in own)
        sources = own + free
        terms = [
            Term(dof=rng.choice(mine), parameter=rng.choice(sources), factor=random_number(rng), curve=_curve(rng))
            for _ in range(rng.choice((0, 1, 3, 8)))
            if mine and sources
        ]
        offsets = tuple((rng.choice(mine), _angle(rng)) for _ in range(rng.randint(0, 3)) if mine)
        if rng.random() < 0.7:
            terms.sort(key=lambda term: term.dof)
        made.append(Coupling(name=name, parameters=parameters, terms=tuple(terms), offsets=offsets))
    return tuple(made)


def _curve(rng: random.Random) -> CouplingCurve:
    polynomial = PolynomialCurve(linear=_angle(rng), square=_size(rng), fourth=-_size(rng))
    return rng.choice((LINEAR, LINEAR, RampCurve(start=_angle(rng), width=_size(rng) or 1.0), polynomial))


def _limit(rng: random.Random, name: str, variables: list[str]) -> LinearLimit:
    lo, hi = sorted((_angle(rng), _angle(rng)))
    lo, hi = rng.choice(((lo, hi), (lo, lo), (-math.inf, hi), (lo, math.inf), (-math.inf, math.inf)))
    terms = tuple((rng.choice(variables), random_number(rng)) for _ in range(rng.choice((1, 2, 3, 12))))
    return LinearLimit(name=name, terms=terms, lo=lo, hi=hi)
