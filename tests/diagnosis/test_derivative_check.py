"""The check of derivatives: it passes all that is shipped, and says where a kind of one's own is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from manikin import Figure, Goal, Handle, InputError, Pose, chain, check_goal, check_handle
from manikin.goals.goal import goal_kinds
from manikin.handles.handle import PointLike, ValueType, handle_kinds
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from tests.support import figures_and_goals as scenes

UP = np.array([[0.0, 1.0, 0.0]])
ARM = Figure(chain([0.3, 0.25, 0.1]))
HANDLES, GOALS = sorted(handle_kinds), sorted(goal_kinds)


@dataclass(frozen=True, kw_only=True)
class Height(Handle):
    """Of a part; ``fault`` spoils it."""

    value_type: ClassVar[ValueType] = "vector"
    size: ClassVar[int] = 1  # type: ignore[assignment]
    kind: ClassVar[str] = "height"
    part: str = "tip"
    fault: str = ""

    def parts(self) -> tuple[str, ...]:
        return (self.part,)

    def value(self, pose: Pose) -> Array:
        height = pose.position(self.part)[1:2]
        return np.array([np.nan]) if self.fault == "nan" else np.tile(height, 2) if self.fault == "size" else height

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        rows: SparseRows = UP @ pose.derivatives.of_point(self.part, pose.position(self.part))
        return rows * 1.001 if self.fault == "factor" else rows


@dataclass(frozen=True, kw_only=True)
class Level(Goal):
    """A point at the height of another; ``sign`` spoils the second derivative."""

    takes: ClassVar[dict[str, ValueType]] = {"point": "point", "target": "point"}
    row_units: ClassVar[tuple[str, ...]] = ("m",)
    kind: ClassVar[str] = "level"
    point: PointLike
    target: PointLike
    sign: float = -1.0

    def residual(self, *values: Array) -> Array:
        return (values[0] - values[1])[1:2]

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        return UP, self.sign * UP


@pytest.mark.parametrize("kind", HANDLES)
def test_every_shipped_handle_passes(kind: str) -> None:
    rng = np.random.default_rng(1)
    figure = scenes.figure(rng, scaled=True, coupled=True)
    report = check_handle(scenes.handle_of_kind(rng, figure, kind), figure, states=3)
    assert report.ok, str(report)


@pytest.mark.parametrize("kind", [kind for kind in GOALS if kind != "any_of"])
def test_every_shipped_goal_passes(kind: str) -> None:
    rng = np.random.default_rng(2)
    figure = scenes.figure(rng)
    report = check_goal(scenes.goal_of_kind(rng, [figure], kind), figure, states=3, tolerance=1e-5)
    assert report.ok, str(report)
    assert report.largest < 1e-5


def test_goals_and_handles_of_ones_own_pass() -> None:
    assert check_handle(Height(), ARM)
    report = check_goal(Level(point=ARM.point("tip"), target=(0, 0.2, 0)), ARM)
    assert report
    assert str(report).startswith("goal level: right at 20 states; the largest difference is ")


def test_a_wrong_sign_is_named_with_its_argument_its_row_and_both_numbers() -> None:
    report = check_goal(Level(point=ARM.point("tip"), target=ARM.point("rod1"), sign=1.0), ARM)
    assert not report
    (fault,) = report.faults
    assert fault.where == "by target, y"
    assert fault.text == "row 0 [m]: jacobians() says 1, differences say -1"
    assert str(report).splitlines()[0] == "goal level: 1 fault"


def test_a_derivative_that_is_wrong_by_a_thousandth_is_found_with_its_parameter() -> None:
    report = check_handle(Height(fault="factor"), ARM)
    assert {fault.where.split(", ")[1] for fault in report.faults} <= {f"parameter {n}" for n in ARM.parameter_names}
    assert 1e-4 < report.largest < 2e-3


@pytest.mark.parametrize(("fault", "message"), [("nan", "finite"), ("size", "1 finite numbers")])
def test_values_that_are_none_are_named(fault: str, message: str) -> None:
    report = check_handle(Height(fault=fault), ARM)
    assert message in str(report)


def test_the_number_of_states_is_checked() -> None:
    with pytest.raises(InputError, match="whole number above 0"):
        check_handle(Height(), ARM, states=0)
