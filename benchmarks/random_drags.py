"""Random drags: smooth ways of the cursor over all parts and views, by seeds, and what goes wrong in them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.drag_feel import EYE, FULL_BODY, joint_changes
from manikin import bodies
from manikin.body.contact_balls import contact_balls
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ik_chain import PointSet
from manikin.math.rotations import Array
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Grab, Ray

__all__ = ["ALL_PARTS", "LEGS", "TRUNK", "Led", "RandomDrag", "lead", "random_drag", "random_drags_table", "straight"]

LEGS = ("r_foot", "l_foot", "r_shin", "l_shin", "r_thigh", "l_thigh")
TRUNK = ("head", "t4", "pelvis")
ALL_PARTS = (*LEGS, *TRUNK, "r_hand", "l_hand", "r_forearm", "l_forearm")
VIEWS = ((0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (-0.45, -0.3, -0.84))
"""From the front, from the side, and in perspective."""
WAVES, EASED = 4, 0.15
"""Waves of a way, and the share of it in which it sets out."""
BESIDE = 0.003
"""How far from its start the cursor comes back to [m]: at the start itself a figure might simply be put back."""
REST = 45
"""Refreshes for which the cursor waits at the end."""
TREMBLE, QUICK = np.radians(0.5), 6
"""A parameter that turns back by more than the first [rad], and again within so many refreshes, trembles."""
SLOWEST = 0.008
"""A slower cursor counts as this one [m in a refresh]."""


@dataclass(frozen=True)
class RandomDrag:
    """A drag: what is pulled and how, the ways of the cursor from its start (n, 3) [m], and a place beside it."""

    seed: int
    part: str
    view: Array
    full_body: bool
    unlocked: tuple[str, ...]
    ways: Array
    beside: Array

    def document(self, **settings: Any) -> Document:
        """A new project of the human, without some of its locks."""
        made = first_document(bodies.load("human"))
        locks = tuple(lock for lock in made.locks if lock.part not in self.unlocked)
        return replace(made, locks=locks, settings=replace(made.settings, **settings))

    @property
    def there_and_back(self) -> Array:
        """The ways, and straight to the place beside the start."""
        return np.vstack([self.ways, straight(self.ways[-1], self.beside)])


def random_drag(seed: int, parts: tuple[str, ...] = ALL_PARTS) -> RandomDrag:
    """The drag of a seed: one to three seconds along a sum of waves in the plane of a view."""
    rng = np.random.default_rng(seed)
    part = parts[rng.integers(len(parts))]
    along = np.array(VIEWS[rng.integers(len(VIEWS))])
    along /= np.linalg.norm(along)
    unlocked = (f"{part[:2]}foot",) if part in LEGS and rng.random() < 0.8 else ()
    full_body = part != "pelvis" and bool(rng.random() < 0.25)
    count, speed = int(60 * rng.uniform(1, 3)), rng.uniform(0.005, 0.016)
    up = np.array([0.0, 1.0, 0.0]) - along[1] * along
    up /= np.linalg.norm(up)
    t = np.arange(1, count + 1) / count
    way = np.zeros((count, 2))
    for k in range(1, WAVES + 1):
        size = rng.normal(size=2) / k
        way += np.outer(np.sin(np.pi * k * t * rng.uniform(0.5, 1.0)), size)
    ease = np.clip(t / EASED, 0, 1)
    way *= (ease * ease * (3 - 2 * ease))[:, None]
    way *= (0.25 if part in TRUNK else 0.45) * rng.uniform(0.5, 1.0) / np.abs(way).max()
    way *= min(1.0, speed / np.linalg.norm(np.diff(way, axis=0, prepend=0.0), axis=1).mean())
    beside = rng.normal(size=2)
    beside *= BESIDE / np.linalg.norm(beside)
    plane = np.array([np.cross(along, up), up])
    return RandomDrag(seed, part, along, full_body, unlocked, way @ plane, beside @ plane)


def straight(start: Array, end: Array, speed: float = 0.008) -> Array:
    """A straight way that sets out and ends slowly (n, 3), at a mean speed [m in a refresh]."""
    count = max(6, int(np.linalg.norm(end - start) / speed))
    s = np.arange(1, count + 1)[:, None] / count
    return np.asarray(start + s * s * (3 - 2 * s) * (end - start))


@dataclass(frozen=True)
class Led:
    """What a drag did: the states (n + 1, size), what the cursor moved by and was off by (n,) [m], the times [ms]."""

    document: Document
    states: Array
    steps: Array
    off: Array
    times: Array

    @property
    def pop(self) -> float:
        """The largest move of a joint's place in a refresh, over the cursor's largest step."""
        places = self.document.figures["human"].forward(self.states)[:, :, :, 3]
        moves = np.linalg.norm(np.diff(places, axis=0), axis=2)
        return float(moves.max() / max(self.steps.max(), SLOWEST))

    @property
    def sunk(self) -> float:
        """How deep a ball of the body was below the floor [m]."""
        figure = self.document.figures["human"]
        balls = contact_balls(figure)
        points, radii = PointSet(figure.skeleton, [(b.part, b.centre) for b in balls]), [b.radius for b in balls]
        low = [float((points.places(world)[:, 1] - radii).min()) for world in figure.forward(self.states)]
        return max(0.0, -min(low))

    @property
    def lock_error(self) -> float:
        """How far a locked foot left its place [m]."""
        figure = self.document.figures["human"]
        feet = [figure.skeleton.index(lock.part) for lock in self.document.locks]
        places = figure.forward(self.states)[:, :, :, 3][:, feet]
        return float(np.linalg.norm(places - places[0], axis=2).max(initial=0.0))

    @property
    def trembles(self) -> int:
        """How often parameters turned back and soon again."""
        turns = [_turns(self.states[:, i], TREMBLE) for i in range(self.states.shape[1])]
        return sum(int((np.diff(own) <= QUICK).sum()) for own in turns)


def lead(drag: RandomDrag, ways: Array, rest: int = REST, **settings: Any) -> Led:
    """Lead the part of a drag along some ways, and wait."""
    document = drag.document(**settings)
    made = begin_drag(document, Grab(what="part", part=drag.part, **(FULL_BODY if drag.full_body else {})))
    start = made.effector(document.poses).copy()
    ways = np.vstack([ways, np.repeat(ways[-1:], rest, axis=0)])
    states, off, times = [np.array(document.actor("human").q)], [], []
    for seq, way in enumerate(ways, 1):
        place = start + way
        ray = Ray(origin=tuple(place - EYE * drag.view), direction=tuple(drag.view))
        made.follow(Cursor(seq=seq, ray=ray))
        begin = time.process_time()
        made.step()
        times.append(1e3 * (time.process_time() - begin))
        states.append(made.states["human"].copy())
        away = made.effector({"human": made.pose_of("human")}) - place
        off.append(np.linalg.norm(away - (away @ drag.view) * drag.view))
    steps = np.linalg.norm(np.diff(ways, axis=0, prepend=0.0), axis=1)
    return Led(document, np.array(states), steps, np.array(off), np.array(times))


def _turns(values: Array, least: float) -> list[int]:
    """Where values turn back by more than a least amount."""
    found: list[int] = []
    way, end = 0, values[0]
    for i, value in enumerate(values.tolist()):
        if way >= 0 and value > end:
            end, way = value, way or int(value - values[0] > least)
        elif way <= 0 and value < end:
            end, way = value, way or -int(values[0] - value > least)
        if way and way * (end - value) > least:
            way, end = -way, value
            found.append(i)
    return found


def random_drags_table(seeds: Iterable[int]) -> Table:
    """The drags of some seeds; ``back`` compares the pose beside the start with that of a straight way there."""
    table = Table(title="random drags: a new project of the human, 60 refreshes a second")
    for title in ("seed", "part", "back", "pop", "sunk", "locks", "lag mean / end", "trembles", "ms p50", "p99"):
        table.add_column(title, justify="right")
    for seed in seeds:
        drag = random_drag(seed)
        led, direct = lead(drag, drag.there_and_back), lead(drag, straight(np.zeros(3), drag.beside))
        back = np.degrees(joint_changes(bodies.load("human"), led.states[-1:], direct.states[-1:]).max())
        table.add_row(
            str(seed),
            drag.part + (", full body" if drag.full_body else ""),
            f"{back:.2f}°",
            f"{led.pop:.1f} ×",
            f"{1e3 * led.sunk:.1f} mm",
            f"{1e3 * led.lock_error:.2f} mm",
            f"{1e3 * led.off.mean():.0f} / {1e3 * led.off[-1]:.1f} mm",
            str(led.trembles),
            f"{np.median(led.times):.1f}",
            f"{np.percentile(led.times, 99):.1f}",
        )
    return table
