"""Figures and poses: parameters, limits, couplings, frames, mirrors."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.math.rotations import about_axis
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.coupling_curves import RampCurve
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, LinearLimit, NamedPose, Term, Variable
from tests.support import figures_and_goals as scenes


def spine() -> Skeleton:
    """Three vertebrae that one bend drives, the middle one twice as much, and a tail that mimics the last."""
    names = ["v1", "v2", "v3", "tail"]
    parents = [None, "v1", "v2", "v3"]
    joints = [joint(n, p, offset=(0, 1, 0), dofs=[hinge("x", -0.5, 0.5)]) for n, p in zip(names, parents, strict=True)]
    bend = Coupling(
        name="spine",
        parameters=(Variable(name="bend", lo=-2, hi=2),),
        terms=tuple(Term(dof=n, parameter="bend", factor=f) for n, f in [("v1", 0.25), ("v2", 0.5), ("v3", 0.25)]),
    )
    return Skeleton(
        name="spine",
        joints=tuple(joints),
        couplings=(bend,),
        limits=(LinearLimit(name="sum", terms=(("v1", 1.0), ("tail", 1.0)), lo=-0.4, hi=0.6),),
    )


def test_a_figure_without_parameters_has_poses_but_nothing_to_solve() -> None:
    figure = Figure(Skeleton(name="table", joints=(joint("top"), joint("leg", "top", offset=(0, -0.7, 0)))))
    assert figure.forward(np.zeros((5, 0))).shape == (5, 2, 3, 4)
    assert figure.forward(np.zeros((2, 3, 0)), ["leg"])[1, 2, 0, :, 3].tolist() == [0, -0.7, 0]
    assert figure.random_state(np.random.default_rng(0), count=4).shape == (4, 0)
    assert figure.pose().mirrored() == figure.pose()
    with pytest.raises(InputError, match="nothing of 'table' can move: there is no degree of freedom to solve for"):
        figure.solve([Position(point=figure.point("leg"), target=(0, 0, 0))])


def test_a_group_puts_its_parameters_where_its_first_joint_stood() -> None:
    figure = Figure(spine())
    assert figure.parameter_names == ("bend", "tail")
    assert figure.ungrouped().parameter_names == ("v1", "v2", "v3", "tail")
    assert figure.ungrouped().grouped() == figure
    with pytest.raises(UnknownName, match="spine"):
        figure.ungrouped("spime")


def test_limits_of_driven_joints_tighten_the_parameter_that_drives_them() -> None:
    figure = Figure(spine())
    assert figure.lo.tolist() == [-1.0, -0.5]  # v2 turns half as far as the bend and stops at 0.5
    assert figure.hi.tolist() == [1.0, 0.5]


def test_linear_limits_on_driven_joints_are_rewritten_in_parameters() -> None:
    (limit,) = Figure(spine()).linear_limits
    assert limit.terms == (("bend", 0.25), ("tail", 1.0))
    assert (limit.lo, limit.hi) == (-0.4, 0.6)
    (plain,) = Figure(spine()).ungrouped().linear_limits
    assert plain.terms == (("v1", 1.0), ("tail", 1.0))


def test_joints_driven_by_two_parameters_bring_a_linear_limit() -> None:
    figure = scenes.figure(np.random.default_rng(0), coupled=True)
    names = [limit.name for limit in figure.linear_limits]
    assert names == []  # its twice-driven joint follows a curve, which no linear limit can tell
    s = spine()
    two = Coupling(
        name="two",
        parameters=(Variable(name="a"), Variable(name="b")),
        terms=(Term(dof="v1", parameter="a"), Term(dof="v1", parameter="b", factor=-2.0)),
        offsets=(("v1", 0.1),),
    )
    figure = Figure(Skeleton(name="s", joints=s.joints, couplings=(two,)))
    (limit,) = figure.linear_limits
    assert limit.terms == (("a", 1.0), ("b", -2.0))
    assert (limit.lo, limit.hi) == (-0.6, 0.4)


def test_a_limit_on_a_joint_driven_along_a_curve_is_refused() -> None:
    s = spine()
    bent = Coupling(
        name="c", parameters=(Variable(name="p"),), terms=(Term(dof="v1", parameter="p", curve=RampCurve(0.0, 1.0)),)
    )
    figure = Figure(Skeleton(name="s", joints=s.joints, couplings=(bent,), limits=s.limits))
    with pytest.raises(InputError, match="curve"):
        _ = figure.linear_limits


def test_grouped_and_ungrouped_poses_are_the_same_pose() -> None:
    rng = np.random.default_rng(1)
    figure = scenes.figure(rng, coupled=True, scaled=True)
    free = figure.ungrouped()
    for q in scenes.states(rng, figure, 20):
        pose = figure.pose(q)
        np.testing.assert_allclose(free.pose(pose.joint_values).world, pose.world, atol=1e-14)


def test_coupling_derivative_equals_central_differences() -> None:
    rng = np.random.default_rng(2)
    figure = scenes.figure(rng, coupled=True)
    h = 1e-6
    for q in scenes.states(rng, figure, 20):
        numeric = np.stack(
            [
                (figure.coupling.joint_values(q + h * e) - figure.coupling.joint_values(q - h * e)) / (2 * h)
                for e in np.eye(figure.size)
            ],
            axis=-1,
        )
        np.testing.assert_allclose(figure.coupling.derivative(q), numeric, atol=1e-6)


def test_the_planar_arm_of_the_textbook_stands_where_it_should() -> None:
    pose = Figure(chain([15, 10, 5])).pose([np.pi / 8, np.pi / 4, np.pi / 4])
    angles = np.cumsum([np.pi / 8, np.pi / 4, np.pi / 4])
    wanted = [np.array([15, 10, 5]) @ np.cos(angles), np.array([15, 10, 5]) @ np.sin(angles), 0]
    np.testing.assert_allclose(pose.position("tip"), wanted, atol=1e-12)


def test_changing_a_pose_recomputes_the_same_as_a_new_one() -> None:
    rng = np.random.default_rng(3)
    figure = scenes.figure(rng, scaled=True, coupled=True)
    pose = figure.pose(figure.random_state(rng))
    for name in figure.parameter_names:
        changed = pose.replace({name: 0.3})
        np.testing.assert_array_equal(changed.world, figure.pose(changed.q).world)
    assert pose.replace({}) == pose


def test_points_directions_and_orientations_travel_between_frames() -> None:
    rng = np.random.default_rng(4)
    figure = scenes.figure(rng, scaled=True)
    pose = figure.pose(figure.random_state(rng))
    point = rng.normal(size=(5, 3))
    there = pose.convert_point(point, "left hand", "foot")
    np.testing.assert_allclose(pose.convert_point(there, "foot", "left hand"), point, atol=1e-12)
    np.testing.assert_allclose(pose.convert_point(point, "left hand"), pose.convert_point(there, "foot"), atol=1e-12)
    np.testing.assert_allclose(pose.convert_point((0, 0, 0), "left hand"), pose.position("left hand"))
    a, b = pose.convert_point(point[:2], "leg")
    np.testing.assert_allclose(pose.convert_direction(point[1] - point[0], "leg"), b - a, atol=1e-12)
    rigid = scenes.figure(rng).pose()
    turn = about_axis((0, 0, 1.0), 0.7)
    back = rigid.convert_orientation(rigid.convert_orientation(turn, "left", "leg"), "leg", "left")
    np.testing.assert_allclose(back, turn, atol=1e-12)


def test_the_centre_of_mass_is_the_weighted_mean() -> None:
    rng = np.random.default_rng(5)
    figure = scenes.figure(rng, scaled=True)
    pose = figure.pose(figure.random_state(rng))
    sums = sum(j.mass * pose.convert_point(j.centre, j.name) for j in figure.skeleton)
    np.testing.assert_allclose(pose.centre_of_mass(), sums / figure.skeleton.mass, atol=1e-12)
    with pytest.raises(InputError, match="no masses"):
        Figure(spine()).pose().centre_of_mass()
    with pytest.raises(InputError, match="no masses"):
        Figure(spine()).centre_of_mass()


def symmetric() -> Figure:
    """A pelvis with two legs built in different ways: the right knee's axis is turned round."""
    joints = [
        joint("pelvis", dofs="free", offset=(0, 1, 0)),
        joint("l", "pelvis", offset=(0.1, 0, 0), dofs=[hinge("x"), hinge("y"), hinge("z")], mirror="r"),
        joint("l knee", "l", offset=(0, -0.5, 0), dofs=[hinge("x")], mirror="r knee"),
        joint("l foot", "l knee", offset=(0, -0.5, 0.1), mirror="r foot"),
        joint("r", "pelvis", offset=(-0.1, 0, 0), dofs=[hinge("x"), hinge("-y"), hinge("z")], mirror="l"),
        joint("r knee", "r", offset=(0, -0.5, 0), dofs=[hinge("-x")], mirror="l knee"),
        joint("r foot", "r knee", offset=(0, -0.5, 0.1), mirror="l foot"),
    ]
    return Figure(Skeleton(name="legs", joints=tuple(joints)))


