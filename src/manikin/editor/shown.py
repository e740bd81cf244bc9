"""Checks that a document can be shown, before it is stored and before a project is opened."""

from __future__ import annotations

import numpy as np

from manikin.document.document import Document
from manikin.editor.messages import DocumentChanged
from manikin.editor.pose_packet import PacketWriter
from manikin.editor.wire_document import WireDocument, WireParts, news_of
from manikin.errors import InputError, shorten
from manikin.project.history import History
from manikin.project.workspace import Workspace

__all__ = ["ShownCheck"]


class ShownCheck:
    """Makes all that would be sent to a window for a document, and raises if that fails.

    Parts that did not change since the last document are not made again.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._wire = WireDocument()
        self._seen: WireParts = {}

    def __call__(self, document: Document) -> None:
        for name, pose in document.poses.items():
            if not np.isfinite(pose.world).all():
                raise InputError(f"figure {shorten(name)} has joints whose positions are not finite numbers")
        workspace = Workspace(History.of(document))
        try:
            self._wire.update(document)
            news = news_of(self._wire.parts, self._seen)
            _ = DocumentChanged(revision=1, document=news, history=workspace.history.data()).json
        except BaseException:
            self._forget()
            raise
        self._seen = self._wire.parts
        PacketWriter(workspace).packet()
