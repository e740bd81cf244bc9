"""Legs that get a little longer or shorter where a knee would pop or a foot would be missed; Kovar and others 2002.

A figure whose legs may stretch has a slide along each of their bones.  A knee that is nearly straight turns far for a
small change of the distance from hip to ankle; there the bones give way instead, by a share that is too small to be
seen, and the knee turns on as smoothly as it did in the clip.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solveh_banded

from manikin.characters.roles import Roles
from manikin.clips.samples import Samples
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = [
    "BoneSlides",
    "check_stretch",
    "knee_angles",
    "leg_stretch",
    "lengthened",
    "with_bone_slides",
    "without_bone_slides",
]

MOST_STRETCH = 0.1
"""The largest share that may be asked for: more is seen."""
USUAL = 0.95
"""A knee pops where its angle bends more over time than at this share of the frames of the clip."""
BENT = np.radians(120)
"""A knee that is bent more has no need of it: it turns little for a change of length [rad]."""
CALM = 30.0
"""What is slower than this is no pop in any clip [rad/s²]; a knee of a walk has 100."""
ROUNDS, FIRST, LAST = 40, 1e-8, 1e2
"""How often a knee that pops is calmed more, how little at first, and how much in the end."""
FLAT, FIXED = 1e-2, 1e12
"""What a turn of a straight knee costs, where it takes no length, and what a change costs where none is allowed."""
BONES = (("thigh", "shin"), ("shin", "foot"))
NOTHING = 1e-9
"""Slides that move less than this are not needed [m]."""


@dataclass(frozen=True, eq=False)
class BoneSlides:
    """The slides of both legs.

    Attributes:
        share: By which share of its length a bone may change.
        columns: For each side, the columns of its two slides in the state.
        ways: For each side, how far a slide moves for a bone that is longer by its whole length [m], both bones.
    """

    share: float
    columns: dict[str, list[int]]
    ways: dict[str, list[float]]

    def longest(self, states: Array) -> float:
        """The largest share by which a bone is longer or shorter in some states (frames, size)."""
        shares = [np.abs(states[:, self.columns[side]]) / np.array(self.ways[side]) for side in "lr"]
        return float(np.max(shares, initial=0.0))


def check_stretch(share: float) -> None:
    """Raise unless a share is a number from 0 to 0.1."""
    if not (isinstance(share, (int, float)) and 0 <= share <= MOST_STRETCH):
        raise InputError(f"stretch is a share of the length of bones from 0 to {MOST_STRETCH:g}, not {shorten(share)}")


def with_bone_slides(clip: Samples, roles: Roles, share: float) -> tuple[Samples, BoneSlides]:
    """The clip on a figure whose leg bones have slides of ± a share of their length, and these slides."""
    before, skeleton = clip.figure, clip.figure.skeleton
    names: dict[str, list[str]] = {"l": [], "r": []}
    for side, own in names.items():
        for upper, lower in BONES:
            skeleton, name = _with_slide(skeleton, roles[f"{side}_{upper}"], roles[f"{side}_{lower}"], share)
            own.append(name)
    figure = Figure(skeleton, active_couplings=before.active_couplings, name=before.name)
    columns = {side: [figure.index(name) for name in own] for side, own in names.items()}
    ways = {side: [float(figure.hi[i]) / share for i in own] for side, own in columns.items()}
    data = np.zeros((len(clip.data), figure.size))
    data[:, [figure.index(name) for name in before.parameter_names]] = clip.data
    return replace(clip, figure=figure, data=data), BoneSlides(share, columns, ways)


def without_bone_slides(clip: Samples, before: Figure, slides: BoneSlides) -> Samples:
    """The clip on the figure it came from, if no slide is used; else as it is."""
    used = np.abs(clip.data[:, slides.columns["l"] + slides.columns["r"]]).max(initial=0.0) > NOTHING
    kept = [clip.figure.index(name) for name in before.parameter_names]
    return clip if used else replace(clip, figure=before, data=clip.data[:, kept])


def lengthened(states: Array, slides: BoneSlides, stretch: dict[str, Array]) -> Array:
    """The states with the bones of each leg longer by shares (frames,)."""
    made = states.copy()
    for side, share in stretch.items():
        made[:, slides.columns[side]] += share[:, None] * np.array(slides.ways[side])
    return made


def leg_stretch(
    bones: Array, was: Array, way: Array, most: Array, rate: float, share: float, changed: np.ndarray | None = None
) -> Array:
    """By which share a leg is to be longer at each frame (frames,).

    Args:
        bones: Lengths of thigh and shin (frames, 2) [m].
        was: The distance from hip to ankle in the clip (frames,) [m].
        way: What it is to be (frames,) [m].
        most: How far the leg may reach without being stretched (frames,) [m].
        rate: Frames per second.
        share: The largest share.
        changed: Frames that may change (frames,); all by default.
    """
    if len(was) < 3:
        return np.zeros(len(was))
    bend = np.quantile(np.abs(np.diff(knee_angles(bones, was), 2)), USUAL)
    reach = np.minimum(way, np.maximum(most, way / (1 + share)))
    knee = knee_angles(bones, reach)
    across = bones.prod(axis=1) * np.sin(knee) / np.maximum(reach, 1e-12) ** 2  # how much of its length a turn costs
    cost = across**2 + FLAT**2
    cost[knee < BENT] = FIXED
    if changed is not None:
        cost[~changed] = FIXED
    low, high = (knee_angles(bones, way / (1 + one)) for one in (share, -share))
    knee = _calm(knee, cost, low, high, max(float(bend), CALM / rate**2))
    length = np.sqrt((bones**2).sum(axis=1) - 2 * bones.prod(axis=1) * np.cos(knee))
    wanted = np.clip(way / length - 1, -share, share)
    return np.asarray(np.where(np.abs(wanted) > NOTHING, wanted, 0.0))


def _calm(values: Array, cost: Array, low: Array, high: Array, most: float) -> Array:
    """Values (frames,) whose second differences are brought below a bound where they exceed it, as cheaply as possible.

    Least Σ cost · change² + Σ weight · (second difference)², with weights that grow where the bound is exceeded and are
    0 elsewhere: so values far from there stay as they are.  Values that would leave their range stay at its end.
    """
    count, weights = len(values), np.zeros(len(values) - 2)
    low, high, cost = low / most, high / most, cost * most**2  # in units of the bound, whatever the rate
    aim = made = values / most
    for _ in range(ROUNDS):
        beyond = np.abs(np.diff(made, 2)) > 1 + 1e-3
        if not beyond.any():
            break
        weights[beyond] = np.clip(2 * weights[beyond], FIRST, LAST)
        bands = np.zeros((3, count))  # the upper half of a matrix of five diagonals
        bands[2] = cost
        bend = np.zeros(count)
        for k, one in enumerate((1.0, -2.0, 1.0)):
            bands[2, k : count - 2 + k] += one * one * weights
            bend[k : count - 2 + k] += one * weights * np.diff(aim, 2)
        bands[1, 1:-1] -= 2 * weights
        bands[1, 2:] -= 2 * weights
        bands[0, 2:] += weights
        made = aim - solveh_banded(bands, bend)
        out = (made < low) | (made > high)
        if out.any():
            aim, cost = np.where(out, np.clip(made, low, high), aim), np.where(out, FIXED, cost)
            made = np.clip(made, low, high)
    return made * most


def knee_angles(bones: Array, way: Array) -> Array:
    """The angle of a knee (frames,) [rad] by the distance from hip to ankle."""
    cosine = ((bones**2).sum(axis=1) - way**2) / (2 * bones.prod(axis=1))
    return np.asarray(np.arccos(np.clip(cosine, -1.0, 1.0)))


# ---- the figure --------------------------------------------------------------------------------


def _bone(skeleton: Skeleton, upper: str, lower: str, places: Array) -> Joint:
    """The joint on the way from one to the other that is farthest from its parent: it carries the length."""
    path = skeleton.path(lower)

    def length(name: str) -> float:
        i = skeleton.index(name)
        return float(np.linalg.norm(places[i] - places[skeleton.parents[i]]))

    return skeleton[max(path[path.index(upper) + 1 :], key=length)]


def _with_slide(skeleton: Skeleton, upper: str, lower: str, share: float) -> tuple[Skeleton, str]:
    """The skeleton with a slide along a bone, and its name; one that is there stays, with the larger limits."""
    figure = Figure(skeleton)
    world = np.asarray(figure.forward(figure.rest))
    bone = _bone(skeleton, upper, lower, world[..., 3])
    i, name = skeleton.index(bone.name), f"{bone.name} stretch"
    length = float(np.linalg.norm(world[skeleton.index(lower), :, 3] - world[skeleton.index(upper), :, 3]))
    if length <= 0:
        raise InputError(f"the bone from {shorten(upper)} to {shorten(lower)} has no length that could stretch")
    frame = world[skeleton.parents[i], :, :3] @ np.reshape(bone.before, (3, 4))[:, :3]
    axis = np.linalg.solve(frame, world[i, :, 3] - world[skeleton.parents[i], :, 3])
    axis /= np.linalg.norm(axis)
    most = share * length / float(np.linalg.norm(frame @ axis))  # a frame that is scaled makes it longer in the world
    most = max([most, *(dof.hi for dof in bone.dofs if dof.name == name)])
    x, y, z = axis.tolist()
    slide = Dof(name=name, kind="slide", axis=(x, y, z), lo=-most, hi=most)
    dofs = (slide, *(dof for dof in bone.dofs if dof.name != name))
    joints = tuple(replace(one, dofs=dofs) if one.name == bone.name else one for one in skeleton.joints)
    return replace(skeleton, joints=joints), name
