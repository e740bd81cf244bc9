"""Our kinematics against Pinocchio's and MuJoCo's on random configurations of robots: poses, Jacobians, masses.

Their joints are stepped in other coordinates than ours where a joint has several degrees of freedom; ``_Peer`` says
how rates of ours become rates of theirs.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.kernels.pure import PureTree
from tests.support.paths import OWN, REAL_FILES as DATA

BENCH = DATA.parent / "bench" / "models"
STRANGERS = [DATA / "urdf" / f"{name}.urdf" for name in ("panda", "simple_humanoid")]
STRANGERS += [BENCH / f"{name}.urdf" for name in ("panda7", "ur5", "talos30", "chain10", "chain30", "chain100")]
CONFIGURATIONS = 100
TOLERANCE = 1e-12


class _Peer:
    """A robot in another library, driven by the values of our degrees of freedom."""

    def __init__(self, figure: Figure) -> None:
        self.skeleton = figure.skeleton
        self.place = figure.skeleton.dof_index

    def values(self, q: np.ndarray, joint: str) -> dict[str, np.ndarray]:
        """Values of the degrees of freedom of our joint, by kind of motion."""
        dofs = self.skeleton[joint].dofs
        return {m: q[[self.place[d.name] for d in dofs if d.kind == m]] for m in ("slide", "hinge")}

    def columns(self, joint: str) -> list[int]:
        return [self.place[dof.name] for dof in self.skeleton[joint].dofs]

    def moving(self) -> list[str]:
        return [joint.name for joint in self.skeleton if joint.dofs]

    def urdf_name(self, joint: str) -> str:
        """The name of the URDF joint that leads to a link."""
        dofs = self.skeleton[joint].dofs
        return dofs[0].name if len(dofs) == 1 else dofs[0].name.rpartition(".")[0]


def _free_turn(angles: np.ndarray) -> tuple[Rotation, np.ndarray]:
    """Rotation of a free joint turned about y, x, z, and its rate of turn per angle in its own frame."""
    turn = Rotation.from_euler("YXZ", angles)
    about_y, about_yx = Rotation.from_euler("Y", angles[0]), Rotation.from_euler("YX", angles[:2])
    rates = np.column_stack([[0, 1, 0], about_y.apply([1, 0, 0]), about_yx.apply([0, 0, 1])])
    return turn, turn.as_matrix().T @ rates


class _Pinocchio(_Peer):
    def __init__(self, figure: Figure, text: str) -> None:
        super().__init__(figure)
        self.pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed (pip install manikin[peers])")
        try:
            self.model = self.pin.buildModelFromXML(text, mimic=True)
        except ValueError:  # it knows no mimic of a mimic
            self.model = self.pin.buildModelFromXML(text)
        self.data = self.model.createData()

    def set(self, q: np.ndarray) -> None:
        """Go to the values q of all our degrees of freedom; ``rates`` becomes d theirs/d ours."""
        theirs = self.pin.neutral(self.model)
        self.rates = np.zeros((self.model.nv, len(q)))
        for joint in self.moving():
            model = self.model.joints[self.model.getJointId(self.urdf_name(joint))]
            if model.nq == 0:
                continue  # a mimic joint, which it moves itself
            at, v, own = model.idx_q, model.idx_v, self.values(q, joint)
            columns = self.columns(joint)
            kind = self.skeleton[joint].kind
            if kind == "free":
                turn, spin = _free_turn(own["hinge"])
                theirs[at : at + 7] = [*own["slide"], *turn.as_quat()]
                self.rates[v : v + 3, columns[:3]] = turn.as_matrix().T
                self.rates[v + 3 : v + 6, columns[3:]] = spin
            elif kind == "planar":
                c, s = np.cos(own["hinge"][0]), np.sin(own["hinge"][0])
                theirs[at : at + 4] = [*own["slide"], c, s]
                self.rates[v : v + 2, columns[:2]] = [[c, s], [-s, c]]
                self.rates[v + 2, columns[2]] = 1
            else:
                (value,) = [*own["slide"], *own["hinge"]]
                theirs[at : at + model.nq] = [value] if model.nq == 1 else [np.cos(value), np.sin(value)]
                self.rates[v, columns[0]] = 1
        self.q = theirs
        self.pin.computeJointJacobians(self.model, self.data, theirs)
        self.pin.updateFramePlacements(self.model, self.data)

    def _frame(self, link: str) -> int:
        return int(self.model.getFrameId(link, self.pin.FrameType.BODY))

    def pose(self, link: str) -> np.ndarray:
        return self.data.oMf[self._frame(link)].homogeneous[:3]

    def jacobian(self, link: str) -> np.ndarray:
        """Position, then turn, over our degrees of freedom."""
        axes = self.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        theirs = self.pin.getFrameJacobian(self.model, self.data, self._frame(link), axes)
        return theirs.reshape(6, -1) @ self.rates

    def centre_of_mass(self) -> tuple[np.ndarray, np.ndarray]:
        centre = self.pin.centerOfMass(self.model, self.data, self.q).copy()
        slope = self.pin.jacobianCenterOfMass(self.model, self.data, self.q)
        return centre, slope.reshape(3, -1) @ self.rates  # one column comes as a vector


class _Mujoco(_Peer):
    SETTINGS = (
        '<mujoco><compiler fusestatic="false" discardvisual="true" balanceinertia="true" boundmass="0.001" '
        'boundinertia="0.001"/></mujoco>'
    )

    def __init__(self, figure: Figure, text: str) -> None:
        super().__init__(figure)
        self.mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed (pip install manikin[peers])")
        text = re.sub(r"(<robot\b[^>]*>)", r"\1" + self.SETTINGS, text, count=1)
        self.model = self.mujoco.MjModel.from_xml_string(text)
        self.data = self.mujoco.MjData(self.model)

    def set(self, q: np.ndarray) -> None:
        """Go to the values q of all our degrees of freedom; ``rates`` becomes d theirs/d ours."""
        self.rates = np.zeros((self.model.nv, len(q)))
        for joint in self.moving():
            name, kind = self.urdf_name(joint), self.skeleton[joint].kind
            columns, own = self.columns(joint), self.values(q, joint)
            if kind == "free":  # in MuJoCo its place is absolute, its velocity that of the world, its turn its own
                before = np.array(self.skeleton[joint].before).reshape(3, 4)
                turn, spin = _free_turn(own["hinge"])
                placed = Rotation.from_matrix(before[:, :3]) * turn
                at, v = self.model.joint(name).qposadr[0], self.model.joint(name).dofadr[0]
                self.data.qpos[at : at + 3] = before[:, :3] @ own["slide"] + before[:, 3]
                self.data.qpos[at + 3 : at + 7] = placed.as_quat()[[3, 0, 1, 2]]
                self.rates[v : v + 3, columns[:3]] = before[:, :3]
                self.rates[v + 3 : v + 6, columns[3:]] = spin
                continue
            names = [f"{name}_TX", f"{name}_TY", f"{name}_RZ"] if kind == "planar" else [name]
            for theirs, column in zip(names, columns, strict=True):
                self.data.qpos[self.model.joint(theirs).qposadr[0]] = q[column]
                self.rates[self.model.joint(theirs).dofadr[0], column] = 1
        self._follow_equalities()
        self.mujoco.mj_kinematics(self.model, self.data)
        self.mujoco.mj_comPos(self.model, self.data)

    def _follow_equalities(self) -> None:
        """Mimic joints are constraints in MuJoCo: go where they hold, by its numbers and not by ours."""
        for _ in range(self.model.neq):  # as often as a line of mimics can be long
            for follower, leader, numbers in zip(
                self.model.eq_obj1id, self.model.eq_obj2id, self.model.eq_data, strict=True
            ):
                at, source = self.model.jnt_qposadr[[follower, leader]]
                self.data.qpos[at] = numbers[0] + numbers[1] * self.data.qpos[source]
                v, source = self.model.jnt_dofadr[[follower, leader]]
                self.rates[v] = numbers[1] * self.rates[source]

    def pose(self, link: str) -> np.ndarray:
        body = self.data.body(link)
        return np.column_stack([body.xmat.reshape(3, 3), body.xpos])

    def jacobian(self, link: str) -> np.ndarray:
        out = np.zeros((6, self.model.nv))
        body = self.model.body(link).id
        self.mujoco.mj_jac(self.model, self.data, out[:3], out[3:], self.data.xpos[body], body)
        return out @ self.rates


PEERS = {"Pinocchio": _Pinocchio, "MuJoCo": _Mujoco}
ROBOTS = [*sorted(OWN.glob("*.urdf")), *STRANGERS]


def _random_robot(rng: np.random.Generator, links: int) -> str:
    """A random tree of links under a floating base, with limits, axes of any length, and turns of any size."""

    def numbers(scale: float, count: int = 3) -> str:
        return " ".join(repr(float(x)) for x in rng.normal(0, scale, count))

    inertia = '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>'
    parts = ['<robot name="random"><link name="world"/>']
    for i in range(links):
        kind = "floating" if i == 0 else rng.choice(["revolute", "continuous", "prismatic", "fixed", "planar"])
        parent = "world" if i == 0 else f"link{rng.integers(0, i)}"
        axis = "0 0 1" if kind == "planar" else numbers(3.0)
        mass = f'<inertial><origin xyz="{numbers(0.2)}"/><mass value="{rng.uniform(0.1, 3)}"/>{inertia}</inertial>'
        parts.append(
            f'<link name="link{i}">{mass}</link><joint name="joint{i}" type="{kind}"><parent link="{parent}"/>'
            f'<child link="link{i}"/><origin xyz="{numbers(0.5)}" rpy="{numbers(2.0)}"/><axis xyz="{axis}"/>'
            f'<limit lower="{rng.uniform(-2, 0)}" upper="{rng.uniform(0, 2)}" velocity="1" effort="1"/></joint>'
        )
    return "".join([*parts, "</robot>"])


def _pair(peer: str, path: Path) -> tuple[Figure, _Pinocchio | _Mujoco]:
    if not path.exists():
        pytest.skip(f"{path.name} is not at hand; MANIKIN_DATA names the folder of test data")
    if peer == "Pinocchio" and path.stem == "tilted_table":
        pytest.skip("Pinocchio takes every planar joint for one about z, whatever its axis")
    bare = re.sub(r"<(visual|collision|mujoco)\b.*?</\1>", "", path.read_text(), flags=re.DOTALL)  # no meshes
    figure = Figure(read_skeleton(bare.encode(), path.name))
    return figure, PEERS[peer](figure, bare)


def _states(figure: Figure) -> np.ndarray:
    return figure.random_state(np.random.default_rng(20), count=CONFIGURATIONS)


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("peer", PEERS)
def test_poses_of_all_links_agree(peer: str, path: Path) -> None:
    figure, other = _pair(peer, path)
    states = _states(figure)
    best, pure = figure.forward(states), PureTree(figure.tables).forward_batch(states)
    for state, world, world_pure in zip(states, best, pure, strict=True):
        other.set(figure.coupling.joint_values(state))
        theirs = np.array([other.pose(joint.name) for joint in figure.skeleton])
        np.testing.assert_allclose(world, theirs, rtol=0, atol=TOLERANCE)
        np.testing.assert_allclose(world_pure, theirs, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("peer", PEERS)
def test_jacobians_of_links_agree(peer: str, path: Path) -> None:
    figure, other = _pair(peer, path)
    rng = np.random.default_rng(21)
    for state in _states(figure)[::2]:
        pose = figure.pose(state)
        other.set(pose.joint_values)
        chain_rule = figure.coupling.derivative(state)
        for link in rng.choice([joint.name for joint in figure.skeleton], 5):
            ours = figure.frame(link).jacobian(pose)
            np.testing.assert_allclose(ours, other.jacobian(link) @ chain_rule, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_the_centre_of_mass_agrees_with_pinocchio(path: Path) -> None:
    figure, other = _pair("Pinocchio", path)
    assert isinstance(other, _Pinocchio)
    joints = figure.skeleton.joints
    still = np.array([not figure.columns_moving([joint.name]).size for joint in joints])
    masses, centres = np.array([j.mass for j in joints]), np.array([j.centre for j in joints])
    for state in _states(figure)[:20]:
        pose = figure.pose(state)
        other.set(pose.joint_values)
        centre, slope = other.centre_of_mass()
        # Pinocchio leaves out what cannot move
        total, moving = masses.sum(), masses[~still].sum()
        placed = (pose.world[:, :, :3] @ centres[..., None])[..., 0] + pose.world[:, :, 3]
        ours = (total * pose.centre_of_mass() - masses[still] @ placed[still]) / moving
        np.testing.assert_allclose(ours, centre, rtol=0, atol=TOLERANCE)
        ours_slope = figure.centre_of_mass().jacobian(pose) * total / moving
        np.testing.assert_allclose(ours_slope, slope @ figure.coupling.derivative(state), rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("peer", PEERS)
def test_random_robots_agree(peer: str) -> None:
    rng = np.random.default_rng(22)
    for links in (2, 5, 10, 20, 40):
        text = _random_robot(rng, links)
        figure = Figure(read_skeleton(text.encode(), "x.urdf"))
        other = PEERS[peer](figure, text)
        for state in figure.random_state(rng, count=10, reach=5.0):
            pose = figure.pose(state)
            other.set(pose.joint_values)
            for joint in figure.skeleton:
                np.testing.assert_allclose(pose.transform(joint.name), other.pose(joint.name), rtol=0, atol=TOLERANCE)
            link = f"link{rng.integers(0, links)}"
            ours = figure.frame(link).jacobian(pose)
            np.testing.assert_allclose(ours, other.jacobian(link), rtol=0, atol=TOLERANCE)


def test_a_chain_of_three_hundred_hinges_agrees_with_mujoco() -> None:
    figure, other = _pair("MuJoCo", BENCH / "chain300.urdf")
    for state in _states(figure)[:1]:
        other.set(state)
        theirs = np.array([other.pose(joint.name) for joint in figure.skeleton])
        np.testing.assert_allclose(figure.forward(state), theirs, rtol=0, atol=TOLERANCE)
