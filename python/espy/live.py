# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Search on the screen, in a camera or in a video, while it changes."""

from __future__ import annotations

import asyncio
import math
import os
import time as _time
from collections.abc import AsyncIterator, Generator
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import Path, Picture, needles
from ._core import Cancel, Match
from .errors import BadUse, Cancelled
from .finding import options_of

#: What can happen to a needle, or (``still``) to the picture.
EVENTS = ("appears", "vanishes", "moves", "count", "still")


class Event(NamedTuple):
    """Something that happened."""

    #: "appears", "vanishes", "moves", "count" or "still".
    event: str
    #: Seconds since the stream was opened, or since the beginning of a video, of the frame in
    #: which it was first seen.
    time: float
    #: The number of that frame, from 0.
    frame: int
    #: The index of the needle; None for "still".
    needle: int | None
    #: The needle's matches in that frame.
    matches: list[Match]


class Stream:
    """Frames with a time: a `Screen`, a `Camera` or a `Video`. One thread uses it at a time."""

    __slots__ = ("_stream",)

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def next(self, *, cancel: Cancel | None = None) -> bool:
        """Waits for the next frame; False at the end of a video. Releases the GIL."""
        return self._stream.next(cancel)

    @property
    def array(self) -> np.ndarray:
        """The current frame, height x width x 3; of the first one, if there was none yet."""
        if self._stream.number < 0:
            self.next()
        return self._stream.picture

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.array
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    @property
    def name(self) -> str:
        """ "screen", "camera 0", or the path of a video."""
        return self._stream.name

    @property
    def rate(self) -> float:
        """Frames per second that are expected; 0: unknown."""
        return self._stream.rate

    @property
    def time(self) -> float:
        """The current frame's time in seconds."""
        return self._stream.time

    @property
    def number(self) -> int:
        """The current frame's number, from 0; -1 before the first one."""
        return self._stream.number

    @property
    def changed(self) -> list[tuple[int, int, int, int]]:
        """Boxes (left, top, width, height) with all differences from the frame before."""
        return [tuple(area) for area in self._stream.changed]

    def close(self) -> None:
        """Closes the stream. Arrays of a screen stay as they are."""
        self._stream.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Screen(Stream):
    """The screen, or a part of it: of the Wayland session, else of an X11 display.

    >>> screen = espy.Screen()
    >>> espy.find("button.png", screen)
    >>> screen.next()  # waits for a change, at most 1 / fps seconds

    ``array`` is a read-only view of the screen's pixels, without a copy: `next` updates it, where
    something changed. Keep ``array.copy()``.

    In a Wayland session the desktop asks what to share: once, while the first frame is awaited.

    ``monitor``: counted from 1, in a Wayland session among the shared ones; 0: all. ``window``: an
    X11 id, or "choose" in a Wayland session. ``region``: (left, top, width, height) within these.
    ``fps``: frames per second, at most, while the screen changes, and without changes. ``display``:
    an X11 display, "x11" for $DISPLAY, or "wayland".
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        region: tuple[int, int, int, int] | None = None,
        monitor: int = 0,
        window: int | str = 0,
        fps: float = 60.0,
        display: str = "",
    ) -> None:
        box = None if region is None else [int(number) for number in region]
        if box is not None and len(box) != 4:
            raise BadUse("region: must be (left, top, width, height)")
        if window == "choose":
            window = _core.CHOSEN_WINDOW
        super().__init__(_core.open_screen(display, monitor, window, box, fps, True))

    @staticmethod
    def monitors(display: str = "") -> list[tuple[int, int, int, int]]:
        """The boxes (left, top, width, height) of an X11 display's monitors, from monitor 1."""
        return [tuple(area) for area in _core.monitors(display)]


class Camera(Stream):
    """A camera, by its number, its device, or an address such as "rtsp://host/stream".

    Each frame is new: those that arrive between two calls of `next` are dropped. Raises
    SystemFailure if the camera is missing, may not be read, or sends nothing for 10 seconds.
    ``fps``: at most this many frames per second; 0: all.
    """

    __slots__ = ()

    def __init__(self, camera: int | str = 0, *, fps: float = 0.0) -> None:
        super().__init__(_core.open_camera(os.fsencode(str(camera)), fps))


class Video(Stream):
    """A video file. With ``fps`` frames are skipped to deliver that many per second."""

    __slots__ = ()

    def __init__(self, path: Path, *, fps: float = 0.0) -> None:
        super().__init__(_core.open_video(os.fsencode(path), fps))


