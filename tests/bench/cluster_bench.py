#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""cluster_bench.py FOLDER [--pictures N] [--runs N] [--only scaling|lists] [--json FILE]: times a batch on a Ray
cluster of one and of two workers on this machine, with one thread each, against `espy batch` with one and two threads;
also the cost of a shard, and of a long list of images for each shard. Outputs are checked equal before times are reported. Needs
the module `espy`, Ray, and the command in ESPY_COMMAND. Pictures of one megapixel are drawn into FOLDER once."""

import argparse
import filecmp
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import numpy as np

import espy

SIDE = 1024


def draw(folder, count):
    """Blurred noise plus a little noise, which compresses like photographs; every third has the needle."""
    (folder / "shots").mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    needle = random.integers(0, 256, (24, 24, 3)).astype(np.uint8)
    espy.write(folder / "needle.png", needle)
    for number in range(count):
        path = folder / "shots" / f"{number:04}.png"
        if path.exists():
            continue
        coarse = random.integers(0, 240, (SIDE // 16, SIDE // 16, 3)).astype(np.uint8)
        picture = np.repeat(np.repeat(coarse, 16, 0), 16, 1) + random.integers(0, 16, (SIDE, SIDE, 3)).astype(np.uint8)
        if number % 3 == 0:
            picture[100:124, 3 * number : 3 * number + 24] = needle
        espy.write(path, picture)


def write_job(folder, count):
    (folder / "list.txt").write_text("".join(f"shots/{number:04}.png\n" for number in range(count)))
    job = {
        "needles": [{"file": "needle.png"}],
        "images": ["@list.txt"],
        "options": {"method": "zncc", "min_score": 0.8, "threads": 1},
        "outputs": {"csv": "all.csv", "jsonl": "all.jsonl"},
    }
    (folder / "job.json").write_text(json.dumps(job))


def clean(folder):
    for name in ("all.csv", "all.jsonl"):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / "job.journal", ignore_errors=True)


def timed(folder, arguments):
    """Seconds of a command, and its standard output."""
    clean(folder)
    begin = time.perf_counter()
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        sys.exit(done.stderr)
    return seconds, done.stdout


def alone(folder, threads):
    command = [os.environ["ESPY_COMMAND"], "batch", "--quiet", "--threads", str(threads), "job.json"]
    return timed(folder, command)[0]


def spread(folder, address, shards):
    """Seconds of the whole command; seconds from the first task to the last; number of shards."""
    command = [sys.executable, "-m", "espy.cluster", "job.json", "--address", address, "--progress", "json"]
    seconds, out = timed(folder, command + (["--shards", str(shards)] if shards else []))
    last = json.loads(out.splitlines()[-1])
    return seconds, last["seconds"], last["shards_of"]


def keep(folder):
    shutil.rmtree(folder / "kept", ignore_errors=True)
    (folder / "kept").mkdir()
    for name in ("all.csv", "all.jsonl"):
        shutil.copy(folder / name, folder / "kept" / name)


def check(folder):
    for name in ("all.csv", "all.jsonl"):
        if not filecmp.cmp(folder / name, folder / "kept" / name, shallow=False):
            sys.exit(f"{name} differs from what one machine wrote")


def report(name, seconds, **more):
    middle = statistics.median(seconds)
    spread_ = statistics.median(abs(each - middle) for each in seconds)
    print(f"{name:58} {middle:8.3f} s +- {spread_:.3f}")
    return {"name": name, "seconds": middle, "mad_seconds": spread_, "runs": len(seconds), **more}


def started(workers):
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False,
                                                            "object_store_memory": 100 << 20},)
    for _ in range(workers):
        cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    cluster.wait_for_nodes()
    return cluster


def scaling(folder, runs):
    """Each configuration's runs are consecutive."""
    rows = []
    alone(folder, 1)  # warms the page cache
    keep(folder)
    rows += [report(f"espy batch --threads {t}", [alone(folder, t) for _ in range(runs)]) for t in (1, 2)]
    for workers in (1, 2):
        cluster = started(workers)
        spread(folder, cluster.address, 0)  # starts the workers
        results = []
        for _ in range(runs):
            results.append(spread(folder, cluster.address, 0))
            check(folder)
        name = f"espy.cluster, {workers} node{'s' * (workers > 1)} of one CPU, {results[0][2]} shards"
        rows.append(report(name + ", whole command", [each[0] for each in results], shards=results[0][2]))
        rows.append(report(name + ", its tasks", [each[1] for each in results], shards=results[0][2]))
        if workers == 1:
            for shards in (2, given_shards(folder)):
                results = [spread(folder, cluster.address, shards) for _ in range(runs)]
                check(folder)
                rows.append(report(f"espy.cluster, 1 node, {shards} shards, its tasks", [r[1] for r in results],
                                   shards=shards))
        cluster.shutdown()
    return rows


def given_shards(folder):
    """One shard per image."""
    return len((folder / "list.txt").read_text().splitlines())


def long_lists(folder):
    """Time of a shard with a single image in a job with many: listing, and planning."""
    rows = []
    place = folder / "long"
    for count in (1_000, 100_000, 1_000_000):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "list.txt").write_text("".join(f"../shots/{n:04}.png\n" for n in range(count)))
        job = json.loads((folder / "job.json").read_text())
        job["needles"][0]["file"] = "../needle.png"
        for name, outputs in (("CSV", {"csv": "all.csv"}), ("marked pictures", {"marked": "marked"})):
            (place / "job.json").write_text(json.dumps({**job, "outputs": outputs}))
            seconds = []
            listing = []
            for number in range(1, 4):
                begin = time.perf_counter()
                read = espy._core.read_job(os.fsencode(place / "job.json"))
                listing.append(time.perf_counter() - begin)
                read.begin(True, False)
                read.shard(number, count)
                begin = time.perf_counter()
                espy._core.run_job(read, None, None)
                seconds.append(time.perf_counter() - begin)
            rows.append(report(f"{count} images, {name}: a shard of one", seconds, images=count))
            rows.append(report(f"{count} images, {name}: listing, once a worker", listing, images=count))
            shutil.rmtree(place / "job.journal")
    shutil.rmtree(place)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--only", choices=("scaling", "lists"))
    parser.add_argument("--draw", action="store_true", help="only draw the pictures")
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    folder = given.folder.resolve()
    draw(folder, given.pictures)
    write_job(folder, given.pictures)
    if given.draw:
        return
    rows = []
    if given.only != "lists":
        rows += scaling(folder, given.runs)
    if given.only != "scaling":
        rows += long_lists(folder)
    clean(folder)
    if given.json:
        import ray

        words = ["tests/bench/cluster_bench.py FOLDER", f"--pictures {given.pictures}", f"--runs {given.runs}"]
        facts = {
            "benchmark": "batches over a Ray cluster",
            "command": " ".join(words + ([f"--only {given.only}"] if given.only else [])),
            "machine": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "ray": ray.__version__,
            "pictures": given.pictures,
            "megapixels_each": SIDE * SIDE / 1e6,
            "rows": rows,
        }
        given.json.write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()
