# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The HTTP interface of a gateway."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal, Optional

from fastapi import FastAPI, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel

from .. import _core
from ..errors import Error
from . import bodies, schemas
from .answers import answer_fields, answer_response, change_fields, written_response
from .middleware import RequestMiddleware, add_problem_handlers, allowed, logger, quota_of
from .folder import LibraryOptions
from .gateway import FEATURES, MAX_TOP, Gateway, Question
from .pages import add_pages
from .problems import Problem, problem_of
from .report import Report
from .settings import Settings
from .shard import Operation
from .streams import Lines, first_of, in_order
from .versions import MAX_VERSION

#: Maximum length of an id, in bytes.
MOST_ID = 1000
#: Maximum of ids on a page.
MAX_PAGE = 10_000

Library = Annotated[
    str,
    Path(
        description="A library: lower-case letters, digits, - and _.",
        pattern=schemas.NAME,
    ),
]
Id = Annotated[
    str,
    Path(description="A surface's id: up to 1000 bytes of UTF-8.", min_length=1, max_length=1000),
]
Ask = Annotated[
    Optional[int],
    Query(
        alias="version",
        ge=1,
        le=MAX_VERSION,
        description="The version to write. Writing the same version again changes nothing; an older"
        " one is refused. Default: the next version.",
    ),
]
Wait = Annotated[
    bool, Query(description="Answer once all shards search it, or at the deadline.")
]
Deadline = Annotated[
    Optional[float],
    Query(ge=0.05, le=600, description="Seconds after which partial results are returned."),
]
Top = Annotated[int, Query(ge=1, le=MAX_TOP, description="Number of candidates.")]
Score = Annotated[
    Literal["distinct", "plain"],
    Query(description="Count distinct features of the surface, or all matched features."),
]
Used = Annotated[int, Query(ge=8, le=8192, description="Features of the photograph.")]
Inliers = Annotated[
    int, Query(ge=4, le=8192, description="Inliers from which a surface is known.")
]
#: Part of a path -> tag of its operations.
TAGS = {
    "/references": "references",
    "/search": "search",
    "/snapshots": "snapshots",
    "/restore": "snapshots",
    "/libraries": "libraries",
    "/aliases": "libraries",
    "/": "service",
}
BINARY = {"schema": {"type": "string", "format": "binary"}}
PHOTO = {
    "requestBody": {
        "required": True,
        "description": "A photograph (PNG, JPEG, PNM, TIFF, BMP, WebP), or its features.",
        "content": {"image/*": BINARY, FEATURES: BINARY},
    }
}
LINES = {
    "requestBody": {
        "required": True,
        "description": 'Lines of JSON, each {"id", "photo" or "features" (base64), "version"?,'
        ' "name"?}.',
        "content": {bodies.LINES: {"schema": {"type": "string"}}},
    }
}


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {
            "application/problem+json": {"schema": schemas.ProblemDetails.model_json_schema()}
        },
    }
    for status in (400, 401, 403, 404, 408, 409, 411, 413, 415, 421, 422, 429, 500, 503, 507)
}


