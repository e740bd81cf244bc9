"""Where a new figure comes from: a shipped body or prop, or the content of a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from manikin import bodies
from manikin.errors import FormatError, InputError, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.skeleton.shapes import MeshFile
from manikin.skeleton.skeleton import Skeleton

__all__ = ["FigureSource", "check_files"]


@dataclass(frozen=True, kw_only=True)
class FigureSource:
    """A shipped figure or prop by its ``name``, such as "human" or "box:0.4x0.3x0.2", or a ``file`` and its content.

    Without ``grouped`` the figure is used without its joint groups.
    """

    name: str | None = None
    file: str | None = None
    grouped: bool = True
    content: bytes | None = field(default=None, repr=False)

    @property
    def said(self) -> str:
        """The source in a label."""
        return str(self.name if self.file is None else self.file)[:80]

    def load(self) -> Figure:
        """The figure, checked."""
        if (self.name is None) == (self.file is None):
            raise InputError("name either a shipped figure or a file")
        if self.name is not None:
            figure = bodies.load(self.name)
        else:
            if self.content is None:
                raise InputError(f"the content of {shorten(self.file)} is missing")
            skeleton = read_skeleton(self.content, self.file or "")
            check_files(skeleton, self.file)
            check_seen(skeleton, self.file)
            figure = Figure(skeleton)
        return figure if self.grouped else figure.ungrouped()


def check_seen(skeleton: Skeleton, file: str | None) -> None:
    """Refuse a prop without a shape: it could not be seen or selected."""
    if len(skeleton) == 1 and not any(len(shape.triangles(4)[1]) for shape in skeleton.root.shapes):
        raise FormatError("it has one joint and no shape, so there is nothing to see", file=file)


def check_files(skeleton: Skeleton, file: str | None) -> None:
    """Refuse a figure that names files outside its own folder."""
    for shape in (shape for joint in skeleton for shape in joint.shapes):
        if isinstance(shape, MeshFile) and _leads_elsewhere(shape.path):
            raise FormatError(f"it names {shorten(shape.path)}, which is outside its folder", file=file)


def _leads_elsewhere(path: str) -> bool:
    """Whether the name of a file is a URL, an absolute path, or leads out of its folder.  It is never opened in any
    case."""
    plain = path.removeprefix("package://").replace("\\", "/")
    return "://" in plain or plain.startswith(("/", "~")) or ".." in plain.split("/") or plain[1:2] == ":"
