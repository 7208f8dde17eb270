# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A gateway computes a photograph's features, queries the shards and merges their answers.

This module uses neither HTTP nor Ray: `api` calls it, and it calls shards through `calls`.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..errors import Error, TooLarge
from ..surfaces import Candidates, Features, SurfaceAnswer, answer_of, features, shrunk_bytes
from .calls import LOOK, Batches, Groups, Shards, Unavailable
from .folder import DataFolder, Entry
from .keys import Keys
from .libraries import Libraries
from .metrics import Metrics
from .problems import Problem
from .settings import Settings
from .shard import Found, Operation, Search, Written
from .slots import group_of, part_of, share_of, slot_of
from .tracing import span

Answer = TypeVar("Answer")

#: Maximum of candidates in an answer, and of features in a query.
MAX_TOP = 100
MAX_FEATURES = 8192
#: Maximum width and height, in pixels, that given features may state for their photograph.
MOST_SIDE = 1 << 20
#: Maximum of threads that compute features; each holds a photograph and SIFT's pyramid of it.
MAX_DECODERS = 8
#: Photographs with more pixels are decoded one at a time: unless they are PNGs, they take up to 8
#: bytes per pixel.
LARGE = 16_000_000
#: Maximum of queries in one batch.
TOGETHER = 32
#: Maximum of writes in one batch.
WRITTEN_TOGETHER = 64
#: Seconds after a deadline in which a partial answer may still arrive.
GRACE = 0.25
#: Seconds between two questions whether a change is applied.
_AGAIN = 0.02
#: Content type of features.
FEATURES = "application/vnd.espy.features"


class Question(NamedTuple):
    """A query."""

    entry: Entry
    query: Features
    top: int
    score: str
    ratio: tuple[int, int]
    #: Deadline, by time.monotonic().
    until: float


class ShardAnswers(NamedTuple):
    """The shards' answers to a `Question`."""

    parts: list[Candidates]
    #: Share of the library's slots that was searched, 0 to 1.
    coverage: float
    #: Why other parts were not searched.
    missing: list[str]
    seconds: float


class Identified(NamedTuple):
    """The answer to a search."""

    answer: SurfaceAnswer
    coverage: float
    missing: list[str]
    #: Stage and its milliseconds.
    timeline: list[tuple[str, float]]


class Writing(NamedTuple):
    """An operation and the part that it belongs to."""

    entry: Entry
    part: int
    operation: Operation
    #: Deadline, by time.monotonic().
    until: float


class Change(NamedTuple):
    """The result of a write."""

    id: str
    slot: int
    written: Written
    #: Number of the change; shards that have applied it search the surface. 0 if there is none.
    change: int
    searched: bool


