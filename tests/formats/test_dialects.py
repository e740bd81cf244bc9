"""Tables of others: robots as Unitree and MuJoCo write them, motions of AMASS, and pickled files, which are refused."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import Figure, InputError, Samples, load_clip, load_skeleton
from manikin.errors import FormatError, UnknownName
from manikin.formats.files import load_content
from tests.support.command_line import mistake, run
from tests.support.rigs import names_in, rest_places, rig

ROBOT = """<robot name="biped">
  <link name="trunk"/><link name="thigh"/><link name="shin"/><link name="arm"/><link name="finger"/>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="thigh"/><origin xyz="0 0.1 -0.1" rpy="0.2 0 0"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="knee" type="revolute"><parent link="thigh"/><child link="shin"/><origin xyz="0 0 -0.4"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="shoulder" type="revolute"><parent link="trunk"/><child link="arm"/><origin xyz="0 0.2 0.4"/>
    <axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><parent link="arm"/><child link="finger"/><origin xyz="0 0 -0.3"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>"""
MODEL = """<mujoco><worldbody><body name="trunk" pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/>
  <body name="arm" pos="0 0.2 0.3"><joint name="shoulder" type="ball"/><geom size="0.1" mass="1"/>
    <body name="hand" pos="0 0 -0.5"><joint name="wrist" axis="0 1 0" range="-90 90" limited="true"/>
      <joint name="reach" type="slide" axis="0 0 1"/><geom size="0.05" mass="1"/></body></body></body>
