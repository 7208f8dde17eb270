# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Computes `espy.compat.matchTemplate`: OpenCV's definitions, in double precision, by tiled FFT."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

TM_SQDIFF, TM_SQDIFF_NORMED, TM_CCORR, TM_CCORR_NORMED, TM_CCOEFF, TM_CCOEFF_NORMED = range(6)

#: Minimum side of a transform; larger ones are used within the memory limit below.
_LEAST_SIDE = 512
#: Bytes per pixel of a transform for each thread, and the limit for all in bytes per scene pixel.
_OF_TRANSFORM, _OF_SCENE = 110, 40
#: Below this, errors of integer sums from a transform are far below 0.5, so rounding is exact.
_MOST_ROUNDED = 2.0**46


class Template:
    """A template and its weights, both height x width x channels. No weights: all are 1. ``whole``:
    template and image have integer values."""

    def __init__(self, samples: np.ndarray, weights: np.ndarray | None, whole: bool) -> None:
        self.samples, self.weights = samples, weights
        self.height, self.width, self.channels = samples.shape
        self.masked = weights is not None
        self.binary = weights is None or bool(((weights == 0) | (weights == 1)).all())
        self.whole = whole and self.binary
        everything = (slice(None), slice(None))
        of_channels = []
        for c in range(self.channels):
            m, t = self.kernel("m", c, everything), samples[..., c].astype(float)
            with np.errstate(invalid="ignore"):
                mean = (m * t).sum() / m.sum()
            off = m * (t - mean)
            deviation, sum_mm_off = (off * off).sum(), (m * off).sum()
            t *= m
            squares = (t * t).sum()
            of_channels.append((m.sum(), (m * m).sum(), mean, sum_mm_off, squares, deviation))
        self.sum_m, self.sum_mm, self.mean, self.sum_mm_off, squares, deviation = zip(*of_channels)
        self.squares, self.deviation = float(sum(squares)), float(sum(deviation))

    def kernel(self, name: str, channel: int, part: tuple[slice, slice]) -> np.ndarray:
        """A kernel: weights "m", their squares "mm", or those times the samples, "mmt"."""
        t = self.samples[(*part, channel)].astype(float)
        m = np.ones(t.shape) if self.weights is None else self.weights[(*part, channel)].astype(float)
        return {"m": lambda: m, "mm": lambda: m * m, "mmt": lambda: m * m * t}[name]()


def match(image: np.ndarray, template: Template, method: int, threads: int = 0) -> np.ndarray:
    """Result of ``method`` as float32; ``image`` is height x width x channels."""
    height, width = image.shape[0] - template.height + 1, image.shape[1] - template.width + 1
    result = np.empty((height, width), np.float32)
    if method == TM_CCOEFF_NORMED and not template.masked:
        if template.deviation < np.finfo(float).eps * template.height * template.width:
            result[...] = 1
            return result
    workers = threads or os.cpu_count() or 1
    side = _LEAST_SIDE
    limit = _OF_SCENE * image.shape[0] * image.shape[1]
    largest = max(template.height, template.width)
    while side < 4 * largest and (2 * side) ** 2 * _OF_TRANSFORM * workers <= limit:
        side *= 2
    sums = _Sums(template, height, width, side)
    rows, columns = sums.positions
    corners = [(y, x) for y in range(0, height, rows) for x in range(0, width, columns)]

    def compute(corner: tuple[int, int]) -> None:
        y, x = corner
        part = image[y : y + rows + template.height - 1, x : x + columns + template.width - 1]
        result[y : y + rows, x : x + columns] = _scores(part, template, method, sums)

    workers = min(len(corners), workers)
    if workers == 1:
        list(map(compute, corners))
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(compute, corners))
    return result


