# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""How a service is to be, the same for all its parts."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """Numbers of bytes and pixels are limits: what is over them is refused before memory is taken
    for it."""

    #: The folder of `DataFolder`, which all machines see.
    folder: str
    #: Where the ledger is; None keeps it in the folder, for one machine.
    redis: str | None = None
    #: Replicas of each group of shards: 2 go on searching while one of them is replaced.
    replicas: int = 1
    #: Who searches: "auto", "threads", "cuda" and so on.
    engine: str = "auto"
    #: Of a shard, 0 for all that Ray gives it.
    threads: int = 0
    #: Each shard has so much of the cluster.
    cpus: float = 1
    gpus: float = 0
    #: So many take requests.
    gateways: int = 1
    #: Is a key asked for?
    keys: bool = True
    #: Where it listens. What is asked without a key must be meant for one of these names.
    host: str = "127.0.0.1"
    port: int = 8000
    #: Of a photograph or of features.
    most_bytes: int = 32 << 20
    most_pixels: int = 64_000_000
    #: Seconds for a body to arrive.
    body_seconds: float = 30
    #: Seconds for a search, unless it asks for less.
    deadline: float = 30
    #: Photographs of which features are looked for at a time in one gateway; 0 for one a CPU.
    decoders: int = 0
    #: Where a configuration of Serve begins the service: so many groups. Else the command says it.
    groups: int = 0
    #: Requests that wait in one gateway; those beyond are told to come again.
    most_waiting: int = 256


#: Seconds after which somebody who has told nothing new is counted as gone.
GONE = 5.0
#: Seconds between two things that somebody tells of itself.
BEAT = 0.5
#: Of Ray Serve.
SHARD_APP = "espy-shard-{group}"
GATEWAY_APP = "espy"
