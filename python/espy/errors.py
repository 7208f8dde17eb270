# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Exceptions. All derive from `espy.Error`, and each message says in one sentence what is wrong and
with which file. Most also derive from Python's corresponding exception, so that ``except
ValueError`` or ``except OSError`` catches them."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The base of all exceptions of Espy."""


class BadUse(Error, ValueError):
    """A request that makes no sense: an invalid option, or a needle without an opaque pixel."""


class BadPicture(Error, ValueError):
    """A file that is damaged, or not of the format that it claims: a picture, judge, library..."""


class BadRecording(BadPicture):
    """A recording that is damaged or truncated."""


class TooLarge(Error, ValueError):
    """A picture or recording that exceeds the size limit."""


class Unsupported(Error, NotImplementedError):
    """Well-formed, but not supported here."""


class SystemFailure(Error, OSError):
    """An error of the operating system: a missing file, a full disk. ``errno`` is its number, or
    None: ENOSPC, EAGAIN if another process has locked it, ESTALE if it was replaced meanwhile."""

    def __init__(self, sentence: str = "", number: int | None = None) -> None:
        super().__init__(sentence)
        self.errno = number

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.errno)


class DeviceFailed(Error, RuntimeError):
    """A GPU failed or ran out of memory; another engine may work."""


class Cancelled(Error, RuntimeError):
    """The operation was cancelled by `espy.Cancel`."""


class RecordingWarning(UserWarning):
    """A remark on a recording that was read nevertheless."""


class PictureWarning(UserWarning):
    """A remark on a picture that was read nevertheless."""
