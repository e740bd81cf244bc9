"""What a body knows of itself: balance, bends, comfort, gaze, ground under its feet."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import Delaunay

from manikin import bodies
from manikin.body.posture import bend_goals, comfort, comfort_goal, gaze
from manikin.body.support import balance, sole_points, stand_on
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import BendToward, OnGround, OrientationGoal, Position
from manikin.kernels import library
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import PreferredBend
from manikin.solvers import LevenbergMarquardt
from manikin.solvers.solver import as_solver

HUMAN = bodies.load("human")
REST = HUMAN.pose()
BARE = Figure(Skeleton(name="bare", joints=(Joint(name="a"), Joint(name="b", parent="a"))))
FEET = [lock_from_text(foot, REST) for foot in ("l_foot", "r_foot")]


def over_its_feet(pose: Pose) -> bool:
    """Whether the centre of mass is over the hull of both soles, as SciPy sees it."""
    corners = [p.value(pose)[[0, 2]] for foot in ("l_foot", "r_foot") for p in sole_points(pose.figure, foot)]
    return bool(Delaunay(np.array(corners)).find_simplex(pose.centre_of_mass()[[0, 2]]) >= 0)


# ---- balance ------------------------------------------------------------------------------------------


def test_the_sole_of_a_foot_runs_from_heel_to_toes_on_the_ground() -> None:
    points = np.array([p.value(REST) for p in sole_points(HUMAN, "l_foot")])
    assert 3 <= len(points) <= 8
    assert np.abs(points[:, 1]).max() < 0.01
    assert points[:, 2].min() < REST.position("l_heel")[2] + 0.01
    assert points[:, 2].max() > REST.position("l_toe tip")[2] - 0.01
    assert {p.part for p in sole_points(HUMAN, "l_foot", below=False)} == {"l_foot"}
    stick = bodies.load("stickman")
    assert len(sole_points(stick, stick.skeleton.joints[-1].name)) >= 1


@pytest.mark.parametrize("role", ["soft", "hard"])
def test_a_far_reach_stays_in_balance_only_if_told_to(role: str) -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=(-0.25, 0.75, 0.95))
    falling = HUMAN.solve([hand], hard=FEET)
    assert falling.reached
    assert not over_its_feet(falling.pose)
    goal = balance(HUMAN, "l_foot", "r_foot", margin=0.2)
    soft, hard = ([hand, goal], FEET) if role == "soft" else ([hand], [*FEET, goal])
    result = HUMAN.solve(soft, hard=hard)
    assert result.reached, result.message
    assert over_its_feet(result.pose)
    assert result.violation < 1e-6


def test_a_point_beside_its_support_is_as_far_off_as_it_is_however_little() -> None:
    """Two corners of an edge may be as far apart as rounding of the nearest place between them matters."""
    goal = balance(HUMAN, "l_foot", "r_foot", margin=0.2)
    support = np.array([point.value(REST) for point in goal.support])
    back = (0.8 * support + 0.2 * support.mean(axis=0))[:, 2].min()  # the heels', an edge that both feet make
    for depth in (1e-3, 2e-5, 1e-7, 1e-9, 1e-11, 0.0, -1e-11, -1e-7, -1e-3):
        for x in np.linspace(-0.05, 0.05, 41):
            r = goal.residual(np.array([x, 1.0, back - depth]), np.array([0.0, 1.0, 0.0]), *support)
            assert np.linalg.norm(r) == pytest.approx(max(depth, 0.0), abs=1e-14)


def hand_path(t: float) -> np.ndarray:
    """A way that leads a hand far out to both sides of a body and back."""
    return REST.position("r_hand") + np.array([-1.5, 0.2, 0.1]) * np.sin(2 * np.pi * t)


def dragged(iterations: int, frames: int) -> list[tuple[float, float]]:
    """Feet and balance hard, a hand pulled along its path by a session: the breach, and how far the hand is behind."""
    hand = HUMAN.point("r_hand")
    upright = OrientationGoal(orientation=HUMAN.orientation("pelvis"), target=REST.orientation("pelvis"), weight=0.05)
    hard = [*FEET, balance(HUMAN, "l_foot", "r_foot", margin=0.2)]
    problem = Problem(HUMAN, [Position(point=hand, target=hand_path(0.0)), upright], hard=hard)
    session = as_solver("lm", restarts=0).start(problem, HUMAN.rest)
    found = []
    for frame in range(frames):
        target = hand_path(frame / frames)
        posed = Problem(HUMAN, [Position(point=hand, target=target), upright], hard=hard)
        session.set_targets(posed.constants)
        q = session.advance(iterations).q
        breach = np.abs(posed.raw_residual(q)[posed.kernel_limits.hard != 0]).max()
        found.append((float(breach), float(np.linalg.norm(hand.value(HUMAN.pose(q)) - target))))
    return found


@pytest.mark.slow
@pytest.mark.skipif(library() is None, reason="thousands of iterations")
def test_a_body_keeps_its_balance_in_every_frame_and_its_hand_does_not_stick_at_the_edge() -> None:
    few, many = (np.array(dragged(iterations, 300)) for iterations in (3, 20))
    assert max(few[:, 0].max(), many[:, 0].max()) <= 1e-9
    assert np.abs(few[:, 1] - many[:, 1]).mean() < 2e-3  # what a frame has no time for the next ones make good
    assert np.abs(few[:, 1] - many[:, 1]).max() < 0.05
    assert many[75::150, 1].max() > 0.4  # at its farthest it cannot be there
    assert many[[0, 150, 299], 1].max() < 0.02  # and yet it comes back with its goal


def test_balance_wants_to_know_what_carries_the_figure() -> None:
    with pytest.raises(InputError, match="name the parts"):
        balance(HUMAN)
    with pytest.raises(UnknownName, match="l_foot"):
        balance(HUMAN, "l_fot")
    with pytest.raises(InputError, match="no masses"):
        balance(BARE, "b")


# ---- ground -------------------------------------------------------------------------------------------


def test_feet_and_toes_stand_on_a_slope() -> None:
    x = np.linspace(-1, 1, 9)
    heights = 0.25 * x[:, None] + 0.08 * np.sin(3 * x)[None, :]
    ground = stand_on(HUMAN, ["l_foot", "r_foot"], heights, origin=(-1, -1), spacing=(0.25, 0.25))
    here = [Position(point=HUMAN.point(f), target=REST.position(f), axes=(1, 0, 1)) for f in ("l_foot", "r_foot")]
    result = HUMAN.solve([*here, balance(HUMAN, "l_foot", "r_foot")], hard=ground)
    assert result.reached, result.message
    for foot in ("l_foot", "r_foot"):
        for point in sole_points(HUMAN, foot):
            px, py, pz = point.value(result.pose)
            height = np.interp(px, x, 0.25 * x) + 0.08 * np.sin(3 * pz)
            assert abs(py - height) < 0.012  # between the corners of a stiff foot curved ground may rise
    assert [type(goal) for goal in ground] == [OnGround] * 8


def test_ground_that_is_no_table_is_refused() -> None:
    with pytest.raises(InputError, match="table"):
        stand_on(HUMAN, ["l_foot"], "hills")
    with pytest.raises(InputError, match="2 × 2"):
        stand_on(HUMAN, ["l_foot"], [1, 2, 3])


# ---- bends --------------------------------------------------------------------------------------------


def knees(pose: Pose) -> float:
    return float(pose.position("l_shin")[0] - pose.position("r_shin")[0])


@pytest.mark.parametrize("down", [0.1, 0.2, 0.35, 0.5])
def test_knees_move_apart_in_a_crouch_by_default(down: float) -> None:
    toes = [lock_from_text(f"{side}_toes:position", REST) for side in "lr"]
    goal = goal_from_text(f"position pelvis by 0 {-down} 0", REST)
    result = HUMAN.solve([goal], hard=toes)
    assert result.reached, result.message
    assert knees(result.pose) > knees(REST) + 0.2 * down
    assert result.pose.position("l_shin")[2] > REST.position("l_shin")[2] + 0.05, "and forward"
    assert result.violation < 1e-9
    hangs, hung = (pose.position("l_hand") - pose.position("l_upper_arm") for pose in (result.pose, REST))
    np.testing.assert_allclose(hangs, hung, atol=0.02)  # of what nobody asks for, arms hang as they did
    bent = REST.replace(l_knee=0.6, r_knee=0.6, l_hip_flexion=0.3, r_hip_flexion=0.3)
    without = bent.solve([goal], hard=toes, preferred_bends=False, restarts=0)
    assert without.reached
    assert knees(without.pose) < knees(REST) + 0.02


def test_elbows_hang_down_in_a_reach() -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=(-0.2, 1.35, 0.4))
    result = HUMAN.solve([hand], frozen=["pelvis", *(j.name for j in HUMAN.skeleton if j.name[0] in "lt")])
    shoulder, elbow, wrist = (result.pose.position(f"r_{part}") for part in ("upper_arm", "forearm", "hand"))
    assert result.reached
    along = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    off = elbow - shoulder - ((elbow - shoulder) @ along) * along
    assert off[1] < -0.7 * np.linalg.norm(off)


def test_goals_are_met_as_well_with_bends_as_without_and_what_is_met_does_not_move() -> None:
    rng = np.random.default_rng(5)
    for _ in range(10):
        pose = HUMAN.pose(0.5 * HUMAN.random_state(rng, reach=0.3) + 0.5 * HUMAN.rest)
        goals = [Position(point=HUMAN.point(p), target=pose.position(p)) for p in ("l_hand", "r_hand", "l_foot")]
        assert HUMAN.solve(goals).reached
        still = pose.solve(goals)
        assert still.iterations == 0
        np.testing.assert_array_equal(still.q, pose.q)


def test_bends_use_no_joint_that_goals_may_not_use() -> None:
    chain = ("r_forearm", "r_hand")
    hand = Position(point=HUMAN.point("r_hand"), target=(-0.2, 1.35, 0.4), chain=chain)
    moved = np.flatnonzero(HUMAN.solve([hand]).q != HUMAN.rest)
    assert {HUMAN.parameter_names[i] for i in moved} <= {"r_elbow", "r_forearm_twist", "r_wrist_flexion",
                                                         "r_wrist_deviation"}  # fmt: skip


@pytest.mark.parametrize("side", "lr")
def test_elbows_prefer_to_bend_away_from_the_head(side: str) -> None:
    """In the plane of shoulder, hand and head: flexing the elbow brings the hand to the head."""
    bend = next(bend for bend in bend_goals(HUMAN) if bend.middle.parts() == (f"{side}_forearm",))
    shoulder, toward = (handle.value(REST) for handle in (bend.base, bend.target))
    ways = [way / np.linalg.norm(way) for way in (toward - shoulder, shoulder - REST.position("eyes"))]
    assert np.degrees(np.arccos(ways[0] @ ways[1])) < 1


def test_bends_belong_to_limbs_that_goals_move() -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=(0, 1, 0))
    assert [goal.name for goal in bend_goals(HUMAN, [hand])] == ["right elbow"]
    assert len(bend_goals(HUMAN)) == 4
    assert bend_goals(Figure(chain([1.0, 1.0]))) == []


def test_bends_are_data_of_a_skeleton_that_is_checked() -> None:
    joints = chain([1.0, 1.0, 1.0]).joints
    good = {"name": "knee", "limb": ("rod1", "rod2", "rod3"), "part": "rod1", "toward": (0.0, 1.0, 0.0)}
    figure = Figure(Skeleton(name="leg", joints=joints, bends=(PreferredBend(**good),)))
    assert bend_goals(figure)[0].target.part == "rod1"
    with pytest.raises(InputError, match="no joint 'rod9'"):
        Skeleton(name="leg", joints=joints, bends=(PreferredBend(**{**good, "part": "rod9"}),))
    with pytest.raises(InputError, match="name of its own"):
        Skeleton(name="leg", joints=joints, bends=(PreferredBend(**good), PreferredBend(**good)))
    for wrong in ({"limb": ("rod1", "rod1", "rod2")}, {"toward": (0.0, np.nan, 0.0)}, {"name": ""}):
        with pytest.raises(InputError):
            PreferredBend(**{**good, **wrong})


# ---- comfort and gaze ---------------------------------------------------------------------------------


def test_comfort_is_one_at_rest_zero_at_the_limits_and_names_the_worst() -> None:
    assert comfort(REST).score == 1
    assert comfort(REST).joints == ()
    ends = np.where(np.isfinite(HUMAN.hi), HUMAN.hi, 0.0)
    assert comfort(HUMAN.pose(ends)).score == pytest.approx(0, abs=1e-9)
    strained = comfort(HUMAN.pose(r_elbow=HUMAN.hi[HUMAN.index("r_elbow")], l_knee=2.0))
    assert [name for name, _ in strained.joints] == ["r_elbow", "l_knee"]
    assert strained.joints[0][1] == 1
    assert 0 < strained.score < 1
    assert "r_elbow 100 %" in str(strained)


def test_comfort_is_weak_beside_rest_steep_before_limits_and_smooth_and_convex_between() -> None:
    goal, at = comfort_goal(HUMAN, easy=0.0), HUMAN.index("r_elbow")
    columns = goal.values.columns(HUMAN).tolist()
    elbow, values = columns.index(at), HUMAN.rest[columns]
    angles = np.linspace(HUMAN.lo[at], HUMAN.hi[at], 1501)
    states = [np.where(np.arange(len(values)) == elbow, angle, values) for angle in angles]
    cost = np.array([goal.residual(state)[elbow] ** 2 for state in states])
    slope = np.array([2 * goal.residual(state)[elbow] * goal.jacobians(state)[0][elbow, elbow] for state in states])
    assert cost[0] == pytest.approx(1)
    assert cost[-1] == pytest.approx(1)
    assert (np.diff(slope) > 0).all()  # strictly convex
    curvature = np.gradient(slope, angles)
    assert np.abs(np.diff(curvature)).max() < 0.03 * curvature.max()  # and its second derivative has no jump
    half = int(np.argmin(np.abs(angles - (HUMAN.rest[at] + HUMAN.hi[at]) / 2)))
    assert cost[half] < 0.07


def test_a_comfort_goal_makes_the_same_reach_more_comfortable() -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=(0.1, 1.5, 0.35))
    plain = HUMAN.solve([hand], hard=FEET)
    easy = HUMAN.solve([hand, comfort_goal(HUMAN, weight=1e-4)], hard=FEET)
    assert comfort(easy.pose).score > comfort(plain.pose).score + 0.01
    assert easy.errors[2]["m"] < 0.002


def test_eyes_look_at_a_point_or_a_hand() -> None:
    target = np.array([0.8, 1.2, 1.0])
    seen = HUMAN.solve([gaze(HUMAN, target)], hard=FEET).pose
    way = target - seen.position("eyes")
    np.testing.assert_allclose(seen.orientation("eyes")[:, 2], way / np.linalg.norm(way), atol=1e-5)
    both = [gaze(HUMAN, HUMAN.point("r_hand")), Position(point=HUMAN.point("r_hand"), target=(-0.6, 1.4, 0.3))]
    assert HUMAN.solve(both, hard=FEET).reached
    with pytest.raises(UnknownName, match="that looks"):
        gaze(Figure(chain([1.0])), (0, 0, 0))
    with pytest.raises(InputError, match="easy"):
        comfort_goal(HUMAN, easy=1.0)
    with pytest.raises(InputError, match="no joint limits"):
        comfort_goal(Figure(chain([1.0])))


# ---- goals one by one ---------------------------------------------------------------------------------


def test_constraints_are_added_and_taken_away_one_by_one() -> None:
    standing = Problem(HUMAN, hard=FEET)
    hand = Position(point=HUMAN.point("r_hand"), target=(-0.3, 1.3, 0.4), name="hand")
    reaching = standing.with_goals(hand)
    looking = reaching.with_goals(gaze(HUMAN, HUMAN.point("r_hand")), hard=[balance(HUMAN, "l_foot", "r_foot")])
    assert [goal.name for goal in looking.goals] == ["hand", "gaze"]
    assert [goal.name for goal in looking.hard] == ["lock l_foot", "lock r_foot", "balance"]
    assert looking.without("gaze", "balance").all_goals == reaching.all_goals
    assert reaching.without(hand).all_goals == standing.all_goals
    with pytest.raises(UnknownName, match="hand"):
        standing.without("hand")


def test_chains_are_reconciled_when_goals_come_and_go() -> None:
    arm = Position(point=HUMAN.point("r_hand"), target=(0, 1, 0.4), chain=("r_upper_arm", "r_forearm"), name="arm")
    alone = Problem(HUMAN, [arm], frozen=["r_forearm"], stiffness={"r_hand": 0.5})
    spine = HUMAN.index("spine_bend")
    assert alone.gain[spine] == 0
    both = alone.with_goals(gaze(HUMAN, (0, 1, 1)))
    assert both.gain[spine] == 1
    assert both.gain[HUMAN.index("r_elbow")] == 0
    np.testing.assert_array_equal(both.without("gaze").gain, alone.gain)


@pytest.mark.parametrize("degrees", [30, 90, 150, 175])
@pytest.mark.parametrize("off", [0.05, 0.1, 0.3])
def test_a_limb_that_bends_the_wrong_way_gains_by_turning_not_by_straightening(degrees: float, off: float) -> None:
    goal = BendToward(base=(0, 0, 0), middle=HUMAN.point("l_shin"), tip=(0, -0.8, 0), target=(0, 0, 1))

    def cost(off: float, angle: float) -> float:
        """Of a limb of two rods of 0.4 m whose middle stands off its line, at an angle from where it should."""
        half = np.sqrt(0.16 - off * off)
        middle = np.array([off * np.sin(angle), -half, off * np.cos(angle)])
        rows = goal.residual(np.zeros(3), middle, np.array([0, -2 * half, 0]), np.array([0, 0, 1.0]))
        return float(rows @ rows)

    angle, h = np.radians(degrees), 1e-6
    straighten = (cost(off + h, angle) - cost(off - h, angle)) / (2 * h)
    turn = (cost(off, angle + h) - cost(off, angle - h)) / (2 * h * off)
    assert turn > 0
    # d − |d| w would have 2 tan(angle/2); where a limb bends the very opposite way turning pays nothing to begin with
    assert 0 <= straighten <= 0.25 * np.tan(angle / 2) * turn
    assert cost(off, angle) > 0.9 * cost(0.39, angle) or off < 0.1


def test_the_pull_of_a_bend_is_smooth_and_nothing_for_limbs_that_are_straight_or_right() -> None:
    goal = BendToward(base=(0, 0, 0), middle=HUMAN.point("l_shin"), tip=(0, -0.8, 0), target=(0, 0, 1))

    def at(x: float, z: float) -> list[np.ndarray]:
        return [np.zeros(3), np.array([x, -0.4, z]), np.array([0, -0.8, 0]), np.array([0, 0, 1.0])]

    for z in (0.001, 0.1, 0.4):
        assert np.abs(goal.residual(*at(0, z))).max() < 1e-12
    steep = [np.abs(goal.jacobians(*at(x, -x))[1]).max() for x in (0.0, 1e-6, 1e-5, 1e-4)]
    assert steep[0] == 0
    assert all(later == pytest.approx(10 * earlier, rel=0.05) for earlier, later in pairwise(steep[1:]))


@pytest.mark.parametrize("down", [0.2, 0.4])
def test_bends_may_stand_beside_other_goals_and_straighten_nothing(down: float) -> None:
    toes = [lock_from_text(f"{side}_toes:position", REST) for side in "lr"]
    low = Position(point=HUMAN.point("pelvis"), target=REST.position("pelvis") - np.array([0, down, 0]))
    problem = Problem(HUMAN, [low, *bend_goals(HUMAN)], hard=toes)
    start = HUMAN.solve([low], hard=toes, preferred_bends=False).q
    result = LevenbergMarquardt().solve(problem, start)
    assert result.pose.position("pelvis") == pytest.approx(np.array(low.target.constant), abs=1e-3)  # type: ignore[attr-defined]
    assert knees(result.pose) > knees(REST) + 0.2 * down