def watch(
    needle: Picture | list[Any],
    stream: Stream | None = None,
    *,
    until: str | None = None,
    timeout: float | None = None,
    frames: int = 1,
    move_by: int = 0,
    still: float = 0.0,
    mask: Picture | None = None,
    engine: str = "auto",
    threads: int = 0,
    cancel: Cancel | None = None,
    **options: Any,
) -> Generator[Event, None, None]:
    """Yields what happens to the needles in a stream (None: the screen), as an `Event` each.

    >>> for event in espy.watch(["ok.png", "error.png"], timeout=60):
    ...     print(event.time, event.event, event.needle, event.matches)

    The list may be empty if ``still`` is given. ``until``: ends after the first event of this kind. ``timeout``: seconds; the
    first frame is always searched. ``frames``: in a row
    that must agree on an event. ``move_by``: pixels that "moves" ignores. ``still``: seconds
    without a change until "still". ``options``: those of `espy.find`, but for ``nearest``,
    ``sub_pixel`` and ``judge``. Only what changed since the frame before is searched again.
    """
    source, step = _prepared(
        needle, stream, until, timeout, frames, move_by, still, mask, engine, threads, options
    )
    return _events(source, step, until, timeout, cancel, stream is None)


def _prepared(
    needle: Any,
    stream: Stream | None,
    until: str | None,
    timeout: float | None,
    frames: int,
    move_by: int,
    still: float,
    mask: Picture | None,
    engine: str,
    threads: int,
    options: dict[str, Any],
) -> tuple[Stream, Any]:
    """Checks the arguments when `watch` is called, not at the first event."""
    if until is not None and until not in EVENTS:
        raise BadUse(f"until: must be one of {', '.join(EVENTS)}, not {until!r}")
    if until == "still" and still <= 0:
        raise BadUse("until: for still, give the seconds as still=")
    if frames < 1:
        raise BadUse("frames: must be 1 or more")
    if timeout is not None and math.isnan(timeout):
        raise BadUse("timeout: must be a number of seconds, or None")
    if move_by < 0:
        raise BadUse("move_by: must be 0 or more")
    if not still >= 0:
        raise BadUse("still: must be 0 or more")
    for name in ("nearest", "sub_pixel", "judge"):
        if options.get(name):
            raise BadUse(f"{name}: is not for watch")
    method = options.pop("method", "exact")
    if isinstance(needle, list) and not needle and still > 0:
        sought = []
    else:
        sought = needles(needle, mask)
    wanted = options_of(method, **options)
    step = _core.WatchOf(
        sought, wanted, engine, threads, frames, move_by, still, until == "vanishes"
    )
    return (Screen() if stream is None else stream), step


def _events(
    stream: Stream,
    step: Any,
    until: str | None,
    timeout: float | None,
    cancel: Cancel | None,
    own: bool,
) -> Generator[Event, None, None]:
    start = _time.monotonic()
    left = None  # the first frame is always searched
    try:
        while True:
            happened = step.step(stream._stream, cancel, left)
            if happened is None:
                return
            for each in happened:
                event = Event(*each)
                yield event
                if event.event == until:
                    return
            if timeout is not None:
                left = timeout - (_time.monotonic() - start)
                if left <= 0:
                    return
    finally:
        if own:
            stream.close()


def wait(
    needle: Picture | list[Any],
    stream: Stream | None = None,
    *,
    timeout: float | None = 10.0,
    until: str = "appears",
    **options: Any,
) -> Match | None:
    """Waits until a needle appears (or vanishes, moves, ...) in a stream (None: the screen).

    Returns its first match; None at the timeout, after the end of a video, and for an event without
    a match. Other arguments as of `watch`.

    >>> button = espy.wait("ok.png", timeout=10)
    >>> if button:
    ...     click(button.x, button.y)
    """
    for event in watch(needle, stream, until=until, timeout=timeout, **options):
        if event.event == until:
            return event.matches[0] if event.matches else None
    return None


async def wait_async(
    needle: Picture | list[Any],
    stream: Stream | None = None,
    *,
    timeout: float | None = 10.0,
    until: str = "appears",
    **options: Any,
) -> Match | None:
    """`wait` for asyncio: other tasks run meanwhile; cancelling the task ends the wait."""
    async for event in watch_async(needle, stream, until=until, timeout=timeout, **options):
        if event.event == until:
            return event.matches[0] if event.matches else None
    return None


async def watch_async(
    needle: Picture | list[Any], stream: Stream | None = None, **options: Any
) -> AsyncIterator[Event]:
    """`watch` for asyncio: other tasks run meanwhile; cancelling the task ends the watch."""
    cancel = options.pop("cancel", None) or Cancel()
    events = watch(needle, stream, cancel=cancel, **options)
    end = object()
    try:
        while True:
            waiting = asyncio.ensure_future(asyncio.to_thread(next, events, end))
            try:
                event = await asyncio.shield(waiting)
            except asyncio.CancelledError:
                cancel.cancel()
                try:
                    await waiting
                except Cancelled:
                    pass
                raise
            if event is end:
                return
            yield event
    finally:
        events.close()
