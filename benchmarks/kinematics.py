"""Forward kinematics of one pose and of many, beside Pinocchio and MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin

from benchmarks.peers import in_mujoco, in_pinocchio, zigzag
from benchmarks.timing import Row, best_times, readable
from manikin import Figure

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
                "kernel": lambda figure=figure, q=q: figure.tree.forward(q),
                "checked": lambda figure=figure, q=q: figure.forward(q),
                "pinocchio": lambda model=model, data=data, q=q: pin.forwardKinematics(model, data, q),
                "mujoco": lambda model=mj_model, data=mj_data: mujoco.mj_kinematics(model, data),
            }
        )
        for name, label in (("kernel", "one pose"), ("checked", "one pose, its state checked")):
            for peer, goal in (("pinocchio", 1.0), ("mujoco", None)):
                rows.append(
                    Row(
                        f"{label}, {count} DoF",
                        readable(times[name]),
                        f"{peer} {readable(times[peer])}",
                        times[peer] / times[name],
                        goal if name == "kernel" else None,
                    )
                )
    return rows


def batch_rows(human: Figure, count: int = 100_000) -> list[Row]:
    """Many poses of the human in one call, beside a Python loop over Pinocchio, which is given the joint values."""
    states = human.random_state(np.random.default_rng(1), count=count)
    joint_values = human.coupling.joint_values(states[:2000])
    model = in_pinocchio(human)
    data = model.createData()
    check_agreement(human, states[0], model)

    def loop() -> None:
        for q in joint_values:
            pin.forwardKinematics(model, data, q)

    def batch(threads: int) -> None:
        human.tree.forward_batch(states, threads)

    calls = {"one": lambda: batch(1), "loop": loop}
    cpu = best_times(calls, rounds=3, sample=0)
    wall = best_times({"one": lambda: batch(1), "two": lambda: batch(2)}, rounds=5, sample=0, clock="wall")
    ours, theirs = cpu["one"] / count, cpu["loop"] / len(joint_values)
    return [
        Row(f"{count:,} poses of the human, each", readable(ours), f"pinocchio {readable(theirs)}", theirs / ours, 8.0),
        Row(
            f"{count:,} poses on two threads",
            readable(wall["two"]),
            f"one thread {readable(wall['one'])}",
            wall["one"] / wall["two"],
            1.7,
        ),
    ]


def check_agreement(figure: Figure, q: np.ndarray, model: pin.Model) -> None:
    """Both give the same transforms to 1e-12, or the times mean nothing."""
    data = model.createData()
    pin.framesForwardKinematics(model, data, figure.coupling.joint_values(q))
    world = figure.forward(q)
    theirs = np.array([data.oMf[model.getFrameId(part.name)].homogeneous[:3] for part in figure.skeleton])
    assert np.abs(world - theirs).max() < 1e-12, figure
