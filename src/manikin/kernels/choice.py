"""Which build of the compiled kernels does the work: the best that was built and that this machine runs."""

from __future__ import annotations

import os
import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from manikin.errors import InputError, shorten

if TYPE_CHECKING:
    from manikin.kernels import _baseline as compiled

__all__ = ["Library", "PureKernelsWarning", "library"]

CHOICES = ("auto", "pure", "baseline", "v3", "v4")
VARIABLE = "MANIKIN_KERNELS"


class PureKernelsWarning(RuntimeWarning):
    """The compiled kernels are missing, and nobody asked to do without them."""


class Library(Protocol):
    """A build of the compiled kernels.  All builds have the classes that ``_baseline.pyi`` describes."""

    lanes: int
    Tree: type[compiled.Tree]
    Program: type[compiled.Program]
    Search: type[compiled.Search]
    Simulation: type[compiled.Simulation]
    Piece: type[compiled.Piece]


def library() -> Library | None:
    """The compiled module that MANIKIN_KERNELS names; None where NumPy does the work."""
    return _library(os.environ.get(VARIABLE) or "auto")


@cache
def _library(wanted: str) -> Library | None:
    if wanted not in CHOICES:
        raise InputError(f"{VARIABLE} must be one of {', '.join(CHOICES)}, not {shorten(wanted)}")
    if wanted == "pure":
        return None
    try:
        baseline = import_module("manikin.kernels._baseline")
        supported: list[str] = baseline.supported()
        name = supported[-1] if wanted == "auto" else wanted
        if name not in supported:
            raise InputError(f"{VARIABLE} is {wanted}, but this machine runs {', '.join(supported)} only")
        return cast(Library, import_module(f"manikin.kernels._{name}"))
    except ImportError as error:
        if wanted != "auto":
            raise InputError(
                f"{VARIABLE} is {wanted}, but that build of the compiled kernels cannot be loaded ({error}); "
                "install manikin again where a C++ compiler is at hand"
            ) from error
        _warn(error)
        return None


def _warn(error: ImportError) -> None:
    warnings.warn(
        f"manikin runs without its compiled kernels, many times slower ({error}). Install it again where a C++ "
        f"compiler is at hand, or set {VARIABLE}=pure to do without them in silence.",
        PureKernelsWarning,
        stacklevel=2,
    )
