# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service in one process: a gateway, a shard, and the HTTP server."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvicorn

from ..errors import BadUse, SystemFailure
from . import connections
from .api import api_of
from .gateway import Gateway
from .settings import Settings
from .shard import Shard

#: Seconds that requests in progress have when the service ends.
LEAVING = 15


class LocalShards:
    """`calls.Shards` of this process."""

    def __init__(self, shards: list[Shard]) -> None:
        self._shards = {shard.group: shard for shard in shards}
        self._working = ThreadPoolExecutor(64, "work")

    async def call(self, group: int, method: str, *given: Any) -> Any:
        """See `calls.Shards`."""
        if method == "ping":
            return self._shards[group].ping()
        work = getattr(self._shards[group], method)
        return await asyncio.get_running_loop().run_in_executor(self._working, work, *given)

    async def everyone(self, method: str) -> tuple[list[Any], list[Any]]:
        """See `calls.Shards`."""
        found = [getattr(shard, method, None) for shard in self._shards.values()]
        return [work() for work in found if work is not None], []


def serve(settings: Settings, began: Callable[[], None]) -> None:
    """Serves until SIGINT or SIGTERM; then finishes the requests in progress."""
    socket_of = listening(settings.host, settings.port)
    connections.limit()
    shard = Shard(settings, 0, settings.threads or round(settings.cpus))
    gateway = Gateway(settings, LocalShards([shard]))
    config = uvicorn.Config(
        api_of(gateway),
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_keep_alive=65,
        timeout_graceful_shutdown=LEAVING,
    )
    # uvicorn raises the signal again when it has ended.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    began()
    try:
        uvicorn.Server(config).run(sockets=[socket_of])
    finally:
        shard.stop()
        gateway.stop()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises SystemFailure."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(2048)
        return made
    except UnicodeError:
        raise BadUse(f"--host: {host[:80]!r} is not a host name") from None
    except OSError as failure:
        raise SystemFailure(f"{host}:{port}: cannot listen there: {failure.strerror}") from None
