"""Running motion scripts: from text to a clip, and to lines that can be edited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.ensemble import Ensemble
from manikin.clips.mark import Mark
from manikin.errors import FormatError, InputError
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground
from manikin.language.motion import statements as said
from manikin.language.motion.cast import cast_of
from manikin.language.motion.event import Event
from manikin.language.motion.lines import Line, lines_of
from manikin.language.motion.player import Player
from manikin.language.motion.reading import read
from manikin.language.motion.settings import Settings, clip_opener, file_reader

__all__ = ["play", "play_all", "played"]


@explained
def play(
    script: Any,
    figure: Figure | None = None,
    *,
    file: str | None = None,
    open_clip: Callable[[str], Clip] | None = None,
    read_file: Callable[[str], bytes] | None = None,
) -> Clip:
    """The clip that a motion script makes: keys, marks, and goals that hold over time.

    Args:
        script: The text of the script, in words or as JSON; or the data of a JSON file.
        figure: The figure that moves; by default the one that the script names, or the human.
        file: The script's file, for messages; files that the script names are looked for beside it.
        open_clip: Finds the motion that a script takes by its name; by default in files.
        read_file: Reads the table of heights that a script names; by default a file.
    """
    given = {} if figure is None else {figure.name: figure}
    found = played(script, given, file=file, open_clip=open_clip, read_file=read_file)[0]
    if isinstance(found, Ensemble):
        names = ", ".join(figure.name for figure in found.figures)
        raise InputError(f"this script moves several figures ({names}): play_all plays them together")
    return found


@explained
def play_all(
    script: Any,
    figures: Iterable[Figure] = (),
    *,
    file: str | None = None,
    open_clip: Callable[[str], Clip] | None = None,
    read_file: Callable[[str], bytes] | None = None,
) -> Ensemble:
    """The motion of all figures of a script, on one timeline, with the goals between them.

    Args:
        script: The text of the script, in words or as JSON; or the data of a JSON file.
        figures: Figures that stand for those that the script names alike; the others are shipped ones.
        file, open_clip, read_file: See ``play``.
    """
    given = {figure.name: figure for figure in figures}
    found = played(script, given, file=file, open_clip=open_clip, read_file=read_file)[0]
    if isinstance(found, Ensemble):
        return found
    held = isinstance(found, Constrained)
    return Ensemble(clips=(found.source if held else found,), goals=found.goals if held else ())  # type: ignore[attr-defined]


def played(
    script: Any,
    figures: Mapping[str, Figure],
    *,
    file: str | None = None,
    open_clip: Callable[[str], Clip] | None = None,
    read_file: Callable[[str], bytes] | None = None,
    ground: Ground | None = None,
) -> tuple[Clip | Ensemble, Player]:
    """The motion of a script, a clip where it has one figure, and the player that made it.

    ``ground`` is what figures stand on where the script does not say it; by default level ground.
    """
    lines = lines_of(script, file)
    if not lines:
        raise FormatError("the script says nothing", file=file)
    cast, starts = cast_of(lines, figures)
    poses = [figure.pose(starts.get(name, figure.rest)) for name, figure in cast.items()]
    settings = Settings(cast, starts, open_clip or clip_opener(file), read_file or file_reader(file))
    settings.ground = ground or settings.ground
    timeline: list[tuple[said.Statement, dict[str, Any]]] = []
    titles: list[said.Title] = []
    between: dict[str, Any] = {}
    for line in lines:
        statement = read(line, poses)
        if isinstance(statement, said.Between):
            between = {"curve": statement.curve, **statement.numbers}
        elif isinstance(statement, said.Title):
            titles.append(statement)
        elif not settings.add(statement):
            if line.when is None:
                raise line.wrong("this needs a time: write a frame, seconds or a mark and : before it")
            timeline.append((statement, between))
    player = Player(settings)
    ordered = list(enumerate(timeline))
    player.play(
        (_event(player, statement, order), curve)
        for order, (statement, curve) in ordered
        if not _needs_end(statement.line, settings)
    )
    for order, (statement, curve) in ordered:  # the end is that of all that came before, line by line
        if _needs_end(statement.line, settings):
            player.play([(_event(player, statement, order), curve)])
    return _finished(player, titles), player


def _needs_end(line: Line, settings: Settings) -> bool:
    """Whether a line's time is told from the end of what the script makes."""
    assert line.when is not None
    times = [line.when.start, *([line.when.end] if line.when.end else [])]
    return not settings.taken and any(time.base == "end" for time in times)


def _event(player: Player, statement: said.Statement, order: int) -> Event:
    line = statement.line
    assert line.when is not None
    start = player.settings.frame(line.when.start, line, player.end)
    until = None if line.when.end is None else player.settings.frame(line.when.end, line, player.end)
    if until is not None and until < start:
        raise line.wrong(f"this would end at frame {until:g}, before it begins at {start:g}")
    return Event(start, order, statement, until, line.when.lasts)


def _finished(player: Player, titles: list[said.Title]) -> Clip | Ensemble:
    """The motion, with marks."""
    player.finish()
    settings = player.settings
    first = min(role.source().start for role in player.roles.values())
    marks = dict(settings.marks)
    for title in titles:
        when = title.line.when
        marks[title.text] = first if when is None else settings.frame(when.start, title.line, player.end)
    return player.clip(tuple(Mark(name=name, frame=frame) for name, frame in marks.items()))
