"""Makes the wire types from figures, documents and registries."""

from __future__ import annotations

import dataclasses
import json
import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from manikin import bodies
from manikin.bodies.props import PROPS
from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.document.actor import Actor, ActorOptions
from manikin.document.backdrop import Backdrop
from manikin.document.document import Document
from manikin.document.identity import Identity, remembered
from manikin.document.ik_chain import effector_of, is_branch
from manikin.document.lock import Lock
from manikin.document.lock_kinds import LOCK_KINDS
from manikin.document.lock_mark import mark_of
from manikin.document.names import display_name
from manikin.document.parts import skeleton_key
from manikin.document.stored_pose import StoredPose
from manikin.editor.solver_choice import unsuited
from manikin.editor.wire_types import (
    ActorData,
    BackdropData,
    BoneData,
    ClipData,
    FigureData,
    FigureSummary,
    JointData,
    KeyData,
    LockData,
    LockKindData,
    OptionData,
    ParameterData,
    PoseData,
    ShapeData,
    SolverData,
)
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_partners, side_axis
from manikin.math.rotations import Array, Vec3
from manikin.skeleton import shapes as s
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.stretching import parents_drawn, stretches_of
from manikin.solvers.solver import solver_kinds

__all__ = [
    "NO_KEYS",
    "actor_data",
    "backdrop_data",
    "clip_data",
    "figure_data",
    "figure_key",
    "figure_summaries",
    "lock_data",
    "lock_kind_data",
    "solver_data",
]

USUAL_KEY = KeyData()


def figure_key(figure: Figure) -> str:
    """The key of what is drawn of a figure: the same for all figures of one kind."""
    skin = figure.skeleton.skin
    own = skeleton_key(figure.skeleton)[:16] + ("" if skin is None else f".{skin.digest[:16]}")
    return "".join((own, *(f"+{name}" for name in sorted(figure.active_couplings))))


def figure_data(figure: Figure) -> FigureData:
    """A figure as it is drawn."""
    return _figure_data(figure.renamed(figure.skeleton.name))


@lru_cache(maxsize=64)
def _figure_data(figure: Figure) -> FigureData:
    skeleton = figure.skeleton
    limbs = _limbs(skeleton)
    _, sliding = parents_drawn(skeleton)
    rest = figure.forward(figure.rest)
    aside = side_axis(skeleton, rest[:, :, 3])
    lowest, highest = map(_vec, figure.pose().bounding_box())
    return FigureData(
        name=figure.name,
        up=skeleton.up,
        joints=tuple(
            JointData(
                name=joint.name, label=_part_label(joint), parent=joint.parent, limb=limbs[joint.name],
                side=_side(joint.mirror, float(rest[i, aside, 3])), mirror=joint.mirror,
                branch=is_branch(skeleton, joint.name), kind="fixed" if sliding[i] else joint.kind,
                effector=effector_of(skeleton, joint.name),
            )
            for i, joint in enumerate(skeleton.joints)
        ),
        parameters=tuple(_parameters(figure, limbs)),
        shapes=(*_shapes(figure), *_bones(figure.skeleton, rest, highest, lowest)),
        height=highest[skeleton.up_index] - lowest[skeleton.up_index],
        lowest=lowest,
        highest=highest,
        unsuited=unsuited(figure),
        skin=None if skeleton.skin is None else skeleton.skin.digest,
        poles=tuple(bend.limb[1] for bend in skeleton.bends),
        stretches=tuple(_stretches(skeleton)),
    )  # fmt: skip


def _stretches(skeleton: Skeleton) -> Iterator[BoneData]:
    for bone in (bone for stretch in stretches_of(skeleton) for bone in stretch.bones):
        along = _vec(np.array(bone.axis) / bone.length)
        yield BoneData(part=skeleton.index(bone.part), slide=skeleton.index(bone.slide), along=along)


def _limbs(skeleton: Skeleton) -> dict[str, str]:
    """The limb of each joint: its own label, or the name of the first joint after the nearest branch."""
    first: dict[str, str] = {}
    for joint in skeleton:
        alone = joint.parent is None or is_branch(skeleton, joint.parent)
        first[joint.name] = joint.name if alone else first[joint.parent or ""]
    return {joint.name: joint.limb or display_name(first[joint.name]).capitalize() for joint in skeleton}


