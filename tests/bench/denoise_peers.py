#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Total variation beside scikit-image and OpenCV, on one thread each, in one run.

    denoise_peers.py DENOISE_BENCH [--side N] [--rounds N] [--picture FILE] [--json FILE]

How many iterations a peer needs to the objective that Espy reaches is counted on 512 x 512 samples of the same
picture; the number does not depend on the size. OpenCV's function takes and returns 8-bit pictures only, so its
iterations are counted by the same steps in NumPy (tau 0.02, sigma 1 / (8 tau), as in its source). Then an iteration of
each is timed at the full size, interleaved, and the median taken: processor time of one thread, which other programs
disturb less than the clock. Needs numpy, scikit-image and opencv-python-headless.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from skimage.restoration import denoise_tv_chambolle  # noqa: E402


def slopes(u):
    x = np.zeros_like(u)
    y = np.zeros_like(u)
    x[:, :-1] = u[:, 1:] - u[:, :-1]
    y[:-1] = u[1:] - u[:-1]
    return x, y


def divergence(x, y):
    out = x + y
    out[:, 1:] -= x[:, :-1]
    out[1:] -= y[:-1]
    return out


def objective(u, f, model, strength):
    u = u.astype(float)
    f = f.astype(float)
    x, y = slopes(u)
    data = ((u - f) ** 2).sum() / 2 if model == "rof" else np.abs(u - f).sum()
    return (np.sqrt(x * x + y * y).sum() + data / strength) / f.size


def picture(side, path):
    rng = np.random.default_rng(1)
    if path:
        grey = cv2.imread(path, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
        tiles = [-(-side // n) for n in grey.shape]
        clean = np.tile(grey, tiles)[:side, :side]
    else:
        y, x = np.mgrid[:side, :side]
        bright = np.sin(x / 40) + np.sin(y / 60) + np.sin((x + y) / 97) > 0
        clean = np.where(bright, 0.65, 0.25) + 0.1 * np.sin(x / 300)
    noisy = clean + 0.1 * rng.standard_normal((side, side))
    return np.round(np.clip(noisy, 0, 1) * 255).astype(np.float32) / np.float32(255)


def espy(program, f, model, strength, gap, rounds):
    with tempfile.NamedTemporaryFile(suffix=".f32") as file:
        f.astype(np.float32).tofile(file)
        file.flush()
        height, width = f.shape
        arguments = {"samples": file.name, "width": width, "height": height, "model": model, "strength": strength,
                     "gap": gap, "rounds": rounds, "threads": 1}  # fmt: skip
        words = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
        return json.loads(subprocess.run([program, *words], check=True, capture_output=True).stdout)


def scikit_iterations(f, strength, wanted):
    """The first power of 1.1 at which the objective is reached."""
    n = 8
    while objective(denoise_tv_chambolle(f, weight=strength, eps=0, max_num_iter=n), f, "rof", strength) > wanted:
        n = int(n * 1.1) + 1
        if n > 20000:
            return None
    return n


def opencv_iterations(f, strength, wanted):
    tau, sigma = 0.02, 1 / (8 * 0.02)
    f = f.astype(float)
    u = f.copy()
    around = u
    p = np.zeros_like(f), np.zeros_like(f)
    for n in range(1, 20000):
        x, y = slopes(around)
        p = p[0] + sigma * x, p[1] + sigma * y
        size = np.maximum(1, np.hypot(*p))
        p = p[0] / size, p[1] / size
        moved = u + tau * divergence(*p) - f
        new = f + np.sign(moved) * np.maximum(np.abs(moved) - tau / strength, 0)
        around = 2 * new - u
        u = new
        if n % 5 == 0 and objective(u, f, "tvl1", strength) <= wanted:
            return n
    return None


def milliseconds(run):
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


def compare(options, model, strength, peer, count_iterations, run_peer):
    f = picture(options.side, options.picture)
    crop = np.ascontiguousarray(f[:512, :512])
    lines = []
    for gap in (1e-3, 1e-4):
        small = espy(options.bench, crop, model, strength, gap, 1)
        needed = count_iterations(crop, strength, small["objective"])
        ours, theirs = [], []
        for _ in range(options.rounds):
            measured = espy(options.bench, f, model, strength, gap, 1)
            ours.append(measured["cpu_ms"])
            theirs.append(milliseconds(lambda: run_peer(f, strength, options.steps)) / options.steps)
        our_ms = statistics.median(ours)
        our_step = our_ms / measured["iterations"]
        their_step = statistics.median(theirs)
        line = {"model": model, "strength": strength, "gap": gap, "side": options.side, "peer": peer,
                "espy_ms": our_ms, "espy_iterations": measured["iterations"], "espy_ms_an_iteration": our_step,
                "peer_ms_an_iteration": their_step, "peer_iterations": needed,
                "times_an_iteration": their_step / our_step,
                "times_to_the_objective": their_step * needed / our_ms if needed else None}  # fmt: skip
        print(json.dumps(line), flush=True)
        lines.append(line)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("--side", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=10, help="iterations of a peer that are timed at once")
    parser.add_argument("--picture", default="")
    parser.add_argument("--json", default="")
    options = parser.parse_args()
    cv2.setNumThreads(1)

    def scikit(f, strength, steps):
        denoise_tv_chambolle(f, weight=strength, eps=0, max_num_iter=steps)

    def opencv(f, strength, steps):
        result = np.empty(f.shape, np.uint8)
        cv2.denoise_TVL1([np.round(f * 255).astype(np.uint8)], result, 1 / strength, steps)

    lines = compare(options, "rof", 0.08, "scikit-image", scikit_iterations, scikit)
    lines += compare(options, "tvl1", 0.7, "OpenCV", opencv_iterations, opencv)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"benchmark": "denoise_peers", "opencv": cv2.__version__, "results": lines}, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
