# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Live search on an X server (Xvfb) on which the tests paint with Xlib."""

import asyncio
import ctypes
import os
import shutil
import subprocess
import threading
import time

import numpy as np
import pytest

import espy
from espy import compat


class Painter:
    """Fills rectangles of the root window."""

    def __init__(self, display):
        self.lib = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XDefaultGC", "XDefaultRootWindow"):
            getattr(self.lib, name).restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.lib.XOpenDisplay(display.encode()))
        assert self.display
        self.root = ctypes.c_void_p(self.lib.XDefaultRootWindow(self.display))
        self.context = ctypes.c_void_p(self.lib.XDefaultGC(self.display, 0))

    def fill(self, x, y, width, height, colour):
        self.lib.XSetForeground(self.display, self.context, ctypes.c_ulong(colour))
        self.lib.XFillRectangle(self.display, self.root, self.context, x, y, width, height)
        self.lib.XSync(self.display, 0)

    def show(self, picture, left, top):
        for y, row in enumerate(picture):
            for x, (red, green, blue) in enumerate(row.tolist()):
                colour = red << 16 | green << 8 | blue
                self.lib.XSetForeground(self.display, self.context, ctypes.c_ulong(colour))
                self.lib.XFillRectangle(
                    self.display, self.root, self.context, left + x, top + y, 1, 1
                )
        self.lib.XSync(self.display, 0)

    def close(self):
        self.lib.XCloseDisplay(self.display)


@pytest.fixture
def painter(monkeypatch):
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb")
    try:
        ctypes.CDLL("libX11.so.6")
    except OSError:
        pytest.skip("there is no libX11")
    if not list_of_modules("espy_screen.so"):
        pytest.skip("espy is built without libxcb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "320x240x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as end:
        number = end.readline().strip()
    assert number
    monkeypatch.setenv("DISPLAY", f":{number}")
    painter = Painter(f":{number}")
    painter.fill(0, 0, 320, 240, 0x203040)
    yield painter
    painter.close()
    server.terminate()
    server.wait()


def list_of_modules(name):
    folders = [os.environ.get("ESPY_BUILD", "") + "/lib", os.path.dirname(espy.__file__)]
    folders.append(os.environ.get("ESPY_MODULE_DIR", "/nowhere"))
    return [folder for folder in folders if os.path.exists(os.path.join(folder, name))]


@pytest.fixture
def button(random):
    return random.integers(0, 256, (9, 14, 3)).astype(np.uint8)


def later(work, *arguments, delay=0.2):
    """Calls ``work`` from another thread after a while."""
    timer = threading.Timer(delay, work, arguments)
    timer.start()
    return timer


def test_the_screen_is_an_array_without_a_copy(painter, button):
    with espy.Screen() as screen:
        array = screen.array
        assert array.shape == (240, 320, 3) and array.dtype == np.uint8
        assert (array == [0x20, 0x30, 0x40]).all()
        assert not array.flags.writeable
        assert np.shares_memory(array, np.asarray(screen))
        painter.show(button, 50, 60)
        for _ in range(100):
            screen.next()
            if (array[60:69, 50:64] == button).all():
                break
        assert (array[60:69, 50:64] == button).all()
        assert screen.number > 0 and screen.time > 0 and screen.name == "screen"
        assert [(match.x, match.y) for match in espy.find(button, screen)] == [(50, 60)]
    assert (array[60:69, 50:64] == button).all()  # still there
    with pytest.raises(espy.BadUse, match="closed"):
        screen.next()
    part = espy.Screen(region=(50, 60, 14, 9)).array
    assert (part == button).all()
    assert espy.Screen.monitors() == [(0, 0, 320, 240)]
    assert espy.Screen(monitor=1).array.shape == (240, 320, 3)


def test_waits_until_a_needle_appears(painter, button):
    later(painter.show, button, 33, 44)
    match = espy.wait(button, timeout=20)
    assert (match.x, match.y) == (33, 44)
    start = time.monotonic()
    assert espy.wait(button[::-1].copy(), timeout=0.2) is None
    assert time.monotonic() - start < 10
    later(painter.fill, 33, 44, 5, 5, 0)
    assert espy.wait(button, timeout=20, until="vanishes") is None
    later(painter.show, button, 60, 70)
    match = espy.wait(button, timeout=20, method="zncc")
    assert (match.x, match.y, match.score) == (60, 70, 1.0)


def test_watch_yields_events(painter, button, random):
    other = random.integers(0, 256, (9, 14, 3)).astype(np.uint8)
    painter.show(button, 10, 20)
    with espy.Screen() as screen:
        events = espy.watch([button, other], screen, timeout=30, still=0.3)
        first = next(events)
        assert (first.event, first.needle, first.frame) == ("appears", 0, 0)
        painter.show(other, 100, 20)
        event = next(events)
        assert (event.event, event.needle, event.matches[0].x) == ("appears", 1, 100)
        assert event.time > first.time
        still = next(events)
        assert (still.event, still.needle, still.matches) == ("still", None, [])
        assert still.time >= event.time + 0.3


def test_wait_async(painter, button):
    async def both():
        later(painter.show, button, 5, 6)
        ticks = 0

        async def count():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        counting = asyncio.ensure_future(count())
        match = await espy.wait_async(button, timeout=20)
        counting.cancel()
        return match, ticks

    match, ticks = asyncio.run(both())
    assert (match.x, match.y) == (5, 6)
    assert ticks > 3  # other tasks ran


def test_cancelling_the_task_ends_the_wait(painter, button):
    async def cancelled():
        waiting = asyncio.ensure_future(espy.wait_async(button, timeout=60))
        await asyncio.sleep(0.2)
        start = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return time.monotonic() - start

    assert asyncio.run(cancelled()) < 5


def test_cancel_from_another_thread(painter, button):
    cancel = espy.Cancel()
    later(cancel.cancel)
    with pytest.raises(espy.Cancelled):
        espy.wait(button, timeout=60, cancel=cancel)


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


def test_what_is_not_there_is_refused(monkeypatch, button):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(espy.Error, match="DISPLAY"):
        espy.Screen()
    with pytest.raises(espy.Error, match="DISPLAY"):
        espy.wait(button)
    with pytest.raises(espy.Error, match="no-video.mp4"):
        espy.Video("no-video.mp4")
    for arguments, fact in [
        ({"until": "never"}, "until"),
        ({"until": "still"}, "still"),
        ({"frames": 0}, "frames"),
        ({"nearest": True, "method": "zncc"}, "nearest"),
    ]:
        with pytest.raises(espy.BadUse, match=fact):
            espy.watch(button, **arguments)
