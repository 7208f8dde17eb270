# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Who is there now, and what they have open."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .settings import GONE

#: Seconds after which what somebody told who is gone is thrown away.
FORGOTTEN = 120.0


class Presence:
    """Somebody is there while what it tells changes. Only this machine's own clock counts, and only
    how far it goes on: what calendars say, here or elsewhere, does not matter."""

    def __init__(self) -> None:
        self._beats: dict[str, tuple[Any, float]] = {}
        self._told: dict[str, dict[str, Any]] = {}

    def update(self, told: Mapping[str, dict[str, Any]]) -> list[str]:
        """Takes what was told last; returns those who have been gone for long."""
        now = time.monotonic()
        for name, facts in told.items():
            before = self._beats.get(name)
            if before is None or before[0] != facts.get("beat"):
                self._beats[name] = (facts.get("beat"), now)
        for name in [name for name in self._beats if name not in told]:
            del self._beats[name]
        self._told = dict(told)
        return [name for name, (_, since) in self._beats.items() if now - since > FORGOTTEN]

    def live(self) -> dict[str, dict[str, Any]]:
        """What those who are there told last."""
        now = time.monotonic()
        return {
            name: facts for name, facts in self._told.items() if now - self._beats[name][1] <= GONE
        }

    def last(self) -> dict[str, dict[str, Any]]:
        """What everybody told last, there or not."""
        return dict(self._told)

    def shards(self) -> list[dict[str, Any]]:
        """Of those, the shards."""
        return [facts for facts in self.live().values() if facts.get("role") == "shard"]

    def holders(self, library: str, stamp: str, part: int) -> set[int]:
        """The groups with somebody who has this part open."""
        key = part_key(library, stamp)
        return {
            facts["group"] for facts in self.shards() if str(part) in facts["parts"].get(key, {})
        }


def part_key(library: str, stamp: str) -> str:
    """What a shard calls the library whose parts it has open."""
    return f"{library}/{stamp}"
