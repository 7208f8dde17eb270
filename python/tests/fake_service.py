# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A fake of the identify service, for tests of its web page.

>>> with FakeService() as service:
...     service.answers = [answer(known=False)]
...     browser.get(service.address)

It serves the page with the service's Content-Security-Policy, returns preset answers, and records requests.
``python fake_service.py`` runs one for a look in a browser.
"""

from __future__ import annotations

import json
import pathlib
import random
import select
import struct
import sys
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

PAGE = pathlib.Path(__file__).parents[1] / "espy" / "service" / "page"
FILES = {"": "index.html", "page.js": "page.js", "page.css": "page.css", "docs": "api.html", "api.js": "api.js"}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HOSTILE = "<img src=x onerror=\"window.harmed=true\">&amp;'/../?top=1#"
#: Maps a reference of 320 x 320 into the photograph: rotated, smaller, and seen slightly from the side.
HOMOGRAPHY = [0.9, -0.3, 200.0, 0.25, 0.95, 60.0, 1e-4, 2e-4, 1.0]


def moved(x: float, y: float, by: list[float]) -> tuple[float, float]:
    """Maps a point of the reference into the photograph."""
    depth = by[6] * x + by[7] * y + by[8]
    return (by[0] * x + by[1] * y + by[2]) / depth, (by[3] * x + by[4] * y + by[5]) / depth


def match(id: str, count: int, inliers: int, seed: int, size: tuple[int, int] = (640, 480)) -> dict[str, Any]:
    """A candidate; with fewer than four inliers it has no homography, as in the service."""
    chance = random.Random(seed)
    points = [
        [chance.uniform(4, 316), chance.uniform(4, 316), 2 + chance.expovariate(0.15), chance.uniform(0, 360)]
        for _ in range(384)
    ]
    pairs = []
    for number, (x, y, _, _) in enumerate(points[:count]):
        inlying = number < inliers
        shift = (chance.gauss(0, 0.7), chance.gauss(0, 0.7))
        place = moved(x + shift[0], y + shift[1], HOMOGRAPHY)
        if not inlying:
            place = chance.uniform(0, size[0]), chance.uniform(0, size[1])
        pairs.append([*place, x, y, int(inlying)])
    return {
        "id": id,
        "count": count,
        "inliers": inliers,
        "homography": HOMOGRAPHY if inliers >= 4 else None,
        "reference": {"width": 320, "height": 320, "points": points},
        "pairs": pairs,
    }


def answer(
    *, known: bool = True, id: str = "brick-17", coverage: float = 1.0, size: tuple[int, int] = (640, 480), **more: Any
) -> dict[str, Any]:
    """An answer to a search with three candidates; the first is known, or falls just short."""
    return {
        "references": 1200,
        "coverage": coverage,
        "known": known,
        "id": id if known else None,
        "margin": 40,
        "photo": {"width": size[0], "height": size[1]},
        "matches": [
            match(id, 57 if known else 9, 41 if known else 3, 1, size),
            match("brick-3", 17, 0, 2, size),
            match("plank-8", 12, 3 if known else 2, 3, size),
        ],
        "timeline": [
            {"stage": "decode", "ms": 3.1},
            {"stage": "features", "ms": 80.0},
            {"stage": "identify", "ms": 4.0},
            {"stage": "verify", "ms": 2.0},
        ],
        "missing": [] if coverage == 1 else ["part 3 of 16: its machine does not answer"],
        "request": "a1b2c3",
        **more,
    }


def png(width: int, height: int, left: tuple[int, int, int], right: tuple[int, int, int]) -> bytes:
    """A picture whose left and right halves have one colour each."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    row = b"\0" + bytes(left) * (width // 2) + bytes(right) * (width - width // 2)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(row * height)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, body) for name, body in chunks)


OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Espy identify", "description": "Which known surface does a photograph show?"},
    "components": {
        "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Library": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "example": "bricks"},
                    "references": {"type": "integer"},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Part"}},
                },
            },
            "Part": {"type": "object", "properties": {"of": {"$ref": "#/components/schemas/Part"}}},
        },
    },
    "paths": {
        "/libraries": {
            "get": {
                "summary": "Which libraries there are",
                "responses": {
                    "200": {
                        "description": "All of them",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Library"}}},
                    }
                },
            }
        },
        "/libraries/{lib}/search": {
            "post": {
                "summary": "Which surface is this? <b>not bold</b>",
                "security": [{"key": []}],
                "parameters": [
                    {"name": "lib", "in": "path", "required": True, "schema": {"type": "string"}, "example": "it's"},
                    {
                        "name": "top",
                        "in": "query",
                        "description": "How many candidates are told",
                        "schema": {"type": "integer", "default": 10, "minimum": 1},
                    },
                ],
                "requestBody": {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}},
                "responses": {"200": {"description": "The answer"}, "401": {"description": "A key is needed"}},
            }
        },
        "/libraries/{lib}/references/{id}": {
            "delete": {"summary": "Forget a surface", "responses": {"200": {"description": "Removed"}}}
        },
    },
}


