"""The star (B): a part goes after it, slowly off and slowly there; one drag of it is one step."""

from __future__ import annotations

import numpy as np

from manikin import bodies
from manikin.commands.figures import first_document
from manikin.posing.activities import MAX_JOINT_SPEED, REFRESH_SECONDS, Chase, ChaseRequest
from tests.support.workspaces import ME, lock_errors, point, state, workspace


def test_a_chase_leaves_slowly_arrives_slowly_and_no_joint_is_too_fast() -> None:
    space = workspace()
    goal = np.array([0.45, 1.4, 0.3])
    space.chase(ME, ChaseRequest(part="l_hand", target=tuple(goal), speed=1.0))
    places, states = [point(space, "l_hand")], [state(space)]
    while not space.step():
        places.append(point(space, "l_hand"))
        states.append(state(space))
        assert len(places) < 2000
    assert np.linalg.norm(places[-1] - goal) < 1e-4
    speeds = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert max(speeds[:3]) < 0.3 * speeds.max()
    assert max(speeds[-3:]) < 0.3 * speeds.max()
    assert np.abs(np.diff(states, axis=0)).max() <= MAX_JOINT_SPEED * REFRESH_SECONDS * 1.3
    assert max(lock_errors(space)) < 1e-4
    space.end(ME)
    assert space.history.data().undo == "Chase with left hand"


def test_a_chase_round_the_body_keeps_to_the_rates_of_the_joints_and_ends() -> None:
    human = first_document(bodies.load("human"))
    assert human.settings.collision
    rates = np.minimum(human.figures["human"].speed, MAX_JOINT_SPEED) * REFRESH_SECONDS
    for target in ((0.1, 1.2, 0.3), (0.35, 1.1, 0.12)):  # the second one is out of reach, across the chest
        chase = Chase(human, ChaseRequest(part="r_hand", target=target))
        states = [chase.states["human"]]
        while not chase.over:
            chase.step()
            states.append(chase.states["human"])
            assert len(states) < 600
        assert (np.abs(np.diff(states, axis=0)) <= 1.05 * rates).all()
    assert np.linalg.norm(chase.effector({"human": chase.pose_of("human")}) - target) < 0.2


def test_a_star_out_of_reach_is_gone_after_as_far_as_it_goes() -> None:
    space = workspace()
    space.chase(ME, ChaseRequest(part="l_hand", target=(3.0, 3.0, 0.0), speed=5.0))
    for _ in range(3000):
        if space.step():
            break
    assert isinstance(space.activity, Chase)
    assert space.activity.over
    space.chase(ME, ChaseRequest(part="l_hand", target=(0.3, 1.2, 0.2)))
    assert not space.activity.over  # it wakes for another
    space.end_chase()
    assert space.activity is None


def test_a_star_that_is_held_goes_on_being_chased_and_ends_as_one_step() -> None:
    space = workspace()

    def rest() -> None:
        for _ in range(3000):
            if not space.waiting or space.step():
                return
        raise AssertionError("it does not come to rest")

    for target in ((0.4, 1.2, 0.2), (0.3, 1.3, 0.3)):
        space.chase(ME, ChaseRequest(part="l_hand", target=target, speed=5.0, held=True))
        rest()
        assert isinstance(space.activity, Chase)
        assert not space.activity.over
        assert np.linalg.norm(point(space, "l_hand") - target) < 1e-4
    space.chase(ME, ChaseRequest(part="l_hand", target=(0.3, 1.3, 0.3), speed=5.0))  # let go where it is
    assert space.activity.over
    space.end(ME)
    assert space.history.data().entries == ("Chase with left hand",)


def test_a_window_that_goes_away_ends_its_chase_as_far_as_it_has_come() -> None:
    space = workspace()
    space.chase(ME, ChaseRequest(part="l_hand", target=(5.0, 5.0, 5.0), held=True))
    for _ in range(20):
        space.step()
    reached = point(space, "l_hand")
    assert space.leave(ME)
    assert space.activity is None
    assert space.history.data().undo == "Chase with left hand"
    assert np.allclose(point(space, "l_hand"), reached)