def _scores(image: np.ndarray, template: Template, method: int, sums: _Sums) -> np.ndarray:
    """Scores of all positions in a tile."""
    normed = method in (TM_SQDIFF_NORMED, TM_CCORR_NORMED, TM_CCOEFF_NORMED)
    centred = method in (TM_CCOEFF, TM_CCOEFF_NORMED)
    channels = range(template.channels)
    score = sum(sums.products(image, c, "mmt") for c in channels)
    squares: np.ndarray | float = 0.0
    if normed or method == TM_SQDIFF:
        squares = sum(sums.windows(image, c, "mm", squared=True) for c in channels)
    norm = squares
    if method in (TM_SQDIFF, TM_SQDIFF_NORMED):
        score = squares - 2 * score + template.squares
        score = score if template.masked else np.maximum(score, 0)
    for c in channels if centred else ():
        one = sums.windows(image, c, "m")
        two = one if template.binary else sums.windows(image, c, "mm")
        m, mm = template.sum_m[c], template.sum_mm[c]
        score = score - template.mean[c] * two - template.sum_mm_off[c] / m * one
        norm = norm + one / m * (mm / m * one - 2 * two)
    if not normed:
        return score
    # A remainder this small may be rounding error of the squares; OpenCV treats it as 0 as well.
    nothing = norm <= np.minimum(0.5, 10 * np.finfo(np.float32).eps * squares)
    size = np.sqrt(template.deviation if centred else template.squares)
    size = size * np.sqrt(np.where(nothing, 0, norm))
    undefined = 1.0 if method == TM_SQDIFF_NORMED else 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        share = score / size
    if template.masked:
        return np.where(size > 0, share, undefined)
    near = np.where(np.abs(score) < 1.125 * size, np.sign(score), undefined)
    return np.where(np.abs(score) < size, share, near)


class _Sums:
    """Sums over windows, sum I K at each position of a tile, for kernels K of a template. Large
    templates are split into pieces, so that transforms stay small."""

    def __init__(self, template: Template, height: int, width: int, side: int) -> None:
        self._template = template
        sizes = ((height, template.height), (width, template.width))
        self._piece = [min(own, side // 2) for _, own in sizes]
        #: Rows and columns of positions in a tile.
        self.positions = [min(all, side + 1 - own) for (all, _), own in zip(sizes, self._piece)]
        self._size = [_size_for(a + b - 1) for a, b in zip(self._piece, self.positions)]
        self._kept: dict[tuple[str, int], np.ndarray] = {}

    def products(self, tile: np.ndarray, channel: int, kernel: str, squared: bool = False) -> Any:
        """The sums for one channel of a tile, or for its squares."""
        rows = tile.shape[0] - self._template.height + 1
        columns = tile.shape[1] - self._template.width + 1
        down, across = self._piece
        total = None
        for y in range(0, self._template.height, down):
            for x in range(0, self._template.width, across):
                seen = tile[y : y + rows + down - 1, x : x + columns + across - 1, channel]
                block = seen.astype(float)
                if squared:
                    block *= block
                spectrum = np.fft.rfft2(block, self._size)
                spectrum *= self._spectrum(kernel, channel, y, x)
                if total is None:
                    total = spectrum
                else:
                    total += spectrum
        sums = np.fft.irfft2(total, self._size)[:rows, :columns]
        largest = float(tile.max()) ** (2 if squared else 1)
        if kernel == "mmt":
            largest *= float(self._template.samples.max())
        if self._template.whole and largest * self._template.sum_m[channel] < _MOST_ROUNDED:
            return np.rint(sums)
        return sums

    def windows(self, tile: np.ndarray, channel: int, kernel: str, squared: bool = False) -> Any:
        """The same for a kernel of weights only."""
        if self._template.masked:
            return self.products(tile, channel, kernel, squared)
        plane = tile[..., channel]
        if squared:
            plane = np.multiply(plane, plane, dtype=float)
        return _boxes(_boxes(plane, self._template.height, 0), self._template.width, 1)

    def _spectrum(self, kernel: str, channel: int, y: int, x: int) -> np.ndarray:
        kept = self._kept.get((kernel, channel))
        if kept is not None:
            return kept
        down, across = self._piece
        part = self._template.kernel(kernel, channel, (slice(y, y + down), slice(x, x + across)))
        spectrum = np.conj(np.fft.rfft2(part, self._size))
        if (down, across) == (self._template.height, self._template.width):
            self._kept[kernel, channel] = spectrum
        return spectrum


def _boxes(plane: np.ndarray, count: int, axis: int) -> np.ndarray:
    """Sums of ``count`` consecutive values along an axis."""
    sums = np.moveaxis(np.cumsum(plane, axis, float), axis, 0)
    boxes = sums[count - 1 :].copy()
    boxes[1:] -= sums[:-count]
    return np.moveaxis(boxes, 0, axis)


def _size_for(least: int) -> int:
    """The smallest FFT size from ``least`` on with only the factors 2, 3 and 5."""
    best = 1 << (least - 1).bit_length()
    for power in range(8):
        for odd in (3**power, 3**power * 5, 3**power * 25, 3**power * 125):
            best = min(best, odd << max(0, (-(-least // odd) - 1).bit_length()))
    return best
