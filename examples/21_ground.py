"""Feet on uneven ground: a height field under the soles, the toes free to bend."""

import numpy as np

from manikin import Position, balance, bodies, comfort, comfort_goal, sole_points, stand_on

human = bodies.load("human")
rest = human.pose()

# heights on a grid of 25 cm, two metres square; smooth between them, level beyond
x = np.linspace(-1, 1, 9)
heights = 0.25 * x[:, None] + 0.1 * np.sin(3 * x)[None, :]
ground = stand_on(human, ["l_foot", "r_foot"], heights, origin=(-1, -1), spacing=(0.25, 0.25))
print("; ".join(dict.fromkeys(goal.name or "" for goal in ground)))

here = [Position(point=human.point(f), target=rest.position(f), axes=(1, 0, 1)) for f in ("l_foot", "r_foot")]
steady = balance(human, "l_foot", "r_foot", margin=0.4)
result = human.solve([*here, steady, comfort_goal(human)], hard=ground)
print(result.status, "|", result.message)
for foot in ("l_foot", "r_foot"):
    above = []
    for sole in sole_points(human, foot):
        px, py, pz = sole.value(result.pose)
        above.append(1000 * (py - ground[0].ground(px, pz)[0]))
    print(
        f"{foot}: {min(above):.1f} to {max(above):.1f} mm above the ground, at a height of "
        f"{result.pose.position(foot)[1]:.2f} m"
    )
print(comfort(result.pose))
