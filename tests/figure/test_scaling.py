"""Bodies of another stature, mass and other lengths, measured afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.figure.scaling import height_of
from manikin.skeleton.build import chain

HUMAN = bodies.load("human")
CASES: dict[str, dict[str, object]] = {
    "small": {"stature": 1.5},
    "tall and light": {"stature": 1.95, "mass": 70.0},
    "long legs": {"lengths": {"thigh": 0.5, "shin": 0.5}},
    "long legs of a given stature": {"stature": 1.75, "lengths": {"thigh": 0.5, "shin": 0.45}, "mass": 80.0},
}


def length(figure: Figure, part: str, next_part: str) -> float:
    pose = figure.pose("sit")
    return float(np.linalg.norm(pose.position(next_part) - pose.position(part)))


@pytest.mark.parametrize("case", CASES)
def test_stature_mass_and_lengths_are_those_that_were_asked_for(case: str) -> None:
    asked = CASES[case]
    figure = HUMAN.scaled(**asked)  # type: ignore[arg-type]
    if "stature" in asked:
        assert height_of(figure) == pytest.approx(asked["stature"], abs=1e-10)
    if "mass" in asked:
        assert figure.skeleton.mass == pytest.approx(asked["mass"])
    for name, wanted in dict(asked.get("lengths", {})).items():  # type: ignore[call-overload]
        end = {"thigh": "shin", "shin": "foot"}[name]
        for side in "lr":
            assert length(figure, f"{side}_{name}", f"{side}_{end}") == pytest.approx(wanted)


@pytest.mark.parametrize("case", CASES)
def test_a_scaled_human_stands_on_the_ground_and_is_symmetric(case: str) -> None:
    figure = HUMAN.scaled(**CASES[case])  # type: ignore[arg-type]
    factor = height_of(figure) / height_of(HUMAN) if "lengths" not in CASES[case] else None
    for name in (None, *HUMAN.pose_names):
        low, expected = figure.pose(name).bounding_box()[0][1], HUMAN.pose(name).bounding_box()[0][1]
        assert low == pytest.approx(expected * (factor or 1), abs=2e-4 if factor is None else 1e-12)
    rng = np.random.default_rng(2)
    pose = figure.pose(figure.random_state(rng, reach=0.5))
    mirrored = pose.mirrored()
    for part in figure.skeleton:
        np.testing.assert_allclose(
            mirrored.position(part.mirror or part.name), pose.position(part.name) * (-1, 1, 1), atol=1e-12
        )


def test_limits_couplings_and_choice_of_groups_stay() -> None:
    figure = HUMAN.ungrouped("spine").scaled(stature=1.6)
    assert figure.active_couplings == HUMAN.active_couplings - {"spine"}
    np.testing.assert_array_equal(figure.hi, HUMAN.ungrouped("spine").hi)
    assert HUMAN.ungrouped().scaled(mass=60).active_couplings == frozenset()
    assert HUMAN.scaled() == HUMAN


def test_lengths_that_leave_no_room_for_a_stature_are_refused() -> None:
    with pytest.raises(InputError, match="with these lengths of segments is 1 m high"):
        HUMAN.scaled(stature=1.0, lengths={"thigh": 0.8, "shin": 0.8})
    with pytest.raises(InputError, match="is flat at rest"):
        Figure(chain([1.0], thickness=0.0)).scaled(stature=1.0)
    with pytest.raises(UnknownName):
        HUMAN.scaled(lengths={"wing": 1.0})


def test_shipped_bodies_are_loaded_in_other_sizes() -> None:
    small = bodies.load("human:1.6x55")
    assert (height_of(small), small.skeleton.mass, small.name) == (pytest.approx(1.6), pytest.approx(55), "human")
    assert height_of(bodies.load("quadruped:0.4")) == pytest.approx(0.4)
    for wrong in ("human:tall", "human:1.6x", "human:1x2x3", "human:"):
        with pytest.raises(InputError, match=r'as in "human:1\.6x55"'):
            bodies.load(wrong)
    with pytest.raises(InputError, match="above 0"):
        bodies.load("human:-1")
