# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Accuracy of poses for needles warped by other libraries: OpenCV's warpAffine, scikit-image's warp and rotate.

    pose_foreign_warps.py ESPY PICTURES [--scenes N] [--seed N] [--noise SIGMA] [--min-score S] [--json FILE]

ESPY is the command, PICTURES a folder of photographs. Each scene is a photograph with four copies of a needle from
another one, drawn by one of the warps at random angles, scales of 0.7 to 1.4 and sub-pixel positions. Prints for each
warp how many were found, the errors of centre, angle and scale, and the number of other matches. Needs opencv-python
and scikit-image.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np
import skimage
from skimage import transform

CELL = 200
LOW, HIGH = 0.7, 1.4


def affine(size, angle, scale, centre):
    """Maps pixels of a needle of this size (width, height) to the scene; angles are counter-clockwise as seen."""
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, angle, scale)
    matrix[:, 2] += np.subtract(centre, middle)
    return matrix


def by_opencv(interpolation):
    def warp(picture, matrix, side):
        return cv2.warpAffine(picture.astype(np.float32), matrix, (side, side), flags=interpolation)

    return warp


def by_skimage(order):
    def warp(picture, matrix, side):
        forward = transform.AffineTransform(matrix=np.vstack([matrix, [0, 0, 1]]))
        how = {"output_shape": (side, side), "order": order, "preserve_range": True}
        return transform.warp(picture.astype(float), forward.inverse, **how)

    return warp


WARPS = {
    "OpenCV, linear": by_opencv(cv2.INTER_LINEAR),
    "OpenCV, cubic": by_opencv(cv2.INTER_CUBIC),
    "scikit-image, linear": by_skimage(1),
    "scikit-image, cubic": by_skimage(3),
    "scikit-image's rotate": None,
}


def rotated(picture, angle):
    """scikit-image's rotate, which enlarges the picture: the result, its coverage, and its centre."""
    turn = {"resize": True, "preserve_range": True}
    drawn, cover = (transform.rotate(one, angle, **turn) for one in (picture.astype(float), np.ones(picture.shape[:2])))
    half = np.subtract(picture.shape[1::-1], 1) / 2
    sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
    return drawn, cover, (half[0] * cosine + half[1] * sine, half[0] * sine + half[1] * cosine)


def plant(scene, needle, warp, truth):
    """Draws the needle where pixels are completely inside; updates the true centre."""
    x, y, angle, scale = truth
    if warp is None:
        drawn, cover, middle = rotated(needle, angle)
        left, top = round(x - middle[0]), round(y - middle[1])
        where = scene[top : top + drawn.shape[0], left : left + drawn.shape[1]]
        truth[:2] = left + middle[0], top + middle[1]
    else:
        matrix = affine(needle.shape[1::-1], angle, scale, (x, y))
        drawn, cover = (warp(one, matrix, scene.shape[0]) for one in (needle, np.ones(needle.shape[:2])))
        where = scene
    inside = cover > 0.999
    where[inside] = drawn[inside]


def photographs(folder):
    read = [cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in sorted(pathlib.Path(folder).iterdir())]
    return [picture[..., :3] if picture.ndim == 3 else picture for picture in read if picture is not None]


def in_format(picture, like):
    if picture.ndim == like.ndim:
        return picture
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR if like.ndim == 3 else cv2.COLOR_BGR2GRAY)


def needle_of(random, pictures):
    """A part of a photograph with enough contrast."""
    while True:
        picture = pictures[random.integers(len(pictures))]
        width, height = random.integers(28, 84, 2)
        x, y = random.integers(picture.shape[1] - width), random.integers(picture.shape[0] - height)
        needle = picture[y : y + height, x : x + width]
        if needle.std() >= 15:
            return needle, picture


