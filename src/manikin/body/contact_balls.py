"""Balls inside a figure by which it touches the ground: fewer, and closer to the body, than capsules around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from manikin.body.capsules import body_capsules
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array, Vec3
from manikin.skeleton.stretching import parents_drawn

__all__ = ["ContactBall", "contact_balls"]

DIRECTIONS = np.array([d for d in product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
"""Where parts are asked for their outermost ball (26, 3): to the faces, edges and corners of a cube."""
SAME = 1e-3
"""Balls of a part whose centres and radii differ by less [m] are one."""

IN_JOINT = 3e-3
"""A ball whose centre is no farther from its joint hardly moves when the joint turns [m]."""


class ContactBall(NamedTuple):
    """A ball of a part: its centre in the part's frame [m], its radius in the world [m]."""

    part: str
    centre: Vec3
    radius: float


@lru_cache(maxsize=16)
def contact_balls(figure: Figure) -> tuple[ContactBall, ...]:
    """The balls by which a figure touches the ground.

    Every shape is the convex hull of ellipsoids.  In each direction, the outermost one of a part is touched from
    inside by a ball as wide as its sharpest bend.  So a capsule has exactly its two balls, a box its corners.  Parts
    that hardly move against each other, such as vertebrae, are asked together.
    """
    rest = figure.pose()
    balls = [ball for capsule in body_capsules(figure) for ball in _outermost(rest, capsule.covers)]
    return tuple(ball for ball in balls if not _is_in_joint(rest, ball, balls))


def _is_in_joint(rest: Pose, ball: ContactBall, balls: Sequence[ContactBall]) -> bool:
    """Whether a ball lies in the joint of its part, where a part above it has the same one, however the joint turns."""
    skeleton = rest.figure.skeleton
    if np.linalg.norm(ball.centre) > IN_JOINT or any(dof.kind == "slide" for dof in skeleton[ball.part].dofs):
        return False
    above = int(parents_drawn(skeleton)[0][skeleton.index(ball.part)])
    place = rest.convert_point(ball.centre, ball.part)
    return any(
        np.linalg.norm(rest.convert_point(other.centre, other.part) - place) < IN_JOINT
        and other.radius > ball.radius - SAME
        for other in balls
        if above >= 0 and other.part == skeleton.joints[above].name
    )


def _outermost(rest: Pose, parts: tuple[str, ...]) -> list[ContactBall]:
    """The balls of some parts, as they are at rest, in all directions."""
    skeleton = rest.figure.skeleton
    owners: list[str] = []
    centres, spreads = np.zeros((0, 3)), np.zeros((0, 3, 3))
    for part in parts:
        for shape in skeleton[part].shapes:
            some, matrices = shape.hull()
            owners += [part] * len(some)
            centres, spreads = np.concatenate([centres, some]), np.concatenate([spreads, matrices])
    world = rest.world[[skeleton.index(part) for part in owners]]
    places = np.einsum("kij,kj->ki", world[:, :, :3], centres) + world[:, :, 3]
    wide = world[:, :, :3] @ spreads
    reach = np.linalg.norm(np.einsum("kji,nj->nki", wide, DIRECTIONS), axis=-1)
    found: dict[str, list[Array]] = {}
    for normal, k in zip(DIRECTIONS, np.argmax(DIRECTIONS @ places.T + reach, axis=1).tolist(), strict=True):
        sizes = np.linalg.svd(spreads[k], compute_uv=False)
        radius = sizes[-1] ** 2 / max(float(sizes[0]), 1e-12)
        own = np.linalg.solve(world[k, :, :3], normal)  # the same direction in the part's frame
        own /= np.linalg.norm(own)
        towards = spreads[k].T @ own
        surface = centres[k] + spreads[k] @ towards / max(float(np.linalg.norm(towards)), 1e-12)
        size = abs(float(np.linalg.det(world[k, :, :3]))) ** (1 / 3)
        ball = np.append(surface - radius * own, size * radius)
        others = found.setdefault(owners[k], [])
        if not any(np.abs(ball - other).max() < SAME for other in others):
            others.append(ball)
    return [ContactBall(part, (x, y, z), r) for part in found for x, y, z, r in (b.tolist() for b in found[part])]
