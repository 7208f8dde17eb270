# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Motif search in an ECG-like signal: Espy's engines against stumpy, dtaidistance and tslearn, where installed.

    PYTHONPATH=build/release/python python tests/bench/signal_bench.py [--only CASE] [--samples N] [--runs R] [--json FILE]

Only equal work is compared, and only if the answers are equal. Runs are interleaved in one process, after a warm-up, in
which some peers compile.
"""

import argparse
import json
import math
import os
import platform
import statistics
import sys
import time
from importlib import metadata

import numpy as np

import espy

#: Required speed-up over each peer.
BAR = 20


def heartbeats(samples, seed=1):
    """ECG-like, 360 samples per second: five waves per beat, varying beats, breathing, noise."""
    random = np.random.default_rng(seed)
    #     P      Q       R      S       T: position in the beat, width, height
    waves = [(-0.20, 0.025, 0.12), (-0.03, 0.010, -0.14), (0.0, 0.011, 1.1), (0.03, 0.010, -0.25), (0.24, 0.05, 0.3)]
    made = np.zeros(samples)
    middle = 0.4 * 360
    while middle < samples + 360:
        pace = random.normal(1, 0.06)
        for place, width, height in waves:
            at = middle + 360 * place * pace
            spread = 360 * width * random.normal(1, 0.05)
            first, last = max(0, int(at - 6 * spread)), min(samples, int(at + 6 * spread) + 1)
            if first < last:
                k = np.arange(first, last)
                made[first:last] += height * random.normal(1, 0.05) * np.exp(-(((k - at) / spread) ** 2) / 2)
        middle += 360 * 0.85 * pace
    breath = 0.1 * np.sin(2 * np.pi * np.arange(samples) / (360 * 3.7))
    return made + breath + random.normal(0, 0.015, samples)


class Contestant:
    """A program under test: `answer` converts the result of `work` to (position, distance)."""

    def __init__(self, name, work, answer):
        self.name, self.work, self.answer = name, work, answer
        self.times = []


def engines():
    """The engines that can run here; the reference only if there is no other."""
    query, data = np.arange(8.0) % 3, np.arange(40.0) % 7
    able = []
    for engine in espy.engines():
        if not engine.available:
            continue
        try:
            espy.signal(query, data, engine=engine.name)
            able.append(engine.name)
        except espy.Error:
            continue
    return [name for name in able if name != "reference"] or able


def by_espy(query, data, **options):
    def best(found):
        return found.best.start, found.best.distance

    return [
        Contestant(
            f"espy {name}",
            lambda name=name: espy.signal(query, data, engine=name, **options),
            best,
        )
        for name in engines()
    ]


def peer(name, missing):
    """The module of this name, or None, which is reported once."""
    try:
        return __import__(name)
    except ImportError:
        if name not in missing:
            missing.append(name)
            print(f"{name}: is not installed, so it is left out")
        return None


def windows(data, length):
    return np.lib.stride_tricks.sliding_window_view(data, length, writeable=True)


def z_normalised(rows):
    deviation = rows.std(axis=-1, keepdims=True)
    return (rows - rows.mean(axis=-1, keepdims=True)) / np.where(deviation > 0, deviation, 1)


def euclid_case(samples, missing):
    data = heartbeats(samples)
    query = heartbeats(3600, seed=2)[1000:1421]
    contestants = by_espy(query, data, method="euclid", normalise="z")
    stumpy = peer("stumpy", missing)
    if stumpy:
        contestants.append(
            Contestant(
                "stumpy.mass, its least",
                lambda: stumpy.mass(query, data),
                lambda profile: (int(profile.argmin()), float(profile.min())),
            )
        )
    return f"{samples} samples, a query of {len(query)}", contestants


def search_case(samples, missing, normalised):
    data = heartbeats(samples)
    query = heartbeats(3600, seed=2)[1000:1421]
    band = len(query) * 5 // 100
    normalise = "z" if normalised else "none"
    contestants = by_espy(query, data, method="dtw", normalise=normalise, band=band)
    note = f"{samples} samples, a query of {len(query)}, band {band}"
    if peer("dtaidistance", missing):
        from dtaidistance.subsequence.dtw import SubsequenceSearch

        rows = windows(data, len(query))
        sought = query
        if normalised:
            rows, sought = z_normalised(rows), z_normalised(query)
            note += "; dtaidistance is given windows that are normalised already"
        # Its window is the band plus one.
        contestants.append(
            Contestant(
                "dtaidistance SubsequenceSearch, C",
                lambda: SubsequenceSearch(
                    sought, rows, {"window": band + 1, "use_c": True}, use_lb=True
                ).kbest_matches(k=1)[0],
                lambda match: (int(match.idx), float(match.distance)),
            )
        )
    return note, contestants


def pair_case(samples, missing):
    length = max(64, min(samples, 2000))
    count = 8
    lefts = [heartbeats(length, seed=10 + i) for i in range(count)]
    rights = [heartbeats(length, seed=50 + i) for i in range(count)]
    pairs = list(zip(lefts, rights))

    def of_all(distance):
        return lambda: [distance(a, b) for a, b in pairs]

    def checked(distances):
        return 0, math.fsum(distances)

    contestants = [
        Contestant(
            f"espy {name}",
            of_all(
                lambda a, b, name=name: espy.signal(
                    a, b, normalise="none", band=1.0, engine=name
                ).best.distance
            ),
            checked,
        )
        for name in engines()
    ]
    if peer("dtaidistance", missing):
        from dtaidistance import dtw

        contestants.append(Contestant("dtaidistance distance_fast", of_all(dtw.distance_fast), checked))
    if peer("tslearn", missing):
        from tslearn.metrics import dtw as tslearn_dtw

        contestants.append(Contestant("tslearn dtw", of_all(tslearn_dtw), checked))
    return f"{count} pairs of {length} samples, no band", contestants


def open_case(samples, missing):
    data = heartbeats(samples)
    query = heartbeats(3600, seed=2)[1000:1421]
    contestants = by_espy(query, data, open=True, normalise="none")
    for contestant in contestants:  # of equal paths peers report different begins: compare ends
        contestant.answer = lambda found: (found.best.end - 1, found.best.distance)
    if peer("dtaidistance", missing):
        from dtaidistance.subsequence.dtw import SubsequenceAlignment

        def align():
            alignment = SubsequenceAlignment(query, data, penalty=0, use_c=True)
            alignment.align()
            return alignment.matching

        contestants.append(
            Contestant(
                "dtaidistance SubsequenceAlignment, C",
                align,
                lambda scores: (int(np.argmin(scores)), float(np.min(scores)) * len(query)),
            )
        )
    if peer("tslearn", missing):
        from tslearn.metrics import dtw_subsequence_path

        contestants.append(
            Contestant(
                "tslearn dtw_subsequence_path",
                lambda: dtw_subsequence_path(query, data),
                lambda found: (int(found[0][-1][1]), float(found[1])),
            )
        )
    return f"{samples} samples, a query of {len(query)}", contestants


#: Case -> title, function, default number of samples.
CASES = {
    "euclid": ("the best window by z-normalised Euclid", euclid_case, 1_000_000),
    "dtw": ("the best window by DTW within 5 %, as it is",
            lambda samples, missing: search_case(samples, missing, False), 30_000),
    "dtw-z": ("the best window by DTW within 5 %, z-normalised",
              lambda samples, missing: search_case(samples, missing, True), 30_000),
    "pairs": ("DTW of pairs of series", pair_case, 2_000),
    "open": ("the best place with open ends", open_case, 30_000),
}


def same(a, b):
    """Equal within the rounding of peers, which sum in another order, or by FFT."""
    return a[0] == b[0] and math.isclose(a[1], b[1], rel_tol=1e-5, abs_tol=1e-6)


def compare(case, samples, runs, missing):
    """Times a case, interleaved; returns its entry in the report."""
    title, make, usual = CASES[case]
    note, contestants = make(samples or usual, missing)
    print(f"\n{title}\n  {note}")
    answers = [each.answer(each.work()) for each in contestants]
    right = answers[0]
    for each, answer in zip(contestants, answers):
        if not same(answer, right):
            sys.exit(f"{each.name} says {answer}, {contestants[0].name} {right}: nothing is compared")
    for _ in range(runs):
        for each in contestants:
            start = time.perf_counter()
            each.work()
            each.times.append((time.perf_counter() - start) * 1e3)
    return entry_of(title, note, right, contestants)


def entry_of(title, note, right, contestants):
    medians = [statistics.median(each.times) for each in contestants]
    ours = [m for m, each in zip(medians, contestants) if each.name.startswith("espy")]
    fastest = min(ours)
    entry = {"title": title, "note": note, "place": right[0], "distance": right[1], "timings": [], "bars": []}
    for each, median in zip(contestants, medians):
        spread = statistics.median(abs(t - median) for t in each.times)
        print(f"  {each.name:<38} {median:>12.3f} ms  +- {spread:>8.3f}  x {median / fastest:>9.2f}"
              f"  ({len(each.times)} runs)")
        entry["timings"].append({"name": each.name, "ms": median, "mad_ms": spread, "runs": len(each.times),
                                 "times_the_fastest_espy": median / fastest})
        if not each.name.startswith("espy"):
            reached = median >= BAR * fastest
            claim = f"{BAR} times as fast as {each.name}"
            print(f"  {'[reached]' if reached else '[MISSED] '} {claim}")
            entry["bars"].append({"says": claim, "reached": reached})
    return entry


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown processor"


def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", action="append", choices=list(CASES), help="may be given again")
    parser.add_argument("--samples", type=int, help="of the data, in the place of each case's own number")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.runs < 1 or (options.samples is not None and options.samples < 1000):
        parser.error("--runs must be 1 or more, and --samples 1000 or more")
    report = {
        "benchmark": "signal",
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("numpy", "numba", "stumpy", "dtaidistance", "tslearn")},
        "comparisons": [],
    }
    print(f"signal: {report['processor']}, {report['cores']} cores; medians with their median absolute deviation,"
          " all turn about")
    missing = []
    for case in options.only or CASES:
        report["comparisons"].append(compare(case, options.samples, options.runs, missing))
    report["missing"] = missing
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=2)
            file.write("\n")
    bars = [bar for entry in report["comparisons"] for bar in entry["bars"]]
    return 0 if all(bar["reached"] for bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
