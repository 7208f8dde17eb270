# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the service's shard in a process of its own for service_gpus.py, and merges answers as a gateway does."""

import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import espy
from espy.service.folder import DataFolder
from espy.service.settings import Settings
from espy.service.shard import Search, Shard
from espy.surfaces import Candidates, answer_of

TOP = 10
BLOCK = 8 << 20
#: Queries in a gateway's batch.
TOGETHER = 32
RATIO = (4, 5)


def folder_of(given):
    return DataFolder(given.folder)


def in_a_process(given, job):
    """Runs a job in a new process and returns its result."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return pool.apply(_job, (given, job))


def _job(given, job):
    begin = time.perf_counter()
    start_engine(given)
    started = time.perf_counter()
    entry, group, groups = job["entry"], job.get("group", 0), job.get("groups", 1)
    gpus = 1 if given.engine == "cuda" else 0
    shard = Shard(Settings(given.folder, groups=groups, engine=given.engine, gpus=gpus), group)
    try:
        shard.wait_loaded()
        result = {"start_s": started - begin, "load_s": time.perf_counter() - started}
        if "queries" in job:
            result.update(_timed(shard, job, entry))
        result["failed"] = sorted({why for why, _ in shard._failed.values()})
        return result
    finally:
        shard.stop()


def start_engine(given):
    """Initialises the engine: the first call of a process creates the CUDA context."""
    where = os.path.join(given.folder, f"tiny-{os.getpid()}")
    espy.SurfaceLibrary.create(where, min_features=8)
    chance = np.random.default_rng(1)
    tiny = espy.Features(64, 64, np.ones((16, 4), np.float32), chance.integers(0, 99, (16, 128), dtype=np.uint8))
    with espy.SurfaceWriter(where) as writer:
        writer.add("tiny", tiny)
    espy.SurfaceLibrary(where).rank([tiny], engine=given.engine)


def _timed(shard, job, entry):
    """Seconds of the scan alone, with the candidates' pairs, and with verification."""
    queries = job["queries"]
    parts = [part for name, _, part in shard._owned(shard._settings.groups) if name == job["library"]]

    def ask(some):
        return shard.search(Search(job["library"], entry.stamp, entry.parts, parts, some, TOP, "distinct", RATIO, 3600.0))

    times = {"scan": [], "candidates": [], "verified": []}
    found = together(queries, ask)
    until = time.perf_counter() + job["seconds"]
    for run in range(job["runs"]):
        if run > 2 and time.perf_counter() > until:
            break
        begin = time.perf_counter()
        # `Shard.search` without the candidates' pairs.
        for part in [] if shard._failed else parts:
            library = shard._parts[job["library"], entry.stamp, part].library
            together(queries, lambda some: library.rank(some, top=TOP, engine=shard._settings.engine))
        times["scan"].append(time.perf_counter() - begin)
        begin = time.perf_counter()
        found = together(queries, ask)
        times["candidates"].append(time.perf_counter() - begin)
        times["verified"].append(times["candidates"][-1] + answered(queries, [found])[1])
    open_parts = list(shard._parts.values())
    strategies = [espy.identify(part.library, queries[0], engine=shard._settings.engine).strategy
                  for part in {id(part): part for part in (open_parts[:1] + open_parts[-1:])}.values()]
    return {"times": times, "strategies": strategies, **({"found": found} if job.get("keep") else {})}


def together(queries, ask):
    """Runs the queries in batches, as a gateway does."""
    return [ask(queries[first : first + TOGETHER]) for first in range(0, len(queries), TOGETHER)]


def answered(queries, found):
    """Merges the shards' results of each batch into answers, on as many threads as there are CPUs. Returns the answers
    and the seconds."""
    tasks = []
    for number, query in enumerate(queries):
        batch, place = divmod(number, TOGETHER)
        several = [each[batch] for each in found]
        tasks.append((query, [Candidates(one.references, one.ranked[place], one.engine, {}) for one in several]))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        begin = time.perf_counter()
        answers = list(threads.map(lambda one: answer_of(*one, top=TOP), tasks))
        return answers, time.perf_counter() - begin


def read_all(files, threads, most):
    """Reads files in large blocks, on several threads, until at least `most` bytes. Returns bytes and seconds."""
    chosen, bytes_chosen = [], 0
    for name in files:
        if bytes_chosen < most:
            chosen.append(name)
            bytes_chosen += os.path.getsize(name)

    def read(name):
        memory, count = bytearray(BLOCK), 0
        with open(name, "rb", buffering=0) as file:
            while now := file.readinto(memory):
                count += now
        return count

    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as several:
        count = sum(several.map(read, chosen))
    return count, time.perf_counter() - begin
