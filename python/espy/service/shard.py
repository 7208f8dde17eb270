# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A shard opens the parts that its group owns, searches them, writes to them and follows changes.

This module does not use Ray; `deployments` wraps it in an actor.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from .._core import Cancel
from ..errors import BadUse, Cancelled, Error
from ..surfaces import Candidate, Candidates, Features, SurfaceLibrary, SurfaceWriter, candidates
from . import gpu_memory
from .folder import DataFolder, writer_when_free
from .ledger import ANY, MAX_VERSION, LedgerAway, Placement, Version, open_ledger
from .metrics import Metrics
from .presence import Presence, part_key
from .problems import is_full
from .settings import BEAT, Settings

#: Seconds that a search waits for a part that is still loading.
OPEN_TIMEOUT = 1.0
#: Seconds that a write waits for another writer of the same part.
WRITE_TIMEOUT = 10.0
#: Seconds between another group opening a part and this shard closing it.
HANDOVER_SECONDS = 5.0
#: Seconds before a part that failed to open is tried again.
RETRY_SECONDS = 5.0
#: Seconds before the same sentence is logged again.
LOG_AGAIN_SECONDS = 60.0
#: Seconds between two checks whether parts need compaction.
COMPACTED = 30.0
#: A part is compacted when at least this many of its entries, and this share of all, are removed.
LEAST_REMOVED = 256
REMOVED = 0.25


class Search(NamedTuple):
    """A request to search some parts of a library."""

    library: str
    stamp: str
    #: Number of the library's parts.
    of: int
    #: Those to search.
    parts: list[int]
    queries: list[Features]
    top: int
    score: str
    ratio: tuple[int, int]
    #: Time limit; the search is cancelled after it.
    seconds: float


class Found(NamedTuple):
    """The result of a `Search`."""

    #: Number of surfaces in the parts that were searched.
    references: int
    #: Part -> why it was not searched.
    failed: dict[int, str]
    #: For each query the best candidates of all searched parts.
    ranked: list[list[Candidate]]
    engine: str
    #: Duration in seconds.
    seconds: float


class Operation(NamedTuple):
    """One write or removal."""

    id: str
    #: None: the version after the known one.
    version: int | None
    #: None: remove the surface.
    features: Features | None
    name: str
    #: Id of the request. One that has been recorded is not applied again, e.g. on another shard.
    request: str = ""


class Written(NamedTuple):
    """The result of an `Operation`."""

    #: The id's version now; 0 if it has none.
    version: int
    #: Whether the id had a surface before.
    existed: bool
    #: False if nothing was written, e.g. because the id already has this version.
    applied: bool = True
    #: "stale", "unknown", "refused", "full", or empty.
    problem: str = ""
    detail: str = ""


class _Part:
    """An open part."""

    def __init__(self, folder: str) -> None:
        self.library = SurfaceLibrary(folder)
        self.references = len(self.library)
        #: When another group was first seen to have it open, by time.monotonic().
        self.elsewhere: float | None = None

    def refresh(self) -> None:
        if self.library.refresh():
            self.references = len(self.library)


Name = tuple[str, str, int]


