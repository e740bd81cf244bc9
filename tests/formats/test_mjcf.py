"""MJCF, beside MuJoCo itself; dialects, limits and mistakes."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from manikin.errors import FormatError, FormatWarning
from manikin.figure.figure import Figure
from manikin.formats.format import read_content, read_skeleton
from manikin.math.rotations import about_axis, to_quaternion
from manikin.skeleton.skeleton import Skeleton
from tests.support.mjcf_files import ARM, ARMS, MODEL
from tests.support.reading_alone import BYTES, SECONDS, read_alone

mujoco = pytest.importorskip("mujoco")


def folder(**files: str) -> Callable[[str], bytes]:
    def beside(name: str) -> bytes:
        if name not in files:
            raise FormatError("there is no such file", file=name)
        return files[name].encode()

    return beside


def read(text: str, *told: str, **options: Any) -> Skeleton:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        skeleton = read_skeleton(text.encode(), "some.xml", beside=folder(**ARMS), **options)
    messages = [str(one.message) for one in caught]
    assert len(messages) == len(told), messages
    for message, part in zip(messages, told, strict=True):
        assert part in message
    return skeleton


def world(bodies: str, rest: str = "") -> str:
    return f"<mujoco><worldbody>{bodies}</worldbody>{rest}</mujoco>"


def qpos_of(model: Any, figure: Figure, q: np.ndarray) -> np.ndarray:
    """The coordinates of MuJoCo for a state of ours."""
    values = dict(zip(figure.parameter_names, q.tolist(), strict=True))
    for coupling in figure.skeleton.couplings:
        for term in coupling.terms:
            value = term.curve.value(np.array(values[term.parameter]))
            values[term.dof] = term.factor * float(value) + dict(coupling.offsets).get(term.dof, 0.0)
    made = []
    for i in range(model.njnt):
        name = model.joint(i).name
        kind = mujoco.mjtJoint(model.jnt_type[i]).name
        if kind in ("mjJNT_HINGE", "mjJNT_SLIDE"):
            made.append(values[name] if name in values else values[_unnamed(model, i)])
            continue
        if kind == "mjJNT_FREE":
            made += [values[f"{name}.t{letter}"] for letter in "xyz"]
        turn = np.eye(3)
        for letter, axis in zip("zyx", np.eye(3)[::-1], strict=True):
            turn = turn @ about_axis(axis, values[f"{name}.{letter}"])
        x, y, z, w = to_quaternion(turn)
        made += [w, x, y, z]
    return np.array(made)


def _unnamed(model: Any, i: int) -> str:
    return str(model.body(int(model.jnt_bodyid[i])).name or "body")


def compare(text: str, skeleton: Skeleton, seeds: int = 8) -> float:
    """The largest difference of places and orientations of bodies that have names, over random states."""
    model = mujoco.MjModel.from_xml_string(text, {name: data.encode() for name, data in ARMS.items()})
    data, figure, worst = mujoco.MjData(model), Figure(skeleton), 0.0
    for seed in range(seeds):
        q = figure.random_state(np.random.default_rng(seed)) if seed else figure.rest
        data.qpos[:] = qpos_of(model, figure, q)
        mujoco.mj_kinematics(model, data)
        found = figure.forward(q)
        for i in range(model.nbody):
            name = model.body(i).name or "body"
            ours = found[skeleton.index(name)]
            worst = max(
                worst, np.abs(ours[:, 3] - data.xpos[i]).max(), np.abs(ours[:, :3] - data.xmat[i].reshape(3, 3)).max()
            )
    return worst


def test_bodies_are_where_mujoco_puts_them() -> None:
    skeleton = read(MODEL, "the cone that limits the ball 'shoulder'")
    assert compare(MODEL, skeleton, 20) < 1e-9
    assert skeleton.up == "z"
    assert skeleton.name == "test rig"


def test_limits_are_those_of_mujoco() -> None:
    skeleton = read(MODEL, "cone")
    model = mujoco.MjModel.from_xml_string(MODEL, {"arm.xml": ARM.encode()})
    dofs = {dof.name: dof for dof in skeleton.dofs}
    for i in range(model.njnt):
        name = model.joint(i).name
        if name in dofs:
            lo, hi = model.jnt_range[i] if model.jnt_limited[i] else (-math.inf, math.inf)
            assert (dofs[name].lo, dofs[name].hi) == pytest.approx((lo, hi), abs=1e-12)
    assert math.isinf(dofs["hip z"].hi)
    assert dofs["hip y"].hi == pytest.approx(math.radians(60))


def test_masses_are_those_of_mujoco() -> None:
    skeleton = read(MODEL, "cone")
    model = mujoco.MjModel.from_xml_string(MODEL, {"arm.xml": ARM.encode()})
    for i in range(1, model.nbody):
        joint = skeleton[model.body(i).name or "body"]
        assert joint.mass == pytest.approx(model.body_mass[i], rel=1e-9)
        if joint.mass:
            assert joint.centre == pytest.approx(model.body_ipos[i].tolist(), abs=1e-9)


def test_keys_are_poses_and_equalities_are_groups() -> None:
    skeleton = read(MODEL, "cone")
    figure = Figure(skeleton)
    model = mujoco.MjModel.from_xml_string(MODEL, {"arm.xml": ARM.encode()})
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    data.qpos[:] = qpos_of(model, figure, figure.state("high"))
    assert np.allclose(data.qpos[: model.nq - 1], model.key_qpos[0][: model.nq - 1], atol=1e-12)
    pose = figure.pose(swing=0.4)
    found = mujoco.MjModel.from_xml_string(MODEL, {"arm.xml": ARM.encode()}).qpos0[-1] + 0.1 - 0.5 * 0.4
    assert qpos_of(model, figure, pose.q)[-1] == pytest.approx(found)


FOLLOWERS = world(
    "".join(
        f'<body name="{name}" pos="0 0 {i}"><joint name="{name}" type="{kind}" axis="1 {i} 0" ref="{ref}"/>'
        '<geom size="1"/></body>'
        for i, (name, kind, ref) in enumerate(
            (("a", "hinge", 20), ("b", "slide", 0.3), ("c", "hinge", -40), ("d", "hinge", 0), ("e", "slide", -0.2))
        )
    ),
    "<equality>{rules}</equality>",
)
RULES = {
    "quartic": '<joint joint1="b" joint2="a" polycoef="0.1 -0.5 0.7 0.2 -0.3"/>',
    "even": '<joint joint1="c" joint2="d" polycoef="0 0 -0.8 0 0.1"/>',
    "a line behind it": '<joint joint1="b" joint2="a" polycoef="0.1 0 0.7 0.2 0"/>'
    '<joint joint1="c" joint2="b" polycoef="0.2 -2 0 0 0"/>',
    "a line before it": '<joint joint1="c" joint2="b" polycoef="0.2 -2 0.5 0 1"/>'
    '<joint joint1="b" joint2="a" polycoef="0.1 0.7 0 0 0"/>',
    "two parabolas": '<joint joint1="c" joint2="b" polycoef="0 1 0.5 0 0"/>'
    '<joint joint1="b" joint2="e" polycoef="0.1 0.7 0.4 0 0"/>',
    "two that one follows": '<joint joint1="b" joint2="a" polycoef="0.1 0.7 0.3 0 0"/>'
    '<joint joint1="b" joint2="e" polycoef="0.2 -0.5 0 0 0"/>',
}


@pytest.mark.parametrize("rules", RULES)
def test_joints_that_follow_polynomials_satisfy_mujoco(rules: str) -> None:
    text = FOLLOWERS.format(rules=RULES[rules])
    skeleton = read(text)
    assert compare(text, skeleton) < 1e-9
    figure, model = Figure(skeleton), mujoco.MjModel.from_xml_string(text)
    assert figure.size == 5 - model.neq
    data, rng = mujoco.MjData(model), np.random.default_rng(11)
    for _ in range(5):
        data.qpos[:] = qpos_of(model, figure, rng.uniform(-1.2, 1.2, figure.size))
        mujoco.mj_forward(model, data)
        off = data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
        assert len(off) == model.neq
        assert np.abs(off).max() < 1e-12


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            '<joint joint1="c" joint2="b" polycoef="0 1 0.5 0 0"/><joint joint1="b" joint2="a" polycoef="0 0 0 1 0"/>',
            r"some.xml:\d+:\d+: the joint 'c' follows a joint .* degree 6, and 4 is the highest",
        ),
        ('<joint joint1="a" joint2="a"/>', r"some.xml:\d+:\d+: the joint 'a' follows itself"),
        ('<joint joint1="a" joint2="b"/><joint joint1="b" joint2="a"/>', r":\d+:\d+: the joint 'a' follows itself"),
        ('<joint joint1="b" joint2="a"/><joint joint1="b" joint2="e" polycoef="0 0 1 0 0"/>', "'b' follows two others"),
    ],
)
def test_joints_that_no_group_can_hold_are_refused(rules: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(FOLLOWERS.format(rules=rules))


FOUR_BARS = """<mujoco><worldbody>
  <body name="left" pos="0 0 0.1" euler="0 20 0"><joint name="l" axis="0 1 0" ref="15"/><geom size="0.1"/>
    <body name="top" pos="0 0 0.5" euler="10 70 0"><joint name="t" axis="0 1 0.2"/><geom size="0.1"/>
      <site name="far" pos="0.1 0 0.3" euler="5 0 0"/></body></body>
  <body name="right" pos="0.4 0 0"><joint name="r" axis="0 1 0"/><geom size="0.1"/>
    <site name="up" pos="0 0.1 0.5"/></body>
