"""Every experiment runs, writes what it promises, and shows what the documents say; in a short form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import manikin.experiments  # noqa: F401
from manikin.errors import Unsupported
from manikin.experiments.experiment import Experiment, Row, experiment_kinds, new_plot
from manikin.experiments.x1_planar import INSIDE, OUTSIDE, PlanarArm, follow_goal
from manikin.experiments.x9_chase import ChainChase
from tests.support.command_line import mistake, run

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.slow

# what makes each quick; those not named here are quick as they are
SHORT: dict[str, dict[str, Any]] = {
    "X1": {},
    "X2": {"tolerances": (1e-1, 1e-2), "repeats": 1, "patience": 10.0},
    "X3": {"iterations": 100},
    "X4": {"repetitions": 1},
    "X5": {"repetitions": 1},
    "X6": {"repetitions": 1},
    "X7": {"repetitions": 1},
    "X8": {},
    "X10": {"frames": 12},
    "X11": {},
    "gallery": {"size": (200, 220)},
    "X9": {"refreshes": 8, "iterations": (("transpose", 60), ("halving", 5))},
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[Row], dict[str, Any], Path]]:
    """Rows, numbers and folder of the short experiments."""
    found = {}
    for id, changes in SHORT.items():
        folder = tmp_path_factory.mktemp(id)
        experiment: Experiment = experiment_kinds[id]()
        for name, value in changes.items():
            assert hasattr(experiment, name)
            setattr(experiment, name, value)
        rows = experiment.run(folder)
        found[id] = rows, json.loads((folder / f"{id.lower()}.json").read_text("utf-8")), folder
    return found


@pytest.mark.parametrize("id", SHORT)
def test_an_experiment_writes_pictures_and_numbers_and_a_table(id: str, done: Any) -> None:
    rows, numbers, folder = done[id]
    assert rows
    assert numbers
    assert all(row.quantity and row.ours for row in rows)
    assert any(row.document for row in rows)
    pictures = list(folder.glob("*.png"))
    assert len(pictures) >= 2
    for path in pictures:
        with Image.open(path) as image:
            pixels = np.asarray(image.convert("L"))
            assert min(image.size) >= 200
            assert pixels.std() > 3  # something is on it


def test_every_experiment_says_what_it_is() -> None:
    for id, cls in experiment_kinds.items():
        assert cls.id == id
        assert cls.title
        assert cls.source
        assert (cls.__doc__ or "").strip()


# ---- X1 ----------------------------------------------------------------------------------------


def test_the_methods_of_the_chapter_bring_the_arm_to_its_goal(done: Any) -> None:
    _, numbers, _ = done["X1"]
    assert len(numbers["inside"]) == 7
    for label, facts in numbers["inside"].items():
        assert np.shape(facts["angles"]) == (21, 3)
        np.testing.assert_allclose(facts["angles"][0], [np.pi / 8, np.pi / 4, np.pi / 4], atol=1e-6)
        assert facts["errors"][20] < 1.0, label  # of a reach of 30
        assert facts["iterations at the last goal until 1e-6"] is not None, label
        assert facts["largest distance to the straight line"] < 1.0, label


def test_the_pseudoinverse_reaches_the_goal_at_frame_20() -> None:
    found = follow_goal(PlanarArm.methods[0], INSIDE)
    assert found.errors[20] < 0.1
    assert np.linalg.norm(found.tips[20] - INSIDE) == pytest.approx(found.errors[20])
    assert found.settling is not None
    assert found.settling <= 3
    assert found.deviation < 0.3


def test_more_gain_keeps_a_joint_straighter() -> None:
    second, third = (np.abs(follow_goal(method, INSIDE).angles).mean(axis=0) for method in PlanarArm.methods[2:4])
    assert second[1] < third[1]
    assert third[2] < second[2]


def test_out_of_reach_damping_calms() -> None:
    wild, calm = (follow_goal(method, OUTSIDE) for method in PlanarArm.methods[:2])
    assert wild.largest_change > 2 * calm.largest_change
    for found in (wild, calm):
        assert (np.linalg.norm(found.tips, axis=1) < 30 + 1e-9).all()
        assert found.settling is None


# ---- X2, X3 ------------------------------------------------------------------------------------


def test_the_goal_near_the_edge_takes_the_transpose_longer(done: Any) -> None:
    _, numbers, _ = done["X2"]
    assert np.linalg.norm(numbers["goals"]["near the edge"]) == pytest.approx(0.995, abs=1e-3)
    inside, edge = numbers["well inside"], numbers["near the edge"]
    assert {"transpose", "ccd", "lm"} <= set(inside)
    for group in (inside, edge):
        for kind in ("transpose", "ccd", "lm"):
            assert all(run["reached"] for run in group[kind])
    assert edge["transpose"][-1]["iterations"] > 5 * inside["transpose"][-1]["iterations"]
    assert edge["lm"][-1]["iterations"] < edge["ccd"][-1]["iterations"] < edge["transpose"][-1]["iterations"]


def test_along_a_straight_limb_the_transpose_is_stuck_and_coordinate_descent_folds(done: Any) -> None:
    _, numbers, _ = done["X3"]
    along = numbers["along"]
    assert along["transpose"]["largest turn"] < 1e-9
    assert along["transpose"]["error"] == pytest.approx(0.5)
    assert along["ccd"]["largest turn"] > 1
    assert along["ccd"]["error"] < 0.2
    assert along["lm"]["error"] < 1e-6
    assert numbers["beside"]["ccd"]["error"] < 1e-5


# ---- X4, X8 ------------------------------------------------------------------------------------


def test_locked_feet_drift_little_while_the_pelvis_tilts_and_twists(done: Any) -> None:
    _, numbers, _ = done["X4"]
    assert numbers["iterations"] == 5
    assert numbers["ccd"]["percent"] < 0.1
    assert numbers["maintained"]["percent"] < 0.01
    assert numbers["lm"]["percent"] < 1e-6
    assert numbers["ccd"]["turn"] < 0.1


def test_hands_on_hips_make_the_wiring_of_the_thesis_and_stay_there(done: Any) -> None:
    _, numbers, folder = done["X8"]
    assert (numbers["handles"], numbers["constraints"], numbers["rows"]) == (4, 2, 6)
    assert numbers["again"] == ["left hand on hip"]
    assert all(np.abs(fact["C"]).max() < 1e-6 for fact in numbers["kept"].values())
    assert b"left hand on hip" in (folder / "x8_network.svg").read_bytes()


# ---- X10, gallery ------------------------------------------------------------------------------


def test_knees_move_apart_in_a_crouch_by_what_the_figure_knows(done: Any) -> None:
    _, numbers, _ = done["X10"]
    plain, led = numbers["without preferred bends"]["knees apart"], numbers["with preferred bends"]["knees apart"]
    assert led[-1] > 2 * led[0]
    assert plain[-1] < 1.3 * plain[0]
    for facts in numbers.values():
        assert facts["pelvis"][0] - facts["pelvis"][-1] > 0.45
        assert facts["slip"] < 1e-6


def test_the_gallery_holds_what_is_hard(done: Any) -> None:
    _, numbers, folder = done["gallery"]
    assert len(numbers) == 10
    for title, facts in numbers.items():
        assert facts["violation"] < 1e-7, title
        assert facts["status"] == "minimum", title
    assert len(list(folder.glob("gallery_*.png"))) == 11  # one each, and the times


# ---- X5 ----------------------------------------------------------------------------------------


def test_feet_slide_between_keys_and_constraints_hold_them(done: Any) -> None:
    _, numbers, _ = done["X5"]
    for facts in numbers.values():
        assert facts["plain"]["slip"] > 50  # mm
        for method in set(facts) - {"plain"}:
            assert facts[method]["slip"] < 1e-2, method
            assert facts[method]["turn"] < 1e-2, method


def test_only_frames_solved_one_after_the_other_depend_on_their_order(done: Any) -> None:
    _, numbers, _ = done["X5"]
    for facts in numbers.values():
        assert facts["live"]["order"] == facts["each frame by itself"]["order"] == 0
        assert facts["one after the other"]["order"] > 0.5  # degrees


def test_fading_what_would_jump_keeps_a_step_calm(done: Any) -> None:
    _, numbers, _ = done["X5"]
    step = numbers["stepping"]
    for other in ("each frame by itself", "one after the other"):
        assert step["live"]["acceleration"] < 0.25 * step[other]["acceleration"]
        assert step["live"]["jerk"] < 0.15 * step[other]["jerk"]


# ---- X9 ----------------------------------------------------------------------------------------


def test_the_chain_reaches_goals_within_its_limits_and_stretches_to_the_last(done: Any) -> None:
    _, numbers, _ = done["X9"]
    for solver in ("transpose", "halving"):
        facts = numbers[solver]
        assert max(facts["distance at the end of each goal"][:-1]) < 0.05
        assert facts["beyond limits"] == 0
        assert facts["distance at the end of each goal"][-1] >= numbers["distance of the last goal to the reach"] - 1e-9
    assert np.linalg.norm(ChainChase.goals[-1]) > sum(ChainChase.lengths)


# ---- the command -------------------------------------------------------------------------------


def test_the_command_prints_the_table_and_makes_its_folder(tmp_path: Path) -> None:
    result = run("experiment", "x3", "-o", str(tmp_path / "new" / "folder"))
    assert result.exit_code == 0, result.output
    assert "X3  A straight limb is pulled along its own direction" in result.stdout
    assert "Welman, fig. 4.2" in result.stdout
    assert (tmp_path / "new" / "folder" / "x3.json").exists()


def test_an_unknown_experiment_is_told(tmp_path: Path) -> None:
    assert "X1, X10, X11, X2" in mistake("experiment", "X99", "-o", str(tmp_path / "no"))
    assert not (tmp_path / "no").exists()


def test_without_matplotlib_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(Unsupported, match="pip install matplotlib"):
        new_plot()


# ---- X11 ---------------------------------------------------------------------------------------


def test_feet_hold_over_hills_and_stairs(done: Any) -> None:
    _, numbers, _ = done["X11"]
    assert set(numbers) == {"hills", "stairs", "stance foot"}
    for name, facts in numbers.items():
        assert facts["held"] < 0.01  # mm
        assert name == "stance foot" or facts["under"] < 3  # mm


def test_the_script_of_the_stance_foot_finds_its_phases_and_holds_them(done: Any) -> None:
    _, numbers, _ = done["X11"]
    facts = numbers["stance foot"]
    assert facts["strike"] < facts["ball_down"] < facts["heel_off"] < facts["ball_off"]
    assert facts["plain"] > 5  # mm