class Shard:
    """One process that searches. Thread-safe."""

    def __init__(self, settings: Settings, group: int, threads: int = 0) -> None:
        self._settings = settings
        self.group = group
        self.name = f"shard-{group}-{uuid.uuid4().hex[:12]}"
        self.metrics = Metrics()
        self._threads = threads
        self._folder = DataFolder(settings.folder)
        self._ledger = open_ledger(settings.redis, settings.folder)
        self._lock = threading.Lock()
        self._scanning = threading.Lock()
        self._parts: dict[Name, _Part] = {}
        self._opening: dict[Name, Future[_Part]] = {}
        self._failed: dict[Name, tuple[str, float]] = {}
        self._placement = Placement(0, [], {})
        self._presence = Presence()
        self._stopped = threading.Event()
        # Set to run _look before its pause ends.
        self._called = threading.Event()
        self._beats = 0
        self._last_logged = ("", float("-inf"))
        # Changes up to this one are part of what is on disk when a part is opened.
        self._applied = self._ledger.last_change()
        self._opener = ThreadPoolExecutor(1, "open")
        self._loops = [
            threading.Thread(target=self._run, args=each, daemon=True)
            for each in (
                (self._look, BEAT),
                (self._follow, 0.0),
                (self._send_heartbeat, BEAT),
                (self._compact, COMPACTED),
            )
        ]
        for loop in self._loops:
            loop.start()

    # Searching.

    def search(self, ask: Search) -> Found:
        """Returns the best candidates in these parts for each query."""
        begin = time.monotonic()
        failed: dict[int, str] = {}
        parts: dict[int, _Part] = {}
        for number in ask.parts:
            try:
                name = (ask.library, ask.stamp, number)
                parts[number] = self._opened(name, ask.of, begin + OPEN_TIMEOUT)
            except Error as failure:
                failed[number] = str(failure)
        cancel = Cancel()
        timer = threading.Timer(max(0.0, ask.seconds - (time.monotonic() - begin)), cancel.cancel)
        timer.start()
        try:
            found = self._candidates(ask, parts, failed, cancel)
        finally:
            timer.cancel()
        seconds = time.monotonic() - begin
        self.metrics.took("espy_batch_queries", len(ask.queries))
        self.metrics.took("espy_stage_seconds", seconds, stage="scan")
        ranked = [each.ranked for each in found] or [[] for _ in ask.queries]
        references, engine = (found[0].references, found[0].engine) if found else (0, "")
        return Found(references, failed, ranked, engine, seconds)

    def _candidates(
        self, ask: Search, parts: dict[int, _Part], failed: dict[int, str], cancel: Cancel
    ) -> list[Candidates]:
        """Searches all parts together; if that fails, without those that fail on their own. Parts
        that fail are moved from ``parts`` to ``failed``."""
        if not parts:
            return []
        try:
            return self._rank(ask, list(parts.values()), cancel)
        except BadUse:
            raise
        except Error as failure:
            if isinstance(failure, Cancelled) or len(parts) == 1:
                late = "it did not arrive in time"
                why = late if isinstance(failure, Cancelled) else str(failure)
                failed.update(dict.fromkeys(parts, why))
                parts.clear()
                return []
        for number in list(parts):
            try:
                self._rank(ask, [parts[number]], cancel)
            except Error as failure:
                failed[number] = str(failure)
                del parts[number]
        return self._candidates(ask, parts, failed, cancel)

    def _rank(self, ask: Search, parts: list[_Part], cancel: Cancel) -> list[Candidates]:
        with self._scanning:
            return candidates(
                [part.library for part in parts],
                ask.queries,
                top=ask.top,
                score=ask.score,
                ratio=ask.ratio,
                engine=self._settings.engine,
                threads=self._threads,
                cancel=cancel,
            )

    def surface(self, library: str, stamp: str, of: int, part: int, id: str) -> Any:
        """Name and features of a surface, as on disk now, or None."""
        opened = self._opened((library, stamp, part), of, time.monotonic() + OPEN_TIMEOUT)
        opened.refresh()
        return opened.library.surface(id)

    # Writing.

    def write(
        self, library: str, stamp: str, of: int, part: int, operations: list[Operation]
    ) -> tuple[list[Written], int]:
        """Applies these operations. When it returns they are on disk and recorded in the ledger.
        Also returns the number of the change that makes them searchable; 0 if there is none."""
        try:
            if any(each.features is not None for each in operations):
                self._folder.reserve_space()
            return self._write(library, stamp, of, part, operations)
        except Error as failure:
            removals = [each for each in operations if each.features is None]
            if not is_full(failure) or not removals:
                raise
            with self._folder.using_reserve():
                removed, change = self._write(library, stamp, of, part, removals)
            full = Written(0, False, False, "full", str(failure))
        rest = iter(removed)
        return [next(rest) if each.features is None else full for each in operations], change

    def _write(
        self, library: str, stamp: str, of: int, part: int, operations: list[Operation]
    ) -> tuple[list[Written], int]:
        with self._writer(library, stamp, of, part) as writer:
            done = self._ledger.done(each.request for each in operations if each.request)
            change = max((each.change for each in done.values()), default=0)
            known = self._ledger.versions(library, stamp, {each.id for each in operations})
            noted: dict[str, Version] = {}
            doing: dict[str, tuple[int, bool]] = {}
            answers = []
            for each in operations:
                if each.request in done:
                    version, existed, _ = done[each.request]
                    answers.append(Written(version, existed))
                    continue
                before = noted.get(each.id) or known.get(each.id) or Version(0, True)
                answer = _apply(writer, each, before)
                answers.append(answer)
                if answer.applied and not answer.problem:
                    noted[each.id] = Version(answer.version, each.features is None)
                    if each.request:
                        doing[each.request] = (answer.version, answer.existed)
            if not noted:
                return answers, change
            writer.commit()
            change = self._ledger.record(library, stamp, part, noted, doing)
        self.metrics.count("espy_written_total", len(noted), library=library)
        return answers, change

    def _writer(self, library: str, stamp: str, of: int, part: int) -> SurfaceWriter:
        entry = self._ledger.placement().libraries.get(library)
        if entry is None or entry.stamp != stamp:
            raise BadUse(f"{library}: this library no longer exists")
        where = self._folder.part(library, of, part)
        return writer_when_free(where, WRITE_TIMEOUT, self._stopped.is_set)

    # What is open.

    def _opened(self, name: Name, of: int, until: float) -> _Part:
        with self._lock:
            part = self._parts.get(name)
            if part is not None:
                return part
            failed = self._failed.get(name)
            if failed is not None and time.monotonic() - failed[1] < RETRY_SECONDS:
                raise Error(failed[0])
            opening = self._open(name, of)
        try:
            return opening.result(max(0.0, until - time.monotonic()))
        except TooLate:
            raise Error(f"part {name[2]} of {name[0]} is being loaded") from None

    def _open(self, name: Name, of: int) -> Future[_Part]:
        """The caller holds the lock."""
        if name not in self._opening:
            self._opening[name] = self._opener.submit(self._load, name, of)
        return self._opening[name]

    def _load(self, name: Name, of: int) -> _Part:
        try:
            begin = time.monotonic()
            part = _Part(self._folder.part(name[0], of, name[2]))
            if part.references:
                # A first search loads the features to where the engine searches them, e.g. a GPU.
                part.library.rank([_ANY], engine=self._settings.engine, threads=self._threads)
            self.metrics.took("espy_stage_seconds", time.monotonic() - begin, stage="load")
        except BaseException as failure:
            with self._lock:
                self._failed[name] = (str(failure), time.monotonic())
                del self._opening[name]
            raise
        with self._lock:
            self._failed.pop(name, None)
            self._parts[name] = part
        # Changes since the library was opened were not applied to it. Until this refresh, which
        # must not depend on the ledger, the part counts as loading.
        try:
            part.refresh()
        finally:
            with self._lock:
                del self._opening[name]
        with suppress(LedgerAway):
            self._send_heartbeat()
        return part

    def wait_loaded(self) -> None:
        """Returns when every part that this group owns is open or has failed to open."""
        while not self._stopped.wait(0.05):
            with suppress(LedgerAway):
                if self.loaded():
                    return

    def loaded(self) -> bool:
        """Is every part that this group owns open, or has it failed to open?"""
        placement = self._ledger.placement()
        with self._lock:
            for library, entry in placement.libraries.items():
                for number, owner in enumerate(entry.owners):
                    name = (library, entry.stamp, number)
                    if owner == self.group and name not in self._failed:
                        if name not in self._parts or name in self._opening:
                            return False
        return True

    # Background threads.

    def _run(self, work: Callable[[], None], pause: float) -> None:
        while not self._stopped.is_set():
            try:
                work()
            except LedgerAway as away:
                self._log_once(str(away))
                self._stopped.wait(BEAT)
            except Error as failure:
                self._log_once(str(failure))
                self._stopped.wait(RETRY_SECONDS)
            if work == self._look:
                self._called.wait(pause)
                self._called.clear()
            else:
                self._stopped.wait(pause)

    def _log_once(self, sentence: str) -> None:
        """Logs a sentence, but the same one at most once in `LOG_AGAIN_SECONDS` seconds."""
        now = time.monotonic()
        if sentence != self._last_logged[0] or now - self._last_logged[1] > LOG_AGAIN_SECONDS:
            self._last_logged = (sentence, now)
            logging.getLogger("espy.service").warning("%s: %s", self.name, sentence)

    def _look(self) -> None:
        """Opens the parts that this group owns; closes those that another owner has open."""
        placement = self._ledger.placement()
        self._presence.update(self._ledger.beats())
        now = time.monotonic()
        wanted: dict[Name, int] = {}
        owners: dict[Name, int] = {}
        for library, entry in placement.libraries.items():
            for number, owner in enumerate(entry.owners):
                name = (library, entry.stamp, number)
                owners[name] = owner
                if owner == self.group:
                    wanted[name] = entry.parts
        with self._lock:
            self._placement = placement
            for name, of in wanted.items():
                failed = self._failed.get(name)
                if name not in self._parts and (failed is None or now - failed[1] > RETRY_SECONDS):
                    self._open(name, of)
            for name, part in list(self._parts.items()):
                if name in wanted:
                    part.elsewhere = None
                elif name not in owners:
                    del self._parts[name]
                elif owners[name] in self._presence.holders(*name):
                    part.elsewhere = part.elsewhere or now
                    if now - part.elsewhere > HANDOVER_SECONDS:
                        del self._parts[name]

    def _compact(self) -> None:
        """Compacts parts with many removed surfaces."""
        with self._lock:
            libraries = dict(self._placement.libraries)
            parts = list(self._parts.items())
        for (library, stamp, number), part in parts:
            entry = libraries.get(library)
            if entry is None or entry.stamp != stamp or entry.owners[number] != self.group:
                continue
            facts = part.library.facts
            if facts.removed < max(LEAST_REMOVED, REMOVED * (facts.references + facts.removed)):
                continue
            with suppress(Error):  # another replica compacts or writes it
                with self._writer(library, stamp, entry.parts, number) as writer:
                    if writer.facts.removed >= LEAST_REMOVED:
                        writer.compact()
                        self._ledger.record(library, stamp, number, {})

    def _follow(self) -> None:
        """Applies changes from the ledger to the open parts."""
        if self._ledger.last_change() < self._applied:
            # The ledger has lost changes, or is another one: refresh everything.
            with self._lock:
                parts = list(self._parts.values())
            self._applied = self._ledger.last_change()
            for part in parts:
                part.refresh()
        after, changes = self._ledger.changes(self._applied, BEAT)
        touched = {(change.library, change.part) for change in changes}
        if touched:
            with self._lock:
                parts = [
                    part
                    for (library, _, number), part in self._parts.items()
                    if (library, number) in touched or ANY in touched
                ]
            for part in parts:
                part.refresh()
            if ANY in touched:
                self._called.set()
        if after != self._applied:
            self._applied = after
            self._send_heartbeat()

    def _send_heartbeat(self) -> None:
        with self._lock:
            self._beats += 1
            parts: dict[str, dict[str, int]] = {}
            for (library, stamp, number), part in self._parts.items():
                if (library, stamp, number) in self._opening:
                    continue
                parts.setdefault(part_key(library, stamp), {})[str(number)] = part.references
            facts = {
                "role": "shard",
                "beat": self._beats,
                "group": self.group,
                "node": socket.gethostname(),
                "pid": os.getpid(),
                "change": self._applied,
                "parts": parts,
                "loading": len(self._opening),
                "failed": sorted({why for why, _ in self._failed.values()}),
            }
        for number, (used, of) in enumerate(gpu_memory.memory() if self._settings.gpus else []):
            self.metrics.set("espy_card_used_bytes", used, card=number)
            self.metrics.set("espy_card_bytes", of, card=number)
        self._ledger.beat(self.name, facts, self.metrics.values())

    def check(self) -> None:
        """Raises RuntimeError if a background thread has ended."""
        for loop in self._loops:
            if not loop.is_alive():
                raise RuntimeError(f"{self.name}: {loop.name} has stopped")

    def stop(self) -> None:
        """Stops the threads and withdraws the heartbeat."""
        # Twice: a thread may send one more before it ends.
        self._stopped.set()
        self._called.set()
        with suppress(Error):
            self._ledger.drop_beat(self.name)
        for loop in self._loops:
            loop.join(2 * BEAT)
        self._opener.shutdown(wait=False, cancel_futures=True)
        with suppress(Error):
            self._ledger.drop_beat(self.name)


