# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Cameras on the network, and those that are missing or fail."""

import asyncio
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import numpy as np
import pytest

import espy
from camera_server import CameraServer
from painting import later, list_of_modules
from rtsp_server import RtspServer

#: Steps of brightness by which frames are numbered, in two digits.
STEP, DIGIT = 10, 20


@pytest.fixture
def needle(random):
    coarse = random.integers(40, 216, (6, 8, 3)).astype(np.uint8)
    return np.kron(coarse, np.ones((4, 4, 1), np.uint8)).astype(np.uint8)


@pytest.fixture
def camera(tmp_path, needle):
    if not list_of_modules("espy_video.so"):
        pytest.skip("espy is built without OpenCV's videoio")

    def picture(number):
        frame = np.full((128, 160, 3), 20 + STEP * (number % DIGIT), np.uint8)
        frame[96:] = 20 + STEP * (number // DIGIT % DIGIT)
        frame[30:54, 64:96] = needle
        return frame

    server = CameraServer(tmp_path, picture)
    yield server
    server.close()


@pytest.fixture(params=["http", "rtsp"])
def address(request, camera):
    if request.param == "http":
        yield camera.address + "/stream"
        return
    server = RtspServer(camera.jpeg)
    yield server.address
    server.close()


def number_in(frame):
    """The number of the frame that the server drew, modulo 400."""
    rows = (frame[64:90], frame[102:])
    low, high = (round((float(part.mean()) - 20) / STEP) for part in rows)
    return high * DIGIT + low


def test_frames_come_in_order_and_with_their_time(address):
    with espy.Camera(address) as stream:
        numbers, times = [], []
        for expected in range(10):
            assert stream.next()
            assert stream.number == expected and stream.changed
            assert stream.array.shape == (128, 160, 3)
            numbers.append(number_in(stream.array))
            times.append(stream.time)
        assert stream.name == f"camera {address}"
    assert all(a < b for a, b in zip(numbers, numbers[1:])) and times == sorted(times)
    with pytest.raises(espy.BadUse, match="closed"):
        stream.next()


def test_a_needle_is_found(address, needle):
    with espy.Camera(address) as stream:
        match = espy.wait(needle, stream, timeout=20, method="zncc", min_score=0.8)
        assert (match.x, match.y) == (64, 30)
        missing = needle[::-1].copy()
        assert espy.wait(missing, stream, timeout=0.3, method="zncc", min_score=0.8) is None

    async def first():
        with espy.Camera(address) as stream:
            events = espy.watch_async(needle, stream, method="zncc", min_score=0.8)
            async for event in events:
                return event

    event = asyncio.run(first())
    assert event.event == "appears" and event.matches[0].x == 64


def test_frames_are_new_where_the_search_is_slow(address):
    with espy.Camera(address) as stream:
        stream.next()
        before = number_in(stream.array)
        time.sleep(0.6)  # 15 frames
        stream.next()
        assert number_in(stream.array) - before >= 10


def test_a_rate_limits_the_frames(address):
    with espy.Camera(address, fps=5) as stream:
        assert stream.rate == 5
        stream.next()
        start = time.monotonic()
        for _ in range(4):
            stream.next()
        assert 0.6 <= time.monotonic() - start < 5


def test_a_camera_that_ends(camera):
    with espy.Camera(camera.address + "/short") as stream:
        with pytest.raises(espy.SystemFailure, match="short: delivers no more frames"):
            for _ in range(100):
                stream.next()
        assert 0 < stream.number < 30


def test_an_rtsp_camera_that_ends(camera):
    server = RtspServer(camera.jpeg, frames=40)
    try:
        with espy.Camera(server.address) as stream:
            with pytest.raises(espy.SystemFailure, match="stream: delivers no more frames"):
                for _ in range(100):
                    stream.next()
    finally:
        server.close()


#: Prints the seconds in which a camera that does not answer is given up, and why.
OPEN_SILENT = """
import sys, time, espy
start = time.monotonic()
try:
    espy.Camera(sys.argv[1])
except espy.SystemFailure as failure:
    print(time.monotonic() - start, failure)
"""


def test_cameras_that_stall_and_do_not_answer(camera):
    # In a process of its own: OpenCV opens one stream at a time.
    words = [sys.executable, "-c", OPEN_SILENT, camera.address + "/silent"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as silent:
        wait_for_stalled(camera)
        seconds, why = silent.communicate()[0].split(" ", 1)
    assert 8 < float(seconds) < 20 and "nothing answers there within 10 seconds" in why


def wait_for_stalled(camera):
    stream = espy.Camera(camera.address + "/stalls")
    cancel = espy.Cancel()
    with pytest.raises(espy.Cancelled):
        later(cancel.cancel, delay=2)
        for _ in range(100):
            stream.next(cancel=cancel)
    with pytest.raises(espy.SystemFailure, match="has delivered no frame for 10 seconds"):
        for _ in range(100):
            start = time.monotonic()
            stream.next()
    assert 9 < time.monotonic() - start < 15
    start = time.monotonic()
    stream.close()  # while the read blocks
    assert time.monotonic() - start < 2


def test_the_command_watches_a_camera(camera, command, needle, tmp_path):
    espy.write(tmp_path / "needle.png", needle)
    words = ("watch", "-e", tmp_path / "needle.png", "--method", "zncc", "--min-score", "0.8")
    line = command(*words, "--camera", camera.address + "/stream", "--until", "appears",
                   "--timeout", "20")
    assert line.startswith(f"camera {camera.address}/stream:64,30,32,24 ")
    stalls = subprocess.Popen(
        [os.environ["ESPY_COMMAND"], *map(str, words), "--camera", camera.address + "/stalls"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    time.sleep(3)
    start = time.monotonic()
    stalls.terminate()
    assert stalls.wait(10) == 130 and time.monotonic() - start < 2


def test_cameras_that_cannot_be_opened(camera, command):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/stream"
        for address in (closed, f"{camera.address}/missing", f"{camera.address}/text"):
            with pytest.raises(espy.SystemFailure) as failed:
                espy.Camera(address)
            assert str(failed.value) == (
                f"camera {address}: nothing answers there within 10 seconds, or it sends no video "
                "that OpenCV can read"
            )
    with pytest.raises(espy.SystemFailure, match="camera 87: /dev/video87 does not exist"):
        espy.Camera(87)
    with pytest.raises(espy.SystemFailure, match="/dev/no-camera does not exist"):
        espy.Camera("/dev/no-camera")
    with pytest.raises(espy.SystemFailure, match="sends no video"):
        espy.Camera("/dev/null")
    with pytest.raises(espy.BadUse, match="0 to 1000"):
        espy.Camera(camera.address + "/stream", fps=-1)


def test_a_camera_without_permission(camera, needle):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="espy-camera-"))
    try:
        (folder / "video0").touch(mode=0)
        espy.write(folder / "needle.png", needle)
        folder.chmod(0o755)
        try:
            done = subprocess.run(
                [os.environ["ESPY_COMMAND"], "watch", "-e", folder / "needle.png", "--camera",
                 folder / "video0"],
                user=65534 if os.geteuid() == 0 else None,
                capture_output=True,
                text=True,
                check=False,
            )
        except PermissionError:
            pytest.skip("the command cannot be run by another user")
        assert done.returncode == 2
        assert f"no permission to read {folder}/video0" in done.stderr
    finally:
        shutil.rmtree(folder)
