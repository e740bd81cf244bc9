"""Files that are dropped on the page: what is said of them, and what does not pass."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manikin import commands as c
from manikin.document.actor import MOST_POSES
from manikin.document.stored_pose import stored_pose
from manikin.editor.imports import import_command
from manikin.errors import InputError, ManikinError
from manikin.formats.format import write_pose
from manikin.project.documents import open_store
from tests.support.workspaces import standing


def test_a_pose_beyond_the_limits_is_taken_to_them_and_that_is_said() -> None:
    document = standing()
    figure = document.actor().figure
    data = json.loads(write_pose(figure.pose(), "p.json"))
    inside = import_command(document, json.dumps(data).encode(), {"name": "p.json"})
    assert inside[1] == ()
    data["values"]["r_elbow"] = 99.0
    command, told = import_command(document, json.dumps(data).encode(), {"name": "p.json"})
    assert len(told) == 1
    assert "right elbow" in told[0]
    assert "limits" in told[0]
    after = command.apply(document).actor()
    assert after.pose["r_elbow"] == pytest.approx(figure.hi[figure.index("r_elbow")])


def test_a_dropped_project_does_not_bring_values_beyond_limits(tmp_path: Path) -> None:
    document = standing()
    actor = document.actor()
    q = np.array(actor.q)
    q[actor.figure.index("r_elbow")] = 9.0
    path = tmp_path / "far.manikin"
    open_store(path, lambda: document.at({"human": q})).close()
    command, _ = import_command(document, path.read_bytes(), {"name": "far.manikin"})
    taken = command.apply(document).actor()
    assert (np.array(taken.q) <= taken.figure.hi + 1e-12).all()


def test_a_figure_does_not_have_poses_without_end() -> None:
    actor = standing().actor()
    poses = tuple(stored_pose(actor.figure, f"pose {k}", actor.q) for k in range(MOST_POSES + 1))
    with pytest.raises(InputError, match="at most 2,000 stored poses"):
        replace(actor, poses=poses)
    full = standing().with_actor(replace(actor, poses=poses[:-1]))
    with pytest.raises(ManikinError, match="2,000"):
        c.StorePose(name="one more").apply(full)
