"""The command line, run in this process."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from manikin.cli import app


def run(*arguments: str) -> Result:
    """The outcome of a command, as if it were typed."""
    return CliRunner().invoke(app, list(arguments))


def ran(*arguments: str) -> str:
    """What a command prints that must succeed."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def failed(*arguments: str) -> list[str]:
    """The lines in which a command says why it failed although it was called rightly."""
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    lines: list[str] = result.stderr.splitlines()
    assert lines
    assert all(line.startswith("manikin: ") for line in lines)
    return lines


def mistake(*arguments: str) -> str:
    """The one line in which a command refuses."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("manikin: ")
    assert "Traceback" not in result.stderr
    return result.stderr
