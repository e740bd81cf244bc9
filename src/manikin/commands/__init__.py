"""Edits of a document as data: each command makes a new document from the old one."""

from manikin.commands.at_frame import AtFrame
from manikin.commands.figures import AddFigure, ChangeFigure, DuplicateFigure, RemoveFigure, RenameFigure, SetStiffness
from manikin.commands.keys import ChangeKeys, DropPose, KeyPose, MoveKeys, RemoveKeys
from manikin.commands.locking import AddLock, ChangeLock, MoveLock, RemoveLock
from manikin.commands.posing import Mirror, Reset, SetParameters, SetPose, SetStates
from manikin.commands.project import ChangeSettings, NewFigure, OpenProject, RenameProject
from manikin.commands.stored_poses import ApplyPose, DeletePose, RenamePose, StorePose
from manikin.commands.time import Breakdown, DeleteTime, PasteKeys, ReverseTime, SlideTime, StretchTime
from manikin.commands.timeline import ChangeTimeline
from manikin.commands.walking import Walk

__all__ = [
    "AddFigure",
    "AddLock",
    "ApplyPose",
    "AtFrame",
    "Breakdown",
    "ChangeFigure",
    "ChangeKeys",
    "ChangeLock",
    "ChangeSettings",
    "ChangeTimeline",
    "DeletePose",
    "DeleteTime",
    "DropPose",
    "DuplicateFigure",
    "KeyPose",
    "Mirror",
    "MoveKeys",
    "MoveLock",
    "NewFigure",
    "OpenProject",
    "PasteKeys",
    "RemoveFigure",
    "RemoveKeys",
    "RemoveLock",
    "RenameFigure",
    "RenamePose",
    "RenameProject",
    "Reset",
    "ReverseTime",
    "SetParameters",
    "SetPose",
    "SetStates",
    "SetStiffness",
    "SlideTime",
    "StorePose",
    "StretchTime",
    "Walk",
]
