"""Clips beside what others make of the same: F-curves of Blender, velocities by Pinocchio, splines of SciPy."""

from __future__ import annotations

import json
import os
import re
import subprocess
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, RotationSpline

from manikin import Figure, bodies
from manikin.clips import Keyframes, Retimed
from manikin.clips.key import Key
from manikin.clips.timing import TimeCurve
from manikin.clips.tracks import tracks_of
from manikin.formats.format import read_skeleton
from tests.support.paths import REAL_FILES

HUMAN = bodies.load("human")
FRAMES = (0.0, 7.0, 10.0, 25.0, 31.0)
BLENDER = Path(__file__).parents[2] / "benchmarks" / ".venv-clips-bpy" / "bin" / "python"
"""A Python that has Blender's module: that of the benchmarks, or the one that MANIKIN_BPY names."""


# ---- Blender ---------------------------------------------------------------------------------------

CURVES = """
import json, sys, bpy
given = json.load(sys.stdin)
made = bpy.data.objects.new("thing", None)
bpy.context.collection.objects.link(made)
for frame, value in zip(given["frames"], given["values"]):
    made.location = (value, 0, 0)
    made.keyframe_insert("location", index=0, frame=frame)
action = made.animation_data.action
curve = action.fcurves[0] if hasattr(action, "fcurves") else action.layers[0].strips[0].channelbags[0].fcurves[0]
found = {}
for kind in ("LINEAR", "BEZIER", "CONSTANT"):
    for point, left, right in zip(curve.keyframe_points, given["left"], given["right"]):
        point.interpolation = kind
        point.handle_left_type = point.handle_right_type = "FREE"
        point.handle_left, point.handle_right = left, right
    curve.update()
    found[kind] = [curve.evaluate(frame) for frame in given["at"]]
print("found", json.dumps(found))
"""


@pytest.mark.slow
def test_numbers_follow_the_f_curves_of_blender() -> None:
    """Linear and held keys; smooth ones with handles by their rates, a third of the way to the next key."""
    python = os.environ.get("MANIKIN_BPY", str(BLENDER))
    if not Path(python).is_file():
        pytest.skip("there is no Python with Blender's module here: make bench makes one")
    rng = np.random.default_rng(5)
    column = HUMAN.index("r_elbow")
    q = np.tile(HUMAN.rest, (len(FRAMES), 1))
    q[:, column] = rng.uniform(0.6, 1.6, len(FRAMES))
    rates = np.zeros((len(FRAMES), HUMAN.size))
    rates[:, column] = 0.02 * rng.normal(size=len(FRAMES))
    beside = np.concatenate([[FRAMES[0] - 3], FRAMES, [FRAMES[-1] + 3]])
    handles = {}
    for side, reach in (("left", beside[:-2] - beside[1:-1]), ("right", beside[2:] - beside[1:-1])):
        handles[side] = np.column_stack([FRAMES + reach / 3, q[:, column] + reach / 3 * rates[:, column]]).tolist()
    at = np.linspace(0, 31, 63)
    given = {"frames": FRAMES, "values": q[:, column].tolist(), "at": at.tolist(), **handles}
    done = subprocess.run([python, "-c", CURVES], input=json.dumps(given), capture_output=True, text=True, timeout=300)
    lines = [line[6:] for line in done.stdout.splitlines() if line.startswith("found ")]
    assert lines, done.stderr[-2000:]
    theirs = json.loads(lines[0])
    for kind, curve in (("LINEAR", "linear"), ("BEZIER", "smooth"), ("CONSTANT", "hold")):
        keys = [
            Key(frame=frame, q=tuple(row), rates=tuple(rate), curve=curve)  # type: ignore[arg-type]
            for frame, row, rate in zip(FRAMES, q.tolist(), rates.tolist(), strict=True)
        ]
        ours = Keyframes(figure=HUMAN, keys=tuple(keys)).at(at)[:, column]
        np.testing.assert_allclose(ours, theirs[kind], atol=2e-5, err_msg=kind)  # it counts in single precision


# ---- Pinocchio -------------------------------------------------------------------------------------


