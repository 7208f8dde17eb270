# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Bodies of requests, no larger and no slower than is allowed."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import time
from collections.abc import AsyncIterator
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from .gateway import FEATURES
from .problems import Problem
from .settings import Settings

Model = TypeVar("Model", bound=BaseModel)

#: What a photograph may be called, besides image/...: curl says the first one unless told.
_ANYTHING = ("application/x-www-form-urlencoded", "application/octet-stream", "")
LINES = "application/x-ndjson"
#: Bytes of a body that says how something is to be done.
SMALL = 65536
#: Of a line, besides the photograph in it.
_AROUND = 8192


def kind_of(request: Request) -> str:
    """The body's content type, without what follows it."""
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


async def whole(request: Request, settings: Settings) -> tuple[str, bytes]:
    """The kind of a body, and the body: a photograph or features."""
    kind = kind_of(request)
    if kind not in (FEATURES, *_ANYTHING) and not kind.startswith("image/"):
        raise Problem(
            415, f"{kind[:80]}: the body must be a photograph (image/...) or features ({FEATURES})"
        )
    body = bytearray()
    async for some in _chunks(request, settings.most_bytes, settings.body_seconds):
        body += some
    if not body:
        raise Problem(400, "the body is empty: it must be a photograph or features")
    return kind, bytes(body)


async def small(request: Request, settings: Settings, model: type[Model]) -> Model:
    """A body of JSON, which may be left out."""
    body = bytearray()
    async for some in _chunks(request, SMALL, settings.body_seconds):
        body += some
    try:
        return model.model_validate_json(bytes(body) or b"{}")
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = " ".join(str(part) for part in ("body", *first["loc"]))
        raise Problem(422, f"{where}: {first['msg']}") from None


async def _chunks(request: Request, most: int | None, seconds: float) -> AsyncIterator[bytes]:
    """Of a body of at most so many bytes, which comes in this time; without a limit of bytes, each
    part of it must come in this time."""
    length = request.headers.get("content-length")
    if most is not None and length is not None and length.isdigit() and int(length) > most:
        raise Problem(413, f"the body has {length[:20]} bytes, and {most} are allowed")
    until = time.monotonic() + seconds
    had = 0
    stream = request.stream().__aiter__()
    while True:
        left = (until - time.monotonic()) if most is not None else seconds
        try:
            some = await asyncio.wait_for(stream.__anext__(), max(0.0, left))
        except StopAsyncIteration:
            return
        except asyncio.TimeoutError:
            raise Problem(408, f"the body did not come within {seconds:g} seconds") from None
        except ClientDisconnect:
            raise Problem(400, "the body ended too soon") from None
        had += len(some)
        if most is not None and had > most:
            raise Problem(413, f"the body has more than the {most} bytes that are allowed")
        yield some


class Line(NamedTuple):
    """Something to be written, of a stream of such."""

    number: int
    id: str
    version: int | None
    kind: str
    body: bytes
    name: str


async def lines(request: Request, settings: Settings) -> AsyncIterator[Line | Problem]:
    """The lines of a stream, each a surface; what is wrong with one is told in its place."""
    if kind_of(request) != LINES:
        raise Problem(415, f"the body must be lines of JSON ({LINES})")
    most = settings.most_bytes * 4 // 3 + _AROUND
    waiting = bytearray()
    number = 0
    async for some in _chunks(request, None, settings.body_seconds):
        # Looked for in what is new only: a long line must not be gone through again and again.
        begin = 0
        while (end := some.find(b"\n", begin)) >= 0:
            waiting += some[begin:end]
            begin = end + 1
            line = bytes(waiting)
            waiting.clear()
            number += 1
            if line.strip():
                yield _line(number, line, most)
        waiting += some[begin:]
        if len(waiting) > most:
            long = f"line {number + 1}: has more than {most} bytes"
            yield Problem(413, long, line=number + 1)
            return
    if waiting.strip():
        yield _line(number + 1, bytes(waiting), most)


def _line(number: int, text: bytes, most: int) -> Line | Problem:
    try:
        if len(text) > most:
            raise ValueError(f"has more than {most} bytes")
        told = json.loads(text)
        if not isinstance(told, dict):
            raise ValueError("must be an object")
        unknown = sorted(set(told) - {"id", "version", "photo", "features", "name"})
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not known")
        if ("photo" in told) == ("features" in told):
            raise ValueError('must have either "photo" or "features"')
        id, version, name = told.get("id"), told.get("version"), told.get("name", "")
        if not isinstance(id, str) or not isinstance(name, str):
            raise ValueError('"id" and "name" must be text')
        if version is not None:
            version = checked_version(version)
        id.encode(), name.encode()
        kind = FEATURES if "features" in told else "image/*"
        body = base64.b64decode(told["features" if kind == FEATURES else "photo"], validate=True)
    except (ValueError, TypeError, binascii.Error, RecursionError) as wrong:
        return Problem(400, f"line {number}: {wrong}", line=number)
    return Line(number, id, version, kind, body, name)


#: The greatest number that JSON's readers agree upon.
MOST_VERSION = 2**53 - 1


def checked_version(version: Any) -> int:
    """A number of a version. Throws `ValueError`."""
    if (
        isinstance(version, bool)
        or not isinstance(version, int)
        or not 1 <= version <= MOST_VERSION
    ):
        raise ValueError(f'"version" must be a whole number from 1 to {MOST_VERSION}')
    return version
