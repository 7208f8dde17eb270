# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Kills the processes of a service repeatedly while clients write and search, then verifies that every acknowledged
write is there and that no answer was wrong, and measures the longest time without an answer from the whole library.
Real Ray nodes on this machine; `process` is the service in one process, which is started again; `import` the same, while
clients import streams of lines and go on where the connection broke. JSON with --json FILE.

    PYTHONPATH=build/dev/python python tests/bench/service_faults.py --kills 20 --writes 1000
"""

import argparse
import base64
import contextlib
import functools
import itertools
import json
import os
import pathlib
import queue
import random as chance
import statistics
import sys
import tempfile
import threading
import time

import httpx
import numpy as np

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "python" / "tests"))

from local_service import seen, surface
from ray_nodes import add_node, kill_node, ray_cluster
from real_service import RealService, end_process

SHARDS, GATEWAYS = 3, 2
KINDS = ("process", "import", "shard", "gateway", "node")
#: Lines of a stream.
TOGETHER = 100
#: Seconds: the longest time that clients may be without a whole answer.
GAP = 5


class Ledger:
    """What the clients know to be acknowledged."""

    def __init__(self):
        self.lock = threading.Lock()
        self.versions = {}
        self.features = {}
        self.searched = []
        self.wrong = []
        self.refused = 0
        self.unanswered = 0  # lines that were written although their answer was lost
        self.searches = 0
        self.partial = 0
        self.whole = []  # when answers from the whole library came


def write(service, ledger, ids, random):
    """Writes until the queue is empty; retries what is refused."""
    while True:
        try:
            id, version = ids.get_nowait()
        except queue.Empty:
            return
        features = ledger.features[id]
        while True:
            try:
                done = service.put("l", id, features, version=version, wait=True, deadline=20)
            except httpx.HTTPError:
                done = None
            if done is not None and done.status_code in (200, 201):
                with ledger.lock:
                    ledger.versions[id] = version
                    if done.json()["searched"]:
                        ledger.searched.append(id)
                break
            with ledger.lock:
                ledger.refused += 1
            if done is not None and done.status_code not in (500, 502, 503, 504):
                ledger.wrong.append(f"write of {id}: {done.status_code} {done.text[:200]}")
                break
            time.sleep(0.1)


def import_lines(service, ledger, ids, random):
    """Imports streams of lines until the queue is empty; sends what was not answered again. What was answered is on
    disk, so it is searched after the next start at the latest."""
    waiting, answered, broken = [], [], False
    while True:
        with contextlib.suppress(queue.Empty):
            while len(waiting) < TOGETHER:
                waiting.append(ids.get_nowait())
        if not waiting:
            return
        done = 0
        try:
            for answer in imported(service, ledger, waiting):
                id, version = waiting[done]
                if answer.get("status") == 503:
                    break
                with ledger.lock:
                    if (answer["id"], answer.get("version")) != (id, version):
                        ledger.wrong.append(f"import of {id}: {answer}")
                    if broken:
                        ledger.searched += answered
                        answered, broken = [], False
                    ledger.versions[id] = version
                    answered.append(id)
                    ledger.unanswered += not answer.get("applied")
                done += 1
        except (httpx.HTTPError, ValueError):
            broken = True
            time.sleep(0.05)
        del waiting[:done]
        if waiting:
            with ledger.lock:
                ledger.refused += 1


def imported(service, ledger, lines):
    """The answers to lines, as they arrive."""
    fields = (
        {"id": id, "version": version, "features": base64.b64encode(ledger.features[id].to_bytes()).decode()}
        for id, version in lines
    )
    body = (json.dumps(each).encode() + b"\n" for each in fields)
    headers = {"Content-Type": "application/x-ndjson"}
    path = "/libraries/l/references"
    with service.client.stream("POST", path, content=body, headers=headers) as answers:
        if answers.status_code == 200:
            yield from map(json.loads, answers.iter_lines())


def search(service, ledger, done, random):
    """Searches for surfaces that are searchable by now; an answer with full coverage must name them."""
    while not done.is_set():
        with ledger.lock:
            id = chance.choice(ledger.searched) if ledger.searched else None
        if id is None:
            time.sleep(0.05)
            continue
        query = seen(random, ledger.features[id])
        try:
            answer = service.search("l", query, deadline=20)
        except httpx.HTTPError:
            continue
        if answer.status_code != 200:
            continue
        found = answer.json()
        with ledger.lock:
            ledger.searches += 1
            if found["coverage"] < 1:
                ledger.partial += 1
            else:
                ledger.whole.append(time.monotonic())
            if found["id"] not in (id, None):
                ledger.wrong.append(f"{id}: named {found['id']}")
            elif found["id"] is None and found["coverage"] == 1:
                ledger.wrong.append(f"{id}: not found by a whole search")
            if (found["coverage"] < 1) != bool(found["missing"]):
                ledger.wrong.append(f"coverage {found['coverage']}, missing {found['missing']}")


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def living(service, kind):
    """Processes of this kind that live and are known to the service; none while it does not answer."""
    with contextlib.suppress(httpx.HTTPError, ValueError, KeyError):
        return {pid for pid in service.pids(kind + "s") if pid and alive(pid)}
    return set()


def kill(service, kind):
    """Kills one and waits until it is replaced. Returns when it was killed."""
    if kind in ("process", "import"):
        begin = time.monotonic()
        service.process.kill()
        service.process.wait()
        service.start()
    elif kind == "node":
        begin = time.monotonic()
        kill_node(service.cluster, chance.choice(list(service.cluster.worker_nodes)))
        add_node(service.cluster)
    else:
        count = SHARDS if kind == "shard" else GATEWAYS
        service.wait(lambda: len(living(service, kind)) == count)
        victim = chance.choice(sorted(living(service, kind)))
        begin = time.monotonic()
        end_process(victim)
        service.wait(lambda: len(living(service, kind) - {victim}) == count)
    return begin


def gaps(whole, kills):
    """For each kill, the longest time without a whole answer that began before the next one."""
    times, longest = sorted(whole), []
    for begin, end in zip(kills, [*kills[1:], times[-1]]):
        around = [(a, b) for a, b in itertools.pairwise(times) if b > begin and a < max(end, begin + GAP)]
        longest.append(max((b - a for a, b in around), default=float("inf")))
    return longest


def first_of(ids, count):
    """A queue with the first items of another one."""
    first = queue.Queue()
    for _ in range(count):
        first.put(ids.get_nowait())
    return first


def rounds(service, kind, kills, writes, seed):
    ledger = Ledger()
    every = 10 if kind == "import" else 1  # Which are searched at the end; all are looked up.
    if "l" not in [each["name"] for each in service.client.get("/libraries").json()["libraries"]]:
        service.create("l", parts=6, features=64, min_features=16)
    random = np.random.default_rng(seed)
    names = [f"{kind}-{number}" for number in range(writes)]
    ledger.features = {name: surface(random, 48) for name in names}
    ids = queue.Queue()
    for name in names:
        ids.put((name, 1))
    if kind == "import":
        write(service, ledger, first_of(ids, 4), random)
    done = threading.Event()
    writing = import_lines if kind == "import" else write
    writers = [threading.Thread(target=writing, args=(service, ledger, ids, None)) for _ in range(4)]
    searchers = [
        threading.Thread(target=search, args=(service, ledger, done, np.random.default_rng(seed + n)))
        for n in (1, 2)
    ]
    [thread.start() for thread in writers + searchers]
    killed, meanwhile = [], 0
    try:
        service.wait(lambda: ledger.whole)
        for _ in range(kills):
            time.sleep(chance.uniform(0.2, 1.5))
            meanwhile += len(ledger.versions) < writes
            killed.append(kill(service, kind))
            service.wait_ready()
        # The rest of the writes, if the kills end first.
        [thread.join() for thread in writers]
    finally:
        done.set()
        [thread.join() for thread in searchers]
    service.wait_ready()
    without = gaps(ledger.whole, killed)
    lost = []
    for number, name in enumerate(names):
        stored = {"status": 503}
        while stored.get("status") == 503:
            stored = service.client.get(f"/libraries/l/references/{name}").json()
        found = stored if number % every else service.search("l", seen(random, ledger.features[name])).json()
        if found.get("id") != name or stored.get("version") != 1:
            lost.append(name)
    result = {
        "killed": kind,
        "times": len(killed),
        "while_writing": meanwhile,
        "written": len(ledger.versions),
        "refused_and_tried_again": ledger.refused,
        "written_without_an_answer": ledger.unanswered,
        "searches": ledger.searches,
        "partial": ledger.partial,
        "lost": len(lost),
        "wrong": len(ledger.wrong),
        "without_whole_answer_s": {
            "median": round(statistics.median(without), 2),
            "max": round(max(without), 2),
            "over_5": sum(each > GAP for each in without),
        },
    }
    print(json.dumps(result), flush=True)
    for each in (ledger.wrong + lost)[:10]:
        print("  ", each, flush=True)
    return result


@functools.cache
def on_cluster(running, folder, replicas):
    """A service of three groups on three nodes."""
    cluster = running.enter_context(ray_cluster(nodes=3))
    options = ["--shards", SHARDS, "--replicas", replicas, "--gateways", GATEWAYS, "--cpus-per-shard", 0.5]
    service = RealService(f"{folder}/data", *options, address=cluster.address)
    service.cluster = cluster
    return service.start()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=20, help="of each kind")
    parser.add_argument("--writes", type=int, default=1000, help="during these")
    parser.add_argument("--replicas", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    seed = int(time.time())
    chance.seed(seed)
    report = {
        "what": "service faults",
        "seed": seed,
        "replicas": given.replicas,
        "command": f"tests/bench/service_faults.py --kills {given.kills} --writes {given.writes} --kinds {given.kinds}",
        "kinds": [],
    }
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        for number, kind in enumerate(given.kinds.split(",")):
            if kind in ("process", "import"):
                service = RealService(f"{folder}/{kind}").start()
                running.callback(service.stop)
            else:
                service = on_cluster(running, folder, given.replicas)
            found = rounds(service, kind, given.kills, given.writes, seed + 100 * number)
            report["kinds"].append(found)
            if given.json:
                pathlib.Path(given.json).write_text(json.dumps(report, indent=1) + "\n")
    bad = any(kind["lost"] or kind["wrong"] for kind in report["kinds"])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
