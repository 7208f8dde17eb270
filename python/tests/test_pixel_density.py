# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``scale="auto"``: a needle taken at one pixel density of a display is found at another."""

import numpy as np
import pytest

import espy
from painting import painter

SCALES = (1, 1.25, 1.5, 1.75, 2)


def resized(picture, scale):
    """Bilinear, as a display server enlarges a window that does not know of pixel densities."""
    height, width = (round(side * scale) for side in picture.shape[:2])
    y = np.clip((np.arange(height) + 0.5) / scale - 0.5, 0, picture.shape[0] - 1)
    x = np.clip((np.arange(width) + 0.5) / scale - 0.5, 0, picture.shape[1] - 1)
    top, left = np.floor(y).astype(int), np.floor(x).astype(int)
    below = np.minimum(top + 1, picture.shape[0] - 1)
    right = np.minimum(left + 1, picture.shape[1] - 1)
    down, across = (y - top)[:, None, None], (x - left)[None, :, None]
    upper = picture[top][:, left] * (1 - across) + picture[top][:, right] * across
    lower = picture[below][:, left] * (1 - across) + picture[below][:, right] * across
    return np.rint(upper * (1 - down) + lower * down).astype(np.uint8)


@pytest.fixture
def window(random):
    """Buttons with different marks, of 28 x 20 at (20 + 40 i, 60)."""
    picture = np.full((120, 200, 3), 235, np.uint8)
    for i in range(4):
        left = 20 + 40 * i
        picture[60:80, left : left + 28] = 205
        picture[61:79, left + 1 : left + 27] = 222
        marks = np.kron(random.integers(0, 2, (6, 10)), np.ones((2, 2)))[..., None] > 0
        picture[64:76, left + 4 : left + 24] = np.where(marks, 40, 222)
    return picture


@pytest.mark.parametrize("scale", SCALES)
def test_a_needle_is_found_at_other_densities(window, scale):
    needle = window[58:82, 98:130]
    scene = resized(window, scale)
    finding = espy.find(needle, scene, scale="auto")
    assert len(finding) == 1
    match = finding.best
    assert match.scale == pytest.approx(scale, abs=0.02)
    assert abs(match.x - 98 * scale) <= 1.5 and abs(match.y - 58 * scale) <= 1.5
    assert (match.width, match.height) == (round(32 * scale), round(24 * scale))
    # Without it, only the needle's own size is found.
    assert len(espy.find(needle, scene, method="zncc")) == (scale == 1)


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_text_drawn_anew_is_found(scale):
    """Letters drawn by the font's outlines in each size, as programs do that know the density."""
    drawing = pytest.importorskip("PIL.ImageDraw", reason="Pillow is not installed")
    fonts = pytest.importorskip("PIL.ImageFont", reason="Pillow is not installed")
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    if not isinstance(fonts.load_default(12), fonts.FreeTypeFont):
        pytest.skip("Pillow has no font with outlines")

    def drawn(factor, texts=("Cancel", "OK", "Apply", "Help")):
        image = images.new("RGB", (round(500 * factor), round(160 * factor)), (240, 240, 240))
        draw = drawing.Draw(image)
        font = fonts.load_default(size=13 * factor)
        for i, text in enumerate(texts):
            left, top = 20 + 110 * i, 100
            box = [round(side * factor) for side in (left, top, left + 90, top + 30)]
            draw.rounded_rectangle(box, round(4 * factor), (225, 225, 225), (150, 150, 150),
                                   max(1, round(factor)))
            middle = (round((left + 45) * factor), round((top + 15) * factor))
            draw.text(middle, text, (0, 0, 0), font, "mm")
        return np.asarray(image)

    scene = drawn(scale)
    for i in range(4):
        left = 18 + 110 * i
        finding = espy.find(drawn(1)[98:133, left : left + 94], scene, scale="auto")
        assert len(finding) == 1
        assert abs(finding.best.x - left * scale) <= 2 and abs(finding.best.y - 98 * scale) <= 2
        assert finding.best.scale == pytest.approx(scale, abs=0.13)
    other = drawn(1, ["Close"])[98:133, 18:112]
    assert not espy.find(other, scene, scale="auto")
    assert espy.find(other, scene, scale="auto", nearest=True).best.score > 0.5


def test_on_the_screen(painter, window):
    painter.show(resized(window[50:90, 90:140], 1.5), 30, 40)
    needle = window[58:82, 98:130]
    match = espy.wait(needle, timeout=20, scale="auto")
    assert abs(match.x - (30 + 12)) <= 1 and abs(match.y - (40 + 12)) <= 1
    assert match.scale == pytest.approx(1.5, abs=0.02)
    assert espy.wait(needle, timeout=0) is None


def test_other_options_are_kept(window):
    needle, scene = window[58:82, 98:130], resized(window, 1.5)
    low = espy.find(needle, scene, scale="auto", min_score=0.3, overlap=0.1)
    assert len(low) > 1 and low[0].score >= 0.7 > low[-1].score >= 0.3
    (best,) = espy.find(needle, scene, scale="auto", method="sad", min_score=0.9, top=1)
    assert abs(best.x - 147) <= 1 and best.scale == pytest.approx(1.5, abs=0.02)
    with pytest.raises(espy.BadUse, match='"auto"'):
        espy.find(needle, scene, scale="automatic")
    with pytest.raises(espy.BadUse, match='"auto"'):
        espy.watch(needle, scale="large")
