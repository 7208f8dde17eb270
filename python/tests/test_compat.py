# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Functions that people know from elsewhere do what they know; by definition, in NumPy."""

import numpy as np
import pytest

import espy
from espy import compat


def squares(image, templ, mask=None):
    """Sums of squared differences over all channels."""
    image = image.reshape(*image.shape[:2], -1).astype(float)
    templ = templ.reshape(*templ.shape[:2], -1).astype(float)
    counts = np.ones(templ.shape[:2]) if mask is None else (mask != 0).astype(float)
    windows = np.lib.stride_tricks.sliding_window_view(image, templ.shape[:2], (0, 1))
    apart = (windows - np.moveaxis(templ, 2, 0)) ** 2 * counts
    return apart.sum(axis=(2, 3, 4))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 3])
@pytest.mark.parametrize("masked", [False, True])
def test_match_template_squares(kind, channels, masked, random):
    shape = (30, 40) if channels is None else (30, 40, channels)
    image = random.integers(0, np.iinfo(kind).max + 1, shape).astype(kind)
    templ = image[8:15, 9:20].copy()
    templ[0, 0] //= 2
    mask = (random.integers(0, 2, templ.shape[:2]) * 255).astype(np.uint8) if masked else None
    right = squares(image, templ, mask)
    result = compat.matchTemplate(image, templ, compat.TM_SQDIFF, mask=mask)
    assert result.shape == right.shape and result.dtype == np.float32
    assert np.abs(result - right).max() <= right.max() * 2e-6
    given = np.empty_like(result)
    assert compat.matchTemplate(image, templ, compat.TM_SQDIFF, given, mask) is given
    assert (given == result).all()


def test_match_template_coefficients(random):
    image = random.integers(0, 256, (30, 40)).astype(np.uint8)
    templ = image[8:15, 9:20]
    windows = np.lib.stride_tricks.sliding_window_view(image.astype(float), templ.shape)
    a = windows - windows.mean((2, 3), keepdims=True)
    b = templ - templ.mean()
    right = (a * b).sum((2, 3)) / np.sqrt((a**2).sum((2, 3)) * (b**2).sum())
    result = compat.matchTemplate(image, templ, compat.TM_CCOEFF_NORMED)
    assert np.abs(result - right).max() < 1e-5
    assert np.unravel_index(result.argmax(), result.shape) == (8, 9)


def test_match_template_refuses_what_it_has_not(random):
    image = random.integers(0, 256, (30, 40)).astype(np.uint8)
    with pytest.raises(espy.BadUse, match="TM_SQDIFF"):
        compat.matchTemplate(image, image[:5, :5], 2)
    with pytest.raises(espy.BadUse, match="does not fit"):
        compat.matchTemplate(image[:5, :5], image, 5)


def test_locate_as_pyautogui_does(crowd, traveller, random):
    assert compat.locate(traveller, crowd) == compat.Box(743, 790, 16, 16)
    assert compat.locateCenter(traveller, crowd) == compat.Point(751, 798)
    assert compat.center((10, 20, 5, 6)) == (12, 23)
    region = (700, 700, 200, 200)
    assert compat.locate(traveller, crowd, region=region) == compat.Box(743, 790, 16, 16)
    with pytest.raises(compat.ImageNotFoundException):
        compat.locate(traveller, crowd, region=(0, 0, 200, 200))

    scene = np.zeros((50, 60), np.uint8)
    needle = random.integers(1, 256, (4, 5)).astype(np.uint8)
    places = [(30, 2), (3, 20), (40, 20), (8, 41)]
    for left, top in places:
        scene[top : top + 4, left : left + 5] = needle
    boxes = list(compat.locateAll(needle, scene))
    assert boxes == [compat.Box(left, top, 5, 4) for left, top in places]
    assert boxes[1].left == 3
    assert len(list(compat.locateAll(needle, scene, limit=2))) == 2
    scene[2:6, 30:35] //= 2
    assert len(list(compat.locateAll(needle, scene, confidence=0.95))) == 4
    assert len(list(compat.locateAll(needle, scene))) == 3


def test_locate_by_brightness(random):
    scene = random.integers(0, 256, (40, 40, 3)).astype(np.uint8)
    needle = scene[5:15, 6:16].copy()
    needle[..., 2] = 0
    assert not list(compat.locateAll(needle, scene))
    grey = np.rint(scene[5:15, 6:16] @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
    assert compat.locate(grey, scene, grayscale=True).left == 6
