# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.compat` against OpenCV's functions, pyautogui's, and definitions in NumPy."""

import inspect

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


def any_picture(random, kind, shape):
    picture = random.integers(0, 256, shape).astype(np.uint8)
    return picture if kind == np.uint8 else (picture / np.float32(255)).astype(kind)


def any_mask(random, kind, shape, channels):
    """No mask, an integer mask, or weights; of one channel or the template's number of channels."""
    if random.integers(3) == 0:
        return None
    if channels == 3 and random.integers(2) == 0:
        shape = (*shape, channels)
    if kind == np.uint8 or random.integers(2) == 0:
        mask = (random.integers(0, 3, shape) * 100).astype(np.uint8)
        mask[0, 0] = 255
        return mask
    return random.random(shape, dtype=np.float32) + np.float32(0.01)


@pytest.mark.parametrize("seed", range(200))
def test_match_template_is_opencvs(seed):
    cv2 = pytest.importorskip("cv2", reason="OpenCV for Python is not installed")
    random = np.random.default_rng(seed)
    kind = (np.uint8, np.float32)[seed % 2]
    channels = (1, 3)[seed // 2 % 2]
    method = seed // 4 % 6
    height, width = random.integers(12, 120, 2)
    image = any_picture(random, kind, (height, width, channels))
    h, w = random.integers(2, height), random.integers(2, width)
    y, x = random.integers(0, height - h), random.integers(0, width - w)
    templ = image[y : y + h, x : x + w]
    if random.integers(2):
        templ = any_picture(random, kind, templ.shape)
    if random.integers(4) == 0:
        # A different contrast in each channel, and a part without any.
        image = (image * np.array([0.9, 0.5, 0.7][:channels]) + 20 * (kind == np.uint8)).astype(kind)
        image[: height // 4] = image[0, 0]
    image, templ = np.squeeze(image), np.ascontiguousarray(np.squeeze(templ))
    mask = any_mask(random, kind, (h, w), channels)
    right = cv2.matchTemplate(image, templ, method, mask=mask)
    result = compat.matchTemplate(image, templ, method, mask=mask)
    assert result.shape == right.shape and result.dtype == np.float32
    # For sums the tolerance is relative to OpenCV's sums of products, which it rounds.
    normed = method in (compat.TM_SQDIFF_NORMED, compat.TM_CCORR_NORMED, compat.TM_CCOEFF_NORMED)
    products = cv2.matchTemplate(image, templ, cv2.TM_CCORR, mask=mask)
    allowed = 1e-5 * (1 if normed else np.abs(products).max())
    defined = np.isfinite(right)
    if mask is not None and normed:  # where nothing varies OpenCV divides rounding errors
        defined &= varies(image, mask)
    assert np.abs(result - right)[defined].max(initial=0) <= allowed


def varies(image, mask):
    """Is any sample under the mask different from another one?"""
    image = image.reshape(*image.shape[:2], -1)
    windows = np.lib.stride_tricks.sliding_window_view(image, mask.shape[:2], (0, 1))
    counts = np.moveaxis(np.atleast_3d(mask), 2, 0) != 0
    least = np.where(counts, windows, np.inf).min((-1, -2))
    return (least < np.where(counts, windows, -np.inf).max((-1, -2))).all(-1)


@pytest.mark.parametrize("method", range(6))
@pytest.mark.parametrize("height, width", [(5, 9), (600, 300)])
def test_match_template_in_tiles_and_pieces(random, method, height, width):
    """Pictures and templates larger than a transform, with integer sums."""
    image = random.integers(0, 256, (1300, 720)).astype(np.uint8)
    templ = image[700 : 700 + height, 300 : 300 + width].copy()
    result = compat.matchTemplate(image, templ, method, threads=2)
    assert result.shape == (1301 - height, 721 - width)
    corner = (1300 - height, 720 - width)
    for y, x in ((0, 0), (255, 256), (257, 257), (700, 300), (699, 301), corner):
        window = image[y : y + height, x : x + width].astype(float)
        a, b = window, templ.astype(float)
        if method in (compat.TM_CCOEFF, compat.TM_CCOEFF_NORMED):
            a, b = a - a.mean(), b - b.mean()
        right = ((a - b) ** 2).sum() if method < 2 else (a * b).sum()
        if method % 2:
            right /= np.sqrt((a * a).sum() * (b * b).sum())
        assert result[y, x] == pytest.approx(right, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("engine", ["reference", "sequential", "threads", "openmp"])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_means_of_each_channel_are_opencvs(random, engine, kind):
    image = random.integers(0, 256, (40, 50, 3)).astype(kind)
    templ = (image[8:15, 9:20] * np.array([0.5, 0.25, 0.5]) + [100, 5, 60]).astype(kind)
    right = compat.matchTemplate(image, templ, compat.TM_CCOEFF_NORMED)
    options = {"method": "zncc", "channel_means": "each", "engine": engine}
    scores, error = espy.score_map(templ, image, return_error=True, **options)
    assert np.abs(scores - right).max() <= error + 1e-6
    best = espy.find(templ, image, sub_pixel=True, **options).best
    assert (best.x, best.y) == (9, 8) and best.score == pytest.approx(right[8, 9], abs=1e-6)
    before, at, after = right[8, 8:11].astype(float)
    assert best.between[0] == pytest.approx(
        9 + (before - after) / (2 * (before - 2 * at + after)), abs=1e-5
    )


def test_match_template_where_nothing_varies():
    flat = np.full((9, 9), 100, np.uint8)
    templ = np.arange(9, dtype=np.uint8).reshape(3, 3)
    assert (compat.matchTemplate(flat, templ, compat.TM_CCOEFF_NORMED) == 0).all()
    assert (compat.matchTemplate(flat, flat[:3, :3], compat.TM_CCOEFF_NORMED) == 1).all()
    assert (compat.matchTemplate(flat * 0, templ, compat.TM_SQDIFF_NORMED) == 1).all()
    mask = np.ones((3, 3), np.uint8)
    for method, right in ((1, 1), (3, 0), (5, 0)):
        assert (compat.matchTemplate(flat * 0, templ, method, mask=mask) == right).all()


def test_match_template_refuses_what_it_has_not(random):
    image = random.integers(0, 256, (30, 40)).astype(np.uint8)
    with pytest.raises(espy.BadUse, match="one of the six"):
        compat.matchTemplate(image, image[:5, :5], 6)
    with pytest.raises(espy.BadUse, match="does not fit"):
        compat.matchTemplate(image[:5, :5], image, 5)
    with pytest.raises(espy.BadUse, match="mask"):
        compat.matchTemplate(image, image[:5, :5], 5, mask=image[:5, :6])


def test_match_template_refuses_what_is_empty_or_of_another_size(random):
    image, alpha = (random.integers(0, 256, shape, np.uint8) for shape in ((20, 30), (5, 6, 4)))
    for shape in ((0, 3), (3, 0), (0, 0), (3, 3, 0)):
        with pytest.raises(espy.BadUse, match="none may be empty"):
            compat.matchTemplate(image, np.zeros(shape, np.uint8), compat.TM_CCORR)
    masked = np.ma.masked_less(alpha[..., 0], 9)
    for templ in (alpha[..., 0], alpha, masked):
        for shape in ((1, 6), (5, 1), (1, 1), (0, 6), (6, 5)):
            with pytest.raises(espy.BadUse, match="does not fit a template"):
                compat.matchTemplate(image, templ, 0, mask=np.ones(shape, np.uint8))


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
    # locate returns the first match in row order, not the best: the upper one is darker now.
    first = [compat.Box(left, top, 5, 4) for left, top in places[:2]]
    assert list(compat.locateAll(needle, scene, limit=2, confidence=0.95)) == first


def test_locate_by_brightness(random):
    scene = random.integers(0, 256, (40, 40, 3)).astype(np.uint8)
    needle = scene[5:15, 6:16].copy()
    needle[..., 2] = 0
    with pytest.raises(compat.ImageNotFoundException):
        list(compat.locateAll(needle, scene))
    grey = np.rint(scene[5:15, 6:16] @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
    assert compat.locate(grey, scene, grayscale=True).left == 6


SIGNATURES = {
    "locateAll": "needleImage haystackImage grayscale=None limit=10000 region=None step=1 "
    "confidence=0.999",
    "locateOnScreen": "image minSearchTime=0 **",
    "locateAllOnScreen": "image **",
    "locateCenterOnScreen": "image **",
    "locate": "needleImage haystackImage **",
    "locateOnScreenNear": "image x y **",
    "locateCenterOnScreenNear": "image x y **",
    "locateOnWindow": "image title **",
    "screenshotWindow": "title",
    "showRegionOnScreen": "region outlineColor='red' filename='_showRegionOnScreen.png'",
    "screenshot": "imageFilename=None region=None",
    "center": "coords",
    "pixel": "x y",
    "pixelMatchesColor": "x y expectedRGBColor tolerance=0",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_parameters_have_pyscreezes_names_order_and_defaults(name):
    words = []
    for parameter in inspect.signature(getattr(compat, name)).parameters.values():
        if parameter.kind == parameter.VAR_KEYWORD:
            words.append("**")
        elif parameter.default is parameter.empty:
            words.append(parameter.name)
        else:
            words.append(f"{parameter.name}={parameter.default!r}")
    assert " ".join(words) == SIGNATURES[name]


@pytest.fixture
def hidden(random):
    """A scene in which a needle is at (30, 2) and (3, 20)."""
    scene = random.integers(0, 256, (50, 60, 3)).astype(np.uint8)
    needle = random.integers(0, 256, (4, 5, 3)).astype(np.uint8)
    scene[2:6, 30:35] = scene[20:24, 3:8] = needle
    return needle, scene


def test_locate_with_limits_regions_and_steps(hidden):
    needle, scene = hidden
    both = [(30, 2, 5, 4), (3, 20, 5, 4)]
    for options in ({}, {"limit": None}, {"step": 2}, {"confidence": "0.9"}, {"region": None}):
        assert list(compat.locateAll(needle, scene, **options)) == both
    assert list(compat.locateAll(needle, scene, None, 1)) == both[:1]
    # A region is cut off where it leaves the haystack; what is partly outside is not found.
    for region, found in (
        ((0, 10, 60, 40), both[1:]),
        ((30, 2, 5, 4), both[:1]),
        ((-20, -20, 200, 200), both),
        ((0, 0, 34, 10), []),
    ):
        if found:
            assert list(compat.locateAll(needle, scene, region=region)) == found
        else:
            with pytest.raises(compat.ImageNotFoundException):
                compat.locate(needle, scene, region=region)
    for region in ((0, 0, 4, 4), (100, 100, 20, 20), (-50, 0, 40, 40)):
        with pytest.raises(ValueError, match="needle dimension"):
            compat.locate(needle, scene, region=region)
    with pytest.raises(ValueError, match="needle dimension"):
        compat.locate(scene, needle)


def test_locate_refuses_as_pyscreeze_does(hidden):
    needle, scene = hidden
    with pytest.raises(OSError, match="no-such-file.png"):
        compat.locate("no-such-file.png", scene)
    with pytest.raises(TypeError, match="expected an image"):
        compat.locate(needle, 5)
    with pytest.raises(TypeError):
        compat.locate(needle, scene, colour="red")
    with pytest.raises(compat.PyScreezeException, match=r"\(highest confidence = 0\.\d\d\d\)"):
        compat.locate(needle[::-1].copy(), scene, confidence=0.99)
    for wrong in (1.001, -2, float("nan"), "nan", float("inf")):
        with pytest.raises(ValueError, match="takes -1 to 1"):
            compat.locate(needle, scene, confidence=wrong)
    assert issubclass(compat.ImageNotFoundException, compat.PyScreezeException)
    # An iterator searches when it is used.
    boxes = compat.locateAll(needle[::-1].copy(), scene)
    with pytest.raises(compat.ImageNotFoundException, match="Could not locate the image"):
        next(boxes)


def test_grayscale_by_default(hidden, monkeypatch):
    needle, scene = hidden
    grey = np.dstack([needle @ np.array([0.299, 0.587, 0.114])] * 3).round().astype(np.uint8)
    with pytest.raises(compat.ImageNotFoundException):
        compat.locate(grey, scene)
    monkeypatch.setattr(compat, "GRAYSCALE_DEFAULT", True)
    assert compat.locate(grey, scene) == (30, 2, 5, 4)
    with pytest.raises(compat.ImageNotFoundException):
        compat.locate(grey, scene, grayscale=False)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16"])
def test_locate_takes_pillow_images_of_any_mode(random, mode):
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    colours = random.integers(0, 2, (40, 50, 1)) * np.array([[[255, 90, 20]]])
    scene = images.fromarray(colours.astype(np.uint8))
    scene = scene.convert("L").convert(mode) if mode in ("1", "I;16") else scene.convert(mode)
    needle = scene.crop((20, 10, 31, 22))
    assert compat.locate(needle, scene) == (20, 10, 11, 12)
    assert compat.locate(needle, scene, grayscale=True) == (20, 10, 11, 12)
    if mode not in ("L", "LA", "1", "I;16"):
        assert compat.locate(needle.convert("RGB"), scene) == (20, 10, 11, 12)
        assert compat.locate(needle, np.asarray(scene.convert("RGB"))) == (20, 10, 11, 12)


def test_centres_are_rounded_as_pyscreeze_rounds():
    for box, right in (
        ((10, 10, 6, 8), (13, 14)),
        ((10, 10, 7, 9), (13, 14)),
        ((10, 10, 8, 10), (14, 15)),
        ((10, 10, -7, 9), (7, 14)),
        (compat.Box(1, 2, 3, 4), (2, 4)),
    ):
        assert compat.center(box) == right and isinstance(compat.center(box), compat.Point)
