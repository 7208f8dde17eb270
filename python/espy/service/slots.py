# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Placement of surfaces, computed: ids hash to slots, ranges of slots form parts, groups own parts.

A *part* is a library of its own on disk, with the surfaces of a range of slots. A *group* is a set
of shards that are replicas of each other; it searches the parts that it owns.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable

#: Slots of a library, as many as in Redis Cluster.
SLOTS = 16384
#: Maximum of parts of a library.
MAX_PARTS = 1024


def slot_of(id: str) -> int:
    """The slot of an id: CRC16 (XMODEM) of its bytes, modulo `SLOTS`."""
    return binascii.crc_hqx(id.encode(), 0) % SLOTS


def part_of(slot: int, parts: int) -> int:
    """The part that holds a slot, of a library with ``parts`` parts."""
    return slot * parts // SLOTS


def share_of(some: Iterable[int], parts: int) -> float:
    """The share of all slots that these parts hold, 0 to 1."""
    ends = [-(-part * SLOTS // parts) for part in range(parts + 1)]
    return sum(ends[part + 1] - ends[part] for part in some) / SLOTS


def group_of(stamp: str, part: int, groups: int) -> int:
    """The group that searches a part of the library with this stamp, of ``groups`` groups. Numbers
    of parts of two groups differ by at most one; the stamp spreads libraries with few parts."""
    return (binascii.crc32(stamp.encode()) + part) % groups
