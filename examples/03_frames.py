"""Convert points, directions and orientations between the frames of joints and the world (P 5.1.2)."""

import numpy as np

from manikin import Figure, chain

arm = Figure(chain([0.3, 0.25, 0.1], joints="ball"))
pose = arm.pose(arm.random_state(np.random.default_rng(3)))

nail = (0.05, 0.0, 0.01)
in_world = pose.convert_point(nail, "rod3")
in_first = pose.convert_point(nail, "rod3", "rod1")
print("a point of the last rod, in the world:    ", in_world.round(4))
print("the same point, seen from the first rod:  ", in_first.round(4))
assert np.allclose(pose.convert_point(in_first, "rod1"), in_world, atol=1e-12)

up_in_hand = pose.convert_direction((0, 1, 0), None, "rod3")
print("where the last rod sees up:               ", up_in_hand.round(4))
