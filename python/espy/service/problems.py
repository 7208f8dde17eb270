# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Errors as problem details (RFC 9457)."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from ..errors import BadPicture, BadUse, Error, SystemFailure, TooLarge, Unsupported
from .folder import NAME_RULE, AlreadyExists, NotFound

_FULL = (errno.ENOSPC, errno.EDQUOT)


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
            "title": HTTPStatus(self.status).phrase,
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


def is_full(failure: Error) -> bool:
    """Is the disk full?"""
    return isinstance(failure, SystemFailure) and failure.errno in _FULL


#: Errors, and the status of the response.
_STATUS = (
    (TooLarge, 413),
    ((BadPicture, Unsupported), 422),
    (AlreadyExists, 409),
    (NotFound, 404),
    (BadUse, 400),
    (SystemFailure, 503),
)


def problem_of(failure: Error) -> Problem:
    """The response for an error."""
    status = next((status for kind, status in _STATUS if isinstance(failure, kind)), 500)
    retry = 1 if status == 503 else None
    return Problem(507, str(failure)) if is_full(failure) else Problem(status, str(failure), retry=retry)