def test_a_mirrored_pose_is_the_pose_in_the_mirror() -> None:
    figure = symmetric()
    rng = np.random.default_rng(6)
    for _ in range(20):
        pose = figure.pose(rng.normal(size=figure.size))
        mirrored = pose.mirrored()
        for here, there in [("l foot", "r foot"), ("r knee", "l knee"), ("pelvis", "pelvis")]:
            np.testing.assert_allclose(mirrored.position(here), pose.position(there) * (-1, 1, 1), atol=1e-12)
        np.testing.assert_allclose(mirrored.mirrored().q, pose.q, atol=1e-15)


def test_random_states_keep_the_limits() -> None:
    figure = Figure(spine())
    q = figure.random_state(np.random.default_rng(7), count=1000)
    assert (q >= figure.lo).all()
    assert (q <= figure.hi).all()
    assert q.std(axis=0) == pytest.approx((figure.hi - figure.lo) / np.sqrt(12), rel=0.1)


@pytest.mark.parametrize("q", [[1.0], np.zeros((2, 3)), ["a", "b"], [0.0, np.nan], [np.inf, 0.0], object()])
def test_bad_states_are_refused(q: object) -> None:
    with pytest.raises(InputError):
        Figure(spine()).forward(q)


def test_parameters_are_set_by_name() -> None:
    figure = Figure(spine())
    assert figure.pose(bend=0.25)["bend"] == 0.25
    assert figure.pose({"tail": -0.5}, bend=0.125).q.tolist() == [0.125, -0.5]
    with pytest.raises(UnknownName, match='did you mean "bend"'):
        figure.pose(bent=1.0)


