"""How drags feel: an animator's drags of a standing human, refresh by refresh, and what the joints do meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rich.table import Table

from manikin import bodies
from manikin.commands.figures import first_document
from manikin.commands.locking import AddLock
from manikin.document.document import Document
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray

__all__ = ["DRAGS", "Feel", "Gesture", "drag_feel_table", "feel_of", "perform"]

FRONT, SIDE = (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0)
EYE = 5.0
"""Distance of the eye from what is dragged [m]."""
REST = 30
"""Refreshes for which the cursor waits at the end of a way."""
RAMP = 8
"""Refreshes in which the cursor comes to its speed."""
MANY = 3
"""A parameter that drives more joints than this counts by itself, for each of its joints turns only a little."""
FULL_BODY = {"mode": "joint", "base": "pelvis"}


@dataclass(frozen=True)
class Bars:
    """The most that is good: step of a joint in a refresh [°], pop over the cursor's step, depth [mm], return [°], and
    the processor time of a refresh [ms], of half of them and of 99 in 100."""

    step: float = 8.0
    pop: float = 4.0
    depth: float = 2.0
    back: float = 1.0
    median: float = 3.0
    slow: float = 10.0


IN_REACH = Bars(step=2.0, back=0.5)


@dataclass(frozen=True)
class Gesture:
    """A drag: the part, the way of the cursor from the start [m], and the document.

    Attributes:
        what: What is done, in words.
        part: The dragged part.
        ways: Places that the cursor goes to one after another, from the start and back to it.
        circle: Instead the radius of a circle in the view's plane, twice around.
        speed: What the cursor moves in a refresh [m].
        view: The line of sight.
        unlocked: Parts whose locks are taken off first.
        held: Parts that are locked where they are first.
        posed: Parameters that are set first [rad].
        grab: How it is taken hold of.
        settings: Settings other than those of a new project.
        bars: What is good.
    """

    what: str
    part: str
    ways: tuple[tuple[float, float, float], ...] = ()
    circle: float = 0.0
    speed: float = 0.013
    view: tuple[float, float, float] = FRONT
    unlocked: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    posed: dict[str, float] | None = None
    grab: dict[str, Any] | None = None
    settings: dict[str, Any] | None = None
    bars: Bars = Bars()

    def document(self) -> Document:
        """A new project with its locks and settings changed."""
        made = first_document(bodies.load("human"))
        made = replace(made, settings=replace(made.settings, **(self.settings or {})))
        made = replace(made, locks=tuple(lock for lock in made.locks if lock.part not in self.unlocked))
        if self.posed:
            made = made.at({"human": made.actor("human").pose.replace(self.posed).q})
        for part in self.held:
            made = AddLock(part=part, lock="position").apply(made)
        return made

    def places(self) -> Iterator[Array]:
        """Where the cursor is from the start, refresh by refresh; it waits at the end of each way."""
        at = np.zeros(3)
        if self.circle:
            across = np.array([1.0, 0.0, 0.0]) if self.view == FRONT else np.array([0.0, 0.0, 1.0])
            for gone in _eased(4 * np.pi * self.circle, self.speed):
                turn = gone / self.circle
                yield self.circle * (np.sin(turn) * across + np.array([0.0, 1.0 - np.cos(turn), 0.0]))
            for _ in range(REST):
                yield at
            return
        for way in (*self.ways, (0.0, 0.0, 0.0)):
            end = np.array(way)
            length = float(np.linalg.norm(end - at))
            for gone in _eased(length, self.speed):
                yield at + gone / length * (end - at)
            at = end
            for _ in range(REST):
                yield at


def _eased(length: float, speed: float) -> Iterator[float]:
    """How far the cursor has gone, refresh by refresh: it speeds up, goes evenly, and slows down."""
    going = np.minimum(np.arange(1, 100_000), RAMP) * speed / RAMP
    up = np.cumsum(going)
    count = int(np.searchsorted(up, length / 2)) + 1
    half = up[:count] * (length / 2 / up[count - 1])
    yield from half.tolist()
    yield from (length - half[-2::-1]).tolist()
    yield length


ONE_FOOT: dict[str, Any] = {"unlocked": ("r_foot",), "bars": Bars(depth=20)}
BENT = {"r_elbow": 1.4, "r_shoulder_elevation": 0.5, "l_elbow": 1.4, "l_shoulder_elevation": 0.5}
DRAGS = (
    Gesture("bent arm, hand circle r 7 cm", "r_hand", circle=0.07, speed=0.0073, posed=BENT, bars=IN_REACH),
    Gesture("hand circle r 7 cm", "r_hand", circle=0.07, speed=0.0073, bars=Bars(step=4.0)),
    Gesture("hand circle r 12 cm", "r_hand", circle=0.12, speed=0.0126),
    Gesture("hand overhead and back", "r_hand", ((-0.05, 1.25, 0.0),), speed=0.015),
    Gesture("hand across the body and back", "r_hand", ((0.45, 0.4, 0.0),), speed=0.012),
    Gesture("hand 0.5 m out of reach and back", "r_hand", ((-0.9, 0.7, 0.0),), speed=0.014),
    Gesture("the same from the side", "r_hand", ((0.0, 0.6, 1.0),), speed=0.014, view=SIDE),
    Gesture("forearm up and back", "r_forearm", ((-0.2, 0.3, 0.0),), speed=0.01),
    Gesture("head circle r 8 cm", "head", circle=0.08, speed=0.008),
    Gesture("pelvis circle r 10 cm", "pelvis", circle=0.1, speed=0.008),
    Gesture("pelvis 0.3 m down and back", "pelvis", ((0.0, -0.3, 0.0),), speed=0.008, view=SIDE),
    Gesture("pelvis 0.4 m down and back", "pelvis", ((0.0, -0.4, 0.0),), speed=0.008, view=SIDE),
    Gesture("pelvis 0.3 m aside and back", "pelvis", ((0.3, 0.0, 0.0),), speed=0.008),
    Gesture("pelvis circle, hands held", "pelvis", circle=0.1, speed=0.008, held=("r_hand", "l_hand")),
    Gesture("foot up and forward, and back", "r_foot", ((0.0, 0.35, 0.3),), speed=0.008, view=SIDE, **ONE_FOOT),
    Gesture("foot back and up, and back", "r_foot", ((0.0, 0.3, -0.4),), speed=0.008, view=SIDE, **ONE_FOOT),
    Gesture("foot aside and back", "r_foot", ((-0.4, 0.2, 0.0),), speed=0.008, unlocked=("r_foot",)),
    Gesture("hand to a shelf, full body", "r_hand", ((0.0, 1.35, 0.2),), view=SIDE, grab=FULL_BODY),
    Gesture("hand ahead 0.8 m, full body", "r_hand", ((0.0, 0.5, 0.8),), view=SIDE, grab=FULL_BODY),
    Gesture("hand to the knee, full body", "r_hand", ((0.0, -0.3, 0.25),), view=SIDE, grab=FULL_BODY),
    Gesture("hand to the floor, full body", "r_hand", ((0.0, -0.72, 0.45),), view=SIDE, grab=FULL_BODY),
    Gesture("hand to the floor at the toes, full body", "r_hand", ((0.0, -0.72, 0.25),), view=SIDE, grab=FULL_BODY),
    Gesture("hand to the floor aside, full body", "r_hand", ((-0.35, -0.72, 0.0),), grab=FULL_BODY),
    Gesture("hand below the floor, full body", "r_hand", ((0.0, -1.0, 0.45),), view=SIDE, grab=FULL_BODY),
)  # fmt: skip
"""The drags; the last ones take the whole body along."""


@dataclass(frozen=True)
class Feel:
    """What a drag did.

    Attributes:
        lag: How far the part is from the cursor across the line of sight, mean and most [mm].
        step: The largest change of a joint in a refresh [°], and of which.
        pop: The largest move of any joint's place in a refresh [mm], over the cursor's largest step, and of which.
        depth: The largest change of depth on the way, and what is left of it after the return [mm].
        back: The largest difference of a joint after the return [°], and of which.
        times: Processor time of each refresh (n,) [ms].
        states: The states (n, size).
        off: How far the part is off at the end of the first way [mm].
        end: The state there.
    """

    lag: tuple[float, float]
    step: tuple[float, str]
    pop: tuple[float, float, str]
    depth: tuple[float, float]
    back: tuple[float, str]
    times: Array
    states: Array
    off: float
    end: Array

    @property
    def median(self) -> float:
        """Processor time of half of the refreshes [ms]."""
        return float(np.median(self.times))

    @property
    def slow(self) -> float:
        """Processor time of 99 in 100 refreshes [ms]."""
        return float(np.percentile(self.times, 99))


def perform(gesture: Gesture, **settings: Any) -> Feel:
    """Do a drag with the settings of a new project, some of them changed."""
    changed = replace(gesture, settings={**(gesture.settings or {}), **settings})
    document = changed.document()
    grabbed = Grab(what="part", part=gesture.part, **(gesture.grab or {}))
    return feel_of(begin_drag(document, grabbed), document, changed)


def feel_of(drag: Drag, document: Document, gesture: Gesture) -> Feel:
    """Lead a drag along its way and measure it."""
    figure = document.figures["human"]
    start = drag.effector(document.poses).copy()
    along = np.array(gesture.view) / np.linalg.norm(gesture.view)
    places = list(gesture.places())
    steps = np.linalg.norm(np.diff([np.zeros(3), *places], axis=0), axis=1)
    states, off, depths, seconds = [np.array(document.actor("human").q)], [], [], []
    for seq, way in enumerate(places, 1):
        place = start + way
        drag.follow(Cursor(seq=seq, ray=Ray(origin=tuple(place - EYE * along), direction=tuple(along))))
        begin = time.process_time()
        drag.step()
        seconds.append(time.process_time() - begin)
        states.append(drag.states["human"].copy())
        away = drag.effector({"human": drag.pose_of("human")}) - place
        depths.append(float(away @ along))
        off.append(float(np.linalg.norm(away - depths[-1] * along)))
    found = np.array(states)
    changes = joint_changes(figure, found[1:], found[:-1])
    names = joint_names(figure)
    places_of = figure.forward(found)[:, :, :, 3]
    moves = np.linalg.norm(np.diff(places_of, axis=0), axis=2)
    largest = np.unravel_index(moves.argmax(), moves.shape)
    back = joint_changes(figure, found[-1:], found[:1])[0]
    where = np.unravel_index(changes.argmax(), changes.shape)
    first = len(places) - 1 if gesture.circle else _first_end(places)
    return Feel(
        lag=(1e3 * float(np.mean(off)), 1e3 * max(off)),
        step=(float(np.degrees(changes.max())), names[int(where[1])]),
        pop=(1e3 * float(moves.max()), float(moves.max() / steps.max()), names[int(largest[1])]),
        depth=(1e3 * float(np.abs(depths).max()), 1e3 * abs(depths[-1])),
        back=(float(np.degrees(back.max())), names[int(back.argmax())]),
        times=1e3 * np.array(seconds),
        states=found,
        off=1e3 * off[first],
        end=found[first + 1],
    )  # fmt: skip


def _first_end(places: list[Array]) -> int:
    """The last refresh at the end of the first way."""
    return next(i for i in range(1, len(places)) if i >= REST and np.array_equal(places[i], places[i - REST + 1]))


def joint_changes(figure: Figure, one: Array, other: Array) -> Array:
    """How far joints differ between states (n, size): each by its rotation, groups of many joints by their angle."""
    turns = [
        np.arccos(np.clip(0.5 * (np.einsum("nij,nij->n", a, b) - 1), -1, 1))
        for a, b in zip(_locals(figure, one), _locals(figure, other), strict=True)
    ]
    return np.column_stack([*turns, np.abs(one - other)[:, _groups(figure)]])


def joint_names(figure: Figure) -> list[str]:
    """The names of the columns of ``joint_changes``."""
    return [*(joint.name for joint in figure.skeleton), *(figure.parameter_names[i] for i in _groups(figure))]


def _groups(figure: Figure) -> list[int]:
    """The parameters that drive many joints, such as the bend of a spine."""
    driven = np.zeros(figure.size, int)
    for joint in figure.skeleton:
        driven[list(figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton))] += 1
    return np.flatnonzero(driven > MANY).tolist()


def _locals(figure: Figure, states: Array) -> Iterator[Array]:
    """The rotations of all joints, each (n, 3, 3), in their parents' frames."""
    world, parents = figure.forward(states)[:, :, :, :3], figure.skeleton.parents
    for i in range(world.shape[1]):
        parent = int(parents[i])
        yield world[:, i] if parent < 0 else np.einsum("nji,njk->nik", world[:, parent], world[:, i])


