# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Espy: grep for pictures. Where is this picture in that one?

>>> import espy
>>> finding = espy.find("button.png", "screenshot.png")
>>> for match in finding:
...     print(match.x, match.y)
>>> espy.write("marked.png", finding.marked())

The answer is exact, and the same on every engine: one processor core, all of them, a graphics card.

- `find`: where needles are, with all that one may ask of a search; its answer is a `Finding`.
- `Scene`: a picture that is searched several times, which a graphics card keeps.
- `mark`, `flags`, `screen`: what was found, to look at; where a colour is.
- `score_map`: how well a needle fits at each place.
- `learn`, `Judge`: tell true matches from what only looks like them.
- `identify`, `SurfaceLibrary`, `SurfaceWriter`: which of many known surfaces a photograph shows;
  `features`, `verify`: what that is made of.
- `signal`: where a piece lies in recordings, which `read_recording` reads; its answer is a
  `SignalFinding`. `signals`: where each of several lies. `signal_profile`: how far off it is at
  each place. `espy.ranking` tells how good such a list is.
- `batch`, `merge`: thousands of files, with a journal; `espy.cluster` spreads them over machines.
- `read`, `write`: picture files.
- `espy.compat`: functions that people know from OpenCV and pyautogui.

Whatever goes wrong is an `Error` with one sentence that says what.
"""

from typing import NamedTuple

from . import _core, errors, ranking
from ._core import Cancel, Match
from .batches import Item, Merged, Report, batch, merge
from .errors import (
    BadPicture,
    BadRecording,
    BadUse,
    Cancelled,
    DeviceFailed,
    Error,
    PictureWarning,
    RecordingWarning,
    SystemFailure,
    TooLarge,
    Unsupported,
)
from .finding import Finding, find, score_map
from .judging import HeldOut, Judge, learn
from .marking import flags, mark, mark_by_flags, screen
from .pictures import Scene, read, write
from .recordings import Channel, Mark, Recording, read_recording, write_marks, write_recording
from .signals import ChannelMatch, SignalFinding, SignalMatch, signal, signal_profile, signals
from .surfaces import (
    Features,
    SurfaceAnswer,
    SurfaceFacts,
    SurfaceLibrary,
    SurfaceMatch,
    SurfaceWriter,
    Verification,
    features,
    identify,
    verify,
)

__version__: str = _core.version


class Engine(NamedTuple):
    """Somebody who computes."""

    #: What ``engine=`` takes.
    name: str
    #: Can it run on this machine?
    available: bool
    #: What it runs on, or why it cannot.
    detail: str
    #: Does it compute on a graphics card?
    device: bool


def engines() -> list[Engine]:
    """The engines, and whether they can run here."""
    return [Engine(*each) for each in _core.engines()]


def release_memory() -> None:
    """Gives back the memory that is kept for the next search: for a program that will be idle."""
    _core.release_work_memory()


__all__ = [
    "BadPicture",
    "BadRecording",
    "BadUse",
    "Cancel",
    "Cancelled",
    "Channel",
    "ChannelMatch",
    "DeviceFailed",
    "Engine",
    "Error",
    "Features",
    "Finding",
    "HeldOut",
    "Item",
    "Judge",
    "Mark",
    "Match",
    "Merged",
    "PictureWarning",
    "Recording",
    "RecordingWarning",
    "Report",
    "Scene",
    "SignalFinding",
    "SignalMatch",
    "SurfaceAnswer",
    "SurfaceFacts",
    "SurfaceLibrary",
    "SurfaceMatch",
    "SurfaceWriter",
    "SystemFailure",
    "TooLarge",
    "Unsupported",
    "Verification",
    "batch",
    "engines",
    "errors",
    "features",
    "find",
    "flags",
    "identify",
    "learn",
    "mark",
    "mark_by_flags",
    "merge",
    "ranking",
    "read",
    "read_recording",
    "release_memory",
    "score_map",
    "screen",
    "signal",
    "signal_profile",
    "signals",
    "verify",
    "write",
    "write_marks",
    "write_recording",
]
