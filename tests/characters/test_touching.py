"""Hands that lie on the body of the source lie there on the target's."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, Samples, bodies, retarget
from manikin.characters.hands import PALM
from manikin.characters.reference import Reference, reference_of
from manikin.characters.roles import find_roles
from manikin.characters.surfaces import Near, parts_of
from manikin.goals import MatchValues, Position
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from tests.support.rigs import rig

HUMAN = bodies.load("human")


def seen(figure: Figure) -> Reference:
    return reference_of(figure, find_roles(figure))


def felt(clip: Samples, hand: str, name: str) -> Near:
    """Where a palm is on a part, in all frames."""
    reference = seen(clip.figure)
    part = parts_of(reference)[name]
    world = np.asarray(clip.figure.forward(np.ascontiguousarray(clip.data)))
    turns, places = reference.turns(world), world[..., 3] @ reference.turn.T
    hand_at = reference.index(hand)
    palm = places[:, hand_at] + turns[:, hand_at] @ np.array([0.0, -PALM * reference.arm, 0.0])
    turn = turns[:, reference.index(part.role)]
    return Near.of(palm, part.axis(reference, places, turn), turn, part.half)


def hands_at(places: dict[str, tuple[float, float, float]]) -> Samples:
    """The human puts its palms somewhere, keeps them there and takes them away again."""
    reference = seen(HUMAN)
    goals = []
    for side, place in places.items():
        palm = reference.on_part(f"{side}_hand", reference.place(f"{side}_hand") - (0.0, PALM * reference.arm, 0.0))
        goals.append(Position(point=HUMAN.point(f"{side}_hand", palm), target=place, weight=100.0))
    posture = MatchValues(values=HUMAN.parameter_values(), target=HUMAN.rest, weight=0.01)
    arms = [name for name in HUMAN.parameter_names if any(part in name for part in ("shoulder", "elbow", "wrist"))]
    frozen = [name for name in HUMAN.parameter_names if name not in arms]
    pose = LevenbergMarquardt(max_iterations=200).solve(Problem(HUMAN, [*goals, posture], frozen=frozen), HUMAN.rest).q
    share = np.clip(np.minimum(np.arange(70), np.arange(70)[::-1]) / 25, 0.0, 1.0)[:, None]
    return Samples(figure=HUMAN, rate=30.0, data=HUMAN.rest + share**2 * (3 - 2 * share) * (pose - HUMAN.rest))


def on_hips() -> Samples:
    part, reference = parts_of(seen(HUMAN))["belly"], seen(HUMAN)
    world = np.asarray(HUMAN.forward(HUMAN.rest))[None]
    places = world[..., 3] @ reference.turn.T
    begin, end = part.axis(reference, places, reference.turns(world)[:, reference.index(part.role)])
    middle = (0.55 * begin + 0.45 * end)[0]
    out = part.half[0] + 0.012
    return hands_at(
        {side: (middle[0] + sign * out, middle[1], middle[2] + 0.02) for side, sign in (("l", 1), ("r", -1))}
    )


@pytest.mark.parametrize(
    "figure",
    [HUMAN.scaled(lengths={"forearm": 0.2, "upper_arm": 0.24}), rig("mixamo", arms=30)],
    ids=["short arms", "rig"],
)
def test_hands_on_hips_stay_on_hips(figure: Figure) -> None:
    clip = on_hips()
    done = retarget(clip, figure).clip
    larger = seen(done.figure).arm / seen(HUMAN).arm
    for hand in ("l_hand", "r_hand"):
        own, other = felt(clip, hand, "belly"), felt(done, hand, "belly")
        held = slice(27, 43)
        assert np.abs(other.apart - larger * own.apart)[held].max() < 0.004
        assert np.abs(other.along - own.along)[held].max() < 0.02
        assert own.apart[held].max() < 0.03
    world = np.asarray(done.figure.forward(done.data))[..., 3]
    assert np.abs(np.diff(world, 3, axis=0)).max() < 0.02  # no leap on the way there and back


def test_a_hand_that_passes_by_a_part_counts_little() -> None:
    slow, fast = (_passing(rate) for rate in (12.0, 240.0))
    assert slow > 0.02
    assert fast < 0.2 * slow


def _passing(rate: float) -> float:
    """How far the left hand is moved for the thigh that it passes, on longer arms, at most [m]."""
    reference = seen(HUMAN)
    thigh = (reference.place("l_thigh") + reference.place("l_shin")) / 2
    pose = hands_at({"l": (thigh[0] + 0.09, thigh[1] + 0.1, thigh[2] - 0.12)}).data[35]
    other = hands_at({"l": (thigh[0] + 0.09, thigh[1] + 0.1, thigh[2] + 0.16)}).data[35]
    share = np.linspace(0, 1, 24)[:, None]
    clip = Samples(figure=HUMAN, rate=rate, data=pose + share * (other - pose))
    body = HUMAN.scaled(lengths={"forearm": 0.34})
    moved = retarget(clip, body, feet=False).clip.data - _without_touches(clip, body)
    return float(np.abs(moved).max())


def _without_touches(clip: Samples, body: Figure) -> Array:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("manikin.characters.hands.AWAY", -1.0)
        patch.setattr("manikin.characters.hands.TOUCHES", -2.0)
        return retarget(clip, body, feet=False).clip.data


def test_places_near_a_part_are_found_again_on_a_wider_one() -> None:
    rng = np.random.default_rng(2)
    part = parts_of(seen(HUMAN))["chest"]
    place = rng.normal(scale=0.3, size=(50, 3))
    axis = (np.zeros((50, 3)), np.tile([0.0, 0.3, 0.0], (50, 1)))
    turn = np.tile(np.eye(3), (50, 1, 1))
    near = Near.of(place, axis, turn, part.half)
    assert np.abs(near.on(axis, turn, part.half, 1.0) - place).max() < 1e-12
    wide = Near.of(near.on(axis, turn, 2 * part.half, 1.0), axis, turn, 2 * part.half)
    assert np.abs(wide.apart - near.apart).max() < 1e-9


def test_bare_rigs_are_as_wide_as_a_human_of_their_size() -> None:
    small, human = parts_of(seen(rig("mixamo", scale=0.5))), parts_of(seen(HUMAN))
    assert set(small) == set(human)
    assert small["l_thigh"].half[0] == pytest.approx(0.5 * human["l_thigh"].half[0], rel=0.1)
    assert human["chest"].half[0] > 1.3 * human["chest"].half[2]


@pytest.mark.parametrize("forearm", [0.34, 0.42])
def test_a_wrist_goes_to_what_it_touches_in_time(forearm: float) -> None:
    clip = on_hips()
    body = HUMAN.scaled(lengths={"forearm": forearm})  # so long that the shoulder stops, and the wrist does the rest
    done = retarget(clip, body).clip
    bend = np.degrees(done.data[:, body.index("l_wrist_flexion")])
    assert np.ptp(bend) > 60
    assert np.abs(np.diff(bend)).max() < 12  # at 30 frames a second; it was 22 and 50
    assert np.abs(np.diff(bend, 2)).max() < 5
    assert (done.data >= body.lo - 1e-9).all()
    assert (done.data <= body.hi + 1e-9).all()
    for limit in body.linear_limits:
        value = sum(factor * done.data[:, body.index(name)] for name, factor in limit.terms)
        assert np.min(value) >= limit.lo - 1e-9
        assert np.max(value) <= limit.hi + 1e-9