class Gateway:
    """One process that takes requests."""

    def __init__(self, settings: Settings, shards: Shards) -> None:
        self.settings = settings
        self.name = f"gateway-{uuid.uuid4().hex[:12]}"
        self.metrics = Metrics()
        self.folder = DataFolder(settings.folder)
        self.libraries = Libraries(self.folder)
        self.keys = Keys(settings.folder, settings.gateways)
        self.shards = shards
        #: See `Groups`.
        self.ask = Groups(shards).ask
        self._searches = Batches(self.query_shards_batch, TOGETHER)
        self._writes = Batches(self.apply_batch, WRITTEN_TOGETHER)
        self.waiting = 0
        self._cores = len(os.sched_getaffinity(0))
        decoders = settings.decoders or min(MAX_DECODERS, self._cores)
        self._large = threading.Lock()
        self._lock = threading.Lock()
        #: Photographs whose features are being computed.
        self._computing = 0
        self._decoders = ThreadPoolExecutor(decoders, "decode")
        # A pool of its own: verification takes milliseconds and must not queue behind features.
        self._verifiers = ThreadPoolExecutor(decoders, "verify")
        # For blocking calls that do not compute.
        self._blocking_calls = ThreadPoolExecutor(32, "wait")

    def stop(self) -> None:
        """Stops the threads."""
        self._decoders.shutdown(wait=False, cancel_futures=True)
        self._verifiers.shutdown(wait=False, cancel_futures=True)
        self._blocking_calls.shutdown(wait=False, cancel_futures=True)

    def facts(self) -> dict[str, Any]:
        """This process, for `Report.stats`."""
        return {"name": self.name, "node": socket.gethostname(), "pid": os.getpid()}

    def figures(self) -> tuple[str, list[Any]]:
        """Its name and metrics."""
        self.metrics.set("espy_waiting", self.waiting)
        return self.name, self.metrics.values()

    @asynccontextmanager
    async def place(self, until: float = 0) -> AsyncIterator[None]:
        """Holds one of `Settings.most_waiting` slots for a request. Raises `Problem` 503 if none
        becomes free until then."""
        while self.waiting >= self.settings.most_waiting:
            if time.monotonic() >= until:
                raise Problem(503, "too many requests at once", retry=1)
            await asyncio.sleep(LOOK / 10)
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def in_thread(self, work: Callable[..., Answer], *given: Any) -> Answer:
        """Runs a blocking call in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._blocking_calls, work, *given)

    # Photographs.

    async def features_of(
        self, kind: str, body: bytes, most: int, side: int, until: float
    ) -> tuple[Features, list[tuple[str, float]]]:
        """The features of a body, and the stages of computing them."""
        if kind == FEATURES:
            given = Features.from_bytes(body)
            if len(given) > MAX_FEATURES:
                raise Problem(422, f"features: {len(given)}, more than the {MAX_FEATURES} allowed")
            sides = (given.width, given.height)
            if not all(1 <= side <= MOST_SIDE for side in sides):
                raise Problem(400, f"features: their photograph's sides must be 1 to {MOST_SIDE}")
            if len(given) and np.abs(given.points).max() > 2 * MOST_SIDE:
                raise Problem(400, f"features: a position is beyond {2 * MOST_SIDE}")
            return given, []
        least = min(LARGE, self.settings.most_pixels)
        try:
            small = self._decoders.submit(self._find_features, body, most, side, least)
            return await _done(small, until)
        except TooLarge:
            if least == self.settings.most_pixels:
                raise
        # Waits here, not in a thread of the pool, which smaller photographs need.
        while not self._large.acquire(blocking=False):
            if time.monotonic() >= until:
                why = f"too many photographs of over {LARGE} pixels: this one did not start in time"
                raise Problem(503, why, retry=1)
            await asyncio.sleep(LOOK / 10)
        large = self._decoders.submit(
            self._find_features, body, most, side, self.settings.most_pixels
        )
        # Not after the wait below: if that times out, the thread still holds the photograph.
        large.add_done_callback(lambda _: self._large.release())
        return await _done(large, until)

    def _find_features(
        self, body: bytes, most: int, side: int, most_pixels: int
    ) -> tuple[Features, list[tuple[str, float]]]:
        begin = time.monotonic()
        photograph = shrunk_bytes(body, "the photograph", side, most_pixels)
        decoded = time.monotonic()
        with self._lock:
            self._computing += 1
            # A photograph alone may use all cores.
            threads = max(1, self._cores // self._computing)
        try:
            found = features(photograph, most=most, longest_side=side, threads=threads)
        finally:
            with self._lock:
                self._computing -= 1
        end = time.monotonic()
        return found, [self._stage("decode", begin, decoded), self._stage("features", decoded, end)]

    def _stage(self, name: str, begin: float, end: float) -> tuple[str, float]:
        self.metrics.took("espy_stage_seconds", end - begin, stage=name)
        return name, 1000 * (end - begin)

    # Searching.

    async def identify(
        self, kind: str, body: bytes, question: Question, most: int, min_inliers: int
    ) -> Identified:
        """Which of a library's surfaces is it? ``question.query`` is ignored and computed."""
        side = question.entry.made.longest_side
        with span("features"):
            query, stages = await self.features_of(kind, body, most, side, question.until)
        with span("identify"):
            from_shards = await self.query_shards(question._replace(query=query))
        stages.append(("identify", 1000 * from_shards.seconds))
        begin = time.monotonic()
        answer = await _done(
            self._verifiers.submit(
                answer_of, query, from_shards.parts, top=question.top, min_inliers=min_inliers
            ),
            question.until + 5,
        )
        stages.append(self._stage("verify", begin, time.monotonic()))
        if from_shards.coverage < 1:
            self.metrics.count("espy_partial_total", library=question.entry.name)
        return Identified(answer, from_shards.coverage, from_shards.missing, stages)

    async def query_shards(self, question: Question) -> ShardAnswers:
        """The shards' answers."""
        left = max(0.0, question.until - time.monotonic()) + GRACE
        try:
            return await asyncio.wait_for(self._searches(question), left)
        except asyncio.TimeoutError:
            return ShardAnswers([], 0.0, ["all parts: the search did not start in time"], left)

    async def query_shards_batch(
        self, questions: list[Question]
    ) -> list[ShardAnswers | BaseException]:
        """The same for several questions, searching those with equal parameters together. Returns
        for each the answers or the exception."""
        kinds: dict[Any, list[int]] = {}
        for number, question in enumerate(questions):
            # Deadlines within a quarter of a second share a batch.
            left = round((question.until - time.monotonic()) * 4)
            kind = (question.entry, question.top, question.score, question.ratio, left)
            kinds.setdefault(kind, []).append(number)
        answers = await asyncio.gather(
            *(self._query_shards([questions[n] for n in numbers]) for numbers in kinds.values()),
            return_exceptions=True,
        )
        results: list[Any] = [None] * len(questions)
        for numbers, answer in zip(kinds.values(), answers):
            several = answer if isinstance(answer, list) else [answer] * len(numbers)
            for number, each in zip(numbers, several):
                results[number] = each
        return results

    async def _query_shards(self, questions: list[Question]) -> list[ShardAnswers]:
        begin = time.monotonic()
        first = questions[0]
        entry = first.entry
        until = min(question.until for question in questions)
        found: list[Found] = []
        missing: dict[int, str] = {}
        pending = list(range(entry.parts))
        # Up to three attempts: shards die, and load parts.
        for attempt in range(3):
            if attempt == 2:
                await asyncio.sleep(0.05)
            failed: dict[int, str] = {}
            groups = self._groups_of(entry, pending)
            answers = await asyncio.gather(
                *(
                    self._ask(group, _search(first, entry, parts, questions), until)
                    for group, parts in groups.items()
                )
            )
            for parts, answer in zip(groups.values(), answers):
                if isinstance(answer, str):
                    failed.update(dict.fromkeys(parts, answer))
                else:
                    found.append(answer)
                    failed.update(answer.failed)
            pending = sorted(failed)
            missing = failed
            if not pending or time.monotonic() >= until:
                break
        coverage = 1 - share_of(missing, entry.parts)
        seconds = time.monotonic() - begin
        self.metrics.took("espy_stage_seconds", seconds, stage="identify")
        return [
            ShardAnswers(
                [Candidates(one.references, one.ranked[number], one.engine, {}) for one in found],
                coverage,
                _reasons(missing),
                seconds,
            )
            for number in range(len(questions))
        ]

    async def _ask(self, group: int, search: Search, until: float) -> Found | str:
        """A group's result, or why there is none."""
        try:
            return await self.ask(group, until, "search", search)
        except Unavailable as away:
            return str(away)

    # Libraries.

    async def entry(self, name: str) -> Entry:
        """The library of this name or alias. Raises `Problem` 404."""
        return await self.in_thread(self.libraries.entry, name)

    def _groups_of(self, entry: Entry, parts: Iterable[int]) -> dict[int, list[int]]:
        """Group -> those of these parts that it has."""
        groups: dict[int, list[int]] = {}
        for part in parts:
            groups.setdefault(self._group_of(entry, part), []).append(part)
        return groups

    def _group_of(self, entry: Entry, part: int) -> int:
        return group_of(entry.stamp, part, self.settings.groups)

    async def opened(self, entries: list[Entry], seconds: float) -> list[dict[int, Any]]:
        """For each library the parts that are open after at most this time, and their states."""
        asked: dict[int, list[tuple[int, Any]]] = {}
        for number, entry in enumerate(entries):
            for group, parts in self._groups_of(entry, range(entry.parts)).items():
                place = (entry.name, entry.stamp, entry.parts, parts)
                asked.setdefault(group, []).append((number, place))
        found: list[dict[int, Any]] = [{} for _ in entries]

        async def of_group(group: int, places: list[tuple[int, Any]]) -> None:
            until = time.monotonic() + seconds + 2
            given = [place for _, place in places]
            with suppress(Unavailable):
                answers = await self.ask(group, until, "opened", given, seconds)
                for (number, _), parts in zip(places, answers):
                    found[number].update(parts)

        await asyncio.gather(*(of_group(*each) for each in asked.items()))
        return found

    async def ids(
        self, entry: Entry, prefix: str, after: str, most: int, until: float
    ) -> list[str]:
        """Up to ``most`` ids in order, those after ``after`` that begin with the prefix."""
        place = (entry.name, entry.stamp, entry.parts)
        groups = self._groups_of(entry, range(entry.parts))
        found = await asyncio.gather(
            *(
                self.ask(group, until, "ids", *place, parts, prefix, after, most)
                for group, parts in groups.items()
            )
        )
        return sorted(id for ids in found for id in ids)[:most]

    # Writing.

    async def write(self, entry: Entry, operation: Operation, until: float, wait: bool) -> Change:
        """Writes or removes one surface. With ``wait`` returns when it is searched, or at the
        deadline."""
        slot = slot_of(operation.id)
        part = part_of(slot, entry.parts)
        begin = time.monotonic()
        operation = operation._replace(request=uuid.uuid4().hex)
        with span("write"):
            written, change = await self._writes(Writing(entry, part, operation, until))
        self._stage("write", begin, time.monotonic())
        searched = False
        if not written.problem and (wait or not written.applied):
            patience = until if wait else time.monotonic()
            searched = await self._wait_searched(entry, part, change, patience)
        return Change(operation.id, slot, written, change if written.applied else 0, searched)

    async def _wait_searched(self, entry: Entry, part: int, change: int, until: float) -> bool:
        """Asks the shards with this part until all replicas search this change; False at the
        deadline."""
        group = self._group_of(entry, part)
        place = (entry.name, entry.stamp, entry.parts, part)
        names: set[str] = set()
        while True:
            left = max(0.0, until - time.monotonic())
            try:
                name, applied = await self.ask(
                    group, until + GRACE, "applied", *place, change, min(left, GRACE)
                )
            except (Unavailable, Error):
                name, applied = "", False
            if applied:
                names.add(name)
            if len(names) >= self.settings.replicas:
                return True
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(_AGAIN)

    async def apply_batch(
        self, writings: list[Writing]
    ) -> list[tuple[Written, int] | BaseException]:
        """Applies several operations, those of a part together. Returns for each the result or the
        exception."""
        places: dict[Any, list[int]] = {}
        for number, each in enumerate(writings):
            places.setdefault((each.entry, each.part), []).append(number)
        answers: list[Any] = [None] * len(writings)

        async def of_part(numbers: list[int]) -> None:
            entry, part, _, _ = writings[numbers[0]]
            until = max(writings[n].until for n in numbers)
            operations = [writings[n].operation for n in numbers]
            try:
                place = (entry.name, entry.stamp, entry.parts, part)
                written, change = await self.ask(
                    self._group_of(entry, part), until, "write", *place, operations
                )
                for number, each in zip(numbers, written):
                    answers[number] = (each, change)
            except Exception as failure:
                for number in numbers:
                    answers[number] = failure

        await asyncio.gather(*(of_part(numbers) for numbers in places.values()))
        return answers

    async def surface(
        self, entry: Entry, id: str, until: float
    ) -> tuple[str, Features, int] | None:
        """Name, features and version of a surface, or None."""
        part = part_of(slot_of(id), entry.parts)
        place = (entry.name, entry.stamp, entry.parts, part)
        found: tuple[str, Features, int] | None = await self.ask(
            self._group_of(entry, part), until, "surface", *place, id
        )
        return found


