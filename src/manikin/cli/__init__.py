"""The command line: ``manikin show``, ``solve``, ``network`` and the rest of the files here.

Angles are degrees here, lengths metres.  What is heavy to import is imported by the commands that need it, so that
``manikin --help`` answers at once.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from manikin.errors import ManikinError

__all__ = ["app", "main"]

MISTAKE = 2  # exit code of whatever the user can mend


class OneLineErrors(TyperGroup):
    """Commands whose mistakes are told in one line on the error output, without a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        except ManikinError as error:
            code = _complain(str(error))
        except OSError as error:
            code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except typer.Abort:
            code = _complain("stopped")
        except Exception as error:
            if not hasattr(error, "format_message"):  # what typer calls a wrong use of a command
                raise
            code = _complain(f"{error.format_message().rstrip('.')} (see: manikin --help)")
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _complain(message: str) -> int:
    print(f"manikin: {' '.join(message.split())}", file=sys.stderr)
    return MISTAKE


app = typer.Typer(
    name="manikin",
    cls=OneLineErrors,
    help="Pose and animate articulated figures by inverse kinematics and geometric constraints.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        from manikin import __version__

        print(f"manikin {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


from manikin.cli import (  # noqa: E402  the commands come last
    compare,
    diagnose,
    edit,
    experiment,
    figures,
    info,
    network,
    pose,
    show,
    solve,
    solvers,
)

for command in (
    edit.edit,
    show.show,
    info.info,
    figures.figures,
    solve.solve,
    pose.pose,
    compare.compare,
    diagnose.diagnose,
    solvers.solvers,
    network.network,
    experiment.experiment,
):
    app.command()(command)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without our characters is no reason to fail
    app(prog_name="manikin")
