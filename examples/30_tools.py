"""Frames of tools and grips: a hand brings a brush to a wall, and holds a tube firmly."""

import numpy as np

from manikin import Aim, PoseGoal, Position, Problem, bodies, lock_from_text, solvers
from manikin.math.rotations import from_euler_degrees

human = bodies.load("human")
feet = [lock_from_text(foot, human.pose()) for foot in ("l_foot", "r_foot")]

# A brush 20 cm below the palm, its bristles (its own z axis) pointing where the fingers point.
brush = human.frame("r_hand", at=(0, -0.2, 0), rotation=from_euler_degrees(90, 0, 0))
wall = np.column_stack([from_euler_degrees(0, 0, 0), (-0.25, 1.2, 0.55)])
painting = human.solve([PoseGoal(frame=brush, target=wall)], hard=feet)
print("brush:", painting.status, painting.pose.convert_point(brush.at, "r_hand").round(4))
pointing = human.solve([Aim(point=brush.origin, direction=brush.direction((0, 0, 1)), target=(0, 1.2, 2))], hard=feet)
print("aim:", pointing.status)

# A firm grip: the hand keeps its place and its orientation on the tube, wherever the tube goes.
tube = bodies.load("tube")
grip = PoseGoal(frame=human.frame("r_hand", at=(0, -0.08, 0)), target=tube.frame("tube", at=(-0.2, 0, 0)))
lift = Position(point=tube.point("tube"), target=(-0.1, 1.2, 0.45))
result = solvers.solve(Problem([human, tube], [lift], hard=[*feet, grip]))
hand, held = (pose.transform(part) for pose, part in zip(result.poses, ("r_hand", "tube"), strict=True))
print("grip:", result.status, "turned against the tube by", np.abs(hand[:, :3] - held[:, :3]).max().round(9))
assert np.abs(hand[:, :3] - held[:, :3]).max() < 1e-6
