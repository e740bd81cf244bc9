"""Editing: pure functions from clips to clips, which move keys, timed goals with their windows, and marks together."""

from manikin.clips.editing.keying import add_mark, breakdown, put_key, remove_keys, remove_mark
from manikin.clips.editing.mixing import blend, join, layer, loop
from manikin.clips.editing.on_the_spot import on_the_spot
from manikin.clips.editing.pasting import PasteMode, paste
from manikin.clips.editing.placing import mirror, moved
from manikin.clips.editing.ranges import Cut, clear, copy, crop, cut, delete, insert, shift, split
from manikin.clips.editing.retiming import mapped, retime, reverse, slide, stretch

__all__ = [
    "Cut",
    "PasteMode",
    "add_mark",
    "blend",
    "breakdown",
    "clear",
    "copy",
    "crop",
    "cut",
    "delete",
    "insert",
    "join",
    "layer",
    "loop",
    "mapped",
    "mirror",
    "moved",
    "on_the_spot",
    "paste",
    "put_key",
    "remove_keys",
    "remove_mark",
    "retime",
    "reverse",
    "shift",
    "slide",
    "split",
    "stretch",
]
