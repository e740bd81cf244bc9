"""Jacobians of k handles (position and orientation of k parts) at a state, compared with Pinocchio and MuJoCo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pinocchio as pin

from benchmarks.peers import in_mujoco, in_pinocchio, zigzag
from benchmarks.timing import Row, best_times, readable
from manikin import Figure
from manikin.problem.handle_reader import HandleReader

__all__ = ["jacobian_rows"]

Array = np.ndarray


def jacobian_rows() -> list[Row]:
    """Each library goes from the state to k arrays of six rows; ours are the rows of one array."""
    rows = []
    for count, handles in ((7, 1), (7, 4), (70, 1), (70, 8), (500, 1), (500, 16)):
        figure = zigzag(count)
        q = figure.random_state(np.random.default_rng(count))
        parts = [figure.skeleton.joints[i].name for i in np.linspace(0, count, handles + 1).astype(int)[1:]]
        calls: dict[str, Callable[[], Any]] = {
            "manikin": ours(figure, q, parts),
            "manikin into": ours(figure, q, parts, given=True),
            "pinocchio": pinocchios(figure, q, parts),
            "mujoco": mujocos(figure, q, parts),
        }
        answers = {name: np.reshape(call(), (6 * handles, count)) for name, call in calls.items()}
        for peer in ("pinocchio", "mujoco"):
            assert np.abs(answers["manikin"] - answers[peer]).max() < 1e-11, (count, handles, peer)
        times = best_times(calls)
        # Pinocchio makes new arrays and MuJoCo fills given ones; ours does the same as each
        rows += [
            Row(
                f"Jacobian, {count} DoF, {handles} handle{'s' if handles > 1 else ''}",
                readable(times[mine]),
                f"{peer} {readable(times[peer])}",
                times[peer] / times[mine],
                1.0,
            )
            for mine, peer in (("manikin", "pinocchio"), ("manikin into", "mujoco"))
        ]
    return rows


def ours(figure: Figure, q: Array, parts: list[str], *, given: bool = False) -> Callable[[], Any]:
    """One call of a ``HandleReader`` on the parts' frames, into a new array or a given one."""
    gauge = HandleReader(figure, [figure.frame(part) for part in parts])
    assert gauge.program is not None, "the benchmarks need the compiled kernels"
    out = gauge.jacobian(q) if given else None
    return lambda: gauge.jacobian(q, out=out)


def pinocchios(figure: Figure, q: Array, parts: list[str]) -> Callable[[], Any]:
    """computeJointJacobians, then getFrameJacobian for each part."""
    model = in_pinocchio(figure)
    data = model.createData()
    frames = [model.getFrameId(part) for part in parts]
    world = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

    def call() -> Any:
        pin.computeJointJacobians(model, data, q)
        return [pin.getFrameJacobian(model, data, frame, world) for frame in frames]

    return call


def mujocos(figure: Figure, q: Array, parts: list[str]) -> Callable[[], Any]:
    """mj_kinematics and mj_comPos, then mj_jacSite for each part, into arrays made beforehand."""
    model = in_mujoco(figure)
    data = mujoco.MjData(model)
    data.qpos[:] = q
    sites = [model.site(part).id for part in parts]
    out = np.zeros((len(parts), 2, 3, model.nv))

    def call() -> Any:
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        for site, (position, turn) in zip(sites, out, strict=True):
            mujoco.mj_jacSite(model, data, position, turn, site)
        return out

    return call
