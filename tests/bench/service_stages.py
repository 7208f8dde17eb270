# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Where the time of a search of a small library goes, by stage, and latency and rate with several clients. Photographs
are those of a folder, or generated. Prints JSON, and writes it with --json FILE.

    PYTHONPATH=build/dev/python python tests/bench/service_stages.py --pictures FOLDER --clients 1 8 32
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import tempfile
import time

import numpy as np
import service_load as load
from real_service import RealService

import espy


def scenes(folder, random, size):
    """Pictures of ``size`` x ``size`` pixels at least: of a folder, enlarged if they are small, or generated."""
    if folder is None:
        return [load.photograph(random, size) for _ in range(8)]
    found = []
    for path in sorted(pathlib.Path(folder).glob("*.[pj]*g")):
        picture = np.asarray(espy.read(str(path)))
        grey = picture if picture.ndim == 2 else picture[..., 1]
        times = -(-size // min(grey.shape))
        found.append(np.ascontiguousarray(np.kron(grey, np.ones((times, times), np.uint8))))
    return found


def cut(random, picture, size):
    """A random square of a picture, with its colours turned and noise, so that all differ."""
    y, x = (int(random.integers(0, side - size + 1)) for side in picture.shape[:2])
    part = np.rot90(picture[y : y + size, x : x + size], int(random.integers(0, 4))).astype(int)
    return np.clip(part + random.integers(-6, 7, part.shape), 0, 255).astype(np.uint8)


def stages(library, bodies, runs):
    """Median milliseconds of each stage of the library's own calls, on one thread as in a gateway."""
    took = {}

    def note(name, begin):
        took.setdefault(name, []).append(1000 * (time.perf_counter() - begin))

    for run in range(runs + 2):
        if run == 2:
            took.clear()
        body = bodies[run % len(bodies)]
        begin = time.perf_counter()
        photograph = espy.surfaces.shrunk_bytes(body, "photograph", 1024, 64_000_000)
        note("decode", begin)
        begin = time.perf_counter()
        query = espy.features(photograph, most=768, longest_side=1024, threads=1)
        note("features", begin)
        begin = time.perf_counter()
        library.rank([query])
        note("screen", begin)
        begin = time.perf_counter()
        found = espy.surfaces.candidates([library], [query])
        note("screen and pairs", begin)
        begin = time.perf_counter()
        espy.surfaces.answer_of(query, found)
        note("homographies", begin)
    return {name: round(statistics.median(each), 2) for name, each in took.items()}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("--references", type=int, default=200)
    parser.add_argument("--clients", type=int, nargs="*", default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--size", type=int, default=576, help="of photographs, pixels")
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    random = np.random.default_rng(20261127)
    pictures = scenes(given.pictures, random, given.size + 64)
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        data.mkdir()
        where = data / "load.esl"
        espy.SurfaceLibrary.create(where)
        with espy.SurfaceWriter(where) as writer:
            for number in range(given.references):
                writer.add(f"s{number}", cut(random, pictures[number % len(pictures)], given.size))
        bodies = [load.png(cut(random, picture, given.size)) for picture in pictures]
        library = espy.SurfaceLibrary(where)
        query = espy.features(cut(random, pictures[0], given.size), most=768)
        report = {
            "what": "stages of the service",
            "machine": platform.processor() or platform.machine(),
            "level": os.environ.get("ESPY_SIMD", "best"),
            "cores": len(os.sched_getaffinity(0)),
            "references": given.references,
            "features": len(query),
            "stages_ms": stages(library, bodies, given.runs),
            "service": [],
        }
        service = RealService(data).start()
        try:
            service.wait_ready()

            def asking(number):
                client = load.Client(service.port)
                while True:
                    for turn in range(len(bodies)):
                        status, answer = client.search(
                            bodies[(number + turn) % len(bodies)], "image/png"
                        )
                        known = status == 200 and json.loads(answer)["coverage"] == 1
                        yield None if known else f"{status} {answer[:200]!r}"

            for clients in given.clients:
                report["service"].append(load.closed_loop(asking, clients, given.seconds)[0])
        finally:
            service.stop()
        print(json.dumps(report, indent=1))
        if given.json:
            pathlib.Path(given.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
