"""Ten poses of the human, made as an animator makes them in the editor.

Each takes a few operations from a new project: drags, locks, switches.  ``python -m tools.ten_poses FOLDER`` does them
by the editor's gestures, refresh by refresh, without a window, and draws them; ``python -m tests.browser.ten_poses``
does them with a mouse in the page and writes the page of the documentation.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from manikin import bodies
from manikin.commands.command import Command
from manikin.commands.figures import first_document
from manikin.commands.hands import SetHand
from manikin.commands.locking import AddLock, RemoveLock, SwitchLocks
from manikin.commands.posing import Mirror
from manikin.document.document import Document
from manikin.document.names import display_name
from manikin.figure.pose import Pose
from manikin.math.rotations import Vec3
from manikin.picture import render, to_png
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray, Turn
from manikin.posing.hands import HandShape, Side

__all__ = ["DOCS", "FRONT", "POSES", "SIDE", "TOP", "VIEWS", "Animator", "Made", "describe", "draw", "write_page"]

FRONT, SIDE, TOP = (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0)
VIEWS = {FRONT: "front", SIDE: "side", TOP: "top"}
EYE = 5.0
"""Distance of the eye from what is dragged [m]."""
DOCS = Path(__file__).resolve().parent.parent / "docs"
SIZE = (300, 300)
"""Size of a picture [pixels]."""
HEAD = """# Ten poses

Each pose begins with a new project of the human and takes the operations below it: drags of parts and of the marks of
locks, locks, switches.  What a drag moves is given in centimetres to the figure's left, up, and ahead, with the view in
which it is made.  `python -m tests.browser.ten_poses` makes them with a mouse in the editor's page and writes this one.
The number of operations counts every press of the mouse and of a key, except for those that only change the view.
"""
SPEED = 0.012
"""What the cursor moves in a refresh [m], and turns times ten [rad]."""


class Animator:
    """Someone at work in a new project; ``done`` lists the operations in words."""

    def __init__(self) -> None:
        self.document: Document = first_document(bodies.load("human"))
        self.done: list[str] = []

    def pull(self, part: str, way: Vec3, view: Vec3 = SIDE, *, key: Literal["", "Ctrl", "Shift"] = "") -> None:
        """Drag a part by a way [m] as it is seen in a view; with Ctrl the full body, with Shift the part alone."""
        chains: dict[str, dict[str, Any]] = {"Ctrl": {"mode": "joint", "base": "pelvis"}, "Shift": {"mode": "part"}}
        self._lead(Grab(what="part", part=part, **chains.get(key, {})), way, view)
        self._say(f"{key}+drag" if key else "drag", part, way, view)

    def step(self, part: str, way: Vec3, view: Vec3 = SIDE) -> None:
        """Drag the mark of a part's lock by a way [m]."""
        self._lead(Grab(what="lock", lock=self._lock(part)), way, view)
        self._say("drag the lock of", part, way, view)

    def turn(self, part: str, axis: Vec3, degrees: float, *, lock: bool = False, seen: Vec3 | None = None) -> None:
        """Turn a part, or the mark of its lock, by the one of its own rings that is nearest to an axis of the world.

        ``seen`` is the view in which a part is selected that others hide along the axis.
        """
        grab = Grab(what="lock", lock=self._lock(part)) if lock else Grab(what="rotate", part=part)
        if not lock:
            rings = self.document.actor("human").pose.orientation(part).T
            ring = max(rings, key=lambda own: abs(float(own @ axis)))
            axis = _triple(ring * np.sign(ring @ axis))
        drag, angle = begin_drag(self.document, grab), math.radians(degrees)
        count = max(8, round(abs(angle) / SPEED / 10))
        for k in range(1, count + 1):
            self._refresh(drag, Cursor(seq=k, turn=Turn(axis=axis, angle=angle * k / count)))
        self._end(drag)
        self.done.append(describe("turn the lock of" if lock else "turn", part, f"by {degrees:g}°"))

    def carry(self, way: Vec3, view: Vec3 = SIDE) -> None:
        """Carry the whole figure by a way [m]."""
        self._lead(Grab(what="root"), way, view)
        self._say("carry", "figure", way, view)

    def roll(self, part: str, degrees: float) -> None:
        """Roll a foot by its slider."""
        drag = begin_drag(self.document, Grab(what="foot", part=part))
        for k in range(1, 21):
            self._refresh(drag, Cursor(seq=k, value=math.radians(degrees) * k / 20))
        self._end(drag)
        self.done.append(describe("roll", part, f"by {degrees:g}°"))

    def lock(self, part: str, kind: str = "position", **options: Any) -> None:
        """Lock a part."""
        self._do(AddLock(part=part, lock=kind, **options), describe("lock", part, kind.replace("_", " ")))

    def unlock(self, part: str) -> None:
        """Take the lock off a part."""
        self._do(RemoveLock(id=self._lock(part)), describe("unlock", part))

    def free(self) -> None:
        """Switch all locks off."""
        self._do(SwitchLocks(enabled=False), "all locks off")

    def mirror(self, part: str) -> None:
        """Copy a limb to the other side."""
        self._do(Mirror(part=part), describe("mirror", part))

    def shape(self, side: Side, shape: HandShape) -> None:
        """Give a hand a shape."""
        self._do(SetHand(side=side, shape=shape), f"{side} hand: {shape}")

    def switch(self, **settings: bool) -> None:
        """Switch balance, floor or collision."""
        self.document = replace(self.document, settings=replace(self.document.settings, **settings))
        self.done += [f"{name} {'on' if value else 'off'}" for name, value in settings.items()]

    def _lead(self, grab: Grab, way: Vec3, view: Vec3) -> None:
        drag = begin_drag(self.document, grab)
        along, whole = np.array(view), np.array(way)
        start = np.array(drag.effector(self.document.poses))
        count = max(8, round(float(np.linalg.norm(whole)) / SPEED))
        for k in range(1, count + 1):
            place = start + whole * k / count - EYE * along
            self._refresh(drag, Cursor(seq=k, ray=Ray(origin=_triple(place), direction=view)))
        self._end(drag)

    def _refresh(self, drag: Drag, cursor: Cursor) -> None:
        drag.follow(cursor)
        drag.step()

    def _end(self, drag: Drag) -> None:
        drag.settle()
        made = drag.outcome()
        self.document = self.document.at(made.states)
        for lock in made.locks:
            self.document = self.document.with_lock(lock)

    def _do(self, command: Command, said: str) -> None:
        self.document = command.apply(self.document)
        self.done.append(said)

    def _lock(self, part: str) -> int:
        return next(lock.id for lock in self.document.locks if lock.part == part)

    def _say(self, what: str, part: str, way: Vec3, view: Vec3) -> None:
        ahead = ", ".join(f"{100 * step:+.0f}" for step in way)
        self.done.append(describe(what, part, f"({ahead}) cm, {VIEWS[view]}"))