def test_inputs_are_not_modified_and_results_cannot_be() -> None:
    figure = Figure(spine())
    q = np.array([0.1, 0.2])
    pose = figure.pose(q)
    q[0] = 9
    assert pose["bend"] == 0.1
    with pytest.raises(ValueError, match="read-only"):
        pose.world[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        figure.lo[0] = 0


def test_a_figure_and_a_pose_refuse_to_be_changed() -> None:
    figure = Figure(spine())
    pose = figure.pose(bend=0.3)
    for owner, name in ((pose, "q"), (pose, "world"), (pose, "new"), (figure, "name"), (figure, "skeleton")):
        with pytest.raises(AttributeError, match=f"cannot set '{name}'.*never changes"):
            setattr(owner, name, None)
    with pytest.raises(AttributeError, match="never changes"):
        del pose.q
    for other in (copy.copy(pose), copy.deepcopy(pose), pickle.loads(pickle.dumps(pose))):
        assert other == pose
        np.testing.assert_array_equal(other.world, pose.world)


def test_values_in_degrees_become_radians_and_lengths_stay() -> None:
    figure = Figure(Skeleton(name="s", joints=(joint("turn", dofs=[hinge("x")]), joint("go", "turn", dofs="slide"))))
    assert figure.values_from_degrees({"turn": 180.0, "go": 2.0}) == {"turn": np.pi, "go": 2.0}
    assert figure.values_from_degrees({}) == {}
    with pytest.raises(UnknownName, match='did you mean "turn"'):
        figure.values_from_degrees({"tunr": 1.0})


def posed() -> Skeleton:
    s = spine()
    poses = (
        NamedPose(name="bent", values=(("bend", 0.8), ("tail", -0.25))),
        NamedPose(name="by hand", values=(("v1", 0.125),)),
    )
    return Skeleton(name="s", joints=s.joints, couplings=s.couplings, poses=poses)


def test_poses_kept_by_name_are_the_same_grouped_and_ungrouped() -> None:
    figure = Figure(posed())
    assert figure.pose_names == ("bent", "by hand")
    assert figure.pose("bent").q.tolist() == [0.8, -0.25]
    assert figure.pose("bent", tail=0.5)["tail"] == 0.5
    np.testing.assert_allclose(figure.ungrouped().pose("bent").q, [0.2, 0.4, 0.2, -0.25])
    assert figure.ungrouped().pose("by hand")["v1"] == 0.125
    with pytest.raises(InputError, match="a coupling drives"):
        figure.pose("by hand")
    with pytest.raises(UnknownName, match='did you mean "bent"'):
        figure.pose("bend")


def test_poses_that_speak_of_nothing_known_are_refused() -> None:
    with pytest.raises(InputError, match="no variable 'knee'"):
        Skeleton(name="s", joints=spine().joints, poses=(NamedPose(name="p", values=(("knee", 1.0),)),))
    with pytest.raises(InputError, match="finite"):
        NamedPose(name="p", values=(("v1", np.nan),))


def test_values_that_look_like_degrees_are_told() -> None:
    human = bodies.load("human")
    with pytest.warns(UserWarning, match=r"r_elbow = 90 rad is more than a turn beyond its limits.*math.radians"):
        assert human.pose(r_elbow=90)["r_elbow"] == 90, "not clipped"
    for call in (human.pose, human.state, human.pose().replace):
        with pytest.warns(UserWarning, match="r_elbow = 90 rad") as found:
            call(r_elbow=90)
        assert found[0].filename == __file__, "the line that gives it is named"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        human.pose(r_elbow=3.0)  # a little beyond is a pose like any other
        human.pose(root_x=90)  # far away, in metres
    assert human.beyond_limits({"r_elbow": 3.0, "l_elbow": 1.0}) == "r_elbow = 171.9° is beyond its limits, 0° to 150°"


def test_values_must_be_numbers() -> None:
    human = bodies.load("human")
    for wrong in ("90", None, [1.0], {}, "x"):
        with pytest.raises(InputError, match="r_elbow must be a number"):
            human.pose(r_elbow=wrong)
        with pytest.raises(InputError, match="r_elbow must be a number"):
            human.pose().replace(r_elbow=wrong)


def test_a_renamed_figure_shares_its_tables_whichever_of_the_two_needs_them_first() -> None:
    first = Figure(spine())
    second = first.renamed("other")
    assert (second.name, second.skeleton, second.active_couplings) == ("other", first.skeleton, first.active_couplings)
    assert second.tree is first.tree
    assert first.tables is second.tables
    assert first.coupling is second.coupling
    assert second.lo is first.lo
    assert second != first
    assert second.renamed("spine") == first
    with pytest.raises(InputError):
        first.renamed("")


def test_figures_that_share_tables_can_be_pickled_together() -> None:
    first = Figure(spine())
    _ = first.tree
    copies = pickle.loads(pickle.dumps((first, first.renamed("other"))))
    assert copies == (first, first.renamed("other"))
    assert copies[0].tree is copies[1].tree
    np.testing.assert_array_equal(copies[1].forward([0.3, 0.1]), first.forward([0.3, 0.1]))


def test_limits_that_exclude_each_other_are_refused() -> None:
    far = Coupling(
        name="far",
        parameters=(Variable(name="bend", lo=3.0, hi=4.0),),
        terms=(Term(dof="v1", parameter="bend", factor=1.0),),
    )
    with pytest.raises(InputError, match="no value of 'bend'"):
        _ = Figure(Skeleton(name="spine", joints=spine().joints, couplings=(far,))).lo
