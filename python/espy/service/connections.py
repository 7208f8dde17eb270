# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Limits of connections: of headers in time, number and size, of clients that do not take their
answers, and of open connections.

Limits of bodies (`bodies`) apply after the headers; before that only the server sees a connection.
"""

from __future__ import annotations

import asyncio
import json
import resource
import secrets
from typing import Any

from uvicorn import config
from uvicorn.protocols.http import httptools_impl

from .problems import Problem

#: Seconds from opening a connection, or a request's first byte, to the end of its headers.
HEADER_SECONDS = 20.0
#: Maximum per address; when exceeded, the oldest connection is closed.
MAX_WAITING_HEADERS = 64
#: Maximum bytes of a request besides its body: headers, trailers, and extensions of chunks.
MOST_HEADER = 65536
#: Bytes that chunks of a single byte have besides it, and more.
_CHUNKED = 8
#: Seconds in which a client must take a part of its answer.
TAKING_SECONDS = 30.0
#: Open connections are limited to half of what the system allows of open files, or of this.
MOST_FILES = 65536

#: Address -> its waiting connections and their timers, oldest first.
_waiting: dict[str, dict[Limited, asyncio.TimerHandle]] = {}
#: Open connections; those that received nothing for longest come first.
_open: dict[Limited, None] = {}

_Protocol: Any = httptools_impl.HttpToolsProtocol


class Limited(_Protocol):
    """uvicorn's protocol with these limits."""

    #: Maximum of open connections.
    most = MOST_FILES // 2
    #: Bytes that have come since the headers' begin and are not of a body.
    _besides = 0
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """See asyncio.Protocol; likewise the methods below."""
        super().connection_made(transport)
        self.ws_protocol_class = None
        _open[self] = None
        self._wait()
        if len(_open) > self.most:
            # The one that is idle for longest; this one, if none is.
            next(one for one in _open if not one._in_progress()).transport.abort()

    def data_received(self, data: bytes) -> None:
        _open[self] = _open.pop(self, None)
        self._besides += len(data)
        super().data_received(data)
        if self._besides > MOST_HEADER and not self.transport.is_closing():
            self._refuse(431, f"more than {MOST_HEADER} bytes besides the body")
        if self._in_progress() or self.transport.is_closing():
            self._wait_no_more()
        else:
            self._wait()

    def on_headers_complete(self) -> None:
        """See httptools; likewise the next one."""
        self._besides = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._besides = max(0, self._besides - (1 + _CHUNKED) * len(body))
        super().on_body(body)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_taken(self.transport.get_write_buffer_size() + 1)

    def resume_writing(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        _open.pop(self, None)
        self._wait_no_more()
        if self._taking is not None:
            self._taking.cancel()
        super().connection_lost(exc)

    def _unsupported_upgrade_warning(self) -> None:
        """To a WebSocket; the request is answered as if it did not ask for that."""

    def _in_progress(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _look_taken(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self.transport.abort()
        else:
            self._taking = self.loop.call_later(TAKING_SECONDS, self._look_taken, left)

    def _owner(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        waiting = _waiting.setdefault(self._owner(), {})
        if self in waiting:
            return
        waiting[self] = self.loop.call_later(HEADER_SECONDS, self._close)
        if len(waiting) > MAX_WAITING_HEADERS:
            next(iter(waiting))._close()

    def _wait_no_more(self) -> None:
        owner = self._owner()
        waiting = _waiting.get(owner, {})
        timer = waiting.pop(self, None)
        if timer is not None:
            timer.cancel()
        if not waiting:
            _waiting.pop(owner, None)

    def _close(self) -> None:
        self._wait_no_more()
        self._refuse(408, f"the headers were not received within {HEADER_SECONDS:g} seconds")

    def send_400_response(self, msg: str) -> None:
        """For what the parser refuses."""
        self._refuse(400, "this is not HTTP/1.1, or has an unknown method")

    def _refuse(self, status: int, detail: str) -> None:
        if not self.transport.is_closing():
            request = secrets.token_hex(8)
            problem = Problem(status, detail).fields(request)
            body = json.dumps(problem).encode()
            head = (
                f"HTTP/1.1 {status} {problem['title']}\r\ncontent-type: application/problem+json\r\n"
                f"x-request-id: {request}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            # An answer in progress cannot be followed by another one.
            if not self._in_progress():
                self.transport.write(head.encode() + body)
            self.transport.close()


def limit() -> None:
    """Applies the limits to all uvicorn servers of this process whose protocol is "auto"."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    Limited.most = max(16, files // 2)
    config.HTTP_PROTOCOLS["auto"] = f"{__name__}:Limited"
