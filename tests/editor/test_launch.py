"""What ``manikin edit`` is given: figures, files, projects, mistakes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manikin import Figure, bodies, chain, save_skeleton
from manikin.cli import app
from manikin.cli.edit import _open
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.editor.state_folder import state_folder
from manikin.editor.wire_data import figure_data
from manikin.errors import InputError
from manikin.project.documents import open_workspace


@pytest.fixture(autouse=True)
def _own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_figure_is_found_again_unless_it_should_be_new() -> None:
    store = _open(["human"], new=False)
    assert store.path.name == "human.manikin"
    assert {lock.part for lock in open_workspace(store).document.locks} == {"l_foot", "r_foot"}
    other = _open(["human"], new=False)  # the first one is open: another editor gets a project of its own
    assert other.path.name == "human-2.manikin"
    other.close()
    store.close()
    again = _open(["human"], new=False)
    assert again.path.name == "human.manikin"
    again.close()
    fresh = _open(["human"], new=True)
    assert fresh.path.name == "human-3.manikin"
    fresh.close()


def test_a_file_and_a_project_are_opened_by_their_names(tmp_path: Path) -> None:
    save_skeleton(bodies.load("planar3").skeleton, tmp_path / "my arm.scr")
    store = _open([str(tmp_path / "my arm.scr")], new=False)
    assert store.path.name == "my-arm.manikin"
    assert open_workspace(store).document.actor().figure.size == 3
    store.close()
    project = _open([str(tmp_path / "walk.manikin")], new=False)
    assert project.path == tmp_path / "walk.manikin"
    project.close()
    (tmp_path / "begun.manikin").touch()  # as a crash in the very first moment would leave it
    begun = _open([str(tmp_path / "begun.manikin")], new=False)
    assert open_workspace(begun).document.actor().name == "human"
    begun.close()
    with pytest.raises(InputError, match="exists already"):
        _open([str(tmp_path / "walk.manikin")], new=True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["edit", "humna"], "did you mean"),
        (["edit", "nowhere.scr"], "no such file"),
        (["edit", "nowhere/x.manikin"], "x.manikin"),
        (["edit", "human", "--port", "99999", "--no-browser"], "port"),
        (["edit", "human", "--host", "0.0.0.0", "--no-browser"], "--expose"),
        (["edit", "human", "--host", "192.0.2.1", "--expose", "--no-browser"], "cannot listen"),
        (["edit", "snake:5001", "--no-browser"], "5,000"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert told in result.output
    assert len(result.output.strip().splitlines()) <= 2  # a warning may come before it


def test_a_long_chain_is_described_in_reasonable_size() -> None:
    document = first_document(bodies.load("snake:1000"))
    figure = document.actor().figure
    data = figure_data(figure)
    assert len(data.joints) == len(figure.skeleton)
    assert len(data.shapes) < 5 * len(data.joints)
    with pytest.raises(InputError, match="5,000"):
        Document.of(Figure(chain([0.1] * 5001)))


def test_the_editor_says_where_the_project_lies_and_how_to_stop_it_and_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "manikin", "edit", "planar3", "--no-browser"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    ) as editor:
        assert editor.stdout is not None
        assert editor.stderr is not None
        assert editor.stdout.readline().startswith("manikin: http://127.0.0.1:")
        said = editor.stdout.readline()
        assert str(tmp_path / "state" / "manikin" / "planar3.manikin") in said
        assert "Ctrl-C" in said
        address = ("127.0.0.1", int(next((tmp_path / "state" / "manikin").glob("token-*")).name.removeprefix("token-")))
        socket.create_connection(address, timeout=30).close()  # it serves
        editor.send_signal(signal.SIGINT)
        rest, errors = editor.communicate(timeout=30)
    assert (editor.returncode, rest, errors) == (0, "The editor has stopped.\n", "")


@pytest.mark.skipif(os.name == "nt", reason="folders have other rights there")
def test_a_folder_that_others_can_write_to_is_closed_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "state" / "manikin"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert state_folder() == folder
    assert folder.stat().st_mode & 0o777 == 0o755
    assert "now only you can" in capsys.readouterr().err
    assert state_folder() == folder
    assert capsys.readouterr().err == ""
