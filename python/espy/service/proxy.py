# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Middleware for Ray Serve's proxy: its own errors as problem details."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import Request
from starlette.datastructures import Headers
from starlette.middleware import Middleware

from . import connections
from .middleware import answer_of
from .problems import Problem

_GONE = (
    "no gateway answered: it crashed, or is being replaced or stopped; the request may have been"
    " carried out"
)


class RequestMiddleware:
    """Replaces Serve's plain-text errors, for example when a gateway died. Gateways themselves
    never send errors as plain text. Of the request ids of an answer only the gateway's remains;
    Serve appends its own."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI interface."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        replaced = started = False

        async def filtered_send(message: Any) -> None:
            nonlocal replaced, started
            if message["type"] == "http.response.start":
                headers = Headers(raw=message["headers"])
                plain = headers.get("content-type", "").startswith("text/plain")
                replaced, started = plain and message["status"] >= 400, True
                if replaced:
                    await _answer(request, headers.get("x-request-id", ""), receive, send)
                else:
                    message = {**message, "headers": _with_first_id(message["headers"])}
            if not replaced:
                await send(message)

        try:
            await self._app(scope, receive, filtered_send)
        except Exception:
            # A response that has begun cannot be replaced.
            if started:
                raise
        if not started:
            await _answer(request, request.headers.get("x-request-id", ""), receive, send)


def _with_first_id(headers: Any) -> list[Any]:
    ids = [header for header in headers if header[0].lower() == b"x-request-id"]
    return [header for header in headers if header not in ids] + ids[:1]


async def _answer(request: Request, name: str, receive: Any, send: Any) -> None:
    request.state.request = name or secrets.token_hex(8)
    answer = answer_of(request, Problem(503, _GONE, retry=1))
    answer.headers["X-Request-Id"] = request.state.request
    # The proxy may be ending as well: the next request should open a new connection.
    answer.headers["Connection"] = "close"
    await answer(request.scope, receive, send)


def middlewares() -> list[Middleware]:
    """For RAY_SERVE_HTTP_PROXY_CALLBACK_IMPORT_PATH; Serve calls it before it makes the server."""
    connections.limit()
    return [Middleware(RequestMiddleware)]