def drawn_scene(random, pictures, warp, sigma):
    needle, from_where = needle_of(random, pictures)
    others = [picture for picture in pictures if picture is not from_where]
    ground = in_format(others[random.integers(len(others))], needle)
    side = 2 * CELL
    around = [(0, max(0, side - ground.shape[0])), (0, max(0, side - ground.shape[1]))]
    ground = np.pad(ground, around + [(0, 0)] * (ground.ndim - 2), "reflect")[:side, :side]
    scene = ground.astype(float)
    truths = []
    for cell in range(4):
        scale = 1.0 if warp is None else random.uniform(LOW, HIGH)
        half = scale * math.hypot(*needle.shape[:2]) / 2 + 2
        x, y = random.uniform(half, CELL - half, 2) + CELL * np.array([cell % 2, cell // 2])
        truths.append([x, y, random.uniform(-180, 180), scale])
        plant(scene, needle, warp, truths[-1])
    scene += random.normal(0, sigma, scene.shape)
    return needle, np.clip(np.rint(scene), 0, 255).astype(np.uint8), truths


def found_by(espy, folder, needle, scene, least):
    cv2.imwrite(f"{folder}/needle.png", needle)
    cv2.imwrite(f"{folder}/scene.png", scene)
    options = ["--method", "zncc", "--min-score", str(least), "--angle=-180:180", f"--scale={LOW}:{HIGH}"]
    command = [espy, "find", f"{folder}/needle.png", f"{folder}/scene.png", *options, "--search", "fast", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return json.loads(done.stdout)["matches"]


def apart(match, truth):
    """Errors: pixels, degrees, and ratio of scales minus 1. Positions of matches are sub-pixel."""
    x, y, angle, scale = truth
    centre = match["centre"]
    x_of, y_of = (centre["x"], centre["y"]) if isinstance(centre, dict) else centre
    turn = abs((match["angle"] - angle + 180) % 360 - 180)
    return math.hypot(x_of - x - 0.5, y_of - y - 0.5), turn, abs(match["scale"] / scale - 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("espy")
    parser.add_argument("pictures")
    parser.add_argument("--scenes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, default=5)
    parser.add_argument("--min-score", type=float, default=0.8)
    parser.add_argument("--json")
    given = parser.parse_args()
    pictures = photographs(given.pictures)
    tallies = {name: {"needles": 0, "missed": [], "off": [], "others": 0} for name in WARPS}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.scenes):
            name = list(WARPS)[number % len(WARPS)]
            tally = tallies[name]
            random = np.random.default_rng([given.seed, number])
            needle, scene, truths = drawn_scene(random, pictures, WARPS[name], given.noise)
            matches = found_by(given.espy, folder, needle, scene, given.min_score)
            for truth in truths:
                near = [(*apart(match, truth), i) for i, match in enumerate(matches)]
                near = [one for one in near if one[0] < 2 and one[1] < 4 and one[2] < 0.05]
                tally["needles"] += 1
                if near:
                    *off, which = min(near)
                    tally["off"].append(off)
                    del matches[which]
                else:
                    tally["missed"].append({"scene": number, "size": needle.shape[:2], "truth": truth})
            tally["others"] += len(matches)
    results = {}
    print(f"OpenCV {cv2.__version__}, scikit-image {skimage.__version__}; noise of sigma {given.noise:g}")
    for name, tally in tallies.items():
        if not tally["needles"]:
            continue
        off = np.array(tally["off"] or [[math.nan] * 3])
        middle, far = np.percentile(off, 50, axis=0), np.percentile(off, 99, axis=0)
        recall = len(tally["off"]) / tally["needles"]
        results[name] = {
            "needles": tally["needles"],
            "recall": round(recall, 4),
            "pixels": [round(middle[0], 4), round(far[0], 4)],
            "degrees": [round(middle[1], 4), round(far[1], 4)],
            "scale": [round(middle[2], 5), round(far[2], 5)],
            "others": tally["others"],
            "missed": tally["missed"],
        }
        print(
            f"{name}: {tally['needles']} needles, recall {recall:.4f};"
            f" off by {middle[0]:.3f} / {far[0]:.3f} px, {middle[1]:.3f} / {far[1]:.3f} degrees,"
            f" {100 * middle[2]:.2f} / {100 * far[2]:.2f} % of scale (50 % / 99 %); {tally['others']} others"
        )
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(results, default=float, indent=1) + "\n")


if __name__ == "__main__":
    main()
