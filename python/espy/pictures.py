# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Picture files, and scenes that are searched repeatedly."""

from __future__ import annotations

import os
import warnings
from typing import Any, BinaryIO

import numpy as np

from . import _core
from ._arguments import MOST_PIXELS, Path, Picture, is_path, pixels, read_array
from .errors import PictureWarning


def read(
    source: Path | BinaryIO, *, max_pixels: int = MOST_PIXELS, writable: bool = True
) -> np.ndarray:
    """Reads a picture from a file name or an open file.

    Returns an array of uint8 or uint16: height x width for grey, else height x width x channels (2:
    grey, alpha; 3: red, green, blue; 4: with alpha). Reads PBM, PGM, PPM, PAM, PNG, JPEG, BMP, TIFF
    and WebP, recognised by their content. Pictures with more than ``max_pixels`` are refused before
    memory is allocated.

    With ``writable=False`` the array may map an uncompressed file, or be the decoder's own buffer,
    instead of a copy.

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
    """Writes a picture; the path's extension chooses the format (.pgm .ppm .pam .png .jpg .tif .bmp
    .webp). The file appears whole or not at all.

    >>> espy.write("marked.png", finding.marked())
    """
    _core.write_file(os.fsencode(path), pixels(picture), overwrite)


class Scene:
    """A scene that is searched repeatedly. It stays in GPU memory from one search to the next; CPU
    engines read the array itself.

    The array is not copied if the pixels of its rows are contiguous, and must not change while a
    GPU has a copy; ``release()`` frees that. Thread-safe.

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
        """Width in pixels."""
        return int(self.array.shape[1])

    @property
    def height(self) -> int:
        """Height in pixels."""
        return int(self.array.shape[0])

    @property
    def kept(self) -> bool:
        """Is it in GPU memory?"""
        return bool(self._kept.is_kept)

    def release(self) -> None:
        """Frees its copy in GPU memory. The next search uploads it again."""
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
