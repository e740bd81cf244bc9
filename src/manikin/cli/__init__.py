"""The command line: one module for each command of ``manikin``.

Angles are in degrees, lengths in metres.  Commands import heavy modules when they run, so that ``manikin --help`` is
fast.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from manikin.errors import FormatWarning, ManikinError

__all__ = ["app", "main"]

USER_ERROR = 2
"""Exit code of errors that the user can correct."""
MOST_WARNINGS = 20
"""Warnings that are printed; of more, only how many."""


def _plain_flags(params: list[Any]) -> list[Any]:
    """Switches are listed without the type <bool>, which looks as if they took a value."""
    for param in params:
        if getattr(param, "is_flag", False):
            setattr(param, "display_type_rich", lambda ctx: None)  # noqa: B010
    return params


class PlainFlags(TyperCommand):
    """A command whose switches are listed without a type."""

    def get_params(self, ctx: Any) -> Any:
        return _plain_flags(super().get_params(ctx))


class OneLineErrors(TyperGroup):
    """Commands that print user errors in one line on the error output, without a traceback."""

    def get_params(self, ctx: Any) -> Any:
        return _plain_flags(super().get_params(ctx))

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
            with _told_warnings():
                code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except BrokenPipeError:  # as in "manikin info human | head"
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        except ManikinError as error:
            code = _complain(str(error))
        except OSError as error:
            code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except typer.Abort:
            code = _complain("stopped")
        except Exception as error:
            if not hasattr(error, "format_message"):  # a usage error of typer
                raise
            code = _complain(f"{error.format_message().rstrip('.')} (see: manikin --help)")
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


@contextlib.contextmanager
def _told_warnings() -> Iterator[None]:
    """Print warnings about files and odd values in one line on the error output, each once, the first twenty."""
    told: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("always", FormatWarning)
        warnings.filterwarnings("always", category=UserWarning, module=r"manikin\b")
        show = warnings.showwarning

        def tell(message: Warning | str, category: type[Warning], *place: Any, **rest: Any) -> None:
            if category is not UserWarning and not issubclass(category, FormatWarning):
                show(message, category, *place, **rest)
            elif str(message) not in told:
                told.add(str(message))
                if len(told) <= MOST_WARNINGS:
                    print(f"manikin: warning: {message}", file=sys.stderr)

        warnings.showwarning = tell
        try:
            yield
        finally:
            if len(told) > MOST_WARNINGS:
                print(f"manikin: {len(told) - MOST_WARNINGS} more warnings are not shown", file=sys.stderr)


def _complain(message: str) -> int:
    print(f"manikin: {' '.join(message.split())}", file=sys.stderr)
    return USER_ERROR


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
    clean,
    clip,
    compare,
    convert,
    diagnose,
    dress,
    edit,
    experiment,
    figures,
    goals,
    info,
    network,
    play,
    pose,
    retarget,
    scale,
    show,
    solve,
    solvers,
)


def _help_text(command: Callable[..., None]) -> str:
    """The docstring of a command with one line for each paragraph; the terminal wraps it to its own width."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


for command in (
    edit.edit,
    show.show,
    info.info,
    figures.figures,
    convert.convert,
    dress.dress,
    scale.scale,
    clean.clean,
    retarget.retarget,
    solve.solve,
    pose.pose,
    play.play,
    compare.compare,
    diagnose.diagnose,
    solvers.solvers,
    goals.goals,
    network.network,
    experiment.experiment,
):
    app.command(help=_help_text(command), cls=PlainFlags)(command)
numbers_below_0 = {"ignore_unknown_options": True}  # as in "slide 10 20 -5"
app.command(help=_help_text(clip.clip), cls=PlainFlags, context_settings=numbers_below_0)(clip.clip)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for terminals that lack some characters
    app(prog_name="manikin")
