#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""service_gpus.py SURFACES FOLDER [--engine NAME] [--references N] [--spread N] [--alone N] [--only STEP,...] [--json FILE]:
times the identify service's shards on a GPU.

    resident   a shard with --references, all in GPU memory: time to load them from disk and from the page cache, and
               references per second for one query and for a batch of 32: the scan alone, with the candidates' pairs, and
               with verification as in a gateway
    spread     a library larger than GPU memory: four shards, one after the other on the one GPU. The times of a cluster
               with two and four GPUs are *computed*: the slowest shard plus merging. Every photograph must get its
               surface, and counts are compared with an independent count
    over       a library that does not fit: most of the GPU's memory is allocated by this program (needs torch)

SURFACES is drawn by `identify_accuracy --folder SURFACES --part make --references 1000 --queries 500`; the library is
generated from 600 of these (see service_gpus_data.py). FOLDER must be empty, and is removed; it needs 56 kB per
reference of the larger of --references and a quarter of --spread, and as much page cache. Shards are the service's own
(`espy.service.shard.Shard`), each in a process of its own. The JSON is written after each step.
Small, on any machine: --references 2000 --spread 4000 --alone 1000 --queries 16 --patience 2 --engine openmp."""

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time

import numpy as np
import service_gpus_data as data
import service_gpus_shard as shards

from espy.service.folder import LibraryOptions
from espy.service.slots import group_of

#: Bytes on disk for the descriptor and norm of a feature.
FEATURE = 132
#: Number of shards in `spread`.
SHARDS = 4


class Bench:
    """State shared by all steps."""

    def __init__(self, given):
        self.given = given
        self.folder = shards.folder_of(given)
        command = " ".join(sys.argv)
        self.report = {"benchmark": "service on cards", "command": command, "machine": machine(), "steps": {}}
        self.queries = data.queries_in(given.surfaces, given.queries)
        self.copies = data.Copies(given.surfaces, given.features)

    def place(self, name, parts):
        """Makes an empty library; returns its entry."""
        self.folder.create(name, LibraryOptions(parts=parts, features=self.given.features))
        return self.folder.entry(name, parts)

    def write(self, name, entry, references, numbers):
        """Writes parts of a library; returns the time and the number of surfaces."""
        begin = time.perf_counter()
        written = data.write(
            self.folder, self.given.surfaces, self.given.features, references, name, entry.parts, numbers,
            self.given.processes,
        )
        seconds = time.perf_counter() - begin
        os.sync()
        synced = time.perf_counter() - begin
        self.say(f"{name}: {written} surfaces written in {seconds:.1f} s, on disk after {synced:.1f}")
        return {"references": written, "write_s": seconds, "synced_s": synced}

    def drop(self, name):
        """Removes a library."""
        for ending in ("parts", "esl"):
            shutil.rmtree(os.path.join(self.given.folder, f"{name}.{ending}"), ignore_errors=True)

    def shard(self, job):
        return shards.in_a_process(self.given, job)

    def say(self, text):
        print(f"{time.perf_counter() - self.given.begin:7.1f} s  {text}", flush=True)

    def keep(self, step, results):
        self.report["steps"][step] = results
        if self.given.json:
            with open(self.given.json + ".part", "w", encoding="utf-8") as file:
                json.dump(self.report, file, indent=1)
                file.write("\n")
            os.replace(self.given.json + ".part", self.given.json)


def machine():
    """The machine's CPU and GPU."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    try:
        query = ["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]
        gpu = subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        gpu = "none"
    return {"processor": names[0] if names else platform.machine(), "cores": len(names), "card": gpu}


def files_of(folder):
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]


