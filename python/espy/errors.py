# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What can go wrong. Every exception of Espy is an `espy.Error` and says in one sentence what the
matter is, and with which file; most are also the exception of Python that comes nearest, so that
``except ValueError`` or ``except OSError`` catches them, too."""


class Error(Exception):
    """The base of all exceptions of Espy."""


class BadUse(Error, ValueError):
    """A request that makes no sense: an option, or a needle without an opaque pixel."""


class BadPicture(Error, ValueError):
    """A file that is not what it claims to be: a picture, or one of the others below."""


class BadRecording(BadPicture):
    """A file that is not the recording that it claims to be: damaged, or cut short. Who catches
    `BadPicture` catches this, too."""


class TooLarge(Error, ValueError):
    """A picture or a recording over the size that is allowed."""


class Unsupported(Error, NotImplementedError):
    """Well formed, but nothing here reads or computes it."""


class SystemFailure(Error, OSError):
    """The operating system refused: a missing file, a full disk."""


class DeviceFailed(Error, RuntimeError):
    """A graphics card failed or ran out of memory; another engine may do it."""


class Cancelled(Error, RuntimeError):
    """Somebody has asked to stop, by `espy.Cancel`."""


class RecordingWarning(UserWarning):
    """What there is to say of a recording that was read all the same."""


class PictureWarning(UserWarning):
    """What there is to say of a file that was read all the same."""
