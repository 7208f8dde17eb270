# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Removing noise by total variation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import Picture, choice, is_path, pixels
from ._core import Cancel
from .errors import BadUse, PictureWarning

MODELS = _core.DENOISE_MODELS
_INTEGERS = (np.uint8, np.uint16)
_FLOATS = (np.float32, np.float64)
#: The greatest strength of the engines, in spans of the samples: nearly all is flat.
_MOST_STRENGTH = 1000.0


class Denoising(NamedTuple):
    """What `denoise` did, in units of the array's range."""

    #: The strength that was used.
    strength: float
    #: Estimated standard deviation of the noise; 0 if a strength was given.
    noise: float
    #: Upper bound of how far the objective is above its minimum, per sample.
    gap: float
    #: Iterations of the engine's method.
    iterations: int
    #: The engine that computed.
    engine: str


def denoise(
    array: Picture,
    strength: float | None = None,
    *,
    model: str = "rof",
    spacing: Sequence[float] | None = None,
    channel_axis: int | None = None,
    tensors: bool = False,
    keep_positive: bool = False,
    gap: float = 1e-4,
    iterations: int = 10000,
    weight: float | None = None,
    eps: float | None = None,
    max_num_iter: int | None = None,
    report: bool = False,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], Any] | None = None,
    cancel: Cancel | None = None,
) -> Any:
    """Removes noise: flat areas become flat, edges stay sharp. Returns an array of the same shape and
    type; integers are rounded to nearest.

    ``array``: two axes are a picture (y, x), three a volume (z, y, x); of uint8, uint16, float32 or
    float64. Floating-point arrays are computed in single precision and keep their scale. A file name
    is a picture, whose colours are its channels and whose transparency is kept.
    ``channel_axis``: the axis of colours or other channels, which share their edges. Without it, an
    array of three axes is a volume, as in scikit-image.
    ``tensors``: the channels, by default the last axis, are the components xx, xy, yy, xz, yz, zz of
    symmetric tensors; with ``keep_positive`` their eigenvalues stay at or above 1e-5 of the range.

    ``strength``: more removes more; None: from an estimate of the noise. For ``model="rof"`` it is in
    units of the range: 0 to 255 for uint8, 0 to 65535 for uint16, largest minus least sample for
    floating-point arrays. For "tvl1", which removes outliers, it is in pixels.
    ``spacing``: distances of samples along each axis, without that of the channels, in the order of
    the axes, in any unit.
    ``gap``: stops when the duality gap per sample is at most this share of the range;
    ``iterations``: or after this many iterations.
    ``report``: returns a pair of the array and a `Denoising`.

    Names of scikit-image's ``denoise_tv_chambolle``: ``weight`` is the strength in its units, those of
    the samples for floating-point arrays, of 0 to 1 for integers; ``max_num_iter`` is ``iterations``.
    ``eps``, a change between two iterations, bounds no error and is refused: pass ``gap``.
    scikit-image returns integers as floats, and denoises each channel by itself.

    >>> clean = espy.denoise(noisy, 0.08, channel_axis=-1)
    >>> clean = espy.denoise(scan, spacing=(3, 0.9, 0.9))
    """
    if eps is not None:
        raise BadUse("eps: bounds no error and is not used; pass gap, the accuracy of the result")
    if max_num_iter is not None:
        iterations = max_num_iter
    if strength is not None and weight is not None:
        raise BadUse("strength and weight are the same: pass one of them")
    kind = choice("model", model, MODELS)
    given = strength if weight is None else weight
    how = (engine, threads, progress, cancel)
    if is_path(array):
        if spacing is not None or channel_axis is not None or tensors or keep_positive:
            raise BadUse("a picture file has no spacing, channel_axis, tensors or keep_positive")
        clean, facts = _core.denoise_picture(pixels(array), kind, given, gap, iterations, *how)
        return (clean, Denoising(*facts)) if report else clean
    planes, axis = _planes(array, channel_axis, tensors)
    dtype = planes.dtype
    if dtype in _INTEGERS and _is_picture(planes, spacing, tensors, keep_positive):
        picture = planes[0] if len(planes) == 1 else np.ascontiguousarray(np.moveaxis(planes, 0, 2))
        found, facts = _core.denoise_picture(picture, kind, given, gap, iterations, *how)
        clean = found[np.newaxis] if len(planes) == 1 else np.moveaxis(found, 2, 0)
        facts = Denoising(*facts)
    else:
        source, offset, span = _float_samples(planes, tensors)
        # The engine's unit is the span of the samples.
        unit = np.iinfo(dtype).max / span if dtype in _INTEGERS else 1.0
        if given is not None and kind == MODELS.index("rof"):
            scaled = given / span if weight is not None and dtype in _FLOATS else given * unit
            given = min(scaled, max(given, _MOST_STRENGTH))
        samples, facts = _core.denoise_volume(
            source,
            _spacing(spacing, planes.ndim - 1),
            tensors,
            kind,
            given,
            min(1.0, gap * unit),
            iterations,
            keep_positive,
            *how,
        )
        clean = _as_given(samples.reshape(planes.shape), dtype, offset)
        facts = _in_units(Denoising(*facts), kind, unit)
    clean = clean[0] if axis is None else np.ascontiguousarray(np.moveaxis(clean, 0, axis))
    return (clean, facts) if report else clean


