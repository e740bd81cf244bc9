"""Retargeting: a clip of one character on another, with feet that stand and hands where they were against the body.

Every frame begins from its own copied angles, so that none depends on the first one; a problem for all frames brings
trunk and legs to what is wanted within their limits; a second one calms them; feet are planted; then the arms follow,
so that hands lie where they are to lie on the body as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from manikin.arguments import explained
from manikin.characters.apart import kept_apart
from manikin.characters.bounds import (
    LIMB_MEDIAN,
    LIMB_WORST,
    doubtful_roles,
    kept_too_little,
    limits_met_for_long,
    not_held,
    travelled,
)
from manikin.characters.cleaning import travel
from manikin.characters.contacts import Contact, is_still
from manikin.characters.copying import copied, root_states
from manikin.characters.fitting import fitted_arms, fitted_trunk
from manikin.characters.foot_plan import plan_feet, shortened
from manikin.characters.foot_points import FootPoints, foot_points
from manikin.characters.leg_solve import misses_in, solve_legs
from manikin.characters.reference import reference_of
from manikin.characters.roles import Roles, find_roles, map_to_roles
from manikin.characters.transfer import Transfer
from manikin.clips.clip import Clip
from manikin.clips.samples import Samples
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Retargeted", "retarget"]

AT_LIMIT = 1e-6
WITHIN, MOST_CUTS = 3e-4, 8
"""How near a foot must come to its place by itself [m], for legs of usual size, and how often contacts are cut where it
does not."""
SLOW = 0.03
"""Frames in which a foot is slower than this count alike for the place where it stands [m/s]."""
STANDS = 2e-5
"""A foot that is no farther than this from where it is to stand is left as it is [m]."""


@dataclass(frozen=True, eq=False)
class Retargeted:
    """A clip on another figure.

    Attributes:
        clip: The clip.
        source_roles: The roles of the figure that it came from.
        roles: The roles of the figure that it moves now.
        scale: How much larger steps and heights became.
        contacts: When and where feet stand.
        direction_error: By how much limbs point elsewhere than in the source, the median [rad].
        worst: The frame in which a limb is off most, and by how much [rad].
        at_limit: Parameters that are at a limit in some frame, and in how many.
        off: Frames in which a foot that should stand is off its place, and by how much [m].
        errors: By how much the worst limb points elsewhere, at each frame (frames,) [rad].
        skate: How far the balls of the source travel in its contacts, in the mean [m/frame].
        skate_after: The same of the target in those that it keeps.
        kept: Share of the frames in which feet of the source stand that are kept; 1 where none stands.
        floating_base: Whether the target was fixed to the ground and got a free root.
    """

    clip: Samples
    source_roles: Roles
    roles: Roles
    scale: float
    contacts: tuple[Contact, ...]
    direction_error: float
    worst: tuple[int, float]
    at_limit: Mapping[str, int]
    off: Mapping[int, float]
    errors: Array
    skate: float
    skate_after: float
    kept: float = 1.0
    floating_base: bool = False

    @property
    def out_of_bounds(self) -> tuple[str, ...]:
        """What one should look at, in sentences; empty if all is within the bounds that docs/characters.md lists."""
        limbs = (("median", self.direction_error, LIMB_MEDIAN), ("worst", self.worst[1], LIMB_WORST))
        found = [
            f"limbs point elsewhere by {np.degrees(angle):.1f}°, the {what}; the bound is {most:g}°"
            + (f"; at frame {self.worst[0]}" if what == "worst" else "")
            for what, angle, most in limbs
            if angle > np.radians(most)
        ]
        found += not_held(self.off)
        found += travelled(
            self.skate_after, self.clip.rate, foot_points(self.clip, self.clip.data[:1], self.roles).scale
        )
        found += kept_too_little(self.kept)
        found += limits_met_for_long(self.at_limit, len(self.clip.data))
        return (*found, *doubtful_roles(self.source_roles, "the clip"), *doubtful_roles(self.roles, "the figure"))

    def __str__(self) -> str:
        shared = sum(role in self.source_roles for role in self.roles.joints)
        lines = [
            f"{shared} roles shared; scale {self.scale:.3f}; limbs are off by "
            f"{np.degrees(self.direction_error):.1f}° in the median, by {np.degrees(self.worst[1]):.0f}° at frame "
            f"{self.worst[0]}",
            f"{sum(c.point == 'ball' for c in self.contacts)} contacts of feet are held ({100 * self.kept:.0f} % of "
            f"their time), travel in contacts {1000 * self.skate:.2f} → {1000 * self.skate_after:.3f} mm/frame"
            + (
                f", but not at {_frames(len(self.off))} (by up to {1000 * max(self.off.values()):.1f} mm)"
                if self.off
                else ""
            ),
        ]
        if self.at_limit:
            most = sorted(self.at_limit, key=lambda name: -self.at_limit[name])[:4]
            lines.append("at limits: " + ", ".join(f"{name} in {_frames(self.at_limit[name])}" for name in most))
        if self.floating_base:
            lines.append("the figure was fixed to the ground; it got a free root")
        return "\n".join(lines)


def _frames(count: int) -> str:
    return "1 frame" if count == 1 else f"{count} frames"


@explained
def retarget(
    clip: Clip,
    figure: Figure,
    *,
    roles: Mapping[str, str | None] | Roles | None = None,
    target_roles: Mapping[str, str | None] | Roles | None = None,
    scale: float | None = None,
    pose: float | None = None,
    feet: bool = True,
    avoid_self: bool = False,
) -> Retargeted:
    """A clip of a human body on another figure with one.

    Args:
        clip: The clip; what is no sample is sampled at whole frames.
        figure: The figure that is to move: a rig, a dressed figure, the human, a robot.
        roles: Roles of joints of the clip's figure that are known; see ``find_roles``.  Joints of the other figure may
            be named instead: {"Bone.012": "l_thigh", "Bone.013": "LeftLeg"}.
        target_roles: The same of the other figure.
        scale: How much larger steps and heights become; by default the ratio of the legs' lengths.
        pose: A frame in which the clip's figure stands upright, to be used instead of its zero pose.
        feet: Whether feet that stand in the source are planted.
        avoid_self: Whether limbs are kept from going through each other and through the trunk.
    """
    samples = clip if isinstance(clip, Samples) else clip.bake()
    floating = not any(dof.kind == "slide" for dof in figure.skeleton.dofs)
    if floating:
        figure = Figure(figure.skeleton.with_base("floating"))
    other = target_roles if isinstance(target_roles, Roles) else find_roles(figure, target_roles)
    if not isinstance(roles, Roles):
        roles = find_roles(samples.figure, map_to_roles(samples.figure, roles or {}, other, figure))
    source = reference_of(samples.figure, roles, None if pose is None else samples.state(pose))
    target = reference_of(figure, other)
    factor = target.leg / source.leg if scale is None else scale
    if not (isinstance(factor, (int, float)) and 0 < factor < np.inf):
        raise InputError(f"a scale is a number above 0, not {shorten(factor)}")
    transfer = Transfer(samples, source, target, float(factor))
    states = fitted_trunk(transfer, copied(transfer, root_states(transfer)))
    done = Samples(figure=figure, rate=samples.rate, data=states, first=samples.first, marks=samples.marks)
    contacts: tuple[Contact, ...] = ()
    off: dict[int, float] = {}
    if feet:
        done, contacts, off = _planted(transfer, done, other)
    done = replace(done, data=fitted_arms(transfer, done.data))
    if avoid_self:
        planted = np.zeros((len(done.data), 2), bool)
        for one in contacts:
            planted[one.start : one.end + 1, "lr".index(one.side)] = True
        done = replace(done, data=kept_apart(figure, done.data, other, planted, done.rate))
    errors = _directions(transfer, done)
    frame = int(errors.max(axis=1).argmax()) if errors.size else 0
    return Retargeted(
        clip=done,
        source_roles=roles,
        roles=other,
        scale=float(factor),
        contacts=contacts,
        direction_error=float(np.median(errors)) if errors.size else 0.0,
        worst=(frame, float(errors[frame].max()) if errors.size else 0.0),
        at_limit=_at_limit(done),
        off=off,
        errors=errors.max(axis=1, initial=0.0),
        skate=travel(transfer.points, transfer.contacts),
        skate_after=travel(foot_points(done, done.data, other), contacts),
        kept=_kept(transfer, contacts) if feet else 1.0,
        floating_base=floating,
    )


def _planted(transfer: Transfer, clip: Samples, roles: Roles) -> tuple[Samples, tuple[Contact, ...], dict[int, float]]:
    """The clip with its feet held where the source's stand."""
    points = foot_points(clip, clip.data, roles)
    contacts = tuple(moved for one in transfer.contacts if (moved := _moved(transfer, points, one)) is not None)
    world = np.asarray(clip.figure.forward(np.ascontiguousarray(clip.data)))
    for _ in range(MOST_CUTS):
        plan, kept = plan_feet(points, world, contacts)
        misses = solve_legs(points, clip.data, plan, holds=False)[1]
        contacts = tuple(
            one
            for c in kept
            if (one := shortened(c, misses[:, "lr".index(c.side)] < WITHIN * points.scale, clip.rate)) is not None
        )
        if contacts == kept:
            break
    made, misses = solve_legs(points, clip.data, plan)
    return replace(clip, data=made), kept, misses_in(kept, misses)


