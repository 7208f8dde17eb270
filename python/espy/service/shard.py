# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A shard opens the parts that its group owns, searches them, and writes to them.

This module does not use Ray; `deployments` wraps it in an actor.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import numpy as np

from .._core import Cancel
from ..errors import BadUse, Cancelled, Error, SystemFailure
from ..surfaces import Candidate, Candidates, Features, SurfaceLibrary, SurfaceWriter, candidates
from . import gpu_memory
from .folder import DataFolder, file_errors, writer_when_free
from .libraries import Libraries
from .metrics import Metrics
from .problems import is_full
from .settings import Settings
from .slots import group_of, part_of, slot_of
from .versions import MAX_VERSION, Version, remember, result_of, set_version, version_of

#: Seconds that a search waits for a part that is still loading.
OPEN_TIMEOUT = 1.0
#: Seconds that a write waits for another writer of the same part.
WRITE_TIMEOUT = 10.0
#: Seconds between two looks for new libraries and for commits of other processes, and how many more
#: for each open part: a look takes a part some 0.1 ms.
LOOK = 0.5
LOOK_PER_PART = 0.01
#: Seconds after its last use in which a part of another group is closed.
IDLE_SECONDS = 60.0
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


class PartState(NamedTuple):
    """What a shard has of a part."""

    #: Number of its surfaces.
    references: int
    #: The last commit that it searches.
    change: int


class ShardState(NamedTuple):
    """A shard's report on itself."""

    name: str
    group: int
    node: str
    pid: int
    #: Of the open parts, by library.
    parts: dict[str, list[PartState]]
    loading: int
    failed: list[str]


