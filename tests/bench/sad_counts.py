# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Counts how many windows and rows bounds leave to a SAD search of photographs, from a sample of positions.

    python tests/bench/sad_counts.py PICTURES [--json FILE]

Scenes of 1024 x 1024 and needles are made as by `tools/bench peer`: a photograph and its mirror images with noise of
up to two, textured crops with noise of up to six. The minimum score is 0.95. For each photograph and needle size:

    reach        windows that reach the minimum, in per cent
    pairs        windows whose sums of two adjacent samples reach it: all that a search by these sums must compare
    blocks       likewise sums of 8 x 8 samples
    rows         rows of a window that are read until its distance exceeds the limit
    rows_peak    until it exceeds the limit or the least of the distances above, and to the left
    reach_ssd    windows that reach a minimum of 0.98 by squared differences
"""

import argparse
import json
import pathlib

import numpy as np
from PIL import Image

SIDE = 1024
MIN_SCORE = 0.95
MIN_SSD_SCORE = 0.98
CASES = [
    ("brick.png", 24, 12, 150),
    ("brick.png", 64, 12, 100),
    ("camera.png", 64, 12, 100),
    ("camera.png", 256, 16, 30),
    ("hubble_deep_field.jpg", 64, 12, 80),
    ("hubble_deep_field.jpg", 256, 8, 30),
    ("page.png", 64, 10, 80),
]


def scene_of(path, random):
    photograph = np.asarray(Image.open(path).convert("L"))
    rows, columns = (np.arange(SIDE) % (2 * size) for size in photograph.shape)
    rows = np.where(rows < photograph.shape[0], rows, 2 * photograph.shape[0] - 1 - rows)
    columns = np.where(columns < photograph.shape[1], columns, 2 * photograph.shape[1] - 1 - columns)
    tiled = photograph[np.ix_(rows, columns)].astype(np.int64)
    return np.clip(tiled + random.integers(-2, 3, tiled.shape), 0, 255)


def needle_of(scene, side, random):
    for _ in range(200):
        x, y = random.integers(0, SIDE - side, 2)
        needle = scene[y : y + side, x : x + side]
        if needle.std() >= 15:
            break
    return np.clip(needle + random.integers(-6, 7, needle.shape), 0, 255)


def rows_until(sums, most):
    return min(np.searchsorted(sums, most, side="right") + 1, len(sums)) / len(sums)


def count(scene, needle, positions, random):
    side = len(needle)
    limit = (1 - MIN_SCORE) * 255 * side * side

    def differences(x, y):
        return scene[y : y + side, x : x + side] - needle

    totals = np.zeros(6)
    for _ in range(positions):
        x, y = random.integers(1, SIDE - side, 2)
        window = differences(x, y)
        pairs = np.abs(window[:, 0::2] + window[:, 1::2]).sum()
        blocks = np.abs(window.reshape(side // 8, 8, side // 8, 8).sum((1, 3))).sum()
        sums = np.cumsum(np.abs(window).sum(1))
        before = [(x - 1, y - 1), (x, y - 1), (x + 1, y - 1), (x - 1, y)]
        best = min(np.abs(differences(*at)).sum() for at in before)
        totals += [
            sums[-1] <= limit,
            pairs <= limit,
            blocks <= limit,
            rows_until(sums, limit),
            rows_until(sums, min(limit, best)),
            (window * window).mean() <= (1 - MIN_SSD_SCORE) * 255 * 255,
        ]
    return 100 * totals / positions


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    names = ["reach", "pairs", "blocks", "rows", "rows_peak", "reach_ssd"]
    cases = []
    for file, side, needles, positions in CASES:
        random = np.random.default_rng(side)
        scene = scene_of(options.pictures / file, random)
        figures = np.array([count(scene, needle_of(scene, side, random), positions, random) for _ in range(needles)])
        worst = figures[figures[:, 0].argmax()]
        cases.append(
            {
                "picture": file,
                "side": side,
                "needles": needles,
                "positions_each": positions,
                "mean": {name: round(float(figure), 1) for name, figure in zip(names, figures.mean(0))},
                "needle_that_is_reached_most": {name: round(float(figure), 1) for name, figure in zip(names, worst)},
            }
        )
        print(cases[-1], flush=True)
    if options.json:
        options.json.write_text(json.dumps({"benchmark": "sad counts", "min_score": MIN_SCORE, "cases": cases}, indent=1) + "\n")


if __name__ == "__main__":
    main()
