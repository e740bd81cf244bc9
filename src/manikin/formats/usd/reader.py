"""Skeletons and animations of USD scenes, through ``pxr``, which is imported only here."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, stem_of
from manikin.formats.node_rig import Node, NodeMotion, node_states, rig_of
from manikin.formats.usd.skins import read_skin
from manikin.math.rotations import Array, affine, from_quaternion, orthonormal_frame

try:
    from pxr import Sdf, Tf, Usd, UsdGeom, UsdSkel
except ImportError:  # without the extra; ``Usd.read`` says so before this module is used
    Sdf = Tf = Usd = UsdGeom = UsdSkel = None

__all__ = ["read_usd"]

MAX_JOINTS = 20_000
MAX_FRAMES = 200_000
MAX_LAYERS = 64
SCALED = 1e-4
"""A scale that changes by more than this is told."""
SUFFIXES = (".usda", ".usdc", ".usdz", ".usd")


def read_usd(data: bytes, file: str | None, beside: Beside, skeleton: str | None, rate: float | None) -> Content:
    """The content of a file; layers that it names are taken from beside it only."""
    if rate is not None and not 0 < rate <= 10_000:
        raise InputError(f"the rate must be above 0 frames per second, not {shorten(rate)}")
    suffix = os.path.splitext(file or "x.usda")[1].lower()
    with tempfile.TemporaryDirectory(prefix="manikin-usd-") as folder:
        path = Path(folder) / f"scene{suffix if suffix in SUFFIXES else '.usda'}"
        path.write_bytes(data)
        try:
            layer = Sdf.Layer.FindOrOpen(str(path))
            if layer is None:
                raise FormatError("this is no USD file", file=file)
            _bring(layer, Path(folder), file, beside)
            stage = Usd.Stage.Open(layer, load=Usd.Stage.LoadNone)
            return _content(stage, file, skeleton, rate)
        except Tf.ErrorException as error:
            reason = str(error).replace(folder, "").strip().splitlines()
            why = shorten(reason[0] if reason else "")
            raise FormatError(f"this is no USD file that can be read: {why}", file=file) from None


def _bring(layer: Any, folder: Path, file: str | None, beside: Beside) -> None:
    """Copy the layers that one refers to, and those that they refer to, into the folder it is read in."""
    waiting, known = [layer], 0
    while waiting:
        for name in waiting.pop().GetCompositionAssetDependencies():
            known += 1
            if known > MAX_LAYERS:
                raise FormatError(f"more than {MAX_LAYERS} layers are not read", file=file)
            relative = name.removeprefix("./")
            target = folder / relative
            if ".." in Path(relative).parts or Path(relative).is_absolute() or ":" in relative:
                raise FormatError(f"the layer {shorten(name)} is not beside the file", file=file)
            if not target.exists():
                try:
                    found = beside(relative)
                except FormatError as error:
                    raise FormatError(f"the layer {shorten(name)}: {error.message}", file=file) from None
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(found)
                below = Sdf.Layer.FindOrOpen(str(target))
                if below is not None:
                    waiting.append(below)


def _content(stage: Any, file: str | None, wanted: str | None, rate: float | None) -> Content:
    skeletons = {str(prim.GetPath()): prim for prim in stage.Traverse() if prim.IsA(UsdSkel.Skeleton)}
    if not skeletons:
        raise FormatError("there is no Skeleton in this scene: there is nothing to pose", file=file)
    if wanted is not None and wanted not in skeletons:
        raise UnknownName("skeleton of the scene", wanted, skeletons)
    if wanted is None and len(skeletons) > 1:
        names = ", ".join(list(skeletons)[:4])
        raise FormatError(f"there are several skeletons: say skeleton= one of {names}", file=file)
    prim = skeletons[wanted] if wanted is not None else next(iter(skeletons.values()))
    unit = float(UsdGeom.GetStageMetersPerUnit(stage))
    up: Literal["y", "z"] = "z" if UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.z else "y"
    odd: list[str] = []
    query = _query(prim, file)
    order = list(query.GetJointOrder())
    if not order or len(order) > MAX_JOINTS:
        raise FormatError(f"a skeleton of {len(order):,} joints is not read", file=file)
    parents = list(query.GetTopology().GetParentIndices())
    labels = UsdSkel.Skeleton(prim).GetJointNamesAttr().Get()
    nodes = _nodes(order, parents, _rest(query, file, odd), unit, list(labels or ()))
    place = _Placement(prim, unit)
    motion, found = _motion(stage, query, nodes, place, rate, odd, file)
    posable = {node.index for node in nodes}
    made, turns = rig_of(nodes, posable, [] if motion is None else [motion], stem_of(file) or "usd")
    root, at = made.root, place.first
    own = np.array(root.before).reshape(3, 4)
    before = affine(at[:, :3] @ own[:, :3], (at[:, :3] @ own[:, 3] + at[:, 3]).tolist())
    skin = read_skin(prim, query, [node.name for node in nodes], unit, odd, file)
    made = replace(made, up=up, joints=(replace(root, before=before), *made.joints[1:]), skin=skin)
    if motion is None:
        return Content(skeletons=(made,), warnings=tuple(odd))
    figure = Figure(made)
    clip = Samples(figure=figure, rate=found, data=node_states(figure, nodes, turns, motion))
    stored = StoredClip(clip=clip, name=prim.GetName(), unit=unit)
    return Content(skeletons=(made,), clips=(stored,), warnings=tuple(odd))


def _query(prim: Any, file: str | None) -> Any:
    root = prim
    while root and not root.IsA(UsdSkel.Root):
        root = root.GetParent()
    cache = UsdSkel.Cache()
    if root:
        cache.Populate(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(prim))
    if not query:
        raise FormatError(f"the skeleton {prim.GetPath()} is not valid", file=file)
    return query


def _rest(query: Any, file: str | None, odd: list[str]) -> list[Array]:
    """Local rest transforms (4, 4), column vectors; from the bind pose where there are none."""
    given = query.ComputeJointLocalTransforms(Usd.TimeCode.Default(), True)
    if query.HasRestPose() and given:
        return [np.array(one).T for one in given]
    binds = query.GetJointWorldBindTransforms()
    parents = list(query.GetTopology().GetParentIndices())
    if not binds or len(binds) != len(parents):
        raise FormatError("the skeleton has neither rest nor bind transforms", file=file)
    odd.append(f"{file or 'the file'}: the skeleton has no rest transforms; they are taken from the bind pose")
    world = [np.array(one).T for one in binds]
    pairs = zip(world, parents, strict=True)
    return [one if parent < 0 else np.linalg.solve(world[parent], one) for one, parent in pairs]


def _nodes(order: list[str], parents: list[int], rest: list[Array], unit: float, labels: list[str]) -> list[Node]:
    last = [path.rpartition("/")[2] or path for path in order]
    if len(labels) == len(order) and all(label.strip() and label.isprintable() for label in labels):
        last = labels
    names: list[str] = []
    for path, name in zip(order, last, strict=True):
        label = name if last.count(name) == 1 else path
        while label in names:
            label += " 2"
        names.append(label)
    children: list[list[int]] = [[] for _ in order]
    for i, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(i)
    nodes = []
    for i, local in enumerate(rest):
        linear = local[:3, :3]
        scale = np.linalg.norm(linear, axis=0)
        if not (scale > 1e-12).all() or not np.isfinite(local).all():
            raise FormatError(f"joint {shorten(order[i])}: its rest transform is no transform")
        scale[0] *= np.sign(np.linalg.det(linear)) or 1.0
        turn = orthonormal_frame(linear / scale)
        nodes.append(Node(i, names[i], parents[i], tuple(children[i]), unit * local[:3, 3], turn, scale, None))
    return nodes


def _motion(
    stage: Any, query: Any, nodes: list[Node], place: _Placement, rate: float | None, odd: list[str], file: str | None
) -> tuple[NodeMotion | None, float]:
    """The animation that is bound to the skeleton, sampled; joints that it does not move stay at rest.

    Roots go along where the skeleton itself is moved about.
    """
    animation = query.GetAnimQuery()
    per_second = float(stage.GetTimeCodesPerSecond()) or 24.0
    found = rate or per_second
    times = sorted({*(animation.GetJointTransformTimeSamples() if animation else ()), *place.times})
    if not times:
        return None, found
    count = round((times[-1] - times[0]) / per_second * found) + 1
    if count > MAX_FRAMES:
        raise FormatError(f"{count:,} frames are not read")
    order, own = list(query.GetJointOrder()), list(animation.GetJointOrder()) if animation else []
    moved = {order.index(name): k for k, name in enumerate(own) if name in order}
    roots = [node.index for node in nodes if node.parent < 0] if place.times else []
    local = np.tile([_matrix(node) for node in nodes], (count, 1, 1, 1))
    for frame in range(count):
        moment = Usd.TimeCode(times[0] + frame * per_second / found)
        given = _local(animation, len(own), moment) if own else np.empty((0, 4, 4))
        for i, k in moved.items():
            local[frame, i] = given[k]
            local[frame, i, :3, 3] *= place.unit
        if roots:
            local[frame, roots] = place.since_the_first(moment) @ local[frame, roots]
    _take_scales([nodes[i] for i in {*moved, *roots}], local, odd, file)
    translations, rotations = {}, {}
    for i in {*moved, *roots}:
        translations[i] = local[:, i, :3, 3]
        rotations[i] = orthonormal_frame(local[:, i, :3, :3] / nodes[i].scale)
    return NodeMotion(found, translations, rotations, count), found


def _local(animation: Any, count: int, moment: Any) -> Array:
    """The transforms of an animation's joints at a time (joints, 4, 4); quaternions of any length only turn."""
    given = animation.ComputeJointLocalTransformComponents(moment)
    if given is None or [len(one) for one in given] != [count] * 3:
        raise FormatError("the animation has not as many values as joints")
    places, turns, scales = given
    quaternions = np.array([(*one.GetImaginary(), one.GetReal()) for one in turns], float)
    length = np.linalg.norm(quaternions, axis=1, keepdims=True)
    if not (np.isfinite(length) & (length > 1e-12)).all():
        raise FormatError("the animation has a quaternion of zero")
    made = np.tile(np.eye(4), (count, 1, 1))
    made[:, :3, :3] = from_quaternion(quaternions) * np.array(scales, float)[:, None, :]
    made[:, :3, 3] = np.array(places, float)
    return made


