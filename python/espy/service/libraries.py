# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""LibraryOptions, removing, copying and restoring libraries."""

from __future__ import annotations

import time
from contextlib import suppress

from ..errors import Error
from .folder import DataFolder, LibraryOptions, checked_name, writer_when_free
from .ledger import Entry, Ledger, Placement, Version
from .problems import Problem
from .shard import WRITE_TIMEOUT
from .slots import part_of, plan, slot_of
from .view import LOOK_CLOSELY, View

#: Seconds that making a library waits for it to be searchable.
SOON = 3.0


class Libraries:
    """Libraries in a folder and a ledger. Methods block for long; call them in a thread."""

    def __init__(self, ledger: Ledger, folder: DataFolder, view: View) -> None:
        self._ledger = ledger
        self._folder = folder
        self._view = view

    def create(self, library: str, making: LibraryOptions) -> Entry:
        """Makes an empty library."""
        checked_name(library)
        if library in self._ledger.placement().libraries:
            raise Problem(409, f"{library}: this library already exists")
        entry = Entry.new(making)
        self._folder.create(library, making, entry.stamp)
        try:
            return self._placed(library, entry)
        except BaseException:
            self._folder.remove(library, making.parts, entry.stamp)
            raise

    def _placed(self, library: str, entry: Entry) -> Entry:
        """Assigns owners to a library that is in the folder."""

        def change(before: Placement) -> Placement:
            if library in before.libraries:
                raise Problem(409, f"{library}: this library already exists")
            return replanned(before, {**before.libraries, library: entry})

        placed = self._ledger.changed(change).libraries[library]
        self._wait_open(library, placed)
        return placed

    def _wait_open(self, library: str, entry: Entry) -> None:
        """Waits until it can be searched, up to `SOON` seconds."""
        until = time.monotonic() + SOON
        self._view.look()
        while len(self._view.references(library, entry)) < entry.parts:
            if time.monotonic() > until:
                return
            time.sleep(LOOK_CLOSELY)
            self._view.look()

    def drop(self, library: str) -> None:
        """Removes a library."""
        entry = self._view.entry(library)

        def change(before: Placement) -> Placement | None:
            kept = {n: e for n, e in before.libraries.items() if e.stamp != entry.stamp}
            return None if len(kept) == len(before.libraries) else before._replace(libraries=kept)

        # Folder first: `running.adopt` would add a library that is only in the folder again.
        self._folder.remove(library, entry.parts, entry.stamp)
        self._ledger.changed(change)
        self._ledger.forget(library, entry.stamp)
        self._view.look()

    def snapshot(self, library: str, snapshot: str) -> int:
        """Copies a library, blocking writes to one part at a time. Returns the number of bytes."""
        entry = self._view.entry(library)
        return self._folder.take(
            library,
            entry.parts,
            snapshot,
            self._ledger.export_versions(library, entry.stamp),
            lambda folder: writer_when_free(folder, 6 * WRITE_TIMEOUT),
        )

    def restore(self, source: str, snapshot: str, library: str) -> Entry:
        """Makes a library from a snapshot."""
        self._folder.require_free(checked_name(library))
        making, versions = self._folder.taken(source, snapshot)
        entry = Entry.new(making)
        try:
            some: dict[int, dict[str, Version]] = {}
            for id, version in versions:
                of_part = some.setdefault(part_of(slot_of(id), entry.parts), {})
                of_part[id] = Version(*version)
                if len(of_part) == 1000:
                    self._keep(library, entry, some)
            self._keep(library, entry, some)
            self._folder.restore(source, snapshot, library, entry.stamp)
        except BaseException:
            with suppress(Error):
                self._ledger.forget(library, entry.stamp)
            raise
        try:
            return self._placed(library, entry)
        except BaseException:
            with suppress(Error):
                self._folder.remove(library, entry.parts, entry.stamp)
                self._ledger.forget(library, entry.stamp)
            raise

    def _keep(self, library: str, entry: Entry, some: dict[int, dict[str, Version]]) -> None:
        for part, versions in some.items():
            self._ledger.record(library, entry.stamp, part, versions)
        some.clear()


def replanned(before: Placement, libraries: dict[str, Entry]) -> Placement:
    """The placement with these libraries, and an owner for each part."""
    groups = before.groups or [0]
    owners = plan({name: entry.owners for name, entry in libraries.items()}, groups)
    placed = {name: entry._replace(owners=owners[name]) for name, entry in libraries.items()}
    return Placement(before.number, groups, placed)