def _planes(array: Any, channel_axis: int | None, tensors: bool) -> tuple[np.ndarray, int | None]:
    """The array with its channels first, and their axis; None if it had none."""
    given = np.asarray(array)
    if np.ma.is_masked(array):
        raise BadUse("a masked array cannot be denoised; fill the masked elements: array.filled(0)")
    kind = given.dtype.newbyteorder("=")
    if kind not in _INTEGERS and kind not in _FLOATS:
        raise BadUse(
            f"an array to denoise must be of uint8, uint16, float32 or float64, not of {given.dtype}; "
            "convert it: array.astype(numpy.float32)"
        )
    given = given.astype(kind, copy=False)
    axis = -1 if tensors and channel_axis is None else channel_axis
    spatial = given.ndim - (axis is not None)
    if spatial not in (2, 3) or given.size == 0:
        raise BadUse(
            "an array to denoise must have two or three axes, and that of channels, "
            f"and samples along each; it is {given.shape}"
        )
    if axis is None:
        if kind in _INTEGERS and given.ndim == 3 and given.shape[2] in (3, 4):
            warnings.warn(
                f"the last axis, of {given.shape[2]}, is taken as one of space; "
                "pass channel_axis=-1 for colours",
                PictureWarning,
                stacklevel=3,
            )
        return given[np.newaxis], None
    if not -given.ndim <= axis < given.ndim:
        raise BadUse(f"channel_axis: there is no axis {axis} in an array of {given.ndim}")
    return np.moveaxis(given, axis, 0), axis


def _is_picture(
    planes: np.ndarray, spacing: Sequence[float] | None, tensors: bool, keep_positive: bool
) -> bool:
    """Can it be denoised as a picture? Then it has the bytes that the command gives."""
    return (
        planes.ndim == 3
        and len(planes) in (1, 3)
        and spacing is None
        and not tensors
        and not keep_positive
    )


def _float_samples(planes: np.ndarray, tensors: bool) -> tuple[np.ndarray, float, float]:
    """Samples in single precision, channels x z x y x x, what was subtracted from them, and their
    span."""
    with np.errstate(invalid="ignore", over="ignore"):
        least, most = float(planes.min()), float(planes.max())
    span = most - least
    if not np.isfinite(span):
        offset, span = 0.0, 1.0  # refused, with the first such sample's position
    else:
        # A large offset would take digits. The eigenvalues of tensors depend on it.
        offset = 0.0 if tensors else least
        span = span or 1.0
    with np.errstate(invalid="ignore", over="ignore"):
        source = planes.astype(np.float64) - offset if offset else planes
        source = source.astype(np.float32, order="C")
    shape = source.shape if source.ndim == 4 else (source.shape[0], 1, *source.shape[1:])
    return source.reshape(shape), offset, span


def _spacing(given: Sequence[float] | None, axes: int) -> list[float]:
    """Along x, y and z."""
    if given is None:
        return [1.0, 1.0, 1.0]
    try:
        numbers = [float(number) for number in given]
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) != axes:
        raise BadUse(f"spacing: must have a number for each of the {axes} axes, not {given!r}")
    numbers.reverse()
    return numbers if axes == 3 else [*numbers, min(numbers)]


def _as_given(samples: np.ndarray, dtype: np.dtype, offset: float) -> np.ndarray:
    if dtype in _FLOATS:
        if not offset:
            return samples.astype(dtype, copy=False)
        return (samples.astype(np.float64) + offset).astype(dtype, copy=False)
    whole = np.floor(samples.astype(np.float64) + (offset + 0.5))
    return np.clip(whole, 0, np.iinfo(dtype).max).astype(dtype)


def _in_units(facts: Denoising, kind: int, unit: float) -> Denoising:
    strength = facts.strength / unit if kind == MODELS.index("rof") else facts.strength
    return facts._replace(strength=strength, noise=facts.noise / unit, gap=facts.gap / unit)
