# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Latency that the service adds to the library's own call, and throughput under load: clients that send the next
request as soon as they are answered, for some minutes. Prints a table, and writes JSON with --json FILE.

    PYTHONPATH=build/dev/python python tests/bench/service_load.py --seconds 300 --clients 32
"""

import argparse
import http.client
import io
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import espy

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "python" / "tests"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from real_service import RealService


def photograph(random, size):
    """A picture with corners of several sizes, as PNG."""
    picture = np.zeros((size, size))
    for cell in (4, 8, 16, 32):
        cells = random.integers(0, 64, (size // cell + 1, size // cell + 1))
        picture += np.kron(cells, np.ones((cell, cell)))[:size, :size]
    return picture.astype(np.uint8)


def png(picture):
    with tempfile.TemporaryDirectory() as folder:
        espy.write(f"{folder}/p.png", picture)
        return pathlib.Path(f"{folder}/p.png").read_bytes()


def noisy(random, known):
    """The same features as in another photograph: with noise."""
    noise = random.integers(-4, 5, known.numbers.shape)
    numbers = np.clip(known.numbers.astype(int) + noise, 0, 255)
    return espy.Features(known.width, known.height, known.points, numbers)


def summary(milliseconds):
    """Median, median absolute deviation, and 99th percentile."""
    ordered = sorted(milliseconds)
    middle = statistics.median(ordered)
    return {
        "count": len(ordered),
        "p50_ms": round(middle, 2),
        "mad_ms": round(statistics.median(abs(each - middle) for each in ordered), 2),
        "p99_ms": round(ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 2),
        "max_ms": round(ordered[-1], 2),
    }


class Client:
    """A persistent connection."""

    def __init__(self, port):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def search(self, body, kind):
        self._connection.request("POST", "/libraries/load/search", body, {"Content-Type": kind})
        answer = self._connection.getresponse()
        return answer.status, answer.read()


def one_by_one(port, library, bodies, runs):
    """The service's and the library's call, interleaved."""
    client = Client(port)
    took = {"service": [], "library": [], "service_features": [], "library_features": []}

    def by_service(body):
        status, text = client.search(body, "image/png")
        assert status == 200, text
        return json.loads(text)["id"]

    def by_library(body):
        # On one thread, as in the service.
        query = espy.features(espy.read(io.BytesIO(body)), most=768, threads=1)
        return espy.identify(library, query).id

    def features_by_service(query):
        return client.search(query.to_bytes(), "application/vnd.espy.features")[0]

    def features_by_library(query):
        return espy.identify(library, query)

    found = [espy.features(espy.read(io.BytesIO(body)), most=768) for body in bodies]
    for run in range(runs + 3):
        which = run % len(bodies)
        answers = []
        for name, work, given in (
            ("service", by_service, bodies[which]),
            ("library", by_library, bodies[which]),
            ("service_features", features_by_service, found[which]),
            ("library_features", features_by_library, found[which]),
        ):
            begin = time.perf_counter()
            answers.append(work(given))
            if run >= 3:
                took[name].append(1000 * (time.perf_counter() - begin))
        assert answers[0] == answers[1], answers
    summaries = {name: summary(each) for name, each in took.items()}
    for what in ("", "_features"):
        pairs = zip(took["service" + what], took["library" + what])
        added = summary([a - b for a, b in pairs])
        summaries["added" + what] = added
    return summaries


def closed_loop(work, clients, seconds):
    """A closed loop per client. Returns the latencies in ms, the failures, and the rate."""
    took, failures = [], []
    end = time.monotonic() + seconds

    def ask(number):
        own = work(number)
        while time.monotonic() < end:
            begin = time.perf_counter()
            failure = next(own)
            took.append(1000 * (time.perf_counter() - begin))
            if failure:
                failures.append(failure)

    begin = time.monotonic()
    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    rate = len(took) / (time.monotonic() - begin)
    result = {"clients": clients, "rate": round(rate, 2), "failures": len(failures), **summary(took)}
    return result, failures


def memory(pids):
    """Memory of processes in MB."""
    sizes = subprocess.run(
        ["ps", "-o", "rss=", "-p", ",".join(map(str, pids))],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return round(sum(map(int, sizes)) / 1024)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--references", type=int, default=2000)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--size", type=int, default=640, help="of photographs, pixels")
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    random = np.random.default_rng(20261125)
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        data.mkdir()
        where = data / "load.esl"
        espy.SurfaceLibrary.create(where)
        pictures = [photograph(random, given.size) for _ in range(8)]
        with espy.SurfaceWriter(where) as writer:
            for number, picture in enumerate(pictures):
                writer.add(f"p{number}", picture)
            # Features of photographs, repeated with noise: the scan's early exit depends on how
            # similar they are.
            others = [writer.features(photograph(random, given.size)) for _ in range(64)]
            for number in range(given.references - len(pictures)):
                writer.add(f"s{number}", noisy(random, others[number % len(others)]))
        side = given.size
        bodies = [png(p[side // 16 :, side // 8 :].copy()) for p in pictures]
        service = RealService(data).start()
        service.wait_ready()
        try:
            library = espy.SurfaceLibrary(where)
            report = {
                "what": "service load",
                "machine": platform.processor() or platform.machine(),
                "cores": len(os.sched_getaffinity(0)),
                "references": given.references,
                "photograph": [side - side // 8, side - side // 16],
                "command": " ".join(["tests/bench/service_load.py", *sys.argv[1:]]),
                "one_by_one": one_by_one(service.port, library, bodies, given.runs),
            }
            before = memory(service.pids("gateways") + service.pids("shards"))

            def asking(number):
                client = Client(service.port)
                while True:
                    for turn in range(8):
                        which = (number + turn) % 8
                        status, answer = client.search(bodies[which], "image/png")
                        good = status == 200 and json.loads(answer)["id"] == f"p{which}"
                        yield None if good else f"{status} {answer[:200]!r}"

            def calling(number):
                while True:
                    for turn in range(8):
                        picture = espy.read(io.BytesIO(bodies[(number + turn) % 8]))
                        query = espy.features(picture, most=768, threads=1)
                        good = espy.identify(library, query, threads=1).id is not None
                        yield None if good else "not found"

            # Upper bound: the library's own call, on as many threads as there are cores.
            own, _ = closed_loop(calling, report["cores"], min(given.seconds, 60))
            report["library_alone"] = own
            load, failures = closed_loop(asking, given.clients, given.seconds)
            report["service"] = load
            report["rate_against_library"] = round(load["rate"] / own["rate"], 3)
            after = memory(service.pids("gateways") + service.pids("shards"))
            report["memory_mb"] = [before, after]
            print(json.dumps(report, indent=1))
            for failure in failures[:5]:
                print(failure, file=sys.stderr)
            if given.json:
                pathlib.Path(given.json).write_text(json.dumps(report, indent=1) + "\n")
        finally:
            service.stop()


if __name__ == "__main__":
    main()
