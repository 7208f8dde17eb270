# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A library for Robot Framework that finds pictures on the screen."""

from __future__ import annotations

import html
import os
from datetime import timedelta
from typing import Any, Callable, List, NamedTuple, Optional

import espy
from espy.expecting import Expecting, ScreenMismatch
from robot.api import logger
from robot.api.deco import keyword, library
from robot.libraries.BuiltIn import BuiltIn, RobotNotRunningError


class Location(NamedTuple):
    """Where a picture is on the screen, in pixels."""

    #: The centre, for a click.
    x: int
    y: int
    left: int
    top: int
    width: int
    height: int
    score: float
    #: 1: the picture's own size.
    scale: float


@library(scope="GLOBAL", version=espy.__version__, doc_format="ROBOT")
class EspyLibrary:
    """Finds pictures on the screen (X11), waits for them, and clicks them.

    | *** Settings ***
    | Library    EspyLibrary    timeout=5 seconds
    |
    | *** Test Cases ***
    | The Dialog Is Confirmed
    |     Wait Until Screen Contains    dialog.png
    |     Click Image                   ok.png
    |     Wait Until Screen Does Not Contain    dialog.png
    |     Screen Should Not Contain     error.png

    A picture is a file. When a keyword fails because a picture is missing, its message has the best
    candidate and its score, and the log shows a screenshot in which it is outlined.

    = Options of all keywords that search =

    | =Option=   | =Meaning= |
    | region     | The part of the screen to search: ``left,top,width,height``, in pixels. |
    | method     | ``exact`` (equal pixels), or ``zncc``, ``ssd`` or ``sad`` with a minimum score. |
    | min_score  | The least score of a match, 0 to 1; 0.9 where none is given. |
    | tolerance  | With ``exact``: how much each sample may differ, 0 to 255. |
    | scale      | ``auto`` finds pictures that were taken at another pixel density of the display: at 1, 1.25, 1.5, 1.75 and 2 times their size. Or a number. |

    Where a keyword has a ``timeout``, such as ``5 s`` or ``1 minute``, the usual one is that of the
    import. `Click Image` needs pyautogui; everything else does not.
    """

    def __init__(
        self,
        timeout: timedelta = timedelta(seconds=10),
        method: str = "exact",
        min_score: Optional[float] = None,
        tolerance: int = 0,
        scale: str = "1",
        monitor: int = 0,
        display: str = "",
    ) -> None:
        """The arguments are for all keywords; a keyword's own arguments come first.

        ``monitor``: counted from 1; 0: all. ``display``: instead of that of the environment.
        """
        self._timeout = timeout.total_seconds()
        self._options = _given(
            method=method, min_score=min_score, tolerance=tolerance, scale=scale
        )
        self._options.update(monitor=monitor, display=display)

    @keyword
    def wait_until_screen_contains(
        self, picture: str, timeout: Optional[timedelta] = None, **options: Any
    ) -> Location:
        """Waits until the screen shows the picture, and returns its location.

        | ${ok} =    Wait Until Screen Contains    ok.png    timeout=3 s
        | Log    ${ok.x}, ${ok.y}
        """
        return self._shown(picture, _seconds(timeout, self._timeout), options)

    @keyword
    def wait_until_screen_does_not_contain(
        self, picture: str, timeout: Optional[timedelta] = None, **options: Any
    ) -> None:
        """Waits until the screen does not show the picture."""
        self._not_shown(picture, _seconds(timeout, self._timeout), options)

    @keyword
    def screen_should_contain(self, picture: str, **options: Any) -> Location:
        """Fails if the screen does not show the picture now. Returns its location."""
        return self._shown(picture, 0, options)

    @keyword
    def screen_should_not_contain(self, picture: str, **options: Any) -> None:
        """Fails if the screen shows the picture now."""
        self._not_shown(picture, 0, options)

    @keyword
    def wait_until_screen_is_still(
        self, seconds: timedelta = timedelta(seconds=0.5), timeout: Optional[timedelta] = None
    ) -> None:
        """Waits until nothing on the screen has changed for the given time."""
        self._failing(
            lambda: self._expecting().wait_until_still(
                seconds.total_seconds(), timeout=_seconds(timeout, self._timeout)
            )
        )

    @keyword
    def get_location(self, picture: str, **options: Any) -> Location:
        """Returns where the picture is on the screen now: its centre ``x`` and ``y``, ``left``,
        ``top``, ``width``, ``height``, ``score`` and ``scale``. Fails if it is not there.

        | ${icon} =    Get Location    icon.png
        | Should Be True    ${icon.left} < 100
        """
        return self._shown(picture, 0, options)

    @keyword
    def get_locations(self, picture: str, **options: Any) -> List[Location]:
        """Returns all locations of the picture on the screen now, best first, as a list, which may
        be empty."""
        asked = _given(**options)
        found = self._expecting().find(picture, **asked)
        return [self._location(match, asked) for match in found]

    @keyword
    def click_image(
        self,
        picture: str,
        button: str = "left",
        clicks: int = 1,
        timeout: Optional[timedelta] = None,
        **options: Any,
    ) -> Location:
        """Waits until the screen shows the picture, and clicks its centre. Needs pyautogui.

        ``button``: ``left``, ``middle`` or ``right``. ``clicks``: 2 for a double click.
        """
        mouse = _pyautogui()
        place = self._shown(picture, _seconds(timeout, self._timeout), options)
        mouse.click(x=place.x, y=place.y, clicks=clicks, button=button)
        return place

    @keyword
    def take_screenshot(
        self, path: Optional[str] = None, region: Optional[List[int]] = None
    ) -> str:
        """Writes what the screen shows, shows it in the log, and returns the path of the file.

        Without a ``path`` the file is in the folder of the log. The extension chooses the format:
        .png, .jpg, .bmp, .tif, .webp, .ppm.
        """
        written = self._expecting().screenshot(path, **_given(region=region))
        _log(written)
        return written

    def _expecting(self) -> Expecting:
        return Expecting(_output_folder(), prefix="espy-screenshot", **self._options)

    def _shown(self, picture: str, seconds: float, options: dict[str, Any]) -> Location:
        asked = _given(**options)
        match = self._failing(
            lambda: self._expecting().should_show(picture, timeout=seconds, **asked)
        )
        return self._location(match, asked)

    def _not_shown(self, picture: str, seconds: float, options: dict[str, Any]) -> None:
        asked = _given(**options)
        self._failing(lambda: self._expecting().should_not_show(picture, timeout=seconds, **asked))

    def _failing(self, work: Any) -> Any:
        """Runs it; a screenshot of its failure is shown in the log."""
        try:
            return work()
        except ScreenMismatch as mismatch:
            _log(mismatch.screenshot)
            raise

    def _location(self, match: espy.Match, options: dict[str, Any]) -> Location:
        """On the whole screen; matches are within the monitor and region."""
        left, top = match.x, match.y
        if "region" in options:
            left, top = left + options["region"][0], top + options["region"][1]
        if self._options["monitor"] > 0:
            box = espy.Screen.monitors(self._options["display"])[self._options["monitor"] - 1]
            left, top = left + box[0], top + box[1]
        width, height = match.width, match.height
        middle = (left + width // 2, top + height // 2)
        return Location(*middle, left, top, width, height, match.score, match.scale)


#: Converts the options of keywords that search from what Robot Framework passes.
_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "region": lambda given: _region(given),
    "method": str,
    "min_score": float,
    "tolerance": int,
    "scale": lambda given: given if given == "auto" else float(given),
}


