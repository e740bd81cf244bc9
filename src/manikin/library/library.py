"""The library: clips by name, on shelves.

A library is a folder of shelves; a shelf is a folder of ``.clip`` and ``.npz`` files.  Three libraries are looked
through, the nearest first: the folder ``clips`` beside a project, and the user's own.  The clips that come with manikin
(``manikin.moves``) stand after them, on the shelf "moves".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from manikin import moves
from manikin.clips.clip import Clip
from manikin.errors import FormatError, InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.files import load_clip, save_clip

__all__ = ["Entry", "Library", "check_name", "find_clip", "libraries", "user_library"]

SUFFIXES = (".clip", ".npz")
SHIPPED = "moves"
"""The shelf of the clips that come with manikin."""
NAME = re.compile(r"[^\W_](?:[\w .,()+-]{0,98}[\w)+])?")
"""A name of a shelf or a clip: letters, digits, blanks and a few signs; no folders, nothing hidden."""
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{i}" for port in ("com", "lpt") for i in range(1, 10))}
"""Names of devices, which some systems take for themselves."""


@dataclass(frozen=True, order=True)
class Entry:
    """A clip of a library: its shelf, its name, its file."""

    shelf: str
    name: str
    path: Path


@dataclass(frozen=True)
class Library:
    """A folder of shelves.

    Attributes:
        folder: Where it is; made when the first clip is stored.
    """

    folder: Path

    def entries(self, shelf: str | None = None) -> tuple[Entry, ...]:
        """The clips of all shelves, or of one, by shelf and name."""
        if shelf is not None:
            check_name(shelf, "shelf")
        return tuple(sorted(entry for entry in self._walk() if shelf in (None, entry.shelf)))

    def shelves(self) -> tuple[str, ...]:
        """The names of the shelves."""
        return tuple(sorted({entry.shelf for entry in self._walk()}))

    def _walk(self) -> Iterator[Entry]:
        with suppress(OSError):
            for place in sorted(self.folder.iterdir()):
                if place.is_dir() and not place.is_symlink() and NAME.fullmatch(place.name):
                    yield from self._shelf(place)

    def _shelf(self, place: Path) -> Iterator[Entry]:
        taken: set[str] = set()
        with suppress(OSError):
            for path in sorted(place.iterdir()):  # .clip comes before .npz
                known = path.suffix in SUFFIXES and NAME.fullmatch(path.stem)
                if known and path.stem not in taken and path.is_file() and not path.is_symlink():
                    taken.add(path.stem)
                    yield Entry(place.name, path.stem, path)

    def find(self, shelf: str, name: str) -> Entry:
        """The entry of a clip."""
        check_name(shelf, "shelf")
        check_name(name, "clip")
        own = {entry.name: entry for entry in self.entries(shelf)}
        if not own:
            raise UnknownName("shelf", shelf, self.shelves())
        if name not in own:
            raise UnknownName(f"clip on the shelf {shorten(shelf)}", name, own)
        return own[name]

    def load(self, shelf: str, name: str, figure: Figure | None = None) -> Clip:
        """A clip, for its own figure or for another one with the same parameters."""
        return load_clip(self.find(shelf, name).path, figure=figure)

    def store(self, clip: Clip, shelf: str, name: str, *, replace: bool = False) -> Entry:
        """Put a clip on a shelf, complete or not at all; one that is there stays unless it is to be replaced.

        A clip that takes too much room as text becomes samples.
        """
        check_name(shelf, "shelf")
        check_name(name, "clip")
        old = next((entry for entry in self.entries(shelf) if entry.name.lower() == name.lower()), None)
        if old is not None and not (replace and old.name == name):
            raise InputError(f"there is a clip {shorten(old.name)} on the shelf {shorten(shelf)}")
        path = self.folder / shelf / f"{name}.clip"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FormatError(f"the shelf cannot be made: {error.strerror}", file=str(path.parent)) from None
        try:
            save_clip(clip, path, name=name)
        except InputError:
            path = path.with_suffix(".npz")
            save_clip(clip, path, name=name)
        if old is not None and old.path != path:
            old.path.unlink(missing_ok=True)
        return Entry(shelf, name, path)

    def rename(self, shelf: str, name: str, new: str) -> Entry:
        """Give a clip another name on its shelf."""
        entry = self.find(shelf, name)
        check_name(new, "clip")
        if any(other.name.lower() == new.lower() for other in self.entries(shelf) if other != entry):
            raise InputError(f"there is a clip {shorten(new)} on the shelf {shorten(shelf)}")
        path = entry.path.with_name(new + entry.path.suffix)
        _tried(lambda: os.rename(entry.path, path), entry.path, "renamed")
        return Entry(shelf, new, path)

    def delete(self, shelf: str, name: str) -> None:
        """Take a clip away; a shelf without clips goes, too."""
        entry = self.find(shelf, name)
        _tried(entry.path.unlink, entry.path, "deleted")
        with suppress(OSError):
            entry.path.parent.rmdir()  # only if it is empty


def _tried(change: object, path: Path, what: str) -> None:
    try:
        change()  # type: ignore[operator]
    except OSError as error:
        raise FormatError(f"the file cannot be {what}: {error.strerror}", file=str(path)) from None


def check_name(name: str, what: str) -> None:
    """Raise unless this may be the name of a shelf or of a clip."""
    if not isinstance(name, str) or not NAME.fullmatch(name) or name.lower() in RESERVED:
        raise InputError(f"the name of a {what} is letters, digits, blanks and . , ( ) + -, not {shorten(name)}")


def user_library() -> Library:
    """The user's own clips: in ``$XDG_DATA_HOME/manikin/clips``, or ``~/.local/share/manikin/clips``."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return Library(home / "manikin" / "clips")


def libraries(project: str | os.PathLike[str] | None = None) -> tuple[Library, ...]:
    """The libraries on disk, the nearest first: that beside a project, and the user's."""
    own = () if project is None else (Library(Path(project).absolute().parent / "clips"),)
    return (*own, user_library())


def find_clip(name: str, figure: Figure | None = None, places: Sequence[Library] | None = None) -> Clip:
    """A clip of the library by its name, or by shelf and name as in "walks/slow"; shipped ones come last.

    A shipped clip is brought to another figure by ``retarget``.
    """
    shelf, found, own = name.rpartition("/")
    known: list[str] = []
    for library in libraries() if places is None else places:
        for entry in library.entries():
            known.append(entry.name)
            if entry.name == (own if found else name) and (not found or entry.shelf == shelf):
                return load_clip(entry.path, figure=figure)
    known += moves.names()
    if own not in moves.names() or (found and shelf != SHIPPED):
        raise UnknownName("clip file or clip of the library", name, known)
    clip = moves.load(own)
    if figure is None or figure == clip.figure:
        return clip
    from manikin.characters.retargeting import retarget  # late: the editor starts without it

    return retarget(clip, figure).clip
