"""Walking through places, and turning on the spot."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from manikin.arguments import explained
from manikin.clips.ground import GroundMotion, heading_of, moved_on_ground
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.root_slides import shifted
from manikin.gait import ways
from manikin.gait.bodies import WalkMotion
from manikin.gait.footholds import Foothold, place_foot
from manikin.gait.ground import Ground, Level
from manikin.gait.keyed import Walk
from manikin.gait.legs import SIDES, Legs, legs_of
from manikin.gait.options import Gait
from manikin.gait.plan import timed, timed_step, timing_of
from manikin.gait.route import Route
from manikin.math.rotations import Array

__all__ = ["Way", "step_to", "turn_on_spot", "walk"]

Way = Literal["forwards", "backwards", "sideways"]
FACING: dict[str, float] = {"forwards": 0.0, "backwards": math.pi, "sideways": -math.pi / 2}
"""How a figure without a start faces, from where its way leads."""
AT_PLACE = 0.1
"""A figure that is nearer than this to the first place is there [m]."""
MOST_ASIDE = math.radians(50.0)
"""A figure that faces the way within this sets out at once, else it turns first."""


@explained
def walk(
    figure: Figure,
    places: ArrayLike,
    *,
    way: Way = "forwards",
    gait: Gait | None = None,
    ground: Ground | None = None,
    start: ArrayLike | None = None,
    begin: float = 0.0,
    rate: float = 30.0,
) -> Walk:
    """A walk through places.

    Args:
        figure: A figure with two legs; see ``legs_of``.
        places: Two or more places (n, 2) on the ground, (x, z) [m].  With a start one is enough: the walk begins where
            the figure stands.
        way: "forwards", "backwards", or "sideways", facing much as before.
        gait: How it walks.
        ground: What it walks on; level ground by default.
        start: The state before the walk; by default the figure stands at the first place, facing as the walk begins.
        begin: The first frame.
        rate: Frames a second.
    """
    legs, gait, ground = legs_of(figure), gait or Gait(), ground or Level()
    if way not in get_args(Way):
        raise UnknownName("way to walk", way, get_args(Way))
    through = _places(places)
    if start is None:
        route = Route(through)
        facing = (
            float(route.headings(np.zeros(1))[0]) + {"forwards": 0.0, "backwards": np.pi, "sideways": -np.pi / 2}[way]
        )
        state, stands = _stood(figure, legs, through[0], facing, ground)
    else:
        state = np.array(figure.check_state(start))
        pose = figure.pose(state)
        here, facing = pose.world[0, [0, 2], 3], heading_of(figure, state)
        near = len(through) > 1 and np.linalg.norm(through[0] - here) < AT_PLACE
        route = Route(np.vstack([here, through[1:] if near else through]))
        stands = ways.standing(legs, pose)
    if way == "backwards":
        stands, steps = _backwards(legs, gait, ground, route, stands, facing)
    elif way == "forwards":
        turn = _turn(facing, float(route.headings(np.zeros(1))[0]))
        before = ways.turning(legs, ground, route.places[0], facing, turn)[:-1] if abs(turn) > MOST_ASIDE else []
        first = ways.other_side(before[-1].leg.side) if before else "l"
        steps = before + ways.forwards(legs, gait, ground, route, first)
    else:
        steps = ways.sideways(legs, gait, ground, route, facing)
        turn = _turn(facing, steps[0].heading)
        if abs(turn) > MOST_ASIDE:
            first = steps[0].leg.side
            count = len(ways.turning(legs, ground, route.places[0], facing, turn))
            first = first if count % 2 == 0 else ways.other_side(first)
            steps = ways.turning(legs, ground, route.places[0], facing, turn, first) + steps
    plan = timed(legs, gait, ground, stands, steps, begin, rate)
    return Walk(WalkMotion(plan, state, way == "backwards"), rate)


@explained
def turn_on_spot(
    figure: Figure,
    degrees: float,
    *,
    gait: Gait | None = None,
    ground: Ground | None = None,
    start: ArrayLike | None = None,
    begin: float = 0.0,
    rate: float = 30.0,
) -> Walk:
    """Steps on the spot that turn the figure, to the left where the angle is above 0; see ``walk``."""
    legs, gait, ground = legs_of(figure), gait or Gait(), ground or Level()
    if not (math.isfinite(degrees) and 1 <= abs(degrees) <= 36_000):
        raise InputError(f"a turn is 1 to 36,000 degrees to either side, not {shorten(degrees)}")
    if start is None:
        state, stands = _stood(figure, legs, np.zeros(2), 0.0, ground)
    else:
        state = np.array(figure.check_state(start))
        stands = ways.standing(legs, figure.pose(state))
    here = figure.pose(state).world[0, [0, 2], 3]
    steps = ways.turning(legs, ground, here, heading_of(figure, state), math.radians(degrees))
    return Walk(WalkMotion(timed(legs, gait, ground, stands, steps, begin, rate), state), rate)


def _backwards(
    legs: Legs, gait: Gait, ground: Ground, route: Route, stands: list[Foothold], facing: float
) -> tuple[list[Foothold], list[Foothold]]:
    """Where the feet stand at the end, and the steps forwards from there to the feet as they stand."""
    back = Route(route.places[::-1])
    heading = float(back.headings(np.zeros(1))[0])
    steps = ways.forwards(legs, gait, ground, back, "l")
    turn = _turn(steps[-1].heading, facing)
    if abs(turn) > MOST_ASIDE:
        first = ways.other_side(steps[-2].leg.side)
        steps = steps[:-1] + ways.turning(legs, ground, route.places[0], steps[-1].heading, turn, first)
    now = {foothold.leg.side: foothold for foothold in stands}
    steps[-2:] = [now[foothold.leg.side] for foothold in steps[-2:]]
    return ways.standing_at(legs, back.places[0], heading, ground), steps


def _turn(one: float, other: float) -> float:
    """The turn from one heading to another, the short way [rad]."""
    return math.remainder(other - one, 2 * math.pi)


def _places(given: ArrayLike) -> Array:
    try:
        places = np.array(given, float)
    except (TypeError, ValueError):
        places = np.zeros(0)
    if places.ndim != 2 or places.shape[1:] != (2,) or not len(places) or not (np.abs(places) < 1e6).all():
        raise InputError(f"places are a list of pairs of finite numbers x and z, not {shorten(given)}")
    return places


def _stood(figure: Figure, legs: Legs, place: Array, facing: float, ground: Ground) -> tuple[Array, list[Foothold]]:
    """The figure at rest with its root above a place, and its feet on the ground there."""
    stands = ways.standing_at(legs, place, facing, ground)
    rest = figure.rest
    turned = moved_on_ground(figure, rest[None], GroundMotion(facing, (0.0, 0.0)))[0]
    shift = _shift(place - figure.pose(turned).world[0, [0, 2], 3])
    turned = np.array(moved_on_ground(figure, turned[None], shift)[0])
    up = figure.pose(turned).world[0, 1, 3] - legs.height
    lift = np.array([0.0, min(foothold.height for foothold in stands) - up, 0.0])
    return shifted(figure.pose(turned), lift, needed=True), stands


def _shift(across: Array) -> GroundMotion:
    """A shift by (x, z); a motion on the ground counts z first."""
    return GroundMotion(0.0, (float(across[1]), float(across[0])))


@explained
def step_to(
    figure: Figure,
    part: str,
    place: ArrayLike,
    *,
    heading: float | None = None,
    gait: Gait | None = None,
    ground: Ground | None = None,
    start: ArrayLike | None = None,
    begin: float = 0.0,
    end: float | None = None,
    rate: float = 30.0,
) -> Walk:
    """One step: the weight goes to the other foot, the foot goes to its place, the weight comes between them.

    Args:
        figure: A figure with two legs; see ``legs_of``.
        part: The foot, "l_foot" or "r_foot".
        place: Where the middle of its sole goes, (x, z) [m].
        heading: Where the foot points afterwards [degrees from z towards x]; where the figure faces by default.
        gait: How it steps.
        ground: What it stands on; level ground by default.
        start: The state before; rest by default.
        begin: The first frame.
        end: The last frame; by default that of a step in a walk.
        rate: Frames a second.
    """
    legs, gait, ground = legs_of(figure), gait or Gait(), ground or Level()
    feet = {legs[side].foot: legs[side] for side in SIDES}
    if part not in feet:
        raise UnknownName("foot", part, feet)
    state = figure.rest.copy() if start is None else np.array(figure.check_state(start))
    stands = ways.standing(legs, figure.pose(state))
    facing = heading_of(figure, state) if heading is None else math.radians(heading)
    foothold = place_foot(feet[part], _places(np.atleast_2d(np.asarray(place, float)))[0], facing, ground)
    last = begin + 2.4 * timing_of(gait, rate, legs.scale).step if end is None else end
    if not last - begin >= 6:
        raise InputError(f"a step takes 6 frames or more, not {last - begin:g}")
    return Walk(WalkMotion(timed_step(legs, gait, ground, stands, foothold, begin, last, rate), state), rate)
