"""Props: figures of one joint, made to size, standing on the ground."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.bodies.props import PROPS, prop
from manikin.errors import InputError, UnknownName
from manikin.skeleton.build import single_part


def corners(figure: object) -> np.ndarray:
    """The lowest and the highest corner (2, 3) of a prop's solids at rest."""
    pose = figure.pose()  # type: ignore[attr-defined]
    part = figure.skeleton.root.name  # type: ignore[attr-defined]
    points = np.concatenate([shape.triangles(24)[0] for shape in figure.skeleton.root.shapes])  # type: ignore[attr-defined]
    placed = points @ pose.orientation(part).T + pose.position(part)
    return np.array([placed.min(axis=0), placed.max(axis=0)])


@pytest.mark.parametrize("name", PROPS)
def test_a_prop_is_one_free_joint_with_mass_that_stands_on_the_ground(name: str) -> None:
    figure = bodies.load(name)
    assert len(figure.skeleton) == 1
    assert [(v.kind, v.lo, v.hi) for v in figure.parameters] == [("slide", -np.inf, np.inf)] * 3 + [
        ("hinge", -np.inf, np.inf)
    ] * 3
    assert 0.1 < figure.skeleton.mass < 30
    assert corners(figure)[0, 1] == pytest.approx(0.0, abs=1e-9)
    assert bodies.describe(name).endswith(".")


def test_sizes_follow_the_name() -> None:
    low, high = corners(bodies.load("box:0.5x0.25x0.1"))
    np.testing.assert_allclose(high - low, [0.5, 0.25, 0.1], atol=1e-9)
    low, high = corners(bodies.load("tube:2x0.1"))
    np.testing.assert_allclose(high - low, [2, 0.1, 0.1], atol=1e-3)
    low, high = corners(bodies.load("ball:0.4"))
    np.testing.assert_allclose(high - low, [0.4, 0.4, 0.4], atol=5e-3)
    assert bodies.load("chair:0.6x0.5x0.5").pose().position("chair")[1] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("box:1x2", "width x height x depth"),
        ("box:axbxc", 'as in "box:0.4x0.3x0.3"'),
        ("box:0.4x0x0.3", "from 0.001 to 100 m"),
        ("tube:1e9x1", "length x diameter"),
        ("ball:nan", "diameter"),
        ("ball:", "numbers of metres"),
    ],
)
def test_wrong_sizes_are_refused_with_an_example(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bodies.load(name)


def test_a_prop_without_a_shape_is_refused() -> None:
    with pytest.raises(InputError, match="no shape"):
        single_part("nothing", ())


def test_an_unknown_name_lists_props_too() -> None:
    with pytest.raises(UnknownName, match="chair"):
        bodies.load("chaire")


def test_masses_grow_with_the_volume() -> None:
    assert prop("ball", 0.44).mass == pytest.approx(8 * prop("ball", 0.22).mass, rel=1e-3)
