"""Edits of a document as data: each command makes a new document from the old one."""

from manikin.commands.figures import AddFigure, ChangeFigure, DuplicateFigure, RemoveFigure, RenameFigure, SetStiffness
from manikin.commands.locking import AddLock, ChangeLock, MoveLock, RemoveLock
from manikin.commands.posing import Mirror, Reset, SetParameters, SetPose, SetStates
from manikin.commands.project import ChangeSettings, NewFigure, OpenProject, RenameProject
from manikin.commands.stored_poses import ApplyPose, DeletePose, RenamePose, StorePose

__all__ = [
    "AddFigure",
    "AddLock",
    "ApplyPose",
    "ChangeFigure",
    "ChangeLock",
    "ChangeSettings",
    "DeletePose",
    "DuplicateFigure",
    "Mirror",
    "MoveLock",
    "NewFigure",
    "OpenProject",
    "RemoveFigure",
    "RemoveLock",
    "RenameFigure",
    "RenamePose",
    "RenameProject",
    "Reset",
    "SetParameters",
    "SetPose",
    "SetStates",
    "SetStiffness",
    "StorePose",
]