def _matrix(node: Node) -> Array:
    """The rest transform of a node (4, 4) [m]."""
    return np.vstack([np.column_stack([node.rotation * node.scale, node.translation]), [0.0, 0.0, 0.0, 1.0]])


def _take_scales(moved: list[Node], local: Array, odd: list[str], file: str | None) -> None:
    """A joint has the scale that its animation begins with; one that changes is told."""
    for node in moved:
        sizes = np.linalg.norm(local[:, node.index, :3, :3], axis=1)
        if not np.isfinite(sizes).all() or not (sizes[0] > 1e-12).all():
            raise FormatError(f"joint {shorten(node.name)}: its animation is no transform")
        change = float(np.abs(sizes - sizes[0]).max())
        if change > SCALED:
            told = f"the scale of {shorten(node.name)} changes by {change:.3g}; it is taken as it begins"
            odd.append(str(FormatError(told, file=file)))
        if np.abs(sizes[0] - np.abs(node.scale)).max() > SCALED:
            node.scale = sizes[0] * np.sign(node.scale)


class _Placement:
    """Where a skeleton stands in the world.

    Attributes:
        unit: Metres in a unit of the scene.
        times: The times at which it is placed elsewhere; none if it stands still.
        first: Where it stands at the first of them (3, 4) [m].
    """

    def __init__(self, prim: Any, unit: float) -> None:
        self._prim, self.unit = prim, unit
        above = prim
        times: set[float] = set()
        while above and not above.IsPseudoRoot():
            if above.IsA(UsdGeom.Xformable):
                times.update(UsdGeom.Xformable(above).GetTimeSamples())
            above = above.GetParent()
        self.times = sorted(times)
        whole = self._at(Usd.TimeCode(self.times[0]) if times else Usd.TimeCode.Default())
        if not np.isfinite(whole).all() or abs(np.linalg.det(whole[:3, :3])) < 1e-12:
            raise FormatError(f"{prim.GetPath()} is placed by no transform")
        self.first, self._back = whole[:3], np.linalg.inv(whole)

    def _at(self, moment: Any) -> Array:
        matrix = np.array(UsdGeom.Xformable(self._prim).ComputeLocalToWorldTransform(moment)).T
        matrix[:3, 3] *= self.unit
        return matrix

    def since_the_first(self, moment: Any) -> Array:
        """How far it has been moved at a time, seen from where it stood at first (4, 4) [m]."""
        return np.asarray(self._back @ self._at(moment))
