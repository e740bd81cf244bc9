"""The codes of goals and handles, and the C++ header that is made from the classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from manikin.goals.goal import Goal, goal_kinds
from manikin.handles.handle import VALUE_SIZES, handle_kinds
from manikin.problem.kernel_codes import GOAL_CODES, GOALS, HANDLE_CODES, header
from manikin.problem.kernel_tables import flatten
from tests.support import figures_and_goals
from tests.support.paths import TOP

COMMITTED = TOP / "kernels" / "src" / "evaluation" / "goal_codes.hpp"
KINDS = [cls.kind for cls in GOALS]


def test_the_committed_header_is_the_one_that_the_classes_make() -> None:
    told = "run: python -m manikin.problem.kernel_codes > kernels/src/evaluation/goal_codes.hpp"
    assert COMMITTED.read_text("utf-8") == header(), told


def test_every_shipped_goal_and_handle_has_a_code_but_for_combinations() -> None:
    assert {
        kind for kind, cls in goal_kinds.items() if cls not in GOAL_CODES and cls.__module__.startswith("manikin.")
    } == {"any_of"}
    fixed = {f"fixed_{value_type}" for value_type in VALUE_SIZES}
    known = {kind for kind, cls in handle_kinds.items() if cls in HANDLE_CODES}
    shipped = {kind for kind, cls in handle_kinds.items() if cls.__module__.startswith("manikin.")}
    assert shipped - known == fixed | {"combined", "swivel"}  # read in Python; its goal is compiled


@pytest.mark.parametrize("kind", KINDS)
def test_a_goal_has_the_rows_and_handles_of_its_form(kind: str) -> None:
    rng = np.random.default_rng(1)
    figure = figures_and_goals.figure(rng)
    goal = figures_and_goals.goal_of_kind(rng, [figure], kind)
    form = header().split("kGoalForms[kGoalCodes] = {\n")[1].splitlines()[GOAL_CODES[type(goal)]]
    inputs, more, rows, target_rows, inequality = form[form.index("{") + 1 : form.index("}")].split(", ")
    assert len(inputs) - 2 == len(goal.takes)
    assert (more == "true") == (len(goal.handles) > len(goal.takes))
    assert int(rows) in (-1, goal.rows)
    assert int(target_rows) <= goal.rows
    assert set(goal.units[: int(target_rows)]) <= {"m"}
    assert (inequality == "true") == goal.inequality


def test_a_subclass_of_a_shipped_goal_is_not_taken_for_it() -> None:
    rng = np.random.default_rng(2)
    figure = figures_and_goals.figure(rng)
    goal = figures_and_goals.goal_of_kind(rng, [figure], "position")

    @dataclass(frozen=True, kw_only=True)
    class Twice(type(goal)):  # type: ignore[misc]
        """Another residual under the same fields."""

        def residual(self, *values: np.ndarray) -> np.ndarray:
            return 2 * super().residual(*values)  # type: ignore[no-any-return]

    other: Goal = Twice(point=goal.handles[0], target=goal.handles[1])
    assert flatten([figure], [goal]) is not None
    assert flatten([figure], [other]) is None
