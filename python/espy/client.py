# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A client of the identify service (docs/service.md), without other packages.

>>> from espy.client import Service
>>> service = Service("http://localhost:8000")
>>> service.create("bricks")
>>> service.put("bricks", "brick-17", "shots/17.jpg", version=1, wait=True)
>>> service.search("bricks", "today.jpg")["id"]
'brick-17'
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import random
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import BadUse, Error
from .surfaces import Features

#: A photograph: a path, the bytes of a file, or `espy.features` of it.
Photo = Union[str, "os.PathLike[str]", bytes, Features]

_FEATURES = "application/vnd.espy.features"
_LINES = "application/x-ndjson"
#: Answers after which a request may be repeated.
_AGAIN = (429, 503)
#: Surfaces that are sent in one request of an import.
_TOGETHER = 500


class Surface(NamedTuple):
    """A surface to be imported."""

    id: str
    photo: Photo
    version: int | None = None
    name: str = ""


class ServiceError(Error):
    """The service refused a request, or could not be reached."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or "no answer")
        #: Status of HTTP; 0 if there was no answer.
        self.status = int(problem.get("status", 0))
        #: The request's id, as in the service's log.
        self.request = str(problem.get("request", ""))


class Service:
    """A service at an address. Thread-safe: each thread has its own connection.

    Requests that are refused for a time (429, 503) or get no answer are repeated ``retries`` times.
    A write that is repeated without a version may be written twice, with the same content.
    """

    def __init__(
        self, address: str, *, key: str | None = None, retries: int = 5, timeout: float = 60
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadUse(f"{address}: must be an address such as http://localhost:8000")
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        self._kind, self._host, self._port = kinds[parts.scheme], parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._retries = retries
        self._timeout = timeout
        self._own = threading.local()

    # Libraries.

    def libraries(self) -> list[dict[str, Any]]:
        """Facts about all libraries."""
        return list(self._json("GET", "/libraries")["libraries"])

    def library(self, library: str) -> dict[str, Any]:
        """Facts about a library."""
        return self._json("GET", _of(library))

    def create(self, library: str, **options: int) -> dict[str, Any]:
        """Makes an empty library; options: parts, features, longest_side, min_features."""
        return self._json("PUT", _of(library), json.dumps(options).encode())

    def drop(self, library: str) -> None:
        """Removes a library. Its snapshots stay."""
        self._json("DELETE", _of(library))

    def rename(self, library: str, to: str) -> None:
        """Gives a library another name."""
        self._json("POST", f"{_of(library)}/rename", json.dumps({"name": to}).encode())

    def alias(self, alias: str, library: str) -> None:
        """Makes a second name of a library, or points it to another one."""
        self._json("PUT", f"/aliases/{quote(alias)}", json.dumps({"library": library}).encode())

    def snapshot(self, library: str, snapshot: str) -> None:
        """Copies a library as it is now."""
        self._json("PUT", f"{_of(library)}/snapshots/{quote(snapshot)}")

    def restore(self, library: str, source: str, snapshot: str) -> None:
        """Makes a library from a snapshot of another one."""
        body = json.dumps({"library": source, "snapshot": snapshot}).encode()
        self._json("POST", f"{_of(library)}/restore", body)

    # Surfaces.

    def put(
        self,
        library: str,
        id: str,
        photo: Photo,
        *,
        version: int | None = None,
        name: str = "",
        wait: bool = False,
    ) -> dict[str, Any]:
        """Adds or replaces a surface; with ``wait`` it is searched afterwards."""
        body, kind = _body(photo)
        path = _reference(library, id, version=version, name=name, wait=wait)
        return self._json("PUT", path, body, kind)

    def remove(
        self, library: str, id: str, *, version: int | None = None, wait: bool = False
    ) -> dict[str, Any]:
        """Removes a surface."""
        return self._json("DELETE", _reference(library, id, version=version, wait=wait))

    def get(self, library: str, id: str) -> dict[str, Any] | None:
        """Facts about a surface, or None."""
        try:
            return self._json("GET", _reference(library, id))
        except ServiceError as failure:
            if failure.status != 404:
                raise
            self.library(library)
            return None

    def references(self, library: str, prefix: str = "") -> Iterator[str]:
        """The ids of all surfaces that begin so, in order."""
        after: str | None = ""
        while after is not None:
            given = urlencode({"prefix": prefix, "after": after})
            page = self._json("GET", f"{_of(library)}/references?{given}")
            yield from page["references"]
            after = page["next"]

    def write_all(self, library: str, surfaces: Iterable[Surface]) -> Iterator[dict[str, Any]]:
        """Writes any number of surfaces, and yields the answer to each in their order; those that
        are refused have a ``status`` and a ``detail``. Give versions, so that what a broken
        connection left open is not written twice."""
        lines = (_line(each.id, each.photo, each) for each in surfaces)
        yield from self._lines(f"{_of(library)}/references", lines)

    # Searching.

    def search(self, library: str, photo: Photo, **given: Any) -> dict[str, Any]:
        """Which surface does a photograph show? Options as in docs/service.md: top, score, features,
        min_inliers, pairs, deadline."""
        body, kind = _body(photo)
        return self._json("POST", f"{_of(library)}/search{_query(given)}", body, kind)

    def search_all(
        self, library: str, photos: Iterable[Photo], **given: Any
    ) -> Iterator[dict[str, Any]]:
        """The same for any number of photographs, faster than one by one."""
        lines = (_line(str(number), photo) for number, photo in enumerate(photos))
        yield from self._lines(f"{_of(library)}/searches{_query(given)}", lines)

    # Requests.

    def _lines(self, path: str, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
        waiting: list[bytes] = []
        size = 0
        for line in lines:
            waiting.append(line)
            size += len(line)
            if len(waiting) == _TOGETHER or size > 1 << 24:
                yield from self._sent(path, waiting)
                waiting, size = [], 0
        if waiting:
            yield from self._sent(path, waiting)

    def _sent(self, path: str, lines: list[bytes]) -> Iterator[dict[str, Any]]:
        """Sends lines, and again those that were not answered."""
        for attempt in range(self._retries + 1):
            answer = self._request("POST", path, b"".join(lines), _LINES)
            found = [json.loads(line) for line in answer.splitlines()]
            done = 0
            while done < len(found) and found[done].get("status") not in _AGAIN:
                yield found[done]
                done += 1
            lines = lines[done:]
            if not lines:
                return
            _pause(attempt, None)
        raise ServiceError(found[done] if done < len(found) else {})

    def _json(
        self, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
    ) -> dict[str, Any]:
        found = json.loads(self._request(method, path, body, kind))
        assert isinstance(found, dict)
        return found

    def _request(self, method: str, path: str, body: bytes | None, kind: str) -> bytes:
        headers = {**self._headers, "Content-Type": kind}
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            try:
                connection = self._connection()
                connection.request(method, self._path + path, body, headers)
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, http.client.HTTPException) as failure:
                self._own.connection = None
                if last:
                    why = f"{self._host}: {failure or type(failure).__name__}"
                    raise ServiceError({"detail": why}) from None
                _pause(attempt, None)
                continue
            if answer.status < 400:
                return text
            if answer.status not in _AGAIN or last:
                raise ServiceError(_problem(answer.status, text))
            _pause(attempt, answer.getheader("Retry-After"))
        raise AssertionError("not reached")

    def _connection(self) -> http.client.HTTPConnection:
        found: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        if found is None:
            found = self._kind(self._host, self._port, timeout=self._timeout)
            self._own.connection = found
        return found


def _of(library: str) -> str:
    return f"/libraries/{quote(library, safe='')}"


def _reference(library: str, id: str, **given: Any) -> str:
    return f"{_of(library)}/references/{quote(id, safe='')}{_query(given)}"


def _query(given: dict[str, Any]) -> str:
    text = urlencode(
        {
            key: str(value).lower() if isinstance(value, bool) else value
            for key, value in given.items()
            if value not in (None, "", False)
        }
    )
    return f"?{text}" if text else ""


def _bytes(photo: Photo) -> bytes:
    if isinstance(photo, Features):
        return photo.to_bytes()
    if isinstance(photo, bytes):
        return photo
    with open(photo, "rb") as file:
        return file.read()


def _body(photo: Photo) -> tuple[bytes, str]:
    return _bytes(photo), _FEATURES if isinstance(photo, Features) else "image/*"


def _line(id: str, photo: Photo, surface: Surface | None = None) -> bytes:
    kind = "features" if isinstance(photo, Features) else "photo"
    fields: dict[str, Any] = {"id": id, kind: base64.b64encode(_bytes(photo)).decode()}
    if surface is not None and surface.version is not None:
        fields["version"] = surface.version
    if surface is not None and surface.name:
        fields["name"] = surface.name
    return json.dumps(fields).encode() + b"\n"


def _problem(status: int, text: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(text)
        assert isinstance(problem, dict)
    except (ValueError, AssertionError):
        return {"status": status, "detail": f"the answer has status {status}"}
    return problem


def _pause(attempt: int, wanted: str | None) -> None:
    """Waits as long as the service asks for, or twice as long each time; at random, so that clients
    do not return all at once."""
    seconds = float(wanted) if wanted and wanted.isdigit() else 0.1 * 2**attempt
    time.sleep(min(seconds, 10) * random.uniform(0.75, 1.25))
