#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Espy's search on a screen beside pyscreeze's, which pyautogui calls, in one run on an X server
without a screen (Xvfb).

    screen_peers.py [--size 1920x1080] [--runs 21] [--events 60] [--json FILE]

Two questions: how long one search with its capture takes where the needle is not there; and how soon
after a button is painted it is found, by `espy.wait` and by a loop that takes a screenshot and
searches it by OpenCV, as often as it can, or three times a second, SikuliX's rate. pyscreeze
captures by Pillow here, which is faster than its own way, to start scrot. Needs espy, Pillow,
python-xlib, pyscreeze and OpenCV.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
import time

import cv2
import numpy as np
import pyscreeze
from PIL import Image, ImageGrab
from Xlib import display as xlib

import espy
from espy import compat


class Screen:
    """An X server, and what is painted on it."""

    def __init__(self, size):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as end:
            os.environ["DISPLAY"] = f":{end.readline().strip()}"
        self.display = xlib.Display()
        self.root = self.display.screen().root
        self.context = self.root.create_gc()

    def paint(self, picture, left, top):
        """Xlib sends at most 256 KiB at once."""
        rows = max(1, 60000 // picture.shape[1])
        for y in range(0, len(picture), rows):
            part = Image.fromarray(np.ascontiguousarray(picture[y : y + rows]))
            self.root.put_pil_image(self.context, left, top + y, part)
        self.display.sync()

    def close(self):
        self.display.close()
        self.server.terminate()
        self.server.wait()


def desktop(width, height, random):
    """Flat windows, a tenth of them with noise."""
    picture = np.full((height, width, 3), 0x30, np.uint8)
    for window in range(40):
        w, h = random.integers(50, width // 3), random.integers(30, height // 3)
        x, y = random.integers(0, width - w), random.integers(0, height - h)
        noise = random.integers(0, 256, (h, w, 3)) if window % 10 == 0 else random.integers(0, 256, 3)
        picture[y : y + h, x : x + w] = noise
    return picture


def seconds_of(work, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times


def row(name, times):
    """Prints median and 99th percentile; returns them in milliseconds."""
    ordered = sorted(1000 * each for each in times)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    middle = statistics.median(ordered)
    print(f"{name:<58} median {middle:9.2f} ms, 99 % {late:9.2f} ms, {len(ordered)} runs", flush=True)
    return {"name": name, "median_ms": middle, "p99_ms": late, "runs": len(ordered)}


def absent(needle, runs):
    """One search with its capture; the needle is not there."""
    pyscreeze.GNOMESCREENSHOT_EXISTS = True  # lets Pillow capture
    image = Image.fromarray(needle)

    def search(locate):
        def work():
            try:
                locate()
            except (pyscreeze.ImageNotFoundException, compat.ImageNotFoundException):
                return
            raise SystemExit("a needle was found that is not there")

        return work

    def captured():
        with espy.Screen() as screen:  # everything is read
            if espy.find(needle, screen):
                raise SystemExit("a needle was found that is not there")

    # Without reports of damage everything is read each time.
    kept = espy.live.Stream(espy._core.open_screen("", 0, 0, None, 1000.0, False))

    def read_again():
        kept.next()
        if espy.find(needle, kept):
            raise SystemExit("a needle was found that is not there")

    read_again()
    rows = [
        row("espy.find on a screen that is kept open, all of it read", seconds_of(read_again, runs)),
        row("espy.find on espy.Screen(), a new connection", seconds_of(captured, runs)),
        row("espy.compat.locateOnScreen", seconds_of(search(lambda: compat.locateOnScreen(image)), runs)),
        row(
            "espy.compat.locateOnScreen, confidence 0.9",
            seconds_of(search(lambda: compat.locateOnScreen(image, confidence=0.9)), runs),
        ),
    ]
    pyscreeze.locateAll = pyscreeze._locateAll_opencv
    for grey in (True, False):
        name = f"pyscreeze.locateOnScreen, OpenCV, {'grey' if grey else 'colours'}"
        work = search(lambda grey=grey: pyscreeze.locateOnScreen(image, grayscale=grey))
        rows.append(row(name, seconds_of(work, runs)))
    pyscreeze.locateAll = pyscreeze._locateAll_pillow
    work = search(lambda: pyscreeze.locateOnScreen(image))
    rows.append(row("pyscreeze.locateOnScreen, without OpenCV", seconds_of(work, min(runs, 3))))
    return rows


def polling(needle, pause):
    """Takes screenshots and searches them by OpenCV until the needle is there."""
    bgr = np.ascontiguousarray(needle[..., ::-1])

    def wait():
        while True:
            start = time.perf_counter()
            shown = np.asarray(ImageGrab.grab())[..., 2::-1]
            scores = cv2.matchTemplate(np.ascontiguousarray(shown), bgr, cv2.TM_CCOEFF_NORMED)
            if scores.max() > 0.99:
                return
            time.sleep(max(0.0, pause - (time.perf_counter() - start)))

    return wait


def delays(screen, needle, background, wait, events, random):
    """Seconds from before the button is painted until ``wait`` returns."""
    height, width = background.shape[:2]
    times = []
    for _ in range(events):
        x, y = random.integers(0, width - 96), random.integers(0, height - 32)
        seen = []

        def watch():
            wait()
            seen.append(time.perf_counter())

        watching = threading.Thread(target=watch)
        watching.start()
        time.sleep(0.5 + random.random() / 3)
        start = time.perf_counter()
        screen.paint(needle, int(x), int(y))
        watching.join()
        times.append(seen[0] - start)
        screen.paint(background[y : y + 32, x : x + 96], int(x), int(y))
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--json")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    random = np.random.default_rng(5)
    background = desktop(width, height, random)
    needle = random.integers(0, 256, (32, 96, 3)).astype(np.uint8)
    print(f"{width} x {height} pixels, {os.cpu_count()} processors, OpenCV {cv2.__version__}")
    screen = Screen(options.size)
    try:
        screen.paint(background, 0, 0)
        rows = absent(needle, options.runs)
        for name, wait in (
            ("paint to event, espy.wait", lambda: espy.wait(needle, timeout=60)),
            ("paint to event, screenshots and OpenCV without a pause", polling(needle, 0)),
            ("paint to event, screenshots and OpenCV, 3 a second", polling(needle, 1 / 3)),
        ):
            times = delays(screen, needle, background, wait, options.events, random)
            rows.append(row(name, times))
    finally:
        screen.close()
    if options.json:
        facts = {"size": options.size, "processors": os.cpu_count(), "rows": rows}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(facts, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    sys.exit(main())
