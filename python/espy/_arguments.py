# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Converts arguments to what the compiled module accepts."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from typing import Any, Union

import numpy as np

from . import _core
from .errors import BadUse, PictureWarning

MOST_PIXELS = 1 << 34

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
#: A picture: an array of uint8 or uint16, anything that NumPy converts to one, or a file name.
Picture = Any
#: A number, (from, to), or (from, to, step).
Range = Union[float, Sequence[float]]

MATCH = np.dtype(
    {
        "names": [name for name, _, _ in _core.match_fields],
        "formats": [kind for _, kind, _ in _core.match_fields],
        "offsets": [offset for _, _, offset in _core.match_fields],
        "itemsize": _core.match_size,
    }
)


def is_path(thing: object) -> bool:
    """Is it a file name?"""
    return isinstance(thing, (str, bytes, os.PathLike))


def paths(files: Iterable[Path]) -> list[bytes]:
    """Names of files. A single name is refused: its characters would be taken for names."""
    if is_path(files):
        raise BadUse(f"{os.fsdecode(files)}: files must be a list of names, not one name")
    return [os.fsencode(file) for file in files]


def text(name: bytes) -> str:
    """A file name as str; bytes that are not UTF-8 become surrogates."""
    return os.fsdecode(name)


def read_array(path: Path, max_pixels: int, writable: bool) -> np.ndarray:
    """Reads a picture file; notes of the decoder become warnings."""
    array, note = _core.read_file(os.fsencode(path), max_pixels, writable)
    if note:
        warnings.warn(f"{os.fsdecode(path)}: {note}", PictureWarning, stacklevel=3)
    return array


def pixels(picture: Picture) -> np.ndarray:
    """A picture as an array whose rows have contiguous pixels. Rows may have any stride; other
    layouts are copied, such as every second column, planes, or mirrored pictures."""
    if is_path(picture):
        return read_array(picture, MOST_PIXELS, False)
    if opaque(picture) is not None:
        raise BadUse(
            "only a needle may be a masked array; fill the masked elements: array.filled(0)"
        )
    array = np.asarray(picture)
    if array.dtype != np.uint8 and array.dtype != np.uint16:
        array = _of_known_samples(array)
    strides, size = array.strides, array.itemsize
    if array.ndim == 2:
        together = strides[1] == size
    elif array.ndim == 3:
        together = strides[2] == size and strides[1] == size * array.shape[2]
    else:
        raise BadUse(
            f"a picture must be height x width, or height x width x channels, not {array.shape}"
        )
    aligned = strides[0] % size == 0 and array.flags.aligned
    return array if together and aligned else array.copy(order="C")


def _of_known_samples(array: np.ndarray) -> np.ndarray:
    kind = array.dtype
    if kind == np.bool_:
        return array.view(np.uint8)
    if kind.newbyteorder("=") == np.uint16:
        return array.astype(np.uint16)
    if kind.newbyteorder("=") == np.float32:
        # Values that uint8 can represent are converted back to it.
        with np.errstate(invalid="ignore"):
            whole = array.astype(np.uint8)
        if (whole == array).all():
            return whole
        raise BadUse(
            "a picture of float32 must have whole numbers from 0 to 255; scale it first: "
            "(255 * array).round().astype(numpy.uint8)"
        )
    raise BadUse(
        f"a picture must be an array of uint8 or uint16, not of {kind}; "
        "floating-point pictures can be scaled first: (255 * array).astype(numpy.uint8)"
    )


def opaque(picture: Picture) -> np.ndarray | None:
    """The mask of a masked array, height x width: unmasked pixels. None if none is masked."""
    if not np.ma.isMaskedArray(picture) or not np.ma.is_masked(picture):
        return None
    masked = np.ma.getmaskarray(picture)
    return ~(masked.any(axis=2) if masked.ndim == 3 else masked)


def _needle(picture: Picture, mask: Picture | None) -> tuple[np.ndarray, np.ndarray | None]:
    """A needle and its mask, combined with that of a masked array."""
    own = None if mask is None else pixels(mask)
    shown = opaque(picture)
    if shown is None:
        return pixels(picture), own
    if own is not None:
        if own.size != shown.size:
            raise BadUse(f"the mask is {own.shape}, and not of the needle's size, {shown.shape}")
        shown = np.where(shown, own.reshape(shown.shape), np.zeros((), own.dtype))
    return pixels(np.ma.getdata(picture)), pixels(shown)


def needles(given: Any, mask: Picture | None) -> list[tuple[np.ndarray, np.ndarray | None]]:
    """A list of needles and masks, from a needle, a pair of it and its mask, or a list of both."""
    several = given if isinstance(given, list) else [given]
    if not several:
        raise BadUse("there is no needle to find")
    pairs = []
    for each in several:
        own = mask
        if isinstance(each, tuple):
            if len(each) != 2:
                raise BadUse("a needle is a picture, or a pair of a picture and its mask")
            each, own = each
        pairs.append(_needle(each, own))
    return pairs


def span(what: str, given: Range) -> list[float]:
    """[first, last, step] from a number, a pair, or a triple."""
    if isinstance(given, (int, float)):
        return [given, given, 0.0]
    try:
        numbers = [float(number) for number in given]
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) == 1:
        return [numbers[0], numbers[0], 0.0]
    if len(numbers) == 2:
        return [*numbers, 0.0]
    if len(numbers) == 3 and numbers[2] > 0:
        return numbers
    raise BadUse(f"{what}: must be a number, (from, to), or (from, to, step) with a step above 0")


def choice(what: str, given: str, known: Sequence[str]) -> int:
    """The index of ``given`` in ``known``. Raises BadUse."""
    try:
        return known.index(given)
    except ValueError:
        raise BadUse(f"{what}: must be one of {', '.join(known)}, not {given!r}") from None


def colour(given: Any) -> list[int]:
    """[red, green, blue] from "#rrggbb" or three numbers."""
    if isinstance(given, str):
        digits = given.removeprefix("#")
        try:
            numbers = list(bytes.fromhex(digits))
        except ValueError:
            numbers = []
    else:
        numbers = [int(number) for number in given]
    if len(numbers) != 3 or not all(0 <= number <= 255 for number in numbers):
        raise BadUse(f'a colour is "#rrggbb" or three numbers from 0 to 255, not {given!r}')
    return numbers


def match_bytes(matches: Any) -> bytes:
    """The memory of `MATCH` records, from a finding, single matches, an array of them, or rows of
    (x, y, width, height)."""
    array = getattr(matches, "array", matches)
    if isinstance(array, np.ndarray):
        if array.dtype == MATCH:
            return array.tobytes()
        if array.ndim == 2 and array.shape[1] == 4:
            return b"".join(_core.Match(*map(int, row)).memory for row in array)
        raise BadUse("an array of matches must have a row of x, y, width and height for each")
    if isinstance(array, Iterable):
        each = [m if isinstance(m, _core.Match) else _core.Match(*m) for m in array]
        return b"".join(m.memory for m in each)
    raise BadUse("matches must be a finding, a list of matches, or an array of them")
