"""Posing without a server: drags, sliders, locks, chases, undo."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies, commands as c, solvers  # noqa: F401  (registers the kinds)
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.document.lock_kinds import LOCK_KINDS
from manikin.errors import ManikinError
from manikin.posing.activities import ChaseRequest
from manikin.posing.gestures import Cursor, Drag, Grab, Ray, Turn
from manikin.project.documents import open_store, open_workspace, read_document
from manikin.project.workspace import Workspace
from tests.support.workspaces import (
    FRONT,
    ME,
    YOU,
    begin,
    figure_of,
    lock_errors,
    point,
    pull,
    standing,
    state,
    workspace,
)


def moved_parameters(space: Workspace, before: Document) -> set[str]:
    actor = before.actor()
    pairs = zip(actor.figure.parameter_names, actor.q, state(space), strict=True)
    return {name for name, old, new in pairs if old != new}


# ---- dragging (W 6.2) ----------------------------------------------------------------------------


def names_of(document: Document, chain: tuple[str, ...]) -> set[str]:
    return {document.actor().figure.parameter_names[c] for c in columns_of(document.actor().figure, chain)}


@pytest.mark.parametrize("along", [FRONT, (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (-0.4, -0.3, -0.8)])
def test_a_hand_goes_to_the_cursor_in_every_view_and_only_its_arm_follows(along: Any) -> None:
    space = workspace()
    before = space.document
    started = begin(space, part="r_hand", mode="branch")
    assert started.chain == ("r_clavicle", "r_upper_arm", "r_forearm", "r_hand")
    wanted = np.array([-0.35, 1.2, 0.3])  # well inside the reach in every view
    pull(space, wanted, along=along)
    away = point(space, "r_hand") - wanted
    direction = np.array(along) / np.linalg.norm(along)
    assert np.linalg.norm(away - (away @ direction) * direction) < 1e-4  # on the ray, at whatever depth
    assert moved_parameters(space, before) <= names_of(before, started.chain)
    assert max(lock_errors(space)) < 1e-12


def test_the_part_alone_turns_about_its_own_joint() -> None:
    space = workspace()
    before = space.document
    assert begin(space, part="r_hand", mode="part").chain == ("r_hand",)
    pull(space, [-0.3, 1.5, 0.5])
    assert moved_parameters(space, before) == names_of(before, ("r_hand",))
    assert np.allclose(before.actor().pose.position("r_hand"), space.poses["human"].position("r_hand"), atol=1e-12)


def test_a_named_joint_lets_the_spine_bend() -> None:
    space = workspace()
    before = space.document
    started = begin(space, part="r_hand", mode="joint", base="l5")
    assert started.chain[0] == "l5"
    assert started.base == "l5"
    pull(space, [-0.2, 0.7, 0.5], along=(-1.0, 0.0, 0.0))
    moved = moved_parameters(space, before)
    assert {"spine_bend", "r_elbow"} <= moved <= names_of(before, started.chain)
    assert np.linalg.norm((point(space, "r_hand") - [-0.2, 0.7, 0.5])[1:]) < 1e-4
    with pytest.raises(ManikinError, match="between the root and"):
        begin(space, part="r_hand", mode="joint", base="l_hand")


def test_pulling_the_pelvis_bends_the_knees_while_the_feet_hold() -> None:
    space = workspace()
    before = space.document
    begin(space, part="pelvis")
    at = point(space, "pelvis")
    pull(space, at - [0, 0.25, 0])
    assert abs(point(space, "pelvis")[1] - at[1] + 0.25) < 0.02  # it has to go back as well, unseen
    assert max(lock_errors(space)) < 1e-4
    knees = [space.poses["human"][name] for name in ("r_knee", "l_knee")]
    assert min(knees) > 0.8
    pose = space.poses["human"]
    upright = pose.orientation("pelvis")[:, 1] @ before.actor().pose.orientation("pelvis")[:, 1]
    assert upright > np.cos(0.3)  # the body does not tumble
    space.end(ME)
    assert space.document.actor().q != before.actor().q
    assert space.history.data().undo == "Drag pelvis"


def test_the_whole_figure_is_carried_by_its_root() -> None:
    space = workspace(replace(standing(), locks=()))
    before = space.document
    begin(space, "root")
    pull(space, [0.5, 1.5, 0.0])
    assert moved_parameters(space, before) <= {"root_x", "root_y", "root_z"}
    assert np.abs(point(space, "pelvis") - [0.5, 1.5, point(workspace(), "pelvis")[2]]).max() < 1e-6
    free = workspace(Document.of(bodies.load("planar3")))
    with pytest.raises(ManikinError, match="fixed to the ground"):
        begin(free, "root")


def test_a_part_is_turned_about_an_axis_and_stays_where_it_is() -> None:
    space = workspace()
    begin(space, "rotate", part="pelvis")
    start = standing().actor().pose.orientation("pelvis")
    for k in range(1, 31):
        space.follow(ME, Cursor(seq=k, turn=Turn(axis=(0.0, 1.0, 0.0), angle=0.01 * k)))
        space.step()
    pose = space.poses["human"]
    turned = pose.orientation("pelvis") @ start.T
    assert abs(np.arctan2(turned[0, 2], turned[0, 0]) - 0.3) < 0.02
    assert np.linalg.norm(pose.position("pelvis") - standing().actor().pose.position("pelvis")) < 0.02
    assert max(lock_errors(space)) < 1e-4


def test_letting_go_is_one_step_and_cancelling_is_none() -> None:
    space = workspace()
    before = space.document
    begin(space, part="l_hand")
    pull(space, [0.4, 1.4, 0.3])
    space.cancel(ME)
    assert tuple(state(space)) == before.actor().q
    assert space.history.data().undo is None
    begin(space, part="l_hand")
    pull(space, [0.4, 1.4, 0.3])
    live = tuple(state(space))
    space.end(ME)
    assert space.document.actor().q == pytest.approx(live, abs=3e-4)  # it comes to rest, and nobody sees it move
    assert space.history.data().entries == ("Drag left hand",)
    space.undo()
    assert space.document.actor().q == before.actor().q


def test_what_was_said_last_is_followed_and_nothing_before_it() -> None:
    space = workspace()
    begin(space, part="l_hand")
    for k in range(1, 101):
        space.follow(ME, Cursor(seq=k, ray=Ray(origin=(0.3, 0.8 + 0.001 * k, 3.0), direction=FRONT)))
    space.step()
    assert space.activity is not None
    assert space.activity.seq == 100


# ---- sliders, locks ------------------------------------------------------------------------------


def test_locks_are_kept_while_a_slider_moves() -> None:
    space = workspace()
    figure = figure_of(space)
    begin(space, "slider", parameter="root_tilt")
    for k in range(1, 21):
        space.follow(ME, Cursor(seq=k, value=0.02 * k))
        space.step()
        assert max(lock_errors(space)) < 1e-3
    assert abs(state(space)[figure.index("root_tilt")] - 0.4) < 1e-3
    space.follow(ME, Cursor(seq=99, value=50.0))
    space.step()
    assert (state(space) <= figure.hi).all()
    space.end(ME)
    assert space.history.data().undo == "Set root tilt"


AT_A_PART = ("aim_part", "look_at_part", "align_part")


@pytest.mark.parametrize("kind", AT_A_PART)
@pytest.mark.parametrize("hard", [True, False])
def test_a_lock_on_the_direction_of_another_part_is_kept_while_that_part_moves(kind: str, hard: bool) -> None:
    space = workspace(c.ApplyPose(name="walk").apply(replace(standing(), locks=())))
    before = space.document
    space.do(c.AddLock(part="head", lock=kind, hard=hard, other="l_hand"))
    assert lock_errors(space)[0] < 0.01
    begin(space, part="l_hand")
    pull(space, np.add(point(space, "l_hand"), [0.05, 0.1, 0.0]))
    assert lock_errors(space)[0] < (1e-3 if hard else 0.05)
    space.end(ME)
    space.undo()
    space.undo()
    assert space.document == before


@pytest.mark.parametrize("kind", sorted(set(LOCK_KINDS) - set(AT_A_PART)))
@pytest.mark.parametrize("hard", [True, False])
def test_every_kind_of_lock_can_be_made_kept_moved_and_undone(kind: str, hard: bool) -> None:
    options = {"other": "l_hand"} if "other" in LOCK_KINDS[kind].options else {}
    space = workspace(c.ApplyPose(name="reach").apply(replace(standing(), locks=())))
    before = space.document
    space.do(c.AddLock(part="r_hand", lock=kind, hard=hard, **options))
    assert np.abs(np.subtract(space.document.actor().q, before.actor().q)).max() < 1e-6  # it holds as it is
    assert lock_errors(space)[0] < 1e-6
    space.do(c.SetParameters(values={"spine_bend": before.actor().pose["spine_bend"] + 0.1}))
    assert lock_errors(space)[0] < (1e-3 if hard else 0.05)
    begin(space, "lock", lock=space.document.locks[0].id)
    if kind in ("orientation", "orientation_axes", "align"):
        move = Cursor(seq=1, turn=Turn(axis=(1.0, 0.0, 0.0), angle=0.1))
    else:
        place = np.add(space.activity.goal, (0.02, 0.01, 0.0))  # type: ignore[union-attr]
        move = Cursor(seq=1, ray=Ray(origin=tuple(place + np.array([0, 0, 1])), direction=FRONT))
    for _ in range(10):
        space.follow(ME, move)
        space.step()
    old = space.document.locks[0].goal
    space.end(ME)
    assert space.document.locks[0].goal != old
    assert lock_errors(space)[0] < (2e-3 if hard else 0.05)
    for _ in range(3):
        space.undo()
    assert space.document == before


def test_locks_that_sleep_during_a_drag_are_kept_in_the_end() -> None:
    space = workspace(c.ChangeSettings(changes={"continuous": False}).apply(standing()))
    begin(space, part="pelvis")
    pull(space, point(space, "pelvis") - [0, 0.05, 0.01])
    assert max(lock_errors(space)) > 0.02
    space.end(ME)
    assert max(lock_errors(space)) < 1e-3


# ---- several windows -----------------------------------------------------------------------------


def test_a_new_figure_can_be_pulled_whatever_the_chain_of_the_old_one_began_at() -> None:
    space = workspace()
    space.do(c.ChangeSettings(changes={"drag_mode": "joint", "drag_base": "l5"}))
    space.do(c.NewFigure(name="planar3"))
    assert (space.document.settings.drag_mode, space.document.settings.drag_base) == ("branch", None)
    begin(space, part=figure_of(space).skeleton.joints[-1].name)


def test_a_drag_goes_on_when_somebody_else_edits() -> None:
    space = workspace()
    begin(space, part="r_hand")
    pull(space, [-0.4, 1.2, 0.3])
    with pytest.raises(ManikinError, match="another window"):
        space.begin(YOU, Grab(what="part", part="l_hand"))
    space.do(c.StorePose(name="mine"))
    space.do(c.SetParameters(values={"l_elbow": 0.7}))
    assert isinstance(space.activity, Drag)
    while space.waiting:
        space.step()
    assert np.linalg.norm((point(space, "r_hand") - [-0.4, 1.2, 0])[:2]) < 1e-3
    space.end(ME)
    assert space.poses["human"]["l_elbow"] == 0.7
    begin(space, part="r_hand")
    space.do(c.NewFigure(name="planar3"))
    assert space.activity is None  # there is no such hand any more
    assert set(space.poses) == {"planar3"}


def test_of_a_long_history_the_steps_around_the_place_are_told_and_the_older_ones_are_counted() -> None:
    space = workspace()
    for k in range(250):
        space.do(c.RenameProject(name=f"name {k}"))
    data = space.history.data()
    assert (len(data.entries), data.place, data.older) == (200, 200, 50)
    for _ in range(220):
        space.undo()
    data = space.history.data()
    assert (len(data.entries), data.place, data.older) == (30 + 200, 30, 0)


# ---- anything, in any order ----------------------------------------------------------------------


@pytest.mark.slow
def test_whatever_is_done_in_whatever_order_only_our_errors_come() -> None:
    rng = np.random.default_rng(5)
    space = workspace()
    figure = figure_of(space)
    parts = [joint.name for joint in figure.skeleton]

    def part() -> str:
        return str(rng.choice(parts))

    def ray() -> Ray:
        return Ray(origin=tuple(rng.normal(0, 3, 3)), direction=tuple(rng.normal(size=3)))

    actions = [
        lambda: begin(space, "part", part=part(), mode=str(rng.choice(["part", "branch"]))),
        lambda: begin(space, "part", part=part(), mode="joint", base=part()),
        lambda: begin(space, "rotate", part=part()),
        lambda: begin(space, "slider", parameter=str(rng.choice(figure.parameter_names))),
        lambda: begin(space, "lock", lock=int(rng.integers(1, 9))),
        lambda: space.follow(ME, Cursor(seq=1, ray=ray())),
        lambda: space.follow(ME, Cursor(seq=1, value=float(rng.normal()))),
        lambda: space.step(),
        lambda: space.step(),
        lambda: space.end(ME),
        lambda: space.cancel(ME),
        lambda: space.undo(),
        lambda: space.redo(),
        lambda: space.solve(ME),
        lambda: space.chase(ME, ChaseRequest(part=part(), target=tuple(rng.normal(0, 2, 3)))),
        lambda: space.end_chase(),
        lambda: space.do(c.AddLock(part=part(), lock=str(rng.choice(list(LOCK_KINDS))), other=part())),
        lambda: space.do(c.AddLock(part=part(), lock="pose", hard=bool(rng.integers(2)))),
        lambda: space.do(c.AddLock(part=part(), lock="plane", hard=bool(rng.integers(2)))),
        lambda: space.do(c.RemoveLock(id=int(rng.integers(1, 9)))),
        lambda: space.do(c.ChangeLock(id=int(rng.integers(1, 9)), changes={"enabled": False})),
        lambda: space.do(c.ApplyPose(name=str(rng.choice(["sit", "bow", "walk"])))),
        lambda: space.do(c.Mirror(part=part())),
        lambda: space.do(c.SetStiffness(name=part(), value=float(rng.uniform()))),
    ]  # fmt: skip
    done = 0
    for _ in range(400):
        try:
            actions[rng.integers(len(actions))]()
            done += 1
        except ManikinError:
            pass
        q = state(space)
        assert np.isfinite(q).all()
        assert (q >= figure.lo - 1e-12).all()
        assert (q <= figure.hi + 1e-12).all()
        assert set(space.readings()) == {lock.id for lock in space.document.locks}
    assert done > 150
    assert chain_of(figure, "r_hand")[0] == "r_clavicle"


def test_undo_leaves_the_settings_as_they_are_also_after_the_project_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "p.manikin"
    with contextlib.closing(open_store(path, standing)) as store:
        space = open_workspace(store)
        space.do(c.SetParameters(values={"r_elbow": 1.0}))
        space.do(c.ChangeSettings(changes={"balance": True, "drag_mode": "joint", "drag_base": "l5"}))
        space.do(c.SetParameters(values={"r_elbow": 0.5}))
        assert list(space.history.data().entries) == ["Set right elbow", "Set right elbow"]
        space.undo()
        space.undo()
        assert space.document.settings.balance
        assert space.document.actor().pose["r_elbow"] == pytest.approx(np.radians(12))
        space.do(c.ChangeSettings(changes={"floor": True}))
        assert space.history.data().redo == "Set right elbow"  # a switch drops nothing that can be done again
        settings, revision = space.document.settings, space.revision
    assert read_document(path.read_bytes(), "p.manikin").settings == settings
    with contextlib.closing(open_store(path)) as store:
        again = open_workspace(store)
        assert (again.document.settings, again.revision) == (settings, revision)
        again.redo()
        assert again.document.settings == settings


def test_settings_that_name_a_joint_which_is_gone_do_without_it() -> None:
    space = workspace()
    space.do(c.NewFigure(name="quadruped"))
    space.do(c.ChangeSettings(changes={"drag_mode": "joint", "drag_base": "l_hind_paw"}))
    space.undo()
    assert (space.document.settings.drag_base, space.document.settings.drag_mode) == (None, "branch")
