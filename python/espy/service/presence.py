# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Which processes are live, and which parts they have open."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .settings import GONE

#: Seconds after which the heartbeat of a dead process is deleted.
FORGOTTEN = 120.0


class Presence:
    """A process is live while its heartbeats change. Only this machine's monotonic clock is used;
    clocks of machines are never compared."""

    def __init__(self) -> None:
        self._beats: dict[str, tuple[Any, float]] = {}
        self._last: dict[str, dict[str, Any]] = {}

    def update(self, beats: Mapping[str, dict[str, Any]]) -> list[str]:
        """Takes the current heartbeats; returns processes that have been gone for `FORGOTTEN`
        seconds."""
        now = time.monotonic()
        for name, facts in beats.items():
            before = self._beats.get(name)
            if before is None or before[0] != facts.get("beat"):
                self._beats[name] = (facts.get("beat"), now)
        for name in [name for name in self._beats if name not in beats]:
            del self._beats[name]
        self._last = dict(beats)
        return [name for name, (_, since) in self._beats.items() if now - since > FORGOTTEN]

    def live(self) -> dict[str, dict[str, Any]]:
        """Last heartbeats of live processes."""
        now = time.monotonic()
        return {
            name: facts for name, facts in self._last.items() if now - self._beats[name][1] <= GONE
        }

    def last(self) -> dict[str, dict[str, Any]]:
        """Last heartbeats of all processes."""
        return dict(self._last)

    def shards(self) -> list[dict[str, Any]]:
        """Last heartbeats of live shards."""
        return [facts for facts in self.live().values() if facts.get("role") == "shard"]

    def holders(self, library: str, stamp: str, part: int) -> set[int]:
        """The groups that have a live shard with this part open."""
        key = part_key(library, stamp)
        return {
            facts["group"] for facts in self.shards() if str(part) in facts["parts"].get(key, {})
        }


def part_key(library: str, stamp: str) -> str:
    """The key of a library in a shard's heartbeat."""
    return f"{library}/{stamp}"
