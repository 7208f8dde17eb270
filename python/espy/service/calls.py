# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Calls of shards: batched, repeated if a shard dies, and given up if none of its group answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from .problems import Problem

Item = TypeVar("Item")
Answer = TypeVar("Answer")

#: Seconds between checks that a group which was called is still live.
LOOK = 0.25
#: Seconds without an answer of any shard of a group after which the group counts as unavailable.
GONE = 5.0
#: Seconds after the last call of a group in which it is watched.
WATCHED = 10.0
#: Maximum of pings of a group that wait for an answer.
PINGS = 8
#: Maximum of calls to a group when the shards that are called die.
TRIES = 4


class Shards(Protocol):
    """Calls the service's processes."""

    async def call(self, group: int, method: str, *given: Any) -> Any:
        """Calls a method of one live shard of this group. Raises `Lost` if that shard dies."""

    async def everyone(self, method: str) -> tuple[list[Any], list[Any]]:
        """Calls a method of all live shards, and of all other gateways, as far as they answer."""


class Lost(Exception):
    """The called shard died. Another one may be called."""


class Unavailable(Problem):
    """No shard of a group did what it was called for."""

    def __init__(self, why: str) -> None:
        super().__init__(503, why, retry=2)


class Groups:
    """Calls groups of shards."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards
        #: Group -> the task that watches it, while it is called.
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._called: dict[int, float] = {}
        self._answered: dict[int, float] = {}

    async def ask(self, group: int, until: float, method: str, *given: Any) -> Any:
        """Calls a method of one of a group's shards. Raises `Unavailable` if none returns in
        time."""
        for _ in range(TRIES):
            call = asyncio.ensure_future(self._shards.call(group, method, *given))
            try:
                while True:
                    left = until - time.monotonic()
                    done, _ = await asyncio.wait({call}, timeout=max(0.0, min(LOOK, left)))
                    if done:
                        break
                    if left <= 0:
                        raise Unavailable(f"group {group} did not answer in time")
                    if not self._is_live(group):
                        raise Unavailable(f"group {group} is unavailable")
                answer = call.result()
                self._answered[group] = time.monotonic()
                return answer
            except Lost:
                await asyncio.sleep(LOOK / 4)
            finally:
                call.cancel()
        raise Unavailable(f"group {group}: its shards crash on this search")

    def _is_live(self, group: int) -> bool:
        """Has a shard of this group answered lately? A search that takes long is no sign of death,
        so the group is asked for its pulse meanwhile."""
        now = self._called[group] = time.monotonic()
        if group not in self._watching or self._watching[group].done():
            self._answered[group] = now
            self._watching[group] = asyncio.ensure_future(self._watch(group))
        return now - self._answered[group] <= GONE

    async def _watch(self, group: int) -> None:
        # Those that are slow stay: on a busy machine an answer after seconds is a sign of life, too.
        pings: list[asyncio.Task[None]] = []
        while time.monotonic() - self._called[group] < WATCHED:
            pings.append(asyncio.ensure_future(self._ping(group)))
            await asyncio.wait(pings[-1:], timeout=GONE / 2)
            pings = [ping for ping in pings if not ping.done()]
            if len(pings) > PINGS:
                pings.pop(0).cancel()
            await asyncio.sleep(2 * LOOK)
        for ping in pings:
            ping.cancel()

    async def _ping(self, group: int) -> None:
        with suppress(Exception):
            await self._shards.call(group, "ping")
            self._answered[group] = time.monotonic()


class Batches(Generic[Item, Answer]):
    """Calls for single items, carried out together: those that arrive while others are worked on."""

    def __init__(
        self, work: Callable[[list[Item]], Awaitable[list[Answer | BaseException]]], most: int
    ) -> None:
        self._work = work
        self._most = most
        self._waiting: list[tuple[Item, asyncio.Future[Answer]]] = []
        self._running: set[asyncio.Task[None]] = set()

    #: Maximum of batches at the same time: one computes, one is on its way.
    CONCURRENT = 2

    async def __call__(self, item: Item) -> Answer:
        """The answer for this item, or its exception."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        self._begin()
        return await future

    def _begin(self) -> None:
        while self._waiting and len(self._running) < self.CONCURRENT:
            some = self._waiting[: self._most]
            del self._waiting[: self._most]
            running = asyncio.ensure_future(self._run(some))
            self._running.add(running)

    async def _run(self, some: list[tuple[Item, asyncio.Future[Answer]]]) -> None:
        try:
            answers = await self._work([item for item, _ in some])
        except BaseException as failure:
            answers = [failure] * len(some)
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._running.discard(task)
            self._begin()
        for (_, future), answer in zip(some, answers):
            if future.done():
                continue
            if isinstance(answer, BaseException):
                future.set_exception(answer)
            else:
                future.set_result(answer)
