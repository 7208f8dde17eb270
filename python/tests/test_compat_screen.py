# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.compat` in place of pyscreeze: its functions of the screen, and its own tests."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tarfile
import time

import numpy as np
import pytest

import espy
from espy import compat
from painting import button, later, painter


def test_the_screen_as_pyautogui_sees_it(painter, button):
    painter.show(button, 10, 20)
    painter.show(button, 110, 120)
    assert compat.locateOnScreen(button) == compat.Box(10, 20, 14, 9)
    assert compat.locateOnScreen(button, confidence=0.9).left == 10
    assert compat.locateOnScreen(button, region=(100, 100, 100, 100)) == (110, 120, 14, 9)
    assert list(compat.locateAllOnScreen(button)) == [(10, 20, 14, 9), (110, 120, 14, 9)]
    assert compat.locateCenterOnScreen(button) == compat.Point(17, 24)
    assert compat.locateOnScreenNear(button, 120, 120).left == 110
    assert compat.locateCenterOnScreenNear(button, 0, 0) == compat.Point(17, 24)
    assert compat.pixel(0, 0) == compat.RGB(0x20, 0x30, 0x40)
    assert compat.pixelMatchesColor(0, 0, (0x20, 0x30, 0x40))
    assert compat.pixelMatchesColor(0, 0, (0x22, 0x2E, 0x40), 2)
    assert not compat.pixelMatchesColor(0, 0, (0x23, 0x30, 0x40), tolerance=2)
    with pytest.raises(TypeError):
        compat.pixelMatchesColor((0, 0), (1, 2, 3))
    with pytest.raises(TypeError):
        compat.pixel((0, 0))


def test_nothing_on_the_screen(painter, button, monkeypatch):
    start = time.monotonic()
    with pytest.raises(compat.ImageNotFoundException):
        compat.locateOnScreen(button, minSearchTime=0.3)
    assert time.monotonic() - start >= 0.3
    with pytest.raises(compat.PyScreezeException):
        compat.locateCenterOnScreen(button)
    later(painter.show, button, 7, 8)
    assert compat.locateOnScreen(button, 20) == (7, 8, 14, 9)
    monkeypatch.setattr(compat, "USE_IMAGE_NOT_FOUND_EXCEPTION", False)
    assert compat.locateOnScreen(button[::-1].copy()) is None
    assert compat.locateCenterOnScreen(button[::-1].copy()) is None
    assert list(compat.locateAllOnScreen(button[::-1].copy())) == []


def test_a_screenshot_is_written(painter, button, tmp_path):
    painter.show(button, 10, 20)
    file = str(tmp_path / "s.png")
    shown = np.asarray(compat.screenshot(file, region=(10, 20, 14, 9)))
    assert (shown == button).all()
    assert (espy.read(file) == button).all()


def test_regions_and_pixels_outside_the_screen(painter, button, tmp_path):
    painter.show(button, 306, 231)
    shown = np.asarray(compat.screenshot(region=(300, 230, 40, 20)))
    assert shown.shape == (20, 40, 3)
    assert (shown[1:10, 6:20] == button).all() and not shown[10:].any() and not shown[:, 20:].any()
    assert (np.asarray(compat.screenshot(region=(-5, -5, 10, 10)))[5:, 5:] == [0x20, 0x30, 0x40]).all()
    for region in ((1, 2, 3), (0, 0, 1.5, 2)):
        with pytest.raises(AssertionError, match="four ints"):
            compat.screenshot(region=region)
    assert compat.locateOnScreen(button, region=(300, 200, 100, 100)) == (306, 231, 14, 9)
    with pytest.raises(IndexError, match="outside"):
        compat.pixel(320, 0)
    with pytest.raises(ValueError):
        compat.pixelMatchesColor(0, 0, (1, 2))
    assert compat.pixelMatchesColor(0, 0, (0x20, 0x30, 0x40, 255))


def test_functions_of_windows(painter, button, tmp_path):
    pillow = pytest.importorskip("PIL", reason="Pillow is not installed")
    assert pillow
    for function, arguments in (
        (compat.locateOnWindow, (button, "a title")),
        (compat.screenshotWindow, ("a title",)),
    ):
        with pytest.raises(compat.PyScreezeException, match="window=ID"):
            function(*arguments)
    file = str(tmp_path / "shown.png")
    compat.showRegionOnScreen((10, 20, 30, 40), filename=file)
    shown = espy.read(file)
    assert shown.shape == (240, 320, 3)
    red = (shown == [255, 0, 0]).all(axis=2)
    assert red[20, 10:41].all() and red[60, 10:41].all() and red[20:61, 10].all()
    assert red.sum() == 2 * 31 + 2 * 39
    compat.showRegionOnScreen((10, 20, 30, 40), "blue", file)
    assert (espy.read(file)[20, 10] == [0, 0, 255]).all()