def _given(**options: Any) -> dict[str, Any]:
    """The options as `espy.find` and `espy.Screen` take them, without those that are None."""
    known = {}
    for name, value in options.items():
        if name not in _OPTIONS:
            raise TypeError(f"{name}: there is no such argument; there are {', '.join(_OPTIONS)}")
        try:
            if value is not None:
                known[name] = _OPTIONS[name](value)
        except ValueError:
            raise ValueError(f"{name}: cannot be {value!r}") from None
    return known


def _region(given: Any) -> list[int]:
    numbers = given.strip("[]").split(",") if isinstance(given, str) else given
    region = [int(number) for number in numbers]
    if len(region) != 4:
        raise ValueError
    return region


def _seconds(timeout: Optional[timedelta], usual: float) -> float:
    return usual if timeout is None else timeout.total_seconds()


def _output_folder() -> str:
    try:
        return BuiltIn().get_variable_value("${OUTPUT_DIR}") or os.getcwd()
    except RobotNotRunningError:
        return os.getcwd()


def _log(screenshot: str) -> None:
    shown = html.escape(os.path.relpath(screenshot, _output_folder()))
    logger.info(f'<a href="{shown}"><img src="{shown}" style="max-width: 100%"></a>', html=True)


def _pyautogui() -> Any:
    try:
        import pyautogui
    except ImportError:
        raise RuntimeError(
            "Click Image needs pyautogui, which is not installed: pip install pyautogui"
        ) from None
    except Exception as error:  # without a display, it depends on its libraries
        raise RuntimeError(f"Click Image needs pyautogui, which cannot start: {error}") from None
    return pyautogui