</worldbody><equality>{loop}</equality></mujoco>"""
LOOPS = {
    "connect": '<connect name="bar" body1="top" body2="right" anchor="0 0.02 0.4"/>',
    "connect to the world": '<connect body1="top" anchor="0.1 0 0.4"/>',
    "connect sites": '<connect site1="far" site2="up"/>',
    "weld": '<weld body1="top" body2="right"/>',
    "weld with a pose": '<weld body1="top" body2="right" relpose="0.1 0.2 0.3 0.8 0 0.6 0"/>',
    "weld sites": '<weld site1="far" site2="up"/>',
}


@pytest.mark.parametrize("kind", LOOPS)
def test_loops_become_goals_that_mujoco_agrees_with(kind: str) -> None:
    text = FOUR_BARS.format(loop=LOOPS[kind])
    with pytest.warns(FormatWarning, match="load_content"):
        content = read_content(text.encode(), "some.xml")
    (goal,) = content.goals
    model = mujoco.MjModel.from_xml_string(text)
    data, figure = mujoco.MjData(model), Figure(content.skeleton)
    for seed in range(3):
        q = figure.random_state(np.random.default_rng(seed))
        data.qpos[:] = qpos_of(model, figure, q)
        mujoco.mj_forward(model, data)
        pose = figure.pose(q)
        found = goal.residual(*(handle.value(pose) for handle in goal.handles))
        off = data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]
        assert np.linalg.norm(found[:3]) == pytest.approx(np.linalg.norm(off[:3]), abs=1e-9)
        if "weld" in kind:  # there it is the vector part of a quaternion, whose torque has the scale 1
            assert math.sin(np.linalg.norm(found[3:]) / 2) == pytest.approx(np.linalg.norm(off[3:]), abs=1e-9)


def test_a_loop_is_closed_by_its_goal() -> None:
    with pytest.warns(FormatWarning):
        content = read_content(FOUR_BARS.format(loop=LOOPS["connect"]).encode(), "some.xml")
    figure = Figure(content.skeleton)
    result = figure.solve([], hard=content.goals, start=figure.random_state(np.random.default_rng(1)))
    assert result.reached


def test_sites_become_joints_if_they_are_wanted() -> None:
    skeleton = read(MODEL, "cone", sites=True)
    assert skeleton["hand"].parent == "forearm"
    model = mujoco.MjModel.from_xml_string(MODEL, {"arm.xml": ARM.encode()})
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    figure = Figure(skeleton)
    data.qpos[:] = qpos_of(model, figure, figure.rest)
    mujoco.mj_kinematics(model, data)
    assert np.allclose(figure.pose().position("hand"), data.site("hand").xpos, atol=1e-9)
    assert "hand" not in read(MODEL, "cone")


@pytest.mark.parametrize("order", ["xyz", "zyx", "XYZ", "zXz", "YxY"])
@pytest.mark.parametrize("unit", ["degree", "radian"])
def test_orientations_in_any_order_are_those_of_mujoco(order: str, unit: str) -> None:
    text = world(
        '<body name="a" euler="0.4 0.5 0.6"><joint name="j" axis="1 2 3" ref="0.3" pos="1 0 0"/><geom size="1"/>'
        '<body name="b" pos="0 1 0" zaxis="0 0 -1"><joint name="k" type="slide" range="0 30"/><geom size="1"/>'
        "</body></body>",
        f'<compiler angle="{unit}" eulerseq="{order}"/>',
    )
    skeleton = read(text)
    assert compare(text, skeleton) < 1e-9
    assert skeleton["b"].dofs[0].hi == 30.0


def test_joints_inside_a_frame_are_where_mujoco_puts_them() -> None:
    text = world(
        '<body name="a" pos="0 0 1"><frame pos="0.1 0.2 0" euler="20 30 40"><joint name="j" pos="0 1 0" axis="1 2 3"/>'
        '<frame zaxis="1 1 0"><joint name="k" axis="0 1 0"/></frame></frame><geom size="1"/>'
        '<body name="b"><frame pos="0.3 0 0" euler="0 50 0"><joint name="ball" type="ball"/></frame><geom size="1"/>'
        '<body name="c"><frame euler="0 50 0"><joint name="slide" type="slide" ref="0.2"/></frame><geom size="1"/>'
        "</body></body></body>"
    )
    assert compare(text, read(text)) < 1e-9


def test_fixed_tendons_are_limits_over_several_joints() -> None:
    body = "".join(
        f'<body name="{name}"><joint name="{name}" ref="{ref}" axis="0 1 0"/><geom size="1"/></body>'
        for name, ref in (("p", 10), ("q", 0), ("r", -20))
    )
    tendons = """<tendon><fixed name="two" range="-1 2"><joint joint="p" coef=".5"/><joint joint="q" coef="-2"/></fixed>
      <fixed name="one"><joint joint="r" coef="3"/></fixed></tendon>
      <equality><tendon tendon1="two" tendon2="one" polycoef="0.1 0.7 0 0 0"/></equality>"""
    text = world(body, tendons)
    skeleton = read(text)
    figure, model = Figure(skeleton), mujoco.MjModel.from_xml_string(text)
    data, rng = mujoco.MjData(model), np.random.default_rng(3)
    ranged, equal = figure.linear_limits
    assert (ranged.lo, ranged.hi) == tuple(model.tendon_range[0])
    for _ in range(5):
        q = rng.uniform(-1, 1, 3)
        data.qpos[:] = qpos_of(model, figure, q)
        mujoco.mj_forward(model, data)
        values = dict(zip(figure.parameter_names, q, strict=True))
        sums = [sum(a * values[name] for name, a in limit.terms) for limit in (ranged, equal)]
        assert sums[0] == pytest.approx(data.ten_length[0], abs=1e-12)
        rows = data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY
        assert sums[1] - equal.lo == pytest.approx(data.efc_pos[rows][0], abs=1e-9)
    assert equal.lo == equal.hi


@pytest.mark.parametrize(
    ("attributes", "limited"),
    [
        ('range="-1 1"', True),
        ('range="-1 1" limited="false"', False),
        ('limited="true" range="0 2"', True),
        ("", False),
    ],
)
def test_limits_follow_what_the_file_says(attributes: str, limited: bool) -> None:
    body = f'<body name="a"><joint name="j" {attributes}/><geom size="1"/></body>'
    assert math.isfinite(read(world(body))["a"].dofs[0].hi) is limited
    off = '<compiler autolimits="false"/>'
    assert math.isfinite(read(world(body, off))["a"].dofs[0].hi) is (limited and "limited" in attributes)


def test_what_is_lost_is_told() -> None:
    body = '<body name="a"><joint name="j"/><geom type="mesh" mesh="m"/><geom size="1"/></body>'
    read(world(body), "1 geoms of 'a' that are no simple solids are lost")
    weld = '<equality><weld body1="a" body2="world"/><joint joint1="j" polycoef="0 0 1 0 0"/></equality>'
    plain = '<body name="a"><joint name="j"/><geom size="1"/></body>'
    assert Figure(read(world(plain, weld), "the loop 'weld 1'")).size == 0  # without a second joint only a₀ counts
    still = read(world(plain, '<equality><joint joint1="j" polycoef="0.5 1 0 0 0"/></equality>'))
    assert Figure(still).size == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<robot/>", "1:1: an MJCF file holds a <mujoco>, not a <robot>; this is URDF"),
        (world('<body><joint type="screw"/></body>'), "a joint is free, ball, hinge or slide, not 'screw'"),
        (world('<body><joint axis="0 0 0"/></body>'), "must not be zero"),
        (world('<body><joint axis="0 0"/></body>'), "axis of <joint> must be 3 finite numbers, not '0 0'"),
        (world('<body pos="0 0 nan"/>'), "pos of <body> must be 3 finite numbers"),
        (world('<body><joint range="1 -1"/></body>'), "must rise"),
        (world('<body><joint class="x"/></body>'), "there is no default class 'x'"),
        (world("<body><body><freejoint/></body></body>"), "a free joint stands alone in a body of the world"),
        (world('<body name="a"/><body name="a"/>'), "two of the name 'a'"),
        (world('<body><joint name="j"/><joint name="j"/></body>'), "there are two joints 'j'"),
        (world('<body quat="0 0 0 0"/>'), "quat of <body> must not be zero"),
        (world('<body quat="1 0 0 0" euler="0 0 0"/>'), "quat and euler say the orientation twice"),
        (world('<body><geom size="-1"/></body>'), "the size of a geom must be above 0"),
        (world('<include file="../x.xml"/>'), "in the file '../x.xml': there is no such file"),
        (world('<replicate count="3"/>'), "<replicate> is not read"),
        (world("<body/>", '<compiler angle="grad"/>'), "angle must be degree or radian, not 'grad'"),
        (world("<body/>", '<equality><joint joint1="x"/></equality>'), "there is no hinge or slide 'x'"),
        (world("<body/>", '<keyframe><key qpos="1"/></keyframe>'), "qpos of <key> must be 0 finite numbers"),
        ("<mujoco><worldbody>", "the file ends before its XML does"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', "a DOCTYPE or entity is not read"),
    ],
)
def test_mistakes_are_told(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("some.xml:")


def test_a_file_that_includes_itself_is_refused() -> None:
    loop = '<mujocoinclude><include file="a.xml"/></mujocoinclude>'
    with pytest.raises(FormatError, match="20 deep"):
        read_skeleton(world('<include file="a.xml"/>').encode(), "some.xml", beside=folder(**{"a.xml": loop}))


def test_2000_mutants_are_read_or_refused() -> None:
    rng, told = random.Random(4), []
    for _ in range(2000):
        data = bytearray(MODEL.encode())
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = (
                rng.randrange(256) if rng.random() < 0.3 else ord(rng.choice('0 ">/-.e9xyz'))
            )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            try:
                read_skeleton(bytes(data), "fuzz.xml", beside=folder(**ARMS))
            except FormatError as error:
                told.append(str(error))
    assert 400 < len(told) < 1990
    assert max(map(len, told)) < 500


HOSTILE = {
    "nested bodies": lambda: world("<body>" * 60_000),
    "nested frames": lambda: world("<frame>" * 5_000 + "<body/>" + "</frame>" * 5_000),
    "100,000 bodies": lambda: world("<body/>" * 100_000),
    "40,000 bodies and joints": lambda: world("<body><joint/></body>" * 24_000),
}


@pytest.mark.timing
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_bounded_time_and_memory(case: str) -> None:
    found = read_alone(".xml", HOSTILE[case]().encode())
    assert found.told == "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES
