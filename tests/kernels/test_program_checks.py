"""Tables of goals that contradict themselves are refused by the kernels, before they are used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError
from manikin.goals import Balance
from manikin.handles import FixedPoint
from manikin.kernels import library, make_program
from manikin.problem.kernel_tables import flatten

pytestmark = pytest.mark.skipif(library() is None, reason="no compiled kernels here")


@pytest.mark.parametrize(
    "numbers",
    [
        (4, 0.2, 0.3),  # a share is missing
        (5, 0.2, 0.3, 0.1),  # one corner too many
        (4, 0.2, 0.7, 0.6),  # more than all of the mass
        (4, 0.2, -0.1, 0.1),
        (4, 1.5, 0.3, 0.1),
        (4.5, 0.2, 0.3, 0.1),
    ],
)
def test_numbers_of_a_balance_that_do_not_fit_its_points_are_refused(numbers: tuple[float, ...]) -> None:
    human = bodies.load("human")
    corners = [FixedPoint(position=(x, 0.0, z)) for x in (0.0, 1.0) for z in (0.0, 1.0)]
    loads = [FixedPoint(position=(0.5, 1.0, 0.5)), human.point("r_hand")]
    goal = Balance(point=human.centre_of_mass(), support=corners, margin=0.2, loads=loads, load_shares=(0.3, 0.1))
    tables = flatten([human], [goal])
    assert tables is not None
    assert tables.goal_numbers.tolist() == [4, 0.2, 0.3, 0.1]
    make_program(tables)
    starts = np.array([0, len(numbers)], np.int32)
    with pytest.raises(InputError, match="do not agree"):
        make_program(replace(tables, goal_numbers=np.array(numbers, float), goal_number_starts=starts))