</worldbody></mujoco>"""
RNG = np.random.default_rng(4)
FRAMES = 9
TURNS = Rotation.from_rotvec(np.cumsum(RNG.normal(scale=0.2, size=(FRAMES, 3)), axis=0))
PLACES = np.cumsum(RNG.normal(scale=0.05, size=(FRAMES, 3)), axis=0) + np.array([0, 0, 0.9])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robot.urdf").write_text(ROBOT)
    (tmp_path / "model.xml").write_text(MODEL)
    return tmp_path


def table(*columns: np.ndarray) -> str:
    return "\n".join(",".join(map(repr, row)) for row in np.column_stack(columns).tolist()) + "\n"


def test_a_table_of_unitree_is_read(here: Path) -> None:
    values = RNG.uniform(-1, 1, (FRAMES, 4))
    (here / "dance.csv").write_text(table(PLACES, TURNS.as_quat(), values))
    robot = Figure(load_skeleton("robot.urdf"))
    clip = load_clip("dance.csv", figure=robot, dialect="unitree")
    assert isinstance(clip, Samples)
    assert clip.rate == 30.0
    for name, column in zip(("hip", "knee", "shoulder", "grip"), values.T, strict=True):
        assert np.array_equal(clip.data[:, clip.figure.index(name)], column)
    trunk = np.asarray(clip.figure.forward(clip.data))[:, 0]
    assert np.abs(trunk[..., 3] - PLACES).max() < 1e-12
    assert np.abs(trunk[..., :3] - TURNS.as_matrix()).max() < 1e-12
    assert np.abs(np.diff(clip.data, axis=0)).max() < 2  # angles do not leap


def test_rows_of_mujoco_are_where_mujoco_puts_them(here: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(MODEL)
    data, rows, wanted = mujoco.MjData(model), [], []
    for i in range(FRAMES):
        ball = TURNS[-1 - i].as_quat()[[3, 0, 1, 2]]
        rows.append([*PLACES[i], *TURNS[i].as_quat()[[3, 0, 1, 2]], *ball, 0.1 * i, 0.02 * i])
        data.qpos[:] = rows[-1]
        mujoco.mj_forward(model, data)
        wanted.append(np.column_stack([data.xpos[1:], data.xmat[1:]]).copy())
    (here / "qpos.csv").write_text(table(np.array(rows)))
    clip = load_clip("qpos.csv", figure=Figure(load_skeleton("model.xml")), dialect="mujoco", rate=50)
    assert isinstance(clip, Samples)
    assert clip.rate == 50.0
    names = [clip.figure.skeleton.index(name) for name in ("trunk", "arm", "hand")]
    world = np.asarray(clip.figure.forward(clip.data))[:, names]
    found = np.concatenate([world[..., 3], world[..., :3].reshape(FRAMES, 3, 9)], axis=-1)
    assert np.abs(found - np.array(wanted)).max() < 1e-9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2,3\n", "dance.csv:1: expected 11 numbers, found 3"),
        ("0,0,1,0,0,0,0,0,0,0,0\n", "frame 0: the four numbers from column 4 are no unit quaternion"),
        ("0,0,1,0,0,0,1,0,0,0,nan\n", "dance.csv:1:21: expected a finite number"),
        ("x,y,z,a,b,c,d,e,f,g,h\n", "dance.csv:1:1: expected a finite number, not 'x'"),
        ("", "there are no frames"),
    ],
)
def test_wrong_tables_are_told_with_their_place(here: Path, text: str, message: str) -> None:
    (here / "dance.csv").write_text(text)
    with pytest.raises(FormatError, match=message.replace(".", r"\.")):
        load_clip("dance.csv", figure=Figure(load_skeleton("robot.urdf")), dialect="unitree")


def test_wrong_options_are_refused(here: Path) -> None:
    (here / "dance.csv").write_text("0\n")
    robot = Figure(load_skeleton("robot.urdf"))
    with pytest.raises(UnknownName, match="unitree"):
        load_clip("dance.csv", figure=robot, dialect="unitre")
    with pytest.raises(FormatError, match="say which one"):
        load_content("dance.csv", dialect="unitree")
    with pytest.raises(InputError, match="leave out rate"):
        load_clip("dance.csv", figure=robot, rate=30)
    with pytest.raises(InputError, match="above 0"):
        load_clip("dance.csv", figure=robot, dialect="mujoco", rate=-1)
    with pytest.raises(FormatError, match="z up"):
        load_clip("dance.csv", figure=rig("smpl"), dialect="unitree")


def test_the_command_converts_a_table(here: Path) -> None:
    (here / "dance.csv").write_text(table(PLACES, TURNS.as_quat(), np.zeros((FRAMES, 4))))
    run("convert", "dance.csv", "dance.npz", "-f", "robot.urdf", "--dialect", "unitree", "--rows-rate", "60")
    assert load_clip("dance.npz").rate == 60.0
    assert "--rows-rate" in mistake("convert", "robot.urdf", "robot.scr", "--rows-rate", "60")


# ---- AMASS -------------------------------------------------------------------------------------

BODY = {
    "pelvis": 0, "l_thigh": 1, "r_thigh": 2, "spine1": 3, "l_shin": 4, "r_shin": 5, "spine2": 6, "l_foot": 7,
    "r_foot": 8, "spine3": 9, "l_toes": 10, "r_toes": 11, "neck": 12, "l_clavicle": 13, "r_clavicle": 14, "head": 15,
    "l_upper_arm": 16, "r_upper_arm": 17, "l_forearm": 18, "r_forearm": 19, "l_hand": 20, "r_hand": 21,
}  # fmt: skip
ABOVE = (-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19)


def amass(width: int = 156, rate: str = "mocap_framerate", **more: np.ndarray) -> tuple[bytes, np.ndarray, np.ndarray]:
    poses = np.cumsum(RNG.normal(scale=0.1, size=(FRAMES, width)), axis=0)
    trans = np.cumsum(RNG.normal(scale=0.05, size=(FRAMES, 3)), axis=0)
    out = io.BytesIO()
    np.savez(out, poses=poses, trans=trans, gender=np.array("female"), betas=np.zeros(16), **{rate: 120.0}, **more)
    return out.getvalue(), poses, trans


def plain_places(poses: np.ndarray, trans: np.ndarray) -> dict[str, np.ndarray]:
    """Where the joints of the rig are, by the definition of SMPL, in a world with z up."""
    rest = rest_places()
    roles = {number: role for role, number in BODY.items()}
    turns, places = [], []
    for number, above in enumerate(ABOVE):
        own = Rotation.from_rotvec(poses[:, 3 * number : 3 * number + 3])
        turns.append(own if above < 0 else turns[above] * own)
        if above < 0:
            places.append(trans + rest["pelvis"])
        else:
            places.append(places[above] + turns[above].apply(rest[roles[number]] - rest[roles[above]]))
    return {role: places[number] for role, number in BODY.items()}


@pytest.mark.parametrize("rate", ["mocap_framerate", "mocap_frame_rate"])
@pytest.mark.parametrize("width", [66, 72, 156, 165])
def test_a_motion_of_amass_moves_a_figure_of_its_joints(here: Path, width: int, rate: str) -> None:
    data, poses, trans = amass(width, rate)
    (here / "walk.npz").write_bytes(data)
    figure = rig("smpl")
    clip = load_clip("walk.npz", figure=figure, dialect="amass")
    assert isinstance(clip, Samples)
    assert clip.rate == 120.0
    world = np.asarray(figure.forward(clip.data))[..., 3]
    names = names_in("smpl")
    for role, at in plain_places(poses, trans).items():
        moved = at - rest_places()["pelvis"]
        turned = np.stack([moved[:, 0], moved[:, 2], -moved[:, 1]], axis=1) + rest_places()["pelvis"]
        assert np.abs(world[:, figure.skeleton.index(names[role])] - turned).max() < 1e-9


def test_wrong_files_of_amass_are_refused(here: Path) -> None:
    data, poses, trans = amass()
    (here / "walk.npz").write_bytes(data)
    with pytest.raises(FormatError, match="hold no body"):
        load_clip("walk.npz", dialect="amass")
    with pytest.raises(FormatError, match="has no joint pelvis"):
        load_clip("walk.npz", figure=rig("mixamo"), dialect="amass")
    assert load_clip("walk.npz", figure=rig("smpl"), dialect="amass", rate=60).rate == 60.0
    for wrong in ({"poses": poses[:, :50]}, {"poses": poses * np.nan}, {"trans": trans[1:]}):
        out = io.BytesIO()
        np.savez(out, **{"poses": poses, "trans": trans, "mocap_framerate": np.array(60.0), **wrong})
        (here / "wrong.npz").write_bytes(out.getvalue())
        with pytest.raises(FormatError, match="poses"):
            load_clip("wrong.npz", figure=rig("smpl"), dialect="amass")
    out = io.BytesIO()
    np.savez(out, poses=poses, trans=trans)
    (here / "wrong.npz").write_bytes(out.getvalue())
    with pytest.raises(FormatError, match="give rate="):
        load_clip("wrong.npz", figure=rig("smpl"), dialect="amass")


def test_pickled_files_are_refused_with_the_lines_that_convert_them(here: Path) -> None:
    (here / "motion.pkl").write_bytes(b"cos\nsystem\n(S'touch was_run'\ntR.")
    said = mistake("convert", "motion.pkl", "motion.bvh")
    assert "numpy.savez" in said
    assert not (here / "was_run").exists()
