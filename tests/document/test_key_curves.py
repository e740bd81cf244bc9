"""Keys as points of curves: values, times and rates."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import commands
from manikin.clips import Keyframes
from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.errors import InputError, UnknownName
from tests.support.moving_document import moving_document


def clip_of(document: Document) -> Keyframes:
    clip = document.actor().clip
    assert clip is not None
    return clip


def test_a_shift_moves_values_and_times_and_nothing_else() -> None:
    before = moving_document()
    after = commands.ShiftKeys(keys={"human": (10.0, 20.0)}, by=3.0, values={"r_elbow": 0.25}).apply(before)
    old, new = clip_of(before), clip_of(after)
    assert [key.frame for key in new.keys] == [0, 13, 23, 30, 40]
    column = old.figure.index("r_elbow")
    for one, other in zip(old.keys[1:3], new.keys[1:3], strict=True):
        moved = np.array(other.q) - np.array(one.q)
        assert moved[column] == pytest.approx(0.25)
        assert np.flatnonzero(moved).tolist() == [column]
    assert old.keys[3:] == new.keys[3:]


def test_a_shift_ends_at_the_limits_and_gives_partial_keys_the_track() -> None:
    document = commands.KeyPose(frame=15, part="l_hand").apply(moving_document())
    after = clip_of(commands.ShiftKeys(keys={"human": (15.0,)}, values={"r_elbow": 99.0}).apply(document))
    key = next(key for key in after.keys if key.frame == 15)
    column = after.figure.index("r_elbow")
    assert key.q[column] == after.figure.hi[column]
    assert "r_elbow" in (key.tracks or ())


@pytest.mark.parametrize("side", ["both", "in", "out"])
def test_rates_bend_one_curve_and_leave_the_others_as_they_are(side: str) -> None:
    before = moving_document()
    edit = commands.SetKeyRates(keys={"human": (20.0,)}, rates={"r_elbow": 0.02}, side=side)  # type: ignore[arg-type]
    old, new = clip_of(before), clip_of(edit.apply(before))
    column = old.figure.index("r_elbow")
    step = 1e-5
    slope = {
        "in": (new.state(20)[column] - new.state(20 - step)[column]) / step,
        "out": (new.state(20 + step)[column] - new.state(20)[column]) / step,
    }
    for own in ("in", "out"):
        if side in ("both", own):
            assert slope[own] == pytest.approx(0.02, abs=1e-5)
    frames = np.linspace(0, 40, 81)
    scalars = [old.figure.index(name) for name in ("l_elbow", "l_knee", "r_knee")]
    np.testing.assert_allclose(new.at(frames)[:, scalars], old.at(frames)[:, scalars], atol=1e-9)
    assert np.abs(new.at(frames)[:, column] - old.at(frames)[:, column]).max() > 1e-3


def test_rates_go_again_by_themselves_and_by_another_tension() -> None:
    before = moving_document()
    bent = commands.SetKeyRates(keys={"human": (20.0,)}, rates={"r_elbow": 0.02}).apply(before)
    assert clip_of(commands.SetKeyRates(keys={"human": (20.0,)}, rates=None).apply(bent)).keys == clip_of(before).keys
    tense = commands.ChangeKeys(keys={"human": (20.0,)}, changes={"tension": 0.5}).apply(bent)
    assert next(key for key in clip_of(tense).keys if key.frame == 20).rates is None


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (commands.ShiftKeys(keys={"human": (10.0,)}, values={"nose": 1.0}), UnknownName),
        (commands.ShiftKeys(keys={"human": (10.0,)}, values={"r_elbow": float("nan")}), InputError),
        (commands.ShiftKeys(keys={"human": (11.0,)}, values={"r_elbow": 0.1}), InputError),
        (commands.SetKeyRates(keys={"human": (10.0,)}, rates={"r_elbow": float("inf")}), InputError),
    ],
)
def test_what_cannot_be_is_refused(command: Command, error: type[Exception]) -> None:
    with pytest.raises(error):
        command.apply(moving_document())