def drop_from_memory(files):
    """Evicts files from the page cache. Returns the method."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as drop:
            drop.write("3\n")
        return "drop_caches"
    except OSError:
        for name in files:
            with open(name, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return "posix_fadvise"


def disk_rate(files, threads, most):
    """GB/s of large reads from disk."""
    read = shards.read_all(files, threads, most)
    return {"threads": threads, "bytes": read[0], "gb_s": read[0] / read[1] / 1e9}


def bus_rate():
    """GB/s from pinned host memory to the GPU."""
    torch = torch_with_gpu()
    if torch is None:
        return None
    source = torch.empty(1 << 30, dtype=torch.uint8).pin_memory()
    target = torch.empty_like(source, device="cuda")
    seconds = []
    for _ in range(6):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        target.copy_(source, non_blocking=True)
        torch.cuda.synchronize()
        seconds.append(time.perf_counter() - begin)
    del source, target
    torch.cuda.empty_cache()
    return 2**30 / statistics.median(seconds[1:]) / 1e9


def torch_with_gpu():
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def resident(bench):
    """A shard whose references all fit into GPU memory."""
    given = bench.given
    parts = given.parts
    entry = bench.place("resident", parts)
    results = bench.write("resident", entry, given.references, range(parts))
    folder = os.path.join(given.folder, "resident.parts" if parts > 1 else "resident.esl")
    files = files_of(folder)
    features = [name for name in files if name.endswith(".features")]
    results["bytes"] = sum(os.path.getsize(name) for name in files)
    results["feature_bytes"] = results["references"] * given.features * FEATURE
    results["bus_gb_s"] = bus_rate()
    bench.keep("resident", results)
    for threads, share in ((1, features[0::2]), (8, features[1::2])):
        results["dropped_by"] = drop_from_memory(files)
        results.setdefault("disk", []).append(disk_rate(share, threads, given.disk_bytes))
        bench.say(f"disk: {results['disk'][-1]}")
    drop_from_memory(files)
    results["cold"] = bench.shard({"library": "resident", "entry": entry})
    bench.say(f"cold: {results['cold']}")
    bench.keep("resident", results)
    results["warm"] = bench.shard({"library": "resident", "entry": entry})
    bench.say(f"from memory: {results['warm']}")
    bench.keep("resident", results)
    for queries in (1, 32):
        queried = [query for query, _ in bench.queries[:queries]]
        job = {"library": "resident", "entry": entry, "queries": queried, "runs": given.runs, "seconds": given.patience}
        rates = bench.shard(job)
        kind = f"search_{len(queried)}"
        results[kind] = {**facts(rates), **rated(rates, results["references"] * len(queried))}
        bench.say(f"{len(queried)} at once: {results[kind]}")
        bench.keep("resident", results)
    bench.drop("resident")


def rated(rates, products):
    """For each kind of search: median, MAD, references per second."""
    return {kind: {**summary(times), "references_a_second": products / statistics.median(times)}
            for kind, times in rates["times"].items() if times}


def facts(rates):
    """A shard's other facts. Strategies are those of the first and the last part."""
    return {key: rates[key] for key in ("start_s", "load_s", "failed", "strategies")}


def summary(seconds):
    middle = statistics.median(seconds)
    mad = statistics.median(abs(each - middle) for each in seconds)
    return {"median_ms": 1000 * middle, "mad_ms": 1000 * mad, "runs": len(seconds)}


