# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Reads request bodies within limits on size and time."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Optional, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import ClientDisconnect, Request

from .gateway import FEATURES
from .problems import Problem, invalid
from .settings import Settings
from .versions import MAX_VERSION

Model = TypeVar("Model", bound=BaseModel)

#: Content types accepted for a photograph, besides image/...; the first one is curl's default.
_ANYTHING = ("application/x-www-form-urlencoded", "application/octet-stream", "")
LINES = "application/x-ndjson"
#: Maximum length of a surface's name.
MAX_NAME = 4096
#: Maximum bytes of a JSON body.
SMALL = 65536
#: Maximum bytes of a line besides its photograph.
_AROUND = 8192
#: Maximum of bodies in flight per key or address, and of their bytes in memory, in units of the
#: largest body allowed.
MAX_ARRIVING = 128
MOST_LARGE = 8
#: Bytes added to each body when rates are compared; else a body that just began would be slowest.
_HEAD_START = 65536


class _Body:
    """A body in flight."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._begin = time.monotonic()
        self._next: asyncio.Future[bytes | None] | None = None
        self._refused = False
        self.had = 0
        #: Bytes in memory.
        self.held = 0

    def rate(self, now: float) -> float:
        """Bytes per second."""
        return (_HEAD_START + self.had) / (1 + now - self._begin)

    def refuse(self) -> None:
        """Makes its reader raise `Problem` 429."""
        self._refused = True
        if self._next is not None:
            self._next.cancel()

    async def next(self, stream: AsyncIterator[bytes], seconds: float) -> bytes | None:
        """The next part; None at the end. Raises `asyncio.TimeoutError` and `Problem` 429."""
        if not self._refused:
            self._next = asyncio.ensure_future(_part_of(stream))
            try:
                return await asyncio.wait_for(self._next, max(0.0, seconds))
            except asyncio.CancelledError:
                if not self._refused:
                    raise
            finally:
                self._next = None
        raise Problem(429, "too many bodies are arriving, and this one is the slowest", retry=1)


class Arriving:
    """The bodies in flight. If a key or address exceeds its limits, its slowest body is refused, so
    that stalled uploads do not block others."""

    def __init__(self, settings: Settings) -> None:
        self._most_bytes = MOST_LARGE * settings.most_bytes
        self._bodies: list[_Body] = []

    @contextmanager
    def body(self, owner: str) -> Iterator[_Body]:
        """Registers a body during this context."""
        body = _Body(owner)
        self._bodies.append(body)
        self._tidy(owner)
        try:
            yield body
        finally:
            if body in self._bodies:
                self._bodies.remove(body)

    def grew(self, body: _Body, size: int, held: int) -> None:
        """Records that ``size`` bytes have come, and that ``held`` bytes are in memory now."""
        body.had += size
        body.held = held
        self._tidy(body.owner)

    def _tidy(self, owner: str) -> None:
        bodies = [body for body in self._bodies if body.owner == owner]
        while len(bodies) > MAX_ARRIVING or sum(body.held for body in bodies) > self._most_bytes:
            now = time.monotonic()
            slowest = min(bodies, key=lambda body: body.rate(now))
            bodies.remove(slowest)
            self._bodies.remove(slowest)
            slowest.refuse()


async def _part_of(stream: AsyncIterator[bytes]) -> bytes | None:
    try:
        return await stream.__anext__()
    except StopAsyncIteration:
        return None


def kind_of(request: Request) -> str:
    """The body's media type, without parameters."""
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


async def whole(request: Request, settings: Settings, arriving: Arriving) -> tuple[str, bytes]:
    """Media type and bytes of a body with a photograph or features."""
    kind = kind_of(request)
    if kind not in (FEATURES, *_ANYTHING) and not kind.startswith("image/"):
        raise Problem(
            415, f"{kind[:80]}: the body must be a photograph (image/...) or features ({FEATURES})"
        )
    body = await _read(request, settings.most_bytes, settings.body_seconds, arriving)
    if not body:
        raise Problem(400, "the body is empty: it must be a photograph or features")
    return kind, body


