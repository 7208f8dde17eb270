# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Drop-in replacements for functions of other libraries.

- `matchTemplate`: OpenCV's, computed by NumPy.
- `locateOnScreen`, `locateAllOnScreen`, `locateCenterOnScreen`, `pixel`, `pixelMatchesColor` and
  `screenshot`: pyautogui's and pyscreeze's, on the screen (X11 or Wayland).
- `locateAll`, `locate`, `locateCenter` and `center`: theirs, on arrays and files.

``import espy.compat as pyscreeze`` replaces pyscreeze. As with pyscreeze on Linux, functions of
windows by their title (`locateOnWindow`, `screenshotWindow`) raise `PyScreezeException`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from ._arguments import Picture, is_path, opaque, pixels
from ._templates import (
    TM_CCOEFF,
    TM_CCOEFF_NORMED,
    TM_CCORR,
    TM_CCORR_NORMED,
    TM_SQDIFF,
    TM_SQDIFF_NORMED,
    Template,
    match,
)
from .errors import BadUse, Error
from .finding import find
from .live import Screen
from .pictures import write

__all__ = [
    "TM_CCOEFF",
    "TM_CCOEFF_NORMED",
    "TM_CCORR",
    "TM_CCORR_NORMED",
    "TM_SQDIFF",
    "TM_SQDIFF_NORMED",
    "Box",
    "GRAYSCALE_DEFAULT",
    "ImageNotFoundException",
    "Point",
    "PyScreezeException",
    "RGB",
    "USE_IMAGE_NOT_FOUND_EXCEPTION",
    "center",
    "locate",
    "locateAll",
    "locateAllOnScreen",
    "locateCenter",
    "locateCenterOnScreen",
    "locateCenterOnScreenNear",
    "locateOnScreen",
    "locateOnScreenNear",
    "locateOnWindow",
    "matchTemplate",
    "pixel",
    "pixelMatchesColor",
    "screenshot",
    "screenshotWindow",
    "showRegionOnScreen",
]

#: As in pyscreeze: whether functions that find nothing raise `ImageNotFoundException`. Otherwise
#: they return None, or nothing.
USE_IMAGE_NOT_FOUND_EXCEPTION = True

#: Whether ``grayscale=None`` means True, as it does in pyscreeze. Colours are compared by default,
#: which is faster and finds nothing in another colour.
GRAYSCALE_DEFAULT = False


def matchTemplate(
    image: Picture,
    templ: Picture,
    method: int,
    result: np.ndarray | None = None,
    mask: Picture | None = None,
    *,
    threads: int = 0,
) -> np.ndarray:
    """OpenCV's function: the score of ``templ`` at each position in ``image``, as float32.

    All six methods, for arrays of uint8, uint16 and float32, in double precision: more accurate
    than OpenCV's where pictures have little contrast. ``mask`` has the template's size, and one
    channel or the template's number of channels: integers ignore samples where it is 0, float32
    values are weights. Where OpenCV divides by 0 under a mask, the result is 0, or 1 with
    `TM_SQDIFF_NORMED`. Alpha is not a channel here: a template with alpha is compared where alpha
    is not 0. A template larger than the image is refused. ``threads``: 0 for all.
    """
    if method not in range(6):
        raise BadUse("method: must be one of the six, from TM_SQDIFF (0) to TM_CCOEFF_NORMED (5)")
    bare = np.ma.getdata(templ) if np.ma.isMaskedArray(templ) else templ
    samples = _samples(bare)
    weights = _weights(samples, opaque(templ), mask)
    scene, needle = _without_alpha(_samples(image)), _without_alpha(samples)
    if 0 in needle.shape + scene.shape:
        raise BadUse(f"image, templ: {scene.shape} and {needle.shape}; none may be empty")
    if needle.shape[0] > scene.shape[0] or needle.shape[1] > scene.shape[1]:
        raise BadUse(f"templ: {needle.shape} does not fit into an image of {scene.shape}")
    channels = max(scene.shape[2], needle.shape[2])
    needle = np.broadcast_to(needle, (*needle.shape[:2], channels))
    if weights is not None:
        if weights.shape[2] not in (1, channels):
            raise BadUse(f"mask: {weights.shape} does not fit a template of {needle.shape}")
        weights = np.broadcast_to(weights, needle.shape)
    scene = np.broadcast_to(scene, (*scene.shape[:2], channels))
    whole = needle.dtype.kind == scene.dtype.kind == "u"
    scores = match(scene, Template(needle, weights, whole), method, threads)
    if result is None:
        return scores
    result[...] = scores
    return result