def _side(mirror: str | None, aside: float) -> Literal["left", "right", "centre"]:
    if mirror is None:
        return "centre"
    return "left" if aside > 0 else "right"


def _parameters(figure: Figure, limbs: dict[str, str]) -> Iterator[ParameterData]:
    owner: dict[int, str] = {}
    _, sliding = parents_drawn(figure.skeleton)
    for i, joint in enumerate(figure.skeleton):
        for column in figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton):
            owner.setdefault(column, str(joint.parent) if sliding[i] else joint.name)
    partners = mirror_partners(figure)
    root = figure.skeleton.root.name
    shares = {stretch.parameter for stretch in stretches_of(figure.skeleton)}
    for i, variable in enumerate(figure.parameters):
        home = owner.get(i, root)
        lo, hi = float(figure.lo[i]), float(figure.hi[i])
        partner = figure.parameter_names[partners[i]]
        yield ParameterData(
            name=variable.name, label=_label(variable.name), joint=home, limb=limbs[home],
            unit="rad" if variable.kind == "hinge" else "%" if variable.name in shares else "m",
            lo=lo if np.isfinite(lo) else None,
            hi=hi if np.isfinite(hi) else None, rest=float(figure.rest[i]), stiffness=variable.stiffness,
            mirror=partner if partner != variable.name else None,
        )  # fmt: skip


def _part_label(joint: Joint) -> str:
    """A part's name; a vertebra, which is a letter and a number, is one of the spine."""
    vertebra = joint.limb == "Spine" and re.fullmatch(r"[ctl]\d{1,2}", joint.name)
    return f"spine {joint.name.upper()}" if vertebra else display_name(joint.name)


def _label(name: str) -> str:
    """A parameter's name without its side, because its limb has the side in its name."""
    side, _, rest = name.partition("_")
    return (rest if rest and side in ("l", "r") else name).replace("_", " ")


def _shapes(figure: Figure) -> Iterator[ShapeData]:
    for index, joint in enumerate(figure.skeleton.joints):
        for shape in joint.shapes:
            fields = _fields(shape)
            if fields is not None:
                yield ShapeData(joint=index, local=tuple(shape.at), colour=shape.colour, **fields)


def _bones(skeleton: Skeleton, rest: Array, highest: Vec3, lowest: Vec3) -> Iterator[ShapeData]:
    """Thin bones to and from joints without solids, a knot at each; marks on parts that have solids are not drawn."""
    size = float(np.linalg.norm(np.subtract(highest, lowest))) or 1.0
    seen = [any(_fields(shape) is not None for shape in joint.shapes) for joint in skeleton.joints]
    parents, sliding = parents_drawn(skeleton)
    for index, joint in enumerate(skeleton.joints):
        parent = int(parents[index])
        if sliding[index]:
            continue
        if not seen[index] and (parent < 0 or joint.dofs or not seen[parent]):
            yield _bone(
                index, (0.0, 0.0, 0.0), 0.013 * size / (abs(np.linalg.det(rest[index, :, :3])) ** (1 / 3) or 1.0)
            )
        if parent < 0 or (seen[index] and seen[parent]):
            continue
        if not seen[index] and not joint.dofs and seen[parent]:
            continue
        way = rest[index, :, 3] - rest[parent, :, 3]  # as slides are at rest
        offset, length = np.asarray(np.linalg.solve(rest[parent, :, :3], way), float), float(np.linalg.norm(way))
        scale = float(np.linalg.norm(offset)) / length if length else 1.0
        yield _bone(parent, _vec(offset), scale * float(np.clip(0.05 * length, 0.003 * size, 0.011 * size)))


def _bone(joint: int, end: Vec3, radius: float) -> ShapeData:
    start, place = (0.0, 0.0, 0.0), tuple(float(a) for a in np.eye(3, 4).reshape(12))
    return ShapeData(
        joint=joint, kind="capsule", local=place, colour=None, start=start, end=end, radius=radius,
        end_radius=radius if end == start else 0.55 * radius,
    )  # fmt: skip


