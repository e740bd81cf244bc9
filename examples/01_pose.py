"""Pose a planar arm and check it against pencil and paper (P 5.2, the arm of figure 5.20)."""

from math import cos, pi, sin

from manikin import Figure, chain

arm = Figure(chain([15, 10, 5]))
print(arm, "with the parameters", ", ".join(arm.parameter_names))

pose = arm.pose(rod1=pi / 8, rod2=pi / 4, rod3=pi / 4)
x, y, z = pose.position("tip")
print(f"the tip is at ({x:.4f}, {y:.4f}, {z:.4f})")

by_hand = [(length, angle) for length, angle in zip([15, 10, 5], [pi / 8, 3 * pi / 8, 5 * pi / 8], strict=True)]
assert abs(x - sum(length * cos(angle) for length, angle in by_hand)) < 1e-12
assert abs(y - sum(length * sin(angle) for length, angle in by_hand)) < 1e-12

# A pose never changes; another one shares what did not move.
stretched = pose.replace(rod2=0.0, rod3=0.0)
print(f"stretched out it reaches {(stretched.position('tip') ** 2).sum() ** 0.5:.1f}")
