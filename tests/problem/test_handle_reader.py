"""Gauges: handles read together are the handles read one by one."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.errors import UnknownName
from manikin.handles import Combined, Point
from manikin.problem.handle_reader import HandleReader
from tests.support import figures_and_goals as scenes

KINDS = ("point", "direction", "orientation", "frame", "centre_of_mass", "parameters")


@pytest.mark.parametrize("combined", [False, True])
def test_a_gauge_reads_what_its_handles_read(combined: bool) -> None:
    rng = np.random.default_rng(0)
    figures = [scenes.figure(rng, name=name, scaled=True, coupled=True) for name in ("anna", "otto")]
    handles = [scenes.handle_of_kind(rng, figure, kind) for figure in figures for kind in KINDS]
    if combined:
        handles.append(Combined(handles=(figures[1].point("leg"), figures[1].direction("foot", (1, 0, 0)))))
    gauge = HandleReader(figures, handles)
    states = np.concatenate([scenes.states(rng, figure, 10) for figure in figures], axis=-1)
    for q in states:
        poses = {f.name: f.pose(part) for f, part in zip(figures, np.split(q, 2), strict=True)}
        values = np.concatenate([h.value(poses[h.figure]) for h in handles])
        np.testing.assert_allclose(gauge.values(q), values, atol=1e-12)
        row = 0
        jacobian = gauge.jacobian(q)
        into = np.full_like(jacobian, np.nan)
        assert gauge.jacobian(q, out=into) is into
        np.testing.assert_array_equal(into, jacobian)
        for h in handles:
            start = 0 if h.figure == "anna" else figures[0].size
            own = jacobian[row : row + h.tangent]
            wanted = h.jacobian(poses[h.figure])
            np.testing.assert_allclose(own[:, start : start + figures[0].size], wanted, atol=1e-11)
            assert np.count_nonzero(own) == np.count_nonzero(own[:, start : start + figures[0].size])
            row += h.tangent
        assert row == len(jacobian)
    np.testing.assert_array_equal(gauge.values_batch(states), [gauge.values(q) for q in states])


def test_unknown_parts_are_refused_at_once() -> None:
    figure = scenes.figure(np.random.default_rng(0))
    with pytest.raises(UnknownName, match="did you mean"):
        HandleReader(figure, [Point(part="left hnad")])