def test_nearest_with_options(painter, button, monkeypatch):
    painter.show(button, 10, 20)
    painter.show(button, 110, 120)
    assert compat.locateOnScreenNear(button, 120, 120, region=(0, 0, 100, 100)).left == 10
    assert compat.locateCenterOnScreenNear(button, 0, 0, grayscale=True) == compat.Point(17, 24)
    with pytest.raises(compat.ImageNotFoundException):
        compat.locateOnScreenNear(button[::-1].copy(), 0, 0)
    monkeypatch.setattr(compat, "USE_IMAGE_NOT_FOUND_EXCEPTION", False)
    assert compat.locateOnScreenNear(button[::-1].copy(), 0, 0) is None
    assert compat.locateCenterOnScreenNear(button[::-1].copy(), 0, 0) is None


def draw_pyscreezes_pictures(folder):
    """The pictures that its tests read, which its package does not contain, drawn for them."""
    random = np.random.default_rng(20260919)
    noise = {"largenoise": (600, 800, 3), "colornoise": (200, 200, 3), "zophie": (90, 70, 3)}
    for name, shape in noise.items():
        espy.write(folder / f"{name}.png", random.integers(0, 256, shape).astype(np.uint8))
    espy.write(folder / "zophie.jpg", espy.read(folder / "zophie.png"))
    espy.write(folder / "zophie_face.png", espy.read(folder / "zophie.png")[20:50, 20:50])

    def diagonal(size, first, last):
        picture = np.full((size, size, 3), 255, np.uint8)
        picture[range(first, last), range(first, last)] = 0
        return picture

    espy.write(folder / "slash.png", diagonal(4, 0, 4))
    espy.write(folder / "haystack1.png", diagonal(200, 94, 98))
    espy.write(folder / "haystack2.png", diagonal(200, 93, 99))


def test_pyscreezes_own_tests_pass(painter, tmp_path):
    for module in ("PIL", "Xlib"):
        pytest.importorskip(module, reason=f"pyscreeze's tests need {module}")
    archives = [*pathlib.Path(sys.prefix, "peers").glob("[Pp]y[Ss]creeze-*.tar.gz")]
    if not archives:
        pytest.skip("there is no source of pyscreeze, which tools/test downloads")
    with tarfile.open(archives[0]) as archive:
        (member,) = (each for each in archive if each.name.endswith("tests/test_pyscreeze.py"))
        (tmp_path / "test_pyscreeze.py").write_bytes(archive.extractfile(member).read())
    draw_pyscreezes_pictures(tmp_path)
    code = (
        "import sys, unittest, espy.compat; sys.modules['pyscreeze'] = espy.compat;"
        "unittest.main(module='test_pyscreeze', verbosity=2)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "XDG_SESSION_TYPE": "x11"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Ran 12 tests" in done.stderr and "skipped" not in done.stderr


def test_pyautogui_uses_it_in_place_of_pyscreeze(painter, button):
    if importlib.util.find_spec("pyautogui") is None:
        pytest.skip("pyautogui is not installed")
    painter.show(button, 50, 60)
    code = """
import sys, espy.compat
sys.modules["pyscreeze"] = espy.compat
import numpy, pyautogui
button = numpy.frombuffer(bytes.fromhex(sys.argv[1]), numpy.uint8).reshape(9, 14, 3)
assert pyautogui.locateOnScreen(button) == (50, 60, 14, 9)
assert pyautogui.locateCenterOnScreen(button, confidence=0.9) == (57, 64)
assert pyautogui.pixelMatchesColor(0, 0, (0x20, 0x30, 0x40)) and pyautogui.screenshot().size == (320, 240)
try:
    pyautogui.locateOnScreen(button[::-1].copy())
except pyautogui.ImageNotFoundException:
    print("not found")
"""
    done = subprocess.run(
        [sys.executable, "-c", code, button.tobytes().hex()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout.endswith("not found\n"), done.stdout + done.stderr