def _fields(shape: s.Shape) -> dict[str, Any] | None:
    if isinstance(shape, s.Mesh):
        points, faces = dataclasses.replace(shape, at=s.Mesh(vertices=(), faces=()).at).triangles()
        return {
            "kind": "mesh",
            "vertices": tuple(points.reshape(-1).tolist()),
            "triangles": tuple(faces.reshape(-1).tolist()),
        }
    known = {
        s.Capsule: ("start", "end", "radius", "end_radius"),
        s.Ellipsoid: ("radii",),
        s.Cylinder: ("radius", "length"),
        s.Box: ("size",),
    }
    names = known.get(type(shape))  # a mesh file has no triangles here
    return None if names is None else {"kind": shape.kind, **{name: getattr(shape, name) for name in names}}


def _vec(values: Array) -> Vec3:
    x, y, z = values.tolist()
    return (x, y, z)


def actor_data(actor: Actor) -> ActorData:
    """An actor, without what is drawn."""
    return ActorData(
        name=actor.name,
        figure=figure_key(actor.figure),
        q=actor.q,
        poses=tuple(_pose_data(Identity(pose)) for pose in actor.poses),
        **{name: getattr(actor, name) for name in ActorOptions.__dataclass_fields__},
    )


def backdrop_data(backdrop: Backdrop) -> BackdropData:
    """A picture behind a view, without its bytes."""
    return BackdropData(sight=backdrop.sight, picture=backdrop.digest, aspect=backdrop.aspect, **backdrop.place)


@lru_cache(maxsize=4096)
def _pose_data(given: Identity[StoredPose]) -> PoseData:
    pose = given.value
    stamp = zlib.crc32(repr(pose.values).encode())
    return PoseData(name=pose.name, stamp=f"{stamp:08x}", locks=len(pose.locks or ()))


NO_KEYS = ClipData(frames=(), shapes={}, before="hold", after="hold")
"""Of a figure that has no keys and moves because locks join it to one that has."""


@remembered
def clip_data(clip: Keyframes) -> ClipData:
    """The keys of a clip, without their poses."""
    shapes = {}
    for place, key in enumerate(clip.keys):
        shape = _key_shape(key)
        if shape is not None:
            shapes[str(place)] = shape
    frames = tuple(key.frame for key in clip.keys)
    return ClipData(frames=frames, shapes=shapes, before=clip.before, after=clip.after)


@remembered
def _key_shape(key: Key) -> KeyData | None:
    """How a motion passes through a key; None for the usual way."""
    tracks = None if key.tracks is None else tuple(sorted(key.tracks))
    shape = KeyData(**{name: getattr(key, name) for name in KeyData.__dataclass_fields__} | {"tracks": tracks})
    return None if shape == USUAL_KEY else shape


def lock_data(lock: Lock, document: Document) -> LockData:
    """A lock with its mark."""
    shape = LOCK_KINDS[lock.kind].mark if lock.kind in LOCK_KINDS else "ring"
    return LockData(
        **{name: getattr(lock, name) for name in Lock.__dataclass_fields__},
        weight=lock.goal.weight,
        serving=lock.chains(document.figures),
        mark=mark_of(lock, document.poses, shape),
    )


@lru_cache(maxsize=1)
def solver_data() -> tuple[SolverData, ...]:
    """The solvers that may be chosen."""
    import manikin.solvers  # noqa: F401  (registers the kinds)

    found = []
    for kind, cls in solver_kinds.items():
        options = []
        for option in dataclasses.fields(cls):
            default = option.default
            try:
                json.dumps(default)
            except TypeError:
                continue  # a Python function, which a page cannot give
            options.append(OptionData(name=option.name, type=str(option.type), default=default))
        summary = (cls.__doc__ or "").strip().splitlines()[0]
        found.append(SolverData(kind=kind, summary=summary, honours=tuple(sorted(cls.honours)), options=tuple(options)))
    return tuple(found)


@lru_cache(maxsize=1)
def figure_summaries() -> tuple[FigureSummary, ...]:
    """The shipped figures."""
    return tuple(
        FigureSummary(
            name=name,
            summary=bodies.describe(name).partition("\n")[0],
            prop=name in PROPS,
            sizes=dict(PROPS[name].sizes) if name in PROPS else {},
        )
        for name in (*bodies.names(), *bodies.prop_names())
    )


@lru_cache(maxsize=1)
def lock_kind_data() -> tuple[LockKindData, ...]:
    """The kinds of lock."""
    return tuple(
        LockKindData(kind=kind, label=known.label, mark=known.mark, options=known.options)
        for kind, known in LOCK_KINDS.items()
    )