def _kept(transfer: Transfer, contacts: tuple[Contact, ...]) -> float:
    """The share of the frames in which feet of the source stand that contacts of the target keep."""
    before, after = (
        {(c.side, frame) for c in some if c.point == "ball" for frame in range(c.start, c.end + 1)}
        for some in (transfer.contacts, contacts)
    )
    return len(before & after) / len(before) if before else 1.0


def _moved(transfer: Transfer, points: FootPoints, contact: Contact) -> Contact | None:
    """A contact of the source at the place of the target's foot, on the target's ground; None if it has no such point.

    A foot without a ball stands by its ankle, while the heel of the source is down.
    """
    rigid = points.joints[contact.side, "heel"] == points.joints[contact.side, "ball"]
    joints = transfer.points.joints
    if rigid and contact.point == "ball" and joints[contact.side, "heel"] != joints[contact.side, "ball"]:
        return None
    way = points.ways[contact.side, contact.point][contact.start : contact.end + 1]
    place = _stillest(way, points)
    kind = 0 if contact.point == "heel" else 1
    own, other = (transfer.standing(one)[kind] for one in (transfer.source, transfer.target))
    level = transfer.target_floor + other + transfer.scale * (contact.place[transfer.points.up] - transfer.floor - own)
    place[points.up] = level
    x, y, z = place.tolist()
    stands = bool(np.abs(way - place).max() < STANDS * points.scale) or (contact.settled and is_still(way, points))
    point = "ball" if rigid else contact.point
    return replace(contact, point=point, place=(x, y, z), settled=stands)


