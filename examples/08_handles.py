"""Handles on the human figure: values with derivatives over just the parameters that matter (W 5.3.2, Z 4)."""

import numpy as np

from manikin import bodies

human = bodies.load("human")
pose = human.pose(human.random_state(np.random.default_rng(8), reach=0.5))

for label, handle in {
    "left hand": human.point("l_hand"),
    "gaze": human.direction("head", along=(0, 0, 1)),
    "right foot": human.frame("r_foot"),
    "mass centre": human.centre_of_mass(),
}.items():
    value, jacobian = handle.value(pose), handle.sparse_jacobian(pose)
    print(f"{label:12} {value.round(3)[:3]}, moved by {len(jacobian.columns)} of {human.size} parameters")

# the same by central differences
hand, step = human.point("l_hand"), 1e-6
differences = [
    (hand.value(human.pose(pose.q + step * e)) - hand.value(human.pose(pose.q - step * e))) / (2 * step)
    for e in np.eye(human.size)
]
print(
    "largest difference to central differences:", f"{np.abs(hand.jacobian(pose) - np.transpose(differences)).max():.0e}"
)
