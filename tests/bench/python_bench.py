# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Overhead of a call from Python over the search itself, and the search compared with OpenCV's, if installed.

    PYTHONPATH=build/release/python python tests/bench/python_bench.py [--json FILE]
"""

import argparse
import json
import platform
import statistics
import time

import numpy as np

import espy


def median_time(work, runs):
    """Median of `runs` runs in seconds, and the median absolute deviation."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    median = statistics.median(times)
    return median, statistics.median(abs(each - median) for each in times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json")
    options = parser.parse_args()
    random = np.random.default_rng(1)
    figures = {"python": platform.python_version(), "numpy": np.__version__, "espy": espy.__version__}

    scene = random.integers(0, 256, (16, 16)).astype(np.uint8)
    needle = scene[3:7, 4:8].copy()
    finding = espy.find(needle, scene, engine="sequential")
    whole, spread = median_time(lambda: espy.find(needle, scene, engine="sequential"), 20_000)
    within = statistics.median(
        sum(espy.find(needle, scene, engine="sequential").timeline.values()) for _ in range(2_000)
    )
    figures["call"] = {
        "whole_us": whole * 1e6,
        "spread_us": spread * 1e6,
        "search_us": within * 1e3,
        "overhead_us": whole * 1e6 - within * 1e3,
    }
    assert finding.best.box == (4, 3, 4, 4)

    scene = random.integers(0, 256, (2000, 3000)).astype(np.uint8)
    needle = scene[900:964, 1200:1264].copy()
    rows = {"espy.find": lambda: espy.find(needle, scene, method="zncc")}
    try:
        import cv2

        rows["cv2.matchTemplate"] = lambda: cv2.minMaxLoc(
            cv2.matchTemplate(scene, needle, cv2.TM_CCOEFF_NORMED)
        )
        figures["opencv"] = cv2.__version__
        assert rows["cv2.matchTemplate"]()[3] == (1200, 900)
    except ImportError:
        print("skipped: there is no cv2")
    assert rows["espy.find"]().best.box == (1200, 900, 64, 64)
    times = {name: [] for name in rows}
    for _ in range(11):  # interleaved
        for name, work in rows.items():
            times[name].append(median_time(work, 1)[0] * 1e3)
    figures["zncc_6_megapixels_ms"] = {name: statistics.median(each) for name, each in times.items()}

    print(json.dumps(figures, indent=1))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
