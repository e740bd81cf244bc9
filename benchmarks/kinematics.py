"""Forward kinematics of one pose and of many, compared with Pinocchio and MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin

from benchmarks.peers import in_mujoco, in_pinocchio, zigzag
from benchmarks.timing import Row, best_times, readable
from manikin import Figure, bodies

__all__ = ["batch_rows", "pose_rows"]


def pose_rows() -> list[Row]:
    """One pose called from Python: all our world transforms as a NumPy array, the peers' inside their data."""
    rows = []
    for count in (7, 70, 500):
        figure = zigzag(count)
        q = figure.random_state(np.random.default_rng(count))
        model = in_pinocchio(figure)
        data = model.createData()
        mj_model = in_mujoco(figure)
        mj_data = mujoco.MjData(mj_model)
        mj_data.qpos[:] = q
        check_agreement(figure, q, model)
        times = best_times(
            {
                "manikin": lambda figure=figure, q=q: figure.forward(q),
                "pinocchio": lambda model=model, data=data, q=q: pin.forwardKinematics(model, data, q),
                "mujoco": lambda model=mj_model, data=mj_data: mujoco.mj_kinematics(model, data),
            }
        )
        rows += [
            Row(
                f"one pose, {count} DoF",
                readable(times["manikin"]),
                f"{peer} {readable(times[peer])}",
                times[peer] / times["manikin"],
                goal,
            )
            for peer, goal in (("pinocchio", 1.0), ("mujoco", None))
        ]
    return rows


def batch_rows(count: int = 100_000) -> list[Row]:
    """Many poses of the human in one call, compared with a Python loop over Pinocchio, which gets the joint values."""
    human = bodies.load("human")
    states = human.random_state(np.random.default_rng(1), count=count)
    joint_values = human.coupling.joint_values(states[:2000])
    model = in_pinocchio(human)
    data = model.createData()
    check_agreement(human, states[0], model)

    def loop() -> None:
        for q in joint_values:
            pin.forwardKinematics(model, data, q)

    def reading() -> None:
        for q in joint_values[:200]:
            pin.forwardKinematics(model, data, q)
            np.array([place.homogeneous for place in data.oMi])

    # the last moving part of every limb: all joints are computed, as the loop does, and little is written
    ends = ["head", "r_middle3", "r_thumb_end", "l_middle3", "l_thumb_end", "r_toes", "l_toes"]
    out = human.forward(states)  # half a gigabyte
    short = out.astype(np.float32)
    calls = {
        "into": lambda: human.forward(states, out=out),
        "single": lambda: human.forward(states, out=short),
        "new": lambda: human.forward(states),  # in the memory of the result before, which was freed
        "fresh": lambda: human.forward(states, out=np.empty_like(out)),  # in pages that the system clears first
        "ends": lambda: human.forward(states, parts=ends),
        "loop": loop,
        "reading": reading,
    }
    cpu = best_times(calls, rounds=5, sample=0)
    counts = {"loop": len(joint_values), "reading": 200}
    each = {name: seconds / counts.get(name, count) for name, seconds in cpu.items()}
    wall = best_times(
        {str(n): lambda n=n: human.forward(states, threads=n, out=out) for n in (1, 2)},
        rounds=5,
        sample=0,
        clock="wall",
    )
    joints = len(human.skeleton)

    def row(what: str, ours: str, goal: float | None = None, other: str = "loop") -> Row:
        return Row(what, readable(each[ours]), f"pinocchio {readable(each[other])}", each[other] / each[ours], goal)

    return [
        row(f"{count:,} poses of the human, the ends of its limbs", "ends", 8.0),
        row(f"… all {joints} transforms, into a given array", "into", 8.0),
        row("… rounded to float32, into a given array", "single", 8.0),
        row(f"… all {joints}, a new result in place of the last one", "new"),
        row(f"… all {joints}, into memory fresh from the system", "fresh"),
        row("… beside a loop that reads its arrays too", "into", other="reading"),
        Row("… all, on two threads", readable(wall["2"]), f"one {readable(wall['1'])}", wall["1"] / wall["2"], 1.7),
    ]


def check_agreement(figure: Figure, q: np.ndarray, model: pin.Model) -> None:
    """Check that both give the same transforms to 1e-12; otherwise the times mean nothing."""
    data = model.createData()
    pin.framesForwardKinematics(model, data, figure.coupling.joint_values(q))
    world = figure.forward(q)
    theirs = np.array([data.oMf[model.getFrameId(part.name)].homogeneous[:3] for part in figure.skeleton])
    assert np.abs(world - theirs).max() < 1e-12, figure
