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

STYLES = _core.MARK_STYLES


def mark(
    scene: Picture | Scene,
    matches: Any,
    *,
    style: str = "outline",
    thickness: int = 3,
    colour: Any = "#00c000",
    flags_in_alpha: bool = False,
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """Returns a copy of the scene with marked matches. ``matches`` is a finding, a list or array of
    matches, or rows of (x, y, width, height).

    ``style``: "outline" draws around them, ``thickness`` pixels wide, in this ``colour`` ("#rrggbb"
    or three numbers in the order of the scene's channels); "whiteout" paints everything else white;
    "dim" darkens everything else, "lighten" lightens it; "none" changes nothing. A grey scene with a
    coloured outline becomes a picture of three channels. ``flags_in_alpha``: the alpha channel, which
    is added if there is none, is the flag plane.

    >>> espy.write("marked.png", espy.mark(scene, finding, colour="#ff8800"))
    """
    return _core.mark(
        scene._kept if isinstance(scene, Scene) else pixels(scene),
        match_bytes(matches),
        choice("style", style, STYLES),
        _thickness(thickness),
        colour_of(colour),
        flags_in_alpha,
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
    flags_in_alpha: bool = False,
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
        flags_in_alpha,
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
    keep: Any = None,
    *,
    tolerance: int = 0,
    where: str | None = None,
    edges: int | None = None,
    engine: str = "auto",
    threads: int = 0,
) -> np.ndarray:
    """The pixels that fulfil all conditions that are given: an array of the scene's height and
    width, 2 where they hold, 0 elsewhere.

    ``keep``: no channel differs from this colour by more than ``tolerance``; in uint16 pictures 8-bit
    colours are multiplied by 257. ``where``: this expression is not 0, as with `espy screen --where`;
    r, g and b are the channels in their order.
    ``edges``: the Sobel gradient of a channel is at least this long.

    >>> red = espy.screen("map.png", "#ff0000", tolerance=10)
    >>> green = espy.screen("map.png", where="g > 2 * r && g > 2 * b")
    """
    array = scene.array if isinstance(scene, Scene) else pixels(scene)
    colours = [] if keep is None else [colour_of(keep)]
    return _core.screen(array, colours, tolerance, where, edges, engine, threads)


def _thickness(pixels_wide: int) -> int:
    if not 1 <= pixels_wide <= 255:
        raise BadUse("thickness: must be from 1 to 255 pixels")
    return pixels_wide
