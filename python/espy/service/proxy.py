# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What Ray Serve's proxy says on its own, told as problem details."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import Request
from starlette.datastructures import Headers
from starlette.middleware import Middleware

from . import connections
from .around import answer_of
from .problems import Problem

_GONE = "no gateway answered: it has died, or is being replaced or ended; what it had may be done"


class Around:
    """Where a gateway has died or is none any more, Serve answers in plain text, which a gateway
    itself never does for what went wrong."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        replaced = started = False

        async def told(message: Any) -> None:
            nonlocal replaced, started
            if message["type"] == "http.response.start":
                headers = Headers(raw=message["headers"])
                plain = headers.get("content-type", "").startswith("text/plain")
                replaced, started = plain and message["status"] >= 400, True
                if replaced:
                    await _answer(request, headers.get("x-request-id", ""), receive, send)
            if not replaced:
                await send(message)

        try:
            await self._app(scope, receive, told)
        except Exception:
            # What has begun can only break off.
            if started:
                raise
        if not started:
            await _answer(request, request.headers.get("x-request-id", ""), receive, send)


async def _answer(request: Request, name: str, receive: Any, send: Any) -> None:
    request.state.request = name or secrets.token_hex(8)
    answer = answer_of(request, Problem(503, _GONE, retry=1))
    answer.headers["X-Request-Id"] = request.state.request
    # Where this proxy ends, too, the next request goes to another one.
    answer.headers["Connection"] = "close"
    await answer(request.scope, receive, send)


def middlewares() -> list[Middleware]:
    """For RAY_SERVE_HTTP_PROXY_CALLBACK_IMPORT_PATH, which is asked before the server is made."""
    connections.limit()
    return [Middleware(Around)]