def _stillest(way: Array, points: FootPoints) -> Array:
    """The mean of a way (frames, 3); slower frames count more, so that an end that is cut off changes it little."""
    if len(way) < 2:
        return np.asarray(way.mean(axis=0))
    speed = np.linalg.norm(np.gradient(way, axis=0), axis=1) * points.rate / points.scale
    return np.average(way, axis=0, weights=1 / (speed**2 + SLOW**2))


def _directions(transfer: Transfer, clip: Samples) -> Array:
    """Angles between bones of the target and those of the source (frames, bones) [rad]."""
    source, target = transfer.source, transfer.target
    world = np.asarray(clip.figure.forward(np.ascontiguousarray(clip.data)))[..., 3] @ target.turn.T
    own = transfer.world[..., 3] @ source.turn.T
    found = []
    for side in "lr":
        for a, b in (("thigh", "shin"), ("shin", "foot"), ("upper_arm", "forearm"), ("forearm", "hand")):
            roles = (f"{side}_{a}", f"{side}_{b}")
            if all(role in source.roles and role in target.roles for role in roles):
                one, other = (
                    places[:, reference.index(roles[1])] - places[:, reference.index(roles[0])]
                    for places, reference in ((own, source), (world, target))
                )
                cosine = (one * other).sum(1) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)
                found.append(np.arccos(np.clip(cosine, -1.0, 1.0)))
    return np.array(found).T if found else np.zeros((len(clip.data), 0))


def _at_limit(clip: Samples) -> dict[str, int]:
    figure = clip.figure
    at = (clip.data <= figure.lo + AT_LIMIT) | (clip.data >= figure.hi - AT_LIMIT)
    return {name: int(n) for name, n in zip(figure.parameter_names, at.sum(axis=0), strict=True) if n}
