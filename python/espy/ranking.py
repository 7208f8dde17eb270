# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Quality of ranked lists of matches, given the ground truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _core
from .errors import BadUse


def normalised_gain(
    gains: Iterable[float], ideal: Iterable[float] | None = None, most: int | None = None
) -> float:
    """The normalised discounted cumulative gain (nDCG) of the first ``most`` entries: 1 if the
    relevant ones come first, the most relevant at the top, or if nothing is relevant.

    ``gains`` are the relevances of the list's entries, ``ideal`` those of everything that could
    have been listed, in any order; None: only what is listed. A gain at rank r (from 1) is weighted
    by 1 / log2(r + 1).
    """
    listed = [float(gain) for gain in gains]
    possible = listed if ideal is None else [float(gain) for gain in ideal]
    count = max(len(listed), len(possible)) if most is None else most
    if count < 0:
        raise BadUse("most: must be 0 or more")
    return _core.normalised_gain(listed, possible, count)


def average_precision(hits: Iterable[bool], relevant: int) -> float:
    """The mean of the precisions at the ranks of hits, over all ``relevant`` items, listed or not.
    1 if nothing is relevant."""
    listed = [bool(hit) for hit in hits]
    if relevant < sum(listed):
        raise BadUse("relevant: must be as many as there are hits, or more")
    return _core.average_precision(listed, relevant)


@dataclass(frozen=True)
class Hits:
    """Hits of a list against the ground truth."""

    #: Number of hits.
    hits: int
    #: Length of the list.
    listed: int
    #: Size of the ground truth.
    relevant: int
    #: For each entry of the list, whether it is a hit.
    flags: tuple[bool, ...]

    @property
    def precision(self) -> float:
        """Share of the list that are hits; 1 for an empty list."""
        return self.hits / self.listed if self.listed else 1.0

    @property
    def recall(self) -> float:
        """Share of the ground truth that was found; 1 if it is empty."""
        return self.hits / self.relevant if self.relevant else 1.0

    @property
    def average_precision(self) -> float:
        """`average_precision` of this list."""
        return average_precision(self.flags, self.relevant)


def count_hits(found: Iterable[Any], truth: Iterable[Any], apart: int) -> Hits:
    """Counts hits one to one: each entry of the list, best first, is assigned the nearest free one
    of the truth that begins at most ``apart`` samples from it. Entries are matches of
    `espy.signal`, or sample numbers.

    >>> hits = espy.ranking.count_hits(espy.signal(beat, day, top=20), beats, apart=10)
    >>> hits.precision, hits.recall
    """
    listed = [int(getattr(place, "start", place)) for place in found]
    right = [int(getattr(place, "start", place)) for place in truth]
    if apart < 0:
        raise BadUse("apart: must be 0 or more")
    count, flags = _core.count_hits(listed, right, apart)
    return Hits(count, len(listed), len(right), tuple(flags))
