# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""ASGI middleware and dependencies of every request: id, log, access, problem details."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import SplitResult, unquote_to_bytes, urlsplit

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from ..errors import Error
from .gateway import Gateway
from .keys import allows
from .problems import Problem, invalid, problem_of
from .settings import is_loopback
from .tracing import span

logger = logging.getLogger("espy.service")
logger.setLevel(logging.INFO)

_REQUEST = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestMiddleware:
    """Middleware: gives each request an id, refuses bad ones, logs the status and duration."""

    def __init__(self, app: Any, gateway: Gateway) -> None:
        self._app = app
        self._gateway = gateway

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI interface."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # HEAD is GET without the body.
        head = scope["method"] == "HEAD"
        if head:
            scope = {**scope, "method": "GET"}
        gateway, request = self._gateway, Request(scope)
        given = request.headers.get("x-request-id", "")
        name = given if _REQUEST.fullmatch(given) else secrets.token_hex(8)
        request.state.request = name
        begin = time.monotonic()
        status = 0

        async def send_with_headers(message: Any) -> None:
            nonlocal status
            if head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [(b"x-request-id", name.encode()), (b"x-content-type-options", b"nosniff")]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        try:
            refused = _refused(gateway, request)
            if refused is not None:
                await answer_of(request, refused)(scope, receive, send_with_headers)
            else:
                with span("request", request.headers, request=name, path=request.url.path[:200]):
                    await self._app(scope, receive, send_with_headers)
        except Exception as failure:
            logger.exception("request %s", name)
            if not status:
                bug = Problem(500, f"{type(failure).__name__}; see the log")
                await answer_of(request, bug)(scope, receive, send_with_headers)
        finally:
            _log(gateway, request, status, time.monotonic() - begin)


def answer_of(request: Request, problem: Problem) -> Response:
    """The response for a problem (application/problem+json)."""
    fields = problem.fields(getattr(request.state, "request", ""))
    answer = JSONResponse(fields, problem.status, media_type="application/problem+json")
    if problem.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if problem.retry is not None:
        answer.headers["Retry-After"] = str(max(1, round(problem.retry)))
    return answer


def add_problem_handlers(app: FastAPI) -> None:
    """Installs exception handlers that respond with problem details."""

    @app.exception_handler(Problem)
    async def on_problem(request: Request, failure: Problem) -> Response:
        return answer_of(request, failure)

    @app.exception_handler(Error)
    async def on_error(request: Request, failure: Error) -> Response:
        return answer_of(request, problem_of(failure))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, failure: HTTPException) -> Response:
        where = f"{request.method} {request.url.path[:80]}"
        detail = {
            404: f"{where}: there is nothing here; /docs shows all operations",
            405: f"{where}: this path has other methods; /docs shows all operations",
        }.get(failure.status_code, str(failure.detail))
        answer = answer_of(request, Problem(failure.status_code, detail))
        for name, value in (failure.headers or {}).items():
            answer.headers[name] = value
        if failure.status_code == 405:
            answer.headers["Allow"] = ", ".join(_methods(app, request))
        return answer

    @app.exception_handler(RequestValidationError)
    async def on_wrong(request: Request, failure: RequestValidationError) -> Response:
        return answer_of(request, Problem(422, invalid(failure.errors())))


def _methods(app: FastAPI, request: Request) -> list[str]:
    """The methods of a path. For the Allow header; the framework names those of one route only."""
    matching = [
        route
        for route in app.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE
    ]
    methods = {method for route in matching for method in route.methods or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def allowed(gateway: Gateway, role: str, body: bool = False) -> Any:
    """A dependency that checks the key's role and holds a slot of `Gateway.place`. Operations with
    a ``body`` take the slot themselves, after the body has arrived."""

    async def check(request: Request) -> AsyncIterator[None]:
        # Limits of bodies are per owner.
        request.state.owner = request.client.host if request.client else ""
        if gateway.settings.keys:
            if gateway.keys.is_stale():
                await gateway.in_thread(gateway.keys.look)
            know(request)
            seconds = gateway.keys.wait(request.state.quota)
            if seconds:
                raise Problem(429, f"the quota of the key {request.state.key} is used up", retry=seconds)
        _require_known(request)
        if body:
            yield
            return
        async with gateway.place():
            yield

    def know(request: Request) -> None:
        given = request.headers.get("authorization", "")
        secret = given[7:].strip() if given[:7].lower() == "bearer " else ""
        key = gateway.keys.of(secret)
        if key is None:
            raise Problem(401, "a key is needed: Authorization: Bearer KEY")
        request.state.key = request.state.owner = key.name
        request.state.quota = key
        if not allows(key.role, role):
            raise Problem(403, f"the key {key.name} has the role {key.role}, but this needs {role}")

    return Depends(check)


async def quota_of(gateway: Gateway, request: Request) -> None:
    """Waits until the request's key may do one more."""
    key = getattr(request.state, "quota", None)
    while key is not None and (seconds := gateway.keys.wait(key)):
        await asyncio.sleep(min(seconds, 1))


def _require_known(request: Request) -> None:
    """Raises `Problem` 422 for unknown or repeated query parameters."""
    known = {parameter.alias for parameter in request.scope["route"].dependant.query_params}
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise Problem(422, f"{name[:80]!r} is not a parameter; the parameters are: {listed}")
        if names.count(name) > 1:
            raise Problem(422, f"{name!r} is given more than once")


def _refused(gateway: Gateway, request: Request) -> Problem | None:
    """Why a request is refused before it is routed, or None."""
    try:
        unquote_to_bytes(request.scope.get("raw_path") or b"").decode()
        unquote_to_bytes(request.scope.get("query_string") or b"").decode()
    except UnicodeDecodeError:
        return Problem(400, "the address is not UTF-8")
    if not gateway.settings.keys:
        # A web page from another site, or a DNS name that was pointed at 127.0.0.1, could send
        # requests through a browser on this machine. It cannot choose these headers.
        host = _parts_of("//" + request.headers.get("host", "")).hostname or ""
        if not is_loopback(host):
            why = "without keys, the service accepts requests only from this machine"
            return Problem(421, f"{host[:80] or 'no Host'}: {why}")
        origin = request.headers.get("origin")
        if origin is not None and _parts_of(origin).netloc != request.headers.get("host"):
            return Problem(403, f"{origin[:80]}: requests from pages of other origins are refused")
    return None


def _parts_of(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _log(gateway: Gateway, request: Request, status: int, seconds: float) -> None:
    route = request.scope.get("route")
    operation = f"{request.method} {getattr(route, 'path', 'other')}"
    gateway.metrics.count("espy_requests_total", operation=operation, status=status)
    gateway.metrics.took("espy_request_seconds", seconds, operation=operation)
    facts = {
        "request": request.state.request,
        "key": getattr(request.state, "key", None),
        "operation": operation,
        "path": request.url.path[:200],
        "status": status,
        "ms": round(1000 * seconds, 1),
    }
    logger.info("request", extra={"facts": facts})
