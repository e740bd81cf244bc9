"""Edits of a document as data: each command makes a new document from the old one."""

from manikin.commands.at_frame import AtFrame
from manikin.commands.backdrops import ChangeBackdrop, RemoveBackdrop, SetBackdrop
from manikin.commands.characters import CleanFeet, DressFigure, ImportCharacter
from manikin.commands.figures import AddFigure, ChangeFigure, DuplicateFigure, RemoveFigure, RenameFigure, SetStiffness
from manikin.commands.ground import SetGround
from manikin.commands.grouping import SetGroup
from manikin.commands.hands import SetFingers, SetHand
from manikin.commands.key_curves import SetKeyRates, ShiftKeys
from manikin.commands.keys import ChangeKeys, DropPose, KeyPose, MoveKeys, RemoveKeys
from manikin.commands.locking import AddLock, ChangeLock, MoveLock, MoveLocks, RemoveLock, SwitchLocks
from manikin.commands.posing import Mirror, Reset, RollFoot, SetParameters, SetPose, SetStates
from manikin.commands.project import ChangeSettings, NewFigure, OpenProject, RenameProject
from manikin.commands.props import ReleaseProp, TakeProp, ThrowProp
from manikin.commands.scripts import RunScript
from manikin.commands.shelves import DeleteClip, ImportClips, InsertClip, RenameClip, StoreClip
from manikin.commands.stored_poses import ApplyPose, DeletePose, RenamePose, StorePose
from manikin.commands.stretching import SetStretch
from manikin.commands.time import Breakdown, DeleteTime, PasteKeys, ReverseTime, SlideTime, StretchTime
from manikin.commands.timeline import ChangeTimeline
from manikin.commands.walking import Walk

__all__ = [
    "AddFigure",
    "AddLock",
    "ApplyPose",
    "AtFrame",
    "Breakdown",
    "ChangeBackdrop",
    "ChangeFigure",
    "ChangeKeys",
    "ChangeLock",
    "ChangeSettings",
    "ChangeTimeline",
    "CleanFeet",
    "DeleteClip",
    "DeletePose",
    "DeleteTime",
    "DressFigure",
    "DropPose",
    "DuplicateFigure",
    "ImportCharacter",
    "ImportClips",
    "InsertClip",
    "KeyPose",
    "Mirror",
    "MoveKeys",
    "MoveLock",
    "MoveLocks",
    "NewFigure",
    "OpenProject",
    "PasteKeys",
    "ReleaseProp",
    "RemoveBackdrop",
    "RemoveFigure",
    "RemoveKeys",
    "RemoveLock",
    "RenameClip",
    "RenameFigure",
    "RenamePose",
    "RenameProject",
    "Reset",
    "ReverseTime",
    "RollFoot",
    "RunScript",
    "SetBackdrop",
    "SetFingers",
    "SetGround",
    "SetGroup",
    "SetHand",
    "SetKeyRates",
    "SetParameters",
    "SetPose",
    "SetStates",
    "SetStiffness",
    "SetStretch",
    "ShiftKeys",
    "SlideTime",
    "StoreClip",
    "StorePose",
    "StretchTime",
    "SwitchLocks",
    "TakeProp",
    "ThrowProp",
    "Walk",
]