def api_of(gateway: Gateway) -> FastAPI:
    """The ASGI app of a gateway."""
    settings = gateway.settings
    app = FastAPI(
        title="Espy: which surface is this?",
        version=_core.version,
        description="Libraries of known surfaces, and which of them a photograph shows.",
        docs_url=None,
        redoc_url=None,
        # Clients turn /libraries/x/references/.. into /libraries/x/, which must not redirect to x.
        redirect_slashes=False,
        responses=PROBLEMS,
    )
    app.add_middleware(RequestMiddleware, gateway=gateway)
    add_problem_handlers(app)
    add_pages(app)
    report = Report(gateway)
    _health(app, report)
    arriving = bodies.Arriving(settings)

    def on(
        call: str, role: str, answer: Any, body: Any = None, status: int = 200, new: bool = False
    ) -> Any:
        """Decorates the function of an operation. ``body`` is the model or description of its body,
        which is read after authorisation; ``answer`` the model of its answer, or None for text."""
        method, path = call.split()
        more: dict[str, Any] = {}
        answers: dict[int | str, dict[str, Any]] = {}
        if answer is None:
            more["response_class"] = PlainTextResponse
        if new:
            answers[201] = {"model": answer, "description": "it is new"}
        if body is LINES:
            answers[200] = {
                "description": "a line for each line: its answer, or problem details",
                "content": {bodies.LINES: {"schema": {"type": "string"}}},
            }
        if answer is schemas.Reference:
            answers[200] = {"content": {FEATURES: BINARY}}
        extra = body
        if isinstance(body, type) and issubclass(body, BaseModel):
            schema = body.model_json_schema()
            content = {"application/json": {"schema": schema}}
            extra = {"requestBody": {"required": "required" in schema, "content": content}}
        return app.api_route(
            path,
            methods=[method],
            dependencies=[allowed(gateway, role, body=body is not None)],
            tags=[next(tag for word, tag in TAGS.items() if word in path)],
            response_model=answer,
            status_code=status,
            responses=answers,
            openapi_extra=extra,
            **more,
        )

    @on("GET /libraries", "search", schemas.Libraries)
    async def libraries() -> dict[str, Any]:
        """Lists the libraries."""
        return {"libraries": await report.all_facts()}

    @on("GET /libraries/{library}", "search", schemas.LibraryFacts)
    async def library_facts(library: Library) -> dict[str, Any]:
        """A library: its settings, its number of references, and how much of it is searched now."""
        return await report.facts(await gateway.entry(library))

    @on("PUT /libraries/{library}", "admin", schemas.LibraryFacts, schemas.NewLibrary, 201)
    async def create(request: Request, library: Library) -> dict[str, Any]:
        """Makes an empty library."""
        how = await bodies.small(request, settings, arriving, schemas.NewLibrary)
        making = LibraryOptions(**how.model_dump())
        async with gateway.place():
            entry = await gateway.in_thread(gateway.libraries.create, library, making)
            return await report.facts(entry)

    @on("DELETE /libraries/{library}", "admin", schemas.Dropped)
    async def drop(library: Library) -> dict[str, Any]:
        """Removes a library. Its snapshots stay."""
        await gateway.in_thread(gateway.libraries.drop, library)
        return {"name": library, "removed": True}

    @on("POST /libraries/{library}/rename", "admin", schemas.LibraryFacts, schemas.NewName)
    async def rename(request: Request, library: Library) -> dict[str, Any]:
        """Gives a library another name. Its aliases follow, its snapshots stay."""
        to = (await bodies.small(request, settings, arriving, schemas.NewName)).name
        async with gateway.place():
            entry = await gateway.in_thread(gateway.libraries.rename, library, to)
            return await report.facts(entry)

    @on("GET /aliases", "search", schemas.Aliases)
    async def aliases() -> dict[str, Any]:
        """Lists the aliases, and the library of each."""
        named = await gateway.in_thread(gateway.libraries.aliases)
        return {"aliases": [{"name": name, "library": library} for name, library in named.items()]}

    @on("PUT /aliases/{alias}", "admin", schemas.Alias, schemas.Target)
    async def set_alias(request: Request, alias: Library) -> dict[str, Any]:
        """Makes a second name of a library, or points it to another one, between two requests."""
        library = (await bodies.small(request, settings, arriving, schemas.Target)).library
        async with gateway.place():
            await gateway.in_thread(gateway.libraries.set_alias, alias, library)
        return {"name": alias, "library": library}

    @on("DELETE /aliases/{alias}", "admin", schemas.Dropped)
    async def remove_alias(alias: Library) -> dict[str, Any]:
        """Removes an alias. Its library stays."""
        await gateway.in_thread(gateway.folder.remove_alias, alias)
        return {"name": alias, "removed": True}

    @on("PUT /libraries/{library}/references/{id:path}", "write", schemas.Written, PHOTO, new=True)
    async def put(
        request: Request,
        library: Library,
        id: Id,
        version: Ask = None,
        name: Annotated[str, Query(max_length=bodies.MAX_NAME, description="For people.")] = "",
        wait: Wait = False,
        deadline: Deadline = None,
    ) -> Response:
        """Adds a surface, or replaces the one with this id."""
        until = _until(settings, deadline)
        entry = await gateway.entry(library)
        kind, body = await bodies.whole(request, settings, arriving)
        async with gateway.place():
            found, _ = await gateway.features_of(
                kind, body, entry.made.features, entry.made.longest_side, until
            )
            operation = Operation(_named(id), version, found, _plain("a name", name))
            return written_response(await gateway.write(entry, operation, until, wait), "written")

    @on("DELETE /libraries/{library}/references/{id:path}", "write", schemas.Removed)
    async def remove(
        library: Library,
        id: Id,
        version: Ask = None,
        wait: Wait = False,
        deadline: Deadline = None,
    ) -> Response:
        """Removes a surface."""
        until = _until(settings, deadline)
        operation = Operation(_named(id, new=False), version, None, "")
        entry = await gateway.entry(library)
        return written_response(await gateway.write(entry, operation, until, wait), "removed")

    @on("GET /libraries/{library}/references", "search", schemas.References)
    async def references(
        library: Library,
        prefix: Annotated[str, Query(max_length=1000, description="Begin of the ids.")] = "",
        after: Annotated[str, Query(max_length=1000, description="`next` of the page before.")] = "",
        limit: Annotated[int, Query(ge=1, le=MAX_PAGE, description="Number of ids.")] = 1000,
        deadline: Deadline = None,
    ) -> dict[str, Any]:
        """Lists the ids of surfaces in order, page by page."""
        entry = await gateway.entry(library)
        ids = await gateway.ids(entry, prefix, after, limit, _until(settings, deadline))
        return {"references": ids, "next": ids[-1] if len(ids) == limit else None}

    @on("GET /libraries/{library}/references/{id:path}", "search", schemas.Reference)
    async def reference(
        request: Request, library: Library, id: Id, deadline: Deadline = None
    ) -> Response:
        """A surface, or its features with Accept: application/vnd.espy.features."""
        entry = await gateway.entry(library)
        found = await gateway.surface(entry, id, _until(settings, deadline))
        if found is None:
            raise Problem(404, f"{library} has no such surface")
        name, features, version = found
        if FEATURES in request.headers.get("accept", ""):
            return Response(features.to_bytes(), media_type=FEATURES)
        return JSONResponse(
            {
                "id": id,
                "name": name,
                # 0 if the surface was not written by the service.
                "version": version,
                "features": len(features),
                "width": features.width,
                "height": features.height,
            }
        )

    @on("POST /libraries/{library}/references", "write", None, LINES)
    async def add_many(request: Request, library: Library) -> Response:
        """Writes many surfaces. Responds with a line for each line, in their order."""
        entry = await gateway.entry(library)

        async def write_line(line: bodies.Line, until: float) -> dict[str, Any]:
            found, _ = await gateway.features_of(
                line.kind, line.body, entry.made.features, entry.made.longest_side, until
            )
            name = _plain("a name", line.name)
            operation = Operation(_named(line.id), line.version, found, name)
            return change_fields(await gateway.write(entry, operation, until, False))

        return await answered_lines(request, write_line)

    async def answered_lines(
        request: Request, work: Callable[[bodies.Line, float], Awaitable[dict[str, Any]]]
    ) -> Response:
        """Responds with the result of each line of the body, or its problem."""
        lines = bodies.lines(request, settings, arriving)
        first = await first_of(lines)

        async def one(number: int, text: bytes) -> dict[str, Any]:
            fields: dict[str, Any] = {"line": number}
            try:
                most = bodies.most_of_line(settings)
                line = await gateway.in_thread(bodies.line_of, number, text, most)
                fields["id"] = line.id
                # A line waits for what a request would be refused for: the stream was accepted.
                await quota_of(gateway, request)
                until = _until(settings, None)
                async with gateway.place(until):
                    return {**fields, **await work(line, until)}
            except Problem as failure:
                problem = failure
            except Error as failure:
                problem = problem_of(failure)
            except Exception as failure:
                logger.exception("request %s, line %s", request.state.request, number)
                problem = Problem(500, f"{type(failure).__name__}; see the log")
            return {**fields, **problem.fields(request.state.request)}

        def problem_fields(problem: Problem) -> dict[str, Any]:
            return problem.fields(request.state.request)

        return Lines(in_order(lines, first, one, problem_fields, settings.most_bytes))

    @on("POST /libraries/{library}/search", "search", schemas.Identified, PHOTO)
    async def identify(
        request: Request,
        library: Library,
        top: Top = 10,
        score: Score = "distinct",
        features: Used = 768,
        min_inliers: Inliers = 9,
        pairs: Annotated[bool, Query(description="Return the matched feature pairs.")] = False,
        deadline: Deadline = None,
    ) -> Response:
        """Which of a library's surfaces does a photograph show?"""
        until = _until(settings, deadline)
        entry = await gateway.entry(library)
        kind, body = await bodies.whole(request, settings, arriving)
        question = Question(entry, _NOTHING, top, score, (4, 5), until)
        async with gateway.place():
            found = await gateway.identify(kind, body, question, features, min_inliers)
            # In a thread: with pairs it may be megabytes of JSON.
            return await gateway.in_thread(answer_response, found, pairs, request.state.request)

    @on("POST /libraries/{library}/searches", "search", None, LINES)
    async def identify_many(
        request: Request,
        library: Library,
        top: Top = 10,
        score: Score = "distinct",
        features: Used = 768,
        min_inliers: Inliers = 9,
    ) -> Response:
        """The same for many photographs. Responds with a line for each line, in their order."""
        entry = await gateway.entry(library)

        async def search_line(line: bodies.Line, until: float) -> dict[str, Any]:
            question = Question(entry, _NOTHING, top, score, (4, 5), until)
            found = await gateway.identify(line.kind, line.body, question, features, min_inliers)
            answer = answer_fields(found, False, request.state.request)
            # The line's id names the photograph.
            return {"photo_id": line.id, **answer}

        return await answered_lines(request, search_line)

    @on("GET /libraries/{library}/snapshots", "search", schemas.Snapshots)
    async def snapshots(library: Library) -> dict[str, Any]:
        """Lists a library's snapshots."""
        return {"snapshots": await gateway.in_thread(gateway.folder.snapshots, library)}

    @on("PUT /libraries/{library}/snapshots/{snapshot}", "admin", schemas.Snapshot, status=201)
    async def take(library: Library, snapshot: Library) -> dict[str, Any]:
        """Copies a library. The copy has everything acknowledged before the call."""
        return {
            "snapshot": snapshot,
            "bytes": await gateway.in_thread(gateway.libraries.snapshot, library, snapshot),
        }

    @on("POST /libraries/{library}/restore", "admin", schemas.LibraryFacts, schemas.Source, 201)
    async def restore(request: Request, library: Library) -> dict[str, Any]:
        """Makes a library from a snapshot."""
        source = await bodies.small(request, settings, arriving, schemas.Source)
        async with gateway.place():
            entry = await gateway.in_thread(
                gateway.libraries.restore, source.library, source.snapshot, library
            )
            return await report.facts(entry)

    @on("GET /stats", "search", schemas.Stats)
    async def stats() -> dict[str, Any]:
        """Live processes, and the parts that they have open."""
        return await report.stats()

    @on("GET /metrics", "search", None)
    async def metrics() -> PlainTextResponse:
        """Metrics for Prometheus."""
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return PlainTextResponse(await report.exposition(), media_type=kind)

    return app


