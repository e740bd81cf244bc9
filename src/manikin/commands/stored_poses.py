"""Poses kept by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from manikin.commands.command import Command
from manikin.document.document import Document, KeptPose
from manikin.errors import InputError, shorten
from manikin.posing.keep_locks import held

__all__ = ["ApplyPose", "DeletePose", "RenamePose", "StorePose"]


@dataclass(frozen=True, kw_only=True)
class StorePose(Command, kind="store_pose"):
    """Keep the present pose under a name; one of that name is replaced."""

    name: str

    def label(self, document: Document) -> str:
        return f"Store pose {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        kept = KeptPose(name=self.name, q=document.q)
        if any(pose.name == self.name for pose in document.poses):
            return replace(document, poses=tuple(kept if p.name == self.name else p for p in document.poses))
        return replace(document, poses=(*document.poses, kept))


@dataclass(frozen=True, kw_only=True)
class ApplyPose(Command, kind="apply_pose"):
    """Bring the figure to a kept pose, as far as the locks allow."""

    name: str

    def label(self, document: Document) -> str:
        return f"Apply pose {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        figure = document.figure
        return document.at(held(document, np.clip(document.kept(self.name).q, figure.lo, figure.hi)))


@dataclass(frozen=True, kw_only=True)
class DeletePose(Command, kind="delete_pose"):
    """Forget a kept pose."""

    name: str

    def label(self, document: Document) -> str:
        return f"Delete pose {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        gone = document.kept(self.name)
        return replace(document, poses=tuple(pose for pose in document.poses if pose is not gone))


@dataclass(frozen=True, kw_only=True)
class RenamePose(Command, kind="rename_pose"):
    """Give a kept pose another name."""

    name: str
    new_name: str

    def label(self, document: Document) -> str:
        return f"Rename pose {shorten(self.name)}"

    def apply(self, document: Document) -> Document:
        old = document.kept(self.name)
        if self.new_name != self.name and any(pose.name == self.new_name for pose in document.poses):
            raise InputError(f"there is a pose {shorten(self.new_name)} already")
        renamed = replace(old, name=self.new_name)
        return replace(document, poses=tuple(renamed if pose is old else pose for pose in document.poses))
