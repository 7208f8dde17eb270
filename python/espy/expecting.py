# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What a test expects on the screen: waits for pictures, and writes a screenshot with the best
candidate outlined when one is not there. `pytest_espy` and `EspyLibrary` are made of it."""

from __future__ import annotations

import itertools
import os
import pathlib
import re
from typing import Any

import numpy as np

from ._arguments import Path, Picture, is_path
from ._core import Match
from .errors import BadUse, Error
from .finding import Finding, find
from .live import Screen, watch
from .marking import mark
from .pictures import write

#: Options of `Screen`; all others are those of `espy.find`.
SCREEN_OPTIONS = ("region", "monitor", "window", "fps", "display")


class ScreenMismatch(AssertionError):
    """The screen does not show what it should, or shows what it should not."""

    def __init__(self, sentence: str, screenshot: str, candidates: list[Match]) -> None:
        super().__init__(f"{sentence}. Screenshot: {screenshot}")
        #: The path of the screenshot, in which the candidates are outlined.
        self.screenshot = screenshot
        #: The best position of a picture that is missing, or the matches of one that is there.
        self.candidates = candidates


class Expecting:
    """Expectations of the screen of $DISPLAY.

    ``folder``: for screenshots of failures; made with the first one. ``prefix``: begins their names.
    ``timeout``: seconds, where a method has none. ``options``: for all calls, those of `Screen`
    (region, monitor, window, ...) and of `espy.find` (method, min_score, scale, ...).
    """

    def __init__(
        self, folder: Path, *, prefix: str = "screen", timeout: float = 10.0, **options: Any
    ) -> None:
        self.folder = pathlib.Path(os.fsdecode(folder))
        self.prefix = re.sub(r"[^\w.-]+", "-", prefix).strip("-.") or "screen"
        self.timeout = timeout
        self.options = options

    def should_show(
        self, needle: Picture, *, timeout: float | None = None, **options: Any
    ) -> Match:
        """Waits until the screen shows a picture; returns its best match. Raises `ScreenMismatch`
        at the timeout, with a screenshot that has the best candidate and its score. A timeout of 0
        looks once. With a region, positions are within it."""
        seconds = self._seconds(timeout)
        screen, finding = self._split(options)
        with Screen(**screen) as stream:
            for event in watch(needle, stream, until="appears", timeout=seconds, **finding):
                if event.event == "appears":
                    return event.matches[0]
            shown = stream.array.copy()
        best = _candidate(needle, shown, finding)
        name = _name_of(needle)
        sentence = f"{name} is not on the screen{_after(seconds)}"
        if best is not None:
            sentence += (
                f"; the best candidate, at ({best.x}, {best.y}), has a score of {best.score:.3f}"
            )
        raise self._mismatch(sentence, shown, [] if best is None else [best])

    def should_not_show(
        self, needle: Picture, *, timeout: float | None = None, **options: Any
    ) -> None:
        """Waits until the screen does not show a picture. Raises `ScreenMismatch` at the timeout,
        with a screenshot in which its matches are outlined. A timeout of 0 looks once."""
        seconds = self._seconds(timeout)
        screen, finding = self._split(options)
        with Screen(**screen) as stream:
            for event in watch(needle, stream, until="vanishes", timeout=seconds, **finding):
                if event.event == "vanishes":
                    return
            shown = stream.array.copy()
        matches = find(needle, shown, **finding).matches
        places = ", ".join(f"({match.x}, {match.y})" for match in matches[:3])
        more = ", ..." if len(matches) > 3 else ""
        where = f" at {places}{more}" if places else ""
        sentence = f"{_name_of(needle)} is still on the screen{_after(seconds)}{where}"
        raise self._mismatch(sentence, shown, matches)

    def find(self, needle: Picture, **options: Any) -> Finding:
        """`espy.find` on what the screen shows now."""
        screen, finding = self._split(options)
        with Screen(**screen) as stream:
            return find(needle, stream.array.copy(), **finding)

    def wait_until_still(
        self, seconds: float = 0.5, *, timeout: float | None = None, **options: Any
    ) -> None:
        """Waits until the screen has not changed for some seconds. Raises `ScreenMismatch`."""
        limit = self._seconds(timeout)
        screen, _ = self._split(options)
        with Screen(**screen) as stream:
            for event in watch([], stream, until="still", still=seconds, timeout=limit):
                if event.event == "still":
                    return
            shown = stream.array.copy()
        raise self._mismatch(f"the screen still changes{_after(limit)}", shown, [])

    def screenshot(self, path: Path | None = None, **options: Any) -> str:
        """Writes what the screen shows; returns the path of the file. Without a ``path`` its name is
        the next free one in the folder."""
        screen, _ = self._split(options)
        with Screen(**screen) as stream:
            return self._write(stream.array.copy(), path)

    def _seconds(self, timeout: float | None) -> float:
        seconds = self.timeout if timeout is None else timeout
        if not seconds >= 0:
            raise BadUse(f"timeout: must be 0 seconds or more, not {seconds}")
        return float(seconds)

    def _split(self, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        both = {**self.options, **options}
        screen = {name: both.pop(name) for name in SCREEN_OPTIONS if name in both}
        return screen, both

    def _mismatch(self, sentence: str, shown: np.ndarray, matches: list[Match]) -> ScreenMismatch:
        marked = mark(shown, matches, colour="#ff0000", thickness=3) if matches else shown
        return ScreenMismatch(sentence, self._write(marked, None), matches)

    def _write(self, picture: np.ndarray, path: Path | None) -> str:
        if path is not None:
            write(path, picture)
            return os.path.abspath(os.fsdecode(path))
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in itertools.count(1):
            file = self.folder / f"{self.prefix}-{number}.png"
            if not file.exists():
                write(file, picture, overwrite=False)
                return str(file.absolute())
        raise AssertionError


def _name_of(needle: Picture) -> str:
    if isinstance(needle, (list, tuple)):
        return " or ".join(_name_of(each) for each in needle) if needle else "nothing"
    return os.path.basename(os.fsdecode(needle)) if is_path(needle) else "the picture"


def _after(seconds: float) -> str:
    return f" after {seconds:g} s" if seconds > 0 else ""


def _candidate(needle: Picture, shown: np.ndarray, options: dict[str, Any]) -> Match | None:
    """The position with the highest score; None if there is none, as where the needle is larger
    than the screen."""
    asked = {**options, "nearest": True, "top": 1, "min_score": 1.0}
    for name in ("tolerance", "frames", "move_by", "still", "cancel"):
        asked.pop(name, None)
    # Exact search has no candidates; correlation has none that mean much for a needle of one colour.
    methods = [options["method"]] if options.get("method", "exact") != "exact" else ["zncc", "ssd"]
    for method in methods:
        try:
            best = find(needle, shown, **{**asked, "method": method}).best
        except Error:
            continue
        if best is not None and (method != "zncc" or best.score > 0):
            return best
    return None
