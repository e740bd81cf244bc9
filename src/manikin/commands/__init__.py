"""Edits of a document as data: each command makes a new document from the old one."""

from manikin.commands.locking import AddLock, ChangeLock, MoveLock, RemoveLock
from manikin.commands.posing import Mirror, Reset, SetParameters, SetPose
from manikin.commands.project import ChangeSettings, NewFigure, OpenProject, RenameProject, SetStiffness
from manikin.commands.stored_poses import ApplyPose, DeletePose, RenamePose, StorePose

__all__ = [
    "AddLock",
    "ApplyPose",
    "ChangeLock",
    "ChangeSettings",
    "DeletePose",
    "Mirror",
    "MoveLock",
    "NewFigure",
    "OpenProject",
    "RemoveLock",
    "RenamePose",
    "RenameProject",
    "Reset",
    "SetParameters",
    "SetPose",
    "SetStiffness",
    "StorePose",
]
