# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What a service must not lose, apart from features: which version each id has, the changes in
their order, who owns the parts of libraries, and keys. And who is there now, which it may lose.

`RedisLedger` keeps it for many machines, `FileLedger` in a folder for one.
"""

from __future__ import annotations

import json
import os
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import Error, SystemFailure
from .folder import Making


class LedgerAway(SystemFailure):
    """What must not be lost cannot be written now. Whoever asked may try again."""


class LostRace(Error):
    """Somebody else has changed the placement meanwhile."""


class Version(NamedTuple):
    """What is known of an id."""

    number: int
    #: The surface was removed; that it was is remembered, so that what is late does not bring it
    #: back.
    removed: bool


#: The greatest number that JSON's readers agree upon.
MOST_VERSION = 2**53 - 1


class Done(NamedTuple):
    """What a request has written."""

    version: int
    #: Was there a surface before?
    existed: bool
    change: int


class Change(NamedTuple):
    """Something of a part has changed."""

    #: Counts all changes of the service.
    number: int
    library: str
    part: int


#: In the place of library and part: something of any may have changed, or who owns what.
ANY = ("", -1)


class Entry(NamedTuple):
    """A library, as everybody must know it."""

    #: Tells it from one that had the same name before.
    stamp: str
    #: The group that owns each part, -1 for none yet.
    owners: list[int]
    features: int
    longest_side: int
    min_features: int

    @property
    def parts(self) -> int:
        """How many it has."""
        return len(self.owners)

    def made(self) -> Making:
        """How it was made."""
        return Making(self.parts, self.features, self.longest_side, self.min_features)

    @staticmethod
    def new(making: Making, stamp: str = "") -> Entry:
        """Of a library that is made just now, or was with this stamp."""
        return Entry(
            stamp or uuid.uuid4().hex[:12],
            [-1] * making.parts,
            making.features,
            making.longest_side,
            making.min_features,
        )


class Placement(NamedTuple):
    """The libraries, and who owns what. Each change of it has the next number."""

    number: int
    groups: list[int]
    libraries: dict[str, Entry]

    def to_json(self) -> str:
        """As it is kept."""
        libraries = {name: entry._asdict() for name, entry in self.libraries.items()}
        return json.dumps({"groups": self.groups, "libraries": libraries})

    @staticmethod
    def from_json(number: int, text: str) -> Placement:
        """From what was kept."""
        kept = json.loads(text)
        libraries = {name: Entry(**entry) for name, entry in kept["libraries"].items()}
        return Placement(number, kept["groups"], libraries)


class Key(NamedTuple):
    """An API key, of which only the hash is kept."""

    hash: str
    name: str
    role: str


class Ledger(ABC):
    """Any thread may call its methods, which throw `LedgerAway` where it cannot be asked."""

    @abstractmethod
    def versions(self, library: str, stamp: str, ids: Iterable[str]) -> dict[str, Version]:
        """Of those ids that were ever written."""

    @abstractmethod
    def done(self, requests: Iterable[str]) -> dict[str, Done]:
        """Of those requests that have written something not long ago."""

    @abstractmethod
    def record(
        self,
        library: str,
        stamp: str,
        part: int,
        written: Mapping[str, Version],
        done: Mapping[str, tuple[int, bool]] = {},
    ) -> int:
        """Keeps versions, and what requests have done, and tells all who follow the changes. The
        number of the change: when it returns, that is not lost any more."""

    @abstractmethod
    def changes(self, after: int, seconds: float) -> tuple[int, list[Change]]:
        """What has changed after this number, and the number after which to ask next; waits so long
        for something. What is long ago may be left out: then ``part`` is -1 and means any."""

    @abstractmethod
    def last_change(self) -> int:
        """Its number."""

    @abstractmethod
    def placement(self) -> Placement:
        """The libraries, and who owns what."""

    @abstractmethod
    def place(self, placement: Placement) -> Placement:
        """Replaces it, if its number is still the same, which it then no longer is. Throws
        `LostRace`."""

    @abstractmethod
    def forget(self, library: str, stamp: str) -> None:
        """Drops the versions of a library that is no more."""

    @abstractmethod
    def export_versions(self, library: str, stamp: str) -> Iterable[tuple[str, Version]]:
        """All of a library's."""

    @abstractmethod
    def beat(self, name: str, facts: Mapping[str, Any], figures: list[Any]) -> None:
        """Somebody is there, and tells of itself. Figures are read less often."""

    @abstractmethod
    def beats(self) -> dict[str, dict[str, Any]]:
        """What each has told last, whether it still is there or not."""

    @abstractmethod
    def figures(self) -> dict[str, list[Any]]:
        """The figures that each has told last."""

    @abstractmethod
    def drop_beat(self, name: str) -> None:
        """Somebody is gone."""

    @abstractmethod
    def keep(self, name: str, text: str) -> None:
        """A small fact."""

    @abstractmethod
    def kept(self, name: str) -> str | None:
        """What was kept under this name."""

    @abstractmethod
    def keys(self) -> list[Key]:
        """All of them."""

    @abstractmethod
    def add_key(self, key: Key) -> None:
        """Until it is removed."""

    @abstractmethod
    def remove_key(self, name: str) -> bool:
        """False where there is none."""

    def changed(self, change: Any) -> Placement:
        """Changes the placement by a function that is given it and returns the next, as often as it
        takes. A function that returns None, or what was there, leaves it."""
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
        """Lets go of files and connections."""


def open_ledger(redis: str | None, folder: str) -> Ledger:
    """The one at this URL of Redis, or without one that in this folder. A URL may be, or have in
    it, the name of an environment variable, "$ESPY_REDIS": passwords are not for configurations."""
    if redis is None:
        from .ledger_file import FileLedger

        return FileLedger(folder)
    from .ledger_redis import RedisLedger

    return RedisLedger(os.path.expandvars(redis))