#: Placeholder for a query that `Gateway.identify` computes.
_NOTHING: Any = None


def _until(settings: Settings, deadline: float | None) -> float:
    return time.monotonic() + min(deadline or settings.deadline, settings.deadline)


def _named(id: str, new: bool = True) -> str:
    """Returns the id if it survives transport in a URL, where . and .. are folders. New ids also
    must not have invisible characters, which would make two look alike. Raises `Problem` 422."""
    if new and any(unicodedata.category(letter) == "Cf" for letter in id):
        raise Problem(422, f"{id[:80]!r}: an id must not contain invisible characters")
    if any(part in (".", "..") for part in id.split("/")):
        raise Problem(422, f"{id[:80]!r}: . and .. must not be parts of an id")
    if len(id.encode()) > MOST_ID:
        raise Problem(422, f"{id[:80]!r}...: an id must have at most {MOST_ID} bytes")
    return _plain("an id", id)


def _plain(what: str, text: str) -> str:
    """Returns text without control characters, safe for terminals. Raises `Problem` 422."""
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text):
        raise Problem(422, f"{text[:80]!r}: {what} must not contain control characters")
    return text


def _health(app: FastAPI, report: Report) -> None:
    @app.get("/health", tags=["service"], response_model=schemas.Healthy)
    async def health() -> dict[str, Any]:
        """Does this gateway work?"""
        return {"healthy": True}

    @app.get("/ready", tags=["service"], response_model=schemas.Ready)
    async def ready() -> dict[str, Any]:
        """Are all libraries searched completely?"""
        why = await report.ready()
        if why:
            raise Problem(503, "; ".join(why), retry=1)
        return {"ready": True}
