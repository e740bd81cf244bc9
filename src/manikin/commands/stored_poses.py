"""Poses of a figure that are stored by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.document.stored_pose import stored_pose
from manikin.errors import InputError, shorten
from manikin.posing.stored_poses import PoseShare, own_locks, with_pose

__all__ = ["ApplyPose", "DeletePose", "RenamePose", "StorePose"]


@dataclass(frozen=True, kw_only=True)
class _PoseCommand(Command):
    name: str
    figure: str | None = None

    def said(self, verb: str, document: Document) -> str:
        """The label of a command on a pose."""
        return f"{verb} pose {shorten(self.name)}{of_figure(document, self.figure)}"


@dataclass(frozen=True, kw_only=True)
class StorePose(_PoseCommand, kind="store_pose"):
    """Store the present pose of a figure under a name, with its locks or without; one of that name is replaced."""

    locks: bool = True

    def label(self, document: Document) -> str:
        return self.said("Store", document)

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        pose = stored_pose(actor.figure, self.name, actor.q, own_locks(document, actor.name) if self.locks else None)
        if any(old.name == self.name for old in actor.poses):
            poses = tuple(pose if old.name == self.name else old for old in actor.poses)
        else:
            poses = (*actor.poses, pose)
        return document.with_actor(replace(actor, poses=poses))


@dataclass(frozen=True, kw_only=True)
class ApplyPose(PoseShare, _PoseCommand, kind="apply_pose"):
    """Bring a figure to a stored pose; see ``PoseShare``."""

    def label(self, document: Document) -> str:
        return self.said("Apply" if self.share == 1 else f"{100 * self.share:.0f} % of", document)

    def apply(self, document: Document) -> Document:
        return with_pose(document, self.figure, self.name, self)


@dataclass(frozen=True, kw_only=True)
class DeletePose(_PoseCommand, kind="delete_pose"):
    """Delete a stored pose."""

    def label(self, document: Document) -> str:
        return self.said("Delete", document)

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        gone = actor.stored_pose(self.name)
        return document.with_actor(replace(actor, poses=tuple(pose for pose in actor.poses if pose is not gone)))


@dataclass(frozen=True, kw_only=True)
class RenamePose(_PoseCommand, kind="rename_pose"):
    """Rename a stored pose."""

    new_name: str

    def label(self, document: Document) -> str:
        return self.said("Rename", document)

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        old = actor.stored_pose(self.name)
        if self.new_name != self.name and any(pose.name == self.new_name for pose in actor.poses):
            raise InputError(f"there is a pose {shorten(self.new_name)} already")
        renamed = replace(old, name=self.new_name)
        return document.with_actor(
            replace(actor, poses=tuple(renamed if pose is old else pose for pose in actor.poses))
        )
