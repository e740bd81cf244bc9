"""What every handle owes: run over the registry, so that a new kind is tested the day it is written."""

from __future__ import annotations

import json

import numpy as np
import pytest

from manikin.figure.pose import Pose
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle, handle_kinds
from manikin.math.rotations import rotation_vector
from manikin.plain_data import from_data, to_data
from tests.support import figures_and_goals as scenes

KINDS = sorted(handle_kinds)
FIGURES = [(scaled, coupled) for scaled in (False, True) for coupled in (False, True)]


def difference(handle: Handle, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a − b in the rows of the handle's slope."""
    if handle.value_type == "orientation":
        return rotation_vector(a.reshape(3, 3) @ b.reshape(3, 3).T)
    if handle.value_type == "frame":
        a, b = a.reshape(3, 4), b.reshape(3, 4)
        return np.concatenate([a[:, 3] - b[:, 3], rotation_vector(a[:, :3] @ b[:, :3].T)])
    return a - b


@pytest.mark.parametrize(("scaled", "coupled"), FIGURES)
@pytest.mark.parametrize("kind", KINDS)
def test_slope_equals_central_differences_at_random_states(kind: str, scaled: bool, coupled: bool) -> None:
    rng = np.random.default_rng(7)
    figure = scenes.figure(rng, scaled=scaled, coupled=coupled)
    h = 1e-6
    for q in scenes.states(rng, figure, 20):
        handle = scenes.handle_of_kind(rng, figure, kind)
        jacobian = handle.jacobian(figure.pose(q))
        assert jacobian.shape == (handle.tangent, figure.size)
        for column in range(figure.size):
            step = np.eye(figure.size)[column] * h
            up, down = handle.value(Pose(figure, q + step)), handle.value(Pose(figure, q - step))
            np.testing.assert_allclose(jacobian[:, column], difference(handle, up, down) / (2 * h), atol=2e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_value_does_not_change_with_parameters_it_says_nothing_of(kind: str) -> None:
    rng = np.random.default_rng(3)
    figure = scenes.figure(rng, scaled=True, coupled=True)
    for q in scenes.states(rng, figure, 10):
        handle = scenes.handle_of_kind(rng, figure, kind)
        own = set() if isinstance(handle, Fixed) else set(handle.columns(figure).tolist())
        assert set(handle.sparse_jacobian(figure.pose(q)).columns.tolist()) <= own
        other = q.copy()
        for column in set(range(figure.size)) - own:
            other[column] += 0.5
        np.testing.assert_array_equal(handle.value(Pose(figure, other)), handle.value(Pose(figure, q)))


@pytest.mark.parametrize("kind", KINDS)
def test_value_has_the_size_it_says_and_is_finite(kind: str) -> None:
    rng = np.random.default_rng(5)
    figure = scenes.figure(rng, scaled=True)
    for q in scenes.states(rng, figure, 5):
        handle = scenes.handle_of_kind(rng, figure, kind)
        value = handle.value(figure.pose(q))
        assert value.shape == (handle.size,)
        assert np.isfinite(value).all()


@pytest.mark.parametrize("kind", KINDS)
def test_handle_survives_a_trip_through_json(kind: str) -> None:
    rng = np.random.default_rng(11)
    handle = scenes.handle_of_kind(rng, scenes.figure(rng), kind)
    assert from_data(Handle, json.loads(json.dumps(to_data(handle)))) == handle
