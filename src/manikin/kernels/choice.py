"""Choice of the compiled kernels: the fastest that was built and that this machine supports."""

from __future__ import annotations

import os
import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.kernels import _baseline as compiled

__all__ = ["Library", "PureKernelsWarning", "library"]

KERNEL_CHOICES = ("auto", "pure", "baseline", "v3", "v4")
ENV_NAME = "MANIKIN_KERNELS"
"""Name of the environment variable that holds one of ``KERNEL_CHOICES``."""


class PureKernelsWarning(RuntimeWarning):
    """Warning: the compiled kernels are missing, and MANIKIN_KERNELS does not ask for NumPy."""


class Library(Protocol):
    """A build of the compiled kernels.  All builds have the classes that ``_baseline.pyi`` describes."""

    lanes: int
    Tree: type[compiled.Tree]
    Program: type[compiled.Program]
    Search: type[compiled.Search]
    Simulation: type[compiled.Simulation]
    Piece: type[compiled.Piece]
    BoxProgramme: type[compiled.BoxProgramme]
    VelocityBounds: type[compiled.VelocityBounds]
    Curves: type[compiled.Curves]
    StateDifferences: type[compiled.StateDifferences]

    def smooth_step(self, program: object, interval: object, states: Array, rows_only: bool = False) -> Array:
        """The states of an interval of a motion, a step nearer to the smoothest; see ``manikin.clips.smooth``."""

    def read_number_rows(self, text: bytes, begin: int, columns: int, most: int, /) -> tuple[Array, int, int, int]:
        """Rows of numbers in a text from a place on; ``formats.number_rows`` says what is given back."""

    def differences(self, types: str, a: Array, b: Array, /) -> Array:
        """a − b for values of handles one after another, in the rows of their derivatives."""


def library() -> Library | None:
    """The compiled module that MANIKIN_KERNELS selects; None for NumPy."""
    return _library(os.environ.get(ENV_NAME) or "auto")


@cache
def _library(wanted: str) -> Library | None:
    if wanted not in KERNEL_CHOICES:
        raise InputError(f"{ENV_NAME} must be one of {', '.join(KERNEL_CHOICES)}, not {shorten(wanted)}")
    if wanted == "pure":
        return None
    try:
        baseline = import_module("manikin.kernels._baseline")
        supported: list[str] = baseline.supported()
        name = supported[-1] if wanted == "auto" else wanted
        if name not in supported:
            raise InputError(f"{ENV_NAME} is {wanted}, but this machine supports only {', '.join(supported)}")
        return cast(Library, import_module(f"manikin.kernels._{name}"))
    except ImportError as error:
        if wanted != "auto":
            raise InputError(
                f"{ENV_NAME} is {wanted}, but that build of the compiled kernels cannot be loaded ({error}); "
                "install manikin again with a C++ compiler"
            ) from error
        _warn(error)
        return None


def _warn(error: ImportError) -> None:
    warnings.warn(
        f"manikin runs without its compiled kernels, many times slower ({error}). Install it again with a C++ "
        f"compiler, or set {ENV_NAME}=pure to use NumPy without this warning.",
        PureKernelsWarning,
        stacklevel=2,
    )
