"""Every way to reach: the eight solutions of a UR5, the one nearest to the start first."""

from math import pi

from manikin import DhRow, Figure, PoseGoal, denavit_hartenberg

table = [
    ("pan", 0.0, 0.089159, pi / 2),
    ("lift", -0.425, 0.0, 0.0),
    ("elbow", -0.39225, 0.0, 0.0),
    ("wrist1", 0.0, 0.10915, pi / 2),
    ("wrist2", 0.0, 0.09465, -pi / 2),
    ("wrist3", 0.0, 0.0823, 0.0),
]
rows = [DhRow(name=name, a=a, d=d, alpha=alpha, lo=-2 * pi, hi=2 * pi) for name, a, d, alpha in table]
ur5 = Figure(denavit_hartenberg(rows, name="ur5"))
start = ur5.pose([0.3, -1.2, 1.4, -0.8, 1.1, 0.5])
found = ur5.solve_all([PoseGoal(frame=ur5.frame("wrist3"), target=start.transform("wrist3"))], start=start)
for result in found:
    print(result.q.round(3), f"{abs(result.pose.world[-1] - start.world[-1]).max():.0e}")
assert len(found) == 8
