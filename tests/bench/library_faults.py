# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Kills the writer of a large library of surfaces repeatedly while other processes search it, then verifies that all
commits are there and that no answer was wrong. Writes JSON with --json FILE.

    PYTHONPATH=build/dev/python python tests/bench/library_faults.py --surfaces 100000 --kills 50

Each surface is a function of its id and version. The writer adds, replaces and removes surfaces, commits, reports each
commit, and compacts now and then; it is killed at random times. Readers open and refresh the library, search for
surfaces that never change, and compare others with what their version must contain.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import signal
import sys
import tempfile
import time

import numpy as np

import espy

FEATURES = 40
#: Number of surfaces, from the first, that never change.
STABLE = 1000


def surface(number, version):
    """Random features, as far from those of other surfaces as possible."""
    random = np.random.default_rng([number, version])
    points = np.empty((FEATURES, 4), np.float32)
    points[:, :2] = random.uniform(10, 390, (FEATURES, 2))
    points[:, 2:] = (8, 90)
    return espy.Features(400, 400, points, random.integers(0, 90, (FEATURES, 128)).astype(np.uint8))


def id_of(number):
    return f"s{number}"


def is_same(stored, made):
    """Whether these features are the same; a library keeps them in another order."""
    rows = (np.hstack((one.points.view(np.uint8), one.numbers)) for one in (stored, made))
    first, second = (sorted(map(bytes, some)) for some in rows)
    return first == second


def fill(folder, count):
    espy.SurfaceLibrary.create(folder, features=FEATURES, min_features=8)
    with espy.SurfaceWriter(folder) as writer:
        for number in range(count):
            writer.add(id_of(number), surface(number, 0), name="0")
            if number % 2000 == 1999:
                writer.commit()
        writer.commit()


def changes(step, count):
    """The changes of commit number `step`: (number, whether it is removed)."""
    random = np.random.default_rng([77, step])
    numbers = random.choice(np.arange(STABLE, count), random.integers(1, 200), replace=False)
    return [(int(number), bool(random.integers(4) == 0)) for number in numbers]


def write(folder, count, step, connection):
    """Commits from `step` on, until it is killed."""
    writer = espy.SurfaceWriter(folder)
    while True:
        for number, goes in changes(step, count):
            if goes:
                writer.remove(id_of(number))
            else:
                writer.update(id_of(number), surface(number, step), name=str(step))
        writer.commit()
        connection.send(step)
        if step % 40 == 0:
            writer.compact()
        step += 1


def read(folder, count, end, connection):
    """Searches until `end` is set. Sends the number of searches and what was wrong."""
    random = np.random.default_rng(os.getpid())
    library = espy.SurfaceLibrary(folder)
    looks, wrong = 0, []
    while not end.is_set():
        try:
            if random.integers(8) == 0:
                library = espy.SurfaceLibrary(folder)
            library.refresh()
            number = int(random.integers(STABLE))
            ranked = library.rank([surface(number, 0)], top=2, threads=1, engine="sequential")[0]
            if ranked[0] != (id_of(number), FEATURES):
                wrong.append(f"{id_of(number)}: ranked {ranked}")
            for number in random.integers(0, count, 20):
                found = library.surface(id_of(int(number)))
                if found is not None and not is_same(found[1], surface(int(number), int(found[0]))):
                    wrong.append(f"{id_of(int(number))}: has not what its version {found[0]} has")
            looks += 1
        except espy.Error as failure:
            wrong.append(str(failure))
    connection.send((looks, wrong[:20]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--surfaces", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--readers", type=int, default=2)
    parser.add_argument("--folder")
    parser.add_argument("--json")
    given = parser.parse_args()
    process = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        folder = os.path.join(folder, "l.esl")
        begin = time.monotonic()
        fill(folder, given.surfaces)
        print(f"{given.surfaces} surfaces, {espy.SurfaceLibrary(folder).facts.bytes >> 20} MiB,"
              f" in {time.monotonic() - begin:.0f} s", flush=True)
        end = process.Event()
        readers = []
        for _ in range(given.readers):
            ours, theirs = process.Pipe(False)
            readers.append((process.Process(target=read, args=(folder, given.surfaces, end, theirs)), ours))
            readers[-1][0].start()
        wrong, step, unreported = [], 1, 0
        known = {number: 0 for number in range(given.surfaces)}

        def done(number):
            for changed, goes in changes(number, given.surfaces):
                if goes:
                    known.pop(changed, None)
                else:
                    known[changed] = number

        random = np.random.default_rng(5)
        for kill in range(given.kills):
            ours, theirs = process.Pipe(False)
            writer = process.Process(target=write, args=(folder, given.surfaces, step, theirs))
            writer.start()
            theirs.close()
            # Until the process has started.
            ours.poll(60)
            time.sleep(random.uniform(0, 1.5))
            os.kill(writer.pid, signal.SIGKILL)
            writer.join()
            try:
                while ours.poll():
                    assert ours.recv() == step
                    done(step)
                    step += 1
            except EOFError:
                pass
            library = espy.SurfaceLibrary(folder)
            # One commit may be complete without having been reported.
            ids = set(library)
            if ids != {id_of(number) for number in known} or not newest(library, known, step - 1):
                done(step)
                step += 1
                unreported += 1
                if ids != {id_of(number) for number in known} or not newest(library, known, step - 1):
                    wrong.append(f"kill {kill}: neither the state before commit {step - 1} nor that behind it")
                    break
        end.set()
        looks = 0
        for reader, connection in readers:
            count, failures = connection.recv()
            reader.join()
            looks += count
            wrong += failures
        library = espy.SurfaceLibrary(folder)
        for number, version in known.items():
            found = library.surface(id_of(number))
            if found is None or found[0] != str(version) or not is_same(found[1], surface(number, version)):
                wrong.append(f"{id_of(number)}: version {version} is not there")
        wrong += [f"{id}: {what}" for id, what in library.verify()]
        summary = {
            "surfaces": given.surfaces,
            "kills": given.kills,
            "commits": step - 1,
            "committed and not said": unreported,
            "searches": looks,
            "wrong": wrong[:50],
        }
        print(json.dumps(summary, indent=1))
        if given.json:
            pathlib.Path(given.json).write_text(json.dumps(summary, indent=1) + "\n")
        return 1 if wrong else 0


def newest(library, known, step):
    """Is the content of commit `step` there?"""
    for number, version in known.items():
        if version == step > 0:
            found = library.surface(id_of(number))
            if found is None or found[0] != str(step):
                return False
    return True


if __name__ == "__main__":
    sys.exit(main())
