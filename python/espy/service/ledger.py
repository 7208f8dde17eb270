# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""State that a service must not lose, besides features: the version of each id, a numbered list of
changes, the owners of libraries' parts, and keys. Also heartbeats, which may be lost.

`RedisLedger` keeps it for many machines, `FileLedger` in a folder for one machine.
"""

from __future__ import annotations

import json
import os
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import Error, SystemFailure
from .folder import LibraryOptions


class LedgerAway(SystemFailure):
    """The ledger cannot be read or written now. The call may be repeated."""


class LostRace(Error):
    """Another process has changed the placement in the meantime."""


class Version(NamedTuple):
    """The version of an id."""

    number: int
    #: The surface was removed. Kept, so that a late write of an earlier version does not bring the
    #: surface back.
    removed: bool


#: The greatest integer that doubles, and so all readers of JSON, represent exactly with its
#: neighbours.
MAX_VERSION = 2**53 - 1


class Done(NamedTuple):
    """What a request has written."""

    version: int
    #: Whether the id had a surface before.
    existed: bool
    change: int


class Change(NamedTuple):
    """A change of a part."""

    #: Counts all changes of the service, from 1.
    number: int
    library: str
    part: int


#: Stands for library and part in a change that may concern any part, or the placement.
ANY = ("", -1)


class Entry(NamedTuple):
    """A library in the placement."""

    #: Differs from that of an earlier library with the same name.
    stamp: str
    #: The group that owns each part, -1 for none yet.
    owners: list[int]
    features: int
    longest_side: int
    min_features: int

    @property
    def parts(self) -> int:
        """Number of parts."""
        return len(self.owners)

    def made(self) -> LibraryOptions:
        """How the library was made."""
        return LibraryOptions(self.parts, self.features, self.longest_side, self.min_features)

    @staticmethod
    def new(making: LibraryOptions, stamp: str = "") -> Entry:
        """The entry of a new library, or of an existing one with this stamp. No part has an
        owner."""
        return Entry(
            stamp or uuid.uuid4().hex[:12],
            [-1] * making.parts,
            making.features,
            making.longest_side,
            making.min_features,
        )


class Placement(NamedTuple):
    """The libraries and the owners of their parts. ``number`` increases with each change."""

    number: int
    groups: list[int]
    libraries: dict[str, Entry]

    def to_json(self) -> str:
        """Serialises all but the number."""
        libraries = {name: entry._asdict() for name, entry in self.libraries.items()}
        return json.dumps({"groups": self.groups, "libraries": libraries})

    @staticmethod
    def from_json(number: int, text: str) -> Placement:
        """The inverse of `to_json`."""
        kept = json.loads(text)
        libraries = {name: Entry(**entry) for name, entry in kept["libraries"].items()}
        return Placement(number, kept["groups"], libraries)


class Key(NamedTuple):
    """An API key. ``hash`` is its SHA-256; the key itself is not kept."""

    hash: str
    name: str
    role: str


class Ledger(ABC):
    """Interface of a ledger. Thread-safe. Methods raise `LedgerAway` if it cannot be reached."""

    @abstractmethod
    def versions(self, library: str, stamp: str, ids: Iterable[str]) -> dict[str, Version]:
        """Versions of those of these ids that were ever written."""

    @abstractmethod
    def done(self, requests: Iterable[str]) -> dict[str, Done]:
        """Results of those of these requests that were recorded recently."""

    @abstractmethod
    def record(
        self,
        library: str,
        stamp: str,
        part: int,
        written: Mapping[str, Version],
        done: Mapping[str, tuple[int, bool]] = {},
    ) -> int:
        """Records versions and the results of requests, appends a change, and returns its number.
        On return all of it is durable."""

    @abstractmethod
    def changes(self, after: int, seconds: float) -> tuple[int, list[Change]]:
        """Changes after this number, and the number to pass next. Waits up to ``seconds`` for one.
        If older changes have been dropped, the first one is `ANY`."""
    @abstractmethod
    def last_change(self) -> int:
        """The number of the last change, 0 if there is none."""

    @abstractmethod
    def placement(self) -> Placement:
        """The current placement."""

    @abstractmethod
    def place(self, placement: Placement) -> Placement:
        """Replaces the placement if its number is still the current one. Returns it with the next
        number; raises `LostRace` otherwise."""

    @abstractmethod
    def forget(self, library: str, stamp: str) -> None:
        """Deletes the versions of a library that was removed."""

    @abstractmethod
    def export_versions(self, library: str, stamp: str) -> Iterable[tuple[str, Version]]:
        """All versions of a library."""

    @abstractmethod
    def beat(self, name: str, facts: Mapping[str, Any], figures: list[Any]) -> None:
        """Records the heartbeat of a process. ``figures`` are its metrics."""

    @abstractmethod
    def beats(self) -> dict[str, dict[str, Any]]:
        """The last heartbeat of each process, live or not."""

    @abstractmethod
    def figures(self) -> dict[str, list[Any]]:
        """The last metrics of each process."""

    @abstractmethod
    def drop_beat(self, name: str) -> None:
        """Deletes the heartbeat of a process."""

    @abstractmethod
    def keep(self, name: str, text: str) -> None:
        """Stores a short text under a name."""

    @abstractmethod
    def kept(self, name: str) -> str | None:
        """The text stored under a name, or None."""

    @abstractmethod
    def keys(self) -> list[Key]:
        """All API keys."""

    @abstractmethod
    def add_key(self, key: Key) -> None:
        """Stores an API key; replaces one of the same name."""

    @abstractmethod
    def remove_key(self, name: str) -> bool:
        """Deletes a key. False if there is none of this name."""

    def changed(self, change: Any) -> Placement:
        """Compare-and-swap of the placement: calls ``change`` with the current one and stores what
        it returns, again after each `LostRace`. None or an equal placement changes nothing."""
        while True:
            before = self.placement()
            after = change(before)
            if after is None or after == before:
                return before
            try:
                placed = self.place(after._replace(number=before.number))
            except LostRace:
                continue
            self.record(ANY[0], "", ANY[1], {})
            return placed

    def close(self) -> None:
        """Closes files and connections."""


def open_ledger(redis: str | None, folder: str) -> Ledger:
    """The ledger at this Redis URL, or without one that in the folder. Environment variables in the
    URL are expanded (``$ESPY_REDIS``), so that configurations need no passwords."""
    if redis is None:
        from .ledger_file import FileLedger

        return FileLedger(folder)
    from .ledger_redis import RedisLedger

    return RedisLedger(os.path.expandvars(redis))