def _samples(picture: Picture) -> np.ndarray:
    """The picture as height x width x channels, of uint8, uint16 or float32."""
    array = None if is_path(picture) or opaque(picture) is not None else np.asarray(picture)
    if array is None or array.dtype != np.float32:
        array = pixels(picture)
    if array.ndim not in (2, 3):
        raise BadUse(f"a picture must be height x width (x channels), not {array.shape}")
    return array[..., np.newaxis] if array.ndim == 2 else array


def _without_alpha(samples: np.ndarray) -> np.ndarray:
    return samples[..., :-1] if samples.shape[2] in (2, 4) else samples


def _weights(
    samples: np.ndarray, shown: np.ndarray | None, mask: Picture | None
) -> np.ndarray | None:
    """Weights of a template's samples from a mask, its alpha, and the mask of a masked array."""
    weights: np.ndarray | None = None
    if mask is not None:
        weights = _samples(mask)
        if weights.shape[:2] != samples.shape[:2]:
            raise BadUse(f"mask: {weights.shape} does not fit a template of {samples.shape}")
        if weights.dtype != np.float32:
            weights = weights != 0
    for part in (samples[..., -1] != 0 if samples.shape[2] in (2, 4) else None, shown):
        if part is not None:
            weights = part[..., np.newaxis] * (np.True_ if weights is None else weights)
    return weights


class Box(NamedTuple):
    """A rectangle, as in pyautogui."""

    left: int
    top: int
    width: int
    height: int


class Point(NamedTuple):
    """A point, as in pyautogui."""

    x: int
    y: int


class RGB(NamedTuple):
    """A colour, as in pyscreeze."""

    red: int
    green: int
    blue: int


class PyScreezeException(Exception):
    """Base of the exceptions, as in pyscreeze."""


class ImageNotFoundException(PyScreezeException):
    """Raised by `locate`, `locateAll` and the functions of the screen if nothing is found."""


def locateAll(
    needleImage: Picture,
    haystackImage: Picture,
    grayscale: bool | None = None,
    limit: int | None = 10000,
    region: tuple[int, int, int, int] | None = None,
    step: int = 1,
    confidence: float = 0.999,
) -> Iterator[Box]:
    """pyautogui's function, on arrays, files or Pillow images: boxes of the needle in the haystack,
    row by row.

    With a ``confidence`` of 0.999 or more pixels must be identical; below, the score is that of
    `TM_CCOEFF_NORMED`. ``limit``: the first n boxes; None: all. ``grayscale``: compares brightness
    only; None: `GRAYSCALE_DEFAULT`. ``step`` is ignored. If nothing is found, raises
    `ImageNotFoundException` at the first step. Raises ValueError if the needle is larger than the
    haystack or region. Pixels of a needle with alpha 0 match anything.
    """
    needle, haystack = _picture(needleImage), _without_alpha(_picture(haystackImage))
    if grayscale or (grayscale is None and GRAYSCALE_DEFAULT):
        needle, haystack = _grey(needle), _grey(haystack)
    left, top = 0, 0
    if region is not None:
        left, top, right, bottom = _inside(region, haystack)
        haystack = haystack[top:bottom, left:right]
    if haystack.shape[0] < needle.shape[0] or haystack.shape[1] < needle.shape[1]:
        raise ValueError("needle dimension(s) exceed the haystack image or region dimensions")
    confidence = float(confidence)
    if not -1 <= confidence <= 1:  # NaN too
        raise ValueError(f"confidence {confidence:g}: takes -1 to 1")
    # Exact matches are in row order, so `top` returns the first ones; others are cut off below.
    options: dict[str, Any] = {"top": limit}
    if confidence < 0.999:
        options = {"method": "zncc", "min_score": confidence, "channel_means": "each"}
    finding = find(needle, haystack, overlap=1.0, **options)
    found = finding.array
    for i in np.lexsort((found["x"], found["y"]))[:limit]:
        x, y, width, height = (int(found[i][name]) for name in ("x", "y", "width", "height"))
        yield Box(x + left, y + top, width, height)
    if len(found) == 0 and USE_IMAGE_NOT_FOUND_EXCEPTION:
        best = finding.best
        highest = "" if best is None else f" (highest confidence = {best.score:.3f})"
        raise ImageNotFoundException("Could not locate the image." + highest)


