"""A robot from a URDF file, with a body: it reaches round its own column instead of through it."""

from pathlib import Path

from manikin import Figure, Position, Problem, avoid_self, body_capsules, load_skeleton

PARTS = {  # name: parent, place of the joint, axis, length of the link along z [m], radius [m]
    "column": ("base", "0 0 0.3", "0 0 1", 0.5, 0.08),
    "upper_arm": ("column", "0 0 0.5", "0 1 0", 0.45, 0.05),
    "forearm": ("upper_arm", "0 0 0.45", "0 1 0", 0.4, 0.04),
    "wrist": ("forearm", "0 0 0.4", "1 0 0", 0.2, 0.03),
    "tool": ("wrist", "0 0 0.2", "0 1 0", 0.15, 0.02),
}


def link(name: str, length: float, radius: float) -> str:
    solid = f'<origin xyz="0 0 {length / 2}"/><geometry><cylinder radius="{radius}" length="{length}"/></geometry>'
    return f'<link name="{name}"><collision>{solid}</collision></link>'


def joint(name: str, parent: str, place: str, axis: str) -> str:
    ends = f'<parent link="{parent}"/><child link="{name}"/><origin xyz="{place}"/><axis xyz="{axis}"/>'
    return f'<joint name="{name}_joint" type="revolute">{ends}<limit lower="-2.8" upper="2.8"/></joint>'


links = [link("base", 0.3, 0.15), *(link(name, *sizes) for name, (_, _, _, *sizes) in PARTS.items())]
joints = [joint(name, parent, place, axis) for name, (parent, place, axis, *_) in PARTS.items()]
Path("arm.urdf").write_text(f'<robot name="arm">{"".join(links + joints)}</robot>', "utf-8")

arm = Figure(load_skeleton("arm.urdf"))
print(arm, "with", len(body_capsules(arm)), "capsules")

# the tip of the tool is wanted inside the column
goal = Position(point=arm.point("tool", (0, 0, 0.15)), target=(0.03, 0.0, 0.5), weight=0.01)
start = arm.pose(upper_arm_joint=0.8, forearm_joint=2.2, wrist_joint=0.2, tool_joint=0.3)
clear = avoid_self(arm)
both = Problem(arm, [goal, *clear])
for label, more in (("through", []), ("round", clear)):
    result = arm.solve([goal, *more], start=start, restarts=0)
    missing, *breaches = (error["m"] for error in both.errors(result.q))
    print(f"{label:8} {1000 * missing:4.0f} mm from the target, {1000 * max(breaches):5.1f} mm too near to itself")