class ReceivedRequest(NamedTuple):
    """A request that was received."""

    method: str
    #: As sent, percent-encoded.
    target: str
    type: str
    key: str
    body: bytes


class FakeService:
    """A server of the page on its own port, while the context is entered."""

    def __init__(self, prefix: str = "/") -> None:
        self.prefix = prefix
        self.libraries = [
            {"name": "bricks", "references": 1200, "features": 400000, "coverage": 1.0, "parts": 16},
            {"name": "planks & boards", "references": 1, "features": 384, "coverage": 0.5, "parts": 2},
        ]
        #: Answers to searches, in order; the last one repeats. (status, problem) is an error.
        self.answers: list[Any] = [answer()]
        #: If set, requests without it are refused, except for the page itself.
        self.key = ""
        self.received: list[ReceivedRequest] = []
        #: Searches block while it is cleared.
        self.go_on = threading.Event()
        self.go_on.set()
        #: Number of searches whose client disconnected while they were blocked.
        self.given_up = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.address = self.origin + prefix

    def __enter__(self) -> FakeService:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()

    def of(self, method: str) -> list[ReceivedRequest]:
        """The requests with this method."""
        return [request for request in self.received if request.method == method]

    def reply(self, request: ReceivedRequest) -> tuple[int, dict[str, Any]]:
        """The response of the service."""
        path = urlsplit(request.target).path.split("/")
        if self.key and request.key != f"Bearer {self.key}":
            return 401, problem(401, "A key is needed", "The header Authorization must bring a key.")
        if path == ["openapi.json"]:
            return 200, OPENAPI
        if path == ["libraries"]:
            return 200, {"libraries": self.libraries}
        if request.method == "POST" and path[-1] == "search":
            given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            return given if isinstance(given, tuple) else (200, given)
        if request.method == "PUT" and path[2] == "references":
            fields = {"id": unquote(path[3]), "version": 3, "slot": 123, "applied": True}
            searched = request.target.endswith("?wait=true")
            return 201, {**fields, "change": 17, "searched": searched}
        if request.method == "DELETE" and path[2] == "references":
            return 200, {"id": unquote(path[3]), "version": 4, "removed": True, "applied": True}
        return 404, problem(404, "Not found", "There is nothing here.")


def problem(status: int, title: str, detail: str) -> dict[str, Any]:
    """Why a request is refused, or None."""
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, "request": "d4e5f6"}


def _handler(service: FakeService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._serve()

        do_POST = do_PUT = do_DELETE = do_GET

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not self.path.startswith(service.prefix):
                return self._send(404, "text/plain", b"outside of the prefix")
            target = self.path[len(service.prefix) :]
            if self.command == "GET" and target in FILES:
                file = PAGE / FILES[target]
                return self._send(200, TYPES[file.suffix], file.read_bytes())
            head = self.headers
            type, key = head.get("Content-Type", ""), head.get("Authorization", "")
            request = ReceivedRequest(self.command, target, type, key, body)
            service.received.append(request)
            status, fields = service.reply(request)
            if self.command == "POST" and not self._may_go_on():
                return None
            kind = "application/json" if status < 400 else "application/problem+json"
            return self._send(status, kind, json.dumps(fields).encode())

        def _may_go_on(self) -> bool:
            """Blocks until searches may go on. False if the client has disconnected."""
            while not service.go_on.wait(0.02):
                if select.select([self.connection], [], [], 0)[0]:  # readable: end of stream
                    service.given_up += 1
                    self.close_connection = True
                    return False
            return True

        def _send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def main(arguments: list[str]) -> None:
    """Serves the page until Ctrl-C; the given files are the answers to searches, in order."""
    with FakeService() as service:
        service.answers = [json.loads(pathlib.Path(name).read_text()) for name in arguments] or [answer()]
        print(service.address, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1:])
