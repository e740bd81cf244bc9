"""Limbs that stretch where they are pulled out of reach."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from manikin import bodies, stretchy
from manikin.commands import AddLock, SetParameters
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ik_chain import effector_of
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray
from manikin.posing.stretching import Reach, reach_of
from manikin.skeleton.stretching import stretches_of
from tests.support.workspaces import FRONT, SIDE, minding_nothing

MILLIMETRE, DEGREE = 1e-3, np.pi / 180
HUMAN = bodies.load("human")
LONG = stretchy(HUMAN)
BENT = {"r_elbow": 1.4, "r_shoulder_elevation": 0.5, "l_elbow": 1.4}
OUT = (-0.75, 0.6, 0.0)
"""From a hand that hangs to where the arm must be a third longer [m]."""


@cache
def document(*, long: bool = True, plain: bool = True) -> Document:
    made = first_document(LONG if long else HUMAN)
    return minding_nothing(made) if plain else made


class Led:
    """A drag that was led along a way: where the cursor was, the states, and how far the effector was beside it."""

    def __init__(self, drag: Drag, figure: Figure, ways: list[Array], along: tuple[float, float, float]) -> None:
        start = drag.effector(drag.document.poses).copy()
        states, off = [np.array(drag.document.actor().q)], []
        for seq, way in enumerate(ways, 1):
            origin = start + way - 5 * np.array(along)
            drag.follow(Cursor(seq=seq, ray=Ray(origin=tuple(origin), direction=along)))
            drag.step()
            states.append(np.array(drag.states["human"]))
            beside = drag.effector({"human": drag.pose_of("human")}) - start - way
            off.append(float(np.linalg.norm(beside - (beside @ np.array(along)) * np.array(along))))
        self.drag, self.figure, self.states, self.off = drag, figure, np.array(states), np.array(off)

    def values(self, name: str) -> Array:
        return np.asarray(self.states[:, self.figure.index(name)])

    def sharpest(self, name: str) -> float:
        """The largest change of the speed of a parameter from refresh to refresh."""
        return float(np.abs(np.diff(self.values(name), 2)).max())


def there_and_back(way: tuple[float, float, float], speed: float = 0.012, wait: int = 20) -> list[Array]:
    """Ways of the cursor: it speeds up and slows down, waits at the end, and comes back [m]."""
    count = int(1.6 * np.linalg.norm(way) / speed)
    share = 0.5 - 0.5 * np.cos(np.linspace(0, np.pi, count))
    out = [s * np.array(way) for s in share]
    return [*out, *[np.array(way)] * wait, *reversed(out), *[np.zeros(3)] * wait]


def lead(
    made: Document,
    part: str,
    way: tuple[float, float, float],
    along: tuple[float, float, float] = FRONT,
    speed: float = 0.012,
    **grab: object,
) -> Led:
    drag = begin_drag(made, Grab(what="part", part=part, **grab))  # type: ignore[arg-type]
    return Led(drag, made.actor().figure, there_and_back(way, speed), along)


@pytest.mark.parametrize(("way", "along"), [(OUT, FRONT), ((0.0, 0.55, 0.75), SIDE)])
def test_beyond_its_reach_an_arm_gets_longer_and_the_hand_stays_at_the_cursor(
    way: tuple[float, float, float], along: tuple[float, float, float]
) -> None:
    led = lead(document(), "r_hand", way, along)
    stretch = led.values("r_arm_stretch")
    assert 0.15 < stretch.max() < 0.45
    assert np.quantile(led.off, 0.9) < 2 * MILLIMETRE
    assert led.off[stretch[1:] > 0.05].max() < 3 * MILLIMETRE
    assert np.abs(np.diff(stretch)).max() < 0.06  # no more than the cursor moves in a refresh, over the arm
    # it is as long and as bent as before, and so is all else
    assert stretch[-1] == 0
    np.testing.assert_allclose(led.states[-1], led.states[0], atol=0.01 * DEGREE)
    others = [led.figure.index(name) for name in ("l_arm_stretch", "r_leg_stretch", "l_leg_stretch", "root_y")]
    assert (led.states[:, others] == led.states[0, others]).all()


def test_an_elbow_is_no_more_sudden_than_without_stretch() -> None:
    for speed, most in ((0.006, 0.7), (0.012, 1.25)):
        long, plain = (lead(document(long=own), "r_hand", OUT, speed=speed) for own in (True, False))
        assert plain.off.max() > 0.1
        assert long.sharpest("r_elbow") < most * plain.sharpest("r_elbow")


def test_an_arm_that_is_as_long_as_it_may_get_stops_there() -> None:
    led = lead(document(), "r_hand", (-1.3, 0.7, 0.0))
    assert led.values("r_arm_stretch").max() == 0.5
    assert led.values("r_elbow").min() < 0.01
    assert led.values("r_arm_stretch")[-1] == 0
    np.testing.assert_allclose(led.states[-1], led.states[0], atol=0.01 * DEGREE)


@pytest.mark.parametrize(
    ("way", "along"), [((-0.15, 0.1, 0.0), FRONT), ((0.0, 0.2, 0.1), SIDE), ((0.1, 0.1, 0.0), FRONT)]
)
def test_in_reach_the_pose_is_the_same_as_without_stretch(
    way: tuple[float, float, float], along: tuple[float, float, float]
) -> None:
    long, plain = (
        lead(SetParameters(values=BENT).apply(document(long=own)), "r_hand", way, along) for own in (True, False)
    )
    same = [LONG.index(name) for name in HUMAN.parameter_names]
    assert (long.values("r_arm_stretch") == 0).all()
    reach = reach_of(document().actor().pose, arm(), "r_hand", effector_of(HUMAN.skeleton, "r_hand"))
    hands = [HUMAN.pose(q) for q in plain.states]
    places = [pose.convert_point(effector_of(HUMAN.skeleton, "r_hand"), "r_hand") for pose in hands]
    far = [np.linalg.norm(at - pose.position("r_upper_arm")) for at, pose in zip(places, hands, strict=True)]
    assert 0.5 * reach.far < max(far) < 0.95 * reach.far
    np.testing.assert_allclose(long.states[:, same], plain.states, atol=0.1 * DEGREE)


def arm() -> object:
    return next(stretch for stretch in stretches_of(LONG.skeleton) if stretch.parameter == "r_arm_stretch")


def test_a_hand_that_hangs_comes_back_however_far_it_is_pulled_at_first() -> None:
    """What soft reach knows of a limb that is almost straight at the start was forgotten if the first move was long."""
    out = [np.array([0.0, -0.25, 0.0]) * k / 40 for k in range(1, 41)]
    drag = begin_drag(document(plain=False), Grab(what="part", part="r_hand"))
    led = Led(drag, LONG, [*out, *reversed(out), *[np.zeros(3)] * 20], FRONT)
    assert 0.2 < led.values("r_arm_stretch").max() < 0.5
    np.testing.assert_allclose(led.states[-1], led.states[0], atol=0.01 * DEGREE)


def test_legs_get_longer_where_a_pelvis_is_pulled_up_from_feet_that_hold() -> None:
    led = lead(document(plain=False), "pelvis", (0.0, 0.3, 0.0))
    assert led.off.max() < 3 * MILLIMETRE
    assert 0.3 < led.values("r_leg_stretch").max() < 0.45
    np.testing.assert_allclose(led.values("r_leg_stretch"), led.values("l_leg_stretch"), atol=2e-3)
    start = LONG.pose(led.states[0])
    for q in led.states[::10]:
        for foot in ("r_foot", "l_foot"):
            np.testing.assert_allclose(LONG.pose(q).position(foot), start.position(foot), atol=1e-6)
    np.testing.assert_allclose(led.states[-1], led.states[0], atol=0.01 * DEGREE)
    assert led.values("r_leg_stretch")[-1] == led.values("l_leg_stretch")[-1] == 0


def test_legs_that_cannot_bring_a_pelvis_where_it_is_pulled_to_stay_about_as_long_as_they_need_to_be() -> None:
    led = lead(document(plain=False), "pelvis", (0.8, 0.0, 0.0))
    assert led.off.max() > 0.1  # balance holds it
    waiting = len(led.states) // 2
    assert led.values("r_knee")[waiting] < 25 * DEGREE
    assert led.values("r_knee").max() < 45 * DEGREE


@pytest.mark.parametrize(
    ("part", "grab"),
    [("r_hand", {"mode": "joint", "base": "pelvis"}), ("r_forearm", {"mode": "part"}), ("head", {})],
)
def test_other_pulls_leave_limbs_as_long_as_they_are(part: str, grab: dict[str, str]) -> None:
    led = lead(SetParameters(values={"l_arm_stretch": 0.2}).apply(document()), part, (-0.7, 0.6, 0.0), **grab)
    names = [LONG.index(name) for name in LONG.parameter_names if name.endswith("_stretch")]
    np.testing.assert_allclose(
        led.states[:, names], np.broadcast_to(led.states[0, names], (len(led.states), 4)), atol=1e-9
    )


def test_an_arm_that_was_made_longer_by_hand_stays_so_while_it_is_in_reach() -> None:
    made = SetParameters(values={**BENT, "r_arm_stretch": 0.3}).apply(document())
    led = lead(made, "r_hand", (-0.1, 0.15, 0.0))
    np.testing.assert_allclose(led.values("r_arm_stretch"), 0.3, atol=1e-3)
    assert led.off.max() < MILLIMETRE


def test_a_second_pull_brings_the_arm_back_to_its_old_length() -> None:
    out = lead(document(), "r_hand", OUT)
    longest = out.states[int(out.values("r_arm_stretch").argmax())]
    again = lead(document().at({"human": longest}), "r_hand", (0.45, -0.3, 0.0))
    assert again.values("r_arm_stretch")[0] > 0.15
    half = len(again.states) // 2
    assert again.values("r_arm_stretch")[half] == 0
    assert np.abs(np.diff(again.values("r_arm_stretch"))).max() < 0.06


def test_an_arm_gets_longer_where_the_mark_of_its_lock_is_dragged_away() -> None:
    made = AddLock(part="r_hand", lock="position").apply(document())
    drag = begin_drag(made, Grab(what="lock", lock=made.locks[-1].id))
    led = Led(drag, LONG, there_and_back(OUT), FRONT)
    point = made.locks[-1].goal.handles[0]
    start = point.value(LONG.pose(led.states[0]))
    ways = np.array(there_and_back(OUT))
    hands = np.array([point.value(LONG.pose(q)) for q in led.states[1:]])
    assert 0.15 < led.values("r_arm_stretch").max() < 0.45
    assert np.quantile(np.linalg.norm((hands - start - ways)[:, :2], axis=1), 0.9) < 2 * MILLIMETRE
    assert led.values("r_arm_stretch")[-1] == 0


def test_a_dog_gets_longer_legs_too() -> None:
    dog = stretchy(bodies.load("quadruped"))
    made = minding_nothing(first_document(dog))
    made = replace(made, locks=())
    drag = begin_drag(made, Grab(what="part", part="r_fore_paw"))
    name = made.actor().name
    start = drag.effector(made.poses).copy()
    for k in range(1, 41):
        place = start + np.array([0.0, 0.0, 0.5]) * k / 40
        drag.follow(Cursor(seq=k, ray=Ray(origin=tuple(place - 5 * np.array(SIDE)), direction=SIDE)))
        drag.step()
    assert drag.states[name][dog.index("r_shoulder_blade_stretch")] > 0.1
    assert np.linalg.norm((drag.effector({name: drag.pose_of(name)}) - place)[1:]) < 5 * MILLIMETRE


def test_with_another_solver_limbs_stay_as_long_as_they_are() -> None:
    dog = stretchy(bodies.load("quadruped"))
    made = minding_nothing(first_document(dog))
    made = replace(made, locks=(), settings=replace(made.settings, solver="dls"))
    drag = begin_drag(made, Grab(what="part", part="r_fore_paw"))
    start, name = drag.effector(made.poses).copy(), made.actor().name
    for k in range(1, 21):
        place = start + np.array([0.0, 0.0, 0.5]) * k / 20
        drag.follow(Cursor(seq=k, ray=Ray(origin=tuple(place - 5 * np.array(SIDE)), direction=SIDE)))
        drag.step()
    assert drag.states[name][dog.index("r_shoulder_blade_stretch")] == 0
    assert np.linalg.norm(drag.effector({name: drag.pose_of(name)}) - start) > 0.05


def test_the_reach_of_a_limb_is_what_its_joints_allow() -> None:
    pose = LONG.pose(BENT)
    straight = sum(float(np.linalg.norm(HUMAN.skeleton[name].offset)) for name in ("r_forearm", "r_hand"))
    found = reach_of(pose, arm(), "r_hand", (0.0, 0.0, 0.0))  # type: ignore[arg-type]
    assert found.far == pytest.approx(straight, abs=1e-6)
    assert found.gain == pytest.approx(straight, abs=1e-6)
    upper = reach_of(pose, arm(), "r_forearm", (0.0, -0.1, 0.0))  # type: ignore[arg-type]
    assert upper.gain == pytest.approx(straight - 0.27029, abs=1e-3)  # only the upper arm is before it
    grown = [Reach(0.6, 0.5).longer(distance) for distance in np.linspace(0.5, 0.9, 400)]
    assert grown[0] == 0
    assert (np.diff(grown) >= 0).all()
    assert np.abs(np.diff(grown, 2)).max() < 1e-4  # it begins smoothly
