# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Placement of surfaces: ids hash to slots, ranges of slots form parts, groups of shards own parts.

A *part* is a library of its own on disk, with the surfaces of a range of slots. A *group* is a set
of shards that are replicas of each other; it searches the parts that it owns.
"""

from __future__ import annotations

import binascii
from collections import Counter
from collections.abc import Iterable, Mapping

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


def plan(owners: Mapping[str, Iterable[int]], groups: Iterable[int]) -> dict[str, list[int]]:
    """Assigns an owner among ``groups`` to each part of each library.

    ``owners`` are the groups that own the parts now, -1 for none. For each library the numbers of
    parts of any two groups differ by at most one, and as few parts as possible move, to the groups
    with the fewest.
    """
    existing = sorted(set(groups))
    if not existing:
        raise ValueError("there must be a group")
    planned = {name: [g if g in existing else -1 for g in of] for name, of in owners.items()}
    load = Counter(g for of in planned.values() for g in of if g >= 0)
    for of in planned.values():
        _balance(of, existing, load)
    return planned


def _balance(of: list[int], existing: list[int], load: Counter[int]) -> None:
    """Assigns the parts of one library."""
    own = Counter(g for g in of if g >= 0)

    def give(part: int, to: int) -> None:
        if of[part] >= 0:
            own[of[part]] -= 1
            load[of[part]] -= 1
        of[part] = to
        own[to] += 1
        load[to] += 1

    def emptiest() -> int:
        return min(existing, key=lambda g: (own[g], load[g], g))

    for part, owner in enumerate(of):
        if owner < 0:
            give(part, emptiest())
    while True:
        to = emptiest()
        fullest = max(existing, key=lambda g: (own[g], load[g], -g))
        if own[fullest] - own[to] <= 1:
            return
        give(next(p for p, owner in enumerate(of) if owner == fullest), to)
