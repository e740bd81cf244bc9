"""A handle and a goal of one's own, wired into the network with the built-in ones, and the network drawn (W 5.3.4)."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from manikin import Goal, Handle, Network, Pose, Position, bodies, lock_from_text
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.picture.network_diagram import network_svg


@dataclass(frozen=True, kw_only=True)
class Height(Handle, kind="height"):
    """How high a part is.  One number [m]."""

    value_type = "vector"
    size = 1
    part: str

    def parts(self) -> tuple[str, ...]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        return pose.position(self.part)[1:2]

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        rows: SparseRows = np.array([[0.0, 1.0, 0.0]]) @ pose.derivatives.of_point(self.part, pose.position(self.part))
        return rows


@dataclass(frozen=True, kw_only=True)
class Level(Goal, kind="level"):
    """Keep two parts at one height.  One row [m]."""

    takes: ClassVar = {"one": "vector", "other": "vector"}
    row_units = ("m",)
    one: Handle
    other: Handle

    def residual(self, *values: Array) -> Array:
        one, other = values
        return one - other

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        return np.eye(1), -np.eye(1)


human = bodies.load("human")
feet = [lock_from_text(foot, human.pose()) for foot in ("l_foot", "r_foot")]
reach = Position(point=human.point("r_hand"), target=(-0.4, 1.5, 0.3), name="reach")
level = Level(one=Height(part="l_hand"), other=Height(part="r_hand"), name="hands level")
result = human.solve([reach, level], hard=feet, restarts=0)
print(result.message, "|", [f"{result.pose.position(hand)[1]:.4f} m" for hand in ("l_hand", "r_hand")])

network = Network(human, [*feet, reach, level])
network.state = result.q
network.residual()
network.state = human.state(result.q, head_nod=0.1)  # nothing here hangs from the head
network.residual()
print("evaluated:", {block.label: block.evaluations for block in network.goals})
Path("network.svg").write_bytes(network_svg(network, hard=len(feet)))
print("network.svg:", len(network.blocks), "blocks,", len(network.wires), "wires")
