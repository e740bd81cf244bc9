"""Which projects were opened last: a list of paths in the user's folder, newest first."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from manikin.formats.files import write_atomically
from manikin.project.layout import SUFFIX

__all__ = ["RecentProject", "free_path", "recent_projects", "remember"]

FILE = "recent.json"
MOST = 30
"""Paths that are remembered."""


@dataclass(frozen=True, kw_only=True)
class RecentProject:
    """A project that can be opened: its file, and when that was changed last [s since 1970]."""

    path: str
    name: str
    folder: str
    changed: float


def remember(folder: Path, path: Path) -> None:
    """Put a project first in the list; where it cannot be written, the list stays as it is."""
    paths = [str(path), *(known for known in _remembered(folder) if known != str(path))]
    with contextlib.suppress(OSError):
        write_atomically(folder / FILE, json.dumps(paths[:MOST], indent=1).encode())


def recent_projects(folder: Path) -> list[RecentProject]:
    """The projects that were opened last and are still there, then others in the user's folder."""
    with contextlib.suppress(OSError):
        others = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: -path.stat().st_mtime)
        paths = dict.fromkeys([*map(Path, _remembered(folder)), *others])
        found = [_found(path) for path in paths]
        return [project for project in found if project is not None][:MOST]
    return []


def free_path(folder: Path, name: str) -> Path:
    """A path in a folder at which there is no project yet: "name", or "name-2" and so on."""
    number, path = 1, folder / f"{name}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{SUFFIX}"
    return path


def _remembered(folder: Path) -> list[str]:
    try:
        paths = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    known = paths if isinstance(paths, list) else []
    return [path for path in known[:MOST] if isinstance(path, str) and path.endswith(SUFFIX) and "\0" not in path]


def _found(path: Path) -> RecentProject | None:
    try:
        changed = path.stat().st_mtime if path.is_file() else None
    except OSError:
        return None
    if changed is None:
        return None
    return RecentProject(path=str(path), name=path.name, folder=str(path.parent), changed=changed)