async def small(
    request: Request, settings: Settings, arriving: Arriving, model: type[Model]
) -> Model:
    """A JSON body; an empty one is {}."""
    body = await _read(request, SMALL, settings.body_seconds, arriving)
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError as wrong:
        raise Problem(422, invalid(wrong.errors(), "body")) from None


async def _read(request: Request, most: int, seconds: float, arriving: Arriving) -> bytes:
    """A body of at most ``most`` bytes, within ``seconds``."""
    length = request.headers.get("content-length")
    if length is not None and length.isdigit() and int(length) > most:
        raise Problem(413, f"the body has {length[:20]} bytes, and {most} are allowed")
    until = time.monotonic() + seconds
    had = bytearray()
    stream = request.stream().__aiter__()
    with arriving.body(request.state.owner) as body:
        while some := await _next(body, stream, until - time.monotonic(), seconds):
            had += some
            if len(had) > most:
                raise Problem(413, f"the body has more than the {most} bytes that are allowed")
            arriving.grew(body, len(some), len(had))
    return bytes(had)


async def _next(
    body: _Body, stream: AsyncIterator[bytes], left: float, seconds: float
) -> bytes | None:
    """The next part that is not empty; None at the end."""
    try:
        while (some := await body.next(stream, left)) == b"":
            pass
        return some
    except asyncio.TimeoutError:
        raise Problem(408, f"the body was not received within {seconds:g} seconds") from None
    except ClientDisconnect:
        raise Problem(400, "the body was cut short") from None


class Line(NamedTuple):
    """A write from a stream."""

    number: int
    id: str
    version: int | None
    kind: str
    body: bytes
    name: str


async def lines(
    request: Request, settings: Settings, arriving: Arriving
) -> AsyncGenerator[tuple[int, bytes] | Problem, None]:
    """Yields the lines of a stream with their numbers. Each part of the body must arrive within
    `Settings.body_seconds`. A `Problem` is the last item."""
    if kind_of(request) != LINES:
        raise Problem(415, f"the body must be lines of JSON ({LINES})")
    most = most_of_line(settings)
    waiting = bytearray()
    number = 0
    stream = request.stream().__aiter__()
    with arriving.body(request.state.owner) as body:
        while some := await _next(body, stream, settings.body_seconds, settings.body_seconds):
            # Searches only the new part, so long lines cost linear time.
            begin = 0
            while (end := some.find(b"\n", begin)) >= 0:
                waiting += some[begin:end]
                begin = end + 1
                line = bytes(waiting)
                waiting.clear()
                number += 1
                if line.strip():
                    yield number, line
            waiting += some[begin:]
            if len(waiting) > most:
                long = f"line {number + 1}: has more than {most} bytes"
                yield Problem(413, long, line=number + 1)
                return
            arriving.grew(body, len(some), len(waiting))
    if waiting.strip():
        yield number + 1, bytes(waiting)


def most_of_line(settings: Settings) -> int:
    """Maximum bytes of a line: a photograph in base64, and the rest."""
    return settings.most_bytes * 4 // 3 + _AROUND


class _Fields(BaseModel):
    """The fields of a line."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(max_length=1000)
    version: Optional[int] = Field(None, ge=1, le=MAX_VERSION)
    name: str = Field("", max_length=MAX_NAME)
    photo: Optional[str] = None
    features: Optional[str] = None


def line_of(number: int, text: bytes, most: int) -> Line:
    """Parses a line. Raises `Problem` 400."""
    try:
        if len(text) > most:
            raise ValueError(f"has more than {most} bytes")
        fields = _Fields.model_validate_json(text)
        if (fields.photo is None) == (fields.features is None):
            raise ValueError('must have either "photo" or "features"')
        what, kind = ("photo", "image/*") if fields.features is None else ("features", FEATURES)
        try:
            body = base64.b64decode(getattr(fields, what), validate=True)
        except ValueError:
            raise ValueError(f'"{what}" must be base64') from None
    except ValidationError as wrong:
        raise Problem(400, invalid(wrong.errors(), f"line {number}"), line=number) from None
    except ValueError as wrong:
        raise Problem(400, f"line {number}: {wrong}", line=number) from None
    return Line(number, fields.id, fields.version, kind, body, fields.name)
