"""The part of URDF that is needed for libraries which do not read it themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np


@dataclass(frozen=True)
class UrdfJoint:
    """A joint with the position of its child link on its parent: ``xyz`` [m], ``rpy`` [rad]; hinges only, or fixed."""

    name: str
    parent: str
    child: str
    xyz: tuple[float, ...]
    rpy: tuple[float, ...]
    axis: tuple[float, ...]
    moves: bool
    lo: float
    hi: float

    @property
    def rotation(self) -> np.ndarray:
        """Of the child on the parent (3, 3): turns about the fixed x, y, z axes."""
        (a, b, c), (d, e, f) = np.cos(self.rpy), np.sin(self.rpy)
        x = np.array([[1, 0, 0], [0, a, -d], [0, d, a]])
        y = np.array([[b, 0, e], [0, 1, 0], [-e, 0, b]])
        z = np.array([[c, -f, 0], [f, c, 0], [0, 0, 1]])
        return z @ y @ x


def joints_of(path: Path) -> list[UrdfJoint]:
    """In the order of the file."""
    found = []
    for element in ElementTree.parse(path).getroot().findall("joint"):
        kind = element.get("type")
        if kind not in ("revolute", "continuous", "fixed"):
            raise ValueError(f"{path.name}: joint {element.get('name')} is {kind}")
        limit = element.find("limit")
        turning = kind == "revolute" and limit is not None

        def three(tag: str, key: str, otherwise: str, element: ElementTree.Element = element) -> tuple[float, ...]:
            child = element.find(tag)
            return tuple(float(x) for x in (otherwise if child is None else child.get(key, otherwise)).split())

        found.append(
            UrdfJoint(
                name=element.get("name", ""),
                parent=element.find("parent").get("link", ""),
                child=element.find("child").get("link", ""),
                xyz=three("origin", "xyz", "0 0 0"),
                rpy=three("origin", "rpy", "0 0 0"),
                axis=three("axis", "xyz", "1 0 0"),
                moves=kind != "fixed",
                lo=float(limit.get("lower", "0")) if turning else -np.inf,
                hi=float(limit.get("upper", "0")) if turning else np.inf,
            )
        )
    return found
