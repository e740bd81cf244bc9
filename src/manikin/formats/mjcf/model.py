"""The elements of an MJCF file: includes, settings of the compiler, and defaults by class."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from manikin.errors import FormatError, shorten, suggestion
from manikin.formats.format import Beside
from manikin.formats.urdf.xml import Element, Place, stream
from manikin.math.rotations import Array, about_axis, from_quaternion
from manikin.skeleton.build import AXES

__all__ = ["Model", "numbers", "read_model", "toward", "unit"]

MAX_INCLUDES, MAX_DEPTH = 100, 20
REFUSED = ("attach", "replicate", "composite", "flexcomp", "flex")
"""Elements that make bodies in ways that are not read."""
_INSIDE = ("mujoco", "mujocoinclude", "worldbody", "body", "frame", "default", "equality", "keyframe", "tendon",
           "fixed")  # fmt: skip
_SCHEMA = dict.fromkeys((*_INSIDE, *REFUSED))


@dataclass
class Model:
    """A file with all that it includes.

    Attributes:
        name: Name of the model.
        sections: The elements below the root.
        degrees: Whether angles are in degrees.
        order: Order of Euler angles; small letters turn about the axes that were turned, capital ones about fixed axes.
        autolimits: Whether a range alone limits a joint.
        defaults: For each class, attributes by tag.
    """

    name: str
    sections: list[Element]
    degrees: bool = True
    order: str = "xyz"
    autolimits: bool = True
    defaults: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    odd: list[FormatError] = field(default_factory=list)

    def warn(self, place: Place, message: str) -> None:
        """Note something odd and what was done about it."""
        self.odd.append(place.error(message))

    def attributes(self, element: Element, tag: str, inherited: str) -> dict[str, str]:
        """The attributes of an element, those of its class included."""
        own = element.attributes.get("class", inherited)
        if own not in self.defaults:
            raise element.error(f"there is no default class {shorten(own)}{suggestion(own, self.defaults)}")
        return {**self.defaults[own].get(tag, {}), **element.attributes}

    def frame(self, element: Element, attributes: dict[str, str]) -> Array:
        """The place and orientation (3, 4) of an element."""
        made = np.eye(3, 4)
        made[:, 3] = numbers(element, attributes, "pos", 3, "0 0 0")
        made[:, :3] = self.rotation(element, attributes)
        return made

    def rotation(self, element: Element, attributes: dict[str, str]) -> Array:
        """The orientation (3, 3) that one of five attributes gives."""
        given = [key for key in ("quat", "axisangle", "xyaxes", "zaxis", "euler") if key in attributes]
        if len(given) > 1:
            raise element.error(f"{' and '.join(given)} say the orientation twice")
        match given:
            case ["quat"]:
                w, x, y, z = _direction(element, attributes, "quat", 4)
                return from_quaternion((x, y, z, w))
            case ["axisangle"]:
                *axis, angle = numbers(element, attributes, "axisangle", 4)
                return about_axis(unit(element, axis), self.angle(angle))
            case ["xyaxes"]:
                six = numbers(element, attributes, "xyaxes", 6)
                x_axis = unit(element, six[:3])
                y_axis = unit(element, np.array(six[3:]) - (np.array(six[3:]) @ x_axis) * x_axis)
                return np.column_stack([x_axis, y_axis, np.cross(x_axis, y_axis)])
            case ["zaxis"]:
                return toward(unit(element, numbers(element, attributes, "zaxis", 3)))
            case ["euler"]:
                turn = np.eye(3)
                for letter, angle in zip(self.order, numbers(element, attributes, "euler", 3), strict=True):
                    step = about_axis(AXES[letter.lower()], self.angle(angle))
                    turn = turn @ step if letter.islower() else step @ turn
                return turn
        return np.eye(3)

    def limited(self, element: Element, attributes: dict[str, str]) -> bool:
        """Whether the range of a joint or tendon limits it."""
        limited = attributes.get("limited", "auto")
        _one_of(element, "limited", limited, ("true", "false", "auto"))
        return limited == "true" or (limited == "auto" and self.autolimits and "range" in attributes)

    def angle(self, value: float) -> float:
        """An angle of the file in radians."""
        return math.radians(value) if self.degrees else value


def read_model(data: bytes, file: str | None, beside: Beside) -> Model:
    """The elements of a file, with those that it includes in their places."""
    included = [0]
    root, sections = _parsed(data, included, beside, 0)
    if root.tag != "mujoco":
        hint = "; this is URDF: call it .urdf" if root.tag == "robot" else ""
        raise root.error(f"an MJCF file holds a <mujoco>, not a <{root.tag[:40]}>{hint}")
    made = Model(root.attributes.get("model", "").strip(), sections)
    _compile(made)
    made.defaults["main"] = {}
    for section in sections:
        if section.tag == "default":
            _default(section, "main", made)
    return made


def _parsed(data: bytes, included: list[int], beside: Beside, depth: int) -> tuple[Element, list[Element]]:
    elements = stream(data, _SCHEMA, lambda place, tag: None)
    root = next(elements)
    top = Element(root.line, root.column, root.tag, root.attributes, list(elements))
    stack = [top]
    while stack:
        element = stack.pop()
        if any(child.tag == "include" for child in element.children):
            element.children = [
                inner
                for child in element.children
                for inner in (_included(child, included, beside, depth) if child.tag == "include" else [child])
            ]
        for child in element.children:
            if child.tag in REFUSED:
                raise child.error(f"<{child.tag}> is not read: save the compiled model from MuJoCo and read that")
        stack += element.children
    return root, top.children


def _included(element: Element, included: list[int], beside: Beside, depth: int) -> list[Element]:
    name = element.attributes.get("file", "")
    included[0] += 1
    if not name or included[0] > MAX_INCLUDES or depth > MAX_DEPTH:
        raise element.error("an <include> needs the name of a file; at most 100 are read, 20 deep")
    try:
        return _parsed(beside(name), included, beside, depth + 1)[1]
    except FormatError as error:
        place = f", line {error.line}" if error.line else ""
        deeper = error.message.startswith("in the file")
        message = error.message if deeper else f"in the file {shorten(name)}{place}: {error.message[:300]}"
        raise element.error(message) from None


def _compile(model: Model) -> None:
    """Take in the settings; all of them count before anything else is read, and later ones win."""
    for section in model.sections:
        if section.tag != "compiler":
            continue
        for key, value in section.attributes.items():
            match key:
                case "angle":
                    _one_of(section, key, value, ("degree", "radian"))
                    model.degrees = value == "degree"
                case "eulerseq":
                    if sorted(value.lower()) != ["x", "y", "z"] and not (
                        len(value) == 3 and set(value.lower()) <= set("xyz")
                    ):
                        raise section.error(f"eulerseq is three letters x, y, z, not {shorten(value)}")
                    model.order = value
                case "autolimits":
                    _one_of(section, key, value, ("true", "false"))
                    model.autolimits = value == "true"
                case "coordinate":
                    _one_of(section, key, value, ("local",))


def _one_of(element: Element, key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise element.error(f"{key} must be {' or '.join(known)}, not {shorten(value)}{suggestion(value, known)}")


def _default(section: Element, parent: str, model: Model) -> None:
    """Add a class and those inside it; each begins with what its parent has."""
    stack = [(section, parent)]
    while stack:
        element, above = stack.pop()
        name = element.attributes.get("class", "main")
        own = model.defaults.setdefault(name, {tag: dict(found) for tag, found in model.defaults[above].items()})
        for child in element.children:
            if child.tag != "default":
                own[child.tag] = {**own.get(child.tag, {}), **child.attributes}
        stack += [(child, name) for child in reversed(element.children) if child.tag == "default"]


def numbers(
    element: Element, attributes: dict[str, str], key: str, count: int, default: str | None = None
) -> list[float]:
    """An attribute of ``count`` finite numbers."""
    given = attributes.get(key, default)
    try:
        values = [float(word) for word in (given or "").split()] if "_" not in (given or "") else []
    except ValueError:
        values = []
    if len(values) != count or not all(map(math.isfinite, values)):
        raise element.error(f"{key} of <{element.tag}> must be {count} finite numbers, not {shorten(given)}")
    return values


def _direction(element: Element, attributes: dict[str, str], key: str, count: int) -> list[float]:
    values = numbers(element, attributes, key, count)
    if not math.hypot(*values) > 1e-14:
        raise element.error(f"{key} of <{element.tag}> must not be zero")
    return values


def unit(element: Element, vector: list[float] | Array) -> Array:
    """The vector with the length 1."""
    length = math.hypot(*vector)
    if not length > 1e-14:
        raise element.error(f"an axis of <{element.tag}> must not be zero")
    return np.asarray(vector, float) / length


def toward(axis: Array) -> Array:
    """The smallest rotation that takes z to an axis; about x where it is opposite, as MuJoCo has it."""
    across = np.cross([0.0, 0.0, 1.0], axis)
    sine = float(np.linalg.norm(across))
    if sine < 1e-10:
        return np.eye(3) if axis[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return about_axis(across / sine, math.atan2(sine, float(axis[2])))
