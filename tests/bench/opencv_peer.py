# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""One process of pip's OpenCV: times matchTemplate, the first call and later ones.

    opencv_peer.py SCENE NEEDLE zncc|ssd|sad MASK|- RUNS

Prints the milliseconds of each run, a bar, and the best position with its value. OpenCV has no sad; squared
differences stand in.
"""
import sys
import time

import cv2
import numpy as np


def picture(path):
    """Reads 8-bit P5 and P6 files; OpenCV's loader would convert samples."""
    with open(path, "rb") as file:
        kind, size, _ = file.readline(), file.readline(), file.readline()
        width, height = map(int, size.split())
        samples = np.frombuffer(file.read(), np.uint8)
    return samples.reshape((height, width) if kind.startswith(b"P5") else (height, width, 3))


def main():
    scene, needle, method, mask, runs = sys.argv[1:]
    scene = np.array(picture(scene))
    needle = np.array(picture(needle))
    mask = None if mask == "-" else np.array(picture(mask))
    if mask is not None and needle.ndim == 3:
        mask = np.dstack([mask] * 3)
    how = cv2.TM_CCOEFF_NORMED if method == "zncc" else cv2.TM_SQDIFF
    times = []
    for _ in range(int(runs)):
        start = time.perf_counter()
        result = cv2.matchTemplate(scene, needle, how, None, mask)
        times.append(1e3 * (time.perf_counter() - start))
    least, most, where_least, where_most = cv2.minMaxLoc(result)
    value, place = (most, where_most) if method == "zncc" else (least, where_least)
    print(*[f"{ms:.4f}" for ms in times], "|", *place, value, "|", cv2.__version__, cv2.getNumThreads())


if __name__ == "__main__":
    main()