def _apply(writer: SurfaceWriter, operation: Operation, before: Version) -> Written:
    """Applies one operation on top of the version in the ledger. Whether the surface exists is up
    to the writer: it is ahead of the ledger if a process died between commit and record."""
    existed = operation.id in writer
    removes = operation.features is None
    version = before.number + 1 if operation.version is None else operation.version
    if version < before.number:
        detail = f"{operation.id}: version {before.number} is stored, and this is {version}"
        return Written(before.number, existed, False, "stale", detail)
    if version == before.number and before.removed != removes:
        did = "removed" if before.removed else "wrote"
        detail = f"{operation.id}: version {version} {did} it"
        return Written(before.number, existed, False, "stale", detail)
    if version == before.number and existed != removes:
        return Written(before.number, existed, False)
    if version > MAX_VERSION:
        detail = f"{operation.id}: its version {before.number} is the last possible one"
        return Written(before.number, existed, False, "stale", detail)
    if removes and operation.version is None and not existed:
        if before.number and not before.removed:
                # A process died between removing it and recording that.
            return Written(version, True)
        unknown = f"{operation.id}: there is no such surface"
        return Written(before.number, False, False, "unknown", unknown)
    try:
        if operation.features is None:
            writer.remove(operation.id)
        else:
            writer.update(operation.id, operation.features, name=operation.name)
    except (BadUse, TypeError, ValueError) as refused:
        return Written(before.number, existed, False, "refused", str(refused))
    return Written(version, existed)


#: A query for loading a part: eight features, all zero.
_ANY = Features(64, 64, np.zeros((8, 4), np.float32), np.zeros((8, 128), np.uint8))
