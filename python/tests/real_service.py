# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A service in a process of its own, or in several on Ray: HTTP over loopback, and kill -9."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import httpx

from local_service import free_port

JSON = "application/json"
FEATURES = {"Content-Type": "application/vnd.espy.features"}
#: Seconds; no step takes a third of it on two busy cores.
PATIENCE = 300
#: Seconds after which everything must be searched again, whatever died: 10 on two idle cores, more
#: on busy ones (tests/bench/service_faults.py measures it).
BACK = 240


class RealService:
    """``python -m espy.service``, on this machine or on a cluster."""

    def __init__(self, folder, *options, address=None):
        self.folder = str(folder)
        self.port = free_port()
        self.options = [*map(str, options)]
        self.address = address
        self.process = None
        self.log = pathlib.Path(f"{self.folder}.log")
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE, headers=FEATURES
        )

    def command(self, *options):
        address = ["--address", self.address] if self.address else []
        return [
            sys.executable,
            "-m",
            "espy.service",
            self.folder,
            "--port",
            str(self.port),
            *address,
            *self.options,
            *map(str, options),
        ]

    def start(self):
        """Starts it and waits until it serves."""
        if self.address:
            self.change()
            return self
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), stderr=log, stdout=log)
        self.wait(lambda: self.process.poll() is not None or self.answers("/health"))
        assert self.process.poll() is None, self.log.read_text()
        return self

    def change(self, *options):
        """On a cluster: starts the service or replaces its processes; the command ends after that."""
        done = subprocess.run(
            self.command(*options), capture_output=True, text=True, check=False, timeout=1000
        )
        assert done.returncode == 0, done.stderr[-2000:]

    def stop(self):
        """Stops it with SIGTERM."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        return self.process.returncode if self.process else None

    # Observing.

    def answers(self, path):
        with contextlib.suppress(httpx.HTTPError):
            return self.client.get(path).status_code == 200
        return False

    def wait(self, ready, seconds=PATIENCE):
        """Waits for a condition. Returns the seconds that it took."""
        begin = time.monotonic()
        while not ready():
            assert time.monotonic() < begin + seconds, f"it did not come to that in {seconds} s"
            time.sleep(0.05)
        return time.monotonic() - begin

    def wait_ready(self, seconds=PATIENCE):
        return self.wait(lambda: self.answers("/ready"), seconds)

    def stats(self):
        return self.client.get("/stats").json()

    def pids(self, what):
        """Process ids of "shards" or "gateways"."""
        return [one["pid"] for one in self.stats()[what]]

    # Requests.

    def put(self, library, id, features, **given):
        path = f"/libraries/{library}/references/{id}"
        return self.client.put(path, content=features.to_bytes(), params=given)

    def create(self, library, **making):
        made = self.client.put(f"/libraries/{library}", json=making, headers={"Content-Type": JSON})
        assert made.status_code == 201, made.text
        self.wait(lambda: self.client.get(f"/libraries/{library}").json()["coverage"] == 1)

    def wait_searched(self, library, query, id, seconds=BACK):
        """Searches until an answer names this surface, and returns that."""
        answers = []

        def named():
            answers.append(self.search(library, query).json())
            return answers[-1].get("id") == id

        try:
            self.wait(named, seconds)
        except AssertionError as failure:
            raise AssertionError(f"{failure}: {answers[-1]}") from None
        return answers[-1]

    def search(self, library, features, **given):
        path = f"/libraries/{library}/search"
        return self.client.post(path, content=features.to_bytes(), params=given)


def end_process(pid, how=signal.SIGKILL):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)
