"""The referee: forward kinematics, and what can be reached at all, in NumPy and independent of every library judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.motion.model import Model
from benchmarks.motion.task import Aim

__all__ = ["Kinematics", "Reach", "exp", "kinematics", "log"]


def exp(w: np.ndarray) -> np.ndarray:
    """Rotations (…, 3, 3) of rotation vectors (…, 3)."""
    angle = np.linalg.norm(w, axis=-1)[..., None, None]
    K = skew(w)
    small = angle < 1e-6
    safe = np.where(small, 1.0, angle)
    a = np.where(small, 1.0 - angle**2 / 6, np.sin(safe) / safe)
    b = np.where(small, 0.5 - angle**2 / 24, (1 - np.cos(safe)) / safe**2)
    return np.eye(3) + a * K + b * (K @ K)


def log(R: np.ndarray) -> np.ndarray:
    """Rotation vectors (…, 3) of rotations (…, 3, 3), by way of the quaternion, exact near 0 and π."""
    m = R.reshape(-1, 3, 3)
    trace = np.trace(m, axis1=1, axis2=2)
    # the largest of w, x, y, z decides which row of this symmetric matrix is well conditioned
    Q = np.empty((len(m), 4, 4))
    Q[:, 0, 0] = 1 + trace
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        Q[:, i + 1, i + 1] = 1 + 2 * m[:, i, i] - trace
        Q[:, 0, i + 1] = Q[:, i + 1, 0] = m[:, k, j] - m[:, j, k]
        Q[:, i + 1, j + 1] = Q[:, j + 1, i + 1] = m[:, i, j] + m[:, j, i]
    best = np.argmax(np.diagonal(Q, axis1=1, axis2=2), axis=1)
    q = Q[np.arange(len(m)), best]
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    q *= np.where(q[:, :1] < 0, -1.0, 1.0)
    sine = np.linalg.norm(q[:, 1:], axis=1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[:, :1])
    scale = np.where(sine < 1e-12, 2.0, angle / np.maximum(sine, 1e-300))
    return (scale * q[:, 1:]).reshape(*R.shape[:-2], 3)


def skew(v: np.ndarray) -> np.ndarray:
    """(…, 3, 3) with skew(v) u = v × u."""
    out = np.zeros((*v.shape, 3))
    out[..., 0, 1], out[..., 0, 2], out[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    out[..., 1, 0], out[..., 2, 0], out[..., 2, 1] = v[..., 2], -v[..., 1], v[..., 0]
    return out


@cache
def kinematics(model: Model) -> Kinematics:
    """The kinematics of a model, with its tables made once."""
    return Kinematics(model)


class Kinematics:
    """Forward kinematics and Jacobians of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.column = {link: k for k, link in enumerate(model.joints)}
        self._origins = [np.array(link.origin).reshape(3, 4) for link in model.links]
        self._K = [skew(np.array(link.axis)) for link in model.links]
        self._K2 = [K @ K for K in self._K]
        self._ancestors: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}
        self.mass = np.array([link.mass for link in model.links])
        self.centres = np.array([link.centre for link in model.links])

    def forward(self, q: np.ndarray, base: np.ndarray | None = None, only: Sequence[int] | None = None) -> np.ndarray:
        """World frames (…, links, 3, 4) of states (…, joints) on bases (…, 3, 4); other links than ``only`` are 0."""
        model, lead = self.model, q.shape[:-1]
        world = np.zeros((*lead, len(model.links), 3, 4))
        world[..., 0, :, :] = model.base_frame if base is None else base
        sines, cosines = np.sin(q), np.cos(q)
        for i in range(1, len(model.links)) if only is None else only:
            if i == 0:
                continue
            above, origin = world[..., model.links[i].parent, :, :], self._origins[i]
            R = above[..., :3] @ origin[:, :3]
            if i in self.column:
                k = self.column[i]
                s, c = sines[..., k, None, None], cosines[..., k, None, None]
                R = R @ (np.eye(3) + s * self._K[i] + (1 - c) * self._K2[i])
            world[..., i, :, :3] = R
            world[..., i, :, 3] = above[..., :3] @ origin[:, 3] + above[..., 3]
        return world

    def rows(self, world: np.ndarray, link: int, at: np.ndarray, base: bool) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians (3, joints [+ 6]) of a point of a link and of its turning, at one state.

        A base's columns are its translation and its turning about its own origin, both in the world.
        """
        size = len(self.model.joints)
        move, turn = np.zeros((3, size + 6 * base)), np.zeros((3, size + 6 * base))
        point = world[link, :, :3] @ at + world[link, :, 3]
        above, columns, axes = self._above(link)
        axis = np.einsum("kij,kj->ik", world[above, :, :3], axes)
        x, y, z = (point - world[above, :, 3]).T
        move[:, columns] = axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x
        turn[:, columns] = axis
        if base:
            move[:, size : size + 3] = np.eye(3)
            move[:, size + 3 :] = -skew(point - world[0, :, 3])
            turn[:, size + 3 :] = np.eye(3)
        return move, turn

    def _above(self, link: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The hinged links above a link and the link itself: their indices, columns and axes."""
        if link not in self._ancestors:
            links = [i for i in self.model.path(self.model.links[link].name) if i in self.column]
            axes = np.array([self.model.links[i].axis for i in links]).reshape(-1, 3)
            self._ancestors[link] = np.array(links, int), np.array([self.column[i] for i in links], int), axes
        return self._ancestors[link]

    def centre_of_mass(self, world: np.ndarray) -> np.ndarray:
        """(…, 3) of world frames (…, links, 3, 4)."""
        places = np.einsum("...lij,lj->...li", world[..., :3], self.centres) + world[..., 3]
        return np.einsum("l,...li->...i", self.mass, places) / self.mass.sum()


