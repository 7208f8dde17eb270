# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen (Xvfb), on which tests paint with Xlib."""

import ctypes
import os
import shutil
import subprocess
import threading

import numpy as np
import pytest

import espy


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
    monkeypatch.setenv("XAUTHORITY", os.devnull)  # Xlib of Python wants one
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
