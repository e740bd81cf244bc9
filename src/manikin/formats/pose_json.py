"""``.json``: poses as parameter values by name; docs/formats/pose.md."""

from __future__ import annotations

import json
from typing import Any

from manikin.errors import FormatError, InputError, shorten
from manikin.formats.content import ANGLE_UNITS, Content, PoseValues
from manikin.formats.format import Beside, Format, nothing_beside
from manikin.formats.json_data import read_json
from manikin.plain_data import LARGEST_NUMBER

__all__ = ["PoseJson", "pose_data"]

LENGTH_UNIT = "m"


class PoseJson(
    Format,
    name="pose_json",
    suffixes=(".json",),
    describes="poses as parameter values by name",
    losses={"poses": "none"},
):
    """Reads and writes one pose, or several as {"poses": [...]}."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        found = read_json(data, file)
        try:
            return Content(poses=tuple(_pose(item) for item in _items(found)))
        except InputError as error:
            raise FormatError(str(error), file=file) from None

    def write(self, content: Content) -> bytes:
        found = [pose_data(pose) for pose in content.poses]
        whole = found[0] if len(found) == 1 else {"poses": found}
        return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


def pose_data(pose: PoseValues) -> dict[str, Any]:
    """A pose as plain data, with the units of its values."""
    named = {"name": pose.name, "figure": pose.figure}
    return {
        **{key: value for key, value in named.items() if value is not None},
        **({"ungrouped": True} if pose.ungrouped else {}),
        "units": {"angle": pose.angle_unit, "length": LENGTH_UNIT},
        "values": dict(pose.values),
    }


def _items(found: Any) -> list[Any]:
    """The poses of a file: the file itself, or its list of poses."""
    if isinstance(found, dict) and isinstance(found.get("poses"), list):
        items: list[Any] = found["poses"]
        return items
    return [found]


def _pose(found: Any) -> PoseValues:
    if not isinstance(found, dict) or not found:
        raise InputError('expected an object of values by name, as in {"elbow": 90}')
    values = found.get("values")
    if not isinstance(values, dict):
        # written by hand: nothing but values, in degrees and metres
        return PoseValues(values=_numbers(found), angle_unit="deg")
    return PoseValues(
        values=_numbers(values),
        angle_unit=_angle_unit(found.get("units", {})),
        figure=_text(found, "figure"),
        ungrouped=_flag(found, "ungrouped"),
        name=_text(found, "name"),
    )


def _numbers(found: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    numbers = []
    for name, value in found.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InputError(f"the value of {shorten(name)} must be a number, not {shorten(value)}")
        if not abs(value) <= LARGEST_NUMBER:
            raise InputError(f"the value of {shorten(name)} must be a finite number of at most {LARGEST_NUMBER:g}")
        numbers.append((name, float(value)))
    return tuple(numbers)


def _angle_unit(units: Any) -> Any:
    """The unit of angles; a file without units has radians, as those written before units were stated."""
    if not isinstance(units, dict) or units.keys() - {"angle", "length"}:
        raise InputError(f'"units" must be an object with "angle" and "length", not {shorten(units)}')
    angle, length = units.get("angle", "rad"), units.get("length", LENGTH_UNIT)
    if angle not in ANGLE_UNITS:
        raise InputError(f"the unit of angles must be one of {', '.join(ANGLE_UNITS)}, not {shorten(angle)}")
    if length != LENGTH_UNIT:
        raise InputError(f"the unit of lengths must be {LENGTH_UNIT}, not {shorten(length)}")
    return angle


def _text(found: dict[str, Any], key: str) -> str | None:
    value = found.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f'"{key}" must be a text, not {shorten(value)}')
    return value


def _flag(found: dict[str, Any], key: str) -> bool:
    value = found.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f'"{key}" must be true or false, not {shorten(value)}')
    return value
