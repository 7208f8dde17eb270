# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Long searches: the GIL is released, Ctrl-C and Cancel stop them, nothing is lost or leaked."""

import concurrent.futures
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import espy

# The reference engine takes minutes for this.
LONG = {"method": "zncc", "engine": "reference"}
# With these options the search reports progress.
REPORTING = {"method": "sad", "engine": "openmp"}


@pytest.fixture
def long_search():
    random = np.random.default_rng(4)
    scene = random.integers(0, 256, (3000, 3000)).astype(np.uint8)
    return scene[5:205, 7:207], scene


def test_ctrl_c_ends_a_search(long_search):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        espy.find(*long_search, **LONG)
    # Python's own handler is installed again.
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)


def test_a_handler_may_not_mind(random):
    received = []
    before = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        scene = random.integers(0, 256, (400, 400)).astype(np.uint8)
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        best = espy.find(scene[50:80, 60:90], scene, **LONG).best
        while not received:
            time.sleep(0.01)
        assert (best.x, best.y, received) == (60, 50, [signal.SIGINT])
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_that_is_ignored_stays_so(random):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        scene = random.integers(0, 256, (300, 300)).astype(np.uint8)
        threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()
        assert espy.find(scene[50:80, 60:90], scene, **LONG).best.x == 60
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


class Enough(Exception):
    """Raised by signal handlers."""


@pytest.fixture
def handling():
    """Installs signal handlers until the end of the test."""
    before = {}

    def handle(number, handler):
        before[number] = signal.signal(number, handler)

    yield handle
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGALRM, signal.SIGTERM, signal.SIGHUP])
def test_what_a_handler_raises_ends_a_search(long_search, handling, number):
    def enough(number, frame):
        raise Enough

    handling(number, enough)
    threading.Timer(0.3, os.kill, (os.getpid(), number)).start()
    start = time.monotonic()
    with pytest.raises(Enough):
        espy.find(*long_search, **LONG)
    assert time.monotonic() - start < 5
    assert signal.getsignal(number) is enough
    # Python's own handler is called again.
    with pytest.raises(Enough):
        os.kill(os.getpid(), number)
        time.sleep(5)


def test_what_a_handler_raises_ends_a_path(random, handling):
    def enough(number, frame):
        raise Enough

    data = random.normal(size=25_000)
    query = data + 0.3 * random.normal(size=len(data))
    best = espy.signal(query, data, band=1.0, normalise="none").best
    start = time.monotonic()
    best.path()
    whole = time.monotonic() - start
    handling(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, whole / 10)
    start = time.monotonic()
    with pytest.raises(Enough):
        best.path()
    assert time.monotonic() - start < whole / 2


def test_a_search_ends_beside_a_clock(random, handling):
    received = []
    handling(signal.SIGALRM, lambda number, frame: received.append(number))
    scene = random.integers(0, 256, (400, 400)).astype(np.uint8)
    # Ticks faster than a search: if each tick restarted the search, it would never end.
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    assert espy.find(scene[50:80, 60:90], scene, **LONG).best.x == 60
    assert received


