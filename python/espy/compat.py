# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The functions that people know from elsewhere, on Espy's engines.

- `matchTemplate` takes and returns what OpenCV's function of this name does.
- `locateAll`, `locate`, `locateCenter` and `center` take and return what those of pyautogui do, on
  arrays and files instead of the screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ._given import Picture, pixels
from .errors import BadUse
from .finding import find, score_map

#: The numbers that OpenCV gives to those of its methods that there are here.
TM_SQDIFF = 0
TM_SQDIFF_NORMED = 1
TM_CCOEFF_NORMED = 5


def matchTemplate(
    image: Picture,
    templ: Picture,
    method: int,
    result: np.ndarray | None = None,
    mask: Picture | None = None,
    *,
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """OpenCV's function: how well ``templ`` fits at each place of ``image``, as float32.

    `TM_SQDIFF` is the sum of squared differences and `TM_CCOEFF_NORMED` the correlation
    coefficient, of all channels together. A ``mask`` is grey, of the template's size, and counts
    where it is not 0. Arrays are uint8 or uint16. Alpha is no colour here: a template with alpha
    is compared where it is not 0. Windows without variance score 0, where OpenCV says 1 or
    infinity.
    """
    scene, needle = pixels(image), pixels(templ)
    if needle.shape[0] > scene.shape[0] or needle.shape[1] > scene.shape[1]:
        raise BadUse(f"templ: {needle.shape} does not fit into an image of {scene.shape}")
    if method == TM_CCOEFF_NORMED:
        scores = score_map(
            needle, scene, method="zncc", mask=mask, engine=engine, threads=threads
        )
    elif method == TM_SQDIFF:
        scores = score_map(needle, scene, method="ssd", mask=mask, engine=engine, threads=threads)
        scores = _squares(scores, needle, scene, mask)
    else:
        raise BadUse("method: there are TM_SQDIFF (0) and TM_CCOEFF_NORMED (5) here")
    if result is None:
        return scores
    result[...] = scores
    return result


def _squares(
    scores: np.ndarray, needle: np.ndarray, scene: np.ndarray, mask: Picture | None
) -> np.ndarray:
    """Sums of squared differences, of which scores are shares: 1 - sum / (most * samples)."""
    planar = needle.ndim == 2 and scene.ndim == 2
    channels = 1 if planar else max(a.shape[2] if a.ndim == 3 else 1 for a in (needle, scene))
    taking_part = np.ones(needle.shape[:2], dtype=bool)
    if channels in (2, 4):
        channels -= 1
    if needle.ndim == 3 and needle.shape[2] in (2, 4):
        taking_part &= needle[..., -1] != 0
    if mask is not None:
        taking_part &= np.asarray(mask).reshape(taking_part.shape) != 0
    largest = 65535 if np.uint16 in (needle.dtype, scene.dtype) else 255
    most = float(largest) ** 2 * int(taking_part.sum()) * channels
    return ((1.0 - scores.astype(np.float64)) * most).astype(np.float32)


class Box(NamedTuple):
    """A rectangle, as pyautogui has it."""

    left: int
    top: int
    width: int
    height: int


class Point(NamedTuple):
    """A place, as pyautogui has it."""

    x: int
    y: int


class ImageNotFoundException(Exception):
    """What `locate` raises where there is nothing."""


def locateAll(
    needleImage: Picture,
    haystackImage: Picture,
    grayscale: bool | None = None,
    limit: int = 1000,
    region: tuple[int, int, int, int] | None = None,
    step: int = 1,
    confidence: float = 0.999,
) -> Iterator[Box]:
    """pyautogui's function on arrays or files: boxes of the needle in the haystack, row by row.

    With a ``confidence`` of 0.999 or more places must be identical; with less they are compared by
    correlation. ``grayscale`` compares brightness only. ``step`` is taken and not needed.
    """
    needle, haystack = pixels(needleImage), pixels(haystackImage)
    if grayscale:
        needle, haystack = _grey(needle), _grey(haystack)
    left, top = 0, 0
    if region is not None:
        left, top, width, height = region
        haystack = haystack[top : top + height, left : left + width]
    options: dict[str, Any] = {}
    if confidence < 0.999:
        options = {"method": "zncc", "min_score": float(confidence)}
    finding = find(needle, haystack, overlap=1.0, top=limit, **options)
    boxes = [Box(m.x + left, m.y + top, m.width, m.height) for m in finding]
    yield from sorted(boxes, key=lambda box: (box.top, box.left))


def locate(needleImage: Picture, haystackImage: Picture, **options: Any) -> Box:
    """The first box of `locateAll`; raises `ImageNotFoundException` where there is none."""
    for box in locateAll(needleImage, haystackImage, **options):
        return box
    raise ImageNotFoundException("Could not locate the image.")


def locateCenter(needleImage: Picture, haystackImage: Picture, **options: Any) -> Point:
    """The middle of the box that `locate` finds."""
    return center(locate(needleImage, haystackImage, **options))


def center(box: tuple[int, int, int, int]) -> Point:
    """The middle of a box."""
    return Point(box[0] + box[2] // 2, box[1] + box[3] // 2)


def _grey(picture: np.ndarray) -> np.ndarray:
    """Its brightness, with the usual weights of red, green and blue; alpha is left out."""
    if picture.ndim == 2 or picture.shape[2] < 3:
        return picture if picture.ndim == 2 else picture[..., 0]
    weighted = picture[..., :3].astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
    return np.rint(weighted).astype(picture.dtype)
