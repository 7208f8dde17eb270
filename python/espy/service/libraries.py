# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The libraries of a data folder: listing, making, removing, renaming, copying and restoring them."""

from __future__ import annotations

import logging
import os
import time

from ..errors import Error, SystemFailure
from .folder import DataFolder, Entry, LibraryOptions, checked_name, writer_when_free
from .problems import Problem

#: Seconds in which a second change of the folder may not show in its time stamp.
_TICK = 0.05
#: Seconds that a snapshot waits for the writer of a part.
_WRITER_TIMEOUT = 60.0


class Libraries:
    """What is in the folder is served; there is no list beside it. Methods block for long; call
    them in a thread, except `entry` and `entries`."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        #: The folder's time stamp, and when it was first seen, by time.monotonic().
        self._seen = (-1, 0.0)
        self._settled = False
        self._entries: dict[str, Entry] = {}
        self._aliases: dict[str, str] = {}
        #: Library or alias -> why it is not served.
        self._damaged: dict[str, str] = {}

    def entries(self, again: bool = False) -> dict[str, Entry]:
        """The libraries by name. Reads the folder if it has changed, or ``again``, or if something
        in it could not be read."""
        try:
            changed = os.stat(self._folder.path).st_mtime_ns
            now = time.monotonic()
            if changed != self._seen[0]:
                self._seen, self._settled = (changed, now), False
            if again or not self._settled:
                aliases = self._folder.aliases()
                self._entries, damaged = self._read()
                self._aliases = {a: self._named(*of) for a, of in aliases.items() if of[0]}
                for alias in aliases.keys() - self._aliases.keys():
                    damaged[alias] = f"{alias}.alias: cannot be read; set or remove this alias"
                self._report(damaged)
                self._settled = not damaged and now - self._seen[1] > _TICK
        except OSError as failure:
            why = failure.strerror or failure
            raise SystemFailure(f"{self._folder.path}: {why}") from None
        return self._entries

    def _read(self) -> tuple[dict[str, Entry], dict[str, str]]:
        """The libraries, and those that are damaged, or were removed meanwhile, with the reason."""
        entries, damaged = {}, {}
        for name, parts in self._folder.found().items():
            try:
                entries[name] = self._folder.entry(name, parts)
            except Error as failure:
                damaged[name] = str(failure)
        return entries, damaged

    def _report(self, damaged: dict[str, str]) -> None:
        """Logs what is not served, once."""
        for name, why in damaged.items():
            if self._damaged.get(name) != why:
                logging.getLogger("espy.service").warning("%s is not served: %s", name, why)
        self._damaged = damaged

    def damaged(self) -> dict[str, str]:
        """The libraries and aliases that are not served, and why."""
        self.entries()
        return self._damaged

    def _named(self, name: str, stamp: str) -> str:
        """The name that a library with this name and stamp has now."""
        found = self._entries.get(name)
        if stamp and (found is None or found.stamp != stamp):
            names = [each.name for each in self._entries.values() if each.stamp == stamp]
            return names[0] if names else name
        return name

    def entry(self, name: str) -> Entry:
        """The library of this name or alias. Raises `Problem` 404, or 503 if it cannot be read."""
        for again in (False, True):
            entries = self.entries(again)
            own = self._aliases.get(name, name)
            found = entries.get(name) or entries.get(own)
            if found is not None:
                return found
        if own in self._damaged:
            raise Problem(503, f"{name} is not served: {self._damaged[own]}", retry=2)
        raise Problem(404, f"{name}: there is no such library")

    def aliases(self) -> dict[str, str]:
        """Aliases, and the names of their libraries."""
        self.entries()
        return self._aliases

    def create(self, library: str, making: LibraryOptions) -> Entry:
        """Makes an empty library."""
        self._folder.create(checked_name(library), making)
        return self.entry(library)

    def drop(self, library: str) -> None:
        """Removes a library."""
        entry = self._own(library)
        for alias, named in self._aliases.items():
            if named == library:
                raise Problem(409, f"{library}: its alias {alias} must be removed first")
        self._folder.remove(library, entry.parts, entry.stamp)

    def rename(self, library: str, to: str) -> Entry:
        """Gives a library another name, in one step; its aliases follow, by its stamp."""
        self._folder.rename(library, self._own(library).parts, to)
        return self.entry(to)

    def _own(self, library: str) -> Entry:
        entry = self.entry(library)
        if entry.name != library:
            raise Problem(409, f"{library}: this is an alias of {entry.name}")
        return entry

    def set_alias(self, alias: str, library: str) -> None:
        """Makes an alias of a library, or points it to this one."""
        self._folder.set_alias(alias, self._own(library))

    def snapshot(self, library: str, snapshot: str) -> int:
        """Copies a library, blocking writes to one part at a time. Returns the number of bytes."""
        entry = self._own(library)  # snapshots are listed and restored by this name
        return self._folder.take(
            entry.name,
            entry.parts,
            snapshot,
            lambda folder: writer_when_free(folder, _WRITER_TIMEOUT),
        )

    def restore(self, source: str, snapshot: str, library: str) -> Entry:
        """Makes a library from a snapshot."""
        self._folder.require_free(checked_name(library))
        self._folder.restore(source, snapshot, library)
        return self.entry(library)
