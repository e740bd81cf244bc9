"""BVH files of our own for the tests."""

from __future__ import annotations

import numpy as np

__all__ = ["SMALL", "random_bvh"]

SMALL = """HIERARCHY
ROOT Hips
{
	OFFSET 0 1 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Left Leg
	{
		OFFSET 0.1 -0.1 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -0.8 0
		}
	}
	JOINT Head
	{
		OFFSET 0 0.5 0
		CHANNELS 3 Xrotation Yrotation Zrotation
	}
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 1 0 0 0 0 10 20 30 5 0 -5
0.1 1.01 0 1 2 3 11 -21 31.5 5 1e1 -5
0.2 1.02 0 2 4 6 12 22 33 5.25 0 -5
"""
"""A figure with a name of two words, an end site and a leaf without one."""


def random_bvh(rng: np.random.Generator, joints: int = 12, frames: int = 7) -> str:
    """A file without any oddity: a random tree with random channels in random orders."""
    parents = [-1, *(int(rng.integers(0, i)) for i in range(1, joints))]
    lines: list[str] = ["HIERARCHY"]
    total = 0

    def number() -> str:
        return str(rng.choice(["0", "0.0", f"{rng.normal():.6f}", f"{rng.normal():.3e}"]))

    def node(i: int, depth: int) -> None:
        nonlocal total
        tab = "  " * depth
        lines.append(f"{tab}{'ROOT' if i == 0 else 'JOINT'} j{i}")
        lines.append(f"{tab}{{")
        lines.append(f"{tab}  OFFSET {number()} {number()} {number()}")
        turns = [f"{letter}rotation" for letter in rng.permutation(list("XYZ"))[: rng.integers(0, 4)]]
        moves = [f"{letter}position" for letter in rng.permutation(list("XYZ"))[: rng.choice([0, 0, 3, 1, 2])]]
        names = turns + moves if rng.random() < 0.5 else moves + turns
        if i == 0 and not names:
            names = ["Zrotation"]
        total += len(names)
        lines.append(" ".join([f"{tab}  CHANNELS {len(names)}", *names]))
        below = [k for k in range(joints) if parents[k] == i]
        for k in below:
            node(k, depth + 1)
        if not below and rng.random() < 0.7:
            lines.extend([f"{tab}  End Site", f"{tab}  {{", f"{tab}    OFFSET {number()} 1 {number()}", f"{tab}  }}"])
        lines.append(f"{tab}}}")

    node(0, 0)
    lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.01"]
    lines += [" ".join(f"{value:.5f}" for value in rng.normal(scale=90, size=total)) for _ in range(frames)]
    return "\n".join(lines) + "\n"