@dataclass
class Reach:
    """What the referee found: a state, its base, and the misses of the aims [m], [rad]."""

    q: np.ndarray
    base: np.ndarray
    miss: np.ndarray
    turn: np.ndarray


@dataclass
class Searcher:
    """Bounded least squares for aims, by damped steps on the joints that no limit stops.

    ``free`` names the joints that may move, all by default; ``base`` whether a floating base may.  ``posture`` is the
    weight of a wish to be at ``q0`` of a search (its squared radians beside squared metres).  A search ends when a step
    gains less than the share ``fine`` of the squares that are left.
    """

    model: Model
    aims: Sequence[Aim]
    free: np.ndarray | None = None
    base: bool = True
    posture: float = 0.0
    turn_metres: float = 0.3
    fine: float = 1e-12

    def search(self, targets: np.ndarray, q0: np.ndarray, base0: np.ndarray, iterations: int = 300) -> Reach:
        """The nearest minimum from a state: targets (aims, 3, 4)."""
        kin, floats = kinematics(self.model), self.base and self.model.floating
        size = len(q0)
        movable = np.ones(size + 6 * floats, bool)
        if self.free is not None:
            movable[:size] = self.free
        lo = np.concatenate([self.model.lo, np.full(6 * floats, -np.inf)])
        hi = np.concatenate([self.model.hi, np.full(6 * floats, np.inf)])
        only = self._needed()
        q, base = np.clip(q0, self.model.lo, self.model.hi), np.array(base0)
        r, J = self._evaluate(kin, q, base, targets, q0, floats, only)
        damping, cost = 1e-4, r @ r
        for _ in range(iterations):
            g = J.T @ r
            x = np.concatenate([q, np.zeros(6 * floats)])
            use = movable & ~((x <= lo) & (g > 0)) & ~((x >= hi) & (g < 0))
            if not use.any() or np.abs(g[use]).max() < 1e-11:
                break
            A = J[:, use].T @ J[:, use]
            while damping < 1e8:
                step = np.zeros_like(x)
                step[use] = np.linalg.solve(A + damping * np.eye(len(A)), -g[use])
                new = np.clip(x + step, lo, hi)
                moved = np.abs(new - x).max()
                other = _moved(base, new[size:]) if floats else base
                r2, J2 = self._evaluate(kin, new[:size], other, targets, q0, floats, only)
                if (r2 @ r2) < cost:
                    break
                damping = max(damping, 1e-12) * 4
            else:
                break
            gained = cost - r2 @ r2
            q, base, r, J, cost = new[:size], other, r2, J2, r2 @ r2
            damping = max(damping / 4, 1e-12)
            if moved < 1e-12 or gained < 1e-20 + self.fine * cost:
                break
        world = kin.forward(q, base, only)
        miss, turn = misses(self.model, self.aims, targets[None], world[None])
        return Reach(q, base, miss[0], turn[0])

    def best(self, targets: np.ndarray, starts: Sequence[tuple[np.ndarray, np.ndarray]], good: float = 1e-7) -> Reach:
        """The best of several starts, by the weighted squares; the first that misses by less than ``good`` does."""
        found = None
        for q0, base0 in starts:
            new = self.search(targets, q0, base0)
            if found is None or self.cost(new) < self.cost(found):
                found = new
            if max(found.miss.max(), found.turn.max()) < good:
                break
        assert found is not None
        return found

    def cost(self, reach: Reach) -> float:
        """Weighted squares of what is missed [m²]."""
        weights = np.array([aim.weight * (1e4 if aim.hard else 1.0) for aim in self.aims])
        return float(weights @ (reach.miss**2 + (self.turn_metres * reach.turn) ** 2))

    def _needed(self) -> list[int]:
        return sorted({i for aim in self.aims for i in self.model.path(aim.link)})

    def _evaluate(
        self,
        kin: Kinematics,
        q: np.ndarray,
        base: np.ndarray,
        targets: np.ndarray,
        q0: np.ndarray,
        floats: bool,
        only: list[int],
    ) -> tuple[np.ndarray, np.ndarray]:
        world = kin.forward(q, base, only)
        residuals, rows = [], []
        for aim, target in zip(self.aims, targets, strict=True):
            link, at = self.model.index[aim.link], np.array(aim.at)
            move, turn = kin.rows(world, link, at, floats)
            scale = np.sqrt(aim.weight) * (100.0 if aim.hard else 1.0)
            residuals.append(scale * (world[link, :, :3] @ at + world[link, :, 3] - target[:, 3]))
            rows.append(scale * move)
            if aim.pose:
                off = log(world[link, :, :3] @ target[:, :3].T)
                residuals.append(scale * self.turn_metres * off)
                rows.append(scale * self.turn_metres * turn)  # at the goal exact, beside it near enough to go down
        if self.posture:
            weight = np.sqrt(self.posture)
            residuals.append(weight * (q - q0))
            rows.append(weight * np.eye(len(q), len(q) + 6 * floats))
        return np.concatenate(residuals), np.concatenate(rows)


def _moved(base: np.ndarray, step: np.ndarray) -> np.ndarray:
    out = np.array(base)
    out[:, :3] = exp(step[3:]) @ base[:, :3]
    out[:, 3] += step[:3]
    return out


def misses(model: Model, aims: Sequence[Aim], targets: np.ndarray, world: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances [m] and turns [rad] (frames, aims) from targets (frames, aims, 3, 4); a point has no turn."""
    miss, turn = np.zeros(targets.shape[:2]), np.zeros(targets.shape[:2])
    for g, aim in enumerate(aims):
        frame = world[:, model.index[aim.link]]
        place = frame[:, :, :3] @ np.array(aim.at) + frame[:, :, 3]
        miss[:, g] = np.linalg.norm(place - targets[:, g, :, 3], axis=1)
        if aim.pose:
            relative = np.swapaxes(targets[:, g, :, :3], 1, 2) @ frame[:, :, :3]
            turn[:, g] = np.linalg.norm(log(relative), axis=1)
    return miss, turn