def describe(what: str, part: str, more: str = "") -> str:
    """An operation in words."""
    return f"{what} {display_name(part)} {more}".rstrip()


def _triple(place: np.ndarray) -> Vec3:
    x, y, z = place.tolist()
    return (x, y, z)


def sit(me: Animator) -> None:
    """On an unseen chair, palms on the thighs."""
    me.switch(balance=False)
    me.pull("pelvis", (0.0, -0.42, -0.40))
    me.pull("r_hand", (0.0, 0.24, 0.30))
    me.turn("r_hand", (0.0, 0.0, 1.0), -70.0)
    me.pull("r_hand", (0.15, -0.03, 0.0), FRONT)
    me.mirror("r_hand")


def pick_up(me: Animator) -> None:
    """Something small from the floor."""
    me.step("r_foot", (0.0, 0.0, -0.38))
    me.roll("r_foot", 55.0)
    me.pull("pelvis", (0.0, -0.33, 0.0))
    me.pull("r_hand", (0.0, -0.36, 0.30), key="Ctrl")


def javelin(me: Animator) -> None:
    """Before the throw: weight behind, the arm far back, the eyes ahead."""
    me.step("l_foot", (0.0, 0.0, 0.45))
    me.step("r_foot", (0.0, 0.0, -0.30))
    me.turn("r_foot", (0.0, 1.0, 0.0), -70.0, lock=True)
    me.pull("pelvis", (0.0, -0.12, -0.16))
    me.pull("r_hand", (0.0, 0.60, -0.80), key="Ctrl")
    me.shape("right", "grip")
    me.pull("l_hand", (0.0, 0.65, 0.50))
    me.turn("head", (0.0, 1.0, 0.0), 28.0)


def point_behind(me: Animator) -> None:
    """At something behind, with a glance over the shoulder, the other hand at the hip."""
    me.step("l_foot", (0.0, 0.0, -0.15))
    me.turn("l_foot", (0.0, 1.0, 0.0), 80.0, lock=True)
    me.pull("l_hand", (0.50, 0.58, 0.0), FRONT)
    me.pull("l_hand", (-0.40, 0.0, -0.60), TOP, key="Ctrl")
    me.shape("left", "point")
    me.pull("r_hand", (-0.12, 0.22, 0.0), FRONT)
    me.pull("r_hand", (0.13, -0.06, 0.0), FRONT)
    me.turn("head", (0.0, 1.0, 0.0), 50.0)


def plank(me: Animator) -> None:
    """On hands and toes: palms turned, lifted off the floor, laid down."""
    me.free()
    me.turn("r_hand", (0.0, 1.0, 0.0), 80.0)
    me.carry((0.0, 0.30, 0.0))
    me.turn("pelvis", (1.0, 0.0, 0.0), 73.0)
    me.pull("r_hand", (0.0, -0.15, 0.45))
    me.carry((0.0, -1.20, 0.0))
    me.pull("r_hand", (0.0, -0.30, 0.30))
    me.mirror("r_hand")


