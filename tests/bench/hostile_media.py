# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Robustness test: runs the command on truncated and damaged videos and sounds.

    hostile_media.py ESPY [--rounds N] [--seed N]

A small file of each kind is made by OpenCV and libsndfile; in copies bytes are changed, cut off, repeated or removed.
`espy watch` searches the frames for a needle, `espy signal` the sound for a query. What is not damaged must be read.
Each run must end within 60 seconds with status 0 to 3, without a signal, within 1 GiB of memory; refusals must name the
file. Prints the statuses and the peak memory for each kind. Needs opencv-python and libsndfile.
"""

import argparse
import collections
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np

SECONDS, MOST_BYTES = 60, 1 << 30
VIDEOS = {"mp4": "mp4v", "avi": "MJPG", "mkv": "XVID", "mov": "mp4v"}
#: libsndfile's format codes.
SOUNDS = {
    "flac": 0x170002,
    "ogg": 0x200060,
    "opus.ogg": 0x200064,
    "mp3": 0x230082,
    "aiff": 0x020002,
    "au": 0x030010,
    "caf": 0x180070,
    "w64": 0x0B0002,
    "adpcm.wav": 0x010012,
    "gsm.wav": 0x010020,
}


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64)] + [
        (name, ctypes.c_int) for name in ("samplerate", "channels", "format", "sections", "seekable")
    ]


def make_video(path, code):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*code), 5, (96, 64))
    random = np.random.default_rng(1)
    for _ in range(8):
        writer.write(cv2.resize(random.integers(0, 256, (8, 12, 3), np.uint8), (96, 64)))
    writer.release()
    return path.exists() and path.stat().st_size > 0


def make_sound(path, kind, library):
    rate = 8000 if "gsm" in path.name else 48000
    channels = 1 if "gsm" in path.name else 2
    info = Info(0, rate, channels, kind, 0, 0)
    library.sf_open.restype = ctypes.c_void_p
    file = library.sf_open(os.fsencode(path), 0x20, ctypes.byref(info))
    if not file:
        return False
    times = np.arange(6000)
    sound = np.stack([np.sin(times / 9), np.sin(times / 31) * np.cos(times / 400)], 1)[:, :channels]
    samples = np.ascontiguousarray(0.6 * sound, np.float64)
    library.sf_writef_double(
        ctypes.c_void_p(file), samples.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(len(samples))
    )
    library.sf_close(ctypes.c_void_p(file))
    return path.exists()


def spoilt(data, random):
    """A damaged copy."""
    data = bytearray(data)
    for _ in range(random.integers(1, 6)):
        how, at = random.integers(6), int(random.integers(max(1, len(data))))
        # Half of the changes are in the first 256 bytes, where headers are.
        at = at if random.integers(2) else at % 256
        some = int(random.integers(1, 64))
        if how == 0:
            del data[at:]
        elif how == 1:
            data[at : at + some] = bytes(random.integers(0, 256, some, np.uint8))
        elif how == 2 and at < len(data):
            data[at] ^= 1 << random.integers(8)
        elif how == 3:
            data[at : at + 4] = [b"\xff" * 4, b"\0" * 4, b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f"][random.integers(4)]
        elif how == 4:
            data[at:at] = data[at : at + some]
        else:
            del data[at : at + some]
    return bytes(data)


def run(command, folder):
    """Exit status, standard error, and peak memory in bytes."""
    with open(folder / "said", "wb") as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, cwd=folder)
        timer = subprocess.Popen(["sleep", str(SECONDS)])
        try:
            done = -1
            while done not in (process.pid, timer.pid):
                done, status, usage = os.wait3(0)
        finally:
            timer.kill()
        if done == timer.pid:
            process.kill()
            return None, "", 0
        timer.wait()
    return os.waitstatus_to_exitcode(status), (folder / "said").read_text(errors="replace"), 1024 * usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("espy")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    espy, wrong = os.path.abspath(given.espy), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cv2.imwrite(str(folder / "needle.png"), np.arange(48, dtype=np.uint8).reshape(4, 4, 3))
        (folder / "piece.csv").write_text("\n".join(str(np.sin(i / 9)) for i in range(50)))
        made = {kind: make_video(folder / f"good.{kind}", code) for kind, code in VIDEOS.items()}
        library = ctypes.CDLL("libsndfile.so.1")
        made.update({kind: make_sound(folder / f"good.{kind}", code, library) for kind, code in SOUNDS.items()})
        for kind, was_made in made.items():
            if not was_made:
                print(f"{kind}: cannot be made here")
                continue
            good = (folder / f"good.{kind}").read_bytes()
            bad = folder / f"bad.{kind}"
            statuses, most = collections.Counter(), 0
            for number in range(given.rounds + 1):
                random = np.random.default_rng([given.seed, number])
                bad.write_bytes(good if number == 0 else spoilt(good, random))
                if kind in VIDEOS:
                    what = ["watch", "-e", "needle.png", "--video", bad.name]
                else:
                    what = ["signal", "piece.csv", bad.name]
                status, errors, memory = run([espy, *what], folder)
                statuses[status] += 1
                most = max(most, memory)
                allowed = (0, 1) if number == 0 else (0, 1, 2, 3)
                fine = status in allowed and memory < MOST_BYTES and (status < 2 or bad.name in errors)
                if not fine:
                    wrong += 1
                    kept = pathlib.Path(f"hostile-{given.seed}-{number}.{kind}")
                    kept.write_bytes(bad.read_bytes())
                    print(f"{kept}: status {status}, {memory >> 20} MiB: {errors[:300]}")
            counts = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items(), key=str))
            print(f"{kind}, {len(good)} bytes: status {counts}; at most {most >> 20} MiB", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
