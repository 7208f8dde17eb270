# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Limits for connections that have not sent their headers: in time, and in number per address.

Limits of bodies (`bodies`) apply after the headers; before that only the server sees a connection.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn import config
from uvicorn.protocols.http import auto

#: Seconds from opening a connection, or a request's first byte, to the end of its headers.
HEADER_SECONDS = 20.0
#: Maximum per address; when exceeded, the oldest connection is closed.
MAX_WAITING_HEADERS = 64
_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

#: Address -> its waiting connections and their timers, oldest first.
_waiting: dict[str, dict[Limited, asyncio.TimerHandle]] = {}

_Protocol: Any = auto.AutoHTTPProtocol


class Limited(_Protocol):
    """uvicorn's protocol with these limits."""

    def connection_made(self, transport: Any) -> None:
        """See asyncio.Protocol; likewise the methods below."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        in_progress = self.cycle is not None and not self.cycle.response_complete
        if in_progress or self.transport.is_closing():
            self._wait_no_more()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

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
        if not self.transport.is_closing():
            self.transport.write(_LATE)
            self.transport.close()


def limit() -> None:
    """Applies the limits to all uvicorn servers of this process whose protocol is "auto"."""
    config.HTTP_PROTOCOLS["auto"] = f"{__name__}:Limited"
