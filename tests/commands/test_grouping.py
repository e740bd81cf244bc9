"""Joint groups: their joints are moved one by one and together again."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import SetGroup, SetParameters
from manikin.commands.figures import first_document
from manikin.errors import UnknownName


def test_a_spine_is_moved_by_single_vertebrae_and_together_again() -> None:
    bent = SetParameters(values={"spine_bend": 0.6}).apply(first_document(bodies.load("human")))
    single = SetGroup(group="spine", single=True).apply(bent)
    before, after = bent.actor("human").pose, single.actor("human").pose
    np.testing.assert_allclose(after.world, before.world, atol=1e-9)  # it looks the same
    assert SetGroup(group="spine", single=True).apply(single) is single
    one = SetParameters(values={"t8_bend": after["t8_bend"] + 0.05}).apply(single).actor("human").pose
    assert np.linalg.norm(one.position("t8") - after.position("t8")) < 1e-9
    assert np.linalg.norm(one.position("head") - after.position("head")) > 0.01
    together = SetGroup(group="spine", single=False).apply(single).actor("human").pose
    assert together["spine_bend"] == pytest.approx(0.6, abs=1e-6)


def test_a_group_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="spine"):
        SetGroup(group="spine", single=True).apply(first_document(bodies.load("planar3")))
    with pytest.raises(UnknownName, match='did you mean "spine"'):
        SetGroup(group="spin", single=True).apply(first_document(bodies.load("human")))
