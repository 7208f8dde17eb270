# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Espy: grep for pictures. Where is this picture in that one?

>>> import espy
>>> finding = espy.find("button.png", "screenshot.png")
>>> for match in finding:
...     print(match.x, match.y)
>>> espy.write("marked.png", finding.marked())

The answer is exact, and the same on every engine: one CPU core, all cores, a GPU.

- `find`: the positions of a picture (needle) in another one (scene), as a `Finding`.
- `Scene`: a picture that is searched repeatedly and stays in GPU memory.
- `mark`, `flags`: draw matches; the pixels of matches. `screen`: the pixels of a colour.
- `Index`, `IndexWriter`: many needles on disk, found in one pass over a scene.
- `SceneIndex`, `SceneIndexWriter`: many scenes on disk, of which few are opened.
- `denoise`: removes noise from pictures, volumes and tensors.
- `score_map`: the score of every position.
- `learn`, `Judge`: a learned filter of false matches.
- `identify`, `SurfaceLibrary`, `SurfaceWriter`: which of many known surfaces a photograph shows.
  `features`, `verify`: its two steps.
- `signal`, `signals`, `signal_profile`: one or several queries in recorded samples, as
  `SignalFinding`; the distance at every sample. `read_recording` reads recordings, `espy.ranking`
  rates lists of matches.
- `wait`, `watch`: until a picture appears on the screen, in a camera or a video; what happens to
  it. `Screen`, `Camera`, `Video`: their frames. `espy.expecting`: what a test expects on the
  screen.
- `batch`, `merge`: many files, with a journal. `espy.cluster`: the same on a cluster.
- `read`, `write`: picture files.
- `espy.compat`: OpenCV's ``matchTemplate``, and functions of pyautogui.

Every failure raises an `Error` with one sentence that says what is wrong.
"""

from typing import NamedTuple

from . import _core, errors, ranking
from ._core import Cancel, Match
from .batches import Item, Merged, Report, batch, merge
from .denoising import Denoising, denoise
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
from .indexes import (
    AddedScenes,
    Index,
    IndexWriter,
    InScene,
    InScenes,
    SceneIndex,
    SceneIndexWriter,
)
from .judging import HeldOut, Judge, learn
from .live import (
    Camera,
    Event,
    Screen,
    Stream,
    Video,
    wait,
    wait_async,
    watch,
    watch_async,
)
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
    """A back end that computes, and whether it can run on this machine."""

    #: Value for ``engine=``.
    name: str
    #: Whether it can run on this machine.
    available: bool
    #: The hardware that it runs on, or why it cannot.
    detail: str
    #: Whether it computes on a GPU.
    device: bool


def engines() -> list[Engine]:
    """All engines, including those that cannot run on this machine."""
    return [Engine(*each) for each in _core.engines()]


def release_scratch() -> None:
    """Frees the scratch buffers that are cached for the next search."""
    _core.release_scratch()


__all__ = [
    "AddedScenes",
    "BadPicture",
    "BadRecording",
    "BadUse",
    "Camera",
    "Cancel",
    "Cancelled",
    "Channel",
    "ChannelMatch",
    "Denoising",
    "DeviceFailed",
    "Engine",
    "Error",
    "Event",
    "Features",
    "Finding",
    "HeldOut",
    "InScene",
    "InScenes",
    "Index",
    "IndexWriter",
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
    "SceneIndex",
    "SceneIndexWriter",
    "Screen",
    "SignalFinding",
    "SignalMatch",
    "Stream",
    "SurfaceAnswer",
    "SurfaceFacts",
    "SurfaceLibrary",
    "SurfaceMatch",
    "SurfaceWriter",
    "SystemFailure",
    "TooLarge",
    "Unsupported",
    "Verification",
    "Video",
    "batch",
    "denoise",
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
    "release_scratch",
    "score_map",
    "screen",
    "signal",
    "signal_profile",
    "signals",
    "verify",
    "wait",
    "wait_async",
    "watch",
    "watch_async",
    "write",
    "write_marks",
    "write_recording",
]
