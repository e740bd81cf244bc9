"""Pose files: what is written, what is read, units, and files that are refused."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from manikin.errors import FormatError, UnknownName
from manikin.figure.figure import Figure
from manikin.formats.content import Content, PoseValues
from manikin.formats.format import read_content, read_pose, write_content, write_pose
from manikin.formats.json_data import MAX_JSON_BYTES
from manikin.skeleton.build import hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton
from tests.support.reading_alone import BYTES, SECONDS, read_alone

CRANE = Figure(
    Skeleton(name="crane", joints=(joint("lift", dofs=[slide("y")]), joint("arm", "lift", dofs=[hinge("z")])))
)


def read(data: Any) -> PoseValues:
    return read_content(data if isinstance(data, bytes) else json.dumps(data).encode(), "pose.json").pose


def test_a_pose_comes_back_bit_for_bit() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        pose = CRANE.pose(rng.normal(size=2) * 10.0 ** rng.integers(-12, 6))
        assert read_pose(write_pose(pose, "p.json"), "p.json", CRANE).q.tobytes() == pose.q.tobytes()


def test_the_file_states_figure_and_units() -> None:
    written = json.loads(write_pose(CRANE.pose(arm=0.5), "p.json"))
    assert written == {
        "figure": "crane",
        "units": {"angle": "rad", "length": "m"},
        "values": {"lift": 0.0, "arm": 0.5},
    }


def test_values_alone_are_degrees_and_metres() -> None:
    assert read({"arm": 90, "lift": 0.5}).on(CRANE) == {"arm": math.pi / 2, "lift": 0.5}


def test_a_file_with_values_must_state_the_unit_of_its_angles() -> None:
    for units in ({}, {"units": {}}, {"units": {"length": "m"}}):
        with pytest.raises(FormatError, match="units"):
            read({"figure": "crane", **units, "values": {"arm": 1.5, "lift": 0.5}})


def test_angles_may_be_stated_in_degrees() -> None:
    found = read({"units": {"angle": "deg"}, "values": {"arm": 90, "lift": 0.5}})
    assert found.on(CRANE) == {"arm": math.pi / 2, "lift": 0.5}
    assert read_content(write_content(Content(poses=(found,)), "a.json"), "a.json").pose == found


def test_parameters_that_are_not_named_are_at_rest() -> None:
    assert read_pose(b'{"arm": 90}', "p.json", CRANE).q.tolist() == [0.0, math.pi / 2]


def test_several_poses_stand_in_a_list() -> None:
    poses = (PoseValues(values=(("arm", 1.0),), figure="crane", name="up"), PoseValues(values=(("bend", 2.0),)))
    data = write_content(Content(poses=poses), "poses.json")
    assert [pose.get("name") for pose in json.loads(data)["poses"]] == ["up", None]
    assert read_content(data, "poses.json").poses == poses
    with pytest.raises(FormatError, match=r"^poses\.json: expected one pose, found 2 poses$"):
        read_pose(data, "poses.json", CRANE)


def test_a_parameter_that_the_figure_lacks_is_told_with_the_file() -> None:
    with pytest.raises(FormatError, match=r"^p\.json: there is no parameter 'arn'; .*\(known: lift, arm\)"):
        read_pose(b'{"arn": 1}', "p.json", CRANE)
    with pytest.raises(UnknownName):
        read({"arn": 1}).on(CRANE)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"arm": 3', r"^pose\.json:1:10: not JSON"),
        (b"", r"^pose\.json:1:1: not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"1" * 5000, "not JSON"),
        (b"[1, 2]", "expected an object of values"),
        (b"null", "expected an object of values"),
        (b"{}", "expected an object of values"),
        (b'{"poses": [3]}', "expected an object of values"),
        (b'{"poses": []}', "expected one pose, found nothing"),
        (b'{"arm": "x"}', "the value of 'arm' must be a number, not 'x'"),
        (b'{"arm": true}', "must be a number"),
        (b'{"arm": null}', "must be a number"),
        (b'{"arm": NaN}', "must be a finite number"),
        (b'{"arm": 1e999}', "must be a finite number"),
        (b'{"arm": -Infinity}', "must be a finite number"),
        (b'{"arm": ' + b"9" * 400 + b"}", "must be a finite number"),
        (b'{"arm": 1, "arm": 2}', "'arm' stands twice"),
        (b'{"values": 3}', "there is no parameter 'values'"),
        (b'{"values": {"arm": []}}', "must be a number"),
        (b'{"values": {"arm": 1}, "units": "deg"}', '"units" must be an object'),
        (b'{"values": {"arm": 1}, "units": {"angles": "deg"}}', '"units" must be an object'),
        (b'{"values": {"arm": 1}, "units": {"angle": "grad"}}', "must be one of rad, deg, not 'grad'"),
        (b'{"values": {"arm": 1}, "units": {"angle": ["deg"]}}', "must be one of rad, deg"),
        (
            b'{"values": {"arm": 1}, "units": {"angle": "rad", "length": "cm"}}',
            "the unit of lengths must be m, not 'cm'",
        ),
        (b'{"values": {"arm": 1}, "units": {"angle": "deg"}, "figure": 3}', '"figure" must be a text, not 3'),
        (b'{"values": {"arm": 1}, "units": {"angle": "deg"}, "ungrouped": "no"}', '"ungrouped" must be true or false'),
    ],
)
def test_what_is_no_pose_is_refused_with_the_name_of_the_file(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        assert read_pose(data, "pose.json", CRANE)
    assert str(caught.value).startswith("pose.json")


HOSTILE = {
    "too long": b" " * (MAX_JSON_BYTES + 1),
    "empty objects": b"[" + b"{}," * (MAX_JSON_BYTES // 3 - 2) + b"{}]",
    "empty lists": b"[" + b"[]," * (MAX_JSON_BYTES // 3 - 2) + b"[]]",
    "numbers": b'{"a":[' + b"1.5," * (MAX_JSON_BYTES // 4 - 4) + b"0]}",
    "a long text": b'{"a":"' + b"x" * (MAX_JSON_BYTES - 10) + b'"}',
    "nesting": b"[" * MAX_JSON_BYTES,
    "the same name": b"{" + b'"a":0,' * (MAX_JSON_BYTES // 6 - 2) + b'"a":0}',
}


@pytest.mark.timing
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_bounded_time_and_memory(case: str) -> None:
    found = read_alone(".json", HOSTILE[case])
    assert found.told == "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES
