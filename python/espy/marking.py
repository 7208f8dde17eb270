# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Marking matches in pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arguments import Picture, choice, colour as colour_of, match_bytes, pixels
from .errors import BadUse
from .pictures import Scene

STYLES = ("outline", "whiteout", "dim", "none")


def mark(
    scene: Picture | Scene,
    matches: Any,
    *,
    style: str = "outline",
    thickness: int = 3,
    colour: Any = "#00c000",
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """Returns a copy of the scene with marked matches. ``matches`` is a finding, a list or array of
    matches, or rows of (x, y, width, height).

    ``style``: "outline" draws around them, ``thickness`` pixels wide, in this ``colour`` ("#rrggbb"
    or three numbers in the order of the scene's channels); "whiteout" paints everything else white;
    "dim" darkens everything else; "none" changes nothing. A grey scene with a coloured outline
    becomes a picture of three channels.

    >>> espy.write("marked.png", espy.mark(scene, finding, colour="#ff8800"))
    """
    return _core.mark(
        scene._kept if isinstance(scene, Scene) else pixels(scene),
        match_bytes(matches),
        choice("style", style, STYLES),
        _thickness(thickness),
        colour_of(colour),
        engine,
        threads,
    )


def mark_by_flags(
    scene: Picture,
    flags: np.ndarray,
    *,
    style: str = "outline",
    thickness: int = 3,
    colour: Any = "#00c000",
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """The same for a flag plane: an array of the scene's height and width, where pixels other than
    0 belong to a match."""
    return _core.mark_by_flags(
        pixels(scene),
        pixels(flags),
        choice("style", style, STYLES),
        _thickness(thickness),
        colour_of(colour),
        engine,
        threads,
    )


def flags(
    scene: Picture | Scene | tuple[int, int],
    matches: Any,
    *,
    passes: int = 2,
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """The flag plane of matches in a scene, or in one of (height, width): 1 at the upper left pixel
    of each match, 2 in the rest of matches (from pass 2 on), 0 elsewhere.

    >>> share_covered = (espy.flags(scene, finding) > 0).mean()
    """
    if passes not in (1, 2):
        raise BadUse("passes: must be 1 or 2")
    if isinstance(scene, tuple):
        height, width = scene
    else:
        array = scene.array if isinstance(scene, Scene) else pixels(scene)
        height, width = array.shape[:2]
    return _core.flags(width, height, match_bytes(matches), passes, engine, threads)


def screen(
    scene: Picture | Scene,
    keep: Any,
    *,
    tolerance: int = 0,
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """The pixels of a colour: an array of the scene's height and width, 2 where no channel differs
    by more than ``tolerance``, 0 elsewhere. In uint16 pictures 8-bit colours are multiplied by 257.

    >>> red = espy.screen("map.png", "#ff0000", tolerance=10)
    """
    array = scene.array if isinstance(scene, Scene) else pixels(scene)
    return _core.screen(array, colour_of(keep), tolerance, engine, threads)


def _thickness(pixels_wide: int) -> int:
    if not 1 <= pixels_wide <= 255:
        raise BadUse("thickness: must be from 1 to 255 pixels")
    return pixels_wide
