"""A figure as every library can have it: links in a tree, one hinge or none before each.  Needs NumPy alone."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

__all__ = ["Limb", "Link", "Model", "rpy"]

IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
FREE = 10.0
"""What a URDF file says where a hinge has no limit [rad]; readers that want numbers get more than a turn."""


@dataclass(frozen=True)
class Link:
    """A link and the hinge before it.

    Attributes:
        name: Its name; the last link of a part has the part's.
        part: The part that it belongs to: a ball joint is three links, two of them without length.
        parent: Index of its parent; −1 for the base.
        origin: Constant transform from the parent, 12 numbers, the rows of [R | t].
        joint: Name of its hinge; empty where it is fixed.
        axis: Axis of the hinge, in the link's frame.
        lo, hi, rest: Limits and rest value [rad]; infinite where there is no limit.
        mass, centre: Mass [kg] and centre of mass in the link's frame [m].
    """

    name: str
    part: str
    parent: int
    origin: tuple[float, ...] = IDENTITY
    joint: str = ""
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    lo: float = -math.inf
    hi: float = math.inf
    rest: float = 0.0
    mass: float = 0.0
    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Limb:
    """A limb that may flip: the links of its base, its middle (elbow or knee) and its tip."""

    base: str
    middle: str
    tip: str


@dataclass(frozen=True)
class Model:
    """A tree of links, parents first.  ``base`` is where its base stands at rest, the rows of [R | t]."""

    name: str
    links: tuple[Link, ...]
    base: tuple[float, ...] = IDENTITY
    floating: bool = False
    limbs: tuple[Limb, ...] = ()
    tip: str = ""
    up: int = 1
    soles: tuple[tuple[str, tuple[float, float, float]], ...] = ()

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each link."""
        return {link.name: i for i, link in enumerate(self.links)}

    @cached_property
    def joints(self) -> list[int]:
        """Indices of the links with a hinge: the order of a state."""
        return [i for i, link in enumerate(self.links) if link.joint]

    @property
    def joint_names(self) -> list[str]:
        return [self.links[i].joint for i in self.joints]

    @property
    def urdf_joints(self) -> list[str]:
        """Names of the hinges in a URDF file, where none may be a link's as well: readers mix them up."""
        return [self._urdf_joint(name) for name in self.joint_names]

    def _urdf_joint(self, name: str) -> str:
        return f"{name}_hinge" if name in self.index else name

    @cached_property
    def lo(self) -> np.ndarray:
        return np.array([self.links[i].lo for i in self.joints])

    @cached_property
    def hi(self) -> np.ndarray:
        return np.array([self.links[i].hi for i in self.joints])

    @cached_property
    def rest(self) -> np.ndarray:
        return np.array([self.links[i].rest for i in self.joints])

    @cached_property
    def base_frame(self) -> np.ndarray:
        """(3, 4) of the base at rest."""
        return np.array(self.base).reshape(3, 4)

    @cached_property
    def parts(self) -> list[str]:
        """The parts, parents first; of each the last link has its name."""
        return list(dict.fromkeys(link.part for link in self.links))

    @cached_property
    def turning_parts(self) -> list[tuple[int, int]]:
        """Links of the parts that hinges turn, each with the link it turns against; −1: a floating base, the world."""
        found = [(0, -1)] if self.floating else []
        for part in self.parts:
            own = [i for i, link in enumerate(self.links) if link.part == part]
            if any(self.links[i].joint for i in own):
                found.append((self.index[part], self.links[own[0]].parent))
        return found

    def path(self, name: str) -> list[int]:
        """Indices from the base to a link, both included."""
        found, i = [], self.index[name]
        while i >= 0:
            found.append(i)
            i = self.links[i].parent
        return found[::-1]

    def length(self, first: str, last: str) -> float:
        """Length of the way from a link to another below it [m], as if all of it were straight."""
        path = self.path(last)
        inside = path[path.index(self.index[first]) + 1 :]
        return float(sum(np.linalg.norm(np.array(self.links[i].origin)[3::4]) for i in inside))

    # -- files ---------------------------------------------------------------------------------

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Model:
        data = json.loads(text)
        links = tuple(Link(**{key: _tuple(value) for key, value in link.items()}) for link in data.pop("links"))
        limbs = tuple(Limb(**limb) for limb in data.pop("limbs"))
        soles = tuple((link, _tuple(at)) for link, at in data.pop("soles"))
        return cls(**{key: _tuple(value) for key, value in data.items()}, links=links, limbs=limbs, soles=soles)

    @classmethod
    def load(cls, file: str | Path) -> Model:
        return cls.from_json(Path(file).read_text())

    def to_urdf(self) -> str:
        """The same tree; the base's place is the reader's to give, for a URDF root has none."""
        lines = ['<?xml version="1.0"?>', f"<robot name={quoteattr(self.name)}>"]
        for link in self.links:
            mass = max(link.mass, 1e-6)  # readers that simulate refuse links without mass
            lines.append(
                f'  <link name={quoteattr(link.name)}><inertial><origin xyz="{_text(link.centre)}"/>'
                f'<mass value="{mass!r}"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'
                "</inertial></link>"
            )
        for i, link in enumerate(self.links[1:], 1):
            frame = np.array(link.origin).reshape(3, 4)
            kind = "revolute" if link.joint else "fixed"
            name = self._urdf_joint(link.joint) or f"fixed_{i}"
            lines.append(
                f'  <joint name={quoteattr(name)} type="{kind}">'
                f"<parent link={quoteattr(self.links[link.parent].name)}/>"
                f"<child link={quoteattr(link.name)}/>"
                f'<origin xyz="{_text(frame[:, 3])}" rpy="{_text(rpy(frame[:, :3]))}"/>'
            )
            if link.joint:
                lo, hi = max(link.lo, -FREE), min(link.hi, FREE)
                lines.append(f'    <axis xyz="{_text(link.axis)}"/><limit lower="{lo!r}" upper="{hi!r}" ')
                lines[-1] += 'effort="1000" velocity="1000"/>'
            lines.append("  </joint>")
        return "\n".join([*lines, "</robot>", ""])


def _tuple(value: object) -> object:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value


def _text(numbers: Sequence[float] | np.ndarray) -> str:
    return " ".join(repr(float(x)) for x in numbers)


def rpy(R: np.ndarray) -> tuple[float, float, float]:
    """Angles about x, y and z, applied in this order about the fixed axes, as URDF has them."""
    pitch = math.atan2(-R[2, 0], math.hypot(R[0, 0], R[1, 0]))
    if abs(R[2, 0]) > 1 - 1e-12:
        return 0.0, pitch, math.atan2(-R[0, 1], R[1, 1])
    return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])
