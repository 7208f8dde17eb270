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
- `batch`, `merge`: thousands of files, with a journal; `espy.cluster` spreads them over machines.
- `read`, `write`: picture files.
- `espy.compat`: functions that people know from OpenCV and pyautogui.

Whatever goes wrong is an `Error` with one sentence that says what.
"""

from typing import NamedTuple

from . import _core, errors
from ._core import Cancel, Match
from .batches import Item, Merged, Report, batch, merge
from .errors import (
    BadPicture,
    BadUse,
    Cancelled,
    DeviceFailed,
    Error,
    PictureWarning,
    SystemFailure,
    TooLarge,
    Unsupported,
)
from .finding import Finding, find, score_map
from .judging import HeldOut, Judge, learn
from .marking import flags, mark, mark_by_flags, screen
from .pictures import Scene, read, write
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
    "BadUse",
    "Cancel",
    "Cancelled",
    "DeviceFailed",
    "Engine",
    "Error",
    "Features",
    "Finding",
    "HeldOut",
    "Item",
    "Judge",
    "Match",
    "Merged",
    "PictureWarning",
    "Report",
    "Scene",
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
    "read",
    "release_memory",
    "score_map",
    "screen",
    "verify",
    "write",
]