def _picture(image: Picture) -> np.ndarray:
    """An array of a file, an array, or a Pillow image of any mode, which may have a palette."""
    if hasattr(image, "convert") and hasattr(image, "mode"):
        shown = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        image = image.convert("RGBA" if shown else "RGB")
    elif not is_path(image) and not hasattr(image, "__array__"):
        raise TypeError("expected an image filename, NumPy array, or PIL image")
    array = pixels(image)
    return array[..., np.newaxis] if array.ndim == 2 else array


def _inside(region: Sequence[int], picture: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of a region that is in the picture."""
    left, top, width, height = (int(number) for number in region)
    right = min(max(left + width, 0), picture.shape[1])
    bottom = min(max(top + height, 0), picture.shape[0])
    return min(max(left, 0), right), min(max(top, 0), bottom), right, bottom


def locate(needleImage: Picture, haystackImage: Picture, **options: Any) -> Box | None:
    """The first box of `locateAll`. Raises `ImageNotFoundException`, or returns None."""
    options["limit"] = 1
    return next(locateAll(needleImage, haystackImage, **options), None)


def locateCenter(needleImage: Picture, haystackImage: Picture, **options: Any) -> Point | None:
    """The centre of the box that `locate` finds."""
    box = locate(needleImage, haystackImage, **options)
    return None if box is None else center(box)


def locateOnScreen(image: Picture, minSearchTime: float = 0, **options: Any) -> Box | None:
    """The first box of the picture on the screen. Searches again whenever the screen changes, for
    ``minSearchTime`` seconds. Options as of `locateAll`."""
    start = time.monotonic()
    first = True
    with Screen() as screen:
        while True:
            screen.next()
            late = time.monotonic() - start >= minSearchTime
            if first or late or screen.changed:
                try:
                    box = locate(image, screen.array, **options)
                except ImageNotFoundException:
                    if late:
                        raise
                    box = None
                if late or box is not None:
                    return box
            first = False


def locateAllOnScreen(image: Picture, **options: Any) -> Iterator[Box]:
    """`locateAll` on the screen."""
    return locateAll(image, Screen().array, **options)


def locateCenterOnScreen(image: Picture, **options: Any) -> Point | None:
    """The centre of the box that `locateOnScreen` finds."""
    box = locateOnScreen(image, **options)
    return None if box is None else center(box)


def locateOnScreenNear(image: Picture, x: int, y: int, **options: Any) -> Box | None:
    """The box on the screen whose centre is nearest to (x, y). Options as of `locateAll`."""

    def distance(box: Box) -> int:
        middle = center(box)
        return (middle.x - x) ** 2 + (middle.y - y) ** 2

    return min(locateAllOnScreen(image, **options), key=distance, default=None)


def locateCenterOnScreenNear(image: Picture, x: int, y: int, **options: Any) -> Point | None:
    """The centre of the box that `locateOnScreenNear` finds."""
    box = locateOnScreenNear(image, x, y, **options)
    return None if box is None else center(box)


def locateOnWindow(image: Picture, title: str, **options: Any) -> Box | None:
    """Raises `PyScreezeException`, as pyscreeze does on Linux, where windows are not known by their
    title. Use `locate` on ``espy.Screen(window=ID)``."""
    raise PyScreezeException(
        "windows are not found by their title; use locate(image, espy.Screen(window=ID))"
    )


def screenshotWindow(title: str) -> Any:
    """Raises `PyScreezeException`, likewise."""
    raise PyScreezeException("windows are not found by their title; use espy.Screen(window=ID)")


def showRegionOnScreen(
    region: tuple[int, int, int, int],
    outlineColor: Any = "red",
    filename: str = "_showRegionOnScreen.png",
) -> None:
    """Writes a screenshot with an outline around a region. Needs Pillow."""
    try:
        from PIL import ImageDraw
    except ImportError:
        raise PyScreezeException("showRegionOnScreen needs Pillow: pip install pillow") from None
    left, top, width, height = region
    shown = screenshot()
    ImageDraw.Draw(shown).rectangle((left, top, left + width, top + height), outline=outlineColor)
    write(filename, shown)


def screenshot(
    imageFilename: str | None = None, region: tuple[int, int, int, int] | None = None
) -> Any:
    """What the screen shows, or a region (left, top, width, height) of it, also as a file: a
    Pillow image, or an array if Pillow is not installed. A region is black outside the screen."""
    with Screen() as screen:
        shown = screen.array.copy()
    if region is not None:
        if len(region) != 4 or not all(isinstance(number, Integral) for number in region):
            raise AssertionError("region argument must be a tuple of four ints")
        left, top, right, bottom = _inside(region, shown)
        part = shown[top:bottom, left:right]
        shown = np.zeros((region[3], region[2], 3), np.uint8)
        y, x = top - region[1], left - region[0]
        shown[y : y + part.shape[0], x : x + part.shape[1]] = part
    if imageFilename is not None:
        write(imageFilename, shown)
    try:
        from PIL import Image
    except ImportError:
        return shown
    return Image.fromarray(shown)


def pixel(x: int, y: int) -> RGB:
    """The colour of a pixel of the screen. Raises IndexError outside."""
    if isinstance(x, Sequence):
        raise TypeError("pixel() takes x and y as two arguments: pixel(x, y)")
    try:
        colour = Screen(region=(x, y, 1, 1)).array[0, 0]
    except Error:
        height, width = Screen().array.shape[:2]
        if 0 <= x < width and 0 <= y < height:
            raise
        raise IndexError(f"({x}, {y}) is outside the screen") from None
    return RGB(*(int(sample) for sample in colour))


def pixelMatchesColor(
    x: int, y: int, expectedRGBColor: Sequence[int], tolerance: int = 0
) -> bool:
    """Whether no channel of a pixel of the screen differs from the colour by more than
    ``tolerance``. Alpha is ignored."""
    if isinstance(x, Sequence):
        raise TypeError(
            "pixelMatchesColor() takes x and y as two arguments: pixelMatchesColor(x, y, rgb)"
        )
    red, green, blue = expectedRGBColor[:3]
    return all(abs(a - b) <= tolerance for a, b in zip(pixel(x, y), (red, green, blue)))


def center(coords: Sequence[int]) -> Point:
    """The centre of a box (left, top, width, height), in whole pixels."""
    return Point(coords[0] + int(coords[2] / 2), coords[1] + int(coords[3] / 2))


def _grey(picture: np.ndarray) -> np.ndarray:
    """Luminance, by Pillow's weights of red, green and blue. Alpha remains."""
    if picture.shape[2] < 3:
        return picture
    if picture.dtype == np.uint8:
        red, green, blue = (picture[..., channel].astype(np.uint32) for channel in range(3))
        grey = ((red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16).astype(np.uint8)
    else:
        weighted = picture[..., :3].astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
        grey = np.rint(weighted).astype(picture.dtype)
    return np.dstack((grey, picture[..., 3:]))