def ladder(me: Animator) -> None:
    """Climbing: the ladder carries, so balance does not matter."""
    me.switch(balance=False)
    me.step("r_foot", (0.0, 0.35, 0.24))
    me.pull("pelvis", (0.0, -0.03, 0.08))
    me.pull("r_hand", (0.0, 0.60, 0.42))
    me.shape("right", "grip")
    me.pull("l_hand", (0.0, 0.98, 0.38))
    me.shape("left", "grip")
    me.turn("l_hand", (0.0, 1.0, 0.0), 60.0)
    me.turn("r_hand", (0.0, 0.0, 1.0), -65.0)
    me.turn("head", (1.0, 0.0, 0.0), -20.0)


def hands_behind_head(me: Animator) -> None:
    """At ease; the hands lie on the nape."""
    me.pull("r_hand", (-0.2, 0.85, 0.0), FRONT)
    me.pull("r_hand", (0.0, 0.0, -0.27))
    me.pull("r_hand", (0.38, -0.08, 0.0), FRONT)
    me.pull("r_hand", (0.0, 0.0, 0.09))
    me.mirror("r_hand")


def kneel(me: Animator) -> None:
    """On one knee, a hand on the other."""
    me.step("r_foot", (0.0, 0.0, -0.55))
    me.roll("r_foot", 75.0)
    me.pull("pelvis", (0.0, -0.50, 0.0))
    me.pull("l_hand", (0.0, 0.30, 0.35))
    me.pull("l_hand", (-0.17, 0.0, 0.0), FRONT)
    me.turn("l_hand", (0.0, 0.0, 1.0), 70.0)
    me.pull("l_hand", (0.0, -0.03, 0.0))


def arabesque(me: Animator) -> None:
    """On one leg, the back arched, the eyes ahead."""
    me.unlock("r_foot")
    me.pull("r_foot", (0.0, 1.0, -1.10), key="Ctrl")
    me.pull("r_foot", (0.0, 0.06, -0.14), key="Shift")
    me.pull("l_hand", (0.0, 0.90, 0.55))
    me.pull("r_hand", (-0.55, 0.46, 0.0), FRONT)
    me.turn("t8", (1.0, 0.0, 0.0), -30.0, seen=FRONT)


def run(me: Animator) -> None:
    """In mid-stride: a knee high, the other foot pushes off, arms against the legs, the chest ahead."""
    me.switch(balance=False)
    me.roll("l_foot", 45.0)
    me.unlock("r_foot")
    me.pull("pelvis", (0.0, 0.04, 0.32))
    me.pull("r_foot", (0.0, 0.40, 0.30))
    me.pull("l_hand", (0.0, 0.55, 0.30))
    me.shape("left", "fist")
    me.pull("r_hand", (0.0, 0.20, 0.25))
    me.shape("right", "fist")
    me.pull("r_forearm", (0.0, 0.04, -0.26))
    me.turn("t8", (1.0, 0.0, 0.0), 10.0)


POSES: dict[str, Callable[[Animator], None]] = {
    pose.__name__: pose
    for pose in (
        sit, pick_up, javelin, point_behind, plank, ladder, hands_behind_head, kneel, arabesque, run
    )
}  # fmt: skip
"""The poses by name."""


class Made(NamedTuple):
    """A pose, what was done for it, and how many presses that took."""

    pose: Pose
    done: list[str]
    operations: int


def draw(pose: Pose, file: Path) -> None:
    """Write a picture of a pose from two sides."""
    both = [render(pose, size=SIZE, view=view) for view in ("perspective", "side")]
    file.write_bytes(to_png(np.concatenate(both, axis=1)))


def write_page(made: Mapping[str, Made]) -> None:
    """Write the page of the documentation, with its pictures."""
    folder = DOCS / "images" / "poses"
    folder.mkdir(parents=True, exist_ok=True)
    page = [HEAD]
    for name, (pose, done, operations) in made.items():
        draw(pose, folder / f"{name}.png")
        title = name.replace("_", " ").capitalize()
        page += [f"## {title}\n", f"{POSES[name].__doc__} {operations} operations.\n"]
        page += [f"![{title}](images/poses/{name}.png)\n"]
        page += [f"{i}. {said}" for i, said in enumerate(done, 1)] + [""]
    (DOCS / "ten-poses.md").write_text("\n".join(page), "utf-8")


def main() -> None:
    """Draw the poses."""
    parser = argparse.ArgumentParser(prog="ten_poses", description="Ten poses made by drags.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", help="which; all by default")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.names or POSES:
        me = Animator()
        POSES[name](me)
        draw(me.document.actor("human").pose, asked.folder / f"{name}.png")
        print(f"{name}: {len(me.done)} steps")


if __name__ == "__main__":
    main()
