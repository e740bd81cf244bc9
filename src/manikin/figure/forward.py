"""Forward kinematics of many states at once, with checks of all options."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["forward_batch"]


def forward_batch(
    figure: Figure, state: Array, parts: Sequence[str] | None, threads: int, out: NDArray[Any] | None, dtype: Any
) -> NDArray[Any]:
    """World transforms (…, joints, 3, 4) of checked states (…, size); for the options see ``Figure.forward``."""
    if isinstance(parts, str):
        raise InputError(f"parts must be a list of names, such as [{shorten(parts)}]")
    skeleton = figure.skeleton
    chosen = None if parts is None else np.array([skeleton.index(name) for name in parts], np.int32)
    shape = (*state.shape[:-1], len(skeleton) if chosen is None else len(chosen), 3, 4)
    if out is not None and not (isinstance(out, np.ndarray) and out.shape == shape and out.flags.c_contiguous):
        raise InputError(f"out must be a C-contiguous array of shape {shape}")
    float32 = _result_type(dtype, out) == np.float32
    flat_out = None if out is None else out.reshape(math.prod(shape[:-3]), *shape[-3:])
    states = state.reshape(math.prod(shape[:-3]), figure.size)  # not −1: a figure may have no parameters
    flat = figure.tree.forward_batch(states, threads=threads, parts=chosen, out=flat_out, float32=float32)
    return flat.reshape(shape) if out is None else out


def _result_type(dtype: Any, out: NDArray[Any] | None) -> np.dtype[Any]:
    """The type of the result: ``dtype``, or that of ``out``, or float64."""
    try:
        wanted = np.dtype(np.float64 if out is None else out.dtype) if dtype is None else np.dtype(dtype)
    except TypeError:
        wanted = None
    if wanted not in (np.float64, np.float32) or (out is not None and out.dtype != wanted):
        given = f"out of {out.dtype} and " if out is not None else ""
        raise InputError(f"the result must be float64 or float32, not {given}{shorten(dtype)}")
    return wanted
