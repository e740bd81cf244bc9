"""Goals in words: every kind, every way to say where, and mistakes that point at the word."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError, ManikinError
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import (
    Aim,
    Align,
    Distance,
    HalfSpace,
    Line,
    LookAt,
    MatchValues,
    OnPath,
    OrientationGoal,
    Plane,
    Pole,
    PoseGoal,
    Position,
)
from manikin.goals.goal import goal_kinds
from manikin.handles import FixedPoint
from manikin.language.goals import goal_from_text, goals_from_data, lock_from_text
from manikin.math.rotations import from_euler_degrees
from manikin.plain_data import to_data
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton


@pytest.fixture(scope="module")
def start() -> Pose:
    """The human in a pose of no symmetry."""
    human = bodies.load("human")
    return human.pose(human.random_state(np.random.default_rng(3), reach=0.4))


def value(handle: Any, start: Pose) -> np.ndarray:
    return np.asarray(handle.value(start))


# ---- what is said is what comes out ------------------------------------------------------------


def test_a_position_is_a_part_and_three_numbers(start: Pose) -> None:
    human = start.figure
    wanted = Position(point=human.point("r_hand"), target=(0.3, 1.2, -0.4), name="position r_hand")
    for text in (
        "position r_hand 0.3 1.2 -0.4",
        "position r_hand to .3, 1.2, -4e-1",
        ' position  "r_hand" 0.3 1.2 -0.4',
    ):
        assert goal_from_text(text, start) == wanted


def test_a_target_may_be_a_point_of_another_part(start: Pose) -> None:
    human = start.figure
    goal = goal_from_text("position 'head top' @l_hand[0 0.1 0]", start)
    assert goal == Position(
        point=human.point("head top"), target=human.point("l_hand", (0, 0.1, 0)), name="position head top"
    )


def test_by_is_relative_to_the_start(start: Pose) -> None:
    goal = goal_from_text("position r_hand[0 -0.1 0] by 0.1 0.2 0.3", start)
    assert isinstance(goal, Position)
    moved = start.convert_point((0, -0.1, 0), "r_hand") + np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(value(goal.target, start), moved, atol=1e-15)
    turned = goal_from_text("orientation r_hand by 0 0 90", start)
    assert isinstance(turned, OrientationGoal)
    np.testing.assert_allclose(
        value(turned.target, start).reshape(3, 3),
        from_euler_degrees(0, 0, 90) @ start.orientation("r_hand"),
        atol=1e-12,
    )
    still = goal_from_text("pose l_foot by 0 0 0", start)
    assert isinstance(still, PoseGoal)
    assert np.abs(still.residual(value(still.frame, start), value(still.target, start))).max() < 1e-12
    turned_too = goal_from_text("pose l_foot by 0 0.1 0, 0 45 0", start)
    assert isinstance(turned_too, PoseGoal)
    residual = turned_too.residual(value(turned_too.frame, start), value(turned_too.target, start))
    np.testing.assert_allclose(residual, [0, -0.1, 0, 0, -np.pi / 4, 0], atol=1e-12)


def test_orientations_and_poses_are_in_degrees_about_fixed_axes(start: Pose) -> None:
    goal = goal_from_text("orientation r_hand 10 20 30", start)
    assert isinstance(goal, OrientationGoal)
    np.testing.assert_allclose(value(goal.target, start).reshape(3, 3), from_euler_degrees(10, 20, 30))
    pose = goal_from_text("pose r_hand 1 2 3 10 20 30", start)
    assert isinstance(pose, PoseGoal)
    np.testing.assert_allclose(value(pose.target, start).reshape(3, 4)[:, :3], from_euler_degrees(10, 20, 30))
    np.testing.assert_allclose(value(pose.target, start).reshape(3, 4)[:, 3], [1, 2, 3])
    assert goal_from_text("pose r_hand @l_hand", start) == PoseGoal(
        frame=start.figure.frame("r_hand"), target=start.figure.frame("l_hand"), name="pose r_hand"
    )


def test_the_other_kinds_say_what_they_mean(start: Pose) -> None:
    f = start.figure
    up = f.direction("eyes", (0, 1, 0))
    gaze = {"point": f.point("eyes"), "direction": f.direction("eyes", (0, 0, 1))}
    hand = f.point("r_hand")
    left = f.direction("l_hand", (1, 0, 0))
    arm = {"base": f.point("r_upper_arm"), "middle": f.point("r_forearm"), "tip": hand}
    cases = {
        "aim eyes 0 1 3": Aim(**gaze, target=(0, 1, 3)),
        "aim r_hand[-y] @l_hand": Aim(
            point=hand, direction=f.direction("r_hand", (0, -1, 0)), target=f.point("l_hand")
        ),
        "look_at eyes 0 1 3": LookAt(**gaze, up=up, target=(0, 1, 3)),
        "look_at eyes 0 1 3 up x": LookAt(**gaze, up=f.direction("eyes", (1, 0, 0)), target=(0, 1, 3)),
        "align r_hand[x] -z": Align(direction=f.direction("r_hand", (1, 0, 0)), target=(0, 0, -1)),
        "align r_hand[0 3 4] to @l_hand[x] either_way": Align(
            direction=f.direction("r_hand", (0, 3, 4)), target=left, either_way=True
        ),
        "line r_hand through 0 1 0 along y": Line(point=hand, origin=(0, 1, 0), along=(0, 1, 0)),
        "line r_hand 0 1 0 0 1 0": Line(point=hand, origin=(0, 1, 0), along=(0, 1, 0)),
        "plane r_hand through @l_hand normal @l_hand[x]": Plane(point=hand, origin=f.point("l_hand"), normal=left),
        "half_space centre_of_mass 0 1 0 z": HalfSpace(point=f.centre_of_mass(), origin=(0, 1, 0), normal=(0, 0, 1)),
        "distance r_hand @l_hand 0.3": Distance(point=hand, target=f.point("l_hand"), lo=0.3, hi=0.3),
        "distance r_hand to 0 1 0 0.1 0.4": Distance(point=hand, target=(0, 1, 0), lo=0.1, hi=0.4),
        "distance r_hand 0 1 0 0.1 inf": Distance(point=hand, target=(0, 1, 0), lo=0.1, hi=None),
        "pole r_upper_arm r_forearm r_hand -1 0 -1": Pole(**arm, target=(-1, 0, -1)),
        "path r_hand 0 1 0, 1 1 0, 1 2 0 closed": OnPath(
            point=hand, points=((0, 1, 0), (1, 1, 0), (1, 2, 0)), closed=True
        ),
        "match r_elbow 90": MatchValues(values=f.parameter_values("r_elbow"), target=(np.pi / 2,)),
        "match root_x by 0.25": MatchValues(values=f.parameter_values("root_x"), target=(start["root_x"] + 0.25,)),
    }
    for text, wanted in cases.items():
        goal = goal_from_text(f"{text} name it", start)
        assert to_data(goal) == {**to_data(wanted), "name": "it"}, text
    assert {text.split()[0] for text in cases} | {"position", "orientation", "pose"} <= set(goal_kinds)


def test_weights_names_chains_and_axes_follow(start: Pose) -> None:
    goal = goal_from_text(
        "position r_hand 1 2 3 axes 1 0 0.5 weight 0.25 chain r_upper_arm r_forearm name 'my goal'", start
    )
    assert isinstance(goal, Position)
    assert (goal.axes, goal.weight, goal.chain, goal.name) == (
        (1, 0, 0.5),
        0.25,
        ("r_upper_arm", "r_forearm"),
        "my goal",
    )


def test_awkward_names_are_quoted_and_never_keywords() -> None:
    names = ("to", "by", 'a "b', "x@y [z]", "centre_of_mass")
    joints = [
        joint(name, names[i - 1] if i else None, offset=(1, 0, 0), dofs=[hinge("z", name=f"d{i}")])
        for i, name in enumerate(names)
    ]
    start = Figure(Skeleton(name="odd", joints=tuple(joints))).pose()
    assert goal_from_text('position "to" to 1 2 3', start).handles[0].parts() == ("to",)
    assert goal_from_text('position "to" @"by"', start).handles[1].parts() == ("by",)
    assert goal_from_text("position 'a \"b' 1 2 3", start).handles[0].parts() == ('a "b',)
    assert goal_from_text("position 'x@y [z]'[1 2 3] 1 2 3", start).handles[0].parts() == ("x@y [z]",)
    assert goal_from_text("position centre_of_mass 1 2 3", start).handles[0].parts() == ("centre_of_mass",)
    with pytest.raises(InputError, match="expected x of a place"):
        goal_from_text('position "to" "by" 1 2 3', start)


def test_slides_are_in_metres_and_the_sky_is_where_up_is() -> None:
    lift, arm = joint("lift", dofs=[slide("z")]), joint("arm", "lift", dofs=[hinge("y")])
    start = Figure(Skeleton(name="crane", joints=(lift, arm), up="z")).pose()
    match, look = goal_from_text("match lift 0.5", start), goal_from_text("look_at arm[x] 1 0 0 up z", start)
    assert isinstance(match, MatchValues)
    assert match.target.numbers == (0.5,)
    assert isinstance(look, LookAt)
    assert value(look.sky, start).tolist() == [0, 0, 1]


# ---- locks and files ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "rows"),
    [("r_foot", "pose", 6), ("r_foot:position", "position", 3), ("r_foot:orientation", "orientation", 3)],
)
def test_a_lock_is_met_where_it_was_read(text: str, kind: str, rows: int, start: Pose) -> None:
    goal = lock_from_text(text, start)
    residual = goal.residual(*(value(handle, start) for handle in goal.handles))
    assert (goal.kind, goal.rows, goal.name) == (kind, rows, f"lock {text}")
    assert np.abs(residual).max() < 1e-12


def test_a_lock_on_a_part_with_a_colon_in_its_name() -> None:
    start = Figure(Skeleton(name="odd", joints=(joint("a:position", dofs=[hinge("z")]),))).pose()
    assert lock_from_text("a:position", start).kind == "pose"
    assert lock_from_text("a:position:position", start).kind == "position"


@pytest.mark.parametrize(
    ("text", "message"),
    [("r_fot", 'did you mean "r_foot"'), ("r_foot:turn", "position, orientation"), ("", "no joint")],
)
def test_a_wrong_lock_is_told(text: str, message: str, start: Pose) -> None:
    with pytest.raises(InputError, match=message):
        lock_from_text(text, start)


def test_files_hold_words_or_data_soft_and_hard(start: Pose) -> None:
    words = "position r_hand 1 2 3"
    goal = goal_from_text(words, start)
    data = json.loads(json.dumps(to_data(goal)))
    assert goals_from_data([words, data], start) == ([goal, goal], [])
    assert goals_from_data({"goals": [words], "hard": [data]}, start) == ([goal], [goal])
    assert goals_from_data({"hard": [words]}, start) == ([], [goal])
    fixed = to_data(FixedPoint(position=(1, 2, 3)))
    for wrong in (
        None,
        3,
        "position",
        {"goal": []},
        {"goals": {}},
        {"goals": [], "soft": []},
        [3],
        [fixed],
        [{"goal": "x"}],
    ):
        with pytest.raises(ManikinError):
            goals_from_data(wrong, start)


# ---- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "at its end", "expected a kind of goal"),
        ("positon r_hand 1 2 3", "at 'positon' (character 1)", 'did you mean "position"'),
        ("any_of r_hand", "at 'any_of' (character 1)", "there is no goal"),
        ("position r_hnd 1 2 3", "at 'r_hnd' (character 10)", 'did you mean "r_hand"'),
        ("position r_hand 1 2", "at its end", "expected z of a place"),
        ("position r_hand l_hand", "at 'l_hand' (character 17)", "another part is written @l_hand"),
        ("position r_hand 1 x 3", "at 'x' (character 19)", "a number"),
        ("position r_hand 1 2 nan", "at 'nan' (character 21)", "finite"),
        ("position r_hand 1 2 1e999", "at '1e999' (character 21)", "finite"),
        ("position r_hand 1 2 3 4", "at '4' (character 23)", "expected the end of the goal, or weight"),
        ("position r_hand 1 2 3 colour", "at 'colour' (character 23)", "expected the end of the goal, or weight"),
        ("position r_hand 1 2 3 weight", "at its end", "expected the weight"),
        ("position r_hand 1 2 3 chain r_hnd", "at 'r_hnd' (character 29)", "no part"),
        ('position "r_hand 1 2 3', "at '\"' (character 10)", "not closed"),
        ("position r_hand[1 2 3 1 2 3", "at '1' (character 23)", 'expected "]"'),
        ("position r_hand[1 2] 1 2 3", "at ']' (character 20)", "a number"),
        ("position r_hand @", "at its end", "the name of a part"),
        ("aim eyes[0 0 0] 1 2 3", "at 'eyes' (character 5)", "zero"),
        ("aim eyes[w] 1 2 3", "at 'w' (character 10)", "direction"),
        ("match r_elbo 3", "at 'r_elbo' (character 7)", 'did you mean "r_elbow"'),
        ("path r_hand 1 2 3", "at its end", "expected x of a place"),
        ("line r_hand 0 1 0 along 0 0 0", "goal 'line", "zero"),
        ("distance r_hand @l_hand 3 1", "goal 'distance", "lo ≤ hi"),
        ("position r_hand 1 2 3 weight -1", "goal 'position", "weight"),
        ("position r_hand 1 2 3 axes -1 0 0", "goal 'position", "axes"),
    ],
)
def test_mistakes_point_at_the_word(text: str, place: str, message: str, start: Pose) -> None:
    with pytest.raises(InputError) as error:
        goal_from_text(text, start)
    assert place in str(error.value)
    assert message in str(error.value)
    assert len(str(error.value)) < 400


def test_no_masses_no_centre_of_mass() -> None:
    start = Figure(Skeleton(name="light", joints=(joint("a", dofs=[hinge("z")]),))).pose()
    with pytest.raises(InputError, match=r"at 'centre_of_mass' \(character 10\).*no masses"):
        goal_from_text("position centre_of_mass 1 2 3", start)


@pytest.mark.filterwarnings("ignore:goal .* places are in metres")
def test_spoilt_text_gives_a_short_error_and_nothing_else() -> None:
    rng = np.random.default_rng(5)
    start = Figure(chain([1.0, 1.0])).pose()
    good = (
        "position tip by 1 2 3 weight 2",
        "path tip 1 2 3 4 5 6 closed",
        "distance tip @rod1[1 2 3] 0 inf chain rod2",
    )
    pieces = ["pose", "match", "tip", "1", "-2e3", "[", "]", "@", '"', "'", "by", "name", "\x00", "𝄞", ",", "x" * 3000]
    made, messages = 0, []
    for _ in range(2000):
        words = str(rng.choice(good)).split()
        for _ in range(rng.integers(1, 4)):
            at = rng.integers(0, len(words) + 1)
            words[at : at + rng.integers(0, 2)] = [str(rng.choice(pieces))]
        try:
            goal_from_text(" ".join(words), start)
            made += 1
        except InputError as error:
            messages.append(str(error))
    assert made > 10
    assert len(messages) > 1000
    assert max(map(len, messages)) < 500


# ---- tools and grips ---------------------------------------------------------------------------


def test_a_frame_may_be_that_of_a_tool(start: Pose) -> None:
    human = start.figure
    turn = from_euler_degrees(0, 90, 0)
    tool = human.frame("r_hand", (0, -0.1, 0.02), turn)
    goal = goal_from_text("pose r_hand[0 -0.1 0.02 turned 0 90 0] to 0.1 1.2 0.3 10 20 30", start)
    assert isinstance(goal, PoseGoal)
    assert goal.frame == tool
    np.testing.assert_allclose(
        value(goal.target, start).reshape(3, 4)[:, :3], from_euler_degrees(10, 20, 30), atol=1e-15
    )
    stays = goal_from_text("pose r_hand[0 -0.1 0.02 turned 0 90 0] by 0 0 0", start)
    assert isinstance(stays, PoseGoal)
    np.testing.assert_allclose(value(stays.target, start), tool.value(start), atol=1e-15)
    joined = goal_from_text("pose r_hand[0 -0.1 0.02 turned 0 90 0] @l_hand[turned 0 0 180]", start)
    assert isinstance(joined, PoseGoal)
    assert joined.target == human.frame("l_hand", (0, 0, 0), from_euler_degrees(0, 0, 180))
    turned = goal_from_text("orientation r_hand[turned 0 90 0] by 0 0 0", start)
    assert isinstance(turned, OrientationGoal)
    assert turned.orientation == tool.axes
    np.testing.assert_allclose(value(turned.target, start), tool.axes.value(start), atol=1e-15)
    assert goal_from_text("orientation r_hand @l_hand[turned 0 90 0]", start).target == human.orientation(  # type: ignore[attr-defined]
        "l_hand", turn
    )


def test_an_aim_may_begin_at_a_point_of_its_part(start: Pose) -> None:
    goal = goal_from_text("aim r_hand[-y at 0 -0.1 0] 1 1 1", start)
    assert isinstance(goal, Aim)
    assert goal.point == start.figure.point("r_hand", (0, -0.1, 0))
    assert goal.direction == start.figure.direction("r_hand", (0, -1, 0))


@pytest.mark.parametrize("what", ["", ":position", ":orientation"])
def test_a_lock_may_join_a_part_to_another_one_as_they_are(start: Pose, what: str) -> None:
    tube = bodies.load("tube")
    there = tube.pose(tube.random_state(np.random.default_rng(4), reach=0.5))
    goal = lock_from_text(f"human:r_hand{what} @tube:tube", [start, there])
    own, other = goal.handles
    assert (own.figure, other.figure) == ("human", "tube")
    np.testing.assert_allclose(goal.residual(own.value(start), other.value(there)), 0, atol=1e-14)
    moved = tube.pose(tube.random_state(np.random.default_rng(6), reach=0.5))
    assert np.abs(goal.residual(own.value(start), other.value(moved))).max() > 0.1
    with pytest.raises(InputError, match="nose"):
        lock_from_text("r_hand @nose", start)


def test_a_margin_beyond_reason_is_told_at_its_word(start: Pose) -> None:
    with pytest.raises(ManikinError, match=r"margin must be numbers of at most 1e\+100"):
        goal_from_text("apart l_hand from head margin 1e308", start)
