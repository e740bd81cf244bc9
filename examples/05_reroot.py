"""Make any joint the root without moving a single body part (W 2.1.2): swing a chain from its other end."""

import numpy as np

from manikin import Figure, chain
from manikin.figure.reroot import reroot

snake = Figure(chain([0.2] * 5))
pose = snake.pose(dict.fromkeys(snake.parameter_names, 0.4))
held = reroot(pose, "tip")
print("root:", pose.figure.skeleton.root.name, "→", held.figure.skeleton.root.name)

moved = max(np.abs(pose.transform(part.name) - held.transform(part.name)).max() for part in snake.skeleton)
print(f"no part moved by more than {moved:.1e}")
assert moved < 1e-12

swung = held.replace(rod5=-0.4)
print("now the tip stays where it is:", bool(np.allclose(swung.position("tip"), pose.position("tip"))))
print("and the old root swings to    ", swung.position("rod1").round(3))
