# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Settings of a service, shared by all its processes."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple


class Settings(NamedTuple):
    """Limits on bytes and pixels are checked before memory is allocated."""

    #: Path of the data folder (`DataFolder`), the same on all machines.
    folder: str
    #: Number of groups of shards.
    groups: int = 1
    #: The same before this start: their parts are opened too, until gateways use the new number.
    groups_before: int = 0
    #: Replicas of each group of shards. With 2 one can be replaced while the other searches.
    replicas: int = 1
    #: Engine of the shards: "auto", "threads", "cuda" and so on.
    engine: str = "auto"
    #: Threads of a shard; 0: as many as ``cpus``.
    threads: int = 0
    #: Resources of each shard, as Ray counts them.
    cpus: float = 1.0
    gpus: float = 0.0
    #: Number of gateways.
    gateways: int = 1
    #: Whether requests need an API key.
    keys: bool = True
    #: Where the service listens. Without keys it must be a loopback address.
    host: str = "127.0.0.1"
    port: int = 8000
    #: Maximum bytes of a body, and pixels of a photograph.
    most_bytes: int = 32 << 20
    most_pixels: int = 64_000_000
    #: Seconds for a body to arrive; in a stream of lines, for each part of it.
    body_seconds: float = 30.0
    #: Seconds for a request; a request may ask for less.
    deadline: float = 30.0
    #: Threads of a gateway that compute features; 0: one per CPU, at most 8.
    decoders: int = 0
    #: Maximum of requests in a gateway; more are refused with 503.
    most_waiting: int = 256


#: Names of Serve applications.
SHARD_APP = "espy-shard-{group}"
GATEWAY_APP = "espy"


def is_loopback(host: str) -> bool:
    """Is this a name or address of the loopback interface?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