def test_a_handler_installed_meanwhile_stays(random, handling):
    handling(signal.SIGINT, signal.default_int_handler)
    scene = random.integers(0, 256, (300, 300)).astype(np.uint8)
    mild = {"threads": 1, "progress": lambda part: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    espy.find(scene[5:55, 7:57], scene, method="sad", **mild)
    with open("/proc/self/status") as status:
        ignored = next(line for line in status if line.startswith("SigIgn:"))
    assert int(ignored.split()[1], 16) >> (signal.SIGINT - 1) & 1


def test_another_thread_may_cancel(long_search):
    cancel = espy.Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    with pytest.raises(espy.Cancelled):
        espy.find(*long_search, cancel=cancel, **LONG)
    assert cancel.cancelled
    with pytest.raises(espy.Cancelled):
        espy.find(*long_search, cancel=cancel, **LONG)


def test_python_goes_on_meanwhile(long_search):
    cancel = espy.Cancel()

    def count():
        start = sum(1 for _ in range(200_000))  # takes many GIL switches
        cancel.cancel()
        counted.append(start)

    counted = []
    counter = threading.Thread(target=count)
    counter.start()
    # With the GIL held this would hang: the other thread could not cancel.
    with pytest.raises(espy.Cancelled):
        espy.find(*long_search, cancel=cancel, **LONG)
    counter.join()
    assert counted == [200_000]


def test_progress_is_reported_and_may_stop(long_search, random):
    parts = []
    scene = random.integers(0, 256, (500, 500)).astype(np.uint8)
    espy.find(scene[5:55, 7:57], scene, progress=parts.append, **REPORTING)
    assert len(parts) > 2 and parts[-1] == 1 and all(0 <= part <= 1 for part in parts)

    def enough(part):
        raise RuntimeError(f"enough at {part < 1}")

    with pytest.raises(RuntimeError, match="enough at True"):
        espy.find(*long_search, progress=enough, **REPORTING)


def test_a_search_within_the_progress_of_another(random):
    scene = random.integers(0, 256, (300, 300)).astype(np.uint8)
    inner = []

    def search(part):
        if not inner:
            inner.append(espy.find(scene[9:19, 8:18], scene).best.box)

    assert espy.find(scene[5:55, 7:57], scene, progress=search, **REPORTING).best.x == 7
    assert inner == [(8, 9, 10, 10)]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_scene_may_be_searched_within_its_own_progress(random):
    kept = espy.Scene(random.integers(0, 256, (300, 300)).astype(np.uint8))
    results = []

    def ask(part):
        if not results:
            results.append((kept.kept, espy.find(kept.array[9:19, 8:18], kept).best.box))

    needle = kept.array[5:55, 7:57]
    assert espy.find(needle, kept, method="sad", threads=1, progress=ask).best.x == 7
    assert results == [(False, (8, 9, 10, 10))]


def test_threads_share_scenes_and_arrays(random):
    scene = random.integers(0, 256, (200, 300)).astype(np.uint8)
    kept = espy.Scene(scene)

    def search(number):
        x, y = number * 7 % 250, number * 11 % 150
        options = {"method": ("exact", "sad", "zncc")[number % 3], "threads": 1 + number % 2}
        finding = espy.find(scene[y : y + 20, x : x + 20], (scene, kept)[number % 2], **options)
        return (finding.best.x, finding.best.y) == (x, y)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(search, range(200)))


def search_in_child(scene):
    return espy.find(scene[30:60, 40:70], scene, method="zncc", threads=2).best.box


def test_children_of_a_fork_can_search(random):
    scene = random.integers(0, 256, (400, 400)).astype(np.uint8)
    right = search_in_child(scene)  # OpenMP threads exist from here on
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(search_in_child, [scene] * 4).get(120) == [right] * 4
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map_async(search_in_child, [scene]).get(120) == [right]


def test_subinterpreters_are_refused():
    code = """
import espy
import _xxsubinterpreters as subinterpreters
other = subinterpreters.create()
try:
    subinterpreters.run_string(other, "import sys; sys.path[:] = %r; import espy" % (__import__("sys").path,))
except Exception as refusal:
    print(refusal)
"""
    if sys.version_info >= (3, 13):
        pytest.skip("the module of subinterpreters has another name")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # From Python 3.12 on, Python itself refuses with a message of its own.
    assert re.search("cannot be used from a subinterpreter|not support .*subinterpreters", done.stdout)


def test_calls_leave_no_memory_behind(random):
    scene = random.integers(0, 256, (24, 24)).astype(np.uint8)
    needle = scene[3:7, 4:9]

    def calls(count):
        for number in range(count):
            finding = espy.find(needle, scene, engine="sequential")
            assert finding.array["x"][0] == finding.best.x == 4
            if number % 100 == 0:
                espy.mark(scene, finding)
                with pytest.raises(espy.BadUse):
                    espy.find(needle, scene, engine="none")

    calls(10_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(100_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4096, f"{grown} KiB more"  # a leak of 40 bytes per call would show


@pytest.mark.parametrize("threads", [-1, 1025, 2**31 - 1, 2**40, -(2**70), 2**70])
def test_a_number_of_threads_that_is_none_is_refused(random, threads):
    scene = random.integers(0, 256, (40, 40), dtype=np.uint8)
    works = [
        lambda: espy.find(scene[:9, :9], scene, threads=threads),
        lambda: espy.signal(np.arange(9.0), np.arange(99.0), threads=threads),
        lambda: espy.signal_profile(np.arange(9.0), np.arange(99.0), threads=threads),
        lambda: espy.score_map(scene[:9, :9], scene, method="sad", threads=threads),
    ]
    for work in works:
        with pytest.raises(espy.BadUse, match="threads: must be a whole number, from 0"):
            work()
    assert espy.find(scene[:9, :9], scene, threads=np.int64(2)).best.x == 0
