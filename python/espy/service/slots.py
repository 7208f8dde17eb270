# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Which surface belongs where: ids have slots, slots make parts, and parts have groups of shards.

A library is kept in *parts*, each a library of its own on disk with the surfaces of some slots. A
*group* of shards, which are replicas of each other, searches the parts that it owns.
"""

from __future__ import annotations

import binascii
from collections import Counter
from collections.abc import Iterable, Mapping

#: Of one library. Redis Cluster counts the same ones.
SLOTS = 16384
#: The most parts that a library may have.
MOST_PARTS = 1024


def slot_of(id: str) -> int:
    """CRC16 (of XMODEM) of the id's bytes."""
    return binascii.crc_hqx(id.encode(), 0) % SLOTS


def part_of(slot: int, parts: int) -> int:
    """The part that has a slot, of so many parts."""
    return slot * parts // SLOTS


def share_of(some: Iterable[int], parts: int) -> float:
    """The share of the slots that some parts have: nearly the same for each."""
    ends = [-(-part * SLOTS // parts) for part in range(parts + 1)]
    return sum(ends[part + 1] - ends[part] for part in some) / SLOTS


def plan(owners: Mapping[str, Iterable[int]], groups: Iterable[int]) -> dict[str, list[int]]:
    """Who is to own the parts of each library, when just these groups are there.

    ``owners`` says who owned them until now, -1 for nobody. No group gets two parts of a library
    more than another one; as few as possible move; and those that do go where the fewest are.
    """
    there = sorted(set(groups))
    if not there:
        raise ValueError("there must be a group")
    planned = {name: [g if g in there else -1 for g in of] for name, of in owners.items()}
    load = Counter(g for of in planned.values() for g in of if g >= 0)
    for of in planned.values():
        _balance(of, there, load)
    return planned


def _balance(of: list[int], there: list[int], load: Counter[int]) -> None:
    """Moves parts of one library."""
    own = Counter(g for g in of if g >= 0)

    def give(part: int, to: int) -> None:
        if of[part] >= 0:
            own[of[part]] -= 1
            load[of[part]] -= 1
        of[part] = to
        own[to] += 1
        load[to] += 1

    def emptiest() -> int:
        return min(there, key=lambda g: (own[g], load[g], g))

    for part, owner in enumerate(of):
        if owner < 0:
            give(part, emptiest())
    while True:
        to = emptiest()
        fullest = max(there, key=lambda g: (own[g], load[g], -g))
        if own[fullest] - own[to] <= 1:
            return
        give(next(p for p, owner in enumerate(of) if owner == fullest), to)