async def _done(future: Future[Answer], until: float) -> Answer:
    """The future's result. Raises `Problem` 503 at the deadline."""
    try:
        left = max(0.0, until - time.monotonic())
        return await asyncio.wait_for(asyncio.wrap_future(future), left)
    except asyncio.TimeoutError:
        why = "the deadline passed during the search: allow more seconds"
        if future.cancelled():
            why = "too many photographs at once: this one did not start in time"
        raise Problem(503, why, retry=1) from None


def _search(first: Question, entry: Entry, parts: list[int], questions: list[Question]) -> Search:
    queries = [question.query for question in questions]
    return Search(
        entry.name,
        entry.stamp,
        entry.parts,
        parts,
        queries,
        first.top,
        first.score,
        first.ratio,
        max(0.05, min(question.until for question in questions) - time.monotonic()),
    )


def _reasons(missing: dict[int, str]) -> list[str]:
    """One sentence for each reason, with the parts that it applies to."""
    reasons: dict[str, list[int]] = {}
    for part, why in missing.items():
        reasons.setdefault(why, []).append(part)
    return [
        f"part{'s' if len(parts) > 1 else ''} {', '.join(map(str, parts[:20]))}"
        f"{' and more' if len(parts) > 20 else ''}: {why}"
        for why, parts in sorted(reasons.items())
    ]
