# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Errors as problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import BadPicture, BadUse, Error, SystemFailure, TooLarge, Unsupported
from .folder import NAME_RULE, AlreadyExists, NotFound

_TITLES = {
    400: "The request is invalid",
    401: "A key is needed",
    403: "Not permitted",
    404: "Not found",
    405: "Method not allowed",
    408: "The body arrived too slowly",
    409: "Conflict with the current state",
    411: "A length is needed",
    413: "The body is too large",
    415: "Unsupported type of body",
    421: "Meant for another host",
    422: "The content cannot be processed",
    429: "Too many requests",
    500: "Internal error",
    503: "Temporarily unavailable",
    504: "It took too long",
    507: "Out of storage",
}


_FULL = ("No space left", "disk is full", "Disk quota exceeded")


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
        details: dict[str, object] = {
            "type": "about:blank",
            "title": title_of(self.status),
            "status": self.status,
            "detail": self.detail,
            "request": request,
        }
        return details if self.line is None else {"line": self.line, **details}


#: Beginnings of the validator's messages, and what they become.
_VOICE = {
    "Input should be": "must be",
    "String should have": "must have",
    "Field required": "is missing",
    "Extra inputs are not permitted": "is not known",
    "Invalid JSON:": "is not JSON:",
}


def invalid(errors: Sequence[Any], before: str = "") -> str:
    """The first error of a validation, as a sentence."""
    first = errors[0]
    where = " ".join([*before.split(), *(str(part)[:80] for part in first["loc"])])
    if first["type"] == "string_pattern_mismatch":
        return f"{where}: {str(first['input'])[:80]!r}: {NAME_RULE}"
    said = str(first["msg"])
    for begin, own in _VOICE.items():
        if said.startswith(begin):
            said = own + said[len(begin) :]
    return f"{where}: {said[:200]}"


def title_of(status: int) -> str:
    """A short title for a status."""
    return _TITLES.get(status, "The request failed")


def is_full(failure: Error) -> bool:
    """Is the disk full?"""
    return isinstance(failure, SystemFailure) and any(words in str(failure) for words in _FULL)


def problem_of(failure: Error) -> Problem:
    """The response for an error."""
    detail = str(failure)
    if is_full(failure):
        return Problem(507, detail)
    if isinstance(failure, TooLarge):
        return Problem(413, detail)
    if isinstance(failure, (BadPicture, Unsupported)):
        return Problem(422, detail)
    if isinstance(failure, AlreadyExists):
        return Problem(409, detail)
    if isinstance(failure, NotFound):
        return Problem(404, detail)
    if isinstance(failure, BadUse):
        return Problem(400, detail)
    if isinstance(failure, SystemFailure):
        return Problem(503, detail, retry=1)
    return Problem(500, detail)
