# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A gateway's copy of the shared state: libraries, the owners of their parts, live processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from .ledger import Entry, Ledger, LedgerAway, Placement
from .presence import Presence, part_key
from .problems import Problem
from .settings import BEAT, GONE

#: Seconds between two reads of the ledger.
LOOK = 0.25
#: The same while a request waits for a change.
LOOK_CLOSELY = 0.02


class Route(NamedTuple):
    """Which group to query for which parts."""

    #: Group -> the parts to query it for.
    groups: dict[int, list[int]]
    #: Parts that no live shard has.
    away: list[int]


class View:
    """Updated by a background thread. Keeps its last state while the ledger is away."""

    def __init__(self, ledger: Ledger, beat: Any = None) -> None:
        self._ledger = ledger
        self._beat = beat
        self._lock = threading.Lock()
        self._placement = Placement(0, [], {})
        self._presence = Presence()
        self._away: str | None = "not read yet"
        self._back = float("-inf")
        self._closely = 0
        self._mute: str | None = None
        self._stopped = threading.Event()
        with suppress(LedgerAway):
            self.look()
        self._thread = threading.Thread(target=self._run, name="view", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        beaten = float("-inf")  # time of the last heartbeat
        while not self._stopped.wait(LOOK_CLOSELY if self._closely else LOOK):
            with suppress(LedgerAway):
                self.look()
            if self._beat is not None and time.monotonic() - beaten > BEAT:
                beaten = time.monotonic()
                try:
                    self._beat()
                    self._set_mute(None)
                except LedgerAway as failure:
                    self._set_mute(str(failure))

    def _set_mute(self, why: str | None) -> None:
        """Records why heartbeats cannot be written (a full disk, a read-only Redis). Other
        processes are silent then as well, and must not count as gone."""
        if self._mute is not None and why is None:
            self._back = time.monotonic()
        self._mute = why

    def look(self) -> None:
        """Reads the ledger now."""
        try:
            placement, beats = self._ledger.placement(), self._ledger.beats()
        except LedgerAway as failure:
            self._away = str(failure)
            raise
        with self._lock:
            self._placement = placement
            gone = self._presence.update(beats)
            if self._away is not None:
                self._away, self._back = None, time.monotonic()
        for name in gone:
            self._ledger.drop_beat(name)

    @property
    def away(self) -> str | None:
        """Why the ledger cannot be read or written; None if it can."""
        return self._away or self._mute

    @property
    def alive(self) -> bool:
        """Is the background thread running?"""
        return self._thread.is_alive()

    @property
    def placement(self) -> Placement:
        """The placement at the last read."""
        return self._placement

    def live(self) -> dict[str, dict[str, Any]]:
        """The last heartbeats of live processes. While the ledger is away, and for `GONE` seconds
        after, that is every process that was known before: a call shows whether it lives."""
        with self._lock:
            certain = self.away is None and time.monotonic() - self._back > GONE
            return self._presence.live() if certain else self._presence.last()

    def shards(self) -> list[dict[str, Any]]:
        """Heartbeats of live shards."""
        return [facts for facts in self.live().values() if facts.get("role") == "shard"]

    def entry(self, library: str) -> Entry:
        """The library of this name, from the ledger if it is not known here. Raises `Problem`
        404."""
        entry = self._placement.libraries.get(library)
        if entry is None:
            self.look()
            entry = self._placement.libraries.get(library)
        if entry is None:
            raise Problem(404, f"{library}: there is no such library")
        return entry

    def is_live(self, group: int) -> bool:
        """Does the group have a live shard?"""
        return any(facts["group"] == group for facts in self.shards())

    def route(self, library: str, entry: Entry) -> Route:
        """For each part its owner, or, while the owner loads it, a group that has it open."""
        shards = self.shards()
        key = part_key(library, entry.stamp)
        holders: dict[int, set[int]] = {}
        live_groups = {facts["group"] for facts in shards}
        for facts in shards:
            for part in facts["parts"].get(key, {}):
                holders.setdefault(int(part), set()).add(facts["group"])
        route = Route({}, [])
        for part, owner in enumerate(entry.owners):
            has = holders.get(part, set())
            if owner in live_groups and (owner in has or not has):
                route.groups.setdefault(owner, []).append(part)
            elif has:
                route.groups.setdefault(min(has), []).append(part)
            else:
                route.away.append(part)
        return route

    def references(self, library: str, entry: Entry) -> dict[int, int]:
        """Number of surfaces of each open part."""
        key = part_key(library, entry.stamp)
        found: dict[int, int] = {}
        for facts in self.shards():
            for part, references in facts["parts"].get(key, {}).items():
                found[int(part)] = max(references, found.get(int(part), 0))
        return found

    def searched(self, library: str, entry: Entry, part: int, change: int) -> bool:
        """Have all shards with this part applied this change?"""
        key = part_key(library, entry.stamp)
        having = [f for f in self.shards() if str(part) in f["parts"].get(key, {})]
        return bool(having) and all(facts["change"] >= change for facts in having)

    def last_change(self) -> int:
        """The last change that any shard has applied."""
        return max((facts["change"] for facts in self.shards()), default=0)

    @contextmanager
    def looking_closely(self) -> Iterator[None]:
        """Reads the ledger more often during this context."""
        with self._lock:
            self._closely += 1
        try:
            yield
        finally:
            with self._lock:
                self._closely -= 1

    def stop(self) -> None:
        """Ends the background thread."""
        self._stopped.set()
        self._thread.join(2)
