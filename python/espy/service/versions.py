# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The version of each id, and the results of recent requests: notes in a part's catalogue, which
are committed together with the surfaces."""

from __future__ import annotations

from typing import NamedTuple

from ..surfaces import SurfaceLibrary, SurfaceWriter

#: The greatest integer that doubles, and so all readers of JSON, represent exactly with its
#: neighbours.
MAX_VERSION = 2**53 - 1
#: Number of requests that a part remembers.
REMEMBERED = 4096
_REMOVED = "-"


class Version(NamedTuple):
    """The version of an id."""

    #: 0: it was never written by the service.
    number: int
    #: The surface was removed. Kept, so that a late write of an earlier version does not bring the
    #: surface back.
    removed: bool


def version_of(kept: SurfaceLibrary | SurfaceWriter, id: str) -> Version:
    """The version of an id on disk; a writer's includes uncommitted ones."""
    text = kept.note(f"v{id}")
    return Version(int(text.rstrip(_REMOVED)), text.endswith(_REMOVED)) if text else Version(0, True)


def set_version(writer: SurfaceWriter, id: str, version: Version) -> None:
    """Sets the version of an id."""
    if version.number:
        writer.set_note(f"v{id}", f"{version.number}{_REMOVED if version.removed else ''}")


def result_of(writer: SurfaceWriter, request: str) -> tuple[int, bool] | None:
    """What a recent request wrote: the version, and whether the id had a surface before."""
    text = writer.note(f"r{request}")
    if not text:
        return None
    number, existed = text.split()
    return int(number), existed == "1"


def remember(writer: SurfaceWriter, request: str, version: int, existed: bool) -> None:
    """Records the result of a request, and forgets the oldest one."""
    count = int(writer.note("n") or 0)
    place = f"q{count % REMEMBERED}"
    oldest = writer.note(place)
    if oldest:
        writer.set_note(f"r{oldest}", "")
    writer.set_note(place, request)
    writer.set_note(f"r{request}", f"{version} {existed:d}")
    writer.set_note("n", str(count + 1))
