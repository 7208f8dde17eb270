# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Streams of lines that are answered by streams of lines, concurrently."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any, Tuple, Union

from fastapi.responses import StreamingResponse

from .bodies import LINES
from .problems import Problem

#: Maximum of lines of a stream that are processed concurrently.
AHEAD = 16

#: A line with its number, or a problem with the stream, which is its last item.
Line = Union[Tuple[int, bytes], Problem]


class Lines(StreamingResponse):
    """A response that is sent while the body is still arriving."""

    media_type = LINES

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI interface. Starlette's own also receives, to notice a disconnect, and would
        consume parts of the body."""
        await self.stream_response(send)


async def first_of(lines: AsyncIterator[Line]) -> Line:
    """The first line. Raises `Problem` 400 if the body is empty, before the response begins."""
    try:
        return await lines.__anext__()
    except StopAsyncIteration:
        raise Problem(400, "the body is empty: it must be lines of JSON") from None


async def in_order(
    lines: AsyncGenerator[Line, None],
    first: Line,
    work: Callable[[int, bytes], Awaitable[dict[str, Any]]],
    problem_fields: Callable[[Problem], dict[str, Any]],
    most_bytes: int,
) -> AsyncIterator[bytes]:
    """Processes up to `AHEAD` lines concurrently and yields their answers in the order of the
    lines. Lines in flight have at most ``most_bytes`` bytes, unless a single one has more."""
    ahead: asyncio.Queue[Any] = asyncio.Queue(AHEAD)
    in_flight = 0
    landed = asyncio.Event()

    async def do(line: Line, size: int) -> dict[str, Any]:
        nonlocal in_flight
        if isinstance(line, Problem):
            return problem_fields(line)
        try:
            return await work(*line)
        finally:
            in_flight -= size
            landed.set()

    async def begin(line: Line) -> None:
        nonlocal in_flight
        size = 0 if isinstance(line, Problem) else len(line[1])
        while in_flight and in_flight + size > most_bytes:
            landed.clear()
            await landed.wait()
        in_flight += size
        await ahead.put(asyncio.ensure_future(do(line, size)))

    async def read() -> None:
        try:
            await begin(first)
            async for line in lines:
                await begin(line)
        except Problem as problem:
            await begin(problem)
        finally:
            await lines.aclose()
        await ahead.put(None)

    reading = asyncio.ensure_future(read())
    try:
        while (task := await ahead.get()) is not None:
            yield json.dumps(await task, ensure_ascii=False).encode() + b"\n"
    finally:
        reading.cancel()
        while not ahead.empty():
            task = ahead.get_nowait()
            if task is not None:
                task.cancel()
