# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Settings of a service, shared by all its processes."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """Limits on bytes and pixels are checked before memory is allocated."""

    #: Path of the data folder (`DataFolder`), the same on all machines.
    folder: str
    #: URL of the ledger; None: files in the folder, for one machine.
    redis: str | None = None
    #: Replicas of each group of shards. With 2 one can be replaced while the other searches.
    replicas: int = 1
    #: Engine of the shards: "auto", "threads", "cuda" and so on.
    engine: str = "auto"
    #: Threads of a shard; 0: as many as ``cpus``.
    threads: int = 0
    #: Resources of each shard, as Ray counts them.
    cpus: float = 1
    gpus: float = 0
    #: Number of gateways.
    gateways: int = 1
    #: Whether requests need an API key.
    keys: bool = True
    #: Where the proxy listens. Without keys it must be a loopback address.
    host: str = "127.0.0.1"
    port: int = 8000
    #: Maximum bytes of a body, and pixels of a photograph.
    most_bytes: int = 32 << 20
    most_pixels: int = 64_000_000
    #: Seconds for a body to arrive; in a stream of lines, for each part of it.
    body_seconds: float = 30
    #: Seconds for a request; a request may ask for less.
    deadline: float = 30
    #: Threads of a gateway that compute features; 0: one per CPU, at most 8.
    decoders: int = 0
    #: Number of groups, where a Serve configuration starts the service; 0: the command sets it.
    groups: int = 0
    #: Maximum of requests in a gateway; more are refused with 503.
    most_waiting: int = 256


#: Seconds without a new heartbeat after which a process counts as gone.
GONE = 5.0
#: Seconds between two heartbeats.
BEAT = 0.5
#: Names of Serve applications.
SHARD_APP = "espy-shard-{group}"
GATEWAY_APP = "espy"