class _Part:
    """An open part."""

    def __init__(self, folder: str) -> None:
        self.library = SurfaceLibrary(folder)
        self.used = time.monotonic()
        #: Why it is not served, or empty.
        self.damaged = ""
        self._changed = threading.Condition()
        self.state = self._read()

    def _read(self) -> PartState:
        facts = self.library.facts
        return PartState(facts.references, facts.change)

    def refresh(self) -> None:
        """Searches what was committed since. Raises an error if its files are damaged."""
        try:
            changed = self.library.refresh()
            self.damaged = ""
        except Error as failure:
            if not isinstance(failure, SystemFailure):
                self.damaged = str(failure)
            raise
        if changed:
            with self._changed:
                self.state = self._read()
                self._changed.notify_all()

    def wait(self, change: int, seconds: float) -> bool:
        """Waits until it searches this commit."""
        with self._changed:
            return self._changed.wait_for(lambda: self.state.change >= change, seconds)


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
        self._libraries = Libraries(self._folder)
        self._lock = threading.Lock()
        self._scanning = threading.Lock()
        self._parts: dict[Name, _Part] = {}
        self._opening: dict[Name, Future[_Part]] = {}
        self._failed: dict[Name, tuple[str, float]] = {}
        #: Parts whose folder has another part, with ids that belong elsewhere.
        self._misplaced: set[Name] = set()
        #: Parts that this shard has written to.
        self._touched: set[Name] = set()
        self._stopped = threading.Event()
        # Set to run _look before its pause ends.
        self._called = threading.Event()
        self._last_logged = ("", float("-inf"))
        self._opener = ThreadPoolExecutor(1, "open")
        self._loops = [
            threading.Thread(target=self._run, args=each, daemon=True, name=each[0].__name__)
            for each in ((self._look,), (self._compact,))
        ]
        self._looked = time.monotonic()
        with suppress(Error):
            owned = {**self._owned(settings.groups), **self._owned(settings.groups_before)}
            with self._lock:
                for name, of in owned.items():
                    self._open(name, of)
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
                parts[number].used = begin
            except Error as failure:
                failed[number] = str(failure)
        cancel = Cancel()
        timer = threading.Timer(max(0.0, ask.seconds - (time.monotonic() - begin)), cancel.cancel)
        timer.start()
        try:
            found = self._candidates(ask, parts, failed, cancel)
        finally:
            timer.cancel()
        self.metrics.took("espy_batch_queries", len(ask.queries))
        self.metrics.took("espy_stage_seconds", time.monotonic() - begin, stage="scan")
        ranked = [each.ranked for each in found] or [[] for _ in ask.queries]
        references, engine = (found[0].references, found[0].engine) if found else (0, "")
        return Found(references, failed, ranked, engine)

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

    def surface(
        self, library: str, stamp: str, of: int, part: int, id: str
    ) -> tuple[str, Features, int] | None:
        """Name, features and version of a surface, as on disk now, or None."""
        opened = self._opened((library, stamp, part), of, time.monotonic() + OPEN_TIMEOUT)
        with file_errors():
            opened.refresh()
            found = opened.library.surface(id)
            return None if found is None else (*found, version_of(opened.library, id).number)

    def ids(
        self, library: str, stamp: str, of: int, parts: list[int], prefix: str, after: str, most: int
    ) -> list[str]:
        """Up to ``most`` ids of these parts in order, as on disk now, those after ``after`` that
        begin so."""
        until = time.monotonic() + OPEN_TIMEOUT
        found: list[str] = []
        for part in parts:
            opened = self._opened((library, stamp, part), of, until)
            with file_errors():
                opened.refresh()
                if prefix > after and prefix in opened.library:
                    found.append(prefix)
                found += opened.library.ids(max(prefix, after), most)
        return sorted(id for id in found if id.startswith(prefix))[:most]

    def opened(
        self, asked: list[tuple[str, str, int, list[int]]], seconds: float
    ) -> list[dict[int, PartState]]:
        """Opens parts of libraries (name, stamp, number of parts, parts) and returns those that are
        open after at most this time."""
        until = time.monotonic() + seconds
        answers: list[dict[int, PartState]] = []
        for library, stamp, of, parts in asked:
            answers.append({})
            for part in parts:
                with suppress(Error):
                    answers[-1][part] = self._opened((library, stamp, part), of, until).state
        return answers

    def applied(
        self, library: str, stamp: str, of: int, part: int, change: int, seconds: float
    ) -> tuple[str, bool]:
        """This shard's name, and whether it searches this commit of a part after at most this
        time."""
        until = time.monotonic() + seconds
        opened = self._opened((library, stamp, part), of, until)
        if opened.state.change < change:
            with self._lock:
                self._touched.add((library, stamp, part))
            self._called.set()
        return self.name, opened.wait(change, max(0.0, until - time.monotonic()))

    # Writing.

    def write(
        self, library: str, stamp: str, of: int, part: int, operations: list[Operation]
    ) -> tuple[list[Written], int]:
        """Applies these operations. When it returns they are on disk, with their versions. Also
        returns the part's last commit."""
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
        written = 0
        with self._writer(library, stamp, of, part) as writer, file_errors():
            answers = []
            for each in operations:
                done = result_of(writer, each.request) if each.request else None
                if done is not None:
                    answers.append(Written(*done))
                    continue
                answer = _apply(writer, each, version_of(writer, each.id))
                answers.append(answer)
                if answer.applied and not answer.problem:
                    written += 1
                    set_version(writer, each.id, Version(answer.version, each.features is None))
                    if each.request:
                        remember(writer, each.request, answer.version, answer.existed)
            if written:
                writer.commit()
            change = writer.facts.change
        if written:
            self.metrics.count("espy_written_total", written, library=library)
            with self._lock:
                self._touched.add((library, stamp, part))
            self._called.set()
        return answers, change

    @contextmanager
    def _writer(self, library: str, stamp: str, of: int, part: int) -> Iterator[SurfaceWriter]:
        # Found by the gateway a moment ago: an alias of it may have another library now.
        failure = SystemFailure(f"{library}: was removed or renamed during this write; repeat it")
        entry = self._libraries.entries().get(library)
        if entry is None or entry.stamp != stamp:
            raise failure
        where = self._folder.part(library, of, part)
        if (library, stamp, part) in self._misplaced:
            raise SystemFailure(_MISPLACED.format(where))
        known = self._parts.get((library, stamp, part))
        if known is not None and known.damaged:
            raise SystemFailure(known.damaged)
        with file_errors():
            opened = writer_when_free(where, WRITE_TIMEOUT, self._stopped.is_set)
        with opened as writer:
            # Since it is locked, it keeps its name.
            if self._folder.entry(library, of).stamp != stamp:
                raise failure
            yield writer

    # What is open.

    def _opened(self, name: Name, of: int, until: float) -> _Part:
        with self._lock:
            part = self._parts.get(name)
            if part is not None:
                if part.damaged:
                    raise SystemFailure(part.damaged)
                return part
            failed = self._failed.get(name)
            if failed is not None and time.monotonic() - failed[1] < RETRY_SECONDS:
                raise SystemFailure(failed[0])
            opening = self._open(name, of)
        try:
            return opening.result(max(0.0, until - time.monotonic()))
        except TooLate:
            raise SystemFailure(f"part {name[2]} of {name[0]} is being loaded") from None

    def _open(self, name: Name, of: int) -> Future[_Part]:
        """The caller holds the lock."""
        if name not in self._opening:
            self._opening[name] = self._opener.submit(self._load, name, of)
        return self._opening[name]

    def _load(self, name: Name, of: int) -> _Part:
        try:
            begin = time.monotonic()
            with file_errors():
                part = _Part(self._folder.part(name[0], of, name[2]))
                if any(part_of(slot_of(id), of) != name[2] for id in part.library.ids("", 1)):
                    self._misplaced.add(name)
                    raise SystemFailure(_MISPLACED.format(part.library.folder))
                self._misplaced.discard(name)
                if part.state.references:
                    # A first search loads the features to where the engine searches them, e.g. a
                    # GPU.
                    part.library.rank([_ANY], engine=self._settings.engine, threads=self._threads)
            self.metrics.took("espy_stage_seconds", time.monotonic() - begin, stage="load")
        except BaseException as failure:
            why = str(failure)
            with self._lock:
                known = self._failed.get(name, ("", 0.0))[0]
                self._failed[name] = (why, time.monotonic())
                del self._opening[name]
            if why != known:
                logging.getLogger("espy.service").warning("%s: %s", self.name, why)
            raise
        with self._lock:
            self._failed.pop(name, None)
            self._parts[name] = part
            del self._opening[name]
        return part

    def wait_loaded(self) -> None:
        """Returns when every part that this group owns is open or has failed to open."""
        while not self._stopped.wait(0.02):
            with suppress(Error):
                if self.loaded():
                    return

    def loaded(self) -> bool:
        """Is every part that this group owns open, or has it failed to open?"""
        owned = self._owned(self._settings.groups)
        with self._lock:
            known = {*self._parts, *self._failed} - set(self._opening)
        return known.issuperset(owned)

    def _owned(self, groups: int) -> dict[Name, int]:
        """The parts that are this group's, of this number of groups, and the numbers of parts of
        their libraries."""
        return {
            (library, entry.stamp, part): entry.parts
            for library, entry in self._libraries.entries().items()
            for part in range(entry.parts)
            if groups and group_of(entry.stamp, part, groups) == self.group
        }

    def state(self) -> ShardState:
        """What it has open."""
        with self._lock:
            parts: dict[str, list[PartState]] = {}
            for (library, _, _), part in self._parts.items():
                parts.setdefault(library, []).append(part.state)
            damaged = {part.damaged for part in self._parts.values() if part.damaged}
            failed = sorted({why for why, _ in self._failed.values()} | damaged)
            loading = len(self._opening)
        return ShardState(
            self.name, self.group, socket.gethostname(), os.getpid(), parts, loading, failed
        )

    def ping(self) -> str:
        """Its name, whatever it computes."""
        return self.name

    def figures(self) -> tuple[str, list[Any]]:
        """Its name and metrics."""
        for number, (used, of) in enumerate(gpu_memory.memory() if self._settings.gpus else []):
            self.metrics.set("espy_gpu_used_bytes", used, gpu=number)
            self.metrics.set("espy_gpu_bytes", of, gpu=number)
        return self.name, self.metrics.values()

    # Background threads.

    def _run(self, work: Callable[[], None]) -> None:
        while not self._stopped.is_set():
            try:
                work()
            except Error as failure:
                self._log_once(str(failure))
                self._stopped.wait(LOOK)

    def _log_once(self, sentence: str) -> None:
        """Logs a sentence, but the same one at most once in `LOG_AGAIN_SECONDS` seconds."""
        now = time.monotonic()
        if sentence != self._last_logged[0] or now - self._last_logged[1] > LOG_AGAIN_SECONDS:
            self._last_logged = (sentence, now)
            logging.getLogger("espy.service").warning("%s: %s", self.name, sentence)

    def _look(self) -> None:
        """Opens the parts that this group owns, closes others, and searches what was committed: by
        this shard at once, by other processes at the next look."""
        pause = LOOK + LOOK_PER_PART * len(self._parts)
        self._called.wait(pause)
        self._called.clear()
        with self._lock:
            touched = [self._parts[name] for name in self._touched if name in self._parts]
            self._touched.clear()
        self._refresh(touched)
        now = time.monotonic()
        if now < self._looked + pause:
            return
        self._looked = now
        owned = self._owned(self._settings.groups)
        existing = {(name, entry.stamp) for name, entry in self._libraries.entries().items()}
        with self._lock:
            for name, of in owned.items():
                failed = self._failed.get(name)
                if name not in self._parts and (failed is None or now - failed[1] > RETRY_SECONDS):
                    self._open(name, of)
            for name, part in list(self._parts.items()):
                idle = name not in owned and now - part.used > IDLE_SECONDS
                if idle or name[:2] not in existing:
                    del self._parts[name]
            for name in [name for name in self._failed if name[:2] not in existing]:
                del self._failed[name]
            parts = list(self._parts.values())
        self._refresh(parts)

    def _refresh(self, parts: list[_Part]) -> None:
        """Searches what was committed to these parts, except those that cannot be read. Closes
        those whose files were replaced, such as by a backup; the next look opens them."""
        for part in parts:
            try:
                part.refresh()
            except Error as failure:
                self._log_once(str(failure))
                if isinstance(failure, SystemFailure) and failure.errno == errno.ESTALE:
                    with self._lock:
                        self._parts = {n: each for n, each in self._parts.items() if each != part}

    def _compact(self) -> None:
        """Compacts parts with many removed surfaces."""
        if self._stopped.wait(COMPACTED):
            return
        owned = self._owned(self._settings.groups)
        with self._lock:
            parts = [(name, part) for name, part in self._parts.items() if name in owned]
        for (library, stamp, number), part in parts:
            facts = part.library.facts
            if facts.removed < max(LEAST_REMOVED, REMOVED * (facts.references + facts.removed)):
                continue
            with suppress(Error):  # another replica compacts or writes it
                with self._writer(library, stamp, owned[library, stamp, number], number) as writer:
                    if writer.facts.removed >= LEAST_REMOVED:
                        writer.compact()

    def check(self) -> None:
        """Raises RuntimeError if a background thread has ended."""
        for loop in self._loops:
            if not loop.is_alive():
                raise RuntimeError(f"{self.name}: {loop.name} has stopped")

    def stop(self) -> None:
        """Stops the threads."""
        self._stopped.set()
        self._called.set()
        for loop in self._loops:
            loop.join(2)
        self._opener.shutdown(wait=False, cancel_futures=True)


def _apply(writer: SurfaceWriter, operation: Operation, before: Version) -> Written:
    """Applies one operation on top of the known version."""
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
        unknown = f"{operation.id}: there is no such surface"
        return Written(before.number, False, False, "unknown", unknown)
    try:
        if operation.features is None:
            writer.remove(operation.id)
        else:
            writer.update(operation.id, operation.features, name=operation.name)
    except (BadUse, TypeError, ValueError) as refused:
        if isinstance(refused, Error) and not isinstance(refused, BadUse):
            raise  # a failure, by which the operations before this one were rolled back
        return Written(before.number, existed, False, "refused", str(refused))
    return Written(version, existed)


_MISPLACED = "{}: has surfaces of another part; restore this one"
#: A query for loading a part: eight features, all zero.
_ANY = Features(64, 64, np.zeros((8, 4), np.float32), np.zeros((8, 128), np.uint8))