def drag_feel_table() -> Table:
    """The drags with what they did, as a table; what is beyond its bar is marked."""
    table = Table(title="how drags feel: a new project of the human, 60 refreshes a second")
    for title in (
        "drag",
        "lag mean / most",
        "off at the end",
        "step",
        "pop",
        "depth on the way / left",
        "return",
        "ms p50",
        "p99",
    ):
        table.add_column(title, justify="left" if title == "drag" else "right")
    for gesture in DRAGS:
        feel, bars = perform(gesture), gesture.bars
        table.add_row(
            gesture.what,
            f"{feel.lag[0]:.0f} / {feel.lag[1]:.0f} mm",
            f"{feel.off:.0f} mm",
            _marked(f"{feel.step[0]:.1f}° {feel.step[1]}", feel.step[0] > bars.step),
            _marked(f"{feel.pop[0]:.0f} mm = {feel.pop[1]:.1f} × {feel.pop[2]}", feel.pop[1] > bars.pop),
            _marked(f"{feel.depth[0]:.0f} / {feel.depth[1]:.1f} mm", feel.depth[1] > bars.depth),
            _marked(f"{feel.back[0]:.2f}° {feel.back[1]}", feel.back[0] > bars.back),
            _marked(f"{feel.median:.1f}", feel.median > bars.median),
            _marked(f"{feel.slow:.1f}", feel.slow > bars.slow),
        )
    return table


def _marked(text: str, beyond: bool) -> str:
    return f"[bold red]{text} ![/]" if beyond else text