def over(bench):
    """One part, and several, with GPU memory for all and for half of the features."""
    torch = torch_with_gpu()
    results = {}
    for name, parts, references in (("alone", 1, bench.given.alone), ("many", bench.given.parts, 2 * bench.given.alone)):
        entry = bench.place(name, parts)
        each = results[name] = bench.write(name, entry, references, range(parts))
        each["parts"] = parts
        for held in (False, True):
            if held and torch is None:
                continue
            memory = fill_gpu_memory(torch, each["references"] * bench.given.features * FEATURE // 2) if held else None
            for queries in (1, 32):
                queried = [query for query, _ in bench.queries[:queries]]
                job = {"library": name, "entry": entry, "queries": queried, "runs": 10,
                       "seconds": bench.given.patience / 2}
                label = f"{'half' if held else 'all'}_on_gpu_{len(queried)}"
                rates = bench.shard(job)
                each[label] = {**facts(rates), **rated(rates, each["references"] * len(queried))}
                bench.say(f"{name} {label}: {each[label]}")
                bench.keep("over", results)
            del memory
            if held:
                torch.cuda.empty_cache()
        bench.drop(name)


def fill_gpu_memory(torch, left):
    """Allocates GPU memory except for `left` bytes, and the sixteenth that the engine keeps free."""
    free, whole = torch.cuda.mem_get_info()
    # Also left: the engine's context and staging buffers.
    beside = (3 << 29) + whole // 16
    return torch.empty(max(1, free - left - beside), dtype=torch.uint8, device="cuda")


def spread(bench):
    """A library larger than GPU memory, one shard after the other."""
    given = bench.given
    parts = SHARDS * given.parts
    entry = bench.place("spread", parts)
    queries = [query for query, _ in bench.queries]
    results = {"simulated": "shards ran one after the other on one card", "queries": len(queries), "shards": []}
    found = []
    for group in range(SHARDS):
        own = [part for part in range(parts) if group_of(entry.stamp, part, SHARDS) == group]
        each = bench.write("spread", entry, given.spread, own)
        job = {"library": "spread", "entry": entry, "group": group, "groups": SHARDS, "queries": queries, "runs": 5,
               "seconds": given.patience / 2, "keep": True}
        rates = bench.shard(job)
        found.append(rates.pop("found"))
        each.update(times_s=rates["times"], **facts(rates),
                    **rated(rates, each["references"] * len(queries)))
        results["shards"].append(each)
        bench.say(f"shard {group}: {each}")
        bench.keep("spread", results)
        for part in own:
            shutil.rmtree(bench.folder.part("spread", parts, part))
    results["references"] = sum(each["references"] for each in results["shards"])
    together(bench, results, queries, found)
    bench.drop("spread")


def together(bench, results, queries, found):
    """Merges the answers as a gateway does, checks them, and computes the times for two and four GPUs."""
    runs = [shards.answered(queries, found) for _ in range(10)]
    answers = runs[0][0]
    results["together"] = summary([seconds for _, seconds in runs])
    results["answers"] = judged(bench, answers)
    bench.say(f"answers: {results['answers']}")
    bench.keep("spread", results)
    results["counts"] = held_against(bench, queries, answers, results["references"])
    bench.say(f"counts: {results['counts']}")
    results["cards"] = gpu_times(results)
    for each in results["cards"]:
        bench.say(f"cards: {each}")
    bench.keep("spread", results)


def judged(bench, answers):
    """Numbers of photographs that got their surface, and of strangers that got none."""
    shown = [surface for _, surface in bench.queries]
    right = [answer.id == f"s{surface}-{data.TRUE}" for answer, surface in zip(answers, shown) if surface is not None]
    none = [answer.id is None for answer, surface in zip(answers, shown) if surface is None]
    return {"planted": len(right), "right": sum(right), "strangers": len(none), "none_of_these": sum(none)}


def held_against(bench, queries, answers, references):
    """Recomputes the counts of the candidates from regenerated features; and of random others, none of which may exceed
    that of the last candidate."""
    chance = random.Random(1)
    others = [data.id_of(chance.randrange(references)) for _ in range(bench.given.others)]
    made = {id: bench.copies.surface(id).numbers for id in others}
    compared = equal = more = 0
    for query, answer in zip(queries, answers):
        numbers = np.array(query.numbers)
        for match in answer.matches:
            compared += 1
            equal += data.count(numbers, bench.copies.surface(match.id).numbers) == match.count
        known = {match.id for match in answer.matches}
        least = answer.matches[-1].count
        for id in chance.sample(others, min(len(others), bench.given.others * 4 // len(queries) + 1)):
            more += id not in known and data.count(numbers, made[id]) > least
    return {"compared": compared, "equal": equal, "others": bench.given.others, "others_that_count_more": more}


def gpu_times(results):
    """Times for 1, 2 and 4 GPUs, computed from those of one: the sum, the slower half, the slowest quarter."""
    rows = []
    verified = results["together"]["median_ms"]
    for kind in ("scan", "candidates"):
        times = [each[kind]["median_ms"] for each in results["shards"]]
        whole = {1: sum(times), 2: max(sum(times[:2]), sum(times[2:])), 4: max(times)}
        for number, taken in whole.items():
            rows.append({"cards": number, "of": kind, "ms": taken, "times": whole[1] / taken,
                         "verified_ms": taken + verified, "verified_times": (whole[1] + verified) / (taken + verified),
                         "times_one_gpu_without_verifying": whole[1] / (taken + verified),
                         "references_a_second": results["references"] * results["queries"] / taken * 1000})
    return rows


STEPS = {"resident": resident, "over": over, "spread": spread}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("surfaces")
    parser.add_argument("folder")
    parser.add_argument("--engine", default="cuda")
    parser.add_argument("--references", type=int, default=10**6)
    parser.add_argument("--spread", type=int, default=3 * 10**6)
    parser.add_argument("--alone", type=int, default=65_536)
    parser.add_argument("--features", type=int, default=384)
    parser.add_argument("--parts", type=int, default=16, help="of a shard")
    parser.add_argument("--queries", type=int, default=64)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--patience", type=float, default=60, help="seconds of runs of one kind")
    parser.add_argument("--others", type=int, default=2000, help="surfaces that are counted beside the best")
    parser.add_argument("--disk-bytes", type=int, default=12 * 10**9, help="that are read to know the disk's rate")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--only", default=",".join(STEPS))
    parser.add_argument("--json")
    given = parser.parse_args()
    given.begin = time.perf_counter()
    if os.path.exists(given.folder) and os.listdir(given.folder):
        sys.exit(f"{given.folder}: there is something in it")
    os.makedirs(given.folder, exist_ok=True)
    bench = Bench(given)
    for step in given.only.split(","):
        STEPS[step](bench)
    shutil.rmtree(given.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
