"""``.pkl``: not read, for such a file can run any program; the answer says how to make one that is."""

from __future__ import annotations

from manikin.errors import FormatError
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside

__all__ = ["Pickled"]


class Pickled(
    Format,
    name="pickle",
    suffixes=(".pkl", ".pickle"),
    describes="pickled objects of Python; convert them first",
    losses={"clips": "everything: such files are not opened"},
):
    """Refuses, with the lines to run instead."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        raise FormatError(
            "a pickled file can run any program, so it is not opened. If you trust it, make it an .npz file in Python: "
            'import pickle, numpy; found = pickle.load(open("motion.pkl", "rb")); '
            'numpy.savez("motion.npz", **{key: numpy.asarray(value) for key, value in found.items()})',
            file=file,
        )
