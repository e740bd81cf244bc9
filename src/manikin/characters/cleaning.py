"""Foot-skate clean-up: feet of captured clips that slide while they should stand are made to stand.

Contacts are found (``contacts``), feet and pelvis are planned (``foot_plan``), and legs are brought to the plan
(``leg_solve``).  Frames outside contacts and their windows stay as they are, to the last bit.  A clip that was cleaned
is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from manikin.arguments import explained
from manikin.characters.bounds import MOVED, doubtful_roles, not_held, travelled
from manikin.characters.contacts import Contact, find_contacts
from manikin.characters.foot_plan import plan_feet
from manikin.characters.foot_points import FootPoints, foot_points
from manikin.characters.leg_solve import misses_in, solve_legs
from manikin.characters.roles import Roles, find_roles
from manikin.characters.stretched_legs import solve_stretched_legs
from manikin.characters.stretching import check_stretch, with_bone_slides, without_bone_slides
from manikin.clips.clip import Clip
from manikin.clips.samples import Samples
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError, shorten
from manikin.gait.ground import Ground
from manikin.goals import Position
from manikin.math.rotations import Array

__all__ = ["CleanedFeet", "clean_feet", "contact_goals", "travel"]

MOST_ROUNDS = 5


@dataclass(frozen=True, eq=False)
class CleanedFeet:
    """A clip whose feet stand.

    Attributes:
        clip: The clip.
        roles: The roles of its figure's joints.
        scale: Size of the figure: its legs over those of 0.84 m.
        contacts: When and where each foot stands; given again to ``clean_feet`` after editing, they are used.
        goals: The same as timed goals, which a ``Constrained`` clip holds: the strips of locks on a timeline.
        skate: How far the balls travel in contacts before, in the mean [m/frame].
        skate_after: The same after.
        lowered: How far the pelvis went down at most [m].
        moved: How far joints of hands and head moved, in the mean [m].
        off: Frames in which a foot that should stand is off its place, and by how much [m].
        stretch: By which share of its length a leg bone is longer or shorter at most.
    """

    clip: Samples
    roles: Roles
    scale: float
    contacts: tuple[Contact, ...]
    goals: tuple[TimedGoal, ...]
    skate: float
    skate_after: float
    lowered: float
    moved: float
    off: Mapping[int, float]
    stretch: float = 0.0

    @property
    def out_of_bounds(self) -> tuple[str, ...]:
        """What one should look at, in sentences; empty if all is within the bounds that docs/characters.md lists."""
        found = [] if self.contacts else ["no foot stands anywhere"]
        found += not_held(self.off)
        found += travelled(self.skate_after, self.clip.rate, self.scale)
        if self.moved > MOVED * self.scale:
            most = 1000 * MOVED * self.scale
            found.append(f"hands and head moved by {1000 * self.moved:.1f} mm in the mean; the bound is {most:.1f}")
        return (*found, *doubtful_roles(self.roles, "the clip"))

    def __str__(self) -> str:
        feet = {"l": "left", "r": "right"}
        counts = [f"{sum(c.side == s and c.point == 'ball' for c in self.contacts)} {feet[s]}" for s in "lr"]
        off = (
            f"; out of reach at {len(self.off)} frames, by up to {1000 * max(self.off.values()):.1f} mm"
            if self.off
            else ""
        )
        stretched = f"; leg bones longer or shorter by up to {100 * self.stretch:.2f} %" if self.stretch else ""
        return (
            f"{' and '.join(counts)} contacts; travel in contacts {1000 * self.skate:.2f} → "
            f"{1000 * self.skate_after:.3f} mm/frame; pelvis down by up to {1000 * self.lowered:.1f} mm; "
            f"hands and head moved by {1000 * self.moved:.1f} mm in the mean{stretched}{off}"
        )


@explained
def clean_feet(
    clip: Clip,
    *,
    contacts: Sequence[Contact] | None = None,
    roles: Mapping[str, str | None] | Roles | None = None,
    ground: Ground | None = None,
    stretch: float = 0.0,
) -> CleanedFeet:
    """A clip without foot skate.

    Args:
        clip: The clip; what is no sample is sampled at whole frames.
        contacts: When and where feet stand, if they are not to be found: those of an earlier call, edited.
        roles: Roles of joints that are known; see ``find_roles``.
        ground: What the feet stand on, such as a ``HeightField`` or ``Stairs``; it is found by default.
        stretch: By which share of their length leg bones may change where a knee would pop or a foot would be missed,
            such as 0.01; not at all by default.  The clip then moves a figure that has slides along these bones.
    """
    check_stretch(stretch)
    samples = clip if isinstance(clip, Samples) else clip.bake()
    found = roles if isinstance(roles, Roles) else find_roles(samples.figure, roles)
    given, slides = samples.figure, None
    if stretch:
        samples, slides = with_bone_slides(samples, found, stretch)
    points = foot_points(samples, samples.data, found, ground)
    done, lowered = samples, 0.0
    kept: tuple[Contact, ...] = ()
    off: dict[int, float] = {}
    for _ in range(MOST_ROUNDS):  # a step that is cleaned may show another one beside it
        now = foot_points(done, done.data, found, ground)
        chosen = find_contacts(now) if contacts is None else _checked(contacts, len(done.data))
        if all(contact.settled for contact in chosen):
            kept += tuple(c for c in chosen if not any(_overlap(c, other) for other in kept))
            break
        plan, stand = plan_feet(now, np.asarray(done.figure.forward(np.ascontiguousarray(done.data))), chosen, stretch)
        if slides is None:
            made, misses = solve_legs(now, done.data, plan)
        else:
            made, misses = solve_stretched_legs(now, done.data, plan, slides)
        done, lowered = replace(done, data=made), max(lowered, float(plan.drop.max(initial=0.0)))
        kept += tuple(contact for contact in stand if not contact.settled)
        off |= misses_in(stand, misses)
        if contacts is not None:
            break
    kept = tuple(sorted(kept, key=lambda one: (one.start, one.side, one.point)))
    longest = 0.0 if slides is None else slides.longest(done.data)
    return CleanedFeet(
        clip=done if slides is None else without_bone_slides(done, given, slides),
        roles=found,
        scale=points.scale,
        contacts=kept,
        goals=contact_goals(points, kept, samples.first),
        skate=travel(points, kept),
        skate_after=travel(foot_points(done, done.data, found), kept),
        lowered=lowered,
        moved=_moved(points, samples.data, done.data),
        off=off,
        stretch=longest,
    )


def _overlap(one: Contact, other: Contact) -> bool:
    return (one.side, one.point) == (other.side, other.point) and one.start <= other.end and other.start <= one.end


def contact_goals(points: FootPoints, contacts: Sequence[Contact], first: float = 0.0) -> tuple[TimedGoal, ...]:
    """Contacts as goals that hold for a while: one for each place of each foot."""
    made = []
    for number, contact in enumerate(contacts, start=1):
        name = f"{'left' if contact.side == 'l' else 'right'} {contact.point} {number}"
        point = points.figure.point(points.joints[contact.side, contact.point])
        goal = Position(point=point, target=contact.place, name=name)
        made.append(TimedGoal(goal=goal, spans=(Span(start=first + contact.start, end=first + contact.end),)))
    return tuple(made)


def _checked(contacts: Sequence[Contact], count: int) -> tuple[Contact, ...]:
    given = tuple(sorted(contacts, key=lambda c: (c.start, c.side, c.point)))
    for contact in given:
        if not (isinstance(contact, Contact) and 0 <= contact.start <= contact.end < count):
            raise InputError(f"a contact lies in frames 0 to {count - 1}, not {shorten(contact)}")
    for side in "lr":
        for point in ("ball", "heel"):
            own = [c for c in given if (c.side, c.point) == (side, point)]
            for one, other in pairwise(own):
                if other.start <= one.end:
                    raise InputError(f"two contacts of one foot overlap at frame {other.start}")
    balls = [c for c in given if c.point == "ball"]
    for heel in (c for c in given if c.point == "heel"):
        if not any(c.side == heel.side and c.start <= heel.start and heel.end <= c.end for c in balls):
            raise InputError(f"a heel stands at frames {heel.start} to {heel.end} only while its ball does")
    return given


def travel(points: FootPoints, contacts: Sequence[Contact]) -> float:
    """How far balls travel over the ground from frame to frame while they stand, in the mean [m]."""
    axes = list(points.figure.skeleton.level_axes)
    steps = [
        np.linalg.norm(np.diff(points.ways[c.side, "ball"][c.start : c.end + 1][:, axes], axis=0), axis=1)
        for c in contacts
        if c.point == "ball"
    ]
    whole = np.concatenate(steps) if steps else np.zeros(0)
    return float(whole.mean()) if len(whole) else 0.0


def _moved(points: FootPoints, before: Array, after: Array) -> float:
    """How far hands and head are moved, in the mean [m]."""
    names = [points.roles.joints[role] for role in ("l_hand", "r_hand", "head") if role in points.roles]
    if not names:
        return 0.0
    rows = [points.figure.skeleton.index(name) for name in names]
    one, other = (np.asarray(points.figure.forward(np.ascontiguousarray(q)))[..., 3][:, rows] for q in (before, after))
    return float(np.linalg.norm(one - other, axis=-1).mean())
