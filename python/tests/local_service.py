# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A service within one process, without Ray: shards and a gateway that call each other directly.

Also helpers for its tests: surfaces, and photographs of them.
"""

import asyncio
import contextlib
import random as chance
import socket
import threading
import time

import numpy as np

import espy
from espy.service.calls import Lost
from espy.service.folder import LibraryOptions
from espy.service.gateway import Gateway
from espy.service.report import Report
from espy.service.settings import Settings
from espy.service.shard import Shard


class LocalShards:
    """`calls.Shards` of this process; calls go to a shard that is live."""

    def __init__(self):
        self.groups = {}

    async def call(self, group, method, *given):
        shards = self.groups.get(group)
        if not shards:
            await asyncio.sleep(3600)
        shard = chance.choice(shards)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(None, getattr(shard, method), *given)
        if shard not in self.groups.get(group, []):
            raise Lost("died over it")
        return answer


    async def everyone(self, method):
        shards = [shard for group in self.groups.values() for shard in group]
        return [getattr(shard, method)() for shard in shards if hasattr(shard, method)], []


class LocalService:
    """A service whose shards are started and killed by the test."""

    def __init__(self, folder, groups=1, replicas=1, **settings):
        given = {"keys": False, **settings}
        self.settings = Settings(str(folder), replicas=replicas, groups=groups, **given)
        self.shards = LocalShards()
        for group in range(groups):
            for _ in range(replicas):
                self.start(group)
        self.gateway = Gateway(self.settings, self.shards)

    def start(self, group):
        shard = Shard(self.settings, group, threads=1)
        self.shards.groups.setdefault(group, []).append(shard)
        return shard

    def kill(self, group, number=0):
        """Simulates the death of a shard: it answers no more calls."""
        shard = self.shards.groups[group].pop(number)
        shard.stop()

    def wait(self, ready, seconds=20):
        until = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < until, "it did not come to that"
            time.sleep(0.02)

    def create(self, name, **making):
        entry = self.gateway.libraries.create(name, LibraryOptions(**making))
        self.wait(lambda: run(Report(self.gateway).facts(entry))["coverage"] == 1)
        return entry

    def stop(self):
        self.gateway.stop()
        for shards in self.shards.groups.values():
            for shard in shards:
                shard._stopped.set()
        for shards in self.shards.groups.values():
            for shard in shards:
                shard.stop()


@contextlib.contextmanager
def local_service(folder, **given):
    service = LocalService(folder, **given)
    try:
        yield service
    finally:
        service.stop()


@contextlib.contextmanager
def listening(service):
    """The port of the service's HTTP server, which runs in a thread."""
    import uvicorn
    from espy.service import connections
    from espy.service.api import api_of

    connections.limit()
    config = uvicorn.Config(api_of(service.gateway), port=free_port(), log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        service.wait(lambda: server.started)
        yield config.port
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


def run(work):
    """The result of a coroutine."""
    return asyncio.run(work)


def surface(random, features=64):
    """Random features, as far from those of other surfaces as possible."""
    points = np.empty((features, 4), np.float32)
    points[:, :2] = random.uniform(10, 390, (features, 2))
    points[:, 2:] = (8, 90)
    numbers = random.integers(0, 90, (features, 128)).astype(np.uint8)
    return espy.Features(400, 400, points, numbers)


def seen(random, known, share=0.8):
    """The same surface in another photograph: rotated, moved, scaled, noisy, partly hidden."""
    count = round(share * len(known))
    some = random.permutation(len(known))[:count]
    angle, scale = random.uniform(0, 6.28), random.uniform(0.7, 1.4)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = known.points[some].copy()
    points[:, :2] = (points[:, :2] - 200) @ turn.T + 300 + random.normal(0, 0.5, (count, 2))
    numbers = known.numbers[some].astype(int) + random.integers(-9, 10, (count, 128))
    return espy.Features(600, 600, points, np.clip(numbers, 0, 255).astype(np.uint8))


def photograph(random, size=240):
    """A picture with corners."""
    cells = random.integers(0, 256, (size // 8, size // 8)).astype(np.uint8)
    return np.kron(cells, np.ones((8, 8), np.uint8))


def comparable(answer):
    """An answer without the fields that differ between searches."""
    return (
        answer.id,
        answer.margin,
        answer.references,
        [
            (m.id, m.count, m.inliers, None if m.homography is None else m.homography.tolist())
            for m in answer.matches
        ],
    )


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]
