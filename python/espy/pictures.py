# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Picture files, and pictures that are searched more than once."""

from __future__ import annotations

import os
import warnings
from typing import Any, BinaryIO

import numpy as np

from . import _core
from ._given import MOST_PIXELS, Path, Picture, is_path, pixels, read_array
from .errors import PictureWarning


def read(
    source: Path | BinaryIO, *, max_pixels: int = MOST_PIXELS, writable: bool = True
) -> np.ndarray:
    """Reads a picture: its file's name, or a file that is open.

    Returns an array of uint8 or uint16, height x width for grey pictures and height x width x
    channels for others: 2 are grey and alpha, 3 red, green and blue, 4 those and alpha. PBM, PGM,
    PPM, PAM, PNG, JPEG, BMP, TIFF and WebP are read, recognised by their content. Larger pictures
    than ``max_pixels`` are refused before memory is taken for them.

    With ``writable=False`` large uncompressed files are not copied: the array looks at the file. Of
    others the memory that they were decoded in is not copied.

    >>> scene = espy.read("screenshot.png")
    """
    if isinstance(source, (str, bytes, os.PathLike)):
        return read_array(source, max_pixels, writable)
    name = str(getattr(source, "name", "the file"))
    array, note = _core.read_bytes(source.read(), name, max_pixels, writable)
    if note:
        warnings.warn(f"{name}: {note}", PictureWarning, stacklevel=2)
    return array


def write(path: Path, picture: Picture, *, overwrite: bool = True) -> None:
    """Writes a picture; the ending of the path chooses the format (.pgm .ppm .pam .png .jpg .tif
    .bmp .webp). The file appears whole or not at all.

    >>> espy.write("marked.png", finding.marked())
    """
    _core.write_file(os.fsencode(path), pixels(picture), overwrite)


class Scene:
    """A picture that is searched several times. A graphics card keeps it from one search to the
    next, so that it travels there once; a processor looks at it where it is.

    The array is not copied if its rows are whole or parts of larger ones, so it must not change
    while a card keeps it; ``release()`` lets the card forget it. Several threads may search one
    scene.

    >>> with espy.Scene("map.ppm") as scene:
    ...     houses = espy.find("house.png", scene, engine="cuda")
    ...     churches = espy.find("church.png", scene, engine="cuda")
    """

    __slots__ = ("array", "name", "_kept")

    array: np.ndarray
    name: str

    def __init__(self, picture: Picture) -> None:
        self.array = pixels(picture)
        self.name = os.fsdecode(picture) if is_path(picture) else ""
        self._kept = _core.SceneOf(self.array)

    @property
    def width(self) -> int:
        """In pixels."""
        return int(self.array.shape[1])

    @property
    def height(self) -> int:
        """In pixels."""
        return int(self.array.shape[0])

    @property
    def kept(self) -> bool:
        """Does a graphics card keep it?"""
        return bool(self._kept.is_kept)

    def release(self) -> None:
        """Gives back what a graphics card keeps of it. The next search takes it there again."""
        self._kept.release()

    def __reduce__(self) -> Any:
        return _scene_again, (self.array, self.name)

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *failure: object) -> None:
        self.release()

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Scene({name}{self.width} x {self.height}, {self.array.dtype})"


def _scene_again(array: np.ndarray, name: str) -> Scene:
    scene = Scene(array)
    scene.name = name
    return scene
