# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Errors as problem details (RFC 9457)."""

from __future__ import annotations

from ..errors import BadPicture, BadUse, Error, SystemFailure, TooLarge, Unsupported
from .folder import AlreadyThere, NotThere
from .ledger import LedgerAway

_TITLES = {
    400: "The request makes no sense",
    401: "A key is needed",
    403: "That may not be done",
    404: "There is no such thing",
    405: "That cannot be done with it",
    408: "The body came too slowly",
    409: "It is otherwise by now",
    411: "A length is needed",
    413: "The body is too large",
    415: "This kind of body is not known",
    421: "Meant for another host",
    422: "It cannot be worked with",
    429: "Too much at once",
    500: "Something went wrong here",
    503: "Not now",
    504: "It took too long",
    507: "There is no room left",
}


_FULL = ("No space left", "disk is full", "used memory > 'maxmemory'")


class Problem(Exception):
    """An error response."""

    def __init__(
        self, status: int, detail: str, *, retry: float | None = None, line: int | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        #: Retry-After, in seconds.
        self.retry = retry
        #: Number of the line in a stream that it is about.
        self.line = line

    def fields(self, request: str) -> dict[str, object]:
        """The problem details, as JSON."""
        told: dict[str, object] = {
            "type": "about:blank",
            "title": title_of(self.status),
            "status": self.status,
            "detail": self.detail,
            "request": request,
        }
        return told if self.line is None else {"line": self.line, **told}


def title_of(status: int) -> str:
    """A short title for a status."""
    return _TITLES.get(status, "It did not work")


def is_full(failure: Error) -> bool:
    """Is the disk, or Redis, full?"""
    return isinstance(failure, SystemFailure) and any(words in str(failure) for words in _FULL)


def problem_of(failure: Error) -> Problem:
    """The response for an error."""
    detail = str(failure)
    if is_full(failure):
        return Problem(507, detail)
    if isinstance(failure, LedgerAway):
        return Problem(503, f"what must not be lost cannot be written now: {detail}", retry=1)
    if isinstance(failure, TooLarge):
        return Problem(413, detail)
    if isinstance(failure, (BadPicture, Unsupported)):
        return Problem(422, detail)
    if isinstance(failure, AlreadyThere):
        return Problem(409, detail)
    if isinstance(failure, NotThere):
        return Problem(404, detail)
    if isinstance(failure, BadUse):
        return Problem(400, detail)
    if isinstance(failure, SystemFailure):
        return Problem(503, detail, retry=1)
    return Problem(500, detail)