def test_effectors_move_at_the_velocities_that_pinocchio_finds() -> None:
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed (pip install manikin[peers])")
    path = REAL_FILES / "urdf" / "panda.urdf"
    if not path.is_file():
        pytest.skip("the robot is not here")
    text = re.sub(r"<(visual|collision)\b.*?</\1>", "", path.read_text("utf-8"), flags=re.DOTALL)  # no meshes
    figure = Figure(read_skeleton(text.encode(), path.name))
    model = pin.buildModelFromXML(text)
    data, names = model.createData(), list(figure.skeleton.dof_index)
    joints = [model.joints[model.getJointId(name)] for name in names]
    rng = np.random.default_rng(2)
    poses = rng.uniform(np.maximum(figure.lo, -1), np.minimum(figure.hi, 1), (len(FRAMES), figure.size))
    plain = Keyframes(
        figure=figure, keys=tuple(Key(frame=f, q=tuple(q)) for f, q in zip(FRAMES, poses.tolist(), strict=True))
    )
    clip = Retimed(source=plain, time=TimeCurve(pairs=((0.0, 0.0), (20.0, 10.0), (40.0, 31.0))))
    links = [joint.name for joint in figure.skeleton.joints if joint.dofs][-3:]
    h = 1e-4
    fastest = 0.0
    for frame in rng.uniform(1, 39, 12):
        before, here, after = clip.at([frame - h, frame, frame + h])
        values = [figure.pose(q).joint_values for q in (before, here, after)]
        rates = (values[2] - values[0]) * clip.rate / (2 * h)
        q, v = pin.neutral(model), np.zeros(model.nv)
        for own, value, rate in zip(joints, values[1], rates, strict=True):
            q[own.idx_q], v[own.idx_v] = value, rate
        pin.forwardKinematics(model, data, q, v)
        for link in links:
            moved = figure.pose(after).position(link) - figure.pose(before).position(link)
            place = model.getFrameId(link, pin.FrameType.BODY)
            speed = pin.getFrameVelocity(model, data, place, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED).linear
            np.testing.assert_allclose(moved * clip.rate / (2 * h), speed, atol=2e-5)
            fastest = max(fastest, float(np.linalg.norm(speed)))
    assert fastest > 0.1


# ---- SciPy -----------------------------------------------------------------------------------------


def test_many_near_keys_on_a_spline_of_scipy_bring_it_back() -> None:
    """Rotations of RotationSpline and numbers of a cubic, keyed more and more often: the error falls faster than h²."""
    rng = np.random.default_rng(8)
    ball = next(track for track in tracks_of(HUMAN) if track.is_ball and "root" in track.name)
    column = HUMAN.index("spine_bend")
    knots = np.array([0.0, 20.0, 50.0, 60.0, 90.0])
    turns = RotationSpline(knots, Rotation.from_rotvec(0.5 * rng.normal(size=(5, 3))))
    numbers = CubicHermiteSpline(knots, rng.uniform(-0.2, 0.2, 5), 0.01 * rng.normal(size=5))
    order = "".join("xyz"[int(np.argmax(np.abs(axis)))] for axis in ball.axis_rows).upper()
    signs = np.array([axis[np.argmax(np.abs(axis))] for axis in ball.axis_rows])

    def states(frames: np.ndarray) -> np.ndarray:
        q = np.tile(HUMAN.rest, (len(frames), 1))
        q[:, list(ball.columns)] = turns(frames).as_euler(order) * signs
        q[:, column] = numbers(frames)
        return q

    at = np.linspace(0, 90, 721)
    errors = []
    for step in (10.0, 5.0, 2.5):
        frames = np.arange(0, 91, step)
        keys = [Key(frame=float(f), q=tuple(q)) for f, q in zip(frames, states(frames).tolist(), strict=True)]
        found = Keyframes(figure=HUMAN, keys=tuple(keys)).at(at)
        parts = [Rotation.from_rotvec(found[:, [k]] * a) for k, a in zip(ball.columns, ball.axis_rows, strict=True)]
        apart = ((parts[0] * parts[1] * parts[2]).inv() * turns(at)).magnitude()
        errors.append((np.sqrt((apart**2).mean()), np.sqrt(((found[:, column] - numbers(at)) ** 2).mean())))
    for coarse, fine in pairwise(errors):
        assert fine[0] < coarse[0] / 4
        assert fine[1] < coarse[1] / 4
    assert max(errors[-1]) < 1e-3
